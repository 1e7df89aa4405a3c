"""What is asked of a purchase: how many to buy, how many are needed, or how much may be spent."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any

from tacit._defaults import LARGEST, ODDS
from tacit._exact import exact
from tacit.errors import PurchaseError, SettingError

if TYPE_CHECKING:
    from tacit._exact import Number

BUY, NEED, BUDGET = "buy", "need", "budget"
OBJECTIVES = ("records", "cost")


@dataclass(frozen=True)
class BuyingQuestion:
    """One question, and the odds with which a blind purchase answers it.

    Attributes:
        kind: "buy", "need" or "budget".
        amount: how many records to buy, how many wanted ones are needed, or how much may be spent.
        odds: the chance with which a blind purchase holds what is needed, or stays within a budget.
        objective: with a need, whether the purchase is to be small ("records") or cheap ("cost").
    """

    kind: str
    amount: Fraction
    odds: Fraction = Fraction(ODDS)
    objective: str = "records"

    @classmethod
    def of(
        cls,
        buy: int | None = None,
        need: int | None = None,
        budget: Number | None = None,
        odds: Number = ODDS,
        objective: str = "records",
    ) -> BuyingQuestion:
        """Read a question as a user asks it: exactly one of the three.

        >>> BuyingQuestion.of(need=5).kind
        'need'
        """
        asked = {BUY: buy, NEED: need, BUDGET: budget}
        given = {kind: value for kind, value in asked.items() if value is not None}
        if len(given) != 1:
            raise SettingError(
                "ask one question: how many to buy (--buy), how many are needed (--need), or a budget "
                "(--budget)."
            )
        if objective not in OBJECTIVES:
            raise SettingError("the objective must be records or cost.", "objective")
        chance = exact(odds, "odds")
        if not 0 < chance < 1:
            raise SettingError("the odds must be above 0 and below 1, for example 0.95.", "odds")
        [(kind, value)] = given.items()
        return cls(kind, _amount(kind, value), chance, objective)

    @property
    def records(self) -> int:
        """The number of records that is asked about."""
        return int(self.amount)

    def to_json(self) -> dict[str, Any]:
        """The question, as it was asked."""
        amount: Any = float(self.amount) if self.kind == BUDGET else self.records
        return {self.kind: amount, "odds": float(self.odds), "objective": self.objective}


def _amount(kind: str, value: Any) -> Fraction:
    if kind == BUDGET:
        money = exact(value, kind)
        if money <= 0:
            raise SettingError("a budget must be above 0.", kind)
        return money
    problem = None
    if isinstance(value, bool) or not isinstance(value, Integral):
        problem = "the number of records must be a whole number."
    elif value < 1:
        problem = (
            "buy at least one record." if kind == BUY else "ask for at least one wanted record."
        )
    elif int(value) > LARGEST:
        problem = f"the number of records must be at most {LARGEST:,}."
    if problem is not None:
        refused = PurchaseError(problem)
        refused.setting = kind
        raise refused
    return Fraction(int(value))
