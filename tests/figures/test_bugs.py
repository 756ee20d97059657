"""Each planted mistake fails a check and no check fails without one; `dynamics` knows of none."""

import itertools
import subprocess
import sys
from collections import Counter
from dataclasses import astuple, replace
from pathlib import Path

import numpy as np
import pytest

from dynamics import (
    PlanarArm,
    backward_pass,
    bias,
    chapter_arm,
    energy,
    forward_dynamics,
    forward_pass,
    lagrange,
    mass_matrix,
    rnea,
)
from dynamics.arm import com_positions, com_velocities, tip_velocity
from figures.bug_game import EXPERIMENTS, bugs_on, contradiction, draw, symptoms
from figures.bug_machines import BASE, MOTOR, Base, free_base_torque, motor_torque
from figures.bugs import BUGS, CHECKS, SHOWING, Check, checks, faulty_rnea, machine_torque
from figures.pages import FIGURES
from figures.state import GRAVITY, LIMITS, START, ArmState

ROOT = Path(__file__).parents[2]
ARM = chapter_arm(3)
MOVING = EXPERIMENTS["moving"]
ALWAYS = {"static_rod", "push", "swing"}  # checks that do not look at the state

# Which checks fail: the symptoms by which a person can tell the mistakes apart.
BALANCES = {"lagrange", "measured", "momentum"}
EXPECTED = {
    "gravity_sign": {
        "moving": BALANCES | {"power", "static_rod", "push"},
        "no_gravity": {"static_rod", "push"},
        "no_force": BALANCES | {"power", "static_rod", "push"},
        "rest": BALANCES | {"static_rod", "push"},
        "level": BALANCES | {"static_rod", "push"},
    },
    "gravity_twice": {
        "moving": BALANCES | {"power", "static_rod"},
        "no_gravity": {"static_rod"},
        "no_force": BALANCES | {"power", "static_rod"},
        "rest": BALANCES | {"static_rod"},
        "level": BALANCES | {"static_rod"},
    },
    "joint_inertia": {
        "moving": {"lagrange", "measured", "power", "swing"},
        "no_gravity": {"lagrange", "measured", "power", "swing"},
        "no_force": {"lagrange", "measured", "power", "swing"},
        "rest": {"swing"},
        "level": {"swing"},
    },
    "tip_frame": {
        "moving": BALANCES | {"power", "tip"},
        "no_gravity": BALANCES | {"power", "tip"},
        "no_force": {"tip"},
        "rest": BALANCES | {"tip"},
        "level": set(),
    },
    "free_base": {name: {"measured", "momentum"} for name in EXPERIMENTS},
    "motor": {
        "moving": {"measured", "power"},
        "no_gravity": {"measured", "power"},
        "no_force": {"measured", "power"},
        "rest": set(),
        "level": set(),
    },
}


def random_arm(rng, n):
    return PlanarArm(rng.uniform(0.3, 1.2, n), rng.uniform(0.5, 3, n),
                     rng.uniform(-0.4, 0.6, (n, 2)), rng.uniform(0.01, 0.3, n))  # fmt: skip


def random_states(count=20, seed=1):
    """Arms of 1 to 4 links with masses off the axis, and states of them."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        n = 1 + k % 4
        yield (random_arm(rng, n), rng.uniform(-np.pi, np.pi, n), rng.uniform(-3, 3, n),
               rng.uniform(-3, 3, n), rng.uniform(-20, 20, 2), rng.uniform(1, 20))  # fmt: skip


def failing(bug, *state, page=None):
    found = checks(bug, *state)
    return {c.id for c in found if not c.ok and (page is None or c.id in CHECKS[page])}


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1, np.abs(expected).max()))


# The copy


def test_the_copy_without_a_mistake_is_rnea():
    for state in random_states():
        close(faulty_rnea(None, *state), rnea(*state))


def test_each_mistake_is_rnea_of_the_wrong_thing():
    for arm, q, qd, qdd, f_tip, g in random_states():
        about_joint = arm.inertias + arm.masses * np.sum(arm.coms**2, axis=1)
        fat = PlanarArm(arm.lengths, arm.masses, arm.coms, about_joint)
        c, s = np.cos(q.sum()), np.sin(q.sum())
        turned = np.array([[c, -s], [s, c]]) @ f_tip
        state = (arm, q, qd, qdd)
        close(faulty_rnea("gravity_sign", *state, f_tip, g), rnea(*state, f_tip, -g))
        close(faulty_rnea("gravity_twice", *state, f_tip, g), rnea(*state, f_tip, 2 * g))
        close(faulty_rnea("joint_inertia", *state, f_tip, g), rnea(fat, q, qd, qdd, f_tip, g))
        close(faulty_rnea("tip_frame", *state, f_tip, g), rnea(*state, turned, g))
        for bug in ("free_base", "motor"):
            close(faulty_rnea(bug, *state, f_tip, g), rnea(*state, f_tip, g))


def test_an_unknown_mistake_or_a_wrong_shape_is_refused():
    with pytest.raises(KeyError):
        faulty_rnea("typo", ARM, *astuple(MOVING))
    with pytest.raises(ValueError):
        faulty_rnea(None, ARM, (0.0, 0.0), (0.0,) * 3, (0.0,) * 3)


# The checks


@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_symptoms(bug, experiment):
    assert symptoms(bug, ARM)[experiment] == EXPECTED[bug][experiment]


def test_nothing_fails_without_a_mistake():
    assert set().union(*symptoms(None, ARM).values()) == set()
    for state in random_states(60):
        assert failing(None, *state) == set()


def test_bounds_hold_as_far_as_the_page_lets_a_person_go():
    """Ten times below the bound, so that no other machine shows a mistake that is not there."""
    rng = np.random.default_rng(2)
    for k in range(200):
        sign = rng.choice([-1.0, 1.0]) if k % 2 else rng.uniform(-1, 1, 3)
        state = (rng.uniform(-np.pi, np.pi, 3), sign * np.full(3, LIMITS["qd"]),
                 sign * np.full(3, LIMITS["qdd"]), rng.uniform(-50, 50, 2), GRAVITY)  # fmt: skip
        for check in checks(None, ARM, *state):
            assert check.residual < check.bound / 10, check.id


@pytest.mark.parametrize("bug", BUGS)
def test_a_mistake_fails_a_check_in_every_random_state_of_its_pages(bug):
    state = ArmState()
    for page, seed in itertools.product(BUGS[bug].pages, range(1, 30)):
        state.randomize(seed)
        f_tip = (3.0, -4.0) if page == "fig2" else (0.0, 0.0)
        for gravity in (GRAVITY, 0.0):
            now = (ARM, state.q, state.qd, state.qdd, f_tip, gravity)
            assert failing(bug, *now, page=page), (page, seed, gravity)


@pytest.mark.parametrize("bug", BUGS)
def test_a_mistake_fails_a_check_at_load_and_where_it_is_to_be_shown(bug):
    for page in BUGS[bug].pages:
        if page == "fig5":  # the arm is let go at rest
            start = (
                START["q"],
                np.zeros(3),
                forward_dynamics(ARM, START["q"], np.zeros(3), np.zeros(3)),
            )
        else:
            start = (START["q"], START["qd"], START["qdd"])
        assert failing(bug, ARM, *start, page=page)
    if BUGS[bug].showing:
        shown = [BUGS[bug].showing[name] for name in ("q", "qd", "qdd", "f_tip")]
        assert "lagrange" in failing(bug, ARM, *shown), "seen in the figure, not only beside it"


@pytest.mark.parametrize("bug", BUGS)
def test_a_falling_arm_shows_the_mistakes_of_fig5(bug):
    if "fig5" not in BUGS[bug].pages:
        return
    rng = np.random.default_rng(3)
    for _ in range(20):
        q, qd = rng.uniform(-np.pi, np.pi, 3), rng.uniform(-3, 3, 3)
        qdd = forward_dynamics(ARM, q, qd, np.zeros(3))
        assert failing(bug, ARM, q, qd, qdd, page="fig5")


def test_checks_of_the_rod_are_the_textbook_values():
    length, mass = ARM.lengths[-1], ARM.masses[-1]
    found = {c.id: c for c in checks("joint_inertia", ARM, *astuple(MOVING))}
    assert found["static_rod"].expected == pytest.approx((mass * GRAVITY * length / 2,))
    assert found["swing"].expected == pytest.approx((mass * length**2 / 3,))
    assert found["swing"].found == pytest.approx((7 / 12 * mass * length**2,)), "as the text says"
    gravity = {bug: {c.id: c for c in checks(bug, ARM, *astuple(MOVING))}["static_rod"]
               for bug in ("gravity_sign", "gravity_twice")}  # fmt: skip
    weight = mass * GRAVITY * length / 2
    assert gravity["gravity_sign"].found == pytest.approx((-weight,))
    assert gravity["gravity_twice"].found == pytest.approx((2 * weight,))


def test_checks_see_only_what_the_right_theory_says():
    """The expected sides, by other formulas than those of the checks."""
    for arm, q, qd, qdd, f_tip, g in random_states():
        found = {c.id: c for c in checks(None, arm, q, qd, qdd, f_tip, g)}
        M, C = lagrange.mass_matrix(arm, q), lagrange.coriolis_matrix(arm, q, qd)
        power = qd @ (M @ qdd + C @ qd + lagrange.gravity_torque(arm, q, g))
        power += tip_velocity(arm, q, qd) @ f_tip
        assert found["power"].expected[0] == pytest.approx(power, rel=1e-9, abs=1e-8)
        rate = (arm.masses[:, None] * forward_pass(arm, q, qd, qdd).a_c).sum(axis=0)
        assert found["momentum"].expected == pytest.approx(rate, rel=1e-9, abs=1e-8)


def test_a_check_gives_the_pair_that_differs_most_and_nan_never_passes():
    check = Check("lagrange", (1.0, 2.0), (1.0, 5.0), "N·m", 1e-8)
    assert (check.residual, check.worst, check.ok) == (3.0, (2.0, 5.0), False)
    assert Check("lagrange", (1.0,), (1.0,), "N·m", 1e-8).ok
    for found in ((np.nan, 1.0), (1.0, np.nan)):
        assert not replace(check, found=found, expected=(1.0, 1.0)).ok


# The machines


def test_free_base_balances_force_and_moment():
    """The base's motion, found from the torques alone, keeps Newton and Euler for the whole."""
    base = Base(4.0, 0.7)
    for arm, q, qd, qdd, f_tip, _ in random_states():
        tau = free_base_torque(arm, q, qd, qdd, f_tip, base)
        alpha0 = -tau[0] / base.inertia
        own = qdd + np.append(alpha0, np.zeros(arm.n - 1))
        felt = -backward_pass(arm, forward_pass(arm, q, qd, own), f_tip).f[0] / (
            base.mass + arm.masses.sum()
        )  # Newton for the whole: every link takes the base's acceleration along
        motion = forward_pass(arm, q, qd, own, base_acceleration=felt)
        outside = base.mass * felt + (arm.masses[:, None] * motion.a_c).sum(axis=0) + f_tip
        assert outside == pytest.approx((0, 0), abs=1e-10)
        cross = lambda r, f: r[..., 0] * f[..., 1] - r[..., 1] * f[..., 0]  # noqa: E731
        arms = com_positions(arm, q)
        spin = cross(arms, arm.masses[:, None] * motion.a_c) + arm.inertias * motion.alpha
        tip = np.sum(motion.r, axis=0)
        assert base.inertia * alpha0 + spin.sum() + cross(tip, f_tip) == pytest.approx(0, abs=1e-9)
        # and power: with the base at rest for the moment, only the links gain energy
        gained = np.sum(arm.masses * np.sum(com_velocities(arm, q, qd) * motion.a_c, axis=1))
        gained += np.sum(arm.inertias * motion.omega * motion.alpha)
        assert tau @ qd == pytest.approx(gained + tip_velocity(arm, q, qd) @ f_tip, abs=1e-9)


def test_free_base_of_one_rod_in_closed_form():
    rod, rng = chapter_arm(1), np.random.default_rng(4)
    m, c, i = rod.masses[0], rod.coms[0, 0], rod.inertias[0]
    j = i + m * BASE.mass / (m + BASE.mass) * c**2  # about the rod's own joint, which gives way
    for _ in range(5):
        q, qd, qdd = rng.uniform(-3, 3, (3, 1))
        expected = qdd * j * BASE.inertia / (j + BASE.inertia)
        assert free_base_torque(rod, q, qd, qdd) == pytest.approx(expected, abs=1e-12)


def test_a_heavy_free_base_is_a_fixed_one_without_weight():
    for arm, q, qd, qdd, f_tip, _ in random_states(8):
        heavy = free_base_torque(arm, q, qd, qdd, f_tip, Base(1e12, 1e12))
        fixed = rnea(arm, q, qd, qdd, f_tip, gravity=0.0)
        assert heavy == pytest.approx(fixed, rel=1e-6, abs=1e-6)


def test_motor_power_is_link_power_and_heat_and_rotor():
    _, qd, qdd = (np.array(v) for v in (MOVING.q, MOVING.qd, MOVING.qdd))
    tau = np.array([1.0, -2.0, 3.0])
    heat = MOTOR.viscous * qd @ qd + MOTOR.coulomb * np.abs(qd).sum()
    spinning = 0.5 * MOTOR.rotor * MOTOR.gear**2 * 2 * (qd @ qdd)
    assert motor_torque(tau, qd, qdd) @ qd == pytest.approx(tau @ qd + heat + spinning)
    assert (motor_torque(tau, np.zeros(3), np.zeros(3)) == tau).all()
    for arm, *state in random_states():  # and so the power check says, adding up the energies
        power = {c.id: c for c in checks("motor", arm, *state)}["power"].expected
        assert power == pytest.approx((machine_torque("motor", arm, *state) @ state[1],))


def test_the_machine_is_the_arm_itself_unless_the_mistake_is_to_think_so():
    for bug in (None, *BUGS):
        same = np.allclose(machine_torque(bug, ARM, *astuple(MOVING)), rnea(ARM, *astuple(MOVING)))
        assert same == (bug not in ("free_base", "motor"))


# The game


def test_pages_exist_and_their_checks_too():
    known = {c.id for c in checks(None, ARM, *astuple(MOVING))}
    assert set(CHECKS) <= set(FIGURES)
    assert set().union(*CHECKS.values()) == known
    assert {page for bug in BUGS.values() for page in bug.pages} == set(CHECKS)
    assert {page: set(bugs_on(page)) for page in ("fig2", "fig3", "fig5")} == {
        "fig2": {"gravity_sign", "gravity_twice", "joint_inertia", "tip_frame"},
        "fig3": {"gravity_sign", "gravity_twice", "joint_inertia"},
        "fig5": {"free_base", "motor"},
    }


def test_all_symptoms_differ_also_by_what_one_page_shows():
    patterns = {bug: tuple(symptoms(bug, ARM).values()) for bug in (None, *BUGS)}
    assert len(set(patterns.values())) == len(patterns)
    for page, shown in CHECKS.items():
        seen = [tuple(red & set(shown) for red in patterns[b]) for b in (None, *bugs_on(page))]
        assert len(set(seen)) == len(seen), page


@pytest.mark.parametrize("page", CHECKS)
def test_a_wrong_guess_meets_a_check_that_refutes_it(page):
    for planted, guess in itertools.permutations(bugs_on(page), 2):
        check, fails = contradiction(planted, guess, page, ARM)
        assert check in CHECKS[page]
        for red, thought in zip(symptoms(planted, ARM).values(), symptoms(guess, ARM).values(),
                                strict=True):  # fmt: skip
            assert (check in red) == fails != (check in thought)
        assert check in ALWAYS or page == "fig5"  # so it holds in whatever state the page is


def test_the_right_guess_has_nothing_against_it():
    with pytest.raises(ValueError):
        contradiction("motor", "motor", "fig5", ARM)


def test_the_draw_is_fair_and_can_be_repeated():
    drawn = [draw("fig2", np.random.default_rng(7)) for _ in range(3)]
    assert len(set(drawn)) == 1
    rng = np.random.default_rng(8)
    counts = Counter(draw("fig2", rng) for _ in range(4000))
    assert set(counts) == set(bugs_on("fig2"))
    assert all(type(name) is str and 850 < count < 1150 for name, count in counts.items())


def test_every_experiment_is_a_state_that_the_page_can_have():
    for experiment in EXPERIMENTS.values():
        assert np.degrees(np.abs(experiment.q)).max() <= LIMITS["q"]
        for name in ("qd", "qdd", "f_tip"):
            assert np.abs(getattr(experiment, name)).max() <= LIMITS[name]
    ArmState().act(**SHOWING)


# The real path


def test_dynamics_gives_the_same_while_a_mistake_is_planted():
    q, qd, qdd, f_tip, g = map(np.asarray, astuple(MOVING))

    def real():
        return [rnea(ARM, q, qd, qdd, f_tip, g), mass_matrix(ARM, q), bias(ARM, q, qd),
                forward_dynamics(ARM, q, qd, qdd, f_tip), energy.kinetic(ARM, q, qd),
                lagrange.inverse_dynamics(ARM, q, qd, qdd, f_tip, g),
                ARM.inertias, ARM.coms, q, qd, qdd, f_tip]  # fmt: skip

    before = [np.array(value) for value in real()]
    for bug in BUGS:
        checks(bug, ARM, q, qd, qdd, f_tip, g)
        for one, other in zip(before, real(), strict=True):
            assert np.array_equal(one, other), bug


def test_the_calculation_needs_no_browser():
    code = "import sys, figures.bug_game; assert not {'panel', 'bokeh'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
