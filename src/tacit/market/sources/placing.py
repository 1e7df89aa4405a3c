"""Where groups of rows stand on a dimension: which of its values each holds, or that it holds none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import MarketFileError
from tacit.market.sources.spelling import NUMBER, code_finder, is_number
from tacit.space.numeric import Numeric

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tacit.market.sources.grouping import Groups
    from tacit.space.dimension import Dimension


@dataclass(frozen=True, repr=False)
class Placed:
    """Where groups of rows stand on a dimension.

    Attributes:
        codes: the code of each; what has none stands at -1.
        lacks: which of them lack a value, or hold none that fits.
        shared: whether groups that differ may have the same code.
        unlisted: values that the dimension does not have, by the groups that hold them.
    """

    codes: NDArray[np.signedinteger[Any]]
    lacks: NDArray[np.bool_]
    shared: bool
    unlisted: Mapping[str, NDArray[np.bool_]]


def placed_on(groups: Groups, i: int) -> Placed:
    """Where the groups stand on one dimension, by its place."""
    d = groups.dimensions[i]
    values, at = groups.values(i)
    if isinstance(d, Numeric):
        last = -1 if d.missing is None else d.natural[-1]
        bins = len(d.edges) + 1
        table = np.array([*d.natural[:bins], last, last], dtype=_narrow(d))
        last_ones = at >= bins
        return Placed(table[at], last_ones, len(np.unique(at[last_ones])) > 1, {})
    find, numbers = code_finder(d), _are_numbers(d)
    codes, lacks, unlisted = [], [], {}
    for place, text in enumerate(values):
        is_odd = numbers and text is not None and not NUMBER.fullmatch(text)
        is_odd &= d.missing is not None and find(text) is None
        code = find(None) if text is None or is_odd else find(text)
        codes.append(-1 if code is None else code)
        lacks.append(text is None or is_odd)
        if code is None and not lacks[-1]:
            unlisted[str(text)] = at == place
    shared = len(set(codes)) < len(codes)
    table = np.array(codes, dtype=_narrow(d))
    lacking = np.array(lacks)[at] if any(lacks) else np.zeros(len(at), dtype=bool)
    return Placed(table[at], lacking, shared, unlisted)


def _narrow(d: Dimension) -> np.dtype[Any]:
    """The smallest numbers that codes of a dimension and -1 fit in: there may be many groups."""
    return np.min_scalar_type(-len(d))


def _are_numbers(d: Dimension) -> bool:
    """Whether all values of a dimension are numbers, the one for missing values aside."""
    return all(is_number(v) for v in d.values if str(v) != str(d.missing))


def require_listed(d: Dimension, own: Placed, kept: NDArray[np.bool_]) -> None:
    """Refuse values that a dimension does not have."""
    unlisted = sorted(value for value, there in own.unlisted.items() if (there & kept).any())
    if unlisted:
        shown = ", ".join(f"'{value}'" for value in unlisted[:5])
        raise MarketFileError(
            f"column '{d.column}' holds {len(unlisted)} values that dimension '{d.name}' does not "
            f'list, such as {shown}. List them, or collect them with other = "(other)".'
        )
