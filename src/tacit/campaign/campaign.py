"""A campaign: one buying need over time, with the ledger of all that was published and bought for it.

Whoever sees two posts for the same need sees more than either tells: the true intent lies in both,
and someone who knows the method asks which intents could have led to both. So a campaign answers
with the same published intent as long as it still holds. Where a new one is needed, it reckons with
everything that was published before:

* those who look at posts are judged by what all posts have in common;
* for the informed attacker, `sealed` starts from what the earlier posts have left: the candidates
  that remain, as likely as they are by now. What it then draws holds, whatever came before.

A publication that would break the limit is refused. The ledger lies in a file that a passphrase
seals (`_vault.py`), and is written before anything is shown.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._display import percent
from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import INFORMED
from tacit.campaign.vault import Vault
from tacit.candidates.candidates import Candidates
from tacit.candidates.classes import how_many
from tacit.errors import CampaignError, CampaignRefused, IntentError, rounded_up
from tacit.informed.post import Informed, usual_belief
from tacit.intents.intent import Intent
from tacit.intents.reading import intent_from
from tacit.market.cells import places
from tacit.market.purchase import Purchase
from tacit.market.stacks import most_covered, stacked
from tacit.publishing.plan import Plan
from tacit.publishing.procedure import Procedure
from tacit.publishing.protect import described, judged, publish

if TYPE_CHECKING:
    from pathlib import Path

    from tacit.market.market import Market
    from tacit.publishing.publication import Publication

VERSION = 1
MOST_KEPT = 5_000
"""More candidates than this are not kept from one publication to the next."""


@dataclass(frozen=True, repr=False)
class Left:
    """The candidates that all posts so far have left, how likely each is, and of how many."""

    intents: tuple[Intent, ...]
    weights: tuple[int, ...]
    considered: int

    @property
    def confidence(self) -> Fraction:
        """How likely the likeliest record is."""
        return Fraction(most_covered(stacked(self.intents), self.weights), sum(self.weights))

    def among(self, market: Market) -> Candidates:
        """These candidates, to hide among."""
        weights = np.array(self.weights, dtype=object)
        stack = stacked(self.intents)
        if all(intent.size == 1 for intent in self.intents):
            return Candidates(market, weights, np.array([rows.argmax(axis=1) for rows in stack]))
        return Candidates(market, weights, boxes=stack)


@dataclass(frozen=True, repr=False)
class Standing:
    """What attackers know after everything published so far.

    Attributes:
        common: what all posts have in common.
        confidences: each attacker's confidence, the informed one last if it was to be held.
        informed: how sure someone is who knows how everything was published, where that is known.
        posts: how many publications there were.
        changed: whether the market differs from what it was at the last one.
    """

    common: Intent
    confidences: tuple[Confidence, ...]
    informed: Confidence | None
    posts: int
    changed: bool

    def holds(self, limit: Fraction) -> bool:
        """Whether every attacker is within the limit."""
        return all(confidence.within(limit) for confidence in self.confidences)

    def to_json(self, limit: Fraction) -> dict[str, Any]:
        """The object that `tacit audit --campaign --json` prints."""
        return {
            "limit": float(limit),
            "holds": self.holds(limit),
            "posts": self.posts,
            "market_changed": self.changed,
            "attackers": [confidence.to_json(limit) for confidence in self.confidences],
            "informed": None if self.informed is None else self.informed.to_json(limit),
        }

    @property
    def sentence(self) -> str:
        """What someone who knows the method has found by now."""
        if self.informed is None:
            return "what someone who knows the method has found by now is not known"
        few = self.informed.remaining
        remain = "1 intent remains" if few == 1 else f"{few:,} intents remain"
        return (
            f"to someone who knows the method {remain}: "
            f"{percent(self.informed.upper)} sure of a record"
        )


class Campaign:
    """One buying need over time; what is done through it is written down before it is shown.

    Contract:
        needs: a file that `start` made, and its passphrase.
        promises: the same answer while it still holds; a new one only if the attackers stay within
            the limit after everything published so far.
    """

    def __init__(self, path: str | Path, passphrase: str, **hidden: Any) -> None:
        self._vault = Vault(path, passphrase, **hidden)
        self._ledger = self._vault.content
        if self._ledger.get("campaign") != VERSION:
            raise CampaignError("the file opens, but holds no campaign that this Tacit knows.")

    @classmethod
    def start(cls, path: str | Path, passphrase: str, **hidden: Any) -> Campaign:
        """Make a campaign file where there is none."""
        empty: dict[str, Any] = {"campaign": VERSION, "true": None, "entries": []}
        Vault.create(path, passphrase, empty, **hidden)
        return cls(path, passphrase, **hidden)

    @property
    def warning(self) -> str | None:
        """What the owner should be told about the file, if anything."""
        return self._vault.warning

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What was published and bought, oldest first; for the buyer's eyes."""
        return [dict(entry) for entry in self._ledger["entries"]]

    def true(self, market: Market) -> Intent | None:
        """The true intent that the campaign is about, if it has one yet."""
        told = self._ledger["true"]
        return None if told is None else _read(market, told)

    def protect(
        self,
        market: Market,
        true: Intent,
        procedure: Procedure,
        *,
        again: bool = False,
        seed: int | None = None,
    ) -> Publication:
        """Answer with what was published before while it holds; else with something new.

        Args:
            market: what is on offer now.
            true: what is truly wanted; always the same for one campaign.
            procedure: how to publish, and the limits to keep.
            again: publish something new even if the old still holds.
            seed: what decides the draw, for sealed.

        Raises:
            CampaignRefused: if one more publication would tell too much.
        """
        self.require_same(market, true)
        posts = self._posts(market)
        if not posts:
            result = publish(procedure, market, true, seed)
            return self._published(market, result, self._left_by(market, result))
        last = self._as_before(market, true, procedure, posts[-1])
        held = self._standing(market, true, procedure, posts).holds(procedure.limit)
        if last is not None and held and last.holds and not again:
            return last
        return self._anew(market, true, procedure, posts, last if held else None, seed)

    def require_published(self, market: Market, published: Intent) -> None:
        """Refuse to buy from a post that this campaign does not know."""
        if published not in self._posts(market):
            raise CampaignError(
                "this campaign has not published that. Buy from what it published, which it knows, "
                "or leave the campaign out."
            )

    def bought(self, purchase: Purchase, method: str) -> None:
        """Write down what was bought."""
        self._write(
            {
                "kind": "bought",
                "market": _fingerprint(purchase.market),
                "allocate": method,
                "records": purchase.size,
                "plan": purchase.to_plan(),
            }
        )

    def bought_in_all(self, market: Market) -> Purchase | None:
        """All that was bought so far, as one who saw every purchase sees it."""
        plans = [entry["plan"] for entry in self.entries if entry["kind"] == "bought"]
        total: Counter[tuple[int, ...]] = Counter()
        for line in chain.from_iterable(plans):
            total[_cell(market, line["cell"])] += line["count"]
        if not total:
            return None
        codes = np.array(list(total), dtype=np.uint32).T
        listed = market.cells(Intent.everything(market.space))
        at = places(market.space, codes, listed.codes)
        # Bought twice, or from more than there is by now: nobody sees more than a cell holds.
        stock = np.zeros(len(at), dtype=np.int64)
        stock[at >= 0] = listed.records[at[at >= 0]]
        counts = np.minimum(np.array(list(total.values()), dtype=np.int64), stock)
        if not counts.any():
            raise CampaignError("the market no longer holds any record of what was bought.")
        return Purchase(market, codes[:, counts > 0], counts[counts > 0])

    def published(self, market: Market) -> Intent | None:
        """What was published last."""
        posts = self._posts(market)
        return posts[-1].as_public() if posts else None

    def standing(self, market: Market, against: Procedure | None = None) -> Standing:
        """What attackers know after everything published so far.

        Args:
            market: what is on offer now.
            against: whom to judge by; by default whom the last publication was made to hold.
        """
        true, posts = self.true(market), self._posts(market)
        if true is None or not posts:
            raise CampaignError("nothing was published in this campaign yet.")
        found = self._standing(market, true, against or self.procedure, posts)
        asked = any(confidence.attacker == INFORMED for confidence in found.confidences)
        if asked or found.informed is None:
            return found
        return replace(found, confidences=(*found.confidences, found.informed))

    @property
    def procedure(self) -> Procedure:
        """How the last publication was made, its pins aside."""
        if not self._posted:
            raise CampaignError("nothing was published in this campaign yet.")
        return Procedure.from_json(self._posted[-1]["made_by"])

    @property
    def _posted(self) -> list[dict[str, Any]]:
        """The entries about publications, oldest first."""
        return [entry for entry in self._ledger["entries"] if entry["kind"] == "published"]

    def _standing(
        self, market: Market, true: Intent, procedure: Procedure, posts: Sequence[Intent]
    ) -> Standing:
        common = reduce(lambda a, b: a & b, posts)
        confidences = judged(market, true, common, procedure.attackers, procedure.own)
        confidences += self._informed(market, procedure)
        changed = self._posted[-1]["market"] != _fingerprint(market)
        return Standing(common, confidences, self._replayed(market, procedure), len(posts), changed)

    def _informed(self, market: Market, procedure: Procedure) -> tuple[Confidence, ...]:
        """How sure someone is who knows how everything was published; nobody, if none is feared."""
        if not procedure.drawn and self._sealed_limit is None:
            return ()
        limit = procedure.own.get(INFORMED) if procedure.drawn else self._sealed_limit
        known = self._replayed(market, procedure) or Confidence(INFORMED, Fraction(1))
        return (replace(known, limit=limit),)

    def _replayed(self, market: Market, procedure: Procedure) -> Confidence | None:
        """How sure someone is who knows how everything was published, where that is known."""
        left = self._left(market)
        if left is None:
            return None
        return Confidence(
            INFORMED,
            left.confidence,
            limit=procedure.own.get(INFORMED),
            considered=self._considered,
            remaining=len(left.intents),
        )

    def _anew(
        self,
        market: Market,
        true: Intent,
        procedure: Procedure,
        posts: Sequence[Intent],
        last: Publication | None,
        seed: int | None,
    ) -> Publication:
        """Publish once more, if the limit allows that."""
        left = self._left(market)
        if procedure.drawn:
            _require_room(left, procedure.sealed_limit)
        common = reduce(lambda a, b: a & b, posts)
        _require_within(market, true, procedure, common, left, last is not None)
        among = left.among(market) if left is not None and procedure.drawn else None
        # Two draws with one seed would not be independent, as the ledger takes them to be.
        again = None if seed is None else (seed, len(posts))
        result = publish(procedure, market, true, again, among, common)
        # Sealed draws nothing that fails here: to refuse some draws would tell those that did not.
        common &= result.published
        _require_within(market, true, procedure, common, left, last is not None)
        if result.published in posts and not procedure.drawn:
            note = "this was published before; the method has nothing else to offer"
            return replace(result, notes=(*result.notes, note))
        # What was drawn is kept even if it was published before: that it came up again tells, too.
        found = self._left_by(market, result)
        if not procedure.drawn:
            found = _both(left, found)
            self._require_sealed(found)
        if procedure.drawn and not self._same_belief(procedure):
            note = (
                "which intents could be wanted, and how likely each was, the first publication has "
                "settled; what is said about that now does not count"
            )
            result = replace(result, notes=(*result.notes, note))
        return self._published(market, result, found)

    @property
    def _sealed_limit(self) -> Fraction | None:
        """The strictest limit that the informed attacker was promised to stay within, if any."""
        made_by = [Procedure.from_json(entry["made_by"]) for entry in self._posted]
        return min((how.sealed_limit for how in made_by if how.drawn), default=None)

    def _require_sealed(self, left: Left | None) -> None:
        """Refuse a post that breaks what an earlier one promised about the informed attacker."""
        limit = self._sealed_limit
        if limit is None or (left is not None and left.confidence <= limit):
            return
        raise CampaignRefused(
            "an earlier publication was sealed, and someone who knows the method would be surer than "
            f"{percent(limit)} after this one, so nothing was published. What would keep the limit: "
            "publish the same as before, or use the method sealed again."
        )

    def _same_belief(self, procedure: Procedure) -> bool:
        """Whether the first publication reckoned with the same candidates."""
        made_by = Procedure.from_json(self._posted[0]["made_by"])
        return made_by.drawn and made_by.settings.belief == procedure.settings.belief

    def _left_by(self, market: Market, result: Publication) -> Left | None:
        """What a publication leaves to someone who knows how it was made."""
        procedure = result.procedure
        assert procedure is not None
        if result.sealed is not None:
            made = result.sealed.mechanism
            boxes = range(len(made.joint))
            row = made.joint[next(u for u in boxes if made.intent(u) == result.published)]
            intents = tuple(made.candidates.intent(v) for v in row)
            return _left(intents, list(row.values()), result.sealed.considered)
        if len(result.true.boxes) > 1:
            return None
        belief = usual_belief(market, result.published, result.true)
        found = Informed(market, procedure, belief).left(result.true, result.published)
        if found is None or not 0 < len(found[0]) <= MOST_KEPT:
            return None
        remaining, weights = found
        intents = tuple(remaining.intent(i) for i in range(len(remaining)))
        if result.true not in intents:  # a need that was not reckoned with
            return None
        return _left(intents, weights, how_many(market, belief, result.true))

    def _published(self, market: Market, result: Publication, left: Left | None) -> Publication:
        """Write a publication down."""
        assert result.procedure is not None
        entry = {
            "kind": "published",
            "market": _fingerprint(market),
            "made_by": result.procedure.to_json(),
            "published": result.published.to_json(),
            "records": result.mass.records,
            "worth": result.worth_json(),
            "considered": None if left is None else left.considered,
            "left": None
            if left is None
            else [
                {"intent": intent.to_json(), "weight": weight}
                for intent, weight in zip(left.intents, left.weights, strict=True)
            ],
        }
        self._write(entry, result.true)
        return result

    def _as_before(
        self, market: Market, true: Intent, procedure: Procedure, published: Intent
    ) -> Publication | None:
        """The last publication, judged by today's market; None if it no longer holds the intent."""
        if not true <= published:
            return None
        result = described(procedure, market, true, Plan(published, 0))
        note = "this campaign has published before, and answers with the same"
        informed = self._informed(market, procedure)
        return replace(
            result,
            confidences=(*result.confidences, *informed),
            unprotected=(
                *result.unprotected,
                *(Confidence(INFORMED, Fraction(1)) for _ in informed),
            ),
            notes=(*result.notes, note),
            method=self.procedure.method,
            procedure=self.procedure,
            kept=self._posted[-1]["worth"],
        )

    def require_same(self, market: Market, true: Intent) -> None:
        """Refuse another true intent than the campaign's."""
        known = self.true(market)
        if known is None or known == true:
            return
        changed = self.entries[-1]["market"] != _fingerprint(market)
        raise CampaignError(
            "this campaign is about another true intent. One campaign serves one need: use another "
            "file for this one."
            + changed
            * " If only the market has new values since, on a dimension that the intent "
            "leaves open, leave the intent out: the campaign keeps to the values it was about."
        )

    def _posts(self, market: Market) -> list[Intent]:
        return [_read(market, entry["published"]) for entry in self._posted]

    @property
    def _considered(self) -> int:
        """Among how many candidates the first publication hid."""
        return int(self._posted[0]["considered"])

    def _left(self, market: Market) -> Left | None:
        """The candidates that remain after the last publication, if that is known."""
        kept = [entry["left"] for entry in self.entries if entry["kind"] == "published"]
        if not kept or kept[-1] is None:
            return None
        intents = tuple(_read(market, one["intent"]) for one in kept[-1])
        weights = tuple(int(one["weight"]) for one in kept[-1])
        return Left(intents, weights, self._considered)

    def _write(self, entry: dict[str, Any], true: Intent | None = None) -> None:
        """Add an entry to the file; nothing is lost if another run was quicker: it is refused."""
        ledger = self._vault.content
        stamped = {"when": datetime.now(UTC).isoformat(timespec="seconds"), **entry}
        ledger["entries"] = [*ledger["entries"], stamped]
        if true is not None:
            ledger["true"] = true.to_json()
        self._vault.save(ledger)
        self._ledger = self._vault.content

    def __repr__(self) -> str:
        return f"Campaign({len(self._ledger['entries'])} entries, content hidden)"


def _left(intents: tuple[Intent, ...], weights: Sequence[Fraction], considered: int) -> Left:
    """Candidates with their weights as whole numbers."""
    unit = lcm(*(weight.denominator for weight in weights))
    whole = [int(weight * unit) for weight in weights]
    most = gcd(*whole)
    return Left(intents, tuple(weight // most for weight in whole), considered)


def _both(before: Left | None, now: Left | None) -> Left | None:
    """The candidates that could have led to two posts which were made without drawing."""
    if before is None or now is None:
        return None
    chances = dict(zip(now.intents, now.weights, strict=True))
    pairs = zip(before.intents, before.weights, strict=True)
    kept = [(intent, Fraction(w * chances[intent])) for intent, w in pairs if intent in chances]
    if not kept:
        return None
    intents, weights = zip(*kept, strict=True)
    return _left(intents, weights, before.considered)


def _require_room(left: Left | None, limit: Fraction) -> None:
    """Refuse to seal where the earlier publications have told too much already."""
    if left is not None and left.confidence <= limit:
        return
    known = (
        "it is not known what the earlier publications told someone who knows how they were made"
        if left is None
        else "the earlier publications have told someone who knows how they were made too much: a "
        f"record is {percent(left.confidence)} sure to be wanted"
    )
    raise CampaignRefused(
        f"{known}, so one more can't be sealed, and nothing was published. What would keep a limit: "
        "publish the same as before, or serve the need as a new one, with a new campaign, once the "
        "old posts no longer tell."
    )


def _read(market: Market, told: Any) -> Intent:
    """Read an intent that the ledger keeps."""
    try:
        if isinstance(told, Mapping):
            return intent_from(market.space, told)
        return market.as_intent(told)
    except IntentError:
        raise CampaignError(
            "the market no longer has the dimensions or values that this campaign was about, so "
            "what was published before can't be read in it."
        ) from None


def _require_within(
    market: Market,
    true: Intent,
    procedure: Procedure,
    common: Intent,
    left: Left | None,
    holds: bool,
) -> None:
    """Refuse a publication after which those who look at posts know too much."""
    found = judged(market, true, common, procedure.attackers, procedure.own)
    over = [c for c in found if not c.within(procedure.limit)]
    room = left is not None and left.confidence <= procedure.sealed_limit
    if over:
        raise CampaignRefused(_refusal(over, holds, room and not procedure.drawn))


def _refusal(over: Sequence[Confidence], holds: bool, room: bool) -> str:
    """Why one more publication is refused, and what would keep the limit."""
    sure = " and ".join(f"{c.attacker} would be {percent(c.upper)} sure" for c in over)
    limits = " and ".join(f"{rounded_up(c.upper)} or more for {c.attacker}" for c in over)
    keep = "publish the same as before, which still holds; " if holds else ""
    seal = "; or the method sealed, which reckons with what was published before" if room else ""
    return (
        f"one more publication would tell too much: by what all posts have in common {sure}, so "
        f"nothing was published. What would keep the limit: {keep}a limit of {limits}{seal}."
    )


def _cell(market: Market, told: Mapping[str, Any]) -> tuple[int, ...]:
    """The codes of a bought cell that the ledger keeps."""
    found = _read(market, {name: [value] for name, value in told.items()})
    if found.size != 1:
        raise CampaignError(
            "the market has other dimensions than when something was bought, so what was bought "
            "can't be read in it."
        )
    return tuple(one[0] for one in found.codes)


def _fingerprint(market: Market) -> str:
    """What tells a market from one with other cells, however its cells are kept."""
    cells = market.cells(Intent.everything(market.space))
    known = cells.records > 0
    space = [(d.name, d.values) for d in market.space]
    made = hashlib.sha256(repr((space, market.total.price)).encode())
    for array in (cells.codes[:, known], cells.records[known], cells.spend[known]):
        made.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return made.hexdigest()
