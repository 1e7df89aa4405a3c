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
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numpy.random import default_rng

from tacit._defaults import ALLOCATION, LIMIT, OBSERVER, ODDS
from tacit._doors import doors
from tacit._exact import Number, share
from tacit._progress import Phase
from tacit.attackers.against import Against, one_observer
from tacit.attackers.looks_blind import in_post
from tacit.attackers.registry import OBSERVERS
from tacit.auditing.chain import Chain
from tacit.auditing.protect import with_informed
from tacit.auditing.purchase_audit import with_tests
from tacit.campaign.all_bought import all_bought
from tacit.campaign.audit import CampaignAudit
from tacit.campaign.buying import order_in, reader_in
from tacit.campaign.delivery import checked, delivery_of
from tacit.campaign.ledger import EMPTY, Ledger
from tacit.campaign.next_post import NextPost
from tacit.campaign.orders import chosen, ids_of, numbered
from tacit.campaign.promises import note_of
from tacit.campaign.refusals import require_published, require_same
from tacit.campaign.standing import Standing, standing_of
from tacit.campaign.vault import Vault
from tacit.errors import NothingPublished
from tacit.purchasing.problem import Problem
from tacit.purchasing.purchase import require_design, require_settings
from tacit.purchasing.question import BuyingQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tacit._progress import Listener
    from tacit.attackers.against import Names
    from tacit.campaign.promises import Promises
    from tacit.campaign.receipt import Receipt
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.publishing.procedure import Procedure
    from tacit.publishing.publication import Publication
    from tacit.purchasing.order import Order

LISTED = ("when", "kind", "records", "allocate", "published", "order")
"""What is shown of an entry: nothing that tells the true intent, or what a rival has left."""


@doors()
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

    @property
    def promises(self) -> Promises:
        """The strictest limits that were ever promised, given up or not: what an audit reports by."""
        return self._ledger.first_promises

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

    def has_changed(self, market: Market) -> bool:
        """Whether the market differs from what it was at the last publication."""
        return self._ledger.changed_since_post(market)

    def to_json(self) -> dict[str, Any]:
        """The object that `tacit campaign --json` prints: what was done, without the true intent."""
        shown = [
            {name: entry.get(name) for name in LISTED}
            | {"method": (entry.get("made_by") or {}).get("method"), "cost": _cost(entry)}
            for entry in numbered(self.entries)
        ]
        return {"entries": shown}

    # --- what attackers make of it ---------------------------------------------------------------

    def standing(self, market: Market, against: Procedure | None = None) -> Standing:
        """What attackers know after everything published so far.

        Args:
            market: what is on offer now.
            against: whom to judge by, besides what was promised; by default whom the last publication
                was made to hold.
        """
        return self._standing(market, against or self.procedure, self.promises)

    def _standing(self, market: Market, procedure: Procedure, promises: Promises) -> Standing:
        true = self.true(market)
        if true is None:
            raise NothingPublished
        bound = promises.binding(procedure)
        return standing_of(self._ledger, market, true, bound, promises).with_informed

    def audit(
        self, market: Market, limit: Number | None = None, progress: Listener | None = None
    ) -> CampaignAudit:
        """What attackers make of all posts, and of all purchases, with one verdict.

        Args:
            market: what is on offer now.
            limit: one for all; by default the strictest limits that the campaign has ever promised.
            progress: a function to call a few times a second with a `Progress`.
        """
        Phase(progress, "judging every post")
        promises, procedure = self.promises, self.procedure
        if limit is not None:
            against = replace(procedure.against, limit=share("limit", limit), own={})
            procedure, promises = replace(procedure, against=against), promises.about_values
        standing = self._standing(market, procedure, promises)
        true, bought = self.true(market), self.bought_in_all(market)
        assert true is not None
        ceiling = procedure.limit
        if bought is None:
            return CampaignAudit(ceiling, standing, None)
        shown = self.to_buy_within(market)
        reader = reader_in(self._ledger, market, true, shown, procedure, promises)
        chain = Chain(reader.headline, reader, "every post and purchase is reckoned with")
        observers = Against.of(tuple(OBSERVERS), ceiling).about_purchases()
        blindness = None
        if not self._ledger.drew_strata and bought.size == bought.records_in(shown):
            blindness = in_post(bought, shown, default_rng(0))
        seen = with_tests(true, bought, chain, observers, blindness, progress)
        return CampaignAudit(ceiling, standing, seen)

    # --- buying ----------------------------------------------------------------------------------

    def purchase(
        self,
        market: Market,
        published: Any = None,
        *,
        buy: int | None = None,
        need: int | None = None,
        budget: Number | None = None,
        odds: Number = ODDS,
        design: str | None = None,
        allocate: str = ALLOCATION,
        against: Names | Against = OBSERVER,
        limit: Number | None = None,
        objective: str = "records",
        seed: int | None = None,
        loosen: Sequence[str] = (),
        source: str | None = None,
        ready: Callable[[Order], object] | None = None,
        progress: Listener | None = None,
        **settings: Any,
    ) -> Order:
        """Choose what to buy, from what earlier orders left, and write it down before it is shown.

        A need counts what came before. What is asked is as for `tacit.purchase`; what was published
        is by default the last post. The verdict is about one who saw everything in the campaign; an
        order that breaks what was promised is refused, unless `loosen` names whose limit is given up.
        The `source` is what the market was opened from, so that what comes can be read in it. What is
        `ready` for the order is called with it first; where that fails, nothing is written down.
        """
        question = BuyingQuestion.of(buy, need, budget, odds, objective)
        require_settings(allocate, settings)
        require_design(design, allocate, question)
        true = self.true(market)
        if true is None:
            raise NothingPublished
        post = None if published is None else market.as_intent(published)
        shown = self.to_buy_within(market, post)
        observer, ceiling = one_observer(against, LIMIT if limit is None else limit)
        earlier = self.bought_in_all(market)
        problem = Problem(market, true, shown.as_public(), ceiling, observer, earlier, progress)
        how: dict[str, Any] = {"allocate": allocate, "design": design, "seed": seed, **settings}
        told: dict[str, Any] = {"source": source, "ready": ready, "loosen": loosen}
        return order_in(self._ledger, problem, question, self.procedure, **told, **how)

    def source_of(self, order: int | None = None) -> str | None:
        """What the market was opened from that an order was made in, if that is known.

        Args:
            order: the number of the order, from 1; by default the only one that is still to come.
        """
        return chosen(self._ledger.orders, order).entry.get("data")

    def receive(
        self,
        market: Market,
        source: Any,
        order: int | None = None,
        id_column: str | None = None,
        progress: Listener | None = None,
    ) -> Receipt:
        """Check what a seller delivered against what was ordered, and write it down.

        From then on it counts as bought in place of what was ordered.

        Args:
            market: where it was ordered.
            source: what came: a CSV or Parquet file or a frame with a row for each record, or a JSON
                file with a plan.
            order: the number of the order, from 1; by default the only one that is still to come.
            id_column: a column that tells records apart.
            progress: a function to call a few times a second with a `Progress`.

        Raises:
            DeliveryError: if it is not what was ordered; nothing is written down.
        """
        kept = chosen(self._ledger.orders, order)
        true = self.true(market)
        if true is None:
            raise NothingPublished
        delivery = delivery_of(market, source, id_column, progress)
        Phase(progress, "comparing with what was ordered")
        receipt = checked(self._ledger, market, true, kept, delivery)
        self._ledger.add_delivery(kept, delivery)
        return receipt

    def delivered_ids(self, column: str) -> list[str] | None:
        """What tells all records apart that were bought so far, as text, by the column that holds it.

        None if that is not known: something did not come yet, or was received without that column.
        """
        return ids_of(self._ledger.orders, column)

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
        loosen: Sequence[str] = (),
        progress: Listener | None = None,
    ) -> Publication:
        """Answer with what was published before while it holds; else with something new.

        Args:
            market: what is on offer now.
            true: what is truly wanted; always the same for one campaign.
            procedure: how to publish, and the limits to keep; stricter ones that were promised hold on.
            again: publish something new even if the old still holds.
            seed: what decides the draw, for a method that draws.
            loosen: whose earlier limits are given up for good, by name.
            progress: a function to call a few times a second with a `Progress`.

        Raises:
            CampaignRefused: if one more publication would tell too much.
        """
        require_same(self._ledger, market, true)
        asked = NextPost.of(self._ledger, market, true, procedure, loosen, progress)
        result = asked.answer(again=again, seed=seed)
        bound = asked.promises.loosened_by(procedure)
        if bound:
            result = replace(result, notes=(*result.notes, note_of(bound)))
        if len(self._ledger.posts) > 1 or result.headline.known:
            return result
        return with_informed(result, progress)

    def __repr__(self) -> str:
        return f"Campaign({len(self.entries)} entries, content hidden)"


def _cost(entry: dict[str, Any]) -> float | None:
    """What an order costs, if that was written down."""
    told = entry.get("cost")
    return None if told is None else float(Fraction(told))
