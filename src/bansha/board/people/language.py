"""Which language a reader gets: what he chose, else what his account says, else what the browser asks for, else Chinese."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation

COOKIE = "lang"


class LanguageMiddleware:
    """Sets ``request.lang`` to ``"zh"`` or ``"en"``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        lang = request.COOKIES.get(COOKIE, "")
        if lang not in ("zh", "en"):
            lang = "en" if request.headers.get("Accept-Language", "").lower().startswith("en") else "zh"
        request.lang = lang  # type: ignore[attr-defined]
        with translation.override("en" if lang == "en" else "zh-hans"):
            response = self.get_response(request)
        response.headers["Content-Language"] = lang
        response.headers["Vary"] = "Cookie, Accept-Language"
        return response
