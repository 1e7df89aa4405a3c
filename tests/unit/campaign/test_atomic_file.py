"""The file is whole after any crash, and its owner's alone."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tacit._files import UNFINISHED, unless_changed
from tacit.campaign import atomic_file
from tacit.campaign.vault import Vault
from tacit.errors import (
    VaultDamaged,
    VaultError,
)
from tests.unit.campaign.shared import (
    CHEAP,
    NEW,
    OLD,
    SECRET,
    failing_at,
    opened,
    tells_nothing,
)


def test_every_write_reaches_the_disk_before_it_is_moved(path: Path) -> None:
    vault = opened(path)
    with failing_at(0, OSError()) as made:
        vault.save(NEW)
    steps = [name for name in made if name in ("write", "fsync", "replace")]
    assert steps == ["write", "fsync", "replace", "fsync"]


@pytest.mark.parametrize("umask", [0o000, 0o777])
def test_the_file_is_its_owners_from_the_start(tmp_path: Path, umask: int) -> None:
    modes, really = [], os.fchmod

    def look(handle: int, mode: int) -> None:
        modes.append(os.fstat(handle).st_mode)
        really(handle, mode)

    before = os.umask(umask)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fchmod", look)
            vault = Vault.create(tmp_path / "new", SECRET, OLD, _cost=CHEAP)
            vault.save(NEW)
    finally:
        os.umask(before)
    assert [oct(mode & 0o777) for mode in modes] == [oct(0o600 & ~umask)] * 2
    assert vault.path.stat().st_mode & 0o777 == 0o600
    assert not vault.exposed
    assert vault.warning is None


def test_a_link_keeps_pointing_where_it_did(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path.name)
    opened(link).save(NEW)
    assert link.is_symlink()
    assert opened(path).content == NEW


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda p: os.symlink("/dev/null", p)])
def test_only_a_regular_file_will_do(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "odd")
    with pytest.raises(VaultError, match="regular file"):
        opened(tmp_path / "odd")
    with pytest.raises(VaultError, match="already"):
        Vault.create(tmp_path / "odd", SECRET, OLD, _cost=CHEAP)


@pytest.mark.parametrize("name", ["nowhere/at/all", "missing", "nul\0byte", "x" * 300])
def test_a_place_that_can_not_be_used(tmp_path: Path, name: str) -> None:
    with pytest.raises(VaultError, match="campaign file can't be"):
        opened(tmp_path / name)
    if name != "missing":
        with pytest.raises(VaultError, match="campaign file can't be"):
            Vault.create(tmp_path / name, SECRET, OLD, _cost=CHEAP)
    assert os.listdir(tmp_path) == []


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with open(tmp_path / "huge", "wb") as file:
        file.truncate(2**40)
    with pytest.raises(VaultDamaged, match="too large"):
        opened(tmp_path / "huge")


def test_too_much_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault, before = opened(path), path.read_bytes()
    monkeypatch.setattr(atomic_file, "_LARGEST", 5000)
    with pytest.raises(VaultError, match="too large"):
        vault.save({"ledger": "x" * 5000})
    assert path.read_bytes() == before


def test_create_never_takes_a_place_that_filled_meanwhile(tmp_path: Path) -> None:
    place = tmp_path / "new"

    def late() -> bytes:
        place.write_bytes(b"somebody else's")
        return b"ours"

    with pytest.raises(VaultError, match="already"):
        atomic_file.create_file(place, late)
    assert place.read_bytes() == b"somebody else's"
    assert os.listdir(tmp_path) == ["new"]


def test_what_is_written_beside_is_known_as_unfinished(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nothing is left there where the process ends at once."""
    found: list[Path] = []

    def looked(beside: Path, place: Path) -> None:
        assert beside.exists()
        assert UNFINISHED[beside] is None
        found.append(beside)
        move(beside, place)

    move = os.replace
    monkeypatch.setattr(os, "replace", looked)
    opened(path).save(NEW)
    assert len(found) == 1
    assert found[0] not in UNFINISHED


def test_a_new_file_need_not_be_kept_until_something_is_written_to_it(tmp_path: Path) -> None:
    place = tmp_path / "new"
    atomic_file.create_file(place, lambda: b"first")
    assert UNFINISHED[place] == unless_changed(place)
    with atomic_file.held(place) as (_, replace):
        replace(b"second")
    assert place not in UNFINISHED


def save(folder: Path) -> None:
    opened(folder / "need.tacit").save(NEW)


def create(folder: Path) -> None:
    Vault.create(folder / "other.tacit", SECRET, NEW, _cost=CHEAP)


@pytest.mark.parametrize("problem", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
@pytest.mark.parametrize("act", [save, create])
def test_whatever_call_fails_the_old_or_the_new_is_there(
    path: Path, act: Callable[[Path], None], problem: BaseException
) -> None:
    written = path if act is not create else path.with_name("other.tacit")
    for count in range(1, 100):
        path.with_name("other.tacit").unlink(missing_ok=True)
        opened(path).save(OLD)
        failed: BaseException | None = None
        with failing_at(count, problem) as made:
            try:
                act(path.parent)
            except (VaultError, KeyboardInterrupt) as error:
                failed = error
        assert tells_nothing(failed)
        assert opened(path).content in (OLD, NEW)
        if written.exists() or not failed:
            assert opened(written).content in ((OLD, NEW) if failed else (NEW,))
        left = [name for name in os.listdir(path.parent) if name.endswith(".tmp")]
        assert not left or made[count - 1] == "unlink"
        for name in left:
            path.with_name(name).unlink()
        if len(made) < count:
            break
    assert len(made) < count
    assert {"write", "fsync", "flock" if act is not create else "link"} <= set(made)
    assert not failed


def test_short_writes_are_continued(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = os.write
    monkeypatch.setattr(os, "write", lambda handle, rest: really(handle, rest[:100]))
    opened(path).save(NEW)
    assert opened(path).content == NEW


KILLED = """
import os, random, signal, sys, time
from tacit.campaign.vault import Vault

path, chance = sys.argv[1], random.Random(5)

def saving():
    vault = Vault(path, "a passphrase", _cost=1)
    for count in range(vault.content["count"], 10**9):
        vault.save({"count": count, "filler": [count] * 2000})

Vault.create(path, "a passphrase", {"count": 0, "filler": [0] * 2000}, _cost=1)
for _ in range(60):
    child = os.fork()
    if child == 0:
        saving()
    time.sleep(chance.uniform(0, 0.03))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    content = Vault(path, "a passphrase", _cost=1).content
    assert content["filler"] == [content["count"]] * 2000, "a mixture"
Vault(path, "a passphrase", _cost=1).save(content)
print(content["count"], os.listdir(os.path.dirname(path)))
"""


@pytest.mark.process
def test_a_run_that_is_killed_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "need")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    saved, _, left = done.stdout.partition(" ")
    assert int(saved) > 0
    assert left.strip() == "['need']"


def test_waiting_for_another_run_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_file, "_PATIENCE", 0.05)
    vault = opened(path)
    with atomic_file.held(path), pytest.raises(VaultError, match="busy"):
        vault.save(NEW)
    vault.save(NEW)


def test_a_writer_that_waited_for_a_file_that_was_replaced_looks_again(path: Path) -> None:
    def second() -> None:
        with atomic_file.held(path) as (found, replace):
            replace(found + b" second")

    late = threading.Thread(target=second)
    with atomic_file.held(path) as (found, replace):
        late.start()
        time.sleep(0.1)  # for the second to find the lock taken
        replace(found + b" first")
    late.join()
    assert path.read_bytes() == found + b" first second"
