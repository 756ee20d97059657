"""Forward dynamics by calling RNEA: mass matrix column by column, bias, then a linear solve.

The method of Walker & Orin (1982), their method 1; see also Lynch & Park, section 8.5.
"""

import math
from functools import cache

import numpy as np

from . import checks
from .rnea import rnea, row_torques, torques
from .states import cos_sin_float, inputs


@cache
def _units(n):
    return np.eye(n)


def mass_matrix(arm, q):
    """Return M (..., n, n) in kg m^2, one RNEA column for each joint; q (..., n) in rad.

        M e_j = RNEA(q, qd = 0, qdd = e_j, no gravity)

    All columns are one batched call. Nothing makes the result symmetric but the physics, so it is
    symmetric to rounding. Raises ValueError for a wrong shape, NaN or infinity.
    Source: Walker & Orin (1982).
    """
    n = arm.n
    q = checks.vector("q", q, n)
    experiments = inputs(n, (*q.shape[:-1], n), like=q)  # at rest and without gravity
    experiments.q[...] = q[..., None, :]
    experiments.qdd[...] = _units(n)
    return torques(arm, experiments).swapaxes(-1, -2)


def bias(arm, q, qd, gravity=9.81):
    """Return b = C qd + g (..., n) in N m, the torques at qdd = 0; q in rad, qd in rad/s.

        b = RNEA(q, qd, qdd = 0)

    gravity (...) in m/s^2 along -y; 0 leaves C qd. Raises ValueError as `rnea` does.
    Source: Walker & Orin (1982).
    """
    return rnea(arm, q, qd, np.zeros(arm.n), gravity=gravity)


def forward_dynamics(arm, q, qd, tau, f_tip=(0.0, 0.0), gravity=9.81):
    """Return the joint accelerations qdd (..., n) in rad/s^2 that the torques tau cause.

        M(q) qdd = tau - RNEA(q, qd, qdd = 0, f_tip)

    q, qd (..., n) in rad, rad/s; tau (..., n) in N m; f_tip (..., 2) in N: the force that the
    gripper exerts on the environment; gravity (...) in m/s^2 along -y. Raises ValueError for a
    wrong shape, NaN or infinity, and if M is singular, which takes a link without any inertia
    about its joint. Source: Walker & Orin (1982).
    """
    n = arm.n
    named = {
        "q": checks.shaped("q", q, n),
        "qd": checks.shaped("qd", qd, n),
        "tau": checks.shaped("tau", tau, n),
        "f_tip": checks.shaped("f_tip", f_tip, 2),
        "gravity": checks.numbers("gravity", gravity)[..., None],
    }
    shape = checks.batch_shape(named)
    if not shape and all(type(array) is np.ndarray for array in named.values()):
        return _one_state(arm, named)
    q, qd, tau, f_tip, gravity = named.values()
    experiments = inputs(n, (*shape, n + 1), like=q)
    experiments.q[...] = q[..., None, :]
    # the first n give the columns of M, as in `mass_matrix`
    experiments.qdd[..., :n, :] = _units(n)
    # the last one gives what the torques must balance at qdd = 0
    experiments.qd[..., n, :] = qd
    experiments.f_tip[..., n, :] = f_tip
    experiments.gravity[..., n, :] = gravity
    if not (checks.all_finite(experiments.table) and checks.all_finite(tau)):
        for name, array in named.items():
            checks.finite(name, array)
    columns = torques(arm, experiments)
    return _solve(columns[..., :n, :], tau, columns[..., n, :])


def _one_state(arm, named):
    """The same for one state of an integrator's thousands: floats from beginning to end."""
    q, qd, tau, f_tip, gravity = (array.tolist() for array in named.values())
    if not math.isfinite(sum(q) + sum(qd) + sum(tau) + sum(f_tip) + gravity[0]):
        for name, array in named.items():
            checks.finite(name, array)
    units = _units(arm.n).tolist()
    rest, nothing = [0.0] * arm.n, [0.0] * 3  # nothing: neither tip force nor gravity
    M = [row_torques(arm.links, q + rest + unit + nothing, cos_sin_float) for unit in units]
    b = row_torques(arm.links, q + qd + rest + f_tip + gravity, cos_sin_float)
    return np.array(solve(M, [tau_i - b_i for tau_i, b_i in zip(tau, b, strict=True)]))


@checks.quiet_overflow
def _solve(M, tau, b):
    """qdd of M qdd = tau - b; M is symmetric, so that its rows may stand for its columns."""
    rhs = tau - b
    n = M.shape[-1]
    rows = [[M[..., i, j] for j in range(n)] for i in range(n)]
    return np.stack(solve(rows, [rhs[..., i] for i in range(n)]), axis=-1)


def solve(A, b):
    """Solve A x = b for a symmetric positive definite A, given as lists of rows, by A = L D L^T.

    The elements may be floats or arrays over a batch. Only the lower triangle is read.
    """
    n = len(b)
    L, d, x = [], [], []
    for i in range(n):
        # first row[j] = L_ij d_j, which A_ij = sum_k L_ik d_k L_jk gives from left to right
        row = A[i][:i]
        for j in range(1, i):
            L_j, left = L[j], row[j]
            for k in range(j):
                left = left - row[k] * L_j[k]
            row[j] = left
        pivot, y = A[i][i], b[i]  # d_i and, on the way back, L y = b
        for k in range(i):
            scaled = row[k]
            row[k] = L_ik = scaled / d[k]
            pivot = pivot - scaled * L_ik
            y = y - L_ik * x[k]
        bad = pivot <= 0
        if bad is True or (bad is not False and bad.any()):
            raise ValueError(
                f"arm has no inertia about joint {i + 1} (pivot {np.min(pivot)} of M);"
                " needed: a positive definite mass matrix M"
            )
        L.append(row)
        d.append(pivot)
        x.append(y)
    for i in reversed(range(n)):
        y = x[i] / d[i]
        for k in range(i + 1, n):
            y = y - L[k][i] * x[k]
        x[i] = y
    return x
