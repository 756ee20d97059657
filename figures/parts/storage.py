"""One text that the visitor's own browser keeps: no account, no cookie, nothing on the server."""

from __future__ import annotations

from pathlib import Path

import panel as pn
import param


class Storage(pn.custom.JSComponent):
    """Reads and writes one entry of the browser's storage; nothing of it is seen.

    ``on_message(kind, text)`` gets ``start`` with what was kept (empty where nothing was), once for
    each time the page is built; ``other`` with what another tab has just written; ``blocked`` where
    the browser keeps nothing. A text that is longer than ``limit`` comes cut, one too long.
    """

    key = param.String(default="", doc="Name of the entry.")
    text = param.String(default="", doc="What to write.")
    writes = param.Integer(default=0, doc="Raised by one to write.")
    limit = param.Integer(default=20_000, doc="Longest text in characters.")

    _esm = Path(__file__).with_name("storage.js")

    def __init__(self, on_message, **params):
        super().__init__(margin=0, width=0, height=0, **params)
        self._on_message = on_message

    def write(self, text: str) -> None:
        """Keep ``text`` in the browser."""
        self.param.update(text=text, writes=self.writes + 1)

    def _handle_msg(self, message) -> None:
        self._on_message(str(message.get("kind", "")), str(message.get("text", "")))
