"""Reminders by mail, for whoever wants them: written down with the reminder itself, sent by a director process, tried again when that fails.

A letter says that there is something to do in a game until a time. What it is, and as what, is on the site alone.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from bansha.board.people.models import Letter, User
from bansha.board.texts import text

AGAIN = (1, 5, 15, 60)  # minutes after a try; then no more
LEASE = timedelta(minutes=5)  # for one who sends; should he fall, somebody else tries after it
A_ROUND = 20

logger = logging.getLogger("bansha.letters")


def write(game: str, title: str, zone: str, users: Iterable[int], until: datetime) -> None:
    """Letters to those of the users who want them."""
    now = timezone.now()
    wanting = User.objects.filter(pk__in=users, mail_reminders=True, is_active=True).exclude(email="")
    Letter.objects.bulk_create(Letter(user=user, game=game, title=title, zone=zone, until=until, due=now) for user in wanting)


def claim() -> list[Letter]:
    """Some letters that are due, taken for a while so that nobody else sends them too; those that have become pointless are thrown away."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now).delete()
    rows = Letter.objects.filter(due__lte=now).order_by("due")
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True, of=("self",))
        letters = list(rows.select_related("user")[:A_ROUND])
        Letter.objects.filter(pk__in=[letter.pk for letter in letters]).update(due=now + LEASE)
    return letters


def send_some() -> int:
    """Send what is due; how many were sent."""
    if not Letter.objects.filter(due__lte=timezone.now()).exists():
        return 0
    return sum(send(letter) for letter in claim())


def send(letter: Letter) -> bool:
    """Send one, and throw it away; or note when to try again."""
    try:
        mail(letter).send()
    except OSError as error:  # smtplib's errors are of these
        logger.warning("a letter was not sent", extra={"why": type(error).__name__})
        if letter.tries >= len(AGAIN):
            letter.delete()
        else:
            Letter.objects.filter(pk=letter.pk).update(tries=letter.tries + 1, due=timezone.now() + timedelta(minutes=AGAIN[letter.tries]))
        return False
    letter.delete()
    return True


def mail(letter: Letter) -> EmailMessage:
    """The letter in its reader's language."""
    from bansha.board.games.words import times

    lang: Literal["zh", "en"] = "en" if letter.user.language == "en" else "zh"
    until = times(letter.user.zone or letter.zone).clock(letter.until, lang)
    body = text(
        "letters_out.body",
        lang,
        title=letter.title,
        until=until,
        zone=letter.user.zone or letter.zone,
        address=settings.SITE + reverse("hub", args=[letter.game]),
        me=settings.SITE + reverse("me"),
    )
    return EmailMessage(" ".join(text("letters_out.subject", lang, title=letter.title).split()), body, to=[letter.user.email])
