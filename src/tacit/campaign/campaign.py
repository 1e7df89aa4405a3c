"""A campaign: one buying need over time, with the ledger of all that was published and bought for it.

Whoever sees two posts for the same need sees more than either tells: the true intent lies in both,
and someone who knows the method asks which intents could have led to both. So a campaign answers
with the same published intent as long as it still holds. Where a new one is needed, it reckons with
everything that was published before (`next_post.py`):

* those who look at posts are judged by what all posts have in common (`standing.py`);
* for the informed attacker, `sealed` starts from what the earlier posts have left: the candidates
  that remain, as likely as they are by now (`posterior.py`). What it then draws holds, whatever
  came before.

A publication that would break the limit is refused (`refusals.py`). The ledger (`ledger.py`) lies
in a file that a passphrase seals (`vault.py`), and is written before anything is shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tacit._exact import Number, share
from tacit._progress import Phase
from tacit.auditing.protect import with_informed
from tacit.auditing.purchase import audit_purchase
from tacit.campaign.all_bought import all_bought
from tacit.campaign.audit import CampaignAudit
from tacit.campaign.ledger import EMPTY, Ledger
from tacit.campaign.next_post import NextPost
from tacit.campaign.refusals import require_published, require_same
from tacit.campaign.standing import Standing, standing_of
from tacit.campaign.vault import Vault
from tacit.errors import NothingPublished

if TYPE_CHECKING:
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication

LISTED = ("when", "kind", "records", "allocate", "published")
"""What is shown of an entry: nothing that tells the true intent, or what a rival has left."""


class Campaign:
    """One buying need over time; what is done through it is written down before it is shown.

    Contract:
        needs: a file that `start` made, and its passphrase.
        promises: the same answer while it still holds; a new one only if the attackers stay within
            the limit after everything published so far.
    """

    def __init__(self, path: str | Path, passphrase: str, **hidden: Any) -> None:
        self._vault = Vault(path, passphrase, **hidden)
        self._ledger = Ledger(self._vault)

    @classmethod
    def start(cls, path: str | Path, passphrase: str, **hidden: Any) -> Campaign:
        """Make a campaign file where there is none."""
        Vault.create(path, passphrase, EMPTY, **hidden)
        return cls(path, passphrase, **hidden)

    # --- what it knows ---------------------------------------------------------------------------

    @property
    def warning(self) -> str | None:
        """What the owner should be told about the file, if anything."""
        return self._vault.warning

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What was published and bought, oldest first; for the buyer's eyes."""
        return self._ledger.entries

    @property
    def procedure(self) -> Procedure:
        """How the last publication was made, its pins aside."""
        return self._ledger.last_post.procedure

    def true(self, market: Market) -> Intent | None:
        """The true intent that the campaign is about, if it has one yet."""
        return self._ledger.true(market)

    def wanted(self, market: Market, given: Intent | None = None) -> Intent | None:
        """The true intent: the given one, if it is the campaign's, or else what that is about."""
        if given is None:
            return self.true(market)
        require_same(self._ledger, market, given)
        return given

    def published(self, market: Market) -> Intent | None:
        """What was published last, if anything was."""
        posts = self._ledger.published(market)
        return posts[-1].as_public() if posts else None

    def to_buy_within(self, market: Market, given: Intent | None = None) -> Intent:
        """What to buy within: the given post, if the campaign published it, or else the last one.

        Raises:
            NothingPublished: if none is given and there is none yet.
            CampaignError: if the campaign does not know the given one.
        """
        if given is not None:
            require_published(self._ledger, market, given)
            return given
        last = self.published(market)
        if last is None:
            raise NothingPublished
        return last

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit campaign --json` prints: what was done, without the true intent."""
        shown = [
            {name: entry.get(name) for name in LISTED}
            | {"method": (entry.get("made_by") or {}).get("method")}
            for entry in self.entries
        ]
        return {"entries": shown}

    # --- what attackers make of it ---------------------------------------------------------------

    def standing(self, market: Market, against: Procedure | None = None) -> Standing:
        """What attackers know after everything published so far.

        Args:
            market: what is on offer now.
            against: whom to judge by; by default whom the last publication was made to hold.
        """
        true = self.true(market)
        if true is None:
            raise NothingPublished
        return standing_of(self._ledger, market, true, against or self.procedure).with_informed

    def audit(
        self, market: Market, limit: Number | None = None, progress: Listener | None = None
    ) -> CampaignAudit:
        """What attackers make of all posts, and of all purchases, with one verdict.

        Args:
            market: what is on offer now.
            limit: one for all; by default the limits of the last publication.
            progress: a function to call a few times a second with a `Progress`.
        """
        Phase(progress, "judging every post")
        procedure = self.procedure
        if limit is not None:
            against = replace(procedure.against, limit=share("limit", limit), own={})
            procedure = replace(procedure, against=against)
        standing = self.standing(market, procedure)
        true, bought = self.true(market), self.bought_in_all(market)
        assert true is not None
        ceiling = procedure.limit
        if bought is None:
            return CampaignAudit(ceiling, standing, None)
        seen = audit_purchase(true, bought, limit=ceiling, progress=progress)
        return CampaignAudit(ceiling, standing, seen)

    # --- buying ----------------------------------------------------------------------------------

    def bought(self, purchase: Purchase, method: str) -> None:
        """Write down what was bought."""
        self._ledger.add_purchase(purchase, method)

    def bought_in_all(self, market: Market) -> Purchase | None:
        """All that was bought so far, as one who saw every purchase sees it."""
        return all_bought(market, self._ledger.plans)

    # --- publishing ------------------------------------------------------------------------------

    def protect(
        self,
        market: Market,
        true: Intent,
        procedure: Procedure,
        *,
        again: bool = False,
        seed: int | None = None,
        progress: Listener | None = None,
    ) -> Publication:
        """Answer with what was published before while it holds; else with something new.

        Args:
            market: what is on offer now.
            true: what is truly wanted; always the same for one campaign.
            procedure: how to publish, and the limits to keep.
            again: publish something new even if the old still holds.
            seed: what decides the draw, for a method that draws.
            progress: a function to call a few times a second with a `Progress`.

        Raises:
            CampaignRefused: if one more publication would tell too much.
        """
        require_same(self._ledger, market, true)
        asked = NextPost(self._ledger, market, true, procedure.settled(true), progress)
        result = asked.answer(again=again, seed=seed)
        if len(self._ledger.posts) > 1 or result.headline.known:
            return result
        return with_informed(result, progress)

    def __repr__(self) -> str:
        return f"Campaign({len(self.entries)} entries, content hidden)"
