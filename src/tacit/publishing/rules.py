"""Rules: what a published intent may look like, and what is made small."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit._defaults import MOST_BOXES
from tacit.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

OBJECTIVES: Mapping[str, tuple[str, str, str]] = {
    "records": ("records", "spend", "cells"),
    "cost": ("spend", "records", "cells"),
    "cells": ("cells", "records", "spend"),
}
"""What to make small, and what then decides between equals."""


@dataclass(frozen=True)
class Rules:
    """What a published intent may look like.

    Attributes:
        objective: what to make small: "records", "cost" or "cells".
        contiguous: whether ordered dimensions stay without gaps, where the true intent has none.
        never: values that must not be published, as an intent's worth of values per dimension.
        always: values that must be published.
        boxes: how many boxes may be published at most; each keeps the other rules.
    """

    objective: str = "records"
    contiguous: bool = True
    never: Mapping[str, Any] = field(default_factory=dict)
    always: Mapping[str, Any] = field(default_factory=dict)
    boxes: int = 1

    def __post_init__(self) -> None:
        if isinstance(self.boxes, bool) or self.boxes not in range(1, MOST_BOXES + 1):
            raise SettingError(
                f"the number of boxes must be a whole number from 1 to {MOST_BOXES}."
            )
        if self.objective not in OBJECTIVES:
            raise SettingError(f"the objective must be one of: {', '.join(OBJECTIVES)}.")
