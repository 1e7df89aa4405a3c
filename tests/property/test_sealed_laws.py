"""Laws of the sealed publication on random small markets, judged by the whole linear program.

The judge lists every candidate and every box by itself, adds up plain dictionaries of cells, and
solves one linear program with a variable for each pair of candidate and box and a row for each box
and cell. It shares no code with the market's sums, the candidates, the families or the columns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import beta, chi2

from tacit.candidates.belief import Belief
from tacit.candidates.secrets import surest_record
from tacit.errors import SettingError, UnreachableLimit
from tacit.intents.box import Box
from tacit.publishing.plan import Choice
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tacit.publishing.sealed import program as _program
from tacit.publishing.sealed.boxes_to_draw import Form
from tacit.publishing.sealed.sealing import SealedBlock
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.sealed_cases import (
    CITY,
    Case,
    ValueSets,
    box_of,
    cases,
    check_against_the_judge,
    check_block,
    choice_for,
    city,
    in_order,
    plenty,
    posterior,
    solvable,
    whole,
)


@settings(plenty, max_examples=120)
@given(st.one_of(solvable(["cells"], 32), solvable(["list"], 32), solvable(["shape"], 6)))
def test_columns_find_what_the_whole_program_finds(case: Case) -> None:
    found = whole(case)
    check_block(case, found)
    check_against_the_judge(case, found)
    value, most = found.expected(case.measure), getattr(case.market.total, case.measure)
    assert float(value) == pytest.approx(case.optimum, rel=2e-6, abs=1e-6 + 1e-8 * most)
    # Next to a cost of nothing, what the repair adds is never small.
    assert found.status == "optimal" or case.optimum < 0.1 * most


@settings(plenty, max_examples=20)
@given(solvable(["shape", "boxes"]))
def test_wider_candidates_keep_every_promise_however_soon_the_search_ends(case: Case) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_program, "ROUNDS", 1)
        found = whole(case)
    check_block(case, found)
    check_against_the_judge(case, found)


@pytest.mark.parametrize("tries", [1, 5])
def test_what_boxes_not_solved_for_could_bring_lowers_the_bound(
    monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    monkeypatch.setattr(_program, "AT_ONCE", tries)
    counts = [40, 40, 2, 1, 40, 1, 0, 40, 3, 1, 0, 0]
    space = Space((Nominal("x", tuple("abcd")), Nominal("y", tuple("pqr"))))
    records = dict(zip(product(range(4), range(3)), counts, strict=True))
    form = Form("records", contiguous=False, bare=True)
    belief = Belief("boxes")
    case = Case(space, records, None, belief, (), (1, 1), Fraction(1, 2), form)
    bounds: list[float] = []
    sealing = case.sealing()
    monkeypatch.setattr("tacit._progress.EVERY", 0)
    sealing.progress = lambda told: bounds.append(told.bound or 0.0)
    (block,) = sealing.blocks
    check_against_the_judge(case, sealing.sealed(block))
    assert max(bounds) <= case.optimum * (1 + 1e-6)


@settings(plenty, max_examples=60)
@given(cases())
def test_a_limit_is_out_of_reach_exactly_when_a_record_is_likelier_beforehand(case: Case) -> None:
    if not case.candidates:
        with pytest.raises((SettingError, UnreachableLimit)):
            case.sealing()
    elif case.likeliest > case.limit:
        with pytest.raises(UnreachableLimit) as error:
            case.sealing()
        assert error.value.lowest == case.likeliest
    else:
        found = case.sealing().candidates
        assert surest_record(found, found.beliefs) == case.likeliest


@settings(plenty, max_examples=30)
@given(solvable(["boxes"], 9))
def test_only_the_whole_space_can_not_be_hidden(case: Case) -> None:
    """It is a box among others, but no box is wider."""
    case = replace(case, form=replace(case.form, bare=False, attackers=(), limits=()))
    assume(case.likeliest <= case.limit)
    everything = Box.everything(case.space)
    assert case.sealing().candidates.place(everything) is None
    with pytest.raises(SettingError, match="whole space"):
        case.sealing().place(everything)


@settings(plenty, max_examples=50)
@given(solvable(), st.integers(1, 60))
def test_blocks_part_the_candidates_and_each_is_safe(case: Case, effort: int) -> None:
    case = replace(case, form=replace(case.form, effort=effort))
    sealing = case.sealing()
    blocks = list(sealing.blocks)
    places = sorted(place for block in blocks for place in block.places.tolist())
    assert places == list(range(len(case.candidates)))
    joint: dict[ValueSets, dict[int, Fraction]] = defaultdict(dict)
    for block in blocks:
        for place in block.places.tolist():
            assert sealing.blocks.holding(place).places.tolist() == block.places.tolist()
        found = sealing.sealed(block)
        check_block(case, found)
        made, share = found.mechanism, Fraction(block.candidates.total, case.total)
        for u, row in enumerate(made.joint):
            for v, chance in row.items():
                joint[box_of(made.intent(u))][int(block.places[v])] = chance * share
    # One box may be published for candidates of several blocks: that must be safe as well.
    everyone = [box for box, _ in in_order(case, sealing)]
    for box, row in joint.items():
        assert posterior(everyone, box, row) <= case.limit
    assert sum(sum(row.values()) for row in joint.values()) == 1


@settings(plenty, max_examples=25)
@given(solvable(["cells", "list", "shape"], 12), st.integers(1, 60))
def test_who_asks_changes_nothing(case: Case, effort: int) -> None:
    case = replace(case, form=replace(case.form, effort=effort))
    sealing = case.sealing()
    for block in sealing.blocks:
        first, last = (sealing.holding(int(block.places[i])) for i in (0, -1))
        assert first.mechanism.joint == last.mechanism.joint
        assert first.block.places.tolist() == last.block.places.tolist()
        for u in range(len(first.mechanism.joint)):
            assert first.mechanism.intent(u) == last.mechanism.intent(u)


@pytest.mark.parametrize(("kind", "shape"), [("cells", (1, 1)), ("shape", (1, 2))])
def test_draws_are_as_frequent_as_their_chances(kind: str, shape: tuple[int, int]) -> None:
    made = whole(city(kind, shape)).mechanism
    several = [v for v in range(len(made.candidates)) if len(made.chances(v)) > 1]
    assert several
    for v in several[:4]:
        rng = np.random.default_rng(v)
        many = 3000
        chances, choice = made.chances(v), choice_for(made, v)
        places = list(chances)
        seen = Counter(places[choice.draw(rng)] for _ in range(many))
        assert set(seen) <= set(chances)
        often = [u for u, chance in chances.items() if chance * many >= 5]
        expected = [float(chances[u]) * many for u in often]
        distance = sum((seen[u] - e) ** 2 / e for u, e in zip(often, expected, strict=True))
        assert distance <= chi2.ppf(0.9999, max(1, len(often) - 1))
        assert sum(seen[u] for u in chances if u not in often) <= 30


@pytest.mark.parametrize(
    ("kind", "shape", "effort"),
    [("cells", (1, 1), 20_000), ("shape", (1, 2), 20_000), ("cells", (1, 1), 12)],
)
def test_someone_who_only_watches_finds_no_record_likelier(
    kind: str, shape: tuple[int, int], effort: int
) -> None:
    """An audit by sampling: who wanted what, among those for whom a box was drawn."""
    case = city(kind, shape, effort)
    sealing, rng = case.sealing(), np.random.default_rng(20261115)
    by_place: dict[int, tuple[SealedBlock, Choice]] = {}
    for block in sealing.blocks:
        found = sealing.sealed(block)
        made = found.mechanism
        by_place |= {
            int(place): (found, choice_for(made, v)) for v, place in enumerate(block.places)
        }
    assert (effort == 20_000) == (len({id(found) for found, _ in by_place.values()}) == 1)
    weights = sealing.candidates.weights
    wanted: dict[ValueSets, Counter[int]] = defaultdict(Counter)
    for place in rng.choice(len(weights), 20_000, p=weights / weights.sum()).tolist():
        _, choice = by_place[place]
        wanted[box_of(choice.posts[choice.draw(rng)].published)][place] += 1
    boxes = [box_of(sealing.candidates.intent(i)) for i in range(len(weights))]
    often = {box: row for box, row in wanted.items() if row.total() >= 200}
    assert len(often) >= 3
    for box, row in often.items():
        for cell in product(*box):
            holding = (v for v in row if all(c in s for c, s in zip(cell, boxes[v], strict=True)))
            share = sum(row[v] for v in holding)
            lowest = beta.ppf(1e-6, share, row.total() - share + 1) if share else 0.0
            assert lowest <= case.limit


def test_the_same_seed_draws_the_same_box() -> None:
    case = city("cells", (1, 1))
    sealing = case.sealing()
    belief = {"candidates": "cells", "prior": "records"}
    how = Procedure.of(method="sealed", against="informed", limit=case.limit, **belief)
    for place in range(len(sealing.candidates)):
        true = sealing.candidates.intent(place)
        made = sealing.holding(place).mechanism
        chances = {made.intent(u): chance for u, chance in made.chances(place).items()}
        choice = how.choose(case.market, true)
        assert {post.published: post.chance for post in choice.posts} == chances
        results = [publish(how, case.market, true, seed) for seed in (7, 7, 8, 9, 10)]
        assert results[0].published == results[1].published
        for result in results:
            assert true <= result.published != true
            assert result.published in chances
            assert result.steps == sum(map(len, result.published.hull.codes)) - len(CITY)
    drawn = {publish(how, case.market, true, seed).published for seed in range(40)}
    assert 1 < len(drawn) <= len(chances)
