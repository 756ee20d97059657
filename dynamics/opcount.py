"""How many multiplications and additions the algorithms of this package take, counted exactly.

Nothing is modelled: arrays that count are sent through the very functions that compute everywhere
else, and the tally is read afterwards. Subtractions count as additions and divisions as
multiplications; sign changes, sin, cos and comparisons are not counted; no square root or power
occurs, and one that did would be refused rather than missed. The chapter's arm is
counted as what it is to these functions: a general arm whose CoM happens to lie on the link.
"""

from dataclasses import dataclass

import numpy as np

from . import checks, forward
from . import lagrange as _lagrange
from .arm import chapter_arm
from .counting import Tally, counted
from .rnea import rnea as _rnea


@dataclass(frozen=True)
class Count:
    """Operations of one call for one state."""

    multiplications: int
    additions: int

    @property
    def total(self):
        """Multiplications and additions together."""
        return self.multiplications + self.additions


def rnea(n):
    """Count inverse dynamics by RNEA for n joints: grows with n. ValueError if n < 1."""
    return _count(n, lambda arm, x: _rnea(arm, x, x, x))


def mass_matrix(n):
    """Count M by n RNEA columns: grows with n^2. ValueError if n < 1."""
    return _count(n, forward.mass_matrix)


def forward_dynamics(n):
    """Count bias, M by columns and the linear solve: grows with n^3. ValueError if n < 1."""
    return _count(n, lambda arm, x: forward.forward_dynamics(arm, x, x, x))


def lagrange(n):
    """Count explicit M, dM/dq, C and g, multiplied out: grows with n^4. ValueError if n < 1."""
    return _count(n, lambda arm, x: _lagrange.inverse_dynamics(arm, x, x, x))


def _count(n, function):
    arm = chapter_arm(checks.count("n", n))
    tally = Tally()
    function(arm, counted(np.zeros(n), tally))
    return Count(tally.multiplications, tally.additions)
