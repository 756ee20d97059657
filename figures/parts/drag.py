"""Dragging handles on a plane, by mouse or finger: everything follows during the drag."""

from __future__ import annotations

import math

from bokeh.events import PanStart
from bokeh.models import ColumnDataSource, CustomJS

from figures.parts.arm import HANDLE_PX, Arm

REACH_PX = 26  # from the handle's centre: a target of at least 44 px for a finger

# What Bokeh leaves out for a plot without tools: a finger on a handle must not scroll the page (it
# may beside the handles), and a handle that is held still before it is moved is still held. The
# cursor is a rule of ours because Bokeh sets its own at each move. And at each move Bokeh measures
# the page and looks for what lies under the pointer before it tells of it: while a handle is held
# its place is read here, first and alone. Names inside Bokeh: where they have changed, the mouse
# still drags.
_READY = """
const view = Bokeh.index.find_one_by_id(fig.id);
const layer = view?.canvas_view?.events_el;
if (layer == null || layer.dataset.hand) return;
layer.dataset.hand = "yes";
const over = (sx, sy) => {
  const {x, y} = handles.data, {x_scale, y_scale} = view.frame;
  return Array.from(x).some((_, i) => Math.hypot(
    x_scale.compute(x[i]) - sx, upright ? 0 : y_scale.compute(y[i]) - sy) <= reach);
};
const style = document.createElement("style");
style.textContent = ".bk-events { outline: none !important; } .over-handle { cursor: grab !important; }";
layer.after(style);
let box = null;
const measure = () => { box = layer.getBoundingClientRect(); };
layer.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) return;
  measure();
  pointer.panning = false;
});
layer.addEventListener("pointermove", (event) => {
  if (!pointer.panning || !event.isPrimary || event.buttons === 0) return;
  event.stopImmediatePropagation();
  pointer.take(view.frame.x_scale.invert(event.clientX - box.left),
               view.frame.y_scale.invert(event.clientY - box.top));
  requestAnimationFrame(measure);  // there it costs nothing: the frame needs the layout anyway
}, true);
layer.addEventListener("pointermove", (event) => {
  measure();
  const hand = over(event.clientX - box.left, event.clientY - box.top);
  if (hand !== layer.classList.contains("over-handle")) layer.classList.toggle("over-handle", hand);
});
layer.addEventListener("touchstart", (event) => {
  measure();
  const finger = event.touches[0];
  if (over(finger.clientX - box.left, finger.clientY - box.top)) event.preventDefault();
}, {passive: false});
const gestures = view.canvas_view.ui_event_bus?.ui_gestures?.constructor;
if (gestures?.press_threshold != null) gestures.press_threshold = 2 ** 31 - 1;
"""
# The newest position is sent as soon as the one before is answered: the server always works on what
# the hand does now, and a slow moment leaves no queue behind. Where nothing moves there is no
# answer; then the next one waits a tenth of a second. The end does not wait; it goes the same way,
# so that nothing overtakes it, and its own event has no place to be trusted.
_MOVE = """
if (!pointer.panning) {
  const send = (ended) => {
    pointer.sent = performance.now();
    const [x, y] = pointer.newest ?? pointer.last;
    pointer.last = [x, y];
    pointer.newest = null;
    pointer.data = {x: [x], y: [y], ended: [ended]};
  };
  const next = () => { if (pointer.newest != null && pointer.sent == null) send(false); };
  const answered = () => { pointer.sent = null; next(); };
  const take = (x, y) => { pointer.newest = [x, y]; next(); };
  clearInterval(pointer.clock);
  const clock = setInterval(() => { if (performance.now() - pointer.sent > 100) answered(); }, 50);
  Object.assign(pointer, {panning: true, sent: null, newest: null, send, answered, take, clock});
}
pointer.take(cb_obj.x, cb_obj.y);
"""
_ANSWERED = "if (pointer.panning) pointer.answered();"
_RELEASED = """
clearInterval(pointer.clock);
if (pointer.panning) pointer.send(true);
pointer.panning = false;
"""


class Drag:
    """Lets a person drag the handles of ``arm``, or of what has its ``plane``, ``handles``, ``n``.

    ``on_move(index, x, y, ended)`` gets the handle and where it should be, in units of the plot;
    ``ended`` is True once, when it is let go. ``upright`` handles are lines over the whole height:
    they can be taken anywhere along it.
    """

    def __init__(self, arm: Arm, on_move, upright: bool = False):
        self.arm, self._on_move = arm, on_move
        self._upright = upright
        self._held = None
        fig = arm.plane.figure
        pointer = ColumnDataSource({"x": [0.0], "y": [0.0], "ended": [False]}, name="pointer")
        pointer.on_change(
            "data", lambda attr, old, new: self._move(new["x"][0], new["y"][0], new["ended"][0])
        )
        args = {"fig": fig, "handles": arm.handles, "pointer": pointer, "reach": REACH_PX,
                "upright": upright}  # fmt: skip
        fig.on_event(PanStart, self._start)
        fig.js_on_change("inner_width", CustomJS(args=args, code=_READY))
        fig.js_on_event("pan", CustomJS(args=args, code=_MOVE))
        fig.js_on_event("panend", CustomJS(args=args, code=_RELEASED))
        arm.handles.js_on_change("data", CustomJS(args=args, code=_ANSWERED))

    def _start(self, event) -> None:
        self._held = None
        data, pixels = self.arm.handles.data, self.arm.plane.pixels
        spots = [pixels(x, y) for x, y in zip(data["x"], data["y"], strict=True)]
        x, y = pixels(event.x, event.y)
        away = [math.hypot(sx - x, 0.0 if self._upright else sy - y) for sx, sy in spots]
        # A handle beyond those of the joints wins where they overlap: the joints can be reached
        # through the others, it cannot.
        extra = [i for i in range(self.arm.n, len(spots)) if away[i] <= HANDLE_PX]
        index = extra[0] if extra else min(range(len(spots)), key=away.__getitem__)
        if away[index] <= REACH_PX:
            # The handle keeps its offset to the pointer: it must not jump when caught.
            self._held = (index, spots[index][0] - x, spots[index][1] - y)

    def _move(self, x: float, y: float, ended: bool = False) -> None:
        if self._held is None:
            return
        index, dx, dy = self._held
        px, py = self.arm.plane.pixels(x, y)
        if ended:
            self._held = None
        self._on_move(index, *self.arm.plane.point(px + dx, py + dy), ended)
