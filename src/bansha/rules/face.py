"""What a rule set shows to those who play it: the one interface between the law and the table.

The table knows threads, time and addresses; a face knows everything that a clause decides. Both rule sets have one (``xia/face.py``,
``piper/face.py``); whoever wants to play calls ``face("xia")``.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from bansha.rules.errors import Malformed
from bansha.rules.notices import Notice
from bansha.rules.states import SEATS

RULE_SETS = ("xia", "piper")

# draw(label, seats) → one seat of the bitset, by the director's recorded chance
Draw = Callable[[str, int], int]


class Order(NamedTuple):
    """A private order as reading understood it: ``act`` is a word of ``Face.acts``; −1 where there is none, −2 is 无."""

    act: str
    targets: tuple[int, ...]
    member: int
    floor: int


class VoteForm(NamedTuple):
    """How vote posts are read under this rule set (3.3)."""

    strict: bool
    typos: int
    abstain_in_runoff: bool
    proxies: bool
    corrections: bool


class Face(Protocol):
    """One rule set. ``s`` is a state of it; nothing here keeps any other."""

    name: str
    law: str  # version of the law, recorded in logs
    acts: frozenset[str]

    # Setting up.
    def options(self, data: Mapping[str, Any]) -> Any:
        """Options from named values, the law's default for the rest. Raises Malformed."""

    def seating(self, options: Any) -> tuple[int, ...]:
        """The identities to be dealt."""

    def check_seats(self, identities: tuple[int, ...]) -> None:
        """Raises Malformed unless a game can be played by these identities."""

    def identity(self, name: str) -> int:
        """An identity by its Chinese or English name or key; Malformed if there is none."""

    def new(self, identities: tuple[int, ...], options: Any) -> Any:
        """A state before day 1."""

    def set_up(self, s: Any, position: Mapping[str, Any]) -> None:
        """Change a new state into the position of a case file (keys as in docs/cases.md, seats as numbers). Raises Malformed."""

    def roles(self, s: Any) -> list[Notice]:
        """Role cards and first memberships."""

    def vote_form(self, options: Any) -> VoteForm:
        """How vote posts are read."""

    # The course.
    def open(self, s: Any, phase: int) -> None:
        """Open a phase."""

    def close(self, s: Any, draw: Draw) -> list[Notice]:
        """Adjudicate the open phase; ``s.phase`` is what comes next. Raises LawHole and then has changed nothing but scratch of the flight."""

    def explain(self, s: Any, phase: int) -> "Record":
        """The adjudication just made, which closed ``phase``, as data for explanations."""

    # Orders and votes. Each returns a refusal (``refusals``) or a ruling (``ballots``) and does the thing if it is lawful.
    def order(self, s: Any, seat: int, order: Order, left: int) -> int:
        """Send a night order, a floor of 幻觉三, a deciding vote, or 放弃. ``left``: whole seconds to the end in force, 0 = over."""

    def cast(self, s: Any, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
        """A post in the vote thread."""

    def proxy(self, s: Any, seat: int, target: int, floor: int, left: int) -> int:
        """A proxy vote posted by the director at ``floor``: a ruling, VOTE or CHANGE if it stands."""

    def correction(self, s: Any, seat: int, target: int, floor: int, left: int) -> int:
        """A void vote put right by private message: a ruling, CORRECTION or CHANGE if it stands."""

    def overrule(self, s: Any, seat: int, target: int) -> None:
        """The director corrects how the seat's standing vote was read."""

    def speak(self, s: Any, seat: int) -> int:
        """Last words, or giving them up; 0 if the seat has no right to them."""

    def agree(self, s: Any, seat: int) -> int:
        """X-R44; 1 if with that the game is a draw."""

    def retract(self, s: Any, seat: int) -> int:
        """X-R44; 1 if there was an agreement."""

    def declare_draw(self, s: Any) -> None:
        """X-R33, P-R15."""

    # Knowledge.
    def rooms(self, s: Any) -> list[int]:
        """By room number: the bitset of its living members."""

    def standing(self, s: Any, seat: int) -> Order | None:
        """The order that stands for the seat or its group."""

    def may_order(self, s: Any, seat: int) -> bool:
        """Whether the seat has a power to use in the open phase (for reminders; known to the seat)."""

    def powers(self, s: Any, seat: int) -> list[str]:
        """The acts that the seat has the power to order in the open phase, as it knows itself; whom they may name is not looked at."""

    def camp(self, s: Any, seat: int) -> int:
        """The camp that the seat belongs to now, or did when it went out; for scores (2.2)."""

    def ending(self, s: Any) -> tuple[list[int], int, list[list[int]]]:
        """Winning camps, clause of a draw or 0, and ``[seat, identity, half points]`` for every seat."""


class Record(NamedTuple):
    """One adjudication: where, the standing orders as they were, the findings."""

    phase: int
    day: int
    orders: list[list[int]]  # sender, power, target, second, answers, party, drawn
    findings: list[list[int]]  # what, whom, order, clause, detail


def check_identities(identities: tuple[int, ...], known: int, single: tuple[int, ...]) -> None:
    """Raises Malformed unless these are 2 to 62 identities below ``known``, and of ``single`` ones one at most."""
    wrong = [identity for identity in identities if type(identity) is not int or not 0 <= identity < known]
    wrong += [identity for identity in single if identities.count(identity) > 1]
    if wrong or not 2 <= len(identities) <= SEATS:
        raise Malformed(
            "identities",
            f"这些身份开不成一局（2 至 {SEATS} 人）：{wrong or len(identities)}",
            f"no game can be played by these identities (2 to {SEATS} seats): {wrong or len(identities)}",
        )


def face(name: str) -> Face:
    """The face of a rule set by name. Raises Malformed for an unknown one."""
    if name not in RULE_SETS:
        raise Malformed(
            "rules", f"没有叫「{name}」的规则；有 xia（群侠）和 piper（斑衣吹笛人）", f"no rule set {name!r}; there are xia and piper"
        )
    return cast(Face, import_module(f"bansha.rules.{name}.face").FACE)
