"""A market, and the same with one more column of which nothing is asked; each as a judge makes it.

The records of a cell are split among the values of the new column anyhow; what a record costs does not
depend on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tacit.attackers.registry import ATTACKERS
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.space.dimension import Dimension
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.sealed_cases import Cell, spaces

NEW = "new"
KINDS = ("shape", "ranges", "unions", "list")
LIMITS = tuple(Fraction(text) for text in ("1/2", "0.4", "0.7", "0.85"))
ALL_FOUR = tuple(ATTACKERS)


@dataclass(frozen=True)
class Wider:
    """A market, and the same with one more column.

    Attributes:
        at: where the new column stands among the dimensions.
        parts: how the records of each cell are split among its values.
        prices: how both markets are told what a record costs.
    """

    space: Space
    at: int
    parts: dict[Cell, tuple[int, ...]]
    prices: dict[str, Any]

    @property
    def many(self) -> int:
        """How many values the new column has."""
        return len(next(iter(self.parts.values())))

    @cached_property
    def narrow(self) -> Market:
        """The market."""
        return self._market(self.space, {cell: sum(row) for cell, row in self.parts.items()}, 1)

    @cached_property
    def wide(self) -> Market:
        """The same with one more column."""
        column: Dimension = Nominal(NEW, tuple(f"n{i}" for i in range(self.many)))
        dimensions = list(self.space)
        dimensions.insert(self.at, column)
        records = {
            (*cell[: self.at], i, *cell[self.at :]): n
            for cell, row in self.parts.items()
            for i, n in enumerate(row)
        }
        return self._market(Space(tuple(dimensions)), records, self.many)

    def lift(self, intent: Intent) -> Intent:
        """An intent with all values of the new column."""
        every, at = tuple(range(self.many)), self.at
        boxes = (box.codes for box in intent.boxes)
        return any_of(Box(self.wide.space, (*c[:at], every, *c[at:])) for c in boxes)

    def _market(self, space: Space, records: dict[Cell, int], times: int) -> Market:
        cells = list(records)
        prices = dict(self.prices)
        if "prices" in prices:  # one for each cell of the market
            by_cell = dict(zip(self.parts, prices["prices"], strict=True))
            short = [c if times == 1 else (*c[: self.at], *c[self.at + 1 :]) for c in cells]
            prices["prices"] = [by_cell[cell] for cell in short]
        counts = [records[cell] for cell in cells]
        return Market.from_cells(space, np.array(cells).T, counts, **prices)


@st.composite
def wider_markets(draw: st.DrawFn, most: int = 12) -> Wider:
    """A small market with one price, prices by value or prices by cell, and a column to add."""
    space = draw(spaces(most))
    cells = list(product(*map(range, space.shape)))
    many = draw(st.integers(2, 3))
    part = st.sampled_from([0, 0, 1, 2, 5])
    parts = {cell: tuple(draw(part) for _ in range(many)) for cell in cells}
    assume(sum(any(row) for row in parts.values()) > 2)
    price = st.integers(1, 6)
    source = draw(st.sampled_from(["one", "values", "cells", "cells and empty"]))
    prices: dict[str, Any] = {"each": draw(st.sampled_from([1, "2.5"]))}
    if source == "values":
        by_value = {d.name: {v: draw(price) for v in d.values} for d in space}
        prices = {"prices_per_value": by_value, "base": draw(st.integers(0, 3))}
    elif source != "one":
        prices = {"prices": [draw(price) for _ in cells]}
        prices |= {"empty": draw(price)} if source != "cells" else {}
    return Wider(space, draw(st.integers(0, len(space))), parts, prices)


@st.composite
def wants(draw: st.DrawFn, space: Space, kind: str) -> Intent:
    """What may be wanted: a box, in a row where there is an order if asked for; or a union."""

    def box() -> Box:
        sizes = [draw(st.sampled_from([1, 1, 1, 2, n])) for n in space.shape]
        ranked = [d.natural_order for d in space]
        codes = []
        for n, size, order in zip(space.shape, sizes, ranked, strict=True):
            first = draw(st.integers(0, n - size))
            ways = range(n) if order is None else order.codes.tolist()
            codes.append(tuple(list(ways)[first : first + size]))
        return Box(space, tuple(codes))

    several = draw(st.lists(st.builds(box), min_size=2, max_size=2)) if kind == "unions" else []
    found = any_of(several) if several else box()
    assume(found.size < space.size)
    assume(kind != "unions" or len(found.boxes) > 1)
    return found


@st.composite
def procedures(draw: st.DrawFn, case: Wider, true: Intent, kind: str) -> Procedure:
    """A way to draw that reckons with candidates of a kind, the true intent among them."""
    of: Any = kind
    if kind == "list":
        others = draw(st.lists(wants(case.space, "shape"), min_size=3, max_size=7))
        listed = list(dict.fromkeys([true, *others]))
        of = [{"intent": one.to_json(), "weight": draw(st.integers(1, 4))} for one in listed]
    priors: list[Any] = ["uniform", "records", "cost", "uniform,records"]
    if kind == "shape":
        every = candidates(case.narrow, Belief("shape"), true)
        table = [
            {"intent": every.intent(i).to_json(), "weight": draw(st.integers(1, 3))}
            for i in range(len(every))
        ]
        priors += ["halving", table]
    against = draw(st.sampled_from([None, [f"{name}={LIMITS[-1]}" for name in ALL_FOUR]]))
    hidden = draw(st.lists(st.sampled_from(case.space.names), max_size=1))
    return Procedure.of(
        method="sealed",
        limit=draw(st.sampled_from(LIMITS)),
        against=against and ",".join(against),
        candidates=of,
        prior=draw(st.sampled_from(priors)),
        within=draw(st.sampled_from([1, 1, Fraction(3, 2)])),
        hide={name: Fraction(9, 10) for name in hidden},
        support=draw(st.sampled_from(["nonempty", "all"])),
        objective=draw(st.sampled_from(["records", "cost", "cells"])),
        contiguous=draw(st.booleans()),
        bare=draw(st.booleans()),
        effort=draw(st.sampled_from([20_000, 20_000, 30])),
    )
