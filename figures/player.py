"""The clock of a run: how many fixed steps each frame holds, and the buttons for it."""

from __future__ import annotations

import time

from figures.parts.widgets import box, button, choice
from figures.simulation import Run

FRAME_MS = 33
LONGEST = 0.1  # s: a later frame skips the rest, so that no backlog builds up
BUSY = 0.024  # s of each frame that may be spent on steps: the rest is for painting and others
SPEEDS = {"¼": 0.25, "½": 0.5, "1": 1.0, "2": 2.0, "4": 4.0}


class Player:
    """Plays ``run`` and, in step with it, ``half`` of half the step; N is one step, B the start.

    ``speed`` changes how many steps a frame holds, never the step: what a frame leaves over of a
    step is carried into the next. Where the machine cannot keep up, time slows down.
    ``on_frame(track, half_track)`` gets the new states; ``on_start()`` is asked to load a run from
    the start pose; ``on_stop()`` comes when time is held.
    """

    def __init__(self, visitor, on_frame, on_start, on_stop=lambda: None, clock=time.perf_counter):
        self.visitor, self._on_frame = visitor, on_frame
        self._on_start, self._on_stop = on_start, on_stop
        self._clock, self._cancel = clock, None
        self.run: Run | None = None
        self.half: Run | None = None
        self.speed, self.kept_up = 1.0, 1.0
        self._owed, self._then = 0.0, 0.0
        words = visitor.words
        self._go = button(words.ref("button.let_go"), self.toggle, kind="primary")
        self._one = button(words.ref("button.one_step"), self.next)
        self._home = button(words.ref("button.to_start"), self.back)
        self._speed = choice(
            words.ref("field.speed"),
            {f"×{name}": speed for name, speed in SPEEDS.items()},
            1.0,
            self.set_speed,
        )
        self.view = box(self._go, self._one, self._home, self._speed, css="flow",
                        classes=["steps"])  # fmt: skip

    @property
    def running(self) -> bool:
        """True while time goes on."""
        return self._cancel is not None

    def load(self, run: Run, half: Run | None) -> None:
        """Take runs that stand at their start pose."""
        self.stop()
        self.run, self.half, self._owed, self.kept_up = run, half, 0.0, 1.0
        self.show()

    def set_speed(self, speed: float) -> None:
        """Change how fast time is shown."""
        self.speed = speed
        self._speed.value = speed

    def toggle(self) -> None:
        """Let go, pause, go on."""
        if self.running:
            self.stop()
        elif not self.run.failed:
            self._then = self._clock()
            self._cancel = self.visitor.every(FRAME_MS, self._frame)
            self.show()

    def next(self) -> None:
        """One step, by hand."""
        self.stop()
        self._advance(1, float("inf"))

    def back(self) -> None:
        """To the start pose, with the present settings."""
        self._on_start()

    def stop(self) -> None:
        """Hold time."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
            self.show()
            self._on_stop()

    def frame(self, elapsed: float) -> None:
        """Make the steps that ``elapsed`` seconds of the clock hold."""
        self._owed += self.speed * min(elapsed, LONGEST) / self.run.dt
        due = int(self._owed)
        self._owed -= due
        if due:
            made = self._advance(due, BUSY)
            self.kept_up += 0.1 * (made / due - self.kept_up)

    def show(self) -> None:
        """Show in the buttons what can be done now."""
        started = self.run.steps > 0
        key = "pause" if self.running else "go_on" if started else "let_go"
        self._go.label = self.visitor.words(f"button.{key}")
        self._go.disabled = self._one.disabled = self.run.failed
        self._home.disabled = not (started or self.running)

    def _frame(self) -> None:
        now = self._clock()
        elapsed, self._then = now - self._then, now
        self.frame(elapsed)

    def _advance(self, count: int, busy: float) -> int:
        start = self._clock()
        share = busy if self.half is None else busy / 3
        track = self.run.advance(count, lambda: self._clock() - start > share)
        half = self.half.advance(2 * len(track)) if self.half is not None else None
        if self.run.failed:
            self.stop()
        self._on_frame(track, half)
        return len(track)
