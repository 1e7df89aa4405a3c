"""The SQL of engines: Ibis teaches sqlglot some of it, and must be heard before it writes any."""

from __future__ import annotations


def settle_dialects() -> None:
    """Let Ibis' own ways to write SQL count, also where sqlglot has written some before Ibis was imported.

    sqlglot looks up how a dialect writes something once, and keeps it. If PostgreSQL's was looked up by then, a
    date would be written as another database does.
    """
    import ibis.backends.sql.dialects  # noqa: F401
    from sqlglot import generator

    known = getattr(generator, "_DISPATCH_CACHE", None)
    if known is not None:
        known.clear()
