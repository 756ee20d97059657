"""Names, states, contrast and the way of the focus: axe-core and the keyboard on every page."""

import re
from importlib.resources import files

import pytest

from tests.browser.app_page import WORDS
from tests.browser.conftest import PHONE

PAGES = ("home", "fig1", "fig2", "fig3", "fig4", "fig5", "fig6", "model")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = ["color-contrast"]
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# Off: browsers let the focus into what scrolls by themselves; the test of the Tab key sees it.
OFF = ["scrollable-region-focusable"]
CHECK = """async ([rules, off]) => {
  const found = await axe.run({runOnly: rules, resultTypes: ["violations", "incomplete"],
    rules: Object.fromEntries(off.map(rule => [rule, {enabled: false}]))});
  const tell = (results) => results.flatMap(({id, nodes}) =>
    nodes.map(({html, any, all, none}) =>
      `${id}: ${html.slice(0, 160)} (${[...any, ...all, ...none].map(c => c.message).join("; ")})`));
  return [tell(found.violations), tell(found.incomplete)];
}"""
# Everything in the page, in the order of its text, through the shadow roots.
ALL = """
const all = function* (root = document.body) {
  for (const one of root.children) {
    yield one;
    if (one.shadowRoot) yield* all(one.shadowRoot);
    yield* all(one);
  }
};
"""
NAMES = (
    "() => {"
    + ALL
    + """
  return [...all()].filter(one => one.checkVisibility?.() ?? true)
    .flatMap(one => ["aria-label", "title"].map(name => one.getAttribute(name)))
    .filter(name => name); }"""
)
FOCUSED = (
    "() => {"
    + ALL
    + """
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  if (one === document.body) return null;
  const {left, top, right, bottom} = one.getBoundingClientRect(), style = getComputedStyle(one);
  // A ring is outside; a link or a field in a label can leave it to what is around it.
  const ringed = [one, one.parentElement, one.getRootNode().host].some(el => {
    const {outlineStyle, outlineWidth} = el ? getComputedStyle(el) : style;
    return outlineStyle !== "none" && (outlineStyle === "auto" || parseFloat(outlineWidth) >= 2);
  });
  return {
    place: [...all()].indexOf(one),
    name: `${one.tagName} ${one.className} ${one.ariaLabel ?? one.textContent.trim()}`.slice(0, 90),
    seen: right - left >= 4 && bottom - top >= 4 && left >= -1 && right <= innerWidth + 1
      && bottom > 0 && top < innerHeight,
    ringed, kind: one.getAttribute("role") ?? one.tagName,
  }; }"""
)


def faults(app, rules=RULES) -> tuple[list[str], list[str]]:
    """What axe finds wrong on the page, and what it cannot decide."""
    if not app.page.evaluate("'axe' in window"):
        app.page.evaluate(AXE)
    wrong, undecided = app.page.evaluate(CHECK, [rules, OFF if rules is RULES else []])
    return wrong, undecided


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_wrong_on_the_page(app, page):
    app.open(page, lang="zh" if page in ("fig2", "fig4", "model") else "en")
    assert faults(app)[0] == []
    for theme in ("dark", "projector"):
        app.choose("theme", theme)
        assert faults(app, CONTRAST)[0] == [], theme


def open_tab(app, name):
    group = app.page.get_by_role("group", name=app.words("lesson.tabs"), exact=True)
    tab = group.get_by_role("button", name=app.words(f"lesson.{name}"), exact=True)
    tab.click()
    app.settle()
    assert tab.get_attribute("aria-pressed") == "true"
    assert group.get_by_role("button", pressed=True).count() == 1


def test_nothing_is_wrong_in_the_theory(app):
    app.open("fig1", theme="dark", step=3)
    open_tab(app, "theory")
    for section in app.page.locator("[data-section] summary").all():
        section.click()
    app.switch("theory.live.switch").check()
    app.settle()
    assert faults(app)[0] == []
    app.choose("theme", "light")
    assert faults(app, CONTRAST)[0] == []


def test_nothing_is_wrong_with_a_planted_mistake_and_in_the_quiz(app):
    app.open("fig2", step=3)
    open_tab(app, "bugs")
    app.page.get_by_role("group", name=app.words("bugs.field")).get_by_role("button").nth(1).click()
    assert app.until(lambda: app.alerts()) and faults(app)[0] == []
    app.choose("theme", "dark")
    assert faults(app, CONTRAST)[0] == []
    open_tab(app, "quiz")
    app.page.get_by_role("radio").first.check()
    app.page.locator("form [type=submit]").click()
    app.settle()
    assert faults(app)[0] == []


@pytest.mark.parametrize("page", ["fig2", "fig4"])
def test_on_a_phone_nothing_is_wrong_and_all_contrast_is_known(visit, page):
    """All stands below each other here, so that nothing hides the ground of anything."""
    app = visit(viewport=PHONE).open(page, lang="zh", step=3)
    wrong, undecided = faults(app)
    assert wrong == [] and undecided == []


@pytest.mark.parametrize(("page", "lang"), [("fig2", "en"), ("fig5", "zh")])
def test_tab_goes_through_the_page_in_reading_order(app, page, lang):
    app.open(page, lang=lang)
    stops = []
    while len(stops) < 120:
        app.page.keyboard.press("Tab")
        if (stop := app.page.evaluate(FOCUSED)) is None:
            break
        stops.append(stop)
        assert stop["seen"], f"the focus is where nobody sees it: {stop['name']}"
        assert stop["ringed"], f"nothing shows the focus: {stop['name']}"
    assert stops[-1]["place"] > stops[0]["place"] and len(stops) < 120, "no way out"
    places = [stop["place"] for stop in stops]
    assert places == sorted(set(places)), "not in the order of the page, or not all at once"
    told = [stop["name"] for stop in stops]
    fields = sum(stop["kind"] == "INPUT" for stop in stops)
    knobs = sum(stop["kind"] == "slider" for stop in stops)
    assert fields >= 6 and knobs >= 6 and app.words("header.skip") in told[0]
    for key in ("lesson.quiz", "button.reset", "theme.dark"):
        assert any(name.endswith(app.words(key)) for name in told), key


def test_focus_stays_where_it_was_when_the_header_is_made_anew(app):
    app.open("home")
    dark = app.page.locator("[data-choice=theme-dark]")
    dark.press("Enter")
    app.settle()
    assert app.page.locator("html").get_attribute("data-theme") == "dark"
    assert "Dark" in app.page.evaluate(FOCUSED)["name"]
    link = app.page.locator("nav [data-page=fig3]")
    link.press("Enter")
    app.on_page("fig3")
    assert app.page.evaluate(FOCUSED)["name"].endswith(app.words("fig3.short"))
    app.page.locator(".skip").press("Enter")
    assert app.page.evaluate(FOCUSED)["name"].startswith("MAIN")
    app.page.keyboard.press("Tab")
    assert app.words("lesson.figure") in app.page.evaluate(FOCUSED)["name"]


@pytest.mark.parametrize("page", ["fig3", "fig6"])
def test_names_follow_the_language(app, page):
    app.open(page)
    english = app.page.evaluate(NAMES)
    for key in ("plot.fig3.torques", "lesson.tabs") if page == "fig3" else ("plot.fig6.counts",
                                                                            "fig6.tabs"):  # fmt: skip
        assert WORDS["en"][key] in english
    app.choose("lang", "zh")
    chinese = app.page.evaluate(NAMES)
    assert len(chinese) == len(english) > 20
    known = {"Shift", "English"}
    assert {word for name in chinese for word in re.findall(r"[A-Za-z]{5,}", name)} <= known
    app.choose("lang", "en")
    assert app.page.evaluate(NAMES) == english


def test_switches_and_sliders_by_keyboard(app):
    app.open("fig3")
    gravity = app.switch("switch.gravity")
    gravity.press("Space")
    app.settle()
    assert not gravity.is_checked() and app.link()["gravity"] == "off"
    knob = app.slider("q", 0)
    before = float(knob.get_attribute("aria-valuenow"))
    knob.press("ArrowRight")
    app.settle()
    assert float(knob.get_attribute("aria-valuenow")) > before


def test_the_words_beside_a_box_are_part_of_it_and_letters_are_shortcuts_on_a_knob(app):
    app.open("fig2")
    box = app.page.get_by_role("checkbox", name=app.words("switch.gravity"), exact=True)
    assert box.is_checked()
    app.page.get_by_text(app.words("switch.gravity"), exact=True).click()
    app.settle()
    assert not box.is_checked() and app.state()["gravity"] is False
    app.slider("q", 0).focus()
    app.key("n")
    assert app.link()["step"] == "1"
