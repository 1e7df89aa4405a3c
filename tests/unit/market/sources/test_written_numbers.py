"""Numbers, however they are written: each reads back as itself, and nothing else reads as a number."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.market.sources.written_numbers import Numbers
from tests.helpers.written_texts import NUMBERS, in_sql, near, number_texts

PLAIN, POINT, COMMA = Numbers(), Numbers(".", ","), Numbers(",", ".")


@pytest.mark.parametrize(
    ("way", "text", "number"),
    [
        (PLAIN, "1e5", 1e5),
        (PLAIN, "+5", 5.0),
        (PLAIN, "-.5", -0.5),
        (PLAIN, " 5.\u00a0", 5.0),
        (PLAIN, "007.25", 7.25),
        (POINT, "1,234.50", 1234.5),
        (POINT, "1234.50", 1234.5),
        (POINT, "(1,234)", -1234.0),
        (POINT, "\u22125", -5.0),
        (POINT, "1e\u22122", 0.01),
        (COMMA, "1.234,50", 1234.5),
        (COMMA, "1,234", 1.234),
        (COMMA, "1,5e3", 1500.0),
        (Numbers(",", " "), "1\u202f234\u00a0567,5", 1234567.5),
        (Numbers(".", "'"), "1'234\u2019567.5", 1234567.5),
        (Numbers(".", ",", "$"), "$1,234.50", 1234.5),
        (Numbers(".", ",", "$"), "-$5", -5.0),
        (Numbers(".", ",", "$"), "($1,234.50)", -1234.5),
        (Numbers(",", " ", "€"), "1 234,50 €", 1234.5),
        (Numbers(",", ".", "€"), "€1.234,50", 1234.5),
        (Numbers(".", "", "%"), "12.5%", 12.5),
        (Numbers(".", "", "%"), "12.5 %", 12.5),
        (Numbers(".", "", "%"), "(12.5)%", -12.5),
        (Numbers(".", "", "%"), "0", 0.0),
        (Numbers(".", "", "%"), "0.00", 0.0),
        (Numbers(unit="£"), "£5", 5.0),
        (Numbers(unit="USD"), "USD 5", 5.0),
        (Numbers(unit="EUR"), "5 EUR", 5.0),
        (Numbers(unit="EUR"), "1E5EUR", 1e5),
        (Numbers(whole=True), "999999999999999999", 999999999999999999),
        (POINT.as_whole, "(1,234)", -1234),
    ],
)
def test_what_is_a_number(way: Numbers, text: str, number: float) -> None:
    assert way.read(text) == number
    assert in_sql(way, [text]) == [number]
    assert isinstance(way.read(text), int if way.whole else float)


@pytest.mark.parametrize("way", [PLAIN, POINT, COMMA, PLAIN.as_whole, COMMA.as_whole], ids=str)
@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "-",
            ".",
            ",",
            "e5",
            "1e",
            "5 5",
            "+-5",
            "--5",
            "1_000",
            "0x1F",
            "5\t",
            "\n5",
            "٣",
        ),
        *("inf", "-Infinity", "nan", "NaN", "1e400", "-1e999", "007", "1" * 19, "9" * 30, "1.2.3"),
        *("12:30", "10-20", "192.168.1.1", "555-1234", "(555) 123-4567", "1,23,4", "1..5", "5\0"),
        *("(5", "5)", "(-5)", "$5", "5 EUR", "%", "5%", "five"),
        *("1,234,567,890,123,456,789", "1.234.567.890.123.456.789"),
    ],
)
def test_what_is_none(way: Numbers, text: str) -> None:
    assert way.read(text) is None
    assert in_sql(way, [text]) == [None]


def test_plain_numbers_are_what_a_database_reads_by_itself() -> None:
    assert PLAIN.is_plain
    assert PLAIN.as_whole.is_plain
    assert not any(way.is_plain for way in (POINT, COMMA, Numbers(unit="$")))
    assert PLAIN.read("(5)") is None
    assert POINT.read("(5)") == -5


def test_no_text_is_no_number() -> None:
    assert in_sql(POINT, [None]) == [None]  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("decimal", "thousands", "unit", "whole"),
    [(".", ".", "", False), (";", "", "", False), (".", "", "ICE", False), (",", "", "", True)],
)
def test_nobody_writes_so(decimal: str, thousands: str, unit: str, whole: bool) -> None:
    with pytest.raises(ValueError, match="nobody writes"):
        Numbers(decimal, thousands, unit, whole)


@settings(deadline=None)
@given(st.data(), st.sampled_from(NUMBERS))
def test_a_number_reads_back_as_itself(data: st.DataObject, way: Numbers) -> None:
    written = data.draw(st.lists(number_texts(way), min_size=1, max_size=8))
    texts, numbers = [text for text, _ in written], [number for _, number in written]
    assert [way.read(text) for text in texts] == numbers
    assert in_sql(way, texts) == numbers


@settings(deadline=None)
@given(st.data(), st.sampled_from(NUMBERS))
def test_the_database_and_python_agree(data: st.DataObject, way: Numbers) -> None:
    texts = data.draw(st.lists(near(way), min_size=1, max_size=8))
    assert in_sql(way, texts) == [way.read(text) for text in texts]


@settings(deadline=None)
@given(st.lists(near(PLAIN), min_size=1, max_size=8), st.booleans())
def test_a_database_reads_plain_numbers_by_itself(texts: list[str], whole: bool) -> None:
    class Direct(Numbers):
        def sql(self, c: str) -> str:
            return f"TRY_CAST(trim({c}) AS {self.sql_type})"

    way = Direct(whole=whole)
    fitting = [text for text in texts if way.read(text) is not None]
    assert in_sql(way, fitting) == [way.read(text) for text in fitting]


@pytest.mark.parametrize("text", ["0.65", "14", "(5)", "-0.5", "00"])
def test_a_number_without_its_percent_sign_may_be_on_another_scale(text: str) -> None:
    way = Numbers(unit="%")
    assert way.read(text) is None
    assert in_sql(way, [text]) == [None]
