"""The director's own acts, all of them public and in the log (X-R33, X-R37, X-R38, X-R42, X-R45)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bansha.rules import ballots, calendar, phases
from bansha.rules.bits import has
from bansha.rules.errors import Unlawful
from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice
from bansha.table import course
from bansha.table.messages import post_for
from bansha.table.posting import check_running, may_be_named
from bansha.table.threads import talk_thread

if TYPE_CHECKING:
    from bansha.table.inputs import Adjust, CorrectVote, DeclareDraw, OpenEarly, Pause, ProxyPost, Resume, Substitute
    from bansha.table.table import Table

ADJUSTING = {
    "over": ("这一阶段已经结束", "this phase is over"),
    "unchanged": ("这本来就是现在的结束时间", "that is the end in force already"),
    "past": ("新的结束时间已过；要立即结束，请写现在的时间", "the new end has gone by; to end the phase at once, name the present time"),
    "no-time": ("新的结束时间不在本阶段开始之后", "the new end is not after the opening of the phase"),
}


def under_way(table: Table) -> calendar.Slot:
    """The open phase. Raises Unlawful if there is none."""
    if table.slot is None:
        raise Unlawful("not_under_way", "对局不在进行中", "the game is not under way")
    return table.slot


def utc(instant: datetime) -> datetime:
    """An instant without a zone, so that no change of clocks comes into comparing it."""
    return instant.astimezone(UTC).replace(tzinfo=None)


def move_end(table: Table, slot: calendar.Slot, closes: datetime, at: datetime) -> None:
    """Let the open phase end at ``closes``. Of a reminder whose time has gone by with that, nothing comes."""
    table.slot = calendar.adjust(slot, table.clock.scheduled(closes))
    course.set_end(table, table.slot)
    if table.reminds is not None and table.reminds <= at:
        table.reminds = None


@home("X-R37", "P-R13")
def adjust(table: Table, what: Adjust, at: datetime) -> list[Notice]:
    """Another end for the open phase, that end only; cut-offs go with it."""
    slot = under_way(table)
    if table.paused:
        raise Unlawful("paused", "对局暂停中；继续时再定结束时间", "the game is paused; say when the phase ends as you resume it")
    closes = table.clock.read(what.closes)
    opened, until = table.clock.happens(slot.opened), table.clock.happens(slot.closes)
    problem = calendar.adjust_problem(slot._replace(opened=utc(opened), closes=utc(until)), utc(at), utc(closes))
    if problem:
        raise Unlawful(problem, *ADJUSTING[problem])
    move_end(table, slot, closes, at)
    return [Notice(EVERYBODY, "adjusted", [slot.phase, table.state.day, course.closes_text(table), what.reason])]


@home("X-R37")
def pause(table: Table, what: Pause, _at: datetime) -> list[Notice]:
    """The clock stops: nothing is due and nobody is late, until the director says when the phase ends."""
    slot = under_way(table)
    if table.paused:
        raise Unlawful("paused", "对局已经暂停了", "the game is paused already")
    table.paused = True
    return [Notice(EVERYBODY, "paused", [slot.phase, table.state.day, what.reason])]


@home("X-R37")
def resume(table: Table, what: Resume, at: datetime) -> list[Notice]:
    """The clock goes on, with a new end for the open phase."""
    slot = under_way(table)
    if not table.paused:
        raise Unlawful("not_paused", "对局没有暂停", "the game is not paused")
    closes = table.clock.read(what.closes)
    if closes <= at:
        raise Unlawful("past", *ADJUSTING["past"])
    table.paused = False
    move_end(table, slot, closes, at)
    return [Notice(EVERYBODY, "resumed", [slot.phase, table.state.day, course.closes_text(table), what.reason])]


@home("X-R38")
def open_early(table: Table, _what: OpenEarly, _at: datetime) -> list[Notice]:
    """Discussion of the next day opens while last words go on; the vote thread opens with the day."""
    slot = under_way(table)
    if slot.phase != phases.WORDS or not table.calendar.early:
        raise Unlawful("not_words", "只有在等待遗言时才能提前开帖", "discussion can be opened early only while last words are waited for")
    if table.early:
        raise Unlawful("opened", "讨论帖已经提前开了", "the discussion has been opened already")
    table.early = True
    thread = talk_thread(phases.DAY, table.state.day + 1)
    table.open_thread(thread, votes=False)
    table.talks = (*table.talks, thread)
    return [Notice(EVERYBODY, "early", [table.state.day + 1]), Notice(EVERYBODY, "thread", [thread, 1])]


def check_target(table: Table, target: int) -> None:
    """Raises Unlawful if nobody may vote so now."""
    if target >= 0 and not has(may_be_named(table), target):
        raise Unlawful("target", "不能投给这个座位", "this seat cannot be voted for now")
    if target == phases.ABSTAIN and table.state.phase == phases.RUNOFF and not table.form.abstain_in_runoff:
        raise Unlawful("no_abstention", "高票对决不能弃权", "there is no abstaining in a runoff")


def open_vote(table: Table) -> None:
    """Raises Unlawful unless a vote thread is open."""
    under_way(table)
    if not table.voting:
        raise Unlawful("no_vote", "现在没有投票", "no vote is open now")


@home("3.3")
def correct_vote(table: Table, what: CorrectVote, _at: datetime) -> list[Notice]:
    """How a seat's standing vote was read is corrected, with the reason, in public."""
    open_vote(table)
    if not has(table.state.alive, what.seat):
        raise Unlawful("out", "已经出局的人没有票", "a player who is out has no vote")
    check_target(table, what.target)
    table.law.overrule(table.state, what.seat, what.target)
    return [Notice(EVERYBODY, "vote_corrected", [what.seat, what.target, what.reason])]


PROXIES = {
    ballots.VOTER_OUT: ("已经出局的人没有票", "a player who is out has no vote"),
    ballots.LATE: ("投票已经截止", "the vote is closed"),
    ballots.CHANGE_LATE: ("截止前 {minutes} 分钟内不能改票", "votes cannot be changed in the last {minutes} minutes"),
    ballots.CHANGE_SPENT: ("改票机会已经用过", "the one change has been used"),
}


@home("X-R42", "X-R37")
def proxy_post(table: Table, what: ProxyPost, at: datetime) -> list[Notice]:
    """A proxy vote that reached the director by other ways. It counts from its post, so it must have its time."""
    open_vote(table)
    check_running(table)
    if not table.form.proxies:
        raise Unlawful("no_proxy", "本规则没有代投", "this rule set has no proxy votes")
    if what.target == phases.NOBODY:
        raise Unlawful("target", "代投要有明确的对象", "a proxy vote needs a definite target")
    check_target(table, what.target)
    said = post_for(table, what.seat, what.target, at, table.law.proxy)
    if isinstance(said, int):
        zh, en = PROXIES[said]
        minutes = table.options.change_cutoff_minutes
        raise Unlawful("proxy", zh.format(minutes=minutes), en.format(minutes=minutes))
    return [said]


@home("X-R45")
def substitute(table: Table, what: Substitute, _at: datetime) -> list[Notice]:
    """A newcomer takes the seat with all that is its own; published is only that the seat changed hands."""
    from bansha.table.signing import check_name

    if table.state is None or table.over:
        raise Unlawful("not_under_way", "对局不在进行中", "the game is not under way")
    check_name(table, what.name)
    former = table.names[what.seat]
    table.former[former] = what.seat
    table.names[what.seat] = what.name
    table.rename()
    return [Notice(EVERYBODY, "substituted", [what.seat, what.name, former])]


@home("X-R33", "P-R15")
def declare_draw(table: Table, what: DeclareDraw, _at: datetime) -> list[Notice]:
    """The director declares a draw in special circumstances."""
    under_way(table)
    table.law.declare_draw(table.state)
    return [Notice(EVERYBODY, "draw_declared", [what.reason]), *course.finish(table)]
