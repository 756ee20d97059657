"""Back, next and play for a page that unfolds in steps."""

from __future__ import annotations

from figures.parts.widgets import block, box, button

PLAY_MS = 1600


class Steps:
    """Moves ``page.step`` between 0 and ``last``; ``extra`` widgets stand in the same row."""

    def __init__(self, page, visitor, last: int, extra=()):
        self.page, self.visitor, self.last = page, visitor, last
        words = visitor.words
        self._cancel = None
        self._back = button(words.ref("button.back"), self.back)
        self._next = button(words.ref("button.next"), self.next, kind="primary")
        self._play = button(words.ref("button.play"), self.toggle)
        self._count = block("", "count")
        self.view = box(
            self._back, self._next, self._play, self._count, *extra, css="flow", classes=["steps"]
        )

    def next(self) -> None:
        """One step on, by hand."""
        self.stop()
        self._advance()

    def back(self) -> None:
        """One step back, by hand."""
        self.stop()
        self.page.step = max(self.page.step - 1, 0)

    def toggle(self) -> None:
        """Walk through the steps from the start, or stop walking."""
        if self._cancel is not None:
            self.stop()
            return
        self.page.step = 0
        self._cancel = self.visitor.every(PLAY_MS, self._walk)
        self.show()

    def stop(self) -> None:
        """Stop walking."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
            self.show()

    def show(self) -> None:
        """Show where the page stands, in the present language."""
        words, step = self.visitor.words, self.page.step
        self._back.disabled, self._next.disabled = step == 0, step == self.last
        self._count.object = words("steps.count", step=step, last=self.last)
        self._play.label = words("button.play" if self._cancel is None else "button.pause")

    def _advance(self) -> None:
        self.page.step = min(self.page.step + 1, self.last)

    def _walk(self) -> None:
        if self.page.step == self.last or not self.page.active:
            self.stop()
        else:
            self._advance()
