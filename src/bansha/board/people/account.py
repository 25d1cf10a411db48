"""Accounts: joining, logging in and out, the language."""

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from bansha.board.people.language import COOKIE
from bansha.board.people.models import User
from bansha.board.texts import text


def after(request: HttpRequest) -> str:
    """Where to go on: an address of this site, else the front page."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    return wanted if url_has_allowed_host_and_scheme(wanted, {request.get_host()}) else "/"


def login_page(request: HttpRequest) -> HttpResponse:
    """``/login/``. What was wrong is not said: whether a name exists is nobody's business."""
    refusal = ""
    if request.method == "POST":
        user = authenticate(request, username=request.POST.get("name", ""), password=request.POST.get("password", ""))
        if user is not None:
            login(request, user)
            return HttpResponseRedirect(after(request))
        refusal = text("account.wrong", request.lang)  # type: ignore[attr-defined]
    return render(request, "login.html", {"refusal": refusal, "next": after(request)}, status=422 if refusal else 200)


def join_page(request: HttpRequest) -> HttpResponse:
    """``/join/``."""
    refusals: list[str] = []
    if request.method == "POST":
        name, password = request.POST.get("name", "").strip(), request.POST.get("password", "")
        user = User(username=name)
        try:
            user.full_clean(exclude=["password"])
            validate_password(password, user)
            user.set_password(password)
            with transaction.atomic():
                user.save()
        except ValidationError as error:
            refusals = error.messages
        except IntegrityError:
            refusals = [text("account.taken", request.lang)]  # type: ignore[attr-defined]
        else:
            login(request, user)
            return HttpResponseRedirect(after(request))
    return render(request, "join.html", {"refusals": refusals, "next": after(request)}, status=422 if refusals else 200)


@require_POST
def logout_page(request: HttpRequest) -> HttpResponse:
    """``/logout/``."""
    logout(request)
    return HttpResponseRedirect("/")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """``/language/``: kept in a cookie, for visitors too."""
    response = HttpResponseRedirect(after(request))
    if request.POST.get("lang") in ("zh", "en"):
        response.set_cookie(COOKIE, request.POST["lang"], max_age=365 * 86400, samesite="Lax", httponly=True, secure=request.is_secure())
    return response
