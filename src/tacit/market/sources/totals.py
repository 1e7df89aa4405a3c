"""Rows of a table that are sums of others, by what their first text says.

They are counted like any row, as only the buyer can tell; but a remark says how many they may be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tacit.market.sources.profile import Column

WORDS = frozenset(
    """
    total totals subtotal subtotals sub-total grand-total sum sums summe summen gesamt gesamtsumme insgesamt
    zwischensumme totaal totale totales totaux suma subtotale samtals summa итого всего 合计 总计 小计 合計 小計
    """.split()  # noqa: SIM905  (many quoted words are harder to read)
)


def about_totals(columns: Iterable[Column]) -> list[str]:
    """A remark, if the first column of text has rows that say they are totals."""
    first = next((c for c in columns if c.kind == "text" and c.counts is not None), None)
    if first is None or first.counts is None:
        return []
    rows = sum(n for text, n in first.counts.items() if is_total(str(text)))
    if not rows:
        return []
    many = "1 row says it is a total" if rows == 1 else f"{rows:,} rows say they are totals"
    return [
        f"{many}, in the column '{first.name}'. What sums up other rows counts these twice: remove it from "
        "the table"
    ]


def is_total(text: str) -> bool:
    """Whether a text calls its row a sum of others.

    >>> is_total("Total"), is_total("North Total"), is_total("Summe Nord"), is_total("Totally Tall")
    (True, True, True, False)
    """
    words = text.lower().strip(" :.").split()
    return bool(words) and len(words) <= 3 and bool({words[0], words[-1].strip(":")} & WORDS)
