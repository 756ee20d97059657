"""Identities of rigid-body dynamics over random arms and states. None needs reference data."""

import numpy as np
import pytest
from hypothesis import given

import dynamics
from dynamics import arm as kinematics
from dynamics import energy, lagrange

from .helpers import State, assert_close, identity, states


def _slope(function, x, direction, h=1e-2):
    """Directional derivative by central differences of order 6.

    Functions of q turn once in 2 pi, which h = 0.01 resolves to 1e-13; along a fast motion the
    same takes h = 0.001.
    """
    weights = ((1, 45), (2, -9), (3, 1))
    pairs = (
        w * (function(x + k * h * direction) - function(x - k * h * direction)) for k, w in weights
    )
    return sum(pairs) / (60 * h)


@identity
@given(states)
def test_rnea_is_lagrange(s):
    """Two derivations without a common step, one from forces and one from energies."""
    tau = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    expected = lagrange.inverse_dynamics(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert_close(tau, expected)


@identity
@given(states)
def test_torque_is_affine_in_acceleration_with_slope_m(s):
    """dtau/dqdd = M, exactly: RNEA is affine in qdd, so any two points give the slope."""
    M = dynamics.mass_matrix(s.arm, s.q)
    change = s.more(s.n)
    tau_1 = dynamics.rnea(s.arm, s.q, s.qd, s.qdd + change, s.f_tip, s.gravity)
    tau_0 = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert_close((tau_1 - tau_0) / np.abs(tau_1).max(), M @ change / np.abs(tau_1).max())


@identity
@given(states)
def test_mass_matrices_of_both_ways_agree(s):
    assert_close(dynamics.mass_matrix(s.arm, s.q), lagrange.mass_matrix(s.arm, s.q))


@identity
@given(states)
def test_mass_matrix_is_symmetric_and_positive_definite(s):
    M = dynamics.mass_matrix(s.arm, s.q)
    assert_close(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0
    assert_close(energy.kinetic(s.arm, s.q, s.qd), s.qd @ M @ s.qd / 2)


@identity
@given(states)
def test_gradient_of_mass_matrix(s):
    dM = lagrange.mass_matrix_gradient(s.arm, s.q)
    for k, direction in enumerate(np.eye(s.n)):
        slope = _slope(lambda q: dynamics.mass_matrix(s.arm, q), s.q, direction)
        assert_close(dM[:, :, k], slope, 1e-11)


@identity
@given(states)
def test_mdot_minus_2c_is_skew(s):
    """The property of the Christoffel C among all C with the same C qd."""
    M_dot = np.einsum("abk,k->ab", lagrange.mass_matrix_gradient(s.arm, s.q), s.qd)
    N = M_dot - 2 * lagrange.coriolis_matrix(s.arm, s.q, s.qd)
    scale = max(1.0, np.abs(M_dot).max())
    assert_close(N / scale, -N.T / scale)


@identity
@given(states)
def test_bias_is_coriolis_and_gravity(s):
    c_qd = lagrange.coriolis_matrix(s.arm, s.q, s.qd) @ s.qd
    g = lagrange.gravity_torque(s.arm, s.q, s.gravity)
    assert_close(dynamics.bias(s.arm, s.q, s.qd, s.gravity), c_qd + g)
    assert_close(dynamics.bias(s.arm, s.q, s.qd, gravity=0.0), c_qd)


@identity
@given(states)
def test_gravity_torque_is_the_slope_of_potential_energy(s):
    g = lagrange.gravity_torque(s.arm, s.q, s.gravity)
    for i, direction in enumerate(np.eye(s.n)):
        slope = _slope(lambda q: energy.potential(s.arm, q, s.gravity), s.q, direction)
        assert abs(g[i] - slope) <= 1e-10 * max(1.0, np.abs(g).max())


@identity
@given(states)
def test_forward_dynamics_undoes_inverse_dynamics(s):
    tau = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    qdd = dynamics.forward_dynamics(s.arm, s.q, s.qd, tau, s.f_tip, s.gravity)
    # the solve magnifies rounding by the condition of M, and tau may be far larger than M qdd
    condition = np.linalg.cond(dynamics.mass_matrix(s.arm, s.q))
    assert_close(qdd, s.qdd, 1e-14 * condition * max(1.0, np.abs(tau).max()))
    back = dynamics.rnea(s.arm, s.q, s.qd, qdd, s.f_tip, s.gravity)
    assert_close(back, tau)


@identity
@given(states)
def test_power_balance(s):
    """d(T + V)/dt = qd . tau - v_tip . f_tip: f_tip does its work on the environment."""

    def total(t):
        q = s.q + t * s.qd + t * t / 2 * s.qdd
        qd = s.qd + t * s.qdd
        return energy.kinetic(s.arm, q, qd) + energy.potential(s.arm, q, s.gravity)

    tau = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    outflow = kinematics.tip_velocity(s.arm, s.q, s.qd) @ s.f_tip
    power = s.qd @ tau - outflow
    scale = max(1.0, abs(total(0.0)), np.abs(s.qd * tau).sum())
    assert abs(_slope(total, 0.0, 1.0, 1e-3) - power) <= 1e-9 * scale


@identity
@given(states)
def test_tip_force_enters_linearly_through_the_jacobian(s):
    J = kinematics.tip_jacobian(s.arm, s.q)
    with_force = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    without = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, (0.0, 0.0), s.gravity)
    scale = max(1.0, np.abs(without).max())
    assert_close((with_force - without) / scale, J.T @ s.f_tip / scale)
    slope = _slope(lambda q: kinematics.joint_positions(s.arm, q)[-1], s.q, s.qd, 1e-3)
    assert_close(kinematics.tip_velocity(s.arm, s.q, s.qd), slope, 1e-9)


@identity
@given(states)
def test_gravity_trick(s):
    """A base that accelerates by (0, +g) does what a weight on each link would do."""
    lifted = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd, (0.0, s.gravity))
    true = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd)
    assert_close(lifted.a_c, true.a_c + [0.0, s.gravity])
    weights = s.arm.masses[:, None] * np.array([0.0, -s.gravity])
    levers = (
        kinematics.com_positions(s.arm, s.q)[None]
        - (kinematics.joint_positions(s.arm, s.q)[:-1, None])
    )
    moment = levers[..., 0] * weights[:, 1] - levers[..., 1] * weights[:, 0]
    carried = np.triu(moment).sum(axis=1)  # joint i carries the links from i outwards
    in_space = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, 0.0)
    on_earth = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert_close(on_earth, in_space - carried)


@identity
@given(states)
def test_each_link_obeys_newton_and_euler(s):
    """Free-body balance of the records, about a point other than the one the recursion uses."""
    out = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd)
    lifted = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd, (0.0, s.gravity))
    back = dynamics.backward_pass(s.arm, lifted, s.f_tip)
    f_outer = np.vstack([back.f[1:], s.f_tip])
    mu_outer = np.append(back.mu[1:], 0.0)
    weight = s.arm.masses[:, None] * np.array([0.0, -s.gravity])
    assert_close(back.f - f_outer + weight, s.arm.masses[:, None] * out.a_c)
    lever = out.r - out.r_c
    about_com = (
        back.mu
        - mu_outer
        - (out.r_c[:, 0] * back.f[:, 1] - out.r_c[:, 1] * back.f[:, 0])
        - (lever[:, 0] * f_outer[:, 1] - lever[:, 1] * f_outer[:, 0])
    )
    scale = max(1.0, np.abs(back.mu).max())
    assert_close(about_com / scale, s.arm.inertias * out.alpha / scale)
    assert_close(back.tau, dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity))


@identity
@given(states)
def test_accelerations_are_second_derivatives_of_positions(s):
    out = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd)

    def velocity(t):
        q = s.q + t * s.qd + t * t / 2 * s.qdd
        return kinematics.com_velocities(s.arm, q, s.qd + t * s.qdd)

    assert_close(out.a_c, _slope(velocity, 0.0, 1.0, 1e-3), 1e-9)
    assert_close(out.a_c, out.a_joint + out.euler + out.centripetal)
    assert_close(out.a_joint[0], [0.0, 0.0])
    positions = kinematics.joint_positions(s.arm, s.q)
    assert_close(positions[:-1] + out.r, positions[1:])
    assert_close(positions[:-1] + out.r_c, kinematics.com_positions(s.arm, s.q))


def test_arm_at_rest_has_no_true_acceleration():
    s = State(4, 1)
    out = dynamics.forward_pass(s.arm, s.q, np.zeros(4), np.zeros(4))
    assert not out.a_c.any() and not out.a_tip.any()


@identity
@given(states)
def test_tip_acceleration_is_the_next_joints(s):
    out = dynamics.forward_pass(s.arm, s.q, s.qd, s.qdd)
    longer = dynamics.PlanarArm(
        np.append(s.arm.lengths, 1.0),
        np.append(s.arm.masses, 1.0),
        np.vstack([s.arm.coms, [0.0, 0.0]]),
        np.append(s.arm.inertias, 0.0),
    )
    more = dynamics.forward_pass(longer, *(np.append(x, 0.3) for x in (s.q, s.qd, s.qdd)))
    assert_close(out.a_tip, more.a_joint[-1])


@pytest.mark.parametrize("seed", range(5))
def test_closed_form_of_two_general_links(seed):
    s = State(2, seed)
    M, c_qd, g = lagrange.two_link_closed_form(s.arm, s.q, s.qd, s.gravity)
    assert_close(M, dynamics.mass_matrix(s.arm, s.q))
    assert_close(c_qd, dynamics.bias(s.arm, s.q, s.qd, gravity=0.0))
    assert_close(g, lagrange.gravity_torque(s.arm, s.q, s.gravity))


def test_long_arm():
    """Thirty links: the recursion keeps its accuracy far outside the figures' range."""
    s = State(30, 7)
    tau = dynamics.rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    expected = lagrange.inverse_dynamics(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    assert_close(tau, expected)


@identity
@given(states)
def test_no_pose_leaves_the_span_of_the_potential_and_one_pair_spans_it(s):
    span = energy.potential_span(s.arm, s.gravity)
    values = energy.potential(s.arm, s.more(50, s.arm.n) * np.pi, s.gravity)
    assert np.ptp(values) <= span * (1 + 1e-12)
    # each link's pull, its own mass and all that hangs on its end, straight up
    outer = s.arm.masses.sum() - np.cumsum(s.arm.masses)
    pull = s.arm.masses[:, None] * s.arm.coms + np.outer(outer * s.arm.lengths, [1.0, 0.0])
    q = np.diff(np.pi / 2 - np.arctan2(pull[:, 1], pull[:, 0]), prepend=0.0)
    flip = q + np.pi * np.eye(s.arm.n)[0]
    high, low = energy.potential(s.arm, np.stack([q, flip]), s.gravity)
    assert_close(abs(high - low), span)


def test_span_of_the_chapter_arm():
    assert_close(energy.potential_span(dynamics.chapter_arm(3)), 103.7898)
