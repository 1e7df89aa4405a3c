from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest
import sqlglot

from tacit.errors import PurchaseError, SettingError
from tacit.export.sample_sql import sample_sql
from tacit.market.cells import Cells
from tacit.market.market import Market
from tacit.market.terms import Terms, Tier
from tacit.purchasing.design import STRATIFIED, Design
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.selling import (
    PRICES,
    ROWS,
    Database,
    by_x,
    cells_of,
    databases,
    inside,
    market,
    post,
    simple,
)

BOTH = ("duckdb", "sqlite")
OTHERS = ("postgres", "mysql", "bigquery", "snowflake", "spark", "tsql", "oracle")
PRICED = market(prices_per_value=PRICES)
KEYED: dict[str, Any] = {"seed": 7, "row_id": "id"}
INSIDE = [row for row in ROWS if inside(row)]
CELLS = cells_of(market(), post())


def cells() -> Cells:
    return cells_of(market(), post())


def query(design: Design, seller: Market | None = None, **more: Any) -> str:
    return sample_sql(seller or market(), post(), cells(), design, **more)


def drawn(database: Database, *asked: Any, **more: Any) -> list[Any]:
    return list(database.execute(query(*asked, **more)).fetchall())


def by_seed(database: Database, seeds: int, *asked: Any, **more: Any) -> Iterator[list[Any]]:
    """What each seed draws. Queries differ in the seed alone, so that one is written for all."""
    first = query(*asked, seed=0, row_id="id", **more)
    for seed in range(seeds):
        yield list(database.execute(first.replace("'0:'", f"'{seed}:'")).fetchall())


def per_x(rows: list[Any]) -> Counter[str]:
    return Counter(row[1] for row in rows)


def cost(rows: list[Any], terms: Terms) -> Fraction:
    listed = sum(Fraction(PRICES["x"][row[1]]) for row in rows)
    return terms.total(len(rows), Fraction(listed))


@pytest.mark.parametrize("dialect", BOTH)
@pytest.mark.parametrize("keyed", [{}, {"row_id": "id"}, KEYED], ids=["chance", "key", "seed"])
class TestWhatIsDrawn:
    def test_a_simple_sample_is_so_many_rows_of_the_post(
        self, dialect: str, keyed: dict[str, Any]
    ) -> None:
        with databases(dialect) as (database,):
            rows = drawn(database, simple(cells(), 11), dialect=dialect, **keyed)
        assert len(set(rows)) == 11
        assert set(rows) <= set(INSIDE)

    def test_of_each_stratum_so_many_are_drawn(self, dialect: str, keyed: dict[str, Any]) -> None:
        with databases(dialect) as (database,):
            rows = drawn(database, by_x(cells(), [3, 8]), dialect=dialect, **keyed)
        assert per_x(rows) == {"a": 3, "b": 8}
        assert {row[:4] for row in rows} <= set(INSIDE)
        assert len({row[0] for row in rows}) == 11

    def test_a_stratum_of_which_none_is_drawn_is_not_named(
        self, dialect: str, keyed: dict[str, Any]
    ) -> None:
        with databases(dialect) as (database,):
            rows = drawn(database, by_x(cells(), [0, 5]), dialect=dialect, **keyed)
        assert per_x(rows) == {"b": 5}

    def test_the_budget_pays_for_what_is_drawn(self, dialect: str, keyed: dict[str, Any]) -> None:
        design = simple(cells(), 20, "3")
        with databases(dialect) as (database,):
            rows = drawn(database, design, PRICED, dialect=dialect, **keyed)
        assert 0 < len(rows) <= 20, "without a seed, chance may bring cheap ones"
        assert cost(rows, PRICED.terms) <= 3


class TestColumns:
    def test_with_a_key_the_result_has_the_columns_of_the_table(self) -> None:
        with databases("duckdb") as (database,):
            for design in (simple(cells(), 20, "3"), by_x(cells(), [3, 8], "1")):
                found = database.execute(query(design, PRICED, **KEYED))
                assert [column[0] for column in found.description] == ["id", "x", "Y y", "age"]

    def test_without_a_key_helpers_stay_and_the_comment_says_so(self) -> None:
        written = query(by_x(cells(), [3, 8]))
        assert "-- Columns named tacit_... are helpers.\n" in written
        assert "helpers" not in query(by_x(cells(), [3, 8]), row_id="id")
        assert "helpers" not in query(simple(cells(), 3))


class TestDrawingAgain:
    def test_the_same_seed_draws_the_same_rows_in_any_database(self) -> None:
        for design in (simple(cells(), 9), by_x(cells(), [4, 5]), simple(cells(), 20, "3")):
            with databases(*BOTH) as both:
                found = [
                    {row[0] for row in drawn(one, design, PRICED, dialect=dialect, **KEYED)}
                    for one, dialect in zip(both, BOTH, strict=True)
                ]
            assert found[0] == found[1]

    def test_queries_differ_in_the_seed_alone(self) -> None:
        first, second = (query(simple(cells(), 9), seed=seed, row_id="id") for seed in (0, 5))
        assert second == first.replace("'0:'", "'5:'") != first

    def test_another_seed_draws_others(self) -> None:
        with databases("duckdb") as (database,):
            first, second = (
                drawn(database, simple(cells(), 9), seed=seed, row_id="id") for seed in (1, 2)
            )
        assert set(first) != set(second)

    def test_an_order_goes_on_where_another_stopped(self) -> None:
        design, more = by_x(cells(), [4, 5]), np.array([4, 5])
        with databases("duckdb") as (database,):
            first = drawn(database, design, **KEYED)
            second = drawn(database, design, **KEYED, already=more)
            both = drawn(database, by_x(cells(), [8, 10]), **KEYED)
        assert not set(first) & set(second)
        assert sorted(first + second) == sorted(both)

    def test_a_simple_order_goes_on_too_and_so_does_one_with_a_budget(self) -> None:
        already = np.array([7])
        with databases("duckdb") as (database,):
            whole = drawn(database, simple(cells(), 24), **KEYED)
            first = drawn(database, simple(cells(), 7), **KEYED)
            second = drawn(database, simple(cells(), 17), **KEYED, already=already)
            paid = drawn(database, simple(cells(), 17, "2"), PRICED, **KEYED, already=already)
        assert sorted(first + second) == sorted(whole)
        assert paid
        assert set(paid) < set(second)

    def test_a_budget_takes_the_first_rows_of_the_order(self) -> None:
        """So that what was drawn before is known by how many they were."""
        design = by_x(cells(), [12, 12], "3")
        with databases("duckdb") as (database,):
            paid = drawn(database, design, PRICED, **KEYED)
            counts = per_x(paid)
            again = drawn(database, by_x(cells(), [counts["a"], counts["b"]]), **KEYED)
        assert sorted(paid) == sorted(again)


class TestWithout:
    """What was delivered before is not drawn again."""

    GONE: ClassVar = [str(row[0]) for row in INSIDE[::2]]
    LEFT: ClassVar = INSIDE[1::2]

    @pytest.mark.parametrize("dialect", BOTH)
    @pytest.mark.parametrize("keyed", [{"row_id": "id"}, KEYED], ids=["key", "seed"])
    @pytest.mark.parametrize(
        "design",
        [simple(CELLS, 24), by_x(CELLS, [12, 12]), by_x(CELLS, [12, 12], "4")],
        ids=["simple", "strata", "budget"],
    )
    def test_the_others_are_drawn(
        self, dialect: str, keyed: dict[str, Any], design: Design
    ) -> None:
        with databases(dialect) as (database,):
            rows = drawn(database, design, PRICED, dialect=dialect, without=self.GONE, **keyed)
        assert set(rows) <= set(self.LEFT)
        assert len(set(rows)) == 24 if design.budget is None else 1 < len(rows) < 24

    def test_the_comment_says_how_many_and_lists_stay_short(self) -> None:
        many = [str(i) for i in range(2_500)]
        written = query(simple(cells(), 3), row_id="id", without=many, dialect="oracle")
        assert "It leaves out 2,500 records delivered before." in written.splitlines()[0]
        tree = sqlglot.parse_one(written, read="oracle")
        lists = [len(one.expressions) for one in tree.find_all(sqlglot.exp.In)]
        assert sorted(lists)[-3:] == [500, 1_000, 1_000]

    IDS: ClassVar = ["o'k", "b\\", "\\'); DROP TABLE people; --", "é\nx", '"q"', "''"]

    def test_ids_are_text_whatever_they_hold(self) -> None:
        with databases("duckdb") as (database,):
            database.execute("ALTER TABLE people ALTER id TYPE VARCHAR")
            for i, one in enumerate(self.IDS, 1):
                told = one.replace("'", "''")
                database.execute(f"UPDATE people SET id = '{told}' WHERE id = '{i}'")
            size = len(INSIDE) - len(self.IDS)
            rows = drawn(database, simple(cells(), 48), row_id="id", without=self.IDS)
        assert len(rows) == size
        assert not {row[0] for row in rows} & set(self.IDS)

    @pytest.mark.parametrize("dialect", OTHERS)
    def test_they_stay_what_they_are_in_any_dialect(self, dialect: str) -> None:
        written = query(simple(cells(), 3), row_id="id", without=self.IDS, dialect=dialect)
        tree = sqlglot.parse_one(written, read=dialect)
        kinds = (sqlglot.exp.Literal, sqlglot.exp.National)
        assert set(self.IDS) <= {one.this for one in tree.find_all(*kinds)}

    def test_a_column_is_needed_and_there_is_an_end(self) -> None:
        with pytest.raises(SettingError, match=r"tells them apart.*--row-id"):
            query(simple(cells(), 3), without=["1"])
        many = ["1"] * 50_001
        with pytest.raises(PurchaseError, match=r"50,000 records, but 50,001 .*--letter"):
            query(simple(cells(), 3), row_id="id", without=many)


class TestBudget:
    TIERS = Terms(
        "EUR", fee=Fraction(1, 2), tiers=(Tier(9, Fraction(4, 5)), Tier(14, Fraction(1, 2)))
    )

    @pytest.mark.parametrize("terms", [Terms(), Terms(fee=Fraction(1, 3)), TIERS])
    @pytest.mark.parametrize("takes", [None, [8, 12]], ids=["simple", "strata"])
    def test_it_is_never_exceeded_and_never_left_unused(
        self, terms: Terms, takes: list[int] | None
    ) -> None:
        seller, budget = market(terms, prices_per_value=PRICES), "2.9"
        design = simple(cells(), 20, budget) if takes is None else by_x(cells(), takes, budget)
        full = replace(design, budget=None)
        with databases("duckdb") as (database,):
            for seed, paid in enumerate(by_seed(database, 200, design, seller)):
                assert cost(paid, terms) <= Fraction(budget)
                if seed < 20 and takes is None and len(paid) < 20:
                    more = replace(full, take=np.array([len(paid) + 1]))
                    longer = drawn(database, more, seed=seed, row_id="id")
                    assert set(paid) < set(longer)
                    assert cost(longer, terms) > Fraction(budget)

    def test_a_rebate_that_is_missed_does_not_break_the_budget(self) -> None:
        """All 14 records fit only with their rebate; where they do not, no rebate is reckoned with."""
        terms = Terms(tiers=(Tier(14, Fraction(1, 2)),))
        seller = market(terms, prices_per_value=PRICES)
        sizes = set()
        with databases("sqlite") as (database,):
            design = simple(cells(), 14, "1.2")
            for paid in by_seed(database, 40, design, seller, dialect="sqlite"):
                assert cost(paid, terms) <= Fraction("1.2")
                sizes.add(len(paid) == 14)
        assert sizes == {True, False}

    @pytest.mark.parametrize("takes", [None, [8, 12]], ids=["simple", "strata"])
    def test_nothing_comes_that_is_less_than_the_smallest_order(
        self, takes: list[int] | None
    ) -> None:
        terms, budget = Terms("EUR", minimum=9), "1.6"
        seller = market(terms, prices_per_value=PRICES)
        design = simple(cells(), 20, budget) if takes is None else by_x(cells(), takes, budget)
        with databases("sqlite") as (database,):
            many = {len(rows) for rows in by_seed(database, 100, design, seller, dialect="sqlite")}
        assert 0 in many
        assert len(many) > 1
        assert min(many - {0}) >= 9

    def test_the_comment_says_that_it_is_run_again_then(self) -> None:
        short = market(Terms(minimum=9), prices_per_value=PRICES)
        again = "If no row comes, not even 9 records fitted this time: run it again"
        assert f"{again}." in query(simple(cells(), 20, "1.6"), short)
        assert f"{again} with another seed." in query(simple(cells(), 20, "1.6"), short, **KEYED)
        assert "run it again" not in query(simple(cells(), 20, "2.25"), short)

    def test_money_is_not_mentioned_where_it_suffices_anyway(self) -> None:
        each = market(each="0.5")
        assert "tacit_price" not in query(simple(cells(), 6, "3"), each)
        assert "tacit_price" not in query(by_x(cells(), [10, 4], "2"), PRICED)
        assert "tacit_price" in query(by_x(cells(), [10, 4], "1.99"), PRICED)

    def test_equal_prices_that_do_not_fit_stop_in_time(self) -> None:
        with databases("duckdb") as (database,):
            rows = drawn(database, simple(cells(), 9, "3.4"), market(each="0.5"), **KEYED)
        assert len(rows) == 6

    def test_prices_are_counted_in_whole_units(self) -> None:
        written = query(simple(cells(), 20, "3"), PRICED)
        assert "THEN 2 ELSE 5" in " ".join(written.split())
        assert "tacit_spent <= 60" in written

    def test_the_comment_tells_where_it_stops(self) -> None:
        terms = Terms("EUR")
        written = query(simple(cells(), 20, "3"), market(terms, prices_per_value=PRICES))
        assert "It stops before they cost more than 3 EUR." in written.splitlines()[0]


class TestChance:
    def test_each_row_is_drawn_about_as_often_as_any_other(self) -> None:
        """48 rows, 12 of them over 400 seeds: each 100 times, give or take 8.7."""
        often: Counter[int] = Counter()
        with databases("duckdb") as (database,):
            for rows in by_seed(database, 400, simple(cells(), 12)):
                often.update(row[0] for row in rows)
        assert set(often) == {row[0] for row in INSIDE}
        assert all(60 < often[row] < 140 for row in often)

    def test_each_row_of_a_stratum_too(self) -> None:
        """24 rows of each: 6 of the first, 12 of the second, over 300 seeds."""
        often: Counter[Any] = Counter()
        with databases("duckdb") as (database,):
            for rows in by_seed(database, 300, by_x(cells(), [6, 12])):
                often.update(rows)
        assert set(often) == set(INSIDE)
        middle = {"a": 75, "b": 150}
        assert all(abs(many - middle[row[1]]) < 45 for row, many in often.items())

    def test_a_database_draws_by_itself_without_a_seed(self) -> None:
        with databases("duckdb") as (database,):
            found = {tuple(sorted(drawn(database, simple(cells(), 12)))) for _ in range(20)}
        assert len(found) > 1


class TestRefusals:
    def test_a_seed_needs_a_column(self) -> None:
        with pytest.raises(SettingError, match=r"tells rows apart.*--row-id"):
            query(simple(cells(), 3), seed=1)

    @pytest.mark.parametrize("seed", [-1, True, 1.5])
    def test_a_seed_is_a_whole_number(self, seed: Any) -> None:
        with pytest.raises(SettingError, match="whole number"):
            query(simple(cells(), 3), seed=seed, row_id="id")

    def test_going_on_needs_the_seed(self) -> None:
        with pytest.raises(SettingError, match="only with the seed"):
            query(simple(cells(), 3), row_id="id", already=np.array([2]))
        assert query(simple(cells(), 3), already=np.array([0]))

    @pytest.mark.parametrize("already", [[1], [1, 2, 3], [1, -1]])
    def test_what_was_drawn_before_is_said_for_each_stratum(self, already: list[int]) -> None:
        with pytest.raises(SettingError, match="for each stratum"):
            query(by_x(cells(), [3, 8]), **KEYED, already=np.array(already))

    def test_rows_that_stand_for_several_records(self) -> None:
        with pytest.raises(PurchaseError, match="stand for several records"):
            query(simple(cells(), 3), replace(market(), counted=True))

    def test_a_design_for_other_cells(self) -> None:
        with pytest.raises(PurchaseError, match="for other cells"):
            query(Design.simple(np.array([3, 4]), 3))

    def test_a_design_without_records(self) -> None:
        with pytest.raises(PurchaseError, match="no records"):
            query(by_x(cells(), [0, 0]))

    def test_an_unknown_dialect(self) -> None:
        with pytest.raises(SettingError, match=r"Did you mean 'postgres'.*snowflake"):
            query(simple(cells(), 3), dialect="postgrs")

    def test_strata_of_too_many_cells(self) -> None:
        space = Space((Nominal("x", tuple(range(2001))),))
        seller = Market.from_cells(space, [range(2001)], [1] * 2001)
        everything = seller.intent({})
        listed = seller.cells(everything)
        two = np.arange(2001) % 2
        design = Design(STRATIFIED, listed.records, two.astype(np.intp), np.array([1, 1]))
        with pytest.raises(PurchaseError, match=r"2,001 cells apart.*plan file, or the simple"):
            sample_sql(seller, everything, listed, design)
        assert sample_sql(seller, everything, listed, Design.simple(listed.records, 3))


class TestWhatIsNamed:
    def test_rows_that_were_not_counted_are_left_out(self) -> None:
        seller = replace(market(), kept='"Y y" IS NOT NULL AND id > 10')
        with databases("duckdb") as (database,):
            rows = drawn(database, simple(cells(), 30), seller)
        assert min(row[0] for row in rows) > 10

    def test_values_outside_the_post_are_never_named(self) -> None:
        for design in (simple(cells(), 5), by_x(cells(), [3, 8]), simple(cells(), 20, "3")):
            for more in ({}, KEYED):
                written = query(design, PRICED, **more)
                assert "canary" not in written
                assert "'a'" in written

    def test_strata_are_written_as_few_boxes_within_the_post(self) -> None:
        written = " ".join(query(by_x(cells(), [3, 8])).split())
        assert "WHEN ( x IN ('a') ) THEN 1 WHEN ( x IN ('b') ) THEN 2 END" in written

    def test_a_post_of_several_boxes(self) -> None:
        union = market().intent([{"x": ["a"], "age": ["child"]}, {"x": ["b"], "age": ["old"]}])
        listed = cells_of(market(), union)
        with databases("duckdb") as (database,):
            for design in (simple(listed, 24), by_x(listed, [12, 12])):
                found = database.execute(sample_sql(market(), union, listed, design)).fetchall()
                assert {(row[1], row[3]) for row in found} == {("a", 9), ("b", 70)}
                assert len(found) == 24

    def test_everything_needs_no_condition(self) -> None:
        everything = market().intent({})
        listed = cells_of(market(), everything)
        with databases(*BOTH) as both:
            for one, dialect in zip(both, BOTH, strict=True):
                written = sample_sql(
                    market(), everything, listed, simple(listed, 108), dialect=dialect
                )
                assert sorted(one.execute(written).fetchall()) == ROWS

    def test_the_table_is_called_as_its_owner_calls_it(self) -> None:
        design = simple(cells(), 3)
        assert "FROM people AS t" in query(design)
        assert "FROM [Sales 2026].dbo.people AS t" in query(
            design, table="[Sales 2026].dbo.people", dialect="tsql"
        )

    def test_a_table_that_is_called_as_a_stage_is_still_the_table(self) -> None:
        written = query(by_x(cells(), [3, 8]), **KEYED, table="sorted")
        with databases("duckdb") as (database,):
            database.execute("CREATE TABLE sorted AS SELECT * FROM people")
            assert len(database.execute(written).fetchall()) == 11


@pytest.mark.parametrize("dialect", OTHERS)
@pytest.mark.parametrize("keyed", [{}, KEYED], ids=["chance", "seed"])
def test_other_databases_can_read_it(dialect: str, keyed: dict[str, Any]) -> None:
    more = {**keyed, "dialect": dialect}
    already: dict[str, Any] = {"already": np.array([2])} if keyed else {}
    for written in (
        query(simple(cells(), 5), **more, **already),
        query(by_x(cells(), [3, 8]), **more),
        query(by_x(cells(), [3, 8], "1"), PRICED, **more),
    ):
        assert sqlglot.parse(written, read=dialect)
        assert written.startswith("-- Draws ")
        assert "NULLS" not in written
        assert "canary" not in written


FRAGMENTS = {
    "postgres": ("RANDOM()", "MD5('7:' || CAST(id AS TEXT))", '"Y y"', "LIMIT 5"),
    "mysql": ("RAND()", "MD5(CONCAT('7:', CAST(id AS CHAR)))", "`Y y`", "LIMIT 5"),
    "bigquery": ("RAND()", "TO_HEX(MD5('7:' || CAST(id AS STRING)))", "`Y y`", "LIMIT 5"),
    "snowflake": ("RANDOM()", "MD5('7:' || CAST(id AS VARCHAR))", '"Y y"', "LIMIT 5"),
    "spark": ("RAND()", "MD5('7:' || CAST(id AS STRING))", "`Y y`", "LIMIT 5"),
    "tsql": ("NEWID()", "HASHBYTES('MD5', '7:' + CAST(id AS VARCHAR(MAX)))", "[Y y]", "TOP 5"),
    "oracle": (
        "DBMS_RANDOM.VALUE()",
        "LOWER(RAWTOHEX(STANDARD_HASH('7:' || CAST(id AS VARCHAR2(4000)), 'MD5')))",
        '"Y y"',
        "FETCH FIRST 5 ROWS ONLY",
    ),
}


@pytest.mark.parametrize("dialect", OTHERS)
def test_chance_and_names_are_those_of_the_database(dialect: str) -> None:
    chance, hashed, name, first = FRAGMENTS[dialect]
    narrow = market().intent({"Y y": ["p"]})
    listed = cells_of(market(), narrow)
    design = simple(listed, 5)
    own, seeded = (
        " ".join(sample_sql(market(), narrow, listed, design, dialect=dialect, **keyed).split())
        for keyed in ({}, KEYED)
    )
    assert f"ORDER BY {chance}" in own
    assert f"{name} IN ('p')" in own
    assert first in own
    assert f"ORDER BY {hashed}, id" in seeded
