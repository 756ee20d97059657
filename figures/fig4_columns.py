"""FIG 4: the mass matrix, column by column. Each column is one experiment with RNEA."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import panel as pn
import param

from dynamics import PlanarArm, forward_pass, mass_matrix, rnea
from dynamics.arm import com_positions, joint_positions
from figures.bugs import faulty_rnea
from figures.challenges import Challenges
from figures.controls import ArmControls
from figures.layout import figure_page
from figures.lesson import Lesson
from figures.numbers import fixed, scientific, subscript
from figures.parts.arcs import Arcs
from figures.parts.arm import Arm
from figures.parts.arrows import Arrows
from figures.parts.bars import Bars
from figures.parts.cells import Cells
from figures.parts.drag import Drag
from figures.parts.heatmap import HeatMap
from figures.parts.labels import Label, Labels
from figures.parts.plane import Plane
from figures.parts.table import table
from figures.parts.widgets import block, box, button, plot_pane, switch
from figures.steps import Steps
from figures.style import ACCELERATION, DRIVEN, JOINTS, NEGATIVE, POSITIVE
from figures.wiring import connect

REGION = (-2.55, 2.55, -2.5, 2.5)  # the whole reach of 2.3 m, and room for a label
METERS = 0.5  # m of the plot for 1 m/s²: the same for every experiment, so they can be compared
ROUNDING = 1e-10  # kg·m²: what two entries may differ by and still be called equal
MAP_SIDE = 61  # poses along each side of the map: every 6°
# Where the map's colours are named, in degrees: the arm is folded at its left and right edge.
SIGNS = ((-70, 95, "+"), (163, 145, "−"), (-163, -145, "−"))


@dataclass(frozen=True)
class Experiments:
    """What the figure shows of one pose: positions (m) and one experiment for each joint.

    Row j of a_c (n, n, 2) m/s² and tau (n, n) N·m belongs to the experiment where joint j has
    1 rad/s² and nothing else moves; still (n,) N·m is the arm at rest. Column j of M (n, n) kg·m²
    is their difference, and gravity_check by how much gravity changes it.
    """

    joints: np.ndarray
    coms: np.ndarray
    a_c: np.ndarray
    tau: np.ndarray
    still: np.ndarray
    M: np.ndarray
    eigenvalues: np.ndarray
    gravity_check: float


def compute(arm: PlanarArm, q, gravity: float, bug: str | None = None) -> Experiments:
    """One RNEA call for each joint, and one for the arm at rest, which is 0 without gravity.

    With a ``bug`` it is the teaching copy, with this mistake in it, that is called.
    """
    rest, units = np.zeros(arm.n), np.eye(arm.n)
    without = mass_matrix(arm, q)
    if bug is None:
        tau = rnea(arm, q, rest, units, gravity=gravity)
        still = rnea(arm, q, rest, rest, gravity=gravity)
    else:
        *tau, still = (faulty_rnea(bug, arm, q, rest, e, gravity=gravity) for e in (*units, rest))
        without = np.column_stack([faulty_rnea(bug, arm, q, rest, e, gravity=0.0) for e in units])
    M = (np.asarray(tau) - still).T
    return Experiments(
        joints=joint_positions(arm, q),
        coms=com_positions(arm, q),
        a_c=forward_pass(arm, q, rest, units).a_c,
        tau=np.asarray(tau),
        still=still,
        M=M,
        eigenvalues=np.linalg.eigvalsh((M + M.T) / 2),
        gravity_check=float(np.abs(M - without).max()),
    )


def coupling_map(arm: PlanarArm) -> np.ndarray:
    """M_12 (k, k) over q_3 (rows) and q_2 (columns) from -180° to 180°, by one batched call."""
    angles = np.linspace(-np.pi, np.pi, MAP_SIDE)
    q = np.zeros((MAP_SIDE, MAP_SIDE, arm.n))
    q[..., 1], q[..., 2] = angles[None, :], angles[:, None]
    return mass_matrix(arm, q)[..., 0, 1]


class Fig4(pn.viewable.Viewer):
    """The page of FIG 4."""

    step = param.Integer(default=0, bounds=(0, 3), doc="Joint of the experiment; 0: none yet.")
    filled = param.Tuple(default=(False,) * 3, length=3, doc="Columns of M that have been found.")
    compared = param.Boolean(default=False, doc="M has been held against its transpose.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor, self.state = visitor, visitor.state
        arm, style = self.state.arm, visitor.style
        largest = float(mass_matrix(arm, np.zeros(arm.n)).max())  # stretched out: the most there is
        self.plane = Plane("arm", style, REGION)
        self.arc = Arcs(self.plane, DRIVEN, radian_per_unit=1.9)
        self.arm = Arm(self.plane)
        self.arrows = Arrows(self.plane, ACCELERATION)
        self.labels = Labels(self.plane)
        self.bars = Bars("column_bar", style, [f"M{subscript(i + 1)}ⱼ" for i in range(arm.n)],
                         [POSITIVE] * arm.n, unit="", digits=3)  # fmt: skip
        self.cells = Cells("matrix", style, arm.n, largest, self._on_cell)
        self.map = HeatMap("mass_map", style, coupling_map(arm), largest, ("θ₂ (°)", "θ₃ (°)"),
                           SIGNS, self._on_map)  # fmt: skip
        self.controls = ArmControls("fig4", visitor, fields=("q",))
        Drag(self.arm, self.controls.drag)
        self.challenges = Challenges("fig4", visitor)
        self.lesson = Lesson("fig4", self)
        self.caption, self.facts = block("", "said"), block("", "facts")
        self._view = self._arrange(visitor.words)
        parts = (self.plane, self.arm, self.arc, self.labels, self.bars, self.cells, self.map)
        view = ("step", "filled", "compared")
        self.refresh = connect(self, parts, view=view, ends=view)

    def __panel__(self):
        return self._view

    @property
    def full(self) -> bool:
        """True once every column has been found."""
        return all(self.filled)

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        return self._measures(self._compute())

    def reset(self) -> None:
        """Everything as at load, ticks included."""
        self.steps.stop()
        self.challenges.reset()
        self.lesson.reset()
        self.param.update(step=0, filled=(False,) * 3, compared=False)
        self.state.reset()
        self.refresh()

    def fit(self) -> None:
        """Choose the scale of the bars for the present column; that of the arrows is fixed."""
        self._fit(self._compute(), True)
        self.refresh()

    def run(self, column: int) -> None:
        """Make the experiment of one joint: its column of M is known from then on."""
        self.steps.stop()
        self.step = column

    def compare(self) -> None:
        """Hold M against its transpose, once it is full."""
        self.compared = self.full

    def _arrange(self, words):
        self.gravity = switch(words.ref("switch.gravity"), True,
                              lambda on: self.state.act(gravity_on=on))  # fmt: skip
        self.steps = Steps(self, self.visitor, last=self.state.arm.n, extra=[self.gravity])
        columns = [
            button(words.ref("fig4.button.column", j=j), lambda j=j: self.run(j))
            for j in range(1, self.state.arm.n + 1)
        ]
        self._compare = button(words.ref("fig4.button.compare"), self.compare, disabled=True)
        arm, bars, cells, map_ = (
            plot_pane(part.figure, words.ref(f"plot.fig4.{name}"), name)
            for name, part in (("arm", self.plane), ("bars", self.bars), ("cells", self.cells),
                               ("map", self.map))
        )  # fmt: skip
        return figure_page(
            words, "fig4", lesson=self.lesson,
            plot=box(arm, self.caption, bars, css="columns", classes=["experiment"]),
            readout=box(cells, self.facts, map_, css="columns", classes=["mass"]),
            controls=[
                self.steps.view, box(*columns, self._compare, css="flow", classes=["presets"]),
                self.controls.notice, self.controls.sliders, self.controls.presets(),
                self.controls.actions(self), self.controls.handles, self.challenges.view,
            ],
        )  # fmt: skip

    # Handlers: each only changes the state

    def _on_cell(self, row: int, column: int) -> None:
        if self.full and 0 < row != column:
            self.compare()
        self.run(column)

    def _on_map(self, x: float, y: float) -> None:
        self.controls.hush()
        self.state.act(q=(self.state.q[0], np.radians(x), np.radians(y)))

    @param.depends("step", watch=True)
    def _fill(self) -> None:
        """A page opened at column j by a link has the columns before it as well."""
        first = self.step if self.active else 1
        known = (first <= j <= self.step for j in range(1, len(self.filled) + 1))
        self.filled = tuple(a or b for a, b in zip(self.filled, known, strict=True))

    # What is shown

    def _compute(self) -> Experiments:
        return compute(self.state.arm, self.state.q, self.state.gravity, self.lesson.planted)

    def _refresh(self, settled: bool):
        found = self._compute()
        if settled:
            self._fit(found)
        self._draw(found)
        self.map.set(*np.degrees(self.state.q[1:]))
        return self._tell(found)

    def _tell(self, found: Experiments) -> Iterator[None]:
        words = self.visitor.words
        self.cells.set(found.M, self.filled, self.step, self.compared)
        self.facts.object = self._calls(found) + self._whole(found)
        yield
        self.controls.show()
        self.steps.show()
        self.gravity.value, self._compare.disabled = self.state.gravity_on, not self.full
        key = "fig4.caption" if self.step else "fig4.start"
        self.caption.object = f"<p>{words(key, j=self.step)}</p>"
        self.map.name(words("fig4.map"), words("fig4.map.hint"), self.full)
        yield
        self.challenges.check(self._measures(found))
        self.lesson.tell(self.state)

    def _fit(self, found: Experiments, force: bool = False) -> None:
        if self.step:
            self.bars.scale.fit(float(np.abs(found.M[:, self.step - 1]).max()), force)

    def _draw(self, found: Experiments) -> None:
        self.arm.set(found.joints, found.coms)
        if self.step == 0:
            self.arrows.set([], [])
            self.arc.set([], [], [], [])
            self.labels.set([])
            self.bars.set([0.0] * self.arm.n, [False] * self.arm.n)
            return
        j = self.step - 1
        arrows = METERS * found.a_c[j]
        heads = found.coms + arrows
        self.arrows.set(found.coms, heads)
        start = float(np.sum(self.state.q[: self.step]))
        (turn,) = self.arc.set(found.joints[j : j + 1], [1.0], [start], [0.34])
        column = found.M[:, j]
        self.bars.set(column, [True] * self.arm.n,
                      [POSITIVE if value >= 0 else NEGATIVE for value in column])  # fmt: skip
        labels = [
            Label(f"a{i}", heads[i], arrows[i], "a", f"c{i + 1}", ACCELERATION)
            for i in range(j, self.arm.n)
        ]
        away = np.asarray(turn) - found.joints[j]
        labels.append(Label(DRIVEN, turn, away, f"θ̈{subscript(self.step)}", "", DRIVEN))
        middles = [(tail + head) / 2 for tail, head in zip(found.coms, heads, strict=True)]
        self.labels.set(labels, [*found.joints, *found.coms, *middles])

    def _measures(self, found: Experiments) -> dict[str, float]:
        M, n = found.M, self.state.arm.n
        low, high = float(found.eigenvalues[0]), float(found.eigenvalues[-1])
        values = {"column": float(self.step), "filled": float(sum(self.filled))}
        values["gravity"], values["symmetry_checked"] = (
            float(self.state.gravity_on), float(self.compared),
        )  # fmt: skip
        for i in range(n):
            values[f"still_{i + 1}"] = float(found.still[i])
            for j in range(n):
                values[f"m_{i + 1}{j + 1}"] = float(M[i, j])
                values[f"tau_{i + 1}{j + 1}"] = float(found.tau[j, i])
        values["symmetry"] = float(np.abs(M - M.T).max())
        values["eig_min"], values["eig_max"], values["condition"] = low, high, high / low
        values["offdiag_min"] = float(M[~np.eye(n, dtype=bool)].min())
        values["gravity_check"] = found.gravity_check
        return values

    def _calls(self, found: Experiments) -> str:
        """The torques of both calls and their difference; without gravity the one call there is."""
        words, step, on = self.visitor.words, self.step, self.state.gravity_on
        name = f"e{subscript(step)}" if step else "eⱼ"
        heads = [("", ""), (f"RNEA<br>(q, 0, {name})", "")]
        if on:
            heads += [("RNEA<br>(q, 0, 0)", ""), (words("fig4.column.difference"), "")]
        rows = []
        for i in range(self.state.arm.n):
            cells = None
            if step:
                tau, still = found.tau[step - 1, i], found.still[i]
                cells = [fixed(v, 3) for v in ((tau, still, tau - still) if on else (tau,))]
            rows.append((f"τ{subscript(i + 1)}", JOINTS[i], cells, False))
        key = "fig4.calls.gravity" if on else "fig4.calls"
        said = words(key, known=sum(self.filled), value=scientific(found.gravity_check))
        return f'{table(heads, rows)}<p class="line">{said}</p>'

    def _whole(self, found: Experiments) -> str:
        """What can be said of the whole matrix, once there is one."""
        words, M = self.visitor.words, found.M
        if not self.full:
            return f'<p class="whole">{words("fig4.unknown")}</p>'
        values = self._measures(found)
        low, middle, high = (fixed(value, 3) for value in found.eigenvalues)
        said = words(
            "fig4.whole", low=low, middle=middle, high=high,
            condition=fixed(values["condition"], 1), symmetry=scientific(values["symmetry"]),
        )  # fmt: skip
        pairs = ""
        if self.compared:
            pairs = "<br>" + " &emsp; ".join(
                f"M<sub>{i}{j}</sub> {'≡' if equal else '≠'} M<sub>{j}{i}</sub>"
                for i, j in ((1, 2), (1, 3), (2, 3))
                for equal in [abs(M[i - 1, j - 1] - M[j - 1, i - 1]) < ROUNDING]
            )
        heard = "; ".join(" ".join(fixed(value, 3) for value in row) for row in M)
        return f'<p class="whole">{said}{pairs}</p><p class="heard">M = {heard} kg·m²</p>'
