"""What a bot may know: public posts and notices, and what was said to its own seat. The only place in which bots read the database.

Nothing else is asked for: no other seat's notices, no rooms, no log, no chance.
"""

from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from bansha.board.games.models import Game, Post, Said, Seat
from bansha.board.games.words import setting_of
from bansha.rules.notices import EVERYBODY, to_seat
from bansha.telling import words
from bansha.telling.votes import COUNTING


class Heard(NamedTuple):
    """A post as everybody sees it."""

    floor: int
    seat: int | None
    text: str


class Eyes:
    """One bot's view of a game. Read when asked, once."""

    def __init__(self, game: Game, seat: Seat, opened: datetime) -> None:
        self.game = game
        self.seat = seat
        self.number = seat.number
        self.opened = opened  # of the open phase, as announced

    @cached_property
    def at(self) -> words.Setting:
        """Names, rule set, options."""
        return setting_of(self.game)

    @cached_property
    def living(self) -> list[int]:
        """Who has not been announced out."""
        return list(Seat.objects.filter(game=self.game, out="").order_by("number").values_list("number", flat=True))

    @cached_property
    def told(self) -> list[tuple[str, list[Any], datetime]]:
        """What was said to this seat, in order."""
        rows = Said.objects.filter(game=self.game, to=to_seat(self.number)).order_by("place")
        return list(rows.values_list("what", "args", "at"))

    @cached_property
    def last_out(self) -> list[int]:
        """Who went out at the last dawn."""
        row = Said.objects.filter(game=self.game, to=EVERYBODY, what="dawn").order_by("-place").first()
        return [seat for seat, _identity in row.args[1]] if row else []

    @cached_property
    def candidates(self) -> list[int]:
        """The two of a runoff or deciding vote."""
        row = Said.objects.filter(game=self.game, to=EVERYBODY, what="phase").order_by("-place").first()
        return list(row.args[3]) if row else []

    def posts(self, thread: str, last: int = 60) -> list[Heard]:
        """The last posts of a public thread, oldest first."""
        rows = Post.objects.filter(thread__game=self.game, thread__key=thread).order_by("-floor")[:last]
        return [Heard(row.floor, row.seat, row.text) for row in reversed(rows)]

    def ledger(self, thread: str) -> list[list[Any]]:
        """How the votes of a thread were read, as published."""
        rows = Post.objects.filter(thread__game=self.game, thread__key=thread, reading__isnull=False).order_by("floor")
        return [reading["args"] for reading in rows.values_list("reading", flat=True) if reading]

    def votes(self, thread: str) -> dict[int, int]:
        """Who votes for whom, by the ledger."""
        return {row[2]: row[4] for row in self.ledger(thread) if row[3] in COUNTING}

    def own_floor(self, thread: str) -> int:
        """The floor of this seat's last vote post, 0 without one."""
        return max((row[1] for row in self.ledger(thread) if row[2] == self.number), default=0)

    # ---- what follows from what the seat was told --------------------------------------------------------------------------------------

    @cached_property
    def identity(self) -> int:
        """Its identity as it was last told, −1 before the deal."""
        return next((args[0] for what, args, _ in reversed(self.told) if what in ("role", "became")), -1)

    @cached_property
    def identity_key(self) -> str:
        """The same as the rulebook's key."""
        return words.IDENTITIES[self.game.rules][self.identity] if self.identity >= 0 else ""

    @cached_property
    def mates(self) -> frozenset[int]:
        """The group, as it was told of it."""
        return frozenset(next((args[1] for what, args, _ in reversed(self.told) if what == "room"), ())) - {self.number}

    @cached_property
    def verified(self) -> dict[int, int]:
        """Identities it has learnt: by a verification or a tip."""
        return {args[0]: args[1] for what, args, _ in self.told if what in ("verified", "tip")}

    @cached_property
    def learnt(self) -> list[str]:
        """Powers for this night, if it was told of any at the last dawn."""
        wanted = [(args[0], at) for what, args, at in self.told if what == "learnt"]
        dawns = Said.objects.filter(game=self.game, to=EVERYBODY, what="dawn").order_by("-place").values_list("at", flat=True)
        if not wanted or wanted[-1][1] != dawns.first():
            return []
        return [words.POWERS[self.game.rules][power] for power in wanted[-1][0]]

    @property
    def answers(self) -> list[str]:
        """The answers to what it has sent in this phase: ``accepted``, ``refused``, ``not_understood``."""
        kinds = ("accepted", "refused", "not_understood")
        rows = Said.objects.filter(game=self.game, to=to_seat(self.number), what__in=kinds, at__gte=self.opened)
        return list(rows.order_by("place").values_list("what", flat=True))

    def is_enemy(self, identity: int) -> bool:
        """Whether an identity belongs to another camp than its own."""
        return words.identity_term(self.at, identity).camp != words.identity_term(self.at, self.identity).camp
