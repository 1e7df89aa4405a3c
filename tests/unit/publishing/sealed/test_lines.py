"""Lines: what the chances of a post must keep, on numbers that a person can add up."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.publishing.sealed.lines import Lines
from tests.helpers.nine_cells import box, grid
from tests.helpers.tiny_lines import HALF, QUESTIONS, THIRD, lines, secrets_of
from tests.helpers.whole_program import sure

QUARTER = Fraction(1, 4)


class TestOfCandidates:
    MARKET = grid([[5, 1, 2], [3, 4, 0], [2, 2, 6]])

    def test_cells_have_a_record_of_their_own(self) -> None:
        found = Lines.of(candidates(self.MARKET, Belief("cells")), Secrets(THIRD))
        assert found.cover is None
        assert found.plain
        assert (len(found), found.limit, found.hidden) == (9, THIRD, ())

    def test_wider_ones_share_records(self) -> None:
        pairs = candidates(self.MARKET, Belief("shape"), box("ab", "p"))
        found = Lines.of(pairs, Secrets(HALF))
        assert not found.plain
        assert found.cover is not None
        assert {frozenset(np.flatnonzero(row).tolist()) for row in found.cover} == {
            frozenset(v for v in range(len(pairs)) if cell <= pairs.intent(v))
            for cell in (box(x, y) for x in "abc" for y in "pqr")
        }

    def test_hidden_dimensions_and_further_beliefs_are_there(self) -> None:
        belief = Belief("cells", "uniform,records")
        found = Lines.of(candidates(self.MARKET, belief), Secrets(THIRD, {"y": HALF}))
        assert not found.plain
        assert [w.tolist() for w in found.beliefs] == [[1] * 9, [5, 1, 2, 3, 4, 0, 2, 2, 6]]
        ((masks, limit),) = found.hidden
        assert limit == HALF
        assert masks.tolist() == [[v % 3 == y for v in range(9)] for y in range(3)]


class TestTheReference:
    def test_it_is_the_first_belief(self) -> None:
        found = lines([1, 2, 3], [3, 2, 1], limit=HALF)
        assert found.counts.all()
        assert found.reference.tolist() == [1, 2, 3]
        assert found.total == 6
        assert found.prior.tolist() == pytest.approx([1 / 6, 2 / 6, 3 / 6])
        assert found.ratios.tolist() == [[1, 1, 1], pytest.approx([3, 1, 1 / 3])]

    def test_whom_only_others_hold_possible_has_some_weight_but_does_not_count(self) -> None:
        found = lines([4, 4, 0], [0, 1, 1], limit=HALF)
        assert found.counts.tolist() == [True, True, False]
        assert found.reference.tolist() == [4, 4, 2]
        assert found.total == 10
        assert found.ratios[0].tolist() == pytest.approx([10 / 8, 10 / 8, 0])
        assert found.ratios[1].tolist() == pytest.approx([0, 10 / 8, 10 / 4])

    def test_by_each_belief_chances_are_in_proportion_to_it(self) -> None:
        found = lines([1, 1, 2], [3, 1, 1], limit=HALF)
        first, second = found.by_belief([0, 2], [THIRD, Fraction(2, 3)])
        assert Fraction(first[0], first[1]) == HALF
        assert Fraction(second[0], second[1]) == HALF * 3 * 2


class TestRows:
    def test_cells_have_a_row_each(self) -> None:
        found = lines([1, 1, 1], limit=THIRD).rows(np.array([0, 2]))
        assert found.members.tolist() == [0, 2]
        assert found.held.tolist() == [[True, False], [False, True]]
        assert found.limits == (THIRD, THIRD)
        assert found.floats.tolist() == pytest.approx([1 / 3, 1 / 3])

    def test_what_another_row_implies_is_left_out(self) -> None:
        """A record that one holds says less than one that it shares, at the same limit or a lower one."""
        cover = [[1, 0, 0], [1, 1, 0], [1, 1, 0], [0, 0, 1]]
        found = lines([1, 1, 1], limit=HALF, cover=cover).rows(np.arange(3))
        assert found.held.astype(int).tolist() == [[1, 1, 0], [0, 0, 1]]

    def test_a_value_with_a_higher_limit_says_more_only_if_more_ask_for_it(self) -> None:
        values = [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        found = lines([1] * 4, limit=THIRD, hidden=[(values, HALF)]).rows(np.arange(4))
        assert found.held.astype(int).tolist() == [*np.eye(4).tolist(), [1, 1, 0, 0]]
        assert found.limits == (THIRD,) * 4 + (HALF,)

    def test_a_value_with_a_lower_limit_replaces_the_record(self) -> None:
        values = [[1, 1, 0], [0, 0, 1]]
        found = lines([1] * 3, limit=HALF, hidden=[(values, THIRD)]).rows(np.arange(3))
        assert found.held.astype(int).tolist() == [[1, 1, 0], [0, 0, 1]]
        assert found.limits == (THIRD, THIRD)

    @pytest.mark.parametrize("name", QUESTIONS)
    @pytest.mark.parametrize("seed", range(5))
    def test_they_say_all_that_the_secrets_say(self, name: str, seed: int) -> None:
        """Whatever the chances: the rows are kept just if every secret is."""
        of, rng = QUESTIONS[name], np.random.default_rng(seed)
        members = np.sort(rng.choice(6, 5, replace=False))
        rows = of.rows(members)
        for _ in range(20):
            parts = rng.integers(0, 5, 5).tolist()
            if not sum(parts):
                continue
            by_rows = all(
                sum(w * Fraction(p) for w, p, h in zip(b, parts, held, strict=True) if h)
                <= limit * sum(w * Fraction(p) for w, p in zip(b, parts, strict=True))
                for b in self.weighed(of, members)
                for held, limit in zip(rows.held, rows.limits, strict=True)
            )
            chances = [Fraction(p, sum(parts)) for p in parts]
            assert of.kept(members.tolist(), chances) == by_rows

    @staticmethod
    def weighed(of: Lines, members: np.ndarray) -> list[list[Fraction]]:
        """How much likelier each belief holds each member than the reference does."""
        return [
            [Fraction(int(belief[v]), int(of.reference[v])) for v in members]
            for belief in of.beliefs
        ]


class TestKept:
    def test_cells_up_to_the_limit_and_no_further(self) -> None:
        of = lines([1, 1, 1], limit=HALF)
        assert of.kept([0, 1], [HALF, HALF])
        assert not of.kept([0, 1], [HALF + Fraction(1, 10**30), HALF - Fraction(1, 10**30)])

    def test_every_belief_must_keep_it(self) -> None:
        of = lines([1, 1, 1], [1, 2, 1], limit=HALF)
        assert not of.kept([0, 1], [HALF, HALF]), "by the second it is two thirds"
        assert of.kept([0, 1, 2], [THIRD, THIRD, THIRD]), "by the second it is a half"

    def test_values_have_limits_of_their_own(self) -> None:
        values = [[1, 1, 0, 0], [0, 0, 1, 1]]
        chances = [QUARTER + Fraction(1, 20)] * 2 + [QUARTER - Fraction(1, 20)] * 2
        for limit, kept in ((Fraction(3, 5), True), (Fraction(59, 100), False)):
            of = lines([1] * 4, limit=HALF, hidden=[(values, limit)])
            assert of.kept(range(4), chances) == kept

    def test_a_belief_that_holds_none_of_them_possible_says_nothing(self) -> None:
        of = lines([1, 1, 0, 0], [0, 0, 1, 1], limit=HALF)
        assert of.kept([2, 3], [HALF, HALF])
        assert not of.kept([1, 2, 3], [THIRD, THIRD, THIRD]), "the first knows it all then"

    @pytest.mark.parametrize("name", QUESTIONS)
    @pytest.mark.parametrize("seed", range(5))
    def test_it_is_what_each_rival_makes_of_the_chances(self, name: str, seed: int) -> None:
        of, rng = QUESTIONS[name], np.random.default_rng(seed)
        for _ in range(20):
            lead = {v: Fraction(int(n), 12) for v, n in enumerate(rng.integers(0, 4, 6)) if n}
            if not lead:
                continue
            joint = {v: c * int(of.reference[v]) for v, c in lead.items()}
            chances = [c / sum(joint.values()) for c in joint.values()]
            assert of.kept(list(lead), chances) == all(
                sure(who, belief.tolist(), lead) <= limit
                for who, limit in secrets_of(of)
                for belief in of.beliefs
            )

    def test_weights_beyond_machine_numbers(self) -> None:
        large = np.array([10**30, 10**30 + 1, 10**30], dtype=object)
        of = Lines((large,), THIRD)
        assert not of.kept(range(3), [Fraction(int(w), int(large.sum())) for w in large])
        assert of.kept(range(3), [THIRD] * 3)


def test_everyone_together_is_what_is_known_beforehand() -> None:
    assert lines([1, 1, 2], limit=HALF).everyone()
    assert not lines([1, 1, 3], limit=HALF).everyone()
    assert not lines([1, 1, 2], [1, 1, 3], limit=HALF).everyone()
    assert not lines([1, 1, 1], limit=HALF, hidden=[([[1, 1, 0], [0, 0, 1]], HALF)]).everyone()
    assert lines([1, 1, 0], [0, 1, 1], limit=HALF).everyone()
