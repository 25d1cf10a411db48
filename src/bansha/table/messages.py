"""Private messages to the director: orders, proxies, corrections, agreement to a draw (X-R1, X-R2, X-R27, X-R40, X-R42, X-R44)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from bansha.rules import ballots, phases, refusals
from bansha.rules.bits import has
from bansha.rules.errors import Unlawful
from bansha.rules.face import Order
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice, to_room, to_seat
from bansha.table import course
from bansha.table.posting import check_running, may_be_named

if TYPE_CHECKING:
    from bansha.reading.orders import OrderReading
    from bansha.table.inputs import Message
    from bansha.table.table import Table


def message(table: Table, what: Message, at: datetime) -> list[Notice]:
    """Every message is answered; what is not understood is answered with what would be, and changes nothing."""
    # Only now, because its grammar takes as long to compile as the interpreter to start.
    from bansha.reading.orders import read_order

    if table.state is None:
        raise Unlawful("not_dealt", "身份还没有发出，发牌后再私信导演", "the roles have not been dealt; write to the director after that")
    check_running(table)
    seat = what.seat
    if table.slot is None:
        return [refused(seat, "", refusals.NOT_OPEN)]
    reading = read_order(what.text, table.book, table.law.acts, seat)
    if reading.problem or not reading.act:
        return [Notice(to_seat(seat), "not_understood", [reading.problem, reading.typed, list(reading.near)])]
    return REQUESTS.get(reading.act, order)(table, seat, reading, at)


def refused(seat: int, act: str, reason: int) -> Notice:
    """The refusal, with its reason (``refusals``), to its sender alone."""
    return Notice(to_seat(seat), "refused", [act, reason])


@home("X-R1", "X-R2", "X-R39", "X-R40")
def order(table: Table, seat: int, reading: OrderReading, at: datetime) -> list[Notice]:
    """A power or its withdrawal. The answer is the same whatever the order's hidden fate; members of a group see what stands, and whose."""
    sent = Order(reading.act, reading.targets, reading.member, reading.floor)
    reason = table.law.order(table.state, seat, sent, table.left(at))
    if reason:
        return [refused(seat, reading.act, reason)]
    terms = [reading.act, list(reading.targets), reading.member, reading.floor]
    said = [Notice(to_seat(seat), "accepted", terms)]
    said += [Notice(to_room(room), "stands", [seat, *terms]) for room, living in enumerate(table.members) if has(living, seat)]
    return said


def target_refusal(table: Table, reading: OrderReading) -> int:
    """Why the one target of a proxy or correction cannot be voted for now, 0 if it can."""
    target = reading.targets[0]
    runoff = table.state.phase == phases.RUNOFF
    if target == phases.ABSTAIN:
        return refusals.NO_ABSTENTION if runoff and not table.form.abstain_in_runoff else refusals.LAWFUL
    if has(may_be_named(table), target):
        return refusals.LAWFUL
    return refusals.NOT_A_CANDIDATE if runoff and has(table.state.alive, target) else refusals.TARGET_OUT


# Of a ruling on a vote that the director will not post: the refusal to send.
REFUSAL_OF = {
    ballots.VOTER_OUT: refusals.SENDER_OUT,
    ballots.LATE: refusals.TOO_LATE,
    ballots.CHANGE_LATE: refusals.CHANGE_LATE,
    ballots.CHANGE_SPENT: refusals.CHANGE_SPENT,
    ballots.NOTHING_TO_CORRECT: refusals.NOTHING_TO_CORRECT,
}


@home("X-R42")
def proxy(table: Table, seat: int, reading: OrderReading, at: datetime) -> list[Notice]:
    """代投: the director posts it at once, and it counts from that post."""
    if not table.form.proxies:
        return [refused(seat, reading.act, refusals.NO_PROXY)]
    return vote_for(table, seat, reading, at, table.law.proxy)


@home("X-R27", "X-R42")
def correction(table: Table, seat: int, reading: OrderReading, at: datetime) -> list[Notice]:
    """更正: a void vote is put right, and posted by the director likewise."""
    if not table.form.corrections:
        return [refused(seat, reading.act, refusals.NOTHING_TO_CORRECT)]
    return vote_for(table, seat, reading, at, table.law.correction)


def vote_for(table: Table, seat: int, reading: OrderReading, at: datetime, cast: Callable[..., int]) -> list[Notice]:
    """Post a vote in the open vote thread for a seat that asked for it."""
    if not table.voting:
        return [refused(seat, reading.act, refusals.NOT_OPEN)]
    reason = target_refusal(table, reading)
    if reason:
        return [refused(seat, reading.act, reason)]
    said = post_for(table, seat, reading.targets[0], at, cast)
    if isinstance(said, int):
        return [refused(seat, reading.act, REFUSAL_OF[said])]
    return [Notice(to_seat(seat), "accepted", [reading.act, list(reading.targets), -1, -1]), said]


def post_for(table: Table, seat: int, target: int, at: datetime, cast: Callable[..., int]) -> Notice | int:
    """The director's vote post for a seat, as the ledger notice; or the ruling for which he does not write it."""
    thread = table.threads[table.voting]
    ruling = cast(table.state, seat, target, thread.floors + 1, table.left(at))
    if ruling not in (ballots.VOTE, ballots.CHANGE, ballots.CORRECTION):
        return ruling
    floor = thread.add(seat, ruling)
    return Notice(EVERYBODY, "ledger", [table.voting, floor, seat, ruling, target, [], -1, floor, ""])


@home("X-R44", "P-R15")
def agree(table: Table, seat: int, reading: OrderReading, _at: datetime) -> list[Notice]:
    """同意平局, known to nobody else; the last one ends the game."""
    if not has(table.state.alive, seat):
        return [refused(seat, reading.act, refusals.SENDER_OUT)]
    said = [Notice(to_seat(seat), "accepted", [reading.act, [], -1, -1])]
    if table.law.agree(table.state, seat):
        said += course.finish(table)
    return said


@home("X-R44")
def retract(table: Table, seat: int, reading: OrderReading, _at: datetime) -> list[Notice]:
    """撤回同意, accepted from every living player."""
    if not has(table.state.alive, seat):
        return [refused(seat, reading.act, refusals.SENDER_OUT)]
    table.law.retract(table.state, seat)
    return [Notice(to_seat(seat), "accepted", [reading.act, [], -1, -1])]


@home("X-R38")
def waive_words(table: Table, seat: int, reading: OrderReading, at: datetime) -> list[Notice]:
    """放弃遗言 uses the right up."""
    if table.state.phase != phases.WORDS or not table.law.speak(table.state, seat):
        return [refused(seat, reading.act, refusals.NO_LAST_WORDS)]
    said = [Notice(to_seat(seat), "accepted", [reading.act, [], -1, -1]), Notice(EVERYBODY, "waived", [seat])]
    return said + course.words_spoken(table, at)


REQUESTS = {
    "proxy": proxy,
    "correct": correction,
    "agree_draw": agree,
    "retract_draw": retract,
    "waive_words": waive_words,
}
