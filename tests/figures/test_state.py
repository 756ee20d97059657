"""The state that pages share: replaced, never changed in place, with a history."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.state import FIELDS, ArmState


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in FIELDS)


def test_arrays_cannot_be_changed_in_place():
    state = ArmState()
    with pytest.raises(ValueError):
        state.q[0] = 5


def test_a_state_keeps_no_hold_on_the_callers_array():
    state, mine = ArmState(), np.array([0.1, 0.2, 0.3])
    state.set(q=mine)
    mine[0] = 9
    assert state.q[0] == 0.1


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused_and_changes_nothing(bad):
    state = ArmState()
    before = state.snapshot()
    with pytest.raises(ValueError, match="qd"):
        state.set(qd=[0, bad, 0])
    assert same(before, state.snapshot())


@given(st.lists(st.floats(-50, 50), min_size=3, max_size=3))
def test_angles_are_wrapped_and_mean_the_same(angles):
    state = ArmState()
    state.set(q=angles)
    assert ((state.q > -np.pi) & (state.q <= np.pi)).all()
    assert np.allclose(np.exp(1j * state.q), np.exp(1j * np.array(angles)), atol=1e-12)


def test_an_angle_in_range_is_kept_to_the_last_bit():
    angles = np.array([np.pi, -3.1, 0.1 + 0.2])
    state = ArmState()
    state.set(q=angles)
    assert (state.q == angles).all()


def test_undo_and_redo_walk_through_finished_actions():
    state = ArmState()
    start = state.snapshot()
    state.act(q=[0, 0, 0])
    first = state.snapshot()
    for x in (0.1, 0.2, 0.3):  # one drag
        state.set(q=[x, 0, 0])
    state.commit()
    second = state.snapshot()
    state.undo()
    assert same(state.snapshot(), first)
    state.undo()
    assert same(state.snapshot(), start)
    assert not state.can_undo
    state.undo()  # nothing left: nothing happens
    assert same(state.snapshot(), start)
    state.redo()
    state.redo()
    assert same(state.snapshot(), second)
    assert not state.can_redo


def test_a_new_action_forgets_what_was_undone():
    state = ArmState()
    state.act(q=[0, 0, 0])
    state.undo()
    state.act(q=[1, 0, 0])
    assert not state.can_redo


def test_an_action_that_changes_nothing_is_no_step_back():
    state = ArmState()
    state.act(q=state.q)
    assert not state.can_undo


def test_undo_in_mid_drag_takes_the_drag_back():
    state = ArmState()
    before = state.snapshot()
    state.set(q=[1, 1, 1])
    state.undo()
    assert same(state.snapshot(), before)


def test_a_seed_always_gives_the_same_state():
    one, other = ArmState(), ArmState()
    one.randomize(7)
    other.randomize(3)
    assert not same(one.snapshot(), other.snapshot())
    other.randomize(7)
    assert same(one.snapshot(), other.snapshot())
    assert one.seed == 7
    assert (np.abs(one.q) <= np.pi).all()
    assert (np.abs(one.qd) <= 3).all() and (np.abs(one.qdd) <= 3).all()


def test_watchers_are_called_once_for_an_action():
    state, calls = ArmState(), []
    state.param.watch(lambda *events: calls.append(events), [*FIELDS, "revision", "can_undo"])
    state.act(q=[0, 0, 0], qd=[1, 1, 1], gravity_on=False)
    assert len(calls) == 1
    state.undo()
    assert len(calls) == 2


def test_two_states_share_nothing():
    one, other = ArmState(), ArmState()
    one.act(q=[0, 0, 0])
    assert not same(one.snapshot(), other.snapshot())
    assert not other.can_undo
