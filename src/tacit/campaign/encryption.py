"""Sealing content with a passphrase: scrypt makes the key, AES-256-GCM keeps it secret and whole.

A sealed file begins with two readable lines, which are authenticated with all that follows:

```
tacit campaign 1
scrypt n=2^17 r=8 p=1 salt=<32 hex> aes-256-gcm nonce=<24 hex> size=4112
```

Errors here are raised after the failing call has been left, not within its handler: the errors of
JSON and Unicode carry the very text they failed on, and would keep it in the chain.
"""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from contextlib import suppress
from typing import Any

from tacit.errors import (
    MissingExtra,
    PassphraseError,
    VaultDamaged,
    VaultError,
    VaultLocked,
    VaultNewer,
)

COST = 17
"""The work of making a key, as a power of two; scrypt's n."""

_DEAREST = 256 * 2**20  # bytes of memory, the most that a header may ask for
_BLOCK = 4096  # content is padded to a multiple of this, so that the size tells little
_VERSION = 1
_MAGIC = b"tacit campaign "
_FIRST = re.compile(_MAGIC + rb"([1-9][0-9]{0,5})\n")
_SECOND = re.compile(
    rb"scrypt n=2\^([1-9][0-9]?) r=([1-9][0-9]?) p=([1-9]) salt=([0-9a-f]{32}) "
    rb"aes-256-gcm nonce=([0-9a-f]{24}) size=([1-9][0-9]{0,9})\n"
)


def seal(content: dict[str, Any], passphrase: str, *, _cost: int = COST) -> bytes:
    """Encrypt content under a passphrase, with a salt and a nonce of its own.

    Contract:
        needs: a dictionary of what JSON keeps as it is, and a passphrase that is not blank.
        promises: `unseal` gives the same content back; any change to the bytes is noticed.
        cost: about a third of a second and 128 MiB, on purpose: guessing costs as much.
    """
    plain = _packed(content)
    salt, nonce, size = secrets.token_bytes(16), secrets.token_bytes(12), len(plain) + 16
    header = _MAGIC + (
        f"{_VERSION}\nscrypt n=2^{_cost} r=8 p=1 salt={salt.hex()} "
        f"aes-256-gcm nonce={nonce.hex()} size={size}\n"
    ).encode("ascii")
    key = _key(passphrase, salt, 2**_cost, 8, 1)
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return header + AESGCM(key).encrypt(nonce, plain, header)


def unseal(sealed: bytes, passphrase: str) -> dict[str, Any]:
    """Give back what was sealed, or an error that says what is known of the reason.

    Raises:
        VaultDamaged: cut short, or never a campaign file.
        VaultNewer: in a later format.
        VaultLocked: another passphrase, or altered.
    """
    cost, r, p, salt, nonce, start = _header(sealed)
    key = _key(passphrase, salt, 2**cost, r, p)
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    plain = None
    with suppress(InvalidTag):
        plain = AESGCM(key).decrypt(nonce, sealed[start:], sealed[:start])
    if plain is None:
        raise VaultLocked(
            "the campaign file does not open: the passphrase is not the one it was saved with, or "
            "the file was altered since; the two can't be told apart. The file is as it was. Try "
            "the passphrase again, or a copy of the file; without the passphrase nobody can read it."
        )
    return _unpacked(plain)


def _header(sealed: bytes) -> tuple[int, int, int, bytes, bytes, int]:
    """Read the two lines and check all that can be checked without a key."""
    first = _FIRST.match(sealed)
    if first is None:
        raise VaultDamaged("this is not a campaign file of Tacit, or only the stump of one.")
    if int(first[1]) > _VERSION:
        raise VaultNewer(
            f"the campaign file was made by a newer Tacit, in format {int(first[1])}; this one "
            f"reads format {_VERSION}. Use the newer Tacit; the file is as it was."
        )
    second = _SECOND.match(sealed, first.end())
    if second is None:
        raise VaultDamaged("the campaign file is damaged: its header can't be read.")
    cost, r, p, size = (int(second[i]) for i in (1, 2, 3, 6))
    if len(sealed) - second.end() != size or size < 16:
        raise VaultDamaged(
            f"the campaign file is cut short or was added to: {len(sealed) - second.end()} bytes "
            f"where {size} should be. Use a copy of it; the file is as it was."
        )
    if cost >= 16 * r or 128 * 2**cost * r * p > _DEAREST:
        raise VaultDamaged("the campaign file is damaged: its header asks for too much work.")
    return (
        cost,
        r,
        p,
        bytes.fromhex(second[4].decode()),
        bytes.fromhex(second[5].decode()),
        second.end(),
    )


def _key(passphrase: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    try:
        from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
    except ImportError:
        raise MissingExtra("keeping a campaign", "campaign") from None
    secret = _secret(passphrase)
    try:
        return Scrypt(salt=salt, length=32, n=n, r=r, p=p).derive(secret)
    except MemoryError:
        pass
    raise VaultError(
        f"a campaign file needs {128 * n * r >> 20} MiB of memory, which are not free."
    )


def _secret(passphrase: str) -> bytes:
    """The bytes of a passphrase: the same however the keyboard composes its letters."""
    text = unicodedata.normalize("NFKC", passphrase)
    if not text.strip():
        raise PassphraseError("the passphrase is empty. Choose one that is hard to guess.")
    secret = text.encode("utf-8", "replace")
    if secret.decode("utf-8") != text:
        raise PassphraseError("the passphrase is not text in UTF-8.")
    return secret


def _packed(content: dict[str, Any]) -> bytes:
    """JSON with spaces after it, which JSON ignores."""
    text, kept = "", False
    try:
        text = json.dumps(content, allow_nan=False)
        kept = isinstance(content, dict) and json.loads(text) == content
    except (TypeError, ValueError, RecursionError):
        pass
    if not kept:
        raise VaultError(
            "the campaign can't be kept: it must be a dictionary of what JSON gives back as it was "
            "(text keys; text, finite numbers, booleans, lists, dictionaries, None)."
        )
    return text.encode("ascii").ljust(-(-len(text) // _BLOCK) * _BLOCK)


def _unpacked(plain: bytes) -> dict[str, Any]:
    content = None
    with suppress(ValueError, RecursionError):
        content = json.loads(plain)
    if not isinstance(content, dict):
        raise VaultDamaged("the campaign file opens, but what it holds was not written by Tacit.")
    return content
