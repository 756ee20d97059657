"""The theory under a figure: sections that fold open, and its numbers for the present state.

Words come from ``assets/text``, formulas from ``figures.formulas``. A placeholder in the words is a
formula, a table, or a number that is computed here and never typed.
"""

from __future__ import annotations

import json
import re
from functools import cache, partial
from itertools import groupby
from string import Formatter

import numpy as np
import param

from dynamics import chapter_arm, energy, rnea
from figures import formulas
from figures.counts import counted
from figures.live import LIVE, live, spatial_agreement
from figures.numbers import fixed, whole
from figures.parts.table import table
from figures.parts.widgets import block, box, switch
from figures.state import GRAVITY
from figures.style import ASSETS, sheet
from figures.terms import TERMS

__all__ = ["SECTIONS", "Theory", "facts", "filled", "live", "references", "sections",
           "spatial_agreement", "theory_block"]  # fmt: skip

SECTIONS = {  # in reading order
    "fig1": ("why", "whip", "forward", "spatial"),
    "fig2": ("backward", "torque", "gravity", "parallel"),
    "fig3": ("lagrange", "witness"),
    "fig4": ("columns", "crba", "libraries"),
    "fig5": ("fall", "drift"),
    "fig6": ("linear", "quartic", "faster", "references"),
}
_REFERENCES = json.loads((ASSETS / "references.json").read_text(encoding="utf-8"))
_LIBRARIES = json.loads((ASSETS / "libraries.json").read_text(encoding="utf-8"))


class Theory:
    """The theory of one page and, where it has any, the numbers of the present state on demand.

    ``numbers()`` gives what :func:`live` gives; without it that of the visitor's arm. Call
    :meth:`show` after each change of the state: it does nothing while no numbers are wanted.
    """

    def __init__(self, page: str, visitor, numbers=None):
        self.page, self.visitor = page, visitor
        self._compute = numbers or (lambda: live(page, visitor.state))
        words = visitor.words
        text = theory_block(param.bind(partial(sections, page), words, words.param.lang))
        items = [text]
        # A block of its own: new numbers would fold the sections up.
        self.numbers = theory_block("", "numbers", visible=False)
        if page in LIVE:
            self.switch = switch(words.ref("theory.live.switch"), False, self._want)
            items += [self.switch, self.numbers]
            words.param.watch(lambda event: self.show(), "lang")
        self.view = box(*items, css="flow", classes=["theory"])

    def show(self) -> None:
        """Bring the numbers up to date, if they are wanted."""
        if self.numbers.visible:
            self.numbers.object = _lines_html(self._compute(), self.visitor.words)

    def _want(self, on: bool) -> None:
        self.numbers.visible = on
        self.show()


def theory_block(content, *classes: str, **params):
    """A block in the look of the theory."""
    made = block(content, "theory", *classes, **params)
    made.stylesheets = [*made.stylesheets, sheet("theory")]
    return made


def sections(page: str, words, lang: str | None = None) -> str:
    """HTML of all sections of ``page``, folded; ``lang`` is only there to be bound to."""
    items = "".join(
        f'<details data-section="{name}"><summary>{words(f"theory.{name}.title")}</summary>'
        f"{filled(page, f'theory.{name}.text', words)}</details>"
        for name in SECTIONS[page]
    )
    return f"<h2>{words('theory.title')}</h2>{items}"


def filled(page: str, key: str, words) -> str:
    """The text of ``key`` with its formulas, tables and numbers. Raises ``KeyError`` if unknown."""
    names = {name for _, name, _, _ in Formatter().parse(words(key)) if name}
    return words(key, **{name: _value(page, name, words) for name in names})


def _value(page: str, name: str, words) -> str:
    if name in formulas.IDS:
        return formulas.formula(name, words, TERMS.get(page, ()))
    tables = {"references": references, "libraries": partial(_libraries, words)}
    return tables[name]() if name in tables else facts(page)[name]


def references() -> str:
    """HTML list of the sources, the same in every language."""
    items = "".join(
        f"<li>{r['authors']} ({r['year']}). <cite>{r['title']}</cite>. {r['source']}.</li>"
        for r in _REFERENCES
    )
    return f'<ul class="references" lang="en">{items}</ul>'


def _libraries(words) -> str:
    columns = ("inverse", "mass", "forward")
    heads = [(words(f"theory.libraries.column.{name}"), "name") for name in ("name", *columns)]
    rows = [
        (item["name"], "name", ["".join(f"{algorithm} <code>{function}</code>"
                                           for algorithm, function in item[c]) for c in columns],
         False)
        for item in _LIBRARIES
    ]  # fmt: skip
    return f'<div class="wide">{table(heads, rows)}</div>'


# Numbers in the texts: the same for every state


@cache
def facts(page: str) -> dict[str, str]:
    """The numbers in the texts of ``page`` that belong to the arm or to the algorithms."""
    return _FACTS[page]() if page in _FACTS else {}


def _load_facts() -> dict[str, str]:
    arm = chapter_arm(3)
    flat = rnea(arm, *np.zeros((3, arm.n)), gravity=GRAVITY)
    found = {f"flat_{i + 1}": fixed(tau, 4) for i, tau in enumerate(flat)}
    shift = arm.masses[-1] * float(arm.coms[-1] @ arm.coms[-1])  # m d²
    for name, times in (("i_com", 0), ("i_joint", 1), ("i_wrong", 2)):
        found[name] = fixed(arm.inertias[-1] + times * shift, 4)
    return found


def _energy_facts() -> dict[str, str]:
    return {"span": fixed(float(energy.potential_span(chapter_arm(3), GRAVITY)), 1)}


def _cost_facts() -> dict[str, str]:
    few = [counted("lagrange", n).total for n in range(1, 6)]
    lead = int(np.diff(few, 4)[0]) // 24  # of a polynomial of degree 4
    many = counted("lagrange", 30).total
    return {
        "per_link": whole(counted("rnea", 2).total - counted("rnea", 1).total),
        "rnea_1": whole(counted("rnea", 1).total),
        "lagrange_1": whole(few[0]),
        "lead": whole(lead),
        "share": fixed(100 * lead * 30**4 / many, 0),
        "lagrange_30": whole(many),
    }


_FACTS = {"fig2": _load_facts, "fig5": _energy_facts, "fig6": _cost_facts}


def _lines_html(lines: dict[str, str], words) -> str:
    if "spatial_gap" in lines:
        return f"<p>{words('theory.live.spatial', **lines)}</p>"
    links = groupby(lines, key=lambda name: re.search(r"\d+$", name).group())
    return "".join(
        f"<h3>{words('theory.live.link', i=i)}</h3>" + "".join(f"<p>{lines[k]}</p>" for k in names)
        for i, names in links
    )
