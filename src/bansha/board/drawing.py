"""Drawing pages: the Jinja environment, and what every page may use."""

from functools import lru_cache
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import NoReverseMatch, get_script_prefix, reverse
from django.utils import timezone
from jinja2 import Environment

from bansha.board.games.words import phase_name, times
from bansha.board.texts import text


def environment(**options: Any) -> Environment:
    """Autoescaping is on; whatever is markup says so (``Post.html`` only)."""
    env = Environment(**options)
    env.globals.update(static=static, url=url, url_if=url_if, phase_name=phase_name, times=times)
    return env


def url(name: str, *args: Any) -> str:
    """The address of a page by its name."""
    return address(get_script_prefix(), name, args)


def url_if(name: str, *args: Any) -> str:
    """The address of a page that a site may lack; empty if it does."""
    try:
        return url(name, *args)
    except NoReverseMatch:
        return ""


@lru_cache(maxsize=4096)
def address(_prefix: str, name: str, args: tuple[Any, ...]) -> str:
    """The address of a page of a site that is mounted there; every page has a dozen of them."""
    return reverse(name, args=args)


def everywhere(request: HttpRequest) -> dict[str, Any]:
    """In every page: the language and its texts, the reader, the time, messages."""
    lang = getattr(request, "lang", "zh")
    return {
        "lang": lang,
        "t": lambda key, **values: text(key, lang, **values),
        "user": request.user,
        "now": timezone.now(),
        "messages": get_messages(request),
        "csrf_token": get_token(request),
        "path": request.path,
    }
