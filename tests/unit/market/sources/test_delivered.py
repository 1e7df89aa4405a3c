"""What a seller delivered is counted into the market's cells, or refused without naming a value."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tacit.errors import TableError
from tacit.market.market import Market
from tacit.market.sources.delivered import Delivery, digest_of, read_delivery
from tacit.market.sources.load import load
from tacit.space.grouped import Grouped
from tacit.space.prefix import Prefix
from tacit.space.space import Space
from tests.helpers.tables import written

CANARY = "zanzibar"
TABLE = "sex,age,job\nF,20,nurse\nF,50,nurse\nM,30,cook\nM,31,cook\nF,29,nurse\n"
MARKET_FILE = """
[market]
table = "people.csv"
{missing}
[dimensions.sex]
kind = "nominal"
values = ["F", "M"]
[dimensions.age]
kind = "numeric"
edges = [25, 40]
labels = ["young", "middle", "old"]
[dimensions.work]
kind = "nominal"
column = "job"
values = [{jobs}]
{more}
"""


def people(
    folder: Path, missing: str = "", jobs: str = '"nurse", "cook"', more: str = ""
) -> Market:
    written(folder, TABLE)
    text = MARKET_FILE.format(missing=missing, jobs=jobs, more=more)
    return load(str(written(folder, text, "people.market.toml")))


def counts(delivery: Delivery) -> dict[tuple[Any, ...], int]:
    plan = delivery.purchase.to_plan()
    return {tuple(line["cell"].values()): line["count"] for line in plan}


def came(folder: Path, text: str, **more: Any) -> Delivery:
    return read_delivery(people(folder), written(folder, text, "came.csv"), **more)


def test_rows_are_counted_by_the_dimensions_of_the_market(tmp_path: Path) -> None:
    found = came(tmp_path, "job,sex,age\nnurse,F,19\nnurse, F ,22\ncook,M,30.0\n")
    assert counts(found) == {("F", "young", "nurse"): 2, ("M", "middle", "cook"): 1}
    assert (found.records, found.duplicates, found.by_id) == (3, None, False)
    assert repr(found) == "Delivery(3 records)"


def test_a_frame_is_read_as_well_as_a_file(tmp_path: Path) -> None:
    market = people(tmp_path)
    frame = pa.table({"sex": ["F", "M"], "age": [20, 30], "job": ["nurse", "cook"]})
    assert counts(read_delivery(market, frame)) == {
        ("F", "young", "nurse"): 1,
        ("M", "middle", "cook"): 1,
    }


def test_a_cell_that_the_market_lacks_is_told_as_it_came(tmp_path: Path) -> None:
    """Whether there are so many is for whoever knows what was ordered."""
    assert counts(came(tmp_path, "sex,age,job\nM,70,nurse\n")) == {("M", "old", "nurse"): 1}


def test_missing_values_that_the_market_keeps_are_kept(tmp_path: Path) -> None:
    market = people(
        tmp_path, 'missing = "keep"', '"nurse", "cook", "none"', 'missing-value = "none"'
    )
    found = read_delivery(market, written(tmp_path, "sex,age,job\nF,20,\nF,20,?\n", "came.csv"))
    assert counts(found) == {("F", "young", "none"): 2}


def test_values_that_the_market_collects_are_collected(tmp_path: Path) -> None:
    market = people(tmp_path, "", '"nurse", "rest"', 'other = "rest"')
    found = read_delivery(market, written(tmp_path, "sex,age,job\nF,20,pilot\n", "came.csv"))
    assert counts(found) == {("F", "young", "rest"): 1}


class TestRepeatedRows:
    ROWS = "id,sex,age,job\n1,F,20,nurse\n2,F,20,nurse\n2,F,20,nurse\n3,M,30,cook\n"

    def test_a_column_tells_records_apart(self, tmp_path: Path) -> None:
        found = came(tmp_path, self.ROWS, id_column="id")
        assert (found.duplicates, found.by_id) == (1, True)
        again = came(tmp_path, "id,sex,age,job\n7,F,20,nurse\n7,M,30,cook\n", id_column="id")
        assert again.duplicates == 1

    def test_without_one_all_columns_do(self, tmp_path: Path) -> None:
        found = came(tmp_path, self.ROWS)
        assert (found.duplicates, found.by_id) == (1, False)

    def test_columns_of_our_own_query_tell_nothing(self, tmp_path: Path) -> None:
        names = ",".join(("sex", "age", "job", "tacit_cell", "tacit_chance", "tacit_place"))
        rows = f"{names}\nF,20,nurse,1,0.25,1\nF,20,nurse,1,0.75,2\n"
        assert came(tmp_path, rows).duplicates is None
        with_more = f"note,{names}\nx,F,20,nurse,1,0.25,1\nx,F,20,nurse,1,0.75,2\n"
        assert came(tmp_path, with_more).duplicates == 1

    def test_records_without_what_tells_them_apart_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(TableError, match=r"1 of 2 rows .* column 'id'"):
            came(tmp_path, "id,sex,age,job\n1,F,20,nurse\n,M,30,cook\n", id_column="id")
        with pytest.raises(TableError, match="no column 'nr'"):
            came(tmp_path, self.ROWS, id_column="nr")


class TestKnownAgain:
    def test_by_what_the_column_holds_as_text(self, tmp_path: Path) -> None:
        found = came(tmp_path, "id,sex,age,job\n007,F,20,nurse\no'k,M,30,cook\n", id_column="id")
        assert (found.id_column, found.ids) == ("id", ("007", "o'k"))
        frame = pa.table({"nr": [7, 8], "sex": ["F"] * 2, "age": [20] * 2, "job": ["nurse"] * 2})
        assert read_delivery(people(tmp_path), frame, "nr").ids == ("7", "8")

    def test_by_the_bytes_of_the_file(self, tmp_path: Path) -> None:
        found = came(tmp_path, "sex,age,job\nF,20,nurse\n")
        assert found.digest == sha256((tmp_path / "came.csv").read_bytes()).hexdigest()
        assert (found.id_column, found.ids) == (None, None)

    def test_what_is_no_plain_file_has_none(self, tmp_path: Path) -> None:
        frame = pa.table({"sex": ["F"], "age": [20], "job": ["nurse"]})
        assert read_delivery(people(tmp_path), frame).digest is None
        assert digest_of(tmp_path) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"sex,job\nF,{CANARY}\n", "no column 'age'"),
        (f"sex,age,job\nF,20,{CANARY}\nF,20,{CANARY}s\n", "'job' of came.csv holds 2 values"),
        (
            "sex,age,job\nF,20,nurse\nF,,nurse\n",
            "1 of 2 rows of came.csv have no value in column 'age'",
        ),
        ("sex,age,job\nF,20,nurse\nF,inf,nurse\n", "column 'age' .* must hold numbers"),
        (f"sex,age,job\nF,20,nurse\nF,{CANARY},nurse\n", "'age' of came.csv must hold numbers"),
        (f"sex,age,job\nF,{CANARY},nurse\n", "'age' of came.csv must hold numbers"),
        ("sex,age,job\n", "has no rows"),
        ("", "is empty"),
    ],
)
def test_what_has_no_place_is_refused_by_its_column_alone(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(TableError, match=said) as refused:
        came(tmp_path, text)
    assert refused.value.setting is None
    error: BaseException | None = refused.value
    while error is not None:
        assert CANARY not in repr((error.args, vars(error)))
        error = error.__cause__ or error.__context__


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"there is no file .* the seller sent"):
        read_delivery(people(tmp_path), tmp_path / "nowhere.csv")


def test_what_came_is_placed_in_groups() -> None:
    city = Prefix("city", ("Ba*", "Å"), length=2)
    colour = Grouped.of("colour", {"warm": ["red", "orange"], "cold": ["blue"]})
    rows = pa.table({"city": ["Basel", "Bari", "Å"], "colour": ["red", "orange", "blue"]})
    market = Market.from_cells(Space((city, colour)), [[0, 0, 1], [0, 1, 1]], [5, 5, 5])
    assert counts(read_delivery(market, rows)) == {("Ba*", "warm"): 2, ("Å", "cold"): 1}
    for column, odd in (("city", "Oslo"), ("colour", "pink")):
        bad = rows.to_pydict() | {column: [odd] * 3}
        with pytest.raises(TableError, match=f"column '{column}' .* holds 1 values"):
            read_delivery(market, pa.table(bad))
