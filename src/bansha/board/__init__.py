"""The board: a site on which the automatic director runs whole games.

It keeps inputs and notices and draws pages; it holds no rule. Everything that happens to a game goes through ``games.receive``, which asks
``bansha.table`` and stores what came of it in one transaction.
"""
