"""Turning arcs at the joints: the length says how much, the head says which way."""

from __future__ import annotations

import math

from bokeh.models import Arrow, ColumnDataSource, NormalHead

from figures.parts.columns import renew
from figures.parts.plane import Plane

_COLUMNS = ("x", "y", "radius", "start", "end", "color", "alpha", "tx", "ty", "hx", "hy", "size")


class Arcs:
    """Arcs of one meaning around points; the source is named after it."""

    def __init__(self, plane: Plane, meaning: str, radian_per_unit: float, least: float = 0.0):
        self.plane, self.meaning, self.gain, self.least = plane, meaning, radian_per_unit, least
        self.source = ColumnDataSource({name: [] for name in _COLUMNS}, name=meaning)
        self._arc = plane.figure.arc(
            "x", "y", "radius", "start", "end", source=self.source,
            line_color="color", line_alpha="alpha",
        )  # fmt: skip
        ink = {"line_color": "color", "line_alpha": "alpha"}
        head = NormalHead(size="size", fill_color="color", fill_alpha="alpha", **ink)
        # A line here would only be hidden by the head, and hiding it is dear (see arrows.py).
        plane.add(Arrow(x_start="tx", y_start="ty", x_end="hx", y_end="hy", source=self.source,
                        end=head, line_color=None))  # fmt: skip
        self.restyle()

    def restyle(self) -> None:
        """Take the stroke of the present theme."""
        wide = self.plane.style.emphasis(self.meaning)[1]
        self._arc.glyph.line_width = wide * 0.8 * self.plane.style.size("stroke")

    def set(
        self, centers, values, starts, radii, strength=None, colors=None
    ) -> list[tuple[float, float]]:
        """Arcs about ``centers`` (k, 2) m that begin at angle ``starts`` and turn by ``values``.

        An arc's length is ``values`` times the gain on top of ``least``, at most 300°, in the sense
        of the sign; its end comes back as a point (k, 2) for a label.
        """
        rows = {name: [] for name in _COLUMNS}
        strength = [1.0] * len(values) if strength is None else strength
        colors = [self.meaning] * len(values) if colors is None else colors
        ink, wide = self.plane.style.emphasis(self.meaning)
        size = 4 + 3 * wide * self.plane.style.size("stroke")
        for center, value, start, radius, alpha, color in zip(
            centers, values, starts, radii, strength, colors, strict=True
        ):
            sweep = min(5.2, self.least + abs(float(value)) * self.gain)
            sweep = math.copysign(sweep if abs(value) > 1e-9 else 0.0, value)
            end = float(start) + sweep
            head = min(size, 0.8 * abs(sweep) * radius * self.plane.px_per_m)
            # The head lies on the arc: it ends where the arc ends and comes from along it.
            back = end - math.copysign(0.7 * head / (radius * self.plane.px_per_m), sweep)
            (hx, hy), (tx, ty) = (
                (float(center[0]) + radius * math.cos(a), float(center[1]) + radius * math.sin(a))
                for a in (end, back)
            )
            low, high = sorted((float(start), back))
            row = (
                float(center[0]), float(center[1]), float(radius), low, high,
                self.plane.style.color(color), ink * alpha if head > 3 else 0.0,
                tx, ty, hx, hy, head,
            )  # fmt: skip
            for name, item in zip(_COLUMNS, row, strict=True):
                rows[name].append(item)
        renew(self.source, rows)
        return list(zip(rows["hx"], rows["hy"], strict=True))
