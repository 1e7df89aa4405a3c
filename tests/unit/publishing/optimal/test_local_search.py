"""Local search over boxes: needless values go, single values are exchanged."""

from __future__ import annotations

from fractions import Fraction

from tacit.attackers.against import Against
from tacit.market.market import Market
from tacit.publishing.boxes import Box, Boxes
from tacit.publishing.optimal.local_search import LocalSearch
from tacit.publishing.optimal.search import BoxMoves
from tacit.publishing.rules import Rules
from tests.helpers.small_markets import line


def improved(market: Market, start: str, done: bool = False) -> list[str]:
    """What is considered on the way, as the names of values."""
    true, half = market.intent({"x": ["a"]}), Fraction(1, 2)
    boxes = Boxes(market, true, Against.of("em-f").posts, [half], Rules())
    seen: list[Box] = []
    search = LocalSearch(boxes, BoxMoves(boxes), seen.append, lambda: done)
    search.improve(boxes.box(market.intent({"x": list(start)}).masks()))
    names = market.space.dimensions[0].values
    return ["".join(str(names[i]) for i in box.masks[0].nonzero()[0]) for box in seen]


def test_needless_values_are_left_out_the_dearest_first() -> None:
    """a has 4, so 4 more are needed: d goes, then c, and b is enough."""
    assert improved(line([4, 4, 5, 9]), "abcd") == ["ab"]


def test_a_value_is_exchanged_for_a_cheaper_one() -> None:
    assert improved(line([4, 9, 5, 4]), "ab") == ["ab", "ad"]


def test_where_nothing_helps_it_ends() -> None:
    assert improved(line([4, 0, 1, 3, 4]), "acd") == ["acd"], "8 records are the least there is"


def test_when_it_is_time_to_stop_it_only_considers_what_it_was_given() -> None:
    assert improved(line([4, 9, 5, 4]), "abcd", done=True) == ["abcd"]
