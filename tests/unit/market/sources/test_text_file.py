"""Files of text on their way to a database."""

from __future__ import annotations

import gc
import gzip
from pathlib import Path

import pytest

from tacit.errors import TableError
from tacit.market.sources import bounds
from tacit.market.sources.bounds import USUAL
from tacit.market.sources.text_file import TextFile
from tests.helpers.tables import PLAIN, written


def test_utf8_is_read_where_it_is(tmp_path: Path) -> None:
    file = TextFile.at(path := written(tmp_path, PLAIN), None, USUAL, None)
    assert (file.place, file.copy, file.notes) == (path, None, ())
    assert file.may_be_western
    assert not TextFile.at(path, None, USUAL, None, "utf-8").may_be_western


def test_any_other_comes_as_a_copy_that_lasts_as_long_as_the_database(tmp_path: Path) -> None:
    packed = gzip.compress(PLAIN.encode("utf-16"))
    file = TextFile.at(written(tmp_path, packed, "a.csv.gz"), "gzip", USUAL, None)
    assert file.start() == PLAIN.encode()
    assert file.place_packing is None
    connection = file.connect()
    assert connection.execute(f"FROM read_csv('{file.place}')").fetchall()
    del connection
    gc.collect()
    assert not file.place.exists()


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_a_packed_file_that_holds_too_much_is_refused(
    tmp_path: Path, packing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow as pa

    monkeypatch.setattr(bounds, "ALWAYS", 10**5)
    content = b"a\n" * 10**6
    packed = (
        gzip.compress(content) if packing == "gzip" else pa.compress(content, "zstd", asbytes=True)
    )
    with pytest.raises(TableError, match="--unpacked"):
        TextFile.at(written(tmp_path, packed, "a.csv"), packing, USUAL, None)
