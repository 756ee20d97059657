"""Where the pieces of a free-body diagram stand: plain geometry in metres of the plot."""

from __future__ import annotations

import numpy as np


def body_points(center, r, r_c, length: float):
    """Inner joint, outer joint and CoM of a link drawn alone with its middle at ``center``.

    ``r`` and ``r_c`` (2,) lead from the joint to the next joint and to the CoM; the link keeps its
    direction and is drawn ``length`` long.
    """
    larger = length / np.linalg.norm(r)
    inner = np.asarray(center) - np.asarray(r) * larger / 2
    return inner, inner + np.asarray(r) * larger, inner + np.asarray(r_c) * larger


def polygon_points(center, vectors) -> np.ndarray:
    """Corners (k+1, 2) of the ``vectors`` (k, 2) put head to tail, centred on ``center``."""
    corners = np.vstack([[0.0, 0.0], np.cumsum(vectors, axis=0)])
    return corners + np.asarray(center) - (corners.min(axis=0) + corners.max(axis=0)) / 2
