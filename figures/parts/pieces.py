"""Signed pieces laid end to end from zero, a row for each joint, and a mark where they must end."""

from __future__ import annotations

from bokeh.models import ColumnDataSource, FixedTicker, LinearAxis, Range1d
from bokeh.plotting import figure

from figures.numbers import subscript
from figures.parts.columns import renew
from figures.parts.quiet import quiet
from figures.parts.scale import Scale
from figures.style import FONT, Style

LANES = 3  # a row's pieces stand in lanes of their own, so that one that runs back hides none
LANE = 0.29  # distance of two lanes, in rows
THICK = 0.21  # of a piece, in rows
STEPS = 5.4  # scale steps on either side of zero: five, and room for the number at the fifth
NOTCH = 0.25  # scale steps: a shorter piece has no room for the notch that shows its sense
_PIECE = ("y", "left", "right", "start", "end", "middle", "angle", "notch")
_LINK = ("x0", "y0", "x1", "y1")
_MARK = ("x", "y")


class Pieces:
    """Rows ``1 .. n`` from the top, each with one piece of each of three kinds.

    ``pieces`` are (source, meaning, title), and a source has a row for each joint. ``mark`` is the
    meaning of the diamond; its source is ``<mark>_marker``.
    """

    def __init__(self, name: str, style: Style, pieces, mark: str, symbol: str, unit: str, n: int):
        self.style, self.mark = style, mark
        self.meanings = [meaning for _, meaning, _ in pieces]
        self.scale = Scale(unit, 10.0, longest=4.75)
        self.figure = fig = figure(
            name=name, tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_range=Range1d(-1, 1), y_range=Range1d(0.5 - n, 0.5), min_border=0, min_border_bottom=34,
            outline_line_color=None, background_fill_color=None, border_fill_color=None,
        )  # fmt: skip
        self._zero = fig.segment([0], [0.5 - n], [0], [0.5], line_width=1.5)
        self._links = ColumnDataSource({c: [] for c in _LINK}, name=f"{name}_links")
        self._link = fig.segment("x0", "y0", "x1", "y1", source=self._links, line_dash=[3, 3])
        self.sources, self._bars, self._notches = [], [], []
        for source_name, *_ in pieces:
            source = ColumnDataSource({c: [] for c in _PIECE}, name=source_name)
            self.sources.append(source)
            self._bars.append(fig.hbar("y", left="left", right="right", height=THICK,
                                       source=source, line_color=None))  # fmt: skip
            self._notches.append(fig.scatter("middle", "y", size="notch", angle="angle",
                                             source=source, marker="triangle"))  # fmt: skip
        self.marker = ColumnDataSource({c: [] for c in _MARK}, name=f"{mark}_marker")
        self._diamond = fig.scatter("x", "y", source=self.marker, marker="diamond", line_width=1.5)
        quiet(fig)
        self._axes([title for *_, title in pieces], symbol, n)
        self.restyle()

    def _axes(self, titles: list[str], symbol: str, n: int) -> None:
        """Names of lanes and rows on the left, the unit's numbers below, lines between rows."""
        fig, lanes = self.figure, _lanes(n)
        fig.yaxis[0].ticker = FixedTicker(ticks=lanes)
        fig.yaxis[0].major_label_overrides = dict(zip(lanes, titles * n, strict=True))
        rows = [float(-i) for i in range(n)]
        names = {row: f"{symbol}{subscript(i + 1)}" for i, row in enumerate(rows)}
        fig.add_layout(LinearAxis(ticker=FixedTicker(ticks=rows), major_label_overrides=names,
                                  major_label_text_font_style="bold"), "left")  # fmt: skip
        fig.ygrid.ticker = FixedTicker(ticks=[0.5 - i for i in range(n + 1)])
        fig.xaxis.ticker.desired_num_ticks = 5

    def restyle(self) -> None:
        """Take the colours and text sizes of the present theme."""
        color, size = self.style.color, self.style.size
        for meaning, bar, notch in zip(self.meanings, self._bars, self._notches, strict=True):
            bar.glyph.update(fill_color=color(meaning), fill_alpha=self.style.emphasis(meaning)[0])
            notch.glyph.update(fill_color=color("plot"), line_color=None)
        self._link.glyph.update(line_color=color("text"), line_width=0.5 * size("stroke"))
        self._zero.glyph.line_color = color("muted")
        ink, wide = self.style.emphasis(self.mark)
        self._diamond.glyph.update(fill_color=color(self.mark), line_color=color("text"),
                                   fill_alpha=ink, line_alpha=ink,
                                   size=14 + 3 * wide * size("stroke"))  # fmt: skip
        self.figure.grid.grid_line_color = color("grid")
        self.figure.ygrid.grid_line_color = color("line")
        for axis in self.figure.axis:
            axis.update(
                major_label_text_font_size=f"{size('plot_small')}px",
                major_label_text_color=color("text"), axis_line_color=None,
                major_label_text_font=FONT,
                major_tick_line_color=None, minor_tick_line_color=None,
            )  # fmt: skip
        self.figure.yaxis[1].major_label_text_font_size = f"{size('plot_text')}px"

    def set(self, values, marks) -> None:
        """Show ``values`` (n, 3) end to end in each of n rows, and the diamonds at ``marks`` (n,)."""
        step = self.scale.per_meter
        data = [{c: [] for c in _PIECE} for _ in self.meanings]
        links = {c: [] for c in _LINK}
        marker = {c: [] for c in _MARK}
        for i, row in enumerate(values):
            end = 0.0
            for k, value in enumerate(map(float, row)):
                start, end, y = end, end + value, lane(i, k)
                shown = 0.55 * self.style.size("plot_text") if abs(value) > NOTCH * step else 0.0
                items = (y, min(start, end), max(start, end), start, end, (start + end) / 2,
                         -1.5707963 if value > 0 else 1.5707963, shown)  # fmt: skip
                _append(data[k], items)
                if k + 1 < LANES:
                    _append(links, (end, y, end, lane(i, k + 1)))
            _append(marker, (float(marks[i]), lane(i, LANES - 1)))
        for source, columns in zip(self.sources, data, strict=True):
            renew(source, columns)
        renew(self._links, links)
        renew(self.marker, marker)
        self.figure.x_range.update(start=-STEPS * step, end=STEPS * step)
        self.figure.y_range.start = 0.5 - len(values)

    def fit(self, values, marks, force: bool = False) -> None:
        """Choose the step of the axis for these numbers, if the present one does not suit."""
        ends = [abs(float(sum(row[: k + 1]))) for row in values for k in range(LANES)]
        self.scale.fit(max(*ends, *(abs(float(mark)) for mark in marks)), force)


def lane(row: int, k: int) -> float:
    """Height of piece ``k`` in ``row`` (both from 0, from the top)."""
    return float(-row + LANE * (1 - k))


def _lanes(n: int) -> list[float]:
    """Heights of all pieces of ``n`` rows."""
    return [lane(i, k) for i in range(n) for k in range(LANES)]


def _append(columns: dict, items) -> None:
    for name, item in zip(columns, items, strict=True):
        columns[name].append(item)
