"""The arrow part: all arrows of one meaning, from tails and heads in metres."""

from __future__ import annotations

import math

from bokeh.models import Arrow, ColumnDataSource, NormalHead

from figures.parts.columns import renew
from figures.parts.plane import Plane
from figures.style import DASHES, THIN

HEAD_PX = 15
VISIBLE_PX = 3  # a shorter arrow would be a dot that tells nothing
_COLUMNS = ("x0", "y0", "x1", "y1", "xb", "yb", "color", "alpha", "width", "head")


class Arrows:
    """Arrows of one meaning; the source is named after it and has columns x0, y0, x1, y1."""

    def __init__(self, plane: Plane, meaning: str):
        self.plane, self.meaning = plane, meaning
        self.source = ColumnDataSource({name: [] for name in _COLUMNS}, name=meaning)
        ink = {"line_color": "color", "line_alpha": "alpha"}
        head = NormalHead(size="head", fill_color="color", fill_alpha="alpha", **ink)
        # In one piece Bokeh would cut the head out of the shaft by a mask of the whole canvas,
        # which takes longer than all else that is painted: the shaft ends where the head begins.
        tail = {"x_start": "x0", "y_start": "y0", "source": self.source}
        plane.add(
            Arrow(x_end="xb", y_end="yb", end=None, line_width="width",
                  line_dash=DASHES.get(meaning, []), **ink, **tail)
        )  # fmt: skip
        plane.add(Arrow(x_end="x1", y_end="y1", end=head, line_color=None, **tail))

    def set(self, tails, heads, strength=None, colors=None) -> None:
        """Show arrows from tails to heads, both (k, 2) in metres.

        ``strength`` (k,) is 1 for the arrow spoken of and less for a pale one; ``colors`` (k,)
        are meanings where the rows differ (a joint's own colour), else this part's own. While
        another meaning is lit all are paler.
        """
        tails, heads = [list(map(float, t)) for t in tails], [list(map(float, h)) for h in heads]
        count = len(tails)
        strength = [1.0] * count if strength is None else list(strength)
        style, unit = self.plane.style, self.plane.px_per_m
        ink, wide = style.emphasis(self.meaning)
        stroke = wide * style.size("stroke") * (0.6 if self.meaning in THIN else 1.0)
        length = [math.dist(t, h) * unit for t, h in zip(tails, heads, strict=True)]
        alpha = [s * ink if px > VISIBLE_PX else 0 for s, px in zip(strength, length, strict=True)]
        full = HEAD_PX * (stroke / 6 + 0.5)
        head = [min(full, 0.6 * px) for px in length]
        part = [size / px if px else 0.0 for size, px in zip(head, length, strict=True)]
        rows = {
            "x0": [t[0] for t in tails],
            "y0": [t[1] for t in tails],
            "x1": [h[0] for h in heads],
            "y1": [h[1] for h in heads],
            "xb": [h[0] + p * (t[0] - h[0]) for t, h, p in zip(tails, heads, part, strict=True)],
            "yb": [h[1] + p * (t[1] - h[1]) for t, h, p in zip(tails, heads, part, strict=True)],
            "color": [style.color(c) for c in colors or [self.meaning] * count],
            "alpha": alpha,
            "width": [stroke if s == 1 else 0.7 * stroke for s in strength],
            "head": head,
        }
        renew(self.source, rows)
