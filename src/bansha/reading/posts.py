"""What in a post is the poster's own voice (3.3: what stands inside a quote or struck through is no vote).

Takes away quotes (``[quote]``, ``<blockquote>``, lines that begin with ``>``, and the ways in which forums paste them), struck-through
text (``[s]``, ``[del]``, ``<s>``, ``~~``, combining strokes) and the tags of plain formatting, whose content stays. In doubt a quote is
longer rather than shorter: a tag that is never closed quotes to the end, one that was never opened from the beginning; so no quote can
add a vote. It refuses to know what a vote is.
"""

import re
from typing import NamedTuple


class Post(NamedTuple):
    """A post taken apart: what the poster says, and what was taken away as quoted or as struck through ("" if nothing was)."""

    own: str
    quoted: str
    struck: str


_MARKED = re.compile("[<\\[~>＞】\u0335-\u0338]|&[gG][tT];|引用|[发發]表|原帖|[写寫]道")
_QUOTE = re.compile(r"\[(/?)quote\b[^\]]{0,200}\]|<(/?)blockquote\b[^>]{0,200}>", re.IGNORECASE)
_STRIKE = re.compile(r"\[(/?)(?:s|del|strike)\]|<(/?)(?:s|del|strike)\b[^>]{0,200}>", re.IGNORECASE)
_WAVES = re.compile(r"(?<!~)~~(?!~)")
_STROKES = re.compile("(?:[^\n][\u0335-\u0338]+)+")
_BREAK = re.compile(r"<(?:br|/p|/div|/li)\b[^>]{0,200}>", re.IGNORECASE)
_FORMAT = re.compile(
    r"\[/?(?:b|i|u|color|size|font|align|center|left|right|url|email|backcolor|p|float|list|\*)(?:=[^\]\n]{0,300})?\]"
    r"|</?(?:b|i|u|em|strong|span|font|p|div|a|center|big|small|li|ul)\b[^>\n]{0,300}>",
    re.IGNORECASE,
)
# "> text", but not the faces >_< and ><
_CITED = re.compile(r"\s*(?:>|＞|&[gG][tT];)(?!\s?[_.\-~﹏﹃oO口＿。]?\s?[<＜])")
# The law's own words for the place of a quote, or the mere number of a floor: nothing is quoted in it.
_REFERENCE = re.compile(
    r"\s*[\[(（【]?\s*引用(?:的?原(?:投票)?[帖贴貼][^\n]*$|\s*(?:第\s*)?#?\s*\d+\s*[#楼樓]?(?:\s*[\])）】]?\s*$|[\s,，。:：]*(?=改[票投])))"
)
# A header alone on its line: what follows, down to an empty line, is the quote.
_CITES_BLOCK = re.compile(
    r"\s*[\[(（【]?\s*(?:引用\s*[:：]?\s*$|引用.{0,40}?(?:\d.{0,20}?[发發]表|[写寫]道|原[帖贴貼]由|的[帖贴貼]子\s*[:：]?\s*$)"
    r"|引用[^:：\n]{0,40}[:：]\s*$|原[帖贴貼]由|最初由|.{1,30}[发發]表[于於]\s*[\d今昨前])"
)
# Header and excerpt on one line: that line is the quote.
_CITES_LINE = re.compile(r"\s*[\[(（【]?\s*引用\s*(?:[:：]|自|第|#|\d)")


def read_post(text: str) -> Post:
    """Take ``text`` apart. Never raises; a quote becomes a line break, struck text a space."""
    if not _MARKED.search(text):
        return Post(text, "", "")
    own, quoted = _without(text, _QUOTE, "\n")
    own, cited = _without_pasted(own)
    own, struck = _without(own, _STRIKE, " ")
    own, waves = _without_waves(own)
    own, strokes = _cut(_STROKES, own)
    own = _FORMAT.sub("", _BREAK.sub("\n", own))
    return Post(own, quoted + cited, struck + waves + strokes)


def _without(text: str, tags: re.Pattern[str], gap: str) -> tuple[str, str]:
    """Cut out what stands between opening and closing tags, nested ones included."""
    kept: list[str] = []
    gone: list[str] = []
    depth = start = 0
    for tag in tags.finditer(text):
        piece = text[start : tag.start()]
        start = tag.end()
        if tag[1] or tag[2]:
            if depth:
                gone.append(piece)
                depth -= 1
            else:  # never opened: all that went before belongs to it
                gone += kept
                gone.append(piece)
                kept = []
            kept.append(gap)
        else:
            (gone if depth else kept).append(piece)
            depth += 1
    if not start:
        return text, ""
    (gone if depth else kept).append(text[start:])
    return "".join(kept), "".join(gone)


def _without_waves(text: str) -> tuple[str, str]:
    """Cut out what stands between ~~ before a character and the next ~~ after one."""
    kept: list[str] = []
    gone: list[str] = []
    start, opened = 0, -1
    for mark in _WAVES.finditer(text):
        if opened < 0:
            opened = mark.start() if text[mark.end() : mark.end() + 1].strip() else -1
        elif text[mark.start() - 1].strip():
            kept += [text[start:opened], " "]
            gone.append(text[opened : mark.end()])
            start, opened = mark.end(), -1
    return "".join([*kept, text[start:]]), "".join(gone)


def _without_pasted(text: str) -> tuple[str, str]:
    """Cut out quotes that came as plain text: a header and the lines down to the next empty one."""
    kept: list[str] = []
    gone: list[str] = []
    inside = False
    for line in text.split("\n"):
        if inside:
            inside = bool(line.strip())
            gone.append(line)
        elif reference := _REFERENCE.match(line):
            kept += ["", line[reference.end() :]]
        elif _CITES_BLOCK.match(line):
            inside = True
            kept.append("")
            gone.append(line)
        elif _CITED.match(line) or _CITES_LINE.match(line):
            kept.append("")
            gone.append(line)
        else:
            kept.append(line)
    return "\n".join(kept), "\n".join(gone)


def _cut(struck: re.Pattern[str], text: str) -> tuple[str, str]:
    gone = "".join(found[0] for found in struck.finditer(text))
    return (struck.sub(" ", text), gone) if gone else (text, "")
