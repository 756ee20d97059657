"""The tasks judge the reference states as they should: those that satisfy, and the near misses."""

import json
from pathlib import Path

import numpy as np
import pytest

from figures.challenges import is_met
from figures.fig1_forward import Fig1
from figures.fig2_backward import Fig2
from figures.visitor import Visitor

CASES = json.loads(
    (Path(__file__).parents[1] / "reference" / "challenges.json").read_text(encoding="utf-8")
)["challenges"]
TASKS = [
    ("fig1", "coast", "fig1_qdd0_com3_accel"),
    ("fig2", "upright", "fig2_upright_static"),
    ("fig2", "cancel", "fig2_cancel_tau1"),
]
PAGES = {"fig1": Fig1, "fig2": Fig2}


@pytest.mark.parametrize(
    ("page", "task", "case"),
    [
        pytest.param(page, task, case, id=f"{task}-{number}")
        for page, task, group in TASKS
        for number, case in enumerate(CASES[group]["states"])
    ],
)
def test_reference_state(page, task, case):
    shown = PAGES[page](Visitor())
    shown.state.set(q=case["q"], qd=case["qd"], qdd=case["qdd"],
                    f_tip=case["F_tip"], gravity_on=case["gravity"])  # fmt: skip
    assert is_met(page, task, shown.measures()) == case["satisfies"], case["why"]


@pytest.mark.parametrize(("page", "task", "group"), TASKS)
def test_both_kinds_of_state_are_there(page, task, group):
    assert {case["satisfies"] for case in CASES[group]["states"]} == {True, False}


@pytest.mark.parametrize(("page", "task"), [("fig1", "walk"), ("fig2", "inward")])
def test_the_last_step_alone_is_the_walk(page, task):
    shown = PAGES[page](Visitor())
    for step in range(4):
        shown.step = step
        assert is_met(page, task, shown.measures()) == (step == 3)


@pytest.mark.parametrize("page", PAGES)
def test_an_unknown_task_is_an_error(page):
    with pytest.raises(KeyError):
        is_met(page, "no such task", PAGES[page](Visitor()).measures())


def test_exactly_zero_is_meant():
    shown = Fig1(Visitor())
    shown.state.set(qd=(2.0, 0.0, 0.0), qdd=np.array([0.0, 0.0, 1e-9]))
    assert not is_met("fig1", "coast", shown.measures())
    shown.state.set(qdd=np.zeros(3))
    assert is_met("fig1", "coast", shown.measures())
