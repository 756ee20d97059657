"""The first page: what the chapter is about and where its figures are."""

from __future__ import annotations

import panel as pn
import param

from figures.parts.widgets import block, box


class Home(pn.viewable.Viewer):
    """The home page: a card for each figure, and the shortcuts."""

    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, figures, **params):
        super().__init__(**params)
        self.visitor, self.figures = visitor, figures
        self._content = block("", "home")
        self._view = box(self._content, css="flow", classes=["page", "home"])
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
        address = f"lang={words.lang}&amp;theme={self.visitor.style.theme}"
        cards = "".join(
            f'<li><a href="?page={name}&amp;{address}" data-page="{name}">'
            f"<strong>{words(f'{name}.heading')}</strong><span>{words(f'{name}.intro')}</span></a></li>"
            for name in self.figures
        )
        keys = "".join(
            f"<li><kbd>{key}</kbd> {words(f'key.{name}')}</li>"
            for key, name in (("N", "next"), ("B", "back"), ("P", "projector"), ("T", "theme"),
                              ("L", "lang"), ("R", "random"), ("Ctrl+Z", "undo"))
        )  # fmt: skip
        self._content.object = (
            f"<h1>{words('home.heading')}</h1><p class='lead'>{words('home.lead')}</p>"
            f"<p>{words('home.how')}</p><ul class='cards'>{cards}</ul>"
            f"<h2>{words('home.keys')}</h2><ul class='keys'>{keys}</ul>"
        )
