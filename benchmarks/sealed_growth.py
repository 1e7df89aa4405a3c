"""Promises: how a sealed publication grows with candidates, with beliefs and with hidden dimensions.

First markets of a hundred to four million cells that hold records, each cell a candidate: one
`protect` for a single cell. The baseline is one plain pass over the same cells, the mass of a box
with half of each dimension's values; a small market's time is that of one block's program, whatever
the market.

Then Adult's cells, with prices made up for each value so that cost tells more than records: from one
belief to four, and from no hidden dimension to three. The baseline is one belief and none hidden. Here
every candidate is in one program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter

import numpy as np
from rich.console import Console

from benchmarks.greedy_sparse import DIMENSIONS, VALUES, best_of, first_cell, make_market
from benchmarks.optimal import show
from benchmarks.sealed import LIMIT, SEED, Measured, seal
from tacit.auditing.protect import protect
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.secrets import Secrets
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.load import load
from tacit.publishing.publication import Publication
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.worth import SealedWorth

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000, 4_000_000)
HIDDEN = {"race": Fraction(35, 100), "hours-per-week": Fraction(1, 2), "age": Fraction(6, 10)}


@dataclass(frozen=True)
class Grown:
    """What one true cell took in a market of some size."""

    cells: int
    seconds: float
    one_pass: float
    result: Publication

    @property
    def worth(self) -> SealedWorth:
        """What it is worth."""
        assert isinstance(self.result.proof, SealedWorth)
        return self.result.proof

    @property
    def ratio(self) -> float:
        """Expected records over what no way to publish the block goes below."""
        found = self.worth.sealed
        return float(found.expected("records") / found.floor("records"))


def by_candidates(cells: int) -> Grown:
    """Publish the first cell of a market with so many."""
    market = make_market(cells, priced=False)
    true = first_cell(market)
    half = Box(market.space, (tuple(range(VALUES // 2)),) * DIMENSIONS)
    one_pass = best_of(5, lambda: market.mass(half))
    start = perf_counter()
    result = protect(market, true, limit=LIMIT, method="sealed", seed=SEED)
    return Grown(cells, perf_counter() - start, one_pass, result)


def with_prices(market: Market) -> Market:
    """The same records, each at a price that depends on its values."""
    rng, cells = np.random.default_rng(SEED), market.cells(Box.everything(market.space))
    prices = {d.name: {str(v): int(rng.integers(1, 10)) for v in d.values} for d in market.space}
    return Market.from_cells(market.space, cells.codes, cells.records, prices_per_value=prices)


def table_of_weights(market: Market) -> Given:
    """A made-up belief: each cell that holds records is one to nine times as likely as the least."""
    rng, codes = np.random.default_rng(SEED), market.cells(Box.everything(market.space)).codes
    boxes = (Box(market.space, tuple((int(code),) for code in cell)) for cell in codes.T)
    return Given(tuple((box.to_json(), int(rng.integers(1, 10))) for box in boxes))


def by_beliefs(market: Market) -> list[Measured]:
    """Adult's cells for one belief to four."""
    priors = ("uniform", "records", "cost", table_of_weights(market))
    names = [prior if isinstance(prior, str) else "a table" for prior in priors]
    return [
        seal(", ".join(names[:n]), market, Belief("cells", priors[:n], "nonempty"),
             Secrets(LIMIT), Form())
        for n in range(1, len(priors) + 1)
    ]  # fmt: skip


def by_hidden(market: Market) -> list[Measured]:
    """Adult's cells with none hidden to three."""
    belief, names = Belief("cells", support="nonempty"), list(HIDDEN)
    return [
        seal(
            ", ".join(f"{name} {float(HIDDEN[name]):g}" for name in names[:n]) or "none",
            market,
            belief,
            Secrets(LIMIT, {name: HIDDEN[name] for name in names[:n]}),
            Form(),
        )
        for n in range(len(names) + 1)
    ]


def report_candidates(console: Console, rows: Sequence[Grown]) -> None:
    """Print what each size took."""
    show(
        console,
        f"One cell, {DIMENSIONS} x {VALUES} values, limit 0.3",
        rows,
        {
            "candidates": lambda r: f"{r.cells:,}",
            "seconds": lambda r: f"{r.seconds:.2f}",
            "one pass, ms": lambda r: f"{r.one_pass * 1e3:.2f}",
            "passes": lambda r: f"{r.seconds / r.one_pass:,.0f}",
            "us / candidate": lambda r: f"{r.seconds / r.cells * 1e6:,.1f}",
            "block": lambda r: f"{len(r.worth.sealed.block.places):,}",
            "expected records": lambda r: f"{float(r.worth.sealed.expected('records')):,.1f}",
            "/ floor": lambda r: f"{r.ratio:.3f}",
        },
    )


def report_beside_first(console: Console, title: str, rows: Sequence[Measured]) -> None:
    """Print what each took and costs, beside the first."""
    first = rows[0]
    show(
        console,
        title,
        rows,
        {
            "case": lambda r: r.case,
            "expected records": lambda r: f"{r.records:,.2f}",
            "/ first": lambda r: f"{r.records / first.records:.3f}",
            "bound": lambda r: f"{float(r.found.bound):,.2f}",
            "proof": lambda r: r.found.status,
            "seconds": lambda r: f"{r.seconds:.2f}",
            "time / first": lambda r: f"{r.seconds / first.seconds:.1f}",
        },
    )


def run(console: Console) -> None:
    """Measure all three."""
    report_candidates(console, [by_candidates(cells) for cells in SIZES])
    console.print()
    market = with_prices(load("adult"))
    report_beside_first(console, "Adult's cells by beliefs, limit 0.3", by_beliefs(market))
    console.print()
    report_beside_first(console, "Adult's cells by what is hidden, limit 0.3", by_hidden(market))
