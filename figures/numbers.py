"""How numbers are written on screen and read from a person: one formatter, one parser."""

from __future__ import annotations

import math
import re
import unicodedata

MINUS = "\u2212"
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_GROUPED = re.compile(r"-?\d{1,3}([ ,]\d{3})+(\.\d*)?")
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def fixed(value: float, digits: int = 2) -> str:
    """``value`` with a fixed number of decimals, a true minus sign and never "−0.00"."""
    if not math.isfinite(value):
        return "—"
    if abs(value) >= 1e6:
        return scientific(value)
    text = f"{value:.{digits}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def scientific(value: float, digits: int = 1) -> str:
    """``value`` as 1.2×10⁻¹⁵; an exact zero is "0"."""
    if not math.isfinite(value):
        return "—"
    if value == 0.0:
        return "0"
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return f"{mantissa}×10{str(int(exponent)).translate(_SUPERSCRIPT)}".replace("-", MINUS)


def legible(value: float, digits: int = 1) -> str:
    """A difference: rounding as a power of ten, with ``digits``; what can be seen in plain digits."""
    return scientific(value, digits) if abs(value) < 0.01 else fixed(value)


def power_of_ten(exponent: int) -> str:
    """``-15`` as "10⁻¹⁵"."""
    return f"10{str(exponent).translate(_SUPERSCRIPT)}"


def vector(value, digits: int = 2) -> str:
    """A planar vector as "(1.00, −2.50)"."""
    return f"({fixed(value[0], digits)}, {fixed(value[1], digits)})"


def signed(value: float, digits: int = 2) -> str:
    """Like :func:`fixed` with the operator in front, for a term inside a sum: "− 0.50"."""
    text = fixed(abs(value), digits)
    negative = value < 0 and fixed(value, digits) != text
    return f"{MINUS} {text}" if negative else f"+ {text}"


def plain(value: float, digits: int = 2) -> str:
    """``value`` for an input field: at most ``digits`` decimals, ASCII minus, no trailing zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def whole(value: int) -> str:
    """A whole number with thin spaces between thousands, for columns of large counts."""
    return f"{value:,}".replace(",", "\u202f").replace("-", MINUS)


def subscript(index: int) -> str:
    """``3`` as "₃"."""
    return str(index).translate(_SUBSCRIPT)


class BadNumber(ValueError):
    """What a person typed cannot be used; ``reason`` is ``"number"`` or ``"range"``."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def parse(text: str, low: float, high: float, grouped: bool = False) -> float:
    """The number that ``text`` says, if it lies in ``[low, high]``.

    Full-width digits, the true minus sign, a decimal comma and a trailing degree sign are read
    as meant; where numbers are large (``grouped``) spaces and commas between thousands, too. Raises
    :class:`BadNumber` otherwise.
    """
    cleaned = unicodedata.normalize("NFKC", text).strip().replace(MINUS, "-").rstrip("°").strip()
    if grouped and _GROUPED.fullmatch(cleaned):
        cleaned = re.sub(r"[ ,]", "", cleaned)
    if "_" in cleaned:
        raise BadNumber("number")
    try:
        value = float(cleaned.replace(",", "."))
    except ValueError:
        raise BadNumber("number") from None
    if math.isnan(value):
        raise BadNumber("number")
    if not low <= value <= high:
        raise BadNumber("range")
    return value + 0.0  # a typed -0 is 0
