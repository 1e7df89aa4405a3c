"""Audit: what every attacker would know, side by side, with and without protection."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT
from tacit._display import html_table, percent
from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS, INFORMED
from tacit.auditing.asked import NO_UNIONS, belief_about, how_made, may_hold, to_hide
from tacit.candidates.secrets import Judged, Secrets
from tacit.errors import SettingError
from tacit.informed.post import Informed, usual_belief
from tacit.intents.box import Box
from tacit.publishing.giving_away import laid_bare
from tacit.publishing.notes import notes_on
from tacit.publishing.publication import mass_json

if TYPE_CHECKING:
    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.against import Names
    from tacit.attackers.confidence import Confidence
    from tacit.auditing.asked import MadeBy, Partly
    from tacit.informed.finding import Finding
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.procedure import Procedure


@dataclass(frozen=True, repr=False)
class Audit:
    """Every attacker's confidence about one published intent.

    Attributes:
        market: what is on offer.
        published: what is shown; None if the true intent itself is.
        limit: the highest confidence allowed.
        protected: each attacker's confidence about the published intent.
        unprotected: each attacker's confidence had the true intent been published.
        mass: what is published.
        true_mass: what is wanted.
        notes: what the buyer should know.
        finding: what someone who knows how it was made would find; the last of the attackers, if
            that one was to be held.
    """

    market: Market
    true: Intent = field(repr=False)
    published: Intent | None
    limit: Fraction
    protected: tuple[Confidence, ...]
    unprotected: tuple[Confidence, ...]
    mass: Mass
    true_mass: Mass
    notes: tuple[str, ...] = ()
    finding: Finding | None = None

    @property
    def holds(self) -> bool:
        """Whether every attacker stays within the limit."""
        return all(confidence.within(self.limit) for confidence in self.protected)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --json` prints; it holds no value of the true intent."""
        rows = [
            {
                **now.to_json(self.limit),
                "unprotected": {"lower": _float(bare.lower), "upper": float(bare.upper)},
            }
            for now, bare in zip(self.protected, self.unprotected, strict=True)
        ]
        return {
            "limit": float(self.limit),
            "holds": self.holds,
            "published": None if self.published is None else self.published.to_json(),
            "attackers": rows,
            **mass_json(self.market, self.mass),
            "true": mass_json(self.market, self.true_mass),
            "informed": None if self.finding is None else self.finding.to_json(),
            "gives_away": self._gives_away(),
            "notes": list(self.notes),
        }

    def _gives_away(self) -> list[dict[str, Any]]:
        if self.finding is None or self.published is None:
            return []
        return [one.to_json(self.published) for one in self.finding.gives_away]

    def __repr__(self) -> str:
        judged = ", ".join(f"{c.attacker} {percent(c.upper)}" for c in self.protected)
        return f"Audit(limit {percent(self.limit)}, holds: {self.holds}; {judged})"

    def _repr_html_(self) -> str:
        rows = [
            (
                b.attacker,
                percent(b.upper),
                percent(a.upper),
                "yes" if a.within(self.limit) else "NO",
            )
            for b, a in zip(self.unprotected, self.protected, strict=True)
        ]
        header = (
            "attacker",
            "sure without protection",
            "sure now",
            f"within {percent(self.limit)}",
        )
        return html_table("What each attacker knows", header, rows)


def audit(
    market: Market,
    true: Any,
    published: Any = None,
    *,
    against: Names | Against | None = None,
    limit: Number = LIMIT,
    made_by: MadeBy = None,
    belief: Partly = None,
    hide: Any = None,
    progress: Listener | None = None,
) -> Audit:
    """Judge a published intent by every attacker; without one, judge the true intent laid bare.

    Args:
        market: what is on offer.
        true: what is truly wanted.
        published: what is shown to the market: an intent, or what `tacit.protect` returned.
        against: the attackers to judge by; by default all who look at posts, and the informed one
            if the post could have been made as `made_by` says.
        limit: the highest confidence allowed.
        made_by: how it was made, which the informed attacker knows: a `Procedure`, what a result
            tells as `made_by`, or the name of a method. By default what the publication says, and
            for a mere intent greedy with alpha 0.5 against the same attackers.
        belief: which true intents the informed attacker reckons with: a `Belief`, or some of its
            parts (`{"prior": "uniform,records", "within": 2}`). By default every box, where they
            can be listed; for a sealed publication its own candidates.
        hide: dimensions whose wanted value is a secret too, beside those that the post was made to
            hide: `"race=0.35,income"`. The informed attacker is asked about each.
        progress: a function to call a few times a second with a `Progress`.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "income": [">50K"]})
    >>> audit(market, want, market.intent({"income": [">50K"]}), against="em-f")
    Audit(limit 30%, holds: True; em-f 2.3%)
    """
    true = market.as_intent(true)
    made_by = made_by or getattr(published, "procedure", None)
    published = None if published is None else market.as_intent(published)
    held = Against.of([*ATTACKERS, INFORMED] if against is None else against, limit).about_posts()
    named = to_hide(hide)
    held = replace(held, informed=True) if named else held
    secrets = Secrets.of(market.space, held.limit_of(INFORMED), named)
    shown = true.required() if published is None else published
    finding, notes = None, notes_on(true, market.mass(true))
    if published is not None:
        how = how_made(made_by, belief, held)
        secrets = Secrets.of(market.space, secrets.limit, {**how.settings.hidden, **named})
        finding = _found(market, true, published, how, belief, secrets, progress)
        notes = notes if finding is not None else (*notes, NO_UNIONS)
    told_whom = against is not None or bool(named)
    if held.informed and published is not None and finding is None and told_whom:
        raise SettingError(NO_UNIONS)
    rows: tuple[Confidence, ...] = ()
    if held.informed and (told_whom or (finding is not None and finding.possible)):
        rows = _informed(finding, secrets, held)
    bare = laid_bare(true, rows)
    protected = held.judged(market, true, shown)
    unprotected = held.judged(market, true, true)
    return Audit(
        market=market,
        true=true,
        published=None if published is None else published.as_public(),
        limit=held.limit,
        protected=(*protected, *(bare if finding is None else rows)),
        unprotected=(*unprotected, *bare),
        mass=market.mass(shown),
        true_mass=market.mass(true),
        notes=notes,
        finding=finding,
    )


def _found(
    market: Market,
    true: Intent,
    published: Intent,
    how: Procedure,
    belief: Partly,
    secrets: Secrets,
    progress: Listener | None,
) -> Finding | None:
    """What someone who knows how it was made finds; None where that can't be told."""
    reckoned = belief_about(how, belief) or usual_belief(market, published, true)
    if not isinstance(published, Box) or not may_hold(reckoned.settled(true), true):
        return None
    return Informed(market, how, reckoned, secrets).judge(true, published, progress)


def _informed(finding: Finding | None, secrets: Secrets, held: Against) -> tuple[Confidence, ...]:
    """The rows of one who knows how it was made; where nothing was found, only whom they are about."""
    own = held.own.get(INFORMED)
    if finding is not None:
        return (held.bounded(finding.confidence), *finding.hidden)
    everything = dict.fromkeys(secrets.hidden, Fraction(1))
    return Judged(secrets, Fraction(1), everything).confidences(own, None, None)


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)
