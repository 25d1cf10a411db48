"""One game in play, no I/O: ``receive(input, at)`` gives back what the director says.

How it works. An input comes with its time. First everything that was due by then happens, at its own time and whatever the delay
(``course``); that is logged as a tick. Then the input is handled (``signing``, ``posting``, ``messages``, ``acts``), and the entry with its notices
is appended to the log. The table is a fold of its log: the same entries give the same table and the same notices, byte for byte.

Rules for whoever edits this package:

1. No clause is decided here; ask ``table.law`` (a ``rules.face.Face``).
2. A handler checks first and changes afterwards: what raises has changed nothing and is not logged.
3. A handler does what does not grow with the game; only corrections look at the log.
4. Time and chance come from outside: from ``at`` and from the seed in the log.
5. Whatever a viewer may see is a notice addressed to it; never take a notice apart to hide something.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bansha.reading.names import NameBook
from bansha.rules import calendar, phases
from bansha.rules.errors import LawHole, Malformed
from bansha.rules.face import Record, face
from bansha.rules.notices import Notice
from bansha.table import acts, course, messages, posting, signing
from bansha.table.entries import Entry
from bansha.table.header import Clock, Header
from bansha.table.inputs import (
    LONGEST,
    MOST_INT,
    NESTED,
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
    checked,
    from_data,
    is_text,
    to_data,
)
from bansha.table.stays import Stay
from bansha.table.threads import Thread

SECOND = timedelta(seconds=1)


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
        self.clock = Clock(self.calendar.zone, by_clock=not self.calendar.spans)

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
        self.reminded = False  # in this phase
        self.paused = False
        self.early = False  # discussion opened during last words

        self.threads: dict[str, Thread] = {}
        self.unopened: dict[str, list[int]] = {}  # after a correction: who wrote in threads that only later open, by floor from 2 on
        self.voting = ""  # the open vote thread
        self.talks: tuple[str, ...] = ()  # the open discussions, last words included
        self.members: list[int] = []  # by room
        self.stays: list[Stay] = []  # as they were, corrections notwithstanding
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
        if self.paused or (self.state is not None and self.state.over):
            return None
        if self.closes is None:
            return self.start
        return self.reminds or self.closes  # a reminder comes before the end

    def left(self, at: datetime) -> int:
        """Whole seconds to the end in force, rounded up; 0 when it has come (X-R28)."""
        if self.closes is None:
            return 0
        return max(0, -((at - self.closes) // SECOND))

    # ---- what happens --------------------------------------------------------------------------------------------------------------

    def receive(self, what: Input, at: datetime) -> list[Notice]:
        """Take an input and give back what the director says, what had been due before included.

        Raises Malformed (not understood) or Unlawful (forbidden) and then has changed nothing but what was due by ``at`` anyway.
        """
        at = self.clock.taken(at)
        if self.now is not None and at < self.now:
            raise Malformed(
                "clock",
                f"时间倒流：{at.isoformat()} 早于已收到的 {self.now.isoformat()}",
                f"time runs backwards: {at.isoformat()} is before {self.now.isoformat()}, which was received already",
            )
        self.checked(what)
        said: list[Notice] = []
        try:
            said += self.catch_up(at)
        except LawHole:
            if type(what) not in WAYS_OUT:
                raise
        if not isinstance(what, Tick):
            said += self.enter(what, at)
            said += self.catch_up(at)  # a phase ended at once; a corrected past in which more is due
        return said

    def catch_up(self, at: datetime) -> list[Notice]:
        """Everything that is due by ``at``, in order, each in an entry of its own."""
        said: list[Notice] = []
        while (due := self.due) is not None and due <= at:
            said += self.enter(Tick(), at)
        return said

    def checked(self, what: Input) -> None:
        """Raises Malformed if a field is not of the kind it must be."""
        seats = len(self.names)
        if type(what) is Post:  # told at a glance: posts come by the thousand, all else by the dozen
            thread, author, text, quote = what
            numbers = type(author) is int and 0 <= author < seats and type(quote) is int and 0 <= quote < MOST_INT
            if numbers and type(thread) is str and thread in self.threads and is_text(text, LONGEST["text"]):
                return
        checked(what)
        seat = getattr(what, "seat", None)
        if seat is None:
            return
        if not 0 <= seat < seats:
            raise Malformed("seat", f"没有这个座位：{seat}", f"no such seat: {seat}; seats are 0 to {seats - 1}")
        target = getattr(what, "target", 0)
        if not phases.ABSTAIN <= target < seats:
            raise Malformed("target", f"没有这个座位：{target}", f"no such seat: {target}; −2 is 无, −1 no vote")

    def enter(self, what: Input, at: datetime) -> list[Notice]:
        """Handle one input whose time has come and append it to the log."""
        data = to_data(what)
        return self.take(from_data(data) if isinstance(what, NESTED) else what, at, data, at.isoformat())

    def take(self, what: Input, at: datetime, data: list[Any], stamp: str) -> list[Notice]:
        """Handle one input, given also as it stands in the log."""
        said = HANDLERS[type(what)](self, what, at)
        self.now = at
        self.log.append(Entry(len(self.log) + 1, stamp, data, said))
        return said

    # ---- for the handlers ----------------------------------------------------------------------------------------------------------

    def open_thread(self, name: str, votes: bool) -> None:
        """Make a thread, with its opening post, and what was written there already in a past that has been corrected."""
        thread = self.threads[name] = Thread(votes)
        for author in self.unopened.pop(name, ()):
            thread.add(author)

    def keep(self, record: Record) -> None:
        """Keep an adjudication for whoever asks why."""
        self.records.append(Kept(len(self.log) + 1, record))

    def draw(self, label: str, seats: int) -> int:
        """One seat of a set by the recorded chance."""
        from bansha.table.deal import one_of

        return one_of(self.seed, self.salt, label, seats)

    def rename(self) -> None:
        """Make the book of names anew."""
        self.book = NameBook(self.names, self.former)


WAYS_OUT = (DeclareDraw, Correct)  # of a night without an answer (X-R23)
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
