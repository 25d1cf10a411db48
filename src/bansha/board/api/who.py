"""Who calls: whoever holds the token in the header, else whoever is logged in, else a visitor.

Another site's page can make a reader's browser send his cookies, but neither a header of its own nor the site's CSRF token; so whoever comes
with a cookie needs the latter to change anything, and whoever comes with a token does not.
"""

from django.http import HttpRequest
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from bansha.board.api.refusals import Refused
from bansha.board.people.tokens import holder

READING = ("GET", "HEAD", "OPTIONS")


class Caller(AuthBase):
    """Sets ``request.user``. Visitors pass; what needs an account says so itself (``signed_in``)."""

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __call__(self, request: HttpRequest) -> bool:
        header = request.headers.get("Authorization")
        if header is not None:
            kind, _space, secret = header.partition(" ")
            user = holder(secret.strip()) if kind.lower() == "bearer" else None
            if user is None:
                raise Refused(401, "token", "令牌无效", "the token is not valid")
            request.user = user
        elif request.method not in READING:
            if not request.user.is_authenticated:
                raise Refused(401, "log_in", "请先登录，或带上令牌", "please log in, or send a token")
            if check_csrf(request) is not None:
                raise Refused(403, "csrf", "请求不是从本站发出的", "the request does not come from this site")
        return True


def signed_in(request: HttpRequest) -> int:
    """The caller's account, if he has one."""
    if request.user.pk is None:
        raise Refused(401, "log_in", "请先登录，或带上令牌", "please log in, or send a token")
    return request.user.pk
