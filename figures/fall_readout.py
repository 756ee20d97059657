"""What FIG 5 says in words and numbers about a run: energies, drift, earlier runs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dynamics.arm import joint_positions
from figures.numbers import fixed, scientific
from figures.parts.table import table
from figures.simulation import KEPT, MARK, Run

REMEMBERED = 3  # drifts of earlier runs from one pose
PARTED = 0.2  # m between two tips: from there on the runs show different motions


class Drifts:
    """The drift of each run of MARK seconds from one pose, by step size, without friction."""

    def __init__(self):
        self._pose: tuple | None = None
        self.found: dict[float, float] = {}  # dt in s: drift in J

    def note(self, run: Run) -> None:
        """Remember the drift of ``run`` if it has come so far; another pose begins a new list."""
        pose = (run.integrator, *run.q0.tolist())
        if pose != self._pose:
            self._pose = pose
            self.found.clear()
        if run.friction == 0 and run.drift_at_mark is not None and run.dt not in self.found:
            self.found[run.dt] = run.drift_at_mark
            if len(self.found) > REMEMBERED:
                del self.found[next(iter(self.found))]

    def clear(self) -> None:
        """Forget all runs."""
        self._pose = None
        self.found.clear()

    @property
    def rise(self) -> bool:
        """True where each longer step has drifted more."""
        drifts = [self.found[dt] for dt in sorted(self.found)]
        return all(a <= b for a, b in pairwise(drifts))


def readout(words, run: Run, player, drifts: Drifts) -> str:
    """HTML of the table, what it means, and how it was made. The number of lines never changes."""
    lines = "<br>".join(
        [_meaning(words, run), _remark(words, run, player), _earlier(words, run, drifts)]
    )
    how = words("fig5.how", kept=KEPT)
    return f'{_table(words, run, player.half)}<p class="line">{lines}</p><p class="scale">{how}</p>'


def percent(value: float) -> str:
    """A ratio in per cent, with as many digits as a drift of any size needs."""
    return f"{fixed(100 * value, 2) if value >= 1e-4 else scientific(100 * value)} %"


def _joules(value: float) -> str:
    return fixed(value, 3) if abs(value) >= 0.01 else scientific(value)


def _ms(run: Run) -> str:
    return f"{1000 * run.dt:g} ms"


def _table(words, run: Run, half: Run | None) -> str:
    last = "work" if run.friction else "of_span" if run.e0_is_zero else "of_e0"
    names = ["step", "t", "T", "V", "E", *(("balance", "balance_max") if run.friction else
                                          ("drift", "drift_max")), last]  # fmt: skip
    css = {"T": "kinetic", "V": "potential", "E": "energy"}
    heads = [(words(f"fig5.column.{name}"), css.get(name, "")) for name in names]
    rows = [(_ms(run), "", _cells(run), True),
            (f"{500 * run.dt:g} ms", "", None if half is None else _cells(half), False)]  # fmt: skip
    return table(heads, rows)


def _cells(run: Run) -> list[str]:
    now, most = (run.balance, run.balance_abs) if run.friction else (run.E - run.E0, run.drift_abs)
    if run.friction:
        last = fixed(run.work, 3)
    else:
        last = percent(run.drift_abs / run.span if run.e0_is_zero else run.drift_rel)
    energies = [fixed(value, 3) for value in (run.T, run.V, run.E)]
    return [fixed(run.time), *energies, _joules(now), _joules(most), last]


def _meaning(words, run: Run) -> str:
    if run.failed:
        return words("fig5.stopped", t=fixed(run.time), dt=_ms(run))
    e0, span = fixed(run.E0), fixed(run.span, 1)
    if run.friction:
        return words("fig5.with_friction", E0=e0)
    if run.e0_is_zero:
        return words("fig5.e0_is_zero", E0=e0, span=span)
    return words("fig5.without_friction", E0=e0)


def _remark(words, run: Run, player) -> str:
    half, said = player.half, []
    if player.kept_up < 0.9:
        now = f"{player.speed * player.kept_up:.1f}"
        said.append(words("fig5.slow", speed=f"{player.speed:g}", now=now))
    if half is not None and half.time == run.time and _apart(run, half) > PARTED:
        said.append(words("fig5.chaos", gap=fixed(_apart(run, half))))
    return said[-1] if said else "&nbsp;"


def _earlier(words, run: Run, drifts: Drifts) -> str:
    if not drifts.found:
        return "&nbsp;"
    unit = run.span if run.e0_is_zero else abs(run.E0)
    items = ", ".join(
        f"{1000 * dt:g} ms {percent(drift / unit)}" for dt, drift in sorted(drifts.found.items())
    )
    said = words("fig5.earlier", t=f"{MARK:g}", items=items)
    return said if drifts.rise else f"{said} {words('fig5.not_monotonic')}"


def _apart(run: Run, other: Run) -> float:
    """Distance of the two tips in m."""
    one, two = (joint_positions(r.arm, r.q)[-1] for r in (run, other))
    return float(np.hypot(*(one - two)))
