"""Who uses the site."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models


def token() -> str:
    """An unguessable token for private feeds."""
    return secrets.token_urlsafe(24)


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
