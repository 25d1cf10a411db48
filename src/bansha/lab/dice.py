"""Dice on ints, the same rolls interpreted and compiled. Kernel text: every intermediate value stays below 2**63.

Marsaglia's xorshift32, a full period over 1 … 2**32 − 1, in the first element of ``d`` (a list of one int, or an int64 array). Good
for drawing among the lawful; not for dealing a real game, whose seed must be hard to guess.
"""

from collections.abc import MutableSequence

WORD = 0xFFFFFFFF


def seed(d: MutableSequence[int], number: int) -> None:
    """Start the dice from any number; neighbouring numbers give unrelated games."""
    x = (number ^ (number >> 32)) & WORD
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & WORD
    x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & WORD
    x ^= x >> 16
    d[0] = x or 0x9E3779B9


def roll(d: MutableSequence[int]) -> int:
    """The next number, 1 … 2**32 − 1."""
    x = d[0]
    x ^= (x << 13) & WORD
    x ^= x >> 17
    x ^= (x << 5) & WORD
    d[0] = x
    return x


def below(d: MutableSequence[int], n: int) -> int:
    """One of 0 … n − 1, for n from 1 to 2**31 (the bias is below n / 2**32)."""
    return (roll(d) * n) >> 32


def member(d: MutableSequence[int], seats: int) -> int:
    """One seat of a set, −1 if the set is empty."""
    n = 0
    rest = seats
    while rest:
        rest &= rest - 1
        n += 1
    if n == 0:
        return -1
    k = (roll(d) * n) >> 32
    rest = seats
    for _ in range(k):
        rest &= rest - 1
    seat = 0
    while not (rest >> seat) & 1:
        seat += 1
    return seat
