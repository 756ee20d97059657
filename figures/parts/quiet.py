"""Spares a figure work that Bokeh does at every paint, so that the picture keeps up with the hand.

The names below are Bokeh's internals: where they have changed, the page is slower and nothing else.
"""

from __future__ import annotations

from bokeh.models import CustomJS

# 1. At each paint Bokeh writes a style sheet for the place of every renderer, twenty and more, and
#    then reads computed styles: the browser works out all styles of the page anew each time, which
#    takes longer than the painting. Almost always the sheet is the same as before.
# 2. Bokeh waits until a sixtieth of a second has passed since the last paint and then for the next
#    animation frame, which makes two frames of one. The frame alone is limit enough.
_QUIET = """
const view = Bokeh.index.find_one_by_id(fig.id);
const sheets = Object.getPrototypeOf(view?.canvas_view?._size ?? {});
if (typeof sheets._update === "function" && !sheets.writes_only_changes) {
  sheets.writes_only_changes = true;
  const write = sheets._update;
  sheets._update = function (css) {
    if (typeof css !== "string" || this.el?.textContent !== css) write.call(this, css);
  };
}
if (typeof view?.throttled_paint?.stop === "function" && !view.throttled_paint.by_frame) {
  let frame = null;
  view.throttled_paint = () => frame ??= new Promise((done) => requestAnimationFrame(() => {
    frame = null;
    if (!view.is_destroyed) view.repaint();
    done();
  }));
  view.throttled_paint.stop = () => {};
  view.throttled_paint.by_frame = true;
}
"""


def quiet(fig) -> None:
    """Let ``fig`` paint without these; call it once for each figure that changes during a drag."""
    fig.js_on_change("inner_width", CustomJS(args={"fig": fig}, code=_QUIET))
