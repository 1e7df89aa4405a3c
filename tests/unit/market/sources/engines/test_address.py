"""Addresses of engines: without secrets, with one table or query."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import InputError, MarketFileError, TableError
from tacit.market.sources.engines.address import (
    Place,
    file_of,
    is_address,
    place_from,
    read_query,
    scheme_of,
)


@pytest.mark.parametrize(
    "uri",
    [
        "postgresql://ann:zqcanary@db.example/shop",
        "postgresql://db.example/shop?password=zqcanary",
        "snowflake://ann@account/shop?token=zqcanary",
        "mysql://ann:zqcanary@[::1]:3306/shop",
    ],
)
def test_a_password_is_refused_and_not_repeated(uri: str) -> None:
    with pytest.raises(InputError, match="Leave the password out") as caught:
        Place(uri, "people")
    assert "zqcanary" not in str(caught.value)


def test_an_address_that_can_not_be_read_is_not_repeated() -> None:
    with pytest.raises(InputError, match="can't be read") as caught:
        Place("postgresql://[zqcanary/shop", "people")
    assert "zqcanary" not in str(caught.value)


def test_an_engine_that_is_not_known_is_named_with_the_nearest() -> None:
    with pytest.raises(InputError, match="Did you mean 'postgresql'"):
        Place("postgrsql://ann@db.example/shop", "people")


@pytest.mark.parametrize("said", [{}, {"table": "people", "query": "SELECT 1"}])
def test_one_table_or_one_query(said: dict[str, str]) -> None:
    with pytest.raises(InputError, match="--table NAME or --query FILE"):
        Place("sqlite:///shop.db", **said)


def test_schemes_and_files() -> None:
    assert is_address("sqlite:///shop.db")
    assert not is_address(Path("sqlite:///shop.db"))
    assert scheme_of("postgres://ann@db/shop") == scheme_of("postgresql+psycopg://db/shop")
    assert file_of("sqlite:///shop.db") == Path("shop.db")
    assert file_of("duckdb:////full/shop.db") == Path("/full/shop.db")
    assert file_of("postgresql://db/shop") is None
    with pytest.raises(InputError, match="names no file"):
        file_of("sqlite://")


def test_a_place_is_called_by_its_table_and_keeps_its_password_to_itself() -> None:
    place = Place("postgresql://ann@db/shop", "people", password="zqcanary")
    assert place.name == "table 'people'"
    assert "zqcanary" not in repr(place)
    assert place == Place("postgresql://ann@db/shop", "people")
    assert Place("postgresql://ann@db/shop", query="SELECT 1").name == "the query"


def test_files_of_a_market_file_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_text("SELECT * FROM people")
    path = tmp_path / "shop.market.toml"
    place = place_from({"uri": "sqlite:///shop.db", "query": "q.sql"}, path)
    assert place.file == tmp_path / "shop.db"
    assert place.query == "SELECT * FROM people"
    assert place_from({"uri": "postgresql://db/shop", "table": "p"}, path).table == "p"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"table": "people"}, "needs uri"),
        ({"uri": 5, "table": "people"}, "must be text"),
        ({"uri": "sqlite:///s.db", "tables": "people"}, "unknown entry 'tables'"),
        ({"uri": "sqlite:///s.db", "query": "missing.sql"}, "can't be read"),
        ({"uri": "mysql://a:b@db/shop", "table": "people"}, "Leave the password out"),
    ],
)
def test_what_is_wrong_in_a_market_file(
    told: dict[str, object], words: str, tmp_path: Path
) -> None:
    with pytest.raises(MarketFileError, match=words):
        place_from(told, tmp_path / "shop.market.toml")


def test_a_query_is_text_and_not_endless(tmp_path: Path) -> None:
    (tmp_path / "q.sql").write_bytes(b"SELECT '\xff'")
    with pytest.raises(TableError, match="not text in UTF-8"):
        read_query(tmp_path / "q.sql")
    with pytest.raises(TableError, match="longer than"):
        read_query("/dev/zero")
