"""FIG 1: the forward pass. Motion is handed outward, link by link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import panel as pn
import param

from dynamics import ForwardPass, PlanarArm, forward_pass
from dynamics.arm import com_positions, com_velocities, joint_positions
from figures.challenges import Challenges
from figures.controls import ArmControls
from figures.layout import figure_page
from figures.lesson import Lesson
from figures.live import NUMBERS, RULE, forward_lines, without
from figures.numbers import fixed, subscript, vector
from figures.parts.arcs import Arcs
from figures.parts.arm import Arm
from figures.parts.arrows import Arrows
from figures.parts.drag import Drag
from figures.parts.labels import Label, Labels
from figures.parts.plane import Plane
from figures.parts.scale import Scale
from figures.parts.table import table
from figures.parts.terms import pointing
from figures.parts.widgets import block, button, plot_pane
from figures.steps import Steps
from figures.style import ACCELERATION, CENTRIPETAL, EULER, INHERITED, OMEGA, VELOCITY
from figures.terms import TERMS, marked
from figures.wiring import connect

PALE = 0.3
REGION = (-2.55, 2.55, -2.5, 2.5)  # the whole reach of 2.3 m, and room for a label


@dataclass(frozen=True)
class Motion:
    """What the figure shows of one state: positions (m), the forward pass, CoM velocities (m/s)."""

    joints: np.ndarray
    coms: np.ndarray
    forward: ForwardPass
    v_c: np.ndarray


def compute(arm: PlanarArm, q, qd, qdd) -> Motion:
    """True accelerations: the base is at rest and gravity plays no part in kinematics."""
    return Motion(
        joints=joint_positions(arm, q),
        coms=com_positions(arm, q),
        forward=forward_pass(arm, q, qd, qdd, base_acceleration=(0.0, 0.0)),
        v_c=com_velocities(arm, q, qd),
    )


class Fig1(pn.viewable.Viewer):
    """The page of FIG 1."""

    step = param.Integer(default=0, bounds=(0, 3), doc="Links whose motion has been handed on.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor, self.state = visitor, visitor.state
        n = self.state.arm.n
        self.plane = Plane("arm", visitor.style, REGION)
        self.arcs = Arcs(self.plane, OMEGA, radian_per_unit=0.6)
        self.arm = Arm(self.plane)
        meanings = (VELOCITY, INHERITED, EULER, CENTRIPETAL, ACCELERATION)
        self.arrows = {meaning: Arrows(self.plane, meaning) for meaning in meanings}
        self.labels = Labels(self.plane)
        self.acceleration_scale = Scale("m/s²", 5.0)
        self.velocity_scale = Scale("m/s", 2.0)
        self.controls = ArmControls("fig1", visitor)
        Drag(self.arm, self.controls.drag)
        drawn = (*self.arrows.values(), self.arcs)
        pointing(self.plane.figure, {part.meaning: part.source for part in drawn})
        self.challenges = Challenges("fig1", visitor)
        self.lesson = Lesson("fig1", self)
        self.steps = Steps(self, visitor, last=n)
        self.readout = block("", "table", "tall")
        self._view = self._arrange(visitor.words)
        parts = (self.plane, self.arm, self.arcs, self.labels)
        self.refresh = connect(self, parts, view=("step",))

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        motion = compute(self.state.arm, self.state.q, self.state.qd, self.state.qdd)
        return self._measures(motion)

    def reset(self) -> None:
        """Everything as at load, ticks included."""
        self.steps.stop()
        self.challenges.reset()
        self.lesson.reset()
        self.step = 0
        self.state.reset()
        self.refresh()

    def fit(self) -> None:
        """Choose the scales of the arrows for the present state."""
        self._fit(compute(self.state.arm, self.state.q, self.state.qd, self.state.qdd), True)
        self.refresh()

    def _arrange(self, words):
        zero = [
            button(words.ref("button.qdd0"), lambda: self.state.act(qdd=np.zeros(3))),
            button(words.ref("button.qd0"), lambda: self.state.act(qd=np.zeros(3))),
        ]
        return figure_page(
            words, "fig1", lesson=self.lesson,
            plot=plot_pane(self.plane.figure, words.ref("plot.fig1.arm")),
            readout=self.readout,
            controls=[
                self.steps.view, self.controls.notice, self.controls.sliders,
                self.controls.presets(*zero), self.controls.actions(self), self.controls.handles,
                self.challenges.view, self.controls.data,
            ],
        )  # fmt: skip

    def _refresh(self, settled: bool):
        motion = compute(self.state.arm, self.state.q, self.state.qd, self.state.qdd)
        if settled:
            self._fit(motion)
        self._draw(motion)
        return self._tell(motion)

    def _tell(self, motion: Motion) -> Iterator[None]:
        self.readout.object = self._table(motion)
        yield
        self.controls.show()
        self.steps.show()
        yield
        self.challenges.check(self._measures(motion))
        self.lesson.tell(self.state)

    def _fit(self, motion: Motion, force: bool = False) -> None:
        f = motion.forward
        terms = np.concatenate([f.a_joint, f.euler, f.centripetal, f.a_c])
        self.acceleration_scale.fit(float(np.linalg.norm(terms, axis=-1).max()), force)
        self.velocity_scale.fit(float(np.linalg.norm(motion.v_c, axis=-1).max()), force)

    def _draw(self, motion: Motion) -> None:
        f, k = motion.forward, self.step
        strength = [1.0 if i == k - 1 else PALE for i in range(k)]
        self.arm.set(motion.joints, motion.coms)
        coms = motion.coms[:k]
        inherited = coms + self.acceleration_scale.length(f.a_joint[:k])
        euler = inherited + self.acceleration_scale.length(f.euler[:k])
        total = euler + self.acceleration_scale.length(f.centripetal[:k])
        velocity = coms + self.velocity_scale.length(motion.v_c[:k])
        self.arrows[INHERITED].set(coms, inherited, strength)
        self.arrows[EULER].set(inherited, euler, strength)
        self.arrows[CENTRIPETAL].set(euler, total, strength)
        self.arrows[ACCELERATION].set(coms, total, strength)
        self.arrows[VELOCITY].set(coms, velocity, strength)
        theta = np.cumsum(self.state.q)
        turns = self.arcs.set(motion.joints[:k], f.omega[:k], theta[:k], [0.3] * k, strength)
        if k == 0:
            self.labels.set([])
            return
        i, sub = k - 1, str(k)
        ends = {
            INHERITED: (coms[i], inherited[i], f"a{subscript(k)}", ""),
            EULER: (inherited[i], euler[i], f"α{subscript(k)} ẑ×r", f"c{sub}"),
            CENTRIPETAL: (euler[i], total[i], f"−ω{subscript(k)}² r", f"c{sub}"),
            ACCELERATION: (coms[i], total[i], "a", f"c{sub}"),
            VELOCITY: (coms[i], velocity[i], "v", f"c{sub}"),
        }
        labels = _labels(ends, self.plane.px_per_m)
        if abs(f.omega[i]) > 0.05:
            away = turns[i] - motion.joints[i]
            labels.append(Label(OMEGA, turns[i], away, f"ω{subscript(k)}", "", OMEGA))
        middles = [(tail + head) / 2 for tail, head, *_ in ends.values()]
        self.labels.set(labels, [*motion.joints, motion.coms[i], *middles])

    def _measures(self, motion: Motion) -> dict[str, float]:
        f = motion.forward
        values = {"step": float(self.step)}
        for i in range(self.state.arm.n):
            values[f"omega_{i + 1}"] = float(f.omega[i])
            values[f"alpha_{i + 1}"] = float(f.alpha[i])
            for name, rows in (("a", f.a_joint), ("euler", f.euler), ("centripetal", f.centripetal),
                               ("a_c", f.a_c), ("v_c", motion.v_c)):  # fmt: skip
                values[f"{name}{i + 1}_x"], values[f"{name}{i + 1}_y"] = map(float, rows[i])
                values[f"{name}{i + 1}"] = float(np.hypot(*rows[i]))
        values["qd_max"] = float(np.abs(self.state.qd).max())
        values["qdd_max"] = float(np.abs(self.state.qdd).max())
        values["acceleration_per_meter"] = self.acceleration_scale.per_meter
        values["velocity_per_meter"] = self.velocity_scale.per_meter
        return values

    def _table(self, motion: Motion) -> str:
        words, f = self.visitor.words, motion.forward
        names = ("link", OMEGA, "alpha", INHERITED, EULER, CENTRIPETAL, ACCELERATION)
        rows = []
        for i in range(self.state.arm.n):
            cells = [fixed(f.omega[i]), fixed(f.alpha[i])]
            for v in (f.a_joint[i], f.euler[i], f.centripetal[i], f.a_c[i]):
                cells.append(f"{vector(v)}<small>{fixed(np.hypot(*v))}</small>")
            rows.append((i + 1, "", cells if i < self.step else None, i == self.step - 1))
        scale = words(
            "fig1.scale",
            acceleration=f"{self.acceleration_scale.per_meter:g}",
            velocity=f"{self.velocity_scale.per_meter:g}",
        )
        heads = [(marked(words(f"fig1.column.{n}"), n if n in TERMS["fig1"] else ""), "")
                 for n in names]  # fmt: skip
        return f'{table(heads, rows)}{self._recursion(motion)}<p class="scale">{scale}</p>'

    def _recursion(self, motion: Motion) -> str:
        """The lines of the recursion that produced the latest row, with their numbers."""
        f, k = motion.forward, self.step
        if k == 0:
            return f'<p class="line">{self.visitor.words("fig1.start")}</p>'
        lines = forward_lines(k - 1, f, motion.v_c, self.state.qd, self.state.qdd)
        turning = "".join(
            f'<span class="turning">{lines[f"{name}_{k}"]}</span>' for name in (OMEGA, "alpha")
        )
        joint, com = without(lines[f"a_{k}"], NUMBERS), without(lines[f"a_c{k}"], RULE)
        return f'<p class="line">{turning}<br>{joint}<br>{com}</p>'


def _labels(ends: dict, px_per_m: float) -> list[Label]:
    """A label at the head of each arrow that is long enough to be seen."""
    return [
        Label(meaning, head, head - tail, base, sub, meaning)
        for meaning, (tail, head, base, sub) in ends.items()
        if np.hypot(*(head - tail)) * px_per_m > 8
    ]
