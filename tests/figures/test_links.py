"""A link holds the state, and a bad link is told, never raised."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.fig2_backward import Fig2
from figures.fig5_fall import Fig5
from figures.links import VIEW, read_state, read_view, write_state, write_view
from figures.state import FIELDS, LIMITS, ArmState
from figures.visitor import Visitor

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


@pytest.mark.parametrize("values", [
    {"dt": 0.0155, "friction": 0.25, "integrator": "explicit"}, {"dt": 0.06}, {},
])  # fmt: skip
def test_a_link_holds_the_settings_of_the_falling_arm(values):
    page, copy = Fig5(Visitor()), Fig5(Visitor())
    page.param.update(**values)
    read, messages = read_view(copy, write_view(page))
    assert messages == []
    copy.param.update(**read)
    assert all(getattr(copy, name) == getattr(page, name) for name in VIEW if name in page.param)


@pytest.mark.parametrize(("name", "texts"), [
    ("dt", ("0", "0.07", "1e308", "nan", "abc", "")), ("friction", ("-0.1", "1.5", "inf")),
    ("integrator", ("RK4", "euler", "", "1")),
])  # fmt: skip
def test_a_setting_that_cannot_be_read_is_left_out_and_told(name, texts):
    page = Fig5(Visitor())
    for text in texts:
        values, messages = read_view(page, {name: text})
        assert values == {}
        ((key, said),) = messages
        assert key == "error.choice" and said["name"] == name and said["text"] == text
        assert said["choices"]


@pytest.mark.parametrize("text", ["4", "-1", "1.5", "²", "１", "x"])
def test_a_step_that_is_none_is_left_out_and_told(text):
    values, messages = read_view(Fig2(Visitor()), {"step": text})
    assert values == {} and messages[0][1]["choices"] == "0, 1, 2, 3"
