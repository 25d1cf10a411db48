"""What a bot wants. It follows the crowd a little, trusts its group, goes after whom it has read as an enemy, and is otherwise of a random mind.

It knows no rule: an order that may not be sent is refused like anybody's, and then it tries something else.
"""

from random import Random

from bansha.board.bots.eyes import Eyes

CROWD = (0.01, 0.2)  # what a vote of somebody else weighs against its own mood, which is 0 to 1; some follow more than others
POWERS = {
    "black": ("kill",),
    "shadow": ("block",),
    "illusionist": ("illusion1", "illusion2"),
    "white": ("heal",),
    "crimson": ("verify",),
    "radiant": ("absorb",),
    "azure_black": ("kill",),
    "azure_shadow": ("block",),
    "azure_white": ("heal",),
    "azure_crimson": ("verify",),
    "azure_independent": ("kill",),
    "rat": ("bite",),
    "liar": ("deceive",),
    "protector": ("protect",),
    "piper": ("lead",),
}
HELPFUL = ("heal", "absorb", "protect", "illusion2")


def vote_for(eyes: Eyes, thread: str, dice: Random) -> int:
    """A seat to vote for, or −2 for nobody."""
    among = eyes.candidates or eyes.living
    mood = {seat: dice.random() for seat in among if seat != eyes.number and seat not in eyes.mates}
    if not mood:
        return -2
    crowd = dice.uniform(*CROWD)
    for target in eyes.votes(thread).values():
        if target in mood:
            mood[target] += crowd
    for seat, identity in eyes.verified.items():
        if seat in mood:
            mood[seat] += 2 if eyes.is_enemy(identity) else -2
    return max(mood, key=lambda seat: mood[seat])


def order_of(eyes: Eyes, dice: Random) -> tuple[str, list[int]] | None:
    """A power and whom to use it on; None for whoever has none."""
    powers = eyes.learnt if eyes.identity_key == "silver" else list(POWERS.get(eyes.identity_key, ()))
    if not powers:
        return None
    power = dice.choice(powers)
    others = [seat for seat in eyes.living if seat != eyes.number]
    if power in HELPFUL:
        wanted = [seat for seat in others if not known_enemy(eyes, seat)] or others
    else:
        strangers = [seat for seat in others if seat not in eyes.mates and seat not in (eyes.verified if power == "verify" else ())]
        wanted = [seat for seat in strangers if known_enemy(eyes, seat)] or strangers or others
    dice.shuffle(wanted)
    return power, wanted[: 2 if power == "illusion1" else 1]


def known_enemy(eyes: Eyes, seat: int) -> bool:
    """Whether it has read that seat as one of another camp."""
    return seat in eyes.verified and eyes.is_enemy(eyes.verified[seat])
