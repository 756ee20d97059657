"""The curves of FIG 5: energies over time and, below, what the steps do to their sum."""

from __future__ import annotations

import numpy as np
from bokeh.models import ColumnDataSource

from figures.parts.scale import step_above
from figures.parts.timeplot import TimePlot
from figures.series import Series
from figures.simulation import Run, Track
from figures.style import ENERGY, HALF_STEP, KINETIC, POTENTIAL, Style

POINT_S = 0.01  # s between two points, as long as the curve is not thinned
LEAST_J = 1e-12  # the drift's axis shows no less: below is rounding
_COLUMNS = ("t", "T", "V", "E", "drift", "balance")


class FallCurves:
    """T, V, E of a run in the plot ``upper``; E + W - E0, half the step's too, in ``lower``."""

    def __init__(self, style: Style):
        self._curve = _Curve("energy", _COLUMNS)
        self._half_curve = _Curve("half_energy", ("t", "balance"))
        self.energy, self.half = self._curve.source, self._half_curve.source
        three = (("T", KINETIC), ("V", POTENTIAL), ("E", ENERGY))
        curves = [(self.energy, column, meaning) for column, meaning in three]
        self.upper = TimePlot("energy_plot", style, curves, last=False)
        both = [(self.energy, "balance", ENERGY), (self.half, "balance", HALF_STEP)]
        self.lower = TimePlot("drift_plot", style, both, last=True)

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        self.upper.restyle()
        self.lower.restyle()

    def start(self, run: Run, half: Run | None) -> None:
        """Begin with runs that stand at their start pose."""
        stride = max(1, round(POINT_S / run.dt))
        self._curve.start(stride)
        self._half_curve.start(stride)
        self.add(run, 0, run.tracks[0])
        if half is not None:
            self.add_half(half, 0, half.tracks[0])
        self.fit(run)

    def add(self, run: Run, first: int, track: Track) -> None:
        """Append the states after step ``first`` and the following ones."""
        E = track.E
        off = E - run.E0
        rows = np.column_stack([track.t, track.T, track.V, E, off, off + track.work])
        self._curve.add(first, rows)

    def add_half(self, half: Run, first: int, track: Track) -> None:
        """The same for the run of half the step, of which two steps make one."""
        rows = np.column_stack([track.t, track.E - half.E0 + track.work])
        self._half_curve.add(first, rows[1::2] if first else rows)

    def fit(self, run: Run) -> None:
        """Choose the axes: T reaches at most E0 less the lowest V, as long as the energy keeps."""
        self._top = max(run.E0 + 0.5 * run.span, 0.1 * run.span, run.T, run.E)
        self._widest = LEAST_J

    def show(self, words, run: Run, half: Run | None) -> None:
        """Points, axes, titles and names up to where the runs are; an axis that has grown stays."""
        self._curve.send()
        self._half_curve.send()
        if max(run.T, run.E) > self._top:
            self._top = step_above(max(run.T, run.E))
        worst = max(run.balance_abs, half.balance_abs if half is not None else 0.0)
        if worst > self._widest:
            self._widest = step_above(worst)
        self.upper.show_values(-0.55 * run.span, 1.06 * self._top)
        self.lower.show_values(-1.1 * self._widest, 1.1 * self._widest)
        self.upper.title(words("fig5.energies"))
        self.lower.title(words("fig5.balance" if run.friction else "fig5.drift"))
        t = run.time
        both = [(t, run.balance, "Δt", ENERGY)]
        if half is not None:
            both.append((half.time, half.balance, "Δt/2", HALF_STEP))
        three = (("T", run.T, KINETIC), ("V", run.V, POTENTIAL), ("E", run.E, ENERGY))
        for plot, ends in ((self.upper, [(t, y, name, m) for name, y, m in three]),
                           (self.lower, both)):  # fmt: skip
            plot.show_time(t)
            plot.ends(ends)


class _Curve:
    """A source ``name`` that gets the rows of a thinned series, by one change in each message.

    Bokeh would send rows twice that are appended in the very message that replaces the others.
    """

    def __init__(self, name: str, columns):
        self.source = ColumnDataSource({column: [] for column in columns}, name=name)
        self.start(1)

    def start(self, stride: int) -> None:
        """Forget all rows; later every ``stride``-th is taken."""
        self.series = Series(stride)
        self._new, self._anew = [], True

    def add(self, first: int, rows) -> None:
        """Take rows with the numbers first, first + 1, ..."""
        new, anew = self.series.add(first, rows.tolist())
        self._new = new if anew else self._new + new
        self._anew = self._anew or anew

    def send(self) -> None:
        """Hand what is new to the browser."""
        if not (self._new or (self._anew and self.source.data["t"])):
            return
        values = list(zip(*self._new, strict=True)) or [()] * len(self.source.data)
        columns = {
            name: list(column) for name, column in zip(self.source.data, values, strict=True)
        }
        if self._anew:
            self.source.data = columns
        else:
            self.source.stream(columns)
        self._new, self._anew = [], False
