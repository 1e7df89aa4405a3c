"""What every class of candidates can do that only says how many it has, and lists them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tacit.candidates.candidate_class import CandidateClass, Cut, Within
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import EveryBox, EveryCell, UpTo
from tacit.candidates.registry import CLASSES, class_named
from tacit.errors import SettingError, TooManyCandidates
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import any_of
from tacit.market.market import Market
from tacit.market.stacks import stacked
from tests.unit.candidates.shared import SHOP, SPACE, box
from tests.unit.candidates.tiny import TINY, of

WITHIN = Within(SHOP, box("abc"))


class Rows(CandidateClass):
    """Every value of x, whatever y."""

    name = "rows"
    about = "one value of x"

    def how_many(self, within: Within) -> int:
        """As many as x has."""
        return 3

    def every(self, within: Within) -> Candidates:
        """Each."""
        return Candidates.of_boxes(within.market, stacked([box(x) for x in "abc"]))


def test_it_has_one_part_while_it_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(Rows().part(WITHIN, box("a"), Cut("records", 1))) == 3
    monkeypatch.setattr("tacit.candidates.candidate_class.MOST", 2)
    with pytest.raises(TooManyCandidates, match=r"3 candidate intents.* Give a list"):
        Rows().part(WITHIN, box("a"), Cut("records", 1))
    with pytest.raises(SettingError, match="only a uniform prior"):
        Rows().some_by(WITHIN, "records", 5, np.random.default_rng(0))


def test_it_holds_what_it_lists() -> None:
    assert Rows().holds(WITHIN, box("a"))
    assert not Rows().holds(WITHIN, box("ab"))


def test_it_is_drawn_from_its_list() -> None:
    rng = np.random.default_rng(0)
    inside = Within(SHOP, box("ab"))
    some = Rows().drawn(inside, None, 40, rng)
    assert {some.intent(i) for i in range(40)} == {box("a"), box("b")}
    by_records = Rows().drawn(WITHIN, "records", 4_000, rng)
    share = np.mean([by_records.intent(i) == box("a") for i in range(4_000)])
    assert abs(share - 0.4) < 0.05


def test_those_without_records_are_drawn_again_and_left_out_in_the_end() -> None:
    rng = np.random.default_rng(0)
    nothing = Within(SHOP, box("abc", "s"), support="nonempty")
    assert not len(Rows().drawn(nothing, None, 10, rng)), "none lies there"
    empty = Within(Market.from_cube(SPACE, np.zeros((3, 2), int)), box("abc"), support="nonempty")
    for measure in (None, "records"):
        assert not len(Rows().drawn(empty, measure, 10, rng))
        for one in (EveryCell(), EveryBox(), UpTo(3)):
            assert not len(one.drawn(empty, measure, 10, rng))


def test_what_it_says_of_itself() -> None:
    assert Rows().assumes() == "a rival reckons with one value of x"
    assert Rows().gives_away() == "that the true intent is one of its candidates"
    assert not Rows().follows


def test_what_a_class_keeps_free_is_not_known_unless_it_says_so() -> None:
    assert Rows().free(Within(SHOP, box("abc"), box("a"))) == frozenset()
    assert not Rows().one_size


LIKES = (of([1], [0], range(3)), of([0, 1], range(3), [2]), of(range(4), [1], range(3)))
CORNERS = any_of([of([0], [0], range(3)), of([2, 3], [1], range(3))])
OF_BOXES = [*CLASSES, "upto:4", "shape+ranges", "cells+shape"]


@pytest.mark.parametrize(
    ("name", "like"),
    [*product(OF_BOXES, LIKES), *product(["unions", "cells", "boxes", "cells+unions"], [CORNERS])],
)
def test_a_dimension_is_free_only_if_every_candidate_has_all_its_values(
    name: str, like: Intent
) -> None:
    one, within = class_named(name), Within(TINY, Box.everything(TINY.space), like)
    free, everyone = one.free(within), one.every(within)
    assert free <= everyone.free
    assert free == (like.free if one.follows or name == "shape+ranges" else frozenset())
    assert not one.one_size or len(set(everyone.held.cells.tolist())) == 1
