"""The market: how many records each cell holds and what one costs.

Everything after this point sees only cells, never rows, and asks three things: the mass of a box,
what each single value would add to it (its frontier), and the peak inside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from tacit._defaults import LARGEST
from tacit._display import how_many, html_table
from tacit._doors import doors
from tacit.errors import IntentError, SettingError, TableError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.market import costs as pricing
from tacit.market.cells import Cells, Cube, cell_keys
from tacit.market.dense import DenseCube
from tacit.market.frontier import Frontier, Growth
from tacit.market.in_engine import EngineCube, summed
from tacit.market.mass import Mass, Peak
from tacit.market.matching import matching, matching_in
from tacit.market.sparse import SparseCube
from tacit.market.terms import AS_LISTED, Terms

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from tacit._exact import Number
    from tacit.market.cells import Ints
    from tacit.market.costs import Costs, PriceRule
    from tacit.market.knowledge import Knowledge
    from tacit.market.matching import Recount
    from tacit.space.dimension import Mask
    from tacit.space.space import Space

MOST_AXES = 32
DENSE_UP_TO = 2**16
"""Spaces of at most this many cells are laid out in full."""

LAYOUTS = ("auto", "dense", "sparse")


@doors("intent", "as_intent", "mass", "matching", "wanted", "peak", "growth", "frontier", "cells")
@dataclass(frozen=True, repr=False)
class Market:
    """How many records each cell of a space holds, and what one costs.

    Make one with `tacit.load`, `Market.from_cells` or `Market.from_cube`.

    Attributes:
        space: the dimensions.
        cube: the cells, dense, sparse, or in an engine.
        rule: the price of a record where no cell says otherwise.
        money_tick: the size of one unit of spend.
        name: what to call it on screen.
        priced_by: where costs come from, in words.
        notes: what happened while it was built that a user should know.
        terms: what an order costs beside the list price of its records.
        kept: a condition on the table for the rows that were counted.
        counted: whether a row of the table stands for several records.
        columns: what all columns of the table are called.
        recount: the table, to be counted again with other dimensions; None if it is not at hand.
        knowledge: how well the counts are known, if they are told by statistics; None if every record was
            counted.
    """

    space: Space
    cube: Cube
    rule: PriceRule
    money_tick: Fraction = Fraction(1)
    name: str = "market"
    priced_by: str = "every record costs 1"
    terms: Terms = AS_LISTED
    notes: tuple[str, ...] = field(default=(), compare=False)
    kept: str = field(default="TRUE", compare=False)
    counted: bool = field(default=False, compare=False)
    columns: tuple[str, ...] = field(default=(), compare=False)
    recount: Recount | None = field(default=None, compare=False)
    knowledge: Knowledge | None = field(default=None, compare=False)

    @classmethod
    def from_cells(
        cls,
        space: Space,
        codes: ArrayLike,
        records: ArrayLike,
        *,
        prices: Sequence[Number] | None = None,
        prices_per_value: Mapping[str, Mapping[str, Number]] | None = None,
        base: Number = 0,
        each: Number = 1,
        empty: Number | None = None,
        layout: str = "auto",
        **about: Any,
    ) -> Market:
        """Make a market from cells that are counted already.

        Args:
            space: the dimensions.
            codes: one row per dimension, one column per cell; no cell twice.
            records: how many records each cell holds.
            prices: the price of one record of each cell.
            prices_per_value: instead, prices per dimension and value, added to `base`.
            base: see `prices_per_value`.
            each: instead, one price for every record.
            empty: the price in cells that are not listed, with `prices`.
            layout: "dense", "sparse" or "auto".
            about: `name`, `priced_by`, `notes`, `terms`.
        """
        code, count = _checked(space, np.asarray(codes), np.asarray(records))
        if prices is not None:
            cost = pricing.from_prices(count, prices, empty)
            about.setdefault("priced_by", "a price for each cell")
        elif prices_per_value is not None:
            cost = pricing.per_dimension(space, code, count, prices_per_value, base)
            about.setdefault("priced_by", "a price for each value")
        else:
            cost = pricing.each(count, each)
            about.setdefault("priced_by", f"every record costs {each}")
        return cls.assemble(space, code, count, cost, layout=layout, **about)

    @classmethod
    def from_cube(
        cls, space: Space, records: ArrayLike, prices: ArrayLike | None = None, **more: Any
    ) -> Market:
        """Make a market from arrays with one axis per dimension."""
        count = np.asarray(records)
        if count.shape != space.shape:
            raise TableError(f"the array must have the shape of the space, {space.shape}.")
        codes = np.indices(space.shape).reshape(len(space), -1)
        price = None if prices is None else np.asarray(prices).reshape(-1).tolist()
        return cls.from_cells(space, codes, count.reshape(-1), prices=price, **more)

    @classmethod
    def assemble(
        cls,
        space: Space,
        codes: NDArray[Any],
        records: NDArray[np.int64],
        cost: Costs,
        *,
        layout: str = "auto",
        **about: Any,
    ) -> Market:
        """Put counted and priced cells together."""
        if layout not in LAYOUTS:
            raise SettingError(f"the layout must be one of: {', '.join(LAYOUTS)}.")
        cells = Cells(codes, records, cost.spend, cost.excess)
        small = space.size <= DENSE_UP_TO and len(space) <= MOST_AXES
        if layout == "dense" or (layout == "auto" and small):
            cube: Cube = DenseCube.of(cells, space.shape)
        else:
            cube = SparseCube(_in_order(space, cells), space.shape)
        return cls(space, cube, cost.rule, cost.money_tick, **about)

    @cached_property
    def total(self) -> Mass:
        """The whole market."""
        return self.mass(Box.everything(self.space))

    @cached_property
    def at_hand(self) -> Market:
        """The same market with its cells in memory, where they stay in an engine and fit; else itself."""
        if not isinstance(self.cube, EngineCube) or not self.cube.fits:
            return self
        cells = self.cells(Box.everything(self.space))
        cost = pricing.Costs(cells.spend, cells.excess, self.rule, self.money_tick)
        made = type(self).assemble(self.space, cells.codes, cells.records, cost)
        return replace(self, cube=made.cube)

    @property
    def filled(self) -> int:
        """How many cells hold records."""
        return self.cube.filled

    @overload
    def intent(self, wanted: Mapping[str, Any]) -> Box: ...
    @overload
    def intent(self, wanted: Sequence[Mapping[str, Any]] | str, dialect: str = ...) -> Intent: ...
    def intent(
        self,
        wanted: Mapping[str, Any] | Sequence[Mapping[str, Any]] | str,
        dialect: str = "duckdb",
    ) -> Intent:
        """Make an intent from values per dimension, or from JSON, an SQL condition or an ODRL request.

        A list of values per dimension makes an `AnyOf`: what any of them holds. `dialect` says whose
        SQL a condition is, by sqlglot's name for it.
        """
        from tacit.intents.reading import intent_from, parse_intent

        if isinstance(wanted, str):
            return parse_intent(self.space, wanted, dialect)
        if not isinstance(wanted, Mapping | list | tuple):
            raise IntentError("expected values per dimension, a list of those, or a condition.")
        return intent_from(self.space, wanted)

    def as_intent(self, wanted: Any) -> Intent:
        """An intent from whatever stands for one: itself, values, a condition, or a publication."""
        if isinstance(wanted, Intent):
            return wanted
        published = getattr(wanted, "published", None)
        if isinstance(published, Intent):
            return published
        if not isinstance(wanted, Mapping | list | tuple | str):
            raise IntentError("expected an intent, values per dimension, or an SQL condition.")
        return self.intent(wanted)

    def mass(self, intent: Intent) -> Mass:
        """What an intent holds; cells that several of its boxes share count once."""
        self._own(intent)
        return reduce(add, (self.box_mass(piece.masks()) for piece in intent.pieces))

    def matching(self, intent: Intent) -> Mass | None:
        """What matches an intent as it was told, before ranges were widened to bins.

        Counted in the rows, which are read again; None where they are not at hand or have changed,
        or where it is not known what was told. Cells and price are those of the bins around.
        """
        self._own(intent)
        return matching(self, intent)

    def matching_in(self, cells: Cells, intent: Intent) -> Ints | None:
        """How many records of each of some cells match an intent as it was told, as `matching` counts."""
        self._own(intent)
        return matching_in(self, intent, cells)

    def wanted(self, intent: Intent) -> Mass:
        """What counts as wanted: what matches, where that is known, and else what the bins hold."""
        found = self.matching(intent)
        return self.mass(intent) if found is None else found

    def peak(self, intent: Intent) -> Peak:
        """The most that one cell of an intent holds."""
        self._own(intent)
        peaks = [self._peak(box.masks()) for box in intent.required("the intent").boxes]
        return Peak(*(max(getattr(p, n) for p in peaks) for n in ("records", "spend", "price")))

    def growth(self, box: Box) -> Growth:
        """Start growing a box."""
        self._own(box)
        return Growth(self, box.required("the intent"))

    def frontier(self, box: Box) -> Frontier:
        """What each single value would add to a box."""
        return self.growth(box).frontier

    def box_mass(self, masks: Sequence[Mask]) -> Mass:
        """What a box given by masks holds; for searches that look at many."""
        return self.mass_of(self.cube.inside(masks), masks)

    def box_frontier(self, masks: Sequence[Mask]) -> Frontier:
        """What each single value would add to a box given by masks."""
        return Frontier(masks, self.cube.growth(masks).added(), self.rule)

    def cells(self, intent: Intent) -> Cells:
        """The cells of an intent that hold records, or have a price of their own; each once."""
        self._own(intent)
        around = self.cube.cells(intent.hull.masks())
        return around if isinstance(intent, Box) else around.where(around.of(intent))

    def prices(self, cells: Cells) -> NDArray[np.int64]:
        """The price of one record in each of some cells, in price ticks."""
        price = np.full(len(cells.records), self.rule.base, dtype=np.int64)
        for table, codes in zip(self.rule.per_value or (), cells.codes, strict=False):
            price += table.take(codes)
        return price if cells.excess is None else price + cells.excess

    def measured(self, cells: Cells, measure: str) -> NDArray[Any]:
        """What some cells have of a measure of masses: records, spend, cells or price."""
        if measure == "cells":
            return np.ones(len(cells.records), dtype=np.int64)
        if measure == "price":
            return self.prices(cells)
        return cells.records if measure == "records" else cells.spend

    def records_by_value(self, name: str) -> list[int]:
        """How many records hold each value of one dimension."""
        at = self.space.index(name)
        cells = summed(self.cube, (at,))
        counts = np.zeros(self.space.shape[at], dtype=np.int64)
        np.add.at(counts, cells.codes[0].astype(np.intp), cells.records)
        return [int(count) for count in counts]

    def money(self, spend: int) -> float:
        """An amount of spend in the user's unit."""
        return float(spend * self.money_tick)

    def price_tag(self, amount: Fraction) -> str:
        """An amount for people to read, with the currency behind it where there is one."""
        return self.terms.price_tag(amount)

    def price_of(self, mass: Mass) -> str:
        """What all that a box holds costs by list, for people to read."""
        return self.price_tag(mass.spend * self.money_tick)

    def mass_of(self, sums: Any, masks: Sequence[Mask]) -> Mass:
        """What a box holds, given the sums over its cells."""
        cells = prod(int(np.count_nonzero(mask)) for mask in masks)
        return Mass(sums.records, sums.spend, cells, self.rule.total(masks) + sums.excess)

    def _peak(self, masks: Sequence[Mask]) -> Peak:
        most = self.cube.peaks(masks)
        return Peak(most.records, most.spend, self.rule.peak(masks) + most.excess)

    def _own(self, intent: Intent) -> None:
        if intent.space is not self.space and intent.space != self.space:
            raise IntentError("the intent belongs to another space than the market's.")

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit describe --json` prints."""
        return {
            "name": self.name,
            "records": self.total.records,
            "cost": self.money(self.total.spend),
            "cells": self.space.size,
            "filled": self.filled,
            "priced_by": self.priced_by,
            "terms": self.terms.to_json(),
            "dimensions": [
                {
                    "name": d.name,
                    "kind": d.kind,
                    "values": [
                        {"value": value, "records": records}
                        for value, records in zip(
                            d.values, self.records_by_value(d.name), strict=True
                        )
                    ],
                }
                for d in self.space
            ],
            "notes": list(self.notes),
            "knowledge": None if self.knowledge is None else self.knowledge.to_json(),
        }

    def __repr__(self) -> str:
        return (
            f"Market('{self.name}', {len(self.space)} dimensions, {self.total.records:,} records, "
            f"{self.filled:,} of {how_many(self.space.size)} cells filled)"
        )

    def _repr_html_(self) -> str:
        rows = [
            (d.name, d.kind, len(d), ", ".join(map(str, d.values[:6])) + "..." * (len(d) > 6))
            for d in self.space
        ]
        return html_table(repr(self), ("dimension", "kind", "values", "which"), rows)


def _checked(space: Space, codes: NDArray[Any], records: NDArray[Any]) -> tuple[Any, Any]:
    """Refuse cells that are not cells of the space."""
    if codes.ndim != 2 or codes.shape[0] != len(space) or records.shape != (codes.shape[1],):
        raise TableError("cells need one code per dimension and one count each.")
    if not (_are_whole(records) and _are_whole(codes)):
        raise TableError("counts and codes must be whole numbers, 0 or more.")
    if records.size and float(records.sum(dtype=float)) >= LARGEST:
        raise TableError("the counts are too large to be added up exactly.")
    limits = np.array(space.shape)[:, None]
    if codes.size and (codes >= limits).any():
        raise TableError("a cell has a code outside its dimension.")
    whole = codes.astype(np.int64)
    if _has_twins(space, whole):
        raise TableError("a cell is listed twice.")
    return whole, records.astype(np.int64)


def _are_whole(numbers: NDArray[Any]) -> bool:
    """Whether all numbers are whole and none is negative."""
    if not numbers.size:
        return True
    if numbers.dtype.kind == "f":
        return bool((np.isfinite(numbers) & (numbers >= 0) & (numbers == np.floor(numbers))).all())
    return numbers.dtype.kind in "bui" and bool(numbers.min() >= 0)


def _has_twins(space: Space, codes: NDArray[Any]) -> bool:
    """Whether a cell is listed more than once."""
    keys = np.sort(cell_keys(space, codes))
    return bool((keys[1:] == keys[:-1]).any())


def _in_order(space: Space, cells: Cells) -> Cells:
    """Cells as a dense market would list them: in order, and without those that say nothing."""
    known = cells.records != 0
    if cells.excess is not None:
        known |= cells.excess != 0
    at = np.argsort(cell_keys(space, cells.codes))
    at = at if known.all() else at[known[at]]
    records = cells.records[at]
    spend = records if cells.spend is cells.records else cells.spend[at]
    excess = None if cells.excess is None else cells.excess[at]
    return Cells(cells.codes.take(at, axis=1), records, spend, excess)
