"""Bitsets against Python's sets: expectations come from ``set`` itself."""

from hypothesis import given
from hypothesis import strategies as st

from bansha.rules import bits

seats = st.frozensets(st.integers(0, 61))


def pack(members: frozenset[int]) -> int:
    return sum(1 << seat for seat in members)


@given(seats)
def test_count_is_the_size_of_the_set(members: frozenset[int]) -> None:
    assert bits.count(pack(members)) == len(members)


@given(seats)
def test_lowest_is_the_smallest_member_or_nobody(members: frozenset[int]) -> None:
    assert bits.lowest(pack(members)) == min(members, default=-1)


@given(seats, st.integers(-2, 61))
def test_has_is_membership_and_negative_seats_are_nowhere(members: frozenset[int], seat: int) -> None:
    assert bits.has(pack(members), seat) == int(seat in members)


def test_the_full_table_of_62_seats_fits() -> None:
    everybody = (1 << 62) - 1
    assert bits.count(everybody) == 62
    assert bits.lowest(1 << 61) == 61
    assert bits.has(everybody, 61) == 1
    assert bits.has(everybody, -1) == bits.has(everybody, -2) == 0


def test_has_alone() -> None:
    assert [bits.has(0b101, seat) for seat in range(-2, 4)] == [0, 0, 1, 0, 1, 0]
