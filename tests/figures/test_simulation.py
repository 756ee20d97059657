"""The run behind FIG 5 and the fall of FIG 2: exact fixed steps, energies, what is kept."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from dynamics import chapter_arm, energy, forward_dynamics
from dynamics.integrate import rk4_step
from figures.series import Series
from figures.simulation import INTEGRATORS, Run, write_csv

FALLING = json.loads(
    (Path(__file__).parents[1] / "reference" / "falling_arm.json").read_text(encoding="utf-8")
)
CASES = {case["pose"]: case for case in FALLING["cases"] if case["b"] == 0}
ROWS = [(pose, row) for pose, case in CASES.items() for row in case["rk4"]]
ARM = chapter_arm(3)
UPRIGHT = CASES["upright_disp"]["q0"]


@pytest.mark.parametrize(("pose", "row"), ROWS, ids=lambda x: x if isinstance(x, str) else x["dt"])
def test_drift_of_three_seconds_is_that_of_the_reference(pose, row):
    run, wanted = Run(ARM, CASES[pose]["q0"], dt=row["dt"]), row["3s"]
    run.advance(wanted["steps"])
    assert run.failed == wanted["blew_up"]
    if wanted["reproducible_1pct"]:
        # the energy itself is rounded to about 1e-14 J: the smallest drift is near that
        assert run.drift_abs == pytest.approx(wanted["drift_abs"], rel=0.01)
        assert run.steps == wanted["steps"] and run.time == pytest.approx(3.0, abs=1e-9)
    if wanted["drift_rel"] is not None:
        assert run.drift_rel == pytest.approx(wanted["drift_rel"], rel=0.01)


def test_every_step_size_is_asserted():
    assert {row["dt"] for _, row in ROWS if row["3s"]["reproducible_1pct"]} == {
        0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06
    }  # fmt: skip


def test_a_step_is_that_of_the_integrator_with_tau_minus_b_qd():
    run, b = Run(ARM, UPRIGHT, dt=0.004, friction=0.3), 0.3
    q, qd = np.array(UPRIGHT), np.zeros(3)
    for _ in range(50):
        q, qd = rk4_step(q, qd, lambda q, qd: forward_dynamics(ARM, q, qd, -b * qd), 0.004)
    track = run.advance(50)
    assert np.array_equal(run.q, q) and np.array_equal(run.qd, qd)
    assert np.array_equal(track.q[-1], q) and track.t[-1] == 50 * 0.004
    assert pytest.approx(float(energy.kinetic(ARM, q, qd)), rel=1e-14) == run.T
    assert pytest.approx(float(energy.potential(ARM, q)), rel=1e-14) == run.V


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_the_run_is_the_same_bit_for_bit_however_it_is_dealt_out(integrator):
    how = {"dt": 0.01, "integrator": integrator, "friction": 0.05}
    whole = Run(ARM, UPRIGHT, **how)
    whole.advance(157)
    rng = np.random.default_rng(1)
    parts = Run(ARM, UPRIGHT, **how)
    while parts.steps < 157:
        parts.advance(min(int(rng.integers(0, 9)), 157 - parts.steps))
    for name in ("q", "qd"):
        assert np.array_equal(getattr(whole, name), getattr(parts, name))
    for name in ("T", "V", "E", "work", "drift_abs", "balance_abs", "time", "steps"):
        assert getattr(whole, name) == getattr(parts, name), name
    one, other = io.StringIO(), io.StringIO()
    write_csv(whole, one)
    write_csv(parts, other)
    assert one.getvalue() == other.getvalue()


def test_enough_ends_a_call_and_nothing_else():
    run, told = Run(ARM, UPRIGHT, dt=0.01), iter([False] * 4 + [True] * 100)
    assert len(run.advance(50, lambda: next(told))) == 5
    run.advance(45)
    whole = Run(ARM, UPRIGHT, dt=0.01)
    whole.advance(50)
    assert np.array_equal(run.q, whole.q)
    assert len(run.advance(10, lambda: True)) == 1, "a frame always holds a step"


def test_a_run_that_explodes_stops_in_its_last_good_state():
    run = Run(ARM, UPRIGHT, dt=0.06)
    track = run.advance(50)
    assert run.failed and 0 < len(track) == run.steps < 50
    assert np.isfinite(run.q).all() and np.isfinite(run.qd).all()
    assert abs(run.E - run.E0) <= 10 * run.span
    assert np.array_equal(run.q, track.q[-1])
    again = run.advance(10)
    assert len(again) == 0 and run.steps == len(track)
    apart = Run(ARM, UPRIGHT, dt=0.06)
    while not apart.failed:
        apart.advance(1)
    assert apart.steps == run.steps and np.array_equal(apart.q, run.q)


def test_a_state_that_left_the_numbers_stops_the_run():
    run = Run(ARM, UPRIGHT, dt=0.01)
    run.qd = np.array([np.nan, 0.0, 0.0])
    assert len(run.advance(3)) == 0 and run.failed
    run = Run(ARM, UPRIGHT, dt=0.01)
    run.qd = np.array([1e200, 0.0, 0.0])
    assert len(run.advance(3)) == 0 and run.failed


def test_e0_of_zero_is_no_measure():
    run = Run(ARM, np.zeros(3), dt=0.06)
    run.advance(60)
    assert run.E0 == 0 and run.e0_is_zero and run.drift_rel == 0.0
    assert run.drift_abs > 1.0
    assert run.span == pytest.approx(FALLING["meta"]["V_range"], rel=1e-12)
    edge = np.arcsin(0.01 * 2)  # V of the straight arm is half the span times the sine
    assert Run(ARM, [0.99 * edge, 0, 0]).e0_is_zero
    assert not Run(ARM, [1.01 * edge, 0, 0]).e0_is_zero


@pytest.mark.parametrize(("integrator", "order"), [("rk4", 4), ("symplectic", 1), ("explicit", 1)])
def test_the_heat_is_summed_by_the_integrator(integrator, order):
    off = []
    for dt in (0.004, 0.002):
        run = Run(ARM, CASES["hanging_disp"]["q0"], dt=dt, friction=0.2, integrator=integrator)
        run.advance(round(1 / dt))
        off.append(run.balance_abs)
        assert run.E < run.E0 and run.work > 0.2
    assert np.log2(off[0] / off[1]) == pytest.approx(order, abs=0.35)


def test_without_friction_no_heat_and_the_balance_is_the_drift():
    run = Run(ARM, UPRIGHT, dt=0.01)
    run.advance(100)
    assert run.work == 0.0 and run.balance == run.E - run.E0 != 0.0
    assert run.balance_abs == run.drift_abs


def test_the_drift_at_the_mark_is_that_of_three_seconds():
    run = Run(ARM, UPRIGHT, dt=0.02)
    run.advance(149)
    assert run.drift_at_mark is None
    run.advance(200)
    exact = Run(ARM, UPRIGHT, dt=0.02)
    exact.advance(150)
    assert run.drift_at_mark == exact.drift_abs == exact.drift_at_mark


def test_the_table_has_every_step_up_to_its_bound():
    run = Run(ARM, UPRIGHT, dt=0.001, friction=0.1, kept=25)
    states = [(run.q, run.qd)]
    for _ in range(10):
        track = run.advance(4)
        states += list(zip(track.q, track.qd, strict=True))
    file = io.StringIO()
    write_csv(run, file)
    rows = list(csv.reader(io.StringIO(file.getvalue())))
    assert rows[0] == ["t", "q1", "q2", "q3", "qd1", "qd2", "qd3", "T", "V", "E"]
    numbers = np.array(rows[1:], dtype=float)
    assert numbers.shape == (26, 10)
    assert np.array_equal(numbers[:, 0], np.arange(26) * 0.001)
    assert np.array_equal(numbers[:, 1:7], [[*q, *qd] for q, qd in states[:26]])
    assert np.array_equal(numbers[:, 9], numbers[:, 7] + numbers[:, 8])


@pytest.mark.parametrize(
    "bad",
    [{"dt": 0.0}, {"dt": -0.1}, {"dt": np.nan}, {"dt": np.inf}, {"friction": -0.1},
     {"friction": np.nan}, {"integrator": "leapfrog"}, {"q0": [np.nan, 0, 0]}, {"q0": [0, 0]}],
    ids=str,
)  # fmt: skip
def test_bad_input_is_refused(bad):
    values = {"q0": UPRIGHT, **bad}
    with pytest.raises(ValueError):
        Run(ARM, values.pop("q0"), **values)


def test_a_series_is_bounded_and_depends_on_the_count_alone():
    rng = np.random.default_rng(2)
    whole, parts = Series(3, 50), Series(3, 50)
    table = [(float(k),) for k in range(1000)]
    whole.add(0, table)
    at, shown = 0, []
    while at < 1000:
        count = int(rng.integers(1, 40))
        new, anew = parts.add(at, table[at : at + count])
        shown = new if anew else shown + new
        at += count
        assert len(parts.rows) <= 50
        assert shown == [row for _, row in parts.rows]
    assert parts.rows == whole.rows and parts.stride == whole.stride == 24
    assert [k for k, _ in parts.rows] == list(range(0, 1000, 24))
