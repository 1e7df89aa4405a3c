"""Deliveries: what was ordered is booked as it came, and anything else leaves the file as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow.csv import write_csv

from tacit.campaign.campaign import Campaign
from tacit.campaign.receipt import Receipt
from tacit.errors import (
    CampaignError,
    DeliveryError,
    NothingPublished,
    PurchaseError,
    TableError,
    TacitError,
    VaultError,
)
from tacit.market.market import Market
from tacit.market.purchase import Purchase
from tacit.purchasing.order import Order
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.unit.campaign.shared import COUNTS, New, bought, cell, city, content, greedy, reopened

LARGE = np.array(COUNTS) * 20
TWO_PRICES = [[1, 9, 9, 9], [2, 9, 9, 9], [2, 9, 9, 9]]
"""What is posted, all of column p, has 180 records at 1 and 180 at 2."""
THREE_PRICES = [[1, 9, 9, 9], [2, 9, 9, 9], [3, 9, 9, 9]]
Published = Callable[..., tuple[Campaign, Market]]


def large(**more: Any) -> Market:
    return city(LARGE, **more)


@pytest.fixture
def published(new: New) -> Published:
    """A campaign for cell ap that has posted all of column p."""

    def make(**more: Any) -> tuple[Campaign, Market]:
        campaign, market = new(), large(**more)
        shown = campaign.protect(market, cell(market, "a", "p"), greedy())
        assert shown.published == market.intent({"y": ["p"]})
        return campaign, market

    return make


def frame(**cells: int) -> pa.Table:
    """A table with a row for each record of some cells, named as in `bought`."""
    rows = [name for name, many in cells.items() for _ in range(many)]
    return pa.table({"x": [name[0] for name in rows], "y": [name[1] for name in rows]})


def as_frame(purchase: Purchase) -> pa.Table:
    plan = purchase.to_plan()
    return frame(**{f"{one['cell']['x']}{one['cell']['y']}": one["count"] for one in plan})


def refused(campaign: Campaign, market: Market, source: Any, said: str, **how: Any) -> TacitError:
    """Receive what must be refused; nothing is written down, and nothing wanted is named."""
    before = content(campaign)
    with pytest.raises(TacitError, match=said) as error:
        campaign.receive(market, source, **how)
    assert content(campaign) == before
    assert campaign.entries == reopened(campaign).entries
    return error.value


def held(purchase: Purchase | None) -> dict[str, int]:
    assert purchase is not None
    return {"".join(line["cell"].values()): line["count"] for line in purchase.to_plan()}


class TestBooked:
    def test_what_was_planned(self, published: Published) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=40, seed=1)
        receipt = campaign.receive(market, as_frame(order.purchase))
        assert (receipt.order, receipt.ordered, receipt.received) == (1, 40, 40)
        assert (receipt.missing, receipt.before, receipt.as_planned) == (0, 0, True)
        assert receipt.true_records == receipt.true_records_in_all == order.true_records
        assert (receipt.cost, receipt.lacking, receipt.notes) == (Fraction(40), None, ())
        assert receipt.looks_blind is not None
        assert not receipt.looks_blind.tells
        entry = reopened(campaign).entries[-1]
        assert (entry["kind"], entry["of"], entry["records"]) == ("received", 1, 40)
        assert entry["market"] == campaign.entries[0]["market"]

    def test_a_plan_says_as_much_as_the_records(self, published: Published, tmp_path: Path) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=40, seed=1)
        (tmp_path / "came.json").write_text(json.dumps(order.to_plan()))
        receipt = campaign.receive(market, tmp_path / "came.json")
        assert (receipt.as_planned, receipt.duplicates) == (True, None)

    def test_what_came_is_what_counts_as_bought(self, published: Published) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=40, seed=1)
        assert held(campaign.bought_in_all(market)) == held(order.purchase)
        receipt = campaign.receive(market, frame(ap=21, bp=6, cp=13))
        assert held(reopened(campaign).bought_in_all(market)) == {"ap": 21, "bp": 6, "cp": 13}
        assert (receipt.as_planned, receipt.true_records) == (False, 21)
        assert not receipt.notes

    def test_parts_add_up(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=40, seed=1)
        first = campaign.receive(market, frame(ap=10, bp=5))
        assert (first.received, first.missing, first.as_planned) == (15, 25, False)
        assert "25 of the 40 records" in first.notes[0]
        refused(campaign, market, frame(ap=26), "26 records came, .* 15 of which came before")
        second = campaign.receive(market, frame(ap=11, cp=14))
        assert (second.before, second.received, second.missing) == (15, 25, 0)
        assert (second.true_records, second.true_records_in_all) == (11, 21)
        assert held(campaign.bought_in_all(market)) == {"ap": 21, "bp": 5, "cp": 14}
        refused(campaign, market, frame(ap=1), "nothing is still to come")

    def test_rows_that_are_alike_are_told_where_nothing_tells_them_apart(
        self, published: Published
    ) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=4, seed=1)
        rows = frame(ap=2, bp=1, cp=1).append_column("name", pa.array(["u", "u", "v", "w"]))
        receipt = campaign.receive(market, rows)
        assert receipt.duplicates == 1
        assert any("1 row is like another" in note for note in receipt.notes)

    def test_what_can_not_be_written_is_not_booked(
        self, published: Published, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=4, seed=1)

        def fail(*_: object) -> None:
            raise VaultError("no space left")

        monkeypatch.setattr("tacit.campaign.vault.Vault.save", fail)
        refused(campaign, market, as_frame(order.purchase), "no space left")

    def test_the_list_shows_what_came(self, published: Published) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=4, seed=1)
        campaign.receive(market, as_frame(order.purchase))
        shown = [(e["kind"], e["order"], e["cost"]) for e in campaign.to_json()["entries"]]
        assert shown == [("published", None, None), ("bought", 1, 4.0), ("received", 1, None)]


class TestRefused:
    @pytest.mark.parametrize(
        ("source", "said"),
        [
            (frame(ap=20, bp=20, cp=1), "41 records came, but order 1 was for 40"),
            (frame(ap=5, aq=2, bs=1), "3 of 8 records that came lie outside the published"),
            (frame(ap=5).append_column("n", pa.array([1, 2, 2, 3, 3])), "2 of 5 rows"),
            (frame(ap=1).rename_columns(["x", "z"]), "no column 'y'"),
            (pa.table({"x": ["a", "z"], "y": ["p", "p"]}), "'x' .* holds 1 values"),
            (pa.table({"x": ["a", None], "y": ["p", "p"]}), "1 of 2 rows"),
            (frame(), "no rows"),
        ],
    )
    def test_what_was_not_ordered(self, published: Published, source: pa.Table, said: str) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=40, seed=1)
        name = "n" if "n" in source.column_names else None
        error = refused(campaign, market, source, said, id_column=name)
        assert isinstance(error, DeliveryError | TableError)

    def test_more_than_there_is(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=100, seed=1)
        refused(campaign, market, frame(bp=61), "^1 records came of cells of which the market")

    def test_more_than_other_orders_leave(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=60, seed=1)
        campaign.purchase(market, buy=60, seed=2)
        campaign.receive(market, frame(bp=50, ap=10), order=1)
        refused(campaign, market, frame(bp=11), "^1 records came of cells of which", order=2)
        campaign.receive(market, frame(bp=10), order=2)

    def test_more_of_a_cell_than_was_tuned(self, published: Published) -> None:
        campaign, market = published()
        order = campaign.purchase(market, buy=40, allocate="optimal", limit="9/10", seed=1)
        plan = held(order.purchase)
        name = next(iter(plan))
        refused(campaign, market, frame(**{name: plan[name] + 1}), "^1 records that came are more")
        receipt = campaign.receive(market, as_frame(order.purchase))
        assert (receipt.as_planned, receipt.looks_blind) == (True, None)

    def test_a_plan_of_more_than_there_is_or_with_a_column(
        self, published: Published, tmp_path: Path
    ) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=100, seed=1)
        path = tmp_path / "came.json"
        path.write_text(json.dumps([{"cell": {"x": "b", "y": "p"}, "count": 61}]))
        assert isinstance(refused(campaign, market, path, "a cell that holds 60"), PurchaseError)
        path.write_text(json.dumps(bought(market, bp=60).to_plan()))
        refused(campaign, market, path, "a plan has no columns", id_column="n")
        path.write_text("[]")
        refused(campaign, market, path, "holds no records")

    def test_what_belongs_to_no_order(self, published: Published, new: New) -> None:
        campaign, market = published()
        refused(campaign, market, frame(ap=1), "nothing is still to come")
        for seed in (1, 2):
            campaign.purchase(market, buy=4, seed=seed)
        refused(campaign, market, frame(ap=1), "several orders are still to come: 1, 2")
        refused(campaign, market, frame(ap=1), "no order 3", order=3)
        unposted = new()
        unposted._ledger.add_purchase(bought(market, ap=1), "optimal")
        assert isinstance(
            refused(unposted, market, frame(ap=1), "nothing was published"), NothingPublished
        )


def numbered(first: int, **cells: int) -> pa.Table:
    """Records with numbers that tell them apart, from some number on."""
    rows = frame(**cells)
    return rows.append_column("nr", pa.array(range(first, first + len(rows))))


class TestNotTwice:
    def sent(self, folder: Path, rows: pa.Table, name: str = "came.csv") -> Path:
        write_csv(rows, folder / name)
        return folder / name

    def test_the_same_file(self, published: Published, tmp_path: Path) -> None:
        """In another part, under another name, or for another order."""
        campaign, market = published()
        for seed in (1, 2):
            campaign.purchase(market, buy=40, seed=seed)
        came = self.sent(tmp_path, frame(ap=5, bp=1))
        campaign.receive(market, came, order=1)
        other = came.rename(tmp_path / "other.csv")
        for order in (1, 2):
            refused(campaign, market, other, "^this file was received before; nothing", order=order)
        campaign.receive(market, self.sent(tmp_path, frame(ap=5, bp=2)), order=1)

    def test_the_same_plan(self, published: Published, tmp_path: Path) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=40, seed=1)
        path = tmp_path / "came.json"
        path.write_text(json.dumps(bought(market, bp=6).to_plan()))
        campaign.receive(market, path)
        refused(campaign, market, path, "received before")

    def test_ids_that_came_in_an_earlier_delivery(self, published: Published) -> None:
        campaign, market = published()
        for seed in (1, 2):
            campaign.purchase(market, buy=10, seed=seed)
        campaign.receive(market, numbered(1, ap=5, bp=3), order=1, id_column="nr")
        entry = reopened(campaign).entries[-1]
        assert (entry["id_column"], entry["digest"]) == ("nr", None)
        assert entry["ids"] == [str(n) for n in range(1, 9)]
        again = numbered(7, ap=2, cp=1)
        said = "^2 of 3 records came in an earlier delivery, by their ids in column 'nr'"
        refused(campaign, market, again, said, order=2, id_column="nr")
        campaign.receive(market, numbered(9, ap=2), order=1, id_column="nr")
        campaign.receive(market, again.rename_columns(["x", "y", "other"]), 2, "other")

    def test_within_one_file_it_is_said_so(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=10, seed=1)
        rows = frame(ap=3).append_column("nr", pa.array([1, 2, 2]))
        said = "^1 of 3 rows have an id that another row of the file has"
        refused(campaign, market, rows, said, id_column="nr")

    def test_entries_from_before_know_no_ids(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=4, seed=1)
        campaign.receive(market, numbered(1, ap=4), id_column="nr")
        assert campaign.delivered_ids("nr") == ["1", "2", "3", "4"]
        assert campaign.delivered_ids("x") is None
        old = campaign._vault.content
        for name in ("id_column", "ids", "digest"):
            del old["entries"][-1][name]
        campaign._vault.save(old)
        again = reopened(campaign)
        assert again.delivered_ids("nr") is None
        again.purchase(market, buy=4, seed=2)
        assert again.receive(market, numbered(1, ap=4), id_column="nr").received == 4


def test_an_order_knows_what_was_bought_before(published: Published) -> None:
    campaign, market = published()
    assert campaign.purchase(market, buy=40, seed=1).earlier is None
    campaign.receive(market, frame(ap=21, bp=6, cp=13))
    for how in ({"seed": 2}, {"allocate": "optimal", "limit": "9/10"}):
        assert held(campaign.purchase(market, buy=4, **how).earlier)["ap"] >= 21


class TestStrata:
    def ordered(self, published: Published) -> tuple[Campaign, Market, Order]:
        campaign, market = published(prices=TWO_PRICES)
        order = campaign.purchase(market, buy=40, design="stratified", seed=1)
        assert order.design is not None
        assert order.design.take.tolist() == [20, 20]
        return campaign, market, order

    def test_the_seller_may_draw_within_them(self, published: Published) -> None:
        campaign, market, order = self.ordered(published)
        assert held(order.purchase)["ap"] == 20
        receipt = campaign.receive(market, frame(ap=20, bp=7, cp=13))
        assert receipt.looks_blind is not None
        assert not receipt.looks_blind.tells
        assert receipt.cost == 60

    def test_more_of_one_than_was_ordered_is_refused(self, published: Published) -> None:
        campaign, market, _ = self.ordered(published)
        refused(campaign, market, frame(ap=22, bp=6, cp=12), "^2 records .* of their stratum")
        campaign.receive(market, frame(ap=15, bp=5))
        refused(campaign, market, frame(ap=6), "^1 records .* of their stratum")

    def test_they_are_those_of_when_it_was_ordered(self, published: Published) -> None:
        """The first order takes a whole cell, so that cells have other places in the second's list."""
        campaign, market = published(prices=THREE_PRICES)
        campaign._ledger.add_purchase(bought(market, ap=180), "optimal", published={"y": ["p"]})
        order = campaign.purchase(market, buy=30, design="stratified", seed=1)
        assert held(order.purchase) == {"bp": 10, "cp": 20}
        campaign.receive(market, frame(ap=100), order=1)
        refused(campaign, market, frame(ap=1, bp=9), "^1 records .* of their stratum", order=2)
        refused(campaign, market, frame(bp=11), "^1 records .* of their stratum", order=2)
        assert campaign.receive(market, as_frame(order.purchase), order=2).as_planned


class TestBlindness:
    def received(self, published: Published, **cells: int) -> Receipt:
        campaign, market = published()
        campaign.purchase(market, buy=sum(cells.values()), seed=1)
        return campaign.receive(market, frame(**cells))

    def test_a_true_draw_looks_blind(self, published: Published) -> None:
        rng = np.random.default_rng(5)
        drawn = rng.multivariate_hypergeometric([180, 60, 120], 60).tolist()
        found = self.received(published, **dict(zip(("ap", "bp", "cp"), drawn, strict=True)))
        assert found.looks_blind is not None
        assert not found.looks_blind.tells
        assert any("looks like a blind draw" in one for one in found.sentences)

    @pytest.mark.parametrize("picked", [{"ap": 60}, {"cp": 60}])
    def test_what_was_picked_does_not(self, published: Published, picked: dict[str, int]) -> None:
        """To whoever knows the post, though all values that came are the same."""
        found = self.received(published, **picked)
        assert found.looks_blind is not None
        assert found.looks_blind.tells
        assert found.to_json()["looks_blind"]["verdict"].startswith("it does not look like")

    def test_fewer_are_compared_with_as_few(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=300, seed=1)
        found = campaign.receive(market, frame(ap=6, bp=2, cp=4))
        assert found.looks_blind is not None
        assert found.looks_blind.share == 1
        assert not found.looks_blind.tells

    def test_in_another_market_nothing_is_said_of_it(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=40, seed=1)
        more = city(LARGE + 1)
        found = campaign.receive(more, frame(ap=20, bp=8, cp=12))
        assert found.looks_blind is None
        assert any("not what it was" in note for note in found.notes)
        fewer = city(LARGE // 20)
        campaign.purchase(market, buy=40, seed=1)
        refused(campaign, fewer, frame(cp=7), "use the one that it was ordered in")


class TestSeveralOrders:
    def test_the_next_is_drawn_from_what_is_left(self, published: Published) -> None:
        campaign, market = published()
        campaign.purchase(market, buy=340, seed=1)
        campaign.receive(market, frame(ap=180, bp=60, cp=100))
        order = campaign.purchase(market, buy=20, seed=2)
        assert held(order.purchase) == {"cp": 20}
        campaign.receive(market, as_frame(order.purchase))
        assert campaign.bought_in_all(market).size == 360  # type: ignore[union-attr]

    def test_a_need_counts_what_came(self, published: Published) -> None:
        campaign, market = published()
        order = campaign.purchase(market, need=20, seed=1)
        first = campaign.receive(market, frame(ap=5, bp=2, cp=3))
        assert (first.true_records, first.lacking) == (5, 15)
        assert first.sentences[-1] == "15 wanted records are still needed"
        again = campaign.purchase(market, need=20, seed=2)
        assert again.needed == 15
        assert again.records < order.records
        second = campaign.receive(market, frame(ap=16), order=2)
        assert (second.true_records_in_all, second.lacking) == (21, 0)
        assert second.sentences[-1] == "what is needed has come"

    def test_orders_that_have_not_come_count_as_ordered(self, published: Published) -> None:
        campaign, market = published()
        orders = [campaign.purchase(market, buy=40, seed=seed) for seed in (1, 2)]
        receipt = campaign.receive(market, as_frame(orders[1].purchase), order=2)
        assert receipt.true_records == orders[1].true_records
        assert receipt.true_records_in_all == sum(order.true_records for order in orders)


def test_a_campaign_from_before_is_received_cell_by_cell(published: Published) -> None:
    """Its orders do not say how they were drawn, or from which post."""
    campaign, market = published()
    campaign._ledger.add_purchase(bought(market, ap=3, bs=4), "blend")
    assert "design" not in campaign.entries[-1]
    refused(campaign, market, frame(ap=3, bs=3, cp=1), "^1 records that came are more of their")
    receipt = campaign.receive(market, frame(ap=3, bs=4))
    assert (receipt.as_planned, receipt.looks_blind, receipt.lacking) == (True, None, None)


def test_where_the_market_was_opened_from_is_kept_if_told(
    published: Published, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, market = published()
    monkeypatch.chdir(tmp_path)
    campaign.purchase(market, buy=4, seed=1)
    assert "data" not in campaign.entries[-1]
    campaign.purchase(market, buy=4, seed=2, source="people.csv")
    campaign.purchase(market, buy=4, seed=3, source="adult")
    assert [campaign.source_of(n) for n in (1, 2, 3)] == [
        None,
        str(tmp_path / "people.csv"),
        "adult",
    ]
    with pytest.raises(CampaignError, match="several"):
        campaign.source_of()


WANTED, BESIDE = "zanzibar-wish", "timbuktu-wish"


@pytest.mark.parametrize("allocate", ["blend", "optimal"])
@pytest.mark.parametrize(
    ("x", "y", "many"),
    [
        *((x, "p", many) for x, many in product((WANTED, BESIDE), (5, 11))),
        *((x, None, 1) for x in (WANTED, BESIDE)),
        ("nonsense", "p", 1),
        (WANTED, "r", 1),
    ],
)
def test_no_refusal_names_a_value(
    new: New, allocate: str, x: str, y: str | None, many: int
) -> None:
    space = Space((Nominal("x", (WANTED, BESIDE)), Nominal("y", ("p", "q", "r"))))
    market, campaign = Market.from_cube(space, np.array([[10, 10, 0], [10, 10, 10]])), new()
    campaign.protect(market, market.intent({"x": [WANTED], "y": ["p"]}), greedy())
    campaign.purchase(market, buy=4, seed=1, allocate=allocate, limit="9/10")
    rows = pa.table({"x": [x] * many, "y": pa.array([y] * many, pa.string())})
    error: BaseException | None = refused(campaign, market, rows, r"\.")
    while error is not None:
        said = repr((error.args, vars(error)))
        assert not any(word in said for word in (WANTED, BESIDE, "nonsense"))
        error = error.__cause__ or error.__context__
