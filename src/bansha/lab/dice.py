"""Dice on ints, the same rolls interpreted and compiled. Kernel text: every intermediate value stays below 2**63.

Marsaglia's xorshift32, a full period over 1 … 2**32 − 1, in the field ``dice`` of whatever holds it: a state or record, not an array,
whose references compiled code would count at every call. Good for drawing among the lawful; not for dealing a real game, whose seed
must be hard to guess.
"""

from typing import Protocol

from bansha.rules.bits import count, lowest

WORD = 0xFFFFFFFF


class Dice(Protocol):
    """What holds the dice."""

    dice: int


def seed(d: Dice, number: int) -> None:
    """Start the dice from any number; neighbouring numbers give unrelated games."""
    x = (number ^ (number >> 32)) & WORD
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & WORD
    x = ((x ^ (x >> 15)) * 0x2C1B3C6D) & WORD
    x ^= x >> 16
    d.dice = x or 0x9E3779B9


def roll(d: Dice) -> int:
    """The next number, 1 … 2**32 − 1."""
    x = d.dice
    x ^= (x << 13) & WORD
    x ^= x >> 17
    x ^= (x << 5) & WORD
    d.dice = x
    return x


def below(d: Dice, n: int) -> int:
    """One of 0 … n − 1, for n from 1 to 2**31 (the bias is below n / 2**32)."""
    return (roll(d) * n) >> 32


def member(d: Dice, seats: int) -> int:
    """One seat of a set, −1 if the set is empty."""
    if not seats & (seats - 1):
        return lowest(seats)
    n = count(seats)
    for _ in range((roll(d) * n) >> 32):
        seats &= seats - 1
    return lowest(seats)
