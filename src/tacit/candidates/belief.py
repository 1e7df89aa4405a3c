"""Beliefs: which true intents someone reckons with, and how likely each is beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.errors import SettingError

CLASSES = ("cells", "shape", "boxes")


PRIORS = ("uniform", "records", "cost")


SUPPORTS = ("nonempty", "all")


@dataclass(frozen=True)
class Belief:
    """Which true intents someone reckons with, and how likely each is beforehand.

    Attributes:
        candidates: `cells`, `shape`, `boxes`, or the path of a list.
        prior: `uniform`, `records`, `cost`, or the path of a table.
        support: `nonempty` if candidates without records do not count, or `all`.
    """

    candidates: str = "cells"
    prior: str = "uniform"
    support: str = "all"

    def __post_init__(self) -> None:
        if self.support not in SUPPORTS:
            raise SettingError(f"the support must be one of: {', '.join(SUPPORTS)}.")
