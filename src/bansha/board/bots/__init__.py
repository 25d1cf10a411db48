"""Simple players: they read what their own seat may read and act through the same door as everybody (``games.receive``).

Eyes: what a bot may know. Mind: what it wants. Speech: how it says so, in Chinese. Plan: when in a phase it does what. Round: looking
round over all games and acting. Seating and demo: bots take seats, and there is something to see at once.
"""
