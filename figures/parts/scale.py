"""The scale of arrows: one for all arrows of a unit, in steps of 1-2-5."""

from __future__ import annotations

import math


class Scale:
    """How many ``unit`` one metre of the plot stands for.

    It changes only when :meth:`fit` is called: at the release of a handle or on demand, never
    frame by frame, so that an arrow that grows during a drag really grows.
    """

    def __init__(self, unit: str, per_meter: float, longest: float = 1.6):
        self.unit, self.per_meter = unit, per_meter
        self.longest, self.shortest = longest, longest / 4  # m, of the longest arrow on show

    def length(self, value):
        """Metres on the plot for a value (or an array of them) in ``unit``."""
        return value / self.per_meter

    def fit(self, largest: float, force: bool = False) -> None:
        """Choose the step for the largest magnitude on show, if the present one does not suit."""
        if largest <= 1e-9 or not math.isfinite(largest):
            return
        shown = largest / self.per_meter
        if force or not self.shortest <= shown <= self.longest:
            self.per_meter = step_above(largest / self.longest)


def step_above(value: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is at least ``value``."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(s * power for s in (1, 2, 5, 10) if s * power >= value * (1 - 1e-9))
