"""One question to a table, whose answer everything else is worked out from."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pytest

from tacit.errors import TableError
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.grouping import packed, written_of
from tacit.market.sources.recipe import Recipe
from tacit.market.sources.table import Source, open_source
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tests.helpers.tables import written

SEX, AGE = Nominal("sex", ("F", "M")), Numeric.binned("age", [30, 60], closed="left")
PEOPLE = "sex,age,paid\nF,20,1.5\nF,25,2\nM,61,3\n M,61,4\nF,x,5\n"


def groups_of(folder: Path, **recipe: Any) -> dict[str, list[Any]]:
    source = open_source(written(folder, PEOPLE))
    found = source.grouped(Recipe((SEX, AGE), **recipe)).to_pydict()
    order = sorted(range(len(found["r"])), key=lambda i: (found["d0"][i], found["d1"][i]))
    return {name: [column[i] for i in order] for name, column in found.items()}


def test_rows_are_grouped_by_names_as_they_stand_there_and_by_bins(tmp_path: Path) -> None:
    found = groups_of(tmp_path)
    assert found["d0"] == [" M", "F", "F", "M"]
    assert found["d1"] == [2, 0, 4, 2]  # 3 would be for nothing, and 4 is for other text
    assert found["r"] == [1, 2, 1, 1]


def test_costs_are_added_up_for_every_number_of_decimals(tmp_path: Path) -> None:
    found = groups_of(tmp_path, cost={"column": "paid"})
    assert (sum(found["ps0"]), sum(found["ps2"]), sum(found["pu0"])) == (16, 1550, 1)
    assert (sum(found["pl"]), max(found["ph"])) == (0, 5)


def test_a_table_with_a_market_file_is_asked_one_question(tmp_path: Path) -> None:
    """However many columns; but for one look at whether there are rows, where it is small."""
    asked: list[str] = []
    real = Source._asked

    def noted(self: Source, work: Any, *more: Any) -> Any:
        asked.append("")
        return real(self, work, *more)

    path = written(tmp_path, PEOPLE.replace("F,x", "F,70"))
    with patch.object(Source, "_asked", noted):
        market = market_from_table(path, dimensions=[SEX, AGE], cost="paid")
    assert market.total.records == 5
    assert len(asked) == 2


def test_columns_must_hold_what_they_are_said_to_hold(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, PEOPLE))
    for how, words in (("31/12/2025", "'age' .* must hold numbers"), ("so", "no such way")):
        with pytest.raises(TableError, match=words):
            written_of(source, Recipe((SEX, AGE), written={"age": how}))
    with pytest.raises(TableError, match="no column 'ages'"):
        written_of(source, Recipe((SEX, AGE), written={"ages": "1,234"}))


def test_each_text_is_listed_once_however_many_batches_there_are() -> None:
    parts = [["a", None, "b"], ["c", "b"], []]
    schema = pa.schema({"d0": pa.string(), "r": pa.int64()})
    batches = [pa.record_batch([part, list(range(len(part)))], schema=schema) for part in parts]
    found = packed(pa.RecordBatchReader.from_batches(schema, batches))
    assert found.column("d0").to_pylist() == ["a", None, "b", "c", "b"]
    assert found.column("d0").combine_chunks().dictionary.to_pylist() == ["a", "b", "c"]
    assert not packed(pa.RecordBatchReader.from_batches(schema, [])).num_rows
