"""Fewer dimensions: a method that draws is judged in those that matter to its draw.

On the others all candidates, and all posts, have all values: there is nothing to find there, and looking
at them takes time. So the same is asked in the folded market, and what is found is told of every dimension.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

from tacit.candidates.folded import folded_belief
from tacit.candidates.secrets import GivenAway, about_value
from tacit.market.folding import Folding

if TYPE_CHECKING:
    from tacit.attackers.confidence import Confidence
    from tacit.candidates.belief import Belief
    from tacit.candidates.secrets import Secrets
    from tacit.informed.finding import Finding
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.method import DrawingMethod
    from tacit.publishing.procedure import Procedure


class Asked(NamedTuple):
    """What someone who knows the method reckons with, in the dimensions that matter.

    Attributes:
        folding: which these are.
        procedure: how things are published there.
        belief: which true intents there could be there.
        secrets: what this one must not be surer of than the limits, but for dimensions folded away.
    """

    folding: Folding
    procedure: Procedure
    belief: Belief
    secrets: Secrets


def in_what_matters(
    market: Market,
    procedure: Procedure,
    belief: Belief,
    secrets: Secrets,
    like: Intent | None,
    published: Intent | None = None,
) -> Asked:
    """The same question in the dimensions that matter to the method.

    As it stands, where the method does not draw, and where what is wanted, what is published, or who is
    reckoned with leaves out values where the method's own candidates do not.
    """
    asis = Asked(Folding.of_nothing(market), procedure, belief, secrets)
    if not procedure.method.draws or like is None:
        return asis
    method, settings = cast("DrawingMethod", procedure.method), procedure.settings
    folding = method.folding(market, procedure.against, settings, like)
    shown = like if published is None else published
    free = belief.settled(like).free(market, like) & like.free & shown.free
    if not folding.away <= free:
        return asis
    return Asked(
        folding,
        replace(procedure, settings=method.folded(settings, folding, like)),
        folded_belief(belief, folding, like),
        secrets.among(folding.folded.space.names),
    )


def lifted_finding(finding: Finding, folding: Folding, secrets: Secrets) -> Finding:
    """What was found in fewer dimensions, told of all: of the others a post tells nothing."""
    if not folding.away:
        return finding
    told = {one.dimension: one for one in finding.gives_away}
    exact = all(one.exact for one in finding.gives_away)
    rows = {one.attacker: one for one in finding.hidden}
    sure = finding.wanted_values or {}
    by_records = finding.by_records
    if by_records is not None:
        values = {name: by_records.values.get(name, Fraction(0)) for name in secrets.hidden}
        by_records = replace(by_records, secrets=secrets, values=values)
    return replace(
        finding,
        by_records=by_records,
        hidden=tuple(
            rows.get(about_value(name)) or _nothing_of(name, limit, finding.confidence)
            for name, limit in secrets.hidden.items()
        ),
        wanted_values={name: sure.get(name, Fraction(0)) for name in secrets.hidden},
        gives_away=tuple(
            told.get(name) or _nothing_told(name, secrets, exact)
            for name in (folding.whole.space.names if told else ())
        ),
    )


def _nothing_of(name: str, limit: Fraction, record: Confidence) -> Confidence:
    """A row about the value of a dimension on which nobody asks for one."""
    return replace(record, attacker=about_value(name), upper=Fraction(0), limit=limit)


def _nothing_told(name: str, secrets: Secrets, exact: bool) -> GivenAway:
    limit = secrets.hidden.get(name)
    return GivenAway(name, None, Fraction(0), Fraction(0), limit, exact)
