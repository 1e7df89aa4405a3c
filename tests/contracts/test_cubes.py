"""Both cubes answer the same three questions, as adding up every cell does."""

from __future__ import annotations

import pytest

from tacit.market.dense import DenseCube
from tacit.market.sparse import SparseCube
from tests.contracts.cubes import CubeContract, Make


class TestDense(CubeContract):
    @pytest.fixture
    def make(self) -> Make:
        return DenseCube.of


class TestSparse(CubeContract):
    @pytest.fixture
    def make(self) -> Make:
        return SparseCube
