"""Answers go to standard output, everything else to standard error, and nothing by accident."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tacit._doors import TOO_LARGE
from tacit._files import UNFINISHED
from tacit._files.private_file import written_beside
from tacit.campaign.atomic_file import create_file
from tacit.cli._terminal import (
    busy,
    keep_apart,
    make_folder,
    only_one_input,
    show,
    show_json,
    speaks_plainly,
    tell,
    tell_written,
    was_given,
    write_bytes,
    write_text,
)
from tacit.errors import InputError, SettingError, TacitError, UnknownValue

CANARY = "zanzibar"


class Refused(TacitError):
    exit_code = 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TACIT_DEBUG", raising=False)
    return tmp_path


class TestSpeaking:
    def test_answers(self, capsys: pytest.CaptureFixture[str]) -> None:
        show("one", "two")
        show_json({"wörd": [1]})
        said = capsys.readouterr()
        assert said.err == ""
        assert said.out.startswith("one\ntwo\n")
        assert json.loads(said.out.removeprefix("one\ntwo\n")) == {"wörd": [1]}
        assert "wörd" in said.out

    def test_notes(self, capsys: pytest.CaptureFixture[str]) -> None:
        tell("a [bold] value " + "long " * 40)
        tell_written("a.json", None, "b.html")
        said = capsys.readouterr()
        assert said.out == ""
        first, *rest = said.err.splitlines()
        assert first.startswith("note: a [bold] value long")
        assert rest == ["note: wrote a.json", "note: wrote b.html"]

    def test_nobody_looks_so_nothing_is_shown(self, capsys: pytest.CaptureFixture[str]) -> None:
        with busy("working") as progress:
            assert progress is None
        assert capsys.readouterr() == ("", "")

    def test_someone_looks(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        with busy("working") as progress:
            assert progress is not None
            progress("half of it")
        assert capsys.readouterr().out == ""

    def test_what_is_shown_is_shown_as_it_is(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A file's name may look like markup."""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        with busy("reading [/odd].csv") as progress:
            assert progress is not None
            progress("reading [/odd] [bold]")
        assert capsys.readouterr().out == ""


class TestWriting:
    @pytest.mark.parametrize("private", [True, False])
    def test_a_file_is_made_or_replaced(self, folder: Path, private: bool) -> None:
        before = os.umask(0o022)
        try:
            for text in ("first", "second"):
                write_text("a.txt", text, private=private)
                assert Path("a.txt").read_text() == text
        finally:
            os.umask(before)
        mode = stat.S_IMODE(Path("a.txt").stat().st_mode)
        assert mode == (0o600 if private else 0o644)
        assert [path.name for path in folder.iterdir()] == ["a.txt"]

    def test_a_link_keeps_pointing_where_it_did(self) -> None:
        Path("real.txt").write_text("old")
        Path("link.txt").symlink_to("real.txt")
        write_text("link.txt", "new")
        assert Path("link.txt").is_symlink()
        assert Path("real.txt").read_text() == "new"

    def test_what_is_no_ordinary_file_is_written_to(self) -> None:
        write_bytes(Path(os.devnull), b"gone")
        assert not Path(os.devnull).is_file()

    def test_a_failure_leaves_what_was_there(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        Path("a.txt").write_text("old")
        monkeypatch.setattr(os, "replace", full)
        with pytest.raises(InputError, match="can't be written: No space left"):
            write_text("a.txt", "new")
        assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("a.txt", "old")]


class TestFilesOfAVerb:
    """They are put in their places when the verb is done, all of them or none."""

    @staticmethod
    def writing(end: BaseException | None = None) -> Callable[..., None]:
        @speaks_plainly
        def verb() -> None:
            write_text("a.txt", "first")
            write_text("a.txt", "new")
            write_text("b.txt", "new", private=True)
            first, second, place = sorted(os.listdir())
            assert written_beside(Path("a.txt")).fullmatch(first)
            assert written_beside(Path("b.txt")).fullmatch(second)
            assert (place, Path(place).read_text()) == ("a.txt", "old")
            if end is not None:
                raise end

        return verb

    @pytest.fixture(autouse=True)
    def old(self) -> None:
        Path("a.txt").write_text("old")

    def test_at_the_end(self) -> None:
        self.writing()()
        assert {name: Path(name).read_text() for name in os.listdir()} == {
            "a.txt": "new",
            "b.txt": "new",
        }

    @pytest.mark.parametrize("code", [0, 1, 2])
    def test_whatever_its_code(self, code: int) -> None:
        with pytest.raises(typer.Exit) as ended:
            self.writing(typer.Exit(code))()
        assert ended.value.exit_code == code
        assert sorted(os.listdir()) == ["a.txt", "b.txt"]
        assert Path("a.txt").read_text() == "new"

    @pytest.mark.parametrize("end", [InputError("no."), ValueError(), KeyboardInterrupt()])
    def test_where_it_fails_or_is_stopped_there_are_none(self, end: BaseException) -> None:
        with pytest.raises((typer.Exit, KeyboardInterrupt)):
            self.writing(end)()
        assert {name: Path(name).read_text() for name in os.listdir()} == {"a.txt": "old"}
        assert not [path for path in UNFINISHED if path.parent == Path.cwd()]

    def test_meanwhile_they_are_known_as_unfinished(self) -> None:
        @speaks_plainly
        def verb() -> None:
            write_text("b.txt", "new")
            (beside,) = (path for path in UNFINISHED if path.parent == Path.cwd())
            assert beside.read_text() == "new"

        verb()
        assert not [path for path in UNFINISHED if path.parent == Path.cwd()]

    def test_a_place_that_can_not_be_taken_is_told(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def refused(*_: object) -> None:
            raise OSError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(os, "replace", refused)
        with pytest.raises(typer.Exit) as ended:
            self.writing()()
        assert ended.value.exit_code == 2
        assert "a.txt can't be written: Operation not permitted." in capsys.readouterr().err
        assert os.listdir() == ["a.txt"]

    def test_from_then_on_it_can_not_be_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        moments: list[list[str]] = []
        monkeypatch.setattr(
            "tacit.cli._terminal.too_late", lambda: moments.append(sorted(os.listdir()))
        )
        self.writing()()
        assert moments == [["a.txt", "b.txt"]]


class TestWhatAFailedVerbLeaves:
    """What it made and did not come to fill goes again; what was there before stays."""

    @staticmethod
    def making(end: BaseException | None) -> Callable[..., None]:
        @speaks_plainly
        def verb() -> None:
            make_folder(Path("new/inner"))
            create_file(Path("new.tacit").absolute(), lambda: b"new")
            if end is not None:
                raise end

        return verb

    @pytest.mark.parametrize("end", [InputError("no."), Refused("too much."), ValueError()])
    def test_nothing_new(self, end: Exception, capsys: pytest.CaptureFixture[str]) -> None:
        create_file(Path("old.tacit").absolute(), lambda: b"old")
        with pytest.raises(typer.Exit):
            self.making(end)()
        assert os.listdir() == ["old.tacit"]
        assert "note: removed new.tacit again" in capsys.readouterr().err

    @pytest.mark.parametrize("end", [None, typer.Exit(1)])
    def test_all_of_it_where_it_ends_as_it_should(self, end: BaseException | None) -> None:
        with suppress(typer.Exit):
            self.making(end)()
        assert sorted(os.listdir()) == ["new", "new.tacit"]


class TestFolders:
    def test_it_is_made_with_those_it_lies_in(self, folder: Path) -> None:
        for _ in range(2):
            make_folder(Path("new/inner"))
            assert (folder / "new" / "inner").is_dir()

    def test_if_nothing_is_put_there_it_need_not_be_kept(self, folder: Path) -> None:
        Path("there").mkdir()
        make_folder(Path("there/new/inner"))
        made = [path.relative_to(folder) for path in UNFINISHED if folder in path.parents]
        assert made == [Path("there/new"), Path("there/new/inner")]

    def test_one_that_can_not_be_made(self) -> None:
        Path("file").touch()
        for name in ("file", "file/inner"):
            with pytest.raises(InputError, match=f"{name} can't be made"):
                make_folder(Path(name))


class TestWholeAnswers:
    """While an answer is being written, a signal waits."""

    @pytest.mark.parametrize("speak", [lambda: show("answer"), lambda: show_json({"answer": 1})])
    def test_it_has_left_python_before_a_signal_is_heeded(
        self,
        speak: Callable[[], None],
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        written: list[str] = []

        @contextmanager
        def whole() -> Iterator[None]:
            yield
            written.append(capfd.readouterr().out)

        monkeypatch.setattr("tacit.cli._terminal.whole", whole)
        speak()
        assert len(written) == 1
        assert "answer" in written[0]


class TestKeepApart:
    def test_inputs_and_outputs_of_their_own(self) -> None:
        keep_apart(("a.csv", None, "-", "adult"), ("b.json", None, "c.html"))

    @pytest.mark.parametrize("out", ["a.csv", "./a.csv", "sub/../a.csv", "link.csv"])
    def test_an_input_is_not_written_over(self, folder: Path, out: str) -> None:
        Path("sub").mkdir()
        Path("a.csv").touch()
        Path("link.csv").symlink_to("a.csv")
        for inputs in (("a.csv",), (str(folder / "a.csv"),)):
            with pytest.raises(InputError, match="is an input"):
                keep_apart(inputs, (out,))

    def test_two_outputs_need_two_places(self) -> None:
        with pytest.raises(InputError, match="written already"):
            keep_apart((), ("b.json", "./b.json"))

    @pytest.mark.parametrize("out", ["-", ""])
    def test_an_output_is_a_file(self, out: str) -> None:
        with pytest.raises(InputError, match="name a file"):
            keep_apart((), (out,))

    def test_its_folder_is_there(self) -> None:
        with pytest.raises(InputError, match="its folder is not there"):
            keep_apart((), ("nowhere/b.json",))


def test_standard_input_is_read_once() -> None:
    only_one_input("-", None, "a.json")
    with pytest.raises(InputError, match="only one"):
        only_one_input("-", "a.json", "-")


def test_whether_an_option_was_given() -> None:
    app = typer.Typer()
    found: list[bool] = []

    @app.command()
    def verb(context: typer.Context, limit: str = "0.3") -> None:
        found.append(was_given(context, "limit"))

    for args in ([], ["--limit", "0.3"]):
        assert CliRunner().invoke(app, args).exit_code == 0
    assert found == [False, True]


def ending(error: BaseException) -> Callable[..., None]:
    @speaks_plainly
    def verb() -> None:
        """Say something."""
        raise error

    return verb


def code_of(error: BaseException) -> int:
    with pytest.raises(typer.Exit) as ended:
        ending(error)()
    assert ended.value.__cause__ is None
    assert ended.value.__suppress_context__
    code: int = ended.value.exit_code
    return code


class TestSpeaksPlainly:
    def test_the_verb_keeps_its_words(self) -> None:
        assert ending(ValueError()).__doc__ == "Say something."

    def test_an_error_is_a_message_and_a_code(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert code_of(InputError("that is wrong.")) == 2
        assert code_of(Refused("too much.")) == 1
        assert capsys.readouterr() == ("", "tacit: that is wrong.\ntacit: too much.\n")

    @pytest.mark.parametrize(
        ("setting", "flag"),
        [("alpha", "--alpha"), ("contiguous", "--free"), ("made_by", "--made-by")],
    )
    def test_the_option_of_a_setting_is_named(
        self, capsys: pytest.CaptureFixture[str], setting: str, flag: str
    ) -> None:
        assert code_of(SettingError("that is wrong.", setting)) == 2
        assert capsys.readouterr().err == f"tacit: that is wrong. The option is {flag}.\n"

    def test_a_hint_goes_to_a_persons_screen_only(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        error = UnknownValue("x", "zanzibr", [CANARY])
        assert code_of(error) == 2
        assert "Did you mean" not in capsys.readouterr().err
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        assert code_of(error) == 2
        assert f"       Did you mean '{CANARY}'?\n" in capsys.readouterr().err

    def test_what_is_unexpected_is_not_quoted(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert code_of(ValueError(CANARY)) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert CANARY not in said.err
        assert f"(ValueError in {Path(__file__).name}, line " in said.err

    def test_unless_one_asks_for_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TACIT_DEBUG", "1")
        with pytest.raises(ValueError, match=CANARY):
            ending(ValueError(CANARY))()

    def test_no_space_is_said(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert code_of(OSError(errno.ENOSPC, "full")) == 2
        assert capsys.readouterr().err.startswith("tacit: there is no space left on the disk.")

    def test_no_memory_is_said(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert code_of(MemoryError(CANARY)) == 2
        assert capsys.readouterr().err == f"tacit: {TOO_LARGE}\n"

    @pytest.mark.parametrize("end", [typer.Exit(1), KeyboardInterrupt()])
    def test_other_ends_are_left_alone(self, end: BaseException) -> None:
        with pytest.raises(type(end)) as ended:
            ending(end)()
        assert ended.value is end
