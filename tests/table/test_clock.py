"""Time: late ticks change nothing, phases end at their own time, zones whose clocks change, reminders (3.2, X-R28, X-R31, X-R37)."""

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from bansha.rules import calendar, phases
from bansha.rules.errors import Malformed
from bansha.rules.notices import Notice, to_seat
from bansha.rules.phases import DAY, INTERVAL, NIGHT, WORDS
from bansha.table.header import Clock, open_header
from bansha.table.inputs import Adjust, Message, Post, Tick
from bansha.table.table import Table
from tests.table.play import B1, C1, CRIMSON, ILLUSIONIST, LIAR, R1, SHADOW, SILVER, WHITE, Game, begun, everything, frozen, of

RULES = ("xia", "piper")


def state_of(table: Table) -> str:
    """Everything but the log and when it was written."""
    return repr(frozen({k: v for k, v in vars(table).items() if k not in ("log", "now", "stays", "records")}))


def script(rules: str) -> list[tuple[datetime, Any]]:
    """What a lazy table sends in a fortnight: votes, orders, talk, at random times; the same for every run."""
    dice = random.Random(5)
    start = datetime(2026, 11, 30, 12 if rules == "piper" else 20, 31)
    names = begun(rules).table.names
    words = ["杀", "阻止", "救", "验", "接收"] if rules == "xia" else ["咬", "欺骗", "保护", "领走"]
    rows: list[tuple[datetime, Any]] = []
    at = start
    while at < start + timedelta(days=14):
        at += timedelta(minutes=dice.randint(1, 600))
        seat = dice.randrange(len(names))
        target = dice.choice(names)
        days = (max(1, (at - start).days // 2), (at - start).days // 2 + 1)
        rows += [(at, Post(f"votes-{day}", seat, f"投票对象：{target}\n投票理由：x")) for day in days]
        rows.append((at, Message(seat, f"{dice.choice(words)} {target}")))
    return rows


def played(rules: str, ticks: int) -> Game:
    """The script with a tick every so many minutes; 0: nobody looks in between."""
    game = begun(rules)
    rows = script(rules)
    at = rows[0][0]
    for when, what in rows:
        while ticks and at < when:
            game.table.receive(Tick(), at)
            at += timedelta(minutes=ticks)
        try:
            game.table.receive(what, when)
        except Exception as error:  # noqa: BLE001
            assert type(error).__name__ in ("Unlawful", "Malformed")  # noqa: PT017
    game.table.receive(Tick(), rows[-1][0] + timedelta(days=30))
    return game


@pytest.mark.parametrize("rules", RULES)
def test_late_ticks_change_no_result(rules: str) -> None:
    """The same game looked at every 7 minutes and only when somebody sends something: the same notices in order, the same state."""
    punctual, late = played(rules, 7), played(rules, 0)
    assert everything(punctual.table) == everything(late.table)
    assert state_of(punctual.table) == state_of(late.table)
    assert len(of(everything(late.table), "tally")) > 3


@pytest.mark.parametrize("rules", RULES)
def test_several_overdue_phases_come_one_by_one_at_their_own_times(rules: str) -> None:
    """After an outage of ten days."""
    game, punctual = begun(rules), begun(rules)
    said = game.send(Tick(), "2026-12-10T09:00")
    told = []
    while punctual.table.due is not None and punctual.table.due <= game.time:
        told += punctual.next()
    assert said == told
    assert len(of(said, "phase")) > 5
    assert [entry.input for entry in game.table.log[1:]] == [["tick"]] * (len(game.table.log) - 1)
    assert state_of(game.table) == state_of(punctual.table)


def test_what_is_sent_late_comes_after_all_that_was_due() -> None:
    game = begun("xia")
    said = game.vote(C1, B1, at="2026-12-03T09:00")
    assert [n.what for n in said][-1] == "ledger"
    assert of(said, "ledger")[0].args[0] == "votes-1"
    assert of(said, "ledger")[0].args[3] == 11


def test_time_does_not_run_backwards() -> None:
    game = begun("xia")
    game.post(C1, at="2026-12-01T09:00:00.000001")
    for what in (Tick(), Message(0, "放弃")):
        with pytest.raises(Malformed, match="time runs backwards"):
            game.send(what, "2026-12-01T09:00")
        with pytest.raises(Malformed, match="time runs backwards"):
            game.send(what, "2026-12-01T00:59:59Z")
    game.post(C1, at="2026-12-01T01:00:00.000001Z")


def test_a_second_is_not_over_before_it_is_over() -> None:
    """X-R28 with the microsecond; ``left`` is rounded up to whole seconds, so 3600.000001 s are more than an hour."""
    table = begun("xia").table
    assert table.left(table.clock.read("2026-12-01T20:59:59.999999")) == 3601
    assert table.left(table.clock.read("2026-12-01T21:00:00")) == 3600
    assert table.left(table.clock.read("2026-12-01T22:00:00.1")) == 0


# ---- zones ------------------------------------------------------------------------------------------------------------------------------


def test_a_zone_that_does_not_exist() -> None:
    for zone in ("Asia/Atlantis", "", "../etc", "/etc/localtime", "Asia", "Asia/Shanghai\0"):
        with pytest.raises(Malformed, match="no such time zone"):
            open_header("xia", cal=calendar.xia_calendar(zone=zone))


def in_zone(zone: str, start: str) -> Game:
    return begun("xia", start=start, cal=calendar.xia_calendar(zone=zone), reminder=120)


def hours(game: Game) -> float:
    """How long the open phase really lasts."""
    assert game.table.slot is not None
    assert game.table.closes is not None
    return (game.table.closes - game.table.clock.happens(game.table.slot.opened)).total_seconds() / 3600


def test_a_day_over_a_change_of_clocks_ends_by_the_clock() -> None:
    """3.2 gives clock times. New York: 2026-11-01 02:00 goes back to 01:00, 2026-03-08 02:00 forward to 03:00; Tue 20:00 → Wed 22:00 is 26 h."""
    assert hours(in_zone("America/New_York", "2026-11-03T20:00")) == 26
    back = in_zone("America/New_York", "2026-10-31T20:00")
    assert (hours(back), back.table.closes and back.table.closes.isoformat()) == (27, "2026-11-01T22:00:00-05:00")
    on = in_zone("America/New_York", "2026-03-07T20:00")
    assert (hours(on), on.table.closes and on.table.closes.isoformat()) == (25, "2026-03-08T22:00:00-04:00")


def test_cut_offs_are_real_seconds_before_the_end() -> None:
    """3.3: one hour is one hour, also where a wall clock shows two. A day that ends at 02:30 in the night of the change."""
    cal = calendar.xia_calendar(day_closes="02:30", night_closes="12:50", zone="America/New_York", weekends=False)
    game = begun("xia", start="2026-10-31T20:00", cal=cal)
    assert game.table.closes is not None
    assert game.table.closes == datetime(2026, 11, 1, 7, 30, tzinfo=UTC), "02:30 EST"
    game.vote(C1, B1)
    late = game.table.clock.local(datetime(2026, 11, 1, 6, 30, tzinfo=UTC))
    assert game.table.left(late - timedelta(microseconds=1)) == 3601
    assert game.table.left(late) == 3600
    assert late.isoformat() == "2026-11-01T01:30:00-05:00"
    first = game.table.clock.local(datetime(2026, 11, 1, 5, 30, tzinfo=UTC))
    assert first.isoformat() == "2026-11-01T01:30:00-04:00"
    assert game.table.left(first) == 7200


def test_the_doubled_hour_is_two_hours() -> None:
    """Two posts at 01:10, an hour apart: in order they are taken, in the other order time runs backwards."""
    early, late = datetime(2026, 11, 1, 5, 10, tzinfo=UTC), datetime(2026, 11, 1, 6, 10, tzinfo=UTC)
    game = in_zone("America/New_York", "2026-10-31T20:00")
    zone = game.table.clock.zone
    assert early.astimezone(zone).replace(tzinfo=None) == late.astimezone(zone).replace(tzinfo=None)
    game.table.receive(Post("talk-1", C1, "早"), early.astimezone(zone))
    game.table.receive(Post("talk-1", C1, "晚"), late.astimezone(zone))
    assert [entry.at for entry in game.table.log[-2:]] == ["2026-11-01T01:10:00-04:00", "2026-11-01T01:10:00-05:00"]
    with pytest.raises(Malformed, match="time runs backwards"):
        game.table.receive(Post("talk-1", C1, "早"), early.astimezone(zone))


def test_an_end_may_be_set_within_the_doubled_hour() -> None:
    """X-R37: which of the two is meant, the offset says; without one it is the first."""
    for closes, at in (("2026-11-01T01:30", "05:30"), ("2026-11-01T01:30-04:00", "05:30"), ("2026-11-01T01:30-05:00", "06:30")):
        game = in_zone("America/New_York", "2026-10-31T20:00")
        game.send(Adjust(closes))
        assert game.table.closes is not None
        assert game.table.closes.astimezone(UTC).isoformat() == f"2026-11-01T{at}:00+00:00"
    game = in_zone("America/New_York", "2026-10-31T20:00")
    with pytest.raises(Exception, match="has gone by"):  # 01:50 EDT is 20 minutes before 01:10 EST
        game.send(Adjust("2026-11-01T01:50-04:00"), "2026-11-01T01:10-05:00")


def test_a_wall_time_that_the_clocks_skip_is_as_much_later() -> None:
    clock = Clock("America/New_York")
    assert clock.read("2026-03-08T02:30").isoformat() == "2026-03-08T03:30:00-04:00"
    assert clock.instant(datetime(2026, 11, 1, 1, 30, fold=1)).isoformat() == "2026-11-01T01:30:00-05:00"


def test_a_fast_game_knows_no_change_of_clocks() -> None:
    """A calendar of spans: half an hour is half an hour, through the doubled hour and the skipped one."""
    minutes = {DAY: 30, NIGHT: 30, WORDS: 30, INTERVAL: 30}
    for start in ("2026-11-01T00:15", "2026-03-08T00:45"):
        game = begun("piper", start=start, cal=calendar.fast("piper", minutes, zone="America/New_York"), reminder=0)
        ends = [game.table.closes]
        for _ in range(8):
            game.next()
            ends.append(game.table.closes)
        assert all(b is not None and a is not None and b - a == timedelta(minutes=30) for a, b in pairwise(ends))


def test_a_fast_games_day_opened_early_keeps_its_end() -> None:
    """X-R31: the end of the day is that of the day which would have followed last words."""
    game = begun("xia", cal=calendar.fast("xia", {DAY: 30, NIGHT: 10, WORDS: 5}), reminder=0)
    game.until(phases.NIGHT)
    said = game.until(phases.DAY)
    assert game.time == game.table.clock.read("2026-11-30T20:40")
    assert of(said, "phase")[0].args[2] == "2026-11-30T21:15:00+08:00"


# ---- reminders --------------------------------------------------------------------------------------------------------------------------


def reminded(said: list[Notice]) -> set[str]:
    return {n.to for n in of(said, "reminder")}


def seats(*numbers: int) -> set[str]:
    return {to_seat(seat) for seat in numbers}


def test_by_day_who_has_no_vote_is_reminded_once() -> None:
    game = begun("xia")
    game.vote(C1, B1)
    game.post(C1 + 1, "投票对象：水饺 包子\n投票理由：x", "votes-1")
    said = game.next()
    assert game.time.isoformat() == "2026-12-01T20:00:00+08:00", "120 minutes before the end"
    assert reminded(said) == seats(*range(20)) - seats(C1)
    assert of(said, "reminder")[0].args == [phases.DAY, 1, "2026-12-01T22:00:00+08:00"]
    assert not of(game.next(), "reminder")


def test_by_night_whose_power_lies_idle_is_reminded_of_its_own_duty_only() -> None:
    """A group whose order stands is not; nor is who has no power, or none tonight."""
    game = begun("xia", {"day": 1, "phase": phases.NIGHT})
    game.say(B1, "杀 米线")
    game.say(WHITE, "救 米线")
    assert reminded(game.next()) == seats(SHADOW, ILLUSIONIST, CRIMSON, 7)


def test_silver_is_reminded_only_of_what_it_has_learnt() -> None:
    game = begun("xia", {"day": 2, "phase": phases.NIGHT, "learnt": ["验"], "spent": ["幻觉一", "幻觉二"]})
    told = reminded(game.next())
    assert to_seat(SILVER) in told
    assert to_seat(ILLUSIONIST) not in told


def test_pipers_night_reminds_of_bites_too() -> None:
    game = begun("piper", {"day": 2, "phase": phases.NIGHT, "led": [R1]})
    game.say(LIAR, "欺骗 米线")
    assert reminded(game.next()) == seats(1, 2, 4, 11)


def test_last_words_are_reminded_of() -> None:
    game = begun("xia", {"day": 1, "phase": phases.NIGHT})
    game.say(B1, "杀 米线")
    game.until(phases.WORDS)
    assert reminded(game.next()) == seats(C1)


def test_a_phase_as_short_as_the_reminder_has_none() -> None:
    for reminder in (30, 31):
        game = begun("xia", cal=calendar.fast("xia", {DAY: 30, NIGHT: 30, WORDS: 30}), reminder=reminder)
        assert game.table.due == game.table.closes
    assert begun("xia", reminder=0).table.reminds is None


def test_the_interval_of_piper_has_no_reminder() -> None:
    game = begun("piper", {"day": 1, "phase": phases.NIGHT}, reminder=5)
    game.until(INTERVAL)
    assert game.table.due == game.table.closes


def test_one_reminder_in_a_phase_though_its_end_is_moved() -> None:
    game = begun("xia")
    game.next()
    game.send(Adjust("2026-12-03T22:00"))
    assert game.table.reminds is None
    assert not of(game.next(), "reminder")


def test_an_end_that_is_moved_before_the_reminder_takes_it_along() -> None:
    game = begun("xia")
    game.send(Adjust("2026-12-02T22:00"), "2026-12-01T19:00")
    assert game.table.due == game.table.clock.read("2026-12-02T20:00")
    game.send(Adjust("2026-12-01T20:30"))
    assert game.table.due == game.table.closes, "less than two hours are left: the time to remind has gone by"


def test_a_reminder_says_nothing_of_others() -> None:
    """Two worlds: whether white has ordered is the same to everybody else."""
    views = []
    for sent in (True, False):
        game = begun("xia", {"day": 1, "phase": phases.NIGHT})
        if sent:
            game.say(WHITE, "救 米线")
        said = game.next()
        views.append([n for n in said if n.to != to_seat(WHITE)])
    assert views[0] == views[1]


@pytest.mark.parametrize("rules", RULES)
def test_dates_of_a_whole_game_are_the_calendars(rules: str) -> None:
    """3.2: nobody does anything, so nobody goes out by vote; xia's dawns open the day at once (X-R31)."""
    game = begun(rules, reminder=0)
    said = game.send(Tick(), "2026-12-06T23:59")
    got = [(n.args[0], n.args[2][5:16]) for n in of(said, "phase")][:8]
    if rules == "xia":
        assert got == [
            (NIGHT, "12-02T12:50"), (DAY, "12-03T22:00"), (NIGHT, "12-04T12:50"), (DAY, "12-06T22:00"), (NIGHT, "12-07T12:50"),
        ]  # fmt: skip
    else:
        assert got == [
            (NIGHT, "12-01T20:30"), (WORDS, "12-02T12:00"), (INTERVAL, "12-02T12:30"), (DAY, "12-03T12:30"),
            (NIGHT, "12-03T20:30"), (WORDS, "12-04T12:00"), (INTERVAL, "12-04T12:30"), (DAY, "12-06T12:30"),
        ]  # fmt: skip
