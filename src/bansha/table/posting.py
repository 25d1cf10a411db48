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
from bansha.table.threads import Thread, talk_thread

if TYPE_CHECKING:
    from bansha.table.inputs import Post
    from bansha.table.table import Table


def post(table: Table, what: Post, at: datetime) -> list[Notice]:
    """A post in a thread. Raises Malformed for an unknown thread or floor, Unlawful where the seat may not write."""
    thread = table.threads.get(what.thread)
    if thread is None:
        raise Malformed("thread", f"没有这个帖子：{what.thread}", f"no such thread: {what.thread!r}")
    if type(what.quote) is not int or not 0 <= what.quote <= thread.floors:
        raise Malformed("quote", f"没有第 {what.quote} 楼", f"no such floor to quote: {what.quote!r}; there are {thread.floors}")
    if thread.votes:
        return vote_post(table, thread, what, at)
    check_may_write(table, what)
    thread.add(what.seat)
    if table.slot and table.slot.phase == phases.WORDS and what.thread == talk_thread(phases.WORDS, table.state.day):
        table.law.speak(table.state, what.seat)
        return [Notice(EVERYBODY, "spoken", [what.seat]), *words_spoken(table, at)]
    return []


@home("X-R38", "X-R39")
def check_may_write(table: Table, what: Post) -> None:
    """The living write in the open discussion, those with a right to last words once, members in their room. Raises Unlawful."""
    s = table.state
    if what.thread.startswith("room-"):
        room = int(what.thread[5:])
        if table.over or not has(table.members[room], what.seat):
            raise Unlawful("room", "你不在这个房间里", "you are not in this room")
        return
    if table.slot is None or what.thread not in open_talk(table):
        raise Unlawful("closed", "这个帖子已经关闭", "this thread is closed")
    if what.thread.startswith("words-"):
        if not has(s.words, what.seat):
            raise Unlawful("no_last_words", "你没有遗言可发", "you have no last words to post")
    elif not has(s.alive, what.seat):
        raise Unlawful("out", "你已经出局，不能再发言", "you are out and cannot post any more")


def open_talk(table: Table) -> tuple[str, ...]:
    """The discussion threads in which one may write now."""
    s = table.state
    if s.phase in (phases.DAY, phases.RUNOFF):
        return (talk_thread(s.phase, s.day),)
    if s.phase == phases.WORDS:
        words = talk_thread(phases.WORDS, s.day)
        return (words, talk_thread(phases.DAY, s.day + 1)) if table.early else (words,)
    return ()


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

