"""Orders as the ledger keeps them: numbered, open until all has come, bought as it came."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tacit.campaign.orders import chosen, ids_in, ids_of, numbered, orders_before, orders_of
from tacit.errors import CampaignError

POST = {"kind": "published", "records": 90}


def line(cell: str, count: int) -> dict[str, Any]:
    return {"cell": {"x": cell}, "count": count}


def ordered(records: int, **more: Any) -> dict[str, Any]:
    return {"kind": "bought", "records": records, "plan": [line("ordered", records)], **more}


def came(of: int, records: int, **more: Any) -> dict[str, Any]:
    plan = [line("came", records)]
    return {"kind": "received", "of": of, "records": records, "plan": plan, **more}


ENTRIES = [POST, ordered(10), came(1, 4), ordered(5), came(1, 6), came(2, 1)]


def test_parts_add_up_in_place_of_what_was_ordered() -> None:
    first, second = orders_of(ENTRIES)
    assert (first.number, first.ordered, first.received, first.is_open) == (1, 10, 10, False)
    assert first.plan == first.came == [line("came", 4), line("came", 6)]
    assert (second.received, second.is_open) == (1, True)
    (fresh,) = orders_of(ENTRIES[:2])
    assert (fresh.received, fresh.came, fresh.plan) == (0, [], [line("ordered", 10)])


def test_orders_stand_as_they_did_when_a_later_one_was_made() -> None:
    (before,) = orders_before(ENTRIES, 2)
    assert before.plan == [line("came", 4)]
    assert orders_before(ENTRIES, 1) == []


def test_a_need_is_known_where_it_was_asked() -> None:
    entries = [ordered(1), ordered(1, asked={"buy": 1}), ordered(1, asked={"need": 7})]
    assert [order.need for order in orders_of(entries)] == [None, None, 7]


def test_entries_have_the_number_of_their_order() -> None:
    assert [entry["order"] for entry in numbered(ENTRIES)] == [None, 1, 1, 2, 1, 2]


class TestIds:
    FIRST: ClassVar = {"id_column": "nr", "ids": ["1", "2"]}
    SECOND: ClassVar = {"id_column": "nr", "ids": ["5"]}

    def found(self, *entries: dict[str, Any]) -> list[str] | None:
        return ids_of(orders_of(entries), "nr")

    def test_of_all_that_came(self) -> None:
        all_of_it = (ordered(2), ordered(1), came(2, 1, **self.SECOND), came(1, 2, **self.FIRST))
        assert self.found(*all_of_it) == ["1", "2", "5"]
        assert self.found() == []

    @pytest.mark.parametrize(
        "entries",
        [
            [ordered(2)],
            [ordered(3), came(1, 2, **FIRST)],
            [ordered(2), came(1, 2)],
            [ordered(2), came(1, 2, id_column=None, ids=None)],
            [ordered(2), came(1, 2, id_column="id", ids=["1", "2"])],
            [ordered(3), came(1, 2, **FIRST), came(1, 1)],
        ],
    )
    def test_not_known_where_something_came_without_or_has_not_come(
        self, entries: list[dict[str, Any]]
    ) -> None:
        assert self.found(*entries) is None

    def test_some_that_came_with_them(self) -> None:
        assert ids_in([came(1, 2), came(1, 2, **self.FIRST)], "nr") == ["1", "2"]


class TestWhichOrder:
    def test_the_only_one_that_is_open(self) -> None:
        assert chosen(orders_of(ENTRIES), None).number == 2

    def test_the_one_that_is_named(self) -> None:
        assert chosen(orders_of(ENTRIES[:4]), 1).number == 1

    @pytest.mark.parametrize(
        ("entries", "number", "said"),
        [
            (
                ENTRIES[:4],
                None,
                "several orders are still to come: 1, 2. Say which this is with --order",
            ),
            ([POST], None, "nothing is still to come"),
            (ENTRIES, 1, "all 10 records of order 1 have come"),
            (ENTRIES, 3, "no order 3"),
            (ENTRIES, 0, "no order 0"),
        ],
    )
    def test_others_are_refused(self, entries: Any, number: int | None, said: str) -> None:
        with pytest.raises(CampaignError, match=said):
            chosen(orders_of(entries), number)
