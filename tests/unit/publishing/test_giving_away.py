"""What a post gives away: which dimension most, and what would hide it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tacit.attackers.confidence import Confidence
from tacit.candidates.secrets import GivenAway, Secrets, SurestValue
from tacit.errors import SettingError
from tacit.market.market import Market
from tacit.publishing import giving_away
from tacit.publishing.giving_away import (
    cost_of_hiding,
    laid_bare,
    limit_to_hide,
    most_given_away,
    note_on_giving_away,
    told_by,
)
from tacit.publishing.publication import Publication
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.choosing import choose

SPACE = Space((Nominal("black", (0, 1)), Nominal("kind", tuple("abc"))))
MARKET = Market.from_cube(SPACE, [[4, 2, 3], [5, 1, 6]])
TRUE = MARKET.intent({"black": [1], "kind": ["a"]})


def posted(**more: Any) -> Publication:
    return choose(MARKET, TRUE, method="sealed", limit="1/3", seed=1, **more)


def told(dimension: str, before: str, after: str, **more: Any) -> GivenAway:
    return GivenAway(dimension, 1, Fraction(before), Fraction(after), **more)


class TestWhatIsTold:
    def test_it_follows_from_whom_the_post_leaves(self) -> None:
        result = posted()
        left = result.still_possible
        assert left is not None
        assert left.before == (
            SurestValue("black", 0, Fraction(1, 2)),
            SurestValue("kind", "a", Fraction(1, 3)),
        )
        assert result.gives_away == told_by(left, Secrets(Fraction(1, 3)))
        for d, one in enumerate(result.gives_away):
            by_value: dict[int, Fraction] = {}
            for i, chance in enumerate(left.chances):
                code = left.candidates.intent(i).codes[d][0]
                by_value[code] = by_value.get(code, Fraction(0)) + chance
            assert one.after == max(by_value.values()) / sum(left.chances)

    def test_a_method_that_does_not_settle_it_tells_nothing(self) -> None:
        result = choose(MARKET, TRUE, method="greedy", against="em-f", limit="1/2")
        assert result.gives_away == ()
        assert result.to_json()["gives_away"] == []

    def test_json_names_a_value_only_where_the_post_does(self) -> None:
        for seed in range(4):
            result = choose(MARKET, TRUE, method="sealed", limit="1/3", seed=seed)
            shown = result.published.to_json()
            for row in result.to_json()["gives_away"]:
                assert row["value"] is None or shown[row["dimension"]] == [row["value"]]


class TestLaidBare:
    ROWS = tuple(Confidence(f"informed{more}", Fraction(1, 4)) for more in ("", ":black", ":kind"))

    def test_the_true_intent_itself_says_all_but_what_it_leaves_open(self) -> None:
        some = MARKET.intent({"kind": ["a", "b"]})
        found = laid_bare(some, self.ROWS)
        assert [row.attacker for row in found] == [row.attacker for row in self.ROWS]
        assert [row.upper for row in found] == [1, 0, 1]


class TestTheNote:
    def test_the_largest_rise_counts_of_those_not_hidden(self) -> None:
        result = posted()
        rows = (
            told("black", "1/2", "1", limit=Fraction(1, 2)),
            told("kind", "1/3", "2/3"),
            told("size", "9/10", "1"),
        )
        assert most_given_away(replace(result, gives_away=rows)) == rows[1]
        assert most_given_away(replace(result, gives_away=rows[:1])) is None

    @pytest.mark.parametrize(("before", "after"), [("1/2", "1/2"), ("1/2", "2/5"), ("1/9", "1/3")])
    def test_what_was_known_or_keeps_the_limit_is_little(self, before: str, after: str) -> None:
        assert most_given_away(replace(posted(), gives_away=(told("kind", before, after),))) is None

    def test_it_says_what_would_hide_it_and_about_what_that_costs(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(giving_away, "cost_of_hiding", lambda *_: 12.4)
        shown = MARKET.intent({"black": [1]})
        result = replace(posted(), published=shown, gives_away=())
        assert note_on_giving_away(result, told("black", "1/2", "1")) == (
            "gives away: black = 1, 100% sure where 50% was known; --hide black=0.5 would hide it, "
            "at about 12 records on average (that is another draw: post only one)"
        )
        assert "--hide black would hide it" in note_on_giving_away(
            result, told("black", "1/9", "1")
        )

    def test_it_says_that_more_is_told(self) -> None:
        most, other = told("black", "1/2", "1"), told("reject", "1/3", "1")
        little, hidden = told("kind", "1/9", "1/8"), replace(other, limit=Fraction(1))
        for more, words in (
            ((other,), "something of 1 more dimension;"),
            ((other, other), "something of 2 more dimensions;"),
            ((little, hidden), ""),
        ):
            note = note_on_giving_away(replace(posted(), gives_away=(most, *more)), most)
            assert words in note
            assert ("something of" in note) == bool(words)

    def test_a_value_that_the_post_does_not_show_is_not_named(self) -> None:
        result = replace(posted(), published=MARKET.intent({}))
        note = note_on_giving_away(result, told("black", "1/2", "3/4"))
        assert note.startswith("gives away: black, 75% sure")

    def test_what_was_certain_can_not_be_hidden(self) -> None:
        note = note_on_giving_away(posted(), told("kind", "999/1000", "1"))
        assert "hide" not in note

    def test_protect_says_it(self) -> None:
        result = posted()
        most = most_given_away(result)
        notes = [note for note in result.notes if note.startswith("gives away: ")]
        assert len(notes) == (most is not None)


class TestTheLimitToSuggest:
    @pytest.mark.parametrize(
        ("before", "limit"), [("1/9", "1/3"), ("1/2", "1/2"), ("401/1000", "41/100")]
    )
    def test_it_is_no_lower_than_what_is_known_beforehand(self, before: str, limit: str) -> None:
        assert limit_to_hide(told("kind", before, "1"), Fraction(1, 3)) == Fraction(limit)


class TestTheCost:
    def test_it_is_found_by_settling_it(self) -> None:
        hidden = posted(hide="black=1/2").to_json()["expected_records"]
        assert cost_of_hiding(posted(), "black", Fraction(1, 2)) == pytest.approx(hidden)

    def test_among_many_it_is_left_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(giving_away, "FEW_CELLS", 5)
        assert cost_of_hiding(posted(), "black", Fraction(1, 2)) is None

    def test_nor_is_it_told_where_it_is_not_settled(self) -> None:
        greedy = choose(MARKET, TRUE, method="greedy", against="em-f", limit="1/2")
        assert cost_of_hiding(greedy, "black", Fraction(1, 2)) is None


def test_a_dimension_that_is_not_there_can_not_be_hidden() -> None:
    with pytest.raises(
        SettingError, match=r"no dimension 'colour' to hide. There are: black, kind"
    ):
        posted(hide="colour")
