"""The path behind a point, fading with age."""

from __future__ import annotations

from bokeh.models import ColumnDataSource, CustomJSExpr

from figures.parts.plane import Plane

# Only new pieces travel; the browser works out how old each is from its place.
_FADE = """
const n = this.data.x.length;
return Array.from({length: n}, (_, i) => 0.9 * ((i + 1) / n) ** 1.5);
"""


class Trail:
    """The last ``length`` pieces of a path; the source ``name`` has their ends x, y and x1, y1."""

    def __init__(self, plane: Plane, name: str, meaning: str, length: int):
        self.plane, self.meaning, self.length = plane, meaning, length
        self.source = ColumnDataSource(_empty(), name=name)
        fade = CustomJSExpr(code=_FADE)
        self._pieces = plane.figure.segment(
            "x", "y", "x1", "y1", source=self.source, line_alpha={"expr": fade}, line_cap="butt"
        )
        self._last: tuple[float, float] | None = None
        self.restyle()

    def restyle(self) -> None:
        """Take the colour and stroke of the present theme."""
        style = self.plane.style
        self._pieces.glyph.update(
            line_color=style.color(self.meaning), line_width=style.size("stroke")
        )

    def start(self, x: float, y: float) -> None:
        """Begin a new path."""
        self._last = (float(x), float(y))
        if self.source.data["x"]:
            self.source.data = _empty()

    def add(self, points) -> None:
        """Go on to ``points`` (k, 2) in metres."""
        points = [(float(x), float(y)) for x, y in points][-self.length :]
        if not points:
            return
        tails = [self._last or points[0], *points[:-1]]
        self._last = points[-1]
        self.source.stream(
            {"x": [p[0] for p in tails], "y": [p[1] for p in tails],
             "x1": [p[0] for p in points], "y1": [p[1] for p in points]},
            rollover=self.length,
        )  # fmt: skip


def _empty() -> dict:
    return {"x": [], "y": [], "x1": [], "y1": []}
