"""What a visitor has done: tasks ticked and quiz questions solved, kept by their own browser.

An item is a text like ``fig1.task.walk`` or ``fig2.quiz.rod``.
"""

from __future__ import annotations

import contextlib
import json

import param

from figures.parts.storage import Storage
from figures.quiz_numbers import QUIZ
from figures.style import ASSETS

KINDS = ("task", "quiz")
LIMIT = 20_000  # characters of a saved progress: more than all items there will ever be
KEY = "rnea-progress"  # in the browser's storage
_APP, _VERSION, _MOST = "rnea", 1, 10**9

_TASKS = json.loads((ASSETS / "challenges.json").read_text(encoding="utf-8"))
PAGES = tuple(_TASKS)
ITEMS = frozenset(
    f"{page}.{kind}.{item['id']}"
    for kind, pages in zip(KINDS, (_TASKS, QUIZ), strict=True)
    for page, items in pages.items()
    for item in items
)


class BadProgress(ValueError):
    """A text is no saved progress; ``reason`` is ``large``, ``text``, ``form`` or ``version``."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


class Progress(param.Parameterized):
    """The items that one visitor has done. Each change of ``done`` is a new frozenset."""

    done = param.ClassSelector(default=frozenset(), class_=frozenset)
    resets = param.Integer(default=0, doc="How often all was forgotten: tabs agree by it.")
    kept = param.Boolean(default=True, doc="False where the browser keeps nothing.")

    def mark(self, item: str) -> None:
        """Note that ``item`` is done. Raises ``KeyError`` if there is no such item."""
        if item not in ITEMS:
            raise KeyError(item)
        self._take(frozenset({item}), self.resets)

    def of(self, page: str, kind: str) -> frozenset[str]:
        """The ids of the tasks (``task``) or questions (``quiz``) of ``page`` that are done."""
        start = f"{page}.{kind}."
        return frozenset(item.removeprefix(start) for item in self.done if item.startswith(start))

    def share(self, page: str, *kinds: str) -> tuple[int, int]:
        """How many items of ``page`` are done, and how many there are; of all kinds if not named."""
        starts = tuple(f"{page}.{kind}." for kind in kinds or KINDS)
        return tuple(sum(x.startswith(starts) for x in items) for items in (self.done, ITEMS))

    def reset(self) -> None:
        """Forget all, here and in the visitor's other tabs."""
        self.param.update(done=frozenset(), resets=self.resets + 1)

    def dump(self) -> str:
        """All of it as a small JSON text, which :meth:`load` reads."""
        return json.dumps({"app": _APP, "version": _VERSION, "resets": self.resets,
                           "done": sorted(self.done)}, indent=1)  # fmt: skip

    def load(self, text: str) -> tuple[int, int]:
        """Add what a saved text says. Returns how many items are new, and how many are unknown here.

        Unknown items are left out. Raises :class:`BadProgress`, and then nothing has changed.
        """
        _, said = _read(text)
        before = len(self.done)
        self._take(said, self.resets)
        return len(self.done) - before, len(said - ITEMS)

    def merge(self, text: str) -> None:
        """Take over what another tab, or an earlier visit, has left; never lose what is done here.

        What was done since all was last forgotten is put together. Raises :class:`BadProgress`.
        """
        resets, said = _read(text)
        if resets >= self.resets:
            self._take(said, resets)

    def _take(self, said: frozenset[str], resets: int) -> None:
        here = self.done if resets == self.resets else frozenset()
        done = here | (said & ITEMS)
        if (done, resets) != (self.done, self.resets):  # to param, every frozenset is a new one
            self.param.update(done=done, resets=resets)


def keep_in_browser(progress: Progress) -> Storage:
    """The part that keeps ``progress`` in the visitor's browser; it must be on the page.

    Nothing is written before the browser has told what it holds: else an empty start would erase it.
    """
    started = False

    def on_message(kind: str, text: str) -> None:
        nonlocal started
        if kind == "blocked":
            progress.kept = False
        elif kind in ("start", "other"):
            started, before = True, progress.dump()
            with contextlib.suppress(BadProgress):  # spoiled: what is done here takes its place
                progress.merge(text)
            # Where something is new here, on_change has written; else the other side lacks something.
            if before == progress.dump() != text and (text or progress.done):
                storage.write(before)

    def on_change(*events) -> None:
        if started:
            storage.write(progress.dump())

    storage = Storage(on_message, key=KEY, limit=LIMIT)
    progress.param.watch(on_change, ["done", "resets"])
    return storage


def _read(text: str) -> tuple[int, frozenset[str]]:
    """Resets and items of a saved text, known or not."""
    if len(text) > LIMIT:
        raise BadProgress("large")
    try:
        said = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadProgress("text") from None
    if not isinstance(said, dict) or said.get("app") != _APP:
        raise BadProgress("form")
    if said.get("version") != _VERSION or isinstance(said["version"], bool):
        raise BadProgress("version")
    resets, done = said.get("resets"), said.get("done")
    if set(said) != {"app", "version", "resets", "done"} or not isinstance(done, list):
        raise BadProgress("form")
    if type(resets) is not int or not 0 <= resets <= _MOST:
        raise BadProgress("form")
    if not all(isinstance(item, str) for item in done):
        raise BadProgress("form")
    return resets, frozenset(done)


def _no_number(name: str):
    raise ValueError(f"{name} is no JSON")
