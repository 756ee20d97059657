"""A link holds the state, and a bad link is told, never raised."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.links import read_state, write_state
from figures.state import FIELDS, LIMITS, ArmState

angle = st.floats(-np.pi, np.pi)


@given(st.lists(angle, min_size=3, max_size=3), st.lists(st.floats(-10, 10), min_size=3, max_size=3),
       st.lists(st.floats(-50, 50), min_size=2, max_size=2), st.booleans())  # fmt: skip
def test_a_link_gives_the_state_back(q, qd, force, gravity):
    state, copy = ArmState(), ArmState()
    state.set(q=q, qd=qd, f_tip=force, gravity_on=gravity)
    values, messages = read_state(write_state(state))
    assert messages == []
    copy.set(**values)
    for name in FIELDS:
        here, there = getattr(state, name), getattr(copy, name)
        assert np.allclose(here, there, atol=1e-6) or name == "q"
    assert np.allclose(np.exp(1j * copy.q), np.exp(1j * state.q), atol=1e-7)


@pytest.mark.parametrize("name", ["q", "qd", "qdd", "f_tip"])
@pytest.mark.parametrize(
    "text", ["", "abc", "1,2", "1,2,3,4", "1,nan,2", "inf,0,0", "1e308,0,0", ",,"]
)
def test_a_part_that_cannot_be_read_is_left_out_and_told(name, text):
    if name == "f_tip" and text == "1,2":
        return
    values, messages = read_state({name: text, "gravity": "off"})
    assert name not in values
    assert values["gravity_on"] is False
    ((key, said),) = messages
    assert key == "error.link" and said["name"] == name and said["text"] == text


def test_a_value_just_outside_is_refused():
    for name, limit in LIMITS.items():
        count = 2 if name == "f_tip" else 3
        inside = ",".join([f"{limit:g}"] * count)
        outside = ",".join([f"{limit + 0.001:g}"] * count)
        assert name in read_state({name: inside})[0]
        assert name not in read_state({name: outside})[0]


def test_gravity_is_on_or_off():
    values, messages = read_state({"gravity": "maybe"})
    assert values == {}
    assert messages[0][0] == "error.choice"
