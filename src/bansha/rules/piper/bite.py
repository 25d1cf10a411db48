"""1.1.1 咬 bite. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY
from bansha.rules.piper.camps import rats_at_large
from bansha.rules.piper.codes import B_PIPER, B_RAT, BITE, F_BITE_FAILED, F_LAST_OUT, F_MARKED, F_PLAGUE_BITE, PIPER, RAT
from bansha.rules.piper.plague import plague
from bansha.rules.piper.protect import landing
from bansha.rules.piper.state import State
from bansha.rules.refusals import LAWFUL, LED_AWAY, SELF


@home("1.1.1")
def bite_refusal(s: State, seat: int, target: int) -> int:
    """A led rat bites no more, and knows it; nobody bites itself. Other rats and the piper may be named (X-R2)."""
    if has(s.led, seat):
        return LED_AWAY
    if target == seat:
        return SELF
    return LAWFUL


@home("1.1.1", "P-R1")
def needs_drawing(s: State) -> int:
    """The rats at large for which nothing stands. Their bites are drawn when the night ends, in seat order."""
    seats = rats_at_large(s)
    for i in range(s.orders):
        seats &= ~(1 << s.sender[i])
    return seats


@home("1.1.1", "P-R1")
def bite_targets(s: State, seat: int) -> int:
    """Whom the rat may bite: any living player but itself."""
    return s.alive & ~(1 << seat)


@home("P-R1")
def draw_bite(s: State, seat: int, target: int) -> None:
    """Let a drawn bite stand, after all that were sent."""
    i = s.orders
    s.sender[i] = seat
    s.power[i] = BITE
    s.target[i] = target
    s.drawn[i] = 1
    s.orders = i + 1


@home("1.1.1", "P-R2")
def immune(s: State, seat: int) -> int:
    """1 for a rat, led or not, and the piper: bites on them fail."""
    return 1 if s.identity[seat] in (RAT, PIPER) else 0


@home("1.1.1", "P-R3")
def marks_with(s: State, i: int) -> int:
    """The marks of the one on whom bite i lands, with those of tonight up to and including it."""
    marks = s.marks[s.lands[i]]
    for j in range(i + 1):
        if s.power[j] == BITE and s.lands[j] == s.lands[i]:
            marks += 1
    return marks


@home("1.1.1", "P-R2", "P-R3", "P-R4", "P-R5")
def bites(s: State) -> int:
    """Who goes out by the night's bites: by marks, in the plague at once and without. A rat led tonight has bitten all the same."""
    out = 0
    at_once = plague(s)
    for i in range(s.orders):
        if s.power[i] != BITE:
            continue
        s.lands[i] = landing(s, i)
        seat = s.lands[i]
        if immune(s, seat):
            note(s, F_BITE_FAILED, seat, i, -1002, B_RAT if s.identity[seat] == RAT else B_PIPER)
        elif at_once:
            out |= 1 << seat
            note(s, F_PLAGUE_BITE, seat, i, 10101 if seat == s.target[i] else -1005, -1)
        else:
            marks = marks_with(s, i)
            if marks >= s.marks_needed[s.identity[seat]]:
                out |= 1 << seat
            note(s, F_MARKED, seat, i, 10101, marks)
    return out


@home("P-R10")
def last_out(s: State, out: int) -> None:
    """Of those put out tonight, the one whose last mark was sent last may cast a deciding vote."""
    last = NOBODY
    by = NOBODY
    for i in range(s.orders):
        if s.power[i] == BITE and has(out, s.lands[i]):
            last = s.lands[i]
            by = i
    if last != NOBODY:
        note(s, F_LAST_OUT, last, by, -1010, -1)
