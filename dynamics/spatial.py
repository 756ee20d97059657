"""The recursive Newton-Euler algorithm in space: one 6-D recursion for any chain of rigid links.

A twist V = (omega, v) and a wrench F = (moment, force) have the ANGULAR part first. Frame i sits
at link i's centre of mass and moves with the link; whatever belongs to link i is written in it.
The world is frame 0, the tip frame n+1. A_i is the screw of joint i, the twist that a unit of
speed gives to link i: (axis, point x axis) turns about the axis through `point`, (0, direction)
slides. So q is in rad or in m and tau in N m or in N; all else is SI. Every function takes
leading batch dimensions and raises ValueError for a wrong shape, NaN or infinity.

Source: Lynch & Park, Modern Robotics, sections 3.3 and 8.3; see also Featherstone, Rigid Body
Dynamics Algorithms, ch. 2 and 5.
"""

from dataclasses import dataclass

import numpy as np

from . import checks
from .screws import Ad, ad, adjoint, bracket, exp_screw, inverse, motion, rigid, times, transform

__all__ = [
    "Ad",
    "BackwardPass",
    "ForwardPass",
    "SpatialArm",
    "ad",
    "backward_pass",
    "exp_screw",
    "forward_dynamics",
    "forward_pass",
    "from_planar",
    "link_poses",
    "mass_matrix",
    "rnea",
    "six_axis_arm",
    "spatial_inertia",
    "tip_pose",
    "wrench_of_force",
]

GRAVITY = (0.0, 0.0, -9.81)  # m/s^2, the real one, with z up
NO_WRENCH = (0.0,) * 6
_SAME = 1e-12  # entries of an inertia that must be equal may differ by this much of the largest


@dataclass(frozen=True, eq=False)
class SpatialArm:
    """A chain of n rigid links, each joined to the one before by a screw joint.

    home (n, 4, 4)      frame i in frame i-1 at q = 0, in m; the first one in the world
    screws (n, 6)       A_i in frame i, not zero
    inertias (n, 6, 6)  G_i = diag(I_c, m 1) in frame i: kg m^2 about the centre of mass, and kg
    tip (4, 4)          the tip frame in frame n, in m

    The stored arrays are read-only copies. Raises ValueError for a value out of range. What is
    left has a positive definite mass matrix in every pose.
    """

    home: np.ndarray
    screws: np.ndarray
    inertias: np.ndarray
    tip: np.ndarray

    def __post_init__(self):
        n = len(checks.shaped("screws", self.screws, 6))
        shapes = {"screws": (n, 6), "home": (n, 4, 4), "inertias": (n, 6, 6), "tip": (4, 4)}
        for name, shape in shapes.items():
            array = np.array(checks.finite(name, checks.numbers(name, getattr(self, name))))
            if array.shape != shape or n == 0:
                wanted = "(n, 6) with n >= 1" if name == "screws" else shape
                raise ValueError(f"{name} has shape {array.shape}; needed: {wanted}")
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        for i in np.flatnonzero(~self.screws.any(axis=-1)):
            raise ValueError(f"screws is zero at index {i}; needed: an axis or a direction")
        rigid("home", self.home)
        rigid("tip", self.tip)
        for i, G in enumerate(self.inertias):
            _check_inertia(i, G)

    @property
    def n(self):
        """Number of links, which is the number of joints."""
        return len(self.screws)


def _check_inertia(i, G):
    I_c, m = G[:3, :3], G[3, 3]
    off = max(np.abs(G - G.T).max(), np.abs(G - spatial_inertia(I_c, m)).max())
    least = min(np.linalg.eigvalsh(I_c)[0], m)
    if off > _SAME * np.abs(G).max() or not least > 0:
        raise ValueError(
            f"inertias is, at index {i}, off diag(I_c, m 1) or symmetry by {off:.2g} and has the"
            f" eigenvalue {least:.2g}; needed: diag(I_c, m 1), symmetric positive definite"
        )


def _checked(arm, **given):
    """The common batch shape of the arguments, and each one as an array (..., its size)."""
    sizes = {"base_acceleration": 3, "gravity": 3, "force": 3, "tip_wrench": 6}
    named = {name: checks.vector(name, x, sizes.get(name, arm.n)) for name, x in given.items()}
    return checks.batch_shape(named), *named.values()


def spatial_inertia(I_c, mass):
    """Return G = diag(I_c, m 1) (6, 6) of I_c (3, 3) in kg m^2 about the CoM, mass in kg."""
    G = np.zeros((6, 6))
    G[:3, :3] = I_c
    G[3:, 3:] = mass * np.eye(3)
    return G


# ---- the recursion ----


@dataclass(frozen=True, eq=False)
class ForwardPass:
    """What the outward pass finds. Leading batch dimensions as in the call.

    T     (..., n, 4, 4)  pose of frame i in frame i-1, m
    X     (..., n, 6, 6)  Ad(T_i^-1): takes a twist from frame i-1 to frame i
    V     (..., n, 6)     twist of link i in frame i: rad/s, and m/s of its centre of mass
    Vdot  (..., n, 6)     its rate: rad/s^2, m/s^2. The centre of mass has the true acceleration
                          vdot + omega x v, since frame i turns along
    """

    T: np.ndarray
    X: np.ndarray
    V: np.ndarray
    Vdot: np.ndarray


@dataclass(frozen=True, eq=False)
class BackwardPass:
    """What the inward pass finds. Leading batch dimensions as in the call.

    F    (..., n, 6)  wrench of link i-1 on link i in frame i: N m about link i's CoM, and N
    tau  (..., n)     of joint i: N m, or N where it slides
    """

    F: np.ndarray
    tau: np.ndarray


@checks.quiet_overflow
def forward_pass(arm, q, qd, qdd, base_acceleration=(0.0, 0.0, 0.0)):
    """Return the motion of every link as a `ForwardPass`, from the base outwards.

    q, qd, qdd (..., n). base_acceleration (..., 3) in m/s^2, world frame: 0 gives the true motion,
    -gravity that with which `backward_pass` includes gravity.

        T_i     = home_i exp([A_i] q_i)              X_i = Ad(T_i^-1)
        V_i     = X_i V_{i-1} + A_i qd_i
        Vdot_i  = X_i Vdot_{i-1} + ad(V_i) A_i qd_i + A_i qdd_i

    Source: Lynch & Park, section 8.3.2.
    """
    shape, q, qd, qdd, base = _checked(
        arm, q=q, qd=qd, qdd=qdd, base_acceleration=base_acceleration
    )
    V = np.zeros((*shape, 6))
    Vdot = np.zeros((*shape, 6))
    Vdot[..., 3:] = base
    links = []
    for i, (home, A) in enumerate(zip(arm.home, arm.screws, strict=True)):
        T = home @ motion(A, q[..., i])
        X = adjoint(inverse(T))
        A_qd = A * qd[..., i, None]
        V = times(X, V) + A_qd
        Vdot = times(X, Vdot) + times(bracket(V), A_qd) + A * qdd[..., i, None]
        links.append((T, X, V, Vdot))
    T, X, V, Vdot = zip(*links, strict=True)
    T, X = (np.broadcast_to(np.stack(x, -3), (*shape, arm.n, *x[0].shape[-2:])) for x in (T, X))
    return ForwardPass(T, X, np.stack(V, -2), np.stack(Vdot, -2))


@checks.quiet_overflow
def backward_pass(arm, forward, tip_wrench=NO_WRENCH):
    """Return the joint wrenches and torques as a `BackwardPass`, from the tip inwards.

    forward: a `ForwardPass` of the same arm. tip_wrench (..., 6): moment in N m and force in N in
    the tip frame, exerted by the gripper ON the environment. It is F_{n+1}; X_{n+1} = Ad(tip^-1).

        F_i   = X_{i+1}^T F_{i+1} + G_i Vdot_i - ad(V_i)^T G_i V_i
        tau_i = A_i . F_i

    Source: Lynch & Park, section 8.3.2.
    """
    F = checks.vector("tip_wrench", tip_wrench, 6)
    if forward.V.shape[-2] != arm.n:
        raise ValueError(f"forward has {forward.V.shape[-2]} links; needed: {arm.n}")
    checks.batch_shape({"forward": forward.V[..., 0, :], "tip_wrench": F})
    X_outer = adjoint(inverse(arm.tip))
    links = []
    for i in reversed(range(arm.n)):
        A, G = arm.screws[i], arm.inertias[i]
        V, Vdot = forward.V[..., i, :], forward.Vdot[..., i, :]
        F = times(X_outer.mT, F) + times(G, Vdot) - times(bracket(V).mT, times(G, V))
        tau = np.sum(A * F, axis=-1)
        links.append((F, tau))
        X_outer = forward.X[..., i, :, :]
    F, tau = zip(*reversed(links), strict=True)
    return BackwardPass(np.stack(F, -2), np.stack(tau, -1))


def rnea(arm, q, qd, qdd, tip_wrench=NO_WRENCH, gravity=GRAVITY):
    """Return the joint torques tau (..., n), N m or N, that make the arm move with qdd.

        tau = M(q) qdd + C(q, qd) qd + g(q) + J(q)^T tip_wrench

    q, qd, qdd (..., n). tip_wrench (..., 6): moment and force of the gripper ON the environment,
    in the tip frame, whose body Jacobian J is. gravity (..., 3) in m/s^2: the real one, as a
    vector of the world frame. It enters as a base that accelerates by -gravity: upwards.
    Source: Lynch & Park, section 8.3.2.
    """
    _, q, qd, qdd, tip_wrench, gravity = _checked(
        arm, q=q, qd=qd, qdd=qdd, tip_wrench=tip_wrench, gravity=gravity
    )
    return backward_pass(arm, forward_pass(arm, q, qd, qdd, -gravity), tip_wrench).tau


def mass_matrix(arm, q):
    """Return M (..., n, n), one RNEA column for each joint, as `dynamics.mass_matrix` does.

    q (..., n). M e_j = rnea(q, qd = 0, qdd = e_j, no gravity). Source: Walker & Orin (1982).
    """
    _, q = _checked(arm, q=q)
    return rnea(arm, q[..., None, :], np.zeros(arm.n), np.eye(arm.n), gravity=np.zeros(3)).mT


@checks.quiet_overflow
def forward_dynamics(arm, q, qd, tau, tip_wrench=NO_WRENCH, gravity=GRAVITY):
    """Return the joint accelerations qdd (..., n) that the torques tau (..., n) cause.

        M(q) qdd = tau - rnea(q, qd, qdd = 0, tip_wrench)

    Everything else as in `rnea`. Source: Walker & Orin (1982).
    """
    _, q, qd, tau, tip_wrench, gravity = _checked(
        arm, q=q, qd=qd, tau=tau, tip_wrench=tip_wrench, gravity=gravity
    )
    b = rnea(arm, q, qd, np.zeros(arm.n), tip_wrench, gravity)
    return np.linalg.solve(mass_matrix(arm, q), (tau - b)[..., None])[..., 0]


# ---- where the frames are ----


@checks.quiet_overflow
def link_poses(arm, q):
    """Return the poses (..., n, 4, 4) of the links' frames in the world; q (..., n).

    T_0i = T_01 T_12 ... T_{i-1,i}
    """
    _, q = _checked(arm, q=q)
    T = np.eye(4)
    poses = []
    for i, (home, A) in enumerate(zip(arm.home, arm.screws, strict=True)):
        T = T @ home @ motion(A, q[..., i])
        poses.append(T)
    return np.stack(poses, -3)


def tip_pose(arm, q):
    """Return the pose (..., 4, 4) of the tip frame in the world; q (..., n)."""
    return link_poses(arm, q)[..., -1, :, :] @ arm.tip


@checks.quiet_overflow
def wrench_of_force(arm, q, force):
    """Return the tip wrench (..., 6) of a pure force (..., 3) in N, world frame, at the tip."""
    _, q, force = _checked(arm, q=q, force=force)
    turned = times(tip_pose(arm, q)[..., :3, :3].mT, force)
    return np.concatenate([np.zeros_like(turned), turned], axis=-1)


# ---- arms ----


def from_planar(arm):
    """Return a `PlanarArm` as a `SpatialArm`: in the world's x-y plane, its axes along z.

    Its planar gravity g is gravity = (0, -g, 0) here. I_xx and I_yy are those of a thin plate,
    I_zz/2 each; no motion in the plane asks for them. Raises ValueError for an arm with a point
    mass for a link: its I_zz = 0 is not positive definite.
    """
    in_plane = np.column_stack([arm.coms, np.zeros(arm.n)])
    offsets = np.zeros((arm.n + 1, 3))
    offsets[1:, 0] = arm.lengths
    inertias = [
        spatial_inertia(np.diag([I_zz / 2, I_zz / 2, I_zz]), mass)
        for mass, I_zz in zip(arm.masses, arm.inertias, strict=True)
    ]
    return _chain(np.tile([0.0, 0.0, 1.0], (arm.n, 1)), offsets, in_plane, inertias)


# one row a link: axis; step from the joint before and CoM from the joint, m; mass, kg;
# I_xx I_xy I_xz I_yy I_yz I_zz about the CoM, kg m^2; in the world's directions at q = 0
_SIX_AXES = (
    ("z", (0.0, 0, 0.0), (0.02, -0.03, 0.25), 8.0, (0.16, 0.004, -0.01, 0.15, 0.006, 0.06)),
    ("y", (0.0, 0, 0.4), (0.2, 0.06, 0.02), 10.0, (0.04, -0.012, 0.008, 0.21, 0.003, 0.22)),
    ("y", (0.45, 0, 0.0), (0.1, -0.03, 0.03), 5.0, (0.02, 0.003, -0.004, 0.05, 0.002, 0.05)),
    ("x", (0.2, 0, 0.0), (0.12, 0.01, -0.02), 2.5, (0.006, 0.001, 0.002, 0.02, -0.001, 0.019)),
    ("y", (0.2, 0, 0.0), (0.02, 0.01, 0.01), 1.2, (2e-3, 2e-4, 1e-4, 3e-3, -3e-4, 2.5e-3)),
    ("x", (0.0, 0, 0.0), (0.08, 0.005, -0.008), 0.6, (8e-4, 1e-4, -8e-5, 1.2e-3, 5e-5, 1.4e-3)),
)
_TIP_STEP = (0.15, 0, 0)
_FULL = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])  # where the six numbers stand in I_c


def six_axis_arm():
    """Return an arm as in a factory: waist, shoulder, elbow and a wrist of three axes that meet.

    At q = 0 upper arm and forearm point along x, z is up, and every frame is parallel to the
    world's. No centre of mass lies on its joint's axis, and no inertia is diagonal.
    """
    axes, steps, coms, masses, inertias = zip(*_SIX_AXES, strict=True)
    inertias = [
        spatial_inertia(np.take(numbers, _FULL), mass)
        for numbers, mass in zip(inertias, masses, strict=True)
    ]
    axes = np.array([np.eye(3)["xyz".index(axis)] for axis in axes])
    return _chain(axes, np.array([*steps, _TIP_STEP]), np.array(coms), inertias)


def _chain(axes, offsets, coms, inertias):
    """A chain of revolute joints with all frames parallel to the world's at q = 0.

    axes (n, 3); offsets (n+1, 3): base to joint 1, joint i to joint i+1, joint n to tip; coms
    (n, 3): joint i to centre of mass i.
    """
    before = np.vstack([np.zeros(3), coms])
    after = np.vstack([coms, np.zeros(3)])
    steps = transform(np.tile(np.eye(3), (len(offsets), 1, 1)), offsets - before + after)
    screws = np.hstack([axes, np.cross(axes, coms)])  # the joint is at -com: -com x axis
    return SpatialArm(steps[:-1], screws, np.array(inertias), steps[-1])
