"""Feeds and letters: what is in them, and what never is."""

import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core import mail
from django.test import Client

from bansha.board.games.feeds import escaped, folded
from bansha.board.people import letters
from bansha.board.people.models import Letter
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board import play

Games = Callable[..., play.BoardGame]


def test_deadlines_by_token_and_nobody_else_is_in_them(game: Games, visitor: Client) -> None:
    it = game("xia", phases.NIGHT)
    user = it.users[0]
    body = visitor.get(f"/feeds/{user.feed_token}/deadlines.ics").content.decode()
    lines = body.replace("\r\n ", "").split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert body.endswith("END:VCALENDAR\r\n")
    closes = it.row.closes
    assert closes is not None
    assert f"DTSTART:{closes:%Y%m%dT%H%M%SZ}" in lines
    assert f"UID:{it.pk}-1-{phases.NIGHT}@127.0.0.1:8000" in lines
    assert all(len(line.encode()) <= 75 for line in body.split("\r\n"))
    assert visitor.get("/feeds/x/deadlines.ics").status_code == 404
    commoner, black = it.seats(codes.COMMONER)[0], it.seats(codes.BLACK)[0]
    feeds = [visitor.get(f"/feeds/{it.users[seat].feed_token}/deadlines.ics").content for seat in (commoner, black)]
    assert feeds[0] == feeds[1]


def test_calendar_text_is_escaped_and_folded_without_tearing_a_character() -> None:
    assert escaped("甲, 乙; 丙\\丁\n戊") == "甲\\, 乙\\; 丙\\\\丁 戊"
    line = folded("SUMMARY:" + "版杀" * 40)
    assert all(len(part.encode()) <= 75 for part in line.split("\r\n"))
    assert line.replace("\r\n ", "") == "SUMMARY:" + "版杀" * 40 + "\r\n"


def test_the_public_feed_has_no_room_and_survives_any_character(game: Games, visitor: Client) -> None:
    it = game("xia", phases.NIGHT)
    member = it.seats(codes.BLACK)[0]
    it.post(member, "房间里的秘密", f"room-{codes.P_BLACK}")
    it.until(phases.DAY, 2)
    it.post(it.alive[0], "公开的话 \x08\x1b<script>")
    response = visitor.get(f"/g/{it.pk}/feed.atom")
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(response.content)
    names = {"a": "http://www.w3.org/2005/Atom"}
    texts = [entry.findtext("a:summary", "", names) for entry in feed.findall("a:entry", names)]
    assert any("公开的话" in text for text in texts)
    assert "秘密" not in response.content.decode()
    it.finish()
    assert "秘密" not in visitor.get(f"/g/{it.pk}/feed.atom").content.decode()


def reminded(game: Games) -> tuple[play.BoardGame, int]:
    """A game whose reminder of day 1 has just been given; one who has not voted wants letters."""
    it = game("piper", phases.DAY)
    wanting = it.users[5]
    wanting.email, wanting.mail_reminders = "u5@example.org", True
    wanting.save()
    unasked = it.users[6]
    unasked.email = "u6@example.org"
    unasked.save()
    voted = it.users[7]
    voted.email, voted.mail_reminders = "u7@example.org", True
    voted.save()
    it.vote(7, 1)
    it.next()
    return it, 5


def test_a_letter_says_that_there_is_something_to_do_and_nothing_else(game: Games) -> None:
    it, _seat = reminded(game)
    assert it.row.phase == phases.DAY
    assert letters.send_some() == 1
    (sent,) = mail.outbox
    assert sent.to == ["u5@example.org"]
    assert it.row.title in sent.body
    assert f"/g/{it.pk}/" in sent.body
    for secret in ("投票", "水饺", it.name(5), "讨论", "鼠", "命令"):
        assert secret not in f"{sent.subject}\n{sent.body}"
    assert letters.send_some() == 0
    assert Letter.objects.count() == 0


def test_a_letter_is_tried_again_and_not_after_its_time(game: Games, monkeypatch: pytest.MonkeyPatch, clock: play.Clock) -> None:
    reminded(game)

    def fails(*_args: Any, **_options: Any) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", fails)
        assert letters.send_some() == 0
        letter = Letter.objects.get()
        assert letter.tries == 1
        assert letters.send_some() == 0  # not before it is due
    clock.tick(61)
    assert letters.send_some() == 1
    reminded_again = Letter.objects.create(
        user=letter.user, game=letter.game, title="t", zone="Asia/Shanghai", until=clock() + timedelta(minutes=1), due=clock()
    )
    clock.tick(60)
    assert letters.send_some() == 0
    assert not Letter.objects.filter(pk=reminded_again.pk).exists()


def test_a_letter_that_is_being_sent_is_not_sent_by_another(game: Games) -> None:
    reminded(game)
    assert len(letters.claim()) == 1
    assert letters.claim() == []
