"""A real browser for the tests: Debian's Chromium under Playwright, axe-core on whatever page is open, screenshots if they are wanted.

Knows no page. ``BANSHA_SCREENSHOTS=DIRECTORY`` keeps pictures (``make screenshots``); ``CHROMIUM`` names another browser.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from bansha.board.people.models import User
from tests.board.play import Clock, client

CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
WHY_NOT = "no Chromium here; on Debian: apt-get install chromium fonts-noto-cjk"
PICTURES = os.environ.get("BANSHA_SCREENSHOTS", "")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync", "--disable-dev-shm-usage"]
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
WITHIN = 120_000  # milliseconds: a loaded machine is no failure
TOO_WIDE = """width => [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > width + 1)
    .map(one => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)} ${one.textContent.slice(0, 40)}`).slice(0, 8)"""

# Facts in a row are elements: of bare text the row cuts off the first letter.
CUT_OFF = """() => [...document.querySelectorAll(".meta")].map(row => [...row.childNodes].find(one => one.nodeType === 3 && one.data.trim()))
    .filter(Boolean).map(text => text.data.trim())"""


def launch(playwright: Playwright) -> Browser:
    """The browser, without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser for the tests of a module. Playwright runs a loop in the tests' own thread, which Django takes for asynchronous code."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        launched = launch(playwright)
        yield launched
        launched.close()


def session_of(who: User) -> str:
    """A session of somebody who is logged in."""
    return str(client(who).cookies["sessionid"].value)


class Reader:
    """Somebody at a browser of his own. Whatever page he comes to must be well and accessible."""

    def __init__(self, page: Page, site: str, clock: Clock, scripts: bool, size: str) -> None:
        self.page, self.site, self.clock, self.scripts, self.size = page, site, clock, scripts, size
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self.troubles.append(f"{page.url}: {said.text}") if said.type == "error" else None)

    def go(self, path: str, picture: str = "") -> Page:
        """Open an address of the site."""
        self.set_clock()
        self.page.goto(self.site + path)
        return self.look(picture)

    def click(self, what: str, picture: str = "") -> Page:
        """Click, and see where it leads."""
        self.set_clock()
        with self.page.expect_navigation():
            self.page.locator(what).first.click()
        return self.look(picture)

    def wait_for(self, holds: Callable[[], Any]) -> None:
        """Until the browser has told what it was asked for."""
        for _ in range(WITHIN // 50):
            if holds():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it took too long")

    def set_clock(self) -> None:
        """The browser's clock is the site's."""
        if self.scripts:
            self.page.context.clock.set_fixed_time(self.clock.now)

    def look(self, picture: str = "") -> Page:
        """Check the page that is open."""
        page = self.page
        assert page.locator("html").get_attribute("lang") in ("zh-Hans", "en")
        room = page.viewport_size
        assert room is not None
        if self.scripts:
            too_wide = (
                page.evaluate(TOO_WIDE, room["width"]) if page.evaluate("document.documentElement.scrollWidth") > room["width"] else []
            )
            assert not too_wide, f"{page.url} is too wide: {too_wide}"
        if self.scripts:
            cut_off = page.evaluate(CUT_OFF)
            assert not cut_off, f"{page.url} cuts off {cut_off}"
            if not hasattr(Reader, "axe"):
                Reader.axe = Axe()  # type: ignore[attr-defined]
            found = Reader.axe.run(page)  # type: ignore[attr-defined]
            assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"
        if PICTURES and picture and self.scripts:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{PICTURES}/{picture}-{self.size}.jpg", type="jpeg", quality=72)
        return page


@contextmanager
def reader(
    browser: Browser, site: str, clock: Clock, size: str = "desktop", *, scripts: bool = True,
    session: str = "", scheme: Literal["light", "dark"] = "light", lang: str = "zh-CN",
) -> Iterator[Reader]:  # fmt: skip
    """A reader with a fresh browser; ``session``: he is logged in. What goes wrong in his scripts fails the test."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, java_script_enabled=scripts, color_scheme=scheme, locale=lang, reduced_motion="reduce"
    )
    context.set_default_timeout(WITHIN)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
    context.route("**/live/**", silence)
    made = Reader(context.new_page(), site, clock, scripts, size)
    try:
        yield made
        assert not made.troubles, "\n".join(made.troubles)
    finally:
        context.close()


def silence(route: Any) -> None:
    """A stream that says nothing: the tests' server holds no streams (tests/board/test_live.py has one that does)."""
    route.fulfill(status=200, content_type="text/event-stream", body="retry: 60000\n\n")
