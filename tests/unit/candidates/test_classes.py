"""Classes of candidates, on a market a person can count."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.candidate_class import CandidateClass, Within
from tacit.candidates.classes import EveryBox, EveryCell, GivenList, Ranges, SameShape, UpTo
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.errors import SettingError
from tacit.intents.box import Box
from tests.unit.candidates.shared import SHOP, SPACE, box, shares
from tests.unit.candidates.tiny import BOXES, TINY, in_a_row, intents

ALL = box("abc")
EACH = (EveryCell(), SameShape(), Ranges(), EveryBox(), UpTo(2), UpTo(100))


class TestCells:
    def test_all_of_them(self) -> None:
        every = {Box(SPACE, ((i,), (j,))) for i in range(3) for j in range(2)}
        assert shares(candidates(SHOP, Belief("cells"))) == dict.fromkeys(every, Fraction(1, 6))

    def test_those_that_hold_records(self) -> None:
        found = candidates(SHOP, Belief("cells", support="nonempty"))
        listed = [box("a", "s"), box("b", "s"), box("b", "q"), box("c", "q")]
        assert shares(found) == dict.fromkeys(listed, Fraction(1, 4))


class TestShapes:
    def test_a_shape_says_how_many_values_but_not_which(self) -> None:
        of = Belief("shape")
        found = [shares(candidates(SHOP, of, box(x, "s"))) for x in ("ab", "bc")]
        assert found[0] == found[1]
        pairs = product(combinations("abc", 2), "sq")
        assert set(found[0]) == {box("".join(x), y) for x, y in pairs}

    def test_a_shape_of_one_cell_is_the_class_of_cells(self) -> None:
        found = candidates(SHOP, Belief("shape"), box("b", "q"))
        assert shares(found) == shares(candidates(SHOP, Belief("cells")))
        assert found.codes is not None

    def test_there_is_no_shape_without_an_intent_that_has_it(self) -> None:
        with pytest.raises(SettingError, match="need a true intent"):
            SameShape().how_many(Within(SHOP, ALL))


class TestBoxes:
    def test_all_of_them(self) -> None:
        found = shares(candidates(SHOP, Belief("boxes")))
        xs = [c for n in (1, 2, 3) for c in combinations("abc", n)]
        assert set(found) == {box("".join(x), y) for x in xs for y in ("s", "q", "sq")}
        assert set(found.values()) == {Fraction(1, 21)}

    def test_those_that_hold_records(self) -> None:
        found = shares(candidates(SHOP, Belief("boxes", support="nonempty")))
        empty = {box("a", "q"), box("c", "s")}
        assert set(found) == set(shares(candidates(SHOP, Belief("boxes")))) - empty


class TestLists:
    def test_a_list(self) -> None:
        given = Given.of([{"x": ["a", "b"]}, {"intent": {"x": ["c"], "y": ["q"]}}, {"x": ["b"]}])
        found = shares(candidates(SHOP, Belief(given)))
        assert found == dict.fromkeys([box("ab"), box("c", "q"), box("b")], Fraction(1, 3))

    def test_a_list_of_cells_is_kept_as_cells(self) -> None:
        given = Given.of([{"x": ["a"], "y": ["q"]}, {"x": "c", "y": "q"}])
        found = candidates(SHOP, Belief(given))
        assert found.codes is not None
        assert set(shares(found)) == {box("a", "q"), box("c", "q")}

    def test_a_list_with_weights(self) -> None:
        entries = [("a", 0.1), ("b", "1/5"), ("c", 0), ("ab", None), ("bc", "70%")]
        given = Given.of([{"intent": {"x": list(x)}, "weight": w} for x, w in entries])
        found = shares(candidates(SHOP, Belief(given)))
        assert found == {
            box("a"): Fraction(1, 20),
            box("b"): Fraction(1, 10),
            box("ab"): Fraction(1, 2),
            box("bc"): Fraction(7, 20),
        }

    def test_all_that_are_listed_count_wherever_they_lie(self) -> None:
        listed = GivenList(Given.of([{"x": ["a"]}, {"x": ["c"]}]))
        assert listed.how_many(Within(SHOP, box("a"))) == 2


class TestDrawing:
    @pytest.mark.parametrize("of", EACH, ids=lambda c: c.name)
    @pytest.mark.parametrize("support", ["all", "nonempty"])
    def test_what_is_drawn_is_one_of_the_class_within_the_box(
        self, of: CandidateClass, support: str
    ) -> None:
        within = Within(SHOP, box("ab"), box("b", "q"), support)
        listed = of.every(within)
        known = {
            listed.intent(i)
            for i in range(len(listed))
            if support == "all" or SHOP.mass(listed.intent(i)).records
        }
        drawn = of.drawn(within, None, 300, np.random.default_rng(3))
        found = {drawn.intent(i) for i in range(len(drawn))}
        assert found == known, "of so many draws none is missing"
        assert len(drawn) == 300, "those without records were drawn again"

    @pytest.mark.parametrize("of", EACH, ids=lambda c: c.name)
    def test_the_same_numbers_draw_the_same(self, of: CandidateClass) -> None:
        within = Within(SHOP, ALL, box("ab", "s"))
        one, two = (of.some(within, 9, np.random.default_rng(5)) for _ in range(2))
        assert [one.intent(i) for i in range(9)] == [two.intent(i) for i in range(9)]

    def test_a_class_that_only_lists_is_drawn_from_its_list(self) -> None:
        listed = GivenList(Given.of([{"x": ["a"]}, {"x": ["b", "c"]}]))
        drawn = listed.some(Within(SHOP, ALL), 50, np.random.default_rng(1))
        assert {drawn.intent(i) for i in range(50)} == {box("a"), box("bc")}


@pytest.mark.parametrize("of", EACH, ids=lambda c: c.name)
@pytest.mark.parametrize("around", [ALL, box("ab"), box("c", "q")])
def test_as_many_are_said_as_are_listed(of: CandidateClass, around: Box) -> None:
    within = Within(SHOP, around, box("b", "q"))
    assert of.how_many(within) == len(of.every(within))


class TestAgainstBruteForce:
    """Every class on a space of 36 cells, two of whose dimensions are ordered."""

    WHOLE = Box.everything(TINY.space)

    def listed(self, of_class: CandidateClass, like: Box) -> set[Box]:
        within = Within(TINY, self.WHOLE, like)
        found = intents(of_class.every(within))
        assert len(set(found)) == len(found) == of_class.how_many(within)
        assert like in found
        assert all(of_class.holds(within, box) == (box in found) for box in BOXES)
        return set(found)  # type: ignore[arg-type]

    @pytest.mark.parametrize("like", [BOXES[i] for i in range(0, len(BOXES), 37)])
    def test_shape(self, like: Box) -> None:
        def shape(box: Box) -> list[object]:
            x, y, z = box.codes
            return [len(x), len(y), len(z), in_a_row(x), in_a_row(z)]

        known = {box for box in BOXES if shape(box) == shape(like)}
        found = self.listed(SameShape(), like)
        assert found == known
        for other in list(found)[::5]:
            assert self.listed(SameShape(), other) == known

    @pytest.mark.parametrize("like", [BOXES[i] for i in range(0, len(BOXES), 23)])
    def test_ranges(self, like: Box) -> None:
        rows = [in_a_row(like.codes[d]) for d in (0, 2)]
        if not all(rows):
            with pytest.raises(SettingError, match="shape, with boxes, or with upto:K"):
                Ranges().how_many(Within(TINY, self.WHOLE, like))
            return

        def about(codes: tuple[int, ...], n: int) -> int:
            return -1 if len(codes) == n else (len(codes) - 1).bit_length()

        def size(box: Box) -> list[int]:
            return [about(codes, n) for codes, n in zip(box.codes, TINY.space.shape, strict=True)]

        known = {
            box
            for box in BOXES
            if size(box) == size(like) and in_a_row(box.codes[0]) and in_a_row(box.codes[2])
        }
        assert self.listed(Ranges(), like) == known

    @pytest.mark.parametrize("most", [1, 2, 4, 9, 35, 36, 1000])
    def test_upto(self, most: int) -> None:
        known = {box for box in BOXES if box.size <= most}
        assert self.listed(UpTo(most), BOXES[0]) == known

    def test_boxes_and_cells(self) -> None:
        assert self.listed(EveryBox(), BOXES[5]) == set(BOXES)
        assert self.listed(EveryCell(), BOXES[0]) == {box for box in BOXES if box.size == 1}
