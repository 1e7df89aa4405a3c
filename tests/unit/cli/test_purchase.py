"""What `tacit purchase` buys within and against whom; what it shows, writes, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tacit
from tacit.attackers.against import one_observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.cli._purchase import held_of, post_to_buy_within, warn_if_tuned, write_order
from tacit.errors import NothingPublished, SettingError
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, GREEDY, SECRET, WANTED, answer


def names(held: tacit.Against | None) -> list[str] | None:
    return None if held is None else [one.partition("=")[0] for one in held.to_json()]


class TestHeld:
    @pytest.mark.parametrize(
        ("against", "posts", "observers"),
        [
            (None, None, ["purchase-f"]),
            ("purchase", None, ["purchase"]),
            ("em-f, em-c", ["em-f", "em-c"], ["purchase-f"]),
            ("em-f, purchase-fc", ["em-f"], ["purchase-fc"]),
            ("informed", ["informed"], ["purchase-f"]),
            ("informed, purchase", ["informed"], ["purchase"]),
        ],
    )
    def test_some_saw_the_post_and_one_the_purchase(
        self, against: str | None, posts: list[str] | None, observers: list[str]
    ) -> None:
        by_post, by_purchase = held_of(against, "0.2", "finite", False)
        assert names(by_post) == posts
        assert names(by_purchase) == observers
        assert by_purchase.limit == Fraction(1, 5)

    def test_each_keeps_a_limit_of_its_own(self) -> None:
        posts, observer = held_of("em-f=0.1, purchase=0.2", "0.3", "finite", False)
        assert posts is not None
        assert posts.limits == (Fraction(1, 10),)
        assert one_observer(observer)[1] == Fraction(1, 5)

    def test_purchase_f_is_as_it_was_set(self) -> None:
        _, observer = held_of(None, "0.3", "endless", True)
        assert observer.observers == (PurchaseF(supply="endless", only_over=True),)

    def test_only_one_saw_the_purchase(self) -> None:
        with pytest.raises(SettingError, match="name one who saw the purchase"):
            held_of("purchase, purchase-f", "0.3", "finite", False)


class TestPost:
    def within(
        self,
        market: tacit.Market,
        ledger: tacit.Campaign | None = None,
        published: str | None = None,
        **settings: Any,
    ) -> tacit.Intent:
        true, held = market.intent(WANTED), tacit.Against.of("em-f", "1/2")
        return post_to_buy_within(market, true, ledger, published, held, "1/2", "greedy", settings)

    def test_from_a_file(self, market: tacit.Market, post: str, tmp_path: Path) -> None:
        found = self.within(market, published=str(tmp_path / post))
        assert found == market.intent({"y": ["p", "q"]})

    def test_found_as_protect_does(self, market: tacit.Market) -> None:
        for settings in ({}, {"alpha": "0"}):
            made = tacit.protect(market, market.intent(WANTED), **GREEDY, **settings)
            assert self.within(market, **settings) == made.published

    def test_the_campaigns_last(self, market: tacit.Market, campaign: str, tmp_path: Path) -> None:
        ledger = tacit.Campaign(tmp_path / campaign, SECRET)
        assert self.within(market, ledger) == ledger.published(market)

    def test_a_campaign_without_one_says_what_to_do(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        ledger = tacit.Campaign.start(tmp_path / CAMPAIGN, SECRET, _cost=1)
        with pytest.raises(NothingPublished, match="tacit protect and the same --campaign"):
            self.within(market, ledger)


@pytest.mark.parametrize(
    ("published", "method", "allocate", "warned"),
    [
        (None, "sealed", "optimal", True),
        (None, "sealed", "blend", False),
        (None, "greedy", "optimal", False),
        ("post.json", "sealed", "optimal", False),
        (None, "made-up", "optimal", False),
    ],
)
def test_a_tuned_purchase_undoes_a_drawn_post(
    capsys: pytest.CaptureFixture[str],
    published: str | None,
    method: str,
    allocate: str,
    warned: bool,
) -> None:
    warn_if_tuned(published, method, allocate)
    assert ("--allocate blend adds nothing" in capsys.readouterr().err) is warned


def test_an_order_is_written_as_a_plan_and_as_a_query(market: tacit.Market, tmp_path: Path) -> None:
    order = tacit.purchase(market, market.intent(WANTED), {"y": ["p", "q"]}, buy=4, limit="1/2")
    write_order(order, None, None)
    plan, query = tmp_path / "plan.json", tmp_path / "query.sql"
    write_order(order, str(plan), str(query))
    assert json.loads(plan.read_text()) == {"plan": order.purchase.to_plan()}
    assert query.read_text() == order.purchase.to_sql()


class TestVerb:
    @pytest.fixture
    def args(self, table: str, wanted_file: str, post: str) -> tuple[str, ...]:
        asked = ("--want", wanted_file, "--published", post, "--limit", "1/2")
        return ("purchase", table, *asked)

    @pytest.mark.parametrize("question", ["buy", "need", "budget"])
    def test_it_says_what_python_says(
        self, run: Run, args: tuple[str, ...], market: tacit.Market, question: str
    ) -> None:
        asked: dict[str, Any] = {question: 4}
        found = tacit.purchase(
            market, market.intent(WANTED), {"y": ["p", "q"]}, limit="1/2", **asked
        )
        done = run(*args, f"--{question}", "4", "--json")
        assert answer(done) == found.to_json()
        assert done.stderr == "".join(f"note: {note}\n" for note in market.notes)

    def test_people_get_a_table(self, run: Run, args: tuple[str, ...]) -> None:
        done = run(*args, "--buy", "4", "--out", "plan.json")
        assert done.returncode == 0, done.stderr
        assert "Buy this" in done.stdout
        assert done.stderr.endswith("note: wrote plan.json\n")

    def test_chance_starts_where_the_seed_says_or_anew(
        self, run: Run, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        drawn = (*args, "--buy", "6", "--allocate", "blend", "--limit", "1", "--json")
        first, second = (answer(run(*drawn, "--seed", seed))["plan"] for seed in "12")
        assert first != second
        monkeypatch.setattr("tacit.cli.purchase.randbits", lambda _: 2)
        assert answer(run(*drawn))["plan"] == second

    def test_what_no_purchase_reaches_ends_with_1(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        done = run(*args, "--budget", "1", "--out", "plan.json", "--json")
        told = answer(done, 1)
        assert (told["method"], told["limit"], told["plan"]) == ("optimal", 0.5, None)
        assert told["why"]
        assert not (tmp_path / "plan.json").exists()

    def test_a_drawn_purchase_above_the_limit_still_keeps_its_promise(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        """Blind purchases look blind: what one brings by chance is no promise broken."""
        done = run(*args, "--buy", "6", "--allocate", "blend", "--limit", "1/1000", "--seed", "1")
        assert done.returncode == 0
        assert "the observer's test is above the limit" in done.stderr

    def test_a_campaign_keeps_it(
        self, run: Run, table: str, campaign: str, tmp_path: Path, quick_sealing: None
    ) -> None:
        args = ("purchase", table, "--campaign", campaign, "--buy", "4", "--limit", "1/2")
        told = answer(run(*args, "--json", passphrase=SECRET))
        *_, last = tacit.Campaign(tmp_path / campaign, SECRET).entries
        assert (last["kind"], last["allocate"], last["records"]) == ("bought", "optimal", 4)
        assert told["records"] == 4

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ((), "ask one question"),
            (("--buy", "2", "--need", "2"), "ask one question"),
            (("--buy", "2", "--allocate", "magic"), "no method"),
            (("--buy", "2", "--supply", "some"), "The option is --supply."),
            (("--buy", "2", "--out", "post.json"), "would be written over"),
            (("--buy", "2", "--want", "-", "--published", "-"), "only one file"),
        ],
    )
    def test_refused(
        self, run: Run, args: tuple[str, ...], tmp_path: Path, options: tuple[str, ...], said: str
    ) -> None:
        assert said in refused(run, tmp_path, *args, *options)

    def test_who_can_not_be_held_by_the_post_is_not_passed_over(
        self, run: Run, table: str, wanted_file: str, tmp_path: Path
    ) -> None:
        args = ("purchase", table, "--want", wanted_file, "--buy", "2")
        told = refused(run, tmp_path, *args, "--against", "informed", "--method", "greedy")
        assert "Use the method sealed" in told

    def test_a_post_that_is_found_is_sealed_and_drawn_by_the_users_key(
        self, run: Run, table: str, wanted_file: str, market: tacit.Market
    ) -> None:
        args = ("purchase", table, "--want", wanted_file, "--buy", "2", "--allocate", "blend")
        made = tacit.protect(market, market.intent(WANTED), limit="1/2")
        done = run(*args, "--limit", "1/2", "--json")
        assert answer(done)["published"] == made.to_json()["published"]
        assert made.method == "sealed"
        assert "drawn by your key" in done.stderr

    @pytest.mark.parametrize(
        ("options", "flag", "belongs_to"),
        [
            (("--passphrase-file", "key"), "--passphrase-file", "--campaign"),
            (("--method", "greedy"), "--method", "a post that is yet to be found"),
            (("--alpha", "0"), "--alpha", "a post that is yet to be found"),
            (("--objective", "cost"), "--objective", "--need"),
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
        told = refused(run, tmp_path, *args, "--buy", "2", *options)
        assert f"{flag} goes with {belongs_to}" in told

    def test_a_true_intent_without_records_is_told(
        self, run: Run, table: str, want: Callable[[Any], str]
    ) -> None:
        nothing = want({"x": ["c"], "y": ["r"]})
        done = run("purchase", table, "--want", nothing, "--buy", "2", "--method", "optimal")
        assert "note: the true intent holds no records" in done.stderr
