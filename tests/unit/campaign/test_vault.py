"""The campaign file: opened by its passphrase alone, whole after any crash, never overwritten."""

from __future__ import annotations

import copy
import errno
import fcntl
import json
import os
import pickle
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tacit.campaign.atomic_file as whole
from tacit.campaign.encryption import _header, _key, seal, unseal
from tacit.campaign.vault import Vault
from tacit.errors import (
    MissingExtra,
    PassphraseError,
    TacitError,
    VaultChanged,
    VaultDamaged,
    VaultError,
    VaultLocked,
    VaultNewer,
)

CHEAP = 1  # scrypt's work, as a power of two
SECRET = "correct horse battery staple"
CANARY = "zanzibar-wish"
OLD = {"want": CANARY, "ledger": [1]}
NEW = {"want": CANARY, "ledger": [1, 2]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign file that holds OLD."""
    Vault.create(tmp_path / "need.tacit", SECRET, OLD, _cost=CHEAP)
    return tmp_path / "need.tacit"


def opened(path: Path, passphrase: str = SECRET) -> Vault:
    return Vault(path, passphrase, _cost=CHEAP)


def tells_nothing(error: BaseException | None) -> bool:
    """Whether neither an error nor anything it came from carries a secret."""
    while error is not None:
        known = repr(
            (error.args, vars(error), getattr(error, "doc", ""), getattr(error, "object", ""))
        )
        if CANARY in known or SECRET in known:
            return False
        error = error.__cause__ or error.__context__
    return True


# --- what is sealed comes back -------------------------------------------------------------------

numbers = st.integers(-(10**40), 10**40) | st.floats(allow_nan=False, allow_infinity=False)
texts = st.text() | st.characters(categories=["Cs"])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
passphrases = st.text(min_size=1).filter(lambda p: unicodedata.normalize("NFKC", p).strip() != "")


@settings(deadline=None)
@given(st.dictionaries(texts, values, max_size=5), passphrases)
def test_what_is_sealed_comes_back(content: dict[str, Any], passphrase: str) -> None:
    assert unseal(seal(content, passphrase, _cost=CHEAP), passphrase) == content


@settings(deadline=None)
@given(passphrases, passphrases)
def test_another_passphrase_opens_nothing(one: str, other: str) -> None:
    sealed = seal(OLD, one, _cost=CHEAP)
    if unicodedata.normalize("NFKC", one) == unicodedata.normalize("NFKC", other):
        assert unseal(sealed, other) == OLD
    else:
        with pytest.raises(VaultLocked):
            unseal(sealed, other)


def test_a_passphrase_is_the_same_however_it_is_composed() -> None:
    sealed = seal(OLD, "cafe\u0301 \ufb01n", _cost=CHEAP)
    assert unseal(sealed, "caf\u00e9 fin") == OLD


def test_the_work_of_a_real_file_is_what_is_promised() -> None:
    sealed = seal(OLD, SECRET)
    assert b"scrypt n=2^17 r=8 p=1 " in sealed.splitlines()[1]
    assert unseal(sealed, SECRET) == OLD


@pytest.mark.parametrize("passphrase", ["", " ", "\t\n", "\u3000", "bad \udcff bytes"])
def test_an_unusable_passphrase_is_refused(tmp_path: Path, passphrase: str) -> None:
    with pytest.raises(PassphraseError) as caught:
        Vault.create(tmp_path / "new", passphrase, OLD, _cost=CHEAP)
    assert "bad" not in str(caught.value)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "content",
    [
        {1: CANARY},
        {CANARY: (1, 2)},
        {CANARY: float("nan")},
        {CANARY: object()},
        {CANARY: 10**5000},
        [CANARY],
    ],
    ids=["number as key", "tuple", "nan", "object", "long number", "list"],
)
def test_what_would_not_come_back_is_not_saved(path: Path, content: Any) -> None:
    refuses(path, content)


def test_what_is_too_deep_to_read_back_is_not_saved(path: Path) -> None:
    nest: dict[str, Any] = {}
    for _ in range(100_000):
        nest = {CANARY: nest}
    refuses(path, nest)


def refuses(path: Path, content: Any) -> None:
    before = path.read_bytes()
    vault = opened(path)
    with pytest.raises(VaultError) as caught:
        vault.save(content)
    assert tells_nothing(caught.value)
    assert path.read_bytes() == before


# --- what the file tells -------------------------------------------------------------------------


def test_the_file_shows_its_header_and_nothing_else(path: Path) -> None:
    found = path.read_bytes()
    for shown in (CANARY, SECRET, "want", "ledger"):
        assert shown.encode() not in found
    first, second = found.split(b"\n")[:2]
    assert first == b"tacit campaign 1"
    assert second.startswith(b"scrypt n=2^1 r=8 p=1 salt=")
    assert second.endswith(b" size=4112")


def test_the_size_tells_little(path: Path) -> None:
    vault, small = opened(path), path.stat().st_size
    vault.save({"ledger": "x" * 4000})
    assert path.stat().st_size == small
    vault.save({"ledger": "x" * 5000})
    assert path.stat().st_size == small + 4096


def test_no_two_saves_share_a_salt_or_a_nonce(path: Path) -> None:
    vault, headers = opened(path), set()
    for _ in range(20):
        vault.save(OLD)
        headers |= {word for word in path.read_bytes().split(b"\n")[1].split() if len(word) > 24}
    assert len(headers) == 40


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


# --- what does not open is not touched -----------------------------------------------------------


def test_a_wrong_passphrase_says_both_reasons_and_touches_nothing(path: Path) -> None:
    before = path.stat(), path.read_bytes()
    with pytest.raises(VaultLocked, match="not the one") as caught:
        opened(path, SECRET + "!")
    assert "altered" in str(caught.value)
    assert caught.value.exit_code == 2
    assert tells_nothing(caught.value)
    assert (path.stat().st_ino, path.read_bytes()) == (before[0].st_ino, before[1])


def test_every_byte_matters(path: Path) -> None:
    whole_file = path.read_bytes()
    for place in range(len(whole_file)):
        altered = bytearray(whole_file)
        altered[place] ^= 1 << place % 8
        with pytest.raises(VaultError) as caught:
            unseal(bytes(altered), SECRET)
        assert tells_nothing(caught.value)


def test_every_truncation_is_seen(path: Path) -> None:
    whole_file = path.read_bytes()
    for length in range(len(whole_file)):
        with pytest.raises(VaultDamaged):
            unseal(whole_file[:length], SECRET)
    with pytest.raises(VaultDamaged, match="added to"):
        unseal(whole_file + b"\n", SECRET)


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
        lambda: vault.update(lambda _: NEW),
        lambda: Vault.create(path, SECRET, NEW, _cost=CHEAP),
    ]
    for attempt in tries:
        with pytest.raises(VaultError) as caught:
            attempt()
        assert tells_nothing(caught.value)
        assert path.read_bytes() == content
    assert os.listdir(path.parent) == [path.name]


def test_a_newer_format_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"campaign 1", b"campaign 2"))
    with pytest.raises(VaultNewer, match="newer Tacit, in format 2"):
        opened(path)


@pytest.mark.parametrize(
    "work",
    [
        "19 r=8 p=1",
        "99 r=8 p=1",
        "999 r=8 p=1",
        "18 r=9 p=1",
        "18 r=8 p=2",
        "16 r=1 p=1",
        "1 r=0 p=1",
        "1 r=8 p=0",
        "0 r=8 p=1",
        "-1 r=8 p=1",
    ],
)
def test_a_tampered_header_can_not_ask_for_much(
    path: Path, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tacit.campaign.encryption._key", lambda *_: pytest.fail("a key was made"))
    with pytest.raises(VaultDamaged, match="header"):
        unseal(path.read_bytes().replace(b"1 r=8 p=1", work.encode()), SECRET)


def test_less_work_in_the_header_opens_nothing(tmp_path: Path) -> None:
    sealed = seal(OLD, SECRET, _cost=2)
    with pytest.raises(VaultLocked):
        unseal(sealed.replace(b"n=2^2", b"n=2^1"), SECRET)


def test_the_header_is_part_of_what_is_sealed(path: Path) -> None:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    sealed = path.read_bytes()
    cost, r, p, salt, nonce, start = _header(sealed)
    cipher = AESGCM(_key(SECRET, salt, 2**cost, r, p))
    assert json.loads(cipher.decrypt(nonce, sealed[start:], sealed[:start])) == OLD
    for other in (None, b"", sealed[: start - 1], sealed[:start].upper()):
        with pytest.raises(InvalidTag):
            cipher.decrypt(nonce, sealed[start:], other)


def test_every_write_reaches_the_disk_before_it_is_moved(path: Path) -> None:
    vault = opened(path)
    with failing_at(0, OSError()) as made:
        vault.save(NEW)
    steps = [name for name in made if name in ("write", "fsync", "replace")]
    assert steps == ["write", "fsync", "replace", "fsync"]


def test_sealed_but_not_by_tacit() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.campaign.encryption._packed", lambda _: CANARY.encode())
        sealed = seal({}, SECRET, _cost=CHEAP)
    with pytest.raises(VaultDamaged, match="not written by Tacit") as caught:
        unseal(sealed, SECRET)
    assert tells_nothing(caught.value)


def test_without_cryptography_the_extra_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.kdf.scrypt", None)
    with pytest.raises(MissingExtra, match=r"tacit\[campaign\]"):
        opened(path)


# --- the file itself -----------------------------------------------------------------------------


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


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o601])
def test_a_file_open_to_others_is_told_and_closed_at_the_next_save(path: Path, mode: int) -> None:
    path.chmod(mode)
    vault = opened(path)
    assert vault.exposed
    assert "others" in str(vault.warning)
    vault.save(NEW)
    assert path.stat().st_mode & 0o777 == 0o600
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
    monkeypatch.setattr(whole, "_LARGEST", 5000)
    with pytest.raises(VaultError, match="too large"):
        vault.save({"ledger": "x" * 5000})
    assert path.read_bytes() == before


def test_create_never_takes_a_place_that_filled_meanwhile(tmp_path: Path) -> None:
    place = tmp_path / "new"

    def late() -> bytes:
        place.write_bytes(b"somebody else's")
        return b"ours"

    with pytest.raises(VaultError, match="already"):
        whole.write_new(place, late)
    assert place.read_bytes() == b"somebody else's"
    assert os.listdir(tmp_path) == ["new"]


# --- a crash at any instant ----------------------------------------------------------------------

CALLS = ["open", "fstat", "stat", "fchmod", "write", "fsync", "close", "link", "replace", "unlink"]


@contextmanager
def failing_at(count: int, problem: BaseException) -> Iterator[list[str]]:
    """Let the count-th call to the system fail; the list tells which calls were made."""
    made: list[str] = []

    def failing(name: str, really: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            made.append(name)
            if len(made) != count:
                return really(*args, **kwargs)
            if name == "close":
                really(*args, **kwargs)
            if name == "write":
                really(args[0], args[1][: len(args[1]) // 2])
            raise problem

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, failing(name, getattr(os, name)))
        patch.setattr(fcntl, "flock", failing("flock", fcntl.flock))
        yield made


def save(folder: Path) -> None:
    opened(folder / "need.tacit").save(NEW)


def update(folder: Path) -> None:
    opened(folder / "need.tacit").update(lambda _: NEW)


def create(folder: Path) -> None:
    Vault.create(folder / "other.tacit", SECRET, NEW, _cost=CHEAP)


@pytest.mark.parametrize("problem", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
@pytest.mark.parametrize("act", [save, update, create])
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


# --- several runs --------------------------------------------------------------------------------


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


def test_an_update_starts_from_what_another_run_saved(path: Path) -> None:
    one, other = opened(path), opened(path)
    one.save(NEW)
    assert other.update(lambda latest: {**latest, "more": True}) == {**NEW, "more": True}
    other.save(OLD)


def test_an_update_that_fails_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(ZeroDivisionError):
        opened(path).update(lambda _: {"x": 1 // 0})
    assert path.read_bytes() == before
    opened(path).save(NEW)


def test_an_update_under_another_passphrase_is_refused(path: Path) -> None:
    vault = opened(path)
    path.write_bytes(seal(NEW, "another passphrase", _cost=CHEAP))
    before = path.read_bytes()
    with pytest.raises(VaultLocked):
        vault.update(lambda _: OLD)
    assert path.read_bytes() == before


def test_a_file_that_is_gone_is_not_made_again(path: Path) -> None:
    vault = opened(path)
    path.unlink()
    for attempt in (lambda: vault.save(NEW), lambda: vault.update(lambda _: NEW)):
        with pytest.raises(VaultError, match="not there"):
            attempt()
    assert os.listdir(path.parent) == []


def test_waiting_for_another_run_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "_PATIENCE", 0.05)
    vault = opened(path)
    with whole.held(path), pytest.raises(VaultError, match="busy"):
        vault.save(NEW)
    vault.save(NEW)


def test_a_writer_that_waited_for_a_file_that_was_replaced_looks_again(path: Path) -> None:
    vault, waited = opened(path), threading.Event()

    def change(latest: dict[str, Any]) -> dict[str, Any]:
        late.start()
        waited.wait(0.1)
        return {**latest, "ledger": [*latest["ledger"], "first"]}

    def second() -> None:
        other.update(lambda latest: {**latest, "ledger": [*latest["ledger"], "second"]})

    other, late = opened(path), threading.Thread(target=second)
    vault.update(change)
    late.join()
    assert opened(path).content["ledger"] == [1, "first", "second"]


APPENDING = """
import sys
from tacit.campaign.vault import Vault
from tacit.errors import VaultChanged

path, who, how = sys.argv[1:]
refused = 0
for count in range(30):
    entry = f"{who}{count}"
    add = lambda latest: {"ledger": [*latest["ledger"], entry]}
    while True:
        vault = Vault(path, "a passphrase", _cost=1)
        try:
            vault.update(add) if how == "update" else vault.save(add(vault.content))
            break
        except VaultChanged:
            refused += 1
print(refused)
"""


@pytest.mark.parametrize("how", ["update", "save"])
def test_runs_at_once_lose_nothing(tmp_path: Path, how: str) -> None:
    path = tmp_path / "need"
    Vault.create(path, "a passphrase", {"ledger": []}, _cost=CHEAP)
    command = [sys.executable, "-c", APPENDING, str(path)]
    runs = [
        subprocess.Popen([*command, who, how], stdout=subprocess.PIPE, text=True) for who in "abc"
    ]
    refused = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    ledger = opened(path, "a passphrase").content["ledger"]
    assert sorted(ledger) == sorted(f"{who}{count}" for who in "abc" for count in range(30))
    assert how == "save" or [int(count) for count in refused] == [0, 0, 0]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.booleans(), max_size=8))
def test_any_order_of_two_runs_keeps_every_entry(turns: list[bool]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "need"
        runs = [Vault.create(path, SECRET, {"ledger": []}, _cost=CHEAP), opened(path)]
        for count, turn in enumerate(turns):
            runs[turn].update(lambda latest, n=count: {"ledger": [*latest["ledger"], n]})
        assert opened(path).content == {"ledger": list(range(len(turns)))}


def test_errors_are_in_the_tree() -> None:
    for kind in (PassphraseError, VaultError, VaultLocked, VaultDamaged, VaultNewer, VaultChanged):
        assert issubclass(kind, TacitError)
        assert kind.exit_code == 2
