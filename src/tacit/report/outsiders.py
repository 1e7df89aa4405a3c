"""Readers who do not know the method: the paper's attackers, below the headline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.attackers.registry import INFORMED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.attackers.confidence import Confidence

OTHERS_NOT_KNOWN = "but others whom it was to hold are NOT KNOWN to be, see below"
"""What is said where the best-informed reader is held, and who goes by counts may not be."""
OUTSIDERS = "Readers who do not know the method"


def outsiders(rows: Sequence[Confidence]) -> tuple[Confidence, ...]:
    """Those of some who do not know the method."""
    return tuple(one for one in rows if one.attacker.partition(":")[0] != INFORMED)
