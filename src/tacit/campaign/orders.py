"""The orders of a campaign, as its ledger keeps them: what was ordered, and what came of it.

An order may come in parts. As soon as something came, that counts as bought in place of what was
ordered: what later orders are drawn from, and what everyone saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from tacit.errors import CampaignError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

BOUGHT, RECEIVED = "bought", "received"
"""What entries are about that make up orders."""


@dataclass(frozen=True, repr=False)
class KeptOrder:
    """One order, as the ledger keeps it.

    Attributes:
        number: 1 for the first order of the campaign.
        entry: what was written down when it was made.
        parts: what was written down each time that something came of it.
    """

    number: int
    entry: Mapping[str, Any]
    parts: tuple[Mapping[str, Any], ...] = ()

    @property
    def ordered(self) -> int:
        """How many records were ordered."""
        return int(self.entry["records"])

    @property
    def received(self) -> int:
        """How many of them came so far."""
        return sum(int(part["records"]) for part in self.parts)

    @property
    def is_open(self) -> bool:
        """Whether something is still to come."""
        return self.received < self.ordered

    @property
    def came(self) -> list[dict[str, Any]]:
        """What came so far: cells with a count of each, one part after the other."""
        return list(chain.from_iterable(part["plan"] for part in self.parts))

    @property
    def plan(self) -> list[dict[str, Any]]:
        """What counts as bought: what came, or what was ordered while nothing did."""
        return self.came if self.parts else list(self.entry["plan"])

    @property
    def need(self) -> int | None:
        """How many wanted records were needed in all, if that was asked."""
        asked = (self.entry.get("asked") or {}).get("need")
        return None if asked is None else int(asked)


def orders_of(entries: Sequence[Mapping[str, Any]]) -> list[KeptOrder]:
    """The orders among the entries of a ledger, oldest first."""
    bought = [entry for entry in entries if entry["kind"] == BOUGHT]
    came = [entry for entry in entries if entry["kind"] == RECEIVED]
    return [
        KeptOrder(number, entry, tuple(part for part in came if part["of"] == number))
        for number, entry in enumerate(bought, 1)
    ]


def ids_in(parts: Iterable[Mapping[str, Any]], column: str) -> list[str]:
    """What a column held that tells records apart, in the parts that came with it."""
    told = (part["ids"] for part in parts if part.get("id_column") == column)
    return list(chain.from_iterable(told))


def ids_of(orders: Sequence[KeptOrder], column: str) -> list[str] | None:
    """What a column held for all that was ordered; None if not all of it came, or came without it."""
    parts = [part for order in orders for part in order.parts]
    waiting = any(order.is_open for order in orders)
    if waiting or any(part.get("id_column") != column for part in parts):
        return None
    return ids_in(parts, column)


def orders_before(entries: Sequence[Mapping[str, Any]], number: int) -> list[KeptOrder]:
    """The orders before some order, as they stood when it was made."""
    at = [place for place, entry in enumerate(entries) if entry["kind"] == BOUGHT]
    return orders_of(entries[: at[number - 1]])


def numbered(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries with the number of the order that they are about, those that are about one."""
    found, orders = [], 0
    for entry in entries:
        orders += entry["kind"] == BOUGHT
        about = orders if entry["kind"] == BOUGHT else entry.get("of")
        found.append({**entry, "order": about})
    return found


def chosen(orders: Sequence[KeptOrder], number: int | None) -> KeptOrder:
    """The order that something came of: the one that is named, or the only one that is open."""
    waiting = [order for order in orders if order.is_open]
    if number is not None:
        named = [order for order in orders if order.number == number]
        if not named:
            raise CampaignError(f"this campaign has no order {number}. It has {len(orders)}.")
        if not named[0].is_open:
            raise CampaignError(f"all {named[0].ordered:,} records of order {number} have come.")
        return named[0]
    if not waiting:
        raise CampaignError("nothing is still to come in this campaign. Order first.")
    if len(waiting) > 1:
        numbers = ", ".join(str(order.number) for order in waiting)
        raise CampaignError(
            f"several orders are still to come: {numbers}. Say which this is with --order (in Python: "
            "order)."
        )
    return waiting[0]
