"""What `tacit audit` was asked; what it shows, and how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.registry import OBSERVERS
from tacit.auditing.asked import PublishedPost
from tacit.cli._audit import Asked
from tacit.errors import SettingError
from tacit.publishing.kept import to_keep
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, GREEDY, HELD, NOTHING, SECRET, WANTED, answer

TUNED = {"method": "optimal", "against": "purchase-f", "limit": "0.3", "sized_by_want": False}


def asked(**more: Any) -> Asked:
    return replace(NOTHING, **more)


class TestWhatGoesTogether:
    @pytest.mark.parametrize(
        "more",
        [
            {},
            {"survey": True},
            {"purchased": "b"},
            {"allocate": "blend", "purchased": "b"},
            {"allocate": "blend", "published": "p", "purchased": "b"},
            {"allocate": "blend", "published": "p", "survey": True, "buy": 4},
        ],
    )
    def test_this_does(self, more: dict[str, Any]) -> None:
        asked(**more).check()

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ({"buy": 4}, "--buy goes with --survey and --allocate"),
            ({"survey": True, "buy": 4}, "--buy goes with --survey and --allocate"),
            ({"allocate": "blend", "survey": True, "buy": 4}, "give --published"),
            ({"allocate": "blend", "published": "p", "survey": True}, "say with --buy"),
            ({"allocate": "blend", "published": "p"}, "--allocate goes with --purchased"),
            (
                {"allocate": "blend", "published": "p", "purchased": "b", "buy": 4},
                "--allocate goes with --purchased",
            ),
        ],
    )
    def test_this_does_not(self, more: dict[str, Any], said: str) -> None:
        with pytest.raises(SettingError, match=said):
            asked(**more).check()

    def test_a_campaign_is_judged_where_nothing_else_is_named(self) -> None:
        assert asked(want="w", against="em-f").is_about_campaign
        for more in ({"published": "p"}, {"purchased": "b"}, {"survey": True}):
            assert not asked(**more).is_about_campaign


class TestWhomToAsk:
    def test_all_by_default(self) -> None:
        assert (asked().held(), asked().posts()) == (None, None)
        assert asked().observers().observers == tuple(OBSERVERS.values())

    def test_of_those_named_each_about_what_it_saw(self) -> None:
        found = asked(against="em-f=0.1, purchase", limit="0.2")
        assert str(found.held()) == "em-f=1/10, purchase"
        assert str(found.posts()) == "em-f=1/10"
        assert str(found.observers()) == "purchase"
        assert found.observers().limit == Fraction(1, 5)

    def test_all_who_saw_the_post_where_only_others_are_named(self) -> None:
        assert asked(against="purchase").posts() is None
        assert str(asked(against="informed").posts()) == "informed"

    def test_purchases_of_a_survey_are_tuned_against_one(self) -> None:
        assert asked().observer() == (OBSERVERS["purchase-f"], Fraction(3, 10))
        assert asked(against="em-f").observer()[0].name == "purchase-f"
        assert asked(against="purchase-fc=0.1").observer() == (
            OBSERVERS["purchase-fc"],
            Fraction(1, 10),
        )
        assert asked(supply="endless").observer()[0] == PurchaseF(supply="endless")

    @pytest.mark.parametrize("against", ["purchase,purchase-fc", "purchase,purchase-f"])
    def test_and_not_against_two(self, against: str) -> None:
        with pytest.raises(SettingError, match="against one observer"):
            asked(against=against).observer()


class TestWhatTheyKnow:
    def test_the_belief_is_what_is_said_of_candidates(self) -> None:
        settings = {"alpha": "1", "prior": "records", "support": "all"}
        assert asked(settings=settings).belief == {"prior": "records", "support": "all"}

    def test_how_the_post_was_made_is_named_or_told_by_its_file_or_not_known(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        path = tmp_path / "post.json"
        made = tacit.protect(market, market.intent(WANTED), method="sealed", limit="1/2", seed=1)
        path.write_text(json.dumps(made.to_json()))
        found = asked(published=str(path))
        told = found.post(market)
        assert told is not None
        assert told.published == made.published
        assert found.procedure(told).to_json() == made.to_json()["made_by"]
        assert asked(made_by="optimal").procedure(told).method.name == "optimal"
        assert asked().procedure(PublishedPost(made.published)) is None
        assert asked().procedure(None) is None

    def test_what_was_kept_says_it_with_its_lists_and_pins(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        listed = [{"x": [x], "y": ["p"]} for x in "ab"]
        made = tacit.protect(market, WANTED, limit="3/5", candidates=listed, seed=1)
        pinned = tacit.protect(market, WANTED, **GREEDY, always={"y": ["r"]})
        for one in (made, pinned):
            path = tmp_path / "kept.json"
            path.write_text(json.dumps(to_keep(one)))
            found = asked(published=str(path))
            told = found.post(market)
            assert told is not None
            assert told.published == one.published
            how = found.procedure(told)
            assert how is not None
            assert how.settings == one.procedure.settings
            assert how.to_json() == one.procedure.to_json()
            assert not told.changed(market)

    def test_for_whom_it_was_made(self) -> None:
        greedy = asked(made_by="greedy", against="em-f")
        assert greedy.procedure(None).against.to_json() == ["em-f=3/10"]
        found = replace(greedy, made_for="em-c", limit="1/5", settings={"alpha": "1"})
        assert found.procedure(None).against.to_json() == ["em-c=1/5"]
        assert found.procedure(None).settings.told()["alpha"] == "1"

    def test_the_true_intent_must_be_said_unless_all_are_tried(self, market: tacit.Market) -> None:
        assert asked(survey=True).true(market, None) is None
        with pytest.raises(SettingError, match="--want, or ask for a --survey"):
            asked().true(market, None)

    def test_no_post_is_no_post(self, market: tacit.Market) -> None:
        assert asked().post(market) is None


class TestPosts:
    @pytest.fixture
    def args(self, table: str, wanted_file: str, post: str) -> tuple[str, ...]:
        return ("audit", table, "--want", wanted_file, "--published", post)

    def test_it_says_what_python_says(
        self, run: Run, args: tuple[str, ...], market: tacit.Market
    ) -> None:
        found = tacit.audit(market, market.intent(WANTED), market.intent({"y": ["p", "q"]}), **HELD)
        done = run(*args, "--against", "em-f", "--limit", "1/2", "--json")
        assert answer(done, 1) == found.to_json()
        assert done.stderr == "".join(f"note: {note}\n" for note in market.notes + found.notes)

    def test_nobody_is_left_out_of_the_verdict(self, run: Run, args: tuple[str, ...]) -> None:
        """The one who was asked about is within the limit; who knows the method is not."""
        told = answer(run(*args, "--against", "em-f", "--limit", "1/2", "--json"), 1)
        rows = {one["name"]: one for one in told["attackers"]}
        assert {name: one["asked"] for name, one in rows.items()} == {
            "em-f": True,
            **dict.fromkeys(("pi-uniform", "em-c", "em-fc", "informed"), False),
        }
        assert rows["em-f"]["holds"] is True
        assert (rows["informed"]["holds"], rows["informed"]["upper"]) == (False, 1.0)
        assert (told["holds"], told["headline"]["sure"]) == (False, 1.0)
        assert told["verdict"] == "Above the limit: informed (100%, left out)."
        assert told["made_by"]["method"] == "greedy"
        assert told["known_by"].startswith("not told: of greedy, optimal and sealed")

    def test_how_sure_the_best_informed_reader_is_stands_first_and_the_verdict_last(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        told = run(*args, "--against", "em-f, informed", "--limit", "1/2").stdout
        first, *_, last = told.strip().splitlines()
        assert first == "The best-informed reader is 100% sure of a record you want."
        assert last == "Above the limit: informed (100%)."

    def test_the_limit_is_what_the_post_was_made_for_unless_one_is_given(
        self, run: Run, table: str, wanted_file: str, market: tacit.Market, tmp_path: Path
    ) -> None:
        made = tacit.protect(market, WANTED, limit="1/2", seed=1)
        (tmp_path / "kept.json").write_text(json.dumps(to_keep(made)))
        args = ("audit", table, "--want", wanted_file, "--published", "kept.json", "--json")
        own = answer(run(*args))
        assert (own["limit"], own["holds"]) == (0.5, True)
        assert own["headline"] == made.headline.to_json()
        tight = answer(run(*args, "--limit", "0.4"), 1)
        assert (tight["limit"], tight["holds"]) == (0.4, False)

    def test_another_market_than_it_was_made_in_is_told(
        self, run: Run, table: str, wanted_file: str, market: tacit.Market, tmp_path: Path
    ) -> None:
        made = tacit.protect(market, WANTED, limit="1/2", seed=1)
        (tmp_path / "kept.json").write_text(json.dumps(to_keep(made)))
        args = ("audit", table, "--want", wanted_file, "--published", "kept.json")
        assert "not what it was" not in run(*args).stderr
        with (tmp_path / table).open("a") as file:
            file.write("c,r\n")
        assert "the market is not what it was when this was made" in run(*args).stderr

    @pytest.mark.parametrize(
        ("options", "flag", "belongs_to"),
        [
            (("--passphrase-file", "key"), "--passphrase-file", "--campaign"),
            (("--for", "em-f"), "--for", "--made-by"),
            (("--alpha", "0"), "--alpha", "--made-by"),
            (("--supply", "endless"), "--supply", "--purchased"),
            (("--only-over",), "--only-over", "--purchased"),
            (("--runs", "3"), "--runs", "--allocate"),
        ],
    )
    def test_what_would_do_nothing_is_refused(
        self,
        run: Run,
        args: tuple[str, ...],
        tmp_path: Path,
        options: tuple[str, ...],
        flag: str,
        belongs_to: str,
    ) -> None:
        assert f"{flag} goes with {belongs_to}" in refused(run, tmp_path, *args, *options)

    def test_who_made_it_needs_something_that_was_made(
        self, run: Run, table: str, wanted_file: str, tmp_path: Path
    ) -> None:
        args = ("audit", table, "--want", wanted_file, "--made-by", "greedy")
        told = refused(run, tmp_path, *args)
        assert "--made-by goes with --published, --purchased or --survey" in told

    def test_above_the_limit_the_code_is_1(self, run: Run, args: tuple[str, ...]) -> None:
        assert answer(run(*args, "--against", "em-f", "--limit", "1/5", "--json"), 1)
        done = run(*args, "--against", "em-f", "--limit", "1/5")
        assert done.returncode == 1
        assert "em-f" in done.stdout

    def test_who_looks_at_purchases_needs_one(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        assert "looks at purchases" in refused(run, tmp_path, *args, "--against", "purchase")

    def test_the_belief_reaches_who_knows_the_method(
        self, run: Run, args: tuple[str, ...], market: tacit.Market
    ) -> None:
        found = tacit.audit(
            market,
            market.intent(WANTED),
            market.intent({"y": ["p", "q"]}),
            made_by=tacit.Procedure.of(**GREEDY),
            belief={"candidates": "cells", "prior": "records", "support": "all"},
            limit="1/2",
            against="em-f, informed",
        )
        made = ("--made-by", "greedy", "--against", "em-f, informed", "--limit", "1/2", "--json")
        reckoned = ("--candidates", "cells", "--prior", "records", "--support", "all")
        done = run(*args, *made, *reckoned)
        assert answer(done, 0 if found.holds else 1) == found.to_json()
        assert found.finding is not None
        assert found.finding.confidence.considered == 6, "those that have a weight"

    def test_hidden_dimensions_and_a_factor_do_too(
        self, run: Run, args: tuple[str, ...], market: tacit.Market
    ) -> None:
        found = tacit.audit(
            market,
            market.intent(WANTED),
            market.intent({"y": ["p", "q"]}),
            made_by=tacit.Procedure.of(against="em-f", limit="1/2", method="greedy"),
            belief={"candidates": "cells", "within": "3/2"},
            hide="x=9/10,y",
            limit="1/2",
            against="em-f",
        )
        said = ("--candidates", "cells", "--within", "3/2", "--hide", "x=9/10,y", "--limit", "1/2")
        done = run(*args, *said, "--made-by", "greedy", "--against", "em-f", "--json")
        assert answer(done, 1) == found.to_json()
        names = [row["name"] for row in found.to_json()["attackers"]]
        assert names[-3:] == ["informed", "informed:x", "informed:y"]
        hidden = found.to_json()["headline"]["hidden"]
        assert [(one["dimension"], one["limit"]) for one in hidden] == [("x", 0.9), ("y", 0.5)]

    def test_what_is_hidden_was_asked_about_with_who_knows_the_method(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        told = answer(run(*args, "--hide", "x=2/5", "--limit", "1/2", "--json"), 1)
        assert told["verdict"] == "Above the limit: informed:x (50%)."
        assert all(row["asked"] for row in told["attackers"])

    def test_what_can_not_be_hidden_is_refused(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        assert "There are: x, y." in refused(run, tmp_path, *args, "--hide", "z")

    def test_the_value_given_away_is_for_the_eyes_only(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        done = run(*args, "--against", "em-f", "--limit", "1/2", "--candidates", "cells")
        assert "What the post gives away" in done.stdout

    @pytest.mark.parametrize("option", ["--published", "--purchased", "--passphrase-file"])
    def test_standard_input_is_one_thing(
        self, run: Run, table: str, tmp_path: Path, option: str
    ) -> None:
        with_it = ("--campaign", CAMPAIGN) if option == "--passphrase-file" else ()
        told = refused(run, tmp_path, "audit", table, "--want", "-", option, "-", *with_it)
        assert "only one file can be standard input" in told


class TestPurchases:
    @pytest.fixture
    def bought(self, market: tacit.Market, tmp_path: Path) -> str:
        """What was bought, and nothing of how: as someone writes it by hand."""
        order = tacit.purchase(
            market, market.intent(WANTED), {"y": ["p", "q"]}, buy=4, limit="1/2", allocate="optimal"
        )
        (tmp_path / "plan.json").write_text(json.dumps({"plan": order.purchase.to_plan()}))
        return "plan.json"

    @pytest.fixture
    def args(self, table: str, wanted_file: str) -> tuple[str, ...]:
        return ("audit", table, "--want", wanted_file, "--limit", "9/20")

    @pytest.fixture
    def sealed(self, market: tacit.Market, tmp_path: Path) -> tacit.Publication:
        """A post within the limit, and the file that says how it was made."""
        made = tacit.protect(market, WANTED, limit="9/20", seed=1)
        assert made.published == market.intent({"y": ["p", "q"]})
        (tmp_path / "kept.json").write_text(json.dumps(to_keep(made)))
        return made

    def planned(self, market: tacit.Market, folder: Path, post: Any, **asked: Any) -> tacit.Order:
        """An order, and the plan of it as purchase --out writes it."""
        order = tacit.purchase(market, market.intent(WANTED), post, limit="9/20", **asked)
        (folder / "plan.json").write_text(json.dumps(order.to_plan()))
        return order

    def test_alone_only_those_are_asked_who_saw_it_and_the_verdict_is_not_known(
        self, run: Run, args: tuple[str, ...], bought: str
    ) -> None:
        alone = (*args, "--limit", "1/2", "--purchased", bought, "--json")
        told = answer(run(*alone), 1)
        assert list(told) == ["holds", "verdict", "purchase"]
        assert (told["holds"], "not known" in told["verdict"]) == (False, True)
        seen = told["purchase"]
        assert [one["name"] for one in seen["observers"]] == list(OBSERVERS)
        assert (seen["passes"], seen["holds"]) == (True, False), "to pass a test is no verdict"
        assert (seen["chain"]["known"], seen["chain"]["sure"]) == (False, None)
        assert seen["chain"]["adds"] == "what the purchase adds is not known"
        assert "give what was published" in seen["chain"]["sentence"]
        (one,) = answer(run(*alone, "--against", "purchase"), 1)["purchase"]["observers"]
        assert one["name"] == "purchase"

    def test_nor_is_it_where_nothing_says_how_it_was_chosen(
        self, run: Run, args: tuple[str, ...], bought: str, sealed: tacit.Publication
    ) -> None:
        """The post is within the limit; what a purchase of it adds depends on how it was chosen."""
        both = (*args, "--published", "kept.json", "--purchased", bought)
        told = answer(run(*both, "--json"), 1)
        assert (told["holds"], told["purchase"]["holds"]) == (False, False)
        assert told["headline"]["holds"]
        assert "say it with --allocate" in told["purchase"]["chain"]["sentence"]
        said = answer(run(*both, "--allocate", "blend", "--json"))
        assert said["purchase"]["chain"]["adds"] == "the purchase adds nothing to the post"

    def test_a_blind_one_leaves_the_verdict_on_the_post_as_it_is(
        self,
        run: Run,
        args: tuple[str, ...],
        market: tacit.Market,
        sealed: tacit.Publication,
        tmp_path: Path,
    ) -> None:
        order = self.planned(market, tmp_path, sealed, buy=4)
        both = (*args, "--published", "kept.json", "--purchased", "plan.json")
        told = answer(run(*both, "--json"))
        assert (told["holds"], told["purchase"]["holds"]) == (True, True)
        chain = told["purchase"]["chain"]
        assert chain == order.chain.to_json()
        assert chain["before"] == told["headline"]
        assert (chain["sure"], chain["adds"]) == (
            told["headline"]["sure"],
            "the purchase adds nothing to the post",
        )
        screen = run(*both).stdout
        first, second, *_ = screen.splitlines()
        assert first.startswith("After post and purchase the best-informed reader is ")
        assert second == "45% is allowed: within the limit. The purchase adds nothing to the post."
        assert screen.splitlines()[-1].startswith(
            "The post alone. Within the limit: every attacker"
        )

    def test_a_tuned_one_is_replayed(
        self,
        run: Run,
        args: tuple[str, ...],
        market: tacit.Market,
        sealed: tacit.Publication,
        tmp_path: Path,
    ) -> None:
        """The plan says whose test it passes: its reader tells from that what was wanted."""
        order = self.planned(market, tmp_path, sealed, buy=6, allocate="optimal")
        both = (*args, "--published", "kept.json", "--purchased", "plan.json")
        told = answer(run(*both, "--json"), 1)
        seen = told["purchase"]
        assert (told["holds"], seen["holds"], seen["passes"]) == (False, False, True)
        assert told["verdict"].startswith("After post and purchase: ")
        assert seen["chain"] == order.chain.to_json()
        assert seen["chain"]["replayed"]["allocate"] == "optimal"
        assert seen["chain"]["sure"] > told["headline"]["sure"]

    def test_with_a_post_both_are_judged(
        self, run: Run, args: tuple[str, ...], bought: str, post: str
    ) -> None:
        both = (*args, "--limit", "1/2", "--purchased", bought, "--published", post)
        told = answer(run(*both, "--against", "em-f, purchase", "--json"), 1)
        assert set(told) > {"purchase", "limit"}
        assert told["holds"] is False, "greedy can be replayed"
        assert (told["purchase"]["holds"], told["purchase"]["passes"]) == (False, True)
        done = run(*both, "--against", "em-f, purchase=0.1")
        assert done.returncode == 1
        assert "em-f" in done.stdout
        assert "the purchase alone" in done.stdout

    def test_the_post_may_stand_in_the_plan(
        self, run: Run, args: tuple[str, ...], market: tacit.Market, post: str, tmp_path: Path
    ) -> None:
        self.planned(market, tmp_path, {"y": ["p", "q"]}, buy=4)
        alone = run(*args, "--purchased", "plan.json", "--json")
        both = run(*args, "--purchased", "plan.json", "--published", post, "--json")
        assert answer(alone, 1) == answer(both, 1)
        assert answer(alone, 1)["published"] == {"x": ["a", "b", "c"], "y": ["p", "q"]}

    def test_one_for_a_need_by_its_size_is_not_known(
        self,
        run: Run,
        args: tuple[str, ...],
        market: tacit.Market,
        sealed: tacit.Publication,
        tmp_path: Path,
    ) -> None:
        both = (*args, "--published", "kept.json", "--purchased", "plan.json", "--json")
        self.planned(market, tmp_path, sealed, need=2, design="quotas")
        assert answer(run(*both))["purchase"]["holds"] is True
        self.planned(market, tmp_path, sealed, need=2, design="simple")
        chain = answer(run(*both), 1)["purchase"]["chain"]
        assert (chain["known"], chain["sure"]) == (False, None)
        assert "the plan does not say what was needed" in chain["sentence"]

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            ({"chosen_by": {"method": "magic"}}, "Take chosen_by out of it"),
            ({"chosen_by": "blend"}, "Take chosen_by out of it"),
            ({"chosen_by": {"method": "blend", "design": "nice"}}, "Take chosen_by out of it"),
            ({"chosen_by": {"method": "blend", "sized_by_want": 1}}, "Take chosen_by out of it"),
            ({"chosen_by": {"method": "optimal", "against": 5}}, "Take chosen_by out of it"),
            ({"chosen_by": {**TUNED, "against": "em-f"}}, "names an observer"),
            ({"chosen_by": {**TUNED, "limit": "%" * 5_000}}, "names an observer or a limit"),
            ({"published": {"x": ["zzz"]}}, "none of this market"),
            ({"published": 5}, "none of this market"),
            ({"published": {"x": ["a"], "y": ["p"]}}, "outside the published intent"),
        ],
    )
    def test_what_a_plan_says_is_data(
        self,
        run: Run,
        args: tuple[str, ...],
        market: tacit.Market,
        tmp_path: Path,
        more: dict[str, Any],
        said: str,
    ) -> None:
        self.planned(market, tmp_path, {"y": ["p", "q"]}, buy=20, seed=1)
        path = tmp_path / "plan.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | more))
        assert said in refused(run, tmp_path, *args, "--purchased", "plan.json")


class TestSurveys:
    def test_the_method_is_replayed_for_every_candidate(
        self, run: Run, table: str, market: tacit.Market
    ) -> None:
        found = tacit.survey(market, "greedy", **HELD, belief={"candidates": "cells"})
        said = ("--against", "em-f", "--limit", "1/2", "--candidates", "cells", "--json")
        args = ("audit", table, "--survey", *said)
        told = answer(run(*args, "--made-by", "greedy"), 1)
        assert told.pop("made_by")["method"] == "greedy"
        assert told == found.to_json()
        hidden = answer(run(*args, "--made-by", "greedy", "--hide", "x=0.9"), 1)["hidden"]
        assert [(one["dimension"], one["limit"]) for one in hidden] == [("x", 0.9)]
        usual = answer(run(*args))
        assert (usual["made_by"]["method"], usual["exceed"]) == ("sealed", 0)

    def test_or_purchases_are(self, run: Run, table: str, post: str, market: tacit.Market) -> None:
        found = tacit.survey_purchases(market, {"y": ["p", "q"]}, "optimal", 4, limit="1/2")
        args = ("audit", table, "--survey", "--published", post, "--limit", "1/2")
        told = answer(run(*args, "--allocate", "optimal", "--buy", "4", "--json"))
        assert told == {
            "limit": 0.5,
            "against": "purchase-f",
            "purchases": [one.to_json() for one in found],
        }

    def test_two_observers_are_refused(
        self, run: Run, table: str, post: str, tmp_path: Path
    ) -> None:
        args = ("audit", table, "--survey", "--published", post, "--allocate", "optimal")
        told = refused(run, tmp_path, *args, "--buy", "4", "--against", "purchase,purchase-fc")
        assert "against one observer" in told


class TestCampaigns:
    def test_by_the_limits_it_was_made_for_unless_one_is_given(
        self, run: Run, table: str, campaign: str
    ) -> None:
        """Its own limit is 1/2; 0.3 is the usual one, and counts only if it is said."""
        args = ("audit", table, "--campaign", campaign, "--json")
        assert answer(run(*args, passphrase=SECRET), 1)["limit"] == 0.5
        assert answer(run(*args, "--limit", "0.3", passphrase=SECRET), 1)["limit"] == 0.3
        assert answer(run(*args, "--limit", "1", passphrase=SECRET))["holds"] is True

    def test_a_post_of_its_own_is_judged_for_the_campaigns_need(
        self, run: Run, table: str, campaign: str, post: str
    ) -> None:
        args = ("audit", table, "--campaign", campaign, "--published", post, "--against", "em-f")
        told = answer(run(*args, "--limit", "1/2", "--json", passphrase=SECRET), 1)
        assert [one["name"] for one in told["attackers"] if one["asked"]] == ["em-f"]
        assert told["attackers"][0]["upper"] == 9 / 21
