"""What someone makes of a campaign who replays it for everyone who could be behind it.

The judge knows the product from outside: it runs the same steps for each candidate, with the draw
turned to what was seen, and asks how likely that was. All else is Bayes' rule in plain fractions; it
shares nothing with the mechanism but its chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from tacit.campaign.campaign import Campaign
from tacit.campaign.ledger import EMPTY, Ledger
from tacit.errors import CampaignRefused, TacitError, UnreachableLimit
from tacit.intents.intent import Intent
from tacit.market.market import Market
from tacit.publishing.plan import Choice
from tacit.publishing.publication import Publication

Cells = frozenset[tuple[int, ...]]
Weights = dict[Cells, Fraction]


class Memory:
    """What a campaign's file holds, without the file."""

    warning = None

    def __init__(self, content: dict[str, Any]) -> None:
        self._content = deepcopy(content)

    @property
    def content(self) -> dict[str, Any]:
        return deepcopy(self._content)

    def save(self, content: dict[str, Any]) -> None:
        self._content = deepcopy(content)


def campaign_of(content: dict[str, Any] = EMPTY) -> Campaign:
    """A campaign with some history, in memory."""
    found = Campaign.__new__(Campaign)
    found._vault = Memory(content)  # type: ignore[assignment]
    found._ledger = Ledger(found._vault)
    return found


def as_if(campaign: Campaign, true: Intent) -> Campaign:
    """The same history, for one who wants something else."""
    content = campaign._vault.content
    if content["true"] is not None:
        content["true"] = true.to_json()
    return campaign_of(content)


class Elsewhere(Exception):
    """What was seen can't be drawn for this want."""


@contextmanager
def drawing(seen: Intent) -> Iterator[list[Choice]]:
    """Whatever is drawn within comes out as was seen; gives what it was drawn from."""
    choices: list[Choice] = []

    def draw(self: Choice, rng: object) -> int:
        choices.append(self)
        for place, post in enumerate(self.posts):
            if post.published == seen:
                return place
        raise Elsewhere

    with patch.object(Choice, "draw", draw):
        yield choices


Step = Callable[[Campaign, Intent], Publication]
"""One thing that a buyer does, whatever is wanted."""


def chance(step: Step, campaign: Campaign, true: Intent, seen: Intent) -> Fraction:
    """How likely one who wants this was to publish just what was seen, after the same history."""
    later = as_if(campaign, true)
    with drawing(seen) as choices:
        try:
            result = step(later, true)
        except (Elsewhere, TacitError):
            return Fraction(0)
    if choices:
        return choices[-1].chance_of(seen)
    return Fraction(result.published == seen)


def is_refused(step: Step, campaign: Campaign, true: Intent) -> bool:
    """Whether one who wants this is refused, after the same history."""
    try:
        step(as_if(campaign, true), true)
    except (CampaignRefused, UnreachableLimit):
        return True
    return False


@dataclass
class Rival:
    """Someone who knows the method, the settings and the market, and sees what is published.

    Attributes:
        wants: who could be behind it, by the cells that each wants.
        weights: how likely each is by now.
    """

    wants: dict[Cells, Intent]
    weights: Weights = field(default_factory=dict)

    def sees(self, step: Step, before: Campaign, seen: Intent) -> None:
        """Reckon with a post."""
        self.weights = {
            cells: weight * chance(step, before, self.wants[cells], seen)
            for cells, weight in self.weights.items()
        }
        self.weights = {cells: weight for cells, weight in self.weights.items() if weight}

    @property
    def sure(self) -> Fraction:
        """How likely the likeliest cell is to be wanted."""
        cells = frozenset[tuple[int, ...]]().union(*self.weights)
        held = (
            sum((w for box, w in self.weights.items() if at in box), Fraction(0)) for at in cells
        )
        return max(held) / sum(self.weights.values())

    def shares(self) -> Weights:
        """How likely each is, as a share of all."""
        total = sum(self.weights.values())
        return {cells: weight / total for cells, weight in self.weights.items()}


def kept_by(campaign: Campaign, market: Market) -> Weights | None:
    """How likely each candidate is by what the campaign keeps, as a share of all."""
    found = campaign._ledger.remaining(market)
    if found is None:
        return None
    pairs = zip(found.intents, found.weights[0], strict=True)
    kept = {frozenset(intent.cells()): Fraction(weight) for intent, weight in pairs if weight}
    total = sum(kept.values())
    return {cells: weight / total for cells, weight in kept.items()}
