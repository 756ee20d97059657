"""Input checks shared by the package: every failure is a ValueError that says what to change."""

import math

import numpy as np

from .counting import CountingArray

_FLOAT = np.dtype(np.float64)
_FEW = 64  # up to here Python's isfinite beats a call into numpy

# Decorator: finite input that is absurdly large gives inf or NaN, and no warnings on the way.
quiet_overflow = np.errstate(over="ignore", invalid="ignore")


def numbers(name, value):
    """Return `value` as a float array; refuse text, booleans, complex numbers and ragged lists."""
    kind = type(value)
    if (kind is np.ndarray or kind is CountingArray) and value.dtype is _FLOAT:
        return value
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is ragged ({short(value)}); needed: a regular array") from error
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} is {short(value)}; needed: real numbers")
    return array if array.dtype is _FLOAT else array.astype(_FLOAT)


def short(value):
    """One line of text for a value of any size."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def all_finite(array):
    """True if no element is NaN or infinite."""
    if array.size <= _FEW:
        return all(map(math.isfinite, array.ravel().tolist()))
    return bool(np.isfinite(array).all())


def finite(name, array):
    """Return `array`, or raise if an element is NaN or infinite."""
    if not all_finite(array):
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = f" at index {index}" if array.size > 1 else ""
        raise ValueError(f"{name} is {array[index]}{where}; needed: finite numbers")
    return array


def shaped(name, value, size):
    """Return `value` as a float array of shape (..., size); the elements are not looked at."""
    array = numbers(name, value)
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(f"{name} has shape {array.shape}; needed: (..., {size})")
    return array


def vector(name, value, size):
    """Return `value` as a finite float array of shape (..., size)."""
    return finite(name, shaped(name, value, size))


def scalar(name, value):
    """Return `value` as a finite float array of batch shape (...), usually ()."""
    return finite(name, numbers(name, value))


def batch_shape(named):
    """Broadcast the leading shapes (all axes but the last) of the named arrays."""
    batched = [array[..., 0] for array in named.values() if array.ndim > 1]
    if not batched:
        return ()
    try:
        return np.broadcast(*batched).shape
    except ValueError as error:
        given = ", ".join(f"{name} {array.shape[:-1]}" for name, array in named.items())
        raise ValueError(
            f"leading batch shapes do not fit together ({given}); needed: shapes that broadcast"
        ) from error


def count(name, value):
    """Return `value` as an int that is at least 1."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} is {short(value)}; needed: a whole number, at least 1")
    return int(value)


def positive(name, value):
    """Return `value` as a finite float greater than 0."""
    if type(value) is float and 0.0 < value < math.inf:
        return value
    array = scalar(name, value)
    if array.ndim != 0 or not array > 0:
        raise ValueError(f"{name} is {short(value)}; needed: one number greater than 0")
    return float(array)
