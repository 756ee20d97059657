"""FIG 3 in the browser: what is painted, two links, the tasks, words and themes, the phone."""

import numpy as np
import pytest

from dynamics import chapter_arm, lagrange, rnea
from tests.browser.app_page import WORDS, toward
from tests.browser.conftest import PHONE

BARS = ("inertia_bar", "velocity_bar", "gravity_bar")


def check_picture(app, links=3):
    """The pieces and diamonds in the browser against the state that the link tells."""
    state, arm = app.state(), chapter_arm(links)
    q, qd, qdd = (state[name][:links] for name in ("q", "qd", "qdd"))
    gravity = 9.81 if state["gravity"] else 0.0
    bars = [app.data(name) for name in BARS]
    starts, ends = (np.array([bar[key] for bar in bars], dtype=float) for key in ("start", "end"))
    still = np.zeros(links)
    pieces = [rnea(arm, q, still, qdd, gravity=0.0), rnea(arm, q, qd, still, gravity=0.0),
              rnea(arm, q, still, still, gravity=gravity)]  # fmt: skip
    atol = 1e-5  # a link has six decimals
    assert np.allclose(ends - starts, pieces, rtol=1e-6, atol=atol)
    assert (starts[0] == 0).all() and (starts[1:] == ends[:-1]).all()
    diamonds = app.points("rnea_marker")
    tau = lagrange.inverse_dynamics(arm, q, qd, qdd, gravity=gravity)
    assert np.allclose(diamonds[:, 0], tau, rtol=1e-6, atol=atol)
    assert np.allclose(diamonds[:, 0], ends[2], rtol=0, atol=1e-10)
    assert np.array_equal(diamonds[:, 1], bars[2]["y"])
    return tau


def check_table(app, links=3):
    """Each row of the table: sum and RNEA say the same number, the difference is rounding."""
    rows = app.page.locator("tbody tr")
    assert rows.count() == links
    for i in range(links):
        cells = [c.replace("−", "-") for c in rows.nth(i).locator("td").all_inner_texts()]
        assert len(cells) == (7 if links == 2 else 6)
        assert float(cells[3]) == pytest.approx(sum(map(float, cells[:3])), abs=2e-3)
        assert len(set(cells[3:-1])) == 1, cells
        assert cells[-1] == "0" or "×10⁻¹" in cells[-1]


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_loads_and_paints_what_is_computed(app, lang):
    app.open("fig3", lang=lang)
    check_picture(app)
    check_table(app)
    assert app.page.get_by_text(app.words("fig3.question"), exact=True).is_visible()
    assert len(app.data("differences")["y"]) == 1


def test_random_states_and_the_first_task(app):
    app.open("fig3")
    told = []
    for drawn in range(1, 6):
        assert not app.is_done("five")
        app.press("button.random")
        told.append(check_picture(app))
        check_table(app)
        if drawn < 5:
            assert f"= {drawn}," in app.task("five").inner_text()
    assert app.until(lambda: app.is_done("five"))
    assert len({tuple(tau) for tau in told}) == 5
    history = app.data("differences")
    assert len(history["value"]) == 6 and max(history["value"]) < 1e-10
    app.press("button.reset")
    assert not app.is_done("five")
    assert len(app.data("differences")["value"]) == 1


def test_turning_alone_needs_torque_but_not_when_straight(app):
    app.open("fig3")
    app.press("preset.straight")
    gravity = app.switch("switch.gravity")
    gravity.uncheck()
    app.page.wait_for_timeout(800)
    assert np.allclose(check_picture(app), 0, atol=1e-9)
    assert not app.is_done("turning")
    app.type(app.field("q", 1), "80")
    assert app.until(lambda: app.is_done("turning"))
    assert app.words("fig3.task.turning.why") in app.task("turning").inner_text()
    assert np.linalg.norm(check_picture(app)) > 0.3


def test_a_drag_moves_the_pieces_and_is_one_state(app):
    app.open("fig3")
    spot, before = app.points("handles")[0], app.points("rnea_marker")

    def during():
        assert not np.allclose(app.points("rnea_marker"), before, atol=0.1)
        assert len(app.data("differences")["y"]) == 1

    app.drag(0, toward(spot, -0.9), during)
    check_picture(app)
    check_table(app)
    assert len(app.data("differences")["y"]) == 2


def test_two_links_have_a_third_way_and_leave_the_third_joint(app):
    app.open("fig3")
    before = app.state()
    two = app.switch("fig3.two_links")
    two.check()
    app.settle()
    check_picture(app, 2)
    check_table(app, 2)
    assert app.page.get_by_text(app.words("fig3.column.closed"), exact=True).is_visible()
    assert len(app.points("handles")) == 2
    assert app.field("q", 2).count() == 0 or not app.field("q", 2).is_visible()
    app.drag(1, toward(app.points("handles")[1], 0.4, app.points("handles")[0]))
    check_picture(app, 2)
    two.uncheck()
    app.settle()
    check_picture(app)
    after = app.state()
    assert after["q"][2] == pytest.approx(before["q"][2], abs=1e-9)
    assert after["q"][1] == pytest.approx(before["q"][1] + 0.4, abs=0.02)
    assert app.field("q", 2).is_visible()


def test_keys_turn_a_joint(app):
    app.open("fig3")
    start = app.angles()
    app.slider_handle(1).focus()
    app.key("ArrowUp")
    assert np.degrees(app.angles() - start) == pytest.approx([0, 2, 0], abs=1e-6)
    check_picture(app)


def test_language_and_theme_keep_the_state_and_the_history(app):
    app.open("fig3")
    app.press("button.random")
    before, history = app.link(), app.data("differences")["value"]
    for theme in ("dark", "projector", "light"):
        app.choose("theme", theme)
        for lang in ("zh", "en"):
            app.choose("lang", lang)
            assert app.page.get_by_text(app.words("fig3.heading"), exact=True).is_visible()
            assert app.switch("fig3.two_links").is_visible()
            assert app.words("fig3.task.five") in app.task("five").inner_text()
        check_picture(app)
    assert app.link() == before
    assert app.data("differences")["value"] == history


def test_all_that_matters_is_in_view(app):
    app.open("fig3")
    plot = app.box(".plot")
    assert plot["width"] >= 0.6 * 1280
    for item in (app.page.locator("[data-task]").last, app.button("button.reset"),
                 app.page.locator("table").first, app.page.locator(".verdict")):  # fmt: skip
        box = item.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
    for name in ("arm", "torques", "differences_plot"):
        low, high = app.page.evaluate(
            """name => {
              const model = Bokeh.documents[0].get_model_by_name(name);
              const {frame, canvas_view} = Bokeh.index.find_one_by_id(model.id);
              const box = canvas_view.el.getBoundingClientRect();
              return [[box.left, box.top, frame.bbox.width, frame.bbox.height],
                      [box.right, box.bottom]]; }""",
            name,
        )
        assert low[0] >= plot["x"] and low[1] >= plot["y"] and min(low[2:]) > 40
        assert high[0] <= plot["x"] + plot["width"] + 1
        assert high[1] <= plot["y"] + plot["height"] + 1


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_phone_has_one_column(visit, theme):
    app = visit(viewport=PHONE).open("fig3", theme=theme)
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert width == 390 and scroll <= 390
    plot = app.box(".plot")
    assert plot["x"] >= 0 and plot["x"] + plot["width"] <= 390
    check_picture(app)
