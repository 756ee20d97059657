"""Curves over time, each named at its end; the axes grow in steps, never frame by frame."""

from __future__ import annotations

from itertools import pairwise

from bokeh.models import ColumnDataSource, CustomJSTickFormatter, LabelSet, Range1d
from bokeh.plotting import figure

from figures.parts.columns import renew
from figures.parts.plane import inner_size
from figures.parts.quiet import quiet
from figures.parts.scale import step_above
from figures.style import DASHES, HALF_STEP, Style

_ENDS = ("x", "y", "dy", "text", "color")
GUESS = (400.0, 200.0)  # px, until the browser has laid the plot out
# Short, and with the signs of the readout: 50, −0.02, 4×10⁻⁶.
_TICKS = """
const short = (x) => String(Number(x.toPrecision(6))).replace("-", "−");
const size = Math.abs(tick);
if (size === 0 || (size >= 0.01 && size < 1e5)) return short(tick);
const power = Math.floor(Math.log10(size) + 1e-9);
const raised = [...String(power)].map(c => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]).join("");
return `${short(tick / 10 ** power)}×10${raised}`;
"""
ROOM = 1.16  # of the time shown: the part behind the newest point holds the names


class TimePlot:
    """Curves in a figure ``name``; source ``<name>_ends`` holds their names and newest points.

    ``curves`` are (source, column, meaning): each source has a column ``t`` in s.
    """

    def __init__(self, name: str, style: Style, curves, last: bool):
        self.style = style
        self.figure = fig = figure(
            name=name, tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(0, 3 * ROOM), y_range=Range1d(-1, 1), min_border=4, title="",
            outline_line_color=None, background_fill_color=None, border_fill_color=None,
        )  # fmt: skip
        self._lines = [
            (fig.line("t", column, source=source, line_dash=DASHES.get(meaning, [])), meaning)
            for source, column, meaning in curves
        ]
        self._ends = ColumnDataSource({c: [] for c in _ENDS}, name=f"{name}_ends")
        self._names = LabelSet(x="x", y="y", text="text", source=self._ends, text_color="color",
                               x_offset=6, y_offset="dy", text_baseline="middle",
                               text_font_style="bold")  # fmt: skip
        fig.renderers.append(self._names)
        quiet(fig)
        fig.yaxis.formatter = CustomJSTickFormatter(code=_TICKS)
        fig.yaxis.ticker.desired_num_ticks = 5
        fig.xaxis.visible = last
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, size = self.style.color, self.style.size
        small, stroke = f"{size('plot_small')}px", size("stroke")
        for line, meaning in self._lines:
            thin = meaning == HALF_STEP
            line.glyph.update(line_color=color(meaning), line_width=(0.6 if thin else 0.9) * stroke)
        self._names.text_font_size = f"{size('plot_text')}px"
        self.figure.grid.grid_line_color = color("grid")
        self.figure.title.update(text_font_size=small, text_color=color("text"),
                                 text_font_style="normal")  # fmt: skip
        # The same room on the left of each plot, so that their times stand below each other.
        self.figure.min_border_left = round(5.2 * size("plot_small"))
        for axis in self.figure.axis:
            axis.update(
                major_label_text_font_size=small, major_label_text_color=color("text"),
                axis_line_color=None, major_tick_line_color=None, minor_tick_line_color=None,
            )  # fmt: skip

    def title(self, text: str) -> None:
        """What is drawn, and its unit."""
        self.figure.title.text = text

    def ends(self, points) -> None:
        """Names at the newest points: (t, value, text, meaning), moved apart where they meet."""
        height = 1.1 * self.style.size("plot_text")
        low, high = self.figure.y_range.start, self.figure.y_range.end
        unit = (inner_size(self.figure) or GUESS)[1] / (high - low)
        at = [(y - low) * unit for _, y, _, _ in points]
        free = list(at)
        order = sorted(range(len(at)), key=at.__getitem__)
        for below, above in pairwise(order):
            free[above] = max(free[above], free[below] + height)
        color = self.style.color
        rows = [(t, y, free[i] - at[i], text, color(meaning))
                for i, (t, y, text, meaning) in enumerate(points)]  # fmt: skip
        columns = list(zip(*rows, strict=True)) or [()] * len(_ENDS)
        renew(self._ends, {name: list(c) for name, c in zip(_ENDS, columns, strict=True)})

    def show_time(self, t: float) -> None:
        """Make room for ``t`` seconds: 3 s, then 5, 10, 20, 50 ..."""
        end = ROOM * (3.0 if t <= 3 else step_above(t))
        if end != self.figure.x_range.end:
            self.figure.x_range.end = end

    def show_values(self, low: float, high: float) -> None:
        """Make the value axis go from ``low`` to ``high``."""
        if (low, high) != (self.figure.y_range.start, self.figure.y_range.end):
            self.figure.y_range.update(start=low, end=high)
