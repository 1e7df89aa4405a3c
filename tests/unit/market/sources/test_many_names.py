"""Groups for very many names."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pyarrow as pa
import pytest

from tacit.intents.reading import parse_intent
from tacit.market.sources import many_names, profile
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.many_names import MOST, grouped_names
from tacit.market.sources.profile import profiled
from tacit.market.sources.table import open_source
from tacit.space.dimension import Dimension
from tacit.space.grouped import Grouped
from tacit.space.prefix import Prefix

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["".join(word) + "!" for word in product(LETTERS, repeat=3)]
SIGNS = [chr(0x4E00 + i) for i in range(MOST + 1)]


def made(names: list[str | None]) -> tuple[Dimension, str]:
    source = open_source(pa.table({"a": names}))
    (column,) = profiled(source)
    more = {"missing": "-"} if None in names else {}
    return grouped_names(source, column, more)


def test_the_shortest_prefix_that_gives_enough_groups_is_taken() -> None:
    found, said = made(WORDS)
    assert isinstance(found, Prefix)
    assert (found.length, len(found)) == (2, 26 * 26)
    assert found.values[:2] == ("aa*", "ab*")
    assert said.startswith("17,576 values in 676 groups by their first 2 characters")


def test_missing_values_keep_their_place() -> None:
    found, _ = made([*WORDS, None])
    assert found.values[-1] == found.missing == "-"


def test_where_no_prefix_fits_names_are_grouped_by_how_often_they_occur() -> None:
    found, said = made([*SIGNS, *SIGNS[:5], *SIGNS[:5], SIGNS[0]])
    assert isinstance(found, Grouped)
    assert found.values == ("in 4 to 7 rows", "in 2 to 3 rows", "in 1 row")
    assert list(map(len, found.members)) == [1, 4, MOST - 4]
    assert said.startswith(f"{MOST + 1:,} values in 3 groups by how often they occur")


def test_names_of_ours_that_a_column_uses_are_not_used_twice() -> None:
    found, _ = made([*SIGNS, SIGNS[0], "in 1 row"])
    assert found.values == ("in 2 to 3 rows", "(in 1 row)")


def test_where_neither_fits_it_is_the_prefix() -> None:
    found, _ = made(SIGNS)
    assert isinstance(found, Prefix)
    assert (found.length, len(found)) == (1, len(SIGNS))


def test_too_many_members_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many_names, "LONGEST_LIST", 100)
    assert isinstance(made([*SIGNS, SIGNS[0]])[0], Prefix)
    monkeypatch.setattr(many_names, "MOST_MEMBERS", 100)
    assert isinstance(made([*SIGNS, SIGNS[0]])[0], Prefix)


def test_few_beginnings_are_better_than_none() -> None:
    found, _ = made(["x" * 70 + str(i) for i in range(60)])
    assert isinstance(found, Prefix)
    assert len(found) == 1


@pytest.mark.parametrize("names", [[*WORDS, None], [*SIGNS, SIGNS[0], " \u00a0" + SIGNS[1]]])
def test_values_that_are_not_counted_give_the_same(
    names: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = made(names)[0]
    monkeypatch.setattr(profile, "LISTED", 10)
    assert made(names)[0] == counted


def test_any_name_of_a_market_can_be_asked_for() -> None:
    names = WORDS * 3
    market = market_from_table({"a": names})
    beginnings = Counter(name[:2] for name in names)
    want = parse_intent(market.space, "a = 'abc!'")
    assert want.widened == ("a",)
    assert market.mass(want).records == beginnings["ab"]
    assert any("17,576 values in 676 groups" in note for note in market.notes)
