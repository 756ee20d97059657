"""Tasks that tick themselves: conditions on a page's measures, from ``assets/challenges.json``."""

from __future__ import annotations

import html
import json
import operator

from figures.numbers import fixed
from figures.parts.widgets import block
from figures.style import ASSETS

HOLD_MS = 500
_COMPARE = {"==": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt,
            ">=": operator.ge}  # fmt: skip
_SIGN = {"==": "=", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
_TASKS: dict = json.loads((ASSETS / "challenges.json").read_text(encoding="utf-8"))


def unmet(task: dict, measures: dict[str, float]) -> list[list]:
    """The conditions [measure, sign, bound, digits] of ``task`` that ``measures`` do not meet."""
    return [c for c in task["all"] if not _COMPARE[c[1]](measures[c[0]], c[2])]


def is_met(page: str, task_id: str, measures: dict[str, float]) -> bool:
    """True where ``measures`` satisfy every condition of the task. Raises ``KeyError`` if unknown."""
    tasks = {task["id"]: task for task in _TASKS[page]}
    return not unmet(tasks[task_id], measures)


class Challenges:
    """The tasks of one page. Call :meth:`check` after each change of the state.

    A task is ticked when its condition has become true after it was false before the eyes of this
    page, and has held for half a second: being true at load, or by a shared link, is no merit. What
    was done on an earlier visit is said, but gives no tick.
    """

    def __init__(self, page: str, visitor, on_tick=lambda task_id: None):
        self.page, self.visitor, self.tasks = page, visitor, _TASKS[page]
        self.done: set[str] = set()
        self._on_tick = on_tick
        self._ready: set[str] = set()  # have been seen false, so becoming true counts
        self._waiting: dict[str, object] = {}
        self._measures: dict[str, float] = {}
        self._trusted = True
        self.view = block("", "challenges")
        visitor.progress.param.watch(lambda event: self.show(), "done")

    def check(self, measures: dict[str, float]) -> None:
        """Judge ``measures`` and show how far each task is."""
        if not self._trusted:
            return
        self._measures = measures
        for task in self.tasks:
            name, met = task["id"], not unmet(task, measures)
            if not met:
                self._ready.add(name)
                self._stop(name)
            elif name in self._ready and name not in self.done and name not in self._waiting:
                self._waiting[name] = self.visitor.later(HOLD_MS, lambda n=name: self._tick(n))
        self.show()

    def trust(self, measures_are_true: bool) -> None:
        """Judge nothing, and tick nothing, until the measures are true again."""
        self._trusted = measures_are_true
        if not self._trusted:
            self._stop_all()
        self.show()

    def reset(self) -> None:
        """Take all ticks back; each task must become true anew."""
        self._stop_all()
        self.done.clear()
        self._ready.clear()
        self.show()

    def show(self) -> None:
        """Render the list in the present language."""
        items = "".join(self._item(task) for task in self.tasks)
        title = self.visitor.words("challenges.title")
        self.view.object = f"<h2>{title}</h2><ul>{items}</ul>"

    def _stop_all(self) -> None:
        for name in list(self._waiting):
            self._stop(name)

    def _stop(self, name: str) -> None:
        if cancel := self._waiting.pop(name, None):
            cancel()

    def _tick(self, name: str) -> None:
        self._waiting.pop(name, None)
        self.done.add(name)
        self.visitor.progress.mark(f"{self.page}.task.{name}")
        self.show()
        self._on_tick(name)

    def _item(self, task: dict) -> str:
        words, name = self.visitor.words, task["id"]
        done = name in self.done
        text = words(f"{self.page}.task.{name}")
        state = words("challenges.done" if done else "challenges.open")
        if done:
            far = words(f"{self.page}.task.{name}.why")
        else:
            missing = unmet(task, self._measures) if self._measures else []
            far = words("challenges.and").join(self._distance(*c) for c in missing[:2])
            if self._measures and not missing and name not in self._ready:
                far = words("challenges.already")
            if not self._trusted:
                far = words("challenges.planted")
            if name in self.visitor.progress.of(self.page, "task"):
                text += f' <i class="before">({words("challenges.before")})</i>'
        mark = "✓" if done else ""
        return (
            f'<li class="{"done" if done else "open"}{" many" * (len(task["all"]) > 1)}" data-task="{name}">'
            f'<span class="tick" role="img" aria-label="{html.escape(state)}">{mark}</span>'
            f"<span>{text}<small>{far or '&nbsp;'}</small></span></li>"
        )

    def _distance(self, measure: str, sign: str, bound: float, digits: int) -> str:
        words = self.visitor.words
        if measure == "gravity":
            return words("challenges.gravity" if bound else "challenges.no_gravity")
        if measure == "e0_is_zero":
            return words("challenges.e0_is_zero")
        return words(
            "challenges.distance",
            name=words(f"measure.{measure}"), value=fixed(self._measures[measure], digits),
            sign=html.escape(_SIGN[sign]), bound=fixed(bound, digits),
        )  # fmt: skip
