"""The control of bench_drag: a bare Panel page whose drag handler moves three points, no more.

It leaves Bokeh's sockets as they are.
"""

import panel as pn
from bokeh.events import Pan
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

pn.extension()
plot = figure(
    name="arm", tools="", toolbar_location=None, width=806, height=522,
    x_range=Range1d(-3.86, 3.86), y_range=Range1d(-2.5, 2.5),
)  # fmt: skip
handles = ColumnDataSource({"x": [1.0, 1.5, 2.0], "y": [0.0, 0.5, 0.0]}, name="handles")
plot.scatter("x", "y", source=handles, size=22)


def move(event):
    """Put the last point under the pointer and the others beside it."""
    handles.data = {
        "x": [event.x - 1.0, event.x - 0.5, event.x],
        "y": [event.y, event.y + 0.5, event.y],
    }


plot.on_event(Pan, move)
pn.pane.Bokeh(plot).servable()
