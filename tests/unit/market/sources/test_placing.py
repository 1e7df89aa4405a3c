"""Where groups of rows stand on a dimension."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tacit.errors import MarketFileError
from tacit.market.sources.grouping import Groups
from tacit.market.sources.placing import Placed, placed_on, require_listed
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix


def placed(d: Dimension, column: list[Any]) -> Placed:
    return placed_on(Groups(pa.table({"d0": column}), [d]), 0)


def test_spellings_of_one_value_share_its_code() -> None:
    found = placed(Nominal("a", ("x", "y")), ["x", " x", "y"])
    assert found.codes.tolist() == [0, 0, 1]
    assert found.shared
    assert not placed(Nominal("a", ("x", "y")), ["x", "y"]).shared


def test_what_is_missing_stands_nowhere_unless_there_is_a_place() -> None:
    found = placed(Nominal("a", ("x",)), ["x", " NA", None])
    assert (found.codes.tolist(), found.lacks.tolist()) == ([0, -1, -1], [False, True, True])
    kept = placed(Nominal("a", ("x", "none"), missing="none"), ["x", " NA", None])
    assert (kept.codes.tolist(), kept.lacks.tolist()) == ([0, 1, 1], [False, True, True])


def test_beginnings_are_not_cleaned_again() -> None:
    d = Prefix("a", ("NA*", "B *", "B"), length=2)
    found = placed(d, ["NA", "B ", "B", None])
    assert (found.codes.tolist(), found.lacks.tolist()) == ([0, 1, 2, -1], [False] * 3 + [True])


def test_members_stand_with_their_group() -> None:
    found = placed(Grouped.of("a", {"g": ["x", 2], "h": ["y"]}), ["x", " y", "2.0", "z"])
    assert found.codes.tolist() == [0, 1, 0, -1]
    assert found.shared
    assert set(found.unlisted) == {"z"}


def test_bins_are_numbered_and_the_last_is_for_no_number() -> None:
    age = Numeric.binned("age", [10, 20], order=["11 to 20", "up to 10", "from 21"], integer=True)
    found = placed(age, [0, 1, 2, 3])
    assert found.codes.tolist() == [1, 0, 2, -1]
    assert found.lacks.tolist() == [False, False, False, True]
    assert not found.shared
    with_text = placed(age, [0, 4, 3])
    assert (with_text.codes.tolist(), with_text.shared) == ([1, -1, -1], True)


def test_other_text_among_numbers_stands_with_what_is_missing() -> None:
    kept = placed(Ordinal.of("a", [1, 2, "none"], missing="none"), ["1", "soon", "2.0"])
    assert (kept.codes.tolist(), kept.lacks.tolist()) == ([0, 2, 1], [False, True, False])
    assert set(placed(Ordinal.of("a", [1, 2]), ["1", "soon"]).unlisted) == {"soon"}
    assert set(placed(Ordinal.of("a", [1, 2, "none"], missing="none"), ["7"]).unlisted) == {"7"}


def test_values_that_are_not_listed_are_refused_where_they_are_kept() -> None:
    d = Nominal("a", ("x",))
    found = placed(d, ["x", "y"])
    require_listed(d, found, np.array([True, False]))
    with pytest.raises(MarketFileError, match=r"holds 1 values .* such as 'y'"):
        require_listed(d, found, np.array([False, True]))
