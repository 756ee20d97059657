"""Dragging handles on a plane, by mouse or finger: everything follows during the drag."""

from __future__ import annotations

import math

from bokeh.events import Pan, PanEnd, PanStart
from bokeh.models import CustomJS

from figures.parts.arm import HANDLE_PX, Arm

REACH_PX = 26  # from the handle's centre: a target of at least 44 px for a finger

# Bokeh sets the cursor of its own layer at each move, so this has to come after it.
_CURSOR = """
const view = Bokeh.index.find_one_by_id(fig.id);
if (view == null) return;
const {x, y} = handles.data;
const unit = fig.inner_width / (fig.x_range.end - fig.x_range.start);
let over = false;
for (let i = 0; i < x.length; i++)
  over = over || Math.hypot(x[i] - cb_obj.x, y[i] - cb_obj.y) * unit <= reach;
const cursor = over ? "grab" : "default";
setTimeout(() => { view.canvas_view.events_el.style.cursor = cursor; }, 0);
"""


class Drag:
    """Lets a person drag the handles of ``arm``.

    ``on_move(index, x, y)`` gets the handle and where it should be, in metres; ``on_end(index)``
    comes once, when it is let go.
    """

    def __init__(self, arm: Arm, on_move, on_end):
        self.arm, self._on_move, self._on_end = arm, on_move, on_end
        self._held = None
        fig = arm.plane.figure
        fig.on_event(PanStart, self._start)
        fig.on_event(Pan, self._pan)
        fig.on_event(PanEnd, self._end)
        fig.js_on_event(
            "mousemove",
            CustomJS(args={"fig": fig, "handles": arm.handles, "reach": REACH_PX}, code=_CURSOR),
        )

    @property
    def held(self) -> bool:
        """True while a handle is in the hand."""
        return self._held is not None

    def _start(self, event) -> None:
        self._held = None
        data, unit = self.arm.handles.data, self.arm.plane.px_per_m
        spots = list(zip(data["x"], data["y"], strict=True))
        away = [math.hypot(x - event.x, y - event.y) * unit for x, y in spots]
        # A handle beyond those of the joints wins where they overlap: the joints can be reached
        # through the others, it cannot.
        extra = [i for i in range(self.arm.n, len(spots)) if away[i] <= HANDLE_PX]
        index = extra[0] if extra else min(range(len(spots)), key=away.__getitem__)
        if away[index] <= REACH_PX:
            # The handle keeps its offset to the pointer: it must not jump when caught.
            self._held = (index, spots[index][0] - event.x, spots[index][1] - event.y)

    def _pan(self, event) -> None:
        if self._held is None or event.x is None:
            return
        index, dx, dy = self._held
        self._on_move(index, event.x + dx, event.y + dy)

    def _end(self, event) -> None:
        if self._held is None:
            return
        index, self._held = self._held[0], None
        self._on_end(index)
