"""Whole counts from estimated ones, the same on every machine, with the same total."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def whole(estimates: NDArray[Any], total: int) -> NDArray[np.int64]:
    """Round estimates to whole numbers with a given total, each to one of its two neighbours.

    Those with the largest remainders are rounded up, the first of equal ones first.

    Contract:
        needs: estimates of 0 or more whose sum is nearer to the total than there are of them.

    >>> whole(np.array([1.5, 0.5, 1.0, 2.0]), 5).tolist()
    [2, 0, 1, 2]
    """
    down: NDArray[np.int64] = np.floor(estimates).astype(np.int64)
    left = total - int(down.sum())
    up = np.argsort(-(estimates - down).astype(float), kind="stable")[: max(left, 0)]
    down[up] += 1
    return down


def scaled(counts: NDArray[np.int64], total: int) -> NDArray[np.int64]:
    """Counts with another total in the same proportions, as `whole` rounds, without floats.

    >>> scaled(np.array([1, 1, 1, 0]), 10).tolist()
    [4, 3, 3, 0]
    """
    now = int(counts.sum())
    exactly = counts.astype(object) * total
    down = (exactly // now).astype(np.int64)
    remainders = (exactly % now).tolist()
    order = sorted(range(len(remainders)), key=lambda i: (-remainders[i], i))
    down[order[: total - int(down.sum())]] += 1
    return down
