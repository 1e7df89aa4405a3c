"""How texts are written, and their copies in UTF-8."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit._progress import Phase
from tacit.errors import SettingError, TableError
from tacit.market.sources.text_encoding import GUESSED, Encoding, encoding_of, is_utf8, utf8_copy

NOBODY = Phase(None, "")
TEXT = "cité,âge\nOrléans – 5 €,31\n"


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"a,b\n", "utf-8"),
        (TEXT.encode(), "utf-8"),
        (TEXT.encode()[:4], "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8"),
        (TEXT.encode("utf-16"), "utf-16"),
        (TEXT.encode("utf-32"), "utf-32"),
        ("city,age\n".encode("utf-16-le"), "utf-16-le"),
        ("city,age\n".encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("cp1252"), "cp1252"),
        (bytes(range(256)), "utf-8"),
        (b"", "utf-8"),
    ],
)
def test_the_first_bytes_tell(start: bytes, name: str) -> None:
    assert encoding_of(start).name == name


def test_what_is_guessed_is_told_and_what_is_said_is_not() -> None:
    assert encoding_of(b"\xe9a").note.endswith("encoding")
    assert encoding_of(b"\xe9", "latin-1") == Encoding("iso8859-1", is_said=True)
    assert encoding_of(b"a", "UTF-8-SIG").name == "utf-8"


@pytest.mark.parametrize("name", ["utf-9", "hex", "rot13", "idna", "\ud800", "x" * 10**5])
def test_what_is_no_encoding_is_refused(name: str) -> None:
    with pytest.raises(SettingError, match="Common ones are"):
        encoding_of(b"a", name)


@pytest.mark.parametrize("name", ["utf-16", "utf-32", "cp1252", "utf-16-le", "utf-8"])
def test_a_copy_says_the_same_in_utf8(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit.market.sources.text_encoding._CHUNK", 3)
    (path := tmp_path / "a.csv").write_bytes(TEXT.encode(name))
    copy = utf8_copy(path, None, Encoding(name), NOBODY)
    assert copy.path.read_text("utf-8") == TEXT
    assert is_utf8(copy.path, None)
    copy.remove()


def test_bytes_that_windows_does_not_use_are_latin_1(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_bytes(bytes(range(0x80, 0xA0)))
    copy = utf8_copy(path, None, GUESSED, NOBODY)
    assert copy.path.read_text("utf-8")[:3] == "€\x81‚"
    copy.remove()


def test_what_is_not_so_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_bytes(b"\xff\xfea")
    with pytest.raises(TableError, match="not text in utf-16, though it starts like it"):
        utf8_copy(path, None, Encoding("utf-16"), NOBODY)


def test_all_of_a_file_is_looked_at(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_bytes(b"a" * 2**21 + b"\xe9")
    assert not is_utf8(path, None)
