"""The reading pages: that each is there for every kind of reader, what it says, and what it asks of the database.

Expectations about whom a page may tell what come from X-R39 and the two-worlds law; wording from the texts.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bansha.board.games.drawing_posts import look_of, rows_of, ruling
from bansha.board.games.models import Game, Post, Seat
from bansha.board.texts import sentence, text
from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.rules.piper import codes as piper
from bansha.rules.xia import codes as xia
from bansha.telling import words
from tests.board import play
from tests.board.play import BoardGame

Games = Callable[..., BoardGame]
PLACES = ("", "t/talk-1/", "t/votes-1/", "votes/1/", "rules/")


def html(who: Client, path: str, **query: Any) -> str:
    answer = who.get(path, query)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def words_of(page: str) -> str:
    """A page's text, without tags and runs of space."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def band(page: str) -> str:
    return words_of(page.partition('<section class="band')[2].partition("</section>")[0].partition(">")[2])


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("phase", [phases.DAY, phases.NIGHT])
def test_every_page_is_there(game: Games, visitor: Client, spectator: Client, lang: str, phase: int) -> None:
    there = game("xia", phase, 1)
    for who in (visitor, spectator, there.client(0), there.client(5), there.director()):
        who.cookies["lang"] = lang
        for place in PLACES:
            assert f'<html lang="{"zh-Hans" if lang == "zh" else "en"}">' in html(who, there.url(place))
        for path in ("/", "/rules/xia/", "/rules/piper/"):
            html(who, path)


def test_no_page_has_inline_script_or_style(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    for place in ("/", *(there.url(place) for place in PLACES)):
        page = html(there.client(0), place)
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son[a-z]+=", page)


# ---- the band --------------------------------------------------------------------------------------------------------------------------


def test_the_band_follows_the_readers_vote(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    page = band(html(there.client(0), there.url()))
    assert "你还没有投票。" in page
    assert page.endswith("投票")
    there.vote(0, 1)
    page = band(html(there.client(0), there.url()))
    assert "你已投票，见 2 楼。" in page
    assert page.endswith("改票")
    there.vote(0, 2, quote=2)
    page = band(html(there.client(0), there.url()))
    assert "你已投票，见 3 楼。改票机会已用。" in page
    assert not page.endswith("改票")
    assert "你还没有投票。" in band(html(there.client(1), there.url()))


def test_a_form_sent_by_script_is_told_where_to_go_on(game: Games) -> None:
    """The same as the redirect says: fetch would follow it and forget the floor."""
    there = game("piper", phases.DAY, 1)
    url = there.url("t/talk-1/")
    answer = there.client(0).post(url, {"text": "一句"}, headers={"X-In-Place": "1"})
    assert (answer.status_code, answer.content, answer.headers["X-Goes-To"]) == (200, b"", f"{url}?from=1#f2")
    assert not answer.has_header("Location")
    refused = there.client(0).post(url, {"text": ""}, headers={"X-In-Place": "1"})
    assert (refused.status_code, refused.has_header("X-Goes-To")) == (422, False)
    plain = there.client(1).post(url, {"text": "一句"})
    assert (plain.status_code, plain.headers["Location"], plain.has_header("X-Goes-To")) == (302, f"{url}?from=1#f3", False)


def test_after_the_last_hour_has_begun_votes_stand(game: Games, clock: play.Clock) -> None:
    there = game("piper", phases.DAY, 1)
    there.vote(0, 1)
    closes = there.row.closes
    assert closes is not None
    clock.now = closes - timedelta(minutes=61)
    assert "已不能改票" not in band(html(there.client(0), there.url()))
    clock.now = closes - timedelta(minutes=59)
    assert "你已投票，见 2 楼。已不能改票。" in band(html(there.client(0), there.url()))
    assert "data-ballot" not in html(there.client(0), there.url("t/votes-1/"))
    assert "data-ballot" in html(there.client(1), there.url("t/votes-1/"))  # who has not voted still may


def test_at_night_the_band_shows_the_own_order_and_the_same_shape_to_whoever_has_none(game: Games) -> None:
    there = game("piper", phases.NIGHT, 1)
    (protector,), child = there.seats(piper.PROTECTOR), there.seats(piper.CHILD)[0]
    assert "你今晚还没有命令。" in band(html(there.client(protector), there.url()))
    other = next(seat for seat in there.alive if seat != protector)
    there.say(protector, f"保护 {there.name(other)}")
    sent = html(there.client(protector), there.url())
    assert re.search(rf"你今晚的命令：保护 {there.name(other)}（\d\d:\d\d 收到，可更改）", band(sent))
    quiet = html(there.client(child), there.url())
    assert "夜里没有你要做的事。" in band(quiet)

    def shape(page: str) -> list[str]:
        return re.findall(r"<[^>]*>", page.partition('<section class="band')[2].partition("</section>")[0])

    assert shape(sent) == shape(quiet)
    there.say(protector, "放弃")
    assert "你今晚放弃了命令" in band(html(there.client(protector), there.url()))


def test_a_groups_order_is_shown_to_the_whole_group(game: Games) -> None:
    there = game("xia", phases.NIGHT, 1)
    first, second, *_rest = there.seats(xia.BLACK)
    victim = there.seats(xia.COMMONER)[0]
    there.say(first, f"杀 {there.name(victim)}")
    assert f"杀 {there.name(victim)}" in band(html(there.client(second), there.url()))
    assert there.name(victim) not in band(html(there.client(victim), there.url()))


def test_the_readers_zone_stands_under_the_games(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    user = there.users[0]
    user.zone = "Europe/London"
    user.save()
    assert "你的时间 12月1日 04:30" in band(html(there.client(0), there.url()))
    user.zone = "Asia/Singapore"  # the same clock
    user.save()
    assert "你的时间" not in band(html(there.client(0), there.url()))


# ---- threads ---------------------------------------------------------------------------------------------------------------------------


def test_the_vote_form_writes_the_laws_own_form_and_a_change_quotes_the_own_vote(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    url, who = there.url("t/votes-1/"), there.client(0)
    there.post(1, "先说一句", "votes-1")
    answer = who.post(url, {"do": "vote", "target": "3", "reason": " 看了\n讨论 "})
    assert answer["Location"].endswith("?from=1#f3")
    first = Post.objects.get(thread__key="votes-1", floor=3)
    assert (first.text, first.quote) == (f"投票对象：{there.name(3)}\n投票理由：看了 讨论", 0)
    who.post(url, {"do": "vote", "target": "4", "reason": "改主意"})
    second = Post.objects.get(thread__key="votes-1", floor=4)
    assert (second.text, second.quote) == (f"改票对象：{there.name(4)}\n改票理由：改主意", 3)
    page = words_of(html(who, url))
    assert f"改票计入：{there.name(3)} → {there.name(4)}。 3.3" in page
    assert f"引用 #3 {there.name(0)}：" in page


def test_a_void_vote_says_why_and_what_to_do(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    there.vote(0, 1)
    there.post(0, f"改票对象：{there.name(2)}\n改票理由：忘了引用", "votes-1")
    page = html(there.client(1), there.url("t/votes-1/"))
    assert "没有引用自己的投票帖" in words_of(page)
    assert f'href="{there.url("rules/")}#3.3"' in page


def test_what_is_refused_stays_in_the_box(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    there.until(phases.NIGHT, 1)
    answer = there.client(0).post(there.url("t/talk-1/"), {"text": "<晚了>", "quote": ""})
    assert answer.status_code == 422
    assert "这个帖子已经关闭" in answer.content.decode()


def test_a_preview_posts_nothing(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    page = there.client(0).post(there.url("t/talk-1/"), {"text": "**粗** <i>", "quote": "1", "preview": "1"}).content.decode()
    assert "<strong>粗</strong> &lt;i&gt;" in page
    assert "**粗** &lt;i&gt;</textarea>" in page
    only = there.client(0).post(there.url("t/talk-1/"), {"text": "好", "preview": "1"}, headers={"X-Fragment": "1"})
    assert only.content.decode() == "好"
    assert Post.objects.filter(thread__key="talk-1").count() == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("rules", ["xia", "piper"])
@pytest.mark.parametrize(
    ("typed", "quote", "voted", "counts"),
    [
        ("投票对象：包子\n投票理由：想", 0, False, True),
        ("投票对象：某某\n投票理由：想", 0, False, False),
        ("改票对象：包子\n改票理由：想", 0, False, False),  # there is nothing to change
        ("投票对象：包子\n投票理由：再想", 0, True, False),  # a second vote that quotes nothing
        ("改票对象：包子\n改票理由：再想", 1, True, False),  # what it quotes is not one's own
        ("改票对象：包子\n改票理由：再想", 2, True, True),
    ],
)
def test_a_preview_of_a_vote_says_what_the_post_will_be_told(
    game: Games, rules: str, lang: str, typed: str, quote: int, voted: bool, counts: bool
) -> None:
    there = game(rules, phases.DAY, 1)
    me = there.client(0)
    me.cookies["lang"] = lang
    if voted:
        there.vote(0, 2)
    sent = {"text": typed.replace("包子", there.name(1)), "quote": str(quote)}
    seen = me.post(there.url("t/votes-1/"), {**sent, "preview": "1"}, headers={"X-Fragment": "1"}).content.decode()
    floors = Post.objects.filter(thread__key="votes-1").count()
    assert floors == 1 + voted, "a preview posts nothing"
    me.post(there.url("t/votes-1/"), sent)
    row = rows_of(Post.objects.filter(thread__key="votes-1", floor=floors + 1), there.row, look_of(there.row, lang))[0]  # type: ignore[arg-type]
    said = ruling(row["reading"]["args"], words.Setting(rules, there.table.names, "Asia/Shanghai", there.row.header["options"]), lang)  # type: ignore[arg-type]
    assert said.counts == counts
    assert unescape(words_of(seen)).endswith(text("thread.read_as" if counts else "thread.read_as_void", lang, said=said.text))


def test_a_preview_of_talk_in_the_vote_thread_says_that_it_is_no_vote(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    seen = there.client(0).post(there.url("t/votes-1/"), {"text": "我再想想", "preview": "1"}, headers={"X-Fragment": "1"}).content.decode()
    assert text("thread.read_as_talk", "zh") in seen


@pytest.mark.parametrize(
    ("said", "zh", "en"),
    [
        ("this phase is over", "this phase is over。", "This phase is over."),
        ("Done.", "Done.", "Done."),
        ("", "。", "."),
        ("还在？", "还在？", "还在？"),
    ],
)
def test_a_refusal_stands_on_the_page_as_a_sentence(said: str, zh: str, en: str) -> None:
    assert (sentence(said, "zh"), sentence(said, "en")) == (zh, en)


def test_what_came_too_late_can_be_copied(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    there.until(phases.NIGHT, 1)
    me = there.client(0)
    me.cookies["lang"] = "en"
    page = me.post(there.url("t/talk-1/"), {"text": "<晚了>", "quote": ""}).content.decode()
    assert "readonly>&lt;晚了&gt;</textarea>" in page
    assert '<p role="alert" class="refusal">This thread is closed.</p>' in page


def test_while_a_phase_waits_to_be_published_nobody_is_asked_for_anything(game: Games, visitor: Client) -> None:
    there = game("xia", phases.DAY, 1, automatic=False)
    me, told = there.client(0), text("band.unpublished", "zh")
    assert text("band.not_voted", "zh") in band(html(me, there.url()))
    closes = there.row.closes
    assert closes is not None
    there.clock.now = closes + timedelta(seconds=1)
    for page in (html(me, there.url()), html(visitor, there.url()), html(me, there.url("t/votes-1/")), html(me, there.url("seat/"))):
        assert told in band(page)
        assert text("band.not_voted", "zh") not in page
        assert "data-ballot" not in page
        assert 'name="act"' not in page
    front = html(me, "/")
    assert told in front
    assert text("band.not_voted", "zh") not in front
    refused = me.post(there.url("seat/"), {"do": "say", "text": "<代投 包子>"}).content.decode()
    assert "readonly>&lt;代投 包子&gt;</textarea>" in refused


def test_long_threads_go_by_floors(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    for n in range(60):
        there.post(n % 3, f"第 {n} 句")
    url, who = there.url("t/talk-1/"), there.client(5)

    def floors(**query: Any) -> list[int]:
        return [int(floor) for floor in re.findall(r'data-floor="(\d+)"', html(who, url, **query))]

    assert floors() == list(range(51, 62))
    assert floors(**{"from": 1}) == list(range(1, 51))
    assert "?from=51" in html(who, url, **{"from": 1})
    assert floors(by=0) == list(range(2, 62, 3))
    assert floors(by=["0", "d"]) == [1, *range(2, 62, 3)]
    assert floors(by="nobody") == []
    assert who.get(url, {"floor": "37"})["Location"] == f"{url}?from=1#f37"
    assert who.get(url, {"floor": "999"})["Location"] == f"{url}?from=51#f61"


def test_a_room_shows_the_floors_of_ones_stay_and_quotes_nothing_older(game: Games) -> None:
    """X-R39: a new member reads on from his entry; what a later post quotes from before stays unread."""
    from bansha.board.games.models import Stay

    there = game("xia", phases.NIGHT, 1)
    black = there.seats(xia.BLACK)[0]
    for n in range(3):
        there.post(black, f"密谋 {n}", "room-0")
    there.post(black, "接着说", "room-0", quote=2)
    newcomer = there.seats(xia.COMMONER)[0]
    Stay.objects.create(game_id=there.pk, room=0, seat=newcomer, first_floor=4, first_entry=1)
    page = html(there.client(newcomer), there.url("t/room-0/"))
    assert re.findall(r'data-floor="(\d+)"', page) == ["4", "5"]
    assert "密谋 0" not in page
    assert "引用 #2" in page
    Stay.objects.filter(game_id=there.pk, seat=newcomer).update(last_floor=4, last_entry=2)
    page = html(there.client(newcomer), there.url("t/room-0/"))
    assert re.findall(r'data-floor="(\d+)"', page) == ["4"]
    assert 'data-end="4"' in page
    assert "你已不在这个房间里" in page
    assert "4 楼" in words_of(html(there.client(newcomer), there.url())).partition("房间")[2]
    assert there.client(newcomer).get(there.url("t/room-0/"), {"floor": "99"})["Location"].endswith("#f4")
    assert "data-thread" in html(there.client(black), there.url("t/room-0/"))
    outsider = there.seats(xia.COMMONER)[1]
    assert there.client(outsider).get(there.url("t/room-0/")).status_code == 404


def test_posts_are_escaped_wherever_they_stand(game: Games) -> None:
    there = game("piper", phases.DAY, 1)
    evil = "<img src=x onerror=alert(1)>\"'&"
    there.post(0, evil)
    there.post(1, "看", quote=2)
    page = html(there.client(2), there.url("t/talk-1/"))
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") == 2  # the post and its excerpt


# ---- the ledger, the hub, the rules ----------------------------------------------------------------------------------------------------


def test_the_ledger_counts_what_stands(game: Games) -> None:
    there = game("xia", phases.DAY, 1)
    there.votes(3, 0, 1, 2)
    there.vote(1, 4, quote=3)
    there.post(5, "投票对象：没有的人\n投票理由：试", "votes-1")
    page = words_of(html(there.client(0), there.url("votes/1/")))
    assert f"{there.name(3)} 2 {there.name(0)}、{there.name(2)}" in page
    assert f"{there.name(4)} 1 {there.name(1)}" in page
    assert "没有叫这个名字的人" in page
    assert there.name(5) in page.partition("还没有算数的票：")[2].split()[0]
    there.send(lambda _table: play_correction(2, 4), there.organiser)
    page = words_of(html(there.client(0), there.url("votes/1/")))
    assert f"{there.name(4)} 2" in page
    assert there.client(0).get(there.url("votes/2/")).status_code == 404


def play_correction(seat: int, target: int) -> Any:
    from bansha.table.inputs import CorrectVote

    return CorrectVote(seat, target, "看错了")


def test_whoever_is_out_is_shown_as_published(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1)
    there.votes(3, *(seat for seat in there.alive if seat != 3))
    there.until(phases.NIGHT, 1)
    out = Seat.objects.get(game=there.pk, number=3).out
    assert out
    page = html(visitor, there.url())
    assert re.search(rf'<li class="out"><span>{there.name(3)}</span><small data-role="[a-z_]+">{out}</small>', page)
    visitor.cookies["lang"] = "en"
    assert out not in html(visitor, there.url()).partition('<ol class="seats">')[2].partition("</ol>")[0]


def test_every_clause_has_an_anchor_and_every_link_on_the_page_an_aim(game: Games, visitor: Client) -> None:
    for rules in ("xia", "piper"):
        page = html(visitor, f"/rules/{rules}/")
        anchors = re.findall(r' id="([^"]+)"', page)
        assert len(anchors) == len(set(anchors))
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)
        assert {"1", "3.3", "X-R28"} <= set(anchors)
    there = game("xia", phases.DAY, 1, options={"threshold_percent": 55})
    assert "55" in words_of(html(visitor, there.url("rules/"))).partition("规则原为 40")[0][-40:]


def refuse(*_: object) -> None:
    raise Unlawful("no", "不行", "no")


def test_errors_are_in_the_sites_look(visitor: Client, game: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    there = game("piper", phases.DAY, 1)
    gone = visitor.get("/g/nosuchgame/")
    assert (gone.status_code, text("errors.title_404", "zh") in gone.content.decode()) == (404, True)
    assert visitor.get("/rules/chess/").status_code == 404
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(there.url("t/talk-1/"), {"text": "x"}).status_code == 403
    assert visitor.post(there.url("t/talk-1/"), {"text": "x"}).status_code == 422
    with monkeypatch.context() as patch:
        patch.setattr("bansha.board.games.hub.viewer", refuse)
        answer = visitor.get(there.url())
        assert (answer.status_code, "<p>不行。</p>" in answer.content.decode()) == (422, True)
    monkeypatch.setattr("bansha.board.games.hub.viewer", lambda *_: 1 / 0)
    broken = Client(raise_request_exception=False).get(there.url())
    page = broken.content.decode()
    assert broken.status_code == 500
    assert text("errors.title_500", "zh") in page
    assert "ZeroDivisionError" not in page


# ---- what is asked of the database -----------------------------------------------------------------------------------------------------


def asked(who: Client, path: str) -> int:
    who.get(path)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert who.get(path).status_code == 200
    return len(queries)


def test_a_threads_page_asks_the_same_however_much_is_on_it(game: Games, visitor: Client) -> None:
    small, large = game("piper", phases.DAY, 1), game("xia", phases.DAY, 1)
    small.post(0, "一句", quote=1)
    small.vote(0, 1)
    for n in range(49):
        large.post(n % 20, "一句", quote=n // 2 + 1)
    for seat in range(20):
        large.vote(seat, 1)
    for place in ("t/talk-1/", "t/votes-1/", "votes/1/", ""):
        assert asked(visitor, small.url(place)) == asked(visitor, large.url(place)), place
        assert asked(small.client(0), small.url(place)) == asked(large.client(0), large.url(place)), place
    assert asked(large.client(0), large.url("t/talk-1/")) <= 16


@pytest.mark.parametrize("phase", [phases.DAY, phases.NIGHT, phases.WORDS])
def test_the_front_page_asks_the_same_for_any_number_of_games(game: Games, visitor: Client, phase: int) -> None:
    first = game("piper", phases.DAY, 1)
    user = first.users[0]

    def count() -> tuple[int, int]:
        """Every game is in the phase, and the reader is in all of them, with something to do."""
        for row in Game.objects.all():
            Seat.objects.filter(game=row, user=user).delete()
            Seat.objects.filter(game=row, number=0).update(user=user, called=True, out="老鼠" if phase == phases.WORDS else "")
        Game.objects.update(phase=phase, paused=None)
        return asked(visitor, "/"), asked(play.client(user), "/")

    few = count()
    for n in range(4):
        game("xia" if n % 2 else "piper", phases.DAY, 1)
    assert Game.objects.count() == 5
    assert count() == few


def test_the_hub_asks_the_same_for_any_number_of_rooms(game: Games) -> None:
    from bansha.board.games.models import Stay

    there = game("xia", phases.NIGHT, 1)
    seat = there.seats(xia.BLACK)[0]
    few = asked(there.client(seat), there.url())
    for room in range(1, 5):
        Stay.objects.create(game_id=there.pk, room=room, seat=seat, first_floor=1, first_entry=1)
    assert asked(there.client(seat), there.url()) == few
