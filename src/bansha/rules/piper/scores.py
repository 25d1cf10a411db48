"""2.2 scores, in half points like those of the other rule set. Kernel."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.piper.camps import camp_of
from bansha.rules.piper.state import State


@home("2.2", "P-R15", "X-R44")
def half_points(s: State, seat: int) -> int:
    """Twice the seat's score, alive or out alike: the winning camp's members score, by role and whether led; in a draw nobody does."""
    if s.draw:
        return 2 * s.draw_score
    if not s.won[camp_of(s, seat)]:
        return 0
    identity = s.identity[seat]
    return 2 * (s.led_score[identity] if has(s.led, seat) else s.score[identity])
