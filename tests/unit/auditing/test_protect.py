"""`protect`: safe by default, the same answer to the same question, and told what everyone makes of it."""

from __future__ import annotations

from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit._defaults import LIMIT
from tacit._progress import Cancelled, Progress
from tacit.auditing.protect import protect, with_informed
from tacit.candidates.belief import Belief
from tacit.informed.post import Informed
from tacit.market.market import Market
from tacit.publishing.own_key import OwnKey
from tacit.publishing.publication import Publication
from tacit.publishing.publish import ANEW, BY_KEY, BY_SEED
from tacit.publishing.registry import METHODS
from tacit.publishing.settings import SETTINGS
from tests.helpers.choosing import choose
from tests.helpers.markets import line, of_four_cells

MARKET = line([10, 11, 12, 13, 14, 15, 16, 17])
TRUE = MARKET.intent({"x": ["b"]})
CORNERS = [{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}]
REPLAYED = [name for name, method in METHODS.items() if not method.draws]


class TestByDefault:
    def test_it_is_sealed_against_everyone_and_holds(self) -> None:
        result = protect(MARKET, TRUE)
        assert result.method == "sealed"
        everyone = ("pi-uniform", "em-f", "em-c", "em-fc", "informed")
        assert result.procedure.against.names == everyone
        assert tuple(row.attacker for row in result.confidences) == everyone
        assert result.limit == result.headline.limit == Fraction(LIMIT)
        assert result.headline.known
        assert result.holds

    def test_one_who_knows_the_method_is_not_asked_twice(self) -> None:
        result = choose(MARKET, TRUE, seed=1)
        assert with_informed(result) is result

    def test_it_is_what_everyone_imports(self) -> None:
        assert tacit.protect is protect

    def test_help_shows_every_setting_of_every_method(self) -> None:
        shown = signature(protect).parameters
        assert {name for one in SETTINGS.values() for name in one.options()} <= set(shown)
        assert "settings" not in shown


class TestMethodsThatCanBeReplayed:
    """One who knows them is not held, so what that one makes of the post is told."""

    @pytest.mark.parametrize("method", REPLAYED)
    @pytest.mark.parametrize("against", [None, "em-f"])
    def test_the_informed_row_comes_last(self, method: str, against: str | None) -> None:
        made = choose(MARKET, TRUE, method=method, against=against)
        result = protect(MARKET, TRUE, method=method, against=against)
        assert result.published == made.published
        assert result.confidences[:-1] == made.confidences
        assert result.unprotected[:-1] == made.unprotected
        asked = Informed(MARKET, result.procedure, Belief("cells", support="nonempty"))
        found = asked.judge(TRUE, result.published)
        assert result.confidences[-1] == found.confidence
        assert (result.unprotected[-1].attacker, result.unprotected[-1].upper) == ("informed", 1)
        assert result.headline.sure == found.confidence.upper
        assert result.headline.wanted == result.utility
        assert result.gives_away == found.gives_away

    def test_who_is_found_out_is_told_so(self) -> None:
        """Greedy publishes a with c for a alone."""
        market = line([2, 9, 4])
        result = protect(
            market, {"x": ["a"]}, method="greedy", against="em-f", limit="1/3", alpha=1
        )
        assert result.confidences[-1].remaining == 1
        assert result.headline.sure == 1
        assert (result.held, result.holds) == (True, False)
        assert "The best-informed reader is 100% sure" in repr(result)

    @pytest.mark.parametrize("method", REPLAYED)
    def test_wants_of_several_boxes_have_it_too(self, method: str) -> None:
        """Two pairs of cells are no box: these corners, and the other two."""
        result = protect(of_four_cells(), CORNERS, method=method, limit="1/2")
        assert result.confidences[-1].attacker == "informed"
        assert (result.headline.sure, result.confidences[-1].remaining) == (Fraction(1, 2), 2)
        assert result.holds

    def test_whoever_listens_can_stop_the_replay(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tacit._progress.EVERY", 0)
        made, stop = choose(MARKET, TRUE, method="optimal"), Cancelled()

        def stopping(_: Progress) -> None:
            raise stop

        with pytest.raises(Cancelled) as caught:
            with_informed(made, stopping)
        assert caught.value is stop


class TestTheDraw:
    """More than one post may be drawn here, so that where a draw comes from shows."""

    @staticmethod
    def posts(many: int, market: Market = MARKET, **how: Any) -> list[Publication]:
        return [protect(market, TRUE, **how) for _ in range(many)]

    def test_the_same_question_is_answered_the_same(self, home: Path) -> None:
        first, second = self.posts(2)
        assert first.published == second.published
        assert first.to_json() == second.to_json()
        assert (home / "key").exists()

    def test_other_keys_answer_otherwise(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = set()
        for number in range(20):
            monkeypatch.setenv("TACIT_HOME", str(tmp_path / str(number)))
            found.add(protect(MARKET, TRUE).published)
        assert len(found) > 1

    def test_fresh_draws_anew_and_needs_no_key(self, home: Path) -> None:
        found = self.posts(20, fresh=True)
        assert len({one.published for one in found}) > 1
        assert all(ANEW in one.notes for one in found)
        assert not home.exists()

    def test_a_seed_decides_it_and_needs_no_key(self, home: Path) -> None:
        first, second = self.posts(2, seed=3)
        assert first.published == second.published
        assert len({protect(MARKET, TRUE, seed=seed).published for seed in range(20)}) > 1
        assert BY_SEED in first.notes
        assert not home.exists()

    def test_a_seed_counts_where_it_is_to_be_drawn_anew_too(self) -> None:
        fresh, seeded = (protect(MARKET, TRUE, seed=3, fresh=fresh) for fresh in (True, False))
        assert fresh.to_json() == seeded.to_json()

    def test_the_buyer_is_told_where_it_comes_from(self) -> None:
        told = {BY_KEY: {}, ANEW: {"fresh": True}, BY_SEED: {"seed": 1}}
        for note, how in told.items():
            notes = protect(MARKET, TRUE, **how).notes  # type: ignore[arg-type]
            assert [one for one in notes if one in told] == [note]

    def test_a_key_that_others_could_read_is_told(self, home: Path) -> None:
        OwnKey.read_or_make()
        (home / "key").chmod(0o644)
        result = protect(MARKET, TRUE)
        assert BY_KEY in result.notes
        assert any("others on this machine could read the key" in note for note in result.notes)

    def test_without_a_key_there_is_an_answer_all_the_same_and_it_is_told(self, home: Path) -> None:
        home.mkdir()
        (home / "key").write_text("no key of Tacit")
        found = self.posts(20)
        assert all(one.holds for one in found)
        assert len({one.published for one in found}) > 1, "there is nothing to repeat it from"
        (note,) = (one for one in found[0].notes if "the key of your draws" in one)
        assert "can't be used: it is damaged" in note
        assert note.endswith(f"; so this was {ANEW}")
        assert BY_KEY not in found[0].notes

    def test_where_there_is_nothing_to_draw_nothing_is_said_of_it(self, home: Path) -> None:
        """Only all four values keep each at a quarter."""
        market = line([5, 5, 5, 5])
        sealed = protect(market, {"x": ["a"]}, limit="1/4")
        greedy = protect(MARKET, TRUE, method="greedy")
        for result in (sealed, greedy):
            assert not any("drawn" in note for note in result.notes)
        assert sealed.published == market.intent({})
        assert not home.exists(), "nor is a key made for it"


def test_no_note_names_what_is_wanted(home: Path) -> None:
    market = Market.from_cube(MARKET.space, [10] * 8)
    home.mkdir()
    for content in (None, "broken"):
        if content is not None:
            (home / "key").write_text(content)
        for how in ({}, {"fresh": True}, {"seed": 1}):
            result = protect(market, {"x": ["h"]}, limit="1/2", **how)  # type: ignore[arg-type]
            assert not any("'h'" in note or "= h" in note for note in result.notes)
