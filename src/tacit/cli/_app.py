"""The command line as a whole: every verb, and the options that come before them."""

from __future__ import annotations

from importlib import import_module

import typer

from tacit.cli._help import FewFirst, flowing

VERBS = ("describe", "protect", "purchase", "audit", "campaign", "frontier", "paper", "demo")


def make_app() -> typer.Typer:
    """The command line with every verb; publish methods that were registered have their options."""
    app = typer.Typer(
        name="tacit",
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
        import logging

        logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
