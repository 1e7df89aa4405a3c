"""Laws of tail probabilities, judged by listing every draw and by whole numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.attackers.tails import SUPPLIES, Count

HAIR = Fraction(1, 10**60)


@st.composite
def counts(draw: st.DrawFn, largest: int = 40) -> Count:
    total = draw(st.integers(1, largest))
    stock = draw(st.integers(0, total))
    drawn = draw(st.integers(0, total))
    return Count(total, stock, drawn, draw(st.sampled_from(SUPPLIES)))


def by_listing(count: Count, fewer_than: int) -> Fraction:
    """The share of all draws, listed one by one, that hold fewer records of the cell."""
    records = range(count.total)
    finite = count.supply == "finite"
    draws = list(
        combinations(records, count.drawn) if finite else product(records, repeat=count.drawn)
    )
    few = sum(sum(r < count.stock for r in draw) < fewer_than for draw in draws)
    return Fraction(few, len(draws))


def by_formula(count: Count, fewer_than: int) -> Fraction:
    """The textbook sum, in whole numbers."""
    n, k, q = count.total, count.stock, count.drawn
    below = range(min(max(fewer_than, 0), q + 1))
    if count.supply == "finite":
        return Fraction(sum(comb(k, j) * comb(n - k, q - j) for j in below), comb(n, q))
    return Fraction(sum(comb(q, j) * k**j * (n - k) ** (q - j) for j in below), n**q)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_the_exact_tail_is_the_share_of_all_draws(data: st.DataObject) -> None:
    count = data.draw(counts(largest=5))
    fewer_than = data.draw(st.integers(-1, 7))
    assert count.below_exactly(fewer_than) == by_listing(count, fewer_than)


@settings(deadline=None, max_examples=200)
@given(counts(), st.integers(-1, 45))
def test_floats_agree_with_whole_numbers_on_both_tails(count: Count, at: int) -> None:
    exact = by_formula(count, at)
    assert count.below_exactly(at) == exact
    for ours, truth in ((count.below(at), exact), (count.at_least(at), 1 - exact)):
        assert abs(Fraction(ours) - truth) <= truth * Fraction(1, 10**12)


@settings(deadline=None, max_examples=200)
@given(counts(), st.integers(-1, 45))
def test_a_tie_is_within_and_a_hair_less_is_not(count: Count, at: int) -> None:
    exact = by_formula(count, at)
    assert count.is_below_within(at, exact)
    assert count.is_below_within(at, exact + HAIR)
    assert not count.is_below_within(at, exact - HAIR) or exact == 0


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_the_most_within_a_limit_is_what_trying_all_finds(data: st.DataObject) -> None:
    count = data.draw(counts())
    ties = [by_formula(count, at) for at in range(count.drawn + 2)]
    limit = data.draw(
        st.sampled_from([*ties, Fraction(1, 2), Fraction(3, 10), *(t - HAIR for t in ties)])
    )
    limit = max(limit, Fraction(0))
    possible = range(count.lowest, count.highest + 1)
    expected = max(h for h in possible if by_formula(count, h) <= limit)
    assert count.most_within(limit) == expected


@settings(deadline=None, max_examples=100)
@given(counts())
def test_only_counts_between_the_ends_can_occur(count: Count) -> None:
    ends = [
        at for at in range(count.drawn + 1) if by_formula(count, at) != by_formula(count, at + 1)
    ]
    assert (count.lowest, count.highest) == (ends[0], ends[-1])


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_drawing_more_never_admits_fewer(data: st.DataObject) -> None:
    """What the search for the smallest purchase rests on."""
    count = data.draw(counts())
    limit = data.draw(st.fractions(0, 1, max_denominator=30))
    sizes = range(count.total + 1)
    caps = [Count(count.total, count.stock, q, count.supply).most_within(limit) for q in sizes]
    assert caps == sorted(caps)


@settings(deadline=None, max_examples=60)
@given(st.integers(10**6, 5 * 10**6), st.data())
def test_far_out_the_draw_and_the_cell_change_places(total: int, data: st.DataObject) -> None:
    """Hyp(N, K, q) = Hyp(N, q, K), and what is not of the cell is the rest of the draw."""
    stock = data.draw(st.integers(1, total - 1))
    drawn = data.draw(st.integers(1, min(total - 1, 200_000)))
    one, other = Count(total, stock, drawn), Count(total, drawn, stock)
    rest = Count(total, total - stock, drawn)
    at = data.draw(st.integers(one.lowest, one.highest))
    close = 1e-9
    for ours, theirs in (
        (one.below(at), other.below(at)),
        (one.at_least(at), other.at_least(at)),
        (one.below(at), rest.at_least(drawn - at + 1)),
        (one.at_least(at), rest.below(drawn - at + 1)),
    ):
        assert abs(ours - theirs) <= close * max(ours, theirs) or max(ours, theirs) < 1e-290
