"""Who saw a purchase, with the options that purchase-f has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.attackers.against import Against


def observers_of(named: Against | None, limit: str, supply: str, only_over: bool) -> Against:
    """Those who were named, or all; purchase-f as it was set."""
    from tacit.attackers.against import Against
    from tacit.attackers.purchase_f import PurchaseF
    from tacit.attackers.registry import OBSERVERS
    from tacit.errors import SettingError

    if supply not in ("finite", "endless"):
        raise SettingError("the supply must be finite or endless.", "supply")
    held = Against.nobody(limit) if named is None else named
    chosen = held.observers or tuple(OBSERVERS.values())
    test = PurchaseF(supply=supply, only_over=only_over)
    if (supply != "finite" or only_over) and all(one.name != test.name for one in chosen):
        raise SettingError("--supply and --only-over are about purchase-f.")
    kept = tuple(test if one.name == test.name else one for one in chosen)
    return replace(held, posts=(), informed=False, observers=kept)
