"""A key of the user's own, from which draws come: who asks the same twice is answered the same.

Each new draw for one want tells a rival more, and who could ask until the answer is cheap would let
the price tell on the want. So a draw is worked out from what is asked (`question.py`) and a key that
nobody else has. To everyone without the key it is as good as drawn anew; whoever has the key, and a
post, can try which wants lead to it.

The key is made when it is first needed. It lies in a file that only its owner can read, in the
user's folder for data, or in the folder that `TACIT_HOME` names.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import stat
import struct
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacit._files import reading
from tacit._files.own_folders import VARIABLE, data_folder
from tacit._files.private_file import PRIVATE_FOLDER, flags, has_modes, make_folder, put
from tacit.errors import NoKey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSION = b"1"
_ABOUT = (
    b"Tacit key %b: your draws come from the line below. Never share it: whoever has it can find out "
    b"from what you publish what you want.\n"
)
_WRITTEN = re.compile(rb"Tacit key ([0-9]+):[^\n]*\n(.*)", re.DOTALL)
_NUMBER = re.compile(rb"[0-9a-f]{64}(\r?\n)?")
_BYTES = 32
_LARGEST = 4096  # bytes of a file that may be a key
_OTHERS = 0o077


@dataclass(frozen=True, repr=False)
class OwnKey:
    """The key, which it shows to nobody.

    Contract:
        promises: the same question leads to the same numbers; without the key, those of different
            questions look as if drawn independently.

    Attributes:
        secret: the key itself.
        warning: what the user should be told about its file, if anything.
    """

    secret: bytes
    warning: str | None = field(default=None, compare=False)

    @classmethod
    def read(cls) -> OwnKey | None:
        """The key, if there is one yet.

        Raises:
            NoKey: if there is something in its place that can't be used.
        """
        place = key_place()
        with _told(place):
            handle = _opened(place)
            if handle is None:
                return None
            try:
                _require_file(handle, place)
                warning = _closed_to_others(handle, place)
                return cls(_read(handle, place), warning)
            finally:
                os.close(handle)

    @classmethod
    def read_or_make(cls) -> OwnKey:
        """The key; where there is none yet, a new one, the same for all runs that begin at once.

        Raises:
            NoKey: if it can't be made, or what is in its place can't be used.
        """
        found = cls.read()
        if found is None:
            place = key_place()
            _make(place)
            found = cls.read()
            if found is None:
                raise NoKey("it was taken away while it was made", place)
        return found

    def draw(self, question: bytes) -> tuple[int, ...]:
        """Numbers to begin a draw with, for `numpy.random.default_rng`: eight of 32 bits each."""
        return struct.unpack(">8I", hmac.digest(self.secret, question, "sha256"))

    def tag(self, message: bytes) -> str:
        """What the key makes of a message, for notes; it has nothing to do with any draw."""
        return hmac.digest(self.secret, b"note: " + message, "sha256").hex()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden)"


def key_place() -> Path:
    """The file that the key is in, or will be.

    Raises:
        NoKey: if the user has no folder for it.
    """
    folder = data_folder()
    if folder is None:
        raise NoKey(f"you have no home folder to keep it in. Name a folder in {VARIABLE}")
    return folder / "key"


@contextmanager
def _told(place: Path) -> Iterator[None]:
    """Say in our words what the system refused."""
    try:
        yield
    except OSError as error:
        raise NoKey(f"the system says: {error.strerror or 'no'}", place) from None


def _opened(place: Path) -> int | None:
    """Open what is in place; None if nothing is there."""
    try:
        # Without waiting: where somebody put a pipe, nobody may ever write to it.
        return os.open(place, flags("O_RDONLY", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
    except FileNotFoundError:
        if os.path.islink(place):  # what is there and no link, another run put there just now
            raise NoKey("what is there is a link that leads nowhere", place) from None
        return None


def _require_file(handle: int, place: Path) -> None:
    """Refuse what can't keep a key."""
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        raise NoKey("it must be a regular file, not a folder, pipe or device", place)


def _closed_to_others(handle: int, place: Path) -> str | None:
    """Let only the user at the file from now on; what to tell them if that was not so before."""
    if not has_modes():
        return None
    found = os.fstat(handle)
    if found.st_uid != os.geteuid():
        raise NoKey("it belongs to another user of this machine, who may know it", place)
    if not found.st_mode & _OTHERS:
        return None
    os.fchmod(handle, 0o600)
    if os.fstat(handle).st_mode & _OTHERS:
        raise NoKey("others on this machine can read it, and it can't be closed to them", place)
    return (
        f"others on this machine could read the key of your draws ({place}). It is closed to them now. "
        "If somebody may have read it, delete it to have a new one; the same question then gives "
        "another draw, which tells more"
    )


def _read(handle: int, place: Path) -> bytes:
    reading(place)
    with open(handle, "rb", closefd=False) as file:
        content = file.read(_LARGEST)
    found = _WRITTEN.fullmatch(content)
    if found and found[1] != VERSION:
        raise NoKey("it is of a kind that only another version of Tacit reads", place)
    if not found or not _NUMBER.fullmatch(found[2]):
        raise NoKey(
            "it is damaged, or no key of Tacit. Delete it to have a new one; the same question then "
            "gives another draw, which tells more",
            place,
        )
    return bytes.fromhex(found[2].decode())


def _make(place: Path) -> None:
    """Put a new key in its place, unless another run was quicker: then that one's is the key."""
    content = _ABOUT % VERSION + secrets.token_hex(_BYTES).encode() + b"\n"
    with _told(place):
        make_folder(place.parent, PRIVATE_FOLDER)
        with suppress(FileExistsError):
            put(place, content, os.link)
