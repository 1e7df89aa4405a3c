"""Names in options: several in one text, with commas between, and as a shell takes them.

A name that holds a comma goes in double quotes, as in CSV: `"a,b",c` are two names.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PART = re.compile(r'\s*(?:"((?:[^"]|"")*)"\s*(=[^,]*)?|([^,]*))(?:,|\Z)')
_SPECIAL = frozenset(',="')


def names_in(written: str) -> list[str]:
    """The names in a text.

    >>> names_in('age, "income, yearly",hours')
    ['age', 'income, yearly', 'hours']
    """
    return [name + (rest or "") for name, rest in parts_in(written)]


def parts_in(written: str) -> list[tuple[str, str | None]]:
    """The names in a text, each with what follows its quotes, if it has any; empty parts are left out.

    >>> parts_in('"a,b"=0.35, c=0.5, "d=e"')
    [('a,b', '=0.35'), ('c=0.5', None), ('d=e', '')]
    """
    found: list[tuple[str, str | None]] = []
    at = 0
    while at < len(written):
        part = _PART.match(written, at)
        assert part is not None
        at = part.end()
        if part[3] is None:
            found.append((part[1].replace('""', '"'), (part[2] or "").strip()))
        else:
            found.append((part[3].strip(), None))
    return [(name, rest) for name, rest in found if name]


def option(flag: str, names: Iterable[str], more: str = "") -> str:
    """An option with names as one can paste it into a shell.

    Args:
        flag: the option, such as `--dimensions`.
        names: what it is about.
        more: what is said of the last of them.

    Example:
        >>> print(option("--dimensions", ["age", "income, yearly"]))
        --dimensions 'age,"income, yearly"'
    """
    return f"{flag} {shlex.quote(','.join(map(_one, names)) + more)}"


def _one(name: str) -> str:
    """A name as `names_in` finds it again."""
    if name == name.strip() and not _SPECIAL & set(name):
        return name
    return '"' + name.replace('"', '""') + '"'
