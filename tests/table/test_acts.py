"""The director's acts, all public and in the log (X-R33, X-R37, X-R38, X-R42, X-R44, X-R45)."""

from typing import Any

import pytest

from bansha.rules import ballots, phases
from bansha.rules.errors import LawHole, Malformed, Unlawful
from bansha.rules.notices import EVERYBODY
from bansha.table.inputs import (
    Adjust,
    Correct,
    CorrectVote,
    DeclareDraw,
    Input,
    Message,
    OpenEarly,
    Pause,
    ProxyPost,
    Resume,
    Substitute,
    Tick,
)
from bansha.table.replaying import log_lines, replay
from tests.table.play import B1, B2, B3, C1, C2, C3, CRIMSON, ILLUSIONIST, K1, Game, begun, everything, fingerprint, night, of, publicly


def refused(game: Game, what: Input, at: str = "") -> str:
    """The code of the refusal; nothing has changed."""
    before = fingerprint(game.table)
    with pytest.raises((Unlawful, Malformed)) as error:
        game.send(what, at)
    assert fingerprint(game.table) == before
    return error.value.code


def closes(game: Game) -> str:
    assert game.table.closes is not None
    return game.table.closes.isoformat()


# ---- adjusting (X-R37) ------------------------------------------------------------------------------------------------------------------


def test_an_end_is_moved_publicly_with_the_reason() -> None:
    said = begun("xia").send(Adjust("2026-12-01T23:00", "停电"))
    assert [(n.to, n.what, n.args) for n in said] == [(EVERYBODY, "adjusted", [phases.DAY, 1, "2026-12-01T23:00:00+08:00", "停电"])]


def test_an_end_that_is_moved_moves_that_end_only() -> None:
    """X-R37: the next phase begins then and keeps its own end."""
    game = begun("xia")
    game.send(Adjust("2026-12-01T20:30"))
    said = game.until(phases.NIGHT)
    assert game.time.isoformat() == "2026-12-01T20:30:00+08:00"
    assert of(said, "phase")[0].args[2] == "2026-12-02T12:50:00+08:00"


def test_an_end_that_leaves_the_next_phase_no_time_moves_all_later_ends_by_days() -> None:
    game = begun("xia")
    game.send(Adjust("2026-12-02T13:00"))
    said = game.until(phases.NIGHT)
    assert of(said, "phase")[0].args[2] == "2026-12-03T12:50:00+08:00"


def test_to_end_a_phase_at_once_name_the_present_time() -> None:
    """It has ended when the act has been answered, not when somebody next looks."""
    game = begun("xia")
    said = game.send(Adjust("2026-12-01T09:00"), "2026-12-01T09:00")
    assert [n.what for n in publicly(said)] == ["adjusted", "tally", "phase"]
    assert game.table.phase == phases.NIGHT
    assert [entry.input[0] for entry in game.table.log[-2:]] == ["adjust", "tick"]
    again, differing = replay(log_lines(game.table))
    assert differing == []
    assert fingerprint(again) == fingerprint(game.table)


def test_cut_offs_go_with_the_end_in_force_and_what_was_late_may_be_sent_again() -> None:
    """X-R37: what was accepted stays, what was refused as too late may be sent again."""
    game = begun("xia")
    game.vote(C1, B1)
    assert of(game.vote(C1, B2, at="2026-12-01T21:30", quote=2), "ledger")[0].args[3] == ballots.CHANGE_LATE
    assert of(game.say(ILLUSIONIST, "幻觉三 9", at="2026-12-01T21:50"), "refused")[0].args[1] == 14
    game.send(Adjust("2026-12-01T23:30"))
    assert of(game.vote(C1, B2, quote=2), "ledger")[0].args[3] == ballots.CHANGE
    assert of(game.say(ILLUSIONIST, "幻觉三 9"), "accepted")
    game.send(Adjust("2026-12-01T22:01"))
    assert game.table.state.strike == 9
    assert game.table.state.change[C1] == B2, "what was accepted before stays accepted"
    game.vote(C2, B1)
    assert of(game.vote(C2, B2, quote=4), "ledger")[0].args[3] == ballots.CHANGE_LATE


@pytest.mark.parametrize(
    ("closes", "code"),
    [
        ("2026-12-01T22:00", "unchanged"),
        ("2026-12-01T14:00Z", "unchanged"),
        ("2026-12-01T08:59:59.999999", "past"),
        ("2026-11-30T19:00", "past"),
        ("x", "time"),
        ("", "time"),
        ("9999-12-31", "time"),
        ("0001-01-01", "time"),
        ("2026-12-01T25:00", "time"),
    ],
)
def test_ends_that_cannot_be_set(closes: str, code: str) -> None:
    assert refused(begun("xia"), Adjust(closes), "2026-12-01T09:00") == code


def test_an_end_at_the_very_opening_leaves_no_time() -> None:
    assert refused(begun("xia"), Adjust("2026-11-30T20:00"), "2026-11-30T20:00") == "no-time"


def test_when_the_end_has_come_it_is_the_next_phase_whose_end_is_meant() -> None:
    game = begun("xia")
    said = game.send(Adjust("2026-12-02T20:00"), "2026-12-01T22:00")
    assert of(said, "adjusted")[0].args[:2] == [phases.NIGHT, 1]


# ---- pausing ----------------------------------------------------------------------------------------------------------------------------


def test_while_paused_no_end_comes_and_the_end_is_set_anew() -> None:
    game = begun("xia")
    assert [n.args for n in game.send(Pause("停电"))] == [[phases.DAY, 1, "停电"]]
    assert game.send(Tick(), "2026-12-05T00:00") == []
    for what in (Pause(), Adjust("2026-12-06T22:00"), Resume("2026-12-04T22:00"), Resume("x")):
        refused(game, what)
    said = game.send(Resume("2026-12-06T22:00", "来电"))
    assert of(said, "resumed")[0].args == [phases.DAY, 1, "2026-12-06T22:00:00+08:00", "来电"]
    refused(game, Resume("2026-12-07T22:00"))
    game.vote(C1, B1)
    assert of(game.until(phases.NIGHT), "phase")[0].args[2] == "2026-12-07T12:50:00+08:00"


def test_while_paused_no_proxy_is_posted_whatever_the_old_end_was() -> None:
    """X-R42: a proxy counts from its post; X-R37: while the clock stands still no post has a time."""
    game = begun("xia")
    game.send(Pause("停电"))
    assert refused(game, ProxyPost(C1, B1)) == "paused"
    assert refused(game, ProxyPost(C1, B1), "2026-12-05T00:00") == "paused"
    game.send(Resume("2026-12-06T22:00"), "2026-12-05T00:00")
    assert of(game.send(ProxyPost(C1, B1)), "ledger")[0].args[3] == ballots.VOTE


def test_a_game_that_ends_while_paused_is_over() -> None:
    game = begun("xia")
    game.send(Pause("停电"))
    game.send(DeclareDraw("来电无期"))
    assert (game.table.over, game.table.paused, game.table.due) == (True, False, None)
    assert of(game.send(Message(C1, "杀 水饺")), "refused")


# ---- votes ------------------------------------------------------------------------------------------------------------------------------


def test_how_a_vote_was_read_is_corrected_in_public_and_counts_so() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    said = game.send(CorrectVote(C1, B2, "写的是包子"))
    assert [(n.to, n.args) for n in said] == [(EVERYBODY, [C1, B2, "写的是包子"])]
    game.votes(B1, C2, C3)
    assert of(game.until(phases.NIGHT), "tally")[0].args[2] == [[B1, 2], [B2, 1]]


def test_a_vote_may_be_struck_out_and_the_voter_votes_again() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    game.send(CorrectVote(C1, phases.NOBODY, "不是投票"))
    assert of(game.vote(C1, B2), "ledger")[0].args[3] == ballots.VOTE


@pytest.mark.parametrize("what", [CorrectVote(C1, 12, ""), CorrectVote(12, B1, "")])
def test_a_vote_is_not_corrected_to_or_for_one_who_is_out(what: CorrectVote) -> None:
    game = begun("xia", {"day": 2, "phase": phases.DAY, "gone": [12]})
    game.vote(C1, B1)
    assert refused(game, what) in ("target", "out")


def test_votes_are_corrected_while_the_vote_is_open() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    game.until(phases.NIGHT)
    assert refused(game, CorrectVote(C1, B2, "")) == "no_vote"


# ---- substitution (X-R45) ---------------------------------------------------------------------------------------------------------------


def test_a_substitution_publishes_only_that_the_seat_changed_hands() -> None:
    said = night("xia").send(Substitute(B1, "新人"))
    assert [(n.to, n.what, n.args) for n in said] == [(EVERYBODY, "substituted", [B1, "新人", "水饺"])]


def test_the_seat_keeps_orders_votes_change_and_agreement() -> None:
    """X-R45: the substitute takes the seat with all that is its own, the right to quote its votes included."""
    game = begun("xia")
    game.vote(C1, B1)
    game.say(C1, "同意平局")
    game.send(Substitute(C1, "新人"))
    assert of(game.vote(C1, B2, quote=2), "ledger")[0].args[3] == ballots.CHANGE
    assert of(game.vote(C1, B1, quote=3), "ledger")[0].args[3] == ballots.CHANGE_SPENT
    assert game.table.state.agreed >> C1 & 1
    game.until(phases.NIGHT)
    game.say(B1, "杀 凉皮")
    game.send(Substitute(B1, "又一个"))
    assert getattr(game.table.law.standing(game.table.state, B1), "targets", ()) == (C2,)


@pytest.mark.parametrize("name", ["米线", "新人"])
def test_both_names_of_a_seat_are_understood_in_votes_and_orders(name: str) -> None:
    """The old name stands in posts and heads; it must go on meaning the seat."""
    game = begun("xia")
    game.send(Substitute(C1, "新人"))
    assert of(game.post(C2, f"投票对象：{name}\n投票理由：x", "votes-1"), "ledger")[0].args[4] == C1
    assert of(game.post(C3, f"我投{name}", "votes-1"), "ledger")[0].args[4] == C1
    game.until(phases.NIGHT)
    assert of(game.say(B1, f"杀 {name}"), "accepted")[0].args[1] == [C1]
    assert of(game.say(CRIMSON, f"验 {name}"), "accepted")[0].args[1] == [C1]


def test_a_slip_in_a_former_name_is_a_slip_in_the_name_of_that_seat() -> None:
    """X-R26: 饺 and 绞 are of one sound and shape; once only, though both names of the seat were near."""
    game = begun("xia")
    game.send(Substitute(B1, "新人"))
    game.send(Substitute(B1, "水脚"))
    assert of(game.post(C2, "投票对象：水绞\n投票理由：x", "votes-1"), "ledger")[0].args[3:5] == [ballots.VOTE, B1]


def test_a_twice_substituted_seat_answers_to_three_names() -> None:
    game = begun("xia")
    game.send(Substitute(C1, "新人"))
    game.send(Substitute(C1, "再来一个"))
    for voter, name in enumerate(("米线", "新人", "再来一个")):
        assert of(game.post(voter, f"投票对象：{name}\n投票理由：x", "votes-1"), "ledger")[0].args[4] == C1


@pytest.mark.parametrize("name", ["水饺", "米线", "弃权", "", "水餃", "前任"])
def test_a_newcomer_needs_a_name_that_means_nobody_else(name: str) -> None:
    """Not even one that somebody bore before: both would be meant."""
    game = begun("xia")
    game.send(Substitute(B2, "前任"))
    game.send(Substitute(B2, "现任"))
    refused(game, Substitute(C1, name))


def test_substitution_needs_a_game_under_way() -> None:
    game = begun("xia")
    game.send(DeclareDraw())
    assert refused(game, Substitute(C1, "新人")) == "not_under_way"


def test_last_words_pass_to_the_substitute() -> None:
    """X-R45: unspoken last words are the seat's own."""
    game = night("xia")
    game.say(B1, "杀 米线")
    game.until(phases.WORDS)
    game.send(Substitute(C1, "新人"))
    assert of(game.post(C1, "再见", "words-1"), "spoken")[0].args == [C1]


# ---- draws (X-R33, X-R44) ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "half_points", "clause"), [("xia", 20, -33), ("piper", 0, -1015)])
def test_a_declared_draw_ends_the_game_at_once(rules: str, half_points: int, clause: int) -> None:
    """X-R33, 2.2: 10 for everybody; P-R15: nobody scores."""
    game = begun(rules)
    game.vote(0, 1)
    said = game.send(DeclareDraw("散了"))
    assert [n.what for n in said] == ["draw_declared", "over"]
    winners, by, scores, seed, _salt = said[1].args
    assert (winners, {row[2] for row in scores}, seed) == ([], {half_points}, "种子")
    assert by == clause
    assert refused(game, DeclareDraw()) == "not_under_way"
    assert refused(game, OpenEarly()) == "not_under_way"
    assert refused(game, CorrectVote(0, 1, "")) == "not_under_way"
    assert refused(game, Adjust("2026-12-02T22:00")) == "not_under_way"
    assert refused(game, Pause()) == "not_under_way"


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_when_all_the_living_have_agreed_the_game_is_a_draw(rules: str) -> None:
    """X-R44: taken back counts as not agreed; who is out is not asked."""
    game = begun(rules, {"day": 2, "phase": phases.DAY, "gone": [6]})
    living = [seat for seat in range(game.table.state.seats) if seat != 6]
    for seat in living[:-1]:
        game.say(seat, "同意平局")
    game.say(living[0], "撤回同意")
    assert [n.what for n in game.say(living[-1], "同意平局")] == ["accepted"]
    said = game.say(living[0], "同意平局")
    assert [n.what for n in said] == ["accepted", "over"]
    assert said[1].args[:2] == [[], -44]


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_an_exit_completes_an_agreement(rules: str) -> None:
    """X-R44: also because somebody went out."""
    game = begun(rules)
    seats = game.table.state.seats
    last = seats - 1 if rules == "xia" else K1
    for seat in range(seats):
        if seat != last:
            game.say(seat, "同意平局")
            game.vote(seat, last)
    said = game.next()
    while not game.table.over:
        said = game.next()
    assert of(said, "tally")[0].args[6] == last
    assert of(said, "over")[0].args[:2] == [[], -44]


def test_victory_is_judged_before_an_agreement() -> None:
    """X-R44: all have agreed but the last 黑侠, whose exit decides the game (2.1 light (a), before day 4)."""
    game = begun("xia", {"day": 2, "phase": phases.DAY, "gone": [B2, B3]})
    for seat in range(3, 20):
        game.say(seat, "同意平局")
        game.vote(seat, B1)
    said = game.next()
    while not game.table.over:
        said = game.next()
    winners, clause, _scores, _seed, _salt = of(said, "over")[0].args
    assert (winners, clause) == ([0], 0)


# ---- all of them ------------------------------------------------------------------------------------------------------------------------


def test_acts_on_a_game_that_has_not_begun() -> None:
    game = begun("xia", opened=False)
    acts: list[Any] = [Adjust("2026-12-01T23:00"), OpenEarly(), CorrectVote(0, 1, ""), DeclareDraw(), Pause(), Resume("2026-12-01T23:00")]
    for what in acts:
        assert refused(game, what) == "not_under_way"
    assert of(game.send(Substitute(C1, "新人")), "substituted"), "between deal and day 1 a seat may change hands"


def test_nothing_public_names_an_identity_before_its_time() -> None:
    """The acts of a whole day say nothing of roles, orders or rooms."""
    game = begun("xia")
    game.vote(C1, B1)
    acts: list[Any] = [Adjust("2026-12-01T23:00"), CorrectVote(C1, B2, ""), Substitute(B1, "新人"), Pause(), Resume("2026-12-01T23:30")]
    for what in acts:
        game.send(what)
    kinds = {n.what for n in publicly(everything(game.table))}
    assert kinds == {"opened", "dealt", "phase", "thread", "ledger", "adjusted", "vote_corrected", "substituted", "paused", "resumed"}


def test_of_a_night_without_an_answer_there_are_two_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-R23: it is reported as a defect, never resolved; but the director must be able to correct an order or end the game."""
    game = night("xia")
    game.say(B1, "杀 米线")
    order = len(game.table.log)
    close = type(game.table.law).close

    def hole(self: Any, s: Any, draw: Any) -> Any:
        if s.phase == phases.NIGHT and s.orders:
            raise LawHole("law-hole", "规则有漏洞", "the law has a hole")
        return close(self, s, draw)

    monkeypatch.setattr(type(game.table.law), "close", hole)
    game.next()
    before = fingerprint(game.table)
    for what in (Tick(), Message(C1, "同意平局"), Adjust("2026-12-05T12:00")):
        with pytest.raises(LawHole):
            game.send(what, "2026-12-02T13:00")
        assert fingerprint(game.table) == before
    lines = list(log_lines(game.table))
    said = game.send(Correct(order, ["tick"]), "2026-12-02T13:01")
    assert of(said, "dawn")
    assert replay(log_lines(game.table))[1] == []
    other = Game(replay(lines)[0], game.time)
    assert [n.what for n in other.send(DeclareDraw("漏洞"), "2026-12-02T13:01")] == ["draw_declared", "over"]
    assert replay(log_lines(other.table))[1] == []
