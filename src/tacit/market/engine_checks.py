"""A table of cells in an engine, looked over once: are these cells, and can they be added up exactly?

Engines differ in what they do where a sum does not fit. So amounts are added up in two halves of 31 bits,
which fit everywhere; if the totals are small enough no sum over a part of the cells is larger, and nothing
can overflow later. Halves are taken by shifts, since engines divide in floats.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit._defaults import LARGEST
from tacit.errors import CostError, TableError
from tacit.market.engine_queries import code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.market.engine_queries import Questions

BITS = 31
LOW = 2**BITS - 1
"""The lower half of a whole number; a product of two such fits."""
MIXED_BY = ((1_103_515_245, 12_820_163), (1_566_083_941, 69_069), (747_796_405, 48_271))
"""What checksums multiply codes and keys by: any odd numbers that have little to do with each other."""


class LookedOver(NamedTuple):
    """What a table of cells holds in all; amounts in the order of its measures."""

    listed: int
    filled: int
    totals: list[int]
    highest: list[int]


def looked_over(
    questions: Questions, cells: Any, shape: Sequence[int], measures: Sequence[str]
) -> LookedOver:
    """Look over a table of cells, in one query.

    Raises:
        TableError: if it does not hold cells of this shape, or they are too many to be counted.
        CostError: if they cost too much to be added up.
    """
    import ibis

    every = [code(cells, d) for d in range(len(shape))] + [cells[name] for name in measures]
    asked = {"listed": cells.count(), "filled": (cells.records > 0).sum()}
    asked["unknown"] = ibis.or_(*(column.isnull() for column in every)).sum()
    for d in range(len(shape)):
        asked |= {f"d{d}_min": code(cells, d).min(), f"d{d}_max": code(cells, d).max()}
    for name in measures:
        column = cells[name].cast("int64")
        asked |= {f"{name}_min": column.min(), f"{name}_max": column.max()}
        for sign, part in (("up", column), ("down", -column)):
            size = ibis.greatest(part, 0)
            asked[f"{name}_{sign}_low"] = (size & LOW).sum()
            asked[f"{name}_{sign}_high"] = (size >> BITS).sum()
    query = cells.aggregate(**{name: one.fill_null(0) for name, one in asked.items()})
    answer = questions.answer(query, with_values=False)
    found = {name: int(column[0]) for name, column in answer.items()}
    totals = [_refuse_unusable(found, name) for name in measures]
    if any(found[f"d{d}_min"] < 0 or found[f"d{d}_max"] >= n for d, n in enumerate(shape)):
        raise TableError("a cell has a code outside its dimension.")
    return LookedOver(
        found["listed"], found["filled"], totals, [found[f"{name}_max"] for name in measures]
    )


def _refuse_unusable(found: dict[str, int], name: str) -> int:
    """What all cells have of a measure together, if that can be counted."""
    if found["unknown"]:
        raise TableError("cells need one code per dimension and one count each.")
    up, down = (
        (found[f"{name}_{s}_high"] << BITS) + found[f"{name}_{s}_low"] for s in ("up", "down")
    )
    if down and name != "excess":
        raise TableError("counts, costs and codes must be whole numbers, 0 or more.")
    if up + down >= LARGEST and name == "records":
        raise TableError("the counts are too large to be added up exactly.")
    if up + down >= LARGEST:
        raise CostError(
            "the costs have too many digits to be added up exactly. Round them, for example to two "
            "decimals, or state them in a larger unit."
        )
    return up - down


def checksums(cells: Any, shape: Sequence[int], measures: Sequence[str]) -> Any:
    """A query for a few numbers that change with any cell, in whole numbers that fit everywhere."""
    totals = {}
    for i, (by, again) in enumerate(MIXED_BY):
        keys = [
            ((code(cells, d).cast("int64") + 1) * (pow(by, d + 1, LOW) | 1)) & LOW
            for d in range(len(shape))
        ]
        key = reduce(_plus, keys) & LOW
        key = ((key + (key >> 15)) & LOW) * again & LOW
        held = [(cells[name].cast("int64") & LOW) * (2 * j + 3) for j, name in enumerate(measures)]
        high = [
            (cells[name].cast("int64") >> BITS) * (2 * j + 9) for j, name in enumerate(measures)
        ]
        amount = reduce(_plus, [*held, *high]) & LOW
        mixed = (((key + (key >> 13)) & LOW) * amount) & LOW
        totals[f"c{i}"] = mixed.sum().fill_null(0)
    return cells.aggregate(**totals)


def _plus(one: Any, other: Any) -> Any:
    return one + other
