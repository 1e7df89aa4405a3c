"""Where the cache lies; where the key does is tried in `test_own_key.py`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tacit._files.own_folders import cache_folder, data_folder


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TACIT_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/people/me")


@pytest.mark.parametrize(
    ("platform", "named", "place"),
    [
        ("linux", {}, "/people/me/.cache/tacit"),
        ("linux", {"XDG_CACHE_HOME": "/fast"}, "/fast/tacit"),
        ("linux", {"XDG_CACHE_HOME": "fast"}, "/people/me/.cache/tacit"),
        ("linux", {"XDG_CACHE_HOME": "/fast", "TACIT_HOME": "/mine"}, "/mine/cache"),
        ("darwin", {}, "/people/me/Library/Caches/tacit"),
        ("win32", {}, "/people/me/AppData/Local/tacit/cache"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/tacit/cache"),
    ],
)
def test_among_the_users_caches(
    monkeypatch: pytest.MonkeyPatch, platform: str, named: dict[str, str], place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Path(place)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_nowhere_without_a_home(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "somewhere")
    assert (cache_folder(), data_folder()) == (None, None)
