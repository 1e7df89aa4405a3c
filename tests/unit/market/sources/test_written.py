"""How a column is written is found from its texts, and what is unsure is told."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.errors import SettingError
from tacit.market.sources.written import Recognised, Written, _every_name, recognised
from tacit.market.sources.written_dates import Dates
from tacit.market.sources.written_numbers import Numbers
from tests.helpers.written_texts import (
    DATES,
    MIXED,
    NUMBERS,
    date_texts,
    in_sql,
    matched,
    number_texts,
)


def found(*texts: str) -> Recognised:
    return recognised(dict.fromkeys(texts, 1))


@pytest.mark.parametrize(
    ("texts", "name", "kind"),
    [
        (["5", "0", "-17"], "1234", "integer"),
        (["1999", "2024"], "1234", "integer"),
        (["5", "0.5"], "1234.50", "number"),
        (["1e5", "+5", "-.5"], "1234.50", "number"),
        (["1,234.50", "5"], "1,234.50", "number"),
        (["1,234,567"], "1,234", "integer"),
        (["1.234,50"], "1.234,50", "number"),
        (["1.234.567"], "1.234", "integer"),
        (["12,5", "1,234"], "1234,50", "number"),
        (["0,123", "1,234"], "1234,50", "number"),
        (["1\u00a0234", "5"], "1 234", "integer"),
        (["1 234,50 €", "7 €"], "€1 234,50", "number"),
        (["€1.234,50"], "€1.234,50", "number"),
        (["$1,234.50", "($5)"], "$1,234.50", "number"),
        (["1'234.50"], "1'234.50", "number"),
        (["(17)", "5"], "1,234", "integer"),
        (["\u22125", "5"], "1,234", "integer"),
        (["12.5%", "3 %"], "1234.50%", "number"),
        (["£5"], "£1234", "integer"),
        (["USD 5", "7 USD"], "USD 1234", "integer"),
        (["2025-12-31", "2024-01-05"], "2025-12-31", "date"),
        (["2025-12-31T10:00:00Z"], "2025-12-31 23:59", "date"),
        (["31/12/2025", "03/04/2025"], "31/12/2025", "date"),
        (["12/31/2025", "03/04/2025"], "12/31/2025", "date"),
        (["31.12.2025"], "31.12.2025", "date"),
        (["31/12/25"], "31/12/25", "date"),
        (["12 Mar 2024", "5 September 2023"], "31 Dec 2025", "date"),
        (["March 12, 2024"], "Dec 31, 2025", "date"),
        (["31-Dec-25"], "31-Dec-25", "date"),
    ],
)
def test_a_column_has_one_way(texts: list[str], name: str, kind: str) -> None:
    one = found(*texts)
    assert one.written is not None
    assert (one.written.name, one.written.kind) == (name, kind)
    assert (one.fits, one.odd, one.ambiguous, one.example) == (len(texts), 0, None, None)


@pytest.mark.parametrize(
    "texts",
    [
        *(["Ann"], ["01234", "5", "6"], ["1.2.3"], ["10.0.0.1"], ["192.168.100.200"], ["12:30"]),
        *(["10-20"], ["555-1234"], ["(555) 123-4567"], ["+491701234567"], ["512 345 678"]),
        *(["1" * 19], ["5", "1" * 19], ["inf", "nan"], ["Jan 2024"], ["2024-01"], ["2024Q1"]),
        *(["$5", "€7"], ["USD 5", "7 EUR"], ["ICE 123"], ["31/02/2024"], ["31/12/25", "soon"]),
        *(["5", "6", "7", "x"], ["5", "31/12/2025"]),
    ],
    ids=str,
)
def test_names(texts: list[str]) -> None:
    assert found(*texts) == Recognised(None, 0, len(texts))


@pytest.mark.parametrize(
    ("texts", "name", "other", "example"),
    [
        (["1.234", "5"], "1234.50", "1.234", "1.234"),
        (["1,234", "22,500"], "1,234", "1234,50", "1,234"),
        (["(1.234)"], "1,234.50", "1.234", "(1.234)"),
        (["01/01/2025", "03/04/2025"], "31/12/2025", "12/31/2025", "03/04/2025"),
        (["03.04.2025"], "31.12.2025", "12.31.2025", "03.04.2025"),
        (["3/4/25"], "31/12/25", "12/31/25", "3/4/25"),
        (["03-04-2025 10:00"], "31-12-2025 23:59", "12-31-2025 23:59", "03-04-2025 10:00"),
    ],
)
def test_two_readings_are_told(texts: list[str], name: str, other: str, example: str) -> None:
    one = found(*texts)
    assert one.written is not None
    assert one.ambiguous is not None
    assert (one.written.name, one.ambiguous.name, one.example) == (name, other, example)


def test_a_few_odd_rows_are_counted() -> None:
    one = recognised({"5": 3, "17": 1, "see note": 1})
    assert (one.written, one.fits, one.odd) == (Written.named("1234"), 4, 1)


def test_nothing_is_names() -> None:
    assert recognised({}) == Recognised(None, 0, 0)


def test_names_lead_back() -> None:
    for name, way in _every_name().items():
        written = Written.named(name)
        assert written.style == way
        assert written.name == ("1234.50" if name == "plain" else name)
        assert written.read(name) is not None or name == "plain"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(SettingError, match="Did you mean '31/12/2025'"):
        Written.named("31/12/2026")


def test_what_a_way_says() -> None:
    plain, money, day = map(Written.named, ("1234", "$1,234.50", "31/12/2025"))
    assert [way.sql_type for way in (plain, money, day)] == ["BIGINT", "DOUBLE", "DATE"]
    assert [way.is_plain for way in (plain, money, day)] == [True, False, False]
    assert Written.named("2025-12-31 23:59").is_plain
    assert matched(money, ["$5", "€5", None]) == [True, False, False]  # type: ignore[list-item]


@settings(deadline=None)
@given(st.data(), st.sampled_from([*NUMBERS, *DATES]))
def test_a_pure_column_is_read_as_it_was_written(data: st.DataObject, way: Numbers | Dates) -> None:
    texts = number_texts(way) if isinstance(way, Numbers) else date_texts(way)
    pairs: dict[str, object] = dict(data.draw(st.lists(texts, min_size=1, max_size=12)))
    one = found(*pairs)
    if one.written is None:  # digits alone may be ids
        assert isinstance(way, Numbers)
        return
    assert one.odd == 0 or one.fits >= 4 * one.odd
    if reads(one.written, pairs) != list(pairs.values()):
        assert one.ambiguous is not None
        assert one.example in pairs
        assert reads(one.ambiguous, [one.example]) != reads(one.written, [one.example])


def reads(way: Written, texts: Iterable[str]) -> list[object]:
    return [way.read(text) for text in texts]


@settings(deadline=None)
@given(st.dictionaries(MIXED.map(str.strip).filter(bool), st.integers(1, 9), min_size=1))
def test_counts_are_of_rows_and_the_database_agrees(texts: dict[str, int]) -> None:
    one = recognised(texts)
    assert one.fits + one.odd == sum(texts.values())
    if one.written is not None:
        values = in_sql(one.written, list(texts))
        assert values == reads(one.written, texts)
        fits = [value is not None for value in values]
        assert matched(one.written, list(texts)) == fits
        assert one.fits == sum(n for n, fit in zip(texts.values(), fits, strict=True) if fit)
