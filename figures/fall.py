"""Letting the arm go for a moment: the answer to whether a balance is stable."""

from __future__ import annotations

import numpy as np

from figures.simulation import Run

NUDGE = 0.002  # rad: what a draught would do
FRAME_MS, STEPS_PER_FRAME, SECONDS = 33, 8, 3.2
DT = FRAME_MS / 1000 / STEPS_PER_FRAME


class Fall:
    """Runs the visitor's arm with idle motors from its present pose; the state stays as it is.

    While ``running``, ``q``, ``qd`` and ``qdd`` are those of the fall; ``on_frame()`` is called
    after each frame and once more when it is over, ``on_end()`` when it ran to its end.
    """

    def __init__(self, visitor, on_frame, on_end):
        self.visitor, self._on_frame, self._on_end = visitor, on_frame, on_end
        self._cancel = None
        self.time = 0.0
        self.q = self.qd = self.qdd = np.zeros(visitor.state.arm.n)

    @property
    def running(self) -> bool:
        """True while the arm falls."""
        return self._cancel is not None

    def start(self) -> None:
        """Let go; a fall under way begins anew."""
        self.stop()
        state = self.visitor.state
        self._run = Run(state.arm, state.q + NUDGE, dt=DT, gravity=state.gravity)
        self._show()
        self._cancel = self.visitor.every(FRAME_MS, self._frame)

    def stop(self) -> None:
        """End the fall; the arm is back where the state says."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
            self._on_frame()

    def _frame(self) -> None:
        self._run.advance(STEPS_PER_FRAME)
        self._show()
        if self.time >= SECONDS or self._run.failed:
            self.stop()
            self._on_end()
        else:
            self._on_frame()

    def _show(self) -> None:
        run = self._run
        self.time, self.q, self.qd = run.time, run.q, run.qd
        self.qdd = run.acceleration(run.q, run.qd)
