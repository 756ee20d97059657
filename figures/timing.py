"""Measures how long the four algorithms take on this machine, now, in slices of milliseconds."""

from __future__ import annotations

import math
import time

import numpy as np

from dynamics import chapter_arm, forward_dynamics, lagrange, mass_matrix, rnea
from figures.counts import ALGORITHMS

SIZES = (1, 2, 3, 5, 8, 12, 20, 30)
ROUNDS = 3  # slices for each point: one of them is likely to go undisturbed
SLICE_S, PAUSE_MS = 0.012, 60
SEED = 6

_RUN = {
    "rnea": lambda arm, q, qd, u: rnea(arm, q, qd, u),
    "mass_matrix": lambda arm, q, qd, u: mass_matrix(arm, q),
    "forward_dynamics": lambda arm, q, qd, u: forward_dynamics(arm, q, qd, u),
    "lagrange": lambda arm, q, qd, u: lagrange.inverse_dynamics(arm, q, qd, u),
}


class Stopwatch:
    """Times every algorithm at ``SIZES``; no thread, so that the page and others stay responsive.

    ``times[name]`` holds the shortest run so far in milliseconds, NaN where there is none;
    ``on_progress()`` is called after each slice and when it starts or ends.
    """

    def __init__(self, visitor, on_progress):
        self.visitor, self._on_progress = visitor, on_progress
        self._cancel = None
        self.clear()

    @property
    def running(self) -> bool:
        """True while it measures."""
        return self._cancel is not None

    @property
    def part(self) -> float:
        """How much has been measured, from 0 to 1."""
        return self._slice / (ROUNDS * len(SIZES) * len(ALGORITHMS))

    def start(self) -> None:
        """Measure anew; what was measured before is forgotten."""
        self.stop()
        self.clear()
        self._cancel = self.visitor.every(PAUSE_MS, self._measure)
        self._on_progress()

    def stop(self) -> None:
        """Stop measuring and keep what there is."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
            self._on_progress()

    def clear(self) -> None:
        """Forget all times."""
        self._slice = 0
        self.times = {name: [math.nan] * len(SIZES) for name in ALGORITHMS}

    def _measure(self) -> None:
        point = self._slice // ROUNDS
        size, name = divmod(point, len(ALGORITHMS))
        name, n = ALGORITHMS[name], SIZES[size]
        shortest = 1000 * fastest(name, n, SLICE_S)
        row = self.times[name]
        row[size] = shortest if math.isnan(row[size]) else min(row[size], shortest)
        self._slice += 1
        if self.part >= 1:
            self.stop()
        else:
            self._on_progress()


def fastest(name: str, n: int, seconds: float) -> float:
    """The shortest of all runs (s) that fit into ``seconds``; at least one is made."""
    draw = np.random.default_rng(SEED).uniform
    q, qd, u = (draw(-3, 3, n) for _ in range(3))
    arm, run, clock = chapter_arm(n), _RUN[name], time.perf_counter
    shortest, end = math.inf, clock() + seconds
    while True:
        start = clock()
        run(arm, q, qd, u)
        stop = clock()
        shortest = min(shortest, stop - start)
        if stop >= end:
            return shortest
