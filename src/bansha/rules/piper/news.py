"""What is told of an adjudication, and to whom (1, 1.1.1, 1.2.4, 1.3.1, P-R11, P-R19, X-R24). Reads findings, finds nothing."""

from bansha.rules.findings import Finding, findings
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice, to_seat
from bansha.rules.phases import NOBODY
from bansha.rules.piper import codes
from bansha.rules.piper.state import State

IDENTITY_NAMES = ("老鼠", "说谎者", "保护者", "普通小孩", "跛腿小孩", "吹笛人")
IDENTITY_BY_NAME = {name: identity for identity, name in enumerate(IDENTITY_NAMES)}
CAMP_NAMES = ("杀手方", "好人方", "中立方")

PLAGUE, SOMEBODY_LED = "plague", "somebody_led"


@home("1")
def roles(s: State) -> list[Notice]:
    """Role cards; nobody knows anybody."""
    return [Notice(to_seat(seat), "role", [s.identity[seat]]) for seat in range(s.seats)]


def outs(rows: list[Finding]) -> list[list[int]]:
    """Who goes out and as what, in seat order."""
    return [[f.whom, f.detail] for f in rows if f.what == codes.F_OUT]


@home("1.1.1", "P-R19")
def plague(rows: list[Finding]) -> list[str]:
    """The plague, as a public sign, with the exit or the dawn that caused it."""
    return [PLAGUE] if any(f.what == codes.F_PLAGUE for f in rows) else []


@home("1", "1.3.1", "X-R24")
def dawn(s: State) -> list[Notice]:
    """The dawn: who is out and as what, whether somebody was led, the plague, to all; then each its own result."""
    rows = findings(s)
    led = [SOMEBODY_LED] if any(f.what == codes.F_LED for f in rows) else []
    return [Notice(EVERYBODY, "dawn", [s.day, outs(rows), led + plague(rows)]), *results(s, rows)]


@home("1.1.1", "1.2.4", "1.3.1", "P-R20", "X-R24")
def results(s: State, rows: list[Finding]) -> list[Notice]:
    """Success or failure of bites and leads without a reason, who was led, and the lame child's tip, in the order of the findings.

    The led are told of nobody else.
    """
    said = []
    for f in rows:
        if f.what in (codes.F_MARKED, codes.F_PLAGUE_BITE):
            said.append(Notice(to_seat(s.sender[f.order]), "succeeded", []))
        elif f.what in (codes.F_BITE_FAILED, codes.F_LEAD_FAILED):
            said.append(Notice(to_seat(s.sender[f.order]), "failed", []))
        elif f.what == codes.F_LED:
            said.append(Notice(to_seat(s.sender[f.order]), "succeeded", []))
            said.append(Notice(to_seat(f.whom), "led", []))
        elif f.what == codes.F_TIPPED:
            said.append(Notice(to_seat(f.whom), "tip", [f.detail, codes.CHILD]))
    return said


@home("3.3", "P-R9", "P-R19")
def tally(s: State, phase: int) -> list[Notice]:
    """The published tally, in the shape of every rule set: nothing is forced, struck or saved here."""
    rows = findings(s)
    counts = [[f.whom, f.detail] for f in rows if f.what == codes.F_COUNT]
    out, identity = next(iter(outs(rows)), [NOBODY, NOBODY])
    level = [seat for seat in range(s.seats) if (s.pair >> seat) & 1]  # who goes on into a PK or a deciding vote
    said = [Notice(EVERYBODY, "tally", [phase, s.day, counts, [], 0, NOBODY, out, identity, level])]
    return said + signs(rows)


def signs(rows: list[Finding]) -> list[Notice]:
    """A sign that goes with an exit by votes."""
    return [Notice(EVERYBODY, "sign", [sign]) for sign in plague(rows)]


@home("P-R11", "P-R19")
def decided(s: State) -> list[Notice]:
    """The deciding vote and its result; whether it was drawn."""
    rows = findings(s)
    cast = next(f for f in rows if f.what in (codes.F_DECIDED, codes.F_DECISION_DRAWN))
    drawn = 1 if cast.what == codes.F_DECISION_DRAWN else 0
    return [Notice(EVERYBODY, "decided", [s.day, cast.whom, cast.detail, s.identity[cast.detail], drawn]), *signs(rows)]
