"""What the director writes is read in the reader's language, and what is past keeps the names of its time (X-R45)."""

import re
from collections.abc import Callable

from django.test import Client

from bansha.board.games.models import Post
from bansha.rules import phases
from bansha.rules.piper import codes as piper
from tests.board.play import BoardGame

Games = Callable[..., BoardGame]


def page(who: Client, path: str, lang: str = "zh") -> str:
    who.cookies["lang"] = lang
    return who.get(path).content.decode()


def test_an_opening_post_is_read_in_the_readers_language(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1)
    chinese, english = (page(visitor, there.url("t/votes-1/"), lang) for lang in ("zh", "en"))
    assert "结束前 60 分钟内不能改票" in chinese
    assert "not in the last 60 minutes" in english
    assert "每人一次" not in english
    assert "改票" in Post.objects.get(thread__key="votes-1", floor=1).text


def test_where_votes_may_be_changed_to_the_end_the_opening_says_nothing_of_a_cut_off(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1, options={"change_cutoff_minutes": 0})
    assert "不能改票" not in page(visitor, there.url("t/votes-1/"))


def test_no_chinese_but_names_and_what_a_vote_must_say(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1)
    known = {*there.table.names, "中文", "投票对象：", "投票理由：", "测试局"}
    for place in ("", "t/talk-1/", "t/votes-1/", "votes/1/"):
        text = re.sub(r"<[^>]*>", " ", page(visitor, there.url(place), "en"))
        for name in known:
            text = text.replace(name, "")
        assert re.findall("[\u4e00-\u9fff]+", text) == [], place


def test_posts_and_their_readings_keep_the_name_of_their_time(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1)
    seat = there.seats(piper.CHILD)[0]
    former, target = there.name(seat), next(other for other in range(12) if other != seat)
    there.vote(seat, target)
    there.clock.tick(60)
    there.substitute(seat, "新来的")
    there.clock.tick(60)
    there.post(seat, "我接手了", "votes-1")
    authors = re.findall(r'class="by[^"]*">([^<]+)', page(visitor, there.url("t/votes-1/")))
    assert authors == ["导演", former, "新来的"]
    assert f"{former} 投 {there.name(target)}。" in page(visitor, there.url("t/votes-1/"))


def test_the_ledger_names_voters_as_their_thread_does(game: Games, visitor: Client) -> None:
    there = game("piper", phases.DAY, 1)
    seat, other, target = there.seats(piper.CHILD)[:3]
    former, waiting = there.name(seat), there.name(other)
    there.vote(seat, target)
    there.clock.tick(60)
    there.substitute(seat, "新来的")
    there.clock.tick(60)
    there.vote(there.seats(piper.RAT)[0], seat)
    running = page(visitor, there.url("votes/1/"))
    row = next(line for line in re.findall(r"<tr.*?</tr>", running, re.DOTALL) if "?floor=2" in line)
    assert former in row  # the post is his, as in the thread
    assert f"{former} 投" in page(visitor, there.url("t/votes-1/"))
    assert "新来的" in running.replace(row, "")  # the vote stands for whoever has the seat now, and was cast against him
    there.until(phases.DAY, 2)
    closed = page(visitor, there.url("votes/1/")).partition("<main")[2]
    there.substitute(other, "又一个")
    assert page(visitor, there.url("votes/1/")).partition("<main")[2] == closed  # what is past does not change its names
    assert waiting in closed
    assert "又一个" not in closed
    assert "又一个" in page(visitor, there.url("votes/2/"))


def test_programs_are_told_the_names_of_the_time_too(game: Games, visitor: Client) -> None:
    there = game("piper", phases.NIGHT)
    (liar,), rat = there.seats(piper.LIAR), there.seats(piper.RAT)[0]
    there.say(liar, f"欺骗 {there.name(rat)}")
    before = there.name(rat)
    there.clock.tick(60)
    there.substitute(rat, "新来的")
    told = there.client(liar).get(f"/api/games/{there.pk}/seat/notices").json()
    assert before in next(row["text"] for row in told if row["what"] == "accepted")
    assert before in re.sub(r"<[^>]*>", "", page(there.client(liar), there.url("seat/")))
    announced = visitor.get(f"/api/games/{there.pk}/announcements").json()
    assert before in next(row["text"] for row in announced if row["what"] == "dealt")
