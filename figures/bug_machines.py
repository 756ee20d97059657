"""Two machines that the formula of the fixed arm does not describe: a free base, real motors.

What :mod:`figures.bugs` measures the mistakes ``free_base`` and ``motor`` by. SI, world frame; one
state at a time: q, qd, qdd (n,), f_tip (2,), the force of the gripper on the environment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynamics import PlanarArm, backward_pass, forward_pass


@dataclass(frozen=True)
class Base:
    """A body of its own that carries joint 1 at its centre of mass: mass kg, inertia kg m²."""

    mass: float
    inertia: float


@dataclass(frozen=True)
class Motor:
    """A motor at each joint; friction as felt at the joint.

    gear: turns of the rotor for one of the joint; rotor kg m²; viscous N m s; coulomb N m.
    """

    gear: float
    rotor: float
    viscous: float
    coulomb: float

    @property
    def inertia(self) -> float:
        """The rotor's inertia as felt at the joint, gear² rotor, in kg m²."""
        return self.gear**2 * self.rotor


BASE = Base(mass=10.0, inertia=10.0 * 0.5**2 / 6)  # a cube with edges of 0.5 m
MOTOR = Motor(gear=50.0, rotor=4e-5, viscous=0.4, coulomb=0.3)


def free_base_torque(arm: PlanarArm, q, qd, qdd, f_tip=(0.0, 0.0), base: Base = BASE):
    """Return tau (n,) in N m with which the joints do qdd while nobody holds the base.

    The base, still until now, has the unknown acceleration a_0 and angular acceleration alpha_0:

        m_0 (a_0 + g) = -f_1,     I_0 alpha_0 = -tau_1,     g upwards, as in the recursion

    f_1 and tau_1 are straight-line functions of (a_0 + g, alpha_0), so that four recursions give
    three linear equations. Gravity drops out: what falls freely feels no weight.
    """

    def inward(x):
        first = np.concatenate([[x[2]], np.zeros(arm.n - 1)])  # alpha_0 turns all links alike
        motion = forward_pass(arm, q, qd, np.add(qdd, first), base_acceleration=x[:2])
        return backward_pass(arm, motion, f_tip)

    def unbalanced(x):
        found = inward(x)
        return np.append(found.f[0], found.tau[0]) + [base.mass, base.mass, base.inertia] * x

    still = unbalanced(np.zeros(3))
    slope = np.column_stack([unbalanced(unit) - still for unit in np.eye(3)])
    return inward(np.linalg.solve(slope, -still)).tau


def motor_torque(tau, qd, qdd, motor: Motor = MOTOR):
    """Return what motors must give for the links to get tau (n,): friction and rotor on top.

        tau_m = tau + b qd + c sign(qd) + gear² I_r qdd

    That the rotor turns with its link as well, 1/gear of this, is left out.
    Source: Siciliano et al., Robotics, section 7.1.
    """
    friction = motor.viscous * np.asarray(qd) + motor.coulomb * np.sign(qd)
    return tau + friction + motor.inertia * np.asarray(qdd)
