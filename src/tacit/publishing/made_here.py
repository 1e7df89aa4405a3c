"""How posts were made on this machine, so that an audit need not guess.

A post by itself does not say how it was made, and several methods may lead to the same one. So where the
user's own key draws a post, and where a post is written to a file, how it was made is noted beside the key.
The post itself is not noted, only what the key makes of it and of its market; nor is the want. Who has the
post, and the key, finds the note.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tacit._files import reading
from tacit._files.private_file import flags, has_modes
from tacit.errors import NoKey
from tacit.market.fingerprint import fingerprint
from tacit.publishing.own_key import OwnKey, key_place

if TYPE_CHECKING:
    from pathlib import Path

    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.publication import Publication

LARGEST = 4 * 2**20
"""How many bytes of notes are read, the latest ones: some ten thousand posts."""


def note_how(result: Publication) -> None:
    """Note how a post was made, once.

    Raises:
        NoKey: if there is no key, or no place for notes.
    """
    key = OwnKey.read_or_make()
    told = json.dumps(result.procedure.to_json(), sort_keys=True)
    line = f"{_tag(key, result.market, result.published)} {told}\n".encode()
    place = _place()
    try:
        noted = _noted(place)
        if line in noted:
            return
        cut_off = noted and not noted.endswith(b"\n")
        line = b"\n" + line if cut_off else line
        handle = os.open(
            place, flags("O_WRONLY", "O_CREAT", "O_APPEND", "O_NOFOLLOW", "O_BINARY"), 0o600
        )
        try:
            if has_modes():
                os.fchmod(handle, 0o600)  # a strict umask may have taken too much
            os.write(handle, line)  # in one go: several runs may write at once
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise NoKey(f"notes beside it can't be written: {error.strerror}", place) from None


def noted_here(market: Market, published: Intent) -> list[dict[str, Any]]:
    """How a post was made on this machine, as a result tells it; several, if in several ways."""
    key, lines = None, b""
    with suppress(NoKey, OSError):
        key, lines = OwnKey.read(), _noted(_place())
    if key is None:
        return []
    tag = _tag(key, market, published).encode()
    told = [line.partition(b" ")[2] for line in lines.splitlines() if line.startswith(tag)]
    found = map(_read, dict.fromkeys(told))
    return [one for one in found if isinstance(one, dict)]


def _read(told: bytes) -> Any:
    """A note; what can't be read is none."""
    with suppress(ValueError):
        return json.loads(told)
    return None


def _tag(key: OwnKey, market: Market, published: Intent) -> str:
    boxes = sorted(box.codes for box in published.boxes)
    return key.tag(repr((fingerprint(market), boxes)).encode())


def _place() -> Path:
    return key_place().with_name("posts")


def _noted(place: Path) -> bytes:
    """The latest notes; none where there is no file yet, or something else in its place."""
    if not place.is_file():
        return b""
    reading(place)
    with place.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - LARGEST))
        return file.read(LARGEST)
