"""Posts as HTML: everything is escaped, then a small markup is put back: bold, strike, quote, link. Nothing else, and no images."""

import re
from html import escape

_PAIRS = (
    (re.compile(r"\[b\](.*?)\[/b\]", re.DOTALL | re.IGNORECASE), r"<strong>\1</strong>"),
    (re.compile(r"\[(?:s|del)\](.*?)\[/(?:s|del)\]", re.DOTALL | re.IGNORECASE), r"<del>\1</del>"),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"~~(?=\S)(.+?)(?<=\S)~~"), r"<del>\1</del>"),
)
_QUOTE = re.compile(r"\[quote(?:=[^\]\n]{0,60})?\](.*?)\[/quote\]", re.DOTALL | re.IGNORECASE)
_QUOTED_LINES = re.compile(r"(?:^&gt;[^\n]*(?:\n|$))+", re.MULTILINE)
_LINK = re.compile(r"https?://[^\s<>\"'（）「」，。；]+")


def to_html(text: str) -> str:
    """Safe HTML for a post's text."""
    html = escape(text.replace("\r\n", "\n").strip(), quote=True)
    html = _LINK.sub(link, html)
    for pattern, tag in _PAIRS:
        html = pattern.sub(tag, html)
    html = _QUOTE.sub(lambda m: f"<blockquote>{m[1].strip()}</blockquote>", html)
    html = _QUOTED_LINES.sub(lambda m: "<blockquote>" + re.sub(r"^&gt; ?", "", m[0], flags=re.MULTILINE).strip() + "</blockquote>", html)
    return html.replace("\n", "<br>").replace("</blockquote><br>", "</blockquote>")


def link(match: re.Match[str]) -> str:
    """A link that opens on its own and lends no reputation."""
    address = match[0]
    tail = ""
    while address and address[-1] in ".,;:!?)":
        address, tail = address[:-1], address[-1] + tail
    return f'<a href="{address}" rel="nofollow noopener noreferrer ugc">{address}</a>{tail}'
