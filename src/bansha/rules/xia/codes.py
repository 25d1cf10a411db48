"""The ints of 群侠: identities, camps, parties, powers, fates, findings. Kernel constants."""

from bansha.rules import draws

# Identities (1): what is published when a player goes out.
BLACK, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, DRAGON, COMMONER = range(9)
AZURE_NEUTRAL, AZURE_BLACK, AZURE_SHADOW, AZURE_WHITE, AZURE_CRIMSON, AZURE_INDEPENDENT = range(9, 15)
IDENTITIES = 15

# Camps.
LIGHT, DARK, INDEPENDENTS, NEUTRALS = range(4)
CAMPS = 4
CAMP_OF = (DARK, DARK, DARK, LIGHT, LIGHT, LIGHT, LIGHT, LIGHT, LIGHT, NEUTRALS, DARK, DARK, LIGHT, LIGHT, INDEPENDENTS)

# Parties: who has one standing order a night (X-R35), a group or a single player.
P_BLACK, P_SHADOW, P_ILLUSIONIST, P_WHITE, P_CRIMSON, P_RADIANT, P_SILVER, P_INDEPENDENT = range(8)
PARTIES = 8
NO_PARTY = -1
PARTY_OF = (
    P_BLACK, P_SHADOW, P_ILLUSIONIST, P_WHITE, P_CRIMSON, P_RADIANT, P_SILVER, NO_PARTY, NO_PARTY,
    NO_PARTY, P_BLACK, P_SHADOW, P_WHITE, P_CRIMSON, P_INDEPENDENT,
)  # fmt: skip
# A party's members hold one of two identities: the original one, or that of the azures it converted.
ORIGINAL = (BLACK, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, AZURE_INDEPENDENT)
CONVERTED_TO = (AZURE_BLACK, AZURE_SHADOW, ILLUSIONIST, AZURE_WHITE, AZURE_CRIMSON, RADIANT, SILVER, AZURE_INDEPENDENT)
# Groups have a room and take in converted or independent azures.
IS_GROUP = (1, 1, 0, 1, 1, 0, 0, 1)

# Powers.
KILL, BLOCK, HEAL, VERIFY, ABSORB, ILLUSION_1, ILLUSION_2, ILLUSION_3 = range(1, 9)
POWER_OF = (KILL, BLOCK, 0, HEAL, VERIFY, ABSORB, 0, KILL)  # by party; 幻侠 and 银侠 have several
CONVERTING_PARTY = (-1, P_BLACK, P_SHADOW, P_WHITE, P_CRIMSON, -1, -1, -1, -1)  # by power (1.10)
STRENGTH = (0, 2, 1, 2, 1, 0, 0, 0, 0)  # by power (1.10)

# What became of an order in flight.
LANDS, VOID, TURNED, ABSORBED, SPENT_ON_CONVERTING = range(5)

# Findings of a night; `order` is the standing order, `detail` as said.
F_VOID = 1  # whom: the sender; detail: the blocking order
F_LOOP = 2  # X-R23: silver's block fails
F_TURNED = 3  # whom: the answering member
F_ABSORBED = 4  # whom: the radiant; detail: whom it was aimed at (or turned on)
F_BLOCKED = 5  # whom: where the block works
F_BLOCK_IDLE = 6  # whom: where it does nothing
F_CONVERTED = 7  # detail: new identity
F_CLAIM_LOST = 8  # detail: the order that was stronger or as strong
F_KILLED = 9
F_HEALED = 10  # whom a kill did not put out; detail: the healing order
F_HEAL = 11  # a heal landed
F_VERIFIED = 12  # whom: whom the order named; detail: identity read
F_VERIFY_FAILED = 13
F_DRAGON_READS = 14  # whom: the answering member; detail: identity read
F_LEARNT = 15  # whom: silver; detail: power
F_NOT_LEARNT = 16  # silver went out; detail: power
F_FORCED = 17  # whom: the forced seat; detail: the leader
F_IMMUNE = 18
F_SPENT = 19  # detail: the illusion
F_BANNED = 20  # whom: may not be ordered next night; detail: party
F_INDEPENDENT = 21
F_OUT = 22  # order -1: voted out; detail: identity published
# Findings of a tally.
F_STRUCK = 30  # whom: the voter; detail: floor
F_FORCED_VOTE = 31  # whom: the voter; detail: target or ABSTAIN; only if changed
F_FOLLOWED = 32  # forced, but nothing changed
F_COUNT = 33  # detail: votes
F_SAVED = 34  # immune and would have gone out
F_RUNOFF = 35  # whom, detail: the two
F_NOBODY = 36  # nobody goes out; detail: N_… below
# The end.
F_WINS = 40  # whom: camp; detail: 1 for (a), 2 for (b), 3 both
F_DRAW = draws.F_DRAW

N_NO_VOTES, N_BELOW, N_LEVEL_BELOW, N_LEVEL_MANY, N_LEVEL_RUNOFF, N_IMMUNE = range(6)
