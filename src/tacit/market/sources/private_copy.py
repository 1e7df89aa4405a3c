"""Copies of what is read, for a database that could not read it as it is; nobody else may see them."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any
from weakref import finalize

from tacit._files import MAKING, UNFINISHED
from tacit.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Iterator


class PrivateCopy:
    """A file in a folder of its own, which only its owner may look into, until it is removed."""

    def __init__(self) -> None:
        with MAKING:
            self._folder = Path(tempfile.mkdtemp(prefix="tacit-"))
            UNFINISHED[self._folder] = None
        self.path = self._folder / "copy"

    @contextmanager
    def written(self) -> Iterator[Any]:
        """The copy, open to be filled with bytes; it is gone if that fails or is stopped."""
        try:
            with MAKING:
                descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "wb", buffering=2**20) as file:
                yield file
        except BaseException as error:
            self.remove()
            if not isinstance(error, OSError) or error.errno is None:
                raise
            raise TableError(f"a copy can't be written: {error.strerror}.") from None

    def lasts_for(self, owner: Any) -> None:
        """Remove the copy once nobody uses this any more, and at the end of the program at the latest."""
        finalize(owner, _removed, self._folder)

    def remove(self) -> None:
        """Remove the copy now."""
        _removed(self._folder)


def _removed(folder: Path) -> None:
    rmtree(folder, ignore_errors=True)
    UNFINISHED.pop(folder, None)
