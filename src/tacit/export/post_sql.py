"""A post as SQL: a condition, or a whole query over a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.intents.dialects import OWN, TABLE, condition_in, in_dialect

if TYPE_CHECKING:
    from tacit.intents.intent import Intent


def post_sql(post: Intent, dialect: str = OWN, table: str | None = None) -> str:
    """A post in a database's own SQL.

    Args:
        post: what is published.
        dialect: whose SQL to write, by sqlglot's name for it.
        table: the table as that database writes it; with it the answer is a query.

    >>> from tacit.intents.box import Box
    >>> from tacit.space.nominal import Nominal
    >>> from tacit.space.space import Space
    >>> post = Box.of(Space((Nominal("home town", ("A", "B", "C")),)), {"home town": ["A", "B"]})
    >>> print(post_sql(post, "mysql"), end="")
    `home town` IN ('A', 'B')
    >>> print(post_sql(post, "tsql", "dbo.people"), end="")
    SELECT
      *
    FROM dbo.people
    WHERE
      [home town] IN ('A', 'B')
    """
    if table is None:
        return condition_in(post.to_sql(), dialect) + "\n"
    condition = post.to_sql()
    where = "" if condition == "TRUE" else f" WHERE {condition}"
    return in_dialect(f"SELECT * FROM {TABLE}{where}", dialect, table=table, name=table) + "\n"
