"""Proposing groups for a column with very many names, none of which is lost.

Names are grouped by how they begin. Where that gives too few groups or too many, they are grouped by
how often they occur, with the members of each group listed. Neither looks at what is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.space.grouped import Grouped
from tacit.space.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tacit.market.sources.profile import Column
    from tacit.market.sources.questions import Questions
    from tacit.space.dimension import Dimension

FEWEST, MOST = 50, 2_000
"""So many groups are neither too few nor too many."""
LONGEST_PREFIX = 64
MOST_MEMBERS, LONGEST_LIST = 100_000, 10_000_000
"""So many members of groups are listed, with so many characters: a market file is to stay readable."""
AT_ONCE = 4
"""So many lengths are asked about in one question."""


def grouped_names(
    source: Questions, column: Column, more: Mapping[str, Any]
) -> tuple[Dimension, str]:
    """Groups of the names of a column, and what to say of them.

    Args:
        source: the open table.
        column: what is known of the column.
        more: the value for rows that lack one, if any.
    """
    length, groups = _best_length(source, column)
    if not FEWEST <= groups <= MOST:
        found = _by_frequency(source, column, more)
        if found is not None:
            return found
    return _by_prefix(source, column, length, more)


def _best_length(source: Questions, column: Column) -> tuple[int, int]:
    """The shortest prefix that gives enough groups, or else the most, and how many it gives."""
    best, most = 1, 0
    for start in range(1, LONGEST_PREFIX + 1, AT_ONCE):
        lengths = range(start, start + AT_ONCE)
        for length, groups in zip(lengths, _how_many(source, column, lengths), strict=True):
            if groups > most:
                best, most = length, groups
            if groups >= FEWEST:
                return length, groups
    return best, most


def _how_many(source: Questions, column: Column, lengths: range) -> list[int]:
    """How many groups each length of a prefix gives."""
    if column.counts is not None:
        return [len({str(name)[:n] for name in column.counts}) for n in lengths]
    return source.heads(column.name, lengths)


def _by_prefix(
    source: Questions, column: Column, length: int, more: Mapping[str, Any]
) -> tuple[Dimension, str]:
    empty = Prefix(column.name, tuple(more.values()), length=length, **more)
    texts: Iterable[Any] = column.counts or ()
    if column.counts is None:
        texts = source.texts(column.name, length)
    values = sorted({empty.group(str(text)) for text in texts})
    first = "character" if length == 1 else f"{length} characters"
    remark = (
        f"{column.distinct:,} values in {len(values):,} groups by their first {first}: any value can be "
        "asked for, and its whole group counts. For finer or coarser groups change length in the market "
        "file and remove values there"
    )
    return Prefix(column.name, (*values, *more.values()), length=length, **more), remark


def _by_frequency(
    source: Questions, column: Column, more: Mapping[str, Any]
) -> tuple[Dimension, str] | None:
    """Groups of names that occur about as often as each other; None if that is of no use."""
    if column.distinct > MOST_MEMBERS * 1.1:  # it may be a rough number
        return None
    counts = column.counts or source.text_counts(column.name, MOST_MEMBERS + 1)
    if len(counts) > MOST_MEMBERS or sum(map(len, map(str, counts))) > LONGEST_LIST:
        return None
    classes: dict[int, list[str]] = {}
    for name in sorted(counts, key=str):
        classes.setdefault(counts[name].bit_length(), []).append(str(name))
    if len(classes) < 2:
        return None
    taken = {*map(str, counts), *map(str, more.values())}
    groups = {_label(bits, taken): classes[bits] for bits in sorted(classes, reverse=True)}
    remark = (
        f"{len(counts):,} values in {len(groups):,} groups by how often they occur: any value can be asked "
        "for, and its whole group counts. The groups are listed in the market file; name others there, or "
        'use kind = "prefix" with a length'
    )
    return Grouped.of(column.name, groups, **more), remark


def _label(bits: int, taken: set[str]) -> str:
    """What the names are called that occur in between 2 ** (bits - 1) and twice as many rows."""
    low, high = 2 ** (bits - 1), 2**bits - 1
    label = "in 1 row" if high == 1 else f"in {low:,} to {high:,} rows"
    while label in taken:
        label = f"({label})"
    return label
