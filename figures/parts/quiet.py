"""Spares a figure work that Bokeh does at every paint, so that the picture keeps up with the hand.

The names below are Bokeh's internals: where they have changed, the page is slower and nothing else.
"""

from __future__ import annotations

from bokeh.models import CustomJS

# 1. At each paint Bokeh writes a style sheet for the place of every renderer, which nothing here
#    uses; the next text on the canvas then makes the browser work out all styles of the page anew,
#    which takes longer than the painting.
# 2. Bokeh keeps five copies of each glyph (selected, muted ...) and renews them all with the data.
#    Nothing here is selected, muted or thinned out.
# 3. Each figure has a second canvas above the first, which the browser lays over it at each frame.
#    Without anything to show it is hidden.
# 4. Bokeh waits until a sixtieth of a second has passed since the last paint and then for the next
#    animation frame, which makes two frames of one. The frame alone is limit enough.
_QUIET = """
const view = Bokeh.index.find_one_by_id(fig.id);
const nothing = () => {};
const copies = ["selection_glyph", "nonselection_glyph", "muted_glyph", "decimated_glyph"];
const renewals = ["set_data", "set_visuals", "after_visuals", "after_lazy_visuals", "map_data"];
for (const renderer of view?.renderer_views?.values() ?? []) {
  renderer.update_position = nothing;
  for (const copy of copies) {
    for (const renewal of renewals) if (renderer[copy]?.[renewal]) renderer[copy][renewal] = nothing;
  }
}
const above = Array.from(view?.renderer_views?.keys() ?? []).some((model) => model.level === "overlay");
view?.canvas_view?.overlays?.el?.style.setProperty("display", above ? "" : "none");
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
