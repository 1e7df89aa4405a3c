"""One query, many databases: what Tacit writes in DuckDB's SQL, in the SQL of whoever runs it.

sqlglot does the work. Put right here is what it would leave wrong for drawing at random: an order by
chance that has no missing values, chance that differs from row to row, a hash that the database has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp

from tacit.errors import SettingError, nearest
from tacit.intents.columns import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

OWN = "duckdb"
TABLE = "tacit_table"
"""What a query calls the table, until it is known what its owner calls it."""

_LEFT_OUT = frozenset(("", "dax", "druid", "prql", "solr", "tableau", "teradata"))
"""What sqlglot writes that is no SQL, or has no random order that could be written for it."""
_READS_AS = {"athena": "trino"}
"""Dialects that sqlglot takes for another's where queries are concerned, but not where it sorts."""


def known_dialects() -> list[str]:
    """The dialects that a query can be written in."""
    return sorted({one.value for one in sqlglot.Dialects} - _LEFT_OUT)


def require_dialect(dialect: str) -> None:
    """Refuse the name of a dialect that is not known."""
    known = known_dialects()
    if dialect not in known:
        raise SettingError(
            f"there is no SQL dialect '{dialect}'.{nearest(dialect, known)} Known are: "
            f"{', '.join(known)}.",
            "dialect",
        )


def in_dialect(query: str, dialect: str, *, table: str | None, name: str) -> str:
    """Write a query for a database.

    Args:
        query: in DuckDB's SQL, over `TABLE`, with its sort keys rising and never missing.
        dialect: whose SQL to write.
        table: the table as that database writes it, quotes and schema included.
        name: what the table is called, up to a dot, if `table` does not say.

    >>> in_dialect(f"SELECT * FROM {TABLE} LIMIT 3", "tsql", table="dbo.people", name="")
    'SELECT\\nTOP 3\\n  *\\nFROM dbo.people'
    """
    require_dialect(dialect)
    dialect = _READS_AS.get(dialect, dialect)
    tree = sqlglot.parse_one(query, read=OWN)
    target = (
        _table(table, dialect) if table is not None else _table(quoted(name.split(".")[0]), OWN)
    )
    small = sqlglot.Dialect.get_or_raise(dialect).NULL_ORDERING == "nulls_are_small"
    for found in list(tree.find_all(exp.Table)):
        if found.name == TABLE:
            found.replace(_as(target, found.alias))
    for key in tree.find_all(exp.Ordered):
        key.set("nulls_first", small)
    written: str = _CORRECTED.get(dialect, _as_it_is)(tree).sql(dialect=dialect, pretty=True)
    return written


def condition_in(condition: str, dialect: str) -> str:
    """Write a condition, which is in DuckDB's SQL, for a database.

    >>> condition_in('"hours-per-week" BETWEEN 20 AND 40', "mysql")
    '`hours-per-week` BETWEEN 20 AND 40'
    """
    require_dialect(dialect)
    dialect = _READS_AS.get(dialect, dialect)
    tree = sqlglot.parse_one(f"SELECT 1 WHERE {condition}", read=OWN)
    where = _CORRECTED.get(dialect, _as_it_is)(tree).args["where"].this
    written: str = where.sql(dialect=dialect)
    return written


def columns_in(condition: str) -> list[str]:
    """The columns that a condition in DuckDB's SQL names, each once.

    >>> columns_in("age IS NOT NULL AND trim(race) NOT IN ('', '?') AND age > 17")
    ['age', 'race']
    """
    tree = sqlglot.parse_one(f"SELECT 1 WHERE {condition}", read=OWN)
    return list(dict.fromkeys(column.name for column in tree.find_all(exp.Column, bfs=False)))


def _table(written: str, dialect: str) -> exp.Expression:
    """The name of a table, and nothing but a name."""
    try:
        tree = sqlglot.parse_one(f"SELECT 1 FROM {written}", read=dialect)
    except sqlglot.errors.SqlglotError:
        tree = exp.Select()
    found: exp.Expression | None = tree.find(exp.Table)
    bare = exp.Select(expressions=[exp.Literal.number(1)]).from_(found) if found else None
    plain = {"this", "db", "catalog"}
    named = found is not None and isinstance(found.this, exp.Identifier)
    if (
        found is None
        or not named
        or tree != bare
        or {k for k, v in found.args.items() if v} - plain
    ):
        raise SettingError(
            "the name of the table can't be read. Write it as the database does, such as people, "
            'sales.people or "Sales 2026", without an alias.',
            "seller_table",
        )
    return found


def _as(table: exp.Expression, alias: str) -> exp.Expression:
    renamed = table.copy()
    if alias:
        renamed.set("alias", exp.TableAlias(this=exp.to_identifier(alias)))
    return renamed


def _as_it_is(tree: exp.Expression) -> exp.Expression:
    return tree


def _for_sql_server(tree: exp.Expression) -> exp.Expression:
    """RAND() is drawn once for all rows there, and text beyond ASCII needs an N in front."""

    def corrected(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Rand):
            return exp.Anonymous(this="NEWID")
        if isinstance(node, exp.Literal) and node.is_string and not str(node.this).isascii():
            return exp.National(this=node.this)
        if isinstance(node, exp.Cast) and isinstance(node.parent, exp.Substring):
            return exp.cast(node.this, exp.DataType.build("NVARCHAR(4000)"), copy=False)
        return node

    found: exp.Expression = tree.transform(corrected)
    return found


def _for_oracle(tree: exp.Expression) -> exp.Expression:
    """No md5, no text of any length to hash, no truth values, dates by local habit, no empty text."""

    def corrected(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.MD5):
            return exp.func("LOWER", exp.func("RAWTOHEX", _hashed(node.this.transform(corrected))))
        if isinstance(node, exp.Cast) and node.is_type("text"):
            return exp.cast(node.this, exp.DataType.build("VARCHAR(4000)"), copy=False)
        if isinstance(node, exp.Cast) and node.is_type("date") and node.this.is_string:
            return exp.Anonymous(this="TO_DATE", expressions=[node.this, _text("YYYY-MM-DD")])
        if isinstance(node, exp.Boolean) and not isinstance(node.parent, exp.In):
            return exp.EQ(this=exp.Literal.number(1), expression=exp.Literal.number(int(node.this)))
        if isinstance(node, exp.In) and isinstance(node.parent, exp.Not):
            # Empty text is NULL there, and nothing is known to be outside a list that holds NULL.
            node.set("expressions", [one for one in node.expressions if one != _text("")])
        return node

    found: exp.Expression = tree.transform(corrected)
    return found


def _for_clickhouse(tree: exp.Expression) -> exp.Expression:
    """A backslash in a name hides what follows it there, so it is written twice."""

    def corrected(node: exp.Expression) -> exp.Expression:
        if isinstance(node, exp.Identifier) and "\\" in str(node.this):
            return exp.to_identifier(str(node.this).replace("\\", "\\\\"), quoted=True)
        return node

    found: exp.Expression = tree.transform(corrected)
    return found


def _hashed(text: exp.Expression) -> exp.Expression:
    return exp.Anonymous(this="STANDARD_HASH", expressions=[text, _text("MD5")])


def _text(value: str) -> exp.Expression:
    literal: exp.Expression = exp.Literal.string(value)
    return literal


_CORRECTED: dict[str, Callable[[exp.Expression], exp.Expression]] = {
    "clickhouse": _for_clickhouse,
    "fabric": _for_sql_server,
    "oracle": _for_oracle,
    "tsql": _for_sql_server,
}
