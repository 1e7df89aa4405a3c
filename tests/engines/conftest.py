"""What tests of engines share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engines.adult import into_postgresql
from tests.helpers.servers.postgres import Postgres


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> Iterator[str]:
    """The URI of a database of PostgreSQL that holds Adult."""
    with postgres.database() as uri:
        into_postgresql(uri)
        yield uri
