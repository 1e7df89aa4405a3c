"""Tables of cells are looked over before anything is asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tacit.errors import CostError, TableError, TacitError
from tacit.market.engine_checks import checksums, looked_over
from tacit.market.engine_queries import Questions
from tests.helpers.engines import connected

MEASURES = ("records", "spend", "excess")


@pytest.fixture(params=["duckdb", "sqlite"])
def engine(request: pytest.FixtureRequest) -> Iterator[Any]:
    with connected(request.param) as engine:
        yield engine


def table(engine: Any, **columns: list[int | None]) -> Any:
    """Three cells of one dimension, but for what is said."""
    usual: dict[str, Any] = {"d0": [0, 1, 2], "records": [5, 0, 7], "spend": [5, 0, 14]}
    usual |= {"excess": [-3, 2, 0], **columns}
    made = pa.table({name: pa.array(values, pa.int64()) for name, values in usual.items()})
    return engine.create_table(f"t{np.random.default_rng().integers(10**9)}", made, temp=True)


def look(cells: Any) -> Any:
    return looked_over(Questions(cells), cells, (3,), MEASURES)


def test_what_there_is_in_all_is_known_from_one_query(engine: Any) -> None:
    cells = table(engine)
    questions = Questions(cells)
    found = looked_over(questions, cells, (3,), MEASURES)
    assert (found.listed, found.filled) == (3, 2)
    assert found.totals == [12, 19, -1]
    assert found.highest == [7, 14, 2]
    assert questions.asked == 1


def test_no_cells_are_nothing(engine: Any) -> None:
    found = look(table(engine, d0=[], records=[], spend=[], excess=[]))
    assert (found.listed, found.filled, found.totals) == (0, 0, [0, 0, 0])


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"d0": [0, 1, 3]}, TableError),
        ({"d0": [0, -1, 2]}, TableError),
        ({"d0": [0, None, 2]}, TableError),
        ({"records": [1, None, 2]}, TableError),
        ({"records": [1, -1, 2]}, TableError),
        ({"spend": [1, -1, 2]}, TableError),
        ({"records": [2**62, 2**62, 2**62]}, TableError),
        ({"spend": [2**63 - 1, 2**63 - 1, 1]}, CostError),
        ({"excess": [2**62, -(2**62), 1]}, CostError),
    ],
)
def test_what_can_not_be_added_up_is_refused(
    engine: Any, wrong: dict[str, Any], error: type[TacitError]
) -> None:
    with pytest.raises(error):
        look(table(engine, **wrong))


def test_the_largest_that_can_be_is_exact(engine: Any) -> None:
    found = look(table(engine, records=[2**61, 2**61 - 2, 1], excess=[-(2**61), 2**60, 1]))
    assert found.totals[0] == 2**62 - 1
    assert found.totals[2] == -(2**61) + 2**60 + 1


def test_checksums_change_with_any_cell() -> None:
    with connected("duckdb") as one, connected("sqlite") as other:
        found = set()
        changes: list[dict[str, Any]] = [
            {},
            {"records": [5, 0, 8]},
            {"records": [7, 0, 5]},
            {"spend": [5, 0, 15]},
            {"excess": [-3, 1, 0]},
            {"d0": [1, 0, 2]},
            {"records": [5 + 2**31, 0, 7]},
        ]
        for change in changes:
            sums = [_sums(table(engine, **change)) for engine in (one, other)]
            assert sums[0] == sums[1]
            found.add(sums[0])
        assert len(found) == len(changes)


def _sums(cells: Any) -> tuple[int, ...]:
    answer = Questions(cells).answer(checksums(cells, (3,), MEASURES), with_values=False)
    return tuple(int(column[0]) for column in answer.values())
