"""One-step integrators for q'' = acceleration(q, qd). They know nothing of arms.

Each takes q and qd (arrays of one shape), a function acceleration(q, qd) that returns an array of
that shape, and the step dt in s; each returns (q, qd) at the end of the step. Each raises
ValueError if dt is not one finite number greater than 0. None corrects the energy.
Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, ch. II; Hairer,
Lubich & Wanner, Geometric Numerical Integration, ch. I.
"""

import numpy as np

from . import checks


def rk4_step(q, qd, acceleration, dt):
    """Classical Runge-Kutta step of order 4: four evaluations, error of one step O(dt^5)."""
    q, qd, dt = _checked(q, qd, dt)
    half = 0.5 * dt
    v1, a1 = qd, acceleration(q, qd)
    v2 = qd + half * a1
    a2 = acceleration(q + half * v1, v2)
    v3 = qd + half * a2
    a3 = acceleration(q + half * v2, v3)
    v4 = qd + dt * a3
    a4 = acceleration(q + dt * v3, v4)
    sixth = dt / 6
    return q + sixth * (v1 + 2 * (v2 + v3) + v4), qd + sixth * (a1 + 2 * (a2 + a3) + a4)


def symplectic_euler_step(q, qd, acceleration, dt):
    """Semi-implicit Euler step of order 1: speed first, then position with the new speed."""
    q, qd, dt = _checked(q, qd, dt)
    qd = qd + dt * acceleration(q, qd)
    return q + dt * qd, qd


def explicit_euler_step(q, qd, acceleration, dt):
    """Forward Euler step of order 1: both from the old state. It feeds energy into oscillations."""
    q, qd, dt = _checked(q, qd, dt)
    return q + dt * qd, qd + dt * acceleration(q, qd)


def _checked(q, qd, dt):
    q, qd = checks.numbers("q", q), checks.numbers("qd", qd)
    if q.shape != qd.shape:
        raise ValueError(f"qd has shape {qd.shape}; needed: that of q, {q.shape}")
    return np.asarray(q), np.asarray(qd), checks.positive("dt", dt)
