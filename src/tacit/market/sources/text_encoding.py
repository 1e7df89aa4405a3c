"""How a text is written: in UTF-8, which a database can read, or in another encoding.

A file that is not UTF-8 says so by its first bytes, or by bytes that UTF-8 does not have. Then it is
most often what Windows wrote in western languages for decades. Users can say otherwise.
"""

from __future__ import annotations

import codecs
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.errors import SettingError, TableError
from tacit.market.sources.packing import stream
from tacit.market.sources.private_copy import PrivateCopy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tacit._progress import Phase

WESTERN = "cp1252"
UTF8 = "utf-8"
COMMON = "utf-8, windows-1252, latin-1, utf-16, cp437, mac-roman, shift-jis, gb18030, koi8-r"
_CHUNK = 2**20
_MARKS = {
    codecs.BOM_UTF8: UTF8,
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Bytes that a text may start with to say how it is written; the longer before the shorter."""
_NO_TEXT = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf-7"}
_NEARLY_ALL = 0.9


@dataclass(frozen=True)
class Encoding:
    """How a text is written.

    Attributes:
        name: what Python calls it.
        note: what to tell about it, where it had to be guessed.
        is_said: whether the user said so.
    """

    name: str
    note: str = ""
    is_said: bool = False


GUESSED = Encoding(
    WESTERN,
    "not UTF-8, so it was read as Windows-1252; if names look wrong, say how it is written: encoding",
)


def encoding_of(start: bytes, said: str | None = None) -> Encoding:
    """How a text is written, from its first bytes or from what a user says."""
    if said is not None:
        return Encoding(_known(said), is_said=True)
    for mark, name in _MARKS.items():
        if start.startswith(mark):
            return Encoding(name)
    wide = _wide(start[: 2**12])
    if wide is not None:
        return Encoding(
            wide, "read as UTF-16; if names look wrong, say how it is written: encoding"
        )
    return Encoding(UTF8) if b"\0" in start or _starts_in_utf8(start) else GUESSED


def _known(said: str) -> str:
    name = ""
    with suppress(LookupError, ValueError):  # a name may hold what no name can
        found = codecs.lookup(said.strip())
        name = found.name if getattr(found, "_is_text_encoding", True) else ""
    if not name or name in _NO_TEXT:
        raise SettingError(
            f"there is no encoding of this name. Common ones are: {COMMON}.", "encoding"
        )
    return UTF8 if name == "utf-8-sig" else name


def _wide(start: bytes) -> str | None:
    """Whether every other byte is zero, as in UTF-16 without a mark; which one says how it is written."""
    pairs = len(start) // 2
    first, second = start[: 2 * pairs : 2].count(0), start[1 : 2 * pairs : 2].count(0)
    if second > _NEARLY_ALL * pairs and not first:
        return "utf-16-le"
    return "utf-16-be" if first > _NEARLY_ALL * pairs and not second else None


def _starts_in_utf8(start: bytes) -> bool:
    """Whether bytes are UTF-8; the last character may be cut off."""
    try:
        codecs.getincrementaldecoder(UTF8)().decode(start)
    except UnicodeDecodeError:
        return False
    return True


def is_utf8(path: Path, packing: str | None) -> bool:
    """Whether all of a file is UTF-8."""
    decoder = codecs.getincrementaldecoder(UTF8)()
    try:
        with stream(path, packing) as content:
            while some := content.read(_CHUNK):
                decoder.decode(some)
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        return False
    return True


def utf8_copy(path: Path, packing: str | None, encoding: Encoding, phase: Phase) -> PrivateCopy:
    """A copy of a text in UTF-8, made a piece at a time."""
    copy, decode = PrivateCopy(), _decoder(encoding.name)
    try:
        with stream(path, packing) as content, copy.written() as file:
            some, is_first = content.read(_CHUNK), True
            while some or is_first:
                more = content.read(_CHUNK)
                text = decode(some, not more)
                file.write((text.removeprefix("\ufeff") if is_first else text).encode())
                some, is_first = more, False
                phase.beat()
    except UnicodeError:
        what = "as was said" if encoding.is_said else "though it starts like it"
        raise TableError(
            f"{path} is not text in {encoding.name}, {what}. Say how it is written (--encoding, in "
            f"Python: encoding), such as {COMMON}."
        ) from None
    return copy


def _decoder(name: str) -> Callable[[bytes, bool], str]:
    """A function that turns pieces of a text into characters, one after the other."""
    if name == WESTERN:
        return lambda some, _: some.decode("latin-1").translate(_WESTERN_MARKS)
    made: Any = codecs.getincrementaldecoder(name)()
    return lambda some, is_last: str(made.decode(some, is_last))


def _western_marks() -> dict[int, str]:
    """What Windows writes with bytes that mean no character in Latin-1; five it does not use either."""
    found = {}
    for byte in range(0x80, 0xA0):
        with suppress(UnicodeDecodeError):
            found[byte] = bytes([byte]).decode(WESTERN)
    return found


_WESTERN_MARKS = _western_marks()
