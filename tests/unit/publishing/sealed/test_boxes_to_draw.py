"""Which boxes sealed may publish for a block, on lines that a person can list."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.sealed.boxes_to_draw import (
    Form,
    claims,
    closed,
    family,
    fewest,
    fits,
    how_many_boxes,
    may_be_published,
    out_of_reach,
)
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.sealed_blocks import CELLS, line

HALF = Fraction(1, 2)


def ordered(counts: list[int]) -> Market:
    names = tuple("abcdefgh"[: len(counts)])
    return Market.from_cube(Space((Ordinal("x", names),)), counts)


def cells(market: Market) -> Candidates:
    return candidates(market, Belief("cells"), None)


def everything(market: Market) -> list[np.ndarray]:
    return Box.everything(market.space).masks()


def test_how_many_boxes_there_are_depends_on_gaps() -> None:
    market = ordered([1, 2, 3, 4])
    assert how_many_boxes(market, everything(market), Form()) == 10
    assert how_many_boxes(market, everything(market), Form(contiguous=False)) == 15


def test_gaps_are_closed_only_if_they_must_be() -> None:
    market, ends = ordered([1, 2, 3, 4]), [np.array([[True, False, False, True]])]
    assert closed(market, ends, Form())[0].all()
    assert closed(market, ends, Form(contiguous=False))[0].sum() == 2


def test_where_they_are_few_every_box_is_there() -> None:
    market = ordered([1, 2, 3, 4])
    found = family(cells(market), everything(market), HALF, Form())
    assert found.complete
    assert len(found.boxes[0]) == 10
    assert sorted(found.masses.records.tolist()) == [1, 2, 3, 3, 4, 5, 6, 7, 9, 10]


def test_where_they_are_not_the_narrowest_around_every_few_cells_do() -> None:
    market = line([1, 2, 4, 8])
    form = Form(effort=6)
    found = family(cells(market), everything(market), HALF, form)
    assert fits(cells(market), everything(market), HALF, form)
    assert found.complete
    assert sorted(found.masses.records.tolist()) == [3, 5, 6, 9, 10, 12, 15]


def test_where_even_these_are_too_many_boxes_are_grown() -> None:
    market = line([1, 2, 4, 8, 16, 32])
    form = Form(effort=3)
    assert not fits(cells(market), everything(market), Fraction(1, 3), form)
    found = family(cells(market), everything(market), Fraction(1, 3), form)
    assert not found.complete
    assert found.masses.records.max() == 63


def test_a_mix_needs_as_many_cells_as_the_limit_goes_into_one() -> None:
    assert [fewest(Fraction(n, 10)) for n in (10, 5, 4, 3)] == [1, 2, 3, 4]


class TestOtherAttackers:
    FORM = Form(attackers=Against.of("em-f").posts, limits=(HALF,))

    def test_what_speaks_for_a_cell_is_what_it_holds(self) -> None:
        market = line([5, 1, 2])
        (found,) = claims(cells(market), Against.of("em-f").posts)
        assert found.tolist() == [5, 1, 2]
        pairs = candidates(market, Belief("shape"), Box(market.space, ((0, 1),)))
        (found,) = claims(pairs, Against.of("em-f").posts)
        assert sorted(found.tolist()) == [2, 5, 5]

    def test_a_box_may_be_published_for_whom_it_hides(self) -> None:
        """5 records are never half of what there is; 1 and 2 hide behind each other or more."""
        market = line([5, 1, 2])
        found = family(cells(market), everything(market), HALF, self.FORM)
        allowed = may_be_published(cells(market), found, self.FORM)
        by_box = {
            tuple(row.tolist()): may.tolist()
            for row, may in zip(found.boxes[0], allowed, strict=True)
        }
        assert by_box[False, True, True] == [False, True, False]
        assert by_box[True, True, True] == [False, True, True]
        assert by_box[False, True, False] == [False, False, False]
        reach = out_of_reach(cells(market), self.FORM.attackers, self.FORM.limits, market.total)
        assert reach.tolist() == [True, False, False]

    def test_the_true_intent_itself_only_if_that_is_allowed(self) -> None:
        market = line([5, 1, 2])
        for bare in (False, True):
            form = Form(bare=bare)
            found = family(cells(market), everything(market), HALF, form)
            allowed = may_be_published(cells(market), found, form)
            single = found.boxes[0].sum(axis=1) == 1
            assert allowed[single].any() == bare


def test_boxes_to_choose_from_are_listed_once() -> None:
    for effort in (1, 5, 20_000):
        form = Form(effort=effort)
        for block in Sealing(line([5, 1, 2, 4, 3, 6]), CELLS, Fraction(1, 3), form).blocks:
            found = family(block.candidates, block.around, Fraction(1, 3), form)
            rows = [tuple(row) for row in found.boxes[0].tolist()]
            assert len(set(rows)) == len(rows)
            assert (True,) * 6 in rows
