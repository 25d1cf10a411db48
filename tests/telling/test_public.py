"""What all may read: a closed set of kinds, values and slots, with no place for a secret."""

import re

import pytest

from bansha.rules.notices import EVERYBODY, PUBLIC, Notice, problem
from bansha.rules.rulebook import LANGS
from bansha.telling import words as w
from bansha.telling.notices import KINDS, PUBLIC_SLOTS, tell
from bansha.telling.words import Setting
from tests.telling.played import all_games
from tests.telling.test_words import templates

# What no public text may speak of: causes, marks, groups, powers, whose votes are followed, who is led.
SECRETS = re.compile(
    "被?杀|咬死|咬出|牙印|救|验|接收|弹|反射|阻止|吸收|转化|模仿|学会|欺骗|保护(?!而)|吹笛|跟随|随幻|同组|一组|"
    r"\bkill|\bmark|\bheal|\bverif|\babsorb|\breflect|\bblock|\bconvert|\bdeceiv|\bprotect|\bpiper\b|\bfollow|\bgroup",
    re.IGNORECASE,
)
PUBLIC_ROWS = [(path, row) for path, row in templates(w.words("notices")) if path[0] in PUBLIC_SLOTS]


def test_every_public_kind_has_a_shape_its_slots_and_a_teller() -> None:
    assert set(PUBLIC) <= set(KINDS)
    assert set(PUBLIC_SLOTS) - {"how", "reason", "revealed"} == set(PUBLIC)


@pytest.mark.parametrize(("path", "row"), PUBLIC_ROWS, ids=[".".join(path) for path, _ in PUBLIC_ROWS])
def test_a_public_template_takes_public_slots_only_and_tells_no_secret(path: tuple[str, ...], row: dict[str, str]) -> None:
    for lang in LANGS:
        assert w.slots(row[lang]) <= PUBLIC_SLOTS[path[0]]
        assert not SECRETS.search(row[lang]), SECRETS.search(row[lang])
        if path != ("sign", "somebody_led"):  # that somebody was, never who (1.3.1)
            assert "领走" not in row[lang]
    assert path != ("sign", "somebody_led") or not w.slots(row["zh"])


def test_no_shape_has_a_value_for_a_secret() -> None:
    words = {word for shape in PUBLIC.values() for word in shape}
    assert not words & {"power", "order", "cause", "marks", "led", "leader", "party", "room", "by_order", "target2"}


def test_every_public_notice_of_every_case_fits_its_shape() -> None:
    kinds = set()
    for title, table in all_games():
        for entry in table.log:
            for notice in entry.said:
                if notice.to == EVERYBODY:
                    assert problem(notice) == "", title
                    kinds.add(notice.what)
    assert kinds >= {"opened", "dealt", "phase", "thread", "ledger", "tally", "dawn", "adjusted", "early", "over", "sign", "decided"}


def test_private_kinds_and_wrong_values_are_no_public_notices() -> None:
    assert problem(Notice("s3", "dawn", [1, [], []]))
    assert problem(Notice(EVERYBODY, "verified", [1, 2]))
    assert problem(Notice(EVERYBODY, "dawn", [1, [[3, 8, "killed"]], []]))
    assert problem(Notice(EVERYBODY, "dawn", [1, [[3, 8]], [], "by 黑1"]))
    assert problem(Notice(EVERYBODY, "tally", [1, 2, [], [[3, 4, 5]], 0, -1, -1, -1, []]))  # whose votes are followed
    assert problem(Notice(EVERYBODY, "rectified", [["s3", "verified", [1, 2]], None]))
    assert problem(Notice(EVERYBODY, "rectified", [["public", "dawn", [1, [[3, 8]], []]], None])) == ""


def test_a_text_depends_on_its_notice_and_on_what_everybody_knows() -> None:
    """Two worlds: a teller gets a Setting, never the table, and a Setting holds rule set, names, zone and options."""
    assert Setting._fields == ("rules", "names", "zone", "options")
    for _, table in all_games()[::20]:
        at = w.setting(table)
        assert all(tell(notice, table, "zh") == tell(notice, at, "zh") for entry in table.log for notice in entry.said)
