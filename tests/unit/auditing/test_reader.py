"""The best-informed reader: what is left after each thing that is seen, in chances by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tacit.auditing.reader import TOO_MANY, Left, Reader
from tacit.candidates.belief import Belief
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.publishing.headline import Headline
from tests.helpers.markets import line

MARKET = line([10, 40, 90, 60])
AMONG = candidates(MARKET, Belief("cells"))
TRUE = MARKET.intent({"x": ["b"]})
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
BEFORE = Headline(QUARTER, HALF, Fraction(1, 5))


def reader(chances: list[Fraction] | None = None, secrets: Secrets | None = None) -> Reader:
    """One to whom four cells are left, by default all alike."""
    left: Left = AMONG, [Fraction(1)] * 4 if chances is None else chances
    return Reader(TRUE, secrets or Secrets(HALF), BEFORE, find=lambda: left)


def shares(*chances: int) -> list[Fraction]:
    return [Fraction(n) for n in chances]


def test_what_is_as_likely_for_all_changes_nothing() -> None:
    after = reader().after([Fraction(1, 7)] * 4)
    assert after.headline == BEFORE
    assert after.left is not None
    assert len(after.left[0]) == 4


def test_who_could_not_have_done_it_is_out() -> None:
    after = reader().after(shares(0, 1, 0, 1))
    assert after.left is not None
    among, chances = after.left
    assert [among.intent(i).to_json() for i in range(2)] == [{"x": ["b"]}, {"x": ["d"]}]
    assert chances == [1, 1]
    assert after.headline.sure == HALF


def test_likelihoods_multiply() -> None:
    """1 to 2 to 1 to 1 by the post, 3 to 1 to 1 to 0 by the purchase: 3 to 2 to 1."""
    after = reader(shares(1, 2, 1, 1)).after(shares(3, 1, 1, 0))
    assert after.left is not None
    assert after.left[1] == [3, 2, 1]
    assert after.headline.sure == HALF


def test_one_thing_after_another_is_both_at_once() -> None:
    one, other = shares(1, 2, 0, 3), [HALF, QUARTER, Fraction(1), HALF]
    both = [a * b for a, b in zip(one, other, strict=True)]
    step = reader().after(one)
    assert step.left is not None
    left = step.after([other[0], other[1], other[3]])
    at_once = reader().after(both)
    assert left.left is not None
    assert at_once.left is not None
    assert left.left[1] == at_once.left[1]
    assert left.headline == at_once.headline


def test_limit_and_wanted_share_stay_what_they_were() -> None:
    after = reader().after(shares(0, 1, 0, 0)).headline
    assert (after.sure, after.limit, after.wanted) == (1, HALF, Fraction(1, 5))
    assert not after.holds


def test_hidden_values_and_the_factor_are_reckoned_with() -> None:
    """Within a factor of 2, a half may be two thirds."""
    secrets = Secrets(HALF, {"x": Fraction(3, 5)}, Fraction(2))
    after = reader(secrets=secrets).after(shares(1, 1, 0, 0)).headline
    assert after.sure == Fraction(2, 3)
    assert [(one.dimension, one.sure, one.limit) for one in after.hidden] == [
        ("x", Fraction(2, 3), Fraction(3, 5))
    ]


def test_what_the_true_want_could_not_have_led_to_was_chosen_in_another_way() -> None:
    after = reader().after(shares(1, 0, 1, 1))
    assert not after.headline.known
    assert after.headline.unknown == "the purchase was chosen in another way"
    assert after.left is None


def test_where_too_many_are_left_nothing_is_known_afterwards() -> None:
    after = Reader(TRUE, Secrets(HALF), BEFORE).after([])
    assert (after.headline.known, after.headline.unknown) == (False, TOO_MANY)


def test_of_one_who_is_unsure_nothing_is_left() -> None:
    unsure = reader().unsure("nobody knows")
    assert (unsure.left, unsure.headline.holds) == (None, False)
    assert unsure.headline == Headline.not_known(HALF, Fraction(1, 5), "nobody knows")


def test_what_is_left_is_looked_for_when_it_is_asked_and_once() -> None:
    asked = []

    def find() -> Left:
        asked.append(1)
        return AMONG, shares(1, 1, 1, 1)

    one = Reader(TRUE, Secrets(HALF), BEFORE, find=find)
    assert asked == []
    assert one.left is one.left
    assert asked == [1]


def test_a_likelihood_for_each_candidate_is_needed() -> None:
    with pytest.raises(ValueError, match="shorter"):
        reader().after(shares(1, 1))


def test_a_repr_hides_what_is_wanted() -> None:
    assert "'b'" not in repr(reader())
