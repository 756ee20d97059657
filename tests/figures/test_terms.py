"""A term that is pointed at is full in the picture, the others are pale; each one can be."""

import re

import pytest

from figures.pages import FIGURES
from figures.parts.arcs import Arcs
from figures.parts.arrows import Arrows
from figures.parts.pieces import Pieces
from figures.parts.plane import Plane
from figures.shell import Shell
from figures.style import BROADER, FADED, Style, sheet
from figures.terms import TERMS, marked
from figures.text import LANGUAGES
from figures.theory import live
from figures.visitor import Visitor


def opened(page):
    made = FIGURES[page](Visitor())
    if hasattr(made, "step"):
        made.step = 2
    made.active = True
    return made


def inks(made) -> dict[str, float]:
    """How strong each meaning of the page is drawn, where it is strongest."""
    if hasattr(made, "pieces"):
        p = made.pieces
        bars = {m: bar.glyph.fill_alpha for m, bar in zip(p.meanings, p._bars, strict=True)}
        return bars | {p.mark: p._diamond.glyph.fill_alpha}
    arcs = made.body.moments if hasattr(made, "body") else made.arcs
    parts = [*made.arrows.values(), arcs]
    return {part.meaning: max(part.source.data["alpha"]) for part in parts}


@pytest.mark.parametrize(("page", "meaning"), [(p, m) for p, all_ in TERMS.items() for m in all_])
def test_the_lit_meaning_is_full_and_all_others_are_pale(page, meaning):
    made = opened(page)
    before = inks(made)
    assert set(before) - {"tip_force"} == set(TERMS[page])
    made.visitor.style.lit = meaning
    assert inks(made) == {m: ink * (1 if m == meaning else FADED) for m, ink in before.items()}
    assert inks(made)[meaning] == 1
    made.visitor.style.lit = ""
    assert inks(made) == before


def test_the_lit_meaning_is_broader():
    style = Style()
    plane = Plane("arm", style, (-1, 1, -1, 1))
    arrows, arcs = Arrows(plane, "euler"), Arcs(plane, "omega", 1.0)
    widths = []
    for lit in ("", "euler", "omega"):
        style.lit = lit
        arcs.restyle()
        arrows.set([(0, 0)], [(1, 0)])
        widths.append((arrows.source.data["width"][0], arcs._arc.glyph.line_width))
    (arrow, arc), *lit = widths
    assert lit == [(pytest.approx(BROADER * arrow), arc), (arrow, pytest.approx(BROADER * arc))]


def test_nothing_is_pale_while_nothing_is_lit():
    pieces = Pieces("torques", Style(), [("a_bar", "inertia_torque", "M")] * 3, "rnea", "τ", "N", 2)
    assert {bar.glyph.fill_alpha for bar in pieces._bars} == {1.0}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", FIGURES)
def test_every_marked_term_of_a_page_can_be_emphasised(page, lang):
    made = opened(page)
    made.visitor.words.lang = lang
    made.lesson.tab = "theory"
    theory = "".join(pane.object for pane in made.lesson.theory.view if hasattr(pane, "object"))
    readout = made.readout.object if page in TERMS else ""
    legend = made.visitor.words("fig3.legend") if page == "fig3" else ""
    known = set(TERMS.get(page, ()))
    assert set(re.findall(r'data-term="(\w+)"', theory)) == known
    for text in (readout, "".join(live(page, made.visitor.state).values()), legend):
        assert set(re.findall(r'data-term="(\w+)"', text)) <= known
    if page in TERMS:
        assert len(set(re.findall(r'data-term="(\w+)"', readout))) >= 4


def test_every_meaning_can_be_marked_in_the_texts():
    for meaning in set().union(*TERMS.values()):
        assert f'[data-term="{meaning}"] {{ --lit: var(--lit-{meaning}); }}' in sheet("text")


def test_a_piece_of_text_is_tied_to_its_meaning():
    assert marked("<b>g</b>", "rnea") == '<span class="rnea" data-term="rnea"><b>g</b></span>'
    assert marked("1", "force", "joint1", "b") == '<b class="joint1" data-term="force">1</b>'
    assert "data-term" not in marked("1", "")


def test_what_the_page_does_not_draw_is_never_lit():
    shell = Shell({"page": "fig1"})
    style = shell.visitor.style
    shell.terms._handle_msg({"term": "euler"})
    assert style.lit == "euler"
    shell.go("fig2")
    assert style.lit == ""
    for stray in ("euler", "no_such", ""):
        shell.terms._handle_msg({"term": stray})
        assert style.lit == ""
    shell.terms._handle_msg({"term": "moment"})
    assert style.lit == "moment"
