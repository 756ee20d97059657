"""Where a person presses a plot that has no handles to drag."""

from __future__ import annotations

from bokeh.events import DoubleTap, PressUp, Tap

# Bokeh tells a press apart by its time; a second quick one and one held long are presses as well.
_PRESSES = (Tap, DoubleTap, PressUp)


def hear_presses(figure, handler) -> None:
    """Call ``handler(x, y)`` with the place, in units of the axes, of each press on ``figure``."""

    def pressed(event) -> None:
        if event.x is not None and event.y is not None:
            handler(float(event.x), float(event.y))

    for kind in _PRESSES:
        figure.on_event(kind, pressed)
