"""Names at the heads of arrows, placed so that none sits on another or on a handle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from bokeh.models import ColumnDataSource, LabelSet

from figures.parts.columns import renew
from figures.parts.plane import Plane

_COLUMNS = ("x", "y", "dx", "dy", "sx", "sy", "base", "sub", "color")
# Where a label may stand, as offsets of its centre in units of its own half size and a gap.
_PLACES = np.array(
    [(np.cos(a), np.sin(a)) for a in np.radians([0, 45, -45, 90, -90, 135, -135, 180])]
)
_GAPS = np.array([7.0, 22.0, 40.0])  # px between the head and the label, nearest first


@dataclass(frozen=True)
class Label:
    """``base`` with a lowered ``sub`` behind it, at ``point`` (m), in the colour of ``meaning``.

    ``key`` names the label from one frame to the next; ``away`` is the direction it prefers.
    """

    key: str
    point: Sequence[float]
    away: Sequence[float]
    base: str
    sub: str
    meaning: str


class Labels:
    """All labels of one plot."""

    def __init__(self, plane: Plane):
        self.plane = plane
        self.source = ColumnDataSource({name: [] for name in _COLUMNS}, name="labels")
        common = {"x": "x", "y": "y", "source": self.source, "text_color": "color",
                  "text_baseline": "middle", "text_font_style": "bold",
                  "background_fill_alpha": 0.7}  # fmt: skip
        self._base = LabelSet(
            text="base", x_offset="dx", y_offset="dy", text_align="right", **common
        )
        self._sub = LabelSet(text="sub", x_offset="sx", y_offset="sy", text_align="left", **common)
        for part in (self._base, self._sub):
            plane.figure.renderers.append(part)
        self._last: dict[str, int] = {}
        self.restyle()

    def restyle(self) -> None:
        """Take the text sizes of the present theme."""
        size = self.plane.style.size
        for part, name in ((self._base, "plot_text"), (self._sub, "plot_small")):
            part.text_font_size = f"{size(name)}px"
            part.background_fill_color = self.plane.style.color("plot")

    def set(self, labels: list[Label], obstacles=()) -> None:
        """Place ``labels``; ``obstacles`` are points (m) to keep clear of, such as handles.

        A label keeps its place relative to its arrow while that place is free: it must not jump
        about while a joint is dragged.
        """
        unit, style = self.plane.px_per_m, self.plane.style
        big, small = style.size("plot_text"), style.size("plot_small")
        taken = [(float(x) * unit, -float(y) * unit, 13.0, 13.0) for x, y in obstacles]
        taken += _walls(self.plane.frame, unit)  # boxes: centre and half size, px
        rows = {name: [] for name in _COLUMNS}
        for label in labels:
            base_w, sub_w = 0.62 * big * _width(label.base), 0.62 * small * _width(label.sub)
            half = ((base_w + sub_w) / 2 + 2, big * 0.75)
            x, y = map(float, label.point)
            head = (x * unit, -y * unit)
            cx, cy = self._place(label, head, half, taken)
            taken.append((cx, cy, *half))
            split = cx - half[0] + base_w + 2 - head[0]
            row = (
                x, y, split, head[1] - cy, split, head[1] - cy - 0.28 * big,
                label.base, label.sub, style.color(label.meaning),
            )  # fmt: skip
            for name, item in zip(_COLUMNS, row, strict=True):
                rows[name].append(item)
        renew(self.source, rows)

    def _place(self, label: Label, head, half, taken) -> tuple[float, float]:
        """Centre (px) of the first free place, tried from the last one and then outward."""
        last = self._last.get(label.key)
        if last is not None:
            # Nearly always free: plain numbers, since this is asked for each label of each frame.
            (ux, uy), (w, h), gap = _PLACES[last].tolist(), half, float(_GAPS[0])
            x, y = head[0] + ux * (w + gap), head[1] + uy * (h + gap)
            if all(abs(x - bx) >= w + bw or abs(y - by) >= h + bh for bx, by, bw, bh in taken):
                return x, y
        order = np.argsort(-(_PLACES @ (label.away[0], -label.away[1])), kind="stable")
        centers = _centers(head, half, _PLACES[order], _GAPS)
        best = int(np.argmin(_clash(centers, half, np.reshape(taken, (-1, 4)))))
        self._last[label.key] = int(order[best % len(order)])
        return float(centers[best, 0]), float(centers[best, 1])


def _walls(frame, unit: float) -> list[tuple[float, float, float, float]]:
    """Boxes around the part of the plane that is seen: a label outside of it would be cut."""
    if frame is None:
        return []
    x0, x1, y0, y1 = (unit * side for side in frame)
    far = 4 * (x1 - x0 + y1 - y0)
    x, y = (x0 + x1) / 2, -(y0 + y1) / 2
    return [(x0 - far, y, far, far), (x1 + far, y, far, far), (x, -y1 - far, far, far),
            (x, far - y0, far, far)]  # fmt: skip


def _centers(head, half, places, gaps) -> np.ndarray:
    """Centres (gaps * places, 2) of a label of size ``half`` around its head."""
    return (np.asarray(head) + places * (np.asarray(half) + gaps[:, None, None])).reshape(-1, 2)


def _clash(centers, half, boxes) -> np.ndarray:
    """How much (px²) a label at each of ``centers`` (k, 2) would cover of ``boxes`` (m, 4)."""
    over = boxes[:, 2:] + half - np.abs(centers[:, None, :] - boxes[:, :2])
    return np.prod(np.maximum(over, 0.0), axis=-1).sum(axis=-1)


def _width(text: str) -> float:
    """Width in characters; a combining accent takes none, a subscript digit takes less."""
    return sum(0.0 if "\u0300" <= c <= "\u036f" else 0.75 if "₀" <= c <= "₉" else 1.0 for c in text)
