"""Posts: talk, votes, last words, rooms (3.3, X-R38, X-R39)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bansha.reading.votes import VoteReading, read_vote
from bansha.rules import ballots, phases
from bansha.rules.bits import has
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice
from bansha.table.course import words_spoken
from bansha.table.threads import Thread

if TYPE_CHECKING:
    from bansha.table.inputs import Post
    from bansha.table.table import Table


def post(table: Table, what: Post, at: datetime) -> list[Notice]:
    """A post in a thread. Raises Malformed for an unknown thread or floor, Unlawful where the seat may not write."""
    check_running(table)
    thread = table.threads.get(what.thread)
    if thread is None:
        raise Malformed("thread", f"没有这个帖子：{what.thread}", f"no such thread: {what.thread!r}")
    if what.quote and (type(what.quote) is not int or not 0 <= what.quote <= thread.floors):
        raise Malformed("quote", f"没有第 {what.quote} 楼", f"no such floor to quote: {what.quote!r}; there are {thread.floors}")
    if thread.votes:
        return vote_post(table, thread, what, at)
    if what.thread not in table.talks:
        check_room(table, what)
        thread.add(what.seat)
        return []
    if what.thread.startswith("words-"):
        return last_words(table, thread, what, at)
    if not has(table.state.alive, what.seat):
        raise Unlawful("out", "你已经出局，不能再发言", "you are out and cannot post any more")
    thread.add(what.seat)
    return []


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
def check_room(table: Table, what: Post) -> None:
    """Only members write in a room, while they belong to it. Raises Unlawful for everything that is not open."""
    if not what.thread.startswith("room-"):
        raise Unlawful("closed", "这个帖子已经关闭", "this thread is closed")
    if table.over or not has(table.members[int(what.thread[5:])], what.seat):
        raise Unlawful("room", "你不在这个房间里", "you are not in this room")


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
    """A post in a vote thread: it stands for ever, and the ledger says what it counts as. In a closed thread it is late."""
    reading = read(table, what.text, what.seat)
    if reading.label == ballots.LABEL_NONE:
        thread.add(what.seat)
        return []
    floor = thread.floors + 1
    quotes_own = 1 if thread.is_own_vote(what.quote, what.seat) else 0
    left = table.left(at) if what.thread == table.voting else 0
    ruling = table.law.cast(table.state, what.seat, reading.label, reading.target, reading.flaw, quotes_own, floor, left)
    thread.add(what.seat, ruling)
    if ruling == ballots.TALK:
        return []
    return [ledger(what.thread, floor, what.seat, ruling, reading, what.seat)]


def ledger(thread: str, floor: int, voter: int, ruling: int, reading: VoteReading, by: int) -> Notice:
    """How the director read a vote post, shown to all; ``by`` is −1 where the director posted it for the voter."""
    match = reading.match
    how = [match.how, match.typed, match.meant] if match and match.how else []
    return Notice(EVERYBODY, "ledger", [thread, floor, voter, ruling, reading.target, how, by])
