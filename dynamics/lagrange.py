"""The equations of motion from Lagrange's equations: M from CoM Jacobians, C from Christoffel.

    tau = M(q) qdd + C(q, qd) qd + g(q) + J(q)^T f_tip

Written without the recursion, and it must stay so: the comparison of the two is worth something
only because they share no step. Explicit and slow on purpose: the cost grows with n^4.
World frame x right, y up; SI. Everything accepts leading batch dimensions that broadcast and
raises ValueError for a wrong shape, NaN or infinity.
Source: Siciliano et al., Robotics, section 7.1; Lynch & Park, Modern Robotics, section 8.1.
"""

import numpy as np

from . import checks
from .arm import com_positions_and_joints, tip_jacobian


def _com_jacobians(arm, q):
    """CoM Jacobians J (..., n links, n joints, 2): z x (p_ci - p_j) for j <= i, else 0."""
    coms, joints = com_positions_and_joints(arm, q)
    lever = coms[..., :, None, :] - joints[..., None, :-1, :]
    lever[..., ~np.tri(arm.n, dtype=bool), :] = 0.0  # joint j moves link i only if j <= i
    return np.stack([-lever[..., 1], lever[..., 0]], axis=-1), lever


def _weighted(arm, J):
    return arm.masses[:, None, None] * J


@checks.quiet_overflow
def mass_matrix(arm, q):
    """Return M (..., n, n) in kg m^2, symmetric; q (..., n) in rad.

    M = sum_i m_i J_ci^T J_ci + I_i J_wi^T J_wi, with J_wi = (1, ..., 1, 0, ..., 0), i ones.
    """
    return _mass_matrix(arm, _com_jacobians(arm, q)[0])


def _mass_matrix(arm, J):
    # the outermost of the two joints decides which links both of them turn
    outer = np.maximum.outer(np.arange(arm.n), np.arange(arm.n))
    turned = np.cumsum(arm.inertias[::-1])[::-1]
    return np.einsum("...iax,...ibx->...ab", _weighted(arm, J), J) + turned[outer]


@checks.quiet_overflow
def mass_matrix_gradient(arm, q):
    """Return dM/dq (..., n, n, n): element [a, b, k] is dM_ab / dq_k, in kg m^2/rad.

    dJ_ci[j]/dq_k = -(p_ci - p_max(j,k)): turning joint k turns the lever only from there outwards.
    """
    return _mass_matrix_gradient(arm, *_com_jacobians(arm, q))


def _mass_matrix_gradient(arm, J, lever):
    joints = np.arange(arm.n)
    dJ = -lever[..., :, np.maximum.outer(joints, joints), :]  # link, joint j, joint k, x/y
    half = np.einsum("...iakx,...ibx->...abk", dJ, _weighted(arm, J))
    return half + np.swapaxes(half, -3, -2)


def _christoffel_sum(dM, qd):
    """C_ab = 1/2 sum_k (dM_ab/dq_k + dM_ak/dq_b - dM_bk/dq_a) qd_k."""
    symbols = dM + np.swapaxes(dM, -1, -2) - np.moveaxis(dM, -1, -3)
    return 0.5 * np.einsum("...abk,...k->...ab", symbols, qd)


@checks.quiet_overflow
def coriolis_matrix(arm, q, qd):
    """Return the Christoffel matrix C (..., n, n) in kg m^2/s; q (..., n) rad, qd (..., n) rad/s.

    C_ab = 1/2 sum_k (dM_ab/dq_k + dM_ak/dq_b - dM_bk/dq_a) qd_k.
    Of the many C with the same C qd this is the one for which dM/dt - 2C is skew-symmetric.
    """
    qd = checks.vector("qd", qd, arm.n)
    q = checks.vector("q", q, arm.n)
    checks.batch_shape({"q": q, "qd": qd})
    dM = mass_matrix_gradient(arm, q)
    return _christoffel_sum(dM, qd)


@checks.quiet_overflow
def gravity_torque(arm, q, gravity=9.81):
    """Return g (..., n) in N m: the torques that hold the resting arm; q (..., n) in rad.

    g = dV/dq = sum_i m_i J_ci^T (0, gravity); gravity (...) in m/s^2, along -y.
    """
    q, gravity = checks.vector("q", q, arm.n), checks.scalar("gravity", gravity)
    checks.batch_shape({"q": q, "gravity": gravity[..., None]})
    return _gravity_torque(arm, _com_jacobians(arm, q)[0], gravity)


def _gravity_torque(arm, J, gravity):
    return gravity[..., None] * np.sum(_weighted(arm, J)[..., 1], axis=-2)


@checks.quiet_overflow
def inverse_dynamics(arm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=9.81):
    """Return tau (..., n) in N m by evaluating M, dM/dq, C, g and J explicitly.

    q, qd, qdd (..., n) in rad, rad/s, rad/s^2; f_tip (..., 2) in N: the force that the gripper
    exerts on the environment; gravity (...) in m/s^2, along -y.
    """
    n = arm.n
    named = {
        "q": checks.vector("q", q, n),
        "qd": checks.vector("qd", qd, n),
        "qdd": checks.vector("qdd", qdd, n),
        "f_tip": checks.vector("f_tip", f_tip, 2),
        "gravity": checks.scalar("gravity", gravity)[..., None],
    }
    checks.batch_shape(named)
    q, qd, qdd, f_tip, gravity = named.values()
    J, lever = _com_jacobians(arm, q)
    M = _mass_matrix(arm, J)
    C = _christoffel_sum(_mass_matrix_gradient(arm, J, lever), qd)
    return (
        np.einsum("...ab,...b->...a", M, qdd)
        + np.einsum("...ab,...b->...a", C, qd)
        + _gravity_torque(arm, J, gravity[..., 0])
        + np.einsum("...xa,...x->...a", tip_jacobian(arm, q), f_tip)
    )


@checks.quiet_overflow
def two_link_closed_form(arm, q, qd, gravity=9.81):
    """Return (M, C qd, g) of a two-link arm from the textbook's closed form.

    Shapes (..., 2, 2), (..., 2), (..., 2). The centre of mass may lie off the link's axis: c is
    its distance from the joint and d its direction, so the formulas hold with q_2 + d_2 for q_2.
    Source: Siciliano et al., section 7.3.2, without rotors. Raises ValueError if arm.n is not 2.
    """
    if arm.n != 2:
        raise ValueError(f"arm has {arm.n} links; needed: 2")
    q, qd = checks.vector("q", q, 2), checks.vector("qd", qd, 2)
    gravity = checks.scalar("gravity", gravity)
    checks.batch_shape({"q": q, "qd": qd, "gravity": gravity[..., None]})
    (m1, m2), (i1, i2), length = arm.masses, arm.inertias, arm.lengths[0]
    c1, c2 = np.hypot(arm.coms[:, 0], arm.coms[:, 1])
    d1, d2 = np.arctan2(arm.coms[:, 1], arm.coms[:, 0])
    q1, q2 = q[..., 0], q[..., 1]
    qd1, qd2 = qd[..., 0], qd[..., 1]
    coupling = m2 * length * c2 * np.cos(q2 + d2)
    m22 = i2 + m2 * c2**2 + 0.0 * q2
    m12 = m22 + coupling
    m11 = i1 + m1 * c1**2 + m2 * length**2 + m12 + coupling
    h = -m2 * length * c2 * np.sin(q2 + d2)
    g2 = gravity * m2 * c2 * np.cos(q1 + q2 + d2)
    g1 = gravity * (m1 * c1 * np.cos(q1 + d1) + m2 * length * np.cos(q1)) + g2
    M = np.stack([np.stack([m11, m12], axis=-1), np.stack([m12, m22], axis=-1)], axis=-2)
    c_qd = np.stack([h * qd2 * (2 * qd1 + qd2), -h * qd1**2], axis=-1)
    return M, c_qd, np.stack([g1, g2], axis=-1)
