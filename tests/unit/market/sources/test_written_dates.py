"""Dates, however they are written: each reads back as itself, and nothing else reads as a date."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.market.sources.written_dates import Dates
from tests.helpers.written_texts import CENTURIES, date_texts, in_sql, near

ISO, DAY, MONTH = Dates(), Dates("dmy", "/"), Dates("mdy", "/")
SHORT = Dates("dmy", "/", short_year=True)


@pytest.mark.parametrize(
    ("way", "text", "day"),
    [
        (ISO, "2025-12-31", date(2025, 12, 31)),
        (ISO, " 2024-02-29\u00a0", date(2024, 2, 29)),
        (ISO, "0001-01-01", date(1, 1, 1)),
        (ISO, "9999-12-31", date(9999, 12, 31)),
        (Dates(time=True), "2025-12-31", date(2025, 12, 31)),
        (Dates(time=True), "2025-12-31T23:30:00-05:00", date(2025, 12, 31)),
        (Dates(time=True), "2025-12-31 00:30:00.123456789Z", date(2025, 12, 31)),
        (Dates("ymd", "/"), "2024/1/5", date(2024, 1, 5)),
        (DAY, "03/04/2025", date(2025, 4, 3)),
        (MONTH, "03/04/2025", date(2025, 3, 4)),
        (Dates("mdy", "/", time=True), "1/5/2024 3:30 PM", date(2024, 1, 5)),
        (Dates("dmy", "."), "31.12.2025", date(2025, 12, 31)),
        (Dates("dmy", " "), "31 12 2025", date(2025, 12, 31)),
        (Dates("dmy", " ", True), "12 Mar 2024", date(2024, 3, 12)),
        (Dates("dmy", " ", True), "5 September 2023", date(2023, 9, 5)),
        (Dates("dmy", " ", True, time=True), "5 May 2023 10:00", date(2023, 5, 5)),
        (Dates("dmy", " ", True), "1 sept 2024", date(2024, 9, 1)),
        (Dates("dmy", "-", True, time=True), "31-OCT-2024T10:00", date(2024, 10, 31)),
        (Dates("dmy", "-", True, True), "5-May-24", date(2024, 5, 5)),
        (Dates("mdy", " ", True), "March 12, 2024", date(2024, 3, 12)),
        (Dates("mdy", " ", True), "Sept. 5 2024", date(2024, 9, 5)),
        (SHORT, "1/1/69", date(2069, 1, 1)),
        (SHORT, "1/1/70", date(1970, 1, 1)),
        (SHORT, "29/02/00", date(2000, 2, 29)),
        (replace(SHORT, last_year=2027), "1/1/27", date(2027, 1, 1)),
        (replace(SHORT, last_year=2027), "1/1/28", date(1928, 1, 1)),
        (replace(SHORT, last_year=1999), "1/1/00", date(1900, 1, 1)),
        (Dates("dmy", ".", short_year=True), "31.12.25", date(2025, 12, 31)),
    ],
)
def test_what_is_a_date(way: Dates, text: str, day: date) -> None:
    assert way.read(text) == day
    assert in_sql(way, [text]) == [day]


@pytest.mark.parametrize(
    ("way", "text"),
    [
        *(
            (ISO, text)
            for text in ("0000-01-01", "10000-01-01", "2023-02-29", "2024-13-01", "2024-01")
        ),
        *((ISO, text) for text in ("2024-01-05 (BC)", "epoch", "infinity", "2024-01-05 10:00", "")),
        *(
            (Dates(time=True), f"2024-01-05{rest}")
            for rest in (" 24:00", " foo", "T", " 10", "10:00")
        ),
        *(
            (DAY, text)
            for text in ("31/02/2024", "12/31/2025", "1/1/25", "31.12.2025", "31/12.2025")
        ),
        *((MONTH, text) for text in ("31/12/2025", "02/30/2024", "1/1/10000")),
        (replace(SHORT, last_year=1999), "29/02/00"),
        *((SHORT, text) for text in ("1/1/2025", "29/02/01", "1/1/5")),
        (Dates("dmy", ".", short_year=True), "1.2.10"),
        *((Dates("dmy", " ", True), text) for text in ("31 Feb 2024", "12 Mars 2024", "Jan 2024")),
        (Dates("dmy", " ", True), "12 \u017fep 2024"),
    ],
)
def test_what_is_none(way: Dates, text: str) -> None:
    assert way.read(text) is None
    assert in_sql(way, [text]) == [None]


@pytest.mark.parametrize(
    "odd",
    [("ydm", "-"), ("dmy", ""), ("dmy", ";"), ("mdy", "/", True), ("ymd", "-", False, True)],
)
def test_nobody_writes_so(odd: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="nobody writes"):
        Dates(*odd)


@settings(deadline=None)
@given(st.data(), st.sampled_from(CENTURIES))
def test_a_date_reads_back_as_itself(data: st.DataObject, way: Dates) -> None:
    written = data.draw(st.lists(date_texts(way), min_size=1, max_size=8))
    texts, days = [text for text, _ in written], [day for _, day in written]
    assert [way.read(text) for text in texts] == days
    assert in_sql(way, texts) == days


@settings(deadline=None)
@given(st.data(), st.sampled_from(CENTURIES))
def test_the_database_and_python_agree(data: st.DataObject, way: Dates) -> None:
    texts = data.draw(st.lists(near(way), min_size=1, max_size=8))
    assert in_sql(way, texts) == [way.read(text) for text in texts]


@settings(deadline=None)
@given(st.lists(date_texts(Dates(time=True)), min_size=1, max_size=8))
def test_a_database_reads_plain_dates_by_itself(written: list[tuple[str, date]]) -> None:
    class Direct(Dates):
        def sql(self, c: str) -> str:
            return f"TRY_CAST(trim({c}) AS DATE)"

    assert in_sql(Direct(time=True), [text for text, _ in written]) == [day for _, day in written]
