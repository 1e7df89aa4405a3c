"""What is wanted beside what is published, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._display import how_many

if TYPE_CHECKING:
    from tacit.market.market import Market
    from tacit.market.mass import Mass


def priced_rows(
    wanted: Mass, published: Mass, matching: Mass | None
) -> list[tuple[str, Mass, str]]:
    """What is wanted and what is published, by name and with their cells; bins apart if they differ."""
    shown = ("published", published, how_many(published.cells))
    if matching in (None, wanted):
        return [("wanted", wanted, how_many(wanted.cells)), shown]
    assert matching is not None
    return [("wanted", matching, ""), ("its bins", wanted, how_many(wanted.cells)), shown]


def priced_title(market: Market) -> str:
    """What the table of costs is called: where counts are known by statistics, they are estimates."""
    return "What it costs" if market.knowledge is None else "What it costs, as estimated"
