"""`tacit describe`: what a market holds; for a new table, propose how to read it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli._options import Cost, Count, Data, Dimensions, Json, Missing, Text, table_options
from tacit.cli._terminal import busy, show, show_json, speaks_plainly, tell, write_new

if TYPE_CHECKING:
    from tacit.market.market import Market
    from tacit.market.sources.recipe import Recipe


@speaks_plainly
def describe(
    data: Data,
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
    missing: Missing = None,
    cost: Cost = None,
    count: Count = None,
    text: Text = None,
    dimensions: Dimensions = None,
    as_json: Json = False,
) -> None:
    """Show what a market holds; for a new table, propose dimensions and bins.

    The proposal is written to a small market file that the other verbs read. Edit it as you like.
    """
    from tacit.report.terminal import market_view

    options = table_options(missing, cost, count, text, dimensions)
    market, proposed = _open(data, options)
    written = None
    if proposed is not None and write:
        written = _write(Path(data), out, proposed, force)
    if as_json:
        show_json({**_facts(market), "market_file": written})
        return
    show(market_view(market))
    for note in market.notes:
        tell(note)
    if written:
        tell(f"wrote {written}. Use it as DATA in the other verbs.")


def _open(data: str, options: dict[str, Any]) -> tuple[Market, Recipe | None]:
    """Open a market; for a table nobody described yet, also propose its market file."""
    from tacit.market.sources.load import BUILT_IN, load

    with busy(f"reading {data}"):
        if data in BUILT_IN or data.endswith(".toml") or "://" in data:
            return load(data, **options), None
        from tacit.market.sources.counting import cost_table, count_cells
        from tacit.market.sources.proposal import propose
        from tacit.market.sources.table import open_source

        source = open_source(data)
        recipe = propose(
            source,
            only=options.get("dimensions", ()),
            as_text=options.get("text", ()),
            missing=options.get("missing"),
            table=Path(data).name,
            cost=cost_table(options.get("cost")),
            count=options.get("count"),
        )
        return count_cells(source, recipe), recipe


def _write(table: Path, out: str | None, recipe: Recipe, force: bool) -> str | None:
    from dataclasses import replace

    target = Path(out) if out else table.with_name(f"{table.name.split('.')[0]}.market.toml")
    if target.exists() and not force:
        tell(f"{target} is already there and was left as it is; --force replaces it.")
        return None
    if target.parent.resolve() != table.parent.resolve():
        recipe = replace(recipe, table=str(table.resolve()))
    write_new(str(target), recipe.to_toml())
    return str(target)


def _facts(market: Market) -> dict[str, Any]:
    return {
        "name": market.name,
        "records": market.total.records,
        "cost": market.money(market.total.spend),
        "cells": market.space.size,
        "filled": market.filled,
        "priced_by": market.priced_by,
        "dimensions": [
            {
                "name": dimension.name,
                "kind": dimension.kind,
                "values": [
                    {"value": value, "records": records}
                    for value, records in zip(
                        dimension.values, market.records_by_value(dimension.name), strict=True
                    )
                ],
            }
            for dimension in market.space
        ],
        "notes": list(market.notes),
    }
