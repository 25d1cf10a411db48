"""2.2 scores, in half points so that a shared victory stays whole. Kernel."""

from bansha.rules.homes import home
from bansha.rules.xia.codes import CAMP_OF, INDEPENDENTS, LIGHT, NEUTRALS
from bansha.rules.xia.state import State


@home("2.2", "X-R34")
def half_points(s: State, seat: int) -> int:
    """Twice the seat's score, alive or out alike: by identity, half of it where two camps won together; in a draw the same for all."""
    if s.draw:
        return 2 * s.draw_score
    camp = CAMP_OF[s.identity[seat]]
    if camp == NEUTRALS or not s.won[camp]:
        return 0
    winners = 0
    for other in range(LIGHT, INDEPENDENTS + 1):
        if s.won[other]:
            winners += 1
    score = s.score[s.identity[seat]]
    return score if winners > 1 else 2 * score
