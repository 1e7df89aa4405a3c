"""`tacit describe`: what a market holds; for a new table, propose how to read it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli import _options as opt
from tacit.cli._table import same_table, takes_table
from tacit.cli._terminal import (
    busy,
    keep_apart,
    show,
    show_json,
    speaks_plainly,
    tell,
    write_text,
)

if TYPE_CHECKING:
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe

FEW = 0.05
"""The share of all records that an example of a want asks for."""


@speaks_plainly
@takes_table
def describe(
    data: opt.Data,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Where to write the market file; TABLE.market.toml beside the table by default.",
            show_default=False,
        ),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write/--no-write", help="Write the market file, or only show.")
    ] = True,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a market file that is there.")
    ] = False,
    as_json: opt.Json = False,
    *,
    table: dict[str, Any],
) -> None:
    """Show what a market holds; for a new table, propose dimensions and bins.

    The proposal is written to a small market file that the other verbs read. Edit it as you like.
    """
    from tacit.market.sources.load import propose
    from tacit.report.remarks import in_short
    from tacit.report.terminal import market_view

    keep_apart((data,), (out,))
    with busy(f"reading {data}") as progress:
        market, proposed = propose(data, progress=progress, **table)
    written = _write(Path(data), out, proposed, force) if proposed is not None and write else None
    if as_json:
        show_json({**market.to_json(), "market_file": written})
        return
    show(market_view(market))
    for note in in_short(market.notes, proposed, written):
        tell(note)
    if written:
        tell(
            f"wrote {written}. It says how the table is read; look it over, and edit it as you like."
        )
    if proposed is None:
        return
    for step in next_steps(market, shlex.quote(written) if written else same_table(data, table)):
        tell(step)


def next_steps(market: Market, data: str) -> tuple[str, str]:
    """What to do after a table was described: an example of a want follows from the market alone."""
    example = json.dumps(_example(market), ensure_ascii=False, default=str)
    return (
        f"next, write what you want to want.json, for example {example}, and run:",
        f"tacit protect {data} --want want.json --out post.json --keep private.json",
    )


def _example(market: Market) -> dict[str, list[Any]]:
    """A value that some records have, but not many of them, so that the rest can hide it."""
    found = []
    for d in market.space:
        for value, records in zip(d.values, market.records_by_value(d.name), strict=True):
            if records:
                found.append((abs(records / market.total.records - FEW), d.name, value))
    _, name, value = min(found, key=lambda one: one[0])
    return {name: [value]}


def _write(table: Path, out: str | None, recipe: Recipe, force: bool) -> str | None:
    from tacit.market.sources.load import beside

    target, text = beside(table, recipe, out)
    if target.exists() and not force:
        tell(f"{target} is already there and was left as it is; --force replaces it.")
        return None
    write_text(str(target), text)
    return str(target)
