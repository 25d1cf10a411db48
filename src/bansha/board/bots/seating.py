"""Bots take seats: accounts without a password, nicknames that cannot be mistaken for one another."""

import secrets

from bansha.board.games.create import join
from bansha.board.games.models import Game, Seat
from bansha.board.people.models import User
from bansha.reading.nicknames import check_nickname

PREFIX = "bot-"
NAMES = (  # more than a game has seats
    "水饺", "包子", "馒头", "花卷", "烧卖", "油条", "豆浆", "米线", "凉皮", "锅贴",
    "年糕", "汤圆", "粽子", "月饼", "麻花", "春卷", "馄饨", "烧饼", "肉夹馍", "煎饼",
    "南瓜", "核桃", "石榴", "杨梅", "莲子", "桂圆", "枇杷", "橄榄", "茉莉", "芝麻",
    "砚台", "宣纸", "竹笛", "棋盘", "灯笼", "风筝", "蓑衣", "斗笠", "铜钱", "算盘",
    "琥珀", "屏风", "油灯", "茶壶", "斗篷", "草鞋", "蒲扇", "铃铛", "陀螺", "秤砣",
    "木鱼", "砂锅", "竹筏", "团扇", "门神", "梅瓶", "香炉", "账本", "枕头", "笤帚",
    "箩筐", "扁担", "蜡烛", "铁锅", "风车", "手炉", "石磨", "纺锤", "顶针",
)  # fmt: skip


def bots(number: int) -> list[User]:
    """So many accounts of bots; those there are, and new ones."""
    found = list(User.objects.filter(is_bot=True, is_active=True, username__startswith=PREFIX).order_by("pk")[:number])
    while len(found) < number:
        found.append(new_bot())
    return found


def new_bot() -> User:
    """An account that nobody can log in to."""
    user = User(username=f"{PREFIX}{secrets.token_hex(4)}", is_bot=True)
    user.set_unusable_password()
    user.save()
    return user


def fill(game: Game, number: int) -> int:
    """Seat up to ``number`` bots in a game that is signing up; how many sat down. The last seat brings on the deal."""
    taken = list(Seat.objects.filter(game=game).values_list("name", flat=True))
    free = min(number, game.header["seats"] - len(taken))
    here = set(Seat.objects.filter(game=game).values_list("user_id", flat=True))
    waiting = [user for user in bots(free + len(here)) if user.pk not in here][:free]
    names = list(NAMES)
    secrets.SystemRandom().shuffle(names)
    for user in waiting:
        name = next(name for name in names if is_free(name, taken))
        join(game, user.pk, name)
        taken.append(name)
    return len(waiting)


def is_free(name: str, taken: list[str]) -> bool:
    """Whether a nickname can be told from those in the game, by a slip of the pen too."""
    return not check_nickname(name, taken)
