"""What is kept of a game: its log, and what is drawn from it for pages. The log is the truth; everything else can be made anew from it.

Posts, entries and notices are never changed or deleted; triggers in the database see to that (migration 0002).
"""

import secrets

from django.conf import settings
from django.db import models

from bansha.board.games.fields import JSONInOrder

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is mistaken for something else


def opaque() -> str:
    """An id that tells nothing, neither order nor number."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


class Game(models.Model):
    """A game and its public state, as the phase band shows it. ``entries`` is the counter under whose row lock the log grows."""

    SIGN_UP, RUNNING, FINISHED = "sign_up", "running", "finished"
    STATUS = [(SIGN_UP, "signing up"), (RUNNING, "running"), (FINISHED, "finished")]

    id = models.CharField(primary_key=True, max_length=10, default=opaque)
    title = models.CharField(max_length=60)
    rules = models.CharField(max_length=8)
    header = JSONInOrder()
    status = models.CharField(max_length=8, choices=STATUS, default=SIGN_UP, db_index=True)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="organised")
    created = models.DateTimeField(auto_now_add=True)
    start = models.DateTimeField(help_text="when day 1 opens")
    invite = models.CharField(max_length=24, blank=True, help_text="sign-up needs this word; empty: open to all")
    automatic = models.BooleanField(default=True, help_text="phases close by themselves; else the director publishes")
    graveyard = models.BooleanField(default=False)
    demo = models.BooleanField(default=False)

    phase = models.PositiveSmallIntegerField(default=0)
    day = models.PositiveSmallIntegerField(default=0)
    closes = models.DateTimeField(null=True)
    alive = models.PositiveSmallIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    check_sum = models.PositiveBigIntegerField(default=0)
    paused = models.DateTimeField(null=True)
    ended = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.title} ({self.id})"


class Chance(models.Model):
    """Seed and salt of a game. Apart from the game, so that no page has them in hand before the end."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)


class Directorship(models.Model):
    """Who directs a game beside the machine."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="directors")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="directs_once")]


class Seat(models.Model):
    """A player's place: ``number`` is that of the table, ``name`` the nickname in this game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    name = models.CharField(max_length=40)
    out = models.CharField(max_length=12, blank=True, help_text="identity published, empty while in the game")
    called = models.BooleanField(default=False, help_text="a power or the deciding vote is the seat's in the open phase; its secret")
    wants_substitute = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_user"),
        ]


class FormerHolder(models.Model):
    """Somebody who gave a seat up: he has seen its secrets, and may neither come back nor direct."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    number = models.PositiveSmallIntegerField()


class Entry(models.Model):
    """A line of the log."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log")
    n = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=16)
    line = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "n"], name="log_without_gaps")]
        indexes = [models.Index(fields=["by", "at"])]


class Said(models.Model):
    """A notice. ``place`` counts per addressee, so that nobody can count what is said to others."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    to = models.CharField(max_length=10)
    place = models.PositiveIntegerField()
    entry = models.PositiveIntegerField()
    at = models.DateTimeField()
    what = models.CharField(max_length=24)
    args = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "to", "place"], name="notices_without_gaps")]
        indexes = [models.Index(fields=["game", "to", "what"])]


class Thread(models.Model):
    """A thread; ``floors`` is the counter under whose row lock it grows."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="threads")
    key = models.CharField(max_length=24)
    floors = models.PositiveIntegerField(default=0)
    opened = models.DateTimeField()
    open = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="one_thread_a_key")]


class Post(models.Model):
    """A post on its floor; without a seat it is the director's. ``reading`` is how a vote was read, as the ledger has it.

    ``told`` is what a post of the director's says as data (``opening.py``): each reader has it in his own language.
    """

    id = models.CharField(primary_key=True, max_length=10, default=opaque)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="posts")
    floor = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    html = models.TextField()
    quote = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    reading = models.JSONField(null=True)
    told = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "floor"], name="floors_without_gaps")]


class Stay(models.Model):
    """A seat's membership of a room (X-R39): which floors and which notices of the room it may read; 0 is "still a member"."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="stays")
    room = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    first_floor = models.PositiveIntegerField()
    first_entry = models.PositiveIntegerField()
    last_floor = models.PositiveIntegerField(default=0)
    last_entry = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["game", "seat", "room"])]


class Deadline(models.Model):
    """When the next thing is due in a game. Claimed, executed and marked done in one transaction; a failure sets the game aside."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)
    due = models.DateTimeField(db_index=True)
    failed = models.TextField(blank=True)


class Alert(models.Model):
    """That a game waits for its director, of which he has been told: set aside, paused after an outage, or a phase to be published.

    ``at`` tells one such stop from the next: the time of the pause, of what was due, of the end.
    """

    OUTAGE, ASIDE, PUBLISH = "outage", "aside", "publish"

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    what = models.CharField(max_length=8)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "what", "at"], name="told_once")]


class Heartbeat(models.Model):
    """When a director process last looked round; for /readyz and for outages."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField()


class DeskAct(models.Model):
    """What a director did that is no entry of the log: reading secrets, letting in another director, trying again. Read at the desk alone."""

    LOOKED, ADDED, REMOVED, HANDED_OVER, TRIED_AGAIN, AUTOMATIC, BY_HAND, START, BOTS = (
        "looked", "added", "removed", "handed", "again", "automatic", "by_hand", "start", "bots",
    )  # fmt: skip

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="desk_acts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=12)
    detail = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [models.Index(fields=["game", "at"])]


class Note(models.Model):
    """What is written beside the game: a player and the people who direct it (box ``s3``), or the dead among themselves (box ``dead``).

    The table never hears of it. Without a seat it is a director's. ``place`` counts per box, so that nobody can count what others write.
    """

    DEAD = "dead"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    box = models.CharField(max_length=4)
    place = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "box", "place"], name="notes_without_gaps")]


class Trace(models.Model):
    """From where somebody played lately: a salted hash of the address, good for one game only, so that nobody can follow it further."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="traces")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    address = models.CharField(max_length=32)
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user", "address"], name="one_trace_an_address")]


class Record(models.Model):
    """What a seat came to at the end of a game, as the ``over`` notice has it; for profiles and the ladder.

    ``camp`` is that of the end: with ``identity`` it says which row of the score table (2.2) is meant.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="records")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    rules = models.CharField(max_length=8)
    identity = models.PositiveSmallIntegerField()
    camp = models.PositiveSmallIntegerField()
    half = models.PositiveIntegerField(help_text="half points")
    won = models.BooleanField()
    drawn = models.BooleanField(default=False)
    ended = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_record_a_seat")]
        indexes = [models.Index(fields=["rules", "camp", "identity"])]
