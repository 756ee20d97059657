"""A strip of the latest values on a log axis, with a bound that they should stay below."""

from __future__ import annotations

from collections import deque

from bokeh.models import ColumnDataSource, FixedTicker, Range1d
from bokeh.plotting import figure

from figures.numbers import power_of_ten
from figures.style import FONT, Style

_COLUMNS = ("x", "y", "value", "size", "alpha")


class Strip:
    """The last ``length`` values, oldest on the left; source ``name`` has x, y, value.

    ``floor`` and ``bound`` are powers of ten. A logarithm has no place for zero: an exact zero
    stands at the floor, whose tick says "0". ``y`` is where a value is painted, ``value`` what it
    is.
    """

    def __init__(self, name: str, style: Style, meaning: str, length: int, floor: int, bound: int):
        self.style, self.meaning = style, meaning
        self.floor, limit = float(f"1e{floor}"), float(f"1e{bound}")
        self.values: deque[float] = deque(maxlen=length)
        self.source = ColumnDataSource({c: [] for c in _COLUMNS}, name=name)
        self._top = 30 * limit
        self.figure = fig = figure(
            name=f"{name}_plot", tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(-1, length + 2), y_axis_type="log",
            y_range=Range1d(self.floor / 30, self._top), min_border=0, outline_line_color=None,
            background_fill_color=None, border_fill_color=None,
        )  # fmt: skip
        middle = (floor + bound) // 2
        ticks = {self.floor: "0", float(f"1e{middle}"): power_of_ten(middle),
                 limit: power_of_ten(bound)}  # fmt: skip
        fig.yaxis.ticker = FixedTicker(ticks=list(ticks))
        fig.yaxis.major_label_overrides = ticks
        fig.xaxis.visible = False
        fig.xgrid.visible = False
        edge = [-1], [limit], [length + 2], [limit]
        self._bound = fig.segment(*edge, line_dash=[8, 5], line_width=2)
        self._dots = fig.scatter("x", "y", source=self.source, size="size", fill_alpha="alpha")
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color = self.style.color
        self._dots.glyph.update(fill_color=color(self.meaning), line_color=color(self.meaning))
        self._bound.glyph.line_color = color("bad")
        self.figure.grid.grid_line_color = color("grid")
        self.figure.yaxis[0].update(
            major_label_text_font_size=f"{self.style.size('plot_small')}px",
            major_label_text_color=color("text"), axis_line_color=None, major_label_text_font=FONT,
            major_tick_line_color=None, minor_tick_line_color=None,
        )  # fmt: skip

    def add(self, value: float) -> None:
        """Append a value; the oldest goes when there are too many."""
        self.values.append(float(value))
        self._paint()

    def clear(self) -> None:
        """Forget all values; the next one is the first."""
        self.values.clear()

    def _paint(self) -> None:
        count = len(self.values)
        newest = [i == count - 1 for i in range(count)]
        self.source.data = {
            "x": [float(i + 1) for i in range(count)],
            "y": [max(value, self.floor) for value in self.values],
            "value": list(self.values),
            "size": [12.0 if new else 7.0 for new in newest],
            "alpha": [1.0 if new else 0.35 for new in newest],
        }
        self.figure.y_range.end = max([self._top, *(8 * value for value in self.values)])
