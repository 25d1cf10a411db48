"""Posts as HTML: text, bold, strike, quote, link. Nothing else; no images, no addresses but http and https, no HTML of the poster's own.

A post is cut into tokens once. Quotes are blocks; bold and strike are properties of the characters between two tokens, so that tags can be
neither crossed nor left open, and a link is one token, which nothing else looks into. Every run takes time in proportion to its length.
Quotes and strikes are drawn as ``reading.posts`` reads them: one that is never closed goes to the end, one that was never opened comes from
the beginning; so nobody sees a vote that the director does not.
"""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

DEEPEST = 5  # quotes in quotes; what is deeper is drawn flat

_QUOTE = re.compile(r"\[(/?)quote\b[^\]\n]{0,200}\]", re.IGNORECASE)
_CITED = re.compile(r"\s*[>＞] ?(?!\s?[_.\-~﹏﹃oO口＿。]?\s?[<＜])")  # "> text", but not the faces >_< and ><
_TOKEN = re.compile(
    r"(?P<link>https?://[^\s<>\"'\[\]*（）「」『』【】《》“”‘’，。；：！？、…]+)|\[(?P<close>/?)(?P<tag>b|s|del|strike)\]"
    r"|(?P<stars>\*\*)|(?P<waves>(?<!~)~~(?!~))|(?P<line>\n)",
    re.IGNORECASE,
)
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # what turns the direction of text, and would show another name than is read
_BLANK = re.compile(r"\n{3,}")

BOLD, STRUCK = "strong", "del"
Piece = tuple[str, str]  # kind, text as it was typed; kinds: text, link, line, and marks of bold and strike
Pairs = dict[int, tuple[str, int]]  # by place of the piece: bold or struck, and what it does to the depth


def to_html(text: str) -> str:
    """Safe HTML for a post's text."""
    return "".join(blocks(_TURNING.sub("", text).replace("\r\n", "\n").replace("\r", "\n"), 0))


# ---- blocks ----------------------------------------------------------------------------------------------------------------------------


def blocks(text: str, depth: int) -> Iterator[str]:
    """Quotes as blocks, and what stands between them."""
    for quoted, part in quotes(text):
        if not quoted:
            yield from paragraphs(part, depth)
        elif part.strip():
            yield from quotation(part, depth)


def quotation(text: str, depth: int) -> Iterator[str]:
    """A quote, with the quotes in it."""
    yield "<blockquote>"
    if depth + 1 < DEEPEST:
        yield from blocks(text, depth + 1)
    else:
        yield inline(_QUOTE.sub("", text).strip())
    yield "</blockquote>"


def quotes(text: str) -> list[tuple[bool, str]]:
    """The text cut at its outermost quote tags: quoted or not, and what it is."""
    found: list[tuple[bool, str]] = []
    depth = start = 0
    for tag in _QUOTE.finditer(text):
        if not tag[1]:
            if not depth:
                found.append((False, text[start : tag.start()]))
                start = tag.end()
            depth += 1
        elif depth > 1:
            depth -= 1
        else:
            if depth:
                found.append((True, text[start : tag.start()]))
            else:  # never opened: all that went before belongs to it
                found = [(True, "\n".join([*(part for _quoted, part in found), text[start : tag.start()]]))]
            depth, start = 0, tag.end()
    return [*found, (bool(depth), text[start:])]


def paragraphs(text: str, depth: int) -> Iterator[str]:
    """Lines that begin with > as quotes, the others as they are."""
    for cited, lines in groupby(text.split("\n"), key=lambda line: bool(_CITED.match(line))):
        if cited:
            yield from quotation("\n".join(_CITED.sub("", line, count=1) for line in lines), depth)
        else:
            yield inline(_BLANK.sub("\n\n", "\n".join(lines)).strip())


# ---- in a line -------------------------------------------------------------------------------------------------------------------------


def inline(text: str) -> str:
    """Text with bold, strike and links."""
    pieces = list(cut(text))
    gone = struck(pieces)
    pairs = {**bold(pieces), **gone, **marked(pieces, "**", BOLD, {}), **marked(pieces, "~~", STRUCK, gone)}
    out: list[str] = []
    on = {BOLD: 0, STRUCK: 0}
    now: tuple[str, ...] = ()
    for place, (kind, typed) in enumerate(pieces):
        if place in pairs:
            tag, step = pairs[place]
            on[tag] += step
            continue
        wanted = tuple(tag for tag in (BOLD, STRUCK) if on[tag] > 0)
        if wanted != now:
            out += [*(f"</{tag}>" for tag in reversed(now)), *(f"<{tag}>" for tag in wanted)]
            now = wanted
        out.append(link(typed) if kind == "link" else "<br>" if kind == "line" else escape(typed, quote=True))
    return "".join([*out, *(f"</{tag}>" for tag in reversed(now))])


def cut(text: str) -> Iterator[Piece]:
    """The tokens of a text. ``s`` and ``/s`` stand for all spellings of strike; the first token is where one that nobody opened begins."""
    yield "s", ""
    place = 0
    while found := _TOKEN.search(text, place):
        if found.start() > place:
            yield "text", text[place : found.start()]
        typed, place = found[0], found.end()
        if found["link"]:
            typed = typed.rstrip(".,;:!?)~&")
            place = found.start() + len(typed)
            yield ("link" if typed.partition("://")[2] else "text"), typed
        elif found["tag"]:
            yield found["close"] + ("b" if found["tag"].lower() == "b" else "s"), typed
        else:
            yield ("line" if found["line"] else typed), typed
    if place < len(text):
        yield "text", text[place:]


def bold(pieces: list[Piece]) -> Pairs:
    """Places of bold tags that belong together, with what each does to the depth; one without a partner stays text."""
    opened: list[int] = []
    pairs: Pairs = {}
    for place, (kind, _typed) in enumerate(pieces):
        if kind == "b":
            opened.append(place)
        elif kind == "/b" and opened:
            pairs[opened.pop()] = (BOLD, 1)
            pairs[place] = (BOLD, -1)
    return pairs


def struck(pieces: list[Piece]) -> Pairs:
    """Places of strike tags: every one counts. The last one that nobody opened strikes from the beginning."""
    depth = last = 0
    pairs: Pairs = {}
    for place, (kind, _typed) in enumerate(pieces[1:], 1):
        if kind in ("s", "/s"):
            unopened = kind == "/s" and not depth
            last = place if unopened else last
            step = 0 if unopened else 1 if kind == "s" else -1
            depth += step
            pairs[place] = (STRUCK, step)
    pairs[0] = (STRUCK, 1 if last else 0)
    return pairs | ({last: (STRUCK, -1)} if last else {})


def marked(pieces: list[Piece], mark: str, tag: str, gone: Pairs) -> Pairs:
    """Places of ** or ~~ in pairs: the first before a character, the second after one; bold does not go beyond its line.

    What ``gone`` strikes is no character and holds no mark.
    """
    pairs: Pairs = {}
    opened, depth = -1, 0
    for place, (kind, _typed) in enumerate(pieces):
        depth += gone.get(place, ("", 0))[1]
        if depth:
            continue
        if kind == "line" and tag == BOLD:
            opened = -1
        elif kind == mark:
            if opened < 0 and before_a_character(pieces, place):
                opened = place
            elif opened >= 0 and after_a_character(pieces, place) and place > opened + 1:
                pairs[opened], pairs[place] = (tag, 1), (tag, -1)
                opened = -1
    return pairs


def before_a_character(pieces: list[Piece], place: int) -> bool:
    """Whether something other than a space follows."""
    if place + 1 == len(pieces):
        return False
    kind, typed = pieces[place + 1]
    return kind != "s" and bool(typed[:1].strip())


def after_a_character(pieces: list[Piece], place: int) -> bool:
    """Whether something other than a space stands before."""
    kind, typed = pieces[place - 1]
    return kind != "/s" and bool(typed[-1:].strip())


def link(address: str) -> str:
    """A link that opens on its own and lends no reputation."""
    safe = escape(address, quote=True)
    return f'<a href="{safe}" rel="nofollow noopener noreferrer ugc">{safe}</a>'
