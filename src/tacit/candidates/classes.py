"""Candidates: the true intents that someone who knows the method reckons with, and how likely each is.

An attacker who replays the method needs two things that the market does not say: which intents the
buyer could have had, and how likely each was beforehand. The classes:

* `cells`: every single cell;
* `shape`: every intent with as many values on each dimension as the true one has;
* `boxes`: every intent;
* a list that the user gives.

Priors: `uniform`, in proportion to the `records` or to the `cost` of each candidate, or a table. The
support says whether candidates without records count.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit._exact import LARGEST, exact, in_ticks
from tacit.candidates.belief import CLASSES, PRIORS, Belief
from tacit.candidates.candidates import Candidates
from tacit.errors import InputError, IntentError, SettingError, TooManyCandidates
from tacit.intents.intent import Intent
from tacit.intents.reading import intent_from, read_text
from tacit.market.stacks import Stack, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tacit.market.cells import Ints
    from tacit.market.market import Market

MOST = 2_000_000
"""More candidates than this are not listed."""


def how_many(
    market: Market, belief: Belief, true: Intent | None, within: Intent | None = None
) -> int:
    """How many candidates a class has; except for cells, those without records are counted too."""
    shape = [len(codes) for codes in within.codes] if within else list(market.space.shape)
    if belief.candidates == "cells":
        if belief.support == "all":
            return prod(shape)
        return market.filled if within is None else len(market.cells(within).records)
    if belief.candidates == "boxes":
        return prod(2**n - 1 for n in shape)
    if belief.candidates == "shape":
        return prod(comb(n, len(one)) for n, one in zip(shape, _shape_of(true).codes, strict=True))
    return len(_listed(market, belief.candidates)[0])


def candidates(
    market: Market, belief: Belief, true: Intent | None = None, within: Intent | None = None
) -> Candidates:
    """List the candidates of a class with their prior weights.

    Args:
        market: where they could have been wanted.
        belief: the class, the prior and the support.
        true: for `shape`, an intent of that shape.
        within: leave out those that do not lie in this intent.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> len(candidates(market, Belief("cells"))), len(candidates(market, Belief("boxes")))
    (240, 29295)
    >>> len(candidates(market, Belief("cells", support="nonempty")))
    155
    """
    around = Intent.everything(market.space) if within is None else within.hull
    many = how_many(market, belief, true, around)
    if many > MOST:
        raise TooManyCandidates(many)
    given: Ints | None = None
    if belief.candidates == "cells":
        found = _cells(market, belief.support, around)
    elif belief.candidates in CLASSES:
        sets = [
            list(_choices(*pair)) for pair in zip(*_choosing(around, belief, true), strict=True)
        ]
        found = _as_candidates(market, _every(sets, market.space.shape))
    else:
        intents, given = _listed(market, belief.candidates)
        found = _as_candidates(market, stacked(intents))
    weighted = _weighted(found, belief, given, around)
    if within is None:
        return _some(weighted)
    return weighted.take(np.flatnonzero(weighted.within(within)))


def drawn(
    market: Market,
    belief: Belief,
    true: Intent | None,
    within: Intent,
    count: int,
    rng: np.random.Generator,
) -> Candidates:
    """Draw candidates of a class that lie in a box, each as likely as any other.

    For classes that are too large to list; priors other than uniform can't be drawn from.
    """
    if belief.prior != "uniform" or belief.candidates not in CLASSES:
        raise SettingError("of so many candidates only a uniform prior can be drawn from.")
    if belief.candidates == "cells":
        listed = candidates(market, replace(belief, support="nonempty"), within=within)
        if belief.support == "nonempty":
            return listed.take(rng.integers(0, len(listed), count))
    sizes: Sequence[Any] = [[1]] * len(market.space)
    if belief.candidates != "cells":
        sizes = _choosing(within, belief, true)[1]
    stack = [
        _some_sets(np.array(codes), n, size, count, rng)
        for codes, n, size in zip(within.codes, market.space.shape, sizes, strict=True)
    ]
    found = _as_candidates(market, stack)
    if belief.support == "all":
        return found
    return found.take(np.flatnonzero(found.held.records > 0))


def _some_sets(
    codes: NDArray[np.intp], n: int, sizes: Sequence[int], count: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Draw sets of values, of one size or, if any size will do, from all but the empty one."""
    rows = np.zeros((count, n), dtype=bool)
    if len(sizes) == 1:
        chosen = rng.permuted(np.tile(codes, (count, 1)), axis=1)[:, : sizes[0]]
        rows[np.arange(count)[:, None], chosen] = True
        return rows
    empty = np.arange(count)
    while len(empty):
        rows[np.ix_(empty, codes)] = rng.integers(0, 2, (len(empty), len(codes)), dtype=bool)
        empty = empty[~rows[empty].any(axis=1)]
    return rows


def _choosing(
    around: Intent, belief: Belief, true: Intent | None
) -> tuple[Sequence[tuple[int, ...]], Sequence[Sequence[int]]]:
    """For each dimension the values to choose from, and how many of them a candidate takes."""
    if belief.candidates == "boxes":
        return around.codes, [range(1, len(codes) + 1) for codes in around.codes]
    return around.codes, [[len(codes)] for codes in _shape_of(true).codes]


def _choices(codes: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (chosen for size in sizes for chosen in combinations(codes, size))


def _every(sets: list[list[tuple[int, ...]]], shape: Sequence[int]) -> Stack:
    """Every combination of one set per dimension, the last dimension running fastest."""
    at = np.unravel_index(np.arange(prod(map(len, sets))), tuple(map(len, sets)))
    stack = []
    for one, n, here in zip(sets, shape, at, strict=True):
        rows = np.zeros((len(one), n), dtype=bool)
        for i, chosen in enumerate(one):
            rows[i, list(chosen)] = True
        stack.append(rows[here])
    return stack


def _cells(market: Market, support: str, around: Intent) -> Candidates:
    if support == "all":
        grid = np.meshgrid(*around.codes, indexing="ij")
        codes: NDArray[Any] = np.array([axis.reshape(-1) for axis in grid])
    else:
        listed = market.cells(around)
        codes = listed.codes[:, listed.records > 0]
    return Candidates(market, np.ones(codes.shape[1], dtype=np.int64), codes.astype(np.int64))


def _as_candidates(market: Market, stack: Stack) -> Candidates:
    """Boxes as candidates; where each is a single cell, as cells."""
    weights = np.ones(len(stack[0]), dtype=np.int64)
    if all((rows.sum(axis=1) == 1).all() for rows in stack):
        return Candidates(market, weights, np.array([rows.argmax(axis=1) for rows in stack]))
    return Candidates(market, weights, boxes=stack)


def _weighted(found: Candidates, belief: Belief, given: Ints | None, around: Intent) -> Candidates:
    """Give candidates their prior weights and drop those that can't be."""
    uniform = belief.prior == "uniform"
    if uniform and (belief.support == "all" or belief.candidates == "cells") and given is None:
        return found
    keep = np.ones(len(found), dtype=bool)
    weights = found.weights if given is None else given
    if not uniform or belief.support == "nonempty":
        records, spend = found.held.records, found.held.spend
        if belief.support == "nonempty":
            keep &= records > 0
        if belief.prior in PRIORS and not uniform:
            weights = records if belief.prior == "records" else spend
        elif not uniform:
            weights = _from_table(found, belief, around)
    keep &= weights > 0
    kept = found.take(np.flatnonzero(keep))
    return Candidates(found.market, weights[keep], kept.codes, kept.boxes)


def _some(found: Candidates) -> Candidates:
    if not len(found):
        raise SettingError("no candidate is left: none has records, or weight in the prior.")
    if float(found.weights.sum(dtype=float)) >= LARGEST:
        raise SettingError("the prior's weights are too large to be added up exactly.")
    return found


def _shape_of(true: Intent | None) -> Intent:
    if true is None:
        raise SettingError("candidates of one shape need a true intent to take the shape from.")
    return true


def _listed(market: Market, path: str) -> tuple[list[Intent], Ints | None]:
    """The candidates of a list, each once, and their weights if it has them."""
    pairs = _read(market, path, "candidates")
    intents = list(pairs)
    given = [pairs[intent] for intent in intents]
    if all(weight is None for weight in given):
        return intents, None
    return intents, _whole([1 if weight is None else weight for weight in given])


def _from_table(found: Candidates, belief: Belief, around: Intent) -> Ints:
    """The weight of each candidate in a table; one that is not listed has none.

    The table may also weigh what is left out here: what lies elsewhere, or holds no records.
    """
    market = found.market
    pairs = _read(market, belief.prior, "prior")
    weights: list[Any] = [0] * len(found)
    for intent, weight in pairs.items():
        at = found.place(intent)
        if at is None:
            if intent <= around and (belief.support == "all" or market.mass(intent).records):
                raise InputError("the prior gives weight to an intent that is no candidate.")
            continue
        weights[at] = 1 if weight is None else weight
    return _whole(weights)


def _read(market: Market, path: str, what: str) -> dict[Intent, Any]:
    """A list of intents, each with or without a weight, from a JSON or CSV file."""
    if what == "candidates" and not Path(path).exists():
        raise SettingError(
            f"the candidates must be one of {', '.join(CLASSES)}, or a file with a list of them."
        )
    if what == "prior" and not Path(path).exists():
        raise SettingError(
            f"the prior must be one of {', '.join(PRIORS)}, or a file with a table of weights."
        )
    text = read_text(path, what)
    try:
        content = json.loads(text) if text.lstrip().startswith(("[", "{")) else _rows(text)
    except (ValueError, RecursionError, csv.Error):
        raise InputError(f"the {what} file is neither valid JSON nor a CSV table.") from None
    if not isinstance(content, list) or not all(isinstance(entry, dict) for entry in content):
        raise InputError(f'the {what} file must hold a list of {{"intent": {{...}}, "weight": n}}.')
    found: dict[Intent, Any] = {}
    for entry in content:
        weighted = set(entry) <= {"intent", "weight"} and isinstance(entry.get("intent"), Mapping)
        try:
            intent = intent_from(market.space, entry["intent"] if weighted else entry)
        except IntentError as error:
            raise InputError(f"an entry of the {what} file is no intent: {error}") from None
        if intent.required("an entry of the list") in found:
            raise InputError(f"the {what} file lists an intent twice.")
        found[intent] = entry.get("weight") if weighted else None
    if not found:
        raise InputError(f"the {what} file lists no intent.")
    return found


def _rows(text: str) -> list[dict[str, Any]]:
    """A CSV table: a column for each dimension, empty where all its values are meant, and `weight`."""
    found = []
    for row in csv.DictReader(text.splitlines(), strict=True):
        if None in row or None in row.values():
            raise csv.Error
        weight = row.pop("weight", None)
        intent = {name: [value] for name, value in row.items() if value != ""}
        found.append({"intent": intent, **({} if weight is None else {"weight": weight})})
    return found


def _whole(numbers: Sequence[Any]) -> Ints:
    """Weights as whole numbers in proportion."""
    if any(isinstance(n, bool) or not isinstance(n, int | float | str) for n in numbers):
        raise InputError("a weight must be a number, 0 or more.")
    if any(exact(n) < 0 for n in numbers):
        raise InputError("a weight must be a number, 0 or more.")
    ticks, _ = in_ticks(numbers)
    if sum(ticks) >= LARGEST:
        raise InputError("the weights are too large or too fine to be added up exactly.")
    return np.array(ticks, dtype=np.int64)
