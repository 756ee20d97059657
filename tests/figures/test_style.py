"""Contrast and colour blindness, computed: WCAG 2 contrast, Machado et al. 2009, CIE 1976."""

import itertools
import re

import numpy as np
import pytest

from figures.style import ASSETS, PALETTES, THEMES, Style, sheet, theme_css
from figures.terms import TERMS

ROOT = ASSETS.parent
STROKE, TEXT = 3.0, 4.5
APART = 17.0  # CIE 1976 difference; 2.3 is just noticeable side by side

# Full protanopia, deuteranopia and tritanopia, on linear RGB (Machado, Oliveira & Fernandes 2009).
SEEN_AS = {
    "normal": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                        [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                        [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                        [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
TOGETHER = {
    "fig1": ("inherited", "euler", "centripetal", "acceleration", "velocity", "omega"),
    "fig2": ("joint1", "joint2", "joint3", "tip_force", "gravity", "inertia_force"),
    "fig3": ("inertia_torque", "velocity_torque", "gravity_torque", "rnea"),
    "fig6": ("rnea", "mass_matrix", "forward_dynamics", "lagrange"),
    "fig4": ("acceleration", "driven", "positive", "negative"),
    "fig5": ("kinetic", "potential", "energy", "half_step"),
}


def linear(color):
    c = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def lab(rgb):
    to_xyz = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                       [0.0193339, 0.1191920, 0.9503041]])  # fmt: skip
    x, y, z = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = [np.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_measure_itself():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab(linear("#ffffff")) == pytest.approx([100, 0, 0], abs=0.02)


@pytest.mark.parametrize("theme", THEMES)
def test_every_meaning_can_be_read_on_plot_and_page(theme):
    """Meanings are strokes and the names at them, in the plot and in the readout."""
    ui = PALETTES[theme]["ui"]
    for meaning, color in PALETTES[theme]["meaning"].items():
        for ground in ("plot", "page", "surface"):
            assert contrast(color, ui[ground]) >= TEXT, (meaning, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_controls_can_be_read(theme):
    ui = PALETTES[theme]["ui"]
    pairs = [("text", g) for g in ("page", "surface", "plot", "accent_soft", "link_body")]
    pairs += [("muted", g) for g in ("page", "surface", "plot", "accent_soft")]
    pairs += [("accent", g) for g in ("page", "surface", "plot", "accent_soft")]
    pairs += [("on_accent", "accent"), ("bad", "bad_soft"), ("good", "page"), ("surface", "good")]
    for ink, ground in pairs:
        assert contrast(ui[ink], ui[ground]) >= TEXT, (ink, ground)
    for stroke in ("link_edge", "accent"):
        assert contrast(ui[stroke], ui["plot"]) >= STROKE, stroke


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("page", TOGETHER)
def test_meanings_stay_apart_for_every_eye(theme, page):
    palette = PALETTES[theme]["meaning"]
    for eye, matrix in SEEN_AS.items():
        seen = {name: lab(matrix @ linear(palette[name])) for name in TOGETHER[page]}
        for one, other in itertools.combinations(seen, 2):
            assert np.linalg.norm(seen[one] - seen[other]) >= APART, (eye, one, other)


@pytest.mark.parametrize("theme", THEMES)
def test_grounds_say_the_sign_and_carry_text(theme):
    style, ui = Style(theme=theme), PALETTES[theme]["ui"]
    for share, apart in ((1.0, APART), (0.4, 12.0), (0.05, 7.0)):  # the sign is written, too
        plus, minus = style.ground(share), style.ground(-share)
        assert contrast(ui["text"], plus) >= TEXT and contrast(ui["text"], minus) >= TEXT
        for eye, matrix in SEEN_AS.items():
            seen = [lab(matrix @ linear(c)) for c in (plus, minus, ui["plot"])]
            assert np.linalg.norm(seen[0] - seen[1]) >= apart, (eye, share)
    assert style.ground(0.0) == ui["plot"]
    assert style.ground(5.0) == style.ground(1.0), "never deeper than text allows"


def test_themes_have_the_same_names():
    shapes = [{part: set(p[part]) for part in ("ui", "meaning", "size")} for p in PALETTES.values()]
    assert shapes[0] == shapes[1] == shapes[2]


def test_sizes_of_text():
    for theme in THEMES:
        size = PALETTES[theme]["size"]
        small, beside = (24, 28) if theme == "projector" else (14, 16)
        assert min(size["plot_text"], size["plot_small"]) >= small
        assert size["ui_text"] >= beside


def test_css_names_no_colour_of_its_own():
    for path in (ASSETS / "css").glob("*.css"):
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", path.read_text("utf-8")), path.name


def test_every_variable_that_css_uses_is_defined():
    code = "".join(path.read_text("utf-8") for path in (ROOT / "figures").glob("**/*.py"))
    defined = set(re.findall(r"(--[\w-]+):", theme_css() + sheet("document")))
    defined |= set(re.findall(r'setProperty\("(--[\w-]+)"', code))
    defined |= {"--lit"} | {f"--lit-{meaning}" for page in TERMS.values() for meaning in page}
    for path in (ASSETS / "css").glob("*.css"):
        used = set(re.findall(r"var\((--[\w-]+)", path.read_text(encoding="utf-8")))
        assert used - defined == set(), path.name


def test_unknown_colour_is_refused():
    with pytest.raises(KeyError):
        Style().color("no such meaning")
