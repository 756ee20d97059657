"""FIG 2: the backward pass. Forces come inward, one free body at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import panel as pn
import param
from bokeh.events import PanStart

from dynamics import BackwardPass, ForwardPass, PlanarArm, backward_pass, forward_pass, rnea
from dynamics.arm import com_positions, joint_positions, tip_jacobian
from figures.bugs import faulty_pass
from figures.challenges import Challenges
from figures.controls import ArmControls
from figures.fall import Fall
from figures.layout import figure_page
from figures.lesson import Lesson
from figures.numbers import fixed, scientific, signed, subscript, vector
from figures.parts.arm import HANDLE_PX, Arm
from figures.parts.arrows import Arrows
from figures.parts.bars import Bars
from figures.parts.drag import Drag
from figures.parts.freebody import FORCE, MOMENT, REACTION, FreeBody
from figures.parts.labels import Label, Labels
from figures.parts.plane import Plane
from figures.parts.scale import Scale
from figures.parts.table import table
from figures.parts.terms import pointing
from figures.parts.widgets import block, box, button, plot_pane, switch
from figures.state import FIELDS, LIMITS
from figures.steps import Steps
from figures.style import GRAVITY, INERTIA_FORCE, JOINTS, TIP_FORCE
from figures.terms import marked
from figures.wiring import connect

WIDE = (-2.55, 6.3, -2.5, 2.5)  # the arm's reach, the free body and the polygon side by side
TALL = (-2.5, 2.5, -5.4, 2.5)  # the same, with body and polygon below the arm
BODY_AT = {False: (3.75, 0.0), True: (-1.0, -3.95)}
BODY_ROOM = {False: (-2.2, 1.75), True: (-5.15, -2.5)}  # heights, below the caption
POLYGON_AT = {False: (5.45, 0.0), True: (1.35, -3.95)}
HANDLE_SCALE = 10.0  # N for each metre between the tip and the force handle
OPEN = 1e-6  # N: a larger gap in the force polygon is no rounding
PARK_PX, SNAP = 52, 0.08  # the idle force handle's distance from the tip; force 0 within (m)


@dataclass(frozen=True)
class Loads:
    """What the figure shows of one state. World frame, SI.

    motion holds accelerations with gravity as base acceleration, a_c the true ones (n, 2);
    residual (n,) is |f_i − f_{i+1} + m g − m a| in N; tip_check max |RNEA(F) − RNEA(0) − JᵀF|.
    """

    joints: np.ndarray
    coms: np.ndarray
    motion: ForwardPass
    a_c: np.ndarray
    inward: BackwardPass
    outer: np.ndarray
    weight: np.ndarray
    residual: np.ndarray
    tip_check: float


def compute(arm: PlanarArm, q, qd, qdd, f_tip, gravity: float, bug: str | None = None) -> Loads:
    """Both passes, the free body of each link, and the check on the tip force.

    With a ``bug`` the inward pass is that of the teaching copy with this mistake in it.
    """
    motion = forward_pass(arm, q, qd, qdd, base_acceleration=(0.0, gravity))
    if bug is None:
        inward = backward_pass(arm, motion, f_tip)
        without = rnea(arm, q, qd, qdd, gravity=gravity)
    else:
        inward = faulty_pass(bug, arm, q, qd, qdd, f_tip, gravity)
        without = faulty_pass(bug, arm, q, qd, qdd, (0.0, 0.0), gravity).tau
    a_c = forward_pass(arm, q, qd, qdd).a_c
    outer = np.vstack([inward.f[1:], f_tip])
    mass = np.asarray(arm.masses)[:, None]
    weight = mass * np.array([0.0, -gravity])
    jt_f = tip_jacobian(arm, q).T @ np.asarray(f_tip)
    change = inward.tau - without - jt_f
    return Loads(
        joints=joint_positions(arm, q),
        coms=com_positions(arm, q),
        motion=motion,
        a_c=a_c,
        inward=inward,
        outer=outer,
        weight=weight,
        residual=np.linalg.norm(inward.f - outer + weight - mass * a_c, axis=-1),
        tip_check=float(np.abs(change).max()),
    )


class Fig2(pn.viewable.Viewer):
    """The page of FIG 2."""

    step = param.Integer(default=0, bounds=(0, 3), doc="Free bodies solved, from the tip inward.")
    show_all = param.Boolean(default=False, doc="Draw every f_i on the whole arm instead.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor, self.state = visitor, visitor.state
        n = self.state.arm.n
        self.plane = Plane("arm", visitor.style, WIDE, TALL)
        self.body = FreeBody(self.plane)
        self.arm = Arm(self.plane)
        self.arrows = {TIP_FORCE: Arrows(self.plane, TIP_FORCE), **self.body.arrows}
        self.labels = Labels(self.plane)
        self.force_scale = Scale("N", 20.0, longest=2.6)
        self.bars = Bars("torque_bar", visitor.style, [f"τ{subscript(i + 1)}" for i in range(n)],
                         list(JOINTS), "N·m")  # fmt: skip
        self.controls = ArmControls("fig2", visitor, force=True)
        self.plane.figure.on_event(PanStart, lambda event: self.fall.stop())
        Drag(self.arm, self._on_drag)
        parts = (*self.body.arrows.values(), self.body.moments)
        pointing(self.plane.figure, {part.meaning: part.source for part in parts})
        self.challenges = Challenges("fig2", visitor, on_tick=self._on_tick)
        self.lesson = Lesson("fig2", self)
        self.state.param.watch(lambda *events: self.fall.stop(), list(FIELDS))
        self.fall = Fall(visitor, self._on_fall, self._on_fallen)
        self.readout = block("", "table", "body")
        self._view = self._arrange(visitor.words)
        parts = (self.plane, self.body, self.arm, self.labels, self.bars)
        self.refresh = connect(self, parts, view=("step", "show_all"))

    def __panel__(self):
        return self._view

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        return self._measures(self._compute())

    def reset(self) -> None:
        """Everything as at load, ticks included."""
        self.steps.stop()
        self.fall.stop()
        self.challenges.reset()
        self.lesson.reset()
        self._let_fall.visible = False
        self.param.update(step=0, show_all=False)
        self.state.reset()
        self.refresh()

    def fit(self) -> None:
        """Choose the scales of arrows and bars for the present state."""
        self._fit(self._compute(), True)
        self.refresh()

    def _arrange(self, words):
        state = self.state
        self.gravity = switch(words.ref("switch.gravity"), True,
                              lambda on: state.act(gravity_on=on))  # fmt: skip
        self._all = switch(words.ref("switch.show_all"), False,
                           lambda on: self.param.update(show_all=on))  # fmt: skip
        self.steps = Steps(self, self.visitor, last=state.arm.n, extra=[self._all])
        still = np.zeros(state.arm.n)
        rest = button(words.ref("preset.rest"), lambda: state.act(qd=still, qdd=still))
        free = button(words.ref("button.no_force"), lambda: state.act(f_tip=(0.0, 0.0)))
        self._let_fall = button(words.ref("button.fall"), self._start_fall, kind="primary",
                                visible=False)  # fmt: skip
        bars = plot_pane(self.bars.figure, words.ref("plot.fig2.bars"), "bars")
        return figure_page(
            words, "fig2", lesson=self.lesson,
            plot=plot_pane(self.plane.figure, words.ref("plot.fig2.arm")),
            readout=box(self.readout, bars, css="readout"),
            controls=[
                self.steps.view, self.controls.notice, self.controls.sliders,
                self.controls.forces(free, self.gravity),
                self.controls.presets(rest), self.controls.actions(self), self.controls.handles,
                self.challenges.view, self._let_fall, self.controls.data,
            ],
        )  # fmt: skip

    def _on_drag(self, index: int, x: float, y: float, ended: bool) -> None:
        if index < self.state.arm.n:
            self.controls.drag(index, x, y, ended)
            return
        tip = joint_positions(self.state.arm, self.state.q)[-1]
        # in the plot, where it can be taken again; a larger force can be typed
        force = HANDLE_SCALE * (np.array(self.plane.inside(x, y, HANDLE_PX)) - tip)
        if np.hypot(*force) < HANDLE_SCALE * SNAP:
            force = np.zeros(2)
        change = self.state.act if ended else self.state.set
        change(f_tip=np.clip(force, -LIMITS["f_tip"], LIMITS["f_tip"]))

    def _on_tick(self, task_id: str) -> None:
        if task_id == "upright":
            self._let_fall.visible = True

    def _start_fall(self) -> None:
        self.step = self.state.arm.n  # all torques on show: they stay zero
        self.fall.start()
        self.controls.tell("fig2.falling")

    def _on_fall(self) -> None:
        self.refresh()

    def _on_fallen(self) -> None:
        self.controls.tell("fig2.fallen")

    @param.depends("step", watch=True)
    def _back_to_steps(self) -> None:
        self.show_all = False

    def _compute(self) -> Loads:
        state, moving = self.state, self.fall if self.fall.running else self.state
        return compute(state.arm, moving.q, moving.qd, moving.qdd, state.f_tip, state.gravity,
                       self.lesson.planted)  # fmt: skip

    def _refresh(self, settled: bool):
        loads = self._compute()
        if settled:
            self._fit(loads)
        self._draw(loads)
        self.bars.set(loads.inward.tau, [self._solved(i) for i in range(self.state.arm.n)])
        return self._tell(loads)

    def _tell(self, loads: Loads) -> Iterator[None]:
        self.readout.object = self._table(loads)
        yield
        self.controls.show(self.fall if self.fall.running else self.state)
        if self.fall.running:
            return
        self.gravity.value, self._all.value = self.state.gravity_on, self.show_all
        self.steps.show()
        yield
        self.challenges.check(self._measures(loads))
        self.lesson.tell(self.state)

    def _fit(self, loads: Loads, force: bool = False) -> None:
        mass = np.asarray(self.state.arm.masses)[:, None]
        forces = np.concatenate([loads.inward.f, loads.outer, mass * loads.a_c, loads.weight])
        self.force_scale.fit(float(np.linalg.norm(forces, axis=-1).max()), force)
        largest = float(np.abs(loads.inward.mu).max())
        self.body.moments.gain = 4.2 / largest if largest > 1e-9 else 0.1
        self.bars.scale.fit(largest, force)

    def _solved(self, i: int) -> bool:
        """True where the recursion has come to joint ``i`` (0 is the base)."""
        return self.show_all or i >= self.state.arm.n - self.step

    def _draw(self, loads: Loads) -> None:
        n = self.state.arm.n
        alone = None if self.show_all or self.step == 0 else n - self.step
        strength = [0.35 if i == alone else 1.0 for i in range(n)]
        tip = loads.joints[-1]
        grip, marker = self._grip(tip)
        self.arm.set(loads.joints, loads.coms, strength, [(*grip, TIP_FORCE, marker)])
        self.arrows[TIP_FORCE].set([tip], [tip + self.state.f_tip / HANDLE_SCALE])
        labels = [Label(TIP_FORCE, grip, grip - tip, "F", "tip", TIP_FORCE)]
        self._write_captions(alone)
        more, busy = self._draw_whole(loads) if alone is None else self._draw_body(loads, alone)
        self.labels.set(labels + more, [*loads.joints, grip, *busy])

    def _write_captions(self, alone: int | None) -> None:
        if alone is None:
            self.plane.caption([])
            return
        words, tall = self.visitor.words, self.plane.is_tall
        top = -2.05 if tall else 2.4
        self.plane.caption([(BODY_AT[tall][0], top, words("fig2.body", i=alone + 1)),
                            (POLYGON_AT[tall][0], top, words("fig2.polygon"))])  # fmt: skip

    def _grip(self, tip) -> tuple[np.ndarray, str]:
        """Where the force handle is: parked beside the tip while the force is zero."""
        if np.any(self.state.f_tip):
            return tip + self.state.f_tip / HANDLE_SCALE, "diamond"
        return tip + np.array([0.8, -0.6]) * PARK_PX / self.plane.px_per_m, "diamond_cross"

    def _draw_whole(self, loads: Loads):
        """Every f_i at its joint on the whole arm, or nothing at step 0; labels, busy points."""
        n = self.state.arm.n if self.show_all else 0
        tails = loads.joints[:n]
        heads = tails + self.force_scale.length(loads.inward.f[:n])
        self.body.clear()
        self.arrows["force"].set(tails, heads, colors=JOINTS[:n])
        turns = self.body.moments.set(
            tails, loads.inward.mu[:n], [0.0] * n, [0.3] * n, colors=JOINTS[:n]
        )
        labels = [
            Label(f"f{i}", heads[i], heads[i] - tails[i], f"f{subscript(i + 1)}", "", JOINTS[i])
            for i in range(n)
        ]
        return labels, turns

    def _draw_body(self, loads: Loads, i: int):
        """Link ``i`` pulled off the arm, its force polygon beside it; labels and busy points."""
        tall, mass, mu = self.plane.is_tall, self.state.arm.masses[i], [*loads.inward.mu, 0.0]
        forces = (loads.inward.f[i], -loads.outer[i], loads.weight[i], mass * loads.a_c[i])
        vectors = [self.force_scale.length(force) for force in forces]
        own, next_ = JOINTS[i], (*JOINTS, TIP_FORCE)[i + 1]
        tails, busy = self.body.set(
            BODY_AT[tall], POLYGON_AT[tall], loads.motion.r[i], loads.motion.r_c[i],
            vectors, (mu[i], -mu[i + 1]), (own, next_), BODY_ROOM[tall],
        )  # fmt: skip
        k = subscript(i + 1)
        far = "F" if i == self.state.arm.n - 1 else f"f{subscript(i + 2)}"
        named = [
            (f"f{k}", "", own), (f"−{far}", "tip" if far == "F" else "", next_),
            (f"m{k} g", "", GRAVITY), (f"m{k} a", f"c{i + 1}", INERTIA_FORCE),
        ]  # fmt: skip
        labels = [
            Label(f"{base}{sub}", tail + arrow, arrow, base, sub, meaning)
            for tail, arrow, (base, sub, meaning) in zip(tails, vectors, named, strict=True)
            if np.hypot(*arrow) * self.plane.px_per_m > 8
        ]
        return labels, busy

    def _measures(self, loads: Loads) -> dict[str, float]:
        state, tau = self.state, loads.inward.tau
        values = {"step": float(self.step), "gravity": float(state.gravity_on)}
        for i in range(state.arm.n):
            values[f"tau_{i + 1}"], values[f"mu_{i + 1}"] = float(tau[i]), float(loads.inward.mu[i])
            values[f"f{i + 1}_x"], values[f"f{i + 1}_y"] = map(float, loads.inward.f[i])
        values["tau_1_abs"], values["tau_max"] = abs(float(tau[0])), float(np.abs(tau).max())
        values["f_tip_x"], values["f_tip_y"] = map(float, state.f_tip)
        values["f_tip"] = float(np.hypot(*state.f_tip))
        values["qd_max"] = float(np.abs(state.qd).max())
        values["qdd_max"] = float(np.abs(state.qdd).max())
        up = np.cumsum(state.q) - np.pi / 2
        values["tilt_max"] = float(np.degrees(np.abs(np.arctan2(np.sin(up), np.cos(up))).max()))
        values["residual"], values["tip_check"] = float(loads.residual.max()), loads.tip_check
        values["force_per_meter"] = self.force_scale.per_meter
        return values

    def _table(self, loads: Loads) -> str:
        words, f, tau = self.visitor.words, loads.inward.f, loads.inward.tau
        rows = []
        for i in range(self.state.arm.n):
            cells = [vector(f[i]), fixed(np.hypot(*f[i])), fixed(tau[i])]
            now = self.step > 0 and i == self.state.arm.n - self.step
            rows.append((i + 1, JOINTS[i], cells if self._solved(i) else None, now))
        check = words(
            "fig2.check", force=fixed(np.hypot(*self.state.f_tip)),
            tip=scientific(loads.tip_check), scale=f"{self.force_scale.per_meter:g}",
        )  # fmt: skip
        columns = {"joint": "", "force": FORCE, "size": FORCE, "moment": MOMENT}
        heads = [(marked(words(f"fig2.column.{n}"), m, ""), "") for n, m in columns.items()]
        return f'{table(heads, rows)}{self._balance(loads)}<p class="scale">{check}</p>'

    def _balance(self, loads: Loads) -> str:
        """Newton's equation of the free body, its numbers, and how well the polygon closes."""
        if self.step == 0 or self.show_all:
            key = "fig2.whole" if self.show_all else "fig2.start"
            return f'<p class="line">{self.visitor.words(key)}</p>'
        i = self.state.arm.n - self.step
        k, arm, inward = i + 1, self.state.arm, loads.inward
        mu_next = float(inward.mu[k]) if k < arm.n else 0.0
        r, r_c = loads.motion.r[i], loads.motion.r_c[i]
        spin = arm.inertias[i] * loads.motion.alpha[i]
        levers = (_cross(r_c, inward.f[i]), _cross(r - r_c, loads.outer[i]))
        terms = " ".join(signed(term) for term in (spin, *levers))
        total = arm.masses[i] * loads.a_c[i]
        gap = float(loads.residual[i])
        closing = self.visitor.words("fig2.residual", value=scientific(gap))
        if gap > OPEN:
            closing = f'<b class="bad">{self.visitor.words("fig2.open", value=fixed(gap))}</b>'
        next_ = f"<sub>{k + 1}</sub>"
        parts = ((f"<b>f</b><sub>{k}</sub>", FORCE, f"joint{k}", inward.f[i]),
                 (f"− <b>f</b>{next_}", REACTION, f"joint{k + 1}", loads.outer[i]),
                 (f"+ m<sub>{k}</sub><b>g</b>", GRAVITY, "gravity", loads.weight[i]),
                 (f"= m<sub>{k}</sub><b>a</b><sub>c{k}</sub>", INERTIA_FORCE, "inertia",
                  total))  # fmt: skip
        forces = " ".join(marked(f"{name} {vector(v)}", m, css) for name, m, css, v in parts)
        lever = f"<b>r</b><sub>c{k}</sub>"
        return (
            f'<p class="line">{forces} N, {closing}<br>'
            f"μ<sub>{k}</sub> = μ{next_} + I<sub>{k}</sub>α<sub>{k}</sub> + {lever}×<b>f</b><sub>{k}</sub>"
            f" + (<b>r</b><sub>{k}</sub> − {lever})×<b>f</b>{next_} = {fixed(mu_next)} {terms} = "
            f"{marked(fixed(inward.mu[i]), MOMENT, '', 'b')} N·m</p>"
        )


def _cross(a, b) -> float:
    return float(a[0] * b[1] - a[1] * b[0])
