"""The "plant a bug" switches of a page, its self-checks, and the game of guessing which one it is."""

from __future__ import annotations

import html
import math

import numpy as np
import panel as pn
import param

from figures.bug_game import bugs_on, contradiction, draw
from figures.bug_machines import BASE, MOTOR
from figures.bugs import BUGS, CHECKS, FREE_BASE, MOTOR_TORQUE, Check
from figures.numbers import fixed, legible, power_of_ten, scientific
from figures.parts.table import table
from figures.parts.widgets import block, box, button, choice
from figures.style import sheet

NONE = ""  # the choice "no mistake": a widget's value, where `planted` says None
# What a student needs to check the numbers of a machine that the page does not draw.
DATA = {
    FREE_BASE: {"mass": f"{BASE.mass:g}", "inertia": fixed(BASE.inertia)},
    MOTOR_TORQUE: {
        "gear": f"{MOTOR.gear:g}", "rotor": scientific(MOTOR.rotor, 0),
        "viscous": f"{MOTOR.viscous:g}", "coulomb": f"{MOTOR.coulomb:g}",
    },
}  # fmt: skip


class BugPanel:
    """Plants one mistake at a time on ``page``; ``on_change()`` comes after each change.

    ``planted`` is None or the name of the bug, ``hidden`` is True while it is to be guessed. Put
    ``view`` beside the figure, ``banner`` above it, and the plot into :meth:`frame`; after each
    change of the state call :meth:`show`.
    """

    def __init__(self, page: str, visitor, on_change, rng=None):
        self.page, self.visitor, self.bugs = page, visitor, bugs_on(page)
        self.planted: str | None = None
        self.hidden = False
        self._on_change, self._rng = on_change, rng or np.random.default_rng()
        self._guess: str | None = None  # the latest answer
        self._checks: list[Check] = []
        self._framed: list = []
        self.banner = _styled("banner", visible=False)
        self.checks = _styled("checks")
        self._summary, self._about = block(""), block("")
        self.view = self._arrange(visitor.words)
        visitor.words.param.watch(lambda event: self.relabel(), "lang")
        self._say()

    def plant(self, bug: str | None, hidden: bool = False) -> None:
        """Put ``bug`` in, or take it out with None; a ``hidden`` one is to be guessed.

        Raises ``KeyError`` for a bug that this page does not offer.
        """
        if bug is not None and bug not in self.bugs:
            raise KeyError(bug)
        self.planted, self.hidden, self._guess = bug, hidden and bug is not None, None
        with self.visitor.one_message():
            self._say()
            self._on_change()

    def reset(self) -> None:
        """No mistake, as at load."""
        if self.planted is not None:
            self.plant(None)

    def guess(self, bug: str) -> None:
        """Answer the question which one it is: right, it gets its name back; wrong, it stays."""
        if not self.hidden:
            return
        self._guess = bug
        self.hidden = bug != self.planted
        with self.visitor.one_message():
            self._say()

    def show(self, checks: list[Check]) -> None:
        """Show those of ``checks`` that belong to this page."""
        by_name = {check.id: check for check in checks}
        self._checks = [by_name[name] for name in CHECKS[self.page]]
        words, count = self.visitor.words, len(self._checks)
        failed = sum(not check.ok for check in self._checks)
        told = words("bugs.some", failed=failed, count=count) if failed else ""
        # Its own block: a screen reader hears of a check that turns, not of every digit.
        self._summary.object = f'<p role="status">{told or words("bugs.all", count=count)}</p>'
        heads = [(words(f"bugs.column.{n}"), "") for n in ("check", "found", "expected", "gap")]
        self.checks.object = table(heads, [self._row(check) for check in self._checks])

    def frame(self, pane) -> None:
        """Give ``pane`` the frame of danger while a mistake is planted."""
        # a Bokeh pane hands its classes on to the plot, but no style sheets
        styled = pane.object if isinstance(pane, pn.pane.Bokeh) else pane
        styled.stylesheets = [*styled.stylesheets, sheet("bugs")]
        self._framed.append(pane)
        self._mark(pane)

    def relabel(self) -> None:
        """Say everything in the present language; the page need not call this."""
        with self.visitor.one_message():
            self._choice.options = self._options()
            self._say()
            if self._checks:
                self.show(self._checks)

    # Building

    def _arrange(self, words):
        title = block(param.bind("<h2>{}</h2>".format, words.ref("bugs.title")))
        self._choice = choice(words.ref("bugs.field"), self._options(), NONE, self._pick)
        self._draw = button(words.ref("bugs.draw"), self._play)
        self._remove = button(words.ref("bugs.remove"), lambda: self.plant(None))
        self._showing = button(words.ref("bugs.show"), self._take_state)
        self._answers = [
            button(words.ref(f"bugs.{bug}.name"), lambda b=bug: self.guess(b)) for bug in self.bugs
        ]
        return box(
            title, self._choice,
            box(self._draw, self._showing, self._remove, css="flow", classes=["steps"]),
            self._about, box(*self._answers, css="flow", classes=["steps"]),
            self._summary, self.checks, css="flow", classes=["bugs"],
        )  # fmt: skip

    def _options(self) -> dict[str, str]:
        words = self.visitor.words
        return {words("bugs.none"): NONE, **{words(f"bugs.{b}.name"): b for b in self.bugs}}

    # Handlers

    @property
    def _named(self) -> str | None:
        """The planted bug if its name may be said."""
        return None if self.hidden else self.planted

    def _pick(self, bug: str) -> None:
        if bug != (self._named or NONE):
            self.plant(bug or None)

    def _play(self) -> None:
        self.plant(draw(self.page, self._rng), hidden=True)

    def _take_state(self) -> None:
        self.visitor.state.act(**BUGS[self.planted].showing)

    # Showing

    def _say(self) -> None:
        """Everything that depends on what is planted; while it is hidden, nothing but that it is."""
        words, planted, named = self.visitor.words, self.planted is not None, self._named
        self._choice.visible, self._choice.value = not self.hidden, named or NONE
        self._draw.visible = not self.hidden and len(self.bugs) > 1
        self._remove.visible = planted
        self._showing.visible = planted and all(BUGS[bug].showing for bug in self.bugs)
        for answer in self._answers:
            answer.visible = self.hidden
        self._about.object = self._told()
        said = ""
        if planted:
            name = "" if named is None else words(f"bugs.{named}.name")
            key = "open" if named else "hidden"
            said = f'<p role="alert">⚠ {words(f"bugs.banner.{key}", name=name)}</p>'
        self.banner.object, self.banner.visible = said, planted
        for pane in self._framed:
            self._mark(pane)

    def _told(self) -> str:
        words, named = self.visitor.words, self._named
        if self.hidden:
            return f'<p>{words("bugs.ask")}</p><p role="status">{self._refuted()}</p>'
        if named is None:
            return f"<p>{words('bugs.intro')}</p>"
        right = f"<b>{words('bugs.right', name=words(f'bugs.{named}.name'))}</b>"
        data = words(f"bugs.{named}.data", **DATA[named]) if named in DATA else ""
        return (
            f'<p role="status">{right if self._guess == named else ""} '
            f"<i>{words(f'bugs.{named}.mistake')}</i> {words(f'bugs.{named}.why')}</p>"
            f'<p class="scale">{data}</p>'
        )

    def _refuted(self) -> str:
        """What speaks against the latest, wrong answer."""
        if self._guess is None:
            return "&nbsp;"
        words, arm = self.visitor.words, self.visitor.state.arm
        check, fails = contradiction(self.planted, self._guess, self.page, arm)
        return words(
            "bugs.wrong.fails" if fails else "bugs.wrong.holds",
            name=words(f"bugs.{self._guess}.name"), check=words(f"bugs.check.{check}"),
        )  # fmt: skip

    def _row(self, check: Check) -> tuple:
        words, ok = self.visitor.words, check.ok
        key, css, mark = ("passed", "good", "✓") if ok else ("failed", "bad", "✗")
        label = html.escape(words(f"bugs.{key}"))
        name = (
            f'<span role="img" aria-label="{label}">{mark}</span> {words(f"bugs.check.{check.id}")}'
        )
        gap = (
            f'<span class="{css}">{legible(check.residual, 0)} {"≤" if ok else "&gt;"}</span> '
            f'<span class="{css}">{power_of_ten(round(math.log10(check.bound)))} {check.unit}</span>'
        )
        return name, css, [*(fixed(value) for value in check.worst), gap], False

    def _mark(self, pane) -> None:
        rest = [name for name in pane.css_classes if name != "hazard"]
        pane.css_classes = [*rest, "hazard"] if self.planted is not None else rest


def _styled(name: str, content="", **params):
    made = block(content, name, **params)
    made.stylesheets = [*made.stylesheets, sheet("bugs")]
    return made
