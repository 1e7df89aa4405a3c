"""What must stay unlikely: limits, factors and margins, against beliefs that a person can list."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.candidates.belief import Belief
from tacit.candidates.candidates import Candidates
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import (
    GivenAway,
    Judged,
    Secrets,
    SurestValue,
    asking,
    gives_away,
    judged,
    lowered,
    margin,
    posteriors,
    raised,
    shares_of,
    surest_of,
    surest_values,
)
from tacit.errors import SettingError
from tests.unit.candidates.shared import SHOP, SPACE, box

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def listed(*boxes: tuple[str, ...], weights: list[list[int]] | None = None) -> Candidates:
    stack = [np.array(rows) for rows in zip(*(box(*each).masks() for each in boxes), strict=True)]
    first, *others = [np.array(row) for row in weights or [[1] * len(boxes)]]
    return Candidates(SHOP, first, boxes=stack, others=tuple(others))


class TestWhatMustStayUnlikely:
    def test_dimensions_without_a_limit_have_the_one_of_records(self) -> None:
        found = Secrets.of(SPACE, HALF, {"y": None, "x": THIRD}, Fraction(3))
        assert found == Secrets(HALF, {"y": HALF, "x": THIRD}, Fraction(3))

    def test_what_the_market_does_not_have_is_refused_with_what_it_has(self) -> None:
        with pytest.raises(
            SettingError, match=r"no dimension 'z' to hide. There are: x, y"
        ) as error:
            Secrets.of(SPACE, HALF, {"z": None})
        assert error.value.setting == "hide"

    def test_all_limits_are_lowered_for_a_factor(self) -> None:
        found = Secrets(HALF, {"x": Fraction(3, 10)}, Fraction(2)).lowered
        assert found == Secrets(THIRD, {"x": Fraction(3, 17)})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=6),
    st.data(),
    st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(4)]),
)
def test_the_worst_belief_within_the_factor_is_as_sure_as_is_said(
    weights: list[int], data: st.DataObject, within: Fraction
) -> None:
    """Over every belief that has each weight or so many times it: none is surer, and one is as sure."""
    secret = data.draw(st.lists(st.booleans(), min_size=len(weights), max_size=len(weights)))
    sure = shares_of(np.array([secret]), weights)[0]
    worst = Fraction(0)
    for factors in product((Fraction(1), within), repeat=len(weights)):
        moved = [f * w for f, w in zip(factors, weights, strict=True)]
        held = sum((w for w, yes in zip(moved, secret, strict=True) if yes), Fraction(0))
        worst = max(worst, held / sum(moved))
    assert raised(sure, within) == worst
    for limit in (THIRD, HALF, Fraction(9, 10)):
        assert (worst <= limit) == (sure <= lowered(limit, within))
        most = margin(sure, limit)
        assert (worst <= limit) == (most is None or within <= most)


class TestWhichCandidatesAskForAValue:
    def test_those_that_have_it_and_leave_another_out(self) -> None:
        found = listed(("a", "s"), ("ab", "sq"), ("abc", "q"))
        assert asking(found, 0).tolist() == [
            [True, True, False],
            [False, True, False],
            [False, False, False],
        ]
        assert asking(found, 1).tolist() == [[True, False, False], [False, False, True]]

    def test_a_dimension_of_one_value_can_not_be_asked_about(self) -> None:
        cells = Candidates(SHOP, np.ones(2, dtype=np.int64), np.array([[0, 1], [1, 1]]))
        assert asking(cells, 0).tolist() == [[True, False], [False, True], [False, False]]


class TestJudging:
    def test_the_surest_belief_counts_for_each_secret_by_itself(self) -> None:
        """By the first belief records are surer, by the second x is."""
        found = listed(("a", "s"), ("b", "s"), ("b", "q"), weights=[[4, 1, 1], [2, 2, 1]])
        sure = judged(found, [Fraction(1)] * 3, Secrets(HALF, {"x": HALF, "y": HALF}))
        assert sure.record == Fraction(2, 3)
        assert sure.values == {"x": Fraction(2, 3), "y": Fraction(5, 6)}
        assert sure.broken == (None, "x", "y")
        assert not sure.holds

    def test_chances_are_likelihoods(self) -> None:
        found = listed(("a", "s"), ("b", "q"), weights=[[1, 3], [3, 0]])
        chances = [HALF, Fraction(1, 6)]
        assert posteriors(found, chances) == [[3, 3], [9, 0]]
        assert judged(found, chances, Secrets(HALF)).record == 1

    def test_a_belief_by_which_nobody_leads_there_does_not_count(self) -> None:
        found = listed(("a", "s"), ("b", "q"), weights=[[1, 1], [0, 0]])
        assert judged(found, [Fraction(1)] * 2, Secrets(HALF)).record == HALF

    def test_weights_of_any_size_are_added_up_exactly(self) -> None:
        huge = 10**40
        masks = np.array([[True, False], [True, True]])
        assert shares_of(masks, [huge, 1]) == [Fraction(huge, huge + 1), 1]
        assert shares_of(masks, [Fraction(1, 3), Fraction(2, 3)]) == [THIRD, 1]

    def test_many_secrets_are_summed_one_by_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        masks = np.array([[True, False], [False, False]])
        before = shares_of(masks, [1, 2])
        monkeypatch.setattr("tacit.candidates.secrets.ROOM", 0)
        assert shares_of(masks, [1, 2]) == before == [THIRD, 0]

    def test_the_margin_is_that_of_the_tightest_limit_by_the_named_beliefs(self) -> None:
        for within in (Fraction(1), Fraction(3)):
            secrets = Secrets(HALF, {"x": Fraction(3, 4)}, within)
            sure = Judged(secrets, raised(THIRD, within), {"x": raised(Fraction(1, 4), within)})
            assert sure.margin == 2
        nothing = Judged(Secrets(Fraction(1)), Fraction(1), {})
        assert nothing.margin is None

    def test_rows_stand_beside_other_attackers(self) -> None:
        sure = Judged(Secrets(HALF, {"x": THIRD}), HALF, {"x": HALF})
        informed, x = sure.confidences(Fraction(2, 3), 9, 4)
        assert (informed.attacker, informed.limit, informed.upper) == (
            "informed",
            Fraction(2, 3),
            HALF,
        )
        assert (x.attacker, x.limit, x.upper) == ("informed:x", THIRD, HALF)
        assert {(row.considered, row.remaining) for row in (informed, x)} == {(9, 4)}
        assert not x.within(Fraction(1))


class TestWhatIsWanted:
    CANDIDATES = listed(("a", "s"), ("ab", "s"), ("c", "q"), weights=[[1, 2, 5], [3, 1, 1]])
    ROWS = posteriors(CANDIDATES, [Fraction(1)] * 3)

    @pytest.mark.parametrize(
        ("true", "record", "x", "y"),
        [
            (("ab", "s"), Fraction(4, 5), Fraction(4, 5), Fraction(4, 5)),
            (("c", "q"), Fraction(5, 8), Fraction(5, 8), Fraction(5, 8)),
            (("b", "sq"), Fraction(1, 4), Fraction(1, 4), Fraction(0)),  # no candidate
            (("abc", "q"), Fraction(5, 8), Fraction(0), Fraction(5, 8)),
        ],
    )
    def test_of_its_records_and_of_its_values(self, true: Any, record: Any, x: Any, y: Any) -> None:
        assert surest_of(self.CANDIDATES, self.ROWS, box(*true)) == (record, {"x": x, "y": y})

    def test_of_cells_likewise(self) -> None:
        cells = candidates(SHOP, Belief("cells", "records,uniform", "nonempty"))
        rows = posteriors(cells, [Fraction(1)] * len(cells))
        assert surest_of(cells, rows, box("a", "s"))[0] == Fraction(4, 10)
        assert surest_of(cells, rows, box("a", "q"))[0] == 0
        assert surest_of(cells, rows, box("ab", "sq"))[0] == Fraction(4, 10)


class TestWhatIsGivenAway:
    def test_of_every_dimension_by_the_surest_belief(self) -> None:
        found = listed(("a", "s"), ("b", "s"), ("c", "sq"), weights=[[2, 1, 1], [1, 1, 6]])
        assert surest_values(found) == (
            SurestValue("x", "c", Fraction(3, 4)),
            SurestValue("y", "secret", Fraction(3, 4)),
        )

    def test_nothing_where_nobody_asks(self) -> None:
        assert surest_values(listed(("abc", "sq"))) == (
            SurestValue("x", None, Fraction(0)),
            SurestValue("y", None, Fraction(0)),
        )

    def test_the_factor_raises_both_and_limits_go_along(self) -> None:
        before = [SurestValue("x", "a", THIRD), SurestValue("y", "q", HALF)]
        after = [SurestValue("x", "b", HALF), SurestValue("y", "q", HALF)]
        x, y = gives_away(before, after, Secrets(HALF, {"y": THIRD}, Fraction(2)))
        assert x == GivenAway("x", "b", HALF, Fraction(2, 3))
        assert x.rise == Fraction(1, 6)
        assert (y.limit, y.rise) == (THIRD, 0)

    def test_a_result_names_the_value_only_where_the_post_shows_it(self) -> None:
        told = GivenAway("y", "secret", HALF, Fraction(1), THIRD)
        assert told.to_json(box("ab", "s")) == {
            "dimension": "y",
            "value": "secret",
            "before": {"sure": 0.5},
            "after": {"sure": 1.0},
            "hidden": True,
            "limit": 1 / 3,
            "exact": True,
        }
        assert told.to_json(box("a", "sq"))["value"] is None


def test_many_cells_are_counted_by_value_as_few_are() -> None:
    """Whole numbers in an array are added up value by value, others candidate by candidate."""
    cells = candidates(SHOP, Belief("cells", "records,uniform", "nonempty"))
    listed_rows = [belief.tolist() for belief in cells.beliefs]
    assert surest_values(cells) == surest_values(cells, listed_rows)
    huge = [[weight * 10**30 for weight in row] for row in listed_rows]
    assert surest_values(cells, huge) == surest_values(cells)
