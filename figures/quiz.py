"""The quiz of a page: one question at a time, an explanation for each choice, and no penalty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from figures.parts.choices import Choices
from figures.quiz_numbers import QUIZ, Choice, Drawn, draw, is_fresh

_MARKS = {"right": "✓", "wrong": "✗"}


@dataclass
class _Asked:
    """A question as it stands: how it was put, what has been tried, what was tried last."""

    drawn: Drawn
    tried: set[str] = field(default_factory=set)
    last: str | None = None

    def state(self, choice: str) -> str:
        """``right``, ``wrong``, or empty before it was tried: nothing is given away."""
        if choice not in self.tried:
            return ""
        return "right" if choice == self.drawn.answer else "wrong"


class Quiz:
    """The questions of ``page``; show ``view``.

    A choice is explained when it is checked, and another may be tried at once. A question counts as
    solved for good when its right choice was found once; fresh numbers do not take that back.
    ``on_answer(question_id, right)`` comes with each choice that is checked. ``seed`` fixes the
    numbers and the order of the choices.
    """

    def __init__(self, page: str, visitor, on_answer=lambda question_id, right: None, seed=None):
        self.page, self.visitor = page, visitor
        self.ids = [question["id"] for question in QUIZ[page]]
        self.done: frozenset[str] = frozenset()
        self._on_answer = on_answer
        self._rng = np.random.default_rng(seed)
        self._asked: dict[str, _Asked] = {}
        self._now, self._draws, self._missing = self.ids[0], 0, False
        self.view = Choices(self._on_message)
        visitor.words.param.watch(lambda event: self.relabel(), "lang")
        self._put()

    @property
    def asked(self) -> Drawn:
        """The present question as it was put."""
        return self._asked[self._now].drawn

    def go(self, question_id: str) -> None:
        """Turn to another question; it stands as it was left."""
        if question_id in self.ids and question_id != self._now:
            self._now = question_id
            self._put()

    def check(self, choice_id: str) -> None:
        """Judge a choice of the present question and explain it."""
        asked = self._asked[self._now]
        self._missing = choice_id not in {choice.id for choice in asked.drawn.choices}
        if not self._missing:
            right = choice_id == asked.drawn.answer
            asked.tried.add(choice_id)
            asked.last = choice_id
            if right:
                self.done |= {self._now}
            self._on_answer(self._now, right)
        self.relabel()

    def fresh(self) -> None:
        """Put the present question once more with other numbers, where it has some."""
        if is_fresh(self._now):
            del self._asked[self._now]
            self._put()

    def reset(self) -> None:
        """As at load: nothing tried, nothing solved, other numbers."""
        self._asked.clear()
        self._now, self.done = self.ids[0], frozenset()
        self._put()

    def show_done(self, question_ids: Iterable[str]) -> None:
        """Mark these as solved, and no others; those of other pages are passed over."""
        self.done = frozenset(question_ids) & frozenset(self.ids)
        self.relabel()

    def relabel(self) -> None:
        """Say the same, with the same numbers, in the present language."""
        words, asked = self.visitor.words, self._asked[self._now]
        score = words("quiz.score", done=len(self.done), total=len(self.ids))
        with self.visitor.one_message():
            self.view.param.update(
                tabs=[self._tab(number, name) for number, name in enumerate(self.ids, start=1)],
                question=words(f"quiz.{self._now}.question", **asked.drawn.values),
                choices=[self._choice(asked, choice) for choice in asked.drawn.choices],
                draw=self._draws, fresh=is_fresh(self._now), verdict=self._verdict(asked),
                words={"title": f"{words('quiz.title')} <small>{score}</small>",
                       "tabs": words("quiz.tabs"), "check": words("quiz.check"),
                       "fresh": words("quiz.fresh")},
            )  # fmt: skip

    def _put(self) -> None:
        if self._now not in self._asked:
            self._asked[self._now] = _Asked(draw(self._now, self._rng))
        self._draws += 1
        self._missing = False
        self.relabel()

    def _on_message(self, kind: str, value: str) -> None:
        with self.visitor.one_message():
            if kind == "check":
                self.check(value)
            elif kind == "go":
                self.go(value)
            elif kind == "fresh":
                self.fresh()

    def _tab(self, number: int, name: str) -> dict:
        done = name in self.done
        text = self.visitor.words("quiz.tab_done" if done else "quiz.tab", number=number)
        return {"id": name, "label": str(number), "name": text, "done": done,
                "now": name == self._now}  # fmt: skip

    def _choice(self, asked: _Asked, choice: Choice) -> dict:
        state = asked.state(choice.id)
        key = "choice" if choice.values else f"{choice.id}.text"
        return {
            "id": choice.id,
            "text": self.visitor.words(f"quiz.{self._now}.{key}", **choice.values),
            "state": state,
            "mark": _MARKS.get(state, ""),
            "hint": self.visitor.words(f"quiz.{state}") if state else "",
            "chosen": choice.id == asked.last,
        }

    def _verdict(self, asked: _Asked) -> dict:
        words = self.visitor.words
        if self._missing:
            return {"kind": "none", "html": words("quiz.choose")}
        if asked.last is None:
            return {"kind": "", "html": ""}
        choice = next(c for c in asked.drawn.choices if c.id == asked.last)
        state = asked.state(choice.id)
        values = {**asked.drawn.values, **choice.values}
        why = words(f"quiz.{self._now}.{choice.id}.why", **values)
        return {"kind": state, "html": f"<b>{_MARKS[state]} {words(f'quiz.{state}')}</b> {why}"}
