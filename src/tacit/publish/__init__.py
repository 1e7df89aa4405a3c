"""Publishing: choosing the wider intent that is shown to the market.

One method a file. To add one, write its file and name it in `METHODS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from tacit._exact import Number, exact, share
from tacit.attackers import ATTACKERS, Attacker, attackers_named
from tacit.errors import SettingError, UnreachableLimit
from tacit.intent import Intent
from tacit.market import Market, Mass
from tacit.publish._plan import Plan
from tacit.publish.greedy import greedy
from tacit.publish.publication import Proof, Publication

METHODS: dict[str, Callable[..., Plan]] = {"greedy": greedy}


def protect(
    market: Market,
    true: Intent,
    *,
    against: str | Iterable[str] = tuple(ATTACKERS),
    limit: Number = 0.3,
    method: str = "greedy",
    alpha: Number = 0.5,
) -> Publication:
    """Choose what to publish so that every chosen attacker stays within the limit.

    Args:
        market: what is on offer.
        true: what is truly wanted.
        against: the attackers to hold, as names or text with commas; all of them by default.
        limit: the highest confidence an attacker may reach, above 0 and at most 1.
        method: how to choose; see `METHODS`.
        alpha: for greedy, the weight of saving cost against gaining cover, from 0 to 1.

    Raises:
        UnreachableLimit: if even the whole space leaves an attacker above the limit.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> result = protect(market, want, against="em-f", limit=0.3)
    >>> result.mass.records, result.mass.cells, result.holds
    (557, 6, True)
    """
    attackers, ceiling = attackers_named(against), share("limit", limit)
    weight = exact(alpha)
    if not 0 <= weight <= 1:
        raise SettingError("alpha must be from 0 to 1 (for example 0.5).")
    if method not in METHODS:
        raise SettingError(f"there is no method '{method}'. Known are: {', '.join(METHODS)}.")
    _require_reachable(market, true.required(), attackers, ceiling)
    plan = METHODS[method](market, true, attackers, ceiling, weight)
    return _publication(market, true, plan, method, attackers, ceiling)


def lowest_limit(market: Market, true: Intent, against: str | Iterable[str]) -> Fraction:
    """The lowest limit that some published intent reaches for all these attackers."""
    return max(a.lowest_limit(market, true.required()) for a in attackers_named(against))


def _require_reachable(
    market: Market, true: Intent, attackers: Sequence[Attacker], limit: Fraction
) -> None:
    lowest = [attacker.lowest_limit(market, true) for attacker in attackers]
    if max(lowest) > limit:
        raise UnreachableLimit(attackers[lowest.index(max(lowest))].name, limit, max(lowest))


def _publication(
    market: Market,
    true: Intent,
    plan: Plan,
    method: str,
    attackers: Sequence[Attacker],
    limit: Fraction,
) -> Publication:
    published = plan.published.as_public()
    mass, true_mass = market.mass(published), market.mass(true)
    return Publication(
        market=market,
        true=true,
        published=published,
        method=method,
        limit=limit,
        confidences=tuple(a.confidence(market, true, published) for a in attackers),
        unprotected=tuple(a.confidence(market, true, true) for a in attackers),
        mass=mass,
        true_mass=true_mass,
        proof=Proof("heuristic", _floor(market, true, true_mass, attackers, limit)),
        steps=plan.steps,
        notes=notes_on(true, true_mass),
    )


def _floor(
    market: Market, true: Intent, mass: Mass, attackers: Sequence[Attacker], limit: Fraction
) -> int:
    """A number of records that no published intent within the limit goes below."""
    floor = mass.records
    if any(attacker.name == "em-f" for attacker in attackers):
        needed = market.peak(true).records / limit
        floor = max(floor, -(-needed.numerator // needed.denominator))
    return floor


def notes_on(true: Intent, mass: Mass) -> tuple[str, ...]:
    """What a buyer should know about an intent, without naming its values."""
    notes = [
        f"a range on '{name}' did not meet its bins and was widened to them"
        for name in true.widened
    ]
    if not mass.records:
        notes.append(
            "the true intent holds no records in this market, so attackers who go by records have "
            "nothing to find (confidence 0)"
        )
    return tuple(notes)


__all__ = ["METHODS", "Proof", "Publication", "lowest_limit", "notes_on", "protect"]
