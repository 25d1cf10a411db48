"""Records: what every seat of a finished game came to by the law's scores, for profiles and the ladder.

Made from the ``over`` notice, which is public. Nothing of a game is told before its end; demo games and bots do not count.
"""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.models import Game, Record, Seat
from bansha.board.games.words import Lang
from bansha.board.people.models import User
from bansha.rules.face import RULE_SETS
from bansha.rules.notices import Notice
from bansha.rules.rulebook import rulebook
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.words import Setting

A_PAGE = 50


def keep(game: Game, table: Table, said: list[Notice]) -> None:
    """Write down how a game ended, or how it ended after all, where a notice among these says so."""
    ends = [end for notice in said if (end := ending(notice)) is not None]
    if not ends or game.ended is None:
        return
    winners, draw, scores = ends[-1][:3]
    camps = [table.law.camp(table.state, seat) for seat in range(len(table.names))]
    seats = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    Record.objects.filter(game=game).delete()
    Record.objects.bulk_create(
        Record(
            game=game,
            user_id=seats[number].user_id,
            number=number,
            name=seats[number].name,
            rules=game.rules,
            identity=identity,
            camp=camps[number],
            half=half,
            won=camps[number] in winners,
            drawn=draw != 0,
            ended=game.ended,
        )
        for number, identity, half in scores
        if number in seats
    )


def ending(notice: Notice) -> list[Any] | None:
    """What an ``over`` notice holds, or one that puts such a notice right."""
    if notice.what == "rectified" and notice.args[1] and notice.args[1][1] == "over":
        return list(notice.args[1][2])
    return notice.args if notice.what == "over" else None


def counted() -> QuerySet[Record]:
    """The records that count."""
    return Record.objects.filter(game__demo=False, user__is_bot=False)


def noun_setting(rules: str) -> Setting:
    """What the nouns of a rule set need to know: nothing of any game."""
    return Setting(rules, (), "Asia/Shanghai", {})


def player(request: HttpRequest, name: str) -> HttpResponse:
    """``/players/NAME/``: the finished games of somebody. Whoever has none does not exist."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    user = User.objects.filter(username=name, is_bot=False).first()
    mine = counted().filter(user=user) if user else Record.objects.none()
    if user is None or not mine.exists():
        raise Http404
    how = {"won": Count("pk", filter=Q(won=True)), "drawn": Count("pk", filter=Q(drawn=True))}
    sums = mine.values("rules").annotate(games=Count("pk"), half=Sum("half"), **how).order_by("rules")
    rows = mine.order_by("-ended", "game").values(
        "game", "game__title", "rules", "name", "identity", "camp", "half", "won", "drawn", "ended"
    )
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    games = [{**row, **nouns(dict(row), lang)} for row in page]
    totals = [row | {"points": w.points(row["half"]), "title": rulebook(row["rules"]).title.to(lang)} for row in sums]
    return render(request, "player.html", {"name": user.username, "totals": totals, "games": games, "page": page})


def nouns(row: dict[str, Any], lang: Lang) -> dict[str, str]:
    """A record's codes in words."""
    at = noun_setting(row["rules"])
    return {
        "title": rulebook(row["rules"]).title.to(lang),
        "role": w.scored_as(at, row["identity"], row["camp"], lang),
        "role_key": w.IDENTITIES[row["rules"]][row["identity"]],
        "side": w.camp(at, row["camp"], lang),
        "points": w.points(row["half"]),
    }


def ladder(request: HttpRequest) -> HttpResponse:
    """``/ladder/``; ``?rules=xia&camp=dark&role=black``."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    rules = request.GET.get("rules", RULE_SETS[0])
    if rules not in RULE_SETS:
        raise Http404
    camps, roles = w.CAMPS[rules], {row.key: row for row in w.score_rows(rules)}
    camp, role = request.GET.get("camp", ""), request.GET.get("role", "")
    rows = counted().filter(rules=rules)
    if camp in camps:
        rows = rows.filter(camp=camps.index(camp))
    if role in roles:
        rows = rows.filter(identity=roles[role].identity, camp=roles[role].camp)
    best = rows.values("user__username").annotate(games=Count("pk"), wins=Count("pk", filter=Q(won=True)), half=Sum("half"))
    at = noun_setting(rules)
    page = Paginator(best.order_by("-half", "games", "user__username"), A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "ladder.html",
        {
            "rules": rules,
            "sets": [(name, rulebook(name).title.to(lang)) for name in RULE_SETS],
            "camps": [(key, w.camp(at, number, lang)) for number, key in enumerate(camps)],
            "roles": [(key, w.scored_as(at, row.identity, row.camp, lang)) for key, row in roles.items()],
            "camp": camp,
            "role": role,
            "best": [row | {"points": w.points(row["half"]), "mean": f"{row['half'] / 2 / row['games']:.2f}"} for row in page],
            "page": page,
        },
    )
