"""What became of a vote post, and counting votes (3.3). Kernel.

Codes 0–9 are good or neutral, 10–19 void for the voter's sake, 20–29 void for what the post says (``reading`` finds those flaws),
30 struck at the tally.
"""

TALK = 0
VOTE = 1
CHANGE = 2
CORRECTION = 3  # a void vote put right (X-R27)

VOTER_OUT = 10
LATE = 11
CHANGE_LATE = 12
CHANGE_UNQUOTED = 13
CHANGE_SPENT = 14
NOTHING_TO_CHANGE = 15
NOTHING_TO_CORRECT = 16

FLAWLESS = 0
TWO_TARGETS = 20
UNKNOWN_NAME = 21
AMBIGUOUS_NAME = 22
TARGET_OUT = 23
NOT_A_CANDIDATE = 24
NO_ABSTENTION = 25
NOT_IN_FORM = 26
NO_TARGET = 27

STRUCK = 30

# What a post calls itself, as reading finds it.
LABEL_NONE = 0  # talk
LABEL_VOTE = 1  # 投票对象
LABEL_CHANGE = 2  # 改票对象 / 改投
LABEL_FREE = 3  # free words
