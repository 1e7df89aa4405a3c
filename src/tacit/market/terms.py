"""What an order costs beside the list price of its records: how markets charge.

Each cell has a list price per record. On top of that a seller may grant a rebate by quantity, charge a
fee for each order, and sell no order below some size.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from numbers import Integral
from typing import TYPE_CHECKING, Any

from tacit._defaults import LARGEST
from tacit._display import amount, percent
from tacit._exact import Number, exact
from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TIERS = 1000
LONGEST_CURRENCY = 12
_MOST_SHOWN = 6


@dataclass(frozen=True)
class Tier:
    """From so many records on, each record of the order costs this share of its list price."""

    start: int
    share: Fraction


@dataclass(frozen=True)
class Terms:
    """How a seller charges for an order.

    Contract:
        needs: a fee of 0 or more; a minimum of 1 or more; tiers that rise in quantity, and whose
            shares lie in (0, 1] and never rise. `Terms.of` reads them from plain numbers.
        promises: amounts are exact.

    Attributes:
        currency: what amounts are in, such as "EUR"; nothing if it was not said.
        fee: what every order costs, whatever its size.
        minimum: the fewest records that an order may have.
        tiers: rebates by quantity, the smallest quantity first; each goes for all records of the order.
    """

    currency: str = ""
    fee: Fraction = Fraction(0)
    minimum: int = 1
    tiers: tuple[Tier, ...] = ()

    def __post_init__(self) -> None:
        _check_currency(self.currency)
        if not 0 <= self.fee < LARGEST:
            raise SettingError("the fee of an order must be 0 or more, such as 25.")
        if not 1 <= self.minimum < LARGEST:
            raise SettingError("the minimum of an order must be 1 record or more.")
        _check_tiers(self.tiers)

    @classmethod
    def of(
        cls,
        currency: str = "",
        fee: Number = 0,
        minimum: int = 1,
        tiers: Sequence[tuple[int, Number]] = (),
    ) -> Terms:
        """Read terms as a user writes them; tiers are pairs of a quantity and a share.

        >>> terms = Terms.of("EUR", fee=25, tiers=[(1000, 0.9)])
        >>> terms.share(999), terms.share(1000), terms.total(1000, Fraction(500))
        (Fraction(1, 1), Fraction(9, 10), Fraction(475, 1))
        """
        steps = (
            Tier(_whole("quantity from which a tier goes", start), _number("price of a tier", part))
            for start, part in tiers
        )
        least = _whole("minimum of an order", minimum)
        return cls(currency, _number("fee of an order", fee), least, tuple(steps))

    @property
    def steps(self) -> tuple[Tier, ...]:
        """The share of the list price from each quantity on, from the smallest order that is sold."""
        below = [tier.share for tier in self.tiers if tier.start <= self.minimum]
        first = Tier(self.minimum, below[-1] if below else Fraction(1))
        return (first, *(tier for tier in self.tiers if tier.start > self.minimum))

    def share(self, records: int) -> Fraction:
        """The share of the list price that each record of an order of this size costs."""
        reached = [tier.share for tier in self.tiers if tier.start <= records]
        return reached[-1] if reached else Fraction(1)

    def total(self, records: int, listed: Fraction) -> Fraction:
        """What an order costs, given how many records it has and what they cost by list."""
        return self.fee + self.share(records) * listed if records else Fraction(0)

    def room(self, records: int, budget: Fraction) -> Fraction:
        """How much the records of an order of this size may cost by list, for a budget.

        Below 0 if not even the fee fits.
        """
        return (budget - self.fee) / self.share(records)

    def price_tag(self, number: Fraction) -> str:
        """An amount for people to read, with the currency behind it where there is one.

        >>> Terms("EUR").price_tag(Fraction(2501, 2)), Terms().price_tag(Fraction(3))
        ('1,250.50 EUR', '3')
        """
        shown = amount(float(number))
        return f"{shown} {self.currency}" if self.currency else shown

    @property
    def sentence(self) -> str:
        """What goes for each order, for people to read; nothing if only the list price does.

        >>> Terms.of("EUR", fee=25, minimum=100, tiers=[(1000, 0.9), (10000, 0.75)]).sentence
        'Each order: 25 EUR fee, at least 100 records; 90% of the list price from 1,000 records, 75% from 10,000.'
        """
        always = [f"{self.price_tag(self.fee)} fee"] if self.fee else []
        always += [f"at least {self.minimum:,} records"] if self.minimum > 1 else []
        parts = [", ".join(always), _tiers_in_words(self.tiers)]
        said = "; ".join(part for part in parts if part)
        return f"Each order: {said}." if said else ""

    def to_spec(self) -> dict[str, Any]:
        """The `[terms]` table of a market file, without what goes without saying."""
        listed = [{"from": tier.start, "price": _written(tier.share)} for tier in self.tiers]
        spec = {
            "currency": self.currency,
            "fee": _written(self.fee),
            "minimum": self.minimum,
            "tiers": listed,
        }
        usual = {"currency": "", "fee": 0, "minimum": 1, "tiers": []}
        return {key: value for key, value in spec.items() if value != usual[key]}

    def to_json(self) -> dict[str, Any]:
        """The terms for programs, every part of them."""
        return {
            "currency": self.currency or None,
            "fee": float(self.fee),
            "minimum": self.minimum,
            "tiers": [{"from": tier.start, "price": float(tier.share)} for tier in self.tiers],
        }


def _check_currency(currency: Any) -> None:
    """Refuse what is no short label: it is shown beside every amount."""
    plain = isinstance(currency, str) and currency.isprintable() and currency == currency.strip()
    if not plain or len(currency) > LONGEST_CURRENCY:
        raise SettingError(
            f'the currency must be a short text of at most {LONGEST_CURRENCY} characters, such as "EUR".'
        )


def _check_tiers(tiers: Sequence[Tier]) -> None:
    """Refuse tiers that contradict each other; a larger order never costs a larger share."""
    if len(tiers) > MOST_TIERS:
        raise SettingError(f"there may be at most {MOST_TIERS:,} tiers. Join some.")
    for tier in tiers:
        if not 1 <= tier.start < LARGEST:
            raise SettingError("a tier must go from 1 record or more.")
        if not 0 < tier.share <= 1:
            raise SettingError(
                "the price of a tier is a share of the list price, above 0 and at most 1, such as 0.9."
            )
    for below, above in pairwise(tiers):
        if above.start <= below.start:
            raise SettingError("each tier must go from more records than the one before it.")
        if above.share > below.share:
            raise SettingError("the price of a tier must not be above that of the one before it.")


def _whole(name: str, number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise SettingError(f"the {name} must be a whole number, such as 100.")
    return int(number)


def _number(name: str, number: Any) -> Fraction:
    try:
        value = exact(number)
    except SettingError:
        raise SettingError(f"the {name} must be a number, such as 0.9.") from None
    if value.denominator > LARGEST:
        raise SettingError(f"the {name} has too many decimals. Round it.")
    return value


def _written(number: Fraction) -> int | float | str:
    """A number for a market file, which reads it back as it is."""
    if number.denominator == 1:
        return int(number)
    return float(number) if exact(float(number)) == number else str(number)


def _tiers_in_words(tiers: Sequence[Tier]) -> str:
    """What larger orders cost, in one line."""
    if not tiers:
        return ""
    first = f"{percent(tiers[0].share)} of the list price from {tiers[0].start:,} records"
    more = [f"{percent(tier.share)} from {tier.start:,}" for tier in tiers[1:_MOST_SHOWN]]
    rest = len(tiers) - _MOST_SHOWN
    return ", ".join([first, *more, *([f"and {rest:,} more steps"] if rest > 0 else [])])


AS_LISTED = Terms()
"""Records cost their list price, and nothing else."""
