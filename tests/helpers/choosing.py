"""What a method publishes, before anyone is asked who knows it."""

from __future__ import annotations

from typing import Any

from tacit.market.market import Market
from tacit.publishing.procedure import Procedure
from tacit.publishing.publication import Publication
from tacit.publishing.publish import publish


def choose(
    market: Market, true: Any, *, seed: int | None = None, progress: Any = None, **how: Any
) -> Publication:
    """As `tacit.protect`, for tests that are about the method alone."""
    return publish(Procedure.of(**how), market, market.as_intent(true), seed, progress=progress)
