"""One game in play, no I/O: ``receive(input, at)`` gives back what the director says.

How it works. An input comes with its time. First everything that was due by then happens, at its own time and whatever the delay
(``course``); that is logged as a tick. Then the input is handled (``signing``, ``posting``, ``messages``, ``acts``), and the entry with its notices
is appended to the log. The table is a fold of its log: the same entries give the same table and the same notices, byte for byte.

Rules for whoever edits this package:

1. No clause is decided here; ask ``table.law`` (a ``rules.face.Face``).
2. A handler checks first and changes afterwards: what raises has changed nothing and is not logged.
3. Time and chance come from outside: from ``at`` and from the seed in the log.
4. Whatever a viewer may see is a notice addressed to it; never take a notice apart to hide something.
"""

from collections.abc import Callable
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from bansha.reading.names import NameBook
from bansha.rules import calendar, phases
from bansha.rules.errors import Malformed
from bansha.rules.face import Record, face
from bansha.rules.notices import Notice
from bansha.table import acts, course, messages, posting, signing
from bansha.table.header import Clock, Header
from bansha.table.inputs import (
    Adjust,
    Begin,
    Correct,
    CorrectVote,
    Deal,
    DeclareDraw,
    Input,
    Leave,
    Message,
    OpenEarly,
    Pause,
    Post,
    ProxyPost,
    Resume,
    SignUp,
    Substitute,
    Tick,
    from_data,
    to_data,
)
from bansha.table.log import Entry
from bansha.table.threads import Thread


class Kept(NamedTuple):
    """An adjudication and the entry that brought it about."""

    entry: int
    record: Record


class Table:
    """A game under way. Read its attributes; change it by ``receive`` alone."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.law = face(header.rules)
        self.options = self.law.options(header.options)
        self.form = self.law.vote_form(self.options)
        self.calendar = calendar.from_data(header.calendar)
        self.clock = Clock(self.calendar.zone)

        self.log: list[Entry] = []
        self.amended: dict[int, list[Any]] = {}  # inputs that were corrected, by entry: the state is the fold of the log with these
        self.now: datetime | None = None

        self.names: list[str] = []
        self.former: dict[str, int] = {}  # names of those who were replaced
        self.book = NameBook([])
        self.seed = ""
        self.salt = ""

        self.state: Any = None  # of the rule set; None before the deal
        self.start: datetime | None = None  # when day 1 opens, while it has not
        self.slot: calendar.Slot | None = None  # the open phase
        self.closes: datetime | None = None
        self.reminds: datetime | None = None
        self.paused = False
        self.early = False  # discussion opened during last words

        self.threads: dict[str, Thread] = {}
        self.voting = ""  # the open vote thread
        self.talks: tuple[str, ...] = ()  # the open discussions, last words included
        self.members: list[int] = []  # by room
        self.stays: list[tuple[int, int, int, int]] = []  # room, seat, first floor and first entry of the stay
        self.leaves: dict[tuple[int, int], tuple[int, int]] = {}  # (room, seat): last floor and last entry of the stay
        self.records: list[Kept] = []

    # ---- what it is ----------------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> int:
        """A phase of ``rules.phases``: SIGNUP before the deal, OVER at the end."""
        return phases.SIGNUP if self.state is None else int(self.state.phase) if self.slot or self.over else phases.SIGNUP

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state is not None and bool(self.state.over)

    @property
    def due(self) -> datetime | None:
        """When something happens next without anybody doing anything."""
        if self.over or self.paused:
            return None
        if self.closes is None:
            return self.start
        return min(self.closes, self.reminds) if self.reminds else self.closes

    def left(self, at: datetime) -> int:
        """Whole seconds to the end in force, rounded up; 0 when it has come (X-R28)."""
        if self.closes is None:
            return 0
        return max(0, ceil((self.closes - at).total_seconds()))

    # ---- what happens --------------------------------------------------------------------------------------------------------------

    def receive(self, what: Input, at: datetime) -> list[Notice]:
        """Take an input and give back what the director says, what had been due before included.

        Raises Malformed (not understood) or Unlawful (forbidden) and then has changed nothing but what was due by ``at`` anyway.
        """
        if at.tzinfo is None:
            at = self.clock.instant(at)
        if self.now is not None and at < self.now:
            raise Malformed(
                "clock",
                f"时间倒流：{at.isoformat()} 早于已收到的 {self.now.isoformat()}",
                f"time runs backwards: {at.isoformat()} is before {self.now.isoformat()}, which was received already",
            )
        said: list[Notice] = []
        if not isinstance(what, Tick):
            self.checked(what)
        while (due := self.due) is not None and due <= at:
            said = said + self.enter(Tick(), at)
        if not isinstance(what, Tick):
            said = said + self.enter(what, at)
        return said

    def checked(self, what: Input) -> None:
        """Raises Malformed if a field is not of the kind it must be."""
        from_data(to_data(what))
        seat = getattr(what, "seat", None)
        if seat is not None and (type(seat) is not int or not 0 <= seat < len(self.names)):
            raise Malformed("seat", f"没有这个座位：{seat}", f"no such seat: {seat!r}; seats are 0 to {len(self.names) - 1}")
        for field in ("text", "name", "thread"):
            value = getattr(what, field, "")
            if not isinstance(value, str) or "\0" in value or any("\ud800" <= c <= "\udfff" for c in value):
                raise Malformed("text", "文字里有不能保存的字符", f"{field} is not text that can be kept")

    def enter(self, what: Input, at: datetime) -> list[Notice]:
        """Handle one input whose time has come and append it to the log."""
        return self.take(what, at, to_data(what), at.isoformat())

    def take(self, what: Input, at: datetime, data: list[Any], stamp: str) -> list[Notice]:
        """Handle one input, given also as it stands in the log."""
        said = HANDLERS[type(what)](self, what, at)
        self.now = at
        self.log.append(Entry(len(self.log) + 1, stamp, data, said))
        return said

    def keep(self, record: Record) -> None:
        """Keep an adjudication for whoever asks why."""
        self.records.append(Kept(len(self.log) + 1, record))

    def draw(self, label: str, seats: int) -> int:
        """One seat of a set by the recorded chance."""
        from bansha.table.deal import one_of

        return one_of(self.seed, self.salt, label, seats)

    def rename(self) -> None:
        """Make the book of names anew."""
        self.book = NameBook(self.names)


Handler = Callable[[Table, Any, datetime], list[Notice]]


def correct(table: Table, what: Correct, at: datetime) -> list[Notice]:
    """See ``correcting``; imported when first needed."""
    from bansha.table.correcting import correct as handle

    return handle(table, what, at)


HANDLERS: dict[type, Handler] = {
    SignUp: signing.sign_up,
    Leave: signing.leave,
    Deal: signing.deal,
    Begin: signing.begin,
    Post: posting.post,
    Message: messages.message,
    Tick: course.tick,
    Adjust: acts.adjust,
    Pause: acts.pause,
    Resume: acts.resume,
    OpenEarly: acts.open_early,
    CorrectVote: acts.correct_vote,
    ProxyPost: acts.proxy_post,
    Substitute: acts.substitute,
    DeclareDraw: acts.declare_draw,
    Correct: correct,
}
