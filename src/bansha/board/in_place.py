"""Answers to forms that a page's script sends, to put into place what has changed (``static/sending.js``)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class InPlaceMiddleware:
    """Tells the script where a redirect leads, floor and all: ``fetch`` follows redirects by itself and keeps their fragments to itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "X-In-Place" in request.headers and response.has_header("Location"):
            response.status_code = 200
            response.headers["X-Goes-To"] = response.headers["Location"]
            del response.headers["Location"]
        return response
