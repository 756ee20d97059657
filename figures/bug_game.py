"""Which bug is it? One is drawn in secret, and a wrong guess is answered with what speaks against it."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from dynamics import PlanarArm
from figures.bugs import BUGS, CHECKS, SHOWING, checks
from figures.state import GRAVITY


def bugs_on(page: str) -> tuple[str, ...]:
    """The mistakes that can be planted on ``page``, in their order."""
    return tuple(bug.id for bug in BUGS.values() if page in bug.pages)


def draw(page: str, rng) -> str:
    """One of the mistakes of ``page``, each as likely as the next; ``rng`` as ``default_rng()``."""
    offered = bugs_on(page)
    return offered[int(rng.integers(len(offered)))]


@dataclass(frozen=True)
class Experiment:
    """A state in which the mistakes can be told apart; three joints."""

    q: tuple
    qd: tuple
    qdd: tuple
    f_tip: tuple
    gravity: float = GRAVITY


_MOVING = {name: tuple(map(float, SHOWING[name])) for name in ("q", "qd", "qdd", "f_tip")}
_STILL = {"qd": (0.0,) * 3, "qdd": (0.0,) * 3}
EXPERIMENTS = {
    "moving": Experiment(**_MOVING),
    "no_gravity": Experiment(**_MOVING, gravity=0.0),
    "no_force": Experiment(**{**_MOVING, "f_tip": (0.0, 0.0)}),
    "rest": Experiment(**{**_MOVING, **_STILL}),
    "level": Experiment(**{**_MOVING, **_STILL, "q": (0.0,) * 3}),
}


def symptoms(bug: str | None, arm: PlanarArm) -> dict[str, frozenset[str]]:
    """The checks that fail with ``bug`` planted, for each of :data:`EXPERIMENTS`."""
    return {
        name: frozenset(c.id for c in checks(bug, arm, *astuple(experiment)) if not c.ok)
        for name, experiment in EXPERIMENTS.items()
    }


def contradiction(planted: str, guess: str, page: str, arm: PlanarArm) -> tuple[str, bool]:
    """A check of ``page`` that refutes ``guess``, and whether it fails with ``planted``.

    Only a check that says the same in every experiment will do: it then says so on the screen,
    too, whatever the state. Raises ``ValueError`` if there is none, as for the right guess.
    """
    real, thought = symptoms(planted, arm), symptoms(guess, arm)
    for check in CHECKS[page]:
        fails, would = ({check in red for red in seen.values()} for seen in (real, thought))
        if len(fails) == len(would) == 1 and fails != would:
            return check, fails.pop()
    raise ValueError(f"nothing on {page} tells {guess} from {planted}")
