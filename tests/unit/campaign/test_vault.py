"""The campaign file: opened by its passphrase alone, never overwritten unread."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.campaign.encryption import seal
from tacit.campaign.vault import Vault
from tacit.errors import (
    PassphraseError,
    TacitError,
    VaultChanged,
    VaultDamaged,
    VaultError,
    VaultLocked,
    VaultNewer,
)
from tests.unit.campaign.shared import (
    CHEAP,
    NEW,
    OLD,
    SECRET,
    opened,
    tells_nothing,
)


def test_a_vault_hides_what_it_holds(path: Path) -> None:
    vault = opened(path)
    assert repr(vault) == str(vault) == "<Vault, content hidden>"
    for take in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="secrets"):
            take(vault)


def test_content_is_a_copy(path: Path) -> None:
    vault, mine = opened(path), {"ledger": [1]}
    vault.content["ledger"].append(9)
    assert vault.content == OLD
    vault.save(mine)
    mine["ledger"].append(9)
    assert vault.content == opened(path).content == {"ledger": [1]}


def test_a_wrong_passphrase_says_both_reasons_and_touches_nothing(path: Path) -> None:
    before = path.stat(), path.read_bytes()
    with pytest.raises(VaultLocked, match="not the one") as caught:
        opened(path, SECRET + "!")
    assert "altered" in str(caught.value)
    assert caught.value.exit_code == 2
    assert tells_nothing(caught.value)
    assert (path.stat().st_ino, path.read_bytes()) == (before[0].st_ino, before[1])


BREAKS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda good: b"",
    "only magic": lambda good: good[:17],
    "half a header": lambda good: good[:60],
    "cut short": lambda good: good[:-1],
    "added to": lambda good: good + b"x",
    "plain JSON": lambda good: json.dumps(OLD).encode(),
    "noise": lambda good: bytes(range(256)) * 20,
    "newer": lambda good: good.replace(b"campaign 1", b"campaign 7"),
    "altered": lambda good: good[:-1] + bytes([good[-1] ^ 1]),
    "other size": lambda good: good.replace(b"size=4112", b"size=9112"),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_file_is_neither_opened_nor_written_over(path: Path, how: str) -> None:
    content = BREAKS[how](path.read_bytes())
    vault = opened(path)
    path.write_bytes(content)
    tries: list[Callable[[], Any]] = [
        lambda: opened(path),
        lambda: vault.save(NEW),
        lambda: Vault.create(path, SECRET, NEW, _cost=CHEAP),
    ]
    for attempt in tries:
        with pytest.raises(VaultError) as caught:
            attempt()
        assert tells_nothing(caught.value)
        assert path.read_bytes() == content
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o601])
def test_a_file_open_to_others_is_told_and_closed_at_the_next_save(path: Path, mode: int) -> None:
    path.chmod(mode)
    vault = opened(path)
    assert vault.exposed
    assert "others" in str(vault.warning)
    vault.save(NEW)
    assert path.stat().st_mode & 0o777 == 0o600
    assert vault.warning is None


def test_a_save_on_top_of_another_runs_save_is_refused(path: Path) -> None:
    one, other = opened(path), opened(path)
    one.save(NEW)
    between = path.read_bytes()
    with pytest.raises(VaultChanged, match="another run") as caught:
        other.save({"ledger": []})
    assert tells_nothing(caught.value)
    assert path.read_bytes() == between
    one.save(OLD)
    assert opened(path).content == OLD


def test_a_save_over_a_file_under_another_passphrase_is_refused(path: Path) -> None:
    vault = opened(path)
    path.write_bytes(seal(NEW, "another passphrase", _cost=CHEAP))
    before = path.read_bytes()
    with pytest.raises(VaultChanged):
        vault.save(OLD)
    assert path.read_bytes() == before


def test_a_file_that_is_gone_is_not_made_again(path: Path) -> None:
    vault = opened(path)
    path.unlink()
    with pytest.raises(VaultError, match="not there"):
        vault.save(NEW)
    assert os.listdir(path.parent) == []


APPENDING = """
import sys
from tacit.campaign.vault import Vault
from tacit.errors import VaultChanged

path, who = sys.argv[1:]
for count in range(30):
    entry = f"{who}{count}"
    while True:
        vault = Vault(path, "a passphrase", _cost=1)
        try:
            vault.save({"ledger": [*vault.content["ledger"], entry]})
            break
        except VaultChanged:
            pass
"""


@pytest.mark.process
def test_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "need"
    Vault.create(path, "a passphrase", {"ledger": []}, _cost=CHEAP)
    command = [sys.executable, "-c", APPENDING, str(path)]
    runs = [subprocess.Popen([*command, who]) for who in "abc"]
    assert [run.wait(timeout=60) for run in runs] == [0, 0, 0]
    ledger = opened(path, "a passphrase").content["ledger"]
    assert sorted(ledger) == sorted(f"{who}{count}" for who in "abc" for count in range(30))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.booleans(), max_size=8))
def test_any_order_of_two_runs_keeps_every_entry(turns: list[bool]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "need"
        runs = [Vault.create(path, SECRET, {"ledger": []}, _cost=CHEAP), opened(path)]
        for count, turn in enumerate(turns):
            try:
                runs[turn].save({"ledger": [*runs[turn].content["ledger"], count]})
            except VaultChanged:
                runs[turn] = opened(path)
                runs[turn].save({"ledger": [*runs[turn].content["ledger"], count]})
        assert opened(path).content == {"ledger": list(range(len(turns)))}


def test_errors_are_in_the_tree() -> None:
    for kind in (PassphraseError, VaultError, VaultLocked, VaultDamaged, VaultNewer, VaultChanged):
        assert issubclass(kind, TacitError)
        assert kind.exit_code == 2
