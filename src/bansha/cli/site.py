"""``bansha site backup FILE``, ``restore FILE``, ``verify``: what whoever runs a site needs now and then."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bansha.cli.serve import need_board

app = typer.Typer(help="网站的备份、恢复与核对。/ Backup, restore and check of a site.", no_args_is_help=True)


def ready() -> None:
    """Django, or what to install."""
    need_board(Console(stderr=True, highlight=False))
    import django

    os.umask(0o077)  # the database holds the secrets of running games
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
    django.setup()


def stop(why: Exception) -> typer.Exit:
    """Say why not."""
    Console(stderr=True, highlight=False).print(str(why), style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)


@app.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="新文件 / a new file")]) -> None:
    """把整个数据库写进一个文件；网站可以照常开着。/ The whole database into one file; the site may be running."""
    ready()
    from bansha.board.backup import Impossible
    from bansha.board.backup import backup as write

    try:
        size = write(file)
    except (Impossible, OSError) as error:
        raise stop(error) from None
    print(f"{file}: {size:,} bytes")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="备份文件 / a backup")],
    running: Annotated[bool, typer.Option("--running", help="即使网站看来还开着 / even if the site seems to be running")] = False,
) -> None:
    """用备份取代数据库，然后重放每一局核对；先停下网站。/ Put a backup in place and replay every game; stop the site first."""
    ready()
    from bansha.board.backup import Impossible
    from bansha.board.backup import restore as put_back
    from bansha.board.setting_up import set_up

    try:
        former = put_back(file, running)
    except (Impossible, OSError) as error:
        raise stop(error) from None
    if former is not None:
        print(f"former database: {former}")
    set_up()
    verify()


@app.command()
def verify(games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="只查这些 / only these")] = None) -> None:
    """重放每一局的记录，与存下的一切比较。退出码：0 一致，1 不同。/ Replay every game's log and compare. Exit: 0 same, 1 differs."""
    ready()
    from django.core.management import call_command

    call_command("verify", *(games or []), stdout=sys.stdout)
