"""The planar arm: its constant parameters and its kinematics. No dynamics algorithm lives here.

World frame: x to the right, y up, base joint at the origin. Angles are relative: q[0] from the
+x axis, q[i] from link i to link i+1, counter-clockwise positive, in radians. SI units.
All functions accept leading batch dimensions and raise ValueError for a wrong shape, NaN or inf.
Source of the equations: Siciliano et al., Robotics, ch. 2-3; Lynch & Park, Modern Robotics, ch. 5.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from . import checks


class Link(NamedTuple):
    """One link as plain floats: what the loop over links reads."""

    length: float
    mass: float
    com_x: float
    com_y: float
    inertia: float


@dataclass(frozen=True, eq=False)
class PlanarArm:
    """A chain of n rigid links joined by revolute joints whose axes are normal to the plane.

    lengths (n,)   m, joint i to joint i+1, > 0
    masses (n,)    kg, > 0
    coms (n, 2)    m, joint i to the centre of mass, in link i's frame (x along the link)
    inertias (n,)  kg m^2 about the centre of mass, >= 0

    The stored arrays are read-only copies. Raises ValueError for a value out of range.
    """

    lengths: np.ndarray
    masses: np.ndarray
    coms: np.ndarray
    inertias: np.ndarray

    def __post_init__(self):
        lengths = _parameter("lengths", self.lengths)
        if lengths.ndim != 1 or lengths.size == 0:
            raise ValueError(f"lengths has shape {lengths.shape}; needed: (n,) with n >= 1")
        n = lengths.size
        given = {
            "lengths": (lengths, (n,)),
            "masses": (_parameter("masses", self.masses), (n,)),
            "coms": (_parameter("coms", self.coms), (n, 2)),
            "inertias": (_parameter("inertias", self.inertias), (n,)),
        }
        for name, (array, shape) in given.items():
            if array.shape != shape:
                raise ValueError(f"{name} has shape {array.shape}; needed: {shape}")
            object.__setattr__(self, name, array)
        for name in ("lengths", "masses"):
            if not (getattr(self, name) > 0).all():
                raise ValueError(f"{name} is {getattr(self, name)}; needed: all greater than 0")
        if not (self.inertias >= 0).all():
            raise ValueError(f"inertias is {self.inertias}; needed: none below 0")
        columns = (lengths, self.masses, self.coms[:, 0], self.coms[:, 1], self.inertias)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        object.__setattr__(self, "links", tuple(Link(*row) for row in rows))

    @property
    def n(self):
        """Number of links, which is the number of joints."""
        return len(self.lengths)


def _parameter(name, value):
    array = np.array(checks.finite(name, checks.numbers(name, value)))
    array.flags.writeable = False
    return array


def chapter_arm(n=3):
    """Return the chapter's arm: uniform rods of 1.0, 0.8, 0.5 m and 2.0, 1.6, 1.0 kg.

    The centre of mass is in the middle and I = m l^2 / 12. For n > 3 the three rods repeat.
    Raises ValueError if n is not a whole number of at least 1.
    """
    n = checks.count("n", n)
    lengths = np.resize([1.0, 0.8, 0.5], n)
    masses = np.resize([2.0, 1.6, 1.0], n)
    coms = np.column_stack([lengths / 2, np.zeros(n)])
    return PlanarArm(lengths, masses, coms, masses * lengths**2 / 12)


def _turn(v):
    """Rotate the vectors v (..., 2) by +90 degrees: z x v."""
    return np.stack([-v[..., 1], v[..., 0]], axis=-1)


def _directions(q):
    """Unit vectors (..., n, 2) along the links."""
    theta = np.add.accumulate(q, axis=-1)
    return np.stack([np.cos(theta), np.sin(theta)], axis=-1)


def _joints(arm, along):
    links = arm.lengths[:, None] * along
    base = np.zeros_like(links[..., :1, :])
    return np.concatenate([base, np.add.accumulate(links, axis=-2)], axis=-2)


@checks.quiet_overflow
def joint_positions(arm, q):
    """Return the positions (..., n+1, 2) in m of all joints, base first and tip last.

    q (..., n) rad. p_{i+1} = p_i + l_i (cos theta_i, sin theta_i), theta_i = q_1 + ... + q_i.
    """
    return _joints(arm, _directions(checks.vector("q", q, arm.n)))


def com_positions(arm, q):
    """Return the centres of mass (..., n, 2) in m, world frame.

    q (..., n) rad. p_ci = p_i + R(theta_i) c_i with c_i the row i of arm.coms.
    """
    return com_positions_and_joints(arm, q)[0]


@checks.quiet_overflow
def com_positions_and_joints(arm, q):
    """Return com_positions and joint_positions, which share all their work."""
    along = _directions(checks.vector("q", q, arm.n))
    joints = _joints(arm, along)
    r_c = arm.coms[:, :1] * along + arm.coms[:, 1:] * _turn(along)
    return joints[..., :-1, :] + r_c, joints


@checks.quiet_overflow
def com_velocities(arm, q, qd):
    """Return the velocities (..., n, 2) in m/s of the centres of mass, world frame.

    q (..., n) rad, qd (..., n) rad/s.
    v_ci = v_i + omega_i z x r_ci, v_{i+1} = v_i + omega_i z x r_i.
    """
    coms, joints = com_positions_and_joints(arm, q)
    omega = np.add.accumulate(checks.vector("qd", qd, arm.n), axis=-1)[..., None]
    checks.batch_shape({"q": coms[..., 0], "qd": omega[..., 0]})
    v_along = omega * _turn(joints[..., 1:, :] - joints[..., :-1, :])
    v_joint = np.add.accumulate(v_along, axis=-2) - v_along
    return v_joint + omega * _turn(coms - joints[..., :-1, :])


@checks.quiet_overflow
def tip_jacobian(arm, q):
    """Return the Jacobian J (..., 2, n) in m of the tip's position: v_tip = J qd.

    q (..., n) rad. Column j is z x (p_tip - p_j).
    """
    joints = joint_positions(arm, q)
    return np.swapaxes(_turn(joints[..., -1:, :] - joints[..., :-1, :]), -1, -2)


@checks.quiet_overflow
def tip_velocity(arm, q, qd):
    """Return the tip's velocity (..., 2) in m/s, J(q) qd, world frame."""
    jacobian = tip_jacobian(arm, q)
    qd = checks.vector("qd", qd, arm.n)
    checks.batch_shape({"q": jacobian[..., 0, :], "qd": qd})
    return np.sum(jacobian * qd[..., None, :], axis=-1)


@checks.quiet_overflow
def drag_joint(arm, q, joint, point):
    """Return q with only q[joint] changed, so that link joint+1 points at `point`.

    The handle with index `joint` (0 .. n-1) sits at the outer end of its link. Inner angles and
    outer relative angles are kept, so the outer links turn along as one body. q (..., n) rad,
    point (..., 2) m in the world frame. The new angle lies in (-pi, pi]. A point closer to the
    link's own joint than 1e-9 of the link's length has no direction: q is returned unchanged.
    """
    q = checks.vector("q", q, arm.n)
    point = checks.vector("point", point, 2)
    if isinstance(joint, bool) or not isinstance(joint, int | np.integer) or not 0 <= joint < arm.n:
        raise ValueError(
            f"joint is {checks.short(joint)}; needed: a whole number from 0 to {arm.n - 1}"
        )
    shape = checks.batch_shape({"q": q, "point": point})
    reach = point - joint_positions(arm, q)[..., joint, :]
    angle = np.arctan2(reach[..., 1], reach[..., 0]) - np.sum(q[..., :joint], axis=-1)
    has_direction = np.hypot(reach[..., 0], reach[..., 1]) > 1e-9 * arm.lengths[joint]
    dragged = np.array(np.broadcast_to(q, (*shape, arm.n)))
    dragged[..., joint] = np.where(has_direction, wrap_angle(angle), q[..., joint])
    return dragged


def wrap_angle(angle):
    """Bring angles into (-pi, pi]; those inside already keep every bit."""
    inside = (angle > -np.pi) & (angle <= np.pi)
    wrapped = np.pi - np.mod(np.pi - angle, 2 * np.pi)
    return np.where(inside, angle, np.where(wrapped <= -np.pi, np.pi, wrapped))
