"""Purchases as tables for a terminal: the verdict first, then what to buy, then what tests say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from tacit._display import many, percent
from tacit.attackers.registry import what_sees
from tacit.purchasing.design import QUOTAS, SIMPLE, STRATIFIED, WEIGHTED
from tacit.purchasing.order import WHY_IT_FAILS
from tacit.purchasing.question import BUDGET, NEED
from tacit.report.terminal import dim, seen, standing_view, table, within

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.auditing.chain import Chain
    from tacit.auditing.purchase_audit import PurchaseAudit
    from tacit.campaign.audit import CampaignAudit
    from tacit.market.purchase import Purchase
    from tacit.purchasing.order import Order

MOST_CELLS = 15
MOST_COLUMNS = 4
_KINDS = {
    SIMPLE: "a simple random sample of {size} of the {total} records",
    STRATIFIED: "{size} of the {total} records, each price with its share, drawn at random",
    WEIGHTED: "{size} of the {total} records, more of what is cheap, drawn at random",
    QUOTAS: "{size} of the {total} records: enough of each possible want, drawn at random",
}


def chain_view(chain: Chain) -> RenderableType:
    """How sure the best-informed reader is after post and purchase: first of all."""
    after = chain.after
    style = "bold green" if after.holds else "bold red"
    known = "NOT within the limit" if after.known else "NOT KNOWN to be within the limit"
    verdict = "within the limit" if after.holds else known
    sentence = after.sentence[0].lower() + after.sentence[1:]
    adds = chain.adds[0].upper() + chain.adds[1:]
    return Group(
        Text(f"After post and purchase {sentence}.", style=style),
        Text(f"{after.allowed}: {verdict}. {adds}."),
        "",
    )


def order_view(order: Order) -> RenderableType:
    """What the best-informed reader makes of it, what to buy, and what tests say."""
    notes = [Text(f"{words[0].upper()}{words[1:]}.") for words in order.notes]
    notes += [Text(f"Mind: {words}.", style="yellow") for words in order.warnings]
    proven = "proven: no purchase does better" if order.proven else "not proven to be the best"
    how = f"{order.method}, {proven}. " if not order.blind else ""
    promise = Text(f"{how}What {order.method} promises: {order.promise}.", style="dim")
    return Group(
        chain_view(order.chain),  # type: ignore[arg-type]
        *_summary(order),
        *notes,
        *([""] if notes else []),
        cells_view("Buy this", order.purchase),
        observers_view(order.observers, order.limit),
        promise,
    )


def _summary(order: Order) -> list[RenderableType]:
    """What is ordered, and how many wanted records come of it."""
    market = order.purchase.market
    tag = market.price_tag(order.cost)
    if order.design is None:
        bought = f"{many(order.records, 'record')} for {tag}"
        blind = f"A blind purchase of this size brings {float(order.expected):.1f} on average."
        share = f"{order.true_records:,} of them wanted ({percent(order.utility)})"
        return [Text.assemble((bought, "bold"), f"; {share}. {blind}"), ""]
    total = int(order.design.stock.sum())
    whole = f"all {total:,} records of the post" if total > 1 else "the one record of the post"
    some = _KINDS[order.design.kind].format(size=f"{order.design.size:,}", total=f"{total:,}")
    words = whole if order.design.size == total else some
    stops = ""
    if order.question.kind == BUDGET and order.records < order.design.size:
        stops = f" (this draw stopped at {order.records:,}, to stay within the budget)"
    return [
        Text.assemble((words[0].upper() + words[1:], "bold"), f", for {tag}{stops}."),
        Text(f"Wanted among them: {_odds(order)}. This draw holds {order.true_records:,}."),
        *_matching(order),
        "",
    ]


def _matching(order: Order) -> list[RenderableType]:
    """How many records come that match what was asked for, where bins hold more than that."""
    law = order.matching
    if law is None:
        return []
    least, odds = law.reached(order.question.odds), percent(order.question.odds)
    if order.needed is not None:
        least, odds = order.needed, percent(law.chance(order.needed))
    sure = f"at least {least:,} with a chance of {odds}"
    return [
        Text(
            "Wanted counts the bins around what you asked for. What matches it: "
            f"{float(law.mean):.1f} on average, {sure}."
        )
    ]


def _odds(order: Order) -> str:
    """How many wanted records come, in words."""
    law, odds = order.wanted, percent(order.question.odds)
    if law.fewest == law.most and order.mean is None:
        return f"{law.most:,} for certain"
    mean = f"{order.average.words} on average"
    if order.question.kind == BUDGET:  # the draw may stop in time, which is reckoned with
        odds = f"{odds} or more"
    if order.question.kind == NEED and order.needed is not None:
        return f"{mean}, at least {order.needed:,} with a chance of {percent(order.chance)}"
    return f"{mean}, at least {order.reached or 0:,} with a chance of {odds}"


def cells_view(title: str, purchase: Purchase) -> RenderableType:
    """The cells that most is bought of, by the dimensions on which they differ."""
    space, codes = purchase.market.space, purchase.codes
    order = np.argsort(-purchase.counts, kind="stable")
    differs = [d for d in range(len(space)) if len(np.unique(codes[d])) > 1]
    names = [space.names[d] for d in differs]
    together = len(names) > MOST_COLUMNS
    columns = ["cell"] if together or not names else names
    made = table(title, *columns, "records", right=["records"])
    for i in order[:MOST_CELLS].tolist():
        cell = space.cell(tuple(map(int, codes[:, i])))
        values = [seen(cell[name]) for name in names]
        shown = [", ".join(values) or "all alike"] if together or not names else values
        made.add_row(*shown, f"{int(purchase.counts[i]):,}")
    rest = order[MOST_CELLS:]
    if len(rest):
        blank = [""] * (len(columns) - 1)
        made.add_row(
            dim(f"and {many(len(rest), 'more cell')}"),
            *blank,
            f"{int(purchase.counts[rest].sum()):,}",
        )
    return made


def observers_view(observers: Sequence[Confidence], limit: Fraction) -> RenderableType:
    """The paper's tests, and why a harmless sample can fail them."""
    title = "What the paper's tests say to those who saw only the purchase"
    made = table(title, "sees", "sure", f"within {percent(limit)}", "", right=["sure"])
    for one in observers:
        sure = one.in_words if one.by else percent(one.upper)
        if not one.by and one.estimate is not None:
            sure = f"{percent(one.estimate)} (at most {percent(one.upper)})"
        made.add_row(what_sees(one.attacker), sure, within(one, limit), dim(one.attacker))
    return Group(made, Text(f"{WHY_IT_FAILS}.", style="dim"))


def purchase_audit_view(judged: PurchaseAudit) -> RenderableType:
    """What everyone who saw a purchase makes of it."""
    replayed = judged.chain.finding
    return Group(
        chain_view(judged.chain),
        *([] if replayed is None else [Text(f"Replayed: {replayed.sentence}.")]),
        *_tests(judged),
    )


def _tests(judged: PurchaseAudit) -> list[RenderableType]:
    size = judged.purchase.size
    bought = f"{judged.true_records:,} of {many(size, 'bought record')} {'is' if size == 1 else 'are'} wanted."
    looks = "" if judged.blindness is None else f" As a whole, {judged.blindness.verdict}."
    return [observers_view(judged.observers, judged.limit), Text(f"{bought}{looks}")]


def campaign_audit_view(found: CampaignAudit) -> RenderableType:
    """What attackers make of everything published and bought in a campaign."""
    posts = standing_view(found.standing, found.limit)
    seen = found.purchases
    return posts if seen is None else Group(chain_view(seen.chain), posts, *_tests(seen))
