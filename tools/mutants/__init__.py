"""Mutation testing of the law: break it in one small place, see whether a test notices.

Theory of operation. ``mutate`` lists every small change that the grammar allows in a file. ``run`` imports and collects the fast tests
once, plays them once while noting which lines each executes, and then forks one child per mutant: the child swaps the code of the one
function concerned and plays only the tests that reach the changed line, those that killed a neighbour first. What is decided while a
module is imported (tables, defaults of options) cannot be swapped; for those a child imports everything anew from the changed source.
``__main__`` compares the outcome with ``survivors.toml``, where each mutant that may live is named with the reason.

Rules for whoever edits this:

1. A child never returns: it leaves by ``os._exit``, so nothing of the parent runs twice.
2. A mutant's name holds no line number, so that it stays valid when its file is edited elsewhere.
3. A mutant that no test reaches has survived. One that does not end in time was killed.
"""
