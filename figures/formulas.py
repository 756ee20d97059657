"""The displayed formulas: MathML from ``assets/formulas.xml``, spoken in the visitor's language."""

from __future__ import annotations

import copy
import re
from xml.etree import ElementTree

from figures.style import ASSETS

_MATH = {
    item.get("id"): item.find("math")
    for item in ElementTree.parse(ASSETS / "formulas.xml").getroot()
}
IDS = tuple(_MATH)


def formula(name: str, words, drawn=None) -> str:
    """HTML of the formula ``name``. Raises ``KeyError`` if unknown.

    The whole has a spoken reading. A term that stands for arrows, arcs or bars of a figure carries
    their meaning in ``data-term``; it takes the focus and has the meaning's name. Where ``drawn``
    is given, these are the meanings in the figure, and only they are marked.
    """
    math = copy.deepcopy(_MATH[name])
    spoken = words(f"formula.{name}")
    math.attrib |= {"alttext": spoken, "aria-label": spoken, "data-formula": name}
    for term in math.iter("mrow"):
        meaning = term.get("data-term")
        if meaning and drawn is not None and meaning not in drawn:
            term.attrib.clear()
        elif meaning:
            term.attrib |= {"tabindex": "0", "aria-label": words(f"term.{meaning}")}
    # The file is indented for its readers; nobody else needs that.
    return re.sub(r">\s+<", "><", ElementTree.tostring(math, encoding="unicode").strip())


def terms(name: str) -> set[str]:
    """The meanings that the formula ``name`` marks. Raises ``KeyError`` if unknown."""
    return {term.get("data-term") for term in _MATH[name].iter("mrow")} - {None}
