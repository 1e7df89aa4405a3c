"""The file that keeps a campaign: sealed with a passphrase, and never written over unread."""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tacit.campaign.atomic_file import create_file, held, read_whole, real_place
from tacit.campaign.encryption import COST, seal, unseal
from tacit.errors import VaultChanged

if TYPE_CHECKING:
    from pathlib import Path


class Vault:
    """A campaign file that this passphrase has opened; there is no other way to write to one.

    Contract:
        needs: a regular file that `create` made, and its passphrase.
        promises: a file that does not open, or that another run saved since it was read, stays as
            it is; a save that fails, or is cut off, leaves the old content or the new.
        cost: about a third of a second and 128 MiB for each opening and each save.

    Attributes:
        path: where the file is, behind any links.
        exposed: whether the file's mode lets others on this machine at it.
    """

    __slots__ = ("_content", "_cost", "_passphrase", "_seen", "exposed", "path")

    def __init__(self, path: str | Path, passphrase: str, *, _cost: int = COST) -> None:
        self.path = real_place(path)
        self._passphrase = passphrase
        self._cost = _cost
        sealed, self.exposed = read_whole(self.path)
        self._see(sealed, unseal(sealed, passphrase))

    @classmethod
    def create(
        cls, path: str | Path, passphrase: str, content: dict[str, Any], *, _cost: int = COST
    ) -> Vault:
        """Make a new file and open it; whatever is there already is left alone."""
        place = real_place(path)
        create_file(place, lambda: seal(content, passphrase, _cost=_cost))
        return cls(place, passphrase, _cost=_cost)

    @property
    def content(self) -> dict[str, Any]:
        """What the file held when it was last read or saved; a copy, free to change."""
        return deepcopy(self._content)

    @property
    def warning(self) -> str | None:
        """What the owner should be told about the file, if anything."""
        if not self.exposed:
            return None
        return "the campaign file is open to others on this machine; the next save keeps them out"

    def save(self, content: dict[str, Any]) -> None:
        """Replace what the file holds, unless another run did so since it was read.

        Raises:
            VaultChanged: another run saved; nothing was written.
        """
        sealed = seal(content, self._passphrase, _cost=self._cost)
        with held(self.path) as (found, replace):
            if sha256(found).digest() != self._seen:
                raise VaultChanged(
                    "another run changed the campaign file since this one read it, so nothing was "
                    "written. Run the command again: it starts from what the file holds now."
                )
            replace(sealed)
        self._see(sealed, content)
        self.exposed = False

    def _see(self, sealed: bytes, content: dict[str, Any]) -> None:
        self._seen = sha256(sealed).digest()
        self._content = deepcopy(content)

    def __repr__(self) -> str:
        return "<Vault, content hidden>"

    def __reduce__(self) -> str:
        raise TypeError("a vault holds secrets and can't be copied or pickled")
