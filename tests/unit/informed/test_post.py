"""The attacker who knows the method, judged by replaying it naively, candidate by candidate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit
from tacit.candidates.belief import Belief
from tacit.candidates.given import Given
from tacit.candidates.listing import candidates
from tacit.candidates.secrets import Secrets
from tacit.errors import TacitError
from tacit.informed import post as informed
from tacit.informed.finding import Finding
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
    market: Market, procedure: Procedure, everyone: list[Intent], published: Intent, true: Intent
) -> tuple[int, Fraction]:
    """How many remain, and how sure that is; where some are refused, by the surer of both ways."""
    paper = [v for v in everyone if led_to(market, procedure, v) == published]
    here = [v for v in paper if procedure.published(market, v) is not None]
    cells = [tuple(code[0] for code in cell.codes) for cell in every_cell(market)]
    found = []
    for left in (here, paper):
        held = [sum(cell in v for v in left) for cell in cells]
        sure = Fraction(max(held), len(left)) if left else Fraction(0)
        found.append((true in left, sure, len(left)))
    _, sure, many = max(found, key=lambda one: one[:2])
    return many, sure


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
    remaining, sure = naive(market, procedure, everyone, published, true)
    assert (found.confidence.remaining, found.confidence.upper) == (remaining, sure)
    assert found.possible
    assert found.confidence.considered == len(everyone)
    assert found.wanted <= found.confidence.upper


def test_everything_may_have_been_published_in_two_ways() -> None:
    """Where a limit is out of reach Tacit publishes nothing, and the paper's expansion everything."""
    market = tiny([3, 3, 3, 3, 3, 3, 3, 3, 8])
    procedure = Procedure.of(method="greedy", against="em-f", limit="3/32")
    rival = Informed(market, procedure, Belief("cells"))
    everything, every = market.intent({}), list(every_cell(market))
    led = [procedure.published(market, one) for one in every]
    assert led == [everything] * 8 + [None]
    sure = rival.judge(every[0], everything).confidence
    assert (sure.remaining, sure.upper) == (8, Fraction(1, 8))
    found = rival.left(every[0], everything, made_here=True)
    assert found is not None
    assert (len(found[0]), found[0].place(every[8])) == (8, None)
    paper = rival.judge(every[8], everything)
    assert paper.possible
    assert (paper.confidence.remaining, paper.confidence.upper) == (9, Fraction(1, 9))


@pytest.mark.parametrize("prior", ["records", "cost", "table"])
def test_a_prior_weighs_what_remains(prior: str) -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
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
        found = Informed(adult, procedure, Belief("boxes")).judge(want, published)
        assert found.confidence.considered == 29_295
        assert (found.confidence.remaining, found.confidence.upper) == (remaining, sure)
    assert "of 29,295 intents that could have led here, 1 remains" in found.sentence


def test_too_many_candidates_are_drawn_and_come_with_an_interval(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent({"sex": ["Female"], "age": ["working adult"], "income": [">50K"]})
    procedure = Procedure.of(against="em-f", method="greedy")
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
    procedure = Procedure.of(against="pi-uniform", method="greedy")
    published = procedure.choose(adult, want).published
    monkeypatch.setattr(informed, "LISTED", 1)
    monkeypatch.setattr(informed, "DRAWN", 1)
    found = Informed(adult, procedure, Belief("boxes")).judge(want, published, seed=3)
    if not found.confidence.remaining:
        assert found.confidence.upper == 1
    assert not found.confidence.within(Fraction(3, 10))


def test_a_wanted_record_counts_even_if_the_intent_is_no_candidate() -> None:
    market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
    procedure = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
    cell = market.intent({"colour": ["a"], "size": ["s"]})
    published = led_to(market, procedure, cell)
    wider = market.intent({"colour": ["a"], "size": ["s", "m"]}) & published
    found = Informed(market, procedure, Belief("cells")).judge(wider, published)
    assert found.wanted == found.confidence.upper > 0


def test_drawn_or_listed_a_post_made_otherwise_is_told(
    adult: Market, monkeypatch: pytest.MonkeyPatch
) -> None:
    want = adult.intent(PAPER)
    attacker = Informed(adult, Procedure.of(against="em-f", method="greedy"), Belief("boxes"))
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
    procedure = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
    empty = market.intent({"colour": ["a"], "size": ["m"]})
    found = Informed(market, procedure, Belief("cells", "records")).judge(empty, empty)
    assert (found.confidence.remaining, found.possible) == (0, False)


class TestEveryBeliefAndEverySecret:
    """Bayes by hand: each candidate's prior times how likely it was to lead to the post."""

    HIDE: ClassVar[dict[str, Fraction]] = {"colour": Fraction(1, 2), "size": Fraction(2, 3)}

    @staticmethod
    def asked(intent: Intent, d: int) -> set[int]:
        """The values that an intent asks for, if it leaves one out."""
        values = set(intent.hull.codes[d])
        return values if len(values) < 3 else set()

    def secrets(self, market: Market, everyone: list[Intent]) -> dict[str, list[set[int]]]:
        """The places of those who hold each record, and who ask for each value."""
        cells = [tuple(code[0] for code in cell.hull.codes) for cell in every_cell(market)]
        places = range(len(everyone))
        found = {"informed": [{i for i in places if cell in everyone[i]} for cell in cells]}
        for d, name in enumerate(self.HIDE):
            found[f"informed:{name}"] = [
                {i for i in places if v in self.asked(everyone[i], d)} for v in range(3)
            ]
        return found

    @staticmethod
    def share(secret: set[int], weights: list[Fraction]) -> Fraction:
        return sum((weights[i] for i in secret), Fraction(0)) / sum(weights)

    @settings(max_examples=15, deadline=None)
    @given(
        counts=counts,
        how=procedures | st.just(Procedure.of(method="sealed", candidates="cells", limit="1/2")),
        within=st.sampled_from([1, 3]),
        data=st.data(),
    )
    def test_a_finding_is_what_bayes_says(
        self, counts: list[int], how: Procedure, within: int, data: st.DataObject
    ) -> None:
        market = tiny([n + 1 for n in counts])
        everyone = list(every_cell(market))
        true = data.draw(st.sampled_from(everyone))
        try:
            choices = [how.choose(market, one) for one in everyone]
        except TacitError:
            return
        mine = choices[everyone.index(true)]
        published = mine.posts[data.draw(st.integers(0, len(mine.posts) - 1))].published
        chances = [choice.chance_of(published) for choice in choices]
        priors = [[1] * 9, [market.mass(one).records for one in everyone]]
        now = [[c * p for c, p in zip(chances, prior, strict=True)] for prior in priors]
        belief = Belief("cells", "uniform,records", within=Fraction(within))
        secrets = Secrets(how.limit, self.HIDE)
        found = Informed(market, how, belief, secrets).judge(true, published)
        assert found.possible
        for row in found.confidences:
            kinds = self.secrets(market, everyone)[row.attacker]
            sure = max(self.share(secret, w) for secret in kinds for w in now)
            assert row.upper == within * sure / (within * sure + 1 - sure)
        left = [i for i, c in enumerate(chances) if c]
        if len(left) <= 6:
            self.no_belief_within_is_surer(market, everyone, now, left, found, within)

    def no_belief_within_is_surer(
        self,
        market: Market,
        everyone: list[Intent],
        now: list[list[Fraction]],
        left: list[int],
        found: Finding,
        within: int,
    ) -> None:
        """Over every belief that has the odds of each candidate once or so many times."""
        kinds = self.secrets(market, everyone)
        for row in found.confidences:
            worst = Fraction(0)
            for factors in product((1, within), repeat=len(left)):
                moved = dict(zip(left, factors, strict=True))
                for weights in now:
                    one = [w * moved.get(i, 0) for i, w in enumerate(weights)]
                    worst = max(worst, *(self.share(secret, one) for secret in kinds[row.attacker]))
            assert row.upper == worst

    def test_the_margin_is_where_the_first_limit_breaks(self) -> None:
        market = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
        how = Procedure.of(method="sealed", candidates="cells", limit="1/5")
        true = market.intent({"colour": ["a"], "size": ["s"]})
        published = how.choose(market, true).posts[0].published
        secrets = Secrets(Fraction(9, 10), {"colour": Fraction(19, 20)})
        named = Informed(market, how, Belief("cells"), secrets).judge(true, published)
        assert named.margin is not None
        assert named.margin > 1
        for factor, holds in ((named.margin, True), (named.margin * Fraction(101, 100), False)):
            belief = Belief("cells", within=factor)
            found = Informed(market, how, belief, secrets).judge(true, published)
            assert found.margin == named.margin, "it is about the named belief, whatever the factor"
            limit = Fraction(9, 10)
            assert all(row.within(limit) for row in found.confidences) is holds

    def test_what_a_post_gives_away_is_told_for_every_dimension(self) -> None:
        market = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
        how = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
        true = market.intent({"colour": ["a"], "size": ["s"]})
        published = led_to(market, how, true)
        found = Informed(market, how, Belief("cells", "records")).judge(true, published)
        colour, size = found.gives_away
        assert (colour.dimension, size.dimension) == ("colour", "size")
        assert colour.before == Fraction(14, 36), "b, of all records"
        assert size.before == Fraction(17, 36)
        left = [c for c in every_cell(market) if led_to(market, how, c) == published]
        records = {c: market.mass(c).records for c in left}
        by_colour = [
            sum(n for c, n in records.items() if c.hull.codes[0] == (v,)) for v in range(3)
        ]
        assert colour.after == Fraction(max(by_colour), sum(records.values()))

    def test_drawn_candidates_bound_hidden_values_too(
        self, adult: Market, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        want = adult.intent({"sex": ["Female"], "age": ["working adult"], "income": [">50K"]})
        procedure = Procedure.of(against="em-f", method="greedy")
        published = procedure.choose(adult, want).published
        secrets = Secrets(Fraction(3, 10), {"sex": Fraction(1, 2)})
        attacker = Informed(adult, procedure, Belief("boxes", within=Fraction(2)), secrets)
        exact = attacker.judge(want, published)
        monkeypatch.setattr(informed, "LISTED", 10)
        monkeypatch.setattr(informed, "DRAWN", 4_000)
        drawn = attacker.judge(want, published)
        assert not drawn.listed
        assert [c.attacker for c in drawn.confidences] == ["informed", "informed:sex"]
        for near, sure in zip(drawn.confidences, exact.confidences, strict=True):
            assert near.upper >= sure.upper
        assert drawn.wanted >= exact.wanted
        assert not any(told.exact for told in drawn.gives_away)
        assert drawn.margin is not None
        assert exact.margin is not None
        assert drawn.margin <= exact.margin


class TestAPartOfVeryMany:
    """Sealed among some cells of a space that is taken to be too large to list."""

    def test_it_is_about_one_who_is_told_the_part(self, monkeypatch: pytest.MonkeyPatch) -> None:
        market = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
        how = Procedure.of(method="sealed", candidates="cells", limit="1/2")
        true = market.intent({"colour": ["a"], "size": ["s"]})
        whole = candidates(market, Belief("cells", "uniform", "nonempty"))
        part = whole.take(np.flatnonzero(whole.within(market.intent({"colour": ["a", "b"]}))))
        post = market.intent({"colour": ["a"]})
        monkeypatch.setattr(informed, "part_of", lambda *_: part)
        monkeypatch.setattr(
            type(how.method),
            "leading_to",
            lambda _, asked, *__: [Fraction(1)] * len(asked.candidates),
        )
        found = Informed(market, how, Belief("cells")).judge(true, post)
        assert (found.part, found.confidence.considered, found.confidence.remaining) == (6, 9, 3)
        assert found.confidence.upper == Fraction(1, 3)
        assert "a part of 6 of 9" in found.sentence


class TestUnions:
    """Wants with OR, replayed one by one: methods replay single boxes together."""

    MARKET = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
    TRUE = MARKET.intent([{"colour": ["a"], "size": ["s"]}, {"colour": ["b"], "size": ["m"]}])

    def test_a_finding_is_what_a_naive_replay_leaves(self) -> None:
        how = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
        cells = [tuple(code[0] for code in c.hull.codes) for c in every_cell(self.MARKET)]
        two = (
            self.MARKET.intent([self.named(one), self.named(other)])
            for i, one in enumerate(cells)
            for other in cells[:i]
        )
        pairs = [pair for pair in two if len(pair.boxes) == 2]  # in one row they are a box
        published = led_to(self.MARKET, how, self.TRUE)
        left = [v for v in pairs if led_to(self.MARKET, how, v) == published]
        found = Informed(self.MARKET, how, Belief("unions")).judge(self.TRUE, published)
        assert found.confidence.considered == len(pairs) == 18
        assert found.confidence.remaining == len(left)
        held = [sum(cell in v for v in left) for cell in cells]
        assert found.confidence.upper == Fraction(max(held), len(left))
        assert found.possible
        whole = Informed(self.MARKET, how, Belief("unions")).survey(shape=self.TRUE)
        assert whole.candidates == whole.considered == 18

    def named(self, cell: tuple[int, ...]) -> dict[str, list[str]]:
        return {"colour": ["abc"[cell[0]]], "size": ["sml"[cell[1]]]}

    def test_the_usual_belief_of_a_union_is_unions_like_it(self) -> None:
        assert usual_belief(self.MARKET, self.TRUE) == Belief("unions", support="nonempty")


class TestTheUsualBelief:
    """What is like the true intent, whatever the market, where it holds records."""

    MARKET = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])

    @pytest.mark.parametrize(
        ("want", "like_it"),
        [
            ({"colour": ["a"], "size": ["s"]}, "cells"),
            ({"colour": ["a", "b"], "size": ["s"]}, "shape"),
            ({"size": ["m"]}, "shape"),
        ],
    )
    def test_it_is_of_the_wants_own_kind_with_records(
        self, want: dict[str, list[str]], like_it: str
    ) -> None:
        true = self.MARKET.intent(want)
        assert usual_belief(self.MARKET, true) == Belief(like_it, support="nonempty")

    def test_those_without_records_count_if_the_want_has_none(self) -> None:
        true = self.MARKET.intent({"colour": ["a"], "size": ["m"]})
        assert usual_belief(self.MARKET, true) == Belief("cells")

    def test_by_it_the_papers_first_case_is_found_out(self, adult: Market) -> None:
        want = adult.intent(PAPER)
        for method, against in (("greedy", "pi-uniform"), ("greedy", "em-f"), ("optimal", "em-f")):
            procedure = Procedure.of(method=method, against=against)
            published = procedure.choose(adult, want).published
            found = Informed(adult, procedure, usual_belief(adult, want)).judge(want, published)
            assert found.confidence.considered == 155, "cells of Adult that have records"
            assert (found.confidence.remaining, found.confidence.upper) == (1, 1)


def test_where_nothing_can_be_drawn_nothing_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    market = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
    how = Procedure.of(against="pi-uniform", limit="1/2", method="greedy")
    true = market.intent({"colour": ["a"], "size": ["s"]})
    nobody = candidates(market, Belief("cells")).take(np.arange(0))
    monkeypatch.setattr(informed, "LISTED", 0)
    monkeypatch.setattr(informed, "drawn", lambda *_: nobody)
    found = Informed(market, how, Belief("cells")).judge(true, led_to(market, how, true))
    assert (found.confidence.upper, found.confidence.remaining, found.listed) == (1, 0, False)
    assert found.margin == 0
