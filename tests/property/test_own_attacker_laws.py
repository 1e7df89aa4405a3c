"""An attacker who goes by none of the known measures is held by every method, judged by brute force.

Two of them: one who adds up records and cells, and one who takes the larger of two counts, so that
it can only guess what a single value adds. Both stand next to one that goes by a measure.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from itertools import chain, combinations, product
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tacit.attackers.attacker import Attacker
from tacit.attackers.registry import ATTACKERS
from tacit.intents.intent import Intent
from tacit.market.frontier import Frontier
from tacit.market.market import Market
from tacit.market.mass import Mass
from tacit.publishing.boxes import Boxes
from tacit.publishing.greedy.expansion import greedy
from tacit.publishing.greedy.for_many import greedy_for_many
from tacit.publishing.greedy.reference import expand
from tacit.publishing.greedy.replay import greedy_leading_to, replay_greedy
from tacit.publishing.optimal.rule_out import optimal_leading_to
from tacit.publishing.optimal.search import optimal
from tacit.publishing.optimal.unions import cheaper
from tacit.publishing.rules import Rules
from tests.helpers import sealed_cases as sealed_laws
from tests.helpers.box_questions import unbroken
from tests.helpers.candidate_stacks import some_boxes
from tests.helpers.judged_markets import Case, boxes, cases, cells_of
from tests.helpers.own_attackers import Crowd

Cell = tuple[int, ...]
limits = st.fractions(Fraction(1, 20), 1, max_denominator=20)


class Larger(Crowd):
    """Goes by records or by twice the cells, whichever is more; so it can't say what a value adds."""

    name: ClassVar[str] = "larger"
    counts_empty: ClassVar[bool] = False

    def claim(self, market: Market, true: Intent) -> int:
        return max(market.peak(true).records, 2)

    def weight(self, mass: Mass) -> int:
        return max(mass.records, 2 * mass.cells)

    def added(self, frontier: Frontier) -> Any:
        return frontier.records


TOYS: dict[str, Attacker] = {"crowd": Crowd(), "larger": Larger()}


@dataclass(frozen=True)
class Asked:
    """A true intent to hide, as the judge sees it."""

    case: Case
    market: Market
    true: Intent
    names: tuple[str, ...]
    limit: Fraction
    rules: Rules

    @property
    def attackers(self) -> list[Attacker]:
        return [TOYS.get(name) or ATTACKERS[name] for name in self.names]

    @property
    def limits(self) -> list[Fraction]:
        return [self.limit] * len(self.names)

    def confidence(self, name: str, cells: set[Cell]) -> Fraction:
        records = self.case.records
        peak, held = max(records[c] for c in self.true.cells()), sum(records[c] for c in cells)
        claim, weight = {
            "em-f": (peak, held),
            "crowd": (peak + 3, held + 3 * len(cells)),
            "larger": (max(peak, 2), max(held, 2 * len(cells))),
        }[name]
        return Fraction(claim, weight) if claim else Fraction(0)

    def holds(self, cells: set[Cell]) -> bool:
        return all(self.confidence(name, cells) <= self.limit for name in self.names)

    def value(self, cells: set[Cell]) -> int:
        return len(cells) if self.rules.objective == "cells" else sum(
            self.case.records[cell] for cell in cells
        )  # fmt: skip

    def every_box(self) -> list[set[Cell]]:
        sets = []
        for dimension, true in zip(self.case.space, self.true.codes, strict=True):
            rest = sorted(set(range(len(dimension))) - set(true))
            more = chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1))
            found = [set(true) | set(one) for one in more]
            if self.rules.contiguous and dimension.natural_order and unbroken(dimension, set(true)):  # type: ignore[arg-type]
                found = [one for one in found if unbroken(dimension, one)]  # type: ignore[arg-type]
            sets.append(found)
        return [set(product(*box)) for box in product(*sets)]


@st.composite
def questions(draw: st.DrawFn) -> Asked:
    case = draw(cases())
    true = draw(boxes(case.space))
    names = draw(st.sampled_from([("crowd",), ("larger",), ("crowd", "em-f"), ("em-f", "larger")]))
    rules = Rules(draw(st.sampled_from(["records", "cells"])), draw(st.booleans()))
    market = draw(st.sampled_from([case.dense, case.sparse]))
    asked = Asked(case, market, true, names, draw(limits), rules)
    everything = set(product(*(range(n) for n in case.space.shape)))
    lowest = max(asked.confidence(name, everything) for name in names)
    return replace(asked, limit=max(lowest, asked.limit))


@settings(deadline=None, max_examples=100)
@given(questions(), st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]))
def test_greedy_does_what_its_plain_twin_does(asked: Asked, alpha: Fraction) -> None:
    case, crowd = asked.case, replace(asked, names=("crowd",))
    everything = set(product(*(range(n) for n in case.space.shape)))
    limit = max(asked.limit, crowd.confidence("crowd", everything))
    plan = greedy(asked.market, asked.true, crowd.attackers, limit, alpha)
    expected = expand(
        case.space.shape,
        lambda d, a, b: case.distances[d](a, b),
        tuple(not dimension.offers_all for dimension in case.space),
        case.spend,
        lambda cell: Fraction(case.records[cell] + 3),
        Fraction(max(case.records[cell] for cell in asked.true.cells()) + 3),
        True,
        tuple(map(frozenset, asked.true.codes)),
        limit,
        alpha,
    )
    assert tuple(map(frozenset, plan.published.codes)) == expected
    assert greedy_for_many(asked.market, crowd.attackers, [limit], alpha) is None


@settings(deadline=None, max_examples=200)
@given(questions(), st.booleans())
def test_optimal_finds_the_cheapest_of_all_boxes(asked: Asked, at_length: bool) -> None:
    """At length: as if every search took long, so that the better bound is used at once."""
    module = import_module("tacit.publishing.optimal.search")
    with pytest.MonkeyPatch.context() as patch:
        if at_length:
            patch.setattr(module, "POLISH", 0)
        plan = optimal(
            asked.market, asked.true, asked.attackers, asked.limits, asked.rules, seconds=60
        )
    found = set(plan.published.cells())
    every = asked.every_box()
    assert found in every
    assert asked.holds(found)
    assert plan.proof is not None
    least = min(asked.value(box) for box in every if asked.holds(box))
    assert (plan.proof.status, plan.proof.bound) == ("optimal", least)
    assert asked.value(found) == least


@settings(deadline=None, max_examples=80)
@given(questions(), st.data())
def test_unions_hold_and_their_bound_is_one(asked: Asked, data: st.DataObject) -> None:
    rules = replace(asked.rules, boxes=2)
    one = optimal(asked.market, asked.true, asked.attackers, asked.limits, rules, seconds=60)
    ground = Boxes(asked.market, asked.true, asked.attackers, asked.limits, rules)
    plan = cheaper(one, ground, asked.true, 2, 60)
    found = cells_of(*plan.published.boxes)
    assert asked.holds(found)
    assert asked.value(found) <= asked.value(set(one.published.cells()))
    wanted = set(asked.true.cells())
    rest = sorted(set(product(*(range(n) for n in asked.case.space.shape))) - wanted)
    assume(len(rest) <= 8)
    assert plan.proof is not None
    for chosen in chain.from_iterable(combinations(rest, n) for n in range(len(rest) + 1)):
        if asked.holds(wanted | set(chosen)):
            assert plan.proof.bound <= asked.value(wanted | set(chosen))


@settings(deadline=None, max_examples=40)
@given(questions(), st.integers(0, 10**6))
def test_who_leads_to_a_published_intent_is_found_one_by_one(asked: Asked, seed: int) -> None:
    market, attackers = asked.market, asked.attackers
    candidates = some_boxes(market, 8, seed)
    replayed = replay_greedy(market, candidates, attackers, asked.limits)
    published = greedy(market, asked.true, attackers, asked.limits).published
    found = greedy_leading_to(market, candidates, published, attackers, asked.limits)
    assert np.array_equal(found, replayed.equal(published))
    inside = optimal_leading_to(
        market, candidates, published, attackers, asked.limits, asked.rules, lambda true: published
    )
    expected = [
        all((masks[i] <= mask).all() for masks, mask in zip(candidates, published.masks(), strict=True))
        for i in range(8)
    ]  # fmt: skip
    assert inside.tolist() == expected


class OwnCase(sealed_laws.Case):
    """A question to sealed, with attackers of one's own."""

    def _others_hold(self, true: sealed_laws.Box, box: sealed_laws.Box) -> bool:
        peak = max(self.records[cell] for cell in product(*true))
        records, cells = self.holds("records", box), self.holds("cells", box)
        claims = {"crowd": peak + 3, "larger": max(peak, 2)}
        weights = {"crowd": records + 3 * cells, "larger": max(records, 2 * cells)}
        pairs = zip(self.form.attackers, self.form.limits, strict=True)
        return all(claims[a.name] <= limit * weights[a.name] for a, limit in pairs)


@settings(sealed_laws.plenty, max_examples=60)
@given(sealed_laws.cases(["cells", "list", "shape"], 12), st.data())
def test_sealed_finds_what_the_whole_program_finds(
    plain: sealed_laws.Case, data: st.DataObject
) -> None:
    toys = data.draw(st.sampled_from([("crowd",), ("larger",), ("crowd", "larger")]))
    each = st.sampled_from([Fraction(1, 2), Fraction(2, 5), Fraction(4, 5)])
    form = replace(
        plain.form,
        attackers=tuple(TOYS[name] for name in toys),
        limits=tuple(data.draw(each) for _ in toys),
    )
    case = OwnCase(**(vars(plain) | {"form": form}))
    assume(case.candidates)
    case = replace(case, limit=max(case.limit, case.likeliest))
    assume(case.publishable)
    assume(len(case.pairs) <= sealed_laws.MOST_PAIRS)
    found = sealed_laws.whole(case)
    sealed_laws.check_block(case, found)
    sealed_laws.check_against_the_judge(case, found)


def test_what_a_subclass_changes_is_not_taken_to_follow_the_measure() -> None:
    class Doubtful(type(ATTACKERS["em-f"])):  # type: ignore[misc]
        def claim(self, market: Market, true: Intent) -> int:
            return int(super().claim(market, true)) // 2

    class Renamed(type(ATTACKERS["em-f"])):  # type: ignore[misc]
        name = "renamed"

    assert ATTACKERS["em-f"].measure() == "records"
    assert Doubtful().measure() is None
    assert Renamed().measure() == "records"
    assert Crowd().measure() is None
