"""The quiz as numbers: what is asked, what is right, and what each mistake would give.

A question either has the same choices each time, or draws its numbers anew at each try: then the
right one is a result of ``dynamics`` and each other one the result of one mistake that has a name.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dynamics import (
    PlanarArm,
    chapter_arm,
    energy,
    forward_dynamics,
    forward_pass,
    mass_matrix,
    rnea,
)
from dynamics.arm import joint_positions
from dynamics.integrate import rk4_step
from figures.counts import counted
from figures.numbers import fixed, signed, whole
from figures.state import GRAVITY
from figures.style import ASSETS

QUIZ: dict[str, list[dict]] = json.loads((ASSETS / "quiz.json").read_text(encoding="utf-8"))
_QUESTIONS = {question["id"]: question for page in QUIZ.values() for question in page}
_ARM = chapter_arm(3)
_REST = np.zeros(3)
_APART = 0.05  # of the larger one: closer choices would ask for arithmetic, not for understanding
_TRIES = 1000


@dataclass(frozen=True)
class Choice:
    """One answer to choose; ``values`` fill the placeholders of its texts."""

    id: str
    values: dict[str, str]


@dataclass(frozen=True)
class Drawn:
    """A question as it is put once: ``values`` fill its texts, ``answer`` is the right choice."""

    values: dict[str, str]
    choices: tuple[Choice, ...]
    answer: str


@dataclass(frozen=True)
class Exercise:
    """Numbers of one try: what the question tells, and what each choice says.

    digits: decimals of the choices; None for whole numbers of any size.
    """

    values: dict[str, str]
    results: dict[str, float]
    digits: int | None = 2

    def write(self, value: float) -> str:
        """A result as the choice shows it."""
        return whole(round(value)) if self.digits is None else fixed(value, self.digits)

    def is_clear(self) -> bool:
        """True where no two results are so close that rounding would decide between them."""
        least = 1.0 if self.digits is None else 5 * 10.0**-self.digits
        return all(
            abs(a - b) >= max(_APART * max(abs(a), abs(b)), least)
            for a, b in itertools.combinations(self.results.values(), 2)
        )


def is_fresh(question_id: str) -> bool:
    """True where the numbers are drawn anew at each try."""
    return question_id in _FRESH


def exercise(question_id: str, rng: np.random.Generator) -> Exercise:
    """Numbers for a question of :func:`is_fresh` whose choices are clearly apart."""
    for _ in range(_TRIES):
        drawn = _FRESH[question_id](rng)
        if drawn.is_clear():
            return drawn
    raise RuntimeError(f"no clear choices for {question_id} in {_TRIES} tries")


def draw(question_id: str, rng: np.random.Generator) -> Drawn:
    """Put a question once: its numbers, and its choices in an order drawn from ``rng``.

    Raises ``KeyError`` if there is no such question.
    """
    question = _QUESTIONS[question_id]
    ids = [question["right"], *question["wrong"]]
    values, shown = {}, {name: {} for name in ids}
    if is_fresh(question_id):
        numbers = exercise(question_id, rng)
        values = numbers.values
        shown = {name: {"value": numbers.write(numbers.results[name])} for name in ids}
    order = rng.permutation(len(ids))
    choices = tuple(Choice(ids[i], shown[ids[i]]) for i in order)
    return Drawn(values, choices, question["right"])


def _steps(rng, low: int, high: int, size=None):
    """Tenths from low/10 to high/10, both included: numbers that a head can hold."""
    return rng.integers(low, high + 1, size) / 10


def _either_way(rng, low: int, high: int, size=None):
    """Tenths of either sign, never 0."""
    return _steps(rng, low, high, size) * rng.choice([-1.0, 1.0], size)


def _named(name: str, values, digits: int) -> dict[str, str]:
    return {f"{name}{i}": fixed(value, digits) for i, value in enumerate(values, start=1)}


def _omega(rng) -> Exercise:
    """FIG 1: omega_3 = qd_1 + qd_2 + qd_3."""
    qd = _either_way(rng, 5, 30, 3)
    omega = forward_pass(_ARM, _REST, qd, _REST).omega
    terms = f"{fixed(qd[0], 1)} {signed(qd[1], 1)} {signed(qd[2], 1)}"
    results = {"sum": omega[2], "own": qd[2], "inner": omega[1], "unsigned": np.abs(qd).sum()}
    return Exercise({**_named("qd", qd, 1), "terms": terms}, results, digits=1)


def _turning(rng) -> Exercise:
    """FIG 1: the centripetal term of link 2 has the length omega_2^2 r_c."""
    qd = np.array([*_either_way(rng, 5, 30, 2), 0.0])
    rates = np.stack([qd, qd * (0, 1, 0), qd * (1, 0, 0)])  # both joints, joint 2 alone, joint 1
    motion = forward_pass(_ARM, _REST, rates, _REST)
    size = np.hypot(*np.moveaxis(motion.centripetal, -1, 0))
    r, omega = _ARM.coms[1, 0], motion.omega[0, 1]
    first = size[2, 1]  # what joint 1 alone would give at the same distance
    values = {**_named("qd", qd[:2], 1), "r": fixed(r, 1), "omega": fixed(omega, 1)}
    return Exercise(values, {"all": size[0, 1], "own": size[1, 1], "squares": size[1, 1] + first,
                             "speed": abs(omega) * r})  # fmt: skip


def _hold(rng) -> Exercise:
    """FIG 2: joint 2 of the arm stretched out horizontally holds what lies outside it."""
    masses = _steps(rng, 5, 30, 3)
    arm = PlanarArm(_ARM.lengths, masses, _ARM.coms, _ARM.inertias)
    ends = PlanarArm(_ARM.lengths, masses, 2 * _ARM.coms, _ARM.inertias)
    link2 = PlanarArm(arm.lengths[1:2], masses[1:2], arm.coms[1:2], arm.inertias[1:2])
    tau = rnea(arm, _REST, _REST, _REST, gravity=GRAVITY)
    results = {
        "outer": tau[1],
        "own": rnea(link2, [0.0], [0.0], [0.0], gravity=GRAVITY)[0],
        "ends": rnea(ends, _REST, _REST, _REST, gravity=GRAVITY)[1],
        "base": tau[0],
    }
    levers = {"c2": fixed(arm.coms[1, 0], 2), "c3": fixed(arm.lengths[1] + arm.coms[2, 0], 2)}
    values = {**_named("l", arm.lengths, 1), **_named("m", masses, 1), **levers}
    return Exercise({**values, "g": fixed(GRAVITY, 2)}, results)


def _push(rng) -> Exercise:
    """FIG 2: a tip force adds J^T f_tip, its moment about the base for joint 1."""
    q = np.radians(15.0 * rng.integers([1, -6, -6], [12, 7, 7]))
    force = rng.integers(2, 16, 2) * rng.choice([-1.0, 1.0], 2)
    tau = rnea(_ARM, q, _REST, _REST, f_tip=np.stack([force, 0 * force]), gravity=GRAVITY)
    moment = tau[0, 0] - tau[1, 0]
    x, y = joint_positions(_ARM, q)[-1]
    results = {
        "cross": moment,
        "reaction": -moment,
        "plus": x * force[1] + y * force[0],
        "product": np.hypot(x, y) * np.hypot(*force),
    }
    values = {
        "x": fixed(x, 3),
        "y": fixed(y, 3),
        "fx": fixed(force[0], 0),
        "fy": fixed(force[1], 0),
    }
    return Exercise(values, results, digits=1)


def _state(rng):
    """A pose (rad), rates and accelerations of the chapter's arm."""
    q = np.radians(rng.integers(-170, 171, 3))
    return q, _either_way(rng, 5, 30, 3), _either_way(rng, 5, 50, 3)


def _stop(rng) -> Exercise:
    """FIG 3: without rates, M qdd and g remain."""
    q, qd, qdd = _state(rng)
    inertia = rnea(_ARM, q, _REST, qdd, gravity=0.0)[1]
    velocity = rnea(_ARM, q, qd, _REST, gravity=0.0)[1]
    weight = rnea(_ARM, q, _REST, _REST, gravity=GRAVITY)[1]
    results = {
        "rest": rnea(_ARM, q, _REST, qdd, gravity=GRAVITY)[1],
        "all": rnea(_ARM, q, qd, qdd, gravity=GRAVITY)[1],
        "weight": weight,
        "inertia": inertia,
    }
    values = {"inertia": fixed(inertia), "velocity": fixed(velocity), "gravity": fixed(weight),
              "terms": f"{fixed(inertia)} {signed(weight)}"}  # fmt: skip
    return Exercise(values, results, digits=1)


def _faster(rng) -> Exercise:
    """FIG 3: C qd holds products of two rates, so a factor on all rates enters squared."""
    q, qd, _ = _state(rng)
    factor = float(rng.choice([-2.0, -3.0]))
    tau = rnea(_ARM, q, np.stack([qd, factor * qd]), _REST, gravity=0.0)[:, 1]
    results = {"square": tau[1], "linear": factor * tau[0], "signed": -tau[1], "same": tau[0]}
    values = {"tau": fixed(tau[0]), "factor": fixed(factor, 0), "square": fixed(factor**2, 0)}
    return Exercise(values, results, digits=1)


def _entry(rng) -> Exercise:
    """FIG 4: M_ij is the torque at joint i for 1 rad/s^2 at joint j, less gravity's share."""
    q = _state(rng)[0]
    i, j = rng.choice(3, 2, replace=False)
    moving = rnea(_ARM, q, _REST, np.eye(3)[j], gravity=GRAVITY)[i]
    still = rnea(_ARM, q, _REST, _REST, gravity=GRAVITY)[i]
    results = {
        "difference": mass_matrix(_ARM, q)[i, j],
        "raw": moving,
        "swapped": still - moving,
        "added": still + moving,
    }
    values = {"i": str(i + 1), "j": str(j + 1), "moving": fixed(moving, 3),
              "still": fixed(still, 3), "terms": f"{fixed(moving, 3)} {signed(-still, 3)}"}  # fmt: skip
    return Exercise(values, results)


def _folded(rng) -> Exercise:
    """FIG 4: with links 2 and 3 in line M_12 = M_22 + K cos q_2, which folding makes negative."""
    masses = _steps(rng, 5, 30, 3)
    arm = PlanarArm(_ARM.lengths, masses, _ARM.coms, masses * _ARM.lengths**2 / 12)
    angle = float(rng.choice([60.0, 120.0, 180.0]))
    cos = np.cos(np.radians(angle))
    M = mass_matrix(arm, np.radians([[0.0, 0.0, 0.0], [0.0, angle, 0.0]]))
    m22, straight, bent = M[0, 1, 1], M[0, 0, 1], M[1, 0, 1]
    results = {"part": bent, "same": straight, "none": m22, "cosine": straight * cos}
    values = {"m22": fixed(m22, 3), "straight": fixed(straight, 3), "k": fixed(straight - m22, 3),
              "angle": fixed(angle, 0), "cos": fixed(cos, 1)}  # fmt: skip
    return Exercise(values, results)


def _release(rng) -> Exercise:
    """FIG 5: a horizontal rod that is let go starts with -3 g / (2 l)."""
    length, mass = _steps(rng, 4, 20), _steps(rng, 5, 30)

    def starts(com: float, inertia: float) -> float:
        rod = PlanarArm([length], [mass], [[com, 0.0]], [inertia])
        return forward_dynamics(rod, [0.0], [0.0], [0.0], gravity=GRAVITY)[0]

    inertia = mass * length**2 / 12  # about the centre of mass
    rod = PlanarArm([length], [mass], [[length / 2, 0.0]], [inertia])
    torque = rnea(rod, [0.0], [0.0], [0.0], gravity=GRAVITY)[0]
    results = {
        "joint": starts(length / 2, inertia),
        "middle": starts(length / 2, 0.0),
        "end": starts(length, 0.0),
        "centre": -torque / inertia,
    }
    return Exercise({"l": fixed(length, 1), "m": fixed(mass, 1)}, results)


def _heat(rng) -> Exercise:
    """FIG 5: what T + V has lost since the start is the heat of friction."""
    q, qd = np.radians(rng.integers(-60, 61, 3)), _REST
    friction, steps, dt = _steps(rng, 5, 15), int(rng.integers(20, 46)), 0.02
    start = energy.potential(_ARM, q, GRAVITY)
    for _ in range(steps):
        q, qd = rk4_step(q, qd, lambda q, qd: forward_dynamics(
            _ARM, q, qd, -friction * qd, gravity=GRAVITY), dt)  # fmt: skip
    kinetic, potential = energy.kinetic(_ARM, q, qd), energy.potential(_ARM, q, GRAVITY)
    results = {
        "missing": start - kinetic - potential,
        "left": kinetic + potential,
        "fallen": start - potential,
        "added": start - potential + kinetic,
    }
    values = {"V0": fixed(start), "T": fixed(kinetic), "V": fixed(potential),
              "t": fixed(steps * dt, 2), "b": fixed(friction, 1)}  # fmt: skip
    return Exercise(values, results, digits=1)


def _columns(rng) -> Exercise:
    """FIG 6: M by columns is n calls of RNEA."""
    n = int(rng.integers(4, 13))
    one = counted("rnea", n).total
    results = {"calls": counted("mass_matrix", n).total, "one": one,
               "extra": (n + 1) * one, "entries": n * n * one}  # fmt: skip
    return Exercise({"n": str(n), "one": whole(one)}, results, digits=None)


def _doubling(rng) -> Exercise:
    """FIG 6: how each count grows when the number of joints doubles."""
    n = int(rng.integers(5, 13))
    names = ("lagrange", "rnea", "mass_matrix")
    few, many = ({name: counted(name, k).total for name in names} for k in (n, 2 * n))
    results = {name: many[name] / few[name] for name in names}
    values = {"n": str(n), "n2": str(2 * n), "count": whole(few["lagrange"]),
              "count2": whole(many["lagrange"])}  # fmt: skip
    return Exercise(values, {**results, "cubic": results["rnea"] ** 3}, digits=None)


_FRESH: dict[str, Callable[[np.random.Generator], Exercise]] = {
    "omega": _omega, "turning": _turning, "hold": _hold, "push": _push, "stop": _stop,
    "faster": _faster, "entry": _entry, "folded": _folded, "release": _release, "heat": _heat,
    "columns": _columns, "doubling": _doubling,
}  # fmt: skip
