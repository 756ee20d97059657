"""A batch is the loop over its states, for every function and every way to broadcast."""

import numpy as np
import pytest

import dynamics
from dynamics import arm as kinematics
from dynamics import energy, lagrange

from .helpers import State, assert_close

# function, which inputs it takes; sizes on both sides of the switch from floats to arrays
FUNCTIONS = {
    "rnea": (dynamics.rnea, "q qd qdd f_tip gravity"),
    "mass_matrix": (dynamics.mass_matrix, "q"),
    "bias": (dynamics.bias, "q qd gravity"),
    "forward_dynamics": (dynamics.forward_dynamics, "q qd qdd f_tip gravity"),
    "lagrange": (lagrange.inverse_dynamics, "q qd qdd f_tip gravity"),
    "lagrange.mass_matrix": (lagrange.mass_matrix, "q"),
    "coriolis_matrix": (lagrange.coriolis_matrix, "q qd"),
    "gravity_torque": (lagrange.gravity_torque, "q gravity"),
    "kinetic": (energy.kinetic, "q qd"),
    "potential": (energy.potential, "q gravity"),
    "joint_positions": (kinematics.joint_positions, "q"),
    "com_velocities": (kinematics.com_velocities, "q qd"),
    "tip_jacobian": (kinematics.tip_jacobian, "q"),
    "tip_velocity": (kinematics.tip_velocity, "q qd"),
}


def _inputs(s, shape):
    return {
        "q": s.more(*shape, s.n),
        "qd": s.more(*shape, s.n),
        "qdd": s.more(*shape, s.n),
        "f_tip": s.more(*shape, 2),
        "gravity": s.more(*shape),
    }


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("shape", [(1,), (2,), (40,), (3, 2), (2, 3, 4), (0,)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_batch_is_loop_of_singles(name, shape, n):
    function, needs = FUNCTIONS[name]
    s = State(n, 3)
    inputs = _inputs(s, shape)
    together = function(s.arm, *(inputs[key] for key in needs.split()))
    one = function(s.arm, *(_inputs(s, ())[key] for key in needs.split()))
    assert together.shape == shape + one.shape
    for index in np.ndindex(shape):
        single = function(s.arm, *(inputs[key][index] for key in needs.split()))
        assert_close(together[index], single)


def test_inputs_broadcast_against_each_other():
    s = State(3, 5)
    q, qd, qdd = s.more(4, 1, 3), s.more(5, 3), s.more(3)
    f_tip, gravity = s.more(4, 1, 2), s.more(5)
    for function in (dynamics.rnea, lagrange.inverse_dynamics, dynamics.forward_dynamics):
        got = function(s.arm, q, qd, qdd, f_tip, gravity)
        assert got.shape == (4, 5, 3)
        single = function(s.arm, q[2, 0], qd[4], qdd, f_tip[2, 0], gravity[4])
        assert_close(got[2, 4], single)


def test_records_broadcast():
    s = State(3, 6)
    q, qd, qdd, f_tip = s.more(4, 1, 3), s.more(5, 3), s.more(3), s.more(2)
    out = dynamics.forward_pass(s.arm, q, qd, qdd, (0.0, 9.81))
    back = dynamics.backward_pass(s.arm, out, f_tip)
    assert out.omega.shape == out.alpha.shape == back.tau.shape == back.mu.shape == (4, 5, 3)
    for field in ("r", "r_c", "a_joint", "euler", "centripetal", "a_c"):
        assert getattr(out, field).shape == (4, 5, 3, 2)
    assert out.a_tip.shape == (4, 5, 2) and back.f.shape == (4, 5, 3, 2)
    single = dynamics.forward_pass(s.arm, q[1, 0], qd[2], qdd, (0.0, 9.81))
    for field in ("omega", "r", "r_c", "a_joint", "euler", "centripetal", "a_c", "a_tip"):
        assert_close(getattr(out, field)[1, 2], getattr(single, field))
    assert_close(back.tau, dynamics.rnea(s.arm, q, qd, qdd, f_tip))
    two_forces = dynamics.backward_pass(s.arm, single, [[1.0, 2.0], [0.0, 0.0]])
    assert two_forces.f.shape == (2, 3, 2)


def test_blocks_meet_without_a_seam():
    """A batch longer than one block, and angles many turns away from zero."""
    s = State(3, 8)
    q, qd, qdd = 1000 * s.more(5000, 3), s.more(5000, 3), s.more(5000, 3)
    tau = dynamics.rnea(s.arm, q, qd, qdd)
    for k in (0, 1, 2047, 2048, 4095, 4096, 4999):
        assert_close(tau[k], dynamics.rnea(s.arm, q[k], qd[k], qdd[k]))
    half_turns = np.pi * np.arange(-30, 31)[:, None] * np.array([1.0, 0.5, 0.25])
    tau = dynamics.rnea(s.arm, half_turns, 0 * half_turns, 0 * half_turns)
    assert_close(tau, lagrange.gravity_torque(s.arm, half_turns))


def test_lists_and_integers_are_welcome():
    arm = dynamics.chapter_arm(2)
    as_lists = dynamics.rnea(arm, [0, 1], [1, 0], [0, 0], [1, 2], 9.81)
    as_arrays = dynamics.rnea(arm, np.array([0.0, 1.0]), np.array([1.0, 0.0]), np.zeros(2), (1, 2))
    assert_close(as_lists, as_arrays)
    assert_close(dynamics.rnea(arm, np.float32([0, 1]), [1, 0], [0, 0], [1, 2]), as_arrays)


def test_inputs_are_left_alone():
    s = State(3, 9)
    inputs = [s.q, s.qd, s.qdd, s.f_tip]
    before = [x.copy() for x in inputs]
    dynamics.rnea(s.arm, *inputs)
    dynamics.forward_dynamics(s.arm, *inputs)
    lagrange.inverse_dynamics(s.arm, *inputs)
    kinematics.drag_joint(s.arm, s.q, 1, (1.0, 1.0))
    assert all((x == y).all() for x, y in zip(inputs, before, strict=True))
