"""FIG 5: the falling arm. Forward dynamics by RNEA, and what the step does to the energy."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import panel as pn
import param

from dynamics import PlanarArm, forward_dynamics
from dynamics.arm import com_positions_and_joints, joint_positions
from figures.challenges import Challenges
from figures.controls import ArmControls
from figures.fall_curves import FallCurves
from figures.fall_readout import Drifts, readout
from figures.layout import figure_page
from figures.lesson import Lesson, Shown
from figures.parts.arm import Arm, Links
from figures.parts.drag import Drag
from figures.parts.labels import Label, Labels
from figures.parts.plane import Plane
from figures.parts.trail import Trail
from figures.parts.widgets import NumberControl, block, box, choice, download, plot_pane, switch
from figures.player import Player
from figures.simulation import INTEGRATORS, Run, write_csv
from figures.style import HALF_STEP
from figures.wiring import connect

REGION = (-2.5, 2.5, -2.5, 2.5)
DT_MS, FRICTION = (0.5, 60.0), (0.0, 1.0)  # what slider and field accept
TRAIL_S, TRAIL_LENGTH = 0.015, 90  # s between two points of the path of the tip, and how many
GHOST = 0.35


@dataclass(frozen=True)
class Pose:
    """Where the arm is: joints (n+1, 2), base to tip, and centres of mass (n, 2), in m."""

    joints: np.ndarray
    coms: np.ndarray


def compute(arm: PlanarArm, q) -> Pose:
    """The pose of the arm at q (n,) rad."""
    coms, joints = com_positions_and_joints(arm, q)
    return Pose(joints=joints, coms=coms)


class Fig5(pn.viewable.Viewer):
    """The page of FIG 5. Its run begins at rest in the pose of the shared state."""

    dt = param.Number(default=0.001, bounds=(5e-4, 0.06), doc="Step in s; a change starts anew.")
    friction = param.Number(default=0.0, bounds=FRICTION, doc="b in N·m·s; a change starts anew.")
    integrator = param.Selector(default="rk4", objects=list(INTEGRATORS))
    half = param.Boolean(default=False, doc="The same run with half the step beside it.")
    frame = param.Integer(default=0, doc="Raised by one when time has gone on.")
    active = param.Boolean(default=False, doc="False while another page is on the screen.")

    def __init__(self, visitor, **params):
        super().__init__(**params)
        self.visitor, self.state = visitor, visitor.state
        self.plane = Plane("arm", visitor.style, REGION)
        self.trail = Trail(self.plane, "tip_path", "muted", TRAIL_LENGTH)
        self.ghost = Links(self.plane, "half_links")
        self.arm = Arm(self.plane)
        self.labels = Labels(self.plane)
        self.curves = FallCurves(visitor.style)
        self.controls = ArmControls("fig5", visitor, fields=("q",))
        Drag(self.arm, self._on_drag)
        self.challenges = Challenges("fig5", visitor)
        self.lesson = Lesson("fig5", self)
        self.player = self.steps = Player(
            visitor, self._on_frame, self._restart, lambda: self.refresh()
        )
        self.drifts = Drifts()
        self.readout = block("", "table", "steady")
        self._fresh: list = []
        self._beside = False  # the arm of half the step is drawn
        self._load()
        self._view = self._arrange(visitor.words)
        parts = (self.plane, self.trail, self.ghost, self.arm, self.labels, self.curves)
        self.refresh = connect(
            self, parts, view=("dt", "friction", "integrator", "half", "frame"),
            ends=("dt", "friction", "integrator", "half"),
        )  # fmt: skip

    def __panel__(self):
        return self._view

    @property
    def run(self) -> Run:
        """The fall that is shown."""
        return self.player.run

    def measures(self) -> dict[str, float]:
        """The numbers that the readout shows and the challenges judge."""
        if self._stale():
            self._load()
        run, half = self.run, self.player.half
        return {
            "time": run.time, "dt": run.dt, "friction": run.friction, "steps": float(run.steps),
            "T": run.T, "V": run.V, "E": run.E, "E0": run.E0, "span": run.span,
            "drift": run.E - run.E0, "drift_abs": run.drift_abs, "drift_rel": run.drift_rel,
            "drift_span": run.drift_abs / run.span, "e0_is_zero": float(run.e0_is_zero),
            "work": run.work, "balance": run.balance, "balance_abs": run.balance_abs,
            "failed": float(run.failed), "half": float(self.half),
            "half_drift_abs": half.drift_abs if half is not None else 0.0,
        }  # fmt: skip

    def reset(self) -> None:
        """Everything as at load, ticks included."""
        self.player.stop()
        self.challenges.reset()
        self.lesson.reset()
        self.drifts.clear()
        self.player.set_speed(1.0)
        self.param.update(dt=0.001, friction=0.0, integrator="rk4", half=False)
        self.state.reset()
        self._load()
        self.refresh()

    def fit(self) -> None:
        """Choose the axes of the curves for what they show."""
        self.curves.fit(self.run)
        self.refresh()

    # Building

    def _arrange(self, words):
        plots = [plot_pane(self.plane.figure, words.ref("plot.fig5.arm"), "left"),
                 plot_pane(self.curves.upper.figure, words.ref("plot.fig5.energy"), "upper"),
                 plot_pane(self.curves.lower.figure, words.ref("plot.fig5.drift"), "lower")]  # fmt: skip
        self._half = switch(words.ref("switch.half"), False, lambda on: self._set(half=on))
        self._integrator = choice(words.ref("field.integrator"), self._methods(), "rk4",
                                  lambda name: self._set(integrator=name))  # fmt: skip
        csv = download(words.ref("button.csv"), "falling_arm.csv", self._csv)
        return figure_page(
            words, "fig5", lesson=self.lesson,
            plot=box(*plots, css="fall"),
            readout=self.readout,
            controls=[
                self.player.view, self._settings(),
                self._integrator, box(self._half, csv, css="flow", classes=["steps"]),
                self.controls.notice, self.controls.sliders, self.controls.presets(),
                self.controls.actions(self), self.controls.handles, self.challenges.view,
            ],
        )  # fmt: skip

    def _settings(self):
        """Slider and field for step and friction."""
        bad = self.controls.refuse
        self._dt = NumberControl("Δt", "ms", DT_MS, 0.5,
                                 lambda ms, final: self._set(dt=ms / 1000), bad)  # fmt: skip
        self._b = NumberControl("b", "N·m·s", FRICTION, 0.01,
                                lambda b, final: self._set(friction=b), bad)  # fmt: skip
        items = []
        for control in (self._dt, self._b):
            name = block(f"{control.field.label} <small>{control.unit}</small>", "column", "symbol")
            items += [name, control.field, control.slider]
        return box(*items, css="matrix", classes=["settings"])

    def _methods(self) -> dict[str, str]:
        return {self.visitor.words(f"fig5.{name}"): name for name in INTEGRATORS}

    def _csv(self) -> io.StringIO:
        file = io.StringIO()
        write_csv(self.run, file)
        file.seek(0)
        return file

    # Handlers

    def _on_drag(self, index: int, x: float, y: float, ended: bool) -> None:
        if self.run.steps or self.player.running:
            self.controls.say("fig5.locked")
        else:
            self.controls.drag(index, x, y, ended)

    def _set(self, **values) -> None:
        self.controls.hush()
        self.param.update(**values)

    def _on_frame(self, track, half) -> None:
        self._fresh.append((track, half))
        self.frame += 1

    @param.depends("active", watch=True)
    def _hold(self) -> None:
        if not self.active:
            self.player.stop()

    def _stale(self) -> bool:
        """True where the run is not of the pose and the settings that are shown."""
        run, half = self.run, self.player.half
        settings = (self.dt, self.friction, self.integrator, self.half)
        now = (run.dt, run.friction, run.integrator, half is not None)
        return settings != now or not np.array_equal(run.q0, self.state.q)

    def _restart(self) -> None:
        self.controls.hush()
        self._load()
        self.refresh()

    def _load(self) -> None:
        """Put a new run at its start pose."""
        with self.visitor.one_message():
            self._new_run()

    def _new_run(self) -> None:
        arm, q = self.state.arm, self.state.q
        how = {"friction": self.friction, "integrator": self.integrator}
        run = Run(arm, q, dt=self.dt, **how)
        half = Run(arm, q, dt=self.dt / 2, **how, kept=0) if self.half else None
        self.player.load(run, half)
        self._fresh.clear()
        self.curves.start(run, half)
        self.trail.start(*joint_positions(arm, q)[-1])

    # Showing

    def _refresh(self, settled: bool):
        if self._stale():
            self._load()
        run, half = self.run, self.player.half
        for track, half_track in self._fresh:
            self._append(track, half_track)
        self._fresh.clear()
        pose = compute(run.arm, run.q)
        self.arm.set(pose.joints, pose.coms)
        self._draw_half(pose, None if half is None else compute(run.arm, half.q))
        # A curve grows by a pixel a frame: while the arm falls it is enough at every second one.
        if settled or not self.player.running or self.frame % 2 == 0:
            self.curves.show(self.visitor.words, run, half)
        return self._tell()

    def _append(self, track, half_track) -> None:
        """Append new states to the curves and to the path of the tip."""
        if not len(track):
            return
        run, first = self.run, round(float(track.t[0]) / self.run.dt)
        self.curves.add(run, first, track)
        if half_track is not None:
            self.curves.add_half(self.player.half, first, half_track)
        stride = max(1, round(TRAIL_S / run.dt))
        chosen = track.q[-first % stride :: stride]
        if len(chosen):
            self.trail.add(joint_positions(run.arm, chosen)[:, -1])

    def _draw_half(self, pose: Pose, other: Pose | None) -> None:
        if other is None:
            if self._beside:  # else there is nothing to take away
                self.ghost.set([], [], [])
                self.labels.set([])
            self._beside = False
            return
        self._beside = True
        self.ghost.set(other.joints[:-1], other.joints[1:], other.coms, [GHOST] * len(other.coms))
        ends = (("Δt", pose, "text"), ("Δt/2", other, HALF_STEP))
        self.labels.set(
            [Label(name, at.joints[-1], at.joints[-1] - at.joints[-2], name, "", meaning)
             for name, at, meaning in ends], pose.joints,
        )  # fmt: skip

    def _moving(self) -> Shown:
        run = self.run
        tau = -run.friction * run.qd
        qdd = forward_dynamics(run.arm, run.q, run.qd, tau, gravity=run.gravity)
        return Shown(run.arm, run.q, run.qd, qdd, run.gravity)

    def _tell(self) -> Iterator[None]:
        run = self.run
        self.drifts.note(run)
        self.readout.object = readout(self.visitor.words, run, self.player, self.drifts)
        yield
        self.challenges.check(self.measures())
        if run.failed:
            self.controls.say("fig5.runaway", dt=f"{1000 * run.dt:g}", t=f"{run.time:.2f}")
        self.player.show()
        if self.lesson.tab == "bugs":
            self.lesson.tell(self._moving())
        if self._integrator.options != (methods := self._methods()):  # another language
            self._integrator.options = methods
        if self.player.running:
            return
        yield
        self.controls.show()
        self._dt.show(1000 * self.dt)
        self._b.show(self.friction)
        self._half.value = self.half
        self._integrator.value = self.integrator
