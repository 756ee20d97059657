"""The integrators: order of convergence, what they conserve, and that they know no arm."""

import numpy as np
import pytest

from dynamics import integrate

ORDER = {"rk4_step": 4, "symplectic_euler_step": 1, "explicit_euler_step": 1}


def _swing(step, dt, duration=2.0, acceleration=lambda q, qd: -np.sin(q) - 0.1 * qd):
    q, qd = np.array([1.0, 0.3]), np.array([0.0, 0.5])
    for _ in range(round(duration / dt)):
        q, qd = step(q, qd, acceleration, dt)
    return np.concatenate([q, qd])


@pytest.mark.parametrize("name", ORDER)
def test_order(name):
    step = getattr(integrate, name)
    exact = _swing(integrate.rk4_step, 1 / 1024)
    errors = [np.abs(_swing(step, dt) - exact).max() for dt in (1 / 32, 1 / 64)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(ORDER[name], abs=0.15)


def test_rk4_is_exact_for_motion_of_degree_four():
    """Constant jerk: q'' is linear in t, which two extra coordinates make autonomous."""
    q, qd = integrate.rk4_step(
        np.array([1.0, 0.0]), np.array([2.0, 1.0]), lambda q, qd: np.array([6.0 * q[1], 0.0]), 0.5
    )
    assert q[0] == pytest.approx(1 + 2 * 0.5 + 0.5**3, abs=1e-15)
    assert qd[0] == pytest.approx(2 + 3 * 0.5**2, abs=1e-15)


def test_linear_oscillator_one_step():
    """One step on q'' = -q against the closed forms of the three methods."""
    q, qd, h = np.array([1.0]), np.array([0.0]), 0.1
    taylor = (1 - h**2 / 2 + h**4 / 24, -h + h**3 / 6)
    for name, expected in (
        ("rk4_step", taylor),
        ("explicit_euler_step", (1.0, -h)),
        ("symplectic_euler_step", (1 - h * h, -h)),
    ):
        q1, qd1 = getattr(integrate, name)(q, qd, lambda q, qd: -q, h)
        assert (q1[0], qd1[0]) == pytest.approx(expected, abs=1e-15)


def test_energy_of_a_long_swing():
    """Explicit Euler gains energy, the symplectic one keeps it bounded, RK4 loses very little."""

    def energies(name):
        q, qd = np.array([1.0]), np.array([0.0])
        out = []
        for _ in range(5000):
            q, qd = getattr(integrate, name)(q, qd, lambda q, qd: -q, 0.05)
            out.append(0.5 * float(q[0] ** 2 + qd[0] ** 2))
        return np.array(out)

    assert energies("explicit_euler_step")[-1] > 1e4
    assert np.abs(energies("symplectic_euler_step") - 0.5).max() < 0.05
    rk4 = energies("rk4_step")
    assert 0 < 0.5 - rk4[-1] < 1e-4


def test_batches_and_inputs():
    q, qd = np.ones((4, 2)), np.zeros((4, 2))
    for name in ORDER:
        q1, qd1 = getattr(integrate, name)(q, qd, lambda q, qd: -q, 0.1)
        assert q1.shape == qd1.shape == (4, 2)
    assert (q == 1).all() and (qd == 0).all()
