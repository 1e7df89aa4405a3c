"""What is taken for a table in an engine."""

from __future__ import annotations

import pyarrow as pa
import pytest

from tacit.errors import InputError
from tacit.market.sources.engines.address import Place
from tacit.market.sources.engines.opening import connected, is_connection, is_in_engine


def test_places_connections_and_tables_of_ibis_are_in_engines() -> None:
    import ibis
    from sqlalchemy import create_engine

    assert is_in_engine(Place("sqlite:///shop.db", "people"))
    assert is_in_engine(ibis.table({"a": "int64"}, name="t"))
    assert is_connection(create_engine("sqlite://"))
    for other in ("shop.csv", pa.table({"a": [1]}), None, 5):
        assert not is_in_engine(other)
        assert not is_connection(other)


def test_a_connection_needs_the_name_of_a_table() -> None:
    assert is_in_engine(connected(object(), "people"))
    with pytest.raises(InputError, match="table="):
        connected(object(), None)
