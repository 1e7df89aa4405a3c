"""Table 2's own words, and that it stands on other data than Table 1."""

from __future__ import annotations

from pathlib import Path

from tacit.paper import table1, table2
from tests.helpers.cases import small_case


def test_a_case_of_ones_own_has_one_sheet_and_no_claims(tmp_path: Path) -> None:
    made = table2.exhibit(small_case(tmp_path))
    assert [sheet.title for sheet in made.sheets] == ["Published intents, your case"]
    assert not made.claims


def test_the_same_true_intents_on_other_data() -> None:
    for ours, other in zip(table2.SETTINGS, table1.SETTINGS, strict=True):
        assert ours.wanted == other.wanted
        assert (ours.data, other.data) == ("synthetic", "adult")


def test_costs_are_not_records_here() -> None:
    for setting in table2.SETTINGS:
        for _, bare, expanded in setting.printed.values():
            for row in (bare.split(), expanded.split()):
                assert len(row) == 8
                assert float(row[2]) > int(row[5])
