"""One question with its choices as radio buttons, its explanation, and the way to other questions.

Real HTML form elements: Tab, the arrow keys, Space and Enter work as in any form, and formulas may
stand in questions and choices.
"""

from __future__ import annotations

from pathlib import Path

import panel as pn
import param

from figures.style import sheet


class Choices(pn.custom.JSComponent):
    """Shows one of several questions; tells ``on_message(kind, value)`` what the person did.

    Kinds: ``check`` (value: id of the choice, empty where none was made), ``go`` (value: id of a
    question), ``fresh`` (new numbers are wanted).
    """

    tabs = param.List(default=[], doc="Dicts with id, label, name, now and done: the questions.")
    question = param.String(default="", doc="The present question, HTML.")
    choices = param.List(default=[], doc="Dicts with id, text (HTML), mark, hint and chosen.")
    draw = param.Integer(default=0, doc="Another number: other choices, none of them chosen.")
    fresh = param.Boolean(default=False, doc="Offer new numbers.")
    verdict = param.Dict(default={}, doc="kind (right, wrong, none) and html.")
    words = param.Dict(default={}, doc="Labels: title, tabs, check, fresh.")

    _esm = Path(__file__).with_name("choices.js")

    def __init__(self, on_message, **params):
        super().__init__(
            margin=0, sizing_mode="stretch_width", stylesheets=[sheet("quiz")], **params
        )
        self._on_message = on_message

    def _handle_msg(self, message) -> None:
        self._on_message(str(message.get("kind", "")), str(message.get("value", "")))
