"""The ints of 斑衣吹笛人: identities, camps, powers, findings, reasons. Kernel constants.

Findings that both rule sets have bear the same number in both.
"""

from bansha.rules import draws

# Identities (1): what is published when a player goes out.
RAT, LIAR, PROTECTOR, CHILD, LAME_CHILD, PIPER = range(6)
IDENTITIES = 6

# Camps, in the order in which victory prefers them (2.1). Whoever is led belongs to the neutrals.
KILLERS, GOOD, NEUTRALS = range(3)
CAMPS = 3
CAMP_OF = (KILLERS, GOOD, GOOD, GOOD, GOOD, NEUTRALS)

# Powers.
BITE, DECEIVE, PROTECT, LEAD = range(1, 5)
POWER_OF = (BITE, DECEIVE, PROTECT, 0, 0, LEAD)  # by identity

# Findings of a night; `order` is the standing order, `detail` as said.
F_MARKED = 1  # whom: where the bite lands; detail: its marks with this one
F_PLAGUE_BITE = 2  # whom: whom the bite puts out at once
F_BITE_FAILED = 3  # whom: where the bite lands; detail: B_… below
F_TRANSFERRED = 4  # whom: the protector; detail: the child it was aimed at
F_PROTECT_IDLE = 5  # whom: protected in vain, being no child
F_DECEIVED = 6  # whom: the piper
F_LED = 7
F_LEAD_FAILED = 8  # whom: whom the order named; detail: L_… below
F_TIPPED = 9  # whom: the lame child; detail: the child led
F_BIT_AND_LED = 10  # whom: the rat led tonight; order: its bite (P-R4)
F_OUT_AND_LED = 11  # whom: the child bitten out on the night it is led (P-R7)
F_LAST_OUT = 12  # whom: who of tonight's may cast a deciding vote (P-R10)
F_BANNED = 20  # whom: may not be ordered next night; detail: the sender
F_OUT = 22  # order -1; detail: identity published
F_PLAGUE = 23  # announced now; detail: the rat
# Findings of a tally.
F_COUNT = 33  # detail: votes
F_RUNOFF = 35  # whom, detail: the two
F_NOBODY = 36  # nobody goes out; detail: N_… below
F_DECIDER = 37  # whom: who casts the deciding vote
F_DECIDED = 38  # whom: who casts it; detail: for whom
F_DECISION_DRAWN = 39  # whom: who sent none; detail: the seat drawn
# The end.
F_WINS = 40  # whom: camp; detail: which of its conditions, 1 to 3 for the killers, 1 for the others
F_DRAW = draws.F_DRAW

B_RAT, B_PIPER = range(2)
L_ADULT, L_LAME, L_SELF, L_LED, L_NO_CHILDREN_YET, L_NO_MORE_RATS, L_DECEIVED = range(7)
N_NO_VOTES, N_BELOW, N_LEVEL_BELOW, N_LEVEL_MANY, N_LEVEL_RUNOFF = range(5)
