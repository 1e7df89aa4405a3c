"""Copies that nobody else may see, and that are not left behind."""

from __future__ import annotations

import errno
import gc
from pathlib import Path

import pytest

from tacit._files import UNFINISHED
from tacit.errors import TableError
from tacit.market.sources.private_copy import PrivateCopy


class Owner:
    """Whoever uses a copy."""


def test_a_copy_lasts_as_long_as_its_owner() -> None:
    copy, owner = PrivateCopy(), Owner()
    with copy.written() as file:
        file.write(b"abc")
    folder = copy.path.parent
    assert folder in UNFINISHED
    assert (folder.stat().st_mode & 0o777, copy.path.stat().st_mode & 0o777) == (0o700, 0o600)
    copy.lasts_for(owner)
    del owner
    gc.collect()
    assert not folder.exists()
    assert folder not in UNFINISHED


def removed(folder: Path) -> bool:
    return not folder.exists() and folder not in UNFINISHED


def test_it_is_gone_if_it_can_not_be_filled() -> None:
    stopped, full = PrivateCopy(), PrivateCopy()
    with pytest.raises(KeyboardInterrupt), stopped.written():
        raise KeyboardInterrupt
    with pytest.raises(TableError, match="a copy can't be written: No space"), full.written():
        raise OSError(errno.ENOSPC, "No space left on device")
    assert removed(stopped.path.parent)
    assert removed(full.path.parent)
