"""The phases of a game (3.1), shared by both rule sets. Kernel constants."""

SIGNUP = 0
DAY = 1
RUNOFF = 2
DECIDER = 3
NIGHT = 4
WORDS = 5
INTERVAL = 6  # piper only: 12:00 to 12:30, nothing is open
OVER = 7

NOBODY = -1
ABSTAIN = -2
