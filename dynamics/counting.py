"""Arrays that count the arithmetic done on them.

`opcount` sends such arrays through the functions of this package in place of plain ones. Nothing
else needs to know them, except that `checks` must not turn them back into plain arrays.
"""

import math

import numpy as np

_ADDITIONS = {np.add, np.subtract}
_MULTIPLICATIONS = {np.multiply, np.divide}
_FREE = {np.negative, np.sin, np.cos, np.isfinite, np.logical_and, np.logical_or}
_FREE |= {np.less, np.less_equal, np.greater, np.greater_equal}


class Tally:
    """Running totals; one tally is shared by all arrays that descend from one `counted` call."""

    def __init__(self):
        self.multiplications = 0
        self.additions = 0


class CountingArray(np.ndarray):
    """A float array that books every elementwise +, -, *, / and every sum on its `tally`.

    Rules: a subtraction is an addition, a division is a multiplication; sign changes, comparisons,
    copies, sin and cos are free. A sum of k terms is k - 1 additions.
    """

    __array_priority__ = 1.0  # so that joining counting and plain arrays gives a counting one

    def __array_finalize__(self, parent):
        self.tally = getattr(parent, "tally", None)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
        tally = _tally_of(inputs + (out or ()))
        if out is not None:
            kwargs["out"] = tuple(_plain(x) for x in out)
        result = getattr(ufunc, method)(*map(_plain, inputs), **kwargs)
        if ufunc in _ADDITIONS:
            tally.additions += _steps(method, inputs[0], result, kwargs)
        elif ufunc in _MULTIPLICATIONS:
            tally.multiplications += _steps(method, inputs[0], result, kwargs)
        elif ufunc not in _FREE:
            raise NotImplementedError(f"no counting rule for {ufunc.__name__}")
        return counted(result, tally)

    def __array_function__(self, func, types, args, kwargs):
        if func is not np.einsum:  # moves elements about, or is made of ufuncs
            result = super().__array_function__(func, types, args, kwargs)
            if isinstance(result, CountingArray) and result.tally is None:
                result.tally = self.tally  # concatenate makes its result without a parent
            return result
        subscripts, *operands = args
        tally = _tally_of(operands)
        operands = [_plain(x) for x in operands]
        result = np.einsum(subscripts, *operands, **kwargs)
        terms = _einsum_terms(subscripts, operands)
        tally.multiplications += terms * (len(operands) - 1)
        tally.additions += terms - result.size
        return counted(result, tally)


def counted(array, tally):
    """Return `array` as a CountingArray that books on `tally`."""
    result = np.asarray(array).view(CountingArray)
    result.tally = tally
    return result


def _plain(x):
    return x.view(np.ndarray) if isinstance(x, CountingArray) else x


def _tally_of(arrays):
    return next(x.tally for x in arrays if isinstance(x, CountingArray))


def _steps(method, array, result, kwargs):
    """How often a ufunc combined two numbers."""
    if method == "__call__":
        return np.size(result)
    if method == "reduce":
        return np.size(array) - np.size(result)
    if method == "accumulate":
        length = np.shape(array)[kwargs["axis"]]
        return np.size(array) // length * (length - 1)
    raise NotImplementedError(f"no counting rule for ufunc.{method}")


def _einsum_terms(subscripts, operands):
    """Number of products in the sum: every index of every operand, each once."""
    sizes = {}
    for labels, operand in zip(subscripts.split("->")[0].split(","), operands, strict=True):
        head, dots, tail = labels.partition("...")
        shape = operand.shape
        sizes.update(zip(head, shape, strict=False))
        sizes.update(zip(tail[::-1], shape[::-1], strict=False))
        if dots:
            lead = shape[len(head) : len(shape) - len(tail)]
            sizes["..."] = max(sizes.get("...", 1), math.prod(lead))
    return math.prod(sizes.values())
