"""The tabs beside the figures and the progress: theory, planted mistakes, quiz, home, model."""

import json
import re

import pytest

from dynamics import chapter_arm, forward_pass
from figures.lesson import TABS
from figures.progress import PAGES
from tests.browser.app_page import WORDS, toward
from tests.browser.conftest import DESKTOP, PHONE

OWN = {"viewport": DESKTOP, "reduced_motion": "reduce"}  # a browser with a storage of its own
INSIDE = {"figure": "[data-task]", "theory": ".theory summary", "bugs": ".bugs .checks table",
          "quiz": ".quiz form"}  # fmt: skip
FOCUS = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return [at?.type ?? "", at?.textContent.trim() ?? ""];
}"""


def tab(app, name):
    """The button of a tab beside the figure."""
    return app.page.locator(".tabs").get_by_text(app.words(f"lesson.{name}"), exact=True)


def turn_to(app, name):
    """Open a tab, and wait until it shows."""
    tab(app, name).click()
    app.page.locator(INSIDE[name]).first.wait_for()
    app.settle()


def seen(app, text, **options):
    """How often ``text`` can be seen on the page."""
    return app.page.get_by_text(text, **options).locator("visible=true").count()


def bug(app, name):
    """The button of a mistake: to plant it, or in the game to guess it."""
    return app.page.locator(".bugs").get_by_text(name, exact=True).locator("visible=true")


def torques(app):
    """The last column of FIG 2's table."""
    return app.page.locator(".readout tbody tr td:last-child").all_inner_texts()


def test_theory_follows_the_arm_and_stays_unfolded(app):
    app.open("fig1", step=3)
    turn_to(app, "theory")
    assert app.page.locator(".side [data-task]").locator("visible=true").count() == 0
    section = app.page.locator(".theory details").nth(2)
    section.locator("summary").click()
    app.switch("theory.live.switch").check()
    lines = app.page.locator(".numbers p")
    assert app.until(lambda: lines.count() > 0)
    before = lines.all_inner_texts()
    app.drag(
        0,
        toward(app.points("handles")[0], 0.7),
        lambda: (
            app.until(lambda: lines.all_inner_texts() != before)
            or pytest.fail("the numbers stood still")
        ),
    )
    assert section.get_attribute("open") is not None
    state = app.state()
    a_c = forward_pass(chapter_arm(3), state["q"], state["qd"], state["qdd"]).a_c
    for text in lines.all_inner_texts():
        if found := re.match(r"ac(\d) .*\((\S+), (\S+)\) m/s²$", text):
            i, *shown = found.groups()
            numbers = [float(number.replace("−", "-")) for number in shown]
            assert numbers == pytest.approx(a_c[int(i) - 1], abs=0.0051), text
            break
    else:
        pytest.fail(f"no line of a_c in {lines.all_inner_texts()}")


def test_a_planted_mistake_is_plain_to_see_and_leaves_no_trace(app):
    app.open("fig2", step=3)
    plot, true = app.box(".plot"), torques(app)
    turn_to(app, "bugs")
    assert app.page.locator(".checks .bad").count() == 0
    name = app.words("bugs.gravity_sign.name")
    bug(app, name).click()
    assert app.until(lambda: app.alerts() != [])
    assert app.words("bugs.banner.open", name=name) in app.alerts()[0]
    frame = app.page.locator(".plot.hazard")
    assert frame.evaluate("el => getComputedStyle(el).outlineStyle") == "dashed"
    assert seen(app, re.compile(app.words("fig2.open", value="39.24"))) == 1
    sizes = app.page.locator(".checks td:last-child .bad:first-child").all_inner_texts()
    assert len(sizes) == 5 and all(float(size.split()[0]) > 0.1 for size in sizes)
    assert torques(app) != true
    assert app.box(".plot")["height"] == pytest.approx(plot["height"], abs=25), "no great jump"
    app.press("bugs.remove")
    assert app.until(lambda: app.alerts() == [])
    assert torques(app) == true and frame.count() == 0
    assert app.box(".plot") == plot


def test_the_game_tells_no_name_before_it_is_guessed(app):
    app.open("fig2", step=3)
    turn_to(app, "bugs")
    app.press("bugs.draw")
    assert app.until(lambda: app.words("bugs.banner.hidden") in " ".join(app.alerts()))
    names = [app.words(f"bugs.{bug}.name")
             for bug in ("gravity_sign", "gravity_twice", "joint_inertia", "tip_frame")]  # fmt: skip
    assert [seen(app, name) for name in names] == [1] * 4, "each is an answer, and nothing else"
    app.press("bugs.show")
    for name in names:
        bug(app, name).click()
        app.settle()
        if seen(app, app.words("bugs.right", name=name)):
            break
        assert app.words("bugs.banner.hidden") in app.alerts()[0]
        start = app.words("bugs.wrong.fails").split("}")[1].split("{")[0]
        other = app.words("bugs.wrong.holds").split("}")[1].split("{")[0]
        assert seen(app, start.strip()) + seen(app, other.strip()) == 1
    assert app.alerts() == ["⚠ " + app.words("bugs.banner.open", name=name)]


@pytest.mark.parametrize("lang", sorted(WORDS))
def test_the_quiz_by_keyboard_alone(visit, lang):
    app = visit(**OWN).open("fig4", lang=lang)

    def tab_to(found):
        for _ in range(60):
            app.page.keyboard.press("Tab")
            if found(*app.page.evaluate(FOCUS)):
                return
        pytest.fail("not reached by Tab")

    tab_to(lambda kind, text: text == app.words("lesson.quiz"))
    app.key("Enter")
    assert app.until(lambda: app.page.locator("input[type=radio]").locator("visible=true").count())
    tab_to(lambda kind, text: kind == "radio")
    verdict = app.page.locator(".quiz .verdict")
    app.page.keyboard.press("Space")
    for _ in range(app.page.locator("input[type=radio]").count()):
        app.key("Enter")
        said = verdict.inner_text()
        assert len(said) > 20, "every choice is explained"
        if app.words("quiz.right") in said:
            break
        assert app.words("quiz.wrong") in said
        app.page.keyboard.press("ArrowDown")
    else:
        pytest.fail("no choice is right")
    assert "1" in app.page.locator(".quiz h2, .quiz h3").inner_text()
    assert app.page.locator(".quiz .tabs .done").count() >= 1


def test_progress_is_kept_saved_and_forgotten(visit):
    app = visit(**OWN).open("home")
    app.page.evaluate("localStorage.clear()")
    app.open("fig1")
    for _ in range(3):
        app.press("button.next")
    assert app.until(lambda: app.is_done("walk"))
    app.page.reload()
    app.ready()
    before = app.words("challenges.before")
    assert app.until(lambda: before in app.task("walk").inner_text())
    assert not app.is_done("walk"), "done, but not on this visit"
    app.visit("home")
    card = app.page.locator("li a[data-page=fig1] .share")
    done = app.words("progress.share", tasks=1, all_tasks=2, quiz=0, all_quiz=3)
    assert done in card.inner_text()

    with app.page.expect_download() as started:
        app.page.get_by_text(app.words("progress.save"), exact=True).click()
    with open(started.value.path(), encoding="utf-8") as file:
        saved = file.read()
    assert json.loads(saved)["done"] == ["fig1.task.walk"]

    picker = app.page.locator("input[type=file]")
    for text, key in (("no such thing", "text"), ("{}", "form"), ("x" * 30_000, "large")):
        picker.set_input_files(_file(text))
        start = app.words(f"progress.error.{key}").split("(")[0].strip()
        assert app.until(lambda start=start: any(a.startswith(start) for a in app.alerts()))
        assert done in card.inner_text()

    forget = app.page.get_by_text(app.words("progress.reset"), exact=True)
    forget.click()
    app.page.get_by_text(app.words("progress.sure"), exact=True).click()
    nothing = app.words("progress.share", tasks=0, all_tasks=2, quiz=0, all_quiz=3)
    assert app.until(lambda: nothing in card.inner_text())
    app.page.reload()
    app.ready()
    app.page.wait_for_timeout(300)
    assert nothing in card.inner_text()
    picker.set_input_files(_file(saved))
    assert app.until(lambda: done in card.inner_text())
    app.page.evaluate("localStorage.clear()")


def _file(text):
    return {"name": "saved.json", "mimeType": "application/json", "buffer": text.encode()}


def test_two_tabs_of_one_browser_share_the_progress(visit):
    one = visit(**OWN).open("home")
    one.page.evaluate("localStorage.clear()")
    one.page.reload()
    one.ready()
    two = visit(**OWN).open("fig2")
    for _ in range(3):
        two.press("button.next")
    assert two.until(lambda: two.is_done("inward"))
    share = one.page.locator("li a[data-page=fig2] .share")
    done = one.words("progress.share", tasks=1, all_tasks=3, quiz=0, all_quiz=4)
    assert one.until(lambda: done in share.inner_text())
    one.page.evaluate("localStorage.clear()")


def test_back_and_forward_keep_what_each_page_was_at(app):
    app.open("home")
    app.page.get_by_role("link", name=app.words("model.heading")).click()
    app.on_page("model")
    app.visit("fig3")
    turn_to(app, "theory")
    app.visit("fig5")
    app.page.go_back()
    app.on_page("fig3")
    assert app.page.locator(".theory summary").first.is_visible(), "the tab is still open"
    app.page.go_back()
    app.on_page("model")
    app.page.go_back()
    app.on_page("home")
    app.page.go_forward()
    app.on_page("model")
    assert seen(app, app.words("model.heading"), exact=True) >= 1


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("zh", "projector")])
def test_no_tab_makes_the_phone_scroll_sideways(visit, lang, theme):
    app = visit(viewport=PHONE).open("fig1", lang=lang, theme=theme)
    for page in PAGES:
        app.visit(page)
        for name in TABS:
            if tab(app, name).count() == 0:
                assert name == "bugs"
                continue
            turn_to(app, name)
            for summary in app.page.locator("summary").locator("visible=true").all():
                summary.click()
            width, scroll = app.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
            assert width == 390 and scroll <= 390, (page, name)
