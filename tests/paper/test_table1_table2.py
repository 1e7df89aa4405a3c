"""Every row of the paper's Tables 1 and 2, as printed."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import pytest

from tacit.paper import table1, table2
from tacit.paper.expansion import COLUMNS, Row

TABLES = {"table1": table1, "table2": table2}


def cases() -> list[tuple[str, str, str, str]]:
    """Table, block, attacker and protection of each row, without computing any."""
    return [
        (table, setting.title, attacker, protection)
        for table, module in TABLES.items()
        for setting in module.SETTINGS
        for attacker in setting.printed
        for protection in ("none", "expansion")
    ]


@cache
def computed(table: str) -> dict[tuple[str, str, str], Row]:
    return {(row.setting, row.attacker, row.protection): row for row in TABLES[table].run()}


@pytest.mark.parametrize(("table", "setting", "attacker", "protection"), cases())
def test_row_as_printed(table: str, setting: str, attacker: str, protection: str) -> None:
    row = computed(table)[setting, attacker, protection]
    assert dict(zip(COLUMNS, row.ours, strict=True)) == dict(zip(COLUMNS, row.printed, strict=True))
    assert row.matches


def test_there_are_32_rows() -> None:
    assert len(cases()) == len(set(cases())) == 32
    assert [len(computed(table)) for table in TABLES] == [16, 16]


@pytest.mark.parametrize("module", TABLES.values(), ids=TABLES)
def test_the_printed_numbers_differ_between_rows(module: ModuleType) -> None:
    """A row that matched everything would prove nothing."""
    expanded = {text for s in module.SETTINGS for _, _, text in s.printed.values()}
    assert len(expanded) >= 5


def test_a_row_with_another_number_does_not_match() -> None:
    row = computed("table1")[table1.SETTINGS[0].title, "em-f", "expansion"]
    altered = Row(row.setting, row.attacker, row.protection, row.ours, (*row.printed[:-1], "10.2%"))
    assert row.matches
    assert not altered.matches
