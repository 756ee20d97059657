"""The recursive Newton-Euler algorithm (RNEA) of a planar arm.

Outward pass: motion, from the base to the tip. Inward pass: force, from the tip to the base.
The recursion is that of Luh, Walker & Paul (1980), in the plane and with every vector in the world
frame (x right, y up); see also Lynch & Park, Modern Robotics, section 8.3, and Siciliano et al.,
Robotics, section 7.5. Gravity is not a force here: the base accelerates upwards by +g instead.

The two loops below work on plain components (r_x, r_y), each of which may be one float or an array
over many states: a single state runs on Python floats, because a numpy call on one number costs as
much as one on a thousand; many states run on arrays, in blocks that stay in the cache.
"""

import math
from dataclasses import dataclass

import numpy as np

from . import checks

_FEW_STATES = 8  # up to here a loop on floats is faster than one on arrays
_BLOCK = 1024  # states that pass the recursion together: their arrays fit the second-level cache


def outward(links, q, qd, qdd, a, cos_sin):
    """Yield the motion of link 1, 2, ..., n; a = (a_x, a_y) is the base's acceleration.

    Each item: omega, alpha, r, r_c, a_i, Euler term, centripetal term, a_ci and a_{i+1}.
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
        omega2 = omega * omega
        euler_x, euler_y = -alpha * rc_y, alpha * rc_x
        centripetal_x, centripetal_y = -omega2 * rc_x, -omega2 * rc_y
        ac_x = a_x + euler_x + centripetal_x
        ac_y = a_y + euler_y + centripetal_y
        # a_{i+1} = a + alpha z x r - omega^2 r
        next_x = a_x - alpha * r_y - omega2 * r_x
        next_y = a_y + alpha * r_x - omega2 * r_y
        yield (
            (omega, alpha, (r_x, r_y), (rc_x, rc_y), (a_x, a_y))
            + ((euler_x, euler_y), (centripetal_x, centripetal_y))
            + ((ac_x, ac_y), (next_x, next_y))
        )
        a_x, a_y = next_x, next_y


def inward(links, motion, f_tip):
    """Yield (f_x, f_y, mu) of joint n, n-1, ..., 1; motion: (alpha, r, r_c, a_c) of each link."""
    f_x, f_y = f_tip
    mu = 0.0
    for link, (alpha, r, r_c, a_c) in zip(reversed(links), reversed(motion), strict=True):
        (r_x, r_y), (rc_x, rc_y), (ac_x, ac_y) = r, r_c, a_c
        outer_x, outer_y = f_x, f_y
        # f_i = f_{i+1} + m a_c
        f_x = outer_x + link.mass * ac_x
        f_y = outer_y + link.mass * ac_y
        # mu_i = mu_{i+1} + I alpha + r_c x f_i + (r - r_c) x f_{i+1}
        mu = (
            mu
            + link.inertia * alpha
            + (rc_x * f_y - rc_y * f_x)
            + ((r_x - rc_x) * outer_y - (r_y - rc_y) * outer_x)
        )
        yield f_x, f_y, mu


def _torques(links, row, cos_sin):
    """tau_1 .. tau_n of one row of components: q, qd, qdd, f_tip, gravity, as `_table` lays out."""
    n = len(links)
    f_x, f_y, gravity = row[3 * n :]
    moving = outward(links, row[:n], row[n : 2 * n], row[2 * n : 3 * n], (0.0, gravity), cos_sin)
    motion = [(alpha, r, r_c, a_c) for _, alpha, r, r_c, _, _, _, a_c, _ in moving]
    tau = [mu for _, _, mu in inward(links, motion, (f_x, f_y))]
    tau.reverse()
    return tau


def _cos_sin_float(theta):
    try:
        return math.cos(theta), math.sin(theta)
    except ValueError:  # a sum of huge angles that overflowed; numpy says NaN too
        return math.nan, math.nan


def _cos_sin_array(theta):
    return np.cos(theta), np.sin(theta)


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
    shape = checks.batch_shape(**{name: x.shape[:-1] for name, x in named.items()})
    q, qd, qdd, base = (_split(x, shape) for x in (q, qd, qdd, base))
    cos_sin = _cos_sin_array if shape else _cos_sin_float
    with np.errstate(over="ignore", invalid="ignore"):
        links = list(outward(arm.links, q, qd, qdd, base, cos_sin))
    fields = zip(*links, strict=True)
    *fields, a_next = (np.array(field) for field in fields)
    *fields, a_next = (_batch_first(field, len(shape)) for field in (*fields, a_next))
    return ForwardPass(*fields, a_tip=a_next[..., -1, :])


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
    shape = checks.batch_shape(forward=forward.alpha.shape[:-1], f_tip=f_tip.shape[:-1])
    alpha = _split(forward.alpha, shape)
    r, r_c, a_c = (_split_vectors(x, shape) for x in (forward.r, forward.r_c, forward.a_c))
    motion = list(zip(alpha, r, r_c, a_c, strict=True))
    with np.errstate(over="ignore", invalid="ignore"):
        joints = list(inward(arm.links, motion, _split(f_tip, shape)))
    f_x, f_y, mu = (
        _batch_first(np.array(x), len(shape)) for x in zip(*reversed(joints), strict=True)
    )
    return BackwardPass(f=np.stack([f_x, f_y], axis=-1), mu=mu, tau=mu)


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
    table = _table(named)
    if not checks.all_finite(table):
        for name, array in named.items():
            checks.finite(name, array)
    return torques(arm, table)


def _table(named):
    """Lay the inputs out as rows q_1..q_n, qd_1..qdd_n, f_x, f_y, gravity: (3n+3, *batch)."""
    arrays = named.values()
    shape = checks.batch_shape(**{name: array.shape[:-1] for name, array in named.items()})
    rows = sum(array.shape[-1] for array in arrays)
    table = np.empty_like(named["q"], shape=(rows, *shape), order="C")
    columns = table.transpose(*range(1, table.ndim), 0)
    start = 0
    for array in arrays:
        stop = start + array.shape[-1]
        columns[..., start:stop] = array
        start = stop
    return table


def torques(arm, table):
    """tau (..., n) of checked inputs (see `_table`): few states on floats, many in blocks."""
    n, shape = arm.n, table.shape[1:]
    if not shape and type(table) is np.ndarray:
        return np.array(_torques(arm.links, table.tolist(), _cos_sin_float))
    rows = table.reshape(len(table), -1)
    states = rows.shape[1]
    if states <= _FEW_STATES and type(table) is np.ndarray:
        tau = [_torques(arm.links, row, _cos_sin_float) for row in rows.T.tolist()]
        return np.array(tau).reshape(*shape, n)
    tau = np.empty_like(rows, shape=(n, states))
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, states, _BLOCK):
            block = slice(start, start + _BLOCK)
            for i, tau_i in enumerate(_torques(arm.links, rows[:, block], _cos_sin_array)):
                tau[i, block] = tau_i
    return _batch_first(tau.reshape(n, *shape), len(shape))


def _split(x, shape):
    """Components of x (..., k): floats for one state, else arrays of the batch shape."""
    if not shape:
        return x.tolist()
    full = np.broadcast_to(x, (*shape, x.shape[-1]))
    return [full[..., i] for i in range(x.shape[-1])]


def _split_vectors(x, shape):
    return [_split(x[..., i, :], shape) for i in range(x.shape[-2])]


def _batch_first(x, dims):
    """Move what stands before the batch of an array (n, [2,] *batch) behind it, as a view."""
    if x.ndim == 1 or dims == 0:
        return x
    lead = x.ndim - dims
    return x.transpose(*range(lead, x.ndim), *range(lead))
