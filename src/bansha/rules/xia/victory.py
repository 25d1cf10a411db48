"""2.1 victory, judged once at each tally and once at each dawn on the state after all changes; draws. Kernel."""

from bansha.rules.bits import count
from bansha.rules.draws import end_in_a_draw
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.xia.codes import (
    AZURE_BLACK,
    AZURE_CRIMSON,
    AZURE_INDEPENDENT,
    AZURE_SHADOW,
    AZURE_WHITE,
    BLACK,
    COMMONER,
    CRIMSON,
    DARK,
    DRAGON,
    F_WINS,
    ILLUSIONIST,
    INDEPENDENTS,
    LIGHT,
    RADIANT,
    SHADOW,
    SILVER,
    WHITE,
)
from bansha.rules.xia.state import State


def living(s: State, identity: int) -> int:
    """The living holders of an identity."""
    return s.holders[identity] & s.alive


def killers(s: State) -> int:
    """The living 黑侠 and 青侠（黑侠）."""
    return living(s, BLACK) | living(s, AZURE_BLACK)


def healers_and_verifiers(s: State) -> int:
    """The living 白侠, 赤侠, 青侠（白侠）, 青侠（赤侠）."""
    return living(s, WHITE) | living(s, CRIMSON) | living(s, AZURE_WHITE) | living(s, AZURE_CRIMSON)


def dark_helpers(s: State) -> int:
    """The living 暗侠, 幻侠, 青侠（暗侠）."""
    return living(s, SHADOW) | living(s, ILLUSIONIST) | living(s, AZURE_SHADOW)


def light_passives(s: State) -> int:
    """The living 光侠, 银侠, 龙侠."""
    return living(s, RADIANT) | living(s, SILVER) | living(s, DRAGON)


@home("2.1", "X-R32")
def light_wins(s: State) -> int:
    """0, or which of (a)=1 and (b)=2 hold for light."""
    if not (healers_and_verifiers(s) | light_passives(s) | living(s, COMMONER)) or killers(s):
        return 0
    return (1 if not living(s, AZURE_INDEPENDENT) else 0) + (2 if not dark_helpers(s) else 0)


@home("2.1", "X-R32")
def dark_wins(s: State) -> int:
    """0, or which of (a)=1 and (b)=2 hold for dark."""
    if not (killers(s) | dark_helpers(s)):
        return 0
    a = 1 if not living(s, AZURE_INDEPENDENT) and not healers_and_verifiers(s) else 0
    b = 2 if not light_passives(s) and not living(s, COMMONER) else 0
    return a + b


@home("2.1")
def independents_win(s: State) -> int:
    """0, or which of (a)=1 and (b)=2 hold for the independents."""
    if not living(s, AZURE_INDEPENDENT):
        return 0
    a = 1 if not killers(s) and not healers_and_verifiers(s) else 0
    commoners_out = count(s.holders[COMMONER] & ~s.alive)
    b = 2 if not dark_helpers(s) and not light_passives(s) and commoners_out >= s.commoners_out else 0
    return a + b


@home("2.1", "X-R33", "X-R44")
def judge(s: State) -> None:
    """Say who has won; else whether nobody is left, or all the living have agreed to a draw."""
    s.won[LIGHT] = light_wins(s)
    s.won[DARK] = dark_wins(s)
    s.won[INDEPENDENTS] = independents_win(s)
    for camp in range(3):
        if s.won[camp]:
            s.over = 1
            note(s, F_WINS, camp, -1, 20100, s.won[camp])
    if s.over:
        return
    if s.alive == 0:
        end_in_a_draw(s, -33)
    elif (s.agreed & s.alive) == s.alive:
        end_in_a_draw(s, -44)
