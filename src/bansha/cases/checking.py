"""Comparing what a case expects with what was said. One small function an expectation; what came is read off notices."""

from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from bansha.cases.case import PHASE_NAMES, Case, Scripted
from bansha.cases.playing import Played, play
from bansha.rules import ballots, phases
from bansha.rules.notices import Notice, to_seat
from bansha.rules.piper.news import PLAGUE, SOMEBODY_LED
from bansha.rules.refs import clause
from bansha.table.table import Table
from bansha.table.threads import vote_thread

SIGNS = {PLAGUE: "鼠疫", SOMEBODY_LED: "有人被领走"}
LESSONS = {1: "杀", 2: "阻止", 3: "救", 4: "验"}
DRAWS = 1


class Failure(NamedTuple):
    """An expectation that does not hold, with the clauses and rulings that decided what came."""

    file: str
    line: int
    case: str
    phase: str
    key: str
    expected: Any
    came: Any
    clauses: list[str]


class Names(NamedTuple):
    """The words of a game: seats, identities and camps by number."""

    seats: list[str]
    identities: tuple[str, ...]
    camps: tuple[str, ...]

    def seat(self, number: int) -> str:
        """A seat's name; 无 for an abstention."""
        return self.seats[number] if number >= 0 else "无"


def words_of(case: Case) -> Names:
    """The words of a case: a seat goes by the name the case gives it, whoever sits there."""
    news = import_module(f"bansha.rules.{case.rules}.news")
    return Names(list(case.seats), news.IDENTITY_NAMES, news.CAMP_NAMES)


def of_kind(said: list[Notice], *kinds: str) -> Iterator[Notice]:
    """The notices of some kinds, in order."""
    return (notice for notice in said if notice.what in kinds)


def came_out(played: Played, names: Names, _wanted: Any) -> Any:
    """Who went out and as what."""
    out: dict[str, str] = {}
    for notice in of_kind(played.said, "dawn", "tally", "decided"):
        args = notice.args
        pairs = args[1] if notice.what == "dawn" else [args[6:8]] if notice.what == "tally" else [args[2:4]]
        out |= {names.seat(seat): names.identities[identity] for seat, identity in pairs if seat >= 0}
    return out


RESULTS: dict[str, Callable[[list[Any], Names], str]] = {
    "verified": lambda args, names: f"{names.seat(args[0])}={names.identities[args[1]]}",
    "tip": lambda args, names: f"{names.seat(args[0])}={names.identities[args[1]]}",
    "verify_failed": lambda _args, _names: "验人失败",
    "succeeded": lambda _args, _names: "成功",
    "failed": lambda _args, _names: "失败",
    "led": lambda _args, _names: "被领走",
}


def came_told(played: Played, names: Names, wanted: dict[str, list[str]]) -> Any:
    """The private results of the people named, in any order."""
    told = {}
    for name in wanted:
        address = to_seat(names.seats.index(name))
        told[name] = sorted(RESULTS[n.what](n.args, names) for n in of_kind(played.said, *RESULTS) if n.to == address)
    return told


def came_converted(played: Played, names: Names, _wanted: Any) -> Any:
    """Who was converted to what; becoming independent is no conversion."""
    became = {names.seat(int(n.to[1:])): names.identities[n.args[0]] for n in of_kind(played.said, "became")}
    return {name: identity[3:-1] for name, identity in became.items() if identity != "青侠（独立）"}


def came_learnt(played: Played, _names: Names, _wanted: Any) -> Any:
    """What silver may use next night."""
    return sorted(LESSONS[power] for n in of_kind(played.said, "learnt") for power in n.args[0])


def came_refused(played: Played, _names: Names, _wanted: Any) -> Any:
    """The orders that were refused, counted from 0."""
    return played.refused


def came_void(played: Played, _names: Names, _wanted: Any) -> Any:
    """The floors of vote posts that do not count: void when read, or struck at the tally."""
    thread = vote_thread(played.scripted.phase, played.scripted.number)
    strike = next((n.args[4] for n in of_kind(played.said, "tally")), 0)
    ledger = [n.args for n in of_kind([*played.said, *played.late], "ledger") if n.args[0] == thread]
    return sorted({a[1] for a in ledger if a[3] >= ballots.VOTER_OUT or (strike and a[1] >= strike)})


def came_counts(played: Played, names: Names, _wanted: Any) -> Any:
    """The published totals."""
    return {names.seat(seat): votes for n in of_kind(played.said, "tally") for seat, votes in n.args[2]}


def came_forced(played: Played, names: Names, _wanted: Any) -> Any:
    """The changed votes that were published."""
    return {names.seat(voter): names.seat(target) for n in of_kind(played.said, "tally") for voter, target in n.args[3]}


def came_saved(played: Played, names: Names, _wanted: Any) -> Any:
    """Who was published as saved."""
    return next((names.seat(n.args[5]) for n in of_kind(played.said, "tally") if n.args[5] >= 0), None)


def came_public(played: Played, _names: Names, _wanted: Any) -> Any:
    """The public signs."""
    dawn = [sign for n in of_kind(played.said, "dawn") for sign in n.args[2]]
    return sorted(SIGNS[sign] for sign in [*dawn, *(n.args[0] for n in of_kind(played.said, "sign"))])


def came_marks(played: Played, _names: Names, wanted: dict[str, int]) -> Any:
    """The bite marks of the people named."""
    return {name: played.marks[name] for name in wanted}


def came_next(played: Played, _names: Names, wanted: dict[str, str]) -> Any:
    """What opened after this phase, and when it ends by the clock of the game."""
    opened = [n.args for n in of_kind(played.said, "phase") if n.args[0] != phases.INTERVAL]
    here = (played.scripted.phase, played.scripted.number)
    following = next((args for args in opened if (args[0], args[1]) != here), None)
    if following is None:
        return {"phase": None}
    until = datetime.fromisoformat(following[2]).replace(tzinfo=None)
    came = {"phase": PHASE_NAMES[following[0]], "until": until.isoformat(timespec="minutes")}
    return {key: came[key] for key in wanted}


def came_winners(played: Played, names: Names, _wanted: Any) -> Any:
    """The camps that have won; none while the game goes on."""
    return [names.camps[camp] for n in of_kind(played.said, "over") for camp in n.args[0]]


def came_draw(played: Played, _names: Names, _wanted: Any) -> Any:
    """Whether the game ended in a draw."""
    return any(n.args[DRAWS] for n in of_kind(played.said, "over"))


def came_scores(played: Played, names: Names, wanted: dict[str, float]) -> Any:
    """The scores of the people named."""
    scores = {names.seat(seat): half / 2 for n in of_kind(played.said, "over") for seat, _identity, half in n.args[2]}
    return {name: scores.get(name) for name in wanted}


CAME: dict[str, Callable[[Played, Names, Any], Any]] = {
    "out": came_out,
    "told": came_told,
    "converted": came_converted,
    "learnt": came_learnt,
    "refused": came_refused,
    "void": came_void,
    "counts": came_counts,
    "forced": came_forced,
    "saved": came_saved,
    "public": came_public,
    "marks": came_marks,
    "next": came_next,
    "winners": came_winners,
    "draw": came_draw,
    "scores": came_scores,
}


def level(key: str, value: Any) -> Any:
    """A value in the form in which it is compared: lists whose order says nothing sorted, times in one writing."""
    if key in ("learnt", "void", "public", "refused", "winners"):
        return sorted(value)
    if key == "told":
        return {name: sorted(results) for name, results in value.items()}
    if key == "next" and "until" in value:
        return {**value, "until": datetime.fromisoformat(value["until"]).isoformat(timespec="minutes")}
    return dict(value) if isinstance(value, dict) else value


def decided_by(played: Played) -> list[str]:
    """The clauses and rulings cited in the phase's adjudication, each once, in order."""
    cited = (clause(row[3]) for kept in played.records for row in kept.record.findings)
    return list(dict.fromkeys(number for number in cited if number))


def check_phase(case: Case, names: Names, played: Played) -> Iterator[Failure]:
    """The expectations of one phase that do not hold."""
    scripted: Scripted = played.scripted
    for key, wanted in scripted.expect.items():
        line = scripted.lines[key]
        if not played.held:
            yield Failure(case.file, line, case.title, scripted.title, key, wanted, "这个阶段没有到来 / the phase never came", [])
            continue
        expected = level(key, wanted)
        came = level(key, CAME[key](played, names, wanted))
        if expected != came:
            yield Failure(case.file, line, case.title, scripted.title, key, expected, came, decided_by(played))


def check(case: Case) -> tuple[Table, list[Failure]]:
    """Play a case and compare. Raises Malformed with file and line."""
    table, phases_played = play(case)
    names = words_of(case)
    return table, [failure for played in phases_played for failure in check_phase(case, names, played)]
