"""``/g/GAME/review/`` and what lies under it. Before the end none of these addresses exists, for directors no more than for others."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.models import Game
from bansha.board.games.review.ballots import matrix
from bansha.board.games.review.export import bbcode, log_text, markdown, titled
from bansha.board.games.review.past import Chapter, Past, dealt, past_or_404
from bansha.board.games.review.picture import colour, picture
from bansha.board.games.review.story import story
from bansha.board.texts import text
from bansha.rules.notices import EVERYBODY
from bansha.rules.rulebook import Lang
from bansha.table.inputs import Deal
from bansha.table.inputs import from_data as input_from_data
from bansha.table.replaying import deal_problem
from bansha.telling import announcements, notices
from bansha.telling import words as w
from bansha.telling.course import adjudication, explain, message_lines, public_lines, told_lines, vote_notes


def overview(request: HttpRequest, game_id: str) -> HttpResponse:
    """The end: who has won, who was who, the chapters, the deal, the exports."""
    game, past = past_or_404(game_id)
    lang = request.lang  # type: ignore[attr-defined]
    at = w.setting(past.table)
    over = next(notice for entry in reversed(past.table.log) for notice in entry.said if notice.what == "over")
    result = [line for line in notices.tell(over, at, lang).splitlines() if line != announcements.scores_line(over.args[2], at, lang)][:1]
    first = dealt(past.table)
    scores = [
        {
            "seat": seat + 1,
            "name": at.names[seat],
            "identity": w.scored_as(at, identity, past.table.law.camp(past.table.state, seat), lang),
            "colour": colour(at.rules, identity),
            "was": w.identity(at, first[seat], lang) if first[seat] != identity else "",
            "points": w.points(half),
        }
        for seat, identity, half in over.args[2]
    ]
    summaries = [(chapter, title(chapter, lang), gist(chapter, lang)) for chapter in past.chapters]
    context = {"result": result, "scores": scores, "summaries": summaries, "deal": deal(past)}
    return draw(request, "review.html", game, past, "", context)


def chapter_page(request: HttpRequest, game_id: str, key: str) -> HttpResponse:
    """One phase."""
    game, past = past_or_404(game_id)
    lang = request.lang  # type: ignore[attr-defined]
    chapter = past.chapters[past.place(key)]
    here = chapter.here
    said = [notice for notice in here.said if notice.what != "over"]
    context: dict[str, Any] = {
        "chapter": chapter,
        "heading": title(chapter, lang),
        "span": f"{w.moment(here.at, here.opened, lang)} – {w.moment(here.at, here.closes, lang)}",
        "acts": list(public_lines([notice for _at, notice in here.acts if notice.to == EVERYBODY], here.at, lang)),
        "found": list(adjudication(here, lang)),
        "private": list(message_lines(here, lang)),
        "words": [(w.seat(here.at, seat, lang), text) for seat, text in here.last_words],
        "said": list(public_lines(said, here.at, lang)),
        "told": list(told_lines(here.told, here.at, lang)),
        "picture": picture(chapter, lang) if chapter.is_night else None,
        "matrix": matrix(past, chapter, lang) if chapter.is_vote else None,
        "notes": list(vote_notes(here, lang)) if chapter.is_vote else [],
    }
    if chapter.is_night:
        context["colours"] = colours(chapter, lang)
    return draw(request, "review_chapter.html", game, past, key, context)


def seat_page(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """One seat's private story."""
    game, past = past_or_404(game_id)
    if not 1 <= number <= len(past.table.names):
        raise Http404
    lang = request.lang  # type: ignore[attr-defined]
    told = story(past, number - 1, lang)
    context = {"number": number, "name": past.table.names[number - 1], "story": told, "names": past.table.names}
    return draw(request, "review_seat.html", game, past, "", context)


def export(request: HttpRequest, game_id: str, form: str) -> HttpResponse:
    """The log, Markdown or BBCode, to be kept."""
    game, past = past_or_404(game_id)
    lang = request.lang  # type: ignore[attr-defined]
    if form == "log.jsonl":
        body, kind = log_text(game), "application/jsonl"
    elif form == "review.md":
        body, kind = markdown(titled(explain(past.table, lang), game.title), lang), "text/markdown"
    elif form == "review.bbcode.txt":
        body, kind = bbcode(titled(explain(past.table, lang), game.title), lang), "text/plain"
    else:
        raise Http404
    disposition = {"Content-Disposition": f'attachment; filename="{game.pk}-{form}"'}
    return HttpResponse(body, content_type=f"{kind}; charset=utf-8", headers=disposition)


# ---- parts --------------------------------------------------------------------------------------------------------------------------------


def draw(request: HttpRequest, template: str, game: Game, past: Past, key: str, context: dict[str, Any]) -> HttpResponse:
    """A page of the review, with the way to the others."""
    lang = request.lang  # type: ignore[attr-defined]
    at = w.setting(past.table)
    keys = [chapter.key for chapter in past.chapters]
    place = keys.index(key) if key in keys else -1
    context |= {
        "game": game,
        "stamp": lambda iso: w.moment(at, iso, lang),
        "steps": [(chapter.key, title(chapter, lang), brief(chapter, lang), chapter.is_night) for chapter in past.chapters],
        "key": key,
        "earlier": keys[place - 1] if place > 0 else "",
        "later": keys[place + 1] if 0 <= place < len(keys) - 1 else "",
    }
    return render(request, template, context)


def title(chapter: Chapter, lang: Lang) -> str:
    """第三夜."""
    return w.phase(chapter.here.at, chapter.here.phase, chapter.here.day, lang)


def brief(chapter: Chapter, lang: Lang) -> str:
    """The same for the slider: 3夜, N3."""
    return text(f"review.brief.{w.PHASES[chapter.here.phase]}", lang, n=chapter.here.day)


def gist(chapter: Chapter, lang: Lang) -> str:
    """What came of a phase, on one line."""
    here = chapter.here
    wanted = [notice for notice in here.said if notice.what in ("dawn", "tally", "decided")]
    if not wanted:
        return ""
    lines = notices.tell(wanted[0], here.at, lang).splitlines()
    return lines[0] if wanted[0].what == "dawn" else lines[-1]


def colours(chapter: Chapter, lang: Lang) -> list[tuple[str, str]]:
    """The identities in the picture with their colours, in the order of the law."""
    at = chapter.here.at
    seen = sorted({*chapter.before.identities, *chapter.after.identities})
    return [(colour(at.rules, identity), w.identity(at, identity, lang)) for identity in seen]


def deal(past: Past) -> dict[str, str]:
    """Whether the deal is what was committed to, and what is needed to check it."""
    table = past.table
    entry = next((entry for entry in table.log if entry.input[0] == "deal"), None)
    what = input_from_data(entry.input) if entry else None
    seed, salt = (what.seed, what.salt) if isinstance(what, Deal) else ("", "")
    return {"problem": deal_problem(table), "commitment": table.header.commitment, "seed": seed, "salt": salt}
