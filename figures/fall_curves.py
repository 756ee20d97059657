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
        self.energy = ColumnDataSource({name: [] for name in _COLUMNS}, name="energy")
        self.half = ColumnDataSource({"t": [], "balance": []}, name="half_energy")
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
        self._series, self._half_series = Series(stride), Series(stride)
        self.energy.data = {name: [] for name in _COLUMNS}
        self.half.data = {"t": [], "balance": []}
        self.add(run, 0, run.tracks[0])
        if half is not None:
            self.add_half(half, 0, half.tracks[0])
        self.fit(run)

    def add(self, run: Run, first: int, track: Track) -> None:
        """Append the states after step ``first`` and the following ones."""
        E = track.E
        off = E - run.E0
        rows = np.column_stack([track.t, track.T, track.V, E, off, off + track.work])
        _append(self.energy, self._series, first, rows)

    def add_half(self, half: Run, first: int, track: Track) -> None:
        """The same for the run of half the step, of which two steps make one."""
        rows = np.column_stack([track.t, track.E - half.E0 + track.work])
        _append(self.half, self._half_series, first, rows[1::2] if first else rows)

    def fit(self, run: Run) -> None:
        """Choose the axes: T reaches at most E0 less the lowest V, as long as the energy keeps."""
        self._top = max(run.E0 + 0.5 * run.span, 0.1 * run.span, run.T, run.E)
        self._widest = LEAST_J

    def show(self, words, run: Run, half: Run | None) -> None:
        """Axes, titles and names for where the runs are; an axis that has grown stays."""
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


def _append(source: ColumnDataSource, series: Series, first: int, rows) -> None:
    """Send the new rows of a curve, or all of it when it was thinned."""
    new, anew = series.add(first, rows.tolist())
    if not new:
        return
    values = zip(*new, strict=True)
    columns = {name: list(column) for name, column in zip(source.data, values, strict=True)}
    if anew:
        source.data = columns
    else:
        source.stream(columns)
