"""Operation counts of the four algorithms, counted once for the whole process, in short slices."""

from __future__ import annotations

import time

from dynamics import opcount

ALGORITHMS = ("rnea", "mass_matrix", "forward_dynamics", "lagrange")
ORDER = {"rnea": 1, "mass_matrix": 2, "forward_dynamics": 3, "lagrange": 4}
LAST = 40
SIZES = range(1, LAST + 1)
LOW, HIGH = 20, 40  # the slopes are taken between these
SOON = (LOW, HIGH, 30)  # what the readout and the task need
SLICE_S, PAUSE_MS = 0.02, 50

# Plain numbers that never change and are the same for everybody: known once they are counted.
_known: dict[tuple[str, int], opcount.Count] = {}


def counted(name: str, n: int) -> opcount.Count:
    """The operations of algorithm ``name`` for ``n`` joints; the first time they are counted."""
    if (name, n) not in _known:
        _known[name, n] = getattr(opcount, name)(n)
    return _known[name, n]


def known(*sizes: int) -> bool:
    """True where all four algorithms have been counted for each of ``sizes``."""
    return all((name, n) in _known for n in sizes for name in ALGORITHMS)


def columns() -> dict[str, list]:
    """All totals so far as columns n and one for each algorithm; NaN where not yet counted."""
    data: dict[str, list] = {"n": list(SIZES)}
    for name in ALGORITHMS:
        found = (_known.get((name, n)) for n in SIZES)
        data[name] = [float("nan") if count is None else count.total for count in found]
    return data


class Counting:
    """Counts what nobody has counted yet, a slice at a time: others are served in between."""

    def __init__(self, visitor, on_progress):
        self.visitor, self._on_progress = visitor, on_progress
        self._cancel = None
        self._first: tuple[int, ...] = SOON

    def start(self, n: int) -> None:
        """Count all sizes, ``n`` first; does nothing where all are known."""
        self._first = (n, *SOON)
        if self._cancel is None and not known(*SIZES):
            self._cancel = self.visitor.every(PAUSE_MS, self._slice)

    def stop(self) -> None:
        """Leave the rest for later."""
        if self._cancel is not None:
            self._cancel()
            self._cancel = None

    def _slice(self) -> None:
        end = time.perf_counter() + SLICE_S
        for name, n in ((name, n) for n in (*self._first, *SIZES) for name in ALGORITHMS):
            if (name, n) not in _known:
                counted(name, n)
                if time.perf_counter() >= end:
                    break
        if known(*SIZES):
            self.stop()
        self._on_progress()
