"""Suspects: how a post may have been made, found from the post alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tacit._progress import Cancelled, Progress
from tacit.attackers.against import Against
from tacit.auditing.protect import protect
from tacit.auditing.suspects import Suspects, made_here, suspects, usual_procedures
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.made_here import note_how
from tacit.publishing.own_key import OwnKey
from tacit.publishing.procedure import Procedure
from tacit.publishing.registry import METHODS
from tests.helpers.markets import line, of_four_cells

MARKET = line([10, 11, 12, 13, 14, 15, 16, 17])
TRUE = MARKET.intent({"x": ["b"]})
USUAL = usual_procedures(Against.nobody(), named=False)


def leading(found: Suspects) -> list[str]:
    return [one.method.name for one in found.leading]


def tried(post: Intent, market: Market = MARKET, true: Intent = TRUE) -> Suspects:
    return suspects(market, true, post, USUAL)


def told(post: Intent) -> list[dict[str, Any]]:
    """What was noted of a post."""
    return [how.to_json() for how in made_here(MARKET, TRUE, post)]


class TestUsualProcedures:
    def test_every_method_against_all_at_the_limit(self) -> None:
        found = usual_procedures(Against.nobody("2/5"), named=False)
        assert found == tuple(Procedure.of(method=name, limit="2/5") for name in METHODS)

    def test_and_against_those_who_were_asked_about(self) -> None:
        held = Against.of("em-f=0.1, em-c", "2/5")
        found = usual_procedures(held, named=True)
        assert found[: len(METHODS)] == usual_procedures(Against.nobody("2/5"), named=False)
        assert [one.method.name for one in found[len(METHODS) :]] == list(METHODS)
        for one in found[len(METHODS) :]:
            assert one.to_json()["against"][:2] == ["em-f=1/10", "em-c=2/5"]

    def test_each_is_tried_once(self) -> None:
        held = Against.nobody().and_everyone()
        assert usual_procedures(held, named=True) == USUAL

    def test_one_who_knows_the_method_is_nobody_to_make_a_post_for(self) -> None:
        assert usual_procedures(Against.of("informed"), named=True) == USUAL


class TestWhoLeadsThere:
    @pytest.mark.parametrize("method", METHODS)
    def test_each_method_is_recognised_from_its_bare_post(self, method: str) -> None:
        post = protect(MARKET, TRUE, method=method, seed=1).published
        found = tried(post)
        assert method in leading(found)
        assert found.tried == USUAL
        for one in found.leading:
            assert one.choose(MARKET, TRUE).chance_of(post) > 0

    def test_they_are_named_with_the_candidates_that_are_usual_for_the_want(self) -> None:
        found = tried(protect(MARKET, TRUE, seed=1).published)
        told = {one.method.name: one.to_json() for one in found.leading}
        assert told["sealed"]["candidates"] == "cells"

    def test_nothing_explains_what_was_made_by_hand(self) -> None:
        """With one value only half of it is disguise: no method calls that enough."""
        found = tried(MARKET.intent({"x": ["a", "b"]}))
        assert found.leading == ()

    def test_other_settings_are_not_guessed(self) -> None:
        post = protect(MARKET, TRUE, method="greedy", against="em-f", limit="1/2").published
        assert leading(tried(post)) == []
        asked = usual_procedures(Against.of("em-f", "1/2"), named=True)
        assert "greedy" in leading(suspects(MARKET, TRUE, post, asked))

    def test_where_a_limit_is_out_of_reach_everything_is_what_they_end_with(self) -> None:
        """All but sealed, which refuses instead."""
        market = line([5, 1, 2])
        true, whole = market.intent({"x": ["a"]}), market.intent({})
        assert leading(tried(whole, market, true)) == ["greedy", "optimal"]
        assert leading(tried(market.intent({"x": ["a", "b"]}), market, true)) == []

    def test_wants_of_several_boxes_are_tried_too(self) -> None:
        market = of_four_cells()
        true = market.intent([{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}])
        usual = usual_procedures(Against.nobody("1/2"), named=False)
        found = suspects(market, true, market.intent({}), usual)
        assert leading(found) == list(METHODS)

    def test_who_listens_can_stop_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        stop = Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            suspects(MARKET, TRUE, MARKET.intent({}), USUAL, stopping)
        assert caught.value is stop


class TestWhatWasMadeHere:
    def test_what_the_own_key_drew_was_made_that_way(self) -> None:
        result = protect(MARKET, TRUE)
        assert told(result.published) == [result.procedure.to_json()]

    def test_whatever_its_settings(self) -> None:
        result = protect(MARKET, TRUE, limit="0.4", against="informed", prior="records")
        assert told(result.published) == [result.procedure.to_json()]

    def test_a_seed_leaves_no_note(self) -> None:
        assert told(protect(MARKET, TRUE, seed=1).published) == []

    def test_what_was_made_in_two_ways_has_both(self) -> None:
        sealed, greedy = protect(MARKET, TRUE), protect(MARKET, TRUE, method="greedy")
        for result in (sealed, greedy):
            note_how(result)
            assert result.procedure.to_json() in told(result.published)

    def test_another_key_does_not_tell(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        post = protect(MARKET, TRUE).published
        monkeypatch.setenv("TACIT_HOME", str(tmp_path / "other"))
        OwnKey.read_or_make()
        assert told(post) == []
        assert "sealed" in leading(tried(post))

    def test_a_note_that_does_not_lead_from_this_want_is_none(self) -> None:
        post = protect(MARKET, TRUE).published
        outside = next(v for v in "abcdefgh" if v not in post.values()["x"])
        assert made_here(MARKET, MARKET.intent({"x": [outside]}), post) == ()

    @pytest.mark.parametrize("said", ['{"method": 7}', '{"method": "magic"}', '{"limit": "x"}'])
    def test_a_note_that_says_nothing_is_none(self, home: Path, said: str) -> None:
        result = protect(MARKET, TRUE)
        notes = home / "posts"
        notes.write_text(f"{notes.read_text().split(' ')[0]} {said}\n")
        assert told(result.published) == []

    @pytest.mark.parametrize("how", [{"seed": 1}, {"method": "greedy"}])
    def test_no_key_is_ever_made(self, home: Path, how: dict[str, Any]) -> None:
        post = protect(MARKET, TRUE, **how).published
        tried(post)
        told(post)
        assert not home.exists()

    def test_one_that_can_not_be_read_is_done_without(self, home: Path) -> None:
        home.mkdir()
        (home / "key").write_text("no key of Tacit")
        assert told(protect(MARKET, TRUE, seed=1).published) == []


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["greedy"], "greedy"),
        (["greedy", "sealed"], "greedy and sealed"),
        (["greedy", "optimal", "sealed", "greedy"], "greedy, optimal and sealed"),
    ],
)
def test_whom_was_tried_is_told_in_words(names: list[str], words: str) -> None:
    procedures = tuple(Procedure.of(method=name) for name in names)
    assert Suspects(procedures, ()).names == words


def test_no_suspect_shows_what_is_wanted() -> None:
    market = line([10] * 8)
    true = market.intent({"x": ["h"]})
    post = protect(market, true, limit="1/2", seed=1).published
    usual = usual_procedures(Against.nobody("1/2"), named=False)
    assert "'h'" not in repr(suspects(market, true, post, usual))
