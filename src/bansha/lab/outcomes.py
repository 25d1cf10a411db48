"""How a simulated game ended, as ints. Kernel text."""

DRAW = 8  # beside the bits of the winning camps

# Why a game was not played to its end; what was to be counted instead is not negative.
FULL = -1  # the journal has no room for it
HOLE = -2  # a night without exactly one answer (X-R23)
OVERRUN = -3  # an adjudication with more findings than a state holds
