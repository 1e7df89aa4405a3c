"""Parts of products: they partition the whole, and each member leads to its own part."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tacit.candidates.candidate_class import CandidateClass, Cut, Within
from tacit.candidates.classes import EveryBox, EveryCell, Ranges, SameShape, UpTo
from tacit.candidates.mixtures import Mixture
from tacit.candidates.unions import Unions
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.unit.candidates.tiny import SPACE, TINY, intents, of

WHOLE = Box.everything(SPACE)
LIKE = of((0, 1), (0, 2), (2,))
CORNERS = any_of([of((0,), (0,), (0, 1)), of((1, 2), (1,), (0,))])
THREE = any_of([of((0,), (0,), (0,)), of((1,), (1,), (1,)), of((2, 3), (2,), (2,))])
LIKE_THE_TRUE_ONE = ("shape", "ranges", "unions")
CASES: list[tuple[CandidateClass, Intent]] = [
    (EveryCell(), of((0,), (0,), (0,))),
    (SameShape(), LIKE),
    (SameShape(), of((0, 3), (0,), (0, 2))),
    (Ranges(), of((0, 1, 2), (0, 1), (1, 2))),
    (UpTo(4), LIKE),
    (EveryBox(), LIKE),
    (Unions(), CORNERS),
    (Unions(), LIKE),
]


@pytest.mark.parametrize(("kind", "like"), CASES, ids=lambda one: getattr(one, "name", None))
@pytest.mark.parametrize(("objective", "most"), [("records", 25), ("cost", 60), ("cells", 40)])
def test_parts_partition_the_class(
    kind: CandidateClass, like: Intent, objective: str, most: int
) -> None:
    most *= 10 if kind.name in ("unions", "boxes") else 1
    within = Within(TINY, WHOLE, like)
    every = kind.every(within)
    known = {key: at for at, key in enumerate(every.keys())}
    seen: set[object] = set()
    while len(seen) < len(known):
        first = next(every.intent(at) for key, at in known.items() if key not in seen)
        part = kind.part(within, first, Cut(objective, most))
        keys = part.keys()
        assert part.place(first) is not None
        assert len(set(keys)) == len(keys) <= most
        assert not seen & set(keys), "parts share nothing"
        assert set(keys) <= set(known)
        for at in {len(part) // 2, len(part) - 1}:
            other = part.intent(at)
            for own in (like, other) if kind.name in LIKE_THE_TRUE_ONE else (like,):
                again = kind.part(Within(TINY, WHOLE, own), other, Cut(objective, most))
                assert again.keys() == keys, "in the same order"
        seen |= set(keys)


def test_unions_of_many_boxes_differ_in_the_first_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.candidates.unions.FREE", 2)
    within, seen = Within(TINY, WHOLE, THREE), set()
    every = Unions().every(within)
    places = range(0, len(every), len(every) // 8)
    for at in places:
        part = Unions().part(within, every.intent(at), Cut("records", 30))
        keys = part.keys()
        assert every.keys()[at] in keys
        assert len(keys) == len(set(keys)) <= 30
        other = part.intent(len(part) // 2)
        assert Unions().part(within, other, Cut("records", 30)).keys() == keys
        seen |= set(keys)
    assert len(seen) > len(places)


def test_the_first_class_of_a_mixture_that_holds_it() -> None:
    mixture = Mixture(((1, EveryCell()), (2, UpTo(2))))
    within = Within(TINY, WHOLE)
    assert len(mixture.part(within, of((0,), (0,), (0,)), Cut("records", 36))) == 36
    pair = of((0, 1), (0,), (0,))
    part = intents(mixture.part(within, pair, Cut("records", 20)))
    assert pair in part
    assert all(one.size == 2 for one in part)


def test_a_class_far_too_large_to_list() -> None:
    space = Space(tuple(Nominal(f"d{i}", tuple("abcdefghij")) for i in range(12)))
    rng = np.random.default_rng(0)
    market = Market.from_cells(space, rng.integers(0, 10, (12, 500)), np.ones(500, int))
    cell = Box(space, tuple((i % 10,) for i in range(12)))
    part = EveryCell().part(Within(market, Box.everything(space)), cell, Cut("records", 20_000))
    assert 5_000 <= len(part) <= 20_000
    assert part.place(cell) is not None
    pairs = Box(space, tuple(combinations(range(10), 2))[:12])
    for kind in (SameShape(), EveryBox(), UpTo(10**5)):
        part = kind.part(
            Within(market, Box.everything(space), pairs), pairs, Cut("records", 20_000)
        )
        assert 3_000 <= len(part) <= 20_000
        assert part.place(pairs) is not None
