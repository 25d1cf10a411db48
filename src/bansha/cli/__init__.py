"""The command line. Each command is a module of its own; this file only lists them."""

import sys

import typer

from bansha.cli import gaps, judge, replay, rules, serve, site, why

app = typer.Typer(
    name="bansha",
    help="版杀：论坛狼人的裁判。/ bansha: the judge of forum Werewolf.",
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


def main() -> None:
    """The console script. Ctrl-C and a closed pipe end it quietly."""
    try:
        app()
    except (KeyboardInterrupt, BrokenPipeError):
        sys.stderr.close()
        sys.exit(130)
