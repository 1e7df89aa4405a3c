"""Help that opens with the few options most people need; `--help-all` shows the rest too.

An option that has a heading of its own (a panel) is one of the rest.
"""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

_ASKED = "tacit.help_all"
ABOUT_TABLES = "describe"
"""The verb that is about reading a table: its help shows at once how that is done."""


class FewFirst(TyperCommand):
    """A verb whose help shows what stands under no heading, and all of it on request."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, without what stands under a heading unless all is asked for."""
        shortens = any(p.name == "help_all" for p in self.params) and self.name != ABOUT_TABLES
        for param in self.params if shortens else ():
            if getattr(param, "rich_help_panel", None):
                param.hidden = not ctx.meta.get(_ASKED)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def flowing(about: str) -> str:
    """A docstring whose paragraphs break where the screen does, and not where the source did."""
    parts = inspect.cleandoc(about).split("\n\n")
    return "\n\n".join(" ".join(part.split()) for part in parts)


def _show_all(context: typer.Context, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.meta[_ASKED] = True
        typer.echo(context.get_help(), color=context.color)
        raise typer.Exit


HelpAll = Annotated[
    bool,
    typer.Option(
        "--help-all", help="Show all options and exit.", is_eager=True, callback=_show_all
    ),
]
