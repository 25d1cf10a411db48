"""``bansha serve``: the whole site by one command, and ``bansha manage …`` for Django's own."""

import os
import socket
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text as Line


def serve(
    host: Annotated[str, typer.Option(help="监听的地址 / address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="端口 / port", min=1, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(help="网页进程 / web processes", min=0, max=64)] = 2,
    directors: Annotated[int, typer.Option(help="自动导演进程 / processes of the automatic director", min=0, max=16)] = 1,
    demo: Annotated[bool, typer.Option("--demo", help="附演示局和机器人 / with demo games played by bots")] = False,
) -> None:
    """架起整个网站：数据库、网页、自动导演；Ctrl-C 全部停下。/ The whole site: database, pages, director. Ctrl-C ends all of it."""
    errors = Console(stderr=True, highlight=False)
    need_board(errors)
    os.umask(0o077)  # the database holds the secrets of running games
    if workers + directors == 0:
        raise typer.BadParameter("nothing to run: --workers 0 --directors 0")
    site = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    os.environ.setdefault("BANSHA_SITE", site)
    listening = listen(host, port, errors) if workers else None
    from bansha.board.setting_up import has_command, set_up
    from bansha.board.supervising import Job, Supervisor

    made = set_up()
    if demo:
        fill(errors, has_command("demo"))
    jobs = []
    if listening is not None:
        number = listening.fileno()
        jobs += [Job(f"web {n + 1}", ["web", str(number)], (number,)) for n in range(workers)]
    jobs += [Job(f"director {n + 1}", ["manage", "direct"]) for n in range(directors)]
    if demo and has_command("bots"):
        jobs.append(Job("bots", ["manage", "bots"]))
    greet(os.environ["BANSHA_SITE"] if workers else "", made)
    Supervisor(jobs, lambda name, status, wait: report(errors, name, status, wait)).run()


def need_board(errors: Console) -> None:
    """Stop with what to type if the site's packages are not there."""
    try:
        import django  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        errors.print("网站需要的包没有装 / the site's packages are not installed: pip install 'bansha[board]'", markup=False)
        raise typer.Exit(2) from None


def listen(host: str, port: int, errors: Console) -> socket.socket:
    """The socket that all web processes share."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        errors.print(f"不能在 {host}:{port} 上监听 / cannot listen on {host}:{port}: {error.strerror}. --port …", markup=False)
        raise typer.Exit(2) from None
    listening.listen(1024)
    return listening


def fill(errors: Console, exists: bool) -> None:
    """Something to see at once."""
    if not exists:
        errors.print("没有演示局 / there are no demo games in this build", markup=False)
        return
    from django.core.management import call_command

    call_command("demo")


def greet(site: str, made: tuple[str, str] | None) -> None:
    """Where it is; and once only, how the admin gets in."""
    console = Console(highlight=False)
    if site:
        console.print(Line(f"版杀 {site}", style="bold"))
    if made:
        console.print(Line(f"管理员 / admin: {made[0]}　密码 / password: {made[1]}　（只显示这一次 / shown only now）"), soft_wrap=True)


def report(errors: Console, name: str, status: int, wait: float) -> None:
    """A process fell."""
    errors.print(f"{name}: 退出 / ended ({status}), {wait:.1f} s 后重开 / starting again", markup=False)


def manage(context: typer.Context) -> None:
    """网站的管理命令，见 bansha manage help。/ Management commands of the site; `bansha manage help` lists them."""
    need_board(Console(stderr=True, highlight=False))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
    from django.core.management import execute_from_command_line

    sys.argv[0] = "bansha"
    execute_from_command_line(["bansha manage", *context.args])
