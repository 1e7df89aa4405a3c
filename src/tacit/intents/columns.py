"""The names of columns, as SQL takes them."""

from __future__ import annotations


def quoted(column: str) -> str:
    """Write a column's name for SQL, in quotes only where it needs them.

    >>> quoted("age"), quoted("hours-per-week"), quoted("order")
    ('age', '"hours-per-week"', '"order"')
    """
    plain = column.isidentifier() and column.isascii() and column.islower()
    return column if plain and column not in _KEYWORDS else '"' + column.replace('"', '""') + '"'


_KEYWORDS = frozenset(
    """
    add all alter analyse analyze and anti any array as asc asof asymmetric at authorization
    between binary both by case cast check collate collation column concurrently connect_by_root
    constraint create cross current_catalog current_date current_role current_schema current_time
    current_timestamp current_user date day default deferrable delete desc describe distinct do
    drop else end except exists false fetch for force foreign freeze from full glob grant group
    having if ilike in initially inner insert install intersect interval into is isnull join
    lambda lateral leading left level like limit localtime localtimestamp map month natural not
    notnull null offset on only option or order outer overlaps partitioned_by pivot pivot_longer
    pivot_wider placing positional primary qualify references regexp returning revoke right rlike
    rollback row rows select semi session_user set show similar some start summarize symmetric
    table tablesample then time timestamp to trailing trigger true uncache union unique unpack
    unpivot update user using value values variadic verbose when where window with xor year
    """.split()  # noqa: SIM905  (a hundred quoted words are harder to read)
)
