"""Options that several verbs share, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

_TABLE = "Reading a table"

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="adult, synthetic, a CSV or Parquet file, or a market file made by describe.",
        show_default=False,
    ),
]
Want = Annotated[
    str | None,
    typer.Option(
        "--want",
        metavar="FILE",
        help="The true intent: a file with JSON or an SQL condition, or - for standard input.",
        show_default=False,
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="The attackers, with commas between; em-f=0.1 gives one a limit of its own. "
        "By default all that fit.",
        show_default=False,
    ),
]
Limit = Annotated[
    str,
    typer.Option(metavar="SHARE", help="The highest confidence an attacker may reach."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Missing = Annotated[
    str | None,
    typer.Option(
        metavar="drop|keep",
        help="What to do with rows that lack a value.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]
Cost = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="The column that says what a record costs; without it each costs 1.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]
Count = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="The column that says how many records a row stands for.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]
Text = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMNS",
        help="Columns to take as names even if they hold numbers.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]
Dimensions = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMNS",
        help="The columns to use; by default all that are fit.",
        rich_help_panel=_TABLE,
        show_default=False,
    ),
]

_INFORMED = "Those who know the method"
Candidates = Annotated[
    str | None,
    typer.Option(
        metavar="cells|shape|boxes|FILE",
        help="The true intents that someone who knows the method reckons with.",
        rich_help_panel=_INFORMED,
        show_default=False,
    ),
]
Prior = Annotated[
    str,
    typer.Option(
        metavar="uniform|records|cost|FILE",
        help="How likely each of them is beforehand.",
        rich_help_panel=_INFORMED,
    ),
]
Support = Annotated[
    str | None,
    typer.Option(
        metavar="nonempty|all",
        help="Whether those without records count.",
        rich_help_panel=_INFORMED,
        show_default=False,
    ),
]

ALL_ATTACKERS = "pi-uniform,em-f,em-c,em-fc"


def table_options(
    missing: str | None,
    cost: str | None,
    count: str | None,
    text: str | None,
    dimensions: str | None,
) -> dict[str, Any]:
    """The options for reading a table, as the Python API takes them."""
    from tacit.errors import SettingError

    if missing not in (None, "drop", "keep"):
        raise SettingError("--missing must be drop or keep.")
    given = {"missing": missing, "cost": cost, "count": count}
    found: dict[str, Any] = {key: value for key, value in given.items() if value}
    for key, value in {"text": text, "dimensions": dimensions}.items():
        if value:
            found[key] = [name.strip() for name in value.split(",") if name.strip()]
    return found


def open_market(data: str, options: dict[str, Any]) -> Market:
    """Open a market, telling what happened on the way."""
    from tacit.cli._terminal import busy, tell
    from tacit.market.sources.load import load

    with busy(f"reading {data}"):
        market = load(data, **options)
    for note in market.notes:
        tell(note)
    return market


def read_want(market: Market, want: str) -> Intent:
    """Read the true intent, warning if others could read its file."""
    from tacit.cli._terminal import tell
    from tacit.intents.reading import read_intent, readable_by_others

    intent = read_intent(market.space, want).required()
    if readable_by_others(want):
        tell(
            "others on this machine can read the file with the true intent; chmod 600 would keep them out"
        )
    return intent


def usual_candidates(true: Intent) -> str:
    """The class that a true intent belongs to."""
    return "cells" if true.size == 1 else "shape"
