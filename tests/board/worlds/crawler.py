"""Reads everything that one viewer can fetch: every address of the site, every link and form he is shown, his mail,
what is pushed to him, his event streams.

Knows the site only by its table of addresses (``places``), and what is written on its pages. Nothing it sends is kept.
"""

import json
from collections import deque
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from html.parser import HTMLParser
from itertools import islice, product
from typing import Any, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

from django.core import mail
from django.db import transaction

from bansha.board.games import tables
from bansha.board.people.models import User
from tests.board.play import client
from tests.board.pushing import Browser
from tests.board.worlds import places, streams
from tests.board.worlds.world import Blanks, World

AWAY = ("/static/", "/logout/", "/language/")  # not followed, not sent
MOST_PAGES, MOST_OF_A_FORM = 320, 4


class Answer(NamedTuple):
    """What came of one request, with random ids blanked."""

    asked: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: str


class Form(NamedTuple):
    """A form as it stands on a page: fields with their values to choose from."""

    method: str
    action: str
    fields: tuple[tuple[str, tuple[str, ...]], ...]


class Page(HTMLParser):
    """Links and forms of a page."""

    def __init__(self, text: str, at: str) -> None:
        super().__init__()
        self.at, self.links, self.forms = at, [], []  # type: ignore[var-annotated]
        self.fields: dict[str, list[str]] | None = None
        self.form, self.select = ("", ""), ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag in ("a", "link") and "href" in at:
            self.links.append(urljoin(self.at, at["href"]))
        for name in ("hx-get", "src", "data-live", "data-src"):
            if at.get(name, "").startswith("/"):
                self.links.append(urljoin(self.at, at[name]))
        if tag == "form":
            self.form, self.fields = (at.get("method", "get").lower(), urljoin(self.at, at.get("action") or self.at)), {}
        if self.fields is not None and at.get("name") and tag in ("input", "textarea", "button", "select"):
            values = self.fields.setdefault(at["name"], [])
            if tag == "select":
                self.select = at["name"]
            elif at.get("type") != "checkbox" or "value" in at:
                values.append(at.get("value", ""))
        if tag == "option" and self.fields is not None and self.select:
            self.fields[self.select].append(at.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag == "form" and self.fields is not None:
            fields = tuple((name, tuple(dict.fromkeys(values)) or ("",)) for name, values in self.fields.items())
            self.forms.append(Form(*self.form, fields))
            self.fields = None


NOTHING = Page("", "")
MOST_KEPT = 8000
_pages: dict[bytes, Page] = {}


def page_of(text: str, at: str) -> Page:
    """The links and forms of a page; the other world shows the same pages, which need not be taken apart again."""
    key = sha256(f"{at}\n{text}".encode()).digest()
    if key not in _pages:
        if len(_pages) >= MOST_KEPT:
            _pages.clear()
        _pages[key] = Page(text, at)
    return _pages[key]


class Crawl:
    """One viewer's walk through the site. ``forms``: he fills in what he is shown; ``everywhere``: he sends something to every address.

    ``seen`` says which addresses (as patterns) were asked for.
    """

    def __init__(self, world: World, who: User | None, forms: bool = True, everywhere: bool = True) -> None:
        self.world, self.sequence, self.who, self.forms, self.everywhere = world, world.sequence, who, forms, everywhere
        self.sequence.restart(f"login {who.username if who else ''}")
        self.client = client(who, raise_request_exception=False)
        self.blank = Blanks(world)
        self.answers: list[Answer] = []
        self.seen: set[str] = set()

    def walk(self) -> "Crawl":
        """Ask for everything."""
        queue = deque(places.addresses(self.world, self.who))
        asked: set[str] = set()
        forms: dict[tuple[str, str, tuple[str, ...]], Form] = {}
        while queue and len(asked) < MOST_PAGES:
            url = queue.popleft()
            if url in asked or url.startswith(AWAY):
                continue
            asked.add(url)
            found = self.get(url)
            queue.extend(place for place in map(within, found.links) if place and place not in asked)
            for form in found.forms:
                action = within(form.action)
                if not action or action.startswith(AWAY):
                    continue
                if form.method == "get":
                    queue.extend(f"{action.split('?')[0]}?{urlencode(values)}" for values in islice(choices(form), MOST_OF_A_FORM))
                else:
                    forms.setdefault((url.split("?")[0], action, tuple(name for name, _values in form.fields)), form)
        for form in forms.values() if self.forms else ():
            for values in islice(choices(form), MOST_OF_A_FORM):
                self.post(within(form.action), values)
        for url, values in places.sendings(self.world, self.who) if self.everywhere else ():
            self.post(url, values)
        self.mail()
        self.pushes()
        return self

    def get(self, url: str) -> Page:
        """Ask for an address; streams are read until they have nothing more to say."""
        self.sequence.restart(f"get {len(self.answers)}")
        self.seen.add(places.pattern(url))
        if streams.is_stream(url):
            self.note(f"STREAM {url}", *streams.read(self.client, url))
            return NOTHING
        response = self.client.get(url)
        body = text_of(response)
        self.note(f"GET {url}", response.status_code, response.headers, body)
        return page_of(body, url) if response.headers.get("Content-Type", "").startswith("text/html") else NOTHING

    def post(self, url: str, values: dict[str, str]) -> None:
        """Send a form, look where it leads, and undo it."""
        before, cookies = tables._tables.get(self.world.game.pk), deepcopy(self.client.cookies)
        entries = len(before.log) if before else -1
        self.sequence.restart(f"post {len(self.answers)}")
        self.seen.add(places.pattern(url))
        now = self.world.clock.now
        with transaction.atomic():
            response = self.client.post(url, values)
            self.note(f"POST {url} {urlencode(values)[:300]}", response.status_code, response.headers, text_of(response))
            if response.status_code in (302, 303) and (onward := within(response.headers["Location"])):
                after = self.client.get(onward)
                self.note(f"… GET {onward}", after.status_code, after.headers, text_of(after))
            transaction.set_rollback(True)
        self.world.clock.now, self.client.cookies = now, cookies
        table = tables._tables.get(self.world.game.pk)
        if table is not before or (table is not None and len(table.log) != entries):
            tables._tables.clear()

    def note(self, asked: str, status: int, headers: Any, body: str) -> None:
        """Write an answer down, blanked."""
        blanked = tuple(sorted((name, self.blank(value)) for name, value in headers.items()))
        self.answers.append(Answer(self.blank(asked), status, blanked, self.blank(body)))
        assert status < 500, f"{asked} as {self.who}: {status}\n{body[:2000]}"

    def pushes(self) -> None:
        """All that was pushed to the viewer's device: what it said before it was sealed, and what the push service sees, but for chance."""
        for push in self.world.service.pushes:
            if self.who is not None and push.endpoint == Browser(self.who.username).endpoint:
                seen = {name: value for name, value in push.headers.items() if name != "Authorization"} | push.claims
                headers = tuple(sorted((name, str(value)) for name, value in seen.items()))
                self.answers.append(Answer("PUSH", len(push.body), headers, self.blank(json.dumps(push.said, ensure_ascii=False))))

    def mail(self) -> None:
        """All mail to the viewer."""
        for message in mail.outbox:
            if self.who is not None and self.who.email in message.recipients():
                self.answers.append(Answer("MAIL", 0, (("Subject", self.blank(str(message.subject))),), self.blank(str(message.body))))


def text_of(response: Any) -> str:
    """The body of an answer."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return str(content.decode("utf-8", "backslashreplace"))


def within(url: str) -> str:
    """An address of the site without its fragment, ``""`` for another site's."""
    parts = urlsplit(url)
    if parts.netloc or parts.scheme not in ("", "http") or not parts.path.startswith("/"):
        return ""
    return parts.path + (f"?{parts.query}" if parts.query else "")


def choices(form: Form) -> Iterator[dict[str, str]]:
    """Ways to fill a form in: each button, each choice, some texts; one field varies at a time, then all together."""
    names = [name for name, _values in form.fields]
    options = [places.fillings(name, values) for name, values in form.fields]
    first = {name: values[0] for name, values in zip(names, options, strict=True)}
    yield first
    for name, values in zip(names, options, strict=True):
        for value in values[1:]:
            yield {**first, name: value}
    for combination in product(*options):
        yield dict(zip(names, combination, strict=True))
