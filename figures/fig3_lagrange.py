"""FIG 3: RNEA = Lagrange. Two ways with no step in common, one torque."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import panel as pn
import param

from dynamics import PlanarArm, chapter_arm, lagrange, rnea
from dynamics.arm import com_positions, joint_positions
from figures.bugs import faulty_rnea
from figures.challenges import Challenges
from figures.controls import ArmControls
from figures.layout import figure_page
from figures.lesson import Lesson, Shown
from figures.numbers import fixed, legible
from figures.parts.arm import Arm
from figures.parts.drag import Drag
from figures.parts.pieces import Pieces
from figures.parts.plane import Plane
from figures.parts.strip import Strip
from figures.parts.table import table
from figures.parts.terms import pointing
from figures.parts.widgets import block, box, button, plot_pane, switch
from figures.style import GRAVITY_TORQUE, INERTIA_TORQUE, RNEA, VELOCITY_TORQUE
from figures.terms import TERMS, marked
from figures.wiring import connect

REGION = (-2.55, 2.55, -2.5, 2.5)  # the whole reach of 2.3 m
AGREE, FLOOR, MEMORY = -10, -20, 50  # powers of ten of the verdict and of "0"; states remembered
BAR_PX = 14  # from the middle of a bar: it is about twice as thick
BOUND = float(f"1e{AGREE}")
PIECES = (
    ("inertia_bar", INERTIA_TORQUE, "M θ̈"),
    ("velocity_bar", VELOCITY_TORQUE, "C θ̇"),
    ("gravity_bar", GRAVITY_TORQUE, "g"),
)


@dataclass(frozen=True)
class Comparison:
    """The torques of one state by each way, (n,) in N·m; positions (m).

    ``inertia``, ``velocity`` and ``weight`` are M qdd, C qd and g of Lagrange's equations,
    ``total`` their sum, ``tau`` RNEA's answer, ``closed`` the textbook's closed form (two links
    only, else None). ``difference`` is the largest between any two of the ways.
    """

    joints: np.ndarray
    coms: np.ndarray
    inertia: np.ndarray
    velocity: np.ndarray
    weight: np.ndarray
    total: np.ndarray
    tau: np.ndarray
    closed: np.ndarray | None
    difference: np.ndarray

    @property
    def largest(self) -> float:
        """The largest difference in N·m."""
        return float(self.difference.max())

    @property
    def relative(self) -> float:
        """The largest difference as a part of the largest torque, or of 1 N·m if that is more."""
        return self.largest / max(1.0, float(np.abs(self.tau).max()))

    @property
    def agrees(self) -> bool:
        """The verdict."""
        return self.largest < BOUND


def compute(arm: PlanarArm, q, qd, qdd, gravity: float, bug: str | None = None) -> Comparison:
    """Each way on its own; without a tip force, which would be the same J^T f on all sides.

    With a ``bug`` it is the teaching copy, with this mistake in it, that answers for RNEA.
    """
    inertia = lagrange.mass_matrix(arm, q) @ qdd
    velocity = lagrange.coriolis_matrix(arm, q, qd) @ qd
    weight = lagrange.gravity_torque(arm, q, gravity)
    by_recursion = rnea if bug is None else partial(faulty_rnea, bug)
    tau = by_recursion(arm, q, qd, qdd, gravity=gravity)
    ways, closed = [inertia + velocity + weight, tau], None
    if arm.n == 2:
        M, c_qd, g = lagrange.two_link_closed_form(arm, q, qd, gravity)
        closed = M @ qdd + c_qd + g
        ways.append(closed)
    return Comparison(
        joints=joint_positions(arm, q),
        coms=com_positions(arm, q),
        inertia=inertia,
        velocity=velocity,
        weight=weight,
        total=ways[0],
        tau=tau,
        closed=closed,
        difference=np.ptp(ways, axis=0),
    )


class Fig3(pn.viewable.Viewer):
    """The page of FIG 3."""

    links = param.Integer(default=3, bounds=(2, 3), doc="Links of the arm, from the base.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor, self.state = visitor, visitor.state
        self.plane = Plane("arm", visitor.style, REGION)
        self.arm = Arm(self.plane)
        self.pieces = Pieces("torques", visitor.style, PIECES, RNEA, "τ", "N·m", self.state.arm.n)
        self.strip = Strip("differences", visitor.style, RNEA, MEMORY, FLOOR, AGREE)
        self.controls = ArmControls("fig3", visitor)
        Drag(self.arm, self.controls.drag)
        bars = dict(zip(self.pieces.meanings, self.pieces.sources, strict=True))
        pointing(self.pieces.figure, {RNEA: self.pieces.marker, **bars}, reach=BAR_PX)
        self.challenges = Challenges("fig3", visitor)
        self.lesson = Lesson("fig3", self)
        self._drawn: set[int] = set()  # seeds of the random states that agreed
        self._latest = None
        self.readout = block("", "table")
        self._view = self._arrange(visitor.words)
        self.state.param.watch(self._count_draw, "seed")  # before the watcher that shows the count
        parts = (self.plane, self.arm, self.pieces, self.strip)
        self.refresh = connect(self, parts, view=("links",), ends=("links",))

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        return self._measures(self._compute())

    def reset(self) -> None:
        """Everything as at load, ticks and history included."""
        self.challenges.reset()
        self.lesson.reset()
        self._drawn.clear()
        self.links = 3
        self.state.reset()
        self.strip.clear()  # last: the way back is no history either
        self._latest = None
        self.fit()

    def fit(self) -> None:
        """Choose the axis of the torques for the present state."""
        self._fit(self._compute(), True)
        self.refresh()

    def _arrange(self, words):
        state = self.state
        self._gravity = switch(words.ref("switch.gravity"), True,
                               lambda on: state.act(gravity_on=on))  # fmt: skip
        self._two = switch(words.ref("fig3.two_links"), False,
                           lambda on: self.param.update(links=2 if on else 3))  # fmt: skip
        still = button(words.ref("button.qdd0"), lambda: state.act(qdd=np.zeros(state.arm.n)))
        plots = [
            plot_pane(figure, words.ref(f"plot.fig3.{name}"), name)
            for name, figure in (("arm", self.plane.figure), ("torques", self.pieces.figure),
                                 ("strip", self.strip.figure))
        ]  # fmt: skip
        legend = block(words.ref("fig3.legend"), "legend")
        caption = block(words.ref("fig3.strip", count=MEMORY), "caption")
        return figure_page(
            words, "fig3", lesson=self.lesson,
            plot=box(*plots, legend, caption, css="compare"),
            readout=self.readout,
            controls=[
                self.controls.notice, self.controls.sliders,
                box(self._gravity, still, self._two, css="flow", classes=["steps"]),
                self.controls.presets(), self.controls.actions(self), self.controls.handles,
                self.challenges.view,
            ],
        )  # fmt: skip

    @param.depends("links", watch=True)
    def _offer(self) -> None:
        self.controls.offer(self.links)

    def _count_draw(self, event) -> None:
        if self.active and self.lesson.planted is None and self._compute().agrees:
            self._drawn.add(event.new)

    def _shown(self) -> tuple[np.ndarray, ...]:
        """q, qd and qdd of the links on show; the state keeps those of a third."""
        return tuple(v[: self.links] for v in (self.state.q, self.state.qd, self.state.qdd))

    @property
    def _arm(self) -> PlanarArm:
        return self.state.arm if self.links == self.state.arm.n else chapter_arm(self.links)

    def _compute(self) -> Comparison:
        return compute(self._arm, *self._shown(), self.state.gravity, self.lesson.planted)

    def _refresh(self, settled: bool):
        result = self._compute()
        if self.lesson.planted is None and (settled or not self.strip.values):
            self._remember(result)
        if settled:
            self._fit(result)
        self.arm.set(result.joints, result.coms)
        self.pieces.set(_rows(result), result.tau)
        return self._tell(result)

    def _tell(self, result: Comparison) -> Iterator[None]:
        self.readout.object = self._table(result)
        yield
        self.controls.show()
        self._gravity.value, self._two.value = self.state.gravity_on, self.links == 2
        yield
        self.challenges.check(self._measures(result))
        self.lesson.tell(Shown(self._arm, *self._shown(), self.state.gravity))

    def _remember(self, result: Comparison) -> None:
        """A state goes into the history once, however often it is drawn."""
        state = (self.links, self.state.gravity_on, *np.concatenate(self._shown()).tolist())
        if state != self._latest:
            self._latest = state
            self.strip.add(result.largest)

    def _fit(self, result: Comparison, force: bool = False) -> None:
        self.pieces.fit(_rows(result), result.tau, force)

    def _measures(self, result: Comparison) -> dict[str, float]:
        _, qd, qdd = self._shown()
        values = {"links": float(self.links), "gravity": float(self.state.gravity_on)}
        columns = {"inertia": result.inertia, "velocity": result.velocity,
                   "gravity": result.weight, "lagrange": result.total, "tau": result.tau}  # fmt: skip
        if result.closed is not None:
            columns["closed"] = result.closed
        for name, column in columns.items():
            for i, value in enumerate(column):
                values[f"{name}_{i + 1}"] = float(value)
        values["difference"], values["difference_relative"] = result.largest, result.relative
        values["tau_norm"] = float(np.linalg.norm(result.tau))
        values["qd_max"], values["qdd_max"] = float(np.abs(qd).max()), float(np.abs(qdd).max())
        values["random_agreeing"] = float(len(self._drawn))
        return values

    def _table(self, result: Comparison) -> str:
        words = self.visitor.words
        names = ["joint", INERTIA_TORQUE, VELOCITY_TORQUE, GRAVITY_TORQUE, "total", RNEA]
        columns = [result.inertia, result.velocity, result.weight, result.total, result.tau]
        if result.closed is not None:
            names.append("closed")
            columns.append(result.closed)
        heads = [(marked(words(f"fig3.column.{n}"), n if n in TERMS["fig3"] else ""), "")
                 for n in [*names, "difference"]]  # fmt: skip
        rows = [
            (i + 1, "", [fixed(c[i], 3) for c in columns] + [legible(gap)], False)
            for i, gap in enumerate(result.difference)
        ]
        key, css, mark = ("agree", "good", "✓") if result.agrees else ("differ", "bad", "✗")
        verdict = words(f"fig3.{key}", absolute=legible(result.largest),
                        relative=legible(result.relative))  # fmt: skip
        size = words("fig3.size", norm=fixed(float(np.linalg.norm(result.tau))))
        return (
            f'{table(heads, rows)}<p class="verdict {css}"><b>{mark}</b> {verdict}</p>'
            f'<p class="scale">{size}</p>'
        )


def _rows(result: Comparison) -> np.ndarray:
    """A row for each joint: M qdd, C qd, g."""
    return np.column_stack([result.inertia, result.velocity, result.weight])
