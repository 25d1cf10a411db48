"""Forms that are sent without loading the page again, and times of today and yesterday: in a real browser, as a player sees it."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from bansha.board.games.models import Post, Said, Seat
from bansha.rules import phases
from bansha.rules.piper import codes
from tests.board.browsing import CHROMIUM, WHY_NOT, Reader, opened, reader, session_of
from tests.board.play import BoardGame, Clock

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not CHROMIUM, reason=WHY_NOT),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
MakeGame = Callable[..., BoardGame]
FOCUSED = "what => document.activeElement.matches(what)"
IN_SIGHT = """what => { const box = document.querySelector(what).getBoundingClientRect();
    return box.top >= document.querySelector('.band').getBoundingClientRect().bottom - 1 && box.top < innerHeight; }"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    with opened() as launched:
        yield launched


@pytest.fixture(params=["phone", "desktop"])
def enter(request: pytest.FixtureRequest, browser: Browser, live_server: Any, clock: Clock) -> Callable[..., Any]:
    """Somebody of the game at a browser."""

    def player(playing: BoardGame, seat: int) -> Any:
        return reader(browser, live_server.url, clock, request.param, session=session_of(playing.users[seat]))

    return player


def stay(page: Page) -> None:
    """Mark the page: if it is loaded again, the mark is gone."""
    page.evaluate("window.stayed = true")


def sent(me: Reader, button: str, lands: str) -> Page:
    """Press, and wait until what it leads to has the focus; the page has stayed and is well."""
    me.set_clock()
    me.page.locator(button).first.click()
    me.page.wait_for_function(FOCUSED, arg=lands)
    assert me.page.evaluate("window.stayed"), "the page was loaded again"
    assert me.page.evaluate(IN_SIGHT, lands)
    return me.look()


def posts_of(playing: BoardGame, key: str) -> int:
    """How many posts there are."""
    return Post.objects.filter(thread__game=playing.pk, thread__key=key).count()


def drafts(page: Page) -> list[str]:
    """What is kept of what was written."""
    kept: list[str] = page.evaluate("Object.keys(localStorage).filter(key => /^(draft|sent):/.test(key)).map(key => localStorage[key])")
    return kept


def test_a_post_is_put_into_place(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    playing.post(1, "先说两句")
    thread = playing.url("t/talk-1/")
    with enter(playing, 0) as me:
        page = me.go(thread)
        stay(page)
        page.locator("#text").fill("我也说一句")
        sent(me, "form[data-draft] button", "#f3")
        assert page.url.endswith(f"{thread}?from=1#f3"), "the address is the one the plain way leads to"
        assert "我也说一句" in page.locator("#f3 .text").inner_text()
        assert page.locator("article.post").count() == 3
        assert "3 楼" in page.locator("h1").inner_text()
        assert page.locator("#text").input_value() == ""
        assert drafts(page) == [], "what was posted is no draft"
        page.locator("#f3 [data-quote]").click()
        assert page.locator("input[name=quote]").input_value() == "3", "what was put into place can be used"
        page.locator("#text").fill("还有一句")
        sent(me, "form[data-draft] button", "#f4")
        page.evaluate("document.activeElement.blur()")
        page.locator("#f4").focus()
        page.keyboard.press("k")
        page.wait_for_function(FOCUSED, arg="#f3")
        page.reload()
        assert page.locator("article.post").count() == 4
        page.go_back()
        page.go_back()
        page.wait_for_function("path => location.pathname + location.search + location.hash === path", arg=thread)
        page.wait_for_function("() => document.querySelectorAll('article.post').length === 4")
        page.go_forward()
        page.wait_for_function("() => location.hash === '#f3'")
        page.locator("#f4").wait_for()


def test_the_stream_and_the_answer_show_a_post_once(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    thread = playing.url("t/talk-1/")
    asked: list[str] = []

    def stream(route: Route) -> None:
        asked.append(route.request.url.rpartition("=")[2])
        time = f'<time datetime="{playing.clock.now.isoformat()}">11月30日</time>'
        told = "".join(f'event: post\ndata: <article class="post" id="f{n}" data-floor="{n}">{time}</article>\n\n' for n in (2, 3))
        route.fulfill(status=200, content_type="text/event-stream", body="retry: 60000\n\n" + (told if len(asked) > 1 else ""))

    with enter(playing, 0) as me:
        me.page.context.route("**/live/**", stream)
        page = me.go(thread)
        stay(page)
        page.locator("#text").fill("只有一次")
        me.page.locator("form[data-draft] button").first.click()
        page.locator("#f3").wait_for(state="attached")
        assert page.locator("article.post").count() == 3
        assert "只有一次" in page.locator("#f2").inner_text()
        assert page.locator("article.post time").nth(1).inner_text().startswith("今天 "), "what was put into place"
        assert page.locator("article.post time").nth(2).inner_text().startswith("今天 "), "what the stream has brought"
        assert asked == ["1", "2"], "the stream goes on from where the answer ends"


def test_a_vote_is_taken_and_one_that_is_not_says_why(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    me_, one, two = playing.alive[:3]
    with enter(playing, me_) as me:
        page = me.go(playing.url("t/votes-1/"))
        stay(page)
        page.locator("#text").fill("投票前写的草稿")
        page.locator("[data-ballot] select").select_option(str(one))
        page.locator("[data-ballot] input[name=reason]").fill("看了发言")
        sent(me, "[data-ballot] button", "#f2")
        assert "改票" in page.locator("[data-ballot] h2").inner_text()
        assert "2 楼" in page.locator(".band").inner_text(), "the band knows of the vote"
        assert page.locator("#text").input_value() == "投票前写的草稿", "what else was being written is still there"
        paused = {"do": "pause", "phase": f"{playing.row.phase}-{playing.row.day}", "reason": ""}
        assert playing.director().post(playing.url("desk/"), paused).status_code == 302
        page.locator("[data-ballot] select").select_option(str(two))
        page.locator("[data-ballot] input[name=reason]").fill("看了 2 楼")
        sent(me, "[data-ballot] button", ".refusal")
        me.troubles.clear()  # the refusal is a 422
        assert posts_of(playing, "votes-1") == 2
        assert "暂停" in page.locator(".refusal").inner_text()
        assert page.url.endswith(playing.url("t/votes-1/#write"))


def test_an_order_at_night_is_answered_in_place(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.NIGHT)
    rat = playing.seats(codes.RAT)[0]
    child = next(seat for seat in playing.seats(codes.CHILD) if seat in playing.alive)
    order = "form.order:has(input[name=act][value=bite])"
    with enter(playing, rat) as me:
        page = me.go(playing.url("seat/"))
        stay(page)
        page.locator("form:has(input[value=note]) textarea").fill("写了一半")
        page.locator(f"{order} select").select_option(str(child))
        sent(me, f"{order} button", "#answer")
        assert playing.name(child) in page.locator("#answer").inner_text()
        assert playing.name(child) in page.locator(".band").inner_text()
        assert page.locator("form:has(input[value=note]) textarea").input_value() == "写了一半"
        assert page.url.endswith(playing.url("seat/#answer"))
        sent(me, "button[value=agree_draw]", "#answer")
        page.locator("button[value=retract_draw]").wait_for()
        page.locator("form.say textarea").fill("这句话什么也不是")
        sent(me, "form.say button", "#answer")
        sent(me, "form:has(input[value=note]) button", ".notes > li")
        assert "写了一半" in page.locator(".notes").inner_text()
        sent(me, "form:has(input[value=substitute]) button", "#substitute")
        assert Seat.objects.get(game=playing.pk, number=rat).wants_substitute
        assert Said.objects.filter(game=playing.pk, to=f"s{rat}", what="accepted").count() >= 1


def test_without_the_network_nothing_is_lost(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    with enter(playing, 0) as me:
        page = me.go(playing.url("t/talk-1/"))
        stay(page)
        page.locator("#text").fill("第一帖")
        sent(me, "form[data-draft] button", "#f2")
        page.context.set_offline(True)
        page.locator("#text").fill("在地铁里写的")
        for button in ("form[data-draft] button", "form[data-draft] button[name=preview]"):
            sent(me, button, "form[data-draft] .refusal")
            assert page.locator("form[data-draft] .refusal").count() == 1
            assert page.locator("#text").input_value() == "在地铁里写的"
        me.troubles.clear()  # the browser says that there is no network
        page.context.set_offline(False)
        page.reload()
        assert page.locator("#text").input_value() == "在地铁里写的", "the floor of the post before does not mean that this one was taken"
        stay(page)
        sent(me, "form[data-draft] button", "#f3")
        assert posts_of(playing, "talk-1") == 3


def test_an_answer_that_is_no_page_of_the_game_is_told_in_the_form(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    form = "form:has(input[value=note])"
    with enter(playing, 0) as me:
        page = me.go(playing.url("seat/"))
        stay(page)
        page.context.clear_cookies(name="csrftoken")
        page.locator(f"{form} textarea").fill("一封长信")
        sent(me, f"{form} button", f"{form} .refusal")
        me.troubles.clear()  # the refusal is a 403
        assert "刷新后再发一次" in page.locator(f"{form} .refusal").inner_text()
        assert page.locator(f"{form} textarea").input_value() == "一封长信"


def test_pressed_twice_it_is_sent_once_and_what_is_written_meanwhile_stays(game: MakeGame, enter: Any) -> None:
    playing = game("piper", phases.DAY)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    with enter(playing, 0) as me:
        page = me.go(playing.url("t/talk-1/"))
        stay(page)
        page.route("**/t/talk-1/", hold)
        page.locator("#text").fill("一句")
        page.locator("form[data-draft] button").first.click()
        me.wait_for(lambda: held)
        page.locator("#text").fill("一句，又写了些")
        page.locator("form[data-draft] button").first.click()
        page.wait_for_function("() => Object.values(localStorage).includes('一句，又写了些')")
        held[0].continue_()
        page.wait_for_function(FOCUSED, arg="#f2")
        assert len(held) == 1
        assert posts_of(playing, "talk-1") == 2
        assert page.locator("#text").input_value() == "一句，又写了些"


def test_the_desk_answers_in_place_and_other_pages_are_gone_to(browser: Browser, live_server: Any, clock: Clock, game: MakeGame) -> None:
    playing = game("xia", phases.DAY)
    with reader(browser, live_server.url, clock, session=session_of(playing.organiser)) as me:
        page = me.go(playing.url("desk/"))
        stay(page)
        page.locator("details:has(input[value=pause]) summary").click()
        sent(me, "form:has(input[value=pause]) button", "main > .notice")
        assert playing.row.paused is not None
        me.click("header.site form[action*=language] button")
        assert not page.evaluate("window.stayed"), "another language is another page"
        assert page.locator("html").get_attribute("lang") == "en"
    with reader(browser, live_server.url, clock, session=session_of(playing.organiser), scripts=False) as plain:
        page = plain.go(playing.url("desk/"))
        plain.click("form:has(input[value=resume]) button")
        assert playing.row.paused is None


def test_times_of_today_and_yesterday_are_named_so(browser: Browser, live_server: Any, clock: Clock, game: MakeGame) -> None:
    """In the game's zone, whatever the reader's; past midnight too, on a page that stays open."""
    playing = game("piper", phases.DAY)
    clock.now = datetime(2026, 11, 30, 15, 30, tzinfo=UTC)  # 23:30 in Shanghai
    playing.post(1, "快到半夜了")
    at = "#f2 > header time"
    for lang, today, yesterday, dated in (("zh-CN", "今天", "昨天", "11月30日 23:30"), ("en-GB", "today", "yesterday", "Nov 30, 23:30")):
        with reader(browser, live_server.url, clock, lang=lang, session=session_of(playing.users[0])) as me:
            page = me.page
            page.clock.install(time=clock.now)
            page.goto(me.site + playing.url("t/talk-1/"))
            assert page.locator(at).inner_text() == f"{today} 23:30"
            assert page.locator(at).get_attribute("title") == dated
            page.clock.run_for(timedelta(minutes=29).seconds * 1000)
            assert page.locator(at).inner_text() == f"{today} 23:30"
            page.clock.run_for(timedelta(minutes=2).seconds * 1000)
            assert page.locator(at).inner_text() == f"{yesterday} 23:30"
            page.clock.run_for("24:00:00")
            assert page.locator(at).inner_text() == dated
    with reader(browser, live_server.url, clock, scripts=False) as plain:
        assert plain.go(playing.url("t/talk-1/")).locator(at).inner_text() == "11月30日 23:30"
