"""Limits on how often something may be tried. Kept in the database, so that they hold across processes and restarts.

A try is written down before it is counted, so that many at once do not slip through together. Of a name or an address only a keyed hash is
kept. Whoever is limited is answered the same, whatever he tried and whether or not it exists.
"""

import hashlib
import hmac
from datetime import timedelta
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from bansha.board.people.models import Attempt

KEPT = timedelta(days=1)


class Limit(NamedTuple):
    """At most ``most`` tries of a kind within ``minutes`` by one and the same."""

    kind: str
    most: int
    minutes: int


# 100 failures an hour on one account is what OWASP ASVS 2.2.1 allows; by address and name together far fewer.
LOGIN_HERE = Limit("login here", 10, 15)
LOGIN_ADDRESS = Limit("login address", 60, 15)
LOGIN_NAME = Limit("login name", 100, 60)
JOIN_ADDRESS = Limit("join address", 40, 60)
PASSWORD_USER = Limit("password user", 10, 15)
INVITE_USER = Limit("invite user", 20, 15)
DEVICE_USER = Limit("device user", 20, 15)
CONFIRM_USER = Limit("confirm user", 6, 15)
CONFIRM_ADDRESS = Limit("confirm address", 4, 24 * 60)  # of all accounts together: nobody is to be flooded with letters
NOTES_USER = Limit("notes user", 30, 10)


def hashed(*parts: str) -> str:
    """Something as it is kept: nobody without the site's key can tell what it was."""
    return hmac.new(settings.SECRET_KEY.encode(), "\0".join(parts).encode(), hashlib.sha256).hexdigest()[:32]


def address(request: HttpRequest) -> str:
    """From where a request comes; of IPv6 the network, since one household has as many addresses as it likes."""
    given = request.META.get("REMOTE_ADDR", "")
    if settings.SECURE_PROXY_SSL_HEADER:  # behind a proxy of ours, which appends whom it speaks for
        given = request.headers.get("X-Forwarded-For", given).rpartition(",")[2].strip()
    try:
        found = ip_address(given)
    except ValueError:
        return ""
    return str(ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


class Tries:
    """The tries that one request makes; ``allowed`` counts them, ``forgive`` takes them back once it has been in the right."""

    def __init__(self, *limits: tuple[Limit, str]) -> None:
        now = timezone.now()
        Attempt.objects.filter(at__lt=now - KEPT).delete()
        self.limits = [(limit, hashed(limit.kind, whose)) for limit, whose in limits]
        self.made = [Attempt.objects.create(key=key, at=now).pk for _limit, key in self.limits]
        self.now = now

    @property
    def allowed(self) -> bool:
        """Whether none of the limits is passed, this try included."""
        return all(
            Attempt.objects.filter(key=key, at__gt=self.now - timedelta(minutes=limit.minutes)).count() <= limit.most
            for limit, key in self.limits
        )

    def forgive(self) -> None:
        """These tries do not count."""
        Attempt.objects.filter(pk__in=self.made).delete()
