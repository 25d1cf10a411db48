"""Correcting a past input by forms: whatever a director would put right has one, the impact comes first, and what is wrong is said in words."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from bansha.board.games.models import Post, Said
from bansha.rules import phases
from bansha.rules.piper import codes
from bansha.rules.xia import codes as xia
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def last(it: play.BoardGame, kind: str) -> int:
    """The number of the last entry of a kind."""
    return next(entry.n for entry in reversed(it.table.log) if entry.input[0] == kind)


def form(it: play.BoardGame, entry: int) -> dict[str, str]:
    """The form as it stands on the page: every field with its value."""
    body = it.director().get(it.url(f"desk/log/{entry}/")).content.decode().partition('class="correction"')[2]
    found = {name: html.unescape(text) for name, text in re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)', body)}
    found |= {name: html.unescape(value) for name, value in re.findall(r'<input name="(\w+)" value="([^"]*)"', body)}
    for name, options in re.findall(r'<select name="(\w+)">(.*?)</select>', body, re.DOTALL):
        found[name] = (re.findall(r'value="([^"]*)" selected', options) or re.findall(r'value="([^"]*)"', options))[0]
    return found


def correct(it: play.BoardGame, entry: int, **fields: Any) -> str:
    """Fill the form in, look at the impact, apply it; back comes the page with the impact."""
    given = form(it, entry) | {name: str(value) for name, value in fields.items()}
    shown = it.director().post(it.url(f"desk/log/{entry}/"), {**given, "do": "impact"})
    assert shown.status_code == 200, re.findall(r'role="alert"[^>]*>([^<]*)', shown.content.decode())
    applied = {**given, "do": "apply", "sure": "1", "shown": fingerprint(shown)}
    assert it.director().post(it.url(f"desk/log/{entry}/"), applied).status_code == 302
    return str(shown.content.decode().partition("说错了的话")[2])


def fingerprint(page: Any) -> str:
    """Of the impact that a page shows."""
    found = re.search(r'name="shown" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def refused(it: play.BoardGame, entry: int, **fields: Any) -> str:
    """What is said of a form that is filled in wrongly; nothing has happened."""
    entries = it.row.entries
    given = form(it, entry) | {name: str(value) for name, value in fields.items()}
    answer = it.director().post(it.url(f"desk/log/{entry}/"), {**given, "do": "apply", "sure": "1"})
    assert answer.status_code == 422
    assert it.row.entries == entries
    return " ".join(re.findall(r'role="alert"[^>]*>([^<]*)', answer.content.decode()))


def standing(it: play.BoardGame, seat: int) -> tuple[int, ...]:
    """At whom the seat's order is aimed as it stands."""
    order = it.table.law.standing(it.table.state, seat)
    assert order is not None
    return order.targets


def test_an_order_is_put_right_by_choosing_it(game: MakeGame) -> None:
    it = game("piper", phases.NIGHT)
    rat, other = it.seats(codes.RAT)[:2]
    (liar,), children = it.seats(codes.LIAR), it.seats(codes.CHILD)
    it.say(rat, f"咬 {it.name(children[0])}")
    entry = last(it, "message")
    assert form(it, entry) == {"act": "", "one": "-1", "text": f"咬 {it.name(children[0])}"}
    impact = correct(it, entry, act="bite", one=liar)
    assert it.name(liar) in impact
    assert standing(it, rat) == (liar,)
    assert "请选这条命令的对象" in refused(it, entry, act="bite")
    assert "表单里没有这一项" in refused(it, entry, act="kill", one=liar)
    it.say(other, f"咬 {it.name(children[0])}")
    assert "目标不能是自己" in correct(it, last(it, "message"), act="bite", one=other)  # what would have been answered then


def test_an_illusion_has_two_targets_or_a_floor(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    (illusionist,) = it.seats(xia.ILLUSIONIST)
    one, two = it.seats(xia.COMMONER)[:2]
    it.say(illusionist, f"幻觉二 {it.name(one)}")
    entry = last(it, "message")
    assert "请选这条命令的对象" in refused(it, entry, act="illusion1", one=one)
    assert "楼号是数字" in refused(it, entry, act="illusion3", floor="三")
    correct(it, entry, act="illusion1", one=one, two=two)
    assert standing(it, illusionist) == (one, two)


def test_an_agreement_and_waived_words_are_put_right(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.say(0, "同意平局")
    entry = last(it, "message")
    assert it.table.state.agreed == 1
    correct(it, entry, never=1)
    assert it.table.state.agreed == 0
    it.until(phases.NIGHT)
    protector = it.seats(codes.PROTECTOR)[0]
    victim = it.seats(codes.LAME_CHILD)[0]
    for rat in it.seats(codes.RAT):
        it.say(rat, f"咬 {it.name(victim)}")
    assert protector != victim
    it.until(phases.WORDS)
    it.say(victim, "放弃遗言")
    waived = last(it, "message")
    assert Said.objects.filter(game=it.pk, what="waived").exists()
    correct(it, waived, never=1)
    assert it.client(victim).post(it.url("t/words-1/"), {"text": "我还有话说"}).status_code == 302


def test_a_corrected_vote_a_proxy_and_a_moved_end_have_forms_of_their_own(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    director = it.director()
    director.post(it.url("desk/"), {"do": "correct_vote", "seat": 0, "target": 2, "reason": "看错了"})
    entry = last(it, "correct_vote")
    assert form(it, entry) == {"seat": "0", "target": "2", "reason": "看错了"}
    assert "看错了" in correct(it, entry, target=-2, reason="他弃权")
    assert it.table.state.vote[0] == phases.ABSTAIN
    director.post(it.url("desk/"), {"do": "proxy", "seat": 4, "target": 5})
    entry = last(it, "proxy")
    assert form(it, entry) == {"seat": "4", "target": "5"}
    correct(it, entry, target=6)
    assert it.table.state.vote[4] == 6
    assert refused(it, entry, target=-1) == "代投要有明确的对象。"
    assert it.table.closes is not None
    closes = it.table.closes + timedelta(hours=3)
    wall = it.table.clock.wall(closes).isoformat(timespec="minutes")
    director.post(it.url("desk/"), {"do": "move", "closes": wall, "reason": "论坛维护"})
    entry = last(it, "adjust")
    assert form(it, entry) == {"closes": wall, "reason": "论坛维护"}
    later = it.table.clock.wall(closes + timedelta(hours=1)).isoformat(timespec="minutes")
    correct(it, entry, closes=later)
    assert it.row.closes == closes + timedelta(hours=1)
    for wrong in ("", "明天", "9999-99-99T10:00"):
        assert "请写一个时间" in refused(it, entry, closes=wrong)


def test_a_reason_alone_is_changed_and_the_time_stays_to_the_second(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.clock.tick(17)
    it.director().post(it.url("desk/"), {"do": "end_now", "reason": "都投完了", "sure": "1"})
    entry = last(it, "adjust")
    before = it.table.log[entry - 1].input[1]
    assert before.endswith(("17+00:00", "17+08:00"))
    correct(it, entry, reason="都投完票了")
    assert it.table.amended[entry] == ["adjust", before, "都投完票了"]
    assert it.row.phase == phases.NIGHT


def test_a_post_keeps_who_wrote_it_and_where(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.vote(0, 1)
    entry = last(it, "post")
    assert set(form(it, entry)) == {"text", "quote"}
    correct(it, entry, text=f"投票对象：{it.name(2)}\n投票理由：写错了", seat=5, thread="talk-1")
    assert it.table.state.vote[0] == 2
    assert Post.objects.get(thread__game=it.pk, thread__key="votes-1", floor=2).seat == 0
    assert "楼号是数字" in refused(it, entry, quote="二")
    assert "本应写的话" in refused(it, entry, text=" ")


def test_names_are_those_of_the_time_of_the_entry(game: MakeGame) -> None:
    """A message that named somebody by a name that has changed hands since is put right by that name."""
    it = game("piper", phases.NIGHT)
    rat, child = it.seats(codes.RAT)[0], it.seats(codes.CHILD)[0]
    former = it.name(child)
    it.say(rat, f"咬 {it.name(it.seats(codes.CHILD)[1])}")
    entry = last(it, "message")
    it.clock.tick(60)
    it.substitute(child, "新来的")
    body = it.director().get(it.url(f"desk/log/{entry}/")).content.decode()
    assert f"{child + 1} {former}" in body
    correct(it, entry, act="bite", one=child)
    assert it.table.amended[entry] == ["message", rat, f"咬 {former}"]
    assert standing(it, rat) == (child,)


def test_what_is_applied_is_what_was_shown(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.votes(3, 0, 1, 2, 4, 5)
    it.until(phases.NIGHT)
    entry = next(entry.n for entry in it.table.log if entry.input[:3] == ["post", "votes-1", 5])
    url, director = it.url(f"desk/log/{entry}/"), it.director()
    given = {**form(it, entry), "never": "1"}
    seen = fingerprint(director.post(url, {**given, "do": "impact"}))
    other = {**given, "never": "", "text": f"投票对象：{it.name(1)}\n投票理由：改主意"}
    for wrong in ({**other, "shown": seen}, {**given, "shown": ""}):
        answer = director.post(url, {**wrong, "do": "apply", "sure": "1"})
        assert answer.status_code == 422
        assert "请再看一遍下面的影响" in answer.content.decode()
        assert fingerprint(answer)
        assert it.table.amended == {}
    assert director.post(url, {**given, "do": "apply", "sure": "1", "shown": seen}).status_code == 302
    assert it.table.amended == {entry: ["tick"]}


def test_the_log_is_read_in_words(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    it.director().post(it.url("desk/"), {"do": "correct_vote", "seat": 0, "target": -2, "reason": "看错了"})
    it.vote(3, 4)
    body = it.director().get(it.url("desk/log/")).content.decode()
    assert "弃权 · 看错了" in body
    assert f"第一天·投票 · 投票对象：{it.name(4)}" in body
    assert "[&#34;" not in body
    assert "values" not in body
    it.say(5, "长" * 300)
    listed = it.director().get(it.url("desk/log/")).content.decode()
    assert f"{'长' * 159}…" in listed
    assert "长" * 160 not in listed
