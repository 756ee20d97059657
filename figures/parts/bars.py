"""Signed horizontal bars of one unit, one row for each joint, zero in the middle."""

from __future__ import annotations

from bokeh.models import ColumnDataSource, LabelSet, Range1d
from bokeh.plotting import figure

from figures.numbers import fixed
from figures.parts.columns import renew
from figures.parts.quiet import quiet
from figures.parts.scale import Scale
from figures.style import Style

_COLUMNS = ("y", "left", "right", "color", "text", "at", "align")


class Bars:
    """Bars named ``rows`` (top to bottom) in a figure ``name``; the source has the same name."""

    def __init__(self, name: str, style: Style, rows: list[str], meanings: list[str], unit: str,
                 digits: int = 2):  # fmt: skip
        self.style, self.rows, self.meanings, self.digits = style, rows, meanings, digits
        self.scale = Scale(unit, 20.0)
        self.source = ColumnDataSource({c: [] for c in _COLUMNS}, name=name)
        top = len(rows)
        self.figure = figure(
            name=f"{name}_plot", tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(-1, 1), y_range=Range1d(0, top), min_border=0,
            outline_line_color=None, background_fill_color=None, border_fill_color=None,
        )  # fmt: skip
        # Axes, grid and title that nobody sees would be laid out anew at each paint.
        self.figure.update(below=[], left=[], center=[], title=None)
        quiet(self.figure)
        self.figure.hbar("y", left="left", right="right", height=0.5, source=self.source,
                         color="color", line_color=None)  # fmt: skip
        self._zero = self.figure.segment([0], [0.1], [0], [top - 0.1])
        self._value = self.figure.text("at", "y", text="text", source=self.source,
                                       text_baseline="middle", text_align="align")  # fmt: skip
        places = {"x": [6] * top, "y": [self._height(i) for i in range(top)], "text": rows}
        self._names = LabelSet(x="x", y="y", text="text", x_units="screen", text_baseline="middle",
                               source=ColumnDataSource(places))  # fmt: skip
        self.figure.renderers.append(self._names)
        self.restyle()

    def _height(self, row: int) -> float:
        return len(self.rows) - 0.5 - row

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, text = self.style.color, f"{self.style.size('plot_text')}px"
        self._zero.glyph.update(line_color=color("muted"))
        for part in (self._value.glyph, self._names):
            part.update(text_color=color("text"), text_font_size=text)

    def set(self, values, shown, meanings=None) -> None:
        """Show the ``values`` (k,) of those rows that are ``shown``.

        ``meanings`` (k,) are given where the colour follows the value.
        """
        colors = [self.style.color(meaning) for meaning in meanings or self.meanings]
        span = 1.05 * self.scale.longest * self.scale.per_meter
        data = {c: [] for c in _COLUMNS}
        for row, (value, visible) in enumerate(zip(map(float, values), shown, strict=True)):
            if not visible:
                continue
            # The number stands on the free side of zero: it never runs out of the plot.
            side, align = (0.04, "left") if value < 0 else (-0.04, "right")
            items = (
                self._height(row), min(value, 0), max(value, 0),
                colors[row], f"{fixed(value, self.digits)} {self.scale.unit}".rstrip(),
                side * span, align,
            )  # fmt: skip
            for column, item in zip(_COLUMNS, items, strict=True):
                data[column].append(item)
        renew(self.source, data)
        self.figure.x_range.update(start=-span, end=span)
