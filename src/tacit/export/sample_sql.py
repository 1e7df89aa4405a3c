"""A blind purchase as a query that the seller runs: it names what was published, and nothing else.

The rows of the post are brought into a random order, and of each stratum the first so many are taken.
The order is the database's own chance, or a hash of each row's key and a seed: then anyone who has
the query can draw the same rows again, and a second order goes on where the first stopped.

Money is counted in whole units, the largest that all prices are made of, so that sums are exact in
databases that know no decimals.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor, gcd
from typing import TYPE_CHECKING

import numpy as np

from tacit.errors import PurchaseError, SettingError
from tacit.export.groups import boxes_of_groups
from tacit.export.money import in_money, may_cost_more, may_fall_short
from tacit.intents.columns import quoted
from tacit.intents.dialects import TABLE, in_dialect, require_dialect
from tacit.market.helper_names import own_names
from tacit.market.purchase import require_single_records
from tacit.market.sources.quoting import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tacit.intents.box import Box
    from tacit.intents.intent import Intent
    from tacit.market.cells import Cells, Ints
    from tacit.market.market import Market
    from tacit.purchasing.design import Design

MOST_LEFT_OUT = 50_000
"""How many rows a query names to leave them out: about 2 MB of text, which databases still take."""
LONGEST_LIST = 1_000
"""How many values a list in a query has: Oracle takes no more."""


def sample_sql(
    market: Market,
    published: Intent,
    cells: Cells,
    design: Design,
    *,
    table: str | None = None,
    dialect: str = "duckdb",
    seed: int | None = None,
    row_id: str | None = None,
    already: Ints | None = None,
    without: Sequence[str] = (),
) -> str:
    """A query that draws a design's sample in the seller's database.

    It returns the table's own columns; without `row_id` some queries leave a few more behind, called
    tacit_..., and say so in a comment.

    Args:
        market: what is on offer.
        published: the post.
        cells: the cells of the post that hold records, in the order of the design.
        design: how many records of which cells to draw.
        table: the table as the seller's database writes it; without, as the market is called.
        dialect: whose SQL to write, by sqlglot's name for it.
        seed: where chance starts; it is in the query, so choose one that stands for nothing. Only
            with `row_id`; without a seed, chance is the database's own.
        row_id: a column of whole numbers or text that is never missing and tells all rows apart.
        already: how many records of each stratum were drawn before, with this seed.
        without: rows to leave out, which were delivered before: what `row_id` holds for them, as text.

    >>> from tacit.market.market import Market
    >>> from tacit.purchasing.design import Design
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> space = Space((Nominal("race", ("A", "B", "C")),))
    >>> market = Market.from_cells(space, [[0, 1, 2]], [9, 9, 9], name="people")
    >>> post = market.intent({"race": ["A", "B"]})
    >>> cells = market.cells(post)
    >>> print(sample_sql(market, post, cells, Design.simple(cells.records, 5)), end="")
    -- Draws 5 records at random of those that meet the condition, all of them alike.
    SELECT
      t.*
    FROM people AS t
    WHERE
      (
        race IN ('A', 'B')
      )
    ORDER BY
      RANDOM()
    LIMIT 5
    """
    require_single_records(market)
    require_dialect(dialect)
    _require_draw(cells, design)
    before = _checked_before(design, already, seed)
    own = own_names(market, table or "", row_id or "")
    chance = _Chance.of(seed, row_id, own)
    _require_key(without, row_id)
    draw = _Draw(market, published, cells, design, before, chance, without)
    query = in_dialect(draw.query, dialect, table=table, name=market.name)
    comments = [*draw.comments, *draw.chance.comments(dialect)]
    return "".join(f"-- {line}\n" for line in comments) + query + "\n"


@dataclass(frozen=True)
class _Chance:
    """The random order of rows: a seed and a column that tells rows apart, or either, or none.

    What the query adds to the table has names that begin with `own`.
    """

    seed: int | None
    row_id: str | None
    own: str

    @classmethod
    def of(cls, seed: int | None, row_id: str | None, own: str) -> _Chance:
        if seed is None:
            return cls(None, row_id, own)
        if row_id is None:
            raise SettingError(
                "an order that can be drawn again needs a column that tells rows apart. Name one "
                "with --row-id (in Python: row_id), or leave the seed out.",
                "seed",
            )
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise SettingError("the seed must be a whole number, 0 or more.", "seed")
        return cls(seed, row_id, own)

    @property
    def key(self) -> str | None:
        """The column that tells rows apart, as SQL has it."""
        return None if self.row_id is None else quoted(self.row_id)

    @property
    def drawn(self) -> str:
        """What rows are ordered by."""
        if self.seed is None:
            return "random()"
        return f"md5('{self.seed}:' || CAST({self.key} AS VARCHAR))"

    @property
    def columns(self) -> str:
        """The columns to carry along until rows are drawn: the key is enough."""
        return "t.*" if self.key is None else f"t.{self.key} AS {self.own}row"

    def keys(self, chance: str, key: str | None) -> str:
        """The sort keys: chance, and the key where two rows have the same."""
        return chance if self.seed is None else f"{chance}, {key}"

    def comments(self, dialect: str) -> list[str]:
        """What to tell the seller of the order."""
        if self.seed is None:
            return []
        said = ["The random order is a hash of a seed and a key, so it can be drawn again."]
        if dialect == "sqlite":
            said.append(
                "It needs a function md5(text) in lower case, which SQLite lacks by itself."
            )
        return said


@dataclass(frozen=True, eq=False)
class _Draw:
    """One draw, part by part of its query."""

    market: Market
    published: Intent
    cells: Cells
    design: Design
    before: Sequence[int]
    chance: _Chance
    without: Sequence[str] = ()

    @property
    def query(self) -> str:
        """The query, in DuckDB's SQL."""
        if self.is_plain:
            (before,) = self.before
            order = self.chance.keys(self.chance.drawn, self.chance.key)
            skip = f" OFFSET {before}" if before else ""
            inside = f"FROM {TABLE} AS t WHERE {self.condition}"
            return f"SELECT t.* {inside} ORDER BY {order} LIMIT {self.design.size}{skip}"
        *stages, last = self.stages()
        steps = ",\n".join(f"{self.own}{i} AS ({stage})" for i, stage in enumerate(stages, 1))
        return f"WITH {steps}\n{last}"

    @property
    def own(self) -> str:
        """How the names begin that the query adds."""
        return self.chance.own

    @property
    def is_plain(self) -> bool:
        """Whether it is the first so many rows of one random order, whatever they cost."""
        return not self.has_strata and not self.counts_money

    @property
    def has_strata(self) -> bool:
        return len(self.design.take) > 1

    @cached_property
    def counts_money(self) -> bool:
        return may_cost_more(self.market, self.cells, self.design)

    @property
    def condition(self) -> str:
        """Which rows the post holds, of those that were counted and were not delivered before."""
        parts = (self.published.to_sql(), self.market.kept, *self.new())
        return " AND ".join(f"({part})" for part in parts if part != "TRUE") or "TRUE"

    def new(self) -> Iterable[str]:
        """That a row is none of those to leave out; in several lists, as databases take no long ones."""
        for start in range(0, len(self.without), LONGEST_LIST):
            ids = ", ".join(map(literal, self.without[start : start + LONGEST_LIST]))
            yield f"NOT CAST(t.{self.chance.key} AS VARCHAR) IN ({ids})"

    @property
    def comments(self) -> list[str]:
        """What it draws, in words, and what it leaves behind."""
        records = _records(self.design.size)
        said = f"Draws {records} at random of those that meet the condition, all of them alike."
        if self.has_strata:
            said = (
                f"Draws {records} at random, so many from each of {len(self.drawn_strata):,} "
                "groups, all of a group alike."
            )
        if self.counts_money and self.design.budget is not None:
            limit = in_money(self.market, self.design.budget)
            said += f" It stops before they cost more than {limit}."
            said += self.falls_short()
        if self.without:
            said += f" It leaves out {_records(len(self.without))} delivered before."
        left = (
            []
            if self.is_plain or self.chance.key
            else [f"Columns named {self.own}... are helpers."]
        )
        return [said, *left]

    def falls_short(self) -> str:
        """What to do if the money does not pay for an order that is sold: then no row comes."""
        if not may_fall_short(self.market, self.cells, self.design):
            return ""
        other = "" if self.chance.seed is None else " with another seed"
        least = self.market.terms.minimum
        sold = f"{least:,} records" if least > 1 else "one record"
        return f" If no row comes, not even {sold} fitted this time: run it again{other}."

    @cached_property
    def drawn_strata(self) -> list[int]:
        """The strata of which any record is drawn."""
        return [int(i) for i in np.flatnonzero(self.design.take)]

    def stages(self) -> Iterable[str]:
        """One query after another, each over the one before, which is called by its number.

        Chance is asked for once and then stands still as the place of a row: a database may draw
        it anew each time that it is named.
        """
        own = self.own
        more = [f"{self.stratum()} AS {own}stratum"] if self.has_strata else []
        more += [f"{self.price()} AS {own}price"] if self.counts_money else []
        columns = ", ".join((self.chance.columns, *more, f"{self.chance.drawn} AS {own}chance"))
        yield f"SELECT {columns} FROM {TABLE} AS t WHERE {self.condition}"
        at, order = 1, self.chance.keys(f"{own}chance", f"{own}row")
        if self.counts_money:
            yield self.numbered(at, "turn", f"ORDER BY {order}")
            at, order = at + 1, f"{own}turn"
        if self.has_strata:
            each = f"PARTITION BY {own}stratum ORDER BY {order}"
            yield self.numbered(at, "place", each, f"{own}stratum IS NOT NULL")
            at += 1
        drawn = self.in_place(f"{own}place" if self.has_strata else f"{own}turn")
        if self.counts_money:
            yield self.added_up(at, drawn)
            yield f"SELECT s.*, {self.last()} AS {own}last FROM {own}{at + 1} AS s"
            at, drawn = at + 2, f"{own}count <= {own}last"
        yield self.rows(at, drawn)

    def numbered(self, at: int, name: str, over: str, where: str = "") -> str:
        """A stage that numbers the rows of the one before."""
        kept = f" WHERE {where}" if where else ""
        number = f"row_number() OVER ({over}) AS {self.own}{name}"
        return f"SELECT s.*, {number} FROM {self.own}{at} AS s{kept}"

    def added_up(self, at: int, where: str) -> str:
        """A stage that adds up what rows cost, in their order, and counts them."""
        own = self.own
        spent = (
            f"sum(CAST({own}price AS BIGINT)) OVER (ORDER BY {own}turn ROWS BETWEEN UNBOUNDED "
            f"PRECEDING AND CURRENT ROW) AS {own}spent"
        )
        count = f"row_number() OVER (ORDER BY {own}turn) AS {own}count"
        return f"SELECT s.*, {spent}, {count} FROM {own}{at} AS s WHERE {where}"

    def rows(self, at: int, drawn: str) -> str:
        """The drawn rows of a stage; with a key, as the table has them."""
        if self.chance.key is None:
            return f"SELECT s.* FROM {self.own}{at} AS s WHERE {drawn}"
        chosen = f"SELECT {self.own}row FROM {self.own}{at} WHERE {drawn}"
        return f"SELECT t.* FROM {TABLE} AS t WHERE t.{self.chance.key} IN ({chosen})"

    def stratum(self) -> str:
        """The number of a row's stratum, from 1."""
        groups = boxes_of_groups(
            self.published, self.cells.codes, self.design.stratum, self.drawn_strata
        )
        return _case(zip(groups, range(1, len(groups) + 1), strict=True))

    def in_place(self, place: str) -> str:
        """Whether a row has one of the places that are drawn now."""
        takes = [int(self.design.take[i]) for i in self.drawn_strata]
        before = [self.before[i] for i in self.drawn_strata]
        upto = [a + b for a, b in zip(before, takes, strict=True)]
        after = [f"{place} > {self.of_stratum(before)}"] if any(before) else []
        return " AND ".join([*after, f"{place} <= {self.of_stratum(upto)}"])

    def of_stratum(self, numbers: Sequence[int]) -> str:
        """One of some numbers, by a row's stratum."""
        if len(set(numbers)) == 1:
            return str(numbers[0])
        cases = " ".join(f"WHEN {i} THEN {n}" for i, n in enumerate(numbers, 1))
        return f"CASE {self.own}stratum {cases} END"

    @cached_property
    def ticks(self) -> Ints:
        """The price of one record of each cell, in price ticks."""
        return self.market.prices(self.cells)

    @cached_property
    def unit(self) -> int:
        """The largest number of ticks that all prices are made of."""
        return max(gcd(*map(int, np.unique(self.ticks))), 1)

    def price(self) -> str:
        """The price of a row, by its cell; the highest one for cells that held none when counted."""
        *lower, highest = (int(ticks) for ticks in np.unique(self.ticks))
        groups = boxes_of_groups(self.published, self.cells.codes, self.ticks, lower)
        prices = (ticks // self.unit for ticks in lower)
        return _case(zip(groups, prices, strict=True), str(highest // self.unit))

    def last(self) -> str:
        """How many of the drawn rows the budget pays for, whichever rebate so many bring.

        None, if that is less than any order that is sold.
        """
        terms, size, budget = self.market.terms, self.design.size, self.design.budget
        assert budget is not None
        starts = [1, *(tier.start for tier in terms.tiers if 1 < tier.start <= size)]
        money = self.unit * self.market.rule.tick
        rooms = [floor(terms.room(start, budget) / money) for start in starts]
        steps = [*zip(starts, rooms, strict=True)]
        own = self.own
        cases = " ".join(f"WHEN {own}count >= {a} THEN {room}" for a, room in steps[:0:-1])
        room = f"CASE {cases} ELSE {rooms[0]} END" if cases else str(rooms[0])
        sold = f" AND {own}count >= {terms.minimum}" if terms.minimum > 1 else ""
        return f"max(CASE WHEN {own}spent <= {room}{sold} THEN {own}count END) OVER ()"


def _records(many: int) -> str:
    return f"{many:,} record{'s' * (many != 1)}"


def _case(cases: Iterable[tuple[Sequence[Box], int]], otherwise: str = "") -> str:
    """A number by the boxes that a row lies in."""
    whens = " ".join(
        f"WHEN {' OR '.join(f'({box.to_sql()})' for box in boxes)} THEN {number}"
        for boxes, number in cases
    )
    last = f" ELSE {otherwise}" if otherwise else ""
    return f"CASE {whens}{last} END" if whens else otherwise


def _require_draw(cells: Cells, design: Design) -> None:
    if len(cells.records) != len(design.stock):
        raise PurchaseError("the design is for other cells. Give the cells that it was made for.")
    if not design.size:
        raise PurchaseError("the design draws no records. Draw at least one.")


def _require_key(without: Sequence[str], row_id: str | None) -> None:
    if without and row_id is None:
        raise SettingError(
            "to leave rows out takes the column that tells them apart. Name it with --row-id (in "
            "Python: row_id).",
            "without",
        )
    if len(without) > MOST_LEFT_OUT:
        raise PurchaseError(
            f"a query can leave out {MOST_LEFT_OUT:,} records, but {len(without):,} were delivered "
            "before. Send the order as a letter (--letter)."
        )


def _checked_before(design: Design, already: Ints | None, seed: int | None) -> list[int]:
    """How many records of each stratum were drawn before."""
    if already is None:
        return [0] * len(design.take)
    before = [int(n) for n in already]
    if len(before) != len(design.take) or min(before) < 0:
        raise SettingError(
            "say for each stratum how many records were drawn before, 0 or more.", "already"
        )
    if any(before) and seed is None:
        raise SettingError(
            "an order goes on where another stopped only with the seed of that one, and a column "
            "that tells rows apart. Give both.",
            "already",
        )
    return before
