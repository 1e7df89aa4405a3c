"""How values are spelled, in Python and in SQL."""

from __future__ import annotations

import duckdb
import pytest

from tacit.market.sources.spelling import (
    BLANKS,
    as_written,
    bare_text,
    clean,
    cleaned,
    code_finder,
)
from tacit.market.sources.written import Written
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix

TEXTS = [" x ", " NA", "?", "", "x", "N/A ", "n/a", "nan", None]


def asked(sql: str) -> object:
    return duckdb.sql(f"SELECT {sql}").fetchall()[0][0]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_count_without_blanks_and_marks(text: str | None) -> None:
    known = {" x ": "x", "x": "x", "n/a": "n/a"}
    assert clean(text) == known.get(text or "")
    assert asked(cleaned("NULL" if text is None else f"'{text}'")) == clean(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        (" 1.5", 1.5),
        ("1e3", 1000),
        ("1_000", None),
        ("+-5", None),
        ("inf", None),
        ("x", None),
    ],
)
def test_plain_numbers_are_read_by_the_database(text: str, number: float | None) -> None:
    assert asked(as_written(f"'{text}'", Written.named("plain"))) == number


@pytest.mark.parametrize(
    ("text", "day"),
    [("2024-02-29", "2024-02-29"), ("2024-02-29 23:59:00", "2024-02-29"), ("2023-02-29", None)],
)
def test_plain_dates_are_read_by_the_database(text: str, day: str | None) -> None:
    found = asked(as_written(f"'{text}'", Written.named("2025-12-31")))
    assert (None if found is None else str(found)) == day


def test_a_number_is_found_however_it_is_spelled() -> None:
    find = code_finder(Ordinal.of("a", [1, 2.5]))
    assert [find(text) for text in ("1", "1.0", "+1", "2.50", "25e-1", "3", "x")] == [
        0,
        0,
        0,
        1,
        1,
        None,
        None,
    ]


def test_true_is_found_as_databases_and_people_spell_it() -> None:
    find = code_finder(Nominal("a", (True, False)))
    assert [find(text) for text in ("true", "True", "FALSE", "false")] == [0, 0, None, 1]


def test_what_is_blank_is_the_same_in_sql_and_in_python() -> None:
    assert set(BLANKS) == {chr(i) for i in range(0x110000) if chr(i).isspace()}
    texts = [*(f"{blank}x {blank}" for blank in BLANKS), " NA\t", "\u00a0", "", "N A"]
    rows = duckdb.execute(f"SELECT {bare_text('c')} FROM (SELECT unnest(?) AS c)", [texts])
    assert [text for (text,) in rows.fetchall()] == [clean(text) for text in texts]


def test_a_text_is_found_by_how_it_begins() -> None:
    find = code_finder(Prefix("a", ("Ba*", "B", "-"), length=2, missing="-"))
    assert [find(text) for text in ("Bari", "Ba", "B", None, "Oslo")] == [0, 0, 1, 2, None]
