"""Surveys of a method that draws, over all that may be drawn."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tacit
from tacit._progress import Cancelled, Progress
from tacit.candidates.belief import Belief
from tacit.candidates.secrets import Secrets
from tacit.informed.post import Informed
from tacit.informed.survey_draws import survey_draws
from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tests.unit.informed.replays import (
    PAPER,
    every_cell,
    tiny,
)


@pytest.fixture(scope="module")
def adult() -> Market:
    return tacit.load("adult")


def test_sealed_leaves_nobody_exposed(adult: Market) -> None:
    procedure = Procedure.of(method="sealed")
    attacker = Informed(adult, procedure, procedure.belief)
    found = attacker.survey()
    assert (found.candidates, found.exceed_any, found.alone) == (155, 0, 0)
    assert found.worst <= Fraction(3, 10)
    want = adult.intent(PAPER)
    drawn = tacit.protect(adult, want, method="sealed", seed=5)
    judged = attacker.judge(want, drawn.published)
    assert judged.possible
    assert judged.confidence.upper == drawn.confidences[-1].upper <= Fraction(3, 10)
    assert judged.confidence.remaining == drawn.confidences[-1].remaining


def test_a_survey_of_sealed_goes_by_what_the_attacker_believes(adult: Market) -> None:
    procedure = Procedure.of(method="sealed", against="informed")
    wrong = Informed(adult, procedure, Belief("cells", "records", "nonempty")).survey()
    assert (wrong.candidates, wrong.refused) == (155, 0)
    assert 0.7 < float(wrong.mean) < 0.9
    assert not wrong.holds
    every_cell = Informed(adult, procedure, Belief("cells")).survey()
    assert every_cell.refused == 240 - 155, "nothing is published for those without records"
    assert every_cell.worst <= Fraction(3, 10)


def test_those_whom_nothing_is_published_for_are_named_before_anything_is_wanted() -> None:
    """Half of all records are in one cell, so whoever looks at posts is at least half sure of it."""
    market = tiny([1, 1, 1, 1, 8, 1, 1, 1, 1])
    how = Procedure.of(method="sealed", against="em-f,informed", limit="1/3")
    found = Informed(market, how, Belief("cells")).survey()
    (name,) = found.refused_first
    assert (found.refused, name) == (1, "colour IN ('b') AND size IN ('m')")
    assert (
        Informed(market, Procedure.of(method="sealed", against="informed"), Belief("cells"))
        .survey()
        .refused_first
        == ()
    )
    assert found.to_json()["refused_first"] == list(found.refused_first)


def test_some_blocks_stand_for_many(adult: Market, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tacit.informed.survey_draws.SOME_BLOCKS", 2)
    procedure = Procedure.of(method="sealed", effort=500)
    found = survey_draws(adult, procedure, Belief("cells", support="nonempty"))
    assert found.candidates < found.considered == 155
    assert found.draws is not None
    assert found.draws[0] == 0
    assert 1 <= found.draws[1] <= 2
    assert found.holds


class TestProgress:
    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)

    def test_it_is_told_within_a_block_and_block_by_block(self) -> None:
        market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
        told: list[Progress] = []
        procedure = Procedure.of(method="sealed")
        survey_draws(market, procedure, Belief("cells", support="nonempty"), progress=told.append)
        last = told[-1]
        assert (last.phase, last.done, last.total) == ("surveying blocks", 1, 1)
        within = {p.phase for p in told}
        assert {"finding boxes to draw", "settling the chances", "judging every post"} <= within
        assert any(p.gap is not None for p in told)

    def test_of_many_blocks_how_many_are_done(
        self, adult: Market, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tacit.informed.survey_draws.SOME_BLOCKS", 3)
        told: list[Progress] = []
        procedure = Procedure.of(method="sealed", effort=500)
        survey_draws(adult, procedure, Belief("cells", support="nonempty"), progress=told.append)
        first = [p.phase for p in told].index("surveying blocks")
        assert {p.phase for p in told[first:]} == {"surveying blocks"}
        done = [p.done or 0 for p in told[first:]]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0, told[-1].total)
        assert len(done) > 10, "the work within a block is told too: that time passes"

    def test_it_can_be_stopped(self) -> None:
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        market = tiny([5, 0, 2, 9, 1, 4, 3, 3, 8])
        with pytest.raises(Cancelled) as caught:
            survey_draws(market, Procedure.of(method="sealed"), Belief("cells"), progress=stopping)
        assert caught.value is stop


class TestEveryBeliefAndEverySecret:
    MARKET = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
    HOW = Procedure.of(method="sealed", limit="1/3", candidates="cells")
    SECRETS = Secrets(Fraction(1, 3), {"colour": Fraction(1, 2)})

    @pytest.mark.parametrize("within", [1, 2])
    def test_a_survey_is_what_bayes_says_of_every_draw(self, within: int) -> None:
        cells = list(every_cell(self.MARKET))
        choices = [self.HOW.choose(self.MARKET, one) for one in cells]
        priors = [[1] * 9, [self.MARKET.mass(one).records for one in cells]]
        worst = {one: Fraction(0) for one in cells}
        colours, means = dict(worst), dict(worst)
        for post in {p.published for choice in choices for p in choice.posts}:
            chances = [choice.chance_of(post) for choice in choices]
            for v, true in enumerate(cells):
                if not chances[v]:
                    continue
                own = colour = Fraction(0)
                for prior in priors:
                    now = [c * p for c, p in zip(chances, prior, strict=True)]
                    row = [
                        w for w, c in zip(now, cells, strict=True) if c.codes[0] == true.codes[0]
                    ]
                    own = max(own, now[v] / sum(now))
                    colour = max(colour, sum(row) / sum(now))
                own = within * own / (within * own + 1 - own)
                colour = within * colour / (within * colour + 1 - colour)
                means[true] += chances[v] * own
                worst[true], colours[true] = max(worst[true], own), max(colours[true], colour)
        belief = Belief("cells", "uniform,records", within=Fraction(within))
        found = Informed(self.MARKET, self.HOW, belief, self.SECRETS).survey()
        assert found.candidates == 9
        assert found.worst == max(worst.values())
        assert found.mean == sum(means.values()) / 9
        assert found.hidden[0].worst == max(colours.values())
        assert found.exceed == sum(
            worst[one] > Fraction(1, 3) or colours[one] > Fraction(1, 2) for one in cells
        )
        assert found.beliefs == 2

    def test_of_a_class_too_large_to_list_some_are_drawn(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The whole is settled for each that is drawn, so each finds what all find."""
        monkeypatch.setattr("tacit.informed.survey_draws.MOST", 8)
        monkeypatch.setattr("tacit.informed.survey_draws.SOME_BLOCKS", 3)
        belief = Belief("cells")
        found = survey_draws(self.MARKET, self.HOW, belief, self.SECRETS)
        assert (found.considered, found.candidates) == (9, 27)
        assert found.draws is not None
        assert found.draws[1] == 3
        assert found.worst <= Fraction(1, 3)
