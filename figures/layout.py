"""How a page is arranged: a function, not a base class."""

from __future__ import annotations

from functools import partial

import param

from figures.parts.widgets import block, box


def figure_page(words, key: str, *, plot, readout, controls, lesson):
    """Arrange the page ``key``: title, plot, readout under it and the ``lesson`` beside it.

    Its first tab holds ``controls`` from top to bottom, then the page's question, whose answer
    folds open. At phone width all stands in one column.
    """
    question = block(param.bind(partial(_question, key), words, words.param.lang), "question")
    title = block(param.bind("<h1>{}</h1>".format, words.ref(f"{key}.heading")), "title")
    intro = block(words.ref(f"{key}.intro"), "intro")
    head = box(title, *lesson.head(intro, plot), classes=["head"], css="flow")
    side = box(*lesson.side([*controls, question]), classes=["side"], css="side")
    plot.css_classes = [*plot.css_classes, "plot"]
    readout.css_classes = [*readout.css_classes, "readout"]
    return box(head, plot, side, readout, css="page", classes=["page", key])


def _question(key: str, words, lang: str) -> str:
    question, answer = words(f"{key}.question"), words(f"{key}.answer")
    return f"<details><summary>{question}</summary><p>{answer}</p></details>"
