"""Posts: talk, votes, last words, rooms (3.3, X-R38, X-R39)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bansha.reading.votes import VoteReading, read_vote
from bansha.rules import ballots, phases
from bansha.rules.bits import has
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice
from bansha.table.course import words_spoken
from bansha.table.threads import Thread, is_room, room_thread

if TYPE_CHECKING:
    from bansha.table.inputs import Post
    from bansha.table.table import Table


LOST = (ballots.VOTER_OUT, ballots.LATE, ballots.CHANGE_LATE, ballots.CHANGE_SPENT)  # rulings after which nothing is to be mended


def post(table: Table, what: Post, at: datetime) -> list[Notice]:
    """A post in a thread. Raises Malformed for an unknown thread or floor, Unlawful where the seat may not write."""
    check_running(table)
    if is_room(what.thread):
        return room_post(table, what)
    thread = table.threads.get(what.thread)
    if thread is None:
        raise Malformed("thread", f"没有这个帖子：{what.thread}", f"no such thread: {what.thread!r}")
    if not 0 <= what.quote <= thread.floors:
        raise no_floor(what.quote)
    if thread.votes:
        return vote_post(table, thread, what, at)
    if what.thread not in table.talks:
        raise closed()
    if what.thread.startswith("words-"):
        return last_words(table, thread, what, at)
    check_alive(table, what.seat)
    thread.add(what.seat)
    return []


def no_floor(floor: int) -> Malformed:
    """The error for a quote of what is not there, or not there for this reader."""
    return Malformed("quote", f"没有第 {floor} 楼可引用", f"there is no floor {floor} to quote")


def closed() -> Unlawful:
    """The error for a post where nothing more is said."""
    return Unlawful("closed", "这个帖子已经关闭", "this thread is closed")


def check_alive(table: Table, seat: int) -> None:
    """Raises Unlawful for one who is out."""
    if not has(table.state.alive, seat):
        raise Unlawful("out", "你已经出局，不能再发言", "you are out and cannot post any more")


@home("X-R37")
def check_running(table: Table) -> None:
    """Raises Unlawful while the clock stands still: whatever a player sends must have its time."""
    if table.paused:
        raise Unlawful("paused", "对局暂停中，等导演继续后再发", "the game is paused; please send it again when the director has resumed")


@home("X-R38")
def last_words(table: Table, thread: Thread, what: Post, at: datetime) -> list[Notice]:
    """The one post of last words; when nobody is left to speak, the day may open. Raises Unlawful without the right to it."""
    if not has(table.state.words, what.seat):
        raise Unlawful("no_last_words", "你没有遗言可发", "you have no last words to post")
    thread.add(what.seat)
    table.law.speak(table.state, what.seat)
    return [Notice(EVERYBODY, "spoken", [what.seat]), *words_spoken(table, at)]


@home("X-R39")
def room_post(table: Table, what: Post) -> list[Notice]:
    """Only members write in a room, while they belong to it, and quote what they may read.

    Raises Unlawful, with the same words whether or not there is such a room and whatever was written in it.
    """
    room = next((room for room, living in enumerate(table.members) if what.thread == room_thread(room) and has(living, what.seat)), -1)
    if table.over or room < 0:
        raise Unlawful("room", "你不在这个房间里", "you are not in this room")
    stay = next(stay for stay in table.stays if stay.room == room and stay.seat == what.seat and not stay.last_entry)
    thread = table.threads[what.thread]
    if what.quote and not (0 < what.quote <= thread.floors and stay.shows(what.quote)):
        raise no_floor(what.quote)
    thread.add(what.seat)
    return []


def may_be_named(table: Table) -> int:
    """Whom a vote may name now: the two of a runoff, else the living."""
    return int(table.state.pair if table.state.phase == phases.RUNOFF else table.state.alive)


def read(table: Table, text: str, voter: int) -> VoteReading:
    """What a post in the vote thread says, under this rule set's form."""
    form = table.form
    runoff = table.state.phase == phases.RUNOFF
    return read_vote(
        text,
        table.book,
        may_be_named(table),
        table.state.alive,
        strict=form.strict,
        typos=form.typos,
        abstain_allowed=form.abstain_in_runoff or not runoff,
        voter=voter,
    )


@home("3.3", "X-R28")
def vote_post(table: Table, thread: Thread, what: Post, at: datetime) -> list[Notice]:
    """A post in a vote thread: it stands for ever, and the ledger says what it counts as. In a closed thread it is late.

    Talk is for those who may talk now: Unlawful in a closed thread and for one who is out, whose votes are void but stand (X-R43).
    """
    reading = read(table, what.text, what.seat)
    floor = thread.floors + 1
    is_open = what.thread == table.voting
    ruling, left = ballots.TALK, 0
    if reading.label != ballots.LABEL_NONE:
        quotes_own = 1 if thread.is_own_vote(what.quote, what.seat) else 0
        left = table.left(at) if is_open else 0
        ruling = table.law.cast(table.state, what.seat, reading.label, reading.target, reading.flaw, quotes_own, floor, left)
    if ruling == ballots.TALK:
        if not is_open:
            raise closed()
        check_alive(table, what.seat)
    thread.add(what.seat, ruling)
    return [] if ruling == ballots.TALK else [ledger(table, what, floor, ruling, reading, left)]


def ledger(table: Table, what: Post, floor: int, ruling: int, reading: VoteReading, left: int) -> Notice:
    """How the director read a vote post, shown to all; of a void one also which floor counts, and until when it may be put right."""
    match = reading.match
    how = [match.how, match.typed, match.meant] if match and match.how else []
    stands = standing_floor(table, what.seat)
    until = mendable_until(table, ruling, stands, floor, left)
    return Notice(EVERYBODY, "ledger", [what.thread, floor, what.seat, ruling, reading.target, how, what.seat, stands, until])


def standing_floor(table: Table, seat: int) -> int:
    """The floor of the post that counts for a seat, 0 if none does."""
    s = table.state
    return int(s.change_floor[seat] if s.change[seat] != phases.NOBODY else s.vote_floor[seat] if s.vote[seat] != phases.NOBODY else 0)


@home("3.3", "X-R27", "X-R43", "P-R8", "P-R17")
def mendable_until(table: Table, ruling: int, stands: int, floor: int, left: int) -> str:
    """Until when a void post may be put right or followed by another, as an ISO time; ``""`` where nothing is to be done."""
    if ruling < ballots.VOTER_OUT or ruling in LOST or table.closes is None or left <= 0:
        return ""
    if not stands:
        return table.closes.isoformat()
    if not table.form.corrections and stands != floor:
        return ""  # a void change has used the change
    cutoff = table.state.change_cutoff
    return (table.closes - timedelta(seconds=cutoff)).isoformat() if left > cutoff else ""
