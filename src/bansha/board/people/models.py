"""Who uses the site."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models


def token() -> str:
    """An unguessable token for private feeds."""
    return secrets.token_urlsafe(24)


def token_word() -> str:
    """An unguessable word that can be read out."""
    return "".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(12))


def short_id() -> str:
    """An id that tells nothing."""
    return secrets.token_hex(6)


class User(AbstractUser):
    """An account. In games people go by nicknames of their own; the account's name is shown only in records and the ladder."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    language = models.CharField(max_length=2, choices=[("zh", "中文"), ("en", "English")], default="zh")
    zone = models.CharField(max_length=64, blank=True, help_text="the reader's time zone; empty: only the game's is shown")
    mail_reminders = models.BooleanField(default=False)
    feed_token = models.CharField(max_length=40, unique=True, default=token)
    is_bot = models.BooleanField(default=False)

    class Meta:
        verbose_name = "user"


class Token(models.Model):
    """A personal token for the API. Only its hash is kept: whoever reads the database cannot use it."""

    id = models.CharField(primary_key=True, max_length=12, default=short_id)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateField(null=True, help_text="the day it was last used")


class Device(models.Model):
    """A browser that reminders are pushed to: the address at its push service, its public key and its secret, as the browser gave them."""

    id = models.CharField(primary_key=True, max_length=12, default=short_id)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    name = models.CharField(max_length=40, help_text="for its owner to tell his devices apart")
    made = models.DateTimeField(auto_now_add=True)


class Confirmation(models.Model):
    """A mail address that its owner has still to confirm; ``User.email`` holds only what was confirmed."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True)
    email = models.EmailField()
    word = models.CharField(max_length=40, unique=True, default=token, help_text="what the link in the letter is made of")
    made = models.DateTimeField(help_text="when the letter was asked for")


class Letter(models.Model):
    """Something on its way to a user: a reminder by mail, one to a ``device``, or, without a ``game``, a request to confirm an address.

    A reminder says that there is something to do in a game until a time, and nothing else. Directors are told likewise that a game waits for
    them: ``what`` is then a kind of the games' ``Alert``, or UNTENDED, of a game without a director, to staff.
    """

    REMINDER, UNTENDED = "reminder", "untended"

    user = models.ForeignKey(User, on_delete=models.CASCADE)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, null=True)
    game = models.CharField(max_length=10)
    what = models.CharField(max_length=8, default=REMINDER)
    title = models.CharField(max_length=60)
    zone = models.CharField(max_length=64)
    until = models.DateTimeField()
    due = models.DateTimeField(db_index=True, help_text="when it is tried next")
    tries = models.PositiveSmallIntegerField(default=0)


class Attempt(models.Model):
    """One try at something that is limited. Of whom or from where, only a hash is kept, for a day."""

    key = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["key", "at"])]


class Invitation(models.Model):
    """A word with which somebody may join a site that takes guests by invitation only; good ``left`` times."""

    word = models.CharField(max_length=24, unique=True, default=token_word)
    left = models.PositiveSmallIntegerField(default=1)
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="invitations")
    made = models.DateTimeField(auto_now_add=True)
