"""What a post gives away: of each dimension, how sure someone is of a value who knows the method.

A post may keep every record within the limit and still say to everyone which value is wanted on some
dimension, such as by having that value only. So the buyer is told, with what would hide it and about
what that would cost.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from tacit._display import percent
from tacit._names import option
from tacit._progress import Phase
from tacit.attackers.confidence import Confidence
from tacit.candidates.secrets import about_value, gives_away, posteriors, surest_values
from tacit.errors import TacitError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit._progress import Listener
    from tacit.candidates.secrets import GivenAway, Secrets
    from tacit.intents.intent import Intent
    from tacit.publishing.method import Earlier
    from tacit.publishing.plan import StillPossible
    from tacit.publishing.publication import Publication

FEW, FEW_CELLS = 60, 200
"""Among so many candidates it is quick to find what hiding one more dimension would cost; among so many
single cells too, if there is one belief and nothing is hidden yet."""


def told_by(left: StillPossible, secrets: Secrets) -> tuple[GivenAway, ...]:
    """What a post tells of each dimension, from whom it leaves."""
    rows = posteriors(left.candidates, left.chances)
    return gives_away(left.before, surest_values(left.candidates, rows), secrets, left.exact)


def laid_bare(true: Intent, rows: Sequence[Confidence]) -> tuple[Confidence, ...]:
    """How sure the informed attacker were, row by row, had the true intent itself been posted.

    Of a record entirely; of a value too, unless all values of the dimension are wanted.
    """
    free = {about_value(name) for name in true.space.names if true.hull.is_all(name)}
    return tuple(
        Confidence(row.attacker, Fraction(row.attacker not in free), limit=row.limit)
        for row in rows
    )


def most_given_away(result: Publication) -> GivenAway | None:
    """Of which dimension the post tells most, among those not hidden; None if that is little.

    Little is what keeps to the limit for records, or what was known before.
    """
    limit = result.procedure.informed_limit
    told = [one for one in result.gives_away if one.limit is None and one.after > limit]
    most = max(told, key=lambda one: one.rise, default=None)
    return most if most is not None and most.rise > 0 else None


def note_on_giving_away(
    result: Publication,
    told: GivenAway,
    earlier: Earlier | None = None,
    progress: Listener | None = None,
) -> str:
    """What the post gives away, what would hide it, and about what that would cost.

    The value is named only where the post itself shows it to everyone.
    """
    what = f"{told.dimension} = {told.value}" if told.shown_by(result.published) else told.dimension
    about = "" if told.exact else "about "
    sure = f"{percent(told.after)} sure where {about}{percent(told.before)} was known"
    limit = limit_to_hide(told, result.procedure.informed_limit)
    if limit == 1:
        return f"gives away: {what}, {sure}"
    own = limit != result.procedure.informed_limit
    hide = option("--hide", [told.dimension], f"={float(limit):g}" if own else "")
    cost = cost_of_hiding(result, told.dimension, limit, earlier, progress)
    price = "" if cost is None else f", at about {cost:,.0f} records on average"
    also = f"{_more(result, told)}; {hide} would hide it{price}"
    return f"gives away: {what}, {sure}{also} (that is another draw: post only one)"


def _more(result: Publication, told: GivenAway) -> str:
    """How many other dimensions a post tells of as well, more than the limit for records."""
    limit = result.procedure.informed_limit
    others = [
        one
        for one in result.gives_away
        if one is not told and one.limit is None and one.rise > 0 and one.after > limit
    ]
    if not others:
        return ""
    return f", and something of {len(others)} more dimension{'s' if others[1:] else ''}"


def limit_to_hide(told: GivenAway, limit: Fraction) -> Fraction:
    """The lowest limit at which a dimension can be hidden: no lower than what is known beforehand."""
    return max(limit, Fraction(ceil(told.before * 100), 100))


def cost_of_hiding(
    result: Publication,
    dimension: str,
    limit: Fraction,
    earlier: Earlier | None = None,
    progress: Listener | None = None,
) -> float | None:
    """How many records would be published on average were one more dimension hidden.

    Found by settling it roughly, so that it may cost a little less; None where that takes long, or
    can't be done.
    """
    left, how = result.still_possible, result.procedure
    if left is None or left.considered > FEW_CELLS:
        return None
    simple = left.candidates.codes is not None and not left.candidates.others
    if left.considered > FEW and (not simple or how.settings.hidden):
        return None
    phase = Phase(progress, "finding what hiding more would cost")
    settings = how.settings.hiding({**how.settings.hidden, dimension: limit})
    settings = settings if left.considered <= FEW else settings.roughly()
    try:
        hiding = replace(how, settings=settings)
        worth = hiding.choose(result.market, result.true, earlier, phase.inner).worth
    except TacitError:
        return None
    told = {} if worth is None else worth.to_json(result.market, result.mass, result.objective)
    return told.get("expected_records")
