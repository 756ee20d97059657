"""The tabs beside each figure: theory that follows it, planted mistakes that stay in it, the quiz."""

import json

import numpy as np
import panel as pn
import pytest

from dynamics import chapter_arm, lagrange, rnea
from figures.bug_game import bugs_on
from figures.bugs import BUGS, CHECKS, FREE_BASE, GRAVITY_SIGN, checks, faulty_pass, faulty_rnea
from figures.challenges import Challenges
from figures.fig1_forward import Fig1
from figures.fig2_backward import OPEN, WIDE, Fig2
from figures.fig3_lagrange import BOUND, Fig3
from figures.fig4_columns import Fig4
from figures.fig5_fall import Fig5
from figures.lesson import TABS
from figures.live import live
from figures.numbers import fixed
from figures.pages import FIGURES
from figures.quiz_numbers import QUIZ
from figures.state import GRAVITY
from figures.style import THEMES
from figures.text import LANGUAGES
from figures.theory import SECTIONS
from figures.visitor import Visitor
from tests.figures.test_pages import opened, vectors

BUGGY = {name: page for name, page in FIGURES.items() if bugs_on(name)}
CASES = [(name, bug) for name in BUGGY for bug in bugs_on(name)]
IN_THE_RECURSION = [(name, bug) for name, bug in CASES if name != "fig5"]
F_TIP = (6.0, -9.0)


def tab_buttons(page):
    """The choice of the tab, found as a visitor finds it: by its options."""
    wanted = {page.visitor.words(f"lesson.{name}"): name for name in page.lesson.tabs}
    (found,) = [
        w for w in page.__panel__().select(pn.widgets.RadioButtonGroup) if w.options == wanted
    ]
    return found


def in_view(page):
    """The tabs whose room is not hidden, by what is in it."""
    view, lesson = page.__panel__(), page.lesson
    parts = {"figure": page.challenges.view, "theory": lesson.theory and lesson.theory.view,
             "bugs": lesson.bugs and lesson.bugs.view, "quiz": lesson.quiz and lesson.quiz.view}  # fmt: skip
    return [
        name
        for name, part in parts.items()
        for room in view.select(pn.Column)
        if part is not None and part in list(room) and "gone" not in room.css_classes
    ]


def text(page):
    """What a page says in words and numbers, all tabs included."""
    return " ".join(str(pane.object) for pane in page.__panel__().select(pn.pane.HTML))


def moving(page, seed=5):
    """A page at its last step, with an arm that moves and pushes."""
    return opened(page, step=3, seed=seed, f_tip=F_TIP)


# Tabs


@pytest.mark.parametrize(("name", "page"), FIGURES.items(), ids=FIGURES)
def test_every_page_has_its_tabs_and_starts_with_the_figure(name, page):
    made = opened(page)
    assert made.lesson.tabs == [tab for tab in TABS if tab != "bugs" or name in CHECKS]
    assert list(tab_buttons(made).options.values()) == made.lesson.tabs
    assert made.lesson.tab == tab_buttons(made).value == "figure"
    assert in_view(made) == ["figure"]


@pytest.mark.parametrize(("name", "page"), FIGURES.items(), ids=FIGURES)
def test_theory_and_quiz_are_built_when_first_opened_and_kept(name, page):
    made = opened(page)
    lesson, built = made.lesson, {}
    assert lesson.theory is None and lesson.quiz is None
    for _ in range(2):
        for tab in reversed(lesson.tabs):
            tab_buttons(made).value = tab
            assert lesson.tab == tab and in_view(made) == [tab]
            view = getattr(lesson, tab).view if tab != "figure" else made.challenges.view
            assert built.setdefault(tab, view) is view
    said = text(made)
    for section in SECTIONS[name]:
        assert made.visitor.words(f"theory.{section}.title") in said
    assert lesson.quiz.ids == [question["id"] for question in QUIZ[name]]


@pytest.mark.parametrize(("name", "page"), FIGURES.items(), ids=FIGURES)
def test_language_and_theme_leave_the_open_tab_as_it_is(name, page):
    made = opened(page)
    for tab in made.lesson.tabs:
        made.lesson.tab = tab
        kept = made.lesson.theory, made.lesson.quiz
        for lang in LANGUAGES:
            for theme in THEMES:
                made.visitor.words.lang, made.visitor.style.theme = lang, theme
                assert tab_buttons(made).value == tab
                assert in_view(made) == [tab]
        assert (made.lesson.theory, made.lesson.quiz) == kept


def test_theory_says_the_numbers_of_the_state_that_is_shown():
    page = moving(Fig3)
    page.links = 2
    page.lesson.tab = "theory"
    theory = page.lesson.theory
    assert not theory.numbers.visible
    theory.switch.value = True
    for seed in (3, 8):
        page.state.randomize(seed)
        q, qd, qdd = (v[:2] for v in (page.state.q, page.state.qd, page.state.qdd))
        tau = lagrange.inverse_dynamics(chapter_arm(2), q, qd, qdd, gravity=GRAVITY)
        assert f"({', '.join(fixed(value, 4) for value in tau)})" in theory.numbers.object
    page.links = 3
    s = page.state
    tau = rnea(s.arm, s.q, s.qd, s.qdd)  # FIG 3 knows no tip force, though the state has one
    assert f"({', '.join(fixed(value, 4) for value in tau)})" in theory.numbers.object


@pytest.mark.parametrize("page", [Fig1, Fig2])
def test_theory_follows_the_visitors_arm_and_catches_up_when_opened(page):
    made = moving(page)
    name = made.lesson.key
    made.lesson.tab = "theory"
    made.lesson.theory.switch.value = True
    for away in (False, True):
        if away:
            made.lesson.tab = "quiz"
        made.state.randomize(11 + away)
        made.lesson.tab = "theory"
        for line in live(name, made.state).values():
            assert line in made.lesson.theory.numbers.object


# Planted mistakes


@pytest.mark.parametrize("seed", [2, 7])
@pytest.mark.parametrize("bug", bugs_on("fig2"))
def test_fig2_shows_what_the_faulty_pass_finds(bug, seed):
    page = moving(Fig2, seed)
    s, before = page.state, page.measures()
    page.lesson.bugs.plant(bug)
    found = faulty_pass(bug, s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
    measures = page.measures()
    assert [measures[f"tau_{i}"] for i in (1, 2, 3)] == found.tau.tolist()
    assert [[measures[f"f{i}_{axis}"] for axis in "xy"] for i in (1, 2, 3)] == found.f.tolist()
    bars = page.bars.source.data
    assert np.allclose(np.add(bars["left"], bars["right"]), found.tau, rtol=0, atol=1e-9)
    drawn = vectors(page.arrows["force"].source)[0] * page.force_scale.per_meter
    assert np.allclose(drawn, found.f[0], rtol=0, atol=1e-9)
    assert not np.allclose(found.tau, [before[f"tau_{i}"] for i in (1, 2, 3)], atol=1e-3)


def test_fig2_keeps_the_arrows_of_a_body_in_the_plot():
    page, (low, high) = opened(Fig2), WIDE[2:]
    for seed in (17, 20, 22, 31):  # there a body that stays where it is would reach beyond
        page.state.randomize(seed)
        for bug in (None, GRAVITY_SIGN):
            page.lesson.bugs.plant(bug)
            for step in (1, 2, 3):
                page.step = step
                page.refresh()
                for name in ("force", "reaction", "gravity"):
                    ends = page.arrows[name].source.data
                    assert low <= min(ends["y1"]) and max(ends["y1"]) <= high


@pytest.mark.parametrize("bug", bugs_on("fig3"))
def test_fig3_holds_the_faulty_torques_against_lagrange(bug):
    page = moving(Fig3)
    for links in (3, 2):
        page.links = links
        page.lesson.bugs.plant(bug)
        state = [v[:links] for v in (page.state.q, page.state.qd, page.state.qdd)]
        tau = faulty_rnea(bug, chapter_arm(links), *state)
        true = lagrange.inverse_dynamics(chapter_arm(links), *state, gravity=GRAVITY)
        measures = page.measures()
        assert [measures[f"tau_{i + 1}"] for i in range(links)] == tau.tolist()
        shown = [measures[f"lagrange_{i + 1}"] for i in range(links)]
        assert np.allclose(shown, true, rtol=0, atol=1e-12 * max(1, np.abs(true).max()))
        assert page.pieces.marker.data["x"] == pytest.approx(tau)
        gap = float(np.abs(tau - true).max())
        assert gap > BOUND and measures["difference"] == pytest.approx(gap, rel=1e-9)
        said = page.readout.object
        assert 'class="verdict bad"' in said and fixed(gap) in said
        page.lesson.bugs.plant(None)
        assert 'class="verdict good"' in page.readout.object


def test_fig3_keeps_a_planted_mistake_out_of_the_history_and_of_the_count():
    page = opened(Fig3)
    history = list(page.strip.values)
    page.lesson.bugs.plant(GRAVITY_SIGN)
    for seed in range(1, 7):
        page.state.randomize(seed)
    assert list(page.strip.values) == history
    assert page.measures()["random_agreeing"] == 0


@pytest.mark.parametrize("bug", bugs_on("fig4"))
def test_fig4_fills_the_matrix_with_the_faulty_columns(bug):
    page = moving(Fig4)
    s = page.state
    page.filled = (True,) * 3
    page.lesson.bugs.plant(bug)
    still = np.zeros(3)
    tau = [faulty_rnea(bug, s.arm, s.q, still, e) for e in (*np.eye(3), still)]
    M = (np.array(tau[:3]) - tau[3]).T
    measures = page.measures()
    shown = [[measures[f"m_{i}{j}"] for j in (1, 2, 3)] for i in (1, 2, 3)]
    assert np.array_equal(shown, M)
    assert np.abs(M - lagrange.mass_matrix(s.arm, s.q)).max() > 0.01
    assert measures["gravity_check"] < 1e-12, "gravity is not what is wrong"
    assert np.array_equal(page.cells.source.data["value"], M.T.ravel())


@pytest.mark.parametrize(("name", "bug"), CASES)
def test_taking_it_out_gives_back_every_number(name, bug):
    page = moving(FIGURES[name])
    before, said = page.measures(), page.readout.object if hasattr(page, "readout") else ""
    page.lesson.bugs.plant(bug)
    assert page.lesson.planted == bug
    assert (page.measures() == before) == (name == "fig5")  # there the machine is another one
    page.lesson.bugs.plant(None)
    assert page.lesson.planted is None
    assert page.measures() == before
    assert not said or page.readout.object == said


@pytest.mark.parametrize("bug", ["gravity_sign", "gravity_twice"])
def test_fig2_polygon_stays_open_and_the_page_says_by_how_much(bug):
    page = moving(Fig2)
    words, arm = page.visitor.words, page.state.arm
    assert page.measures()["residual"] < OPEN
    page.lesson.bugs.plant(bug)
    for step in (1, 2, 3):
        page.step = step
        page.refresh()
        # each link misses twice its weight, or carries it once too often
        weight = arm.masses[arm.n - step] * GRAVITY * (2 if bug == GRAVITY_SIGN else 1)
        assert words("fig2.open", value=fixed(weight)) in page.readout.object
    heaviest = max(arm.masses) * GRAVITY * (2 if bug == GRAVITY_SIGN else 1)
    assert page.measures()["residual"] == pytest.approx(heaviest)
    page.lesson.bugs.plant(None)
    assert page.measures()["residual"] < OPEN
    assert 'class="bad"' not in page.readout.object


@pytest.mark.parametrize(("name", "bug"), CASES)
def test_the_open_tab_shows_the_checks_of_the_present_state(name, bug):
    page = moving(FIGURES[name])
    page.lesson.tab = "bugs"
    panel = page.lesson.bugs
    assert panel.checks.object.count("✗") == 0
    if name == "fig5":
        page.player.load(page.run, None)
        page.player._advance(300, float("inf"))
    panel.plant(bug)
    red = panel.checks.object.count("✗")
    assert red > 0
    if name == "fig2":
        s = page.state
        made = checks(bug, s.arm, s.q, s.qd, s.qdd, s.f_tip, s.gravity)
        wrong = [check for check in made if not check.ok and check.id in CHECKS[name]]
        assert red == len(wrong)
        assert all(fixed(check.residual) in panel.checks.object for check in wrong)
    panel.plant(None)
    assert panel.checks.object.count("✗") == 0


def test_fig5_checks_while_the_arm_falls():
    page = opened(Fig5)
    page.lesson.tab = "bugs"
    panel, frames = page.lesson.bugs, []
    panel.plant(FREE_BASE)
    page.visitor.every = lambda ms, action: frames.append(action) or (lambda: None)
    page.player.toggle()
    assert page.player.running
    told = set()
    for _ in range(3):
        page.player.frame(0.05)
        page.refresh()
        told.add(panel.checks.object)
    assert len(told) == 3 and all("✗" in said for said in told)


@pytest.mark.parametrize(("name", "bug"), CASES)
def test_reset_takes_it_out(name, bug):
    page, fresh = opened(FIGURES[name]), opened(FIGURES[name])
    page.lesson.tab = "bugs"
    page.lesson.bugs.plant(bug, hidden=True)
    page.state.randomize(4)
    page.reset()
    assert page.lesson.planted is None and not page.lesson.bugs.hidden
    assert page.measures() == fresh.measures()
    assert page.lesson.tab == "bugs", "the tab is no part of the state"


@pytest.mark.parametrize(("name", "bug"), IN_THE_RECURSION)
def test_a_mistake_stays_on_its_page(name, bug):
    visitor = Visitor()
    visitor.state.randomize(9)
    pages = {other: page(visitor) for other, page in FIGURES.items() if other != "fig6"}
    for page in pages.values():
        page.active = True
    before = {other: page.measures() for other, page in pages.items()}
    s = visitor.state
    tau = rnea(s.arm, s.q, s.qd, s.qdd)
    pages[name].lesson.bugs.plant(bug)
    for other, page in pages.items():
        assert (page.measures() == before[other]) == (other != name)
        assert page.lesson.planted == (bug if other == name else None)
    assert np.array_equal(rnea(s.arm, s.q, s.qd, s.qdd), tau), "dynamics knows of no bug"


# Tasks


class Clock:
    """In place of ``visitor.later``: what waits, until it is told to ring."""

    def __init__(self, visitor):
        self.waiting = []
        visitor.later = self.later

    def later(self, milliseconds, action):
        self.waiting.append(action)
        return lambda: self.waiting.remove(action) if action in self.waiting else None

    def ring(self):
        """Let all that waits happen, and what comes of it."""
        while self.waiting:
            self.waiting.pop(0)()


def test_no_task_is_ticked_while_a_mistake_is_planted():
    page = opened(Fig2)
    clock = Clock(page.visitor)
    page.step = 3
    page.lesson.bugs.plant(GRAVITY_SIGN)  # before the half second is over
    clock.ring()
    assert page.challenges.done == set()
    page.param.update(step=0)
    page.param.update(step=3)
    clock.ring()
    assert page.challenges.done == set() and not page.visitor.progress.done
    page.lesson.bugs.plant(None)
    clock.ring()
    assert page.challenges.done == {"inward"}


def test_fig5_ticks_nothing_while_a_mistake_is_planted():
    page = opened(Fig5)
    clock = Clock(page.visitor)
    page.lesson.bugs.plant(FREE_BASE)
    page.player._advance(3001, float("inf"))
    assert page.measures()["time"] >= 3
    clock.ring()
    assert page.challenges.done == set()


def test_ticks_and_right_answers_go_into_the_progress():
    page = opened(Fig1)
    clock = Clock(page.visitor)
    page.step = 3
    clock.ring()
    assert page.visitor.progress.done == {"fig1.task.walk"}
    page.lesson.tab = "quiz"
    quiz = page.lesson.quiz
    wrong = next(c.id for c in quiz.asked.choices if c.id != quiz.asked.answer)
    quiz.check(wrong)
    assert page.visitor.progress.of("fig1", "quiz") == set()
    quiz.check(quiz.asked.answer)
    assert page.visitor.progress.of("fig1", "quiz") == {quiz.ids[0]} == quiz.done


def test_the_quiz_shows_what_was_solved_before_and_what_another_tab_adds():
    page = opened(Fig1)
    first, second = (question["id"] for question in QUIZ["fig1"][:2])
    page.visitor.progress.mark(f"fig1.quiz.{first}")
    page.lesson.tab = "quiz"
    assert page.lesson.quiz.done == {first}
    page.visitor.progress.mark(f"fig1.quiz.{second}")
    assert page.lesson.quiz.done == {first, second}
    page.visitor.progress.reset()
    assert page.lesson.quiz.done == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_task_of_an_earlier_visit_says_so_without_a_tick(lang):
    page = opened(Fig1)
    visitor, challenges = page.visitor, page.challenges
    visitor.words.lang = lang
    before, done = visitor.words("challenges.before"), visitor.words("challenges.done")
    assert before not in challenges.view.object
    kept = {"app": "rnea", "version": 1, "resets": 0, "done": ["fig1.task.walk"]}
    visitor.progress.merge(json.dumps(kept))
    assert challenges.view.object.count(f'"before">({before})') == 1
    assert challenges.done == set() and f'aria-label="{done}"' not in challenges.view.object
    clock = Clock(visitor)
    page.step = 3
    clock.ring()
    assert challenges.done == {"walk"}
    assert f'"before">({before})' not in challenges.view.object
    visitor.progress.reset()
    assert challenges.done == {"walk"}, "what was done here stays ticked here"


def test_a_task_is_called_done_before_on_its_own_page_only():
    visitor = Visitor()
    visitor.progress.mark("fig1.task.walk")
    word = visitor.words("challenges.before")
    for page in ("fig1", "fig2"):
        challenges = Challenges(page, visitor)
        challenges.show()
        assert (word in challenges.view.object) == (page == "fig1")


def test_every_bug_is_planted_by_some_test():
    assert {bug for _, bug in CASES} == set(BUGS)
