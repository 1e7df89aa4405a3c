"""What is sealed comes back under its passphrase alone, and tells nothing without."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.campaign.encryption import _header, _key, seal, unseal
from tacit.campaign.vault import Vault
from tacit.errors import (
    MissingExtra,
    PassphraseError,
    VaultDamaged,
    VaultError,
    VaultLocked,
    VaultNewer,
)
from tests.unit.campaign.shared import (
    CANARY,
    CHEAP,
    OLD,
    SECRET,
    opened,
    tells_nothing,
)

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
