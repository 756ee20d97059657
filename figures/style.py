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
INERTIA_TORQUE, VELOCITY_TORQUE = "inertia_torque", "velocity_torque"
GRAVITY_TORQUE, RNEA = "gravity_torque", "rnea"
POSITIVE, NEGATIVE, DRIVEN = "positive", "negative", "driven"
KINETIC, POTENTIAL, ENERGY, HALF_STEP = "kinetic", "potential", "energy", "half_step"
JOINTS = ("joint1", "joint2", "joint3")

FONT = "system-ui, sans-serif"  # as on the page: Bokeh's own has no place for a dot on a letter
# A sum is dashed and a velocity is thin, so that no meaning rests on colour alone.
DASHES = {ACCELERATION: [8, 5], INERTIA_FORCE: [8, 5], "parked": [3, 5],
          POTENTIAL: [8, 5], HALF_STEP: [3, 4],
          "mass_matrix": [9, 4], "forward_dynamics": [3, 4], "lagrange": [12, 4, 3, 4]}  # fmt: skip
MARKERS = {"rnea": "circle", "mass_matrix": "square", "forward_dynamics": "triangle",
           "lagrange": "diamond"}  # fmt: skip
THIN = {VELOCITY}
FADED, BROADER = 0.2, 1.5  # ink of what is not spoken of; width of what is
DEEPEST = 0.5  # share of the sign's colour in the deepest ground on which text still reads well

PALETTES: dict = json.loads((ASSETS / "theme.json").read_text(encoding="utf-8"))
THEMES = tuple(PALETTES)


class Style(param.Parameterized):
    """The theme that one visitor looks at; parts ask it for colours and sizes."""

    theme = param.Selector(default="light", objects=list(THEMES))
    lit = param.String(default="", doc="The meaning that is pointed at, where there is one.")

    def color(self, meaning: str) -> str:
        """Colour of a meaning (``EULER``) or of a piece of furniture (``"text"``)."""
        palette = PALETTES[self.theme]
        return palette["meaning"].get(meaning) or palette["ui"][meaning]

    def ground(self, share: float) -> str:
        """Ground for a signed ``share`` in [-1, 1] of the largest value, to write or draw on.

        The cube root brings out small values: it is their sign that must be seen.
        """
        deep = DEEPEST * min(1.0, abs(share)) ** (1 / 3)
        return _mix(self.color("plot"), self.color(POSITIVE if share >= 0 else NEGATIVE), deep)

    def emphasis(self, meaning: str) -> tuple[float, float]:
        """Factors for ink and width of what has this meaning: 1 and 1 where nothing is lit."""
        if not self.lit:
            return 1.0, 1.0
        return (1.0, BROADER) if meaning == self.lit else (FADED, 1.0)

    def size(self, name: str) -> float:
        """Size in pixels of ``plot_text``, ``plot_small``, ``ui_text`` or ``stroke``."""
        return PALETTES[self.theme]["size"][name]


def _mix(ground: str, ink: str, part: float) -> str:
    """``ground`` with ``part`` of ``ink`` in it; both are "#rrggbb"."""
    pairs = ((int(ground[i : i + 2], 16), int(ink[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in pairs)


@cache
def sheet(name: str) -> str:
    """Text of ``assets/css/<name>.css``."""
    return (ASSETS / "css" / f"{name}.css").read_text(encoding="utf-8")


@cache
def theme_css() -> str:
    """All palettes as CSS variables, one block for each ``data-theme`` of the document.

    Paper is light: it has a block of its own, but the plot keeps the ground that it is drawn for.
    """
    blocks = []
    for theme, palette in PALETTES.items():
        blocks.append(f':root[data-theme="{theme}"] {{ {" ".join(_variables(palette))} }}')
    plot = ("--plot:", "--grid:")
    paper = [line for line in _variables(PALETTES["light"]) if not line.startswith(plot)]
    blocks.append(f"@media print {{ :root[data-theme] {{ {' '.join(paper)} }} }}")
    return "\n".join(blocks)


def _variables(palette: dict) -> list[str]:
    colours = {**palette["ui"], **palette["meaning"]}
    lines = [f"--{key.replace('_', '-')}: {value};" for key, value in colours.items()]
    lines += [f"--size-{k.replace('_', '-')}: {v}px;" for k, v in palette["size"].items()]
    return [*lines, f"color-scheme: {palette['scheme']};"]
