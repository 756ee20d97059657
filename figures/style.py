"""Colours by meaning, sizes and style sheets: the only place that knows what anything looks like.

The values live in ``assets/theme.json`` and ``assets/css``; nothing else in the app names a colour.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import param

ASSETS = Path(__file__).resolve().parent.parent / "assets"

INHERITED, EULER, CENTRIPETAL = "inherited", "euler", "centripetal"
ACCELERATION, VELOCITY, OMEGA = "acceleration", "velocity", "omega"
TIP_FORCE, GRAVITY, INERTIA_FORCE = "tip_force", "gravity", "inertia_force"
JOINTS = ("joint1", "joint2", "joint3")

# A sum is dashed and a velocity is thin, so that no meaning rests on colour alone.
DASHES = {ACCELERATION: [8, 5], INERTIA_FORCE: [8, 5], "parked": [3, 5]}
THIN = {VELOCITY}

PALETTES: dict = json.loads((ASSETS / "theme.json").read_text(encoding="utf-8"))
THEMES = tuple(PALETTES)


class Style(param.Parameterized):
    """The theme that one visitor looks at; parts ask it for colours and sizes."""

    theme = param.Selector(default="light", objects=list(THEMES))

    def color(self, meaning: str) -> str:
        """Colour of a meaning (``EULER``) or of a piece of furniture (``"text"``)."""
        palette = PALETTES[self.theme]
        return palette["meaning"].get(meaning) or palette["ui"][meaning]

    def size(self, name: str) -> float:
        """Size in pixels of ``plot_text``, ``plot_small``, ``ui_text`` or ``stroke``."""
        return PALETTES[self.theme]["size"][name]


@cache
def sheet(name: str) -> str:
    """Text of ``assets/css/<name>.css``."""
    return (ASSETS / "css" / f"{name}.css").read_text(encoding="utf-8")


@cache
def theme_css() -> str:
    """All palettes as CSS variables, one block for each ``data-theme`` of the document."""
    blocks = []
    for theme, palette in PALETTES.items():
        colours = {**palette["ui"], **palette["meaning"]}
        lines = [f"--{key.replace('_', '-')}: {value};" for key, value in colours.items()]
        lines += [f"--size-{k.replace('_', '-')}: {v}px;" for k, v in palette["size"].items()]
        lines.append(f"color-scheme: {palette['scheme']};")
        blocks.append(f':root[data-theme="{theme}"] {{ {" ".join(lines)} }}')
    return "\n".join(blocks)
