"""The recursive Newton-Euler algorithm (RNEA) of a planar arm.

Outward pass: motion, from the base to the tip. Inward pass: force, from the tip to the base.
The recursion is that of Luh, Walker & Paul (1980), in the plane and with every vector in the world
frame (x right, y up); see also Lynch & Park, Modern Robotics, section 8.3, and Siciliano et al.,
Robotics, section 7.5. Gravity is not a force here: the base accelerates upwards by +g instead.

The two loops below work on plain components (r_x, r_y), each of which may be one float or an array
over many states: a single state runs on Python floats, because a numpy call on one number costs as
much as one on a thousand; many states run on arrays, in blocks that stay in the cache.
"""

from dataclasses import dataclass

import numpy as np

from . import checks
from .states import (
    batch_first,
    cos_sin_array,
    cos_sin_block,
    cos_sin_float,
    inputs,
    split,
)

_FEW_STATES = 8  # up to here a loop on floats is faster than one on arrays
_BLOCK = 2048  # states that pass the recursion together: their arrays fit the second-level cache


def outward(links, q, qd, qdd, a, cos_sin):
    """Yield the motion of link 1, 2, ..., n; a = (a_x, a_y) is the base's acceleration.

    Each item is a pair of tuples: what `inward` needs, and what only the figures show.
    """
    theta, omega, alpha = 0.0, 0.0, 0.0
    a_x, a_y = a
    for (length, _, com_x, com_y, _), q_i, qd_i, qdd_i in zip(links, q, qd, qdd, strict=True):
        theta = theta + q_i
        omega = omega + qd_i
        alpha = alpha + qdd_i
        cos, sin = cos_sin(theta)
        # r: joint i to joint i+1;  r_c: joint i to the centre of mass
        r_x, r_y = length * cos, length * sin
        rc_x, rc_y = com_x * cos - com_y * sin, com_x * sin + com_y * cos
        # a_c = a + alpha z x r_c - omega^2 r_c
        minus_omega2 = -omega * omega
        euler_x, euler_y = -alpha * rc_y, alpha * rc_x
        centripetal_x, centripetal_y = minus_omega2 * rc_x, minus_omega2 * rc_y
        ac_x = a_x + euler_x + centripetal_x
        ac_y = a_y + euler_y + centripetal_y
        # a_{i+1} = a + alpha z x r - omega^2 r
        next_x = a_x - alpha * r_y + minus_omega2 * r_x
        next_y = a_y + alpha * r_x + minus_omega2 * r_y
        needed = (alpha, r_x, r_y, rc_x, rc_y, ac_x, ac_y)
        shown = (omega, a_x, a_y, euler_x, euler_y, centripetal_x, centripetal_y, next_x, next_y)
        yield needed, shown
        a_x, a_y = next_x, next_y


def inward(links, motion, f_tip):
    """Yield (f_x, f_y, mu) of joint n, n-1, ..., 1; motion: what `outward` says is needed."""
    f_x, f_y = f_tip
    mu = 0.0
    for (_, mass, _, _, inertia), moving in zip(reversed(links), reversed(motion), strict=True):
        alpha, r_x, r_y, rc_x, rc_y, ac_x, ac_y = moving
        outer_x, outer_y = f_x, f_y
        # f_i = f_{i+1} + m a_c
        f_x = outer_x + mass * ac_x
        f_y = outer_y + mass * ac_y
        # mu_i = mu_{i+1} + I alpha + r_c x f_i + (r - r_c) x f_{i+1}
        mu = (
            mu
            + inertia * alpha
            + (rc_x * f_y - rc_y * f_x)
            + ((r_x - rc_x) * outer_y - (r_y - rc_y) * outer_x)
        )
        yield f_x, f_y, mu


def row_torques(links, row, cos_sin):
    """tau_1 .. tau_n of one state, a row of components: q, qd, qdd, f_tip, gravity."""
    n = len(links)
    q, qd, qdd = row[:n], row[n : 2 * n], row[2 * n : 3 * n]
    f_x, f_y, gravity = row[3 * n :]
    motion = [needed for needed, _ in outward(links, q, qd, qdd, (0.0, gravity), cos_sin)]
    tau = [mu for _, _, mu in inward(links, motion, (f_x, f_y))]
    tau.reverse()
    return tau


@dataclass(frozen=True, eq=False)
class ForwardPass:
    """What the outward pass finds. World frame, SI; leading batch dimensions as in the call.

    omega, alpha   (..., n)     rad/s, rad/s^2, absolute, of each link
    r, r_c         (..., n, 2)  m, joint i to joint i+1 and to link i's centre of mass
    a_joint        (..., n, 2)  m/s^2, of joint i: what link i inherits
    euler          (..., n, 2)  m/s^2, alpha z x r_c
    centripetal    (..., n, 2)  m/s^2, -omega^2 r_c
    a_c            (..., n, 2)  m/s^2, the sum of the three, at the centre of mass
    a_tip          (..., 2)     m/s^2, of the tip
    """

    omega: np.ndarray
    alpha: np.ndarray
    r: np.ndarray
    r_c: np.ndarray
    a_joint: np.ndarray
    euler: np.ndarray
    centripetal: np.ndarray
    a_c: np.ndarray
    a_tip: np.ndarray


@dataclass(frozen=True, eq=False)
class BackwardPass:
    """What the inward pass finds. World frame, SI; leading batch dimensions as in the call.

    f    (..., n, 2)  N, force of link i-1 on link i at joint i
    mu   (..., n)     N m, moment of link i-1 on link i at joint i
    tau  (..., n)     N m, torque of joint i; in the plane it is mu
    """

    f: np.ndarray
    mu: np.ndarray
    tau: np.ndarray


def forward_pass(arm, q, qd, qdd, base_acceleration=(0.0, 0.0)):
    """Return the motion of every link as a `ForwardPass`, from the base outwards.

    q, qd, qdd (..., n) in rad, rad/s, rad/s^2. base_acceleration (..., 2) in m/s^2: (0, 0) gives
    true accelerations, (0, +g) those with which `backward_pass` includes gravity.

        omega_i = omega_{i-1} + qd_i              a_ci    = a_i + alpha_i z x r_ci - omega_i^2 r_ci
        alpha_i = alpha_{i-1} + qdd_i             a_{i+1} = a_i + alpha_i z x r_i  - omega_i^2 r_i

    Raises ValueError for a wrong shape, NaN or infinity. Source: Luh, Walker & Paul (1980).
    """
    n = arm.n
    q, qd, qdd = (checks.vector(*x, n) for x in (("q", q), ("qd", qd), ("qdd", qdd)))
    base = checks.vector("base_acceleration", base_acceleration, 2)
    named = {"q": q, "qd": qd, "qdd": qdd, "base_acceleration": base}
    shape = checks.batch_shape(named)
    q, qd, qdd, base = (split(x, shape) for x in (q, qd, qdd, base))
    cos_sin = cos_sin_array if shape else cos_sin_float
    with np.errstate(over="ignore", invalid="ignore"):
        links = list(outward(arm.links, q, qd, qdd, base, cos_sin))
    needed, shown = (batch_first(x, len(shape)) for x in zip(*links, strict=True))
    return ForwardPass(
        omega=shown[..., 0],
        alpha=needed[..., 0],
        r=needed[..., 1:3],
        r_c=needed[..., 3:5],
        a_joint=shown[..., 1:3],
        euler=shown[..., 3:5],
        centripetal=shown[..., 5:7],
        a_c=needed[..., 5:7],
        a_tip=shown[..., -1, 7:9],
    )


def backward_pass(arm, forward, f_tip=(0.0, 0.0)):
    """Return the joint forces and moments as a `BackwardPass`, from the tip inwards.

    forward: a `ForwardPass` of the same arm. f_tip (..., 2) in N, world frame: the force that the
    gripper exerts on the environment, which is f_{n+1}; mu_{n+1} = 0.

        f_i  = f_{i+1} + m_i a_ci
        mu_i = mu_{i+1} + I_i alpha_i + r_ci x f_i + (r_i - r_ci) x f_{i+1},     tau_i = mu_i

    Raises ValueError for a wrong shape, NaN or infinity. Source: Luh, Walker & Paul (1980).
    """
    f_tip = checks.vector("f_tip", f_tip, 2)
    if forward.alpha.shape[-1] != arm.n:
        raise ValueError(f"forward has {forward.alpha.shape[-1]} links; needed: {arm.n}")
    shape = checks.batch_shape({"forward": forward.alpha, "f_tip": f_tip})
    needed = (forward.alpha[..., None], forward.r, forward.r_c, forward.a_c)
    needed = np.concatenate(needed, axis=-1)
    motion = [split(needed[..., i, :], shape) for i in range(arm.n)]
    with np.errstate(over="ignore", invalid="ignore"):
        joints = list(inward(arm.links, motion, split(f_tip, shape)))
    joints = batch_first(joints[::-1], len(shape))
    return BackwardPass(f=joints[..., :2], mu=joints[..., 2], tau=joints[..., 2])


def rnea(arm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=9.81):
    """Return the joint torques tau (..., n) in N m that make the arm move with qdd.

        tau = M(q) qdd + C(q, qd) qd + g(q) + J(q)^T f_tip

    q, qd, qdd (..., n) in rad, rad/s, rad/s^2. f_tip (..., 2) in N, world frame: the force that
    the gripper exerts on the environment. gravity (...) in m/s^2, along -y. All leading batch
    dimensions broadcast. Raises ValueError for a wrong shape, NaN or infinity.
    Source: Luh, Walker & Paul (1980); this is `backward_pass` of `forward_pass` with the base
    accelerating by (0, +gravity), without the records.
    """
    n = arm.n
    named = {
        "q": checks.shaped("q", q, n),
        "qd": checks.shaped("qd", qd, n),
        "qdd": checks.shaped("qdd", qdd, n),
        "f_tip": checks.shaped("f_tip", f_tip, 2),
        "gravity": checks.numbers("gravity", gravity)[..., None],
    }
    states = inputs(n, checks.batch_shape(named), like=named["q"])
    for name, array in named.items():
        getattr(states, name)[...] = array
    if not checks.all_finite(states.table):
        for name, array in named.items():
            checks.finite(name, array)
    return torques(arm, states)


def torques(arm, states):
    """tau (..., n) of finite `Inputs`: few states run on floats, many in blocks of arrays."""
    table = states.table
    n, shape = arm.n, table.shape[1:]
    plain = type(table) is np.ndarray  # else it counts, and must stay an array
    if plain and not shape:
        return np.array(row_torques(arm.links, table.tolist(), cos_sin_float))
    rows = table.reshape(len(table), -1)
    size = rows.shape[1]
    if plain and size <= _FEW_STATES:
        tau = [row_torques(arm.links, row, cos_sin_float) for row in rows.T.tolist()]
        return np.array(tau).reshape(*shape, n)
    tau = np.empty_like(rows, shape=(n, size))
    cos_sin = cos_sin_block if plain else cos_sin_array
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, size, _BLOCK):
            block = slice(start, start + _BLOCK)
            for i, tau_i in enumerate(row_torques(arm.links, rows[:, block], cos_sin)):
                tau[i, block] = tau_i
    return batch_first(tau.reshape(n, *shape), len(shape))
