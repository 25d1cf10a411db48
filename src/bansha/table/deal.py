"""Chance, provably fair: everything is drawn from a seed and a salt to which the first public notice commits.

Anybody can check a finished game with SHA-256 alone: the commitment is the hash of ``seed:salt``; the n-th number of a draw ``label``
is the hash of ``seed:salt:label:n`` as a big integer, used only below the largest multiple of the range (no bias).
"""

from bansha.rules.homes import home

_ALL = 1 << 256


def _sha256(text: str) -> bytes:
    from hashlib import sha256  # OpenSSL comes with it: too heavy for every start of a table

    return sha256(text.encode()).digest()


def commitment(seed: str, salt: str) -> str:
    """What is published before the deal."""
    return _sha256(f"{seed}:{salt}").hex()


def below(seed: str, salt: str, label: str, n: int) -> int:
    """A number from 0 to n−1."""
    limit = _ALL - _ALL % n
    attempt = 0
    while True:
        number = int.from_bytes(_sha256(f"{seed}:{salt}:{label}:{attempt}"), "big")
        if number < limit:
            return number % n
        attempt += 1


def shuffled(seed: str, salt: str, label: str, items: tuple[int, ...]) -> list[int]:
    """Fisher–Yates from the end; step i draws with the label ``label:i``."""
    cards = list(items)
    for i in range(len(cards) - 1, 0, -1):
        j = below(seed, salt, f"{label}:{i}", i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@home("P-R1")
def one_of(seed: str, salt: str, label: str, seats: int) -> int:
    """One seat of a bitset that is not empty."""
    among = [seat for seat in range(seats.bit_length()) if (seats >> seat) & 1]
    return among[below(seed, salt, label, len(among))]
