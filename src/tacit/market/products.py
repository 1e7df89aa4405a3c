"""Products of matrices of finite numbers.

Some builds of BLAS compute with lanes that hold no data, and so raise a flag for an invalid number
where there is none. With finite numbers going in, the flag says nothing, so no one is told of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def product(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """The matrix product."""
    with np.errstate(all="ignore"):
        found: NDArray[Any] = left @ right
    return found


def contracted(left: NDArray[Any], right: NDArray[Any], axes: tuple[int, int]) -> NDArray[Any]:
    """The product summed over one axis of each."""
    with np.errstate(all="ignore"):
        return np.tensordot(left, right, axes=axes)
