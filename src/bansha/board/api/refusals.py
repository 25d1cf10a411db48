"""What is refused, as ``{"code", "zh", "en"}``: the codes and sentences of the game's own errors, and a few of the door's."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import HttpError, ValidationError

from bansha.board.errors import no_answer
from bansha.rules.errors import BanshaError, LawHole, Malformed


class Refusal(Schema):
    """``code`` is stable; the sentences are for people."""

    code: str
    zh: str
    en: str


class Refused(Exception):
    """Refused at the door."""

    def __init__(self, status: int, code: str, zh: str, en: str) -> None:
        super().__init__(code)
        self.status = status
        self.said = {"code": code, "zh": zh, "en": en}


NOT_FOUND = {"code": "not_found", "zh": "没有这一页", "en": "there is no such thing"}
MALFORMED = {"code": "malformed", "zh": "请求的格式不对，见 /api/openapi.json", "en": "the request is malformed, see /api/openapi.json"}


def answer_to(api: NinjaAPI) -> None:
    """Let every refusal have this form."""

    def answer(request: HttpRequest, error: Any) -> HttpResponse:
        status, said = status_and_words(error)
        response = api.create_response(request, said, status=status)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response

    for kind in (Refused, BanshaError, ValidationError, HttpError, Http404):
        api.add_exception_handler(kind, answer)


def status_and_words(error: Exception) -> tuple[int, dict[str, str]]:
    """Forbidden is 409, too much at once 429, not understood 422."""
    match error:
        case Refused():
            return error.status, error.said
        case LawHole():
            return status_and_words(no_answer())
        case BanshaError():
            status = 422 if isinstance(error, Malformed) else 429 if error.code == "too_fast" else 409
            return status, {"code": error.code, "zh": error.zh, "en": error.en}
        case Http404():
            return 404, NOT_FOUND
        case _:
            return 422, MALFORMED
