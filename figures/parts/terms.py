"""Which marked term, or what in a picture, a person points at or has the keyboard's focus on."""

from __future__ import annotations

from pathlib import Path

import panel as pn
from bokeh.models import CustomJS

# Told by an attribute of the layer that takes the pointer's events. What it stands for is found
# from the columns: an arrow has a tail, an arc a radius, a bar two ends, and a mark none of these.
# At a handle it is the handle that is pointed at (figures/parts/drag.py marks it), and while a
# button is down nothing is looked for. Names inside Bokeh: where they have changed, only the way
# from the picture to the formula is lost.
_POINTED = """
const view = Bokeh.index.find_one_by_id(fig.id);
const layer = view?.canvas_view?.events_el;
if (layer == null || layer.dataset.pointed != null) return;
layer.dataset.pointed = "";
const away = (data, i, px, py) => {
  const {x_scale, y_scale} = view.frame;
  const X = (x) => x_scale.compute(x) - px, Y = (y) => y_scale.compute(y) - py;
  if ("x0" in data) {
    const [x, y, dx, dy] = [X(data.x0[i]), Y(data.y0[i]), X(data.x1[i]), Y(data.y1[i])];
    const [u, v] = [dx - x, dy - y];
    const part = Math.min(1, Math.max(0, -(x * u + y * v) / (u * u + v * v)));
    return Math.hypot(x + part * u, y + part * v);
  }
  if ("radius" in data) {
    const {x, y, radius, start, end} = data;
    const turn = Math.atan2(Y(y[i]), -X(x[i])) - start[i];
    const within = turn - 2 * Math.PI * Math.floor(turn / (2 * Math.PI)) <= end[i] - start[i];
    const wide = Math.abs(X(x[i] + radius[i]) - X(x[i]));
    return within ? Math.abs(Math.hypot(X(x[i]), Y(y[i])) - wide) : Infinity;
  }
  if ("left" in data) {
    return Math.hypot(Math.max(X(data.left[i]), 0, -X(data.right[i])), Y(data.y[i]));
  }
  return Math.max(0, Math.hypot(X(data.x[i]), Y(data.y[i])) - 10);
};
layer.addEventListener("pointermove", (event) => {
  if (event.buttons) return;
  const box = layer.getBoundingClientRect();
  let [least, found] = [layer.classList.contains("over-handle") ? 0 : reach, ""];
  for (const [meaning, {data}] of Object.entries(sources)) {
    const rows = Array.from(data.alpha ?? data.y, (alpha) => data.alpha == null || alpha > 0);
    rows.forEach((shown, i) => {
      const px = shown ? away(data, i, event.clientX - box.left, event.clientY - box.top) : reach;
      if (px < least) [least, found] = [px, meaning];
    });
  }
  layer.dataset.pointed = found;
});
"""
REACH_PX = 8


def pointing(fig, sources: dict, reach: float = REACH_PX) -> None:
    """Let the arrows, arcs, bars or marks in ``sources``, by meaning, be pointed at in ``fig``.

    ``reach`` is how far (px) the pointer may be away; of two at the same distance it is the first.
    To be called after the handles are there.
    """
    args = {"fig": fig, "sources": sources, "reach": reach}
    fig.js_on_change("inner_width", CustomJS(args=args, code=_POINTED))


class Terms(pn.custom.JSComponent):
    """Calls ``on_term(meaning)``, with "" when nothing is pointed at any more; is not seen itself.

    In the browser all texts with this ``data-term`` are marked by the variable ``--lit-MEANING``.
    """

    _esm = Path(__file__).with_name("terms.js")

    def __init__(self, on_term, **params):
        super().__init__(margin=0, width=0, height=0, styles={"position": "absolute"}, **params)
        self._on_term = on_term

    def _handle_msg(self, message) -> None:
        self._on_term(str(message.get("term", "")))
