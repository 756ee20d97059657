"""What the terms of the formulas stand for in the pictures, and how they are marked in a text."""

from __future__ import annotations

from figures.parts.freebody import FORCE, MOMENT, REACTION
from figures.style import (
    ACCELERATION,
    CENTRIPETAL,
    EULER,
    GRAVITY,
    GRAVITY_TORQUE,
    INERTIA_FORCE,
    INERTIA_TORQUE,
    INHERITED,
    OMEGA,
    RNEA,
    VELOCITY,
    VELOCITY_TORQUE,
)  # fmt: skip

TERMS = {  # the meanings that a page can emphasise
    "fig1": (INHERITED, EULER, CENTRIPETAL, ACCELERATION, VELOCITY, OMEGA),
    "fig2": (FORCE, REACTION, MOMENT, GRAVITY, INERTIA_FORCE),
    "fig3": (INERTIA_TORQUE, VELOCITY_TORQUE, GRAVITY_TORQUE, RNEA),
}


def marked(text: str, meaning: str, css: str | None = None, tag: str = "span") -> str:
    """HTML of ``text`` in the look of ``css``, by default of its meaning, tied to the picture.

    Without a meaning it is in that look and nothing else.
    """
    tie = f' data-term="{meaning}"' if meaning else ""
    return f'<{tag} class="{meaning if css is None else css}"{tie}>{text}</{tag}>'
