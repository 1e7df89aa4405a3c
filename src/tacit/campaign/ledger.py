"""The ledger of a campaign: what was published and bought, as its file keeps it.

It keeps intents and cells by the names of their values (`reading.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tacit.campaign.kept_worth import KeptWorth
from tacit.campaign.reading import read_intent
from tacit.campaign.remaining import Remaining
from tacit.candidates.secrets import Secrets
from tacit.errors import CampaignError, NothingPublished
from tacit.market.fingerprint import fingerprint
from tacit.publishing.procedure import Procedure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from tacit.campaign.vault import Vault
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.market.purchase import Purchase
    from tacit.publishing.publication import Publication
    from tacit.space.space import Space

VERSION = 1
PUBLISHED, BOUGHT = "published", "bought"
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
        """What was bought each time: the cells, with a count of each."""
        return [entry["plan"] for entry in self.entries if entry["kind"] == BOUGHT]

    @property
    def last_post(self) -> KeptPost:
        """What was published last."""
        if not self.posts:
            raise NothingPublished
        return self.posts[-1]

    def promised(self, space: Space) -> Secrets | None:
        """What was promised about the informed attacker, the strictest of each; None if nothing was.

        The lowest limit for records, the lowest for each dimension that was hidden, and the largest
        factor. A dimension that today's market does not have any more is not asked for.
        """
        made_by = [post.procedure for post in self.posts]
        sealed = [how for how in made_by if how.method.draws]
        if not sealed:
            return None
        hidden: dict[str, Fraction] = {}
        for how in sealed:
            for name, own in how.settings.hidden.items():
                limit = how.informed_limit if own is None else own
                hidden[name] = min(limit, hidden.get(name, limit))
        return Secrets(
            min(how.informed_limit for how in sealed),
            {name: limit for name, limit in hidden.items() if name in space.names},
            max(how.belief.within for how in sealed if how.belief is not None),
        )

    def true(self, market: Market) -> Intent | None:
        """The true intent that the campaign is about, if it has one yet."""
        told = self._content["true"]
        return None if told is None else read_intent(market, told)

    def published(self, market: Market) -> list[Intent]:
        """All published intents, oldest first, in today's market."""
        return [post.published(market) for post in self.posts]

    def remaining(self, market: Market) -> Remaining | None:
        """The candidates that all posts have left; None if that is not known."""
        posts = self.posts
        if not posts or posts[-1].entry["left"] is None:
            return None
        return posts[-1].remaining(market, int(posts[0].entry["considered"]))

    def changed_since_post(self, market: Market) -> bool:
        """Whether the market differs from what it was at the last publication."""
        return bool(self.last_post.entry["market"] != fingerprint(market))

    def changed_since_entry(self, market: Market) -> bool:
        """Whether the market differs from what it was when something was last written down."""
        return bool(self.entries[-1]["market"] != fingerprint(market))

    def add_post(self, market: Market, result: Publication, remaining: Remaining | None) -> None:
        """Write a publication down, with the candidates that all posts have left."""
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
        }
        self._write(entry, result.true)

    def add_purchase(self, purchase: Purchase, method: str) -> None:
        """Write down what was bought."""
        self._write(
            {
                "kind": BOUGHT,
                "market": fingerprint(purchase.market),
                "allocate": method,
                "records": purchase.size,
                "plan": purchase.to_plan(),
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
