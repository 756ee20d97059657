"""FIG 4 in a browser: what is painted is read back and computed anew."""

import numpy as np
import pytest

from dynamics import chapter_arm, forward_pass, lagrange
from dynamics.arm import com_positions
from tests.browser.app_page import WORDS, toward
from tests.browser.conftest import PHONE

ARM = chapter_arm(3)
CLOSE = 1e-9
TITLE_ROOM = """() => {
  const model = named("mass_map_plot"), view = Bokeh.index.find_one_by_id(model.id);
  const pen = document.createElement("canvas").getContext("2d"), title = model.title;
  pen.font = `${title.text_font_style} ${title.text_font_size} ${title.text_font}`;
  const half = pen.measureText(title.text).width / 2, frame = view.frame.bbox;
  const middle = frame.left + frame.width / 2;
  return Math.min(middle, view.canvas_view.bbox.width - middle) - half;
}"""


def matrix(app):
    """The painted matrix, NaN where it is empty."""
    data, found = app.data("matrix"), np.full((3, 3), np.nan)
    for row, column, value, filled in zip(
        *(data[name] for name in ("row", "column", "value", "filled")), strict=True
    ):
        if filled:
            found[int(row) - 1, int(column) - 1] = value
    return found


def check(app, joint, filled):
    """Arm, arrows, bars and matrix agree with one another and with the Lagrangian."""
    q = app.angles()
    M, found = lagrange.mass_matrix(ARM, q), matrix(app)
    for j in (1, 2, 3):
        if j in filled:
            assert np.abs(found[:, j - 1] - M[:, j - 1]).max() < CLOSE
        else:
            assert np.isnan(found[:, j - 1]).all()
    arrows = app.points("acceleration", "x1", "y1") - app.points("acceleration", "x0", "y0")
    a_c = forward_pass(ARM, q, np.zeros(3), np.eye(3)[joint - 1]).a_c
    assert np.abs(app.points("acceleration", "x0", "y0") - com_positions(ARM, q)).max() < CLOSE
    assert np.abs(arrows - 0.5 * a_c).max() < CLOSE
    bars = app.data("column_bar")
    assert np.add(bars["left"], bars["right"]) == pytest.approx(M[:, joint - 1], abs=CLOSE)
    pose = app.points("map_pose")[0]
    assert pose == pytest.approx(np.degrees(q[1:]), abs=1e-7)


def column(app, j):
    app.page.get_by_role("button", name=app.words("fig4.button.column", j=j), exact=True).click()
    app.settle()


def cell(app, row, column):
    """Press a cell of the matrix."""
    app.page.mouse.click(*app.pixel(column, row, "matrix_plot"))
    app.settle()


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_columns_fill_by_button_key_and_cell(app, lang):
    app.open("fig4", lang=lang)
    assert np.isnan(matrix(app)).all()
    column(app, 2)
    check(app, 2, {2})
    cell(app, 1, 3)
    check(app, 3, {2, 3})
    app.page.locator("body").click(position={"x": 5, "y": 790})
    app.key("b"), app.key("b")
    check(app, 1, {1, 2, 3})
    assert app.alerts() == []


def test_everything_follows_during_a_drag(app):
    app.open("fig4", step=3)
    before = app.angles()
    spots = np.vstack([[0.0, 0.0], app.points("handles")])
    seen = []

    def during():
        seen.append(app.angles())
        check(app, 3, {1, 2, 3})

    app.drag(1, toward(spots[2], 1.4, spots[1]), during)
    assert np.angle(np.exp(1j * (seen[0] - before)))[1] == pytest.approx(1.4, abs=0.03)
    check(app, 3, {1, 2, 3})


def test_gravity_shows_both_calls_and_moves_no_entry(app):
    app.open("fig4", step=2)
    rows = app.page.locator(".facts tbody tr")
    assert rows.first.locator("td").count() == 3
    painted = matrix(app)
    q, unit = app.angles(), np.array([0.0, 1.0, 0.0])
    tau = lagrange.inverse_dynamics(ARM, q, np.zeros(3), unit, gravity=9.81)
    told = [row.split("\t")[1] for row in rows.all_inner_texts()]
    assert told == [f"{value:.3f}".replace("-", "−") for value in tau]
    app.switch("switch.gravity").click()
    app.settle()
    assert app.until(lambda: rows.first.locator("td").count() == 1)
    assert np.nanmax(np.abs(matrix(app) - painted)) < 1e-12


def test_fill_and_check(app):
    app.open("fig4")
    for j in (3, 1, 2):
        assert app.button("fig4.button.compare").is_disabled()
        column(app, j)
    app.page.wait_for_timeout(700)
    assert not app.is_done("fill")
    app.press("fig4.button.compare")
    assert app.until(lambda: app.is_done("fill"))
    assert "≡" in app.page.locator(".facts .whole").inner_text()


def test_fold_by_pressing_the_map(app):
    app.open("fig4", step=3)
    app.press("preset.folded")
    app.page.wait_for_timeout(700)
    assert not app.is_done("fold"), "a near miss"
    app.page.mouse.click(*app.pixel(160, 20, "mass_map_plot"))
    app.settle()
    assert np.degrees(app.angles()[1:]) == pytest.approx([160, 20], abs=2)
    assert app.until(lambda: app.is_done("fold"))
    check(app, 3, {1, 2, 3})


def test_two_quick_presses_and_a_long_one_all_count(app):
    app.open("fig4", step=3)
    mouse = app.page.mouse
    mouse.click(*app.pixel(-90, 60, "mass_map_plot"))
    mouse.click(*app.pixel(100, -40, "mass_map_plot"))
    app.settle()
    assert np.degrees(app.angles()[1:]) == pytest.approx([100, -40], abs=2)
    mouse.move(*app.pixel(-60, 120, "mass_map_plot"))
    mouse.down()
    app.page.wait_for_timeout(450)
    mouse.up()
    app.settle()
    assert np.degrees(app.angles()[1:]) == pytest.approx([-60, 120], abs=2)
    check(app, 3, {1, 2, 3})


def test_a_link_does_no_task(app):
    app.open("fig4", step=3, q="0,180,0")
    app.page.wait_for_timeout(800)
    assert not app.is_done("fold") and not app.is_done("fill")


def test_language_and_theme_keep_what_is_filled(app):
    app.open("fig4", step=3)
    before, link = matrix(app), app.link()
    for theme in ("dark", "projector", "light"):
        app.choose("theme", theme)
        for lang in ("zh", "en"):
            app.choose("lang", lang)
            assert app.words("fig4.unknown") not in app.page.locator(".facts .whole").inner_text()
            assert (
                app.words("fig4.whole").split(" ")[0]
                in app.page.locator(".facts .whole").inner_text()
            )
    assert np.array_equal(matrix(app), before, equal_nan=True) and app.link() == link


def test_the_map_says_more_only_when_there_is_a_matrix(app):
    app.open("fig4", step=2)
    spots = app.points("handles")
    app.page.mouse.click(*app.pixel(160, 20, "mass_map_plot"))
    app.settle()
    assert np.array_equal(app.points("handles"), spots)


def test_desktop_shows_matrix_map_and_tasks_without_scrolling(app):
    app.open("fig4", step=3)
    for place in (".plot", ".cells", ".map", ".facts", "[data-task=fold]"):
        box = app.box(place)
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, place
    assert app.box(".plot")["width"] >= 0.6 * 1280


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_phone_scrolls_one_way(visit, theme):
    app = visit(viewport=PHONE).open("fig4", theme=theme, step=3)
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert width == 390 and scroll <= 390
    for place in (".cells", ".map", ".bars"):
        box = app.box(place)
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["height"] > 100
    for lang in ("en", "zh"):
        app.choose("lang", lang)
        assert app.page.evaluate(TITLE_ROOM) >= 0, f"the map's title is cut in {lang}"
