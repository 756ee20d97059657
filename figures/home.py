"""The first page: what the chapter is about and where its figures are."""

from __future__ import annotations

import panel as pn
import param

from figures.parts.widgets import block, box
from figures.progress_map import ProgressMap


class Home(pn.viewable.Viewer):
    """The home page: the map of the chapter, and the shortcuts."""

    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor = visitor
        self._lead, self._keys = block("", "home"), block("", "home")
        self.map = ProgressMap(visitor, visitor.progress)
        self._view = box(
            self._lead, self.map.view, self._keys, css="flow", classes=["page", "home"]
        )
        self.param.watch(self._refresh, "active")
        visitor.words.param.watch(self._refresh, "lang")
        visitor.style.param.watch(self._refresh, "theme")

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """Nothing is measured here."""
        return {}

    def _refresh(self, *events) -> None:
        words = self.visitor.words
        keys = "".join(
            f"<li><kbd>{key}</kbd> {words(f'key.{name}')}</li>"
            for key, name in (("N", "next"), ("B", "back"), ("P", "projector"), ("T", "theme"),
                              ("L", "lang"), ("R", "random"), ("Ctrl+Z", "undo"))
        )  # fmt: skip
        address = f"?page=model&amp;lang={words.lang}&amp;theme={self.visitor.style.theme}"
        self._lead.object = (
            f"<h1>{words('home.heading')}</h1><p class='lead'>{words('home.lead')}</p>"
            f"<p>{words('home.how')} "
            f"<a href='{address}' data-page='model'>{words('model.heading')}</a></p>"
        )
        self._keys.object = f"<h2>{words('home.keys')}</h2><ul class='keys'>{keys}</ul>"
