"""When a page is drawn anew: on a change of the arm, of its own parameters, of words or theme."""

from __future__ import annotations

import time

from bokeh.core.property.validation import validate

from figures.state import FIELDS

ENDS = ("revision", "active")  # with these an action has ended: scales may change
TURN_MS, LATEST_MS = 40, 100
_DONE = object()


def connect(page, parts, view: tuple[str, ...], ends: tuple[str, ...] = ()):
    """Call ``page._refresh(settled)`` whenever what the page shows has changed.

    ``settled`` is True at the end of an action and False in the middle of a drag. ``_refresh``
    paints the picture and returns an iterator that tells the rest, readout, fields and tasks, one
    at each turn. The picture follows the hand at every frame; numbers that change several times
    faster than they can be read would only hold the picture up, so of these there is one turn in
    TURN_MS, and at the end of the action all at once.

    ``view`` names the page's own parameters that it shows, and ``ends`` those of them whose change
    is a finished action, as that of the arm is; ``parts`` are restyled with the theme
    and with the size of the plot. A page that is not ``active`` is left alone, and each update is
    one message. A page that shows no arm has no ``state``. Returns the same update as a function,
    for the page's own use.
    """
    pace = _Pace(page.visitor)

    def refresh(*events):
        if not page.active:
            return
        settled = any(event.name in (*ENDS, *ends) for event in events)
        # Bokeh would check each element of each column, which takes longer than the dynamics.
        with page.visitor.one_message(), validate(False):
            pace.tell(page._refresh(settled), at_once=not events or settled)

    def restyle(*events):
        with page.visitor.one_message():
            for part in parts:
                part.restyle()
            refresh()

    def relabel(*events):
        page.controls.relabel()
        refresh()

    if hasattr(page, "state"):
        page.state.param.watch(refresh, [*FIELDS, "revision", "can_undo", "can_redo"])
    page.param.watch(refresh, [*view, "active"])
    page.visitor.words.param.watch(relabel, "lang")
    page.visitor.style.param.watch(restyle, ["theme", "lit"])
    page.plane.on_resize(restyle)
    return refresh


class _Pace:
    """Tells what is new a turn at a time, and never forgets the last."""

    def __init__(self, visitor):
        self.visitor = visitor
        self._news = self._telling = self._waiting = None
        self._asked = self._told = 0.0
        self._moving = False  # there was more to tell since the wait began

    def tell(self, news, at_once: bool) -> None:
        self._news, self._asked = news, time.monotonic()
        if at_once:
            self._finish()
            return
        if 1000 * (self._asked - self._told) >= TURN_MS:
            self._told = self._asked
            if self._telling is None:
                self._telling, self._news = news, None
            if next(self._telling, _DONE) is _DONE:
                self._telling = None
        self._moving = self._waiting is not None
        if not self._moving:
            self._wait()

    def _wait(self) -> None:
        self._moving = False
        since = 1000 * (time.monotonic() - self._asked)
        self._waiting = self.visitor.later(max(1, round(LATEST_MS - since)), self._late)

    def _late(self) -> None:
        """Tell all that is left once the hand rests; until then the turns do."""
        if self._moving:
            self._wait()
            return
        with self.visitor.one_message():
            self._finish()

    def _finish(self) -> None:
        if self._waiting is not None:
            self._waiting()
        news = self._telling if self._news is None else self._news
        self._news = self._telling = self._waiting = None
        for _ in news or ():
            pass
