"""What results say where counts are known by statistics; and that what is held holds, by simulation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tacit
from tacit.attackers.confidence import Confidence
from tacit.errors import SettingError
from tacit.intents.box import Box
from tacit.market.bounded import Bounded
from tacit.market.market import Market
from tacit.market.sampled import Sampled
from tacit.market.sources.statistics.sample import from_sample
from tacit.market.sources.statistics.told import told_from
from tacit.publishing.procedure import Procedure
from tests.helpers.markets import line

DRAWN = [12, 15, 9, 30, 22, 17]


def sampled() -> Market:
    return from_sample(line(DRAWN), told_from({"kind": "sample", "rate": 0.1}))


def published(**more: Any) -> tacit.Publication:
    asked = {"limit": 0.4, "seed": 3, **more}
    if more.get("method", "sealed") != "sealed":
        del asked["seed"]
    return tacit.protect(sampled(), {"x": ["a"]}, **asked)


class TestWords:
    def test_of_a_market_that_was_counted_nothing_is_said(self) -> None:
        found = tacit.protect(line([3, 5, 9, 4]), {"x": ["a"]}, limit=0.5, seed=1)
        assert found.as_known is None
        assert found.to_json()["counts"] is None
        assert "hold" not in found.to_json()["made_by"]

    def test_what_is_exact_and_what_is_not(self) -> None:
        known = published().as_known
        assert known is not None
        assert known.held == "upper"
        assert [row.attacker for row in known.estimated] == ["em-f", "em-fc"]
        assert known.exact == ["pi-uniform", "em-c", "informed"]
        said = " ".join(known.sentences)
        assert "em-f and em-fc lie between two ends, at 95%" in said
        assert "kept at the upper end" in said
        assert "Exact, whatever the counts are: pi-uniform, em-c and informed." in said

    def test_rows_have_the_interval_the_estimate_and_how_it_was_made(self) -> None:
        found = published()
        row = {one["name"]: one for one in found.to_json()["attackers"]}["em-f"]
        assert row["lower"] < row["estimate"] < row["upper"] <= 0.4
        assert (row["level"], row["holds"]) == (0.95, True)
        assert "Clopper-Pearson" in row["interval_by"]
        exact = {one["name"]: one for one in found.to_json()["attackers"]}["pi-uniform"]
        assert "interval_by" not in exact

    def test_an_estimate_that_was_held_is_never_called_within(self) -> None:
        found = published(method="optimal", against="em-f", hold="estimate")
        (row, *_) = found.confidences
        assert row.estimate is not None
        assert row.estimate <= found.limit < row.upper
        assert not row.within(found.limit)
        assert not found.holds
        known = found.as_known
        assert known is not None
        assert known.held == "estimate"
        said = " ".join(known.sentences)
        assert "only the estimate was held" in said
        assert "Not known to be within the limit: em-f (" in said
        assert "taken to have the same statistics" in said
        judged = tacit.audit(sampled(), {"x": ["a"]}, found)
        assert "Not known to be within the limit: em-f" in judged.verdict
        assert judged.to_json()["counts"]["held"] == "estimate"

    def test_a_belief_by_records_is_told_within_which_factor_it_is_known(self) -> None:
        known = published(prior="records").as_known
        assert known is not None
        assert known.factor is not None
        assert known.exact == ["pi-uniform", "em-c"]
        assert "--within with that factor" in known.sentences[-1]

    def test_that_factor_holds_for_every_market_the_sample_allows(self) -> None:
        """Any belief whose odds are within the factor: markets at the far ends of every interval."""
        market = from_sample(
            line([400, 500, 300, 450, 380, 520]), told_from({"kind": "sample", "rate": 0.1})
        )
        assert market.knowledge is not None
        factor = market.knowledge.factor
        assert factor is not None
        asked: dict[str, Any] = {"prior": "records", "limit": 0.7, "against": "informed"}
        found = tacit.protect(market, {"x": ["a"]}, within=factor, seed=1, **asked)
        sealed = found.proof.sealed.mechanism  # type: ignore[attr-defined]
        counts = [400, 500, 300, 450, 380, 520]
        for far in range(6):
            for near in range(6):
                odds = [Fraction(n) for n in counts]
                if far != near:
                    odds[far] *= factor
                for row in sealed.joint:
                    reached = {v: chance / counts[v] * odds[v] for v, chance in row.items()}
                    assert max(reached.values()) <= Fraction(7, 10) * sum(reached.values())

    def test_where_counts_lie_between_two_numbers_a_belief_goes_with_the_estimate(self) -> None:
        market = line([40, 50, 90])
        known = Bounded(line([38, 47, 88]), line([42, 53, 92]), "")
        market = replace(market, knowledge=known)
        with pytest.raises(SettingError, match="goes with the estimate"):
            tacit.protect(market, {"x": ["a"]}, prior="records", limit=0.6)
        assert tacit.protect(market, {"x": ["a"]}, prior="records", limit=0.6, hold="estimate")

    def test_what_is_held_must_be_known(self) -> None:
        with pytest.raises(SettingError, match="one of: upper, estimate"):
            published(hold="lower")

    @pytest.mark.parametrize(
        ("row", "words"),
        [
            (Confidence("em-f", Fraction(1, 4)), "25%"),
            (Confidence("em-f", Fraction(1, 2), Fraction(1, 4)), "25% to 50%"),
            (Confidence("em-f", Fraction(1), known=False), "not known"),
            (
                Confidence("em-f", Fraction(1, 2), Fraction(1, 4), Fraction(3, 10), by="x"),
                "30% (25% to 50%)",
            ),
            (
                Confidence("em-f", Fraction(1), Fraction(0), Fraction(3, 10), by="x", known=False),
                "about 30%, not known how well",
            ),
        ],
    )
    def test_confidences_in_words(self, row: Confidence, words: str) -> None:
        assert row.in_words == words


class TestRetelling:
    def test_a_proof_is_told_in_records_that_were_not_drawn(self) -> None:
        found = published(method="optimal", against="em-f")
        assert found.proof.status == "optimal"
        assert found.proof.to_json(found.market, found.mass, "records")["proof"]["bound"] == (
            found.mass.records
        )

    def test_what_sealed_expects_is_told_in_all_records(self) -> None:
        found = published()
        drawn = replace(sampled(), knowledge=None)
        told = found.to_json()
        assert told["expected_records"] >= told["floor_records"] > max(DRAWN)
        assert told["records"] == drawn.mass(found.published).records

    def test_where_a_record_stands_for_no_whole_number_nothing_is_said_to_be_proven(self) -> None:
        market = from_sample(line(DRAWN), told_from({"kind": "sample", "total": 1000}))
        found = tacit.protect(market, {"x": ["a"]}, limit=0.4, method="optimal", against="em-f")
        assert found.proof.status == "heuristic"
        drawn = tacit.protect(market, {"x": ["a"]}, limit=0.4, seed=1)
        assert drawn.proof.status == "heuristic"


WANTS = [
    {
        "age": ["working adult"],
        "race": ["Black"],
        "sex": ["Female"],
        "hours-per-week": ["full-time"],
        "income": [">50K"],
    },
    {"age": ["young adult"], "income": [">50K"]},
]


@pytest.mark.parametrize("rate", ["0.01", "0.1"])
@pytest.mark.parametrize("method", ["greedy", "optimal"])
def test_over_1000_samples_what_was_held_holds_for_the_true_counts(method: str, rate: str) -> None:
    """The post is chosen by the sample, and judged by all records of Adult."""
    market = tacit.load("adult")
    cells = market.cells(Box.everything(market.space))
    rng = np.random.default_rng(23)
    many = round(int(cells.records.sum()) * float(rate))
    how = Procedure.of(method=method, against="em-f", limit="0.3")
    told = told_from({"kind": "sample", "rate": rate})
    broken = 0
    for i, counts in enumerate(rng.multivariate_hypergeometric(cells.records, many, size=1000)):
        true = market.intent(WANTS[i % 2])
        sample = from_sample(Market.from_cells(market.space, cells.codes, counts), told)
        assert isinstance(sample.knowledge, Sampled)
        post = how.choose(sample, true).published
        broken += market.peak(true).records > how.limit * market.mass(post).records
    assert broken <= 25
