"""The reading pages: that each is there for every kind of reader, in both languages, and at every phase."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bansha.rules import phases
from tests.board.play import BoardGame

PLACES = ("", "t/talk-1/", "t/votes-1/", "votes/1/", "rules/")


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("phase", [phases.DAY, phases.NIGHT])
def test_every_page_is_there(game: Callable[..., BoardGame], visitor: Client, spectator: Client, lang: str, phase: int) -> None:
    there = game("xia", phase, 1)
    for who in (visitor, spectator, there.client(0), there.client(5), there.director()):
        who.cookies["lang"] = lang
        for place in PLACES:
            answer = who.get(there.url(place))
            assert answer.status_code == 200, place
            assert f'lang="{"zh-Hans" if lang == "zh" else "en"}"' in answer.content.decode()
        for path in ("/", "/rules/xia/", "/rules/piper/"):
            assert who.get(path).status_code == 200
