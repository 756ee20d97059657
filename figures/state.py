"""The state of the arm that the pages of one visitor share, with its history.

Arrays are replaced, never changed in place: param does not see ``state.q[0] = 5``.
"""

from __future__ import annotations

import numpy as np
import param

from dynamics import PlanarArm, chapter_arm
from dynamics.arm import wrap_angle

GRAVITY = 9.81

# What fields, sliders and links accept, in the units that the screen shows.
LIMITS = {"q": 180.0, "qd": 10.0, "qdd": 20.0, "f_tip": 50.0}
UNIT = {"q": "°", "qd": "rad/s", "qdd": "rad/s²", "f_tip": "N"}
FIELDS = ("q", "qd", "qdd", "f_tip", "gravity_on")

START = {
    "q": np.radians([60.0, -50.0, -45.0]),
    "qd": (0.8, 1.0, 1.2),
    "qdd": (1.5, -3.0, 9.0),
    "f_tip": (0.0, 0.0),
    "gravity_on": True,
}


class ArmState(param.Parameterized):
    """Pose, rates, accelerations, tip force and gravity switch of the chapter's three-link arm.

    q (3,) rad, relative, wrapped to (-pi, pi]; qd (3,) rad/s; qdd (3,) rad/s²; f_tip (2,) N,
    exerted by the gripper on the environment, world frame.
    """

    q = param.Array()
    qd = param.Array()
    qdd = param.Array()
    f_tip = param.Array()
    gravity_on = param.Boolean(default=True)
    seed = param.Integer(default=0, doc="Seed of the latest random state; 0 before the first.")
    revision = param.Integer(default=0, doc="Raised by one at the end of each action.")
    can_undo = param.Boolean(default=False)
    can_redo = param.Boolean(default=False)

    def __init__(self, arm: PlanarArm | None = None, **params):
        self.arm = arm or chapter_arm(3)
        super().__init__(**params)
        self.set(**START)
        self._past, self._future, self._present = [], [], self.snapshot()

    @property
    def gravity(self) -> float:
        """Gravity in m/s² as the dynamics functions take it: 9.81, or 0 when switched off."""
        return GRAVITY if self.gravity_on else 0.0

    def set(self, **values) -> None:
        """Replace some of ``FIELDS`` at once, without a step in the history (a drag under way)."""
        clean = {}
        for name, value in values.items():
            if name == "gravity_on":
                clean[name] = bool(value)
                continue
            array = np.array(value, dtype=float)
            if not np.isfinite(array).all():
                raise ValueError(f"{name} must be finite, got {value!r}")
            if name == "q":
                array = wrap_angle(array)
            array.flags.writeable = False
            clean[name] = array
        self.param.update(**clean)

    def act(self, **values) -> None:
        """Replace some of ``FIELDS`` as one finished action that undo takes back."""
        with param.parameterized.batch_call_watchers(self):
            self.set(**values)
            self.commit()

    def commit(self) -> None:
        """Close an action: the state before it becomes the one that undo returns to."""
        now = self.snapshot()
        if _same(now, self._present):
            return
        self._past.append(self._present)
        self._future.clear()
        self._present = now
        self._tell()

    def undo(self) -> None:
        """Return to the state before the latest action; nothing if there is none."""
        self.commit()
        self._travel(self._past, self._future)

    def redo(self) -> None:
        """Take an undo back; nothing if there is none."""
        self._travel(self._future, self._past)

    def reset(self) -> None:
        """The state at load, as an action of its own."""
        self.act(**START)

    def randomize(self, seed: int, names=("q", "qd", "qdd")) -> None:
        """q in ±pi, qd and qdd in ±3, from ``numpy.random.default_rng(seed)``.

        Only ``names`` are set; each is the same for a seed, whatever else is set.
        """
        draw = np.random.default_rng(seed).uniform
        n = self.arm.n
        values = {"q": draw(-np.pi, np.pi, n), "qd": draw(-3, 3, n), "qdd": draw(-3, 3, n)}
        with param.parameterized.batch_call_watchers(self):
            self.seed = seed
            self.act(**{name: values[name] for name in names})

    def snapshot(self) -> dict:
        """The present values of ``FIELDS``."""
        return {name: getattr(self, name) for name in FIELDS}

    def _travel(self, source: list, target: list) -> None:
        if not source:
            return
        target.append(self._present)
        self._present = source.pop()
        with param.parameterized.batch_call_watchers(self):
            self.set(**self._present)
            self._tell()

    def _tell(self) -> None:
        self.param.update(
            revision=self.revision + 1, can_undo=bool(self._past), can_redo=bool(self._future)
        )


def _same(one: dict, other: dict) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in FIELDS)
