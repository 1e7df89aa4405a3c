"""How much of a machine a table may take, and that a packed one is looked at first."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tacit._progress import Phase
from tacit.errors import SettingError, TableError
from tacit.market.sources import bounds
from tacit.market.sources.bounds import LEAST, SHARE, Bounds, machine_memory, size_of

NOBODY = Phase(None, "")


@pytest.mark.parametrize(
    ("written", "size"),
    [("5", 5), (7, 7), ("3k", 3000), ("2 MB", 2 * 10**6), ("1.5GB", 15 * 10**8), ("1T", 10**12)],
)
def test_sizes_are_read_as_people_write_them(written: str | int, size: int) -> None:
    assert size_of(written, "memory") == size


@pytest.mark.parametrize("written", ["", "0", "0.0GB", "-1", "much", "1e9", "5 PB", "9" * 40, True])
def test_what_is_no_size_is_refused_by_name(written: str) -> None:
    with pytest.raises(SettingError) as caught:
        Bounds.of(unpacked=written)
    assert caught.value.setting == "unpacked"


def test_a_quarter_of_the_machine_is_taken_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Bounds().bytes == max(machine_memory() // SHARE, LEAST)
    assert Bounds.of("3GB").bytes == 3 * 10**9
    assert Bounds.of("1KB").bytes == LEAST
    monkeypatch.setattr(bounds, "machine_memory", lambda: 2**40)
    assert Bounds().bytes == 2**38


class TestPacked:
    @pytest.fixture
    def bomb(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A file that unpacks to some 900 times its size."""
        monkeypatch.setattr(bounds, "ALWAYS", 10**6)
        path = tmp_path / "a.csv.gz"
        path.write_bytes(gzip.compress(b"a,b\n" + b"x,y\n" * 2 * 10**6, mtime=0))
        return path

    def test_too_much_is_refused_and_the_option_named(self, bomb: Path) -> None:
        with pytest.raises(TableError, match="--unpacked"):
            Bounds().require_small(bomb, NOBODY)

    def test_unless_it_is_said(self, bomb: Path) -> None:
        Bounds.of(unpacked="9MB").require_small(bomb, NOBODY)
        with pytest.raises(TableError, match="--unpacked"):
            Bounds.of(unpacked="7MB").require_small(bomb, NOBODY)

    def test_what_is_usual_is_no_matter(self, tmp_path: Path, bomb: Path) -> None:
        path = tmp_path / "b.csv.gz"
        path.write_bytes(gzip.compress(bytes(range(256)) * 9000, mtime=0, compresslevel=0))
        Bounds().require_small(path, NOBODY)

    def test_what_can_not_be_unpacked_is_said(self, bomb: Path) -> None:
        bomb.write_bytes(bomb.read_bytes()[:-20])
        with pytest.raises(TableError, match="can't be unpacked"):
            Bounds.of(unpacked="8MB").require_small(bomb, NOBODY)
