"""A plot of the plane in metres: equal axes, a faint grid, no toolbar."""

from __future__ import annotations

from bokeh.core.property.descriptors import UnsetValueError
from bokeh.models import ColumnDataSource, CustomJS, Range1d
from bokeh.plotting import figure

from figures.parts.columns import renew
from figures.parts.quiet import quiet
from figures.style import Style, sheet

# A metre is a metre both ways and the whole region is inside, whatever the shape of the window.
_FIT = """
const w = fig.inner_width, h = fig.inner_height;
if (!(w > 40 && h > 40)) return;
const [x0, x1, y0, y1] = (tall != null && w < h * 1.05) ? tall : wide;
const unit = Math.min(w / (x1 - x0), h / (y1 - y0));
const cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
fig.x_range.setv({start: cx - w / unit / 2, end: cx + w / unit / 2});
fig.y_range.setv({start: cy - h / unit / 2, end: cy + h / unit / 2});
const style = Bokeh.index.find_one_by_id(fig.id)?.el?.style;
style?.setProperty("--metre", `${unit}px`);
style?.setProperty("--origin", `${w / 2 - cx * unit}px ${h / 2 + cy * unit}px`);
"""


class Plane:
    """A Bokeh figure that always shows the whole of ``wide`` = (x0, x1, y0, y1), in metres.

    Where the plot is taller than wide, ``tall`` is shown instead if it is given; ``is_tall`` says
    so, and ``px_per_m`` is the number of screen pixels per metre.
    """

    def __init__(self, name: str, style: Style, wide, tall=None):
        self.style = style
        self._wide, self._tall = wide, tall
        self.is_tall = False
        self.px_per_m = 100.0  # a guess until the browser has laid the plot out
        self.frame: tuple[float, float, float, float] | None = None  # what is seen, m; then known
        self.figure = figure(
            name=name,
            tools="",
            toolbar_location=None,
            sizing_mode="stretch_both",
            x_range=Range1d(wide[0], wide[1]),
            y_range=Range1d(wide[2], wide[3]),
            min_border=0,
            outline_line_color=None,
            background_fill_color=None,  # the page's own ground shows through
            border_fill_color=None,
        )
        # Axes and title that nobody sees would be laid out at each paint, and a grid painted anew:
        # it is a background of the element instead.
        self.figure.update(below=[], left=[], center=[], title=None, stylesheets=[sheet("plane")])
        quiet(self.figure)
        fit = CustomJS(args={"fig": self.figure, "wide": wide, "tall": tall}, code=_FIT)
        self.figure.js_on_change("inner_width", fit)
        self.figure.js_on_change("inner_height", fit)
        self.on_resize(self._measure)
        self._captions = ColumnDataSource({"x": [], "y": [], "text": []}, name="captions")
        self._caption = self.figure.text(
            "x", "y", text="text", source=self._captions, text_align="center", text_baseline="top"
        )
        self.restyle()

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        """Where (x, y) in metres is on the screen, in pixels from an origin of its own."""
        return x * self.px_per_m, -y * self.px_per_m

    def point(self, px: float, py: float) -> tuple[float, float]:
        """The inverse of :meth:`pixels`."""
        return px / self.px_per_m, -py / self.px_per_m

    def inside(self, x: float, y: float, margin_px: float) -> tuple[float, float]:
        """The point nearest to (x, y) m that is seen, at least ``margin_px`` from the edge."""
        if self.frame is None:
            return x, y
        margin = margin_px / self.px_per_m
        x0, x1, y0, y1 = self.frame
        return min(max(x, x0 + margin), x1 - margin), min(max(y, y0 + margin), y1 - margin)

    def add(self, annotation):
        """Put an annotation among the glyphs, painted in the order of adding; returns it.

        An annotation follows its source at a fifth of the cost of a glyph, which Bokeh keeps in
        five versions (selected, muted ...).
        """
        annotation.level = "glyph"
        self.figure.renderers.append(annotation)
        return annotation

    def caption(self, texts: list[tuple[float, float, str]]) -> None:
        """Write (x, y, text) on the plane, each centred below its point."""
        x, y, text = (
            (list(column) for column in zip(*texts, strict=True)) if texts else ([], [], [])
        )
        renew(self._captions, {"x": x, "y": y, "text": text})

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        color = self.style.color
        self._caption.glyph.update(
            text_color=color("muted"), text_font_size=f"{self.style.size('plot_small')}px"
        )

    def _measure(self, *event) -> None:
        """Take over the size that the browser has given the plot; each frame needs it often."""
        size = inner_size(self.figure)
        if size is None:
            return
        w, h = size
        self.is_tall = self._tall is not None and w < h * 1.05
        x0, x1, y0, y1 = self._tall if self.is_tall else self._wide
        self.px_per_m = min(w / (x1 - x0), h / (y1 - y0))
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        right, up = w / self.px_per_m / 2, h / self.px_per_m / 2
        self.frame = (x - right, x + right, y - up, y + up)

    def on_resize(self, action) -> None:
        """Call ``action()`` when the browser has given the plot another size."""
        on_resize(self.figure, action)


def inner_size(fig) -> tuple[float, float] | None:
    """Width and height (px) of the frame of a figure, once the browser has laid it out."""
    try:
        w, h = fig.inner_width, fig.inner_height
    except UnsetValueError:  # one of the two has not been told yet
        return None
    return (w, h) if min(w, h) > 40 else None  # else the layout is still under way


def on_resize(fig, action) -> None:
    """Call ``action()`` when the browser has given the figure another size."""
    for name in ("inner_width", "inner_height"):
        fig.on_change(name, lambda attr, old, new: action())
