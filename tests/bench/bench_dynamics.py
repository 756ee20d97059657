"""Time the dynamics package; print medians, the limits they must keep, and the ratios.

    python -m tests.bench.bench_dynamics

The row of Pinocchio, on one thread, appears if `pinocchio` can be imported; it runs interleaved
with ours, so that both see the same machine. The app needs no Pinocchio.
"""

import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a plain path, too

import dynamics  # noqa: E402
from dynamics import integrate, opcount  # noqa: E402

try:
    import pinocchio
except ImportError:
    pinocchio = None

BATCH = 10_000
ROUNDS = 25
US = 1e6


def clock(functions, calls):
    """Median seconds for one call of each function; the functions take turns in every round."""
    times = [[] for _ in functions]
    for _ in range(ROUNDS):
        for function, record in zip(functions, times, strict=True):
            start = time.perf_counter()
            for _ in range(calls):
                function()
            record.append((time.perf_counter() - start) / calls)
    return [median(record) for record in times]


def pinocchio_model(arm):
    """The same planar arm for Pinocchio: joints about z, gravity along -y."""
    model = pinocchio.Model()
    model.gravity.linear = np.array([0.0, -9.81, 0.0])
    parent, reach = 0, 0.0
    for i, link in enumerate(arm.links):
        placement = pinocchio.SE3(np.eye(3), np.array([reach, 0.0, 0.0]))
        parent = model.addJoint(parent, pinocchio.JointModelRZ(), placement, f"joint{i}")
        com = np.array([link.com_x, link.com_y, 0.0])
        body = pinocchio.Inertia(link.mass, com, np.diag([0.0, link.inertia, link.inertia]))
        model.appendBodyToJoint(parent, body, pinocchio.SE3.Identity())
        reach = link.length
    return model


def row(what, value, limit=None, unit="us"):
    verdict = "" if limit is None else f"{limit:10.3f} {value / limit:8.2f}"
    print(f"{what:<52} {value:10.3f} {unit:<8}{verdict}")


def singles(n):
    arm = dynamics.chapter_arm(n)
    q, qd, tau = np.linspace(0.1, 1.0, n), np.linspace(-1.0, 1.0, n), np.zeros(n)

    def fall(q, qd):
        return dynamics.forward_dynamics(arm, q, qd, tau)

    times = clock(
        [
            lambda: dynamics.rnea(arm, q, qd, qd),
            lambda: dynamics.forward_pass(arm, q, qd, qd),
            lambda: dynamics.mass_matrix(arm, q),
            lambda: fall(q, qd),
            lambda: dynamics.lagrange.inverse_dynamics(arm, q, qd, qd),
            lambda: integrate.rk4_step(q, qd, fall, 0.001),
        ],
        calls=100 if n <= 3 else 10,
    )
    names = ("rnea", "forward_pass", "mass_matrix", "forward_dynamics", "lagrange", "rk4_step")
    limits = {"rnea": 30.0, "rk4_step": 250.0} if n == 3 else {}
    for name, seconds in zip(names, times, strict=True):
        row(f"{name}, one state, n = {n}", seconds * US, limits.get(name))


def batch(n):
    arm = dynamics.chapter_arm(n)
    rng = np.random.default_rng(0)
    q, qd, qdd = rng.uniform(-3.0, 3.0, (3, BATCH, n))
    functions = [lambda: dynamics.rnea(arm, q, qd, qdd)]
    if pinocchio is not None:
        pool = pinocchio.ModelPool(pinocchio_model(arm), 1)
        columns = [np.asfortranarray(x.T) for x in (q, qd, qdd)]
        functions.append(lambda: pinocchio.rneaInParallel(1, pool, *columns))
        difference = np.abs(functions[0]() - functions[1]().T).max() / np.abs(functions[0]()).max()
        assert difference < 1e-12, difference
    ours, *theirs = (seconds / BATCH * US for seconds in clock(functions, calls=2))
    row(f"rnea, batch of {BATCH}, n = {n}", ours, theirs[0] / 2 if theirs else None, "us/state")
    if theirs:
        row(f"Pinocchio, one thread, n = {n}", theirs[0], unit="us/state")


def counts():
    start = time.perf_counter()
    for n in range(1, 41):
        for count in (
            opcount.rnea,
            opcount.mass_matrix,
            opcount.forward_dynamics,
            opcount.lagrange,
        ):
            count(n)
    row("all four counts, n = 1 .. 40", time.perf_counter() - start, 3.0, "s")


def main():
    print(f"{'':<52} {'median':>10} {'':<8}{'limit':>10} {'ratio':>8}")
    for n in (1, 3, 30):
        singles(n)
    for n in (3, 30):
        batch(n)
    counts()


if __name__ == "__main__":
    main()
