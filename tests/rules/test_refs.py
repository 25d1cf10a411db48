"""References read the same both ways; the numbers are those of docs/architecture.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.rules.refs import clause, ref


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.10", 11000),
        ("1.1", 10100),
        ("1.1.1", 10101),
        ("3", 30000),
        ("X-R20", -20),
        ("P-R7", -1007),
        ("X-R1", -1),
        ("X-R1000", -1000),
        ("P-R1", -1001),
    ],
)
def test_a_reference_is_one_int_and_back(text: str, number: int) -> None:
    assert ref(text) == number
    assert clause(number) == text


def test_zero_is_no_clause() -> None:
    assert clause(0) == ""


@given(st.lists(st.integers(1, 99), min_size=1, max_size=3))
def test_every_clause_survives_the_round_trip(parts: list[int]) -> None:
    text = ".".join(map(str, parts))
    assert clause(ref(text)) == text


@pytest.mark.parametrize("text", ["", "1.2.3.4", "x", "X-R", "P-Rx", "1."])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a clause|invalid literal"):
        ref(text)


def test_the_refusal_shows_what_a_clause_looks_like() -> None:
    with pytest.raises(ValueError, match=r"^not a clause: '1\.2\.3\.4'; a clause looks like 1\.6, 1\.1\.1, X-R9 or P-R9$"):
        ref("1.2.3.4")
