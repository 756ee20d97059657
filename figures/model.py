"""The page about the model: what is assumed, how it is counted, where it stops being true."""

from __future__ import annotations

import panel as pn
import param

from dynamics import chapter_arm, energy
from figures import formulas
from figures.numbers import fixed, plain
from figures.parts.widgets import box
from figures.simulation import ABOUT_ZERO, RUNAWAY
from figures.state import GRAVITY, LIMITS
from figures.theory import references, theory_block

SECTIONS = ("arm", "frame", "signs", "ideal", "accelerations", "integrators", "drift", "counting",
            "checks", "references")  # fmt: skip


class Model(pn.viewable.Viewer):
    """The page “What this model does and does not do”."""

    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor = visitor
        self._content = theory_block("", "home", "model")
        self._view = box(self._content, css="flow", classes=["page", "home", "reading"])
        self.param.watch(self._refresh, "active")
        visitor.words.param.watch(self._refresh, "lang")

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """Nothing is measured here."""
        return {}

    def _refresh(self, *events) -> None:
        if self.active:
            self._content.object = content(self.visitor.words)


def content(words) -> str:
    """HTML of the whole page in the present language."""
    values = {**numbers(), "motion": formulas.formula("motion", words), "references": references()}
    parts = "".join(
        f'<section data-section="{name}"><h2>{words(f"model.{name}.title")}</h2>'
        f"{words(f'model.{name}.text', **values)}</section>"
        for name in SECTIONS
    )
    return f"<h1>{words('model.heading')}</h1><p class='lead'>{words('model.intro')}</p>{parts}"


def numbers() -> dict[str, str]:
    """The numbers in the texts, from where the app itself takes them."""
    arm = chapter_arm(3)
    rows = {"lengths": (arm.lengths, 1), "masses": (arm.masses, 1), "inertias": (arm.inertias, 4)}
    return {
        **{name: " / ".join(fixed(v, digits) for v in row) for name, (row, digits) in rows.items()},
        **{name: plain(LIMITS[name]) for name in ("qd", "qdd", "f_tip")},
        "gravity": fixed(GRAVITY),
        "span": fixed(float(energy.potential_span(arm, GRAVITY)), 1),
        "about_zero": plain(100 * ABOUT_ZERO),
        "runaway": plain(RUNAWAY),
    }
