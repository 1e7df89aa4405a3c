"""A query that somebody gave is one SELECT."""

from __future__ import annotations

import pytest

from tacit.errors import TableError
from tacit.market.sources.one_query import one_query


@pytest.mark.parametrize(
    "text", ["SELECT 1", "WITH a AS (SELECT 1) SELECT * FROM a;", "SELECT 1 UNION SELECT 2"]
)
def test_queries(text: str) -> None:
    assert one_query(text, "postgres").sql()


@pytest.mark.parametrize(
    "text", ["", ";", "DELETE FROM a", "SELECT 1; DROP TABLE a", "SELECT (", "(" * 5000]
)
def test_everything_else_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(TableError, match="the query can't be used"):
        one_query(text, "postgres")
