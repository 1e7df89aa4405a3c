"""What matches a widened want, against every row looked at by itself."""

from __future__ import annotations

import csv
import operator
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from tacit.market import matching as module
from tacit.market.market import Market
from tacit.market.sources.counting import Recount
from tacit.market.sources.load import load, propose
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric

Row = dict[str, Any]
Test = Callable[[Row], bool | None]

FIRST = date(2026, 1, 1)
DELAY = Numeric.binned("delay", [0, 50], integer=True, closed="left", missing="(missing)")
CARAT = Numeric.binned("carat", [0.3, 0.7, 1.5], missing="(missing)")
DAY = Numeric.binned("day", [FIRST + timedelta(days=n) for n in (9, 20)], missing="(missing)")
KIND = Nominal("kind", ("a", "b"))
DIMENSIONS = (DELAY, CARAT, DAY, KIND)

ROWS = [
    {"delay": d, "carat": c, "day": FIRST + timedelta(days=n), "kind": k, "n": w, "cost": w * 2}
    for d, c, n, k, w in (
        (60, 0.3, 0, "a", 1),
        (61, 0.5, 9, "a", 2),
        (300, 0.7, 10, "b", 3),
        (50, 0.71, 15, "b", 5),
        (-3, 1.0, 20, "a", 7),
        (None, None, 25, "a", 11),
    )
]


def as_csv(folder: Path, rows: list[Row], name: str = "t.csv") -> Path:
    path = folder / name
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def as_parquet(folder: Path, rows: list[Row]) -> Path:
    path = folder / "t.parquet"
    schema = {
        "delay": pa.int64(),
        "carat": pa.float64(),
        "day": pa.date32(),
        "kind": pa.string(),
        "n": pa.int64(),
        "cost": pa.int64(),
    }
    parquet.write_table(
        pa.table({c: [r[c] for r in rows] for c in schema}, pa.schema(schema)), path
    )
    return path


def counted(table: Any, **options: Any) -> Market:
    return load(table, dimensions=DIMENSIONS, missing="keep", **options)


def records(market: Market, wanted: Any) -> int | None:
    found = market.matching(market.intent(wanted))
    return None if found is None else found.records


class TestByHand:
    @pytest.mark.parametrize("written", [as_csv, as_parquet])
    def test_a_range_that_cuts_a_bin(self, tmp_path: Path, written: Any) -> None:
        market = counted(written(tmp_path, ROWS))
        want = market.intent("delay > 60")
        assert want.widened == ("delay",)
        assert market.mass(want).records == 4
        assert records(market, "delay > 60") == 2
        assert records(market, {"delay": {"from": 61}}) == 2
        assert records(market, "carat <= 0.7 AND NOT delay = 300") == 2
        assert records(market, "day = DATE '2026-01-10' OR kind = 'b' AND carat > 0.7") == 2
        assert records(market, "delay > 60 OR delay IS NULL") == 3

    def test_counts_and_costs_of_the_rows(self, tmp_path: Path) -> None:
        path = as_csv(tmp_path, ROWS)
        market = counted(path, count="n", cost="cost")
        found = market.matching(market.intent("delay > 60"))
        assert found is not None
        assert (found.records, market.money(found.spend)) == (5, 2 * 4 + 3 * 6)
        assert market.wanted(market.intent("delay > 60")) == found

    @pytest.mark.parametrize(
        "cost", [2.5, {"base": 1, "per-value": {"kind": {"b": 0.5}, "delay": {"from 50": 2}}}]
    )
    def test_listed_prices_are_those_of_the_bins(self, tmp_path: Path, cost: Any) -> None:
        market = counted(as_csv(tmp_path, ROWS), cost=cost)
        found = market.matching(market.intent("delay > 60"))
        assert found is not None
        assert market.money(found.spend) == (5 if cost == 2.5 else 3 + 3.5)

    def test_frames_are_counted_again_too(self) -> None:
        frame = {name: [row[name] for row in ROWS] for name in ROWS[0]}
        assert records(counted(frame), "delay > 60") == 2

    def test_a_proposed_market_and_its_file(self, tmp_path: Path) -> None:
        rows = [{"delay": n % 400, "kind": "ab"[n % 2]} for n in range(2000)]
        path = as_csv(tmp_path, rows)
        market, recipe = propose(path)
        assert recipe is not None
        (tmp_path / "m.toml").write_text(recipe.to_toml())
        for one in (market, load(tmp_path / "m.toml"), load(path)):
            assert records(one, "delay > 333 AND kind = 'a'") == 5 * 33

    def test_what_is_built_in(self) -> None:
        market = load("adult")
        assert records(market, "age BETWEEN 31 AND 47") == 13_220


class TestOnlyIfNeeded:
    @pytest.fixture
    def passes(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        found: list[int] = []
        real = Recount.__call__

        def noted(self: Recount, dimensions: Any) -> Market:
            found.append(len(dimensions))
            return real(self, dimensions)

        monkeypatch.setattr(Recount, "__call__", noted)
        return found

    def test_a_want_that_meets_its_bins_costs_no_second_pass(
        self, tmp_path: Path, passes: list[int]
    ) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        for want in ("delay >= 50", "kind = 'a'", {"delay": ["from 50"]}):
            intent = market.intent(want)
            assert market.matching(intent) == market.mass(intent)
        assert passes == []

    def test_one_that_does_not_costs_one_however_often_it_is_asked(
        self, tmp_path: Path, passes: list[int]
    ) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        for _ in range(3):
            assert records(market, "delay > 60") == 2
        assert passes == [4]

    def test_what_was_found_goes_with_the_market(self, tmp_path: Path) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        records(market, "delay > 60")
        before = len(module._KNOWN)
        del market
        assert len(module._KNOWN) < before


class TestNotKnown:
    def test_the_table_is_gone_or_has_changed(self, tmp_path: Path) -> None:
        path = as_csv(tmp_path, ROWS)
        market, other = counted(path), counted(path)
        as_csv(tmp_path, ROWS[:-1])
        assert records(market, "delay > 60") is None
        assert market.wanted(market.intent("delay > 60")).records == 4
        path.unlink()
        assert records(other, "delay > 60") is None

    def test_rows_that_moved_between_cells(self, tmp_path: Path) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        as_csv(tmp_path, [*ROWS[:-2], {**ROWS[-2], "delay": 70}, ROWS[-1]])
        assert records(market, "delay > 60") is None

    def test_nothing_to_count_again(self, tmp_path: Path) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        want = market.intent("delay > 60")
        assert replace(market, recount=None).matching(want) is None
        assert market.matching(replace(want, told=())) is None

    def test_a_stream_is_read_up(self) -> None:
        frame = pa.table({name: [row[name] for row in ROWS] for name in ROWS[0]})
        assert records(counted(frame.to_reader()), "delay > 60") is None

    def test_far_more_points_than_a_query_takes(self, tmp_path: Path) -> None:
        market = counted(as_csv(tmp_path, ROWS))
        assert records(market, {"delay": list(range(100, 1200))}) is None


COMPARED = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "<>": operator.ne,
}
VALUES: dict[str, Any] = {
    "delay": st.integers(-5, 70),
    "carat": st.sampled_from([0.1, 0.3, 0.30000000000000004, 0.7, 0.75, 1.5]) | st.floats(0, 2),
    "day": st.integers(0, 30).map(lambda n: FIRST + timedelta(days=n)),
}


def written(value: Any) -> str:
    return f"DATE '{value}'" if isinstance(value, date) else f"{value!r}"


@st.composite
def comparisons(draw: st.DrawFn) -> tuple[str, Test]:
    """A condition on one column, as SQL and as a function that says None where SQL does."""
    name = draw(st.sampled_from(sorted(VALUES)))
    low, high, *more = draw(st.lists(VALUES[name], min_size=2, max_size=4))
    how = draw(st.sampled_from([*COMPARED, "between", "in", "null", "kind"]))

    def known(test: Callable[[Any], bool]) -> Test:
        return lambda row: None if row[name] is None else test(row[name])

    if how == "kind":
        return "kind = 'a'", lambda row: row["kind"] == "a"
    if how == "null":
        return f"{name} IS NULL", lambda row: row[name] is None
    if how == "between":
        sql = f"{name} BETWEEN {written(low)} AND {written(high)}"
        return sql, known(lambda value: low <= value <= high)
    if how == "in":
        listed = [low, high, *more]
        return f"{name} IN ({', '.join(map(written, listed))})", known(
            lambda value: value in listed
        )
    return f"{name} {how} {written(low)}", known(lambda value: COMPARED[how](value, low))


def both(left: tuple[str, Test], right: tuple[str, Test]) -> tuple[str, Test]:
    def test(row: Row) -> bool | None:
        found = {left[1](row), right[1](row)}
        return False if False in found else None if None in found else True

    return f"({left[0]} AND {right[0]})", test


def opposite(one: tuple[str, Test]) -> tuple[str, Test]:
    def test(row: Row) -> bool | None:
        found = one[1](row)
        return None if found is None else not found

    return f"(NOT {one[0]})", test


def either(left: tuple[str, Test], right: tuple[str, Test]) -> tuple[str, Test]:
    sql = f"({left[0]} OR {right[0]})"
    return sql, opposite(both(opposite(left), opposite(right)))[1]


conditions = st.recursive(
    comparisons(),
    lambda inner: st.one_of(
        st.builds(both, inner, inner), st.builds(either, inner, inner), st.builds(opposite, inner)
    ),
    max_leaves=4,
)
tables = st.lists(
    st.fixed_dictionaries(
        {
            **{name: st.none() | value for name, value in VALUES.items()},
            "kind": st.sampled_from(["a", "b"]),
            "n": st.integers(0, 3),
            "cost": st.integers(0, 9),
        }
    ),
    min_size=2,
    max_size=30,
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(rows=tables, condition=conditions, format_=st.sampled_from([as_csv, as_parquet]))
def test_as_if_every_row_were_asked(
    tmp_path: Path, rows: list[Row], condition: tuple[str, Test], format_: Any
) -> None:
    whole = {"delay": 1, "carat": 1.0, "day": FIRST, "kind": "a", "n": 1, "cost": 1}
    rows = [whole, whole, *rows]
    sql, test = condition
    market = counted(format_(tmp_path, rows), count="n", cost="cost")
    intent = market.intent(sql)
    found = market.matching(intent)
    assert found is not None
    hit = [row for row in rows if test(row)]
    assert found.records == sum(row["n"] for row in hit)
    assert market.money(found.spend) == sum(row["n"] * row["cost"] for row in hit)
    cells = market.cells(market.intent({}))
    by_cell = module.matching_in(market, intent, cells)
    assert by_cell is not None
    assert (by_cell <= np.where(cells.of(intent), cells.records, 0)).all()
    for i, d in enumerate(DIMENSIONS):  # whichever way they are added up
        at = np.zeros(len(d), dtype=int)
        np.add.at(at, cells.codes[i].astype(int), by_cell)
        if d is KIND:
            assert at.tolist() == [sum(r["n"] for r in hit if r["kind"] == k) for k in d.values]
        assert at.sum() == found.records
