"""Audit: what every attacker would know, side by side, with and without protection."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import LIMIT
from tacit._display import html_table, percent
from tacit._doors import door
from tacit._progress import Phase
from tacit.attackers.against import Against
from tacit.attackers.registry import ATTACKERS, INFORMED
from tacit.auditing.asked import (
    NO_UNIONS,
    STAYS_AWAY,
    belief_about,
    how_made,
    may_hold,
    to_hide,
)
from tacit.auditing.reader import Reader
from tacit.auditing.suspects import Suspects, made_here, suspects, usual_procedures
from tacit.auditing.verdict import verdict
from tacit.candidates.secrets import Judged, Secrets
from tacit.errors import TooManyCells
from tacit.informed.post import Informed, usual_belief
from tacit.publishing.as_known import AsKnown
from tacit.publishing.giving_away import laid_bare
from tacit.publishing.headline import Headline
from tacit.publishing.notes import notes_on
from tacit.publishing.publication import Publication, mass_json, share_of, true_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacit._exact import Number
    from tacit._progress import Listener
    from tacit.attackers.against import Names
    from tacit.attackers.confidence import Confidence
    from tacit.auditing.asked import MadeBy, Partly
    from tacit.auditing.reader import Left
    from tacit.candidates.belief import Belief
    from tacit.informed.finding import Finding
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.mass import Mass
    from tacit.publishing.procedure import Procedure

TELL = "say how with the file that protect --keep wrote, or with --made-by"


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
        true_mass: what is wanted, in whole bins.
        matching: of that, what matches what was asked for, where ranges were widened to bins; None if
            that is not known.
        headline: how sure the best-informed reader is of what is wanted.
        secrets: what that reader must not be surer of.
        asked: whom the user asked about; all others are judged too.
        made_by: how it was made, as far as that is known.
        known_by: where that is known from, in words.
        suspected: whether that is only suspected, of what leads from the true intent there.
        notes: what the buyer should know.
        finding: what someone who knows how it was made would find, if that is known.
    """

    market: Market
    true: Intent = field(repr=False)
    published: Intent | None
    limit: Fraction
    protected: tuple[Confidence, ...]
    unprotected: tuple[Confidence, ...]
    mass: Mass
    true_mass: Mass
    headline: Headline
    secrets: Secrets
    asked: tuple[str, ...]
    made_by: Procedure | None = None
    known_by: str = ""
    suspected: bool = False
    notes: tuple[str, ...] = ()
    finding: Finding | None = None
    matching: Mass | None = None

    @property
    def holds(self) -> bool:
        """Whether every attacker stays within the limit, asked about or left out."""
        return not self.above and self.headline.holds

    @property
    def above(self) -> tuple[Confidence, ...]:
        """Those who are not within their limit, or not known to be."""
        return tuple(one for one in self.protected if not one.within(self.limit))

    @property
    def verdict(self) -> str:
        """Whether the limit holds, in one sentence that speaks of everyone."""
        left_out = [one.attacker for one in self.above if not self._was_asked(one)]
        return verdict(self.above, self.limit, self.headline, left_out)

    @property
    def as_known(self) -> AsKnown | None:
        """What is exact and what is not, where counts are known by statistics; None if all are counted."""
        return AsKnown.of(self.market, self.protected, self.limit, self.made_by)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit audit --json` prints; it holds no value of the true intent."""
        rows = [
            {
                **now.to_json(self.limit),
                "asked": self._was_asked(now),
                "unprotected": {"lower": _float(bare.lower), "upper": float(bare.upper)},
            }
            for now, bare in zip(self.protected, self.unprotected, strict=True)
        ]
        return {
            "limit": float(self.limit),
            "holds": self.holds,
            "headline": self.headline.to_json(),
            "verdict": self.verdict,
            "published": None if self.published is None else self.published.to_json(),
            "attackers": rows,
            **mass_json(self.market, self.mass),
            "true": true_json(self.market, self.true_mass, self.matching),
            "made_by": None if self.made_by is None else self.made_by.to_json(),
            "known_by": self.known_by,
            "informed": None if self.finding is None else self.finding.to_json(),
            "gives_away": self._gives_away(),
            "notes": list(self.notes),
            "counts": None if self.as_known is None else self.as_known.to_json(),
        }

    def _was_asked(self, one: Confidence) -> bool:
        """Whether the user asked about someone, or about whom a hidden dimension is kept from."""
        return one.attacker.partition(":")[0] in self.asked

    def _gives_away(self) -> list[dict[str, Any]]:
        if self.finding is None or self.published is None:
            return []
        return [one.to_json(self.published) for one in self.finding.gives_away]

    def __repr__(self) -> str:
        judged = ", ".join(
            f"{c.attacker} {percent(c.upper) if c.known and not c.by else c.in_words}"
            for c in self.protected
        )
        return f"Audit(limit {percent(self.limit)}, holds: {self.holds}; {judged})"

    def _repr_html_(self) -> str:
        rows = [
            (
                b.attacker,
                b.in_words if b.by else percent(b.upper),
                percent(a.upper) if a.known and not a.by else a.in_words,
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
        return html_table(self.headline.sentence, header, rows, after=self.verdict)


@door
def audit(
    market: Market,
    true: Any,
    published: Any = None,
    *,
    against: Names | Against | None = None,
    limit: Number | None = None,
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
        against: whom you ask about; all others are judged too, so that no verdict leaves out whom it
            should speak of. One may have a limit of its own: "em-f=0.1".
        limit: the highest confidence allowed; by default what the post was made for, or 0.3.
        made_by: how it was made, which the informed attacker knows: a `Procedure`, what a result
            tells as `made_by`, or the name of a method. By default what the publication says; for a
            mere intent every method with its usual settings is suspected, and the worst of those that
            lead to it counts.
        belief: which true intents the informed attacker reckons with: a `Belief`, or some of its
            parts (`{"prior": "uniform,records", "within": 2}`). By default those that are usual for the
            true intent and have records; for a sealed publication its own candidates.
        hide: dimensions whose wanted value is a secret too, beside those that the post was made to
            hide: `"race=0.35,income"`. The informed attacker is asked about each.
        progress: a function to call a few times a second with a `Progress`.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> want = market.intent({"race": ["Black"], "sex": ["Female"], "age": ["working adult"],
    ...                       "hours-per-week": ["full-time"], "income": [">50K"]})
    >>> post = tacit.protect(market, want, method="greedy", against="em-f")
    >>> audit(market, want, post, against="em-f").verdict
    'Above the limit: informed (100%, left out).'
    """
    true = market.as_intent(true)
    told = made_by or getattr(published, "procedure", None)
    shown = None if published is None else market.as_intent(published)
    nobody = Against.nobody(LIMIT if limit is None else limit)
    asked = None if against is None else Against.of(against, nobody.limit).about_posts()
    how = None
    if told is not None:
        how = how_made(told, belief, asked or nobody)

    def question(made_for: Procedure | None) -> Question:
        held = _everyone(asked, limit, made_for)
        hidden = {} if made_for is None else made_for.settings.hidden
        secrets = Secrets.of(market.space, held.limit_of(INFORMED), {**hidden, **to_hide(hide)})
        named = asked.names if asked is not None else held.names
        return Question(market, true, held, secrets, named, belief, progress)

    if shown is None:
        return question(how).laid_bare()
    noted = made_here(market, true, shown, progress) if how is None else ()
    if noted:
        return _worst([question(one).judged(shown, one, _noted(len(noted))) for one in noted])
    return question(how).judged(shown, how, "as was told")


def _noted(many: int) -> str:
    """Where it is known from how a post was made that was noted on this machine."""
    more = f"; {many} runs gave this post, and the worst counts" if many > 1 else ""
    return f"noted when it was made on this machine{more}"


def _worst(found: Sequence[Audit]) -> Audit:
    """The audit with the worst verdict: one that does not hold, or the one nearest to its limit."""
    return max(
        found, key=lambda one: (not one.holds, (one.headline.sure or 1) / one.headline.limit)
    )


def _everyone(asked: Against | None, limit: Number | None, how: Procedure | None) -> Against:
    """Everyone who looks at posts, with the limits that were said, or that the post was made for."""
    if limit is not None or how is None:
        held = Against.nobody(LIMIT if limit is None else limit) if asked is None else asked
        return held.and_everyone()
    named = Against.of(tuple(ATTACKERS), how.limit) if asked is None else asked
    return replace(named, limit=how.limit).and_everyone(how.against.own)


@dataclass(frozen=True, repr=False)
class Question:
    """What an audit is asked: about whom, and what they reckon with.

    Attributes:
        market: what is on offer.
        true: what is truly wanted.
        held: everyone who is judged, with their limits.
        secrets: what someone who knows the method must not be surer of.
        asked: whom the user asked about.
        belief: what that one reckons with, as far as it was said.
        progress: who is told how far the work has come.
    """

    market: Market
    true: Intent
    held: Against
    secrets: Secrets
    asked: tuple[str, ...]
    belief: Partly
    progress: Listener | None

    def laid_bare(self) -> Audit:
        """What everyone knows if the true intent itself is published."""
        bare = laid_bare(self.true, self._informed(None))
        share = self._share(self.true) if self.true.widened else Fraction(1)
        return self._audit(None, bare, Headline.of(self._everything, share))

    def judged(self, published: Intent, how: Procedure | None, known_by: str) -> Audit:
        """What everyone makes of a published intent, made in a known way, or in the worst usual one."""
        if how is not None:
            finding = self.found(published, how)
            return self._found(published, finding, how, known_by)
        usual = usual_procedures(self._named(), self.asked != self.held.names)
        known = suspects(self.market, self.true, published, usual, self.progress)
        found = [(one, self.found(published, one)) for one in known.leading]
        possible = [(one, f) for one, f in found if f is not None and f.known]
        if not possible:
            why = f"none of {known.names} leads here with usual settings; {TELL}"
            why = next((self._why_not(one) for one, f in found if f is None), why)
            return self._found(published, None, None, why)
        worst, finding = max(possible, key=lambda pair: _surest(pair[1]))
        guessed = self._found(published, finding, worst, _suspected(known, worst))
        return replace(guessed, suspected=True)

    def _named(self) -> Against:
        """Those who were asked about and do not know the method: a post may be made for them alone."""
        posts = tuple(one for one in self.held.posts if one.name in self.asked)
        return replace(self.held, posts=posts, informed=False)

    def found(self, published: Intent, how: Procedure) -> Finding | None:
        """What someone who knows how it was made finds; None where that can't be told."""
        reckoned = belief_about(how, self.belief, usual_belief(self.market, self.true))
        if not may_hold(reckoned.settled(self.true), self.true):
            return None
        informed = Informed(self.market, how, reckoned, self.secrets)
        try:
            return informed.judge(self.true, published, self.progress)
        except TooManyCells:
            return None

    def _why_not(self, how: Procedure) -> str:
        """Why it can't be told what someone finds who knows how it was made."""
        reckoned = belief_about(how, self.belief, usual_belief(self.market, self.true))
        holds = may_hold(reckoned.settled(self.true), self.true)
        return STAYS_AWAY if holds else NO_UNIONS

    def _found(
        self, published: Intent, finding: Finding | None, how: Procedure | None, known_by: str
    ) -> Audit:
        rows, share = self._informed(finding), self._share(published)
        limit = self.secrets.limit
        if finding is not None:
            headline = finding.headline(limit, share)
        else:
            why = known_by if how is None else self._why_not(how)
            headline = Headline.not_known(limit, share, why)
        return self._audit(published, rows, headline, how, known_by, finding)

    def _informed(self, finding: Finding | None) -> tuple[Confidence, ...]:
        """The rows of one who knows how it was made; where nothing is known, only whom they are about."""
        if finding is not None:
            rows = (self.held.bounded(finding.confidence), *finding.hidden)
            return tuple(replace(row, known=finding.known) for row in rows)
        own = self.held.own.get(INFORMED)
        return self._everything.confidences(own, None, None, known=False)

    @property
    def _everything(self) -> Judged:
        """Someone who is sure of all that must stay unlikely."""
        return Judged(self.secrets, Fraction(1), dict.fromkeys(self.secrets.hidden, Fraction(1)))

    def _outsiders(self, shown: Intent, made_by: Procedure | None) -> tuple[Confidence, ...]:
        """How sure those are who do not know the method; where it holds them, if it draws."""
        if made_by is None:
            return self.held.judged(self.market, self.true, shown)
        return made_by.judged(self.market, self.true, shown, self.held)

    def _share(self, published: Intent) -> Fraction:
        mass, wanted = self.market.mass(published), self.market.wanted(self.true)
        return share_of(wanted.records, mass.records)

    def _audit(
        self,
        published: Intent | None,
        informed: tuple[Confidence, ...],
        headline: Headline,
        made_by: Procedure | None = None,
        known_by: str = "",
        finding: Finding | None = None,
    ) -> Audit:
        market, true, held = self.market, self.true, self.held
        Phase(self.progress, "asking every attacker")
        shown = true.required() if published is None else published
        return Audit(
            market=market,
            true=true,
            published=None if published is None else published.as_public(),
            limit=held.limit,
            protected=(*self._outsiders(shown, made_by), *informed),
            unprotected=(*self._outsiders(true, made_by), *laid_bare(true, informed)),
            mass=market.mass(shown),
            true_mass=market.mass(true),
            headline=headline,
            secrets=self.secrets,
            asked=self.asked,
            made_by=made_by,
            known_by=known_by,
            notes=notes_on(market, true),
            matching=market.matching(true),
            finding=finding,
        )


def _surest(found: Finding) -> tuple[Fraction, ...]:
    """How bad a finding is: by how much the worst of its limits is broken, or how sure it is."""
    assert found.by_records is not None
    judged = found.by_records
    over = [judged.record / judged.secrets.limit]
    over += [sure / judged.secrets.hidden[name] for name, sure in judged.values.items()]
    return (max(over), found.confidence.upper)


def _suspected(known: Suspects, worst: Procedure) -> str:
    """Where it is known from how a post was made, if that was not told."""
    return (
        f"not told: of {known.names} with usual settings {worst.method.name} leads here and tells most, "
        "so that is assumed"
    )


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)


def reader_of(
    market: Market,
    true: Intent,
    published: Any,
    *,
    made_by: MadeBy = None,
    belief: Partly = None,
    limit: Number | None = None,
    hide: Any = None,
    progress: Listener | None = None,
) -> Reader:
    """The best-informed reader of a post: a publication, or an intent that was published.

    Args:
        market: what is on offer.
        true: what is truly wanted.
        published: the post, as `tacit.protect` returned it, or as an intent.
        made_by: how it was made, as for `tacit.audit`.
        belief: which true intents the reader reckons with, as for `tacit.audit`.
        limit: how sure the reader may be, as for `tacit.audit`.
        hide: dimensions whose wanted value is a secret too.
        progress: a function to call a few times a second with a `Progress`.
    """
    told = made_by is None and belief is None and limit is None and hide is None
    if told and isinstance(published, Publication) and published.headline.known:
        return _of_publication(published, true, progress)
    asked: dict[str, Any] = {"made_by": made_by, "belief": belief, "limit": limit, "hide": hide}
    judged = audit(market, true, published, progress=progress, **asked)
    return reader_after(judged, belief, progress)


def reader_after(judged: Audit, belief: Partly = None, progress: Listener | None = None) -> Reader:
    """The reader whom an audit of a post has found, with a belief as it was told."""
    market, true, published, how = judged.market, judged.true, judged.published, judged.made_by
    if published is None or how is None:
        return Reader(true, judged.secrets, judged.headline)
    reckoned = belief_about(how, belief, usual_belief(market, true))
    secrets = replace(judged.secrets, within=reckoned.within)
    known = _finder(market, how, reckoned, secrets, true, published, progress)
    own = None if judged.suspected else reckoned
    return Reader(true, secrets, judged.headline, own, known, judged.suspected)


def _of_publication(result: Publication, true: Intent, progress: Listener | None) -> Reader:
    how, market = result.procedure, result.market
    reckoned = belief_about(how, None, usual_belief(market, true))
    secrets = replace(how.secrets(market.space), within=reckoned.within)
    settled = result.still_possible
    if settled is not None:
        found = settled.candidates, list(settled.chances)
        return Reader(true, secrets, result.headline, reckoned, lambda: found)
    known = _finder(market, how, reckoned, secrets, true, result.published, progress)
    return Reader(true, secrets, result.headline, reckoned, known)


def _finder(
    market: Market,
    how: Procedure,
    belief: Belief,
    secrets: Secrets,
    true: Intent,
    published: Intent,
    progress: Listener | None,
) -> Callable[[], Left | None]:
    """Finds what is left to one who knows how a post was made, when that is first asked."""
    if not may_hold(belief.settled(true), true):
        return lambda: None
    informed = Informed(market, how, belief, secrets)
    return lambda: informed.left(true, published, progress)
