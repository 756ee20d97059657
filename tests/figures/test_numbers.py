"""Numbers on screen and from the keyboard."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.numbers import (
    BadNumber,
    fixed,
    legible,
    parse,
    plain,
    scientific,
    signed,
    subscript,
    vector,
)

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e5, max_value=1e5)


@given(finite, st.integers(0, 6))
def test_fixed_says_the_number_to_its_last_digit(value, digits):
    text = fixed(value, digits)
    assert abs(float(text.replace("−", "-")) - value) <= 0.5000001 * 10.0**-digits
    assert "-" not in text
    assert len(text.partition(".")[2]) == digits


@pytest.mark.parametrize("value", [-0.0, -0.001, -0.0049, 0.0, 1e-300, -1e-300])
def test_zero_has_no_sign(value):
    assert fixed(value) == "0.00"
    assert signed(value) == "+ 0.00"
    assert plain(value) == "0"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_a_dash(value):
    assert fixed(value) == scientific(value) == "—"


def test_a_difference_is_a_power_of_ten_only_while_it_is_small():
    assert legible(67.158) == "67.16" and legible(-2.5) == "−2.50" and legible(0.01) == "0.01"
    assert legible(0.0099) == "9.9×10⁻³" and legible(4e-15, 0) == "4×10⁻¹⁵" and legible(0.0) == "0"


def test_scientific():
    assert scientific(1.25e-15) == "1.2×10⁻¹⁵"
    assert scientific(-3e20) == "−3.0×10²⁰"
    assert scientific(0.0) == "0"


def test_small_parts():
    assert vector((1, -2.5)) == "(1.00, −2.50)"
    assert signed(-0.5) == "− 0.50"
    assert subscript(12) == "₁₂"


@given(finite)
def test_a_field_reads_back_what_it_shows(value):
    shown = plain(value, 2)
    assert parse(shown, -1e6, 1e6) == float(shown)
    assert plain(parse(shown, -1e6, 1e6), 2) == shown


@pytest.mark.parametrize(
    ("text", "value"),
    [("90", 90.0), (" 90° ", 90.0), ("−12.5", -12.5), ("1,5", 1.5), ("９０", 90.0), ("1e1", 10.0)],
)
def test_what_people_type_is_read_as_meant(text, value):
    assert parse(text, -180, 180) == value


@pytest.mark.parametrize(
    "text", ["abc", "", " ", "nan", "NaN", "1..2", "1_0", "0x10", "--3", "<b>"]
)
def test_no_number(text):
    with pytest.raises(BadNumber) as bad:
        parse(text, -180, 180)
    assert bad.value.reason == "number"


@pytest.mark.parametrize("text", ["180.001", "-181", "1e308", "1e999", "inf", "-Infinity"])
def test_out_of_range(text):
    with pytest.raises(BadNumber) as bad:
        parse(text, -180, 180)
    assert bad.value.reason == "range"
