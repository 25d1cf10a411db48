"""The board's use of the game's words: what a page needs to make text of notices without a table in hand."""

from datetime import datetime
from functools import lru_cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from bansha.board.games.models import Game, Seat
from bansha.rules import phases
from bansha.rules.notices import Notice
from bansha.telling import words
from bansha.telling.notices import tell

Lang = Literal["zh", "en"]


def published(rules: str, identity: int) -> str:
    """An identity as it is published, in Chinese; so it is stored with the seat."""
    return words.identity(words.Setting(rules, (), "", {}), identity, "zh")


class Times:
    """Moments as a page shows them: by the game's clock, with the machine-readable instant beside it."""

    def __init__(self, zone: str) -> None:
        self.zone = ZoneInfo(zone)

    def clock(self, moment: datetime, lang: Lang) -> str:
        """12月2日 22:00, or Dec 2, 22:00."""
        local = moment.astimezone(self.zone)
        if lang == "zh":
            return f"{local.month}月{local.day}日 {local:%H:%M}"
        return f"{local:%b} {local.day}, {local:%H:%M}"

    def hour(self, moment: datetime) -> str:
        """22:41."""
        return f"{moment.astimezone(self.zone):%H:%M}"

    def ahead(self, moment: datetime, now: datetime, lang: Lang) -> str:
        """How long until then: 3 小时 12 分."""
        minutes = max(0, int((moment - now).total_seconds()) // 60)
        days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
        if lang == "zh":
            parts = [f"{days} 天" if days else "", f"{hours} 小时" if hours else "", f"{minutes} 分" if not days else ""]
        else:
            parts = [f"{days} d" if days else "", f"{hours} h" if hours else "", f"{minutes} min" if not days else ""]
        return " ".join(part for part in parts if part)


@lru_cache(maxsize=64)
def times(zone: str) -> Times:
    """The clock of a zone."""
    return Times(zone)


def phase_name(phase: int, day: int, lang: Lang) -> str:
    """第三天 · 投票."""
    return PHASE_NAMES[phase][lang].format(day=NUMBERS[day] if lang == "zh" and day < len(NUMBERS) else day)


NUMBERS = (
    "零",
    "一",
    "二",
    "三",
    "四",
    "五",
    "六",
    "七",
    "八",
    "九",
    "十",
    "十一",
    "十二",
    "十三",
    "十四",
    "十五",
    "十六",
    "十七",
    "十八",
    "十九",
    "二十",
)
PHASE_NAMES: dict[int, dict[str, str]] = {
    phases.SIGNUP: {"zh": "报名", "en": "Signing up"},
    phases.DAY: {"zh": "第{day}天 · 讨论与投票", "en": "Day {day} · talk and vote"},
    phases.RUNOFF: {"zh": "第{day}天 · 高票对决", "en": "Day {day} · runoff"},
    phases.DECIDER: {"zh": "第{day}天 · 决定票", "en": "Day {day} · deciding vote"},
    phases.NIGHT: {"zh": "第{day}夜", "en": "Night {day}"},
    phases.WORDS: {"zh": "第{day}夜 · 遗言", "en": "Night {day} · last words"},
    phases.INTERVAL: {"zh": "等待天亮开帖", "en": "Before the day opens"},
    phases.OVER: {"zh": "已结束", "en": "Over"},
}


def setting_of(game: Game) -> words.Setting:
    """What texts of this game may know."""
    names = tuple(Seat.objects.filter(game=game).order_by("number").values_list("name", flat=True))
    return words.Setting(game.rules, names, game.header["calendar"]["zone"], game.header["options"])


def say(what: str, args: list[Any], to: str, setting: words.Setting, lang: Lang) -> list[str]:
    """A stored notice as lines of text."""
    return tell(Notice(to, what, args), setting, lang).splitlines()
