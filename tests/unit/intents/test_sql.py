"""SQL conditions read as boxes, and what is said of those that are none."""

from __future__ import annotations

import logging
import traceback
from datetime import date
from typing import Any

import pytest

from tacit.errors import IntentError, NotABox, TacitError, UnknownDimension, UnknownValue
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.reading import parse_condition
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tacit.space.tree import Tree

SPACE = Space(
    (
        Nominal("race", ("A", "B", "C")),
        Nominal("sex", ("F", "M")),
        Numeric.binned("age", [17, 24, 61], ["child", "young", "adult", "old"], integer=True),
        Numeric.binned("hours-per-week", [10, 20.5], ["few", "some", "many"], missing="(none)"),
        Numeric.binned("day", [date(2020, 1, 31)], ["early", "late"]),
        Ordinal.of("size", ["S", "M", "L"], order=["M", "L", "S"]),
        Ordinal.of("level", [1, 2, 3, "(none)"], missing="(none)"),
        Nominal("member", (True, False, "(none)"), missing="(none)"),
        Tree.of("country", {"Europe": ["France", "Italy"], "Asia": ["Japan"]}),
        Matrix("taste", ("it's", 'a "b"', "größe 🦄"), ((0, 1, 2), (1, 0, 1), (2, 1, 0))),
        Nominal("town", ("X", "Y", "(other)"), other="(other)", column="City Name"),
    )
)


def read(text: str) -> Intent:
    return parse_condition(SPACE, text)


def limits(text: str) -> dict[str, list[Any]]:
    """What a condition leaves of the dimensions that it limits."""
    intent = read(text)
    return {n: values for n, values in intent.to_json().items() if not intent.is_all(n)}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("race = 'A'", {"race": ["A"]}),
        ("race == 'A'", {"race": ["A"]}),
        ("'A' = race", {"race": ["A"]}),
        ("race <> 'A'", {"race": ["B", "C"]}),
        ("race != 'A'", {"race": ["B", "C"]}),
        ("'A' <> race", {"race": ["B", "C"]}),
        ("race IN ('C', 'A')", {"race": ["A", "C"]}),
        ("race IN ('A', 'A')", {"race": ["A"]}),
        ("race NOT IN ('C', 'A')", {"race": ["B"]}),
        ("race IN ('A', 'B', 'C')", {}),
        ("RACE in ('A')", {"race": ["A"]}),
        ("\"Race\" = 'A'", {"race": ["A"]}),
        ("t.race = 'A'", {"race": ["A"]}),
        ("(race) = ('A')", {"race": ["A"]}),
        ("race = CAST('A' AS VARCHAR)", {"race": ["A"]}),
        ("race = 'A' -- a remark", {"race": ["A"]}),
        ("/* a remark */ race = 'A'", {"race": ["A"]}),
        ("  race = 'A' ; ", {"race": ["A"]}),
        ("race\n=\n'A'", {"race": ["A"]}),
        ("country = 'Europe'", {"country": ["France", "Italy"]}),
        ("country <> 'Europe'", {"country": ["Japan"]}),
        ("country IN ('Asia', 'Italy')", {"country": ["Italy", "Japan"]}),
        ("taste = 'it''s'", {"taste": ["it's"]}),
        ("taste IN ('a \"b\"', 'größe 🦄')", {"taste": ['a "b"', "größe 🦄"]}),
        ("town = '(other)'", {"town": ["(other)"]}),
        ("town NOT IN ('X')", {"town": ["Y", "(other)"]}),
        ("\"City Name\" IN ('X')", {"town": ["X"]}),
        ("\"city name\" NOT IN ('X', 'Y')", {"town": ["(other)"]}),
    ],
)
def test_names(text: str, left: dict[str, list[Any]]) -> None:
    assert limits(text) == left


@pytest.mark.parametrize(
    ("text", "bins", "widened"),
    [
        ("age BETWEEN 25 AND 61", ["adult"], False),
        ("age NOT BETWEEN 25 AND 61", ["child", "young", "old"], False),
        ("age BETWEEN 61 AND 25", [], False),
        ("age BETWEEN 20 AND 61", ["young", "adult"], True),
        ("age < 18", ["child"], False),
        ("age <= 17", ["child"], False),
        ("age < 17", ["child"], True),
        ("age <= 17.9", ["child"], False),
        ("age > 61", ["old"], False),
        ("age >= 62", ["old"], False),
        ("age >= 61", ["adult", "old"], True),
        ("18 > age", ["child"], False),
        ("17 >= age", ["child"], False),
        ("61 < age", ["old"], False),
        ("62 <= age", ["old"], False),
        ("5 < age", ["child", "young", "adult", "old"], True),
        ("AGE < 18", ["child"], False),
        ("age = 30", ["adult"], True),
        ("age = 30.5", [], False),
        ("age <> 30", ["child", "young", "adult", "old"], True),
        ("age <> 30.5", ["child", "young", "adult", "old"], False),
        ("age = 'adult'", ["adult"], False),
        ("age IN ('child', 'old')", ["child", "old"], False),
        ("age NOT IN ('child', 'old')", ["young", "adult"], False),
        ("age IN (18, 19, 20, 21, 22, 23, 24)", ["young"], False),
        ("age > -5", ["child", "young", "adult", "old"], True),
        ("age < -(-18)", ["child"], False),
        ("age < 1.8e1", ["child"], False),
        ("age > 17 AND age <= 24 OR age > 61", ["young", "old"], False),
        ("age <= 17 OR age >= 18", ["child", "young", "adult", "old"], False),
        ("age > 17 AND age < 18", [], False),
        ("NOT age > 24", ["child", "young"], False),
        ("age < 99999999999999999999999999", ["child", "young", "adult", "old"], True),
    ],
)
def test_whole_numbers(text: str, bins: list[str], widened: bool) -> None:
    intent = read(text)
    assert intent.to_json()["age"] == bins
    assert intent.widened == (("age",) if widened else ())


@pytest.mark.parametrize(
    ("text", "bins", "widened"),
    [
        ('"hours-per-week" <= 10', ["few"], False),
        ("hours-per-week <= 10", ["few"], False),
        ("hours-per-week < 10", ["few"], True),
        ("hours-per-week > 10", ["some", "many"], False),
        ("hours-per-week >= 10", ["few", "some", "many"], True),
        ("hours-per-week > 10 AND hours-per-week <= 20.5", ["some"], False),
        ("hours-per-week BETWEEN 11 AND 20", ["some"], True),
        ("hours-per-week IS NULL", ["(none)"], False),
        ("hours-per-week IS NOT NULL", ["few", "some", "many"], False),
        ("NOT hours-per-week IS NOT NULL", ["(none)"], False),
        ("hours-per-week = '(none)'", ["(none)"], False),
        ("hours-per-week > 20.5 OR hours-per-week IS NULL", ["many", "(none)"], False),
        ("NOT hours-per-week > 20.5", ["few", "some"], False),
        ("NOT (hours-per-week > 20.5 OR hours-per-week IS NULL)", ["few", "some"], False),
        ("hours-per-week <> 'few'", ["some", "many"], False),
        ("hours-per-week NOT IN ('few')", ["some", "many"], False),
        ("hours-per-week NOT BETWEEN 0 AND 20.5", ["few", "many"], True),
    ],
)
def test_real_numbers_and_missing_values(text: str, bins: list[str], widened: bool) -> None:
    intent = read(text)
    assert intent.to_json()["hours-per-week"] == bins
    assert intent.widened == (("hours-per-week",) if widened else ())


@pytest.mark.parametrize(
    ("text", "bins", "widened"),
    [
        ("day <= DATE '2020-01-31'", ["early"], False),
        ("day < DATE '2020-02-01'", ["early"], False),
        ("day < '2020-02-01'", ["early"], False),
        ("day < CAST('2020-02-01' AS DATE)", ["early"], False),
        ("day < '2020-02-01'::DATE", ["early"], False),
        ("day < TIMESTAMP '2020-02-01 00:00:00'", ["early"], False),
        ("DATE '2020-02-01' <= day", ["late"], False),
        ("day >= DATE '2020-02-02'", ["late"], True),
        ("day = DATE '2020-01-31'", ["early"], True),
        ("day BETWEEN '2020-01-31' AND '2020-02-01'", ["early", "late"], True),
        ("day = 'late'", ["late"], False),
    ],
)
def test_dates(text: str, bins: list[str], widened: bool) -> None:
    intent = read(text)
    assert intent.to_json()["day"] == bins
    assert intent.widened == (("day",) if widened else ())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("size < 'M'", {"size": ["S"]}),
        ("size >= 'M'", {"size": ["M", "L"]}),
        ("size BETWEEN 'S' AND 'M'", {"size": ["M", "S"]}),
        ("'M' < size", {"size": ["L"]}),
        ("level < 3", {"level": [1, 2]}),
        ("level < 2.5", {"level": [1, 2]}),
        ("level > 1", {"level": [2, 3]}),
        ("level >= 1", {"level": [1, 2, 3]}),
        ("level = 2.0", {"level": [2]}),
        ("level <> 2", {"level": [1, 3]}),
        ("level IS NULL", {"level": ["(none)"]}),
        ("level = 1 OR level IS NULL", {"level": [1, "(none)"]}),
    ],
)
def test_names_and_numbers_in_an_order(text: str, left: dict[str, list[Any]]) -> None:
    assert limits(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("member", [True]),
        ("NOT member", [False]),
        ("member = TRUE", [True]),
        ("member = false", [False]),
        ("member <> TRUE", [False]),
        ("member IN (TRUE, FALSE)", [True, False]),
        ("member IS TRUE", [True]),
        ("member IS NOT TRUE", [False, "(none)"]),
        ("member IS NULL", ["(none)"]),
        ("member IS NOT NULL", [True, False]),
        ("NOT member OR member IS NULL", [False, "(none)"]),
    ],
)
def test_true_and_false(text: str, left: list[Any]) -> None:
    assert limits(text) == {"member": left}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("TRUE", {}),
        ("NOT FALSE", {}),
        ("race = 'A' AND TRUE", {"race": ["A"]}),
        ("race = 'A' OR FALSE", {"race": ["A"]}),
        ("race = 'A' OR TRUE", {}),
        ("race = 'A' AND sex = 'F'", {"race": ["A"], "sex": ["F"]}),
        ("race = 'A' OR race = 'B'", {"race": ["A", "B"]}),
        ("race = 'A' OR race <> 'A'", {}),
        ("NOT race = 'A'", {"race": ["B", "C"]}),
        ("NOT NOT race = 'A'", {"race": ["A"]}),
        ("NOT (race = 'A' OR sex = 'F')", {"race": ["B", "C"], "sex": ["M"]}),
        ("NOT (race = 'A' AND race = 'B')", {}),
        ("NOT (race IN ('A', 'B') AND race IN ('B', 'C'))", {"race": ["A", "C"]}),
        ("NOT (NOT race = 'A' OR NOT sex = 'F')", {"race": ["A"], "sex": ["F"]}),
        ("race = 'A' AND (sex = 'F' OR sex = 'M')", {"race": ["A"]}),
        (
            "(race = 'A' AND sex = 'F') OR (race = 'B' AND sex = 'F')",
            {"race": ["A", "B"], "sex": ["F"]},
        ),
        ("race = 'A' OR (race = 'A' AND sex = 'F')", {"race": ["A"]}),
        ("(race = 'A' AND sex = 'F') OR race IN ('A', 'B')", {"race": ["A", "B"]}),
        ("(race = 'A' AND race = 'B') OR sex = 'F'", {"sex": ["F"]}),
        ("sex = 'F' OR (race = 'A' AND FALSE)", {"sex": ["F"]}),
        ("age <= 17 AND sex = 'F' OR age < 18 AND sex = 'M'", {"age": ["child"]}),
        ("(age <= 17 OR age >= 18) OR sex = 'F'", {}),
        ("((((race = 'A'))))", {"race": ["A"]}),
    ],
)
def test_and_or_not(text: str, left: dict[str, list[Any]]) -> None:
    assert limits(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "FALSE",
        "NOT TRUE",
        "race = 'A' AND race = 'B'",
        "race = 'A' AND FALSE",
        "age < 1 AND age > 2",
    ],
)
def test_what_nothing_satisfies_is_empty(text: str) -> None:
    assert read(text).is_empty


def test_nothing_is_not_wider_than_what_was_asked() -> None:
    assert read("age = 30 AND race = 'A' AND race = 'B'").widened == ()


def test_a_long_condition_is_no_deep_one() -> None:
    assert limits(" OR ".join(["race = 'A'", "race = 'B'"] * 2000)) == {"race": ["A", "B"]}
    assert limits(" AND ".join(["race <> 'A'"] * 4000)) == {"race": ["B", "C"]}


def test_names_that_differ_in_case_alone_are_told_apart() -> None:
    space = Space((Nominal("x", ("a", "b")), Nominal("X", ("a", "b"))))
    assert parse_condition(space, "\"X\" = 'a'").codes == ((0, 1), (0,))
    assert parse_condition(space, "x = 'a'").codes == ((0,), (0, 1))


def test_a_name_goes_before_a_column_of_that_name() -> None:
    space = Space((Nominal("x", ("a", "b"), column="y"), Nominal("y", ("a", "b"), column="z")))
    assert parse_condition(space, "y = 'a'").codes == ((0, 1), (0,))
    assert parse_condition(space, "z = 'a'").codes == ((0, 1), (0,))


def test_a_column_of_two_dimensions_names_neither() -> None:
    space = Space((Nominal("x", ("a",), column="z"), Nominal("y", ("a",), column="z")))
    with pytest.raises(UnknownDimension):
        parse_condition(space, "z = 'a'")


# What is said of a condition that can't be read.


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("race = 'A' OR sex IS NULL AND TRUE", None),
        ("race LIKE 'A%'", "`race LIKE ?`"),
        ("race = sex", "`race = sex`"),
        ('race = "A"', "`race = ?`"),
        ("race = A", "`race = ?`"),
        ("lower(race) = 'A'", "(race) = ?`"),
        ("age + 1 > 5", "`age + ? > ?`"),
        ("age > 5 + 1", "`age > ? + ?`"),
        ("1 = 1", "`? = ?`"),
        ("'A'", "`?`"),
        ("42", "`?`"),
        ("NULL", "`NULL`"),
        ("race IN (SELECT x FROM y)", "`race IN (SELECT ? FROM ?)`"),
        ("EXISTS (SELECT 1 FROM y)", "(SELECT ? FROM ?)`"),
        ("race IN ('A', NULL)", "`race IN (?, NULL)`"),
        ("race IN ()", "`race IN ()`"),
        ("race = -'A'", "`race = -?`"),
        ("5 BETWEEN 1 AND age", "`? BETWEEN ? AND age`"),
        ("age < 5 < 7", "`age < ? < ?`"),
        ("(race, sex) = ('A', 'F')", "`(race, sex) = (?, ?)`"),
    ],
)
def test_the_part_that_is_no_box_is_shown_without_its_values(text: str, part: str | None) -> None:
    with pytest.raises(IntentError) as caught:
        read(text)
    if part is None:
        assert "keeps no missing values" in str(caught.value)
    else:
        assert isinstance(caught.value, NotABox)
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("race = 'A' OR sex = 'F'", [{"race": ["A"]}, {"sex": ["F"]}]),
        ("NOT (race = 'A' AND sex = 'F')", [{"race": ["B", "C"]}, {"sex": ["M"]}]),
        (
            "age > 61 AND (race = 'A' OR sex = 'F')",
            [{"race": ["A"], "age": ["old"]}, {"sex": ["F"], "age": ["old"]}],
        ),
        (
            "(race = 'A' OR sex = 'F') AND (race = 'B' OR sex = 'M')",
            [{"race": ["A"], "sex": ["M"]}, {"race": ["B"], "sex": ["F"]}],
        ),
        ("race = 'A' OR sex = 'F' OR race = 'B'", [{"sex": ["F"]}, {"race": ["A", "B"]}]),
        ("race = 'A' OR sex = 'F' OR TRUE", [{}]),
        ("race = 'A' AND sex = 'F' OR race = 'A'", [{"race": ["A"]}]),
        ("race = 'A' AND sex = 'F' OR race = 'A' AND sex = 'M'", [{"race": ["A"]}]),
        ("race = 'A' OR sex = 'F' AND FALSE", [{"race": ["A"]}]),
    ],
)
def test_an_or_of_different_dimensions_is_a_union(text: str, left: list[dict[str, Any]]) -> None:
    boxes = read(text).boxes
    found = [{n: v for n, v in b.to_json().items() if not b.is_all(n)} for b in boxes]
    assert found == left


def test_a_union_tells_what_was_widened() -> None:
    assert read("race = 'A' AND age < 20 OR sex = 'F' AND size = 'M'").widened == ("age",)
    assert read("race = 'A' AND age < 20 OR race = 'A' AND age >= 20").widened == ()


def test_too_many_boxes_are_refused() -> None:
    many = Space(tuple(Nominal(f"d{i}", ("a", "zq-canary")) for i in range(14)))
    text = " AND ".join(f"(d{i} = 'zq-canary' OR d{i + 7} = 'zq-canary')" for i in range(7))
    with pytest.raises(IntentError, match="more than 64 boxes") as caught:
        parse_condition(many, text)
    assert "canary" not in everything_shown(caught.value)


def test_a_long_part_is_cut() -> None:
    text = "race LIKE '" + "A" * 100 + "' || " + " || ".join(["race"] * 100)
    with pytest.raises(NotABox) as caught:
        read(text)
    assert len(str(caught.value)) < 500
    assert "...`" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        *("race = 'A", "race = ", "= 'A'", "race IN ('A'", "race IN 'A')", "AND", "race = 'A' AND"),
        *("race = 'A') OR (sex = 'F'", "((race = 'A')", "race 'A'", "race = 'A' sex = 'F'"),
        *("", " ", ";", "--", "race = 'A' /*", "SELECT race", "race = 'A' XOR sex = 'F'"),
    ],
)
def test_what_is_not_sql(text: str) -> None:
    with pytest.raises(IntentError, match=r"not SQL that can be read|one SQL condition"):
        read(text)


def test_the_place_of_a_mistake_is_that_in_the_users_text() -> None:
    with pytest.raises(IntentError, match=r"\(line 1, near character 8\)"):
        read("race = ) ")
    with pytest.raises(IntentError, match=r"\(line 3, near character 1\)"):
        read("race =\n'A' AND\n)")


@pytest.mark.parametrize(
    "text",
    [
        "race = 'A'; sex = 'F'",
        "race = 'A'; DROP TABLE t",
        "race = 'A'; VACUUM",
        "race = 'A' ORDER BY race",
        "race = 'A' GROUP BY race",
        "race = 'A' HAVING TRUE",
        "race = 'A' LIMIT 5",
        "race = 'A' UNION SELECT 2",
        "race = 'A' QUALIFY TRUE",
    ],
)
def test_more_than_one_condition(text: str) -> None:
    with pytest.raises(IntentError, match="expected one SQL condition"):
        read(text)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("rase = 'A'", UnknownDimension, "Did you mean 'race'?"),
        ("rase", UnknownDimension, "Did you mean 'race'?"),
        ("rase IN ('A')", UnknownDimension, "The market's dimensions are: race, sex, age"),
        ("race = 'Z'", UnknownValue, "Its 3 values are: A, B, C."),
        ("race IN ('A', 'Z')", UnknownValue, "asks 'race' for a value"),
        ("race", UnknownValue, "asks 'race' for a value"),
        ("race < 'B'", IntentError, "have no order"),
        ("race BETWEEN 'A' AND 'B'", IntentError, "have no order"),
        ("country > 'Asia'", IntentError, "have no order"),
        ("age > 'A'", IntentError, "can only be compared with a number"),
        ("age > TRUE", IntentError, "can only be compared with a number"),
        ("age > DATE '2020-01-01'", IntentError, "can only be compared with a number"),
        ("age > 1e999", IntentError, "can only be compared with a number"),
        ("day > 5", IntentError, "can only be compared with a date"),
        ("day > '2020'", IntentError, "can only be compared with a date"),
        ("day > TIMESTAMP '2020-01-01 12:00:00'", IntentError, "compared with a date"),
        ("race IS NULL", IntentError, "keeps no missing values"),
        ("race = NULL", IntentError, "IS NULL or IS NOT NULL"),
        ("age > NULL", IntentError, "IS NULL or IS NOT NULL"),
        ("(" * 5000 + "race = 'A'" + ")" * 5000, IntentError, "too many parentheses"),
    ],
)
def test_what_the_dimensions_do_not_have(text: str, error: type[IntentError], said: str) -> None:
    with pytest.raises(error) as caught:
        read(text)
    assert said in str(caught.value)


# Secrecy.


def everything_shown(error: BaseException) -> str:
    """All that a log, a screen or a traceback could show of an error."""
    shown = "".join(traceback.format_exception(error))
    return "\n".join([str(error), repr(error), repr(error.args), shown])


SECRETS = [
    "race = 'zq-canary'",
    "race IN ('A', 'zq-canary')",
    "'zq-canary' = race",
    "race <> 'zq-canary'",
    "race < 'zq-canary'",
    "race BETWEEN 'zq-canary' AND 'zq-canary'",
    "race LIKE '%zq-canary%'",
    "race ILIKE 'zq-canary'",
    "race ~ 'zq-canary'",
    "race SIMILAR TO 'zq-canary'",
    'race = "zq-canary"',
    'race IN ("zq-canary")',
    "race = zq-canary",
    "race = (zq-canary)",
    '"zq-canary" = race',
    "\"zq-canary\" = 'A'",
    '"zq-canary"',
    "'zq-canary'",
    '"zq-canary"(race)',
    "race LIKE /* zq-canary */ 'A'",
    "race = 'A' OR size = 'zq-canary'",
    "race = lower('zq-canary')",
    "lower('zq-canary') = race",
    "concat(race, 'zq-canary') = 'A'",
    "race || 'zq-canary' = 'A'",
    "race = CAST('zq-canary' AS VARCHAR)",
    "CAST(race AS \"zq-canary\") = 'A'",
    "race = $$zq-canary$$",
    "race = E'zq-canary'",
    "race = N'zq-canary'",
    "race = x'zq-canary'",
    "race = {'zq-canary': 1}",
    "race = ['zq-canary']",
    "race = ANY(['zq-canary'])",
    "race = 'A' COLLATE \"zq-canary\"",
    "race IN (SELECT 'zq-canary')",
    "race IN (SELECT x FROM \"zq-canary\" WHERE y = 'zq-canary')",
    "EXISTS (SELECT 'zq-canary')",
    "CASE WHEN race = 'zq-canary' THEN TRUE END",
    "race IS DISTINCT FROM 'zq-canary'",
    "race = 'zq-canary",
    "race = 'zq-canary' AND",
    "race = 'zq-canary' 'A' 5",
    "race IN ('zq-canary'",
    "zq-canary",
    "zq-canary = 'A'",
    "race = 'zq-canary'; DROP TABLE x",
    "race = 'A'; VACUUM 'zq-canary'",
    "race = 'A'; zq-canary",
    "race = 'A' ORDER BY 'zq-canary'",
    "race = 'A' UNION SELECT 'zq-canary'",
    "race = -'zq-canary'",
    "age > 'zq-canary'",
    "age BETWEEN 1 AND 'zq-canary'",
    "age = 'zq-canary'",
    "age > INTERVAL 'zq-canary' DAY",
    "day > DATE 'zq-canary'",
    "day = 'zq-canary'",
    "day > '2020-01-01 zq-canary'",
    "size > 'zq-canary'",
    "level < 'zq-canary'",
    "member = 'zq-canary'",
    "country = 'zq-canary'",
    "taste = 'zq-canary'",
    "town = 'zq-canary'",
    "hours-per-week = 'zq-canary'",
    "hours-per-week > 'zq-canary' OR race = 'A'",
    "(" * 5000 + "race = 'zq-canary'" + ")" * 5000,
]


@pytest.mark.parametrize("text", SECRETS, ids=lambda text: text[:40])
def test_no_message_holds_what_was_asked(text: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(TacitError) as caught:
        read(text)
    error = caught.value
    assert isinstance(error, IntentError)
    assert error.__cause__ is None
    assert error.__context__ is None or error.__suppress_context__
    assert "canary" not in everything_shown(error)
    assert "canary" not in caplog.text
    assert "canary" not in (error.hint or "")


@pytest.mark.parametrize(
    "text",
    [
        *("age > 98765x", "age + 98765 > 1", "race = 98765", "race < 98765", "day > 98765"),
        *("age LIKE 98765 OR race = 'A'", "age IN (98765, NULL)", "98765", "race = 98765 AND"),
        *("age > " + "98765" * 1000, "size > 98765", "member > 98765", "98765 < 98765"),
        *("age > 98765²", "age BETWEEN 98765 AND race", "age > 0x98765", "abs(age) > 98765"),
        *("age > -age AND age < 98765", "level > '98765'", "age LIKE 98765"),
    ],
    ids=lambda text: text[:40],
)
def test_no_message_holds_a_number_that_was_asked(text: str) -> None:
    with pytest.raises(IntentError) as caught:
        read(text)
    assert "98765" not in everything_shown(caught.value)


def test_what_other_boxes_hold_does_not_count_as_widened() -> None:
    """One box alone would be widened to whole bins, but all that it gains the other one holds."""
    space = Space((Nominal("race", ("A", "C")), Numeric.binned("age", [0, 10], integer=True)))
    together = parse_condition(space, "NOT (race = 'C' AND age = 5) OR race = 'C'")
    assert together == Box.everything(space)
    assert together.widened == ()
    assert parse_condition(space, "race = 'A' OR age = 5").widened == ("age",)


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("mysql", "`race` = 'A'"),
        ("bigquery", "`race` IN ('A')"),
        ("tsql", "[race] = N'A' AND (1 = 1)"),
        ("oracle", "\"race\" = 'A' AND NOT 1 = 0"),
    ],
)
def test_a_condition_may_be_in_another_databases_sql(dialect: str, text: str) -> None:
    assert parse_condition(SPACE, text, dialect) == parse_condition(SPACE, "race = 'A'")


def test_the_dialect_has_to_be_known() -> None:
    with pytest.raises(IntentError):
        parse_condition(SPACE, "`race` = 'A'")
    with pytest.raises(TacitError, match="no SQL dialect 'my'"):
        parse_condition(SPACE, "race = 'A'", "my")


@pytest.mark.parametrize("spelled", [("TRUE", "FALSE"), ("true", "false"), (True, False)])
def test_true_and_false_of_text_are_asked_for_as_such(spelled: tuple[str | bool, ...]) -> None:
    space = Space((Nominal("w", spelled), Nominal("x", ("a", "b"))))
    yes, no = ({"w": [value], "x": ["a", "b"]} for value in spelled)
    for text in ("w", "w = TRUE", "w IS TRUE", "TRUE = w", "w IN (TRUE)"):
        assert parse_condition(space, text).to_json() == yes
    for text in ("NOT w", "w = FALSE", "w IS FALSE", "w <> TRUE"):
        assert parse_condition(space, text).to_json() == no
