"""Posts: who may write where, floors, the ledger of votes (3.3; X-R27, X-R38, X-R39, X-R42, X-R43)."""

from typing import Any

import pytest

from bansha.rules import ballots, phases
from bansha.rules.errors import Malformed, Unlawful
from bansha.table.correcting import written
from bansha.table.inputs import OpenEarly, Post, ProxyPost
from tests.table.play import B1, B2, C1, C2, C3, CRIMSON, K1, K2, WHITE, Game, begun, everything, fingerprint, floors, night, of


def refused(game: Game, seat: int, thread: str, quote: int = 0, text: str = "说话") -> str:
    """The code of the refusal; nothing has changed."""
    before = fingerprint(game.table)
    with pytest.raises((Unlawful, Malformed)) as error:
        game.post(seat, text, thread, quote)
    assert fingerprint(game.table) == before
    return error.value.code


def last_ledger(said: list[Any]) -> list[Any]:
    (notice,) = of(said, "ledger")
    return list(notice.args[:5])


# ---- where ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thread", ["", "talk-2", "talk-0", "TALK-1", "votes-2", "runoff-votes-1", "words-1", "talk-1 ", "no"])
def test_threads_that_are_not_there(thread: str) -> None:
    game = begun("xia")
    before = fingerprint(game.table)
    with pytest.raises(Malformed, match="no such thread"):
        game.send(Post(thread, 0, "x"))
    assert fingerprint(game.table) == before


def test_discussion_closes_with_its_day() -> None:
    game = begun("xia")
    game.post(C1)
    game.until(phases.NIGHT)
    assert refused(game, C1, "talk-1") == "closed"


def test_talk_in_a_vote_thread_ends_with_the_vote() -> None:
    """At night nobody talks; a vote post that comes late stands there and is void (X-R28)."""
    game = begun("xia")
    game.post(C1, "有人吗", "votes-1")
    game.until(phases.NIGHT)
    assert refused(game, C1, "votes-1") == "closed"
    assert last_ledger(game.post(C1, "投票对象：水饺\n投票理由：x", "votes-1")) == ["votes-1", 3, C1, ballots.LATE, 0]


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_one_who_is_out_says_nothing_but_last_words(rules: str) -> None:
    """1: one post of last words for who goes out at night. X-R43: a vote post by one who is out is void, and so is there."""
    game = begun(rules, {"day": 2, "phase": phases.DAY, "gone": [K1 if rules == "piper" else C1]})
    gone = K1 if rules == "piper" else C1
    assert refused(game, gone, "talk-2") == "out"
    assert refused(game, gone, "votes-2") == "out"
    assert last_ledger(game.vote(gone, 0))[3] == ballots.VOTER_OUT


def test_a_late_vote_in_an_old_thread_is_no_vote_in_the_new_one() -> None:
    """Each day has its own thread (3.3)."""
    game = begun("xia")
    game.until(phases.DAY)
    assert last_ledger(game.post(C1, "投票对象：水饺\n投票理由：x", "votes-1"))[3] == ballots.LATE
    assert game.table.state.vote[C1] == phases.NOBODY
    assert last_ledger(game.vote(C1, B1))[:4] == ["votes-2", 2, C1, ballots.VOTE]


# ---- floors and quotes ------------------------------------------------------------------------------------------------------------------


def test_floors_are_gapless_whatever_is_posted() -> None:
    """Floor 1 is the director's; then every post has the next, talk, void votes and proxies alike."""
    game = begun("xia")
    said = [*game.post(C1, "早", "votes-1"), *game.vote(C1, B1), *game.vote(C1, B2), *game.say(C2, "代投 水饺"), *game.vote(C3, B1)]
    assert [n.args[1] for n in of(said, "ledger")] == [3, 4, 5, 6]
    assert floors(game.table.threads["votes-1"]) == 6
    assert game.table.threads["votes-1"].authors == [-1, C1, C1, C1, C2, C3]


def test_what_was_refused_leaves_no_gap() -> None:
    game = begun("xia")
    refused(game, C1, "votes-1", 7)
    assert last_ledger(game.vote(C1, B1))[1] == 2


@pytest.mark.parametrize("quote", [2, 3, -1, 10**9])
@pytest.mark.parametrize("thread", ["talk-1", "votes-1"])
def test_a_quote_of_a_floor_that_is_not_there(thread: str, quote: int) -> None:
    assert refused(begun("xia"), C1, thread, quote) == "quote"


def test_floor_1_may_be_quoted_and_is_nobodys_vote() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    assert last_ledger(game.vote(C1, B2, quote=1))[3] == ballots.CHANGE_UNQUOTED


# ---- the ledger of xia ------------------------------------------------------------------------------------------------------------------


def test_a_change_is_matched_by_the_quoted_floor_not_by_its_text() -> None:
    """3.3: quoting one's own vote post. The text of another's post may look like one's own."""
    game = begun("xia")
    game.vote(C1, B1)
    game.vote(C2, B1)
    assert last_ledger(game.vote(C1, B2, quote=3))[3] == ballots.CHANGE_UNQUOTED
    text = "[quote]投票对象：水饺[/quote]\n改票对象：包子\n改票理由：x"
    assert last_ledger(game.post(C1, text, "votes-1"))[3] == ballots.CHANGE_UNQUOTED
    assert last_ledger(game.vote(C1, B2, quote=2)) == ["votes-1", 6, C1, ballots.CHANGE, B2]
    assert last_ledger(game.vote(C1, B1, quote=6))[3] == ballots.CHANGE_SPENT


def test_talk_of_ones_own_is_no_vote_to_quote() -> None:
    game = begun("xia")
    game.post(C1, "先看看", "votes-1")
    game.vote(C1, B1)
    assert last_ledger(game.vote(C1, B2, quote=2))[3] == ballots.CHANGE_UNQUOTED


def test_a_void_first_vote_may_be_quoted_and_the_change_is_still_ones_own() -> None:
    """X-R43."""
    game = begun("xia")
    game.post(C1, "投票对象：水饺 包子\n投票理由：x", "votes-1")
    assert last_ledger(game.vote(C1, B1, quote=2))[3] == ballots.VOTE
    assert last_ledger(game.vote(C1, B2, quote=3))[3] == ballots.CHANGE


@pytest.mark.parametrize(("at", "ruling"), [("20:59:59.999999", ballots.CHANGE), ("21:00:00", ballots.CHANGE_LATE)])
def test_no_change_in_the_last_hour_to_the_microsecond(at: str, ruling: int) -> None:
    """X-R28: half-open. Day 1 ends on Tuesday at 22:00."""
    game = begun("xia")
    game.vote(C1, B1)
    assert last_ledger(game.vote(C1, B2, at=f"2026-12-01T{at}", quote=2))[3] == ruling


@pytest.mark.parametrize(
    ("at", "ruling"), [("21:59:59.999999", ballots.VOTE), ("22:00:00", ballots.LATE), ("22:00:00.000001", ballots.LATE)]
)
def test_a_vote_at_the_very_deadline_is_late(at: str, ruling: int) -> None:
    """X-R28."""
    game = begun("xia")
    said = game.post(C1, "投票对象：水饺\n投票理由：x", "votes-1", at=f"2026-12-01T{at}")
    assert last_ledger(said)[3] == ruling
    assert bool(of(said, "tally")) == (ruling == ballots.LATE), "first what was due, then the post"


# ---- proxies ----------------------------------------------------------------------------------------------------------------------------


def test_a_proxy_is_the_voters_own_post_and_may_be_quoted() -> None:
    """X-R42."""
    game = begun("xia")
    said = game.say(C1, "代投 水饺")
    assert last_ledger(said) == ["votes-1", 2, C1, ballots.VOTE, B1]
    assert of(said, "ledger")[0].args[6] == -1, "posted by the director"
    assert last_ledger(game.vote(C1, B2, quote=2))[3] == ballots.CHANGE


def test_a_proxy_of_one_who_has_voted_is_his_change_with_its_limits() -> None:
    """X-R42."""
    game = begun("xia")
    game.vote(C1, B1)
    assert last_ledger(game.say(C1, "代投 包子"))[3] == ballots.CHANGE
    assert of(game.say(C1, "代投 水饺"), "refused")[0].args == ["proxy", 25]
    game.vote(C2, B1)
    assert of(game.say(C2, "代投 包子", at="2026-12-01T21:00"), "refused")[0].args == ["proxy", 26]
    assert last_ledger(game.say(C3, "代投 包子"))[3] == ballots.VOTE, "a first vote until the deadline"
    assert floors(game.table.threads["votes-1"]) == 5, "nothing is posted for what is refused"


def test_a_proxy_that_the_director_was_asked_for_elsewhere() -> None:
    game = begun("xia")
    assert last_ledger(game.send(ProxyPost(C1, B1))) == ["votes-1", 2, C1, ballots.VOTE, B1]
    assert last_ledger(game.vote(C1, B2, quote=2))[3] == ballots.CHANGE
    for what in (ProxyPost(C1, B1), ProxyPost(C2, phases.NOBODY)):
        with pytest.raises(Unlawful):
            game.send(what)
    assert last_ledger(game.send(ProxyPost(C2, phases.ABSTAIN)))[3:] == [ballots.VOTE, phases.ABSTAIN]


def test_piper_has_no_proxies() -> None:
    """Piper 3.3."""
    game = begun("piper")
    assert [n.what for n in game.say(K1, "代投 水饺")] == ["not_understood"]
    with pytest.raises(Unlawful, match="no proxy"):
        game.send(ProxyPost(K1, 0))


# ---- corrections by private message -----------------------------------------------------------------------------------------------------


def test_a_void_vote_put_right_in_private_is_posted_and_is_no_change() -> None:
    """X-R27, X-R42."""
    game = begun("xia")
    assert of(game.say(C1, "更正 水饺"), "refused")[0].args == ["correct", 24], "nothing to correct"
    game.post(C1, "投票对象：水饺 包子\n投票理由：x", "votes-1")
    said = game.say(C1, "更正 水饺")
    assert last_ledger(said) == ["votes-1", 3, C1, ballots.CORRECTION, B1]
    assert last_ledger(game.vote(C1, B2, quote=3))[3] == ballots.CHANGE, "the correction may be quoted, the change was unused"


def test_a_void_change_put_right_is_the_change() -> None:
    """X-R27."""
    game = begun("xia")
    game.vote(C1, B1)
    game.vote(C1, B2)
    assert last_ledger(game.say(C1, "更正 包子"))[3] == ballots.CHANGE
    assert of(game.say(C1, "更正 水饺"), "refused")[0].args == ["correct", 24]


# ---- piper ------------------------------------------------------------------------------------------------------------------------------


def test_pipers_void_first_vote_is_used_and_its_one_change_too() -> None:
    """P-R8, P-R17."""
    game = begun("piper")
    assert last_ledger(game.post(K1, "我投水饺", "votes-1"))[3] == ballots.NOT_IN_FORM
    assert last_ledger(game.vote(K1, 0, quote=2))[3] == ballots.CHANGE
    assert last_ledger(game.vote(K2, 0))[3] == ballots.VOTE
    assert last_ledger(game.vote(K2, 1))[3] == ballots.NOT_IN_FORM, "投票对象 of one who has voted is a void change (P-R16)"
    assert last_ledger(game.vote(K2, 1, quote=4))[3] == ballots.CHANGE_SPENT


# ---- last words -------------------------------------------------------------------------------------------------------------------------


def killed() -> Game:
    """The dawn at which commoner 1 and commoner 2 are out (two killings: the group's, and silver's learnt one)."""
    game = begun("xia", {"day": 2, "phase": phases.NIGHT, "learnt": ["杀"]})
    game.say(B1, "杀 米线")
    game.say(8, "杀 凉皮")
    game.until(phases.WORDS)
    return game


def test_last_words_are_one_post_each_and_the_day_opens_after_the_last() -> None:
    """X-R31, X-R38."""
    game = killed()
    assert refused(game, C3, "words-2") == "no_last_words"
    assert refused(game, C1, "talk-1") == "closed"
    said = game.post(C1, "再见", "words-2")
    assert [n.what for n in said] == ["spoken"]
    assert refused(game, C1, "words-2") == "no_last_words"
    said = game.post(C2, "再见", "words-2")
    assert [n.what for n in said][:2] == ["spoken", "phase"]
    assert game.table.phase == phases.DAY
    assert refused(game, C2, "words-2") == "closed"


def test_last_words_given_up_count_as_spoken() -> None:
    """X-R38."""
    game = killed()
    assert [n.what for n in game.say(C1, "放弃遗言")] == ["accepted", "waived"]
    assert of(game.say(C1, "放弃遗言"), "refused")[0].args == ["waive_words", 27]
    assert refused(game, C1, "words-2") == "no_last_words"
    game.say(C2, "放弃遗言")
    assert game.table.phase == phases.DAY


def test_discussion_opened_early_goes_on_beside_last_words() -> None:
    """X-R38: the vote thread opens with the day; who is out does not join the discussion."""
    game = killed()
    said = game.send(OpenEarly())
    assert [n.what for n in said] == ["early", "thread"]
    game.post(C3, "早", "talk-3")
    assert refused(game, C1, "talk-3") == "out"
    assert "votes-3" not in game.table.threads
    with pytest.raises(Unlawful, match="opened already"):
        game.send(OpenEarly())
    game.post(C1, "再见", "words-2")
    opened = game.until(phases.DAY)
    assert of(opened, "phase")[0].args[:2] == [phases.DAY, 3]
    assert [n.args[0] for n in of(opened, "thread")] == ["votes-3"], "the discussion was opened already"
    game.post(C3, "接着说", "talk-3")
    assert game.table.threads["talk-3"].authors == [-1, C3, C3]
    assert refused(game, C2, "words-2") == "closed", "unspoken last words lapse"


@pytest.mark.parametrize("phase", [phases.DAY, phases.NIGHT])
def test_only_last_words_give_a_reason_to_open_early(phase: int) -> None:
    game = begun("xia", {"day": 2, "phase": phase})
    with pytest.raises(Unlawful, match="only while last words"):
        game.send(OpenEarly())


def test_piper_never_opens_early() -> None:
    """P-R13."""
    game = night("piper")
    game.until(phases.WORDS)
    with pytest.raises(Unlawful, match="only while last words"):
        game.send(OpenEarly())


# ---- rooms ------------------------------------------------------------------------------------------------------------------------------


def test_a_room_is_open_to_its_members_at_any_time_and_to_nobody_else() -> None:
    """1, X-R39."""
    game = begun("xia")
    game.post(B1, "杀谁", "room-0")
    game.until(phases.NIGHT)
    game.post(B2, "米线", "room-0", 2)
    assert refused(game, WHITE, "room-0") == "room"
    assert game.table.threads["room-0"].authors == [-1, B1, B2]


@pytest.mark.parametrize("thread", ["room-0", "room-7", "room-6", "room-9", "room-", "room-00", "room-x", "room--1"])
@pytest.mark.parametrize("quote", [0, 1, 2, 99])
def test_an_outsider_learns_nothing_of_a_room_by_trying(thread: str, quote: int) -> None:
    """Two worlds: one error whether the room exists, whoever sits there, however much is written there."""
    game = begun("xia")
    game.post(B1, "杀谁", "room-0")
    with pytest.raises(Unlawful) as error:
        game.post(CRIMSON, "x", thread, quote)
    assert (error.value.code, error.value.en) == ("room", "you are not in this room")


def test_a_room_ends_with_the_game_and_with_its_members_exit() -> None:
    """X-R39."""
    game = begun("xia")
    game.votes(B1, *range(1, 15))
    game.until(phases.NIGHT)
    assert refused(game, B1, "room-0") == "room"
    game.post(B2, "还有我", "room-0")


def test_what_an_entry_wrote_can_be_told_from_the_log() -> None:
    """``correcting.written`` is how a corrected past keeps its floors: exactly the entries that grew a thread."""
    game = killed()
    game.post(C1, "再见", "words-2")
    game.post(B1, "杀谁", "room-0")
    game.say(C2, "放弃遗言")
    game.vote(C3, B1)
    game.say(WHITE, "代投 水饺")
    found = [written(e.input, e.said) for e in game.table.log]
    grew = [what for what in found if what]
    assert sorted(grew) == sorted([("words-2", C1), ("room-0", B1), ("votes-3", C3), ("votes-3", WHITE)])
    assert sum(floors(t) - 1 for t in game.table.threads.values()) == len(grew)
    assert everything(game.table)
