"""What a buyer keeps of a post: how it was made, with the lists and pins that no result tells.

It holds neither the true intent nor what decided the draw. It is for the buyer alone all the same: lists
and pins speak of values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.market.fingerprint import fingerprint

if TYPE_CHECKING:
    from tacit.publishing.publication import Publication

VERSION = 1


def to_keep(result: Publication) -> dict[str, Any]:
    """What `tacit protect --keep` writes."""
    return {
        "kept": VERSION,
        "published": result.published.to_json(),
        **result.procedure.to_kept(),
        "market": fingerprint(result.market),
    }
