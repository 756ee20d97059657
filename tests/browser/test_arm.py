"""Moving the arm: by mouse, finger, keyboard, slider and field; all arrows follow."""

import json
import math
import re

import numpy as np
import pytest

from dynamics import backward_pass, chapter_arm, forward_pass
from dynamics.arm import com_positions, com_velocities, joint_positions
from tests.browser.app_page import PRESETS, toward
from tests.browser.conftest import PHONE

ARM = chapter_arm(3)
CLOSE = 1e-9


def vectors(app, name):
    return app.points(name, "x1", "y1") - app.points(name, "x0", "y0")


def one_scale(pairs):
    """The number of units for each metre that all arrows (m) of the pairs share; checks it."""
    arrows = np.concatenate([np.ravel(arrow) for arrow, _ in pairs])
    values = np.concatenate([np.ravel(value) for _, value in pairs])
    scale = float(values @ values / (arrows @ values))
    assert np.abs(arrows * scale - values).max() < CLOSE * max(1.0, np.abs(values).max())
    mantissa = scale / 10 ** math.floor(math.log10(scale) + 1e-9)
    assert min(abs(mantissa - step) for step in (1, 2, 5)) < 1e-6, f"scale {scale}"
    return scale


def check_fig1(app, state):
    """All arrows agree with the forward pass of the state; returns the two scales."""
    q = app.angles()
    turn = np.abs(np.exp(1j * q) - np.exp(1j * state["q"])).max()
    assert turn < 1e-7, "the arm is not where the link says"
    f = forward_pass(ARM, q, state["qd"], state["qdd"], (0.0, 0.0))
    coms = com_positions(ARM, q)
    k = len(app.data("acceleration")["x0"])
    for name in ("inherited", "acceleration", "velocity"):
        assert np.abs(app.points(name, "x0", "y0") - coms[:k]).max() < CLOSE
    for first, then in (("inherited", "euler"), ("euler", "centripetal")):
        assert np.abs(app.points(first, "x1", "y1") - app.points(then, "x0", "y0")).max() < CLOSE
    terms = {"inherited": f.a_joint, "euler": f.euler, "centripetal": f.centripetal,
             "acceleration": f.a_c}  # fmt: skip
    acceleration = one_scale([(vectors(app, name), value[:k]) for name, value in terms.items()])
    velocity = one_scale([(vectors(app, "velocity"), com_velocities(ARM, q, state["qd"])[:k])])
    return acceleration, velocity


def check_fig2(app, state):
    """All arrows of the free body agree with the backward pass; returns the scale."""
    q = app.angles()
    assert np.abs(np.exp(1j * q) - np.exp(1j * state["q"])).max() < 1e-7
    tip_arrow = vectors(app, "tip_force")[0]
    f_tip = 10.0 * tip_arrow
    assert np.abs(f_tip - state["f_tip"]).max() < 1e-6
    gravity = 9.81 if state["gravity"] else 0.0
    inward = backward_pass(
        ARM, forward_pass(ARM, q, state["qd"], state["qdd"], (0.0, gravity)), f_tip
    )
    true = forward_pass(ARM, q, state["qd"], state["qdd"], (0.0, 0.0))
    i = 3 - app.step()
    outer = np.vstack([inward.f, f_tip])[i + 1]
    mass = ARM.masses[i]
    scale = one_scale(
        [
            (vectors(app, "force"), np.tile(inward.f[i], (2, 1))),
            (vectors(app, "reaction"), np.tile(-outer, (2, 1))),
            (vectors(app, "gravity"), np.tile([0.0, -mass * gravity], (2, 1))),
            (vectors(app, "inertia_force"), np.tile(mass * true.a_c[i], (2, 1))),
        ]
    )
    bars = app.data("torque_bar")
    taus = np.add(bars["left"], bars["right"])
    assert np.abs(taus - inward.tau[i:]).max() < CLOSE * max(1.0, np.abs(inward.tau).max())
    return scale


@pytest.mark.parametrize("index", [0, 1, 2])
def test_fig1_follows_the_mouse_during_the_drag(app, index):
    app.open("fig1", step=3)
    before, scales = app.angles(), check_fig1(app, app.state())
    spot = app.points("handles")[index]
    centre = np.vstack([[0.0, 0.0], app.points("handles")])[index]
    path = toward(spot, 1.9, centre)
    seen = []

    def during():
        seen.append(app.angles())
        length = np.linalg.norm(vectors(app, "acceleration"), axis=1)
        table = forward_pass(ARM, seen[0], QD, QDD, (0.0, 0.0))
        assert length * scales[0] == pytest.approx(np.linalg.norm(table.a_c, axis=1), abs=1e-9)

    state = app.state()
    QD, QDD = state["qd"], state["qdd"]
    app.drag(index, path, during)
    assert np.linalg.norm(app.points("handles")[index] - path[-1]) < 0.02
    turned = np.angle(np.exp(1j * (seen[0] - before)))
    assert turned[index] == pytest.approx(1.9, abs=0.02)
    assert np.delete(turned, index) == pytest.approx([0, 0], abs=1e-9)
    acceleration, velocity = check_fig1(app, app.state())
    assert app.scales() == pytest.approx([acceleration, velocity])


@pytest.mark.parametrize("index", [0, 1, 2])
def test_fig2_follows_the_mouse_during_the_drag(app, index):
    app.open("fig2", step=index + 1, f_tip="3,-4")
    before, scale = app.angles(), check_fig2(app, app.state())
    centre = np.vstack([[0.0, 0.0], app.points("handles")])[index]
    path = toward(app.points("handles")[index], -0.8, centre)
    seen = []

    def during():
        seen.append(app.angles())
        weight = np.abs(vectors(app, "gravity")[0, 1])
        assert weight * scale == pytest.approx(9.81 * ARM.masses[2 - index])

    app.drag(index, path, during)
    assert np.angle(np.exp(1j * (seen[0] - before)))[index] == pytest.approx(-0.8, abs=0.03)
    assert app.scales()[0] == pytest.approx(check_fig2(app, app.state()))


def test_force_handle_follows_during_the_drag(app):
    app.open("fig2", step=1)
    tip, grip = app.points("handles")[2:]
    assert np.linalg.norm(np.subtract(app.handle(2), app.handle(3))) > 44, "parked beside the tip"
    seen = []
    app.drag(3, [(tip[0] + 0.5, tip[1]), (tip[0] + 0.6, tip[1] + 0.7)],
             lambda: seen.append(10.0 * vectors(app, "tip_force")[0]))  # fmt: skip
    offset = 10.0 * (grip - tip)
    assert np.linalg.norm(seen[0]) > 3
    assert np.linalg.norm(seen[0] - [6.0, 7.0]) < np.linalg.norm(offset)
    state = app.state()
    assert state["f_tip"] == pytest.approx(seen[0], abs=1e-5)
    check_fig2(app, state)


@pytest.mark.parametrize("hold", [0, 600])
def test_a_handle_may_be_held_before_it_is_moved(app, hold):
    app.open("fig1")
    before = app.angles()
    spot = app.points("handles")[2]
    app.page.mouse.move(*app.handle(2))
    app.page.mouse.down()
    app.page.wait_for_timeout(hold)
    app.page.mouse.move(*app.pixel(*toward(spot, 0.8, app.points("handles")[1])[-1]), steps=5)
    app.settle()
    moved = np.abs(app.angles() - before).max()
    app.page.mouse.up()
    assert moved > 0.5


def test_the_handle_stays_under_the_hand_when_the_page_shifts(app):
    app.open("fig1")
    x, y = app.handle(2)
    app.page.mouse.move(x, y)
    app.page.mouse.down()
    app.page.mouse.move(x - 30, y + 30, steps=5)
    app.page.evaluate("document.body.style.paddingTop = '60px'")  # as a message above would
    hand = app.pixel(*toward(app.points("handles")[2], 0.4, app.points("handles")[1])[-1])
    app.page.mouse.move(*hand, steps=8)
    app.settle()
    assert app.handle(2) == pytest.approx(hand, abs=3)
    app.page.mouse.up()
    app.settle()
    assert app.handle(2) == pytest.approx(hand, abs=3)


def test_a_drag_beside_the_arm_moves_nothing(app):
    app.open("fig1")
    before = app.points("handles")
    x, y = app.pixel(-1.5, -1.5)
    app.page.mouse.move(x, y)
    app.page.mouse.down()
    app.page.mouse.move(x + 200, y - 100, steps=5)
    app.page.mouse.up()
    app.settle()
    assert np.array_equal(app.points("handles"), before)


def test_the_pointer_shows_a_hand_over_a_handle(app):
    app.open("fig1")
    x, y = app.handle(1)
    for place, wanted in (((x, y), "grab"), ((x + 60, y + 60), "default")):
        app.page.mouse.move(place[0] - 2, place[1] - 2)
        app.page.mouse.move(*place)
        app.settle()
        cursor = app.page.evaluate(
            "([x, y]) => { let item = document.elementFromPoint(x, y), inner;"
            "while ((inner = item.shadowRoot?.elementFromPoint(x, y)) && inner !== item)"
            " item = inner; return getComputedStyle(item).cursor; }",
            place,
        )
        assert wanted in cursor


def touch(app, kind, *points):
    app.cdp().send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
    )


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_a_finger_moves_the_arm_and_scrolls_the_page(visit, page):
    app = visit(viewport=PHONE, has_touch=True, is_mobile=True).open(page, step=1)
    before = app.angles()
    spots = app.points("handles")
    touch(app, "touchStart", app.handle(2))
    for place in toward(spots[2], 1.2, spots[1]):
        touch(app, "touchMove", app.pixel(*place))
    app.settle()
    assert app.angles()[2] - before[2] == pytest.approx(1.2, abs=0.1)
    touch(app, "touchEnd")
    app.settle()
    assert app.page.evaluate("scrollY") == 0

    title = app.page.get_by_text(app.words(f"{page}.intro"), exact=True).bounding_box()
    x, y = title["x"] + 20, title["y"] + title["height"] / 2
    app.page.evaluate("scrollTo(0, 0)")
    touch(app, "touchStart", (x, 700))
    for step in range(1, 11):
        touch(app, "touchMove", (x, 700 - 40 * step))
    touch(app, "touchEnd")
    app.page.wait_for_function("scrollY > 100")
    assert y < 700


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_keys_on_a_handle(app, page):
    app.open(page)
    for index in range(3):
        handle = app.slider_handle(index)
        handle.focus()
        for key, degrees in (("ArrowUp", 2), ("ArrowLeft", 2), ("ArrowDown", -2),
                             ("ArrowRight", -2), ("Shift+ArrowUp", 0.2), ("PageUp", 15),
                             ("Shift+ArrowRight", -0.2), ("PageDown", -15)):  # fmt: skip
            before = app.angles()
            app.key(key)
            wanted = np.zeros(3)
            wanted[index] = degrees
            turned = np.degrees(np.angle(np.exp(1j * (app.angles() - before))))
            assert turned == pytest.approx(wanted, abs=1e-8), key
        assert float(handle.get_attribute("aria-valuenow")) == pytest.approx(
            math.degrees(app.angles()[index]), abs=0.006
        )


def test_handles_are_reached_by_tab(app):
    app.open("fig1")
    app.slider_handle(0).focus()
    app.page.keyboard.press("Tab")
    before = app.angles()
    app.key("ArrowUp")
    assert np.degrees(app.angles() - before) == pytest.approx([0, 2, 0], abs=1e-8)
    app.button("button.random").focus()
    for _ in range(12):
        app.page.keyboard.press("Tab")
        if app.page.evaluate(FOCUSED)[:2] == ["slider", app.words("handle.joint", i=1)]:
            break
    else:
        pytest.fail("Tab does not lead to the handles")


FOCUSED = """() => {
  let item = document.activeElement;
  while (item?.shadowRoot?.activeElement) item = item.shadowRoot.activeElement;
  return [item?.getAttribute("role"), item?.getAttribute("aria-label")];
}"""


def test_force_by_keys(app):
    app.open("fig2", step=1)
    app.slider_handle(3).focus()
    for key, wanted in (("ArrowRight", (0.5, 0)), ("PageUp", (0.5, 5)),
                        ("Shift+ArrowDown", (0.5, 4.95)), ("ArrowLeft", (0, 4.95))):  # fmt: skip
        app.key(key)
        assert 10 * vectors(app, "tip_force")[0] == pytest.approx(wanted, abs=1e-9)
    check_fig2(app, app.state())


def test_fields_take_exact_values(app):
    app.open("fig1", step=3)
    app.set(q=(90, -45.5, 30), qd=(1.25, -2, 0), qdd=(-3, 0.5, 10))
    link = app.link()
    assert [link[name] for name in ("q", "qd", "qdd")] == ["90,-45.5,30", "1.25,-2,0", "-3,0.5,10"]
    assert np.degrees(app.angles()) == pytest.approx([90, -45.5, 30], abs=1e-9)
    check_fig1(app, app.state())


def test_force_fields(app):
    app.open("fig2", step=1)
    for axis, text in (("x", "12.5"), ("y", "-3")):
        app.type(app.page.get_by_role("textbox", name=f"F{axis}", exact=True), text)
    assert 10 * vectors(app, "tip_force")[0] == pytest.approx([12.5, -3], abs=1e-9)
    check_fig2(app, app.state())


@pytest.mark.parametrize("name", ["q", "qd", "qdd"])
def test_sliders(app, name):
    app.open("fig1", step=3)
    slider = app.slider(name, 1)
    before = app.state()[name]
    slider.focus()
    for _ in range(3):
        app.key("ArrowRight")
    state = app.state()
    assert state[name][1] > before[1]
    assert np.delete(state[name], 1) == pytest.approx(np.delete(before, 1), abs=1e-7)
    shown = float(app.field(name, 1).input_value())
    value = math.degrees(state[name][1]) if name == "q" else state[name][1]
    assert shown == pytest.approx(value, abs=0.006)
    check_fig1(app, state)


def test_slider_by_mouse_moves_the_arm_before_release(app):
    app.open("fig1", step=3)
    before = app.angles()
    box = app.slider("q", 0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    app.page.mouse.move(x, y)
    app.page.mouse.down()
    app.page.mouse.move(x + 25, y, steps=5)
    app.settle()
    moved = app.angles() - before
    app.page.mouse.up()
    app.settle()
    assert abs(moved[0]) > 0.1
    check_fig1(app, app.state())
    app.press("button.undo")
    assert app.angles() == pytest.approx(before, abs=1e-9), "the whole slide is one action"


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_presets_undo_redo_reset(app, page):
    app.open(page, step=2)
    start, places = app.link(), []
    for preset in PRESETS[page]:
        app.press(f"preset.{preset['id']}")
        places.append(app.link())
        if "q" in preset:
            assert [float(v) for v in places[-1]["q"].split(",")] == pytest.approx(preset["q"])
    for wanted in [*reversed(places[:-1]), start]:
        app.press("button.undo")
        assert app.link() == wanted
    assert app.button("button.undo").is_disabled()
    for wanted in places:
        app.press("button.redo")
        assert app.link() == wanted
    app.page.locator("body").press("Control+z")
    app.settle()
    assert app.link() == places[-2]
    app.page.locator("body").press("Control+y")
    app.settle()
    assert app.link() == places[-1]
    app.press("button.reset")
    assert app.link() == {**start, "step": "0"}


def test_a_drag_is_one_action_of_undo(app):
    app.open("fig1")
    before = app.points("handles")
    app.drag(1, toward(before[1], 0.6, before[0]))
    assert np.abs(app.points("handles") - before).max() > 0.1
    app.press("button.undo")
    assert app.points("handles") == pytest.approx(before, abs=1e-12)


def test_random_shows_its_seed_and_the_seed_gives_the_state(app):
    app.open("fig1", step=3)
    seed = app.page.get_by_role("textbox", name=app.words("field.seed"), exact=True)
    app.press("button.random")
    first, number = app.link(), seed.input_value()
    app.press("button.random")
    second = app.link()
    assert seed.input_value() != number and second["q"] != first["q"]
    app.type(seed, number)
    assert app.link() == first
    draw = np.random.default_rng(int(number)).uniform
    assert np.radians([float(v) for v in first["q"].split(",")]) == pytest.approx(
        draw(-np.pi, np.pi, 3), abs=1e-7
    )


def test_a_link_to_a_random_state_shows_exactly_what_it_says(app):
    app.open("fig1", step=3).press("button.random")
    link = app.link()
    app.open(link.pop("page"), **link)
    check_fig1(app, app.state())


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_fit_changes_the_scale_and_only_the_scale(app, page):
    app.open(page, step=3)
    check = check_fig1 if page == "fig1" else check_fig2
    app.set(qd=(0.2, 0.1, 0.1), qdd=(0, 0, 0))
    app.press("button.fit")
    state = app.state()
    small = app.scales()
    assert np.atleast_1d(check(app, state)) == pytest.approx(small[: 2 if page == "fig1" else 1])
    app.set(qd=(9, 8, 9))
    assert app.scales()[0] > small[0]
    check(app, app.state())


def test_gravity_switch(app):
    app.open("fig2", step=1)
    box = app.switch("switch.gravity")
    box.uncheck()
    app.settle()
    state = app.state()
    assert state["gravity"] is False
    assert np.abs(vectors(app, "gravity")).max() == 0
    check_fig2(app, state)
    box.check()
    app.settle()
    check_fig2(app, app.state())


def test_show_all_draws_each_force_on_the_arm(app):
    app.open("fig2", step=1)
    app.switch("switch.show_all").check()
    app.settle()
    state = app.state()
    f = backward_pass(
        ARM, forward_pass(ARM, state["q"], state["qd"], state["qdd"], (0.0, 9.81)), (0.0, 0.0)
    ).f
    tails = joint_positions(ARM, app.angles())[:3]
    assert app.points("force", "x0", "y0") == pytest.approx(tails, abs=1e-9)
    ratio = f / vectors(app, "force")
    assert ratio == pytest.approx(np.full((3, 2), app.scales()[0]), rel=1e-6)


def test_readout_has_true_minus_signs_and_no_negative_zero(app):
    app.open("fig1", step=3)
    app.set(q=(0, 0, 0), qd=(1, 0, 0), qdd=(0, 0, 0))
    text = app.page.locator("table").first.inner_text()
    assert not re.search(r"[-−]0\.0+(?![0-9])", text)
    assert not re.search(r"(?<![0-9])-[0-9]", text), "a hyphen is no minus sign"


# What an update costs


def test_nothing_is_sent_but_what_changes(app):
    answers = []
    app.page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda frame: answers.append(frame)))  # fmt: skip
    app.open("fig1", step=3)
    app.page.wait_for_timeout(300)
    answers.clear()
    app.drag(2, toward(app.points("handles")[2], 0.5))
    kinds = [json.loads(frame)["msgtype"] for frame in answers
             if isinstance(frame, str) and '"msgtype"' in frame]  # fmt: skip
    assert kinds.count("PATCH-DOC") > 3
    assert "OK" not in kinds, "the browser throws them away"


def test_a_text_keeps_its_elements_while_its_numbers_change(app):
    app.open("fig1", step=3)
    cell = app.page.locator(".readout tbody tr td").last
    before = cell.inner_text()
    cell.evaluate("cell => { cell.marked = true; getSelection().selectAllChildren(cell); }")
    app.drag(2, toward(app.points("handles")[2], 0.5))
    assert app.until(lambda: cell.inner_text() != before)
    assert cell.evaluate("cell => cell.marked"), "the same element, not one in its place"
    app.press("button.back")  # other rows: now the table is written as a whole
    assert app.until(lambda: app.page.locator(".readout tbody tr").count() > 0)
    assert app.page.locator(".readout .line").first.inner_text()
    assert not app.page.locator(".readout tbody tr td").last.evaluate(
        "cell => cell.marked ?? false"
    )
