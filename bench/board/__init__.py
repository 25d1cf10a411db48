"""The site against a bare Starlette + SQLAlchemy Core page of the same size and a bare Django app, both in here; real processes, loopback only.

``fill`` makes the games; ``bare_starlette`` and ``bare_django`` are the yardsticks; ``serving`` runs any of them on a socket; ``load`` asks
(with wrk, from Debian); ``streams`` listens; ``measuring`` is what ``python -m bench board`` and ``board-postgres`` run.
"""
