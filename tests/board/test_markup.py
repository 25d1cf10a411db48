"""Posts as HTML: what the small markup makes, and that no text whatever makes anything else.

The hostile half parses what comes out: only the known tags, opened and closed in order, only http addresses, and all the text still there.
"""

import time
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bansha.board.games.markup import to_html
from bansha.reading.posts import read_post

LINK = '<a href="{0}" rel="nofollow noopener noreferrer ugc">{0}</a>'


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("两行\n文字", "两行<br>文字"),
        ("[b]粗[/b]和**粗**", "<strong>粗</strong>和<strong>粗</strong>"),
        ("[s]划[/s]、[del]划[/DEL]、~~划~~", "<del>划</del>、<del>划</del>、<del>划</del>"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("**不过\n行**", "**不过<br>行**"),
        ("[b]没有合上", "[b]没有合上"),
        ("[b]一[s]二[/b]三[/s]", "<strong>一</strong><strong><del>二</del></strong><del>三</del>"),
        ("[s]没有合上", "<del>没有合上</del>"),
        ("没有打开[/s]后面", "<del>没有打开</del>后面"),
        ("[quote=包子]原话[/quote]\n我说", "<blockquote>原话</blockquote>我说"),
        ("> 原话\n> 两行\n我说", "<blockquote>原话<br>两行</blockquote>我说"),
        ("> 外\n>> 内", "<blockquote>外<blockquote>内</blockquote></blockquote>"),
        (">_< 不是引用", "&gt;_&lt; 不是引用"),
        ("[quote]没有合上", "<blockquote>没有合上</blockquote>"),
        ("没有打开[/quote]后面", "<blockquote>没有打开</blockquote>后面"),
        ("[b]跨[quote]过[/quote]去[/b]", "[b]跨<blockquote>过</blockquote>去[/b]"),
        ("见 https://example.org/~a/b_c**d**，好", "见 " + LINK.format("https://example.org/~a/b_c") + "<strong>d</strong>，好"),
        ("（https://example.org/x?a=1&b=2）。", "（" + LINK.format("https://example.org/x?a=1&amp;b=2") + "）。"),
        ("[b]https://example.org/[/b]", "<strong>" + LINK.format("https://example.org/") + "</strong>"),
        ("https://example.org/a~~b~~c", LINK.format("https://example.org/a~~b~~c")),
        ("https://", "https://"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("[img]https://example.org/a.png[/img]", "[img]" + LINK.format("https://example.org/a.png") + "[/img]"),
        ("<b>不是标记</b>", "&lt;b&gt;不是标记&lt;/b&gt;"),
        ("水\u202e饺", "水饺"),
    ],
)
def test_what_the_markup_makes(typed: str, drawn: str) -> None:
    assert to_html(typed) == drawn


class Strict(HTMLParser):
    """Fails on any tag but ours, any attribute but a link's, and tags that cross."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text = ""
        self.deepest = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("strong", "del", "blockquote", "br", "a"), tag
        if tag == "a":
            (name, address), (rel, _) = attrs
            assert (name, rel) == ("href", "rel")
            assert str(address).startswith(("http://", "https://"))
        else:
            assert not attrs
        if tag == "blockquote":
            assert set(self.open) <= {"blockquote"}, "a block inside a line"
        assert tag == "br" or tag == "blockquote" or tag not in self.open
        if tag != "br":
            self.open.append(tag)
            self.deepest = max(self.deepest, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    handle_pi = unknown_decl = handle_comment


def parsed(html: str) -> Strict:
    parser = Strict()
    parser.feed(html)
    parser.close()
    assert not parser.open
    return parser


BITS = st.sampled_from(
    ["[b]", "[/b]", "[s]", "[/S]", "[del]", "[/del]", "**", "~~", "~", "*", "[quote]", "[quote=a]", "[/quote]", "> ", ">", "\n", "\r\n", " ",
     "http://", "https://a.b/", "https://a.b/?x=1&y=\"", "'", '"', "<", "</del>", "<script>", "&lt;", "&", "javascript:", "饺", "x", ")", "[img]"]
)  # fmt: skip


@given(st.lists(st.one_of(BITS, st.text(max_size=4)), max_size=40).map("".join))
@example('https://a.b/"onmouseover="alert(1)')
@example("[quote=<script>]x[/quote]")
@example("[b]https://a.b/[s]c[/b]d[/s]")
def test_whatever_is_typed_makes_only_our_tags_and_loses_no_word(typed: str) -> None:
    seen = parsed(to_html(typed))
    kept = {letter for letter in typed if letter.isalpha() and letter > "\u4e00"}
    assert kept <= set(seen.text)


@given(st.lists(st.sampled_from(["[s]", "[/s]", "~~", "[quote]", "[/quote]", "> ", "\n", "饺", "子", "花"]), max_size=12).map("".join))
def test_what_the_director_does_not_read_is_drawn_as_quoted_or_struck(typed: str) -> None:
    """No post shows as its author's own voice what reading leaves out; the other way round a quote in a strike may differ."""
    own = drawn_as_own(to_html(typed))
    if "[quote" not in typed and "[/quote" not in typed and ">" not in typed:
        assert [letter for letter in own if letter in "饺子花"] == [letter for letter in read_post(typed).own if letter in "饺子花"]


def drawn_as_own(html: str) -> str:
    class Own(HTMLParser):
        depth, text = 0, ""

        def handle_starttag(self, tag: str, _attrs: object) -> None:
            self.depth += tag in ("del", "blockquote")

        def handle_endtag(self, tag: str) -> None:
            self.depth -= tag in ("del", "blockquote")

        def handle_data(self, data: str) -> None:
            self.text += "" if self.depth else data

    own = Own()
    own.feed(html)
    own.close()
    return own.text


@pytest.mark.parametrize(
    "bit", ["[quote]", "[/quote]", "[b]", "[/b]", "[s]", "~~", "**", "> ", "https://", ".", "https://a.b/.", "[quote=", "[", "~~x~~"]
)
def test_long_posts_are_drawn_in_time_in_proportion_to_their_length(bit: str) -> None:
    started = time.thread_time()  # of the processor's, however busy it is
    html = to_html(bit * (20_000 // len(bit)))
    assert time.thread_time() - started < 2
    assert parsed(html).deepest <= 8
