"""Where a table is in an engine: an address without secrets, and a table's name or a query.

```
sqlite:///shop.db                          a file beside, or sqlite:////full/path/shop.db
duckdb:///shop.duckdb                      the same
postgresql://ann@db.example:5432/shop      also postgresql:///?service=shop
mysql://, clickhouse://, trino://, snowflake://, bigquery://, databricks://     as Ibis takes them
spark://host:7077                          a master; sc://host:15002 for Spark Connect
```

A password never stands in an address: addresses are seen by others in lists of processes, kept in market
files and shown in messages.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tacit._files import reading
from tacit.errors import InputError, MarketFileError, TableError, nearest
from tacit.intents.reading import LONGEST

FILES = ("duckdb", "sqlite")
"""Engines whose tables lie in one file."""
ALIASES = {"postgres": "postgresql", "mariadb": "mysql", "sqlite3": "sqlite"}
SCHEMES = (
    *FILES,
    *("postgresql", "mysql", "clickhouse", "trino", "snowflake", "bigquery", "databricks"),
    *("spark", "sc"),
)
SECRETS = ("password", "passwd", "pwd", "pass", "token", "access_token", "secret", "private_key")
"""What secrets are called in the later part of an address."""
PASSWORD = "TACIT_DB_PASSWORD"
"""The variable of the environment that may hold a password."""
HOW_TO_SAY_IT = (
    f"Leave the password out of the address: set {PASSWORD}, use the engine's own way (such as "
    "PGPASSWORD, ~/.pgpass or a service file), or be asked for it with --ask-password."
)


@dataclass(frozen=True)
class Place:
    """Where a table is in an engine.

    Attributes:
        uri: the address, without secrets.
        table: the table's name, with its schema before a point where it needs one.
        query: instead, the text of a query.
        query_file: where the query was read from.
        password: what opens it, if it was given; never shown, compared or written.
    """

    uri: str
    table: str | None = None
    query: str | None = None
    query_file: str | None = None
    password: str | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_address(self.uri)
        if (self.table is None) == (self.query is None):
            raise InputError(
                "say which table of the database is meant: --table NAME or --query FILE (in Python "
                "table or query), one of them."
            )

    @property
    def scheme(self) -> str:
        """Which engine it is."""
        return scheme_of(self.uri)

    @property
    def name(self) -> str:
        """What messages call the table."""
        return "the query" if self.table is None else f"table '{self.table}'"

    @property
    def file(self) -> Path | None:
        """The file that holds the table, for engines that are one."""
        return file_of(self.uri)

    def seen_from(self, folder: Path) -> Place:
        """The same place, with files looked for in a folder; as a market file means them."""
        if self.file is None or self.file.is_absolute():
            return self
        return replace(self, uri=f"{self.scheme}:///{(folder / self.file).absolute()}")


def is_address(data: Any) -> bool:
    """Whether something is an address, rather than the name of a file."""
    return isinstance(data, str) and "://" in data


def scheme_of(uri: str) -> str:
    """Which engine an address leads to."""
    scheme = uri.partition("://")[0].lower().split("+")[0]
    return ALIASES.get(scheme, scheme)


def file_of(uri: str) -> Path | None:
    """The file that an address leads to; three slashes stand before one beside, four before a full path."""
    if scheme_of(uri) not in FILES:
        return None
    rest = uri.partition("://")[2].partition("?")[0]
    path = rest[1:] if rest.startswith("/") else rest
    if not path:
        raise InputError(f"{scheme_of(uri)}:// names no file. Write {scheme_of(uri)}:///shop.db.")
    return Path(path)


def check_address(uri: str) -> None:
    """Refuse an address that leads nowhere, or that holds a secret; it is not repeated."""
    scheme = scheme_of(uri)
    if scheme not in SCHEMES:
        raise InputError(
            f"tables can't be read from '{scheme}'.{nearest(scheme, SCHEMES)} Known are: "
            f"{', '.join(SCHEMES)}. Or bring the table here as a file of Parquet."
        )
    if secret_in(uri):
        raise InputError(HOW_TO_SAY_IT)


def secret_in(uri: str) -> bool:
    """Whether an address holds a password or the like."""
    try:
        parts = urlsplit(uri)
        asked = parse_qsl(parts.query, keep_blank_values=True, separator="&")
        return bool(parts.password) or any(
            value and any(secret in name.lower() for secret in SECRETS) for name, value in asked
        )
    except ValueError:
        pass
    raise InputError("the address of the database can't be read. Look at its brackets and port.")


def read_query(path: str | Path) -> str:
    """The text of a query in a file."""
    reading(path)
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST + 1)
    except UnicodeDecodeError:
        raise TableError(f"{path} is not text in UTF-8. Save the query anew.") from None
    except OSError as error:
        raise TableError(f"{path} can't be read: {error.strerror}.") from None
    if len(text) > LONGEST:
        raise TableError(f"{path} is longer than {LONGEST:,} characters.")
    return text


def place_from(told: dict[str, Any], path: Path) -> Place:
    """The `[source]` of a market file: an address, and a table or the name of a file with a query."""
    for key in told:
        if key not in ("uri", "table", "query"):
            raise MarketFileError(
                f"[source] of {path} has the unknown entry '{key}'. Known are: query, table, uri."
            )
        if not isinstance(told[key], str):
            raise MarketFileError(f'{key} under [source] of {path} must be text: {key} = "...".')
    if "uri" not in told:
        raise MarketFileError(f'[source] of {path} needs uri = "...", such as "sqlite:///shop.db".')
    file = path.parent / told["query"] if "query" in told else None
    problem = ""
    try:
        query = None if file is None else read_query(file)
        place = Place(told["uri"], told.get("table"), query, None if file is None else str(file))
        return place.seen_from(path.parent)
    except InputError as error:
        problem = str(error)
    raise MarketFileError(f"[source] of {path}: {problem}")
