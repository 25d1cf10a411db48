"""In a real browser, on phone and desktop, with scripts and without: from joining the site to the review of the game; axe-core on every page."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from bansha.board.games.models import Post, Said, Seat
from bansha.board.people.confirming import SIGNER
from bansha.board.people.models import Confirmation, Device, User
from bansha.rules import phases
from bansha.rules.piper import codes
from bansha.table.deal import shuffled
from tests.board import play
from tests.board.browsing import CHROMIUM, WHY_NOT, Reader, opened, reader, session_of
from tests.board.play import BoardGame, Clock
from tests.board.pushing import SITE_KEY
from tests.board.pushing import Browser as Subscription

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not CHROMIUM, reason=WHY_NOT),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
SEATING = (0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 4, 5)
ME = 11  # the last seat: taking it brings on the deal


def seed_in_which(identity: int, seat: int) -> str:
    """A seed by which that seat is dealt that identity."""
    return next(seed for seed in map(str, range(1000)) if shuffled(seed, play.SALT, "deal", SEATING)[seat] == identity)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests."""
    with opened() as launched:
        yield launched


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_from_joining_the_site_to_the_review(size: str, scripts: bool, browser: Browser, live_server: Any, clock: Clock) -> None:
    game = play.dealt(clock, "piper", prefix="w", title="周末一局", seats=11, seed=seed_in_which(codes.RAT, ME))
    with reader(browser, live_server.url, clock, size, scripts=scripts) as me:
        page = me.go("/", "index")
        page.get_by_text("周末一局").first.click()
        me.look("signing-up")
        joins_site_and_game(me, game)
        the_role_card(me, game)
        votes_and_changes(me, game)
        sends_an_order(me, game)
        sees_the_dawn(me, game)
        a_runoff(me, game)
        reviews(me, game)


def joins_site_and_game(me: Reader, game: BoardGame) -> None:
    page = me.go(f"/join/?next={game.url('join/')}")
    page.locator("input[name=name]").fill("新来的")
    page.locator("input[name=password]").fill(play.PASSWORD)
    me.click("main form button")
    assert page.url.endswith(game.url("join/")), "after joining one goes on where one came from"
    page.locator("input[name=name]").fill("青团")
    me.click("main form button")
    for _ in range(2):  # a name that could be mistaken is asked about once
        if not Seat.objects.filter(game=game.pk, name="青团").exists():
            me.click("main form button")
    assert game.table.state is not None, "the last seat brought on the deal"
    game.users.append(User.objects.get(username="新来的"))


def the_role_card(me: Reader, game: BoardGame) -> None:
    page = me.go(game.url("seat/"), "seat")
    assert "老鼠" in page.locator(".card").inner_text()


def votes_and_changes(me: Reader, game: BoardGame) -> None:
    game.until(phases.DAY)
    others = [seat for seat in game.alive if seat != ME]
    for seat in others[:3]:
        game.post(seat, f"我是{game.name(seat)}，先听听大家怎么说。\n**要紧的**写在前面。")
    page = me.go(game.url("t/talk-1/"), "talk")
    assert page.locator("article.post").count() == 4
    me.go(game.url("t/votes-1/"))
    one, two = others[0], others[1]
    cast(me, one, "看了发言")
    own = Post.objects.get(thread__game=game.pk, thread__key="votes-1", seat=ME)
    assert own.reading is not None
    assert own.reading["args"][4] == one
    cast(me, two, "看了 3 楼", "vote-change")
    last = Post.objects.filter(thread__game=game.pk, thread__key="votes-1", seat=ME).order_by("floor").last()
    assert last is not None
    assert last.quote == own.floor, "the button quotes the vote that is changed"
    assert last.reading is not None
    assert last.reading["args"][4] == two
    me.go(game.url("votes/1/"), "ledger")
    me.go(game.url(), "hub-day")


def cast(me: Reader, target: int, reason: str, picture: str = "") -> None:
    """Vote, or change the vote, by the form."""
    page = me.page
    page.locator("[data-ballot] select[name=target]").select_option(str(target))
    page.locator("[data-ballot] input[name=reason]").fill(reason)
    me.click("[data-ballot] button", picture)
    assert page.locator(".refusal").count() == 0, page.locator(".refusal").inner_text()


def sends_an_order(me: Reader, game: BoardGame) -> None:
    game.until(phases.NIGHT)
    page = me.go(game.url("seat/"), "seat-night")
    form = page.locator("form.order:has(input[name=act][value=bite])")
    target = next(seat for seat in game.seats(codes.CHILD) if seat in game.alive)
    form.locator("select[name=target]").select_option(str(target))
    me.click("form.order:has(input[name=act][value=bite]) button", "order-sent")
    assert Said.objects.filter(game=game.pk, to=f"s{ME}", what="accepted").exists()
    assert game.name(target) in page.locator("#answer").inner_text()


def sees_the_dawn(me: Reader, game: BoardGame) -> None:
    game.until(phases.DAY)
    page = me.go(game.url(), "dawn")
    assert page.locator("article").count() > 2


def a_runoff(me: Reader, game: BoardGame) -> None:
    alive = [seat for seat in game.alive if seat != ME]
    one, two = alive[0], alive[1]
    half = len(alive) // 2
    game.votes(one, *alive[1 : 1 + half])
    game.votes(two, alive[0], *alive[1 + half : 2 * half])
    game.until(phases.RUNOFF)
    key = f"runoff-votes-{game.row.day}"
    me.go(game.url(f"t/{key}/"))
    cast(me, two, "高票里选一个", "runoff")
    assert Post.objects.filter(thread__game=game.pk, thread__key=key, seat=ME).exists()


def reviews(me: Reader, game: BoardGame) -> None:
    page = me.page
    assert me.page.request.get(me.site + game.url("review/")).status == 404, "before the end there is no review"
    game.finish()
    me.go(game.url("review/"), "review")
    places = page.locator("main a[href*='/review/']").evaluate_all("all => all.map(a => a.getAttribute('href'))") if me.scripts else []
    for place in sorted({href.split("#")[0].split("?")[0] for href in places if "/export/" not in href}):
        me.go(place, "review-" + place.rstrip("/").rpartition("/")[2] if "night-1" in place else "")
    me.go(game.url())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible_to_everybody_in_both_languages(
    scheme: Any, browser: Browser, live_server: Any, clock: Clock, game: Callable[..., BoardGame]
) -> None:
    """A player, the director, a visitor; axe-core with its rules for WCAG 2 A and AA and best practice."""
    playing = game("xia", phases.NIGHT)
    black = playing.seats(0)[0]
    playing.post(black, "> 引用\n杀谁 http://example.org/ ~~不~~", "room-0")
    playing.say(black, "杀 水饺")
    outside = ("/", "/login/", "/join/", "/ladder/", "/rules/xia/", "/rules/piper/")
    public = tuple(playing.url(rest) for rest in ("", "t/talk-1/", "t/votes-1/", "votes/1/", "rules/"))
    player = tuple(playing.url(rest) for rest in ("seat/", "t/room-0/"))
    message = f"desk/log/{len(playing.table.log)}/"
    director = tuple(playing.url(rest) for rest in ("desk/", "desk/preview/", "desk/log/", message, "desk/audit/", "letters/"))
    seen = {
        "": (*outside, *public),
        session_of(playing.users[black]): (*public, *player, "/me/", "/me/tokens/"),
        session_of(playing.organiser): (*director, "/games/new/", "/"),
    }
    for lang, size in (("zh-CN", "phone"), ("en-GB", "desktop")):
        for session, paths in seen.items():
            with reader(browser, live_server.url, clock, size, session=session, scheme=scheme, lang=lang) as somebody:
                for path in paths:
                    somebody.go(path, picture_of(path, scheme, lang))


def picture_of(path: str, scheme: str, lang: str) -> str:
    """Which of these pages the README shows."""
    return "desk" if path.endswith("desk/") and scheme == "light" and lang.startswith("en") else ""


SUBSCRIBED = """PushManager.prototype.subscribe = async function (options) {
    window.asked = new Uint8Array(options.applicationServerKey).length;
    return { toJSON: () => ({ endpoint: "%s", keys: { p256dh: "%s", auth: "%s" } }) };
};
PushManager.prototype.getSubscription = async () => ({ endpoint: "%s", unsubscribe() {} });"""
SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration("/static/worker.js")).getNotifications())
    .map(shown => [shown.title, shown.body, shown.data])"""


def test_a_device_is_turned_on_and_shows_what_is_pushed(browser: Browser, live_server: Any, clock: Clock, settings: Any) -> None:
    """Chromium's push service is out of reach here: the subscription is made up, and the push is delivered by the browser's own tools."""
    settings.PUSH_KEY = SITE_KEY
    there = Subscription("phone")
    with reader(browser, live_server.url, clock, "phone", session=session_of(play.user("me"))) as me:
        me.page.context.grant_permissions(["notifications"])
        me.page.add_init_script(SUBSCRIBED % (*there.fields.values(), there.endpoint))
        page = me.go("/me/")
        me.click("form[data-subscribe] button")
        assert Device.objects.get().endpoint == there.endpoint
        page.get_by_text("这台设备", exact=True).wait_for()  # the page's script finds out by and by
        page.locator("form[data-subscribe]").wait_for(state="hidden")
        tools = page.context.new_cdp_session(page)
        found: list[str] = []
        tools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(one["registrationId"] for one in told["registrations"])
        )
        tools.send("ServiceWorker.enable")
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration('/static/worker.js'))?.active?.state === 'activated'"
        )
        me.wait_for(lambda: found)
        said = {"title": "提醒：周末一局", "body": "截止 12月1日 12:30", "lang": "zh-Hans", "path": "/g/abc/"}
        pushed = {"origin": live_server.url, "registrationId": found[0], "data": json.dumps(said)}
        tools.send("ServiceWorker.deliverPushMessage", pushed)
        page.wait_for_function(f"async () => (await ({SHOWN})()).length > 0")
        assert page.evaluate(SHOWN) == [["提醒：周末一局", "截止 12月1日 12:30", "/g/abc/"]]
        me.click("li[data-device] button")
        assert not Device.objects.exists()
        asked = Confirmation.objects.create(user=User.objects.get(username="me"), email="me@example.org", made=clock.now)
        me.go("/me/")
        me.go(f"/me/mail/{SIGNER.sign(asked.word)}/")
        me.click("main form button")
        assert page.get_by_text("邮箱已确认").is_visible()
    with reader(browser, live_server.url, clock, "phone", session=session_of(play.user("me")), scripts=False) as plain:
        assert not plain.go("/me/").get_by_text("在设备上提醒").first.is_visible()


def test_what_was_written_outlives_the_session(browser: Browser, live_server: Any, clock: Clock, game: Callable[..., BoardGame]) -> None:
    playing = game("piper", phases.DAY)
    session = session_of(playing.users[0])
    thread = playing.url("t/talk-1/")
    with reader(browser, live_server.url, clock, "phone", session=session) as me:
        page = me.go(thread)
        page.locator("#text").fill("写了很久的话")
        page.context.clear_cookies(name="sessionid")
        me.set_clock()
        with page.expect_navigation():
            page.locator("form[data-draft] button").first.click()
        assert page.locator("textarea[readonly]").input_value() == "写了很久的话"
        me.troubles.clear()  # the refusal is a 422
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = me.go(thread)
        assert page.locator("#text").input_value() == "写了很久的话"
        me.click("form[data-draft] button")
        assert Post.objects.filter(thread__game=playing.pk, text="写了很久的话").count() == 1
        assert me.go(thread).locator("#text").input_value() == ""


def test_a_visitor_is_told_his_own_time_and_text_of_twice_the_size_fits(
    browser: Browser, live_server: Any, clock: Clock, game: Callable[..., BoardGame]
) -> None:
    playing = game("xia", phases.DAY)
    playing.vote(0, 1)
    with reader(browser, live_server.url, clock, "phone") as anybody:
        page = anybody.go(playing.url())
        elsewhere = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") != "Asia/Shanghai"
        said = page.locator(".band").inner_text()
        assert bool(re.search(r"你的时间 [1-9]\d?月[1-9]\d?日 \d\d:\d\d", said)) == elsewhere, said
    with reader(browser, live_server.url, clock, "phone", session=session_of(playing.users[0])) as me:
        for place in ("", "t/votes-1/", "votes/1/", "seat/"):
            page = me.go(playing.url(place))
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
            line = page.locator(".band .phase").evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)")
            assert line < 3, "the phase is written down, letter by letter"
