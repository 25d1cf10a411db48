"""The command line. Each command is a module of its own; this file only lists them."""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, TextIO

import typer

from bansha import __version__
from bansha.cli import gaps, judge, replay, rules, serve, site, why
from bansha.rules.face import RULE_SETS, face

app = typer.Typer(
    name="bansha",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(judge.judge)
app.command()(rules.rules)
app.command()(replay.replay)
app.command()(why.why)
app.command()(gaps.gaps)
app.command()(serve.serve)
app.add_typer(site.app, name="site")
app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True}, add_help_option=False)(serve.manage)


def version(wanted: bool) -> None:
    """Print the program's version and those of the laws that logs name."""
    if wanted:
        print(f"bansha {__version__} ({', '.join(face(name).law for name in RULE_SETS)})")
        raise typer.Exit


@app.callback()
def start(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="程序和规则的版本 / the version, and those of the laws")
    ] = False,
) -> None:
    """版杀：论坛狼人的裁判。/ bansha: the judge of forum Werewolf."""


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)


def main() -> None:
    """The console script. Ctrl-C and a closed pipe end it quietly; where nothing more can be written, it says so and fails."""
    sys.stdout, sys.stderr = writable(sys.stdout), writable(sys.stderr)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        give_up(130)
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        print(f"写不出去 / cannot write: {error.strerror}", file=sys.stderr)
        give_up(1)


def writable(stream: TextIO | None) -> TextIO:
    """A stream to which any text can be written.

    None was given where it is closed. Where the terminal is said to know no Chinese (LANG=C), it gets UTF-8: seldom is that true. What
    the encoding of another cannot say, and what in a file's name is no text, is written as an escape.
    """
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    try:
        "版杀".encode(stream.encoding)
        encoding = stream.encoding
    except (UnicodeEncodeError, LookupError):
        encoding = "utf-8"
    stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[attr-defined]
    return stream


def give_up(status: int) -> None:
    """Leave without writing what cannot be written."""
    sys.stdout = sys.stderr = writable(None)
    os.dup2(sys.stdout.fileno(), 1)
    sys.exit(status)
