"""What in a post is the poster's own voice (3.3). Whole posts are in vote_texts.txt; here is what is taken away, and where it goes."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.names import NameBook
from bansha.reading.posts import Post, read_post
from bansha.reading.votes import read_vote


@pytest.mark.parametrize(
    ("text", "own", "quoted", "struck"),
    [
        ("plain", "plain", "", ""),
        ("1 < 2 > 0", "1 < 2 > 0", "", ""),
        ("a[quote]b[/quote]c", "a\nc", "b", ""),
        ("a[quote]b[quote]c[/quote]d[/quote]e", "a\n\ne", "bcd", ""),
        ("a[quote]b", "a", "b", ""),
        ("a[/quote]b", "\nb", "a", ""),
        ("[QUOTE=x;1]a[/QUOTE]b", "\nb", "a", ""),
        ("> a\nb", "\nb", "> a", ""),
        (">_< b", ">_< b", "", ""),
        ("a[s]b[/s]c", "a c", "", "b"),
        ("a<del>b</del>c", "a c", "", "b"),
        ("a~~b~~c", "a c", "", "~~b~~"),
        ("a~~ b~~", "a~~ b~~", "", ""),
        ("a~~~b~~~", "a~~~b~~~", "", ""),
        ("ab\u0336c\u0336d", "a d", "", "b\u0336c\u0336"),
        ("[b]a[/b]<span class='x'>b</span>", "ab", "", ""),
        ("a<br/>b", "a\nb", "", ""),
        ("引用3楼\na", "\n\na", "", ""),
        ("引用 #3 x：a\nb", "\nb", "引用 #3 x：a", ""),
        ("引用:\na\n\nb", "\nb", "引用:\na\n", ""),
        ("原帖由 x 于 2009-1-1 发表\na\n\nb", "\nb", "原帖由 x 于 2009-1-1 发表\na\n", ""),
    ],
)
def test_own_words_quotes_and_struck_text(text: str, own: str, quoted: str, struck: str) -> None:
    assert read_post(text) == Post(own, quoted, struck)


@given(st.text(alphabet="ab[]/<>~quotes\n\u0336引用发表:1", max_size=60))
def test_a_text_in_a_quote_is_never_the_posters_own(text: str) -> None:
    if "[" not in text and "<" not in text:
        assert not read_post(f"[quote]{text}[/quote]").own.strip()


@pytest.mark.parametrize("text", ["~~（\r" * 5000, '~~"\n\n' * 4000, "投票对象：" + "“" * 19_000, "“" * 19_000 + "投票对象：水饺"])
def test_a_post_made_to_be_slow_is_read_in_time_in_proportion_to_its_length(text: str) -> None:
    """Once each of these took seconds, and longer the square of its length."""
    book = NameBook(["水饺", "包子"])

    def seconds(given: str) -> float:
        began = process_time()
        read_vote(given, book, 3, 3, strict=True, typos=True, abstain_allowed=True, voter=1)
        return process_time() - began

    quarter, whole = (min(seconds(text[:long]) for _ in range(3)) for long in (len(text) // 4, len(text)))
    assert whole < max(8 * quarter, 0.2)
