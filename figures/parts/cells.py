"""A square matrix as heat-coloured cells that fill one by one and can be pressed."""

from __future__ import annotations

from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

from figures.numbers import fixed
from figures.parts.columns import renew
from figures.parts.press import hear_presses
from figures.parts.quiet import quiet
from figures.parts.table import EMPTY
from figures.style import DRIVEN, Style

_COLUMNS = ("row", "column", "value", "filled", "text", "color", "x", "y")
_PARTNERS = ("triangle", "circle", "square", "diamond", "star", "hex")


class Cells:
    """The matrix ``name`` (n, n); its source has one row for each cell, column by column.

    ``on_press(row, column)`` gets the cell that a person presses, counted from 1. Two cells that
    mirror each other carry the same mark, which is solid once they have been compared.
    """

    def __init__(self, name: str, style: Style, n: int, largest: float, on_press):
        self.style, self.n, self.largest, self._on_press = style, n, largest, on_press
        self.source = ColumnDataSource({c: [] for c in _COLUMNS}, name=name)
        self._now = ColumnDataSource({"x": []}, name=f"{name}_now")
        self.figure = figure(
            name=f"{name}_plot", tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(0.36, n + 0.64), y_range=Range1d(n + 0.62, 0.04), min_border=0,
            outline_line_color=None, frame_align=False,  # axes of a figure beside it are none here
        )  # fmt: skip
        self.figure.update(below=[], left=[], center=[], title=None)
        quiet(self.figure)
        self._cell = self.figure.rect("x", "y", 0.94, 0.92, source=self.source, fill_color="color")
        self._text = self.figure.text(
            "x", "y", text="text", source=self.source, text_align="center",
            text_baseline="middle", text_font_style="bold",
        )  # fmt: skip
        self._heads = self.figure.text(
            list(range(1, n + 1)), [0.44] * n, [str(j) for j in range(1, n + 1)],
            text_align="center", text_baseline="bottom",
        )  # fmt: skip
        self._marks = self._mirror_marks()
        self._frame = self.figure.rect("x", (n + 1) / 2, 0.97, n - 0.01, source=self._now,
                                       fill_color=None, line_width=4)  # fmt: skip
        hear_presses(self.figure, self._press)
        self.restyle()

    def set(self, values, filled, now: int = 0, compared: bool = False) -> None:
        """Show those columns of ``values`` (n, n) that are ``filled`` (n,), column ``now`` framed."""
        rows = {c: [] for c in _COLUMNS}
        for j, known in enumerate(filled):
            for i in range(self.n):
                value = float(values[i][j]) if known else float("nan")
                ground = self.style.ground(value / self.largest if known else 0.0)
                text = fixed(value, 3) if known else EMPTY
                row = (i + 1, j + 1, value, known, text, ground, j + 1, i + 1)
                for column, item in zip(_COLUMNS, row, strict=True):
                    rows[column].append(item)
        renew(self.source, rows)
        renew(self._now, {"x": [now] if now else []})
        self._marks.glyph.fill_color = self.style.color("text") if compared else None

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, size = self.style.color, self.style.size
        self.figure.update(background_fill_color=color("plot"), border_fill_color=color("plot"))
        self._cell.glyph.line_color = color("line")
        self._text.glyph.update(text_color=color("text"), text_font_size=f"{size('plot_text')}px")
        self._heads.glyph.update(
            text_color=color("muted"), text_font_size=f"{size('plot_small')}px"
        )
        self._marks.glyph.update(line_color=color("text"), size=0.55 * size("plot_small"))
        self._frame.glyph.line_color = color(DRIVEN)

    def _mirror_marks(self):
        """A mark in the corner of each cell off the diagonal, the same on the mirrored one."""
        pairs = [(i, j) for i in range(1, self.n + 1) for j in range(i + 1, self.n + 1)]
        marks = ColumnDataSource({"x": [], "y": [], "marker": []}, name="partners")
        spots = [
            (column + 0.36, row - 0.33, _PARTNERS[k % len(_PARTNERS)])
            for k, (i, j) in enumerate(pairs)
            for row, column in ((i, j), (j, i))
        ]
        x, y, marker = (list(values) for values in zip(*spots, strict=True))
        marks.data = {"x": x, "y": y, "marker": marker}
        return self.figure.scatter("x", "y", marker="marker", source=marks, line_width=1.5)

    def _press(self, x: float, y: float) -> None:
        row, column = round(y), round(x)
        if 1 <= column <= self.n and row <= self.n:
            self._on_press(row, column)  # row 0 is the number above the column
