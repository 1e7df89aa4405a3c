"""The ledger of a campaign: what was published and bought, as its file keeps it.

It keeps intents and cells by the names of their values (`reading.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tacit.campaign.kept_worth import KeptWorth
from tacit.campaign.orders import BOUGHT, RECEIVED, KeptOrder, orders_before, orders_of
from tacit.campaign.promises import Promises
from tacit.campaign.reading import read_intent
from tacit.campaign.remaining import Remaining
from tacit.errors import CampaignError, NothingPublished
from tacit.market.fingerprint import fingerprint
from tacit.publishing.procedure import Procedure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.campaign.vault import Vault
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.market.sources.delivered import Delivery
    from tacit.publishing.publication import Publication

VERSION = 1
PUBLISHED = "published"
GIVEN_UP = "given_up"
"""Where an entry says whose limits it gave up."""
BLIND = "blend"
"""The purchases that tell nothing, unless an entry says what they leave."""
EMPTY: dict[str, Any] = {"campaign": VERSION, "true": None, "entries": []}
"""What a new campaign's file holds."""


@dataclass(frozen=True, repr=False)
class KeptPost:
    """One publication, as the ledger keeps it."""

    entry: Mapping[str, Any]

    @property
    def procedure(self) -> Procedure:
        """How it was made, its pins aside."""
        return Procedure.from_kept({**self.entry, "pins": {}})

    @property
    def worth(self) -> KeptWorth:
        """What was said of its worth then."""
        return KeptWorth(self.entry["worth"])

    def published(self, market: Market) -> Intent:
        """What was published, in today's market."""
        return read_intent(market, self.entry["published"])

    def remaining(self, market: Market, considered: int) -> Remaining:
        """The candidates that it left, in today's market, of so many before the first post."""
        left = self.entry["left"]
        intents = tuple(read_intent(market, one["intent"]) for one in left)
        return Remaining.kept(intents, [one["weight"] for one in left], considered)


class Ledger:
    """The entries of a campaign; each is written to the file before it counts.

    Contract:
        needs: an open campaign file, which began as `EMPTY`.
        promises: an entry once written is never changed; where another run wrote since this one
            read the file, nothing is written.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._content = vault.content
        if self._content.get("campaign") != VERSION:
            raise CampaignError("the file opens, but holds no campaign that this Tacit knows.")

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What was published and bought, oldest first."""
        return [dict(entry) for entry in self._content["entries"]]

    @property
    def posts(self) -> list[KeptPost]:
        """What was published, oldest first."""
        return [KeptPost(entry) for entry in self.entries if entry["kind"] == PUBLISHED]

    @property
    def plans(self) -> list[list[dict[str, Any]]]:
        """What was bought each time: the cells, with a count of each; what came, once it did."""
        return [order.plan for order in self.orders]

    @property
    def orders(self) -> list[KeptOrder]:
        """What was ordered, oldest first, and what came of it."""
        return orders_of(self.entries)

    def plans_before(self, order: KeptOrder) -> list[list[dict[str, Any]]]:
        """What was bought before an order, as far as was known when it was made."""
        return [earlier.plan for earlier in orders_before(self.entries, order.number)]

    def plans_beside(self, order: KeptOrder) -> list[list[dict[str, Any]]]:
        """What an order can't bring any more: what is of earlier orders, and what came of later ones."""
        return [
            other.plan if other.number < order.number else other.came
            for other in self.orders
            if other.number != order.number
        ]

    @property
    def drew_strata(self) -> bool:
        """Whether some order took more of some parts of a post than of others."""
        designs = (order.entry.get("design") for order in self.orders)
        return any(design is not None and len(design["take"]) > 1 for design in designs)

    @property
    def last_post(self) -> KeptPost:
        """What was published last."""
        if not self.posts:
            raise NothingPublished
        return self.posts[-1]

    @property
    def promises(self) -> Promises:
        """What binds the next post and purchase: the strictest limits that were not given up since."""
        return self._promises(heeding=True)

    @property
    def first_promises(self) -> Promises:
        """The strictest limits that were ever promised, given up or not."""
        return self._promises(heeding=False)

    def _promises(self, *, heeding: bool) -> Promises:
        found = Promises()
        for entry in self.entries:
            given_up = entry.get(GIVEN_UP, ()) if heeding else ()
            if entry["kind"] == PUBLISHED:
                found = found.and_of(KeptPost(entry).procedure, given_up)
            else:
                found = found.without(given_up)
        return found

    def true(self, market: Market) -> Intent | None:
        """The true intent that the campaign is about, if it has one yet."""
        told = self._content["true"]
        return None if told is None else read_intent(market, told)

    def published(self, market: Market) -> list[Intent]:
        """All published intents, oldest first, in today's market."""
        return [post.published(market) for post in self.posts]

    def remaining(self, market: Market) -> Remaining | None:
        """The candidates that all posts and purchases have left; None if that is not known."""
        told = [entry for entry in self.entries if _tells(entry)]
        if not self.posts or told[-1].get("left") is None:
            return None
        considered = int(self.posts[0].entry["considered"])
        return KeptPost(told[-1]).remaining(market, considered)

    def changed_since_post(self, market: Market) -> bool:
        """Whether the market differs from what it was at the last publication."""
        return bool(self.last_post.entry["market"] != fingerprint(market))

    def changed_since_entry(self, market: Market) -> bool:
        """Whether the market differs from what it was when something was last written down."""
        return bool(self.entries[-1]["market"] != fingerprint(market))

    def add_post(
        self,
        market: Market,
        result: Publication,
        remaining: Remaining | None,
        given_up: Sequence[str] = (),
    ) -> None:
        """Write a publication down, with the candidates that all posts have left, and what it gave up."""
        made = result.procedure.to_kept()
        entry = {
            "kind": PUBLISHED,
            "market": fingerprint(market),
            "made_by": made["made_by"],
            "lists": made["lists"],
            "published": result.published.to_json(),
            "records": result.mass.records,
            "worth": result.worth_json(),
            "considered": None if remaining is None else remaining.considered,
            "left": None if remaining is None else remaining.to_json(),
            GIVEN_UP: list(given_up),
        }
        self._write(entry, result.true)

    def add_purchase(self, purchase: Purchase, method: str, **more: Any) -> None:
        """Write down what was bought, and how; with what it leaves, where it tells something."""
        self._write(
            {
                "kind": BOUGHT,
                "market": fingerprint(purchase.market),
                "allocate": method,
                "records": purchase.size,
                "plan": purchase.to_plan(),
                **more,
            }
        )

    def add_delivery(self, order: KeptOrder, delivery: Delivery) -> None:
        """Write down what came of an order, and by what it is known if it should come again."""
        purchase = delivery.purchase
        self._write(
            {
                "kind": RECEIVED,
                "market": fingerprint(purchase.market),
                "of": order.number,
                "records": purchase.size,
                "plan": purchase.to_plan(),
                "id_column": delivery.id_column,
                "ids": None if delivery.ids is None else list(delivery.ids),
                "digest": delivery.digest,
            }
        )

    def _write(self, entry: dict[str, Any], true: Intent | None = None) -> None:
        """Add an entry to the file; nothing is lost if another run was quicker: it is refused."""
        content = self._vault.content
        stamped = {"when": datetime.now(UTC).isoformat(timespec="seconds"), **entry}
        content["entries"] = [*content["entries"], stamped]
        if true is not None:
            content["true"] = true.to_json()
        self._vault.save(content)
        self._content = self._vault.content

    def __repr__(self) -> str:
        return f"Ledger({len(self._content['entries'])} entries, content hidden)"


def _tells(entry: Mapping[str, Any]) -> bool:
    """Whether something that was done tells of what is wanted, as every post does; a blind draw does not."""
    if entry["kind"] == BOUGHT:
        return "left" in entry or entry["allocate"] != BLIND
    return bool(entry["kind"] == PUBLISHED)
