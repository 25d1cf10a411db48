"""Mail addresses are confirmed before anything but the letter that asks for it goes there; who else uses them is told to nobody."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail

from bansha.board.people import letters
from bansha.board.people.models import Confirmation, Letter, User
from bansha.rules import phases
from tests.board import play

Games = Callable[..., play.BoardGame]


def save(client: Any, email: str, reminders: str = "1") -> Any:
    return client.post("/me/", {"do": "preferences", "language": "zh", "zone": "", "email": email, "mail_reminders": reminders})


def link() -> str:
    """Out of the last letter."""
    found = re.search(r"https?://[^/]+(/me/mail/\S+/)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def bare(response: Any) -> str:
    """The page without what is each reader's own anyway."""
    main = response.content.decode().partition("<main")[2]
    return re.sub(r'value="[A-Za-z0-9]{64}"|/feeds/[^/]+/', "", main)


def test_an_address_holds_once_somebody_who_is_logged_in_has_followed_its_link() -> None:
    user = play.user("me")
    me = play.client(user)
    assert save(me, "me@example.org").status_code == 302
    assert "me@example.org 还没有确认" in me.get("/me/").content.decode()
    assert User.objects.get(pk=user.pk).email == ""
    assert letters.send_some() == 1
    assert mail.outbox[-1].to == ["me@example.org"]
    assert play.client(None).get(link()).headers["Location"].startswith("/login/?next=")
    page = me.get(link()).content.decode()
    assert "me@example.org" in page
    assert User.objects.get(pk=user.pk).email == ""  # programs that look through mail open links, and press no button
    assert me.post(link()).headers["Location"] == "/me/?done=confirmed#preferences"
    assert User.objects.get(pk=user.pk).email == "me@example.org"
    assert "邮箱已确认" in me.get("/me/?done=confirmed").content.decode()
    assert me.get(link()).status_code == me.post(link()).status_code == 404  # once


def test_reminders_go_to_confirmed_addresses_only(game: Games) -> None:
    it = game("piper", phases.DAY)
    me = it.client(5)
    save(me, "u5@example.org")
    assert letters.send_some() == 1
    it.next()
    assert letters.send_some() == 0
    assert [message.subject for message in mail.outbox] == ["版杀：确认邮箱"]
    me.post(link())
    it.until(phases.DAY)
    it.next()
    assert letters.send_some() == 1
    assert mail.outbox[-1].subject.startswith("提醒")
    assert mail.outbox[-1].to == ["u5@example.org"]


def test_another_address_is_confirmed_anew_and_the_old_one_holds_until_then() -> None:
    user = play.user("me")
    User.objects.filter(pk=user.pk).update(email="old@example.org")
    me = play.client(user)
    save(me, "new@example.org")
    assert "在那之前提醒仍发到 old@example.org" in me.get("/me/").content.decode()
    letters.send_some()
    first = link()
    save(me, "third@example.org")
    letters.send_some()
    assert me.get(first).status_code == 404  # of an address that was replaced
    assert User.objects.get(pk=user.pk).email == "old@example.org"
    save(me, "old@example.org")  # as it was: nothing is to be confirmed
    assert not Confirmation.objects.exists()
    assert me.get(link()).status_code == 404
    save(me, "", "")
    assert User.objects.get(pk=user.pk).email == ""


def test_a_link_that_does_not_hold_is_one_answer_whatever_is_wrong_with_it(clock: play.Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: clock().timestamp())
    me, other = play.client(play.user("me")), play.client(play.user("other"))
    save(me, "me@example.org")
    letters.send_some()
    good = link()
    answers = {bare(client.get(there)) for client, there in ((other, good), (me, "/me/mail/made-up/"), (me, good[:-3] + "x/"))}
    assert me.get(good).status_code == 200
    clock.tick(2 * 24 * 3600 + 1)
    assert me.get(good).status_code == me.post(good).status_code == 404
    answers.add(bare(me.get(good)))
    assert len(answers) == 1
    assert "这个链接已经无效" in answers.pop()
    assert not User.objects.exclude(email="").exists()


def test_whether_somebody_else_uses_an_address_is_not_told() -> None:
    User.objects.filter(pk=play.user("known").pk).update(email="taken@example.org")
    answers = set()
    for name, email in (("somebody", "taken@example.org"), ("elsebody", "unused@example.org")):
        client = play.client(play.user(name))
        assert save(client, email).status_code == 302
        answers.add(bare(client.get("/me/")).replace(email, "EMAIL").replace(name, "NAME"))
    assert len(answers) == 1
    assert letters.send_some() == 2


def test_letters_are_limited_for_an_account_and_for_an_address(clock: play.Clock) -> None:
    me = play.client(play.user("me"))
    statuses = [save(me, f"a{n}@example.org").status_code for n in range(7)]
    assert statuses == [302] * 6 + [422]
    assert Confirmation.objects.get().email == "a5@example.org"  # what was refused has changed nothing
    clock.tick(24 * 3600)
    for n in range(6):
        assert save(play.client(play.user(f"u{n}")), "Flooded@Example.org").status_code == 302
    assert Letter.objects.filter(user__username__startswith="u").count() == 4


def test_the_letter_can_be_asked_for_again() -> None:
    me = play.client(play.user("me"))
    save(me, "me@example.org")
    letters.send_some()
    first = link()
    assert me.post("/me/", {"do": "resend"}).status_code == 302
    assert letters.send_some() == 1
    assert link() != first
    assert me.get(first).status_code == 404
    assert me.post(link()).status_code == 302
    me.post("/me/", {"do": "resend"})
    assert letters.send_some() == 0


def test_the_letter_holds_nothing_that_anybody_could_write() -> None:
    client = play.client(play.user("买药找我"))
    save(client, "stranger@example.org")
    letters.send_some()
    assert "买药" not in f"{mail.outbox[-1].subject}{mail.outbox[-1].body}"


def test_a_site_without_a_mail_server_does_not_offer_mail(settings: Any) -> None:
    user = play.user("me")
    User.objects.filter(pk=user.pk).update(email="me@example.org", mail_reminders=True)
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    me = play.client(user)
    assert 'type="email"' not in me.get("/me/").content.decode()
    assert me.post("/me/", {"do": "preferences", "language": "en", "zone": ""}).status_code == 302
    user.refresh_from_db()
    assert (user.language, user.email, user.mail_reminders) == ("en", "me@example.org", True)  # for when it has one again
