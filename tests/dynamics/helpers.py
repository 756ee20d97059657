"""Reference data, random arms and the tolerance that all dynamics tests share."""

import json
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from dynamics import PlanarArm

REFERENCE = Path(__file__).parents[1] / "reference"
TOLERANCE = 1e-12

# derandomized: the same examples in every run, so that a red test is red for everybody
identity = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)


def load(name):
    return json.loads((REFERENCE / name).read_text())


def arm_from(data, n=None):
    return PlanarArm(data["l"][:n], data["m"][:n], data["rc"][:n], data["I"][:n])


def assert_close(actual, expected, tolerance=TOLERANCE, what=""):
    """|error| <= tolerance * max(1, |value|max), the rule of the reference data."""
    actual, expected = np.asarray(actual), np.asarray(expected, dtype=float)
    assert actual.shape == expected.shape, f"{what}: {actual.shape} is not {expected.shape}"
    scale = max(1.0, np.max(np.abs(expected), initial=0.0))
    error = np.max(np.abs(actual - expected), initial=0.0)
    assert error <= tolerance * scale, f"{what}: error {error:.2e} at scale {scale:.2e}"


class State:
    """A random arm with a random state; `more(shape)` draws further numbers of the same run."""

    def __init__(self, n, seed):
        self.n = n
        self.rng = np.random.default_rng(seed)
        self.arm = PlanarArm(
            self.rng.uniform(0.2, 1.5, n),
            self.rng.uniform(0.1, 3.0, n),
            self.rng.uniform(-0.5, 0.8, (n, 2)),
            self.rng.uniform(0.01, 0.5, n),
        )
        self.q = self.rng.uniform(-np.pi, np.pi, n)
        self.qd = self.rng.uniform(-3.0, 3.0, n)
        self.qdd = self.rng.uniform(-5.0, 5.0, n)
        self.f_tip = self.rng.uniform(-10.0, 10.0, 2)
        self.gravity = self.rng.uniform(0.0, 20.0)

    def more(self, *shape):
        return self.rng.uniform(-2.0, 2.0, shape)


states = st.builds(State, st.integers(1, 8), st.integers(0, 2**32 - 1))
