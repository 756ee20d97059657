"""The switches that plant mistakes: they say that they do, and in the game not which."""

import html
import re

import numpy as np
import pytest
from bokeh.plotting import figure

from dynamics import rnea
from figures.bug_game import bugs_on, draw
from figures.bug_panel import DATA, BugPanel
from figures.bugs import BUGS, CHECKS, Check, checks
from figures.parts.widgets import box, plot_pane
from figures.state import START
from figures.style import PALETTES, THEMES
from figures.text import LANGUAGES, texts
from figures.visitor import Visitor
from tests.figures.test_style import contrast

PAGES = list(CHECKS)
GAMES = [page for page in PAGES if len(bugs_on(page)) > 1]


def built(page="fig2", seed=0):
    """A panel, and the list of what was planted at each call of on_change."""
    calls, visitor = [], Visitor()
    panel = BugPanel(
        page, visitor, lambda: calls.append(panel.planted), np.random.default_rng(seed)
    )
    return panel, calls


def now(panel):
    """The checks of the present state, as a page makes them."""
    s = panel.visitor.state
    return checks(panel.planted, s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)


def widgets(panel):
    return [w for w in panel.view.select() if hasattr(w, "clicks")]


def shown(panel):
    """Everything that a browser is told: each property of each model, without running numbers."""
    told = []
    for root in (panel.view, panel.banner):
        for model in root.get_root().references():
            values = model.properties_with_values(include_defaults=True)
            told += [
                f"{type(model).__name__}.{key}: {_plain(key, value)}"
                for key, value in values.items()
                if key != "stylesheets" and not _holds_models(value)
            ]
    return sorted(told)


def _plain(key, value):
    """Panel escapes HTML on its way, and numbers the names that nobody gave."""
    return re.sub(r"\d{5}$", "", str(value)) if key == "name" else html.unescape(str(value))


def _holds_models(value):
    items = value if isinstance(value, list | tuple) else [value]
    return any(hasattr(item, "references") for item in items)


def words_of(panel):
    return " ".join(shown(panel))


def answer(panel, bug):
    """Press the answer button of ``bug``."""
    label = panel.visitor.words(f"bugs.{bug}.name")
    (found,) = [w for w in widgets(panel) if w.label == label]
    assert found.visible
    found.clicks += 1


def press(panel, key):
    (found,) = [w for w in widgets(panel) if w.label == panel.visitor.words(key)]
    assert found.visible
    found.clicks += 1


# Planting


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_planted_at_first(page):
    panel, calls = built(page)
    assert (panel.planted, panel.hidden, calls) == (None, False, [])
    assert not panel.banner.visible and panel.banner.object == ""
    panel.reset()
    assert calls == [], "nothing to take out"


@pytest.mark.parametrize("page", PAGES)
def test_each_bug_of_the_page_can_be_chosen_and_is_named(page):
    panel, calls = built(page)
    words = panel.visitor.words
    choice = panel._choice
    assert list(choice.options.values()) == ["", *bugs_on(page)]
    for bug in bugs_on(page):
        choice.value = bug
        assert panel.planted == bug and calls[-1] == bug
        assert panel.banner.visible and 'role="alert"' in panel.banner.object
        assert words(f"bugs.{bug}.name") in panel.banner.object
        assert words(f"bugs.{bug}.why") in words_of(panel)
    choice.value = ""
    assert panel.planted is None and calls[-1] is None and not panel.banner.visible
    assert len(calls) == len(bugs_on(page)) + 1, "one change each"


def test_a_bug_of_another_page_is_refused():
    panel, calls = built("fig3")
    for name in ("tip_frame", "typo"):
        with pytest.raises(KeyError):
            panel.plant(name)
    assert calls == [] and panel.planted is None


def test_it_can_be_taken_out_by_button_and_by_reset():
    for out in (lambda p: press(p, "bugs.remove"), lambda p: p.reset()):
        panel, calls = built()
        panel.plant("tip_frame")
        out(panel)
        assert panel.planted is None and calls == ["tip_frame", None]
        assert panel._choice.value == "" and panel._choice.visible


def test_a_state_that_shows_it():
    panel, _ = built()
    state = panel.visitor.state
    state.act(qd=(0, 0, 0), qdd=(0, 0, 0), gravity_on=False)
    panel.plant("tip_frame")
    press(panel, "bugs.show")
    assert "lagrange" in {c.id for c in now(panel) if not c.ok}
    assert state.gravity_on and state.q == pytest.approx(START["q"])
    state.undo()
    assert not state.gravity_on, "an action like any other"


@pytest.mark.parametrize("kind", ["box", "plot"])
def test_the_plot_is_framed_while_a_mistake_is_planted(kind):
    panel, _ = built()
    told = panel.visitor.words.ref("plot.fig2.arm")
    pane = box(css="fall") if kind == "box" else plot_pane(figure(), told)
    pane.css_classes = ["plot"]
    panel.frame(pane)
    root = pane.get_root()  # what the browser gets: the pane's own model is in it
    pane.css_classes = [*pane.css_classes, "later"]
    panel.plant("gravity_sign")
    assert pane.css_classes == ["plot", "later", "hazard"]
    (model,) = [m for m in root.references() if "hazard" in getattr(m, "css_classes", [])]
    assert any(".hazard" in css for css in model.stylesheets if isinstance(css, str))
    panel.plant("gravity_twice")
    assert pane.css_classes.count("hazard") == 1
    panel.reset()
    assert pane.css_classes == ["plot", "later"]


# The self-checks


@pytest.mark.parametrize("page", PAGES)
def test_the_list_shows_the_checks_of_its_page(page):
    panel, _ = built(page)
    words = panel.visitor.words
    panel.show(now(panel))
    rows = panel.checks.object
    assert rows.count("✓") == len(CHECKS[page]) and "✗" not in rows
    for name in CHECKS[page]:
        assert words(f"bugs.check.{name}") in rows
    for bug in bugs_on(page):
        panel.plant(bug)
        panel.show(found := now(panel))
        red = [c for c in found if not c.ok and c.id in CHECKS[page]]
        rows = panel.checks.object
        assert rows.count("✗") == rows.count('<td><span class="bad">') == len(red) > 0
        assert rows.count("✓") == len(CHECKS[page]) - len(red)
        assert words("bugs.some", failed=len(red), count=len(CHECKS[page])) in words_of(panel)


def test_a_row_says_by_how_much():
    panel, _ = built("fig4")
    rod = Check("static_rod", (-2.4525,), (2.4525,), "N·m", 1e-8)
    good = [Check(n, (1.0,), (1.0 + 2e-12,), "N·m", 1e-8) for n in ("lagrange", "swing")]
    panel.show([rod, *good])
    rows = panel.checks.object
    assert "<td>−2.45</td><td>2.45</td>" in rows
    said = html.unescape(re.sub(r"<[^>]*>", "", rows))
    assert "4.91 > 10⁻⁸ N·m" in said and "2×10⁻¹² ≤ 10⁻⁸ N·m" in said
    assert 'aria-label="does not agree">✗' in rows and 'aria-label="agrees">✓' in rows


def test_a_screen_reader_hears_only_of_checks_that_turn():
    panel, _ = built()
    panel.plant("gravity_twice")
    panel.show(now(panel))
    heard = []
    panel._summary.param.watch(lambda event: heard.append(event.new), "object")
    for angle in np.linspace(0.2, 1.0, 8):  # a drag: numbers change at each step
        panel.visitor.state.set(q=(angle, 0.3, 0.2))
        panel.show(now(panel))
    assert heard == [] and 'role="status"' in panel._summary.object
    panel.reset()
    panel.show(now(panel))
    assert len(heard) == 1
    assert 'role="status"' not in panel.checks.object


def test_the_real_path_is_the_same_whatever_is_planted():
    panel, _ = built()
    s = panel.visitor.state
    before = rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    for bug in panel.bugs:
        panel.plant(bug)
        panel.show(now(panel))
        assert (rnea(s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity) == before).all()


# The game


@pytest.mark.parametrize("page", PAGES)
def test_the_game_needs_two_to_choose_from(page):
    panel, _ = built(page)
    label = panel.visitor.words("bugs.draw")
    (found,) = [w for w in widgets(panel) if w.label == label]
    assert found.visible == (page in GAMES)


@pytest.mark.parametrize("page", GAMES)
def test_the_draw_follows_the_seed(page):
    for seed in range(8):
        panel, calls = built(page, seed)
        press(panel, "bugs.draw")
        assert panel.hidden and panel.planted == draw(page, np.random.default_rng(seed))
        assert calls == [panel.planted]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", GAMES)
def test_what_is_hidden_leaks_nowhere(page, lang):
    """But for the numbers of the checks, the browser is told the same whatever is planted."""
    told = {}
    for bug in bugs_on(page):
        panel, _ = built(page)
        panel.visitor.words.lang = lang
        panel.show(now(panel))
        panel.plant(bug, hidden=True)
        panel.relabel()
        told[bug] = shown(panel)
        said = " ".join(told[bug])
        assert panel.banner.visible and not panel._choice.visible
        for other in bugs_on(page):
            for part in ("mistake", "why"):
                assert panel.visitor.words(f"bugs.{other}.{part}") not in said
            assert panel.visitor.words(f"bugs.{other}.name") not in panel.banner.object
    first, *others = told.values()
    assert all(other == first for other in others)
    panel.plant(bug)
    assert shown(panel) != first, "the comparison can see a difference"


def test_a_leak_would_be_seen():
    """Each of these ways to give the name away changes what ``shown`` finds."""
    for leak in (
        lambda p: setattr(p._choice, "css_classes", ["choice", "tip_frame"]),
        lambda p: setattr(p._draw, "label", "tip_frame"),
        lambda p: setattr(p.banner, "object", "tip_frame"),
        lambda p: setattr(p._answers[0], "visible", False),
    ):
        panel, _ = built()
        panel.plant("gravity_sign", hidden=True)
        before = shown(panel)
        leak(panel)
        assert shown(panel) != before


@pytest.mark.parametrize("page", GAMES)
def test_a_wrong_guess_says_what_speaks_against_it_and_costs_nothing(page):
    for planted in bugs_on(page):
        for guess in bugs_on(page):
            if guess == planted:
                continue
            panel, calls = built(page)
            panel.plant(planted, hidden=True)
            panel.show(now(panel))
            answer(panel, guess)
            words = panel.visitor.words
            assert (panel.planted, panel.hidden, calls) == (planted, True, [planted])
            said = panel._about.object
            assert words(f"bugs.{guess}.name") in said and words(f"bugs.{planted}.name") not in said
            red = {c.id for c in now(panel) if not c.ok}
            (named,) = [n for n in CHECKS[page] if f"“{words(f'bugs.check.{n}')}”" in said]
            assert ("there you see ✗" in said) == (named in red), "as on the screen"
            assert ("there you see ✓" in said) == (named not in red)


@pytest.mark.parametrize("page", GAMES)
def test_the_right_guess_gives_the_name_and_the_reason(page):
    for planted in bugs_on(page):
        panel, calls = built(page)
        panel.plant(planted, hidden=True)
        answer(panel, planted)
        words = panel.visitor.words
        assert (panel.planted, panel.hidden, calls) == (planted, False, [planted])
        said = panel._about.object
        assert words("bugs.right", name=words(f"bugs.{planted}.name")) in said
        assert words(f"bugs.{planted}.why") in said
        assert words(f"bugs.{planted}.name") in panel.banner.object
        assert panel._choice.visible and panel._choice.value == planted
        assert not any(w.visible for w in panel._answers)


def test_a_guess_without_a_game_says_nothing():
    panel, _ = built()
    panel.plant("gravity_sign")
    before = shown(panel)
    panel.guess("gravity_sign")
    panel.guess("tip_frame")
    assert shown(panel) == before and panel.planted == "gravity_sign"


def test_a_new_game_forgets_the_answer_of_the_last():
    panel, _ = built()
    panel.plant("gravity_sign", hidden=True)
    panel.guess("tip_frame")
    panel.plant("gravity_sign", hidden=True)
    assert panel.visitor.words("bugs.tip_frame.name") not in panel._about.object


# Words and colours


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("page", PAGES)
def test_another_language_reaches_everything_and_changes_nothing(page, hidden):
    panel, calls = built(page)
    bug = bugs_on(page)[-1]
    panel.plant(bug, hidden)
    panel.show(now(panel))
    panel.visitor.words.lang = "zh"
    assert (panel.planted, panel.hidden, calls) == (bug, hidden, [bug])
    zh = texts("zh")
    assert zh[f"bugs.banner.{'hidden' if hidden else 'open'}"].split("“")[0] in panel.banner.object
    assert zh["bugs.column.gap"] in panel.checks.object
    assert zh["bugs.none"] in panel._choice.options
    said = words_of(panel)
    english = [key for key, text in texts("en").items()
               if key.startswith("bugs.") and text != zh[key] and len(text) > 6
               and "{" not in text and text in said]  # fmt: skip
    assert english == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_bug_check_and_number_has_its_words(lang):
    words = texts(lang)
    for bug in BUGS:
        assert {f"bugs.{bug}.{part}" for part in ("name", "mistake", "why")} <= set(words)
    for page in PAGES:
        assert {f"bugs.check.{name}" for name in CHECKS[page]} <= set(words)
    for bug, values in DATA.items():
        assert "{" not in words[f"bugs.{bug}.data"].format(**values)
    names = [words[f"bugs.{bug}.name"] for bug in BUGS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("theme", THEMES)
def test_banner_marks_and_frame_can_be_seen(theme):
    ui = PALETTES[theme]["ui"]
    assert contrast(ui["surface"], ui["bad"]) >= 4.5, "the banner's text"
    for ground in ("page", "surface", "plot"):
        assert contrast(ui["bad"], ui[ground]) >= 4.5, ground
        assert contrast(ui["good"], ui[ground]) >= 4.5, ground
