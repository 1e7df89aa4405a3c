"""What a market file says under `[statistics]`: what is known of a market in place of its records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._defaults import LARGEST
from tacit._exact import exact
from tacit.errors import MarketFileError, SettingError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

NOISES = ("laplace", "geometric", "gaussian")
EMPTY, SUPPRESSED = UNLISTED = ("empty", "suppressed")
_KEYS = {
    "counts": set[str](),
    "sample": {"rate", "total"},
    "marginals": {"tables", "count", "total"},
    "dictionary": {"table", "total"},
    "released": {"noise", "scale", "suppressed-below", "mark", "at-least", "unlisted"},
}
KINDS = tuple(_KEYS)
WITHOUT_TABLE = ("marginals", "dictionary")
"""These need no table of records."""


@dataclass(frozen=True)
class Told:
    """What is said of a market that is known by statistics.

    Attributes:
        kind: what is known of it.
        rate: which share of the records a sample is.
        total: how many records there are.
        tables: the tables of some dimensions each.
        count: the column of these that says how many records a row stands for.
        table: a table of names and values.
        noise: the kind of noise in released counts.
        scale: how much of it.
        below: counts below this were left out.
        mark: what stands for one that was.
        at_least: the fewest records that one that was marked holds.
        unlisted: what a cell holds that is not listed at all.
    """

    kind: str
    rate: Fraction | None = None
    total: int | None = None
    tables: tuple[str, ...] = ()
    count: str = "count"
    table: str | None = None
    noise: str | None = None
    scale: Fraction = Fraction(0)
    below: int | None = None
    mark: str = ""
    at_least: int = 0
    unlisted: str = EMPTY


def told_from(spec: Mapping[str, Any]) -> Told:
    """Read a `[statistics]` table.

    Raises:
        MarketFileError: if it has something that its kind does not, or that can't be.
    """
    kind = spec.get("kind")
    if kind not in _KEYS:
        close = nearest(str(kind), KINDS) if kind is not None else ""
        raise MarketFileError(f"kind under [statistics] must be one of: {', '.join(KINDS)}.{close}")
    for key in spec:
        if key != "kind" and key not in _KEYS[kind]:
            known = ", ".join(sorted(_KEYS[kind])) or "nothing else"
            raise MarketFileError(
                f"[statistics] of kind {kind} has the unknown entry '{key}'. It takes: {known}."
            )
    made = {"sample": _sample, "marginals": _marginals, "released": _released}.get(kind)
    more = made(spec) if made else {}
    return Told(kind, total=_total(spec), **{"table": _text(spec, "table"), **more})


def _sample(spec: Mapping[str, Any]) -> dict[str, Any]:
    if ("rate" in spec) == ("total" in spec):
        raise MarketFileError(
            "a sample needs its rate, such as rate = 0.01, or how many records there are in all, such as "
            "total = 45222: one of the two, under [statistics]."
        )
    rate = _number(spec, "rate")
    if rate is not None and not 0 < rate <= 1:
        raise MarketFileError(
            "rate under [statistics] must be above 0 and at most 1: the share of all records that were "
            "drawn, such as 0.01."
        )
    return {"rate": rate}


def _marginals(spec: Mapping[str, Any]) -> dict[str, Any]:
    tables = spec.get("tables")
    if not isinstance(tables, list | tuple) or not tables:
        raise MarketFileError(
            'tables under [statistics] must be a list of files, such as ["age-sex.csv", "income.csv"].'
        )
    if not all(isinstance(one, str) for one in tables):
        raise MarketFileError("tables under [statistics] must be names of files.")
    return {"tables": tuple(tables), "count": _text(spec, "count") or "count"}


def _released(spec: Mapping[str, Any]) -> dict[str, Any]:
    noise, below = spec.get("noise"), spec.get("suppressed-below")
    if noise is None and below is None:
        raise MarketFileError(
            "released counts need their noise with its scale, or suppressed-below, under [statistics]. "
            'Counts that are exact are of kind = "counts".'
        )
    if noise is not None and noise not in NOISES:
        raise MarketFileError(f"noise under [statistics] must be one of: {', '.join(NOISES)}.")
    scale = _number(spec, "scale") or Fraction(0)
    if (noise is not None) != ("scale" in spec) or (noise is not None and scale <= 0):
        raise MarketFileError("noise and its scale, a number above 0, go together.")
    if below is not None and (isinstance(below, bool) or not isinstance(below, int) or below < 2):
        raise MarketFileError("suppressed-below must be a whole number, 2 or more.")
    lonely = [key for key in ("mark", "at-least") if key in spec and below is None]
    if lonely:
        raise MarketFileError(f"{lonely[0]} under [statistics] goes with suppressed-below.")
    least = spec.get("at-least", 0)
    if isinstance(least, bool) or not isinstance(least, int) or not 0 <= least < (below or 1):
        raise MarketFileError("at-least must be a whole number from 0 to below the threshold.")
    usual = EMPTY if below is None else SUPPRESSED
    unlisted = spec.get("unlisted", usual)
    if unlisted not in UNLISTED or (below is None and unlisted == SUPPRESSED):
        raise MarketFileError(
            'unlisted must be "empty", or with suppressed-below also "suppressed": what a cell may hold '
            "that has no row."
        )
    return {
        "noise": noise,
        "scale": scale,
        "below": below,
        "mark": _text(spec, "mark") or f"<{below}",
        "at_least": least,
        "unlisted": unlisted,
    }


def _total(spec: Mapping[str, Any]) -> int | None:
    total = spec.get("total")
    if total is None:
        return None
    if isinstance(total, bool) or not isinstance(total, int) or not 1 <= total < LARGEST:
        raise MarketFileError("total under [statistics] must be a whole number, 1 or more.")
    return total


def _number(spec: Mapping[str, Any], key: str) -> Fraction | None:
    if key not in spec:
        return None
    try:
        if isinstance(spec[key], bool):
            raise SettingError("this is no number.")
        return exact(spec[key], key)
    except SettingError:
        raise MarketFileError(f"{key} under [statistics] must be a number.") from None


def _text(spec: Mapping[str, Any], key: str) -> str | None:
    found = spec.get(key)
    if found is not None and not isinstance(found, str):
        raise MarketFileError(f'{key} under [statistics] must be text: {key} = "...".')
    return found
