"""A query that somebody gave for a table: one SELECT, and nothing else."""

from __future__ import annotations

from typing import Any

from tacit.errors import TableError


def one_query(text: str, dialect: str) -> Any:
    """A query as sqlglot reads it.

    Raises:
        TableError: if it is no query, or there is something beside it.
    """
    import sqlglot
    from sqlglot import exp

    problem = "it can't be read as SQL"
    try:
        found = [one for one in sqlglot.parse(text, read=dialect) if one is not None]
        if len(found) == 1 and isinstance(found[0], exp.Query):
            return found[0]
        problem = "it must be one SELECT, and nothing else"
    except (sqlglot.errors.SqlglotError, RecursionError):
        pass
    raise TableError(f"the query can't be used: {problem}.")
