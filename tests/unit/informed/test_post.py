"""The attacker who knows the method, judged by replaying it naively, candidate by candidate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.informed import post as informed
from tacit.informed.post import Informed, usual_belief
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tests.unit.informed.replays import (
    PAPER,
    counts,
    every_box,
    every_cell,
    led_to,
    procedures,
    tiny,
)


@pytest.fixture(scope="module")
def adult() -> Market:
    return tacit.load("adult")


def naive(
    market: Market, procedure: Procedure, everyone: list[Intent], published: Intent
) -> tuple[int, Fraction]:
    left = [v for v in everyone if led_to(market, procedure, v) == published]
    cells = [tuple(code[0] for code in cell.codes) for cell in every_cell(market)]
    held = [sum(cell in v for v in left) for cell in cells]
    return len(left), Fraction(max(held), len(left)) if left else Fraction(0)


@settings(max_examples=40, deadline=None)
@given(counts=counts, procedure=procedures, cells=st.booleans(), data=st.data())
@pytest.mark.slow
def test_what_remains_is_what_a_naive_replay_leaves(
    counts: list[int], procedure: Procedure, cells: bool, data: st.DataObject
) -> None:
    market = tiny(counts)
    everyone = list(every_cell(market) if cells else every_box(market))
    true = data.draw(st.sampled_from(everyone))
    published = led_to(market, procedure, true)
    found = Informed(market, procedure, Belief("cells" if cells else "boxes")).judge(
        true, published
    )
    remaining, sure = naive(market, procedure, everyone, published)
    assert (found.confidence.remaining, found.confidence.upper) == (remaining, sure)
    assert found.possible
    assert found.confidence.considered == len(everyone)
    assert found.wanted <= found.confidence.upper


@pytest.mark.parametrize("prior", ["records", "cost", "table"])
def test_a_prior_weighs_what_remains(prior: str) -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2")
    weights = {cell: int(market.mass(cell).records) for cell in every_cell(market)}
    how_likely: str | Given = prior
    if prior == "table":
        weights = {cell: i for i, cell in enumerate(weights)}
        how_likely = Given.of(
            [{"intent": c.as_public().to_json(), "weight": w} for c, w in weights.items()]
        )
    true = next(cell for cell, weight in weights.items() if weight)
    published = led_to(market, procedure, true)
    left = [c for c in weights if led_to(market, procedure, c) == published and weights[c]]
    total = sum(weights[c] for c in left)
    found = Informed(market, procedure, Belief("cells", how_likely)).judge(true, published)
    assert found.confidence.remaining == len(left)
    assert found.confidence.upper == max(Fraction(weights[c], total) for c in left)


def test_the_papers_first_case_is_found_out(adult: Market) -> None:
    want = adult.intent(PAPER)
    for method, against, remaining, sure in (
        ("greedy", "pi-uniform", 1, 1),
        ("greedy", "em-f", 5, Fraction(4, 5)),
        ("optimal", "em-f", 1, 1),
    ):
        procedure = Procedure.of(method=method, against=against)
        published = procedure.choose(adult, want).published
        found = Informed(adult, procedure, usual_belief(adult, published, want)).judge(
            want, published
        )
        assert found.confidence.considered == 29_295
        assert (found.confidence.remaining, found.confidence.upper) == (remaining, sure)
    assert "of 29,295 intents that could have led here, 1 remains" in found.sentence


def test_too_many_candidates_are_drawn_and_come_with_an_interval(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent({"sex": ["Female"], "age": ["working adult"], "income": [">50K"]})
    procedure = Procedure.of(against="em-f")
    published = procedure.choose(adult, want).published
    attacker = Informed(adult, procedure, Belief("boxes"))
    exact = attacker.judge(want, published)
    monkeypatch.setattr(informed, "LISTED", 10)
    monkeypatch.setattr(informed, "DRAWN", 4_000)
    drawn = attacker.judge(want, published).confidence
    assert exact.listed
    assert drawn.estimate is not None
    assert drawn.lower is not None
    assert drawn.lower <= exact.confidence.upper <= drawn.upper
    assert drawn.to_json(Fraction(3, 10))["interval"] == [float(drawn.lower), float(drawn.upper)]


def test_what_was_drawn_in_vain_promises_nothing(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent(PAPER)
    procedure = Procedure.of(against="pi-uniform")
    published = procedure.choose(adult, want).published
    monkeypatch.setattr(informed, "LISTED", 1)
    monkeypatch.setattr(informed, "DRAWN", 1)
    found = Informed(adult, procedure, Belief("boxes")).judge(want, published, seed=3)
    if not found.confidence.remaining:
        assert found.confidence.upper == 1
    assert not found.confidence.within(Fraction(3, 10))


def test_a_wanted_record_counts_even_if_the_intent_is_no_candidate() -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2")
    cell = market.intent({"colour": ["a"], "size": ["s"]})
    published = led_to(market, procedure, cell)
    wider = market.intent({"colour": ["a"], "size": ["s", "m"]}) & published
    found = Informed(market, procedure, Belief("cells")).judge(wider, published)
    assert found.wanted == found.confidence.upper > 0


def test_drawn_or_listed_a_post_made_otherwise_is_told(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent(PAPER)
    attacker = Informed(adult, Procedure.of(against="em-f"), Belief("boxes"))
    by_hand = adult.intent({"race": ["Black"]})
    assert not attacker.judge(want, by_hand).possible
    monkeypatch.setattr(informed, "LISTED", 10)
    monkeypatch.setattr(informed, "DRAWN", 200)
    drawn = attacker.judge(want, by_hand)
    assert not drawn.possible
    assert not drawn.confidence.within(Fraction(3, 10))
    assert (
        "none of those drawn leads here"
        in replace(drawn, confidence=replace(drawn.confidence, remaining=0)).sentence
    )


def test_nobody_inside_is_an_answer() -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2")
    empty = market.intent({"colour": ["a"], "size": ["m"]})
    found = Informed(market, procedure, Belief("cells", "records")).judge(empty, empty)
    assert (found.confidence.remaining, found.possible) == (0, False)
