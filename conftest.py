"""What tests, and the examples in documents and modules, share: none of them touches the real home."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Folders for keys, one for each test; what is set up for several tests has one of its own."""
    folder = tmp_path_factory.mktemp("homes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TACIT_HOME", str(folder / "shared"))
        yield (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path]) -> Iterator[Path]:
    """Where this test, and every process that it starts, finds and keeps a key: nothing is there yet."""
    folder = next(homes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TACIT_HOME", str(folder))
        yield folder
