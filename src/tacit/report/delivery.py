"""The receipt of a delivery for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from tacit.report.terminal import seen, table

if TYPE_CHECKING:
    from tacit.campaign.receipt import Receipt


def receipt_view(receipt: Receipt) -> RenderableType:
    """What came of an order, and whether it looks blind."""
    made = table(f"What came of order {receipt.order}", "", "records", right=("records",))
    rows = {
        "ordered": receipt.ordered,
        "came before": receipt.before,
        "came now": receipt.received,
        "still missing": receipt.missing,
        "wanted, of what came now": receipt.true_records,
        "wanted, of all that was bought": receipt.true_records_in_all,
        "rows like another": receipt.duplicates,
    }
    for name, records in rows.items():
        if records is not None:
            made.add_row(name, f"{records:,}")
    made.add_row("what came of the order costs", seen(receipt.price))
    return Group(made, *(Text(f"{one[0].upper()}{one[1:]}.") for one in receipt.sentences))
