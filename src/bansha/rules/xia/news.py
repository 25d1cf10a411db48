"""What is told of an adjudication, and to whom (1, 1.2–1.8, 3.3, X-R12, X-R21, X-R24, X-R39). Reads findings, finds nothing."""

from typing import NamedTuple

from bansha.rules.findings import Finding, findings
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice, to_room, to_seat
from bansha.rules.phases import NOBODY
from bansha.rules.xia import codes
from bansha.rules.xia.groups import members
from bansha.rules.xia.state import State

IDENTITY_NAMES = (
    "黑侠", "暗侠", "幻侠", "白侠", "赤侠", "光侠", "银侠", "龙侠", "侠士",
    "青侠（中立）", "青侠（黑侠）", "青侠（暗侠）", "青侠（白侠）", "青侠（赤侠）", "青侠（独立）",
)  # fmt: skip
IDENTITY_BY_NAME = {name: identity for identity, name in enumerate(IDENTITY_NAMES)} | {"青侠": codes.AZURE_NEUTRAL}
CAMP_NAMES = ("光明方", "黑暗方", "独立青侠")


class Before(NamedTuple):
    """What stood at nightfall and the fold has changed."""

    groups: tuple[int, ...]  # members by party
    night: int


def before(s: State) -> Before:
    """Take it down before the night is closed."""
    return Before(tuple(members(s, party) for party in range(codes.PARTIES)), s.day)


def seats_of(bits: int) -> list[int]:
    """The seats of a bitset, ascending."""
    return [seat for seat in range(bits.bit_length()) if (bits >> seat) & 1]


@home("1", "X-R24")
def dawn(s: State, was: Before) -> list[Notice]:
    """The dawn: who is out and as what, to all; results to everybody who was in the game at nightfall, those who go out included."""
    rows = findings(s)
    outs = [[f.whom, f.detail] for f in rows if f.what == codes.F_OUT]
    said = [Notice(EVERYBODY, "dawn", [was.night, outs, []])]
    said += results(s, rows, was)
    said += lessons(rows)
    said += memberships(s, rows)
    return said


@home("1.2", "1.5", "1.8", "X-R15", "X-R21", "X-R24")
def results(s: State, rows: list[Finding], was: Before) -> list[Notice]:
    """Verifications: to each member of the group as it was at nightfall, and what the dragon reads to the dragon."""
    said = []
    for f in rows:
        if f.what == codes.F_VERIFIED:
            said += [Notice(to_seat(m), "verified", [f.whom, f.detail]) for m in seats_of(was.groups[s.party[f.order]])]
        elif f.what == codes.F_VERIFY_FAILED:
            said += [Notice(to_seat(m), "verify_failed", []) for m in seats_of(was.groups[s.party[f.order]])]
        elif f.what == codes.F_DRAGON_READS:
            said.append(Notice(to_seat(s.dragon), "verified", [f.whom, f.detail]))
    return said


@home("X-R12")
def lessons(rows: list[Finding]) -> list[Notice]:
    """Silver is told which powers were learnt."""
    learnt = sorted({f.detail for f in rows if f.what == codes.F_LEARNT})
    silver = next((f.whom for f in rows if f.what == codes.F_LEARNT), NOBODY)
    return [Notice(to_seat(silver), "learnt", [learnt])] if learnt else []


@home("1.10", "X-R39")
def memberships(s: State, rows: list[Finding]) -> list[Notice]:
    """A converted or independent azure hears its identity, and if it lives, the members; the members hear of the newcomer."""
    said = []
    for f in rows:
        if f.what in (codes.F_CONVERTED, codes.F_INDEPENDENT):
            said.append(Notice(to_seat(f.whom), "became", [f.detail]))
    for f in rows:
        if f.what in (codes.F_CONVERTED, codes.F_INDEPENDENT) and (s.alive >> f.whom) & 1:
            party = codes.PARTY_OF[f.detail]
            said.append(Notice(to_seat(f.whom), "room", [party, seats_of(members(s, party))]))
            if f.what == codes.F_CONVERTED:
                said.append(Notice(to_room(party), "new_member", [party, f.whom]))
    return said


@home("1")
def roles(s: State) -> list[Notice]:
    """Role cards, and for groups their room and members."""
    said = [Notice(to_seat(seat), "role", [s.identity[seat]]) for seat in range(s.seats)]
    for party in range(codes.PARTIES):
        if codes.IS_GROUP[party]:
            together = seats_of(members(s, party))
            said += [Notice(to_seat(seat), "room", [party, together]) for seat in together]
    return said


@home("1.3", "3.3", "X-R7", "X-R8")
def tally(s: State, phase: int, strike: int) -> list[Notice]:
    """The published tally: totals, the votes an illusion changed (not whom they follow), the struck floor, who was saved, who is out."""
    rows = findings(s)
    counts = [[f.whom, f.detail] for f in rows if f.what == codes.F_COUNT]
    forced = [[f.whom, f.detail] for f in rows if f.what == codes.F_FORCED_VOTE]
    saved = next((f.whom for f in rows if f.what == codes.F_SAVED), NOBODY)
    out, identity = next(((f.whom, f.detail) for f in rows if f.what == codes.F_OUT), (NOBODY, NOBODY))
    level = next(([f.whom, f.detail] for f in rows if f.what == codes.F_RUNOFF), [])
    return [Notice(EVERYBODY, "tally", [phase, s.day, counts, forced, strike, saved, out, identity, level])]
