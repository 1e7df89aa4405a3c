"""What is wanted beside what is published: the rows of a table a person can read."""

from __future__ import annotations

import pytest

from tacit.market.mass import Mass
from tacit.report.priced import priced_rows

WANTED, PUBLISHED = Mass(1788, 1788, 3, 3), Mass(6000, 6000, 1200, 1200)


@pytest.mark.parametrize("matching", [None, WANTED])
def test_what_meets_its_bins_or_is_not_known(matching: Mass | None) -> None:
    rows = priced_rows(WANTED, PUBLISHED, matching)
    assert rows == [("wanted", WANTED, "3"), ("published", PUBLISHED, "1,200")]


def test_bins_that_hold_more_have_a_row_of_their_own() -> None:
    matching = Mass(783, 783, 3, 3)
    rows = priced_rows(WANTED, PUBLISHED, matching)
    assert [(name, mass.records, cells) for name, mass, cells in rows] == [
        ("wanted", 783, ""),
        ("its bins", 1788, "3"),
        ("published", 6000, "1,200"),
    ]
