"""Which boxes sealed may publish for a block, on lines that a person can list."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.attackers.against import Against
from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.publishing.sealed import boxes_to_draw
from tacit.publishing.sealed.boxes_to_draw import (
    Form,
    claims,
    closed,
    family,
    fewest,
    fits,
    may_be_published,
    out_of_reach,
    thinned,
)
from tacit.publishing.sealed.sealing import Sealing
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space
from tests.helpers.markets import of_four_cells
from tests.helpers.sealed_blocks import CELLS, line

HALF = Fraction(1, 2)
SECRETS, THIRD = Secrets(HALF), Secrets(Fraction(1, 3))


def ordered(counts: list[int]) -> Market:
    names = tuple("abcdefgh"[: len(counts)])
    return Market.from_cube(Space((Ordinal("x", names),)), counts)


def cells(market: Market) -> Candidates:
    return candidates(market, Belief("cells"), None)


def everything(market: Market) -> list[np.ndarray]:
    return Box.everything(market.space).masks()


def test_how_many_boxes_there_are_depends_on_gaps() -> None:
    market = ordered([1, 2, 3, 4])
    for form, many in ((Form(), 10), (Form(contiguous=False), 15)):
        assert len(family(cells(market), everything(market), SECRETS, form).boxes[0]) == many


def test_gaps_are_closed_only_if_they_must_be() -> None:
    market, ends = ordered([1, 2, 3, 4]), [np.array([[True, False, False, True]])]
    assert closed(market, ends, Form())[0].all()
    assert closed(market, ends, Form(contiguous=False))[0].sum() == 2


def test_where_they_are_few_every_box_is_there() -> None:
    market = ordered([1, 2, 3, 4])
    found = family(cells(market), everything(market), SECRETS, Form())
    assert found.complete
    assert len(found.boxes[0]) == 10
    assert sorted(found.masses.records.tolist()) == [1, 2, 3, 3, 4, 5, 6, 7, 9, 10]


def test_where_they_are_not_the_narrowest_around_every_few_cells_do() -> None:
    market = line([1, 2, 4, 8])
    form = Form(effort=6)
    found = family(cells(market), everything(market), SECRETS, form)
    assert fits(cells(market), everything(market), SECRETS, form)
    assert found.complete
    assert sorted(found.masses.records.tolist()) == [3, 5, 6, 9, 10, 12, 15]


def test_where_even_these_are_too_many_those_around_two_are_tried() -> None:
    market = line([1, 2, 4, 8, 16, 32])
    form = Form(effort=3)
    assert not fits(cells(market), everything(market), THIRD, form)
    found = family(cells(market), everything(market), THIRD, form)
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
        found = family(cells(market), everything(market), SECRETS, self.FORM)
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
            found = family(cells(market), everything(market), SECRETS, form)
            allowed = may_be_published(cells(market), found, form)
            single = found.boxes[0].sum(axis=1) == 1
            assert allowed[single].any() == bare


def test_a_union_may_be_published_as_the_box_around_it_if_that_holds_more() -> None:
    """Two corners of four cells: all four are wider. A row is a box: only a wider one may be."""
    market = of_four_cells()
    diagonal = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
    intents = [market.intent(diagonal), market.intent({"sex": ["F"]})]
    both = Candidates.of_intents(market, intents)
    found = family(both, everything(market), SECRETS, Form())
    allowed = may_be_published(both, found, Form())
    size = found.masses.cells
    assert allowed[size == 4].tolist() == [[True, True]]
    assert not allowed[size < 4].any()


def test_boxes_to_choose_from_are_listed_once() -> None:
    for effort in (1, 5, 20_000):
        form = Form(effort=effort)
        for block in Sealing(line([5, 1, 2, 4, 3, 6]), CELLS, Secrets(Fraction(1, 3)), form).blocks:
            found = family(block.candidates, block.around, THIRD, form)
            rows = [tuple(row) for row in found.boxes[0].tolist()]
            assert len(set(rows)) == len(rows)
            assert (True,) * 6 in rows


class TestUsefulBoxes:
    def test_where_all_want_all_values_no_other_set_counts(self) -> None:
        """Of four by three cells, rows: on the other dimension there is one set, not seven."""
        space = Space((Ordinal("x", tuple("abcd")), Ordinal("y", tuple("123"))))
        market = Market.from_cube(space, np.ones((4, 3), dtype=int))
        rows = candidates(market, Belief("shape"), Box(space, ((0,), (0, 1, 2))))
        found = family(rows, everything(market), SECRETS, Form())
        assert found.complete
        assert len(found.boxes[0]) == 10
        assert found.boxes[1].all()

    def test_one_that_lies_in_another_may_need_any(self) -> None:
        market = ordered([1, 2, 3, 4])
        nested = candidates(market, Belief("upto:2"), None)
        assert len(family(nested, everything(market), SECRETS, Form()).boxes[0]) == 10

    def test_of_too_many_those_are_kept_that_hold_about_what_is_wanted(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        market = ordered([1] * 8)
        pairs = candidates(market, Belief("shape"), Box(market.space, ((0, 1),)))
        every = family(pairs, everything(market), SECRETS, Form())
        monkeypatch.setattr(boxes_to_draw, "PAIRS", 1)
        some = family(pairs, everything(market), SECRETS, Form(effort=36))
        assert every.complete
        assert not some.complete
        assert len(some.boxes[0]) < len(every.boxes[0])
        assert all(inside.any() for inside in may_be_published(pairs, some, Form()).T)


def test_a_box_is_thinned_to_few_of_those_that_it_holds() -> None:
    allowed = np.ones((2, 40), dtype=bool)
    allowed[0, 0] = False
    found = thinned(allowed)
    assert found[1].all(), "one that holds all is for all"
    assert boxes_to_draw.MEMBERS <= found[0].sum() <= boxes_to_draw.MEMBERS + 2
    assert not (found & ~allowed).any()
