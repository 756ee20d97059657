"""How a page is arranged: a function, not a base class."""

from __future__ import annotations

from figures.parts.widgets import block, box


def figure_page(words, key: str, *, plot, readout, controls):
    """Arrange the page ``key``: title, plot, readout under it and everything to press beside it.

    ``controls`` are shown top to bottom; at phone width all stands in one column.
    """
    title = block(words.ref(f"{key}.heading"), "title")
    intro = block(words.ref(f"{key}.intro"), "intro")
    head = box(title, intro, classes=["head"], css="flow")
    side = box(*controls, classes=["side"], css="side")
    plot.css_classes = [*plot.css_classes, "plot"]
    readout.css_classes = [*readout.css_classes, "readout"]
    return box(head, plot, side, readout, css="page", classes=["page", key])
