"""FIG 6: what each algorithm costs. Operations against the number of joints, all counted."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import panel as pn
import param
from bokeh.models import ColumnDataSource

from dynamics import opcount
from figures import counts, timing
from figures.challenges import Challenges
from figures.cost_controls import CostControls
from figures.counts import ALGORITHMS, HIGH, LAST, LOW, ORDER, Counting, counted
from figures.layout import figure_page
from figures.lesson import Lesson
from figures.numbers import fixed, whole
from figures.parts.chart import Chart, Cursor
from figures.parts.drag import Drag
from figures.parts.table import EMPTY, table
from figures.parts.widgets import block, box, plot_pane
from figures.timing import Stopwatch
from figures.wiring import connect

START = 3  # joints of the chapter's arm
TICKS = [1, 2, 3, 5, 10, 20, 30, 40]
LOG_Y, LINEAR_Y = (10.0, 3e7), (-1.8e6, 1.2e7)  # the lower end leaves room for the grip
TIME_Y = (0.005, 20.0)  # ms; grows if it must
NUMBERS = dict(zip(ALGORITHMS, "①②③④", strict=True))


@dataclass(frozen=True)
class Cost:
    """Counts of the four algorithms at n joints, lagrange over rnea, and log-log slopes.

    A slope is d log(total) / d log(n) between LOW and HIGH joints.
    """

    n: int
    count: dict[str, opcount.Count]
    ratio: float
    slope: dict[str, float]


def compute(n: int) -> Cost:
    """Count what is needed for n joints and has not been counted yet."""
    here, low, high = ({name: counted(name, k) for name in ALGORITHMS} for k in (n, LOW, HIGH))
    return Cost(
        n=n,
        count=here,
        ratio=here["lagrange"].total / here["rnea"].total,
        slope={
            name: math.log(high[name].total / low[name].total) / math.log(HIGH / LOW)
            for name in ALGORITHMS
        },
    )


class Fig6(pn.viewable.Viewer):
    """The page of FIG 6."""

    n = param.Integer(default=START, bounds=(1, LAST), doc="Joints that the readout speaks of.")
    linear = param.Boolean(default=False, doc="Linear axes instead of logarithmic ones.")
    tab = param.Selector(default="count", objects=["count", "time"], doc="What is shown.")
    answer = param.Number(default=None, allow_None=True, doc="How many times dearer, as typed.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor = visitor
        self.counts = ColumnDataSource(counts.columns(), name="counts")
        self.times = ColumnDataSource({c: [] for c in ("n", *ALGORITHMS)}, name="times")
        x = {"log": (0.9, 42.0), "linear": (0.0, 41.0)}
        make = {"style": visitor.style, "meanings": ALGORITHMS, "ticks": TICKS}
        self.plane = Chart("counts_plot", source=self.counts, x=x["log"], y=LOG_Y, log=True, **make)
        self.linear_plane = Chart("counts_plot_linear", source=self.counts, x=x["linear"],
                                  y=LINEAR_Y, log=False, **{**make, "ticks": [1, 10, 20, 30, 40]})  # fmt: skip
        self.time_plane = Chart("times_plot", source=self.times, x=(0.9, 32.0), y=TIME_Y,
                                log=True, **{**make, "ticks": TICKS[:-1]})  # fmt: skip
        self.cursor = Cursor("present_n", [self.plane, self.linear_plane], "present_counts")
        self.counting = Counting(visitor, self._on_counted)
        self.stopwatch = Stopwatch(visitor, self._on_timed)
        self.controls = CostControls(self, visitor)
        for chart in (self.plane, self.linear_plane):
            Drag(self.cursor.grip(chart), self._on_drag, upright=True)
        self.challenges = Challenges("fig6", visitor)
        self.lesson = Lesson("fig6", self)
        self.readout = block("", "table")
        self._view = self._arrange(visitor.words)
        parts = (self.plane, self.linear_plane, self.time_plane, self.cursor)
        ends = ("linear", "tab", "answer")
        self.refresh = connect(self, parts, view=("n", *ends), ends=ends)

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        return self._measures(compute(self.n))

    def reset(self) -> None:
        """Everything as at load, ticks included; what has been measured is forgotten."""
        self.stopwatch.stop()
        self.stopwatch.clear()
        self.controls.hush()
        self.challenges.reset()
        self.param.update(n=START, linear=False, tab="count", answer=None)
        self.refresh()

    def _arrange(self, words):
        panes = [
            plot_pane(chart.figure, words.ref(f"plot.fig6.{name}"))
            for name, chart in (("counts", self.plane), ("linear", self.linear_plane),
                                ("times", self.time_plane))
        ]  # fmt: skip
        return figure_page(
            words, "fig6", lesson=self.lesson, plot=box(*panes, css="charts"), readout=self.readout,
            controls=[*self.controls.rows, self.challenges.view, self.controls.note],
        )  # fmt: skip

    # Handlers: each only changes the state

    def _on_drag(self, index: int, x: float, y: float, ended: bool) -> None:
        self.controls.hush()
        self.n = min(max(round(x), 1), LAST)

    @param.depends("active", watch=True)
    def _on_active(self) -> None:
        """Nothing goes on in a page that is not on the screen."""
        if self.active:
            self.counting.start(self.n)
        else:
            self.counting.stop()
            self.stopwatch.stop()

    @param.depends("n", watch=True)
    def _on_n(self) -> None:
        if self.active:
            self.counting.start(self.n)

    def _on_counted(self) -> None:
        self.refresh()

    def _on_timed(self) -> None:
        self.refresh()

    # Painting

    def _refresh(self, settled: bool):
        cost = compute(self.n) if counts.known(self.n, LOW, HIGH) else None
        self._draw(cost)
        return self._tell(cost)

    def _tell(self, cost: Cost | None) -> Iterator[None]:
        self.controls.show(cost)
        yield
        self.readout.object = self._table(cost) if self.tab == "count" else self._times()
        if cost is not None:
            self.challenges.check(self._measures(cost))

    def _draw(self, cost: Cost | None) -> None:
        words, time = self.visitor.words, self.tab == "time"
        shown = {self.plane: not self.linear, self.linear_plane: self.linear, self.time_plane: time}
        for chart, visible in shown.items():
            chart.figure.visible = visible
        self.plane.title_axes(words("fig6.axis.n"), words("fig6.axis.count"))
        self.linear_plane.title_axes(words("fig6.axis.n"), words("fig6.axis.millions"))
        self.time_plane.title_axes(words("fig6.axis.n"), words("fig6.axis.time"))
        now = counts.columns()
        if repr(now) != repr(dict(self.counts.data)):  # NaN is not equal to itself
            self.counts.data = now
        ends = self._ends(now) if counts.known(LAST) else []
        self.plane.name_ends(ends)
        self.linear_plane.name_ends(ends)
        values = {} if cost is None else {name: c.total for name, c in cost.count.items()}
        self.cursor.set(self.n, f"n = {self.n}", values)
        if time:
            self._draw_times()

    def _draw_times(self) -> None:
        data = {"n": list(timing.SIZES), **{k: list(v) for k, v in self.stopwatch.times.items()}}
        self.times.data = data
        found = [v for name in ALGORITHMS for v in data[name] if not math.isnan(v)]
        low = min([TIME_Y[0], *(v / 2 for v in found)])
        high = max([TIME_Y[1], *(2 * v for v in found)])
        self.time_plane.set_y(low, high)
        self.time_plane.name_ends(self._ends(data))

    def _ends(self, data: dict) -> list:
        """Where each curve ends, and its name there."""
        ends = []
        for name in ALGORITHMS:
            there = [(n, v) for n, v in zip(data["n"], data[name], strict=True) if v == v]
            if there:
                label = f"{NUMBERS[name]} {self.visitor.words(f'fig6.curve.{name}')}"
                ends.append((float(there[-1][0]), there[-1][1], NUMBERS[name], label, name))
        return ends

    def _measures(self, cost: Cost) -> dict[str, float]:
        values = {"n": float(cost.n), "ratio": cost.ratio, "answer": float(self.answer or 0.0)}
        for name in ALGORITHMS:
            values[name] = float(cost.count[name].total)
            values[f"{name}_multiplications"] = float(cost.count[name].multiplications)
            values[f"{name}_additions"] = float(cost.count[name].additions)
            values[f"slope_{name}"] = cost.slope[name]
        values["answer_error"] = 100 * abs(values["answer"] / cost.ratio - 1)  # per cent
        return values

    def _table(self, cost: Cost | None) -> str:
        words = self.visitor.words
        rows = []
        for name in ALGORITHMS:
            cells = [EMPTY] * 5
            if cost is not None:
                c = cost.count[name]
                cells = [f"<b>{whole(c.total)}</b>", whole(c.multiplications), whole(c.additions),
                         fixed(cost.slope[name]), str(ORDER[name])]  # fmt: skip
            title = words(f"fig6.algorithm.{name}")
            rows.append((f"{NUMBERS[name]} {title}", f"{name} name", cells, False))
        heads = [(words("fig6.column.algorithm", n=self.n), "name"),
                 (words("fig6.column.total"), ""), ("×", ""), ("+", ""),
                 (words("fig6.column.slope"), ""), (words("fig6.column.order"), "")]  # fmt: skip
        ratio = EMPTY if cost is None else fixed(cost.ratio, 1)
        return f"{table(heads, rows)}<p>{words('fig6.ratio', n=self.n, ratio=ratio)}</p>"

    def _times(self) -> str:
        words, times = self.visitor.words, self.stopwatch.times
        rows = [
            (f"{NUMBERS[name]} {words(f'fig6.curve.{name}')}", f"{name} name",
             [EMPTY if math.isnan(v) else fixed(v, 3 if v < 10 else 1) for v in times[name]], False)
            for name in ALGORITHMS
        ]  # fmt: skip
        heads = [(words("fig6.column.time"), "name")]
        heads += [(f"n = {n}", "") for n in timing.SIZES]
        return table(heads, rows)
