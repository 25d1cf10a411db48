"""References to the law as ints, so that the kernel can carry them in findings.

Clause ``a.b.c`` is ``a·10000 + b·100 + c``; ruling ``X-Rn`` is ``−n``; ruling ``P-Rn`` is ``−1000 − n``; 0 is "no clause".
"""


def ref(clause: str) -> int:
    """``"1.10"`` → 11000, ``"X-R20"`` → −20, ``"P-R7"`` → −1007. Raises ValueError on anything else."""
    if clause.startswith("X-R"):
        return -int(clause[3:])
    if clause.startswith("P-R"):
        return -1000 - int(clause[3:])
    parts = [int(part) for part in clause.split(".")]
    if not 1 <= len(parts) <= 3:
        raise ValueError(f"not a clause: {clause!r}; a clause looks like 1.6, 1.1.1, X-R9 or P-R9")
    a, b, c = (*parts, 0, 0)[:3]
    return a * 10000 + b * 100 + c


def clause(number: int) -> str:
    """The inverse of :func:`ref`: 11000 → ``"1.10"``, −20 → ``"X-R20"``, 0 → ``""``."""
    if number == 0:
        return ""
    if number < -1000:
        return f"P-R{-1000 - number}"
    if number < 0:
        return f"X-R{-number}"
    a, b, c = number // 10000, number // 100 % 100, number % 100
    return f"{a}.{b}.{c}" if c else f"{a}.{b}" if b else f"{a}"
