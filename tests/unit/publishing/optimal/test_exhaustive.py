"""Every box at once, against looking at each."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.boxes import Boxes
from tacit.publishing.optimal.exhaustive import all_boxes
from tacit.publishing.rules import Rules
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

SPACE = Space((Ordinal("x", tuple("abcd")), Nominal("y", tuple("pqr"))))
COUNTS = np.arange(12).reshape(4, 3)


def ground(rules: Rules, **more: object) -> Boxes:
    market = Market.from_cube(SPACE, COUNTS, **more)
    true = market.intent({"x": ["b"], "y": ["p"]})
    return Boxes(market, true, Against.of("em-f").posts, [Fraction(1)], rules)


@pytest.mark.parametrize(
    ("rules", "many"),
    [
        (Rules(), 2 * 3 * 4),
        (Rules(contiguous=False), 8 * 4),
        (Rules(never={"x": ["c"]}), 2 * 4),
        (Rules(always={"y": ["r"]}), 2 * 3 * 2),
    ],
    ids=["runs", "gaps", "never", "always"],
)
def test_every_box_that_keeps_the_rules_is_there_once(rules: Rules, many: int) -> None:
    boxes = ground(rules)
    found = all_boxes(boxes)
    assert found is not None
    seen = [Box.from_masks(SPACE, found.masks(i)) for i in range(len(found.records))]
    assert len(seen) == len(set(seen)) == many
    assert seen[0] == Box.from_masks(SPACE, boxes.start)
    for i, intent in enumerate(seen):
        assert found.mass(i) == boxes.market.mass(intent)


def test_the_best_come_first() -> None:
    found = all_boxes(ground(Rules()))
    assert found is not None
    records = found.records[found.order("records")]
    assert records.tolist() == sorted(records.tolist())


def test_where_it_does_not_serve() -> None:
    assert all_boxes(ground(Rules(), layout="sparse")) is None
    wide = Market.from_cube(Space((Nominal("x", tuple(range(18))),)), np.ones(18, dtype=int))
    true = wide.intent({"x": [0]})
    assert all_boxes(Boxes(wide, true, Against.of("em-f").posts, [Fraction(1)], Rules())) is None
