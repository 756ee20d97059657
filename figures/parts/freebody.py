"""A link drawn alone: the forces on it, the moments at its joints, and the closing polygon."""

from __future__ import annotations

import numpy as np

from figures.parts.arcs import Arcs
from figures.parts.arm import Links
from figures.parts.arrows import Arrows
from figures.parts.plane import Plane
from figures.style import GRAVITY, INERTIA_FORCE

LENGTH = 1.0  # m on the plot, for each link: a body drawn alone is drawn larger
FORCE, REACTION, MOMENT = "force", "reaction", "moment"


class FreeBody:
    """The free-body diagram of one link, anywhere on a plane."""

    def __init__(self, plane: Plane):
        self.plane = plane
        self.links = Links(plane, "body")
        self.moments = Arcs(plane, MOMENT, radian_per_unit=0.1, least=0.6)
        names = (GRAVITY, FORCE, REACTION, INERTIA_FORCE)
        self.arrows = {name: Arrows(plane, name) for name in names}

    def restyle(self) -> None:
        """Take the colours of the theme and the size of the plot."""
        self.links.restyle()
        self.moments.restyle()

    def clear(self) -> None:
        """Show no body."""
        self.links.set([], [], [])
        for arrows in self.arrows.values():
            arrows.set([], [])

    def set(self, at, polygon_at, r, r_c, vectors, moments, colors, room=(-np.inf, np.inf)):
        """Draw a link with ``r``, ``r_c`` (2,) about ``at`` and its polygon about ``polygon_at``.

        Where an arrow would reach beyond the heights ``room`` (low, high), the link gives way.
        ``vectors`` are the force at the inner joint, the one at the outer joint, the weight and
        m a, in metres of the plot; ``moments`` and ``colors`` are those at the two joints. Returns
        the tails of the four arrows, and points that labels should keep clear of.
        """
        force, reaction, weight, total = vectors
        inner, outer, com = points = body_points(at, r, r_c, LENGTH)
        heads = np.add(points, (force, reaction, weight))
        inner, outer, com = points + np.array([0.0, way_into(room, [*points, *heads])])
        a, b, c, d = polygon_points(polygon_at, [force, reaction, weight])
        own, next_ = colors
        self.links.set([inner], [outer], [com])
        self.arrows[FORCE].set([inner, a], [inner + force, b], colors=[own, own])
        self.arrows[REACTION].set([outer, b], [outer + reaction, c], colors=[next_, next_])
        self.arrows[GRAVITY].set([com, c], [com + weight, d])
        self.arrows[INERTIA_FORCE].set([com, a], [com + total, a + total])
        turns = self.moments.set(
            [inner, outer], moments, [np.pi / 2] * 2, [0.28] * 2, colors=[own, next_]
        )
        tails = (inner, outer, com, com)
        along = [t + v * part for t, v in zip(tails, vectors, strict=True) for part in (0.5, 0.8)]
        return tails, [inner, outer, com, *turns, *along]


def body_points(center, r, r_c, length: float):
    """Inner joint, outer joint and CoM of a link drawn alone with its middle at ``center``.

    ``r`` and ``r_c`` (2,) lead from the joint to the next joint and to the CoM; the link keeps its
    direction and is drawn ``length`` long.
    """
    larger = length / np.linalg.norm(r)
    inner = np.asarray(center) - np.asarray(r) * larger / 2
    return inner, inner + np.asarray(r) * larger, inner + np.asarray(r_c) * larger


def way_into(room, points) -> float:
    """How far up ``points`` (k, 2) must move to lie between the heights ``room`` (low, high).

    Zero where they do already; where they are too tall for it, to its middle.
    """
    heights = np.asarray(points)[:, 1]
    low, high = room[0] - heights.min(), room[1] - heights.max()
    return (low + high) / 2 if low > high else float(np.clip(0.0, low, high))


def polygon_points(center, vectors) -> np.ndarray:
    """Corners (k+1, 2) of the ``vectors`` (k, 2) put head to tail, centred on ``center``."""
    corners = np.vstack([[0.0, 0.0], np.cumsum(vectors, axis=0)])
    return corners + np.asarray(center) - (corners.min(axis=0) + corners.max(axis=0)) / 2
