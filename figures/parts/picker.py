"""A button that reads a small text file of the visitor's."""

from __future__ import annotations

from pathlib import Path

import panel as pn
import param

from figures.style import sheet


class Picker(pn.custom.JSComponent):
    """A file field that looks like a button; ``on_text(text)`` gets what the file says.

    The browser reads the file and sends no more than ``limit`` characters and one: a file of any
    size costs nothing, and its being too long is seen.
    """

    label = param.String(default="", doc="What the button says.")
    limit = param.Integer(default=20_000, doc="Longest text in characters.")

    _esm = Path(__file__).with_name("picker.js")

    def __init__(self, on_text, **params):
        super().__init__(margin=0, stylesheets=[sheet("picker")], **params)
        self._on_text = on_text

    def _handle_msg(self, message) -> None:
        self._on_text(str(message.get("text", "")))
