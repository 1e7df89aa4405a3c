"""Table 1's own words: what is claimed of the rows, and what a case of one's own shows."""

from __future__ import annotations

from pathlib import Path

from tacit.paper import table1
from tests.helpers.cases import small_case


def test_a_case_of_ones_own_has_one_sheet_and_no_claims(tmp_path: Path) -> None:
    made = table1.exhibit(small_case(tmp_path))
    (sheet,) = made.sheets
    assert made.title == "Published intents"
    assert sheet.title == "Published intents, your case"
    assert not made.claims


def test_every_block_prints_two_rows_of_eight_numbers_for_each_attacker() -> None:
    for setting in table1.SETTINGS:
        assert set(setting.printed) == {"pi-uniform", "em-f", "em-c", "em-fc"}
        for _, bare, expanded in setting.printed.values():
            assert len(bare.split()) == len(expanded.split()) == 8


def test_a_fall_is_the_difference_between_bare_and_expanded() -> None:
    found = {("x", "em-fc", "none"): ("-", "67.5%"), ("x", "em-fc", "expansion"): ("-", "8.4%")}
    assert round(table1._fall(found, "x", "em-fc", 1), 1) == 59.1
