"""The names of markets that come with Tacit, and what any market is found by later."""

from __future__ import annotations

from pathlib import Path

BUILT_IN = ("adult", "synthetic")


def lasting_name(data: str) -> str:
    """What a market is found by later, from whatever folder: what is built in, or a file's full path."""
    return data if data in BUILT_IN or "://" in data else str(Path(data).absolute())
