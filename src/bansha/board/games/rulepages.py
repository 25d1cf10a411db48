"""The law to read: a rule set's pages and those of a game with its own numbers. Every clause has an anchor (``#1.6``, ``#X-R20``)."""

import re
from functools import lru_cache
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from markupsafe import Markup, escape

from bansha.board.games.band import band
from bansha.board.games.viewer import game_or_404, viewer
from bansha.board.games.words import Lang
from bansha.rules.rulebook import CITED, RULE_SETS, Rulebook, rulebook

_BOLD = re.compile(r"\*\*(.+?)\*\*")
Options = tuple[tuple[str, object], ...]


class Clause(NamedTuple):
    """A clause or ruling as it is drawn."""

    number: str
    title: str
    body: Markup
    see: tuple[str, ...]


def page(request: HttpRequest, rules: str) -> HttpResponse:
    """``/rules/xia/``: the law itself."""
    if rules not in RULE_SETS:
        raise Http404
    lang: Lang = request.lang  # type: ignore[attr-defined]
    return render(request, "rules.html", {"book": drawn(rules, (), lang), "game": None})


def game_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/rules/``: the law with this game's numbers."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    known = {option.name for option in rulebook(game.rules).options}
    options = tuple(sorted((name, value) for name, value in game.header["options"].items() if name in known))
    book = drawn(game.rules, options, lang)
    return render(request, "rules.html", {"book": book, "game": game, "reader": reader, "band": band(game, reader, lang)})


@lru_cache(maxsize=64)
def drawn(rules: str, options: Options, lang: Lang) -> dict[str, Any]:
    """A rulebook as its page needs it."""
    book = rulebook(rules)
    given = dict(options)
    values = book.values(given)
    camps = {camp.key: camp.name.to(lang) for camp in book.terms("camps")}
    parts: list[tuple[str, list[Clause]]] = []
    for entry in book:
        part = entry.kind if entry.origin == book.name else "shared"
        if not parts or parts[-1][0] != part:
            parts.append((part, []))
        clause = Clause(entry.number, entry.title.to(lang), body(book, entry.number, book.fill(entry.text, lang, given)), entry.see)
        parts[-1][1].append(clause)
    return {
        "name": book.name,
        "title": book.title.to(lang),
        "parts": parts,
        "roles": [
            (role.key, role.name.to(lang), role.clause, camps[role.camp], values.get(role.key, ""), book.fill(role.line, lang, given))
            for role in book.terms("roles")
        ],
        "options": [(option.name, option.meaning.to(lang), values[option.name], option.default) for option in book.options],
    }


def body(book: Rulebook, number: str, text: str) -> Markup:
    """Paragraphs, lists and bold leads of a clause, with links to the clauses it names."""
    out: list[Markup] = []
    items: list[Markup] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith("- "):
            items.append(Markup("<li>{}</li>").format(phrase(book, number, line[2:])))
            continue
        if items:
            out.append(Markup("<ul>{}</ul>").format(Markup("").join(items)))
            items = []
        if line.strip():
            out.append(Markup("<p>{}</p>").format(phrase(book, number, line)))
    return Markup("\n").join(out)


def phrase(book: Rulebook, number: str, text: str) -> Markup:
    """A line with its bold and its links."""

    def link(match: re.Match[str]) -> str:
        cited = match[0]
        return f'<a href="#{cited}">{cited}</a>' if cited in book and cited != number else cited

    return Markup(CITED.sub(link, _BOLD.sub(r"<strong>\1</strong>", str(escape(text)))))  # escaped first
