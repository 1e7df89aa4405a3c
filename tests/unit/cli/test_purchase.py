"""What `tacit purchase` buys within and against whom; what it shows, writes, and how it ends."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import tacit
from tacit.attackers.against import one_observer
from tacit.attackers.purchase_f import PurchaseF
from tacit.auditing.asked import PublishedPost
from tacit.cli._purchase import Written, held_of, post_to_buy_within
from tacit.errors import NothingPublished, SettingError
from tacit.export.sample_sql import sample_sql
from tacit.export.sample_text import sample_text
from tacit.publishing.kept import to_keep
from tests.helpers.command_line import Run
from tests.helpers.refusals import refused
from tests.unit.cli.shared import CAMPAIGN, GREEDY, ROWS, SECRET, WANTED, answer

OPTIMAL = ("--allocate", "optimal")


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
    ) -> PublishedPost | tacit.Publication | tacit.Intent:
        true, held = market.intent(WANTED), tacit.Against.of("em-f", "1/2")
        return post_to_buy_within(market, true, ledger, published, held, "1/2", "greedy", settings)

    def test_from_a_file(self, market: tacit.Market, post: str, tmp_path: Path) -> None:
        found = self.within(market, published=str(tmp_path / post))
        assert isinstance(found, PublishedPost)
        assert found.published == market.intent({"y": ["p", "q"]})
        assert found.made_by is None

    def test_from_a_file_that_says_how_it_was_made(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        made = tacit.protect(market, market.intent(WANTED), **GREEDY)
        (tmp_path / "kept.json").write_text(json.dumps(to_keep(made)))
        found = self.within(market, published=str(tmp_path / "kept.json"))
        assert isinstance(found, PublishedPost)
        assert found.published == made.published
        assert found.made_by is not None

    def test_found_as_protect_does(self, market: tacit.Market) -> None:
        for settings in ({}, {"alpha": "0"}):
            made = tacit.protect(market, market.intent(WANTED), **GREEDY, **settings)
            found = self.within(market, **settings)
            assert isinstance(found, tacit.Publication), "it knows how it was made"
            assert found.published == made.published
            assert found.procedure == made.procedure

    def test_the_campaigns_last(self, market: tacit.Market, campaign: str, tmp_path: Path) -> None:
        ledger = tacit.Campaign(tmp_path / campaign, SECRET)
        assert self.within(market, ledger) == ledger.published(market)

    def test_a_campaign_without_one_says_what_to_do(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        ledger = tacit.Campaign.start(tmp_path / CAMPAIGN, SECRET, _cost=1)
        with pytest.raises(NothingPublished, match="tacit protect and the same --campaign"):
            self.within(market, ledger)


class TestWritten:
    def order(self, market: tacit.Market, **asked: Any) -> tacit.Order:
        return tacit.purchase(market, WANTED, {"y": ["p", "q"]}, buy=4, limit="1/2", **asked)

    def written(self, folder: Path, **more: Any) -> Written:
        """Everything that can be written, in a folder."""
        files = {name: str(folder / name) for name in ("out", "letter", "sql")}
        usual = {"dialect": "duckdb", "table": None, "row_id": None, "seed": None}
        return Written(**{**files, **usual, **more})

    def test_nothing_where_nothing_is_asked_for(self, market: tacit.Market, tmp_path: Path) -> None:
        before = sorted(tmp_path.iterdir())
        none = {"out": None, "letter": None, "sql": None}
        self.written(tmp_path, **none).write(self.order(market))
        assert sorted(tmp_path.iterdir()) == before

    def test_a_blind_order_as_a_plan_a_letter_and_a_query(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        order = self.order(market)
        assert order.cells is not None
        assert order.design is not None
        self.written(tmp_path).write(order)
        drawn = (market, order.published, order.cells, order.design)
        assert json.loads((tmp_path / "out").read_text()) == order.to_plan()
        assert (tmp_path / "letter").read_text() == sample_text(*drawn)
        assert (tmp_path / "sql").read_text() == sample_sql(*drawn)
        there = self.written(tmp_path, dialect="postgres", table="shop.rows", row_id="id", seed=5)
        there.write(order)
        how: dict[str, Any] = {"dialect": "postgres", "table": "shop.rows", "row_id": "id"}
        assert (tmp_path / "sql").read_text() == sample_sql(*drawn, **how, seed=5)

    def test_a_query_that_can_be_repeated_has_a_number_of_its_own(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        """One that decides nothing else, as the seller reads it."""
        texts = []
        for _ in range(2):
            self.written(tmp_path, row_id="id").write(self.order(market))
            texts.append((tmp_path / "sql").read_text())
        assert all("hash of a seed" in text for text in texts)
        assert texts[0] != texts[1]

    def test_a_tuned_one_as_a_plan_and_a_query_for_its_cells(
        self, market: tacit.Market, tmp_path: Path
    ) -> None:
        order = self.order(market, allocate="optimal")
        self.written(tmp_path, letter=None, dialect="sqlite", table="rows").write(order)
        assert json.loads((tmp_path / "out").read_text()) == order.to_plan()
        assert (tmp_path / "sql").read_text() == order.purchase.to_sql("rows", dialect="sqlite")
        assert not (tmp_path / "letter").exists()

    def test_but_not_as_a_letter(self, market: tacit.Market, tmp_path: Path) -> None:
        before = sorted(tmp_path.iterdir())
        with pytest.raises(SettingError, match="only a blind order"):
            self.written(tmp_path).write(self.order(market, allocate="optimal"))
        assert sorted(tmp_path.iterdir()) == before


class TestVerb:
    @pytest.fixture
    def args(self, table: str, wanted_file: str, post: str) -> tuple[str, ...]:
        asked = ("--want", wanted_file, "--published", post, "--limit", "1/2")
        return ("purchase", table, *asked)

    @pytest.mark.parametrize("allocate", ["blend", "optimal"])
    @pytest.mark.parametrize("question", ["buy", "need", "budget"])
    def test_it_says_what_python_says(
        self, run: Run, args: tuple[str, ...], market: tacit.Market, question: str, allocate: str
    ) -> None:
        asked: dict[str, Any] = {question: 4, "allocate": allocate, "limit": "1/2"}
        found = tacit.purchase(market, market.intent(WANTED), {"y": ["p", "q"]}, **asked)
        done = run(*args, f"--{question}", "4", "--allocate", allocate, "--json")
        assert answer(done) == found.to_json()
        assert done.stderr == "".join(f"note: {note}\n" for note in market.notes)

    def test_people_get_a_table(self, run: Run, args: tuple[str, ...]) -> None:
        files = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
        done = run(*args, "--buy", "4", *files)
        assert done.returncode == 0, done.stderr
        first, second, *_ = done.stdout.splitlines()
        assert first.startswith("After post and purchase the best-informed reader is ")
        assert "The purchase adds nothing to the post." in second
        assert "A simple random sample of 4 of the 21 records, for 4." in done.stdout
        assert "Buy this" in done.stdout
        assert "What the paper's tests say" in done.stdout
        written = "note: wrote plan.json\nnote: wrote letter.txt\nnote: wrote draw.sql\n"
        assert done.stderr.endswith(written)

    def test_a_draw_comes_from_the_seed_the_users_key_or_anew(
        self, run: Run, args: tuple[str, ...], home: Path
    ) -> None:
        drawn = (*args, "--buy", "9", "--json")
        plans = {seed: answer(run(*drawn, "--seed", seed))["plan"] for seed in "123"}
        assert len({json.dumps(plan) for plan in plans.values()}) > 1
        assert answer(run(*drawn, "--seed", "2"))["plan"] == plans["2"]
        first, again = (answer(run(*drawn))["plan"] for _ in range(2))
        assert first == again, "asking twice gives the same"
        assert (home / "key").exists()
        fresh = {json.dumps(answer(run(*drawn, "--fresh"))["plan"]) for _ in range(12)}
        assert len(fresh) > 1

    @pytest.mark.parametrize("method", ["blend", "mc", "mcmc", "g-mcmc", "genetic"])
    def test_methods_that_draw_repeat_with_their_seed(
        self, run: Run, args: tuple[str, ...], method: str
    ) -> None:
        asked = (*args, "--buy", "9", "--allocate", method, "--limit", "0.9", "--json")
        first, again = (run(*asked, "--seed", "7") for _ in range(2))
        assert answer(first)["records"] == 9
        assert first.stdout == again.stdout

    def test_what_no_purchase_reaches_ends_with_1(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        asked = ("--budget", "1", "--allocate", "optimal", "--out", "plan.json")
        told = answer(run(*args, *asked, "--json"), 1)
        assert (told["method"], told["limit"], told["plan"]) == ("optimal", 0.5, None)
        assert told["why"]
        assert not (tmp_path / "plan.json").exists()
        before = sorted(tmp_path.iterdir())
        files = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
        done = run(*args, "--budget", "0.5", *files, "--json")
        told = answer(done, 1)
        assert (told["method"], told["plan"]) == ("blend", None)
        assert told["why"] in done.stderr
        assert "does not buy a blind order" in told["why"]
        assert sorted(tmp_path.iterdir()) == before

    def test_a_blind_purchase_that_fails_a_test_still_keeps_its_promise(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        """Blind purchases look blind: what one brings by chance is no promise broken."""
        asked = (*args, "--buy", "6", "--limit", "1/1000", "--seed", "1")
        told = answer(run(*asked, "--json"))
        assert told["passes"] is False
        assert told["confidence"] > told["limit"]
        done = run(*asked)
        assert done.returncode == 0
        assert "A blind draw can fail these tests" in done.stdout

    def test_a_tuned_one_that_fails_it_does_not(self, run: Run, args: tuple[str, ...]) -> None:
        """Of so many some are wanted, whatever is chosen."""
        asked = ("--buy", "18", "--allocate", "mc", "--against", "purchase-fc")
        told = answer(run(*args, *asked, "--limit", "1/100000", "--seed", "1", "--json"), 1)
        assert (told["true_records"], told["passes"]) == (6, False)
        assert told["promise"].endswith("this purchase does not pass")

    def test_a_campaign_keeps_it(
        self, run: Run, table: str, campaign: str, tmp_path: Path, quick_sealing: None
    ) -> None:
        args = ("purchase", table, "--campaign", campaign, "--buy", "4", "--limit", "1/2")
        told = answer(run(*args, "--json", passphrase=SECRET))
        *_, last = tacit.Campaign(tmp_path / campaign, SECRET).entries
        assert (last["kind"], last["allocate"], last["records"]) == ("bought", "blend", 4)
        assert told["records"] == 4

    def test_in_a_campaign_it_draws_from_what_is_left(
        self, run: Run, table: str, campaign: str, market: tacit.Market, quick_sealing: None
    ) -> None:
        """No record is bought twice, and after all of them there is none."""
        know = ("purchase", table, "--campaign", campaign, "--json", "--buy")
        plans = [answer(run(*know, buy, passphrase=SECRET)) for buy in ("12", "1")]
        there = market.mass(market.intent(plans[0]["published"])).records
        more = run(*know, str(there - 12), passphrase=SECRET)
        assert (more.returncode, more.stdout) == (2, "")
        assert f"the published intent holds {there - 13}" in more.stderr
        plans.append(answer(run(*know, str(there - 13), passphrase=SECRET)))
        assert "have been bought" in run(*know, "1", passphrase=SECRET).stderr
        total: Counter[tuple[str, str]] = Counter()
        for line in chain.from_iterable(one["plan"] for one in plans):
            total[line["cell"]["x"], line["cell"]["y"]] += line["count"]
        assert total == {cell: ROWS[cell] for cell in total}
        assert total.total() == there

    @pytest.mark.parametrize(
        "wrong",
        [("--sql", "draw.sql", "--dialect", "klingon"), ("--letter", "a.txt", *OPTIMAL)],
    )
    def test_what_is_refused_is_not_in_the_campaign(
        self,
        run: Run,
        table: str,
        campaign: str,
        tmp_path: Path,
        quick_sealing: None,
        wrong: tuple[str, ...],
    ) -> None:
        before = (tmp_path / campaign).read_bytes()
        know = ("purchase", table, "--campaign", campaign, "--buy", "4", "--limit", "1/2")
        assert run(*know, *wrong, passphrase=SECRET).returncode == 2
        assert (tmp_path / campaign).read_bytes() == before

    @pytest.mark.parametrize("odds", ["0", "1", "-0.5", "1.5", "100"])
    def test_odds_lie_between_0_and_1(
        self, run: Run, args: tuple[str, ...], tmp_path: Path, odds: str
    ) -> None:
        told = refused(run, tmp_path, *args, "--need", "2", "--odds", odds, "--out", "plan.json")
        assert "the odds must be above 0 and below 1" in told
        assert "The option is --odds." in told

    def test_better_odds_take_more_records(self, run: Run, args: tuple[str, ...]) -> None:
        asked = (*args, "--need", "4", "--design", "simple", "--json")
        runs = (run(*asked, "--odds", odds) for odds in ("0.5", "999/1000"))
        even, sure = (answer(done, 1) for done in runs)  # their size tells how many are wanted
        assert even["records"] < sure["records"]
        for told, odds in ((even, 0.5), (sure, 0.999)):
            assert (told["odds"], told["asked"]["odds"]) == (odds, odds)
            assert told["chance"] >= odds
            assert told["reached"] >= 4

    def test_a_need_for_more_than_there_is_wanted_is_for_all_of_them(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        told = answer(run(*args, "--need", "12", "--json"), 1)
        assert (told["true_records"], told["chance"]) == (9, 0.0)
        assert "the market holds only 9 wanted records" in " ".join(told["notes"])

    def test_a_need_above_the_stock_of_the_post_is_refused(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        told = refused(run, tmp_path, *args, "--need", "22", "--out", "plan.json")
        assert "22 wanted records were asked for, but the published intent holds 21" in told

    @pytest.mark.parametrize(
        ("design", "question"),
        [
            *(("simple", kind) for kind in ("buy", "need", "budget")),
            *(("stratified", kind) for kind in ("buy", "need", "budget")),
            *(("weighted", kind) for kind in ("buy", "need", "budget")),
            ("quotas", "need"),
        ],
    )
    def test_each_design_is_named_shown_and_written(
        self, run: Run, args: tuple[str, ...], tmp_path: Path, design: str, question: str
    ) -> None:
        asked = (*args, f"--{question}", "5", "--design", design)
        files = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
        sized = question == "need" and design != "quotas"
        told = answer(run(*asked, *files, "--json"), int(sized))
        assert told["design"]["kind"] == design
        assert told["holds"] is not sized, "its size tells how many are wanted"
        assert told["design"]["records"] == told["records"]
        plan = json.loads((tmp_path / "plan.json").read_text())
        assert (plan["chosen_by"]["method"], plan["chosen_by"]["design"]) == ("blend", design)
        assert plan["plan"] == told["plan"]
        assert plan["chosen_by"]["sized_by_want"] is sized
        letter = (tmp_path / "letter.txt").read_text()
        assert f" sample of {told['records']} records" in letter
        assert f"Draws {told['records']} records" in (tmp_path / "draw.sql").read_text()

    def test_the_size_of_a_simple_sample_for_a_need_is_judged(
        self, run: Run, args: tuple[str, ...]
    ) -> None:
        """By default the order has enough for each want, so that its size tells nothing."""
        usual = answer(run(*args, "--need", "4", "--json"))
        assert (usual["design"]["kind"], usual["holds"]) == ("quotas", True)
        assert usual["chain"]["adds"] == "the purchase adds nothing to the post"
        assert "(--design simple)" in " ".join(usual["notes"])
        forced = answer(run(*args, "--need", "4", "--design", "simple", "--json"), 1)
        assert forced["holds"] is False
        assert "the size of the purchase tells more" in forced["chain"]["adds"]

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ((), "ask one question"),
            (("--buy", "2", "--need", "2"), "ask one question"),
            (("--buy", "2", "--allocate", "magic"), "no method"),
            (("--buy", "2", "--supply", "some"), "The option is --supply."),
            (("--buy", "2", "--out", "post.json"), "would be written over"),
            (("--buy", "2", "--letter", "table.csv"), "would be written over"),
            (("--buy", "2", "--letter", "a.txt", "--sql", "a.txt"), "written already"),
            (("--buy", "2", "--want", "-", "--published", "-"), "only one file"),
            (("--buy", "2", "--design", "nice"), "The option is --design."),
            (("--buy", "2", "--design", "quotas"), "say a need"),
            (("--buy", "2", "--design", "simple", "--allocate", "mc"), "it goes with blend"),
            (
                ("--buy", "4", "--letter", "a.txt", "--allocate", "optimal"),
                "goes with a blind draw",
            ),
            (("--buy", "2", "--sql", "a.sql", "--dialect", "klingon"), "no SQL dialect"),
            (("--buy", "2", "--seed", "-1"), "The option is --seed."),
        ],
    )
    def test_refused(
        self, run: Run, args: tuple[str, ...], tmp_path: Path, options: tuple[str, ...], said: str
    ) -> None:
        assert said in refused(run, tmp_path, *args, *options)

    def test_what_is_refused_writes_no_file_at_all(
        self, run: Run, args: tuple[str, ...], tmp_path: Path
    ) -> None:
        """Not even those that come before the one that is wrong, nor over what was there."""
        (tmp_path / "letter.txt").write_text("an older one")
        files = ("--out", "plan.json", "--letter", "letter.txt", "--sql", "draw.sql")
        refused(run, tmp_path, *args, "--buy", "4", *files, "--dialect", "klingon")
        assert (tmp_path / "letter.txt").read_text() == "an older one"

    def test_who_can_not_be_held_by_the_post_is_not_passed_over(
        self, run: Run, table: str, wanted_file: str, tmp_path: Path
    ) -> None:
        args = ("purchase", table, "--want", wanted_file, "--buy", "2")
        told = refused(run, tmp_path, *args, "--against", "informed", "--method", "greedy")
        assert "Use the method sealed" in told

    def test_a_post_that_is_found_is_sealed_and_drawn_by_the_users_key(
        self, run: Run, table: str, wanted_file: str, market: tacit.Market
    ) -> None:
        args = ("purchase", table, "--want", wanted_file, "--buy", "2")
        made = tacit.protect(market, market.intent(WANTED), limit="1/2")
        done = run(*args, "--limit", "1/2", "--json")
        told = answer(done)
        assert told["published"] == made.to_json()["published"]
        assert (made.method, told["holds"]) == ("sealed", True)
        assert told["chain"]["before"] == made.headline.to_json()
        assert "drawn by your key" in done.stderr

    @pytest.mark.parametrize(
        ("options", "flag", "belongs_to"),
        [
            (("--passphrase-file", "key"), "--passphrase-file", "--campaign"),
            (("--method", "greedy"), "--method", "a post that is yet to be found"),
            (("--alpha", "0"), "--alpha", "a post that is yet to be found"),
            (("--objective", "cost"), "--objective", "--need"),
            (("--dialect", "mysql"), "--dialect", "--sql"),
            (("--seller-table", "rows"), "--seller-table", "--sql"),
            (("--row-id", "id", "--letter", "letter.txt"), "--row-id", "--sql"),
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
        assert "note: WARNING: the true intent holds no records" in done.stderr


class TestSecondOrder:
    """In a campaign no record is drawn that was delivered before."""

    @pytest.fixture
    def buys(self, run: Run, table: str, campaign: str, quick_sealing: None) -> Any:
        know = ("purchase", table, "--campaign", campaign, "--buy", "3", "--limit", "1/2")
        return lambda *more: run(*know, *more, passphrase=SECRET)

    @pytest.fixture
    def first(self, buys: Any, market: tacit.Market, campaign: str, tmp_path: Path) -> Any:
        """A first order, and what it brings: how to receive all of it, with or without ids."""
        made = answer(buys("--json"))
        cells = [one["cell"] for one in made["plan"] for _ in range(one["count"])]
        rows = [(cell["x"], cell["y"], f"id-{i}") for i, cell in enumerate(cells)]
        frame = pa.table(dict(zip(("x", "y", "nr"), zip(*rows, strict=True), strict=True)))

        def receive(id_column: str | None, many: int = 3) -> None:
            opened = tacit.Campaign(tmp_path / campaign, SECRET, _cost=1)
            opened.receive(market, frame.slice(0, many), id_column=id_column)

        return receive

    def test_the_letter_says_so(self, buys: Any, tmp_path: Path) -> None:
        for said in (False, True):
            assert buys("--letter", "letter.txt").returncode == 0
            told = "leave out the 3 records that you have delivered"
            assert (told in (tmp_path / "letter.txt").read_text()) is said

    def test_the_query_leaves_out_what_came(self, buys: Any, first: Any, tmp_path: Path) -> None:
        first("nr")
        done = buys("--sql", "draw.sql", "--row-id", "nr", "--seed", "3")
        assert done.returncode == 0, done.stderr
        written = " ".join((tmp_path / "draw.sql").read_text().split())
        assert "NOT CAST(t.nr AS TEXT) IN ('id-0', 'id-1', 'id-2')" in written

    @pytest.mark.parametrize(
        ("received", "many", "asked"),
        [
            ("nr", 3, ()),
            ("nr", 3, ("--row-id", "x")),
            (None, 3, ("--row-id", "nr")),
            ("nr", 2, ("--row-id", "nr")),
            ("nr", 0, ("--row-id", "nr")),
            ("nr", 3, ("--row-id", "nr", *OPTIMAL)),
        ],
        ids=["no column", "another", "without ids", "a part", "nothing yet", "tuned"],
    )
    def test_or_is_refused_before_anything_is_booked(
        self,
        buys: Any,
        first: Any,
        tmp_path: Path,
        received: str | None,
        many: int,
        asked: tuple[str, ...],
    ) -> None:
        if many:
            first(received, many)
        before = (tmp_path / CAMPAIGN).read_bytes()
        files = sorted(tmp_path.iterdir())
        done = buys("--sql", "draw.sql", "--out", "plan.json", *asked)
        assert (done.returncode, done.stdout) == (2, "")
        assert "has to leave out what was delivered before" in done.stderr
        if OPTIMAL[0] not in asked:
            assert "receive what came with --id COLUMN and name that column" in done.stderr
            assert "or send the letter (--letter)" in done.stderr
        assert (tmp_path / CAMPAIGN).read_bytes() == before
        assert sorted(tmp_path.iterdir()) == files

    def test_a_first_order_needs_nothing_of_it(self, buys: Any, tmp_path: Path) -> None:
        assert buys("--sql", "draw.sql").returncode == 0
        assert "NOT CAST" not in (tmp_path / "draw.sql").read_text()
