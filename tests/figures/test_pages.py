"""What every page keeps to, and what FIG 1 and FIG 2 paint, checked against the Lagrangian."""

import dataclasses
import inspect

import numpy as np
import pytest

from dynamics import lagrange
from dynamics.arm import com_positions, com_velocities, joint_positions, tip_jacobian
from figures import fig1_forward, fig2_backward
from figures.fig1_forward import Fig1
from figures.fig2_backward import HANDLE_SCALE, Fig2
from figures.pages import FIGURES
from figures.state import ArmState
from figures.style import THEMES
from figures.text import LANGUAGES
from figures.visitor import Visitor

STATES = range(6)


def opened(page, step=0, seed=None, **values):
    made = page(Visitor())
    if seed is not None:
        made.visitor.state.randomize(seed)
    if values:
        made.visitor.state.act(**values)
    if hasattr(made, "step"):
        made.step = step
    made.active = True
    return made


def handles(made):
    """What can be dragged on the page: the arm's handles, or the line over a chart."""
    return (made.arm if hasattr(made, "arm") else made.cursor).handles.data["x"]


def vectors(source):
    d = source.data
    return np.column_stack([np.subtract(d["x1"], d["x0"]), np.subtract(d["y1"], d["y0"])])


@pytest.mark.parametrize("page", FIGURES.values(), ids=FIGURES)
def test_a_page_has_the_order_of_every_page(page):
    module = inspect.getmodule(page)
    result = inspect.signature(module.compute).return_annotation
    assert dataclasses.is_dataclass(getattr(module, result))
    assert getattr(module, result).__dataclass_params__.frozen
    made = opened(page)
    needed = {"reset", "measures", "controls", "challenges", "__panel__"}
    needed |= {"fit", "arm", "state"} if hasattr(made, "arm") else {"cursor"}
    needed |= {"steps"} if hasattr(made, "step") else set()
    assert {name for name in needed if not hasattr(made, name)} == set()
    measures = made.measures()
    assert measures and all(type(value) is float for value in measures.values())


@pytest.mark.parametrize(("name", "page"), FIGURES.items(), ids=FIGURES)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_language_and_theme_change_words_and_colours_only(name, page, lang, theme):
    made = opened(page, step=2, seed=4)
    before, spots = made.measures(), handles(made)
    made.visitor.words.lang, made.visitor.style.theme = lang, theme
    assert made.measures() == before
    assert handles(made) == spots
    assert made.visitor.words(f"{name}.question")


@pytest.mark.parametrize("page", FIGURES.values(), ids=FIGURES)
def test_no_task_is_done_at_load_nor_true_at_load(page):
    made = opened(page)
    assert made.challenges.done == set()
    from figures.challenges import unmet

    assert all(unmet(task, made.measures()) for task in made.challenges.tasks)


@pytest.mark.parametrize("page", FIGURES.values(), ids=FIGURES)
def test_reset_is_the_state_at_load(page):
    made, fresh = opened(page), opened(page)
    made.visitor.state.randomize(3)
    for name in {"step", "n"} & set(made.param):
        setattr(made, name, 3 if name == "step" else 30)
    made.challenges.done.add("x")
    made.reset()
    assert made.measures() == fresh.measures()
    assert made.challenges.done == set()


@pytest.mark.parametrize("page", FIGURES.values(), ids=FIGURES)
def test_a_page_that_is_not_shown_does_no_work(page, monkeypatch):
    made = opened(page)
    made.active = False
    monkeypatch.setattr(inspect.getmodule(page), "compute", lambda *a: pytest.fail("worked"))
    made.visitor.state.act(q=np.zeros(3))
    if "n" in made.param:
        made.n = 30


@pytest.mark.parametrize("seed", STATES)
@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_fig1_arrows_are_the_second_derivative_of_the_position(seed, step):
    page = opened(Fig1, step, seed)
    arm, s, h = page.state.arm, page.state, 1e-4

    def coms(t):
        return com_positions(arm, s.q + t * s.qd + 0.5 * t * t * s.qdd)

    a_c = (coms(h) - 2 * coms(0) + coms(-h)) / h**2
    total = vectors(page.arrows["acceleration"].source) * page.acceleration_scale.per_meter
    assert total.shape == (step, 2)
    assert np.allclose(total, a_c[:step], atol=1e-5 * max(1, np.abs(a_c).max()))
    terms = sum(vectors(page.arrows[m].source) for m in ("inherited", "euler", "centripetal"))
    assert np.allclose(terms, vectors(page.arrows["acceleration"].source), atol=1e-12)
    speed = vectors(page.arrows["velocity"].source) * page.velocity_scale.per_meter
    assert np.allclose(speed, com_velocities(arm, s.q, s.qd)[:step], atol=1e-12)


def test_fig1_arrows_stand_head_to_tail_at_the_centres():
    page = opened(Fig1, 3, 1)
    data = {m: page.arrows[m].source.data for m in page.arrows}
    coms = com_positions(page.state.arm, page.state.q)
    assert np.allclose(data["inherited"]["x0"], coms[:, 0], atol=0)
    for first, second in (("inherited", "euler"), ("euler", "centripetal")):
        assert data[first]["x1"] == data[second]["x0"] and data[first]["y1"] == data[second]["y0"]
    assert data["centripetal"]["x1"] == data["acceleration"]["x1"]


def test_fig1_at_rest_shows_no_arrow_although_there_is_gravity():
    page = opened(Fig1, 3, 1, qd=np.zeros(3), qdd=np.zeros(3))
    for arrows in page.arrows.values():
        assert np.allclose(vectors(arrows.source), 0, atol=1e-15)


@pytest.mark.parametrize("seed", STATES)
def test_fig2_torques_are_those_of_lagrange(seed):
    page = opened(Fig2, 3, seed, f_tip=(3.0, -7.0))
    s = page.state
    tau = lagrange.inverse_dynamics(s.arm, s.q, s.qd, s.qdd, f_tip=s.f_tip, gravity=9.81)
    measured = [page.measures()[f"tau_{i}"] for i in (1, 2, 3)]
    assert np.allclose(measured, tau, rtol=0, atol=1e-12 * max(1, np.abs(tau).max()))
    bars = page.bars.source.data
    assert np.allclose(np.add(bars["left"], bars["right"]), tau, atol=1e-9)


@pytest.mark.parametrize("seed", STATES)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_fig2_polygon_closes_and_repeats_the_body(seed, step):
    page = opened(Fig2, step, seed, f_tip=(-4.0, 2.0))
    force, reaction, weight, total = (
        vectors(page.arrows[m].source) for m in ("force", "reaction", "gravity", "inertia_force")
    )
    for row in (force, reaction, weight, total):
        assert np.allclose(row[0], row[1], atol=1e-12)
    assert np.allclose(force[0] + reaction[0] + weight[0], total[0], atol=1e-12)
    i = page.state.arm.n - step
    assert np.allclose(
        weight[0] * page.force_scale.per_meter, (0, -9.81 * page.state.arm.masses[i])
    )


def test_fig2_action_and_reaction_are_one_pair():
    page = opened(Fig2, 1, 2)
    force = vectors(page.arrows["force"].source)[0], page.arrows["force"].source.data["color"][0]
    page.step = 2
    back = page.arrows["reaction"].source
    assert np.allclose(vectors(back)[0], -force[0], atol=1e-12)
    assert back.data["color"][0] == force[1]


def test_fig2_horizontal_at_rest():
    page = opened(Fig2, 3, q=np.zeros(3), qd=np.zeros(3), qdd=np.zeros(3))
    measures = page.measures()
    assert [measures[f"tau_{i}"] for i in (1, 2, 3)] == pytest.approx([51.8949, 16.5789, 2.4525])


@pytest.mark.parametrize("seed", STATES)
def test_fig2_tip_force_adds_its_jacobian_torque_in_every_state(seed):
    page = opened(Fig2, 0, seed, f_tip=(11.0, -5.0))
    s = page.state
    change = [page.measures()[f"tau_{i}"] for i in (1, 2, 3)]
    assert page.measures()["tip_check"] < 1e-12
    s.act(f_tip=(0.0, 0.0))
    change = np.subtract(change, [page.measures()[f"tau_{i}"] for i in (1, 2, 3)])
    assert np.allclose(change, tip_jacobian(s.arm, s.q).T @ (11.0, -5.0), atol=1e-12)


def test_fig2_force_handle_is_the_force_and_parks_beside_the_tip():
    page = opened(Fig2, 0, 1)
    tip = joint_positions(page.state.arm, page.state.q)[-1]
    page._on_drag(3, tip[0] + 1.0, tip[1] - 0.5, False)
    assert page.state.f_tip == pytest.approx([HANDLE_SCALE, -0.5 * HANDLE_SCALE])
    handles = page.arm.handles.data
    assert (handles["x"][3], handles["y"][3]) == pytest.approx((tip[0] + 1.0, tip[1] - 0.5))
    page._on_drag(3, tip[0] + 0.01, tip[1], False)
    assert list(page.state.f_tip) == [0, 0]
    away = np.hypot(page.arm.handles.data["x"][3] - tip[0], page.arm.handles.data["y"][3] - tip[1])
    assert away * page.plane.px_per_m > 2 * 22


def test_fig2_force_handle_stays_where_it_can_be_taken():
    page = opened(Fig2, 0, 1)
    page.plane.frame = (-3.0, 3.0, -2.0, 2.0)
    page._on_drag(3, 90.0, -70.0, False)
    handles = page.arm.handles.data
    assert 2.5 < handles["x"][3] < 3.0 and -2.0 < handles["y"][3] < -1.5
    page.state.act(f_tip=(45.0, 0.0))
    assert list(page.state.f_tip) == [45, 0], "a typed force may be larger"


def test_fig2_show_all_draws_each_force_at_its_joint():
    page = opened(Fig2, 0, 1)
    page.show_all = True
    source = page.arrows["force"].source
    joints = joint_positions(page.state.arm, page.state.q)
    assert np.allclose(np.column_stack([source.data["x0"], source.data["y0"]]), joints[:3])
    per = page.force_scale.per_meter
    found = [[page.measures()[f"f{i}_{axis}"] for axis in "xy"] for i in (1, 2, 3)]
    assert np.allclose(vectors(source) * per, found, atol=1e-9)


def test_fig2_falls_from_upright_with_idle_motors_and_keeps_the_state():
    page = opened(Fig2, 3, q=np.radians([90.0, 0, 0]), qd=np.zeros(3), qdd=np.zeros(3))
    before, frames = page.state.snapshot(), []
    page.visitor.every = lambda ms, action: frames.append(action) or (lambda: None)
    page.fall.start()
    largest = 0.0
    while page.fall.running:
        frames[0]()
        largest = max(largest, *(abs(v) for v in page.fall.qd))
    assert largest > 1.0
    assert page.fall.time == pytest.approx(3.2, abs=0.05)
    assert all(np.array_equal(before[k], getattr(page.state, k)) for k in before)


def test_two_visitors_share_no_model():
    one, other = opened(Fig1), opened(Fig1)
    mine = {m.id for m in one.plane.figure.references()}
    assert mine.isdisjoint({m.id for m in other.plane.figure.references()})
    one.state.act(q=np.zeros(3))
    assert not np.array_equal(one.state.q, other.state.q)
    assert isinstance(one.state, ArmState)


def test_compute_of_each_page_is_pure():
    state = ArmState()
    for module, extra in ((fig1_forward, ()), (fig2_backward, ((1.0, 2.0), 9.81))):
        first = module.compute(state.arm, state.q, state.qd, state.qdd, *extra)
        again = module.compute(state.arm, state.q, state.qd, state.qdd, *extra)
        assert np.array_equal(first.joints, again.joints) and np.array_equal(first.coms, again.coms)
