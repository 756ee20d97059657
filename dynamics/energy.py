"""Kinetic and potential energy, from kinematics alone: the independent check of the dynamics.

Source: Siciliano et al., Robotics, section 7.1; Lynch & Park, Modern Robotics, section 8.1.
"""

import numpy as np

from . import checks
from .arm import com_positions, com_velocities


@checks.quiet_overflow
def kinetic(arm, q, qd):
    """Return the kinetic energy T (...) in J; q (..., n) in rad, qd (..., n) in rad/s.

        T = 1/2 sum_i (m_i |v_ci|^2 + I_i omega_i^2)

    Raises ValueError for a wrong shape, NaN or infinity.
    """
    v = com_velocities(arm, q, qd)
    omega = np.add.accumulate(checks.vector("qd", qd, arm.n), axis=-1)
    speed2 = np.sum(v * v, axis=-1)
    return 0.5 * np.sum(arm.masses * speed2 + arm.inertias * omega * omega, axis=-1)


@checks.quiet_overflow
def potential(arm, q, gravity=9.81):
    """Return the potential energy V (...) in J; q (..., n) in rad, gravity (...) in m/s^2.

        V = gravity * sum_i m_i y_ci,     V = 0 with every centre of mass at base height

    Raises ValueError for a wrong shape, NaN or infinity.
    """
    height = com_positions(arm, q)[..., 1]
    gravity = checks.scalar("gravity", gravity)
    checks.batch_shape({"q": height, "gravity": gravity[..., None]})
    return gravity * np.sum(arm.masses * height, axis=-1)


@checks.quiet_overflow
def potential_span(arm, gravity=9.81):
    """Return max V - min V over all poses, in J; gravity (...) in m/s^2.

        V = gravity * sum_i Im(w_i exp(j theta_i)),     w_i = m_i c_i + (m_{i+1} + ... + m_n) l_i

    Each link's absolute angle theta_i is free, so that the span is 2 |gravity| sum_i |w_i|.
    Raises ValueError for a wrong shape, NaN or infinity.
    """
    gravity = checks.scalar("gravity", gravity)
    outer = np.sum(arm.masses) - np.add.accumulate(arm.masses)
    w_x = arm.masses * arm.coms[:, 0] + outer * arm.lengths
    w_y = arm.masses * arm.coms[:, 1]
    return 2.0 * np.abs(gravity) * np.sum(np.hypot(w_x, w_y))
