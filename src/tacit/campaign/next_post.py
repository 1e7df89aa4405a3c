"""The next post of a campaign: the same as before while that holds, else one that reckons with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tacit._progress import Phase
from tacit.campaign.posterior import left_by_both, what_remains
from tacit.campaign.refusals import require_room, require_sealed, require_within
from tacit.campaign.standing import (
    in_common,
    informed_to_hold,
    judged_by,
    standing_of,
    to_keep,
)
from tacit.publishing.giving_away import laid_bare
from tacit.publishing.headline import Headline, judged_by_records
from tacit.publishing.method import Earlier
from tacit.publishing.publish import as_published, publish

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit._progress import Listener
    from tacit.campaign.ledger import Ledger
    from tacit.campaign.promises import Promises
    from tacit.campaign.remaining import Remaining
    from tacit.candidates.secrets import Judged, Secrets
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication

SAME = "this campaign has published before, and answers with the same"
NOT_KNOWN = "what all posts of the campaign have told is not known"
NOTHING_ELSE = "this was published before; the method has nothing else to offer"
SETTLED = (
    "which intents could be wanted, and how likely each was, the first publication has "
    "settled; what is said about that now does not count"
)


@dataclass(frozen=True, repr=False)
class NextPost:
    """What a campaign answers when it is asked to publish.

    Attributes:
        ledger: what was published before.
        market: what is on offer now.
        true: what is truly wanted; the need that the ledger is about.
        procedure: how to publish, and the limits to keep; at least those that were promised.
        promises: what was promised before, but for what is given up now.
        given_up: whose limits are.
        progress: who is told how far the work has come.
    """

    ledger: Ledger
    market: Market
    true: Intent
    procedure: Procedure
    promises: Promises
    given_up: tuple[str, ...] = ()
    progress: Listener | None = None

    @classmethod
    def of(
        cls,
        ledger: Ledger,
        market: Market,
        true: Intent,
        procedure: Procedure,
        loosen: Sequence[str] = (),
        progress: Listener | None = None,
    ) -> NextPost:
        """What is asked: by a procedure, which is held to what was promised and is not loosened."""
        promises = ledger.promises
        promises.require_known(loosen)
        kept = promises.without(loosen)
        bound = kept.binding(procedure.settled(true))
        return cls(ledger, market, true, bound, kept, tuple(loosen), progress)

    def answer(self, *, again: bool, seed: int | None) -> Publication:
        """The same as before while it holds, else something new; see `Campaign.protect`."""
        if not self.ledger.posts:
            result = publish(self.procedure, self.market, self.true, seed, progress=self.progress)
            return self._written(result, what_remains(self.market, result, self.progress))
        last = self.same()
        standing = standing_of(self.ledger, self.market, self.true, self.procedure, self.promises)
        held = standing.holds(self.procedure.limit)
        if last is not None and held and self._still_keeps(last.published) and not again:
            return last
        return self.new(seed, same_holds=held and last is not None)

    def same(self) -> Publication | None:
        """The last publication, judged by today's market; None if it no longer holds the intent."""
        post = self.ledger.last_post
        published = post.published(self.market)
        if not self.true <= published:
            return None
        result = as_published(self.procedure, self.market, self.true, published)
        informed = informed_to_hold(self.ledger, self.market, self.procedure, self.promises)
        remaining = self.ledger.remaining(self.market)
        if not informed and remaining is not None:  # nobody to hold, and told all the same
            informed = remaining.rows(self.market, self._to_keep)
        return replace(
            result,
            headline=self._headline(result, remaining),
            confidences=(*result.confidences, *informed),
            unprotected=(*result.unprotected, *laid_bare(self.true, informed)),
            notes=(*result.notes, SAME),
            procedure=post.procedure,
            proof=post.worth,
        )

    def _still_keeps(self, published: Intent) -> bool:
        """Whether those whom the procedure is to hold stay within their limits by one post alone."""
        rows = judged_by(self.procedure, self.market, self.true, published)
        return all(row.within(self.procedure.limit) for row in rows)

    def _headline(self, result: Publication, remaining: Remaining | None) -> Headline:
        """How sure the best-informed reader is, who has seen all posts."""
        secrets = self._to_keep
        if remaining is None:
            return Headline.not_known(secrets.limit, result.utility, NOT_KNOWN)
        left, alike = remaining.among(self.market), [Fraction(1)] * len(remaining.intents)
        return Headline.of(judged_by_records(left, alike, secrets, self.true), result.utility)

    @property
    def _to_keep(self) -> Secrets:
        """What the best-informed reader must not be surer of, by this post and the earlier ones."""
        return to_keep(self.promises, self.market, self.procedure)

    def new(self, seed: int | None, *, same_holds: bool) -> Publication:
        """Publish once more, if the limits allow that; `same_holds` if the old post keeps them."""
        posts, before = self.ledger.published(self.market), self.ledger.remaining(self.market)
        draws, kept = self.procedure.method.draws, self._kept(before)
        if draws:
            require_room(kept)
        common = in_common(posts)
        self._require_held(common, kept, same_holds)
        among = before.among(self.market) if draws and before is not None else None
        # Two draws with one seed would not be independent, as the ledger takes them to be.
        again = None if seed is None else (seed, len(posts))
        earlier = Earlier(common, among)
        result = publish(self.keeping, self.market, self.true, again, earlier, self.progress)
        # Sealed draws nothing that fails here: to refuse some draws would tell those that did not.
        self._require_held(common & result.published, kept, same_holds)
        if draws:
            return self._drawn(result)
        return self._chosen(result, posts, before)

    @property
    def keeping(self) -> Procedure:
        """The procedure, which also hides what earlier posts have hidden, for as many beliefs."""
        how = self.procedure
        if not how.method.draws:
            return how
        secrets = self._to_keep
        return replace(how, settings=how.settings.hiding(secrets.hidden, secrets.within))

    def _kept(self, before: Remaining | None) -> Judged | None:
        """How sure someone is by now of what the procedure, and the earlier posts, are to hide."""
        if before is None:
            return None
        return before.judged(self.market, self._to_keep)

    def _require_held(self, common: Intent, kept: Judged | None, same_holds: bool) -> None:
        """Refuse a post after which those who look at posts know too much."""
        how = self.procedure
        room = kept is not None and kept.holds
        require_within(
            judged_by(how, self.market, self.true, common),
            how.limit,
            self.promises.limits,
            same_holds=same_holds,
            can_seal=room and not how.method.draws,
        )

    def _drawn(self, result: Publication) -> Publication:
        """Keep what was drawn even if it was published before: that it came up again tells, too."""
        if not self._believes_as_first:
            result = replace(result, notes=(*result.notes, SETTLED))
        return self._written(result, what_remains(self.market, result, self.progress))

    def _chosen(
        self, result: Publication, posts: list[Intent], before: Remaining | None
    ) -> Publication:
        """Keep what was chosen without a draw, if it is new and breaks no earlier promise."""
        if result.published in posts:
            known = self._headline(result, before)
            return replace(result, notes=(*result.notes, NOTHING_ELSE), headline=known)
        remaining = left_by_both(self.market, before, result, self.progress)
        remaining = self._served(remaining, in_common([*posts, result.published]))
        promised = self.promises.secrets(self.market.space)
        if promised is not None:
            sure = None if remaining is None else remaining.judged(self.market, promised)
            require_sealed(sure, promised)
        return self._written(replace(result, headline=self._headline(result, remaining)), remaining)

    def _served(self, remaining: Remaining | None, common: Intent) -> Remaining | None:
        """Those who are left of some: whoever would have been refused has not published this.

        What all posts have in common is less than what the earlier ones have, so that who is within the
        limits by it was within them before.
        """
        if remaining is None:
            return None
        limit = self.procedure.limit
        kept = [
            i
            for i, intent in enumerate(remaining.intents)
            if all(r.within(limit) for r in judged_by(self.procedure, self.market, intent, common))
        ]
        return remaining.take(kept)

    @property
    def _believes_as_first(self) -> bool:
        """Whether the same candidates, and the same priors, are named as for the first post."""
        first, now = self.ledger.posts[0].procedure.belief, self.procedure.belief
        if first is None or now is None:
            return first == now
        return first == replace(now, within=first.within)

    def _written(self, result: Publication, remaining: Remaining | None) -> Publication:
        """Write a publication down before it is shown."""
        Phase(self.progress, "writing the campaign file")
        self.ledger.add_post(self.market, result, remaining, self.given_up)
        return result
