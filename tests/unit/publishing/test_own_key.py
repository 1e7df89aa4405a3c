"""The key: one for all runs, its owner's alone from its first moment, and told to nobody."""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tacit.errors import NoKey, TacitError
from tacit.publishing.own_key import OwnKey, key_place
from tests.helpers.command_line import environment

HIDDEN = bytes(range(32))
ABOUT = b"Tacit key 1: about it\n"
WRITTEN = ABOUT + HIDDEN.hex().encode() + b"\n"


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def refusing(error: int) -> Callable[..., Any]:
    """What the system does when it refuses something."""

    def refuse(*args: Any, **more: Any) -> Any:
        raise OSError(error, os.strerror(error))

    return refuse


@pytest.fixture
def place(home: Path) -> Path:
    """Where the key belongs, in a folder that is there already."""
    home.mkdir()
    return home / "key"


@pytest.fixture
def kept(place: Path) -> Path:
    """A key that was made before."""
    place.write_bytes(WRITTEN)
    place.chmod(0o600)
    return place


class TestWhereItIs:
    @pytest.fixture(autouse=True)
    def nothing_named(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """These only ask where it would be; should one make it, then not in a real home."""
        for name in ("TACIT_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setattr(sys, "platform", "linux")

    def test_in_the_folder_that_is_named(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("TACIT_HOME", str(tmp_path / "mine"))
        monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
        assert key_place() == tmp_path / "mine" / "key"

    @pytest.mark.parametrize("platform", ["linux", "freebsd14"])
    def test_among_the_users_data(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        assert key_place() == tmp_path / ".local" / "share" / "tacit" / "key"
        monkeypatch.setenv("XDG_DATA_HOME", "/data")
        assert key_place() == Path("/data/tacit/key")

    @pytest.mark.parametrize("named", ["", "data", "./data"])
    def test_a_folder_for_data_counts_only_from_the_root(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, named: str
    ) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", named)
        monkeypatch.setenv("TACIT_HOME", "")
        assert key_place() == tmp_path / ".local" / "share" / "tacit" / "key"

    def test_on_a_mac(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.setenv("XDG_DATA_HOME", "/data")
        assert key_place() == tmp_path / "Library" / "Application Support" / "tacit" / "key"

    def test_on_windows(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setattr(sys, "platform", "win32")
        assert key_place() == tmp_path / "AppData" / "Local" / "tacit" / "key"
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
        assert key_place() == tmp_path / "local" / "tacit" / "key"

    @pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
    def test_nowhere_without_a_home(self, monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
        monkeypatch.setattr(sys, "platform", platform)

        def homeless() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr(Path, "home", homeless)
        for ask in (key_place, OwnKey.read, OwnKey.read_or_make):
            with pytest.raises(NoKey, match=r"no home folder .* Name a folder in TACIT_HOME"):
                ask()

    def test_nor_with_one_that_moves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", "somewhere")
        with pytest.raises(NoKey, match="no home folder"):
            key_place()


class TestMaking:
    def test_reading_makes_none(self, home: Path) -> None:
        assert OwnKey.read() is None
        assert not home.exists()

    def test_the_first_who_needs_it_makes_it(self, home: Path) -> None:
        made = OwnKey.read_or_make()
        assert OwnKey.read_or_make() == OwnKey.read() == made
        assert len(made.secret) == 32
        assert made.warning is None
        assert os.listdir(home) == ["key"]

    def test_two_keys_are_not_alike(self, home: Path) -> None:
        made = OwnKey.read_or_make()
        (home / "key").unlink()
        assert OwnKey.read_or_make() != made

    def test_whoever_opens_the_file_is_told_what_it_is(self, home: Path) -> None:
        made = OwnKey.read_or_make()
        first, second, rest = (home / "key").read_text().split("\n")
        assert first.startswith("Tacit key 1: ")
        assert "Never share it" in first
        assert (second, rest) == (made.secret.hex(), "")

    @pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
    def test_file_and_folders_are_the_owners_from_the_start(
        self, monkeypatch: pytest.MonkeyPatch, home: Path, mask: int
    ) -> None:
        modes: list[int] = []

        def looking(really: Callable[..., Any]) -> Callable[..., Any]:
            def look(what: Any, *more: Any, **named: Any) -> None:
                modes.append(os.stat(what).st_mode & 0o777)
                really(what, *more, **named)

            return look

        monkeypatch.setenv("TACIT_HOME", str(home / "above" / "mine"))
        monkeypatch.setattr(os, "fchmod", looking(os.fchmod))
        monkeypatch.setattr(os, "chmod", looking(os.chmod))
        with umask(mask):
            made = OwnKey.read_or_make()
        assert made.warning is None
        assert modes == [0o700 & ~mask] * 3 + [0o600 & ~mask]
        folders = [home, home / "above", home / "above" / "mine"]
        assert [mode(folder) for folder in folders] == [0o700] * 3
        assert mode(home / "above" / "mine" / "key") == 0o600

    def test_a_folder_that_is_there_stays_as_it_is(self, home: Path) -> None:
        home.mkdir()
        home.chmod(0o755)
        OwnKey.read_or_make()
        assert mode(home) == 0o755

    def test_it_is_on_the_disk_before_it_is_in_its_place(
        self, monkeypatch: pytest.MonkeyPatch, home: Path
    ) -> None:
        steps: list[str] = []

        def noted(name: str, really: Callable[..., Any]) -> Callable[..., Any]:
            def call(*args: Any) -> Any:
                steps.append(name)
                return really(*args)

            return call

        for name in ("write", "fsync", "link", "unlink"):
            monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
        OwnKey.read_or_make()
        assert steps == ["fsync", "write", "fsync", "link", "unlink", "fsync"]

    def test_who_comes_second_takes_what_is_there(
        self, monkeypatch: pytest.MonkeyPatch, place: Path
    ) -> None:
        really = os.link

        def late(beside: Path, there: Path) -> None:
            there.write_bytes(WRITTEN)
            there.chmod(0o600)
            really(beside, there)

        monkeypatch.setattr(os, "link", late)
        assert OwnKey.read_or_make().secret == HIDDEN
        assert os.listdir(place.parent) == ["key"]

    def test_folders_that_come_to_be_meanwhile_are_used(
        self, monkeypatch: pytest.MonkeyPatch, home: Path
    ) -> None:
        monkeypatch.setenv("TACIT_HOME", str(home / "above" / "mine"))
        really = os.mkdir

        def late(folder: Path, how: int) -> None:
            really(folder, how)
            really(folder, how)

        monkeypatch.setattr(os, "mkdir", late)
        assert OwnKey.read_or_make() == OwnKey.read()

    def test_one_that_is_taken_away_at_once(
        self, monkeypatch: pytest.MonkeyPatch, place: Path
    ) -> None:
        monkeypatch.setattr(os, "link", lambda beside, there: None)
        with pytest.raises(NoKey, match="taken away"):
            OwnKey.read_or_make()
        assert os.listdir(place.parent) == []

    @pytest.mark.parametrize("call", ["mkdir", "chmod", "write", "fchmod", "fsync", "link"])
    @pytest.mark.parametrize("error", [errno.EROFS, errno.EACCES, errno.ENOSPC, errno.EPERM])
    def test_where_none_can_be_made_that_is_said_and_nothing_left(
        self, monkeypatch: pytest.MonkeyPatch, home: Path, call: str, error: int
    ) -> None:
        monkeypatch.setattr(os, call, refusing(error))
        with pytest.raises(NoKey, match=re.escape(os.strerror(error))) as told:
            OwnKey.read_or_make()
        assert str(home / "key") in str(told.value)
        assert told.value.__cause__ is None
        assert not home.exists() or os.listdir(home) == []

    def test_what_is_interrupted_leaves_nothing(
        self, monkeypatch: pytest.MonkeyPatch, place: Path
    ) -> None:
        def interrupted(*args: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(os, "link", interrupted)
        with pytest.raises(KeyboardInterrupt):
            OwnKey.read_or_make()
        assert os.listdir(place.parent) == []

    def test_on_a_system_without_modes_and_owners(
        self, monkeypatch: pytest.MonkeyPatch, home: Path
    ) -> None:
        """Windows: its files all look open, and folders can't be brought to the disk."""
        for name in ("geteuid", "fchmod", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_DIRECTORY"):
            monkeypatch.delattr(os, name)
        made = OwnKey.read_or_make()
        (home / "key").chmod(0o666)
        found = OwnKey.read()
        assert found == made
        assert found.warning is None


def folder(place: Path) -> None:
    place.mkdir()


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/null")


def loop(place: Path) -> None:
    place.symlink_to(place)


def nowhere(place: Path) -> None:
    place.symlink_to(place.with_name("nothing"))


class TestWhatIsInItsPlace:
    def test_what_another_run_puts_there_just_now_is_no_link(
        self, kept: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It was not there when this run opened it, and is there when it looks why."""
        really, asked = os.open, []

        def too_early(path: Any, *args: Any) -> int:
            if Path(path) == kept and not asked:
                asked.append(path)
                raise FileNotFoundError
            return really(path, *args)

        monkeypatch.setattr(os, "open", too_early)
        assert OwnKey.read_or_make() == OwnKey.read()

    def test_a_key_is_read_whatever_is_said_about_it(self, kept: Path) -> None:
        for about in (ABOUT, b"Tacit key 1:\n", ABOUT.replace(b"\n", b"\r\n")):
            for end in (b"", b"\n", b"\r\n"):
                kept.write_bytes(about + HIDDEN.hex().encode() + end)
                assert OwnKey.read() == OwnKey(HIDDEN)

    def test_a_link_to_a_key_will_do(self, kept: Path) -> None:
        kept.rename(kept.with_name("elsewhere"))
        kept.symlink_to("elsewhere")
        assert OwnKey.read_or_make() == OwnKey(HIDDEN)
        assert kept.is_symlink()

    @pytest.mark.parametrize("others", [0o644, 0o640, 0o604, 0o660, 0o777, 0o601])
    def test_one_that_others_could_read_is_closed_and_that_is_told(
        self, kept: Path, others: int
    ) -> None:
        for ask in (OwnKey.read, OwnKey.read_or_make):
            kept.chmod(others)
            found = ask()
            assert found is not None
            assert found.secret == HIDDEN
            assert found.warning is not None
            assert "others on this machine could read the key of your draws" in found.warning
            assert str(kept) in found.warning
            assert mode(kept) == 0o600
            assert HIDDEN.hex() not in found.warning
            again = ask()
            assert again == found
            assert again.warning is None, "told once: it is closed now"

    def test_one_that_can_not_be_closed_is_not_used(
        self, monkeypatch: pytest.MonkeyPatch, kept: Path
    ) -> None:
        kept.chmod(0o644)
        monkeypatch.setattr(os, "fchmod", refusing(errno.EROFS))
        with pytest.raises(NoKey, match="Read-only file system"):
            OwnKey.read()
        monkeypatch.setattr(os, "fchmod", lambda handle, mode: None)
        with pytest.raises(NoKey, match="can't be closed"):
            OwnKey.read()

    def test_one_of_another_user_is_not_used(
        self, monkeypatch: pytest.MonkeyPatch, kept: Path
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: kept.stat().st_uid + 1)
        with pytest.raises(NoKey, match="another user"):
            OwnKey.read_or_make()
        assert kept.read_bytes() == WRITTEN

    @pytest.mark.parametrize(
        ("make", "why"),
        [
            (folder, "must be a regular file"),
            (pipe, "must be a regular file"),
            (device, "must be a regular file"),
            (loop, os.strerror(errno.ELOOP)),
            (nowhere, "leads nowhere"),
        ],
    )
    def test_only_a_file_will_do(self, place: Path, make: Callable[[Path], None], why: str) -> None:
        make(place)
        for ask in (OwnKey.read, OwnKey.read_or_make):
            with pytest.raises(NoKey, match=why) as told:
                ask()
            assert str(place) in str(told.value)
        assert os.listdir(place.parent) == ["key"], "and it is left as it is"

    def test_a_file_in_place_of_its_folder(self, home: Path) -> None:
        home.write_text("")
        for ask in (OwnKey.read, OwnKey.read_or_make):
            with pytest.raises(NoKey, match=os.strerror(errno.ENOTDIR)):
                ask()

    @pytest.mark.parametrize("error", [errno.EACCES, errno.EIO, errno.ENAMETOOLONG])
    def test_what_can_not_be_read(
        self, monkeypatch: pytest.MonkeyPatch, kept: Path, error: int
    ) -> None:
        monkeypatch.setattr(os, "open", refusing(error))
        for ask in (OwnKey.read, OwnKey.read_or_make):
            with pytest.raises(NoKey, match=os.strerror(error)):
                ask()

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            ABOUT,
            ABOUT + b"\n",
            WRITTEN[:-3],
            ABOUT + b"0" + WRITTEN[len(ABOUT) :],
            ABOUT + HIDDEN.hex().upper().encode(),
            ABOUT + b"g" * 64,
            ABOUT + " ".join(map(str, range(25))).encode(),
            WRITTEN + WRITTEN,
            HIDDEN,
            HIDDEN.hex().encode(),
            b"-----BEGIN PRIVATE KEY-----\n" + HIDDEN.hex().encode(),
            WRITTEN + b"\n" * 2**20,
            b"\xff\xfe" * 40,
        ],
    )
    def test_a_damaged_one_is_refused_and_left_as_it_is(self, kept: Path, content: bytes) -> None:
        kept.write_bytes(content)
        for ask in (OwnKey.read, OwnKey.read_or_make):
            with pytest.raises(NoKey, match="damaged, or no key of Tacit") as told:
                ask()
            assert tells_nothing(told.value)
        assert kept.read_bytes() == content

    @pytest.mark.parametrize("version", [b"0", b"2", b"11", b"01"])
    @pytest.mark.parametrize("rest", [HIDDEN.hex().encode() + b"\n", b"in other words"])
    def test_one_of_another_kind_is_refused(self, kept: Path, version: bytes, rest: bytes) -> None:
        kept.write_bytes(b"Tacit key " + version + b": about it\n" + rest)
        with pytest.raises(NoKey, match="another version of Tacit") as told:
            OwnKey.read_or_make()
        assert tells_nothing(told.value)

    def test_a_huge_one_is_not_read(self, kept: Path) -> None:
        with open(kept, "wb") as file:
            file.truncate(2**40)
        with pytest.raises(NoKey, match="damaged"):
            OwnKey.read()

    def test_no_file_stays_open(self, kept: Path) -> None:
        before = len(os.listdir("/dev/fd"))
        OwnKey.read()
        kept.write_bytes(b"")
        with pytest.raises(NoKey):
            OwnKey.read()
        kept.unlink()
        kept.mkdir()
        with pytest.raises(NoKey):
            OwnKey.read()
        assert len(os.listdir("/dev/fd")) == before


def tells_nothing(error: BaseException | None) -> bool:
    """Whether neither an error nor what it came from carries a key."""
    while error is not None:
        if HIDDEN.hex()[:8] in repr((error.args, vars(error))):
            return False
        error = error.__cause__ or error.__context__
    return True


class TestDrawing:
    def test_the_same_question_has_the_same_answer_on_every_machine(self) -> None:
        told = OwnKey(HIDDEN).draw(b"what?")
        digest = hmac.new(HIDDEN, b"what?", hashlib.sha256).digest()
        assert told == tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        assert told[:2] == (330564601, 3902409511)

    def test_another_key_or_question_has_another(self) -> None:
        other = OwnKey(bytes(32))
        asked = [(key, q) for key in (OwnKey(HIDDEN), other) for q in (b"", b"a", b"b", b"ab")]
        assert len({key.draw(q) for key, q in asked}) == len(asked)

    def test_draws_begin_with_the_numbers(self) -> None:
        numbers = OwnKey(HIDDEN).draw(b"what?")
        assert len(numbers) == 8
        first, second = (np.random.default_rng([*numbers, 1]).bytes(32) for _ in range(2))
        assert first == second

    def test_it_shows_itself_to_nobody(self) -> None:
        key = OwnKey(HIDDEN)
        assert repr(key) == str(key) == f"{key}" == "OwnKey(hidden)"
        assert repr([key]) == "[OwnKey(hidden)]"


AT_ONCE = """
import sys
from tacit.publishing.own_key import OwnKey

print("ready", flush=True)
sys.stdin.readline()
print(OwnKey.read_or_make().secret.hex())
"""


@pytest.mark.process
def test_runs_that_begin_at_once_have_one_key(home: Path) -> None:
    command = [sys.executable, "-c", AT_ONCE]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    runs = [subprocess.Popen(command, **pipes) for _ in range(8)]
    assert [run.stdout.readline() for run in runs] == ["ready\n"] * 8
    assert not home.exists()
    for run in runs:
        run.stdin.write("go\n")
        run.stdin.flush()
    found = {run.communicate(timeout=60)[0].strip() for run in runs}
    assert [run.returncode for run in runs] == [0] * 8
    kept = OwnKey.read()
    assert kept is not None
    assert found == {kept.secret.hex()}
    assert kept.warning is None
    assert os.listdir(home) == ["key"]
    assert (mode(home), mode(home / "key")) == (0o700, 0o600)


ASKED = "from tacit.publishing.own_key import key_place; print(key_place())"


@pytest.mark.process
@pytest.mark.parametrize("env", [None, "as the command line's tests give it"])
def test_tests_and_their_processes_never_write_into_a_real_home(
    home: Path, tmp_path_factory: pytest.TempPathFactory, env: str | None
) -> None:
    given = None if env is None else environment()
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True, env=given
    )
    assert done.stdout.strip() == str(key_place()) == str(home / "key")
    assert home.is_relative_to(tmp_path_factory.getbasetemp())


def test_no_key_is_an_error_of_ours_that_who_draws_may_catch() -> None:
    assert issubclass(NoKey, TacitError)
    assert str(NoKey("it is away")) == "the key of your draws can't be used: it is away."
