"""Who directs a game: letting in another director, letting one go, handing the game over. Whoever plays or has played never directs."""

from django.db import transaction

from bansha.board.games.desk.audit import note
from bansha.board.games.models import DeskAct, Directorship, FormerHolder, Game, Seat
from bansha.board.people.models import User
from bansha.board.texts import text
from bansha.rules.errors import Unlawful


def refused(key: str) -> Unlawful:
    """The error with its reason."""
    return Unlawful(key, text(f"desk.wrong.{key}", "zh"), text(f"desk.wrong.{key}", "en"))


def account(name: str) -> User:
    """An account by its name; bots are none."""
    user = User.objects.filter(username=name.strip(), is_active=True, is_bot=False).first()
    if user is None:
        raise refused("account")
    return user


def check_outsider(game: Game, user: User) -> None:
    """Raises Unlawful for whoever plays or has played in the game."""
    if Seat.objects.filter(game=game, user=user).exists() or FormerHolder.objects.filter(game=game, user=user).exists():
        raise refused("plays")


def add(game: Game, by: int, name: str) -> str:
    """Another director."""
    user = account(name)
    check_outsider(game, user)
    _row, made = Directorship.objects.get_or_create(game=game, user=user)
    if made:
        note(game, by, DeskAct.ADDED, user.username)
    return "added"


def remove(game: Game, by: int, name: str) -> str:
    """One director less; the organiser stays until he hands the game over. Whoever has read secrets never takes a seat (``substitution``)."""
    user = account(name)
    if user.pk == game.organiser_id:
        raise refused("organiser")
    if not Directorship.objects.filter(game=game).exclude(user=user).exists():
        raise refused("last")
    gone, _kinds = Directorship.objects.filter(game=game, user=user).delete()
    if gone:
        note(game, by, DeskAct.REMOVED, user.username)
    return "removed"


def hand_over(game: Game, by: int, name: str) -> str:
    """Another organiser; only the organiser does that."""
    if by != game.organiser_id:
        raise refused("not_organiser")
    user = account(name)
    check_outsider(game, user)
    with transaction.atomic():
        Directorship.objects.get_or_create(game=game, user=user)
        Game.objects.filter(pk=game.pk).update(organiser=user)
        note(game, by, DeskAct.HANDED_OVER, user.username)
    return "handed_over"
