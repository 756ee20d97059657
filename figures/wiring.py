"""When a page is drawn anew: on a change of the arm, of its own parameters, of words or theme."""

from __future__ import annotations

from bokeh.core.property.validation import validate

from figures.state import FIELDS

ENDS = ("revision", "active")  # with these an action has ended: scales may change


def connect(page, parts, view: tuple[str, ...]):
    """Call ``page._refresh(settled)`` whenever what the page shows has changed.

    ``view`` names the page's own parameters that it shows; ``parts`` are restyled with the theme
    and with the size of the plot. ``settled`` is True at the end of an action and False in the
    middle of a drag. A page that is not ``active`` is left alone, and each update is one message.
    Returns the same update as a function, for the page's own use.
    """

    def refresh(*events):
        if page.active:
            # Bokeh would check each element of each column, which takes longer than the dynamics.
            with page.visitor.one_message(), validate(False):
                page._refresh(any(event.name in ENDS for event in events))

    def restyle(*events):
        with page.visitor.one_message():
            for part in parts:
                part.restyle()
            refresh()

    def relabel(*events):
        page.controls.relabel()
        refresh()

    page.state.param.watch(refresh, [*FIELDS, "revision", "can_undo", "can_redo"])
    page.param.watch(refresh, [*view, "active"])
    page.visitor.words.param.watch(relabel, "lang")
    page.visitor.style.param.watch(restyle, "theme")
    page.plane.on_resize(restyle)
    return refresh
