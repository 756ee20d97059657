"""A chart of curves over a whole number, on logarithmic or linear axes, named at their right end."""

from __future__ import annotations

import math
from types import SimpleNamespace

from bokeh.models import ColumnDataSource, CustomJSTickFormatter, FixedTicker, Range1d
from bokeh.plotting import figure

from figures.parts.arm import HANDLE_PX
from figures.parts.columns import renew
from figures.parts.plane import inner_size, on_resize
from figures.style import DASHES, MARKERS, Style

GUESS = (700.0, 420.0)  # px, until the browser has laid the chart out
NAME_SHARE = 0.32  # of the width at most for full names; else the short ones stand there
_MILLIONS = "return String(tick / 1e6)"
_ENDS = ("x", "y", "dy", "text", "color")


class Chart:
    """Curves of ``meanings`` over the column n of ``source``, each a column of its own.

    ``x`` and ``y`` are the ranges of the data; room for the names is added on the right. A linear
    chart has its numbers in millions.
    """

    def __init__(self, name, style: Style, source: ColumnDataSource, meanings, x, y, ticks, log):
        self.style, self.log, self._x, self._ticks = style, log, x, ticks
        kind = "log" if log else "linear"
        self.figure = fig = figure(
            name=name, tools="", toolbar_location=None, sizing_mode="stretch_both",
            x_axis_type=kind, y_axis_type=kind, x_range=Range1d(*x), y_range=Range1d(*y),
            min_border=0, min_border_top=8, outline_line_color=None, background_fill_color=None,
            border_fill_color=None,
        )  # fmt: skip
        fig.xaxis[0].ticker = fig.xgrid[0].ticker = FixedTicker(ticks=ticks)
        if not log:
            fig.yaxis[0].formatter = CustomJSTickFormatter(code=_MILLIONS)
        self._curves = {
            m: (
                fig.line("n", m, source=source, line_dash=DASHES.get(m, [])),
                fig.scatter("n", m, source=source, marker=MARKERS[m], fill_alpha=1.0),
            )
            for m in meanings
        }
        self._ends = ColumnDataSource({c: [] for c in _ENDS}, name=f"{name}_ends")
        self._names = fig.text(
            "x", "y", text="text", text_color="color", y_offset="dy", x_offset=12,
            text_baseline="middle", text_font_style="bold", source=self._ends,
        )  # fmt: skip
        self._named: list = []
        on_resize(fig, self.restyle)
        self.restyle()

    def title_axes(self, x: str, y: str) -> None:
        """Write what the axes carry."""
        self.figure.xaxis[0].axis_label, self.figure.yaxis[0].axis_label = x, y

    def set_y(self, low: float, high: float) -> None:
        """Show ``low`` to ``high`` upwards."""
        self.figure.y_range.update(start=low, end=high)
        self._place()

    def name_ends(self, ends) -> None:
        """Name curves at their ends: (x, y, short, name, meaning), one above the other."""
        self._named = list(ends)
        self._place()

    def on_resize(self, action) -> None:
        """Call ``action()`` when the browser has given the chart another size."""
        on_resize(self.figure, action)

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        """Where (x, y) is in the frame, in pixels to the right and upwards."""
        w, h = inner_size(self.figure) or GUESS
        return w * self._part(self.figure.x_range, x), h * self._part(self.figure.y_range, y)

    def point(self, px: float, py: float) -> tuple[float, float]:
        """The inverse of :meth:`pixels`."""
        w, h = inner_size(self.figure) or GUESS
        return self._value(self.figure.x_range, px / w), self._value(self.figure.y_range, py / h)

    def height(self, part: float) -> float:
        """The value at ``part`` of the height, 0 at the bottom."""
        return self._value(self.figure.y_range, part)

    def restyle(self) -> None:
        """Take the colours and sizes of the present theme and the size of the chart."""
        color, size = self.style.color, self.style.size
        for meaning, (line, points) in self._curves.items():
            line.glyph.update(line_color=color(meaning), line_width=0.8 * size("stroke"))
            points.glyph.update(
                line_color=color(meaning), fill_color=color("plot"), size=4 + size("stroke"),
                line_width=1.5,
            )  # fmt: skip
        self.figure.grid.grid_line_color = color("grid")
        for axis in (self.figure.xaxis[0], self.figure.yaxis[0]):
            axis.update(
                major_label_text_font_size=f"{size('plot_small')}px",
                axis_label_text_font_size=f"{size('plot_text')}px",
                axis_label_text_font_style="normal", axis_line_color=color("muted"),
                major_label_text_color=color("text"), axis_label_text_color=color("text"),
                major_tick_line_color=color("muted"), minor_tick_line_color=None,
            )  # fmt: skip
        self._names.glyph.text_font_size = f"{size('plot_text')}px"
        self._place()

    def _place(self) -> None:
        """Make room for the names on the right and keep them from sitting on each other."""
        big, (w, _) = self.style.size("plot_text"), inner_size(self.figure) or GUESS
        room = {
            k: 20 + max((_width(row[k]) for row in self._named), default=0) * big for k in (2, 3)
        }
        pick = 3 if room[3] < NAME_SHARE * w else 2
        start, end = self._x
        share = w / (w - room[pick])
        if self.log:
            self.figure.x_range.end = start * (end / start) ** share
        else:
            self.figure.x_range.end = start + (end - start) * share
        self._thin_ticks()
        rows, floor = {c: [] for c in _ENDS}, -math.inf
        for row in sorted(self._named, key=lambda row: row[1]):
            x, y, meaning = row[0], row[1], row[4]
            at = self.pixels(x, y)[1]
            floor = max(at, floor + 1.25 * big)
            items = (x, y, at - floor, row[pick], self.style.color(meaning))
            for column, item in zip(_ENDS, items, strict=True):
                rows[column].append(item)
        renew(self._ends, rows)

    def _thin_ticks(self) -> None:
        """Leave out ticks whose numbers would touch, from the right: the last one stays."""
        ticks, apart = [], 1.8 * self.style.size("plot_small")
        for tick in reversed(self._ticks):
            if not ticks or self.pixels(ticks[-1], 1)[0] - self.pixels(tick, 1)[0] > apart:
                ticks.append(tick)
        self.figure.xaxis[0].ticker.ticks = ticks[::-1]

    def _part(self, span: Range1d, value: float) -> float:
        low, high, value = (math.log(v) if self.log else v for v in (span.start, span.end, value))
        return (value - low) / (high - low)

    def _value(self, span: Range1d, part: float) -> float:
        if self.log:
            return span.start * (span.end / span.start) ** part
        return span.start + (span.end - span.start) * part


class Cursor:
    """An upright line over one or more charts, to be dragged; the source ``name`` has n and x."""

    def __init__(self, name: str, charts: list[Chart], points: str):
        self.style, self.charts = charts[0].style, charts
        heights = [f"y{i or ''}" for i in range(len(charts))]  # of the grip in each chart
        empty = {c: [] for c in ("n", "x", *heights, "text", "align", "dx")}
        self.handles = ColumnDataSource(empty, name=name)
        self._heights = heights
        self.points = ColumnDataSource({c: [] for c in ("x", "y", "color")}, name=points)
        self._lines, self._texts = [], []
        for chart, height in zip(charts, heights, strict=True):
            fig, source = chart.figure, self.handles
            self._lines.append(fig.vspan("x", source=source))
            fig.scatter("x", "y", source=self.points, marker="circle", size=11, color="color")
            self._lines.append(
                fig.scatter("x", height, source=source, size=HANDLE_PX, line_width=3.5,
                            fill_alpha=0.18)
            )  # fmt: skip
            self._texts.append(
                fig.text("x", height, text="text", source=source, text_baseline="middle",
                         text_align="align", x_offset="dx", text_font_style="bold")
            )  # fmt: skip
        self.restyle()

    def grip(self, chart: Chart) -> SimpleNamespace:
        """The line in one of its charts, as what can be dragged there."""
        return SimpleNamespace(plane=chart, handles=self.handles, n=1)

    def restyle(self) -> None:
        """Take the colours and sizes of the present theme."""
        color, size = self.style.color, self.style.size
        for line in self._lines:
            line.glyph.line_color = color("accent")
        for line in self._lines[::2]:
            line.glyph.line_width = 0.6 * size("stroke")
        for grip in self._lines[1::2]:
            grip.glyph.fill_color = color("accent")
        for text in self._texts:
            text.glyph.update(text_color=color("accent"), text_font_size=f"{size('plot_text')}px")

    def set(self, n: int, text: str, values: dict[str, float]) -> None:
        """Stand at ``n``, named ``text``, with a dot on each curve: meaning -> value there."""
        right = n > 12  # the name stands on the side where the curves leave room
        heights = {h: [c.height(0.06)] for h, c in zip(self._heights, self.charts, strict=True)}
        line = {
            "n": [n], "x": [float(n)], **heights, "text": [text],
            "align": ["right" if right else "left"], "dx": [-18 if right else 18],
        }  # fmt: skip
        dots = {
            "x": [float(n)] * len(values), "y": [float(v) for v in values.values()],
            "color": [self.style.color(m) for m in values],
        }  # fmt: skip
        for source, data in ((self.handles, line), (self.points, dots)):
            renew(source, data)


def _width(text: str) -> float:
    """Width of a name in units of its size; a Chinese character is as wide as it is high."""
    return sum(1.02 if ord(c) > 0x2E80 or "①" <= c <= "⑨" else 0.57 for c in text)
