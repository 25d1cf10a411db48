"""Headers that hold for every answer: a policy without inline script, and no keeping of secret pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class PolicyMiddleware:
    """Content security policy, permissions, and no-store for everything that depends on who reads it. The outermost of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        page = response.headers.get("Content-Type", "").startswith("text/html")
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        user = getattr(request, "user", None)  # not on files, nor on what was turned away before anybody asked who it is
        if user is not None and user.is_authenticated:
            response.headers["Cache-Control"] = "no-store"
        elif page:
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response
