"""FIG 6 in the browser: what is painted is the count, the line moves, the task, words, the phone."""

import json

import pytest

from dynamics import opcount
from tests.browser.app_page import WORDS
from tests.browser.conftest import PHONE

NAMES = ("rnea", "mass_matrix", "forward_dynamics", "lagrange")


def columns(app, name="counts"):
    """The columns of a source; what is not yet counted (NaN) becomes None."""
    text = app.page.evaluate("name => JSON.stringify(named(name).data, "
                             "(k, v) => ArrayBuffer.isView(v) ? Array.from(v) : v)", name)  # fmt: skip
    return json.loads(text)


def counted(app):
    """Wait until all curves are complete; returns their columns."""

    def complete():
        data = columns(app)
        return data if all(None not in data[name] for name in NAMES) else None

    data = app.until(complete, 30)
    assert data, "the counting does not come to an end"
    return data


def line(app) -> int:
    """Where the line stands."""
    return columns(app, "present_n")["n"][0]


def pull(app, plot, start, end, during=None):
    """Drag on a chart from one value of n to another."""
    mouse = app.page.mouse
    y = app.box(".plot")["y"] + app.box(".plot")["height"] / 2
    mouse.move(app.pixel(start, 1000, plot)[0], y)
    mouse.down()
    mouse.move(app.pixel(end, 1000, plot)[0], y, steps=6)
    app.settle()
    if during:
        during()
    mouse.up()
    app.settle()


def number(app):
    return app.page.get_by_role("textbox", name="n", exact=True)


def answer(app):
    return app.page.get_by_role("textbox", name=app.words("fig6.answer_field"), exact=True)


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_every_point_that_is_painted_is_the_count(app, lang):
    app.open("fig6", lang=lang)
    data = counted(app)
    assert data["n"] == list(range(1, 41))
    for name in NAMES:
        for n in (1, 3, 12, 20, 30):
            assert data[name][n - 1] == getattr(opcount, name)(n).total
    points = columns(app, "present_counts")
    assert points["x"] == [3] * 4
    assert points["y"] == [getattr(opcount, name)(3).total for name in NAMES]
    rows = app.page.locator("tbody tr")
    for i, name in enumerate(NAMES):
        cells = [c.replace("\u202f", "") for c in rows.nth(i).locator("td").all_inner_texts()]
        count = getattr(opcount, name)(3)
        assert cells[:3] == [str(count.total), str(count.multiplications), str(count.additions)]


def test_the_line_follows_the_hand_on_both_kinds_of_axes(app):
    app.open("fig6")
    counted(app)
    pull(app, "counts_plot", 3, 12, during=lambda: app.until(lambda: line(app) == 12))
    assert line(app) == 12
    assert number(app).input_value() == "12"
    app.switch("fig6.linear").check()
    app.settle()
    assert line(app) == 12
    pull(app, "counts_plot_linear", 12, 33)
    assert line(app) == 33
    pull(app, "counts_plot_linear", 5, 8)
    assert line(app) == 33, "only the line can be taken"


def test_keys_buttons_and_field_move_the_line(app):
    app.open("fig6")
    handle = app.page.get_by_role("slider", name=app.words("fig6.handle"), exact=True)
    handle.focus()
    for key, n in (("ArrowRight", 4), ("PageUp", 9), ("ArrowDown", 8)):
        app.key(key)
        assert app.until(lambda n=n: line(app) == n)
    assert handle.get_attribute("aria-valuenow") == "8"
    app.press("preset.humanoid")
    assert line(app) == 30
    app.type(number(app), "7")
    assert app.until(lambda: line(app) == 7)
    for text in ("abc", "41", "2.5"):
        app.type(number(app), text)
        assert app.until(lambda: len(app.alerts()) == 1)
        assert line(app) == 7 and number(app).input_value() == "7"


def test_the_task_by_a_real_path(app):
    app.open("fig6")
    ratio = opcount.lagrange(30).total / opcount.rnea(30).total
    app.type(answer(app), f"{opcount.lagrange(3).total / opcount.rnea(3).total:.1f}")
    app.type(number(app), "30")
    app.page.wait_for_timeout(800)
    assert not app.is_done("dearer")
    app.type(answer(app), f"{0.9 * ratio:.0f}")
    app.page.wait_for_timeout(800)
    assert not app.is_done("dearer")
    app.type(answer(app), f"{ratio:,.0f}")
    assert app.until(lambda: app.is_done("dearer"))
    app.press("preset.chapter")
    assert app.is_done("dearer")
    app.press("button.reset")
    assert app.until(lambda: not app.is_done("dearer"))
    assert answer(app).input_value() == ""


def test_language_and_theme_keep_the_state(app):
    app.open("fig6")
    counted(app)
    app.type(number(app), "17")
    app.type(answer(app), "500")
    app.switch("fig6.linear").check()
    before = columns(app)
    for theme in ("dark", "projector", "light"):
        app.choose("theme", theme)
        for lang in ("zh", "en"):
            app.choose("lang", lang)
            assert app.page.get_by_text(app.words("fig6.heading"), exact=True).is_visible()
            assert line(app) == 17 and answer(app).input_value() == "500"
            assert app.switch("fig6.linear").is_checked()
    assert columns(app) == before


def test_time_is_measured_and_can_be_cancelled(app):
    app.open("fig6")
    app.page.get_by_role("button", name=app.words("fig6.tab.time"), exact=True).click()
    app.button("fig6.measure").click()
    bar = app.page.locator("progress")
    assert app.until(lambda: float(bar.get_attribute("value")) > 5, 20)
    number(app).fill("9")
    number(app).press("Enter")
    assert app.until(lambda: line(app) == 9, 3), "the page stays responsive"
    app.button("fig6.cancel").click()
    assert app.until(lambda: app.button("fig6.measure").is_enabled())
    times = columns(app, "times")
    assert times["n"] == [1, 2, 3, 5, 8, 12, 20, 30]
    assert times["rnea"][0] > 0 and times["lagrange"][-1] is None
    app.button("fig6.measure").click()
    assert app.until(lambda: columns(app, "times")["lagrange"][-1], 60)
    times = columns(app, "times")
    assert all(t > 0 for name in NAMES for t in times[name])
    assert times["lagrange"][-1] > times["rnea"][-1]


def test_desktop_shows_all_that_matters(app):
    app.open("fig6", n=40)
    assert app.box(".plot")["width"] >= 0.6 * 1280
    table = app.page.locator("table").first
    for locator in (table, app.task("dearer"), app.button("button.reset"), answer(app)):
        box = locator.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800, locator
    assert table.bounding_box()["width"] <= app.box(".plot")["width"], "no column is cut off"
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert scroll <= width


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_phone_scrolls_one_way(visit, theme):
    app = visit(viewport=PHONE).open("fig6", theme=theme)
    app.page.get_by_role("button", name=app.words("fig6.tab.time"), exact=True).click()
    app.settle()
    width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert width == 390 and scroll <= 390
