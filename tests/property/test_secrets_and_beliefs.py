"""Laws of sealed over all secrets and beliefs of tiny spaces, judged by the whole program.

The judge lists every box, every secret and every belief by itself, solves one linear program with a
variable for each pair of candidate and box, and recomputes what every rival makes of every post in
exact fractions from nothing but the chances.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tacit.errors import UnreachableLimit
from tacit.publishing.sealed.sealing import SealedBlock
from tests.helpers.sealed_cases import ValueSets, box_of, plenty
from tests.helpers.secret_cases import SecretCase, secret_cases


def sealed(case: SecretCase) -> SealedBlock:
    """How all candidates of a case are published, which are one block."""
    sealing = case.sealing()
    (block,) = sealing.blocks
    assert block.places.tolist() == list(range(len(case.wants)))
    return sealing.sealed(block)


def chances_of(found: SealedBlock) -> dict[ValueSets, dict[int, Fraction]]:
    """For each post, how likely each candidate leads to it."""
    made = found.mechanism
    posts: dict[ValueSets, dict[int, Fraction]] = defaultdict(dict)
    for v, place in enumerate(found.block.places.tolist()):
        for u, chance in made.chances(v).items():
            assert chance > 0
            posts[box_of(made.intent(u))][place] = chance
    return posts


def check_chances(
    case: SecretCase,
    posts: dict[ValueSets, dict[int, Fraction]],
    worst: Callable[[SecretCase, dict[int, Fraction]], Fraction] = SecretCase.worst,
) -> None:
    """They add up, lead only where they may, and make no rival too sure; exactly."""
    for v in range(len(case.wants)):
        assert sum(row.get(v, Fraction(0)) for row in posts.values()) == 1
    for box, row in posts.items():
        assert box in case.boxes
        assert all(case.may(v, box) for v in row)
        assert worst(case, row) <= 0


@settings(plenty, max_examples=150)
@given(secret_cases())
def test_what_is_called_optimal_is_what_the_whole_program_finds(case: SecretCase) -> None:
    found = sealed(case)
    least, value = case.least, float(found.expected(case.measure))
    assert least is not None
    scale = max(1.0, least)
    assert float(found.bound) <= least + 1e-7 * scale, "the bound holds"
    assert value >= least - 1e-6 * scale
    event(found.status)
    if found.status == "optimal":
        assert value == pytest.approx(least, rel=1.5e-6, abs=1e-6)
    # What the repair adds is a share of what all cost: next to a cost of nothing it is never small.
    most = max(map(case.costs, case.boxes))
    assert value == pytest.approx(least, rel=1.5e-6, abs=1e-6 + 1e-8 * most)


@settings(plenty, max_examples=150)
@given(secret_cases())
def test_no_rival_is_surer_than_the_limit_whatever_is_published(case: SecretCase) -> None:
    """Also none who holds any candidates likelier than named, by the whole factor."""
    posts = chances_of(sealed(case))
    event(f"posts: {min(len(posts), 4)}")
    check_chances(case, posts)


@settings(plenty, max_examples=150)
@given(secret_cases(), st.sampled_from([0, 0, 1, 20]), st.booleans())
def test_limits_are_out_of_reach_just_if_nothing_solves_the_program(
    case: SecretCase, hundredths: int, values: bool
) -> None:
    less = Fraction(hundredths, 100)
    if values:
        hidden = tuple((d, max(limit - less, less)) for d, limit in case.hidden)
        case = replace(case, hidden=hidden)
    else:
        case = replace(case, limit=max(case.limit - less, less))
    event(f"reachable: {case.is_reachable}")
    if case.is_reachable:
        assert case.least is not None
        case.sealing()
    else:
        assert case.least is None
        with pytest.raises(UnreachableLimit) as error:
            case.sealing()
        assert error.value.lowest > error.value.limit


@settings(plenty, max_examples=60)
@given(secret_cases(), st.randoms(use_true_random=False))
def test_neither_the_order_of_candidates_nor_the_unit_of_weights_matters(
    case: SecretCase, random: object
) -> None:
    order = list(range(len(case.wants)))
    random.shuffle(order)  # type: ignore[attr-defined]
    factors = [random.randint(1, 50) for _ in case.beliefs]  # type: ignore[attr-defined]
    other = replace(
        case,
        wants=tuple(case.wants[v] for v in order),
        beliefs=tuple(
            tuple(belief[v] * factor for v in order)
            for belief, factor in zip(case.beliefs, factors, strict=True)
        ),
    )
    most = max(map(case.costs, case.boxes))
    one, two = (float(sealed(c).expected(case.measure)) for c in (case, other))
    assert one == pytest.approx(two, rel=1e-6, abs=1e-6 + 2e-8 * most)


@settings(plenty, max_examples=60)
@given(secret_cases(fewest=8), st.integers(1, 40))
def test_blocks_keep_every_secret_together(case: SecretCase, effort: int) -> None:
    """One box may be published for candidates of several blocks: no rival is told which."""
    case = replace(case, form=replace(case.form, effort=effort))
    sealing = case.sealing()
    posts: dict[ValueSets, dict[int, Fraction]] = defaultdict(dict)
    blocks = list(sealing.blocks)
    event(f"blocks: {min(len(blocks), 3)}")
    for block in blocks:
        for box, row in chances_of(sealing.sealed(block)).items():
            posts[box] |= row
    check_chances(case, posts, SecretCase.worst_at_once)


@settings(plenty, max_examples=60)
@given(secret_cases())
def test_another_belief_or_a_hidden_dimension_never_costs_less(case: SecretCase) -> None:
    alone = replace(case, beliefs=case.beliefs[:1], hidden=())
    possible = [v for v, weight in enumerate(case.beliefs[0]) if weight]
    alone = replace(
        alone,
        wants=tuple(case.wants[v] for v in possible),
        beliefs=(tuple(case.beliefs[0][v] for v in possible),),
    )
    fewer, all_of_it = (sealed(c) for c in (alone, case))
    least = float(fewer.bound)
    assert float(all_of_it.expected(case.measure)) >= least * (1 - 1e-9)
