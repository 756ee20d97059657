"""Steps, keys, language, theme, challenges, the address, bad input, and visitors side by side."""

import json

import numpy as np
import pytest

from tests.browser.app_page import WORDS
from tests.browser.serving import ROOT

CASES = json.loads((ROOT / "tests/reference/challenges.json").read_text(encoding="utf-8"))[
    "challenges"
]
IMG = "<img src=x onerror=alert(1)>"


def count(app, step):
    """True once the page says that it is at this step."""
    text = app.words("steps.count", step=step, last=3)
    return app.until(lambda: app.page.get_by_text(text, exact=True).count() == 1)


# Steps


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_steps_by_button_and_by_key(app, page):
    app.open(page)
    assert count(app, 0) and app.button("button.back").is_disabled()
    rows = []
    for step in (1, 2, 3):
        app.press("button.next")
        assert count(app, step)
        rows.append(app.page.locator("tbody tr").all_inner_texts())
    assert app.button("button.next").is_disabled()
    unknown = [sum("·" in row for row in table) for table in rows]
    assert unknown == [2, 1, 0], "the table fills row by row"
    app.press("button.back")
    assert count(app, 2)
    app.page.locator("body").click(position={"x": 5, "y": 790})
    for key, step in (("b", 1), ("b", 0), ("b", 0), ("n", 1), ("n", 2), ("n", 3), ("n", 3)):
        app.key(key)
        assert count(app, step)


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_play_walks_through_and_stops(app, page):
    app.open(page, step=2)
    app.press("button.play")
    assert count(app, 0)
    assert count(app, 1)
    app.press("button.pause")
    app.page.wait_for_timeout(2000)
    assert count(app, 1), "paused"
    app.press("button.play")
    assert app.until(lambda: count(app, 3), 9)
    assert app.until(lambda: app.button("button.play").count() == 1, 4)


def test_reload_while_it_plays(app):
    app.open("fig1", step=1)
    app.press("button.play")
    assert count(app, 1)
    app.page.reload()
    app.ready()
    assert app.button("button.play").is_enabled()
    app.press("button.next")
    assert app.alerts() == []


# Language and theme


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_language_and_theme_keep_the_state_and_do_not_reload(app, page):
    app.open(page, step=2)
    app.set(q=(20, 30, -40.25))
    before, spots = app.link(), app.points("handles")
    app.page.evaluate("window.mark = 1")
    for theme in ("dark", "projector", "light"):
        app.choose("theme", theme)
        assert app.page.locator("html").get_attribute("data-theme") == theme
        for lang in ("zh", "en"):
            app.choose("lang", lang)
            assert app.page.locator("html").get_attribute("lang") == lang
            assert app.page.get_by_text(app.words(f"{page}.heading"), exact=True).is_visible()
            assert app.button("button.next").is_visible()
            assert app.page.locator("[data-task]").first.inner_text().startswith(
                app.words(f"{page}.task.{'walk' if page == 'fig1' else 'inward'}")
            ) or app.words(f"{page}.task.{'walk' if page == 'fig1' else 'inward'}") in (
                app.page.locator("[data-task]").first.inner_text()
            )
    assert app.page.evaluate("window.mark") == 1
    assert app.link() == before
    assert np.array_equal(app.points("handles"), spots)


def test_keys_for_language_and_theme(app):
    app.open("fig1")
    app.page.locator("body").click(position={"x": 5, "y": 790})
    html = app.page.locator("html")
    app.key("l")
    assert app.until(lambda: html.get_attribute("lang") == "zh")
    app.key("l")
    assert app.until(lambda: html.get_attribute("lang") == "en")
    app.key("p")
    assert app.until(lambda: html.get_attribute("data-theme") == "projector")
    app.key("p")
    assert app.until(lambda: html.get_attribute("data-theme") == "light")
    app.key("t")
    assert app.until(lambda: html.get_attribute("data-theme") == "dark")


def test_typing_letters_into_a_field_is_no_shortcut(app):
    app.open("fig1")
    app.field("q", 0).press_sequentially("nbplt")
    app.settle()
    assert count(app, 0)
    assert app.page.locator("html").get_attribute("lang") == "en"
    assert app.page.locator("html").get_attribute("data-theme") == "light"


# Challenges: each by a real path of actions


def ticks(app, task, after_action=0.45):
    """True if the task is open just after the action and done once it has held."""
    first = app.is_done(task)
    done = app.until(lambda: app.is_done(task), 3)
    return not first and done


def test_walk(app):
    app.open("fig1")
    for _ in range(3):
        assert not app.is_done("walk")
        app.button("button.next").click()
    assert ticks(app, "walk")
    app.press("button.back")
    assert app.is_done("walk"), "stays ticked"
    assert app.words("fig1.task.walk.why") in app.task("walk").inner_text()
    app.press("button.reset")
    assert not app.is_done("walk")


def test_coast(app):
    app.open("fig1")
    app.press("preset.whip")
    app.page.wait_for_timeout(700)
    assert not app.is_done("coast")
    app.button("button.qdd0").click()
    assert ticks(app, "coast")


def test_inward(app):
    app.open("fig2")
    for _ in range(3):
        assert not app.is_done("inward")
        app.button("button.next").click()
    assert ticks(app, "inward")


def test_upright_and_let_it_fall(app):
    app.open("fig2")
    app.press("preset.rest")
    for text in ("89.5", "90"):
        for index, value in enumerate((text, "0", "0")):
            app.type(app.field("q", index), value)
        if text == "89.5":
            app.page.wait_for_timeout(800)
            assert not app.is_done("upright"), "0.5° off is too much"
    assert app.until(lambda: app.is_done("upright"))
    before = app.points("handles")[:3]
    app.button("button.fall").click()
    assert app.until(lambda: np.abs(app.points("handles")[:3] - before).max() > 0.5)
    assert app.until(lambda: np.allclose(app.points("handles")[:3], before, atol=1e-12), 20)
    assert app.state()["q"] == pytest.approx([np.pi / 2, 0, 0], abs=1e-7)


def test_cancel_by_dragging_the_force(app):
    app.open("fig2")
    app.press("preset.rest")
    app.press("preset.horizontal")
    # the weight's moment is 51.8949 N·m; the gripper pushes down with 51.8949 / 2.3 N at 2.3 m
    fields = [app.page.get_by_role("textbox", name=f"F{axis}", exact=True) for axis in "xy"]
    app.type(fields[1], "22.56")
    app.page.wait_for_timeout(800)
    assert not app.is_done("cancel"), "the wrong sense"
    fields[1].fill("-22.56")
    fields[1].press("Enter")
    assert ticks(app, "cancel")


@pytest.mark.parametrize(
    ("page", "task", "path"),
    [
        ("fig1", "walk", {"step": 3}),
        ("fig1", "coast", {"qd": "2,0,0", "qdd": "0,0,0"}),
        ("fig2", "upright", {"q": "90,0,0", "qd": "0,0,0", "qdd": "0,0,0"}),
        ("fig2", "cancel", {"q": "90,0,0", "qd": "0,0,0", "qdd": "0,0,0", "f_tip": "0,5"}),
    ],
)
def test_a_link_does_no_task(app, page, task, path):
    app.open(page, **path)
    app.page.wait_for_timeout(800)
    assert not app.is_done(task)


def test_a_state_that_passes_by_is_not_held(app):
    app.open("fig2")
    app.press("preset.rest")
    app.button("preset.upright").click()
    app.button("preset.horizontal").click()
    app.page.wait_for_timeout(900)
    assert not app.is_done("upright")


NEAR = [
    ("fig1", "coast", "fig1_qdd0_com3_accel"),
    ("fig2", "upright", "fig2_upright_static"),
    ("fig2", "cancel", "fig2_cancel_tau1"),
]


@pytest.mark.parametrize(("page", "task", "group"), NEAR)
def test_near_misses_do_not_tick(app, page, task, group):
    app.open(page)
    for case in [case for case in CASES[group]["states"] if not case["satisfies"]][:2]:
        app.set(q=[round(float(v), 4) for v in np.degrees(case["q"])], qd=case["qd"],
                qdd=case["qdd"])  # fmt: skip
        if page == "fig2":
            for axis, value in zip("xy", case["F_tip"], strict=True):
                app.type(app.page.get_by_role("textbox", name=f"F{axis}", exact=True), repr(value))
        app.page.wait_for_timeout(700)
        assert not app.is_done(task), case["why"]


# Bad input


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_a_bad_number_is_told_and_the_state_stays(app, lang):
    app.open("fig1", lang=lang, step=3)
    app.set(q=(12.5,))
    good = app.link()
    for text in ("abc", "1e308", "nan", "", "1000", "-180.01", "1_0", IMG):
        app.type(app.field("q", 0), text)
        assert app.until(lambda: len(app.alerts()) == 1), f"no message for {text!r}"
        key = "error.range" if text in ("1e308", "1000", "-180.01") else "error.number"
        start, end = app.words(key).split("{text}")[0], app.words(key).rsplit("}", 1)[1]
        middle = app.words(key).split("{text}")[1].split("{")[0]
        message = app.alerts()[0]
        assert message.startswith(start + text[:24].strip()) and middle in message, message
        assert message.endswith(end)
        assert app.field("q", 0).input_value() == "12.5"
        assert app.link() == good
    app.type(app.field("q", 0), "12.5")
    assert app.until(lambda: app.alerts() == []) and app.link() == good
    app.type(app.field("q", 0), "abc")
    assert app.until(lambda: len(app.alerts()) == 1)
    app.type(app.field("q", 0), "20")
    assert app.until(lambda: app.alerts() == [])
    assert app.page.locator("img").count() == 0


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_a_bad_seed(app, lang):
    app.open("fig1", lang=lang)
    good = app.link()
    seed = app.page.get_by_role("textbox", name=app.words("field.seed"), exact=True)
    for text in ("1.5", "-1", "abc", "1000000"):
        app.type(seed, text)
        assert app.until(lambda: len(app.alerts()) == 1)
        assert app.link() == good


@pytest.mark.parametrize("lang", sorted(WORDS))
@pytest.mark.parametrize(
    "query",
    [
        {"page": "fig9"}, {"theme": "pink"}, {"page": "fig1", "step": "7"},
        {"page": "fig1", "step": "x"}, {"page": "fig1", "q": "1,2"},
        {"page": "fig1", "q": "1,2,999"}, {"page": "fig1", "qd": "a,b,c"},
        {"page": "fig1", "q": "nan,0,0"}, {"page": "fig2", "gravity": "maybe"},
        {"page": IMG}, {"page": "fig1", "q": IMG},
    ],
    ids=str,
)  # fmt: skip
def test_a_bad_link_is_told_and_the_app_works(app, query, lang):
    app.lang = lang
    app.open(None, lang=lang, **query)
    app.lang = lang
    assert app.until(lambda: len(app.alerts()) == 1)
    name, text = list(query.items())[-1]
    start = app.words("error.link" if "," in text or name[0] == "q" else "error.choice")
    assert app.alerts()[0].startswith(start.split("{name}")[0] + name)
    assert text[:24] in app.alerts()[0]
    assert app.page.locator("img").count() == 0
    app.visit("fig2")
    app.press("button.next")
    assert count(app, 1)


def test_an_unknown_language_is_told(app):
    app.open("fig1", lang="xx")
    assert app.until(lambda: len(app.alerts()) == 1)
    assert "xx" in app.alerts()[0]
    app.press("button.next")
    assert count(app, 1)


# The address, and visitors


def test_back_returns_to_the_previous_page(app):
    app.open("home")
    app.visit("fig1")
    app.set(q=(33,))
    app.visit("fig2")
    assert np.degrees(app.angles()[0]) == pytest.approx(33), "the pages share the arm"
    app.page.go_back()
    app.on_page("fig1")
    assert np.degrees(app.angles()[0]) == pytest.approx(33)
    app.page.go_back()
    app.on_page("home")
    app.page.go_forward()
    app.on_page("fig1")


@pytest.mark.parametrize("page", ["fig1", "fig2"])
def test_a_shared_link_gives_the_same_picture(visit, page):
    one = visit().open(page, lang="zh", theme="dark", step=2)
    one.press("button.random")
    link = one.link()
    other = visit()
    other.lang = "zh"
    other.open(**{"name": page, **{k: v for k, v in link.items() if k != "page"}})
    assert other.link() == link
    assert other.points("handles") == pytest.approx(one.points("handles"), abs=1e-6)
    for name in ("acceleration", "velocity") if page == "fig1" else ("force", "reaction"):
        assert other.points(name, "x1", "y1") - other.points(name, "x0", "y0") == pytest.approx(
            (one.points(name, "x1", "y1") - one.points(name, "x0", "y0")), abs=1e-5
        )


def test_two_visitors_do_not_disturb_each_other(visit):
    one, two = visit().open("fig1", step=1), visit().open("fig1", step=2, lang="zh")
    two.lang = "zh"
    one.set(q=(10, 20, 30))
    two.set(q=(-60, 5, 5))
    one.choose("theme", "dark")
    assert np.degrees(one.angles()) == pytest.approx([10, 20, 30], abs=1e-8)
    assert np.degrees(two.angles()) == pytest.approx([-60, 5, 5], abs=1e-8)
    assert two.page.locator("html").get_attribute("data-theme") == "light"
    assert one.link()["step"] == "1" and two.link()["step"] == "2"
    assert one.page.locator("html").get_attribute("lang") == "en"
