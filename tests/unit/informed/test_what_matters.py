"""Who knows the method looks where it draws, and tells of every dimension."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.confidence import Confidence
from tacit.candidates.belief import Belief
from tacit.candidates.secrets import GivenAway, Secrets
from tacit.informed.finding import Finding
from tacit.informed.post import Informed
from tacit.informed.survey_draws import survey_draws
from tacit.informed.what_matters import in_what_matters, lifted_finding
from tacit.market.folding import Folding
from tacit.publishing.procedure import Procedure
from tacit.publishing.publish import publish
from tests.unit.informed.replays import tiny

MARKET = tiny([5, 1, 2, 9, 1, 4, 3, 3, 8])
SEALED = Procedure.of(method="sealed", against="informed", limit="1/2")
WANT = MARKET.intent({"colour": ["a"]})
SHAPE = Belief("shape", support="nonempty")
HALF = Secrets(Fraction(1, 2))


def folded_away(procedure: Procedure = SEALED, belief: Belief = SHAPE, **more: Any) -> set[int]:
    asked = {"secrets": HALF, "like": WANT, **more}
    return set(in_what_matters(MARKET, procedure, belief, **asked).folding.away)


class TestWhereToLook:
    def test_it_is_where_the_method_draws(self) -> None:
        assert folded_away() == {1}
        assert folded_away(belief=Belief("usual")) == {1}
        found = in_what_matters(MARKET, SEALED, SHAPE, HALF, WANT)
        assert found.belief == Belief("cells", support="nonempty")
        assert found.procedure.belief == found.belief
        assert found.folding.folded.space.names == ("colour",)

    def test_it_is_everywhere_for_a_method_that_does_not_draw(self) -> None:
        greedy = Procedure.of(method="greedy")
        found = in_what_matters(MARKET, greedy, SHAPE, HALF, WANT)
        assert (found.folding.away, found.procedure, found.belief) == (frozenset(), greedy, SHAPE)

    def test_and_for_one_who_reckons_with_other_candidates_or_a_narrower_post(self) -> None:
        assert folded_away(belief=Belief("boxes")) == set()
        assert folded_away(belief=Belief("upto:3")) == set()
        assert folded_away(like=None) == set()
        assert folded_away(published=MARKET.intent({"size": ["s", "m"]})) == set()
        assert folded_away(published=MARKET.intent({"colour": ["a", "b"]})) == {1}

    def test_what_the_method_hides_it_looks_at_if_anybody_asks_for_a_value(self) -> None:
        hiding = Procedure.of(method="sealed", against="informed", limit="1/2", hide="size")
        assert folded_away(hiding) == {1}
        narrow = MARKET.intent({"colour": ["a"], "size": ["s"]})
        assert folded_away(hiding, like=narrow) == set()

    def test_what_only_the_one_who_asks_calls_hidden_is_left_out(self) -> None:
        asked = Secrets(Fraction(1, 2), {"size": Fraction(1, 2), "colour": Fraction(3, 4)})
        found = in_what_matters(MARKET, SEALED, SHAPE, asked, WANT)
        assert found.folding.away == {1}
        assert found.secrets == Secrets(Fraction(1, 2), {"colour": Fraction(3, 4)})


class TestWhatIsTold:
    COLOUR = GivenAway("colour", "a", Fraction(1, 3), Fraction(1, 2))
    ROW = Confidence("informed", Fraction(1, 2), considered=3, remaining=2)
    FINDING = Finding(ROW, Fraction(1, 2), possible=True, listed=True, gives_away=(COLOUR,))

    def test_of_what_was_folded_away_a_post_tells_nothing(self) -> None:
        folding = Folding.of(MARKET, {1})
        assert folding is not None
        found = lifted_finding(self.FINDING, folding, HALF)
        nothing = GivenAway("size", None, Fraction(0), Fraction(0))
        assert found.gives_away == (self.COLOUR, nothing)
        assert found.hidden == ()

    def test_neither_if_it_is_called_hidden(self) -> None:
        folding = Folding.of(MARKET, {1})
        assert folding is not None
        limit = Fraction(1, 4)
        found = lifted_finding(self.FINDING, folding, Secrets(Fraction(1, 2), {"size": limit}))
        (row,) = found.hidden
        assert (row.attacker, row.upper, row.limit) == ("informed:size", 0, limit)
        assert (row.considered, row.remaining) == (3, 2)
        assert found.wanted_values == {"size": 0}
        assert found.gives_away[1].limit == limit

    def test_where_nothing_was_folded_it_is_the_same(self) -> None:
        assert lifted_finding(self.FINDING, Folding.of_nothing(MARKET), HALF) is self.FINDING


class TestBothWays:
    """With and without looking at the dimension of which nothing is asked."""

    @pytest.fixture(params=[0, 1, 2])
    def whole(self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
        """What is found in all dimensions, by candidates that are listed there; and a post."""
        post = publish(SEALED, MARKET, WANT, request.param).published
        with monkeypatch.context() as patch:
            patch.setattr(Folding, "of", lambda market, _: Folding.of_nothing(market))
            return post, Informed(MARKET, SEALED, SHAPE).judge(WANT, post)

    def test_an_audit_finds_the_same(self, whole: tuple[Any, Finding]) -> None:
        post, finding = whole
        found = Informed(MARKET, SEALED, SHAPE).judge(WANT, post)
        assert found.confidence == finding.confidence
        assert found.gives_away == finding.gives_away
        assert (found.margin, found.wanted) == (finding.margin, finding.wanted)

    def test_whom_a_post_leaves_is_told_in_all_dimensions(self, whole: tuple[Any, Finding]) -> None:
        post, finding = whole
        found = Informed(MARKET, SEALED, SHAPE).left(WANT, post)
        assert found is not None
        left, chances = found
        assert left.market is MARKET
        assert len(left) == len(chances) == finding.confidence.remaining
        assert WANT in [left.intent(i) for i in range(len(left))]
        assert all(left.intent(i).free == {1} for i in range(len(left)))

    def test_as_many_are_reckoned_with_as_the_post_was_hidden_among(self) -> None:
        """Of three colours one holds no records: it does not count, whoever counts."""
        market = tiny([5, 1, 2, 0, 0, 0, 3, 3, 8])
        want = market.intent({"colour": ["a"]})
        made = publish(SEALED, market, want, 1)
        found = Informed(market, SEALED, SHAPE).judge(want, made.published)
        assert found.confidence.considered == made.confidences[-1].considered == 2

    def test_a_survey_is_about_all_candidates_there(self) -> None:
        found = survey_draws(MARKET, SEALED, SHAPE, shape=WANT)
        assert (found.candidates, found.considered, found.refused) == (3, 3, 0)
        assert found.holds
        hidden = Secrets(Fraction(1, 2), {"size": Fraction(1, 4)})
        (size,) = survey_draws(MARKET, SEALED, SHAPE, hidden, shape=WANT).hidden
        assert (size.dimension, size.limit, size.worst) == ("size", Fraction(1, 4), 0)
