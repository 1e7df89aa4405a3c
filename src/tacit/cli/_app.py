"""The command line as a whole: every verb, and the options that come before them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from tacit._display import visible
from tacit.cli._help import FewFirst, flowing

VERBS = (
    *("describe", "protect", "export", "purchase", "receive", "audit", "campaign"),
    *("frontier", "paper", "demo"),
)


BadUsage: type[Exception] = typer.BadParameter.__bases__[0]
"""What is raised about the command line itself; where it lives depends on the version of Typer."""


class _Verbs(TyperGroup):
    """The verbs; what is wrong with a command line is told without what can't be seen in it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what comes before the verb."""
        with _seen():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Read what comes after the verb, and run it."""
        with _seen():
            return super().invoke(ctx)


@contextmanager
def _seen() -> Iterator[None]:
    try:
        yield
    except BadUsage as error:
        error.message = visible(error.message)  # type: ignore[attr-defined]
        raise


def make_app() -> typer.Typer:
    """The command line with every verb; publish methods that were registered have their options."""
    app = typer.Typer(
        name="tacit",
        cls=_Verbs,
        help="Buy in a data market without telling the market what the data is for.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in VERBS:
        verb = getattr(import_module(f"tacit.cli.{name}"), name)
        app.command(name, cls=FewFirst, help=flowing(verb.__doc__))(verb)
    app.callback(invoke_without_command=True)(_tacit)
    return app


def _tacit(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
    verbose: bool = typer.Option(False, "--verbose", "-v", help="Tell what is being done."),
) -> None:
    if version:
        from tacit._version import __version__

        typer.echo(__version__)
        raise typer.Exit
    if verbose:
        _log_to_the_screen()


def _log_to_the_screen() -> None:
    """Print what is logged, a line each."""
    import logging

    class Line(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return visible(super().format(record))

    handler = logging.StreamHandler()
    handler.setFormatter(Line("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
