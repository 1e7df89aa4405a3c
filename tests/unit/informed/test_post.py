"""The attacker who knows the method, judged by replaying it naively, candidate by candidate."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.candidates.belief import Belief
from tacit.errors import TacitError, TooManyCandidates
from tacit.informed import post as informed
from tacit.informed.post import Informed, usual_belief
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.space.nominal import Nominal
from tacit.space.ordinal import Ordinal
from tacit.space.space import Space

PAPER = {
    "race": ["Black"],
    "sex": ["Female"],
    "age": ["working adult"],
    "hours-per-week": ["full-time"],
    "income": [">50K"],
}


@pytest.fixture(scope="module")
def adult() -> Market:
    return tacit.load("adult")


def tiny(counts: list[int]) -> Market:
    space = Space((Nominal("colour", ("a", "b", "c")), Ordinal("size", ("s", "m", "l"))))
    return Market.from_cube(space, np.array(counts).reshape(3, 3))


counts = st.lists(st.integers(0, 9), min_size=9, max_size=9).filter(lambda c: sum(c) > 5)
procedures = st.builds(
    lambda method, against, limit, alpha: Procedure.of(
        method=method, against=against, limit=limit, alpha=alpha
    ),
    st.sampled_from(["greedy", "optimal"]),
    st.sampled_from(["pi-uniform", "em-f", "pi-uniform,em-f"]),
    st.sampled_from(["1/2", "0.3", "0.2"]),
    st.sampled_from(["0", "0.5", "1"]),
)


def every_box(market: Market) -> Iterator[Intent]:
    def sets(n: int) -> list[tuple[int, ...]]:
        return list(chain(*(combinations(range(n), k) for k in range(1, n + 1))))

    for codes in product(*(sets(n) for n in market.space.shape)):
        yield Intent(market.space, codes)


def every_cell(market: Market) -> Iterator[Intent]:
    for codes in product(*(range(n) for n in market.space.shape)):
        yield Intent(market.space, tuple((code,) for code in codes))


def led_to(market: Market, procedure: Procedure, true: Intent) -> Intent:
    """What is published; everything where the method refuses."""
    try:
        return procedure.plan(market, true).published
    except TacitError:
        return Intent.everything(market.space)


def naive(
    market: Market, procedure: Procedure, everyone: list[Intent], published: Intent
) -> tuple[int, Fraction]:
    left = [v for v in everyone if led_to(market, procedure, v) == published]
    cells = [tuple(code[0] for code in cell.codes) for cell in every_cell(market)]
    held = [sum(cell in v for v in left) for cell in cells]
    return len(left), Fraction(max(held), len(left)) if left else Fraction(0)


@settings(max_examples=40, deadline=None)
@given(counts=counts, procedure=procedures, cells=st.booleans(), data=st.data())
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


@settings(max_examples=15, deadline=None)
@given(counts=counts, procedure=procedures)
def test_a_survey_is_every_judgement_together(counts: list[int], procedure: Procedure) -> None:
    market = tiny(counts)
    everyone = list(every_box(market))
    survey = Informed(market, procedure, Belief("boxes")).survey()
    published = [led_to(market, procedure, v) for v in everyone]
    own = []
    for true, shown in zip(everyone, published, strict=True):
        left = [v for v, u in zip(everyone, published, strict=True) if u == shown]
        held = [sum(cell in v for v in left) for cell in true.cells()]
        own.append(Fraction(max(held), len(left)))
    limit = procedure.limit
    assert survey.candidates == survey.considered == len(everyone)
    assert survey.exceed == sum(c > limit for c in own)
    assert survey.mean == sum(own) / len(own)
    assert survey.worst == max(own)
    assert survey.alone == sum(published.count(u) == 1 for u in published)


@pytest.mark.parametrize("prior", ["records", "cost", "table"])
def test_a_prior_weighs_what_remains(prior: str, tmp_path: Path) -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2")
    weights = {cell: int(market.mass(cell).records) for cell in every_cell(market)}
    if prior == "table":
        weights = {cell: i for i, cell in enumerate(weights)}
        rows = [{"intent": c.as_public().to_json(), "weight": w} for c, w in weights.items()]
        (tmp_path / "prior.json").write_text(json.dumps(rows))
        prior = str(tmp_path / "prior.json")
    true = next(cell for cell, weight in weights.items() if weight)
    published = led_to(market, procedure, true)
    left = [c for c in weights if led_to(market, procedure, c) == published and weights[c]]
    total = sum(weights[c] for c in left)
    found = Informed(market, procedure, Belief("cells", prior)).judge(true, published)
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
        published = procedure.plan(adult, want).published
        found = Informed(adult, procedure, usual_belief(adult, published, want)).judge(
            want, published
        )
        assert found.confidence.considered == 29_295
        assert (found.confidence.remaining, found.confidence.upper) == (remaining, sure)
    assert "of 29,295 intents that could have led here, 1 remains" in found.sentence


@pytest.mark.parametrize(
    ("against", "exceed", "mean", "alone"),
    [
        ("pi-uniform", 25_968, 0.577, 2_436),
        ("em-f", 29_295, 0.894, 11_639),
        ("em-c", 29_295, 0.995, 25_437),
        ("em-fc", 29_295, 0.894, 11_639),
    ],
)
def test_greedy_on_adult_leaves_nine_in_ten_exposed(
    adult: Market, against: str, exceed: int, mean: float, alone: int
) -> None:
    found = Informed(adult, Procedure.of(against=against), Belief("boxes")).survey()
    assert (found.candidates, found.exceed, found.alone) == (29_295, exceed, alone)
    assert float(found.mean) == pytest.approx(mean, abs=0.0006)
    assert not found.holds


def test_sealed_leaves_nobody_exposed(adult: Market) -> None:
    procedure = Procedure.of(method="sealed")
    attacker = Informed(adult, procedure, procedure.settings.belief)
    found = attacker.survey()
    assert (found.candidates, found.exceed_any, found.alone) == (155, 0, 0)
    assert found.worst <= Fraction(3, 10)
    want = adult.intent(PAPER)
    drawn = tacit.protect(adult, want, method="sealed", seed=5)
    judged = attacker.judge(want, drawn.published)
    assert judged.possible
    assert judged.confidence.upper == drawn.confidences[-1].upper <= Fraction(3, 10)
    assert judged.confidence.remaining == drawn.confidences[-1].remaining


def test_too_many_candidates_are_drawn_and_come_with_an_interval(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent({"sex": ["Female"], "age": ["working adult"], "income": [">50K"]})
    procedure = Procedure.of(against="em-f")
    published = procedure.plan(adult, want).published
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
    published = procedure.plan(adult, want).published
    monkeypatch.setattr(informed, "LISTED", 1)
    monkeypatch.setattr(informed, "DRAWN", 1)
    found = Informed(adult, procedure, Belief("boxes")).judge(want, published, seed=3)
    if not found.confidence.remaining:
        assert found.confidence.upper == 1
    assert not found.confidence.within(Fraction(3, 10))


def test_a_survey_of_a_large_class_tries_some(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    procedure = Procedure.of(against="em-f")
    monkeypatch.setattr(informed, "MANY_CELLS", 100)
    monkeypatch.setattr(informed, "SLOW", 230)
    found = Informed(adult, procedure, Belief("cells")).survey()
    assert (found.candidates, found.considered) == (informed.SOME, 240)
    low, high = found.interval
    assert low <= 236 / 240 <= high
    assert found.to_json()["interval"] == [low, high]
    with pytest.raises(TooManyCandidates):
        Informed(adult, procedure, Belief("boxes")).survey()


def test_a_survey_of_sealed_goes_by_what_the_attacker_believes(adult: Market) -> None:
    procedure = Procedure.of(method="sealed")
    wrong = Informed(adult, procedure, Belief("cells", "records", "nonempty")).survey()
    assert (wrong.candidates, wrong.refused) == (155, 0)
    assert 0.7 < float(wrong.mean) < 0.9
    assert not wrong.holds
    every_cell = Informed(adult, procedure, Belief("cells")).survey()
    assert every_cell.refused == 240 - 155, "nothing is published for those without records"
    assert every_cell.worst <= Fraction(3, 10)


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
