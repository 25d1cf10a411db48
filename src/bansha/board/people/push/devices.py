"""The devices on which somebody wants to be reminded. A browser subscribes with its push service and brings the address and its keys here."""

import re

from django.http import HttpRequest

from bansha.board.people import limits
from bansha.board.people.models import Device, User
from bansha.board.people.push import keys, sealing, sending
from bansha.board.texts import text

MOST = 10  # of one account
HERE = "device"  # in a session: the device that it was turned on in
BROWSERS = (
    ("Firefox/", "Firefox"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung"),
    ("Chrom", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


def add(request: HttpRequest, user: User) -> str:
    """Remind on this device; what is wrong with the subscription, if anything. Who asked last has the device."""
    lang = request.lang  # type: ignore[attr-defined]
    endpoint, given = request.POST.get("endpoint", ""), (request.POST.get("p256dh", ""), request.POST.get("auth", ""))
    if not keys.offered():
        return text("me.no_push", lang)
    if not limits.Tries((limits.DEVICE_USER, str(user.pk))).allowed:
        return text("account.wait", lang)
    if not (sending.is_endpoint(endpoint) and are_keys(*given)):
        return text("me.wrong_device", lang)
    if Device.objects.filter(user=user).exclude(endpoint=endpoint).count() >= MOST:
        return text("me.most_devices", lang, most=MOST)
    kept = {"user": user, "p256dh": given[0], "auth": given[1], "name": name_of(request)}
    device, _new = Device.objects.update_or_create(endpoint=endpoint, defaults=kept)
    request.session[HERE] = device.pk
    return ""


def remove(request: HttpRequest, user: User) -> str:
    """Remind there no more."""
    Device.objects.filter(user=user, pk=request.POST.get("device", "")).delete()
    return ""


def leave(request: HttpRequest) -> None:
    """Who logs out is not reminded on this device any more: others may use it."""
    if HERE in request.session:
        Device.objects.filter(user=request.user.pk, pk=request.session[HERE]).delete()


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether something can be sealed for a device with these."""
    try:
        point, secret = keys.bytes_of(p256dh), keys.bytes_of(auth)
    except ValueError:
        return False
    return len(p256dh) < 100 and len(auth) < 40 and len(secret) == sealing.SECRET and sealing.is_key(point)


def name_of(request: HttpRequest) -> str:
    """Chrome · Android: enough for its owner to tell his devices apart."""
    agent = request.headers.get("User-Agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for name in SYSTEMS if re.search(rf"\b{name}\b", agent)), "")
    return " · ".join(part for part in (browser, system.replace("Macintosh", "Mac")) if part)
