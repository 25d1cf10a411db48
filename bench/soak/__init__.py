"""Acknowledged means kept: the site's real processes under load, killed at random moments; afterwards everything is there.

    python -m bench.soak --kills 1000                                  on SQLite, in a temporary directory
    python tools/with_postgres.py python -m bench.soak --kills 1000    on PostgreSQL

``driving`` starts, kills and posts over HTTP; ``masters`` is the process that opens games and hurries their phases; ``checking`` looks, when
all is still, whether what was acknowledged is there, floors and places have no gaps, no phase closed twice, and the log replays to the state.
"""
