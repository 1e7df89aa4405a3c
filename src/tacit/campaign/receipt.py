"""The receipt of a delivery: what came of an order, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit._display import many

if TYPE_CHECKING:
    from fractions import Fraction

    from tacit.attackers.looks_blind import Blindness


@dataclass(frozen=True, repr=False)
class Receipt:
    """What came of an order, and what it is worth; for the buyer's eyes.

    Attributes:
        order: the number of the order.
        ordered: how many records were ordered.
        before: how many of them had come before.
        received: how many came now.
        true_records: how many of those are wanted.
        true_records_in_all: how many wanted records were bought in the campaign, this included.
        cost: what all that came of the order costs.
        price: that, for people to read.
        looks_blind: whether all that came of a blind order looks so; None if it was tuned, or if that
            is not known.
        as_planned: whether exactly the plan came, cell by cell.
        duplicates: how many rows are like another; None if that can't be told.
        lacking: of a need, how many wanted records are still to come; None if nothing was needed.
        notes: what the buyer should know.
    """

    order: int
    ordered: int
    before: int
    received: int
    true_records: int
    true_records_in_all: int
    cost: Fraction
    price: str
    looks_blind: Blindness | None
    as_planned: bool
    duplicates: int | None
    lacking: int | None
    notes: tuple[str, ...]

    @property
    def missing(self) -> int:
        """How many records of the order are still to come."""
        return self.ordered - self.before - self.received

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the numbers do not say by themselves: whether it looks blind, and what is still needed."""
        found = [] if self.looks_blind is None else [self.looks_blind.verdict]
        if self.lacking is not None:
            few = (
                f"{self.lacking:,} wanted records are"
                if self.lacking != 1
                else "1 wanted record is"
            )
            found.append(f"{few} still needed" if self.lacking else "what is needed has come")
        return tuple(found)

    @property
    def _came(self) -> str:
        of = f"the {many(self.ordered, 'record')} of order {self.order}"
        if self.missing:
            return f"{self.before + self.received:,} of {of} have come; still to come: {self.missing:,}"
        planned = "as planned, cell by cell" if self.as_planned else "as the seller drew them"
        if self.ordered == 1:
            return f"{of} has come, {planned}"
        return f"all {of.removeprefix('the ')} have come, {planned}"

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit receive --json` prints."""
        blind = self.looks_blind
        told = None if blind is None else {**blind.to_json(), "verdict": blind.verdict}
        return {
            "order": self.order,
            "ordered": self.ordered,
            "received_before": self.before,
            "received": self.received,
            "missing": self.missing,
            "true_records": self.true_records,
            "true_records_in_all": self.true_records_in_all,
            "lacking": self.lacking,
            "cost": float(self.cost),
            "as_planned": self.as_planned,
            "looks_blind": told,
            "duplicates": self.duplicates,
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        return f"Receipt({self._came})"
