"""Looking round over all games in which bots sit, and doing what is planned by now.

What a bot sends goes through ``receive`` with its own account, as a player's request does, and may be refused like a player's.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils import timezone

from bansha.board.bots import mind, plan, speech
from bansha.board.bots.eyes import Eyes
from bansha.board.games.models import Game, Said, Seat
from bansha.board.games.receive import receive
from bansha.rules.errors import BanshaError
from bansha.rules.notices import EVERYBODY
from bansha.table.inputs import Input, Message, Post
from bansha.table.threads import talk_thread, vote_thread

logger = logging.getLogger("bansha.bots")
LATE = timedelta(seconds=30)  # talk that was planned longer ago than this is let be
MOST_KEPT = 20_000


class Memory:
    """What one process of bots remembers: what it has done, and the plans of the phases that are open."""

    def __init__(self) -> None:
        self.done: set[tuple[str, int, int, int, str, int]] = set()
        self.plans: dict[tuple[Any, ...], tuple[datetime | None, list[plan.Step]]] = {}

    def planned(self, seat: Seat) -> tuple[datetime | None, list[plan.Step]]:
        """When the open phase opened, and a bot's plan for it."""
        game = seat.game
        key = (game.pk, seat.number, game.phase, game.day, game.closes)
        if key not in self.plans:
            opened = Said.objects.filter(game=game, to=EVERYBODY, what="phase").aggregate(last=Max("at"))["last"]
            self.plans[key] = (opened, plan.steps(game, seat.number, opened) if opened else [])
        return self.plans[key]

    def first_time(self, seat: Seat, step: plan.Step) -> bool:
        """Whether it has not done this yet; from now on it has."""
        key = (seat.game_id, seat.number, seat.game.phase, seat.game.day, step.act, step.nth)
        if key in self.done:
            return False
        self.done.add(key)
        return True

    def tidy(self) -> None:
        """Forget, before it becomes too much; whatever matters is looked up before it is done again."""
        if len(self.done) > MOST_KEPT:
            self.done.clear()
        if len(self.plans) > MOST_KEPT:
            self.plans.clear()


def look_round(memory: Memory, now: datetime | None = None) -> int:
    """One round; how many things were sent."""
    now = now or timezone.now()
    sent = 0
    seats = Seat.objects.filter(user__is_bot=True, game__status=Game.RUNNING, game__paused=None, game__closes__gt=now)
    for seat in seats.select_related("game").order_by("game", "number"):
        opened, steps = memory.planned(seat)
        for step in steps:
            if opened is not None and step.when <= now and memory.first_time(seat, step):
                sent += do(Eyes(seat.game, seat, opened), step, now)
    memory.tidy()
    return sent


def do(eyes: Eyes, step: plan.Step, now: datetime) -> bool:
    """Carry out one step; whether something was sent."""
    what = input_for(eyes, step, now)
    if what is None:
        return False
    try:
        receive(eyes.game.pk, what, user=eyes.seat.user_id)
    except BanshaError as error:
        logger.debug("refused", extra={"game": eyes.game.pk, "why": error.code})
        return False
    return True


def input_for(eyes: Eyes, step: plan.Step, now: datetime) -> Input | None:
    """What to send, None for nothing."""
    game, me = eyes.game, eyes.number
    dice = plan.dice_for(game, me, f"{step.act}{step.nth}")
    in_play = not eyes.seat.out
    votes = vote_thread(game.phase, game.day)
    if step.act == plan.WORDS:
        return last_words(eyes) if me in eyes.last_out else None
    if step.act == plan.DECIDE:
        return Message(me, speech.order(eyes, "decide", [dice.choice(eyes.candidates)], dice)) if me in eyes.last_out else None
    if not in_play:
        return None
    if step.act == plan.TALK and now - step.when < LATE:
        thread = talk_thread(game.phase, game.day)
        text, quote = speech.talk(eyes, eyes.posts(thread), step.nth == 0, dice)
        return Post(thread, me, text, quote)
    if step.act == plan.VOTE and not eyes.own_floor(votes):
        return Post(votes, me, speech.vote(eyes, mind.vote_for(eyes, votes, dice), dice))
    if step.act == plan.CHANGE:
        return change(eyes, votes)
    if step.act == plan.ORDER and "accepted" not in eyes.answers:
        wanted = mind.order_of(eyes, dice)
        return Message(me, speech.order(eyes, *wanted, dice)) if wanted and wanted[1] else None
    return None


def change(eyes: Eyes, votes: str) -> Input | None:
    """A change of its vote, if it has come to another mind."""
    dice = plan.dice_for(eyes.game, eyes.number, "change")
    floor, stands = eyes.own_floor(votes), eyes.votes(votes).get(eyes.number)
    if len([row for row in eyes.ledger(votes) if row[2] == eyes.number]) != 1:
        return None  # nothing to change, or changed already
    target = mind.vote_for(eyes, votes, dice)
    return Post(votes, eyes.number, speech.vote(eyes, target, dice, change=True), floor) if target != stands else None


def last_words(eyes: Eyes) -> Input | None:
    """Last words, unless they were spoken."""
    thread = f"words-{eyes.game.day}"
    if any(post.seat == eyes.number for post in eyes.posts(thread)):
        return None
    return Post(thread, eyes.number, speech.last_words(eyes, plan.dice_for(eyes.game, eyes.number, "words")))
