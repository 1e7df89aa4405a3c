"""What an engine is asked: few words for sets of codes, and answers that are whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tacit.errors import EngineFailed
from tacit.market.cells import Cells
from tacit.market.engine_queries import Questions, among, missing, runs, within
from tests.helpers.engines import connected, stored


@pytest.fixture(params=["duckdb", "sqlite"])
def engine(request: pytest.FixtureRequest) -> Iterator[Any]:
    with connected(request.param) as engine:
        yield engine


def line(engine: Any, codes: int) -> Any:
    """A cell for each code of one dimension, with as many records as its code says."""
    every = np.arange(codes, dtype=np.int64)
    return stored(engine, Cells(every[None, :], every, every, None))


def codes_of(table: Any) -> list[int]:
    return sorted(Questions(table).answer(table.select("d0"), with_values=True)["d0"].tolist())


class TestRuns:
    def test_codes_that_follow_each_other_are_one_run(self) -> None:
        assert runs(np.array([True, True, False, True])) == [(0, 1), (3, 3)]

    def test_nothing_has_none(self) -> None:
        assert runs(np.zeros(3, dtype=bool)) == []


class TestAmong:
    CODES = 5_000

    def masks(self) -> dict[str, Any]:
        every, rng = np.arange(self.CODES), np.random.default_rng(0)
        return {
            "one": every == 7,
            "a range": (every > 10) & (every < 4_000),
            "all but one": every != 7,
            "some ranges": (every // 900) % 2 == 0,
            "every other": every % 2 == 1,
            "few, scattered": rng.random(self.CODES) < 0.01,
            "most, scattered": rng.random(self.CODES) < 0.99,
        }

    def test_it_holds_of_the_codes_of_a_set_however_they_are_told(self, engine: Any) -> None:
        table = line(engine, self.CODES)
        for name, mask in self.masks().items():
            found = codes_of(table.filter(among(table.d0, mask)))
            assert found == np.flatnonzero(mask).tolist(), name

    def test_it_is_told_in_few_words(self, engine: Any) -> None:
        table = line(engine, self.CODES)
        words = {
            name: len(engine.compile(table.filter(among(table.d0, mask))))
            for name, mask in self.masks().items()
        }
        shortest = len(engine.compile(table))
        assert all(
            words[n] < shortest + 600 for n in ("one", "a range", "all but one", "some ranges")
        )
        assert all(words[n] < shortest + 1_500 for n in ("few, scattered", "most, scattered"))

    def test_dimensions_that_a_box_has_whole_are_not_spoken_of(self, engine: Any) -> None:
        table = line(engine, 9)
        assert within(table, [np.ones(9, dtype=bool)]) is table


class TestMissing:
    def test_a_number_says_which_value_a_cell_lacks(self, engine: Any) -> None:
        codes = np.array([[0, 0, 1, 1], [0, 1, 0, 2]])
        table = stored(engine, Cells(codes, *[np.ones(4, dtype=np.int64)] * 2, None))
        masks = [np.array([True, False]), np.array([True, False, False])]
        asked = table.select("d0", "d1", lacks=missing(table, masks))
        found = Questions(table).answer(asked, with_values=True)
        cells = zip(
            found["d0"].tolist(), found["d1"].tolist(), found["lacks"].tolist(), strict=True
        )
        assert sorted(cells) == [(0, 0, 0), (0, 1, 5 + 3), (1, 0, 5 + 1), (1, 2, 5 + 1 + 5 + 4)]


class TestQuestions:
    def test_they_are_counted_with_those_that_tell_values(self, engine: Any) -> None:
        table = line(engine, 4)
        asked = Questions(table)
        asked.answer(table.aggregate(n=table.count()), with_values=False)
        asked.answer(table.filter(table.d0 == 1), with_values=True)
        assert (asked.asked, asked.with_values) == (2, 1)

    def test_large_sums_come_back_as_they_are(self, engine: Any) -> None:
        large = np.array([2**61, 2**60 + 1], dtype=np.int64)
        table = stored(engine, Cells(np.array([[0, 1]]), large, large, None))
        total = table.aggregate(records=table.records.sum())
        found = Questions(table).answer(total, with_values=False)
        assert found["records"].tolist() == [2**61 + 2**60 + 1]

    def test_what_an_engine_says_of_a_failure_is_not_told(self, engine: Any) -> None:
        table = line(engine, 4)
        engine.raw_sql(f"DROP TABLE {table.get_name()}")
        with pytest.raises(EngineFailed) as told:
            Questions(table).answer(table.filter(table.d0 == 3), with_values=True)
        assert told.value.__cause__ is None
        assert told.value.__suppress_context__
