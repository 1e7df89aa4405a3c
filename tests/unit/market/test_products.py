"""Products of finite numbers warn of nothing, whatever the processor's flags say."""

from __future__ import annotations

import numpy as np
import pytest

from tacit.market.products import contracted, product


class Flagged(np.ndarray):
    """A matrix whose products raise the flag for an invalid number, as some builds of BLAS do."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):  # type: ignore[no-untyped-def]
        np.sqrt(np.array([-1.0]))  # the flag
        plain = [np.asarray(one) for one in inputs]
        return getattr(ufunc, method)(*plain, **kwargs)


def test_products_are_those_of_numpy() -> None:
    left, right = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    assert np.array_equal(product(left, right), np.matmul(left, right))
    cube = np.arange(24.0).reshape(2, 4, 3)
    assert np.array_equal(contracted(left, cube, (1, 2)), np.tensordot(left, cube, axes=(1, 2)))


def test_a_flag_that_says_nothing_is_not_shown() -> None:
    flagged = np.eye(2).view(Flagged)
    with pytest.warns(RuntimeWarning, match="invalid value"):
        flagged @ np.ones(2)
    assert product(flagged, np.ones(2)).tolist() == [1.0, 1.0]
