"""The falling arm against a 50-digit integration, as far as a double can follow the chaos."""

import numpy as np
import pytest

import dynamics
from dynamics import energy
from dynamics.integrate import rk4_step

from .helpers import assert_close, load

CASES = load("falling_arm.json")["cases"]
ARM = dynamics.chapter_arm(3)
SAMPLE = 0.1
STEPS_PER_SAMPLE = 100  # dt = 1 ms

# (pose, b): pairs of (until t, bound on |q| and |qd| errors at dt = 1 ms). Each bound is about
# twice the truncation error of RK4 there, which falls 16-fold at half the step.
BOUNDS = {
    ("upright_disp", 0.0): [(0.9, 4e-5), (2.0, 1.2e-3)],
    ("upright_disp", 0.1): [(1.0, 5e-8), (10.0, 5e-5)],
    ("horizontal", 0.0): [(1.0, 1e-7), (2.6, 5e-6), (5.0, 1e-4)],
    ("horizontal", 0.1): [(1.0, 4e-8), (10.0, 3e-7)],
    ("hanging_disp", 0.0): [(1.0, 7e-9), (10.0, 6e-8)],
    ("hanging_disp", 0.1): [(10.0, 2e-9)],
}


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['pose']}-b{c['b']}")
def test_energies_at_the_reference_samples(case):
    q, qd = np.array(case["q"]), np.array(case["qd"])
    assert_close(energy.kinetic(ARM, q, qd), case["T"])
    assert_close(energy.potential(ARM, q), case["V"])
    assert_close(energy.kinetic(ARM, q, qd) + energy.potential(ARM, q), case["E"])


@pytest.fixture(scope="module")
def errors():
    """max(|q|, |qd|) error of RK4 (samples, cases); all cases fall together in one batch."""
    friction = np.array([[case["b"]] for case in CASES])

    def acceleration(q, qd):
        return dynamics.forward_dynamics(ARM, q, qd, -friction * qd)

    q = np.array([case["q0"] for case in CASES])
    qd = np.zeros_like(q)
    error = [np.zeros(len(CASES))]
    for k in range(1, len(CASES[0]["t"])):
        for _ in range(STEPS_PER_SAMPLE):
            q, qd = rk4_step(q, qd, acceleration, SAMPLE / STEPS_PER_SAMPLE)
        expected = np.array([[case["q"][k], case["qd"][k]] for case in CASES])
        error.append(np.abs(np.stack([q, qd], axis=1) - expected).max(axis=(1, 2)))
    return np.array(error)


@pytest.mark.parametrize("index", range(len(CASES)))
def test_trajectory(errors, index):
    case = CASES[index]
    for until, bound in BOUNDS[case["pose"], case["b"]]:
        # nothing is asserted where a far better double integration has left the reference
        trusted = [t for tol, t in case["dop853_agrees_until_t"].items() if float(tol) <= bound]
        assert until <= max(trusted)
        samples = np.array(case["t"]) <= until + 1e-9
        assert errors[samples, index].max() <= bound


DRIFTS = [case for case in CASES if case["b"] == 0.0]


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("case", DRIFTS, ids=lambda c: c["pose"])
def test_drift_of_energy(case, row):
    """max |E - E0| over 3 s and 10 s in joules, for each step size that chaos leaves in reach."""
    expected = case["rk4"][row]
    spans = [expected[s] for s in ("3s", "10s") if expected[s].get("reproducible_1pct")]
    q, qd, zero = np.array(case["q0"]), np.zeros(3), np.zeros(3)
    path = [(q, qd)]
    for _ in range(max((span["steps"] for span in spans), default=0)):
        q, qd = rk4_step(
            q, qd, lambda q, qd: dynamics.forward_dynamics(ARM, q, qd, zero), expected["dt"]
        )
        path.append((q, qd))
    q, qd = np.array(path).swapaxes(0, 1)
    E = energy.kinetic(ARM, q, qd) + energy.potential(ARM, q)
    for span in spans:
        drift = np.abs(E[: span["steps"] + 1] - E[0]).max()
        assert drift == pytest.approx(span["drift_abs"], rel=0.01)


def test_nine_step_sizes_are_in_the_reference():
    assert all(len({row["dt"] for row in case["rk4"]}) == 9 for case in DRIFTS)
