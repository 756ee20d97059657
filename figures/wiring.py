"""When a page is drawn anew: on a change of the arm, of its own parameters, of words or theme."""

from __future__ import annotations

import time

from bokeh.core.property.validation import validate

from figures.state import FIELDS

ENDS = ("revision", "active")  # with these an action has ended: scales may change
WORDS_MS, LATEST_MS = 120, 180


def connect(page, parts, view: tuple[str, ...], ends: tuple[str, ...] = ()):
    """Call ``page._refresh(settled)`` whenever what the page shows has changed.

    ``settled`` is True at the end of an action and False in the middle of a drag. ``_refresh``
    paints the picture and returns a function that tells the rest: readout, fields, tasks. The
    picture follows the hand at every frame; numbers that change faster than WORDS_MS cannot be read
    and would only hold the picture up, so they come at that pace and once more at the end.

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
    page.visitor.style.param.watch(restyle, "theme")
    page.plane.on_resize(restyle)
    return refresh


class _Pace:
    """Tells the latest news at most every WORDS_MS, and never forgets the last."""

    def __init__(self, visitor):
        self.visitor = visitor
        self._news = self._waiting = None
        self._told = 0.0

    def tell(self, news, at_once: bool) -> None:
        self._news = news
        since = 1000 * (time.monotonic() - self._told)
        if at_once or since >= WORDS_MS:
            self._now()
        elif self._waiting is None:
            # Later than the next picture may take them along: a message of its own costs a frame.
            self._waiting = self.visitor.later(int(LATEST_MS - since), self._late)

    def _late(self) -> None:
        self._waiting = None
        with self.visitor.one_message():
            self._now()

    def _now(self) -> None:
        if self._waiting is not None:
            self._waiting()
            self._waiting = None
        self._told = time.monotonic()
        self._news()
