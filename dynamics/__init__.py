"""Dynamics of a planar arm: the recursive Newton-Euler algorithm and what checks it.

Conventions: SI units; world frame x right, y up, base at the origin; angles relative,
counter-clockwise, in radians; gravity along -y; f_tip is the force of the gripper on the
environment; tau = M qdd + C qd + g + J^T f_tip. Every function takes leading batch dimensions.
"""

from . import energy, integrate, lagrange, opcount, spatial
from .arm import PlanarArm, chapter_arm, drag_joint
from .forward import bias, forward_dynamics, mass_matrix
from .rnea import BackwardPass, ForwardPass, backward_pass, forward_pass, rnea

__all__ = [
    "BackwardPass",
    "ForwardPass",
    "PlanarArm",
    "backward_pass",
    "bias",
    "chapter_arm",
    "drag_joint",
    "energy",
    "forward_dynamics",
    "forward_pass",
    "integrate",
    "lagrange",
    "mass_matrix",
    "opcount",
    "rnea",
    "spatial",
]
