"""Mistakes to plant: a teaching copy of the recursion that can go wrong, and what finds them out.

`dynamics` knows nothing of this, and nothing here is part of its answers. The copy in
:func:`_recursion` is RNEA once more, with one branch for each mistake, so that it can be read. Two
mistakes are not in the recursion but in the use of its answer: the arm on a base that nobody holds,
and the torque of the links taken for that of the motor. There the answer stays as it is and the
machine is another one.

World frame x right, y up; SI; relative angles; f_tip is the force of the gripper on the
environment. One state at a time: q, qd, qdd (n,), f_tip (2,).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynamics import BackwardPass, PlanarArm, energy, lagrange
from dynamics.arm import com_velocities, tip_jacobian, tip_velocity
from figures.bug_machines import BASE, MOTOR, free_base_torque, motor_torque
from figures.state import GRAVITY, START

GRAVITY_SIGN, GRAVITY_TWICE = "gravity_sign", "gravity_twice"
JOINT_INERTIA, TIP_FRAME = "joint_inertia", "tip_frame"
FREE_BASE, MOTOR_TORQUE = "free_base", "motor"

TORQUE_BOUND, FORCE_BOUND, POWER_BOUND = 1e-8, 1e-6, 1e-6  # N m, N, W: rounding stays below
TEST_FORCE = (10.0, 0.0)  # N: a check on the tip force must not depend on whether there is one
SHOWING = {**START, "f_tip": (8.0, 6.0)}  # an arm that moves, with weight and a tip force


@dataclass(frozen=True)
class Bug:
    """A mistake: the pages where it shows, and a state (fields of ``ArmState``) that shows it."""

    id: str
    pages: tuple[str, ...]
    showing: dict | None = None


BUGS = {
    bug.id: bug
    for bug in (
        Bug(GRAVITY_SIGN, ("fig2", "fig3"), SHOWING),
        Bug(GRAVITY_TWICE, ("fig2", "fig3"), SHOWING),
        Bug(JOINT_INERTIA, ("fig2", "fig3", "fig4"), SHOWING),
        Bug(TIP_FRAME, ("fig2",), SHOWING),
        Bug(FREE_BASE, ("fig5",)),
        Bug(MOTOR_TORQUE, ("fig5",)),
    )
}
# The checks beside each figure; those of FIG 2 on force have no place where no force is shown.
CHECKS = {
    "fig2": ("lagrange", "power", "momentum", "tip", "static_rod", "push", "swing"),
    "fig3": ("lagrange", "power", "static_rod", "push", "swing"),
    "fig4": ("lagrange", "static_rod", "swing"),
    "fig5": ("lagrange", "power", "momentum", "measured"),
}


@dataclass(frozen=True)
class Check:
    """Two ways to the same numbers: ``found`` by the page's calculation, ``expected`` without it."""

    id: str
    found: tuple[float, ...]
    expected: tuple[float, ...]
    unit: str
    bound: float

    @property
    def residual(self) -> float:
        """The largest difference, in ``unit``."""
        return float(self._differences.max())

    @property
    def worst(self) -> tuple[float, float]:
        """The pair (found, expected) that differs most."""
        i = int(self._differences.argmax())
        return self.found[i], self.expected[i]

    @property
    def _differences(self) -> np.ndarray:
        return np.abs(np.subtract(self.found, self.expected))

    @property
    def ok(self) -> bool:
        """True where the two agree; NaN agrees with nothing."""
        return self.residual <= self.bound


# The teaching copy


def _turned(vector, angle) -> np.ndarray:
    """``vector`` (2,) turned by ``angle`` in rad, counter-clockwise."""
    (x, y), cos, sin = vector, np.cos(angle), np.sin(angle)
    return np.array([cos * x - sin * y, sin * x + cos * y])


def _normal(r) -> np.ndarray:
    """z × r."""
    return np.array([-r[1], r[0]])


def _cross(r, f) -> float:
    return r[0] * f[1] - r[1] * f[0]


def _recursion(bug, arm: PlanarArm, q, qd, qdd, f_tip, gravity):
    """tau (n,) and f (n, 2) by the recursion of Luh, Walker & Paul (1980), with ``bug`` in it."""
    up = np.array([0.0, gravity])
    a = -up if bug == GRAVITY_SIGN else up  # the base accelerates upwards in place of gravity
    theta, omega, alpha, motion = 0.0, 0.0, 0.0, []
    for link, q_i, qd_i, qdd_i in zip(arm.links, q, qd, qdd, strict=True):
        theta, omega, alpha = theta + q_i, omega + qd_i, alpha + qdd_i
        r, r_c = _turned((link.length, 0.0), theta), _turned((link.com_x, link.com_y), theta)
        a_c = a + alpha * _normal(r_c) - omega**2 * r_c
        a = a + alpha * _normal(r) - omega**2 * r
        motion.append((alpha, r, r_c, a_c))
    f, mu, forces, tau = np.array(f_tip, dtype=float), 0.0, [], []
    if bug == TIP_FRAME:
        f = _turned(f, theta)  # world components read in the axes of the last link
    for link, (alpha, r, r_c, a_c) in zip(reversed(arm.links), reversed(motion), strict=True):
        inertia, outer = link.inertia, f
        if bug == JOINT_INERTIA:
            inertia = inertia + link.mass * (r_c @ r_c)  # but r_c × m a_c holds m c² already
        f = outer + link.mass * a_c
        if bug == GRAVITY_TWICE:
            f = f + link.mass * up  # but a_c holds the weight already
        mu = mu + inertia * alpha + _cross(r_c, f) + _cross(r - r_c, outer)
        forces.insert(0, f)
        tau.insert(0, float(mu))
    return np.array(tau), np.array(forces)


def faulty_rnea(bug, arm: PlanarArm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=GRAVITY):
    """Return the torques tau (n,) in N m that come out with ``bug`` planted; None plants nothing.

    With ``free_base`` and ``motor`` these are RNEA's: the mistake is to use them for another
    machine, see :func:`machine_torque`. Raises ``KeyError`` for an unknown bug and ``ValueError``
    where q, qd, qdd do not have n numbers each.
    """
    return faulty_pass(bug, arm, q, qd, qdd, f_tip, gravity).tau


def faulty_pass(bug, arm: PlanarArm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=GRAVITY) -> BackwardPass:
    """Return what the inward pass finds with ``bug`` planted; arguments as for `faulty_rnea`."""
    if bug is not None:
        bug = BUGS[bug].id
    tau, f = _recursion(bug, arm, q, qd, qdd, f_tip, gravity)
    return BackwardPass(f=f, mu=tau, tau=tau)


# The checks


def machine_torque(bug, arm: PlanarArm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=GRAVITY):
    """Return what torque sensors at the joints would read, (n,) in N m, without any mistake.

    The machine is the arm on a base that is held, with ideal joints; for ``free_base`` on the
    floating ``BASE``, for ``motor`` with a ``MOTOR`` at each joint.
    """
    if bug == FREE_BASE:
        return free_base_torque(arm, q, qd, qdd, f_tip)
    tau = lagrange.inverse_dynamics(arm, q, qd, qdd, f_tip, gravity)
    return motor_torque(tau, qd, qdd) if bug == MOTOR_TORQUE else tau


def checks(bug, arm: PlanarArm, q, qd, qdd, f_tip=(0.0, 0.0), gravity=GRAVITY) -> list[Check]:
    """Return every check on the calculation with ``bug`` in it, for one state.

    ``static_rod``, ``push`` and ``swing`` try the last link alone, ``tip`` the present pose, the
    others the present state; see :data:`CHECKS` for those that belong to a page.
    """
    state = (q, qd, qdd, f_tip, gravity)
    tau = faulty_rnea(bug, arm, *state)
    model = lagrange.inverse_dynamics(arm, *state)
    return [
        _check("lagrange", tau, model, "N·m", TORQUE_BOUND),
        _check("measured", tau, machine_torque(bug, arm, *state), "N·m", TORQUE_BOUND),
        _power(bug, arm, tau, *state),
        _momentum(bug, arm, *state),
        _tip(bug, arm, q, qd, qdd, gravity),
        *_rod(bug, arm),
    ]


def _check(name, found, expected, unit, bound) -> Check:
    found, expected = (tuple(np.atleast_1d(v).tolist()) for v in (found, expected))
    return Check(name, found, expected, unit, bound)


def _rate(value, q, qd, qdd) -> np.ndarray:
    """d/dt of value(q, qd) along the motion, by a difference of sixth order: no dynamics in it."""
    dt = 0.01 / (1.0 + np.abs(qd).sum() + np.sqrt(np.abs(qdd).sum()))  # at most 0.01 rad or so
    t = dt * np.array([[-3.0], [-2.0], [-1.0], [1.0], [2.0], [3.0]])
    values = value(q + t * qd + 0.5 * t**2 * qdd, qd + t * qdd)
    return np.tensordot(np.array([-1, 9, -45, 45, -9, 1]) / (60 * dt), values, axes=1)


def _power(bug, arm, tau, q, qd, qdd, f_tip, gravity) -> Check:
    """Power that the joints put in = what the energy gains + what the hand and friction take.

    A base that stays where it is takes no power: the free base cannot be seen here.
    """
    q, qd, qdd = map(np.asarray, (q, qd, qdd))

    def total(q, qd):
        return energy.kinetic(arm, q, qd) + energy.potential(arm, q, gravity)

    taken = _rate(total, q, qd, qdd) + tip_velocity(arm, q, qd) @ np.asarray(f_tip)
    if bug == MOTOR_TORQUE:
        rotors = MOTOR.inertia * (qd @ qdd)
        taken = taken + rotors + MOTOR.viscous * (qd @ qd) + MOTOR.coulomb * np.abs(qd).sum()
    return _check("power", tau @ qd, taken, "W", POWER_BOUND)


def _momentum(bug, arm, q, qd, qdd, f_tip, gravity) -> Check:
    """Forces from outside = rate of the momentum, with the base at rest as the formula has it.

    Held, the base gets from the ground what it passes on as f_1; free, it has its weight alone.
    """
    down = np.array([0.0, -gravity])
    base = _recursion(bug, arm, q, qd, qdd, f_tip, gravity)[1][0]
    if bug == FREE_BASE:
        base = BASE.mass * down

    def momentum(q, qd):
        return np.sum(arm.masses[:, None] * com_velocities(arm, q, qd), axis=-2)

    outside = base + arm.masses.sum() * down - f_tip
    rate = _rate(momentum, *map(np.asarray, (q, qd, qdd)))
    return _check("momentum", outside, rate, "N", FORCE_BOUND)


def _tip(bug, arm, q, qd, qdd, gravity) -> Check:
    """A force at the tip adds Jᵀ F, whatever else goes on."""
    with_force, without = (
        faulty_rnea(bug, arm, q, qd, qdd, force, gravity) for force in (TEST_FORCE, (0.0, 0.0))
    )
    expected = tip_jacobian(arm, q).T @ TEST_FORCE
    return _check("tip", with_force - without, expected, "N·m", TORQUE_BOUND)


def _rod(bug, arm) -> list[Check]:
    """The last link alone, level: held against its weight, and set turning without weight."""
    rod = PlanarArm(arm.lengths[-1:], arm.masses[-1:], arm.coms[-1:], arm.inertias[-1:])
    mass, com, turning = rod.masses[0], rod.coms[0], np.ones(1)
    still = np.zeros(1)
    held = faulty_rnea(bug, rod, still, still, still)
    swung = faulty_rnea(bug, rod, still, still, turning, gravity=0.0)
    weight, inertia = mass * GRAVITY * com[0], rod.inertias[0] + mass * (com @ com)
    pressing = np.maximum(0.0, -np.sign(weight) * held)  # the part that helps the weight
    return [
        _check("static_rod", held, weight, "N·m", TORQUE_BOUND),
        _check("push", pressing, 0.0, "N·m", TORQUE_BOUND),
        _check("swing", swung, inertia, "N·m", TORQUE_BOUND),
    ]
