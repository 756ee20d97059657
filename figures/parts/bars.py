"""Signed horizontal bars of one unit, one row for each joint, zero in the middle."""

from __future__ import annotations

from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from figures.numbers import fixed
from figures.parts.scale import Scale
from figures.style import Style

_COLUMNS = ("y", "left", "right", "color", "text", "at", "align")


class Bars:
    """Bars named ``rows`` (top to bottom) in a figure ``name``; the source has the same name."""

    def __init__(self, name: str, style: Style, rows: list[str], meanings: list[str], unit: str):
        self.style, self.rows, self.meanings = style, rows, meanings
        self.scale = Scale(unit, 20.0)
        self.source = ColumnDataSource({c: [] for c in _COLUMNS}, name=name)
        self.figure = figure(
            name=f"{name}_plot", tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(-1, 1), y_range=list(reversed(rows)), min_border=0,
            outline_line_color=None,
        )  # fmt: skip
        self.figure.hbar("y", left="left", right="right", height=0.5, source=self.source,
                         color="color", line_color=None)  # fmt: skip
        self._zero = self.figure.segment([0, 0], [rows[-1], rows[0]], [0, 0], [rows[0], rows[-1]])
        self._value = self.figure.text("at", "y", text="text", source=self.source,
                                       text_baseline="middle", text_align="align")  # fmt: skip
        self.figure.xaxis.visible = False
        self.figure.grid.visible = False
        self.restyle()

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, text = self.style.color, f"{self.style.size('plot_text')}px"
        self.figure.update(background_fill_color=color("plot"), border_fill_color=color("plot"))
        axis = self.figure.yaxis[0]
        axis.update(
            major_label_text_font_size=text, major_label_text_color=color("text"),
            axis_line_color=None, major_tick_line_color=None,
        )  # fmt: skip
        self._zero.glyph.update(line_color=color("muted"))
        self._value.glyph.update(text_color=color("text"), text_font_size=text)

    def set(self, values, shown) -> None:
        """Show the ``values`` (k,) of those rows that are ``shown``."""
        span = 1.5 * max(self.scale.per_meter, max((abs(v) for v in values), default=0.0))
        data = {c: [] for c in _COLUMNS}
        for row, value, meaning, visible in zip(
            self.rows, map(float, values), self.meanings, shown, strict=True
        ):
            if not visible:
                continue
            # The number stands on the free side of zero: it never runs out of the plot.
            right = value < 0
            items = (row, min(value, 0), max(value, 0), self.style.color(meaning),
                     f"{fixed(value)} {self.scale.unit}", (0.04 if right else -0.04) * span,
                     "left" if right else "right")  # fmt: skip
            for column, item in zip(_COLUMNS, items, strict=True):
                data[column].append(item)
        self.source.data = data
        self.figure.x_range.update(start=-span, end=span)
