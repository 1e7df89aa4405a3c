"""A market whose cells stay in an engine: a database, or Spark.

For cells that do not fit into memory. They are a table of whole numbers, `d0`, `d1`, ... (codes), `records`
and, if prices differ, `spend` and `excess`, and each question is a small query about it, written once for
all engines. It is a question of secrecy as well: whoever runs the engine may log its queries.

* Where all cells fit into memory they are fetched, once.
* Where the cells, added up onto the dimensions on which a box does not have all values, fit into memory,
  these are fetched instead, a *shadow* (`tacit.market.shadows`). The engine learns which dimensions matter,
  and all else is worked out here: what boxes hold, their peaks, and how they grow.
* Else each question about a box is a query that says which values it has, **which tells the engine what is
  wanted**, though as codes. A growing box takes one query a step: what is inside and what each value would
  add come from the same one. So such a market is only to be made on the buyer's word.

Sums are exact. All amounts are looked over once; they are refused if their totals could not be added up in
whole numbers of 64 bits, and so no part of them can overflow, whatever the engine.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tacit.errors import TooManyCells
from tacit.market.cells import Added, Cells, Ints, Peaks, Sums, offsets
from tacit.market.engine_checks import checksums, looked_over
from tacit.market.engine_queries import Questions, missing, within
from tacit.market.shadows import Shadow, ShadowGrowth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacit.market.cells import Cube
    from tacit.market.engine_queries import Asks
    from tacit.space.dimension import Mask

MEMORY = 2**30
"""How many bytes of cells are fetched at most."""
PER_NUMBER = 32
"""How many bytes a number takes while it is fetched: it is there as what the engine sent, and as ours."""
SHADOWS, BOXES = 4, 4096
"""How many shadows are kept, and of how many boxes it is remembered what they hold."""


class Seen(NamedTuple):
    """What a query tells of a box: its sums, the highest of its listed cells, and how many there are."""

    sums: Sums
    highest: Peaks
    listed: int


class EngineCube:
    """Cells in an engine.

    Contract:
        needs: an Ibis table with whole numbers in `d0`, `d1`, ..., `records` and, as far as there are any,
            `spend` and `excess`; no cell twice, and each has records or an excess.
        promises: the same answers as the same cells in memory.
        cost: one query to look the cells over. Then one in all, if they fit into memory, or one for all
            boxes that have all values on the same dimensions, if the shadow on the others does. Else one
            for each box, and for a box that grows one a step.

    Attributes:
        shape: how many values each dimension has.
        questions: counts what was asked.
        filled: how many cells hold records.
        listed: how many cells there are, with those that only have a price of their own.
    """

    def __init__(
        self,
        cells: Any,
        shape: tuple[int, ...],
        memory: int = MEMORY,
        drop: Callable[[], None] | None = None,
        through: Asks | None = None,
    ) -> None:
        self.shape, self._cells, self._memory, self._drop = shape, cells, memory, drop
        self.questions = Questions(cells, through)
        self._measures = [n for n in ("records", "spend", "excess") if n in cells.columns]
        self._shadows: list[Shadow] = []
        self._boxes: dict[bytes, Seen] = {}
        found = looked_over(self.questions, cells, shape, self._measures)
        self.filled, self.listed = found.filled, found.listed
        sums, most = self._spread(found.totals, 0), self._spread(found.highest, 0)
        self._all = Seen(Sums(*sums), Peaks(*most), self.listed)

    def close(self) -> None:
        """Drop the table, if it was made for this."""
        if self._drop is not None:
            self._drop()

    @property
    def fits(self) -> bool:
        """Whether all cells fit into memory; then they are fetched where all are needed."""
        return self.listed <= self._room(len(self.shape))

    def inside(self, masks: Sequence[Mask]) -> Sums:
        """Sum over a box."""
        if not all(mask.any() for mask in masks):
            return Sums(0, 0, 0)
        shadow = None if _is_whole(masks) else self.shadow(opened(masks))
        return self._seen(masks).sums if shadow is None else shadow.inside(masks)

    def peaks(self, masks: Sequence[Mask]) -> Peaks:
        """The highest values in a box; a cell not listed has no records and no excess."""
        shadow = None if _is_whole(masks) else self.shadow(opened(masks))
        if shadow is not None:
            return shadow.peaks(masks)
        seen = self._seen(masks)
        unlisted = seen.listed < prod(int(mask.sum()) for mask in masks)
        return Peaks(*(max(most, 0) for most in seen.highest)) if unlisted else seen.highest

    def growth(self, masks: Sequence[Mask]) -> EngineGrowth:
        """Start growing a box."""
        return EngineGrowth(self, masks)

    def cells(self, masks: Sequence[Mask]) -> Cells:
        """List the known cells of a box.

        Raises:
            TooManyCells: if they do not fit into memory.
        """
        everywhere = tuple(range(len(self.shape)))
        whole = self.shadow(everywhere)
        if whole is not None:
            return whole.cells if _is_whole(masks) else whole.cells.where(whole.cells.within(masks))
        room = self._room(len(self.shape))
        if prod(int(mask.sum()) for mask in masks) > room and self._seen(masks).listed > room:
            raise TooManyCells(self._seen(masks).listed, room)
        names = [f"d{d}" for d in everywhere]
        inside = within(self._cells, masks).select(*names, *self._measures)
        found = self.questions.answer(inside, with_values=True)
        order = np.lexsort([found[name] for name in reversed(names)])
        return self._listed({name: column[order] for name, column in found.items()}, names)

    def onto(self, kept: Sequence[int]) -> Cells:
        """The cells added up onto some dimensions, by their places; the query names these only.

        Raises:
            TooManyCells: if they do not fit into memory.
        """
        chosen = tuple(kept)
        for known in self._shadows:
            if known.kept == chosen:
                return known.cells
        room = self._room(len(chosen))
        if self._most(chosen) > room and len(chosen) > 1:  # the values of one are at hand anyway
            names = [f"d{d}" for d in chosen]
            groups = self._cells.select(*names).distinct()
            many = groups.aggregate(many=groups.count())
            count = int(self.questions.answer(many, with_values=False)["many"][0])
            if count > room:
                raise TooManyCells(count, room)
        return self._cast(chosen).cells

    def shadow(self, kept: tuple[int, ...]) -> Shadow | None:
        """A shadow on some dimensions, or on more; None if it may not fit into memory.

        Where all cells fit they are fetched as they are, which tells the engine nothing.
        """
        if self.fits:
            kept = tuple(range(len(self.shape)))
        for known in self._shadows:
            if set(kept) <= set(known.kept):
                return known
        return self._cast(kept) if self._most(kept) <= self._room(len(kept)) else None

    def frontier(self, masks: Sequence[Mask]) -> tuple[Sums, Added]:
        """What a box holds, and what each value outside would add: one query for both."""
        values = sum(self.shape)
        marked = self._cells.select(*self._measures, lacks=missing(self._cells, masks))
        near = marked.filter(marked.lacks < 2 * values)
        totals = {name: near[name].sum() for name in self._measures}
        found = self.questions.answer(near.group_by("lacks").aggregate(**totals), with_values=True)
        at, inside = found["lacks"] - values, found["lacks"] == 0
        sums, added = [], []
        for name in self._measures:
            sums.append(int(found[name][inside].sum()))
            amounts = np.zeros(values, dtype=np.int64)
            amounts[at[~inside]] = found[name][~inside]
            added.append(amounts)
        return Sums(*self._spread(sums, 0)), Added(*self._spread(added, None))

    def checksum(self) -> tuple[int, ...]:
        """Numbers that change with any cell, though not so that nobody could make them agree."""
        query = checksums(self._cells, self.shape, self._measures)
        return tuple(int(v[0]) for v in self.questions.answer(query, with_values=False).values())

    def _seen(self, masks: Sequence[Mask]) -> Seen:
        """What the engine says of a box; it is asked once."""
        if _is_whole(masks):
            return self._all
        name = np.concatenate(masks).tobytes()
        if name not in self._boxes:
            if len(self._boxes) >= BOXES:
                self._boxes.clear()
            inside = within(self._cells, masks)
            totals = {name: one.fill_null(0) for name, one in self._summed(inside).items()}
            found = self.questions.answer(inside.aggregate(**totals), with_values=True)
            one = {name: int(column[0]) for name, column in found.items()}
            sums, most = (
                [one[f"{name}_{how}"] for name in self._measures] for how in ("sum", "max")
            )
            seen = Seen(Sums(*self._spread(sums, 0)), Peaks(*self._spread(most, 0)), one["listed"])
            self._boxes[name] = seen
        return self._boxes[name]

    def _cast(self, kept: tuple[int, ...]) -> Shadow:
        """Have the engine add up all cells that have the same values on some dimensions."""
        names = [f"d{d}" for d in kept]
        query = self._cells.group_by(names).aggregate(**self._summed(self._cells))
        found = self.questions.answer(query, with_values=False)
        order = np.lexsort([found[name] for name in reversed(names)])
        found = {name: column[order] for name, column in found.items()}
        highest = tuple(found[f"{name}_max"] for name in self._measures)
        sums = {name: found[f"{name}_sum"] for name in self._measures}
        cells = self._listed({**found, **sums}, names)
        shadow = Shadow(self.shape, kept, cells, highest, found["listed"])
        self._shadows = [shadow, *self._shadows][:SHADOWS]
        return shadow

    def _summed(self, cells: Any) -> dict[str, Any]:
        """Sums, highest values and number of some cells."""
        totals = {"listed": cells.count()}
        for name in self._measures:
            totals |= {f"{name}_sum": cells[name].sum(), f"{name}_max": cells[name].max()}
        return totals

    def _listed(self, found: dict[str, Ints], names: Sequence[str]) -> Cells:
        """Cells from the columns of an answer."""
        kind = np.min_scalar_type(max(self.shape) - 1)
        codes = np.array([found[name] for name in names]).astype(kind)
        return Cells(codes, *self._spread([found[name] for name in self._measures], None))

    def _spread(self, measures: Sequence[Any], absent: Any) -> list[Any]:
        """Records, spend and excess from those that there are."""
        kept = dict(zip(self._measures, measures, strict=True))
        return [kept["records"], kept.get("spend", kept["records"]), kept.get("excess", absent)]

    def _most(self, kept: Sequence[int]) -> int:
        """How many cells a shadow has at most."""
        return min(prod(self.shape[d] for d in kept), self.listed)

    def _room(self, dimensions: int) -> int:
        """How many cells with so many codes fit into memory."""
        return self._memory // (PER_NUMBER * (dimensions + 2 * len(self._measures) + 1))


class EngineGrowth:
    """A growing box that asks the engine once a step, until its shadow fits into memory."""

    def __init__(self, cube: EngineCube, masks: Sequence[Mask]) -> None:
        self._cube = cube
        self._masks = [mask.copy() for mask in masks]
        self._first = offsets(cube.shape)
        self._inside: Sums | None = None
        self._added: Added | None = None
        self._here: ShadowGrowth | None = None

    @property
    def inside(self) -> Sums:
        """The sums over the box as it is now."""
        if self._inside is None:
            self._look()
        assert self._inside is not None
        return self._inside

    def added(self) -> Added:
        """What each value outside would add."""
        if self._added is None:
            self._look()
        assert self._added is not None
        return self._added

    def add(self, dimension: int, code: int) -> None:
        """Take in one value: what it adds is known already, if anything was asked about this box."""
        if self._masks[dimension][code]:
            return
        self._masks[dimension][code] = True
        value = self._first[dimension] + code
        if self._inside is not None and self._added is not None:
            more = (0 if column is None else int(column[value]) for column in self._added)
            self._inside = Sums(*map(sum, zip(self._inside, more, strict=True)))
        else:
            self._inside = None
        self._added = None
        if self._here is not None:
            self._here.add(dimension, code)

    def _look(self) -> None:
        """Ask what is inside, and what each value would add."""
        if self._here is None:
            kept = opened(self._masks)
            shadow = self._cube.shadow(kept) if kept else None
            self._here = None if shadow is None else shadow.growth(self._masks)
        if self._here is not None:
            self._inside, self._added = self._here.inside, self._here.added()
        else:
            self._inside, self._added = self._cube.frontier(self._masks)


def summed(cube: Cube, kept: Sequence[int]) -> Cells:
    """The cells of any cube by their codes on some dimensions; those that stay in an engine come added up.

    Raises:
        TooManyCells: if the cells stay in an engine and even so do not fit into memory.
    """
    if isinstance(cube, EngineCube) and not cube.fits:
        return cube.onto(kept)
    cells = cube.cells([np.ones(n, dtype=bool) for n in cube.shape])
    return cells._replace(codes=cells.codes[list(kept)])


def opened(masks: Sequence[Mask]) -> tuple[int, ...]:
    """The dimensions on which a box does not have all values."""
    return tuple(d for d, mask in enumerate(masks) if not mask.all())


def _is_whole(masks: Sequence[Mask]) -> bool:
    return not opened(masks)
