"""Deliveries: what came, checked against what was ordered.

What is not what was ordered is refused, and nothing of it is written down: records outside the post,
records or files that came before, more than was ordered or than there are. Fewer may come, and the
rest later.
Of a blind order the seller may have drawn the records. Then the plan's cells do not matter; but of no
stratum may more come than was ordered, and all together should look blind.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import many
from tacit.attackers.looks_blind import Blindness, compared
from tacit.campaign.all_bought import added_up, all_bought, as_purchase
from tacit.campaign.orders import ids_in
from tacit.campaign.reading import read_intent
from tacit.campaign.receipt import Receipt
from tacit.errors import DeliveryError
from tacit.intents.box import Box
from tacit.market.cells import Cells, Ints, places
from tacit.market.fingerprint import fingerprint
from tacit.market.sources.delivered import Delivery, digest_of, read_delivery
from tacit.purchasing.plan import read_plan
from tacit.purchasing.problem import cells_left

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from tacit._progress import Listener
    from tacit.campaign.ledger import Ledger
    from tacit.campaign.orders import KeptOrder
    from tacit.intents.intent import Intent
    from tacit.market.market import Market

    Counts = Counter[tuple[int, ...]]

OTHER_MARKET = "the market is not what it was when this was ordered, or was read in another way"
ASK = "Nothing was written down. Ask the seller for what was ordered"


def delivery_of(
    market: Market, source: Any, id_column: str | None = None, progress: Listener | None = None
) -> Delivery:
    """Read what came: a table, or a plan as JSON, which may come from standard input as `-`."""
    named = isinstance(source, str | Path)
    if not named or (str(source) != "-" and Path(source).suffix.lower() != ".json"):
        return read_delivery(market, source, id_column, progress)
    if id_column is not None:
        raise DeliveryError(
            "a plan has no columns, so none of them tells records apart. Leave that out, or give the "
            "table with the records."
        )
    digest = None if str(source) == "-" else digest_of(source)
    return Delivery(read_plan(market, source).purchase, digest=digest)


def checked(
    ledger: Ledger, market: Market, true: Intent, order: KeptOrder, delivery: Delivery
) -> Receipt:
    """Compare what came with an order of the ledger.

    Raises:
        DeliveryError: if it is not what was ordered.
    """
    _require_new_file(ledger, delivery)
    told = order.entry.get("published")
    post = Box.everything(market.space) if told is None else read_intent(market, told)
    _require_in_post(post, delivery)
    _require_once(delivery)
    _require_new_ids(ledger, delivery)
    _require_open(order, delivery)
    came = added_up(market, [order.came]) + _counts(delivery)
    planned = added_up(market, [order.entry["plan"]])
    blind = _against_design(ledger, market, post, order, came)
    if order.entry.get("design") is None:
        _require_planned(came - planned)
    others = [other.plan for other in ledger.orders if other.number != order.number]
    of_order = as_purchase(market, came)
    in_all = as_purchase(market, added_up(market, others) + came)
    assert of_order is not None
    assert in_all is not None
    wanted = in_all.records_in(true)
    return Receipt(
        order=order.number,
        ordered=order.ordered,
        before=order.received,
        received=delivery.records,
        true_records=delivery.purchase.records_in(true),
        true_records_in_all=wanted,
        cost=of_order.cost,
        price=market.price_tag(of_order.cost),
        looks_blind=blind,
        as_planned=came == planned,
        duplicates=delivery.duplicates,
        lacking=None if order.need is None else max(order.need - wanted, 0),
        notes=tuple(_notes(market, order, delivery)),
    )


def _counts(delivery: Delivery) -> Counts:
    """How many records of each cell came."""
    bought = delivery.purchase
    cells = map(tuple, bought.codes.T.tolist())
    return Counter(dict(zip(cells, bought.counts.tolist(), strict=True)))


def _parts(ledger: Ledger) -> list[Mapping[str, Any]]:
    """What was written down of all that came so far in the campaign."""
    return [part for order in ledger.orders for part in order.parts]


def _require_new_file(ledger: Ledger, delivery: Delivery) -> None:
    """Refuse the very file that was received before, of whichever order."""
    known = (part.get("digest") for part in _parts(ledger))
    if delivery.digest is not None and delivery.digest in known:
        raise DeliveryError(
            "this file was received before; nothing was written down. Name the file that came since."
        )


def _require_in_post(post: Intent, delivery: Delivery) -> None:
    """Refuse records that nobody asked for."""
    bought = delivery.purchase
    cells = Cells(bought.codes, bought.counts, bought.counts, None)
    outside = int(bought.counts[~cells.of(post)].sum())
    if outside:
        raise DeliveryError(
            f"{outside:,} of {delivery.records:,} records that came lie outside the published intent "
            f"that this was ordered from. {ASK}."
        )


def _require_once(delivery: Delivery) -> None:
    """Refuse records that are in the file twice, where a column tells that."""
    if delivery.by_id and delivery.duplicates:
        raise DeliveryError(
            f"{delivery.duplicates:,} of {delivery.records:,} rows have an id that another row of the "
            f"file has. {ASK}, each record once."
        )


def _require_new_ids(ledger: Ledger, delivery: Delivery) -> None:
    """Refuse records that came in an earlier delivery, where the same column tells that."""
    if delivery.id_column is None or delivery.ids is None:
        return
    again = len(set(delivery.ids).intersection(ids_in(_parts(ledger), delivery.id_column)))
    if again:
        raise DeliveryError(
            f"{again:,} of {delivery.records:,} records came in an earlier delivery, by their ids in "
            f"column '{delivery.id_column}'. {ASK}, without what was delivered before."
        )


def _require_open(order: KeptOrder, delivery: Delivery) -> None:
    """Refuse more records than are still to come."""
    if delivery.records <= order.ordered - order.received:
        return
    before = f", {order.received:,} of which came before" if order.received else ""
    raise DeliveryError(
        f"{many(delivery.records, 'record')} came, but order {order.number} was for {order.ordered:,}{before}. "
        f"{ASK}, or name the order that this belongs to with --order (in Python: order)."
    )


def _require_planned(beyond: Counts) -> None:
    """Refuse more of a cell than was planned, for a purchase that was tuned cell by cell."""
    if beyond:
        raise DeliveryError(
            f"{beyond.total():,} records that came are more of their cells than was ordered. {ASK}, cell "
            "by cell."
        )


def _against_design(
    ledger: Ledger, market: Market, post: Intent, order: KeptOrder, came: Counts
) -> Blindness | None:
    """Check what came of an order against what there is and its design; whether it looks blind.

    None for an order that was tuned, and where the market is not the one it was made in: then the
    strata of its design are not known.
    """
    changed = _has_changed(market, order)
    left = cells_left(market, post, all_bought(market, ledger.plans_beside(order)))
    counts = _among(market, left, came, changed)
    design = order.entry.get("design")
    if design is None or changed:
        return None
    stratum = _strata(ledger, market, post, order, left)
    _require_taken(design["take"], stratum, counts)
    known = stratum >= 0
    rng = np.random.default_rng(0)
    return compared(left.records[known], counts[known], stratum[known], rng)


def _has_changed(market: Market, order: KeptOrder) -> bool:
    return bool(order.entry["market"] != fingerprint(market))


def _among(market: Market, left: Cells, came: Counts, changed: bool) -> Ints:
    """How many records came of each cell that is left; refuses more than are left."""
    codes = np.array(list(came), dtype=np.uint32).T
    many = np.array(list(came.values()), dtype=np.int64)
    at = places(market.space, codes, left.codes)
    there = np.where(at >= 0, left.records[at], 0) if len(left.records) else np.zeros_like(many)
    beyond = int(np.maximum(many - there, 0).sum())
    if beyond:
        why = f" But {OTHER_MARKET}: use the one that it was ordered in." if changed else ""
        raise DeliveryError(
            f"{beyond:,} records came of cells of which the market has no more, beside what other orders "
            f"have of them. {ASK}.{why}"
        )
    counts = np.zeros(len(left.records), dtype=np.int64)
    counts[at] = many
    return counts


def _strata(
    ledger: Ledger, market: Market, post: Intent, order: KeptOrder, left: Cells
) -> NDArray[np.intp]:
    """The stratum of each cell that is left; below 0 if the order could not have it."""
    kept = order.entry["design"]["stratum"]
    if kept is None:
        return np.zeros(len(left.records), dtype=np.intp)
    then = cells_left(market, post, all_bought(market, ledger.plans_before(order)))
    at = places(market.space, left.codes, then.codes)
    return np.where(at >= 0, np.array(kept, dtype=np.intp)[at], -1)


def _require_taken(take: list[int], stratum: NDArray[np.intp], counts: Ints) -> None:
    """Refuse more of a stratum than was ordered; one stratum is the order as a whole."""
    came = np.bincount(stratum + 1, counts, minlength=len(take) + 1).astype(np.int64)
    beyond = int(np.maximum(came - np.array([0, *take], dtype=np.int64), 0).sum())
    if beyond:
        raise DeliveryError(
            f"{beyond:,} records that came are more of their stratum than was ordered: so many of some "
            f"records, and fewer of others, are no blind draw. {ASK}."
        )


def _notes(market: Market, order: KeptOrder, delivery: Delivery) -> Iterator[str]:
    """What the buyer should know of a delivery that is accepted."""
    missing = order.ordered - order.received - delivery.records
    if missing:
        yield (
            f"{missing:,} of the {order.ordered:,} records that were ordered {'has' if missing == 1 else 'have'} "
            "not come; what comes later is received in the same way"
        )
    if delivery.duplicates:
        yield (
            f"{many(delivery.duplicates, 'row')} {'is' if delivery.duplicates == 1 else 'are'} like another "
            "in every column: ask the seller whether each is a record of its own"
        )
    if _has_changed(market, order):
        yield f"{OTHER_MARKET}, so it was not compared with blind draws"
