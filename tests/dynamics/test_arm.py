"""The arm's parameters, its kinematics, and dragging a joint."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dynamics
from dynamics import arm as kinematics

from .helpers import assert_close, identity, states


def test_chapter_arm():
    arm = dynamics.chapter_arm(5)
    assert_close(arm.lengths, [1.0, 0.8, 0.5, 1.0, 0.8])
    assert_close(arm.masses, [2.0, 1.6, 1.0, 2.0, 1.6])
    assert_close(arm.coms, [[0.5, 0], [0.4, 0], [0.25, 0], [0.5, 0], [0.4, 0]])
    assert_close(arm.inertias, arm.masses * arm.lengths**2 / 12)
    assert arm.n == 5 and dynamics.chapter_arm(1).n == 1


def test_arm_is_frozen():
    lengths = np.array([1.0, 2.0])
    arm = dynamics.PlanarArm(lengths, [1, 1], [[0, 0], [0, 0]], [0, 0])
    lengths[0] = 5.0
    assert arm.lengths[0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        arm.lengths[0] = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        arm.lengths = lengths


def test_straight_and_bent():
    arm = dynamics.chapter_arm(3)
    assert_close(kinematics.joint_positions(arm, [0, 0, 0]), [[0, 0], [1, 0], [1.8, 0], [2.3, 0]])
    bent = kinematics.joint_positions(arm, [np.pi / 2, -np.pi / 2, np.pi / 2])
    assert_close(bent, [[0, 0], [0, 1], [0.8, 1], [0.8, 1.5]])
    off_axis = dynamics.PlanarArm([1.0], [1.0], [[0.5, 0.2]], [0.1])
    assert_close(kinematics.com_positions(off_axis, [np.pi / 2]), [[-0.2, 0.5]])
    assert_close(kinematics.com_velocities(off_axis, [np.pi / 2], [2.0]), [[-1.0, -0.4]])
    assert_close(kinematics.tip_jacobian(off_axis, [np.pi / 2]), [[-1.0], [0.0]])
    assert_close(kinematics.tip_velocity(off_axis, [0.0], [3.0]), [0.0, 3.0])


points = st.tuples(st.floats(-5, 5), st.floats(-5, 5))


@identity
@given(states, st.integers(0, 7), points)
def test_dragged_link_points_at_the_pointer(s, joint, point):
    joint %= s.n
    dragged = kinematics.drag_joint(s.arm, s.q, joint, point)
    before = kinematics.joint_positions(s.arm, s.q)
    after = kinematics.joint_positions(s.arm, dragged)
    others = np.arange(s.n) != joint
    assert (dragged[others] == s.q[others]).all()
    assert_close(after[: joint + 1], before[: joint + 1])
    assert -np.pi < dragged[joint] <= np.pi or dragged[joint] == s.q[joint]
    reach = np.array(point) - before[joint]
    if np.hypot(*reach) > 1e-6:
        link = after[joint + 1] - after[joint]
        assert_close(link / s.arm.lengths[joint], reach / np.hypot(*reach), 1e-11)
        # the outer links turn along as one body: their relative angles are as before
        again = kinematics.drag_joint(s.arm, dragged, joint, point)
        assert abs(np.exp(1j * again[joint]) - np.exp(1j * dragged[joint])) < 1e-9


@identity
@given(states, st.integers(0, 7))
def test_drag_to_where_the_handle_is_changes_nothing(s, joint):
    joint %= s.n
    handle = kinematics.joint_positions(s.arm, s.q)[joint + 1]
    assert_close(kinematics.drag_joint(s.arm, s.q, joint, handle), s.q, 1e-11)


def test_drag_corner_cases():
    arm = dynamics.chapter_arm(3)
    q = np.array([0.3, 7.0, -0.4])
    own_joint = kinematics.joint_positions(arm, q)[1]
    assert (kinematics.drag_joint(arm, q, 1, own_joint) == q).all()
    assert (kinematics.drag_joint(arm, q, 1, own_joint + 1e-12) == q).all()
    # both ways to reach the far side give +pi, never -pi
    for zero in (0.0, -0.0):
        assert kinematics.drag_joint(arm, [0.0, 0.0, 0.0], 0, (-1.0, zero))[0] == np.pi
    # inner angles of several turns
    turned = kinematics.drag_joint(arm, [4 * np.pi, 0.0, 0.0], 1, (1.0, 1.0))
    assert turned[1] == pytest.approx(np.pi / 2)
    many = kinematics.drag_joint(arm, np.zeros((4, 3)), 2, np.full((5, 1, 2), 1.0))
    assert many.shape == (5, 4, 3)
