"""How much one may send and keep open: whoever floods the site is told to wait, and nobody else notices."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bansha.board.games import receive, stream
from bansha.board.games.create import join
from bansha.board.people import tokens
from bansha.rules import phases
from bansha.rules.errors import BanshaError, Malformed, Unlawful
from tests.board import play
from tests.board.worlds import streams

MakeGame = Callable[..., play.BoardGame]

# ---- inputs ----------------------------------------------------------------------------------------------------------------------------


def test_posting_and_ordering_are_limited(game: MakeGame, settings: Any, clock: play.Clock) -> None:
    it = game("piper", phases.NIGHT)
    settings.INPUTS_A_MINUTE = 3
    client = it.client(0)
    statuses = [client.post(it.url("seat/"), {"do": "say", "text": "咬谁呢"}).status_code for _ in range(5)]
    assert statuses == [302, 302, 302, 422, 422]
    assert it.client(1).post(it.url("seat/"), {"do": "say", "text": "咬谁呢"}).status_code == 302
    clock.tick(61)
    assert client.post(it.url("seat/"), {"do": "say", "text": "咬谁呢"}).status_code == 302


def test_what_is_refused_counts_too_and_for_nobody_else(game: MakeGame, settings: Any, clock: play.Clock) -> None:
    """Before, a flood of it was free, and each took the game's lock."""
    it, other = game("piper"), game("piper")
    it.until(phases.DAY)
    settings.INPUTS_A_MINUTE = 4
    client, form = it.client(0), {"text": "　"}
    assert client.post(it.url("t/talk-1/"), {"text": "说话"}).status_code == 302
    said = [client.post(it.url("t/talk-1/"), form).content.decode() for _ in range(5)]
    assert ["发得太快" in page for page in said] == [False, False, False, True, True]
    assert "发得太快" in client.post(it.url("t/talk-1/"), {"text": "说话"}).content.decode()
    assert it.client(1).post(it.url("t/talk-1/"), {"text": "说话"}).status_code == 302
    assert client.post(other.url("t/talk-1/"), {"text": "说话"}).status_code == 302
    clock.tick(61)
    assert client.post(it.url("t/talk-1/"), {"text": "说话"}).status_code == 302


def test_a_flood_is_refused_before_it_can_hold_anybody_up(game: MakeGame, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    it = game("piper", phases.DAY)
    settings.INPUTS_A_MINUTE = 2
    for _ in range(2):
        with pytest.raises(Malformed):
            it.post(0, "　")
    monkeypatch.setattr(receive, "lock_of", lambda _game: pytest.fail("the game was locked"))
    for _ in range(3):
        with pytest.raises(Unlawful, match="too much at once"):
            it.post(0, "　")


def test_sign_ups_that_are_refused_count(game: MakeGame, settings: Any) -> None:
    it = game("piper", seats=3)
    settings.INPUTS_A_MINUTE = 3
    newcomer = play.user("newcomer")
    for _ in range(3):
        with pytest.raises(BanshaError, match=r"taken|name"):
            join(it.row, newcomer.pk, it.name(0))
    with pytest.raises(Unlawful, match="too much at once"):
        join(it.row, newcomer.pk, "没人用过")
    join(it.row, play.user("another").pk, "没人用过")


def test_what_is_limited_says_so_to_programs(game: MakeGame, settings: Any) -> None:
    it = game("piper", phases.NIGHT)
    settings.INPUTS_A_MINUTE = 1
    client, url = it.client(0), f"/api/games/{it.pk}/seat/messages"
    secret = {"Authorization": f"Bearer {tokens.make(it.users[0], 'a program')}"}
    answers = [client.post(url, {"text": "咬谁呢"}, content_type="application/json", headers=secret) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1].json()["code"] == "too_fast"


# ---- event streams ---------------------------------------------------------------------------------------------------------------------


def test_streams_of_one_account_are_limited_and_no_other_is_refused_for_it(game: MakeGame, settings: Any, spectator: Client) -> None:
    it = game("piper", phases.DAY)
    url = it.url("t/talk-1/live/")
    settings.STREAMS_EACH = 2
    stream._open.update({f"of {it.users[0].pk}": 2})
    try:
        status, headers, page = streams.read(it.client(0), url)
        assert (status, headers["Retry-After"]) == (429, "30")
        assert "一下子太多了" in page
        assert streams.read(it.client(1), url)[0] == streams.read(spectator, url)[0] == streams.read(Client(), url)[0] == 200
        assert streams.read(it.client(0), it.url("t/room-1/live/"))[0] == 404, "what is not there comes first"
    finally:
        stream._open.clear()


def test_streams_without_an_account_are_limited_by_address(game: MakeGame, settings: Any, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    settings.STREAMS_EACH = 2
    stream._open.update({"from 127.0.0.1": 2})
    try:
        assert streams.read(visitor, it.url("t/talk-1/live/"))[0] == 429
        settings.STREAMS_EACH = 0
        assert streams.read(visitor, it.url("t/talk-1/live/"))[0] == 200
    finally:
        stream._open.clear()


def test_a_stream_that_has_ended_counts_no_more(game: MakeGame, settings: Any, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    settings.STREAMS_EACH = 1
    assert [streams.read(visitor, it.url("t/talk-1/live/"))[0] for _ in range(3)] == [200] * 3
    assert not stream._open


def test_a_process_that_serves_all_it_can_says_so(game: MakeGame, monkeypatch: pytest.MonkeyPatch, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    monkeypatch.setattr(stream, "MOST", 0)
    status, headers, page = streams.read(visitor, it.url("t/talk-1/live/"))
    assert (status, headers["Retry-After"]) == (503, "30")
    assert "现在人太多了" in page
