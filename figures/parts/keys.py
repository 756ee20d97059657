"""The arm by keyboard: a list of handles, each with its own tab stop."""

from __future__ import annotations

import math
from pathlib import Path

import panel as pn
import param

TURN = {
    "ArrowLeft": 2.0, "ArrowUp": 2.0, "ArrowRight": -2.0, "ArrowDown": -2.0,
    "PageUp": 15.0, "PageDown": -15.0,
}  # fmt: skip
PUSH = {
    "ArrowLeft": (-0.5, 0.0), "ArrowRight": (0.5, 0.0), "ArrowUp": (0.0, 0.5),
    "ArrowDown": (0.0, -0.5), "PageUp": (0.0, 5.0), "PageDown": (0.0, -5.0),
}  # fmt: skip
FINE = 0.1  # Shift makes an arrow key ten times finer


def turn(key: str, fine: bool) -> float:
    """Angle in radians by which ``key`` turns a joint: 2°, with Shift 0.2°, by page 15°."""
    step = TURN.get(key, 0.0)
    return math.radians(step * FINE if fine and key.startswith("Arrow") else step)


def push(key: str, fine: bool) -> tuple[float, float]:
    """Change of the tip force in newtons: 0.5 N, with Shift 0.05 N, by page 5 N."""
    x, y = PUSH.get(key, (0.0, 0.0))
    return (x * FINE, y * FINE) if fine and key.startswith("Arrow") else (x, y)


class HandleKeys(pn.custom.JSComponent):
    """One focusable item for each handle; ``on_key(index, key, shift)`` gets the key strokes."""

    labels = param.List(default=[], doc="Name of each handle, in the visitor's language.")
    values = param.List(default=[], doc="Present value of each handle, as text.")
    numbers = param.List(default=[], doc="Present value of each handle, as a number.")
    low = param.Number(default=-180.0)
    high = param.Number(default=180.0)
    hint = param.String(default="", doc="How the keys work, for the screen reader.")

    _esm = Path(__file__).with_name("keys.js")

    def __init__(self, on_key, **params):
        super().__init__(margin=0, sizing_mode="stretch_width", **params)
        self._on_key = on_key

    def _handle_msg(self, message) -> None:
        self._on_key(int(message["index"]), str(message["key"]), bool(message["shift"]))
