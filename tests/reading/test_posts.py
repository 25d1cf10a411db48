"""What in a post is the poster's own voice (3.3). Whole posts are in vote_texts.txt; here is what is taken away, and where it goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bansha.reading.posts import Post, read_post


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
