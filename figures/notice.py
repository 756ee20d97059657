"""One message to the person, for instance about an input that cannot be read."""

from __future__ import annotations

import html

from figures.parts.widgets import block


class Notice:
    """Shows the latest message of a page, in the present language."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.view = block("", "notice")
        self._said: tuple[str, str, dict] | None = None

    def say(self, key: str, **values) -> None:
        """Show what was wrong, until the next good input."""
        self._show("alert", key, values)

    def tell(self, key: str, **values) -> None:
        """Show a piece of news, until the next good input."""
        self._show("status", key, values)

    def _show(self, role: str, key: str, values: dict) -> None:
        self._said = (role, key, values)
        safe = {name: html.escape(str(value)) for name, value in values.items()}
        self.view.object = f'<p role="{role}">{self.visitor.words(key, **safe)}</p>'

    def hush(self) -> None:
        """Take the message away."""
        if self._said is not None:
            self._said = None
            self.view.object = ""

    def relabel(self) -> None:
        """Say the same in the present language."""
        if self._said is not None:
            self._show(*self._said)
