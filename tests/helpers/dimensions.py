"""Masks over a dimension's values, to and from the values themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tacit.errors import SpaceError
from tacit.space.dimension import Dimension, Mask


def mask_of(dimension: Dimension, *values: object) -> Mask:
    return np.array([value in values for value in dimension.values])


def chosen(dimension: Dimension, mask: Mask) -> list[Any]:
    return [value for value, inside in zip(dimension.values, mask, strict=True) if inside]


def sql(dimension: Dimension, *values: object) -> str:
    return dimension.to_sql("c", mask_of(dimension, *values))


def assert_refused(make: Callable[[], Dimension], said: str) -> None:
    with pytest.raises(SpaceError) as caught:
        make()
    assert said in str(caught.value)
