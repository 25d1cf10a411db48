"""One's own page: language, time zone, reminders by mail and on devices, tokens of feeds, password, games; invitations for whoever may give them."""

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from bansha.board.games.models import Game, Seat
from bansha.board.games.viewer import directed_by
from bansha.board.people import confirming, limits
from bansha.board.people.account import LONGEST_PASSWORD, keep_language
from bansha.board.people.models import Confirmation, Device, Invitation, Letter, User, token
from bansha.board.people.push import devices, keys
from bansha.board.people.zones import zones
from bansha.board.texts import text

MOST_INVITATIONS = 20  # open at a time


@sensitive_post_parameters("old", "new")
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """``/me/``."""
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    asked, refusal = request.POST.get("do", ""), ""
    if request.method == "POST":
        refusal = DOES.get(asked, nothing)(request, user)
        if not refusal:
            response = HttpResponseRedirect(reverse("me") + f"?done={asked}#{asked}" if asked in DOES else reverse("me"))
            keep_language(request, response, user.language)
            return response
    pending = Confirmation.objects.filter(user=user.pk).first()
    seats = Seat.objects.filter(user=user.pk).select_related("game").order_by("-game__created")
    context: dict[str, Any] = {
        "me": user,
        "asked": asked,
        "refusal": refusal,
        "done": request.GET.get("done", ""),
        "zones": zones(),
        "mails": confirming.sends_mail(),
        "pending": pending.email if pending else "",
        "push": keys.public(settings.PUSH_KEY) if keys.offered() else "",
        "devices": [(device, fingerprint(device)) for device in Device.objects.filter(user=user.pk).order_by("made")],
        "seats": list(seats[:100]),
        "directed": directed(user),
        "site": settings.SITE,
        "feed_token": user.feed_token,
        "invites": may_invite(user),
        "invitations": list(Invitation.objects.filter(made_by=user.pk, left__gt=0).order_by("-made")) if may_invite(user) else [],
        "most": LONGEST_PASSWORD,
    }
    return render(request, "me.html", context, status=422 if refusal else 200)


def directed(user: User) -> list[Game]:
    """Games that the user directs, the newest first."""
    return list(Game.objects.filter(directed_by(user.pk)).order_by("-created")[:100])


def may_invite(user: User) -> bool:
    """Only where the site asks for invitations, and the people who run it."""
    return bool(settings.INVITE_ONLY and user.is_staff)


def nothing(_request: HttpRequest, _user: User) -> str:
    """What no form of the page asks for."""
    return ""


def preferences(request: HttpRequest, user: User) -> str:
    """Language, zone, reminders; what is wrong with them, if anything."""
    lang = request.lang  # type: ignore[attr-defined]
    zone, mail, wants_mail = request.POST.get("zone", "").strip(), address(user), user.mail_reminders
    if confirming.sends_mail():  # else the form has no fields for it
        mail, wants_mail = request.POST.get("email", "").strip(), request.POST.get("mail_reminders") == "1"
    if zone and zone not in zones():
        return text("me.no_zone", lang)
    try:
        if mail:
            validate_email(mail)
    except ValidationError:
        return text("me.no_mail", lang)
    if wants_mail and not mail:
        return text("me.no_mail", lang)
    if request.POST.get("language") in ("zh", "en"):
        user.language = request.POST["language"]
    if mail != address(user) and not move(user, mail):
        return text("account.wait", lang)
    user.zone, user.mail_reminders = zone, wants_mail
    user.save(update_fields=["language", "zone", "mail_reminders"])
    return ""


def address(user: User) -> str:
    """The mail address the user has given last, confirmed or not."""
    asked = Confirmation.objects.filter(user=user.pk).first()
    return asked.email if asked else user.email


def move(user: User, mail: str) -> bool:
    """Another address, which is to be confirmed, or none; False for somebody who has asked too often."""
    if mail and mail != user.email:
        return confirming.ask(user, mail)
    Confirmation.objects.filter(user=user.pk).delete()
    Letter.objects.filter(user=user.pk, game="").delete()
    User.objects.filter(pk=user.pk).update(email=mail)
    return True


def resend(request: HttpRequest, user: User) -> str:
    """The letter with the link once more."""
    asked = Confirmation.objects.filter(user=user.pk).first()
    if asked is None or confirming.ask(user, asked.email):
        return ""
    return text("account.wait", request.lang)  # type: ignore[attr-defined]


def fingerprint(device: Device) -> str:
    """By which a browser knows itself in the list, without its address standing on the page."""
    return sha256(device.endpoint.encode()).hexdigest()[:16]


def password(request: HttpRequest, user: User) -> str:
    """Another password; every other session of the account ends, and this one gets a new key. A guest has had none, and keeps his account by it."""
    lang = request.lang  # type: ignore[attr-defined]
    tries = limits.Tries((limits.PASSWORD_USER, str(user.pk)))
    if not tries.allowed:
        return text("account.wait", lang)
    if user.has_usable_password() and not user.check_password(request.POST.get("old", "")[:LONGEST_PASSWORD]):
        return text("me.wrong_password", lang)
    new = request.POST.get("new", "")
    try:
        if len(new) > LONGEST_PASSWORD:
            raise ValidationError(text("account.long", lang, most=LONGEST_PASSWORD))
        validate_password(new, user)
    except ValidationError as error:
        return " ".join(error.messages)
    tries.forgive()
    user.set_password(new)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)
    return ""


def feeds(_request: HttpRequest, user: User) -> str:
    """A new token: the addresses of feeds given out before are void."""
    user.feed_token = token()
    user.save(update_fields=["feed_token"])
    return ""


def invite(request: HttpRequest, user: User) -> str:
    """One more invitation."""
    if may_invite(user) and Invitation.objects.filter(made_by=user.pk, left__gt=0).count() < MOST_INVITATIONS:
        Invitation.objects.create(made_by=user)
        return ""
    return text("me.no_more_invitations", request.lang)  # type: ignore[attr-defined]


DOES = {
    "preferences": preferences,
    "resend": resend,
    "device": devices.add,
    "no_device": devices.remove,
    "password": password,
    "feeds": feeds,
    "invite": invite,
}
