"""Terms and pictures in the browser: one that is pointed at or has the focus marks the other."""

import re

import numpy as np
import pytest

from figures.style import FADED
from tests.browser.app_page import toward

FULL, PALE = 1.0, pytest.approx(FADED)


def ink(app, name):
    """How strong the arrows or arcs of a meaning are drawn, where they are strongest."""
    return max(app.data(name)["alpha"])


def theory(app, section):
    """Open the theory and one section of it."""
    app.press("lesson.theory")
    app.page.locator(f"[data-section={section}] summary").click()


def is_marked(term):
    return term.evaluate("node => getComputedStyle(node).backgroundColor") != "rgba(0, 0, 0, 0)"


def at_rest(app):
    app.page.mouse.move(640, 4)
    return app.until(lambda: all(ink(app, name) in (0.0, 1.0) for name in ("euler", "omega")))


def middle(app, name, row=-1):
    tails, heads = app.points(name, "x0", "y0"), app.points(name, "x1", "y1")
    return app.pixel(*(tails[row] + heads[row]) / 2)


def test_a_term_of_fig1_emphasises_its_arrows(app):
    app.open("fig1", step=2)
    theory(app, "forward")
    term = app.page.locator("[data-section=forward] math [data-term=centripetal]")
    assert at_rest(app) and not is_marked(term)
    term.hover()
    assert app.until(lambda: ink(app, "euler") == PALE)
    assert ink(app, "centripetal") == FULL and ink(app, "omega") == PALE and is_marked(term)
    heading = app.page.locator("th [data-term=centripetal]")
    assert is_marked(heading)  # the same meaning in the readout
    assert at_rest(app) and not is_marked(term)

    terms = app.page.locator("[data-section=forward] math [data-term]")
    meanings = terms.evaluate_all("nodes => nodes.map(node => node.getAttribute('data-term'))")
    terms.first.focus()
    for meaning in meanings[:3]:  # within one component, which the document does not hear
        assert app.until(lambda m=meaning: ink(app, m) == FULL)
        others = {name for name in ("euler", "acceleration", "inherited") if name != meaning}
        assert app.until(lambda o=others: all(ink(app, name) == PALE for name in o))
        app.page.keyboard.press("Tab")
    terms.first.focus()
    app.key("Shift+Tab")
    assert app.until(lambda: ink(app, "euler") == FULL)


def test_an_arrow_of_fig1_marks_its_term_but_a_drag_is_left_alone(app):
    app.open("fig1", step=2)
    theory(app, "forward")
    term = app.page.locator("[data-section=forward] math [data-term=velocity]").first
    app.page.mouse.move(*middle(app, "velocity"))
    assert app.until(lambda: ink(app, "inherited") == PALE)
    assert ink(app, "velocity") == FULL and is_marked(term)
    arc = {name: values[-1] for name, values in app.data("omega").items()}
    angle = (arc["start"] + arc["end"]) / 2
    x, y = arc["x"] + arc["radius"] * np.cos(angle), arc["y"] + arc["radius"] * np.sin(angle)
    app.page.mouse.move(*app.pixel(x, y))
    assert app.until(lambda: ink(app, "velocity") == PALE)
    assert ink(app, "omega") == FULL and not is_marked(term)
    path = toward(app.points("handles")[0], 0.5)

    def during():
        assert ink(app, "omega") == ink(app, "inherited") == ink(app, "velocity") == FULL

    before = app.angles()
    app.drag(0, path, during)
    assert app.angles()[0] - before[0] == pytest.approx(0.5, abs=0.02)
    box = app.box("th [data-term=euler]")
    heading = box["x"] + 5, box["y"] + 5
    app.page.mouse.move(4, 400)
    app.page.mouse.down()
    app.page.mouse.move(*heading)
    app.page.wait_for_timeout(150)
    app.settle()
    assert ink(app, "inherited") == FULL
    app.page.mouse.up()
    app.page.mouse.move(*heading, steps=2)
    assert app.until(lambda: ink(app, "inherited") == PALE)


def test_a_force_of_fig2_and_back(app):
    app.open("fig2", step=1, f_tip="3,-4")
    app.page.locator("th [data-term=force]").first.hover()
    assert app.until(lambda: ink(app, "gravity") == PALE)
    assert ink(app, "force") == FULL and ink(app, "moment") == PALE
    line = app.page.locator(".line [data-term=gravity]")
    app.page.mouse.move(*middle(app, "gravity"))
    assert app.until(lambda: ink(app, "force") == PALE)
    assert ink(app, "gravity") == FULL and is_marked(line)
    app.visit("fig1")
    app.visit("fig2")
    assert ink(app, "force") == FULL


def test_a_bar_of_fig3_and_back(app):
    app.open("fig3")

    def inks():
        return app.page.evaluate(
            """names => names.map(name => named("torques").renderers
                 .find(r => r.data_source?.name === name).glyph.fill_alpha.value)""",
            ["inertia_bar", "velocity_bar", "gravity_bar", "rnea_marker"],
        )

    assert inks() == [1, 1, 1, 1]
    bar = app.data("gravity_bar")
    row = int(np.argmax(np.subtract(bar["right"], bar["left"])))
    spot = ((bar["left"][row] + bar["right"][row]) / 2, bar["y"][row])
    app.page.mouse.move(*app.pixel(*spot, plot="torques"))
    heading = app.page.locator("th [data-term=gravity_torque]")
    assert app.until(lambda: is_marked(heading))
    assert app.until(lambda: inks() == [PALE, PALE, 1, PALE])
    app.page.locator("th [data-term=rnea]").hover()
    assert app.until(lambda: inks() == [PALE, PALE, PALE, 1])


def test_paper_has_the_theory_unfolded_and_no_controls(app):
    app.open("fig1", step=2, theme="dark")
    app.press("lesson.theory")
    folded = app.page.locator("[data-section=whip] p").first
    pressed = app.page.locator("nav"), app.button("lesson.quiz"), app.switch("theory.live.switch")
    assert app.until(lambda: all(item.is_visible() for item in pressed))
    assert not folded.is_visible()
    app.page.emulate_media(media="print")
    assert app.until(folded.is_visible) and app.page.locator(".line").is_visible()
    assert not any(item.is_visible() for item in pressed)
    color = folded.evaluate("node => getComputedStyle(node).color")
    assert max(map(int, re.findall(r"\d+", color))) < 100  # dark on white, whatever the theme
