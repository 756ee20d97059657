"""One fall of the arm in exact fixed steps. It knows no screen and no clock."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np

from dynamics import PlanarArm, energy, forward_dynamics
from dynamics.integrate import explicit_euler_step, rk4_step, symplectic_euler_step
from figures.state import GRAVITY

# The step function, and the weights of its evaluations: with them the dissipated power is summed
# by the very rule that moves the arm.
INTEGRATORS = {
    "rk4": (rk4_step, (1 / 6, 1 / 3, 1 / 3, 1 / 6)),
    "symplectic": (symplectic_euler_step, (1.0,)),
    "explicit": (explicit_euler_step, (1.0,)),
}
KEPT = 20_000  # steps whose states are kept, to be taken away as a table
RUNAWAY = 10.0  # spans of V that the energy may be off before the run stops
ABOUT_ZERO = 0.01  # of the span of V: a smaller |E0| is no measure for a drift
MARK = 3.0  # s: the drift up to here is kept, so that runs can be compared


@dataclass(frozen=True)
class Track:
    """States after each of k steps: t (k,) s, q and qd (k, n), T, V and work (k,) J.

    work is what friction has turned into heat since the start.
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    T: np.ndarray
    V: np.ndarray
    work: np.ndarray

    @property
    def E(self) -> np.ndarray:
        """The energy T + V (k,) in J."""
        return self.T + self.V

    def __len__(self) -> int:
        return len(self.t)


class Run:
    """The arm let go at rest from q0 (n,) rad, with tau = -friction qd and nothing else.

    Step k ends at exactly k dt, however the steps are dealt out over calls of :meth:`advance`, and
    nothing corrects the energy. When the energy runs away or the equations cannot be solved, the
    run has ``failed``; it then stays in its last good state. Raises ValueError for bad input.
    """

    def __init__(
        self, arm: PlanarArm, q0, *, dt: float = 0.001, friction: float = 0.0,
        integrator: str = "rk4", gravity: float = GRAVITY, kept: int = KEPT,
    ):  # fmt: skip
        if not (math.isfinite(dt) and dt > 0):
            raise ValueError(f"dt is {dt!r}; needed: a finite number of seconds above 0")
        if not (math.isfinite(friction) and friction >= 0):
            raise ValueError(f"friction is {friction!r}; needed: finite, at least 0 N m s")
        if integrator not in INTEGRATORS:
            raise ValueError(f"integrator is {integrator!r}; needed: one of {list(INTEGRATORS)}")
        self.arm, self.dt, self.friction, self.gravity = arm, dt, friction, gravity
        self.integrator, self.kept = integrator, kept
        self._step, self._weights = INTEGRATORS[integrator]
        self.q0 = self.q = np.array(q0, dtype=float)
        self.qd = self._idle = np.zeros_like(self.q)
        self.steps, self.work, self.failed = 0, 0.0, False
        self.span = float(energy.potential_span(arm, GRAVITY))
        self._powers: list[float] = []
        first = self._track([0], [(self.q, self.qd, 0.0)])
        self.T, self.V = float(first.T[0]), float(first.V[0])
        self.E0 = self.T + self.V
        self.drift_abs = self.balance_abs = 0.0
        self.drift_at_mark: float | None = None
        self.tracks = [first]
        self._limit = RUNAWAY * max(self.span, abs(self.E0))

    @property
    def time(self) -> float:
        """Time since letting go, in s: no sum of steps, so no rounding piles up."""
        return self.steps * self.dt

    @property
    def E(self) -> float:
        """The energy now, in J."""
        return self.T + self.V

    @property
    def balance(self) -> float:
        """E + dissipated work - E0 in J: zero but for the numerics, with and without friction."""
        return self.E + self.work - self.E0

    @property
    def e0_is_zero(self) -> bool:
        """True where E0 is too small to divide by."""
        return abs(self.E0) < ABOUT_ZERO * self.span

    @property
    def drift_rel(self) -> float:
        """max |E - E0| / |E0|, and 0 where E0 is about zero."""
        return 0.0 if self.e0_is_zero else self.drift_abs / abs(self.E0)

    def acceleration(self, q, qd):
        """Forward dynamics with idle motors and viscous friction."""
        tau = self._idle
        if self.friction:
            tau = -self.friction * qd
            self._powers.append(-float(tau @ qd))
        return forward_dynamics(self.arm, q, qd, tau, gravity=self.gravity)

    def advance(self, count: int = 1, enough=lambda: False) -> Track:
        """Make ``count`` steps, fewer if the run fails or ``enough()`` says so; the new states."""
        numbers, states = [], []
        q, qd, work = self.q, self.qd, self.work
        with np.errstate(all="ignore"):  # a run that explodes is told, not warned of
            while len(states) < count and not self.failed and not (states and enough()):
                self._powers.clear()
                try:
                    q, qd = self._step(q, qd, self.acceleration, self.dt)
                except ValueError:  # NaN or infinity: the state has left the numbers
                    self.failed = True
                    break
                if self.friction:
                    pairs = zip(self._weights, self._powers, strict=True)
                    work += self.dt * sum(weight * power for weight, power in pairs)
                states.append((q, qd, work))
                numbers.append(self.steps + len(states))
            return self._account(numbers, states)

    def _account(self, numbers, states) -> Track:
        """Find the energies of the new states, and take over those before the first bad one."""
        finite = [math.isfinite(sum(q.tolist()) + sum(qd.tolist())) for q, qd, _ in states]
        good = finite.index(False) if False in finite else len(states)
        track = self._track(numbers[:good], states[:good])
        bad = np.flatnonzero(~(np.abs(track.E - self.E0) <= self._limit))  # NaN counts as bad
        if len(bad):
            track = _first(track, bad[0])
        self.failed = self.failed or len(track) < len(states)
        if len(track):
            self._take(track)
        return track

    def _take(self, track: Track) -> None:
        if (room := self.kept - self.steps) > 0:
            self.tracks.append(_first(track, room))
        self.steps += len(track)
        self.q, self.qd, self.work = track.q[-1], track.qd[-1], float(track.work[-1])
        self.T, self.V = float(track.T[-1]), float(track.V[-1])
        off = track.E - self.E0
        if self.drift_at_mark is None and track.t[-1] >= MARK:
            until = int(np.argmax(track.t >= MARK)) + 1
            self.drift_at_mark = max(self.drift_abs, float(np.abs(off[:until]).max()))
        self.drift_abs = max(self.drift_abs, float(np.abs(off).max()))
        self.balance_abs = max(self.balance_abs, float(np.abs(off + track.work).max()))

    def _track(self, numbers, states) -> Track:
        n = self.arm.n
        q = np.array([state[0] for state in states]).reshape(-1, n)
        qd = np.array([state[1] for state in states]).reshape(-1, n)
        return Track(
            t=np.array([number * self.dt for number in numbers]),
            q=q,
            qd=qd,
            T=energy.kinetic(self.arm, q, qd),
            V=energy.potential(self.arm, q, self.gravity),
            work=np.array([state[2] for state in states], dtype=float),
        )


def _first(track: Track, count: int) -> Track:
    if count >= len(track):
        return track
    return Track(**{field.name: getattr(track, field.name)[:count] for field in fields(track)})


def write_csv(run: Run, file) -> None:
    """Write the kept states of ``run`` to a text file: a head, then t, q, qd, T, V, E a row."""
    joints = range(1, run.arm.n + 1)
    names = ["t", *(f"q{i}" for i in joints), *(f"qd{i}" for i in joints), "T", "V", "E"]
    file.write(",".join(names) + "\n")
    for track in run.tracks:
        columns = [track.t[:, None], track.q, track.qd, track.T[:, None], track.V[:, None],
                   track.E[:, None]]  # fmt: skip
        for row in np.hstack(columns).tolist():
            file.write(",".join(map(repr, row)) + "\n")
