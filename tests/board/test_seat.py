"""A player's own page: forms say what their sender may say and nothing else, forms and words go the same way, and one place remembers all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bansha.board.games.hand import compose, hand_of
from bansha.board.games.models import Entry, Said, Seat
from bansha.reading.nicknames import check_nickname
from bansha.reading.order_words import WORDS
from bansha.reading.orders import read_order
from bansha.rules import phases
from bansha.rules.piper import codes as piper
from bansha.rules.xia import codes as xia
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def page(game: play.BoardGame, seat: int) -> str:
    response = game.client(seat).get(game.url("seat/"))
    assert response.status_code == 200
    return str(response.content.decode())


def send(game: play.BoardGame, seat: int, **fields: Any) -> Any:
    game.clock.tick()
    return game.client(seat).post(game.url("seat/"), fields)


def order(game: play.BoardGame, seat: int, act: str, *targets: int, **fields: Any) -> Any:
    return send(game, seat, do="order", act=act, target=[str(target) for target in targets], **fields)


def acts(body: str) -> list[str]:
    """The acts that the page offers."""
    return re.findall(r'name="act" value="(\w+)"', body)


def answer(body: str) -> str:
    """What the director answered last."""
    found = re.search(r'<div id="answer".*?</div>', body, re.DOTALL)
    assert found
    return re.findall(r"<p>(.*?)</p>", found[0])[-1]


def test_the_answer_of_an_earlier_phase_stands_among_the_records_alone(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    seat = it.seats(xia.CRIMSON)[0]
    order(it, seat, "verify", it.seats(xia.COMMONER)[0])
    assert "天亮前可更改" in answer(page(it, seat))
    it.until(phases.DAY, 2)
    body = page(it, seat)
    assert "导演最近的答复" not in body
    assert "天亮前可更改" in body.partition('id="told"')[2]


def test_the_band_leads_to_the_form_of_the_night(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    for seat in (it.seats(xia.CRIMSON)[0], it.seats(xia.COMMONER)[0]):
        body = page(it, seat)
        assert f'href="{it.url("seat/")}#now"' in body
        assert 'id="now"' in body


# ---- what may be said -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identity", "powers"),
    [
        (xia.BLACK, ["kill"]),
        (xia.SHADOW, ["block"]),
        (xia.ILLUSIONIST, ["illusion1", "illusion2"]),
        (xia.WHITE, ["heal"]),
        (xia.CRIMSON, ["verify"]),
        (xia.RADIANT, ["absorb"]),
        (xia.SILVER, []),
        (xia.DRAGON, []),
        (xia.COMMONER, []),
    ],
)
def test_at_night_everybody_is_offered_his_powers(game: MakeGame, identity: int, powers: list[str]) -> None:
    it = game("xia", phases.NIGHT)
    body = page(it, it.seats(identity)[0])
    assert acts(body) == [*powers, "withdraw", "agree_draw"]
    assert ("夜里没有你要做的事。" in body) == (not powers)
    assert 'name="text" rows="2"' in body  # in one's own words, whoever one is


@pytest.mark.parametrize(
    ("identity", "powers"),
    [(piper.RAT, ["bite"]), (piper.LIAR, ["deceive"]), (piper.PROTECTOR, ["protect"]), (piper.CHILD, []), (piper.PIPER, ["lead"])],
)
def test_the_same_among_rats_and_children(game: MakeGame, identity: int, powers: list[str]) -> None:
    it = game("piper", phases.NIGHT)
    assert acts(page(it, it.seats(identity)[0])) == [*powers, "withdraw", "agree_draw"]


def test_the_list_of_names_is_the_same_for_everybody(game: MakeGame) -> None:
    """All the living, whatever was ordered before and whoever is of one's own group (X-R2)."""
    it = game("xia", phases.NIGHT)
    lists = set()
    for seat in it.seats(xia.BLACK, xia.SHADOW, xia.WHITE, xia.CRIMSON, xia.RADIANT):
        found = re.search(r'<select name="target" required>(.*?)</select>', page(it, seat), re.DOTALL)
        assert found
        lists.add(found[1])
    assert len(lists) == 1
    assert lists.pop().count("<option") == 21
    black, white = it.seats(xia.BLACK)[0], it.seats(xia.WHITE)[0]
    before = page(it, black).count("<option")
    order(it, black, "kill", white)
    assert page(it, black).count("<option") == before


def test_what_is_offered_by_day(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    assert acts(page(it, it.seats(xia.ILLUSIONIST)[0])) == ["illusion3", "proxy", "correct", "withdraw", "agree_draw"]
    assert acts(page(it, it.seats(xia.BLACK)[0])) == ["proxy", "correct", "agree_draw"]
    it = game("piper", phases.DAY, prefix="p")
    assert acts(page(it, 0)) == ["agree_draw"]  # no proxies here (3.3)


def test_a_group_may_name_who_answers_and_nobody_else_may(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    blacks = it.seats(xia.BLACK)
    found = re.search(r'<select name="member">(.*?)</select>', page(it, blacks[0]), re.DOTALL)
    assert found
    assert re.findall(r'value="(\d+)"', found[1]) == [str(seat) for seat in blacks[1:]]
    assert 'name="member"' not in page(it, it.seats(xia.RADIANT)[0])


# ---- one way, one answer ---------------------------------------------------------------------------------------------------------------


def test_form_and_words_are_answered_alike(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    blacks = it.seats(xia.BLACK)
    target, other = it.seats(xia.COMMONER)[0], blacks[1]
    assert order(it, blacks[0], "kill", target, member=str(other)).status_code == 302
    by_form = answer(page(it, blacks[0]))
    assert send(it, blacks[0], do="say", text=f"今晚杀 {it.name(target)}，由 {it.name(other)}").status_code == 302
    assert answer(page(it, blacks[0])) == by_form
    assert by_form.startswith(f"收到：今晚杀 {it.name(target)}（由 {it.name(other)} 承受反弹）。天亮前可更改")


def test_an_order_is_replaced_and_withdrawn(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    white, first, second = it.seats(xia.WHITE)[0], *it.seats(xia.COMMONER)[:2]
    order(it, white, "heal", first)
    order(it, white, "heal", second)
    assert f"现在的命令：救治 {it.name(second)}。" in page(it, white)
    order(it, white, "withdraw")
    assert "现在没有命令生效。" in page(it, white)
    assert it.table.law.standing(it.table.state, white) is None


def test_two_illusions_and_a_floor(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    who, first, second = it.seats(xia.ILLUSIONIST)[0], *it.seats(xia.COMMONER)[:2]
    order(it, who, "illusion1", first, second)
    assert hand_of(it.row, who).standing == ("illusion1", (first, second), -1, -1)
    it.until(phases.DAY)
    assert acts(page(it, who))[0] == "illusion3"
    order(it, who, "illusion3", floor="7")
    assert hand_of(it.row, who).standing == ("illusion3", (), -1, 7)
    it.until(phases.NIGHT)
    assert acts(page(it, who))[:1] == ["illusion2"]  # the first is spent, and its owner knows


def test_a_proxy_vote_and_a_correction(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    order(it, 0, "proxy", 1)
    assert f"收到：代投 {it.name(1)}" in answer(page(it, 0))
    it.post(2, "投票对象：没有这个人\n投票理由：无", "votes-1")
    order(it, 2, "correct", 3)
    assert f"收到：更正为 {it.name(3)}" in answer(page(it, 2))
    order(it, 4, "proxy", phases.ABSTAIN)
    assert it.table.state.vote[4] == phases.ABSTAIN


def test_a_draw_is_agreed_to_and_taken_back(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    order(it, 0, "agree_draw")
    assert "retract_draw" in acts(page(it, 0))
    assert "你已同意平局，只有你知道。" in page(it, 0)
    order(it, 0, "retract_draw")
    assert "agree_draw" in acts(page(it, 0))


def test_who_goes_out_at_night_has_last_words_or_gives_them_up(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    black, victim = it.seats(xia.BLACK)[0], it.seats(xia.COMMONER)[0]
    order(it, black, "kill", victim)
    it.until(phases.WORDS)
    assert acts(page(it, victim)) == ["waive_words"]
    order(it, victim, "waive_words")
    assert acts(page(it, victim)) == []
    assert 'value="say"' not in page(it, victim)  # the dead see, and say no more


def test_the_deciding_vote_is_the_dead_ones_to_cast(game: MakeGame) -> None:
    it = game("piper", phases.NIGHT)
    rat, victim = it.seats(piper.RAT)[0], it.seats(piper.CHILD)[0]
    hand = hand_of(it.row, victim)
    assert hand.powers == []
    while it.table.state.alive >> victim & 1:
        order(it, rat, "bite", victim)
        it.until(phases.DAY)
        if it.table.state.alive >> victim & 1:
            it.until(phases.NIGHT)
    a, b, *voters = it.alive
    for phase in (phases.DAY, phases.RUNOFF):
        assert it.table.phase == phase
        it.votes(a, b, *voters[:4])
        it.votes(b, a, *voters[4:8])
        while it.table.phase == phase:
            it.next()
    assert it.table.phase == phases.DECIDER
    assert acts(page(it, victim)) == ["decide"]
    assert acts(page(it, a)) == ["agree_draw"]
    order(it, victim, "decide", b)
    assert f"收到：决定票投 {it.name(b)}" in answer(page(it, victim))


def test_what_no_form_sends_changes_nothing(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    entries = it.row.entries
    for fields in ({"act": "bite", "target": "1"}, {"act": "", "target": "1"}, {"act": "kill", "target": "99"}, {"act": "DROP"}):
        assert send(it, 0, do="order", **fields).status_code == 422
    assert it.row.entries == entries


def test_nothing_is_sent_before_the_deal_or_while_paused(game: MakeGame) -> None:
    it = game("piper", seats=3)
    assert "身份还没有发" in page(it, 0)
    assert send(it, 0, do="say", text="杀 包子").status_code == 422


# ---- what is remembered ----------------------------------------------------------------------------------------------------------------


def test_everything_sent_and_told_is_in_one_place(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    crimson, target = it.seats(xia.CRIMSON)[0], it.seats(xia.SHADOW)[0]
    send(it, crimson, do="say", text="不知所云")
    send(it, crimson, do="say", text=f"验 {it.name(target)}")
    it.until(phases.DAY)
    body = page(it, crimson)
    told = re.sub(r"<[^>]+>", "", body[body.index('id="told"') :])
    assert told.index(f"{it.name(target)} 的身份是暗侠。") < told.index(f"「验 {it.name(target)}」") < told.index("「不知所云」")
    assert "没有接受" in told
    assert "第 1 夜没有给你的消息。" in page(it, it.seats(xia.COMMONER)[0])  # the same place, without content
    assert "第 1 夜没有给你的消息。" not in told


def test_a_long_past_is_turned_over_page_by_page(game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.board.games.told.A_PAGE", 4)
    it = game("xia", phases.NIGHT)
    black = it.seats(xia.BLACK)[0]
    for n in range(9):
        send(it, black, do="say", text=f"第{n}句")
    seen, url = [], "seat/"
    while url:
        body = it.client(black).get(it.url(url)).content.decode()
        seen += re.findall(r"「第(\d)句」</p>", body)
        more = re.search(r'href="(\?before=\d+)#told"', body)
        url = f"seat/{more[1]}" if more else ""
    assert seen == list("876543210")


def test_a_group_sees_what_its_members_sent_while_they_belong_to_it(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    first, second = it.seats(xia.BLACK)[:2]
    order(it, first, "kill", it.seats(xia.COMMONER)[0])
    assert f"{it.name(first)} 发来全组的命令" in page(it, second)
    assert "发来全组的命令" not in page(it, first)  # has the answer instead
    assert "发来全组的命令" not in page(it, it.seats(xia.SHADOW)[0])


def test_a_substitute_is_shown_what_the_seat_was_told_and_not_what_was_written(game: MakeGame) -> None:
    """X-R45."""
    it = game("xia", phases.NIGHT)
    crimson = it.seats(xia.CRIMSON)[0]
    send(it, crimson, do="say", text=f"验 {it.name(0)}，谢谢导演")
    send(it, crimson, do="note", text="我是老王，下周出差")
    it.substitute(crimson, "替补")
    body = page(it, crimson)
    assert f"收到：今晚验证 {it.name(0)}。" in body
    assert "谢谢导演" not in body
    assert "老王" not in body


def test_no_page_tells_how_long_the_log_is(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    before, now = page(it, 0), it.clock.now
    for seat in it.seats(xia.BLACK, xia.WHITE):
        it.say(seat, "今晚再说")
    it.clock.now = now
    assert re.sub(r'value="[A-Za-z0-9]{64}"', "", page(it, 0)) == re.sub(r'value="[A-Za-z0-9]{64}"', "", before)


def test_the_number_of_queries_does_not_grow(game: MakeGame, django_assert_max_num_queries: Any) -> None:
    it = game("xia", phases.NIGHT)
    black = it.seats(xia.BLACK)[0]
    client = it.client(black)
    client.get(it.url("seat/"))
    for n in range(20):
        it.say(black, f"第{n}句")
    it.table  # noqa: B018 -- has the table in memory, as the process that plays it does
    with django_assert_max_num_queries(32):
        client.get(it.url("seat/"))


# ---- asking for a substitute -----------------------------------------------------------------------------------------------------------


def test_only_directors_see_who_asks_for_a_substitute(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    others, now = (page(it, 1), it.client(1).get(it.url()).content.decode()), it.clock.now
    send(it, 0, do="substitute", wants="1")
    assert Seat.objects.get(game=it.pk, number=0).wants_substitute
    assert "你已请求替补" in page(it, 0)
    assert "请求替补" in it.director().get(it.url("letters/")).content.decode()
    it.clock.now = now
    strip = r'value="[A-Za-z0-9]{64}"'
    assert [re.sub(strip, "", body) for body in (page(it, 1), it.client(1).get(it.url()).content.decode())] == [
        re.sub(strip, "", body) for body in others
    ]
    send(it, 0, do="substitute", wants="0")
    assert not Seat.objects.get(game=it.pk, number=0).wants_substitute


# ---- composing ------------------------------------------------------------------------------------------------------------------------


class Names:
    """What ``compose`` needs of a table."""

    def __init__(self, rules: str, names: list[str]) -> None:
        from bansha.rules.face import face

        self.law, self.names = face(rules), names


AWKWARD = [
    "由",
    "和平",
    "杀破狼",
    "a b",
    "今晚月色",
    "不知道",
    "二楼",
    "X-1",
    "谢谢你",
    "·",
    "阿由",
    "王 五",
    "或许",
    "如果",
    "三",
    "我们",
    "吗",
    "别闹",
]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_a_form_composes_is_read_as_it_was_meant(data: st.DataObject) -> None:
    """Whatever the names are that may be signed up with."""
    from bansha.reading.names import NameBook

    names: list[str] = []
    for name in data.draw(
        st.lists(
            st.sampled_from([*AWKWARD, *play.NAMES[:6]]) | st.text("甲乙丙杀由和一不ab 1", min_size=1, max_size=4), min_size=4, max_size=9
        )
    ):
        if not any(problem.severity == "refuse" for problem in check_nickname(name, names)):
            names.append(name)
    if len(names) < 3:
        return
    rules = data.draw(st.sampled_from(["xia", "piper"]))
    table: Any = Names(rules, names)
    act = data.draw(st.sampled_from(sorted(table.law.acts)))
    seats = st.integers(0, len(names) - 1)
    targets = data.draw(st.lists(seats, min_size=2, max_size=2, unique=True))[: WORDS[act].targets]
    member = data.draw(seats | st.just(-1)) if WORDS[act].targets == 1 and act in ("kill", "block", "heal", "verify") else -1
    text = compose(table.law.acts, table.names, act, targets, member, "12")
    read = read_order(text, NameBook(names), table.law.acts, 0)
    assert (read.act, read.targets, read.member, read.problem) == (act, tuple(targets), member, ""), text
    assert read.floor == (12 if act == "illusion3" else -1)


def test_a_form_says_what_the_seat_may_say(game: MakeGame) -> None:
    """The powers that a face lists are exactly those that are not refused as such, whoever is named (X-R2)."""
    from bansha.rules import refusals
    from bansha.rules.face import Order
    from bansha.rules.states import clone

    powerless = (refusals.NO_SUCH_POWER, refusals.NOT_LEARNT, refusals.ILLUSION_SPENT, refusals.NOT_OPEN, refusals.SENDER_OUT, refusals.NOT_THE_DECIDER, refusals.LED_AWAY)  # fmt: skip
    for rules, phase in (("xia", phases.NIGHT), ("xia", phases.DAY), ("piper", phases.NIGHT), ("piper", phases.DAY)):
        it = game(rules, phase, prefix=f"{rules}{phase}")
        law, state = it.table.law, it.table.state
        known = law.acts - {"withdraw", "proxy", "correct", "agree_draw", "retract_draw", "waive_words"}
        for seat in range(state.seats):
            offered = law.powers(state, seat)
            for act in known:
                named = [tuple((a + i) % state.seats for i in range(WORDS[act].targets)) for a in range(state.seats)]
                answers = {law.order(clone(state), seat, Order(act, targets, -1, 9), 9999) for targets in named}
                assert (act in offered) == (not answers <= set(powerless)), (rules, phase, seat, act, answers)


def test_messages_are_the_only_thing_that_comes_of_the_forms(game: MakeGame) -> None:
    it = game("xia", phases.NIGHT)
    before = it.row.entries
    order(it, it.seats(xia.WHITE)[0], "heal", 0)
    send(it, 0, do="note", text="导演好")
    send(it, 0, do="substitute", wants="1")
    new = list(Entry.objects.filter(game=it.pk, n__gt=before).order_by("n").values_list("kind", "by"))
    assert new == [("message", it.users[it.seats(xia.WHITE)[0]].pk)]


def test_a_substitute_is_shown_what_the_seat_was_told_and_not_what_it_wrote(game: MakeGame) -> None:
    """X-R45: "what the seat was told and no more". The director's answer was told to the seat, with the words it quotes; the message was not."""
    it = game("piper", phases.NIGHT)
    (liar,) = it.seats(piper.LIAR)
    target = it.name(it.seats(piper.RAT)[0])
    it.say(liar, f"欺骗 {target}\n谢谢导演辛苦了")
    it.say(liar, "这一句导演读不懂，是我自己的话")
    it.client(liar).post(it.url("seat/"), {"do": "note", "text": "我要请假"})
    told_him = Said.objects.filter(game=it.pk, to=f"s{liar}", what__in=("accepted", "refused", "not_understood")).order_by("place")
    answers = [notice.args for notice in told_him]
    assert len(answers) == 2
    own = it.client(liar).get(it.url("seat/")).content.decode()
    it.substitute(liar, "替补")
    newcomer = it.client(liar)
    page = newcomer.get(it.url("seat/")).content.decode()
    told = newcomer.get(f"/api/games/{it.pk}/seat/notices").json()
    assert [row["args"] for row in told if row["what"] in ("accepted", "refused", "not_understood")] == answers
    assert f"欺骗 {target}" in page  # what stands, and the answer that it was accepted
    for words in ("谢谢导演辛苦了", "我要请假"):
        assert words in own
        assert words not in page + str(told)
    quote = "你写的是「这一句导演读不懂，是我自己的话」"
    assert page.count("是我自己的话") == page.count(quote) > 0  # in what the director said, and nowhere else
    assert own.count("是我自己的话") > own.count(quote)
