"""All cubes answer the same three questions, as adding up every cell does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tacit.market.dense import DenseCube
from tacit.market.in_engine import EngineCube
from tacit.market.shadows import Shadow
from tacit.market.sparse import SparseCube
from tests.contracts.cubes import CubeContract, Make
from tests.helpers.engines import connected, stored


class TestDense(CubeContract):
    @pytest.fixture
    def make(self) -> Make:
        return DenseCube.of


class TestSparse(CubeContract):
    @pytest.fixture
    def make(self) -> Make:
        return SparseCube


class Asked(EngineCube):
    """One that asks about each box, as where no shadow fits into memory."""

    def shadow(self, kept: tuple[int, ...]) -> Shadow | None:
        return None


@pytest.mark.parametrize("kind", [EngineCube, Asked], ids=["fetched", "asked"])
class InEngine(CubeContract):
    """Cells in an engine, which is asked once or again and again."""

    name: str

    @pytest.fixture
    def engine(self) -> Iterator[Any]:
        with connected(self.name) as engine:
            yield engine

    @pytest.fixture
    def make(self, kind: type[EngineCube], engine: Any) -> Make:
        return lambda cells, shape: kind(stored(engine, cells), shape)


class TestInDuckDB(InEngine):
    name = "duckdb"


class TestInSQLite(InEngine):
    name = "sqlite"
