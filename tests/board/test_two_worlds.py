"""Two worlds that differ only in what a viewer may not know are the same to him, byte for byte (docs/architecture.md; the board's first law).

Pairs by hand, one for each thing that could be told, and pairs made up by Hypothesis. Who may know what is asked of the table's own views, so
that a page cannot excuse itself. That the harness finds leaks is tested with leaks that are put in.
"""

import os
import re
from typing import Any

import pytest
from django import shortcuts
from django.core.exceptions import PermissionDenied
from django.http import Http404
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from bansha.board.games import band, viewer
from bansha.board.games.models import Post, Said
from bansha.board.people import letters
from bansha.table.inputs import Correct, Substitute
from bansha.table.table import Table
from tests.board.play import NAMES
from tests.board.worlds import places
from tests.board.worlds.comparing import Seen, compare
from tests.board.worlds.world import Act, Course, say, talk, vote

XIA = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9)
PIPER = (0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 4, 5)
B1, B2, B3, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, DRAGON, C1, C2, C3, C4, C5, A1, A2, A3, A4, A5 = range(20)
VICTIM = C5
HOUR = 3600


def swapped(identities: tuple[int, ...], *pairs: tuple[int, int]) -> tuple[int, ...]:
    """The deal with the cards of some seats exchanged."""
    dealt = list(identities)
    for a, b in pairs:
        dealt[a], dealt[b] = dealt[b], dealt[a]
    return tuple(dealt)


def day_of(seats: int, out: int = VICTIM, former: int = A5) -> tuple[Act, ...]:
    """A public day: some talk, a seat changes hands, everybody votes for one seat; a change; a void vote."""
    acts = [talk(60 + 60 * seat, seat, f"我是 {seat} 号，说两句 **要紧的**") for seat in range(0, seats, 3)]
    acts.append(Act(1500, -1, Substitute(former, "新人")))
    acts += [vote(1800 + 60 * seat, seat, NAMES[out]) for seat in range(seats) if seat != out]
    acts.append(vote(1800 + 60 * seats, out, "没有这个人"))
    return tuple(acts)


DAY = day_of(20)
PIPER_DAY = day_of(12, out=9, former=8)


def after_message(text: str, replacement: str) -> Any:
    """The director corrects that message: it should have been another."""

    def correct(table: Table) -> Correct:
        entry = next(entry for entry in reversed(table.log) if entry.input[0] == "message" and entry.input[2] == text)
        return Correct(entry.n, ["message", entry.input[1], replacement])

    return correct


def named(seat: int) -> str:
    return NAMES[seat]


def bites(one: int, two: int, three: int, *others: Act) -> tuple[Act, ...]:
    """A night in which all rats bite, so that nothing is drawn for them."""
    return (*(say(100 + rat, rat, f"咬 {named(seat)}") for rat, seat in enumerate((one, two, three))), *others)


NIGHT_TWO_WAYS = (say(100, B1, f"杀 {named(C1)}"), say(200, WHITE, f"救 {named(C1)}"))  # killed and healed: nobody is out

PAIRS: dict[str, tuple[Course, Course]] = {
    "roles of others": (
        Course("xia", XIA, (DAY, ())),
        Course("xia", swapped(XIA, (WHITE, C4), (B3, A4), (SHADOW, C3)), (DAY, ())),
    ),
    "roles of others, piper": (
        Course("piper", PIPER, (PIPER_DAY, ())),
        Course("piper", swapped(PIPER, (0, 7), (11, 5)), (PIPER_DAY, ())),
    ),
    "who has ordered": (
        Course("xia", XIA, (DAY, NIGHT_TWO_WAYS)),
        Course("xia", XIA, (DAY, (say(300, CRIMSON, f"验 {named(B1)}"), say(9000, C1, "同意平局"), say(9100, RADIANT, f"接收 {named(B1)}")))),
    ),
    "orders and their answers, a day later": (
        Course("xia", XIA, (DAY, NIGHT_TWO_WAYS, ())),
        Course("xia", XIA, (DAY, (say(100, SHADOW, f"阻止 {named(WHITE)}"), say(110, B1, f"杀 {named(DRAGON)}"), say(115, SHADOW, "放弃"))[:1], ())),
    ),
    "orders in piper, a day later": (
        Course("piper", PIPER, (PIPER_DAY, bites(5, 6, 7, say(200, 11, f"领走 {named(6)}")), ())),
        Course("piper", PIPER, (PIPER_DAY, bites(6, 7, 5, say(160, 4, f"保护 {named(7)}"), say(300, 11, f"领走 {named(5)}")), ())),
    ),
    "what another group says": (
        Course("xia", XIA, (DAY, (talk(50, B1, "杀谁", "room-0"), talk(70, B2, "随你", "room-0", 2), talk(80, SHADOW, "自言自语", "room-1")))),
        Course("xia", XIA, (DAY, (talk(60, WHITE, "救谁", "room-3"),))),
    ),
    "who was converted": (
        Course("xia", XIA, (DAY, (say(100, B1, f"杀 {named(A1)}"),), (talk(500, A1, "大家好", "room-0"),))),
        Course("xia", XIA, (DAY, (say(100, WHITE, f"救 {named(A2)}"),), ())),
    ),
    "refusals and misreadings": (
        Course("xia", XIA, (DAY, (say(10, C1, f"杀 {named(B1)}"), say(20, A1, "不知所云"), say(30, C3, "验 水饺"), talk(40, C2, "在吗", "room-0")))),
        Course("xia", XIA, (DAY, ())),
    ),
    "a refusal by day": (
        Course("xia", XIA, ((*DAY, say(4000, C1, "验 水饺"), say(4100, RADIANT, "接收 水饺"), talk(4200, C2, "我", "room-3")), ())),
        Course("xia", XIA, (DAY, ())),
    ),
    "who agreed to a draw": (
        Course("xia", XIA, ((*DAY, *(say(4000 + seat, seat, "同意平局") for seat in range(6))), (say(50, B1, "撤回同意"),))),
        Course("xia", XIA, (DAY, ())),
    ),
    "a private correction": (
        Course("xia", XIA, (DAY, (say(100, CRIMSON, f"验 {named(B1)}"), Act(500, -1, after_message(f"验 {named(B1)}", f"验 {named(C2)}"))))),
        Course("xia", XIA, (DAY, (say(100, CRIMSON, f"验 {named(B1)}"),))),
    ),
    "a private correction of what was told": (
        Course("xia", XIA, (DAY, (say(100, CRIMSON, f"验 {named(B1)}"),), (Act(500, -1, after_message(f"验 {named(B1)}", f"验 {named(C2)}")),))),
        Course("xia", XIA, (DAY, (say(100, CRIMSON, f"验 {named(B1)}"),), ())),
    ),
}  # fmt: skip


def report(seen: Seen) -> str:
    return "\n\n".join(map(str, seen.leaks))


@pytest.mark.slow
@pytest.mark.parametrize("what", PAIRS)
def test_nobody_sees_what_he_may_not_know(what: str) -> None:
    seen = compare(*PAIRS[what])
    assert {name.split(" seat")[0] for name in seen.viewers} >= {"visitor", "living", "dead", "former player", "another game's player"}
    assert not seen.leaks, report(seen)


@pytest.mark.slow
def test_every_address_of_the_site_is_asked_for_and_sent_to_by_everybody() -> None:
    """A new route with parts that ``places`` has no values for fails here."""
    seen = compare(*PAIRS["who has ordered"], "all")
    assert not seen.leaks, report(seen)
    asked = {place.removeprefix("/") for place in seen.asked}
    assert [route.route for route in places.routes() if route.route not in asked and route.name not in ("logout", "language")] == []


# ---- pairs made up ----------------------------------------------------------------------------------------------------------------------

EXAMPLES = int(os.environ.get("BANSHA_TWO_WORLDS", "2"))
ORDERS = ("杀 {}", "阻止 {}", "救 {}", "验 {}", "接收 {}", "幻觉二 {}", "放弃", "同意平局", "什么")


@st.composite
def hidden_nights(draw: Any) -> tuple[Act, ...]:
    """What a few seats privately do in a night, the powerful more often."""
    acts = []
    for i in range(draw(st.integers(0, 6))):
        seat = draw(st.integers(0, 9) | st.integers(0, 19))
        if draw(st.booleans()) and seat <= CRIMSON:
            acts.append(talk(10 + 10 * i, seat, draw(st.sampled_from(("行", "不行", "再看看"))), f"room-{(0, 0, 0, 1, 2, 3, 4)[seat]}"))
        else:
            acts.append(say(10 + 10 * i, seat, draw(st.sampled_from(ORDERS)).format(named(draw(st.sampled_from((C1, A1, WHITE)))))))
    return tuple(acts)


@st.composite
def pairs(draw: Any) -> tuple[Course, Course]:
    """Two courses with the same public acts."""
    nights = draw(st.integers(1, 2))
    deals = [swapped(XIA, *draw(st.lists(st.tuples(st.integers(0, 13), st.integers(15, 18)), max_size=2))) for _ in range(2)]
    courses = [tuple(draw(hidden_nights()) for _ in range(nights)) for _ in range(2)]
    public_day = tuple(vote(600 + 60 * seat, seat, named(draw(st.sampled_from((C1, C2))))) for seat in range(0, 6, 2))
    one, two = (
        Course("xia", deal, (DAY, *(phase for night in hidden for phase in (night, public_day)))[: draw(st.integers(2, 4))])
        for deal, hidden in zip(deals, courses, strict=True)
    )
    assume(one != two)
    return one, two._replace(phases=two.phases[: len(one.phases)])


@settings(max_examples=EXAMPLES, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
@given(pair=pairs())
def test_nobody_sees_what_he_may_not_know_in_games_made_up(pair: tuple[Course, Course]) -> None:
    length = min(len(course.phases) for course in pair)
    one, two = (course._replace(phases=course.phases[:length]) for course in pair)
    seen = compare(one, two, "read")
    assume(seen.viewers)
    assert not seen.leaks, report(seen)


# ---- the harness finds what there is to be found --------------------------------------------------------------------------------------------


def test_it_finds_ids_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """One counter for all posts, rooms included."""
    draw = shortcuts.render

    def counted(request: Any, page: str, context: dict[str, Any], **options: Any) -> Any:
        posts = Post.objects.filter(thread__game=context["game"].pk).order_by("at", "thread__pk", "floor")
        first = list(posts.values_list("thread__pk", "floor"))
        floors = (int(re.findall(r'data-floor="(\d+)"', html)[0]) for html in context["posts"])
        numbers = [first.index((context["thread"].pk, floor)) for floor in floors]
        marked = [f"{html}<i>{number}</i>" for html, number in zip(context["posts"], numbers, strict=True)]
        return draw(request, page, {**context, "posts": marked}, **options)

    monkeypatch.setattr("bansha.board.games.thread.render", counted)
    one, two = PAIRS["what another group says"]
    later = tuple(talk(100, seat, "天亮了") for seat in (C1, C2))
    seen = compare(one._replace(phases=(*one.phases, later)), two._replace(phases=(*two.phases, later)), "read")
    assert any(re.search(r"\+.*<i>\d+</i>", leak.how) for leak in seen.leaks)


def test_it_finds_a_mark_of_who_has_acted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The band tells that somebody has sent an order tonight."""

    def marked(game: Any, *args: Any) -> Any:
        drawn = band.band(game, *args)
        acted = Said.objects.filter(game=game, what="accepted").count()
        return drawn._replace(duty=drawn.duty + "·" * acted)

    monkeypatch.setattr("bansha.board.games.thread.band", marked)
    seen = compare(*PAIRS["who has ordered"], "read")
    assert seen.leaks
    assert {"visitor", "another game's player"} <= {leak.viewer for leak in seen.leaks}


def test_it_finds_a_refusal_that_says_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room in which something was written refuses in other words than one that is empty."""
    find = viewer.thread_or_404

    def talkative(game: Any, reader: Any, key: str) -> Any:
        try:
            return find(game, reader, key)
        except Http404:
            if Post.objects.filter(thread__game=game, thread__key=key, floor__gt=1).exists():
                raise PermissionDenied from None
            raise

    monkeypatch.setattr("bansha.board.games.thread.thread_or_404", talkative)
    seen = compare(*PAIRS["what another group says"], "read")
    assert any(re.search(r"status \d+ / \d+", leak.how) and "room-" in leak.asked for leak in seen.leaks)


def test_it_finds_a_push_that_tells_what_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reminder with the number of orders that have been sent, before it is sealed."""
    say = letters.notification

    def talkative(letter: Any) -> dict[str, str]:
        said = say(letter)
        return {**said, "body": said["body"] + "·" * Said.objects.filter(game=letter.game, what="accepted").count()}

    monkeypatch.setattr("bansha.board.people.letters.notification", talkative)
    seen = compare(*PAIRS["orders and their answers, a day later"], "read")
    assert {leak.asked for leak in seen.leaks} == {"PUSH"}
