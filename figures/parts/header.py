"""The bar above every page: navigation, language, theme, sharing, and the window itself.

It is the one place that touches the browser's window: address bar, back button, clipboard, global
keys, the document's language, theme and title.
"""

from __future__ import annotations

from pathlib import Path

import panel as pn
import param

from figures.style import sheet


class Header(pn.custom.JSComponent):
    """Shows ``pages``; tells ``on_message(kind, value)`` what the person asked for.

    Kinds: ``page``, ``lang``, ``theme`` (value: which), ``share``, ``key`` (value: the key),
    ``query`` (value: the query string the back button returned to).
    """

    pages = param.List(default=[], doc="Dicts with id and title.")
    langs = param.List(default=[], doc="Dicts with id and title.")
    themes = param.List(default=[], doc="Dicts with id and title.")
    page = param.String(default="home")
    lang = param.String(default="en")
    theme = param.String(default="light")
    title = param.String(default="", doc="Name of the app.")
    words = param.Dict(default={}, doc="Labels: skip, nav, lang, theme, share, shared, copy.")
    query = param.String(default="", doc="Query string that belongs into the address bar.")
    shared = param.Integer(default=0, doc="Raised by one to copy the address to the clipboard.")

    _esm = Path(__file__).with_name("header.js")

    def __init__(self, on_message, **params):
        super().__init__(
            margin=0, sizing_mode="stretch_width", stylesheets=[sheet("header")], **params
        )
        self._on_message = on_message

    def _handle_msg(self, message) -> None:
        self._on_message(str(message["kind"]), str(message.get("value", "")))
