"""Accounts: joining, logging in and out, the language.

Whether an account exists is nobody's business: a wrong name is answered like a wrong password, with the same work behind it.
"""

from unicodedata import normalize

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from bansha.board.people import limits
from bansha.board.people.language import COOKIE
from bansha.board.people.models import Invitation, User
from bansha.board.people.push import devices
from bansha.board.people.zones import of_browser
from bansha.board.texts import text

LONGEST_NAME, LONGEST_PASSWORD = 30, 256


def after(request: HttpRequest) -> str:
    """Where to go on: an address of this site, else the front page."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    return wanted if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()) else "/"


def go_in(request: HttpRequest, user: User) -> HttpResponse:
    """Log in, under a session key that is new, and with the account's language."""
    login(request, user)
    response = HttpResponseRedirect(after(request))
    keep_language(request, response, user.language)
    return response


def keep_language(request: HttpRequest, response: HttpResponse, lang: str) -> None:
    """Keep the language in a cookie, for visitors too."""
    response.set_cookie(COOKIE, lang, max_age=365 * 86400, samesite="Lax", httponly=True, secure=request.is_secure())


@sensitive_post_parameters("password")
@never_cache
def login_page(request: HttpRequest) -> HttpResponse:
    """``/login/``."""
    lang = request.lang  # type: ignore[attr-defined]
    if request.method != "POST":
        return render(request, "login.html", {"refusal": "", "next": after(request), "name": ""})
    name, password = request.POST.get("name", "")[:150], request.POST.get("password", "")[:LONGEST_PASSWORD]
    here = limits.address(request)
    folded = normalize("NFKC", name).casefold()
    tries = limits.Tries((limits.LOGIN_HERE, f"{here} {folded}"), (limits.LOGIN_ADDRESS, here), (limits.LOGIN_NAME, folded))
    if not tries.allowed:
        return render(request, "login.html", {"refusal": text("account.wait", lang), "next": after(request), "name": name}, status=429)
    user = authenticate(request, username=normalize("NFKC", name), password=password)
    if isinstance(user, User):
        tries.forgive()
        return go_in(request, user)
    return render(request, "login.html", {"refusal": text("account.wrong", lang), "next": after(request), "name": name}, status=422)


@sensitive_post_parameters("password")
@never_cache
def join_page(request: HttpRequest) -> HttpResponse:
    """``/join/``, with an invitation where the site asks for one."""
    lang = request.lang  # type: ignore[attr-defined]
    refusals: list[str] = []
    status = 200
    if request.method == "POST":
        if not limits.Tries((limits.JOIN_ADDRESS, limits.address(request))).allowed:
            refusals, status = [text("account.wait", lang)], 429
        else:
            name, password, word, zone = (request.POST.get(field, "") for field in ("name", "password", "invitation", "zone"))
            made = join(name, password, word, zone, lang)
            if isinstance(made, User):
                made.backend = settings.AUTHENTICATION_BACKENDS[0]
                return go_in(request, made)
            refusals, status = made, 422
    given = {"name": request.POST.get("name", ""), "invitation": request.POST.get("invitation") or request.GET.get("invitation", "")}
    return render(
        request,
        "join.html",
        {"refusals": refusals, "next": after(request), "given": given, "invited": settings.INVITE_ONLY},
        status=status,
    )


def join(name: str, password: str, word: str, zone: str, lang: str) -> User | list[str]:
    """A new account, or why there is none. Taken, reserved and impossible names get one answer, after the same work."""
    user = User(username=normalize("NFKC", name.strip()), language=lang, zone=of_browser(zone))
    try:
        if len(password) > LONGEST_PASSWORD:
            raise ValidationError(text("account.long", lang, most=LONGEST_PASSWORD))
        validate_password(password, user)
    except ValidationError as error:
        return list(error.messages)
    user.password = make_password(password)
    invitation = Invitation.objects.filter(word=word.strip().lower(), left__gt=0)
    if settings.INVITE_ONLY and not invitation.exists():
        return [text("account.uninvited", lang)]
    try:
        user.clean_fields(exclude=["password"])
        if len(user.username) > LONGEST_NAME or User.objects.filter(username__iexact=user.username).exists():
            return [text("account.taken", lang)]
        with transaction.atomic():
            user.save()
            if settings.INVITE_ONLY and not invitation.update(left=F("left") - 1):
                raise IntegrityError  # somebody else has just used it
    except (ValidationError, IntegrityError):
        return [text("account.taken", lang)]
    return user


@require_POST
def logout_page(request: HttpRequest) -> HttpResponse:
    """``/logout/``."""
    devices.leave(request)
    logout(request)
    return HttpResponseRedirect("/")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """``/language/``: kept in a cookie, and with the account of whoever has one."""
    response = HttpResponseRedirect(after(request))
    lang = request.POST.get("lang")
    if lang in ("zh", "en"):
        keep_language(request, response, lang)
        if isinstance(request.user, User):
            User.objects.filter(pk=request.user.pk).update(language=lang)
    return response
