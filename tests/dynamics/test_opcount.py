"""The counts are exact, polynomials in n, and counts of the functions that really run."""

from fractions import Fraction

import numpy as np
import pytest

import dynamics
from dynamics import lagrange, opcount
from dynamics.counting import CountingArray, Tally, counted

from .helpers import State, assert_close

DEGREE = {"rnea": 1, "mass_matrix": 2, "forward_dynamics": 3, "lagrange": 4}
FIELDS = ("multiplications", "additions", "total")


def _through(points, x):
    """Value at x of the polynomial through the points, exactly (Lagrange's formula)."""
    total = Fraction(0)
    for i, (x_i, y_i) in enumerate(points):
        term = Fraction(y_i)
        for j, (x_j, _) in enumerate(points):
            if i != j:
                term *= Fraction(x - x_j, x_i - x_j)
        total += term
    return total


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", DEGREE)
def test_count_is_a_polynomial_of_its_degree(name, field):
    count, degree = getattr(opcount, name), DEGREE[name]
    points = [(n, getattr(count(n), field)) for n in range(1, degree + 2)]
    for n in (degree + 2, 12, 20, 40):
        assert getattr(count(n), field) == _through(points, n)
    # and of no smaller degree
    assert _through(points[:-1], 20) != getattr(count(20), field)


def test_counts_are_integers_that_add_up():
    for name in DEGREE:
        count = getattr(opcount, name)(3)
        assert type(count.multiplications) is int and type(count.additions) is int
        assert count.total == count.multiplications + count.additions


def test_rnea_count_by_hand():
    """One link, counted on paper from the two loops."""
    # theta, omega, alpha; r_c: 2; a_c: 4; next a: 4 | f: 2; mu: I alpha, two crosses, r - r_c
    additions = 3 + 2 + 4 + 4 + 2 + (1 + 2 + 2 + 2)
    # r: 2; r_c: 4; omega^2; Euler 2; centripetal 2; next a: 4 | f: 2; mu: I alpha, two crosses
    multiplications = 2 + 4 + 1 + 2 + 2 + 4 + 2 + (1 + 2 + 2)
    for n in (1, 3, 30):
        assert opcount.rnea(n) == opcount.Count(multiplications * n, additions * n)


def test_columns_cost_n_calls():
    for n in (1, 5):
        assert opcount.mass_matrix(n).total == n * opcount.rnea(n).total


def test_linear_solve_count_by_hand():
    """L D L^T with substitution: what is left after the n + 1 RNEA calls and tau - b."""
    for n in (1, 2, 7):
        rest = opcount.forward_dynamics(n).total - (n + 1) * opcount.rnea(n).total - n
        pairs = n * (n - 1) // 2
        triples = n * (n - 1) * (n - 2) // 6
        factor = 2 * triples + pairs + 2 * pairs
        substitute = 4 * pairs + n
        assert rest == factor + substitute


FUNCTIONS = {
    "rnea": lambda arm, q, qd, qdd: dynamics.rnea(arm, q, qd, qdd, (1.0, 2.0)),
    "mass_matrix": lambda arm, q, qd, qdd: dynamics.mass_matrix(arm, q),
    "forward_dynamics": lambda arm, q, qd, qdd: dynamics.forward_dynamics(arm, q, qd, qdd, (1, 2)),
    "lagrange": lambda arm, q, qd, qdd: lagrange.inverse_dynamics(arm, q, qd, qdd, (1.0, 2.0)),
}


@pytest.mark.parametrize("name", DEGREE)
def test_counting_run_computes_the_real_result_of_a_general_arm(name):
    """The counted call is the executed call: same numbers come out, same count for any arm."""
    s = State(4, 11)
    tally = Tally()
    inputs = [counted(x, tally) for x in (s.q, s.qd, s.qdd)]
    result = FUNCTIONS[name](s.arm, *inputs)
    assert isinstance(result, CountingArray)
    assert_close(np.asarray(result), FUNCTIONS[name](s.arm, s.q, s.qd, s.qdd), 1e-11)
    expected = getattr(opcount, name)(4)
    assert (tally.multiplications, tally.additions) == (
        expected.multiplications,
        expected.additions,
    )


def test_what_is_counted():
    tally = Tally()
    x = counted(np.ones((2, 3)), tally)
    for result, multiplications, additions in (
        (lambda: x + 1, 0, 6),
        (lambda: 1 - x, 0, 6),
        (lambda: x * x, 6, 0),
        (lambda: x / 2, 6, 0),
        (lambda: -x, 0, 0),
        (lambda: np.sin(x), 0, 0),
        (lambda: x.sum(axis=-1), 0, 4),
        (lambda: np.sum(x), 0, 5),
        (lambda: np.add.accumulate(x, axis=0), 0, 3),
        (lambda: np.add.accumulate(x, axis=-1), 0, 4),
        (lambda: np.einsum("ab,cb->ac", x, np.ones((5, 3))), 30, 20),
        (lambda: np.einsum("...b,b->...", x, np.ones(3)), 6, 4),
        (lambda: np.stack([x, x]) * 2.0, 12, 0),
    ):
        before = tally.multiplications, tally.additions
        result()
        spent = tally.multiplications - before[0], tally.additions - before[1]
        assert spent == (multiplications, additions)


def test_an_operation_without_a_rule_is_refused():
    x = counted(np.ones(3), Tally())
    for operation in (lambda: x**2, lambda: x @ x, lambda: np.sqrt(x), lambda: np.add.outer(x, x)):
        with pytest.raises(NotImplementedError, match="no counting rule"):
            operation()
