"""The arm widget: solid links, CoM marks, joint rings, hatched base and the handles on top."""

from __future__ import annotations

from bokeh.models import Arrow, ColumnDataSource

from figures.parts.columns import renew
from figures.parts.plane import Plane

LINK_WIDTH = 0.13  # m
HANDLE_PX = 22  # drawn; the finger gets twice that


class Links:
    """Solid links with their CoM marks, at any places: an arm, or one link on its own."""

    def __init__(self, plane: Plane, name: str):
        self.plane = plane
        self._links = ColumnDataSource(_empty("x0", "y0", "x1", "y1", "alpha"), name=name)
        self._coms = ColumnDataSource(_empty("x", "y", "alpha"), name=f"{name}_coms")
        self._edge, self._body = (
            plane.add(
                Arrow(x_start="x0", y_start="y0", x_end="x1", y_end="y1", source=self._links,
                      line_alpha="alpha", line_cap="round", end=None)
            )
            for _ in range(2)
        )  # fmt: skip
        self._com = plane.figure.scatter(
            "x", "y", source=self._coms, marker="circle_cross", alpha="alpha", size=13
        )
        self.restyle()

    def set(self, inner, outer, coms, strength=None) -> None:
        """Links from ``inner`` to ``outer`` with CoMs, each (k, 2) m; ``strength`` (k,) pales."""
        alpha = [1.0] * len(coms) if strength is None else list(strength)
        (x0, y0), (x1, y1), (x, y) = (_columns(points) for points in (inner, outer, coms))
        renew(self._links, {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "alpha": alpha})
        renew(self._coms, {"x": x, "y": y, "alpha": alpha})

    def restyle(self) -> None:
        """Take the colours of the theme and the size of the plot."""
        color = self.plane.style.color
        width = max(8.0, LINK_WIDTH * self.plane.px_per_m)
        self._edge.update(line_color=color("link_edge"), line_width=width + 3)
        self._body.update(line_color=color("link_body"), line_width=width)
        self._com.glyph.update(line_color=color("text"), fill_color=color("plot"))


class Arm:
    """An arm on its base, with a handle at the outer end of each of its ``n`` links."""

    def __init__(self, plane: Plane):
        self.plane, self.n = plane, 0
        fig = plane.figure
        self._ground = fig.quad(
            left=-0.28, right=0.28, bottom=-0.24, top=-0.1, hatch_pattern="/", line_color=None
        )
        self._foot = fig.patch([-0.13, 0.13, 0.05, -0.05], [-0.1, -0.1, 0.02, 0.02])
        self.links = Links(plane, "links")
        self._ring = fig.scatter([0.0], [0.0], marker="circle", size=14, line_width=3)
        self.handles = ColumnDataSource(_empty("x", "y", "color", "marker"), name="handles")
        fig.scatter(
            "x", "y", source=self.handles, marker="marker", size=HANDLE_PX, line_width=3.5,
            fill_color="color", line_color="color", fill_alpha=0.18, level="annotation",
        )  # fmt: skip
        self.restyle()

    def set(self, joints, coms, strength=None, extra=()) -> None:
        """Show joints (n+1, 2), base to tip, and CoMs (n, 2); ``strength`` (n,) pales links.

        ``extra`` handles are (x, y, meaning, marker) and come after those of the joints.
        """
        self.n = len(coms)
        self.links.set(joints[:-1], joints[1:], coms, strength)
        x, y = _columns(joints[1:])
        color = self.plane.style.color
        handles = {
            "x": x + [float(e[0]) for e in extra],
            "y": y + [float(e[1]) for e in extra],
            "color": [color("accent")] * self.n + [color(e[2]) for e in extra],
            "marker": ["circle"] * self.n + [e[3] for e in extra],
        }
        renew(self.handles, handles)

    def restyle(self) -> None:
        """Take the colours of the theme and the size of the plot."""
        color = self.plane.style.color
        self.links.restyle()
        self._ring.glyph.update(line_color=color("link_edge"), fill_color=color("plot"))
        self._foot.glyph.update(fill_color=color("link_edge"), line_color=color("link_edge"))
        self._ground.glyph.update(fill_color=color("plot"), hatch_color=color("link_edge"))


def _empty(*names: str) -> dict:
    return {name: [] for name in names}


def _columns(points) -> tuple[list[float], list[float]]:
    """x and y as short plain lists."""
    return [float(p[0]) for p in points], [float(p[1]) for p in points]
