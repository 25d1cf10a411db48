"""What is on its way to people: reminders and alerts, by mail and to devices, and requests to confirm an address. A director process sends it, in a
thread of its own, and tries again when that fails.

A reminder says that there is something to do in a game until a time. What it is, and as what, is on the site alone. A director is told
likewise that a game waits for him, and of which kind of trouble; its reason, which may be a secret, stands at the desk alone.
"""

import json
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from bansha.board.games.words import times
from bansha.board.people import confirming
from bansha.board.people.models import Confirmation, Device, Letter, User
from bansha.board.people.push import keys, sealing, sending
from bansha.board.texts import text

AGAIN = (1, 5, 15, 60)  # minutes after a try; then no more
LEASE = timedelta(minutes=5)  # for one who sends; should he fall, somebody else tries after it
A_ROUND = 20
PLACES = {Letter.REMINDER: "hub", Letter.UNTENDED: "set_aside"}  # where a letter leads; an alert to the desk
GONE = (404, 410)  # the browser has ended the subscription
TAKEN, BUSY = range(200, 300), (408, 425, 429, *range(500, 600))

logger = logging.getLogger("bansha.letters")


class NotNow(OSError):
    """A push service could not take it; it is tried again."""


def write(game: str, title: str, zone: str, users: Iterable[int], until: datetime, what: str = Letter.REMINDER) -> None:
    """Reminders, or alerts, to those of the users who want them: one by mail, and one to each of their devices."""
    now = timezone.now()
    wanting = User.objects.filter(pk__in=users, is_active=True)
    by_mail = wanting.filter(mail_reminders=True).exclude(email="").order_by("pk").values_list("pk", flat=True)
    devices = Device.objects.filter(user__in=wanting).order_by("user", "made") if keys.offered() else []
    to = [(user, None) for user in by_mail] + [(device.user_id, device) for device in devices]
    Letter.objects.bulk_create(
        Letter(user_id=user, device=device, game=game, what=what, title=title, zone=zone, until=until, due=now) for user, device in to
    )


def claim() -> list[Letter]:
    """Some letters that are due, taken for a while so that nobody else sends them too; those that have become pointless are thrown away."""
    now = timezone.now()
    Letter.objects.filter(until__lte=now).delete()
    rows = Letter.objects.filter(due__lte=now).order_by("due", "pk")
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True, of=("self",))
        letters = list(rows.select_related("user", "device")[:A_ROUND])
        Letter.objects.filter(pk__in=[letter.pk for letter in letters]).update(due=now + LEASE)
    return letters


def send_some(sender: sending.Sender = sending.post) -> int:
    """Send what is due, to devices by ``sender``; how many were sent."""
    if not Letter.objects.filter(due__lte=timezone.now()).exists():
        return 0
    return sum(send(letter, sender) for letter in claim())


def send(letter: Letter, sender: sending.Sender) -> bool:
    """Send one, and throw it away; or note when to try again."""
    try:
        if letter.device is not None:
            sent = push(letter, letter.device, sender)
        else:
            sent = mail(letter)
    except OSError as error:  # smtplib's errors are of these
        logger.warning("a letter was not sent", extra={"why": type(error).__name__})
        if letter.tries >= len(AGAIN):
            letter.delete()
        else:
            Letter.objects.filter(pk=letter.pk).update(tries=letter.tries + 1, due=timezone.now() + timedelta(minutes=AGAIN[letter.tries]))
        return False
    Letter.objects.filter(pk=letter.pk).delete()
    return sent


def language(letter: Letter) -> Literal["zh", "en"]:
    """Its reader's."""
    return "en" if letter.user.language == "en" else "zh"


def until(letter: Letter) -> dict[str, str]:
    """When the time is up, by the reader's clock if he has named one."""
    zone = letter.user.zone or letter.zone
    return {"until": times(zone).clock(letter.until, language(letter)), "zone": zone}


def subject(letter: Letter) -> str:
    """Its first line."""
    key = "letters_out.subject" if letter.what == Letter.REMINDER else "letters_out.alert"
    return " ".join(text(key, language(letter), title=letter.title).split())


def path(letter: Letter) -> str:
    """Where on the site it leads."""
    place = PLACES.get(letter.what, "desk")
    return reverse(place) if place == "set_aside" else reverse(place, args=[letter.game])


# ---- by mail ---------------------------------------------------------------------------------------------------------------------------


def mail(letter: Letter) -> bool:
    """Send a letter by mail, if there is still somebody to send it to."""
    if not letter.game:
        asked = Confirmation.objects.filter(user=letter.user).first()
        message = confirming.message(asked, language(letter)) if asked is not None else None
    else:
        message = reminder(letter) if letter.user.email else None
    return message is not None and bool(message.send())


def reminder(letter: Letter) -> EmailMessage:
    """The letter in its reader's language."""
    lang = language(letter)
    said = text(f"letters_out.{letter.what}", lang, title=letter.title, **until(letter))
    off = text("letters_out.off", lang, me=settings.SITE + reverse("me"))
    return EmailMessage(subject(letter), f"{said}\n\n{settings.SITE}{path(letter)}\n\n{off}", to=[letter.user.email])


# ---- to a device -----------------------------------------------------------------------------------------------------------------------


def push(letter: Letter, device: Device, sender: sending.Sender) -> bool:
    """Push a reminder to a device; one that has gone is forgotten. NotNow for another try."""
    now = timezone.now()
    said = sealing.padded(json.dumps(notification(letter), ensure_ascii=False).encode())
    try:
        headers = {
            "Authorization": keys.authorization(device.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(max(0, int((letter.until - now).total_seconds()))),
            "Urgency": "high",
        }
        body = sealing.seal(said, keys.bytes_of(device.p256dh), keys.bytes_of(device.auth))
    except ValueError:  # the site's key has been taken away or spoilt since
        raise NotNow from None
    answer = sender(device.endpoint, headers, body)
    if answer in GONE:
        device.delete()
    elif answer in BUSY:
        raise NotNow
    elif answer not in TAKEN:
        logger.warning("a push was refused", extra={"status": answer})
    return answer in TAKEN


def notification(letter: Letter) -> dict[str, str]:
    """What the device shows: less than a mail says. The service worker knows these names (``static/worker.js``)."""
    lang = language(letter)
    return {
        "title": subject(letter),
        "body": text("letters_out.push" if letter.what == Letter.REMINDER else "letters_out.push_alert", lang, **until(letter)),
        "lang": "zh-Hans" if lang == "zh" else "en",
        "path": path(letter),
    }
