"""From sign-up to scores (issue: a game in play): a whole dealt game of each rule set, checked on what everybody can check."""

import json
from datetime import datetime, timedelta

import pytest

from bansha.rules import phases
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.notices import EVERYBODY, problem
from bansha.table.deal import commitment
from bansha.table.header import open_header
from bansha.table.inputs import Begin, Deal, DeclareDraw, Leave, Message, Post, SignUp, Tick
from bansha.table.replaying import deal_problem, log_lines, replay
from bansha.table.table import Table
from tests.table.play import NAMES, OPENING, SALT, SEED, Game, begun, dealt, everything, fingerprint, of, publicly

RULES = ("xia", "piper")


def play_out(game: Game) -> None:
    """Everybody alive votes for the lowest living seat but two; every power that can be used is aimed at the highest living seat."""
    orders = {"xia": ("杀", "阻止", "救", "验", "接收"), "piper": ("咬", "欺骗", "保护", "领走")}[game.table.header.rules]
    table = game.table
    for _ in range(200):
        if table.over:
            return
        alive = [seat for seat in range(table.state.seats) if table.state.alive >> seat & 1]
        if table.phase in (phases.DAY, phases.RUNOFF):
            victim = (alive[:3] + alive[:1])[2]
            for seat in alive:
                game.post(seat)
                game.vote(seat, victim)
        elif table.phase == phases.NIGHT:
            for seat in alive:
                for order in orders:
                    game.say(seat, f"{order} {game.name(alive[-1])}")
        elif table.phase == phases.WORDS:
            for seat in range(table.state.seats):
                if table.phase == phases.WORDS and table.state.words >> seat & 1:
                    game.post(seat, "再见", f"words-{table.state.day}")
        if not table.over:
            game.next()
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("rules", RULES)
def test_a_dealt_game_from_sign_up_to_scores(rules: str) -> None:
    game = dealt(rules)
    play_out(game)
    table, said = game.table, everything(game.table)
    first, last = publicly(said)[0], publicly(said)[-1]
    assert (first.what, first.args[1]) == ("opened", commitment(SEED, SALT)), "the first public notice carries the commitment"
    assert (last.what, last.args[3:]) == ("over", [SEED, SALT]), "the last one seed and salt"
    assert deal_problem(table) == ""
    assert [n.args for n in of(said, "signed_up")] == [[seat, name] for seat, name in enumerate(NAMES[: table.header.seats])]
    cards = of(said, "role")
    assert [n.to for n in cards] == [f"s{seat}" for seat in range(table.header.seats)]
    assert sorted(n.args[0] for n in cards) == sorted(table.law.seating(table.options))
    assert {row[0] for row in last.args[2]} == set(range(table.header.seats)), "everybody has a score (2.2)"
    assert all(problem(notice) == "" for notice in publicly(said)), "only what PUBLIC has room for"
    again, differing = replay(log_lines(table))
    assert differing == []
    assert fingerprint(again) == fingerprint(table)


@pytest.mark.parametrize("rules", RULES)
def test_every_phase_is_announced_with_its_end_and_its_threads(rules: str) -> None:
    game = dealt(rules)
    play_out(game)
    said = publicly(everything(game.table))
    opened = [n.args for n in of(said, "phase")]
    assert opened[0][:2] == [phases.DAY, 1]
    assert all(closes for _phase, _day, closes, _pair in opened)
    named = [n.args[0] for n in of(said, "thread")]
    assert len(set(named)) == len(named), "a thread is opened once"
    for phase, day, _closes, pair in opened:
        assert (len(pair) == 2) == (phase in (phases.RUNOFF, phases.DECIDER))
        if phase == phases.DAY:
            assert {f"talk-{day}", f"votes-{day}"} <= set(named)


@pytest.mark.parametrize("rules", RULES)
def test_the_deal_is_that_of_the_commitment_and_of_nothing_else(rules: str) -> None:
    one, two = dealt(rules), dealt(rules)
    assert fingerprint(one.table) == fingerprint(two.table)
    other = Table(open_header(rules, commitment=commitment("别的", SALT)))
    game = Game(other, one.table.clock.read("2026-11-29T20:00"))
    for name in NAMES[: other.header.seats]:
        game.send(SignUp(name))
    game.send(Deal("别的", SALT, OPENING[rules]))
    assert other.state.identity != one.table.state.identity


def test_the_role_cards_are_the_committed_shuffle_computed_by_hand() -> None:
    """By the recipe that ``table/deal.py`` publishes, with SHA-256 alone."""
    from hashlib import sha256

    game = dealt("piper")
    cards = [0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 4, 5]
    for i in range(11, 0, -1):
        number = int.from_bytes(sha256(f"{SEED}:{SALT}:deal:{i}:0".encode()).digest(), "big")
        j = number % (i + 1)  # a number above the last multiple has a chance of 2^-250
        cards[i], cards[j] = cards[j], cards[i]
    assert game.table.state.identity[:12] == cards


# ---- sign-up ----------------------------------------------------------------------------------------------------------------------------


def opened(rules: str = "xia") -> Game:
    table = Table(open_header(rules, commitment=commitment(SEED, SALT)))
    return Game(table, table.clock.read("2026-11-29T20:00"))


@pytest.mark.parametrize(
    "name", ["", "无", "弃权", "导演", "水 饺\u200b", "a\nb", "\u202eabc", "水饺", "水餃", "【水饺】", "水\0饺", "\ud800", "字" * 200]
)
def test_names_that_are_refused_change_nothing(name: str) -> None:
    """Section 4 of the issue: reserved names, invisible or mixed-direction characters, names equal after folding."""
    game = opened()
    game.send(SignUp("水饺"))
    before = fingerprint(game.table)
    with pytest.raises((Unlawful, Malformed)) as refused:
        game.send(SignUp(name))
    assert refused.value.zh
    assert refused.value.en
    assert fingerprint(game.table) == before


def test_a_refused_first_name_leaves_the_first_notice_to_the_next() -> None:
    game = opened()
    with pytest.raises(Unlawful):
        game.send(SignUp("导演"))
    assert game.send(SignUp("水饺"))[0].what == "opened"
    assert [n.what for n in game.send(SignUp("包子"))] == ["signed_up"]


def test_a_full_table_takes_nobody() -> None:
    game = opened("piper")
    for name in NAMES[:12]:
        game.send(SignUp(name))
    with pytest.raises(Unlawful, match="all 12 seats"):
        game.send(SignUp("拉面"))


def test_who_leaves_frees_the_name_and_the_seats_after_move_up() -> None:
    game = opened("piper")
    for name in NAMES[:12]:
        game.send(SignUp(name))
    assert [n.args for n in game.send(Leave("水饺"))] == [["水饺"]]
    assert game.table.names == list(NAMES[1:12])
    assert game.send(SignUp("水饺"))[-1].args == [11, "水饺"]
    game.send(Deal(SEED, SALT, OPENING["piper"]))
    assert game.table.book.match("水饺", (1 << 12) - 1, 0).seat == 11


def test_who_has_not_signed_up_cannot_leave() -> None:
    game = opened()
    game.send(SignUp("水饺"))
    with pytest.raises(Unlawful, match="has not signed up"):
        game.send(Leave("包子"))


def test_nobody_has_a_seat_to_be_told_anything_at_before_the_deal() -> None:
    """Seats move up when somebody leaves: what seat 1 had been told would then be another's to read."""
    game = opened()
    game.send(SignUp("水饺"))
    game.send(SignUp("包子"))
    before = fingerprint(game.table)
    with pytest.raises(Unlawful, match="have not been dealt"):
        game.say(1, "杀 水饺")
    assert fingerprint(game.table) == before


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (Deal("错", SALT, OPENING["xia"]), "commitment"),
        (Deal(SEED, "错", OPENING["xia"]), "commitment"),
        (Deal(SEED, SALT, "2026-11-29T19:59"), "gone by"),
        (Deal(SEED, SALT, "morgen"), "not a time"),
        (Deal(SEED, SALT, "9999-12-31T23:59:59"), "not a usable time"),
    ],
)
def test_a_deal_that_is_refused_changes_nothing(deal: Deal, reason: str) -> None:
    game = opened()
    for name in NAMES:
        game.send(SignUp(name))
    before = fingerprint(game.table)
    with pytest.raises((Unlawful, Malformed), match=reason):
        game.send(deal, "2026-11-29T20:10")
    assert fingerprint(game.table) == before
    game.send(Deal(SEED, SALT, OPENING["xia"]))


def test_a_deal_needs_every_seat() -> None:
    game = opened()
    for name in NAMES[:19]:
        game.send(SignUp(name))
    with pytest.raises(Unlawful, match="20 players are needed; 19"):
        game.send(Deal(SEED, SALT, OPENING["xia"]))


def test_after_the_deal_nobody_signs_up_leaves_or_deals_again() -> None:
    game = dealt("xia")
    for what in (SignUp("新人"), Leave("水饺"), Deal(SEED, SALT, OPENING["xia"])):
        with pytest.raises(Unlawful, match="sign-up is over"):
            game.send(what)


def test_between_deal_and_day_1_nothing_is_open() -> None:
    game = dealt("xia")
    assert of(game.say(0, "杀 包子"), "refused")[0].args == ["", 2]
    with pytest.raises(Malformed, match="no such thread"):
        game.send(Post("talk-1", 0, "早"))
    with pytest.raises(Unlawful, match="not under way"):
        game.send(DeclareDraw())
    assert game.table.phase == phases.SIGNUP


def test_a_deal_for_now_opens_day_1_at_once() -> None:
    game = opened("piper")
    for name in NAMES[:12]:
        game.send(SignUp(name))
    said = game.send(Deal(SEED, SALT, "2026-11-30T12:30"), "2026-11-30T12:30")
    assert of(said, "phase")[0].args[:2] == [phases.DAY, 1]


def test_a_tick_before_anything_happened_says_and_logs_nothing() -> None:
    game = opened()
    assert game.send(Tick()) == []
    assert game.table.log == []
    assert game.send(SignUp("水饺"))[0].what == "opened"


# ---- deal_problem -----------------------------------------------------------------------------------------------------------------------


def test_a_deal_made_elsewhere_or_not_yet_cannot_be_checked() -> None:
    assert deal_problem(begun("xia").table) == "not-dealt"
    assert deal_problem(opened().table) == "not-dealt"


@pytest.mark.parametrize("rules", RULES)
def test_cards_that_do_not_follow_from_the_seed_are_found(rules: str) -> None:
    table = dealt(rules).table
    entry = table.log[-1]
    cards = [place for place, notice in enumerate(entry.said) if notice.what == "role"]
    first, second = next((a, b) for a in cards for b in cards if entry.said[a].args != entry.said[b].args)
    entry.said[first], entry.said[second] = (
        entry.said[first]._replace(args=entry.said[second].args),
        entry.said[second]._replace(args=entry.said[first].args),
    )
    assert deal_problem(table) == "cards"


def test_a_header_with_another_commitment_is_found() -> None:
    table = dealt("xia").table
    table.header = table.header._replace(commitment=commitment("b", "c"))
    assert deal_problem(table) == "commitment"


# ---- the end ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_after_the_end_nothing_changes_any_more(rules: str) -> None:
    game = dealt(rules)
    play_out(game)
    table = game.table
    assert (table.due, table.voting, table.talks, table.phase) == (None, "", (), phases.OVER)
    before = json.dumps(table.threads["talk-1"].authors)
    for thread in ("talk-1", "room-0"):
        with pytest.raises(Unlawful):
            game.send(Post(thread, 0, "复盘"))
    assert json.dumps(table.threads["talk-1"].authors) == before
    assert [n.what for n in game.send(Message(0, "同意平局"))] == ["refused"]
    game.time += timedelta(days=400)
    assert game.send(Tick()) == []
    assert [n for n in everything(table) if n.to == EVERYBODY][-1].what == "over"


# ---- chance -----------------------------------------------------------------------------------------------------------------------------


def drawn(seed: str) -> list[list[int]]:
    """The orders of a piper night in which nobody sent anything."""
    table = Table(open_header("piper", reminder=0))
    identities = list(table.law.seating(table.options))
    table.receive(
        Begin(list(NAMES[:12]), identities, {"day": 1, "phase": phases.NIGHT}, seed, OPENING["piper"]), datetime(2026, 12, 1, 12, 30)
    )
    table.receive(Tick(), datetime(2026, 12, 1, 20, 30))
    again, differing = replay(log_lines(table))
    assert differing == []
    assert fingerprint(again) == fingerprint(table)
    (findings,) = of(everything(table), "findings")
    return [list(order) for order in findings.args[2]]


def test_a_rat_that_sent_nothing_bites_by_the_recorded_chance() -> None:
    """P-R1: drawn by the director in seat order, recorded and replayable; another seed draws otherwise."""
    orders = drawn("a")
    assert [(order[0], order[6]) for order in orders] == [(0, 1), (1, 1), (2, 1)]
    assert all(order[2] != order[0] for order in orders)
    assert drawn("a") == orders
    assert len({str(drawn(seed)) for seed in "abcdefgh"}) > 4
