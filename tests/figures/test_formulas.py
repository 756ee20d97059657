"""Formulas: sound MathML, marked with meanings that figures draw, spoken in both languages."""

from xml.etree import ElementTree

import numpy as np
import pytest

from dynamics import chapter_arm, mass_matrix, rnea
from dynamics.arm import com_positions, joint_positions
from figures import style
from figures.formulas import IDS, formula, terms
from figures.parts import freebody
from figures.text import LANGUAGES, Words, texts
from figures.theory import SECTIONS

# Elements of MathML Core, and how many children those with a fixed number have.
CHILDREN = {"msub": 2, "msup": 2, "mover": 2, "munder": 2, "mfrac": 2, "msubsup": 3, "munderover": 3,
            "mi": 0, "mn": 0, "mo": 0, "mtext": 0, "mspace": 0}  # fmt: skip
ELEMENTS = {"math", "mrow", "mtable", "mtr", "mtd", *CHILDREN}
ATTRIBUTES = {"math": {"display"}, "mrow": {"class", "data-term"}, "mover": {"accent"},
              "mi": {"mathvariant"}, "mn": {"mathvariant"}, "mspace": {"width"},
              "mo": {"form", "stretchy"}}  # fmt: skip
DRAWN = {
    "fig1": {style.INHERITED, style.EULER, style.CENTRIPETAL, style.ACCELERATION, style.VELOCITY,
             style.OMEGA},
    "fig2": {freebody.FORCE, freebody.REACTION, freebody.MOMENT, style.GRAVITY,
             style.INERTIA_FORCE},
    "fig3": {style.INERTIA_TORQUE, style.VELOCITY_TORQUE, style.GRAVITY_TORQUE, style.RNEA},
}  # fmt: skip
FILE = list(ElementTree.parse(style.ASSETS / "formulas.xml").getroot())


def spoken_in(lang):
    return Words(lang=lang)


def test_every_formula_has_a_name_of_its_own():
    names = [item.get("id") for item in FILE]
    assert len(names) == len(set(names)) == len(IDS) > 30
    assert all(len(item) == 1 and item[0].tag == "math" for item in FILE)


@pytest.mark.parametrize("item", FILE, ids=lambda item: item.get("id"))
def test_a_formula_is_mathml_and_nothing_else(item):
    for element in item[0].iter():
        assert element.tag in ELEMENTS
        assert len(element) == CHILDREN.get(element.tag, len(element)), element.tag
        assert set(element.attrib) <= ATTRIBUTES.get(element.tag, set())
        holds_text = element.tag in ("mi", "mn", "mo", "mtext")
        assert bool((element.text or "").strip()) == holds_text, element.tag
        assert not (element.tail or "").strip()
        assert "\\" not in (element.text or "") and "-" not in (element.text or "")


@pytest.mark.parametrize("name", IDS)
def test_marked_terms_have_a_meaning_that_a_figure_draws(name):
    assert terms(name) <= set().union(*DRAWN.values())


@pytest.mark.parametrize("page", DRAWN)
def test_all_that_a_figure_draws_is_marked_in_a_formula_under_it(page):
    words = Words()
    text = "".join(words(f"theory.{section}.text") for section in SECTIONS[page])
    marked = set().union(*(terms(name) for name in IDS if f"{{{name}}}" in text))
    assert marked >= DRAWN[page]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_readings_and_names_of_terms_are_there_and_no_more(lang):
    known = texts(lang)
    assert {k for k in known if k.startswith("formula.")} == {f"formula.{name}" for name in IDS}
    used = set().union(*(terms(name) for name in IDS))
    assert {k for k in known if k.startswith("term.")} == {f"term.{name}" for name in used}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", IDS)
def test_a_formula_is_told_to_those_who_do_not_see_it(name, lang):
    words = spoken_in(lang)
    math = ElementTree.fromstring(formula(name, words))
    assert math.get("aria-label") == math.get("alttext") == words(f"formula.{name}")
    marked = [e for e in math.iter() if e.get("data-term")]
    assert {e.get("data-term") for e in marked} == terms(name)
    for term in marked:
        assert term.get("tabindex") == "0" and term.get("role") is None
        assert term.get("aria-label") == words(f"term.{term.get('data-term')}")


def test_a_formula_is_not_changed_by_its_use():
    before = formula("point", spoken_in("en"))
    formula("point", spoken_in("zh"))
    assert formula("point", spoken_in("en")) == before


def test_an_unknown_formula_is_refused():
    with pytest.raises(KeyError):
        formula("no_such", Words())
    with pytest.raises(KeyError):
        terms("no_such")


# Formulas that the app shows but computes in another way


def poses():
    return np.random.default_rng(5).uniform(-np.pi, np.pi, (20, 4))


def test_composite_bodies_give_the_mass_matrix():
    arm = chapter_arm(4)
    for q in poses():
        coms, joints, m = com_positions(arm, q), joint_positions(arm, q), arm.masses
        M = np.zeros((4, 4))
        for j in range(4):
            m_c = m[j:].sum()
            c = m[j:] @ coms[j:] / m_c
            I_c = arm.inertias[j:].sum() + m[j:] @ np.sum((coms[j:] - c) ** 2, axis=1)
            for i in range(j + 1):
                M[i, j] = M[j, i] = I_c + m_c * (c - joints[i]) @ (c - joints[j])
        assert np.allclose(M, mass_matrix(arm, q), atol=1e-12)


def test_torques_at_rest_hold_what_lies_outside_the_joint():
    arm = chapter_arm(4)
    for q in poses():
        x_c, x = com_positions(arm, q)[:, 0], joint_positions(arm, q)[:, 0]
        held = [9.81 * arm.masses[i:] @ (x_c[i:] - x[i]) for i in range(4)]
        still = np.zeros(4)
        assert np.allclose(held, rnea(arm, q, still, still), atol=1e-12)
