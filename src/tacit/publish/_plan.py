"""What a publish method returns."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.intent import Intent


@dataclass(frozen=True)
class Plan:
    """A published intent, and how it was found.

    Attributes:
        published: the box to publish.
        steps: how many values were taken in.
    """

    published: Intent
    steps: int
