"""Pages for what went wrong: friendly, in the site's look, and the same for what is not there and what is not the reader's to see."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines

from bansha.board.texts import text


def draw(request: HttpRequest, status: int, why: str = "") -> HttpResponse:
    """The error page of a status, with a reason if there is one to give."""
    return render(request, "error.html", {"status": status, "why": why}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 -- Django's signature
    """400."""
    return draw(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """403, of forms without a valid token too."""
    return draw(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """404."""
    return draw(request, 404)


def refused(request: HttpRequest, why: str, status: int = 422) -> HttpResponse:
    """422: the table, or a rule of the site, has refused; nothing has changed."""
    return draw(request, status, why)


def failed(request: HttpRequest) -> HttpResponse:
    """500: asks for nothing that may have failed too, neither session nor database."""
    lang = getattr(request, "lang", "zh")
    jinja: Any = engines["jinja2"]
    page = jinja.env.get_template("failed.html")
    return HttpResponse(page.render(lang=lang, t=lambda key, **values: text(key, lang, **values), status=500), status=500)
