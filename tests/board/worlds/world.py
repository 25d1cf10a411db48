"""A world: one course of a game, played on the site with its clock and its chance in hand, and then undone.

Two worlds that are compared are two courses. Whatever is random on the site (ids, keys, tokens, seed and salt) comes here from a fixed
sequence, and roles are dealt as the course says. Ids that the site draws at random mean nothing by themselves: ``World.blank`` writes each
as its place of first appearance, so that only *which are the same* is compared. An id that counts is not drawn, so it is not blanked.
"""

import base64
import random
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.db import transaction

from bansha.board.games import tables
from bansha.board.people import letters
from bansha.board.people.models import Device, User
from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.table import signing
from bansha.table.inputs import Input, Message, Post, Substitute
from bansha.table.table import Table
from tests.board import play
from tests.board.pushing import SITE_KEY, Browser, Service


class Act(NamedTuple):
    """Something that happens ``after`` so many seconds of the phase. ``seat`` −1: the director."""

    after: int
    seat: int
    what: Input | Callable[[Table], Input]


class Course(NamedTuple):
    """``identities`` by seat; ``acts`` of each phase in turn, from the opening of day 1; the world stops in the last of them."""

    rules: str
    identities: tuple[int, ...]
    phases: tuple[tuple[Act, ...], ...]
    until: int = 3600 * 3  # seconds into the last phase at which everybody looks


def talk(after: int, seat: int, text: str, thread: str = "", quote: int = 0) -> Act:
    """A post; without a thread in the open discussion."""
    return Act(after, seat, Post(thread, seat, text, quote))


def vote(after: int, seat: int, name: str) -> Act:
    """A vote in the open vote thread."""
    return Act(after, seat, Post("votes", seat, f"投票对象：{name}\n投票理由：见讨论帖"))


def say(after: int, seat: int, text: str) -> Act:
    """A private message."""
    return Act(after, seat, Message(seat, text))


class World:
    """A course under way or played. What is said to people beside the pages goes out as it is due: mail, and pushes to a device of each."""

    def __init__(self, game: play.BoardGame, other: play.BoardGame, clock: play.Clock, sequence: "Sequence") -> None:
        self.game, self.other, self.clock, self.sequence = game, other, clock, sequence
        self.refused: list[tuple[int, int]] = []  # seat and number of each act that was refused
        self.former: list[User] = []  # who gave a seat up
        self.service = Service()  # what was pushed to anybody

    def go_through(self, course: Course) -> None:
        """Play the course."""
        game = self.game
        opened = self.clock.now
        for n, acts in enumerate(course.phases):
            self.turn()
            if game.table.over:
                return
            opened = self.clock.now
            for i, act in enumerate(sorted(acts, key=lambda act: act.after)):
                if (due := game.table.closes) is None or due <= opened + timedelta(seconds=act.after):
                    break
                self.clock.now = opened + timedelta(seconds=act.after - 1)
                self.do(act, n * 1000 + i)
        table = game.table
        if table.closes is not None:
            self.clock.now = max(self.clock.now, min(opened + timedelta(seconds=course.until), table.closes - timedelta(minutes=5)))

    def turn(self) -> None:
        """Let time pass until the next day, runoff or night opens."""
        game, here = self.game, (self.game.row.phase, self.game.row.day)
        while not game.table.over and ((row := game.row).phase, row.day) == here:
            game.next()
            self.deliver()
        if game.row.phase in (phases.WORDS, phases.INTERVAL):
            self.turn()

    def deliver(self) -> None:
        """Send all that is due."""
        while letters.send_some(self.service):
            pass

    def do(self, act: Act, number: int) -> None:
        """One act; what is refused is refused."""
        what, table = act.what, self.game.table
        if isinstance(what, Post):
            thread = {"": table.talks[-1] if table.talks else "talk-1", "votes": table.voting or "votes-1"}.get(what.thread, what.thread)
            what = what._replace(thread=thread)
        try:
            if isinstance(what, Substitute):
                self.former.append(self.game.substitute(what.seat, what.name))
                return
            self.game.send(what, self.game.users[act.seat] if act.seat >= 0 else self.game.organiser)
        except BanshaError:
            self.refused.append((act.seat, number))

    # ---- what is random --------------------------------------------------------------------------------------------------------------

    def drawn(self) -> list[str]:
        """Every id and token that the site drew at random and that a page may show, longest first."""
        found: set[str] = set()
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                code = getattr(field.default, "__code__", None)
                if code is not None and "secrets" in code.co_names:
                    found |= set(model._default_manager.values_list(field.attname, flat=True))
        return sorted((value for value in found if value), key=lambda value: (-len(value), value))


class Blanks:
    """Writes random ids as their place of first appearance before one viewer."""

    def __init__(self, world: World) -> None:
        values = world.drawn()
        self.places: dict[str, int] = {}
        self.pattern = re.compile("|".join(map(re.escape, values)) if values else r"(?!)")
        self.commitment = world.game.row.header["commitment"]

    def __call__(self, text: str) -> str:
        text = text.replace(self.commitment, "«commitment»")
        return self.pattern.sub(lambda match: f"«id {self.places.setdefault(match[0], len(self.places))}»", text)


class Sequence:
    """What takes the place of ``secrets``: the same numbers in every world, begun anew wherever ``restart`` says."""

    def __init__(self) -> None:
        self.random = random.Random(0)

    def restart(self, label: str) -> None:
        """From here on the numbers of this label."""
        self.random.seed(label)

    def patched(self, patch: pytest.MonkeyPatch) -> None:
        """Put it in the place of the real one."""
        patch.setattr(secrets, "SystemRandom", lambda: self.random)
        patch.setattr(secrets, "choice", self.random.choice)
        patch.setattr(secrets, "randbelow", self.random.randrange)
        patch.setattr(secrets, "token_bytes", lambda n=32: self.random.randbytes(n))
        patch.setattr(secrets, "token_hex", lambda n=32: self.random.randbytes(n).hex())
        patch.setattr(secrets, "token_urlsafe", lambda n=32: base64.urlsafe_b64encode(self.random.randbytes(n)).rstrip(b"=").decode())


@contextmanager
def world(course: Course) -> Iterator[World]:
    """The world of a course, undone when the block ends."""
    sequence, clock = Sequence(), play.Clock()
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr("django.utils.timezone.now", clock)
        patch.setattr("time.time", lambda: clock().timestamp())
        sequence.patched(patch)
        mail.outbox.clear()
        patch.setattr(signing, "shuffled", lambda seed, _salt, _label, seats: list(course.identities if seed == play.SEED else seats))
        other = play.dealt(clock, "piper", prefix="elsewhere-", title="另一局", seed="elsewhere")
        game = play.dealt(clock, course.rules, prefix="p")
        play.user("spectator")
        play.user("admin", is_staff=True)
        made = World(game, other, clock, sequence)
        patch.setattr(settings, "PUSH_KEY", SITE_KEY)
        for who in User.objects.order_by("pk"):
            who.email, who.mail_reminders = f"{who.username}@example.org", True
            who.save()
            Device.objects.create(user=who, **made.service.subscribed(Browser(who.username)).columns)
        made.go_through(course)
        yield made
        transaction.set_rollback(True)
    tables._tables.clear()


def knowledge(world: World, seat: int) -> list[Any]:
    """All that a seat was told, may read and has sent, by the table's own views and not by the board's; −1: a visitor.

    Two worlds look the same to a seat, and so must be the same on the site, if this is equal.
    """
    from bansha.board.games.models import Post as PostRow
    from bansha.table.threads import room_thread
    from bansha.table.views import public_view, room_floors, seat_view

    table = world.game.table
    told = public_view(table) if seat < 0 else seat_view(table, seat)
    known: list[Any] = [(one.at, one.notice.to, one.notice.what, blank_commitment(one.notice.args, table)) for one in told]
    rooms = {room_thread(room): room_floors(table, room, seat) for room in range(len(table.members))} if seat >= 0 else {}
    for row in PostRow.objects.filter(thread__game=world.game.pk).order_by("thread__key", "floor").select_related("thread"):
        key = row.thread.key
        stays = rooms.get(key, []) if key.startswith("room-") else [(1, -1)]
        if any(first <= row.floor and (last < 0 or row.floor <= last) for first, last in stays):
            known.append((key, row.floor, row.seat, row.text, row.quote, row.at))
    known += [(entry.at, entry.input) for entry in table.log if entry.input[0] == "message" and entry.input[1] == seat]
    known += [refusal for refusal in world.refused if refusal[0] == seat]
    return [*known, table.phase, table.closes, table.names]


def blank_commitment(args: list[Any], table: Any) -> list[Any]:
    """The commitment is the hash of what is hidden."""
    return ["«commitment»" if arg == table.header.commitment else arg for arg in args]
