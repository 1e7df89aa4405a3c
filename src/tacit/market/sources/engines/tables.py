"""A table or a query in an open engine, as an Ibis expression with the types of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.errors import TableError, nearest
from tacit.market.sources.engines.engine import AdbcEngine
from tacit.market.sources.one_query import one_query

if TYPE_CHECKING:
    from tacit.market.sources.engines.engine import Engine

MOST_SHOWN = 12
_DIALECTS = {"pyspark": "spark"}
_ENUMS = "EXISTS (SELECT 1 FROM pg_catalog.pg_enum AS e WHERE e.enumtypid = o.oid)"


def table_of(engine: Engine, name: str) -> Any:
    """A table by its name, with a schema before a point where it needs one."""
    catalog, schema, table = _parts(name, engine.dialect)
    if isinstance(engine, AdbcEngine):
        return engine.waited_for(lambda: _adbc_table(engine, schema, table))
    where = ((catalog, schema) if catalog else schema) or None
    found = engine.waited_for(lambda: _table(engine.backend, table, where))
    if found is None:
        others = engine.waited_for(lambda: sorted(engine.backend.list_tables(database=where)))
        shown = ", ".join(others[:MOST_SHOWN]) + (", ..." if len(others) > MOST_SHOWN else "")
        raise TableError(
            f"there is no table '{name}'.{nearest(table, others)} There are: {shown or 'none'}. One in "
            "another schema has its name before a point."
        )
    return found


def _table(backend: Any, table: str, where: Any) -> Any:
    """A table of an engine; None if there is none."""
    from ibis.common.exceptions import TableNotFound

    try:
        return backend.table(table, database=where)
    except TableNotFound:
        return None


def query_of(engine: Engine, text: str) -> Any:
    """What a query gives; it must be one query, and nothing else."""
    one_query(text, _DIALECTS.get(engine.dialect, engine.dialect))
    sql = text.strip().rstrip(";").strip()
    if isinstance(engine, AdbcEngine):
        raise TableError(
            "an ADBC connection goes with the name of a table. Make a view of the query."
        )
    if engine.dialect == "postgres":
        schema = engine.waited_for(lambda: _schema_of(engine.backend, sql))
        return engine.backend.sql(sql, schema=schema)
    return engine.waited_for(lambda: engine.backend.sql(sql))


def _parts(name: str, dialect: str) -> tuple[str, str, str]:
    import sqlglot
    from sqlglot import exp

    try:
        found = exp.to_table(name, dialect=_DIALECTS.get(dialect, dialect))
    except (sqlglot.errors.SqlglotError, ValueError):
        found = None
    if found is None or not found.name:
        return "", "", name
    return found.catalog, found.db, found.name


def _schema_of(backend: Any, sql: str) -> Any:
    """The types of a query's columns, found without writing anything; Ibis would make a view."""
    import ibis

    with backend.con.cursor() as cursor:
        cursor.execute(f"SELECT * FROM ({sql}) AS q LIMIT 0")
        columns = [(column.name, column.type_code) for column in cursor.description]
        oids = sorted({oid for _, oid in columns})
        cursor.execute(
            f"SELECT o.oid, CASE WHEN {_ENUMS} THEN 'enum' ELSE pg_catalog.format_type(o.oid, NULL) "
            "END FROM unnest(%s::oid[]) AS o(oid)",
            [oids],
        )
        types = dict(cursor.fetchall())
    read = backend.compiler.type_mapper.from_string
    return ibis.schema({name: read(types[oid]) for name, oid in columns})


def _adbc_table(engine: AdbcEngine, schema: str, table: str) -> Any:
    import ibis

    found = engine.connection.adbc_get_table_schema(table, db_schema_filter=schema or None)
    return ibis.table(ibis.Schema.from_pyarrow(found), name=table, database=schema or None)
