"""One message to the person, for instance about an input that cannot be read."""

from __future__ import annotations

import html

from figures.parts.widgets import block


class Notice:
    """Shows the latest message of a page, in the present language."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.view = block("", "notice")
        self._said: tuple[str, dict] | None = None

    def say(self, key: str, **values) -> None:
        """Show a message, until the next good input."""
        self._said = (key, values)
        safe = {name: html.escape(str(value)) for name, value in values.items()}
        self.view.object = f'<p role="alert">{self.visitor.words(key, **safe)}</p>'

    def hush(self) -> None:
        """Take the message away."""
        if self._said is not None:
            self._said = None
            self.view.object = ""

    def relabel(self) -> None:
        """Say the same in the present language."""
        if self._said is not None:
            self.say(self._said[0], **self._said[1])
