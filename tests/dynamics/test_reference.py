"""Every number of the reference data: independent oracles, none of them a planar RNEA."""

import numpy as np
import pytest

import dynamics
from dynamics import arm as kinematics
from dynamics import energy, lagrange

from .helpers import arm_from, assert_close, load

CHAPTER = load("rnea_states.json")
GENERAL = load("rnea_general.json")
ARMS = {data["name"]: data for file in (CHAPTER, GENERAL) for data in file["arms"]}
STATES = CHAPTER["states"] + GENERAL["states"]
SPECIAL = load("special.json")


def _id(state):
    return f"{state['arm']}-n{state['n']}-{'g' if state['gravity'] else '0'}"


def _computed(state):
    """All fields of a reference state, each by every way in which the package computes it."""
    arm = arm_from(ARMS[state["arm"]], state["n"])
    q, qd, qdd, f_tip = (np.array(state[k]) for k in ("q", "qd", "qdd", "F_tip"))
    g = 9.81 if state["gravity"] else 0.0
    zero = np.zeros(arm.n)
    lifted = dynamics.forward_pass(arm, q, qd, qdd, (0.0, g))
    true = dynamics.forward_pass(arm, q, qd, qdd)
    inward = dynamics.backward_pass(arm, lifted, f_tip)
    M, C = lagrange.mass_matrix(arm, q), lagrange.coriolis_matrix(arm, q, qd)
    tip = kinematics.tip_jacobian(arm, q)
    T, V = energy.kinetic(arm, q, qd), energy.potential(arm, q, g)
    return {
        "tau": [
            dynamics.rnea(arm, q, qd, qdd, f_tip, g),
            dynamics.rnea(arm, np.tile(q, (20, 1)), qd, qdd, f_tip, g)[-1],
            lagrange.inverse_dynamics(arm, q, qd, qdd, f_tip, g),
            inward.tau,
        ],
        "Mqdd": [M @ qdd, dynamics.rnea(arm, q, zero, qdd, gravity=0.0)],
        "Cqd": [C @ qd, dynamics.bias(arm, q, qd, gravity=0.0)],
        "g": [lagrange.gravity_torque(arm, q, g), dynamics.bias(arm, q, zero, g)],
        "bias": [dynamics.bias(arm, q, qd, g)],
        "JTF": [tip.T @ f_tip, dynamics.rnea(arm, q, zero, zero, f_tip, 0.0)],
        "f": [inward.f],
        "a_c": [true.a_c],
        "a_c_gravity_trick": [lifted.a_c],
        "v_c": [kinematics.com_velocities(arm, q, qd)],
        "omega": [true.omega],
        "alpha": [true.alpha],
        "p_c": [
            kinematics.com_positions(arm, q),
            kinematics.joint_positions(arm, q)[:-1] + true.r_c,
        ],
        "p_joint": [kinematics.joint_positions(arm, q)],
        "M": [M, dynamics.mass_matrix(arm, q)],
        "M_eig": [np.linalg.eigvalsh(dynamics.mass_matrix(arm, q))],
        "C": [C],
        "J_tip": [tip],
        "T": [T],
        "V": [V],
        "E": [T + V],
        "qdd": [dynamics.forward_dynamics(arm, q, qd, state["tau"], f_tip, g)],
    }


@pytest.mark.parametrize("state", STATES, ids=_id)
def test_reference_state(state):
    given = {"arm", "n", "gravity", "q", "qd", "F_tip"}
    computed = _computed(state)
    for field in state.keys() - given:
        name = field.removesuffix("_hp")
        # the solve for qdd magnifies the rounding of tau by the condition of M
        tolerance = 1e-12 * (np.linalg.cond(state["M"]) if name == "qdd" else 1.0)
        for way, value in enumerate(computed[name]):
            assert_close(
                value, np.array(state[field], dtype=float), tolerance, f"{field}, way {way}"
            )


def test_one_rod():
    for rod in SPECIAL["rods"]:
        m, length = rod["m"], rod["l"]
        arm = dynamics.PlanarArm([length], [m], [[length / 2, 0.0]], [rod["I_com"]])
        zero, spin = np.zeros(1), np.array([rod["omega"]])
        held = dynamics.backward_pass(
            arm, dynamics.forward_pass(arm, zero, zero, zero, (0.0, 9.81))
        )
        assert_close(held.tau, [rod["horizontal_tau"]])
        assert_close(held.f[0], rod["horizontal_f"])
        assert_close(held.tau, [m * 9.81 * length / 2])
        turning = dynamics.forward_pass(arm, np.array([rod["q_spin"]]), spin, zero)
        spun = dynamics.backward_pass(arm, turning)
        assert_close(spun.tau, [rod["spin_tau"]])
        assert_close(spun.f[0], rod["spin_f"])
        assert_close(np.hypot(*spun.f[0]), rod["spin_f_norm"])
        assert_close(dynamics.rnea(arm, zero, zero, zero + 1, gravity=0.0), [rod["unit_accel_tau"]])
        # parallel axis: about the joint the rod has m l^2 / 3, of which nobody told the recursion
        assert_close(dynamics.mass_matrix(arm, zero), [[rod["I_end"]]])


def test_statics():
    arm, zero = dynamics.chapter_arm(3), np.zeros(3)
    for state in SPECIAL["static"]:
        q, f_tip = np.array(state["q"]), np.array(state["F_tip"])
        held = dynamics.backward_pass(
            arm, dynamics.forward_pass(arm, q, zero, zero, (0.0, 9.81)), f_tip
        )
        assert_close(held.tau, state["tau"])
        assert_close(held.tau, np.array(state["tau_hp"], dtype=float))
        assert_close(held.f, state["f"])
        assert_close(kinematics.tip_jacobian(arm, q).T @ f_tip, state["JTF"])
        assert_close(energy.potential(arm, q), state["V"])


def test_mass_matrices_of_figure_4():
    arm = arm_from(SPECIAL["chapter_arm"])
    for state in SPECIAL["fig4_mass_matrix"]:
        for M in (dynamics.mass_matrix(arm, state["q"]), lagrange.mass_matrix(arm, state["q"])):
            assert_close(M, state["M"])
            assert_close(np.linalg.eigvalsh(M), state["eig"])
            assert_close(M[[0, 0, 1], [1, 2, 2]], state["offdiag_12_13_23"])


@pytest.mark.parametrize("state", SPECIAL["twolink_seed003"] + SPECIAL["twolink_random"])
def test_two_link_closed_form(state):
    p = state["params"]
    coms = [[p.get("lc1", p["l1"] / 2), 0.0], [p.get("lc2", p["l2"] / 2), 0.0]]
    arm = dynamics.PlanarArm([p["l1"], p["l2"]], [p["m1"], p["m2"]], coms, [p["I1"], p["I2"]])
    q, qd, qdd = (np.array(state[k]) for k in ("q", "qd", "qdd"))
    M, c_qd, g = lagrange.two_link_closed_form(arm, q, qd)
    assert_close(M, state["M"])
    assert_close(c_qd, state["Cqd"])
    assert_close(g, state["g"])
    assert_close(lagrange.coriolis_matrix(arm, q, qd), state["C_christoffel"])
    for tau in (dynamics.rnea(arm, q, qd, qdd), M @ qdd + c_qd + g):
        assert_close(tau, state["tau"])
        assert_close(tau, np.array(state["tau_hp"], dtype=float))


def test_textbook_arm_without_the_rotors():
    """Siciliano 7.2: the rotors' share is the symbolic one; the links' share is this package's."""
    p = SPECIAL["siciliano_7_2"]["params"]
    arm = dynamics.PlanarArm(
        [p["a1"], p["a2"]],
        [p["ml1"], p["ml2"]],
        [[p["l1"], 0.0], [p["l2"], 0.0]],
        [p["Il1"], p["Il2"]],
    )
    rotor_b = np.array(
        [
            [p["Im1"] * p["kr1"] ** 2 + p["Im2"] + p["a1"] ** 2 * p["mm2"], p["Im2"] * p["kr2"]],
            [p["Im2"] * p["kr2"], p["Im2"] * p["kr2"] ** 2],
        ]
    )
    for state in SPECIAL["siciliano_7_2"]["states"]:
        q, qd, qdd = (np.array(state[k]) for k in ("q", "qd", "qdd"))
        rotor_g = np.array([p["g"] * p["a1"] * p["mm2"] * np.cos(q[0]), 0.0])
        assert_close(dynamics.mass_matrix(arm, q) + rotor_b, state["B"])
        assert_close(dynamics.bias(arm, q, qd, gravity=0.0), state["Cqd"])
        assert_close(lagrange.coriolis_matrix(arm, q, qd), state["C"])
        assert_close(lagrange.gravity_torque(arm, q) + rotor_g, state["g"])
        tau = dynamics.rnea(arm, q, qd, qdd) + rotor_b @ qdd + rotor_g
        assert_close(tau, state["tau"])
        no_gravity = dynamics.rnea(arm, q, qd, qdd, gravity=0.0) + rotor_b @ qdd
        assert_close(no_gravity, state["tau_no_gravity"])
