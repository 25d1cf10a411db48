"""Pages for what went wrong: friendly, in the site's look, and the same for what is not there and what is not the reader's to see."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines

from bansha.board.texts import refused, text
from bansha.rules.errors import BanshaError, LawHole, Unlawful


def draw(request: HttpRequest, status: int, why: str = "") -> HttpResponse:
    """The error page of a status, with a reason if there is one to give; for a visitor where it was refused before anybody asked who it is."""
    if not hasattr(request, "user"):
        request.user = AnonymousUser()
    return render(request, "error.html", {"status": status, "why": why}, status=status)


def no_answer() -> Unlawful:
    """What is told of a night to which the law has no answer: the error itself names its orders."""
    return Unlawful(
        "law_hole",
        "规则对这一夜没有给出答案，对局停在这里，等导演处理",
        "the law has no answer to this night; the game waits for its director",
    )


class Broken(Unlawful):
    """The past of a game cannot be replayed: a defect, or a log that was changed. ``why`` may be a secret, and is for its director alone."""

    def __init__(self, entry: int, cause: Exception) -> None:
        super().__init__("set_aside", "对局停在这里，等导演处理", "the game has come to a stop here and waits for its director")
        self.why = f"log entry {entry}: {cause.en if isinstance(cause, BanshaError) else repr(cause)}"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 -- Django's signature
    """400."""
    return draw(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """403, of forms without a valid token too."""
    return draw(request, 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """404."""
    return draw(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    """500: asks for nothing that may have failed too, neither session nor database."""
    lang = getattr(request, "lang", "zh")
    jinja: Any = engines["jinja2"]
    page = jinja.env.get_template("failed.html")
    return HttpResponse(page.render(lang=lang, t=lambda key, **values: text(key, lang, **values), status=500), status=500)


class RefusalMiddleware:
    """Where a page has no form to go back to: 422, the table has refused, and nothing has changed; 409, the game cannot be replayed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """400 for the NUL character, wherever it stands: nobody types it, and not every database can be asked about it."""
        forms = (request.GET,) if request.path.startswith("/api/") else (request.GET, request.POST)  # the API reads its bodies itself
        given = (value for form in forms for key, values in form.lists() for value in (key, *values))
        return draw(request, 400) if "\0" in request.path or any("\0" in str(value) for value in given) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """What a view did not answer itself."""
        if isinstance(exception, LawHole):
            exception = no_answer()
        if isinstance(exception, Broken):
            return draw(request, 409)
        lang = getattr(request, "lang", "zh")
        return draw(request, 422, refused(exception, lang)) if isinstance(exception, BanshaError) else None
