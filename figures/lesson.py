"""The column beside a figure: what can be pressed, the theory, planted mistakes, the quiz."""

from __future__ import annotations

from dataclasses import dataclass

import param

from dynamics import PlanarArm
from figures.bug_game import bugs_on
from figures.bug_panel import BugPanel
from figures.bugs import checks
from figures.live import live
from figures.parts.widgets import box, choice
from figures.quiz import Quiz
from figures.theory import Theory

TABS = ("figure", "theory", "bugs", "quiz")


@dataclass(frozen=True)
class Shown:
    """The state that a figure shows, where it is not the visitor's: SI, q, qd, qdd (n,)."""

    arm: PlanarArm
    q: tuple
    qd: tuple
    qdd: tuple
    gravity: float
    f_tip: tuple = (0.0, 0.0)


class Lesson(param.Parameterized):
    """Tabs beside the figure of ``page``, which is called ``key``; built when first opened.

    The page is drawn anew when a mistake is planted, and when a tab is opened, which has to be told
    of the present state: see :meth:`tell`.
    """

    tab = param.Selector(default="figure", objects=list(TABS), doc="The tab that is open.")

    def __init__(self, key: str, page, **params):
        super().__init__(**params)
        self.key, self.page = key, page
        self.visitor = visitor = page.visitor
        offered = bugs_on(key)
        self.bugs = BugPanel(key, visitor, self._on_plant) if offered else None
        self._state = visitor.state
        self.theory: Theory | None = None
        self.quiz: Quiz | None = None
        self.tabs = [name for name in TABS if name != "bugs" or offered]
        self.param.tab.objects = self.tabs
        words = visitor.words
        self._choice = choice(words.ref("lesson.tabs"), self._options(), self.tab,
                              lambda name: self.param.update(tab=name))  # fmt: skip
        self._rooms = {name: box(css="side") for name in self.tabs}
        self._show()
        words.param.watch(self._relabel, "lang")
        visitor.progress.param.watch(self._mark, "done")

    @property
    def planted(self) -> str | None:
        """The mistake that is planted in the page's calculation, if any."""
        return self.bugs.planted if self.bugs else None

    def side(self, controls) -> list:
        """What the column shows, from top to bottom; ``controls`` make up the first tab."""
        self._rooms["figure"][:] = controls
        return [box(self._choice, css="flow", classes=["tabs"]), *self._rooms.values()]

    def head(self, intro, plot) -> list:
        """What stands above the figure: ``intro``, or in its place the banner of a planted mistake.

        So the figure keeps its size. ``plot`` is framed while a mistake is planted.
        """
        self._intro = intro
        if self.bugs is None:
            return [intro]
        self.bugs.frame(plot)
        return [intro, self.bugs.banner]

    def tell(self, state) -> None:
        """Tell the open tab of the state that the figure shows, the visitor's or a `Shown`."""
        self._state = state
        if self.tab == "theory":
            self.theory.show()
        elif self.tab == "bugs":
            self.bugs.show(checks(self.planted, state.arm, state.q, state.qd, state.qdd,
                                  state.f_tip, state.gravity))  # fmt: skip

    def reset(self) -> None:
        """No mistake, as at load; the open tab stays open."""
        if self.bugs:
            self.bugs.reset()

    @param.depends("tab", watch=True)
    def _open(self) -> None:
        with self.visitor.one_message():
            self._choice.value = self.tab
            if not len(self._rooms[self.tab]):
                self._rooms[self.tab][:] = [self._build(self.tab)]
            self._show()
            self.page.refresh()

    def _on_plant(self) -> None:
        """A planted mistake is no merit, neither of the page nor of the person: no task is judged."""
        self._intro.visible = self.planted is None
        self.page.challenges.trust(self.planted is None)
        self.page.fit()

    def _show(self) -> None:
        for name, room in self._rooms.items():
            room.css_classes = [name] if name == self.tab else [name, "gone"]

    def _build(self, tab: str):
        if tab == "theory":
            self.theory = Theory(self.key, self.visitor, lambda: live(self.key, self._state))
            return self.theory.view
        if tab == "bugs":
            return self.bugs.view
        self.quiz = Quiz(self.key, self.visitor, self._answered)
        self._mark()
        return self.quiz.view

    def _answered(self, question: str, right: bool) -> None:
        if right:
            self.visitor.progress.mark(f"{self.key}.quiz.{question}")

    def _mark(self, *events) -> None:
        if self.quiz:
            self.quiz.show_done(self.visitor.progress.of(self.key, "quiz"))

    def _options(self) -> dict[str, str]:
        return {self.visitor.words(f"lesson.{name}"): name for name in self.tabs}

    def _relabel(self, *events) -> None:
        self._choice.options = self._options()
