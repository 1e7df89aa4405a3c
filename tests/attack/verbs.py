"""Every verb that writes, with all that it writes, on a small table; and how to judge what is left."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.attack.forks import PASSPHRASE, Forks, Job, Ran

OLD = b"what was there before\n"
ROWS = {("a", "p"): 9, ("a", "q"): 1, ("a", "r"): 4, ("b", "p"): 3, ("b", "r"): 7, ("c", "q"): 8}
WANT = ("table.csv", "--want", "intent.json")
HELD = ("--against", "em-f", "--limit", "1/2")
GREEDY = ("--method", "greedy", *HELD)
BUY = ("--buy", "5", "--seed", "3", "--limit", "1/2")
BESIDE = re.compile(r"\..*\.[0-9a-f]{16}\.tmp")
KEY = re.compile(rb"Tacit key 1:[^\n]*\n[0-9a-f]{64}\n")


@dataclass(frozen=True)
class Verb:
    """A verb to be run, and what it writes.

    Attributes:
        args: the command line.
        files: the files that it writes, all of them new or replaced.
        campaign: the campaign file that it writes, if any.
        key: whether it makes the key of its user, who has none yet; what it draws is another each time.
        code: its exit code.
    """

    name: str
    args: tuple[str, ...]
    files: tuple[str, ...] = ()
    campaign: str | None = None
    key: bool = False
    code: int = 0


VERBS = (
    Verb("describe", ("describe", "table.csv", "--out", "m.toml", "--force"), ("m.toml",)),
    Verb(
        "protect",
        (
            *("protect", *WANT, *GREEDY),
            *("--out", "post.json", "--keep", "kept.json", "--report", "page.html"),
        ),
        ("post.json", "kept.json", "page.html"),
    ),
    Verb(
        "protect, first of all",
        ("protect", *WANT, "--limit", "1/2", "--out", "post.json"),
        ("post.json",),
        key=True,
    ),
    Verb(
        "protect, new campaign",
        ("protect", *WANT, *GREEDY, "--campaign", "new.tacit", "--out", "post.json"),
        ("post.json",),
        campaign="new.tacit",
    ),
    Verb(
        "export",
        (
            *("export", "shown.json", "--as", "odrl"),
            *("--market", "table.csv", "--out", "post.jsonld"),
        ),
        ("post.jsonld",),
    ),
    Verb(
        "purchase",
        (
            *("purchase", *WANT, "--published", "shown.json", *BUY),
            *("--out", "plan.json", "--letter", "letter.txt", "--sql", "order.sql"),
        ),
        ("plan.json", "letter.txt", "order.sql"),
    ),
    Verb(
        "purchase, campaign",
        (
            *("purchase", "table.csv", "--campaign", "need.tacit", *BUY),
            *("--out", "plan.json", "--letter", "letter.txt"),
        ),
        ("plan.json", "letter.txt"),
        campaign="need.tacit",
    ),
    Verb(
        "receive",
        ("receive", "came.csv", "--campaign", "ordered.tacit", "--data", "table.csv"),
        campaign="ordered.tacit",
    ),
    Verb(
        "frontier",
        ("frontier", *WANT, "--against", "em-f", "--csv", "costs.csv", "--plot", "costs.svg"),
        ("costs.csv", "costs.svg"),
    ),
    Verb(
        "frontier, png",
        ("frontier", *WANT, "--against", "em-f", "--plot", "costs.png"),
        ("costs.png",),
    ),
    Verb("demo", ("demo", "--out", "story.html"), ("story.html",)),
    Verb(
        "paper",
        ("paper", "figure-1", "--out", "all"),
        tuple(f"all/{n}" for n in ("figure-1.csv", "figure-1.png", "figure-1.svg", "report.html")),
    ),
)


class Room:
    """Where verbs are run: a folder with all that they read, copied for each run."""

    def __init__(self, folder: Path, forks: Forks) -> None:
        self.forks = forks
        self._folder = folder
        self._template = folder / "template"
        self._template.mkdir()
        self._known: dict[tuple[str, bool], Known] = {}
        _fill(self._template)

    @contextmanager
    def copy(self, verb: Verb, *, old: bool) -> Iterator[Path]:
        """A folder to run a verb in; where `old`, its files are there already."""
        with TemporaryDirectory(dir=self._folder) as made:
            place = Path(made) / "run"
            shutil.copytree(self._template, place)
            if verb.key:
                shutil.rmtree(place / "home")
            for name in verb.files if old else ():
                (place / name).parent.mkdir(exist_ok=True)
                (place / name).write_bytes(OLD)
            yield place

    def known(self, verb: Verb, *, old: bool) -> Known:
        """What a verb does if nothing happens to it."""
        if (verb.name, old) not in self._known:
            with self.copy(verb, old=old) as place:
                contents, before = contents_of(place), Left.found(verb, place)
                there = set(place.rglob("*"))
                ran = self.forks.run(Job(str(place), verb.args))
                assert ran.code == verb.code, (verb.name, ran)
                after, made = Left.found(verb, place), len(set(place.rglob("*")) - there)
                self._known[verb.name, old] = Known(ran, before, after, str(place), contents, made)
        return self._known[verb.name, old]


@dataclass(frozen=True)
class Left:
    """What a verb left, or found.

    Attributes:
        files: the content of each of its files; None where there is none.
        sealed: the content of its campaign file.
        key: the content of its user's key.
        beside: files that are written beside a place.
        empty: folders that hold nothing.
    """

    files: dict[str, bytes | None]
    sealed: bytes | None
    key: bytes | None
    beside: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()

    @classmethod
    def of(cls, verb: Verb, contents: Mapping[str, bytes], empty: Iterable[str] = ()) -> Left:
        """What a verb left, of the contents of all files by their names."""
        return cls(
            {name: contents.get(name) for name in verb.files},
            None if verb.campaign is None else contents.get(verb.campaign),
            contents.get("home/key"),
            tuple(name for name in contents if BESIDE.fullmatch(name.rpartition("/")[2])),
            tuple(empty),
        )

    @classmethod
    def found(cls, verb: Verb, place: Path) -> Left:
        """What is found in a folder."""
        empty = (path for path in place.rglob("*") if path.is_dir() and not os.listdir(path))
        return cls.of(verb, contents_of(place), sorted(str(p.relative_to(place)) for p in empty))

    @cached_property
    def entries(self) -> list[dict[str, Any]] | None:
        """What the campaign holds, times and folders aside; None without a campaign file."""
        if self.sealed is None:
            return None
        from tacit.campaign.encryption import unseal

        entries = unseal(self.sealed, PASSPHRASE)["entries"]
        aside = ("when", "data")
        return [{name: v for name, v in entry.items() if name not in aside} for entry in entries]


@dataclass(frozen=True)
class Known:
    """A run to which nothing happened.

    Attributes:
        ran: what it printed and did.
        before: what it found.
        after: what it left.
        place: the folder that it ran in.
        contents: all files that were there before, by their names.
        made: how many files and folders are there that were not before.
    """

    ran: Ran
    before: Left
    after: Left
    place: str
    contents: dict[str, bytes]
    made: int

    def is_whole(self, verb: Verb, found: Left, *, stopped: bool = False) -> bool:
        """Whether each file is as it was, or as it should become; and so are campaign and key.

        One that was `stopped` at once may leave a new campaign in which nothing is yet.
        """
        files = all(
            content in (self.before.files[name], self.after.files[name])
            or (verb.key and _is_json(content))
            for name, content in found.files.items()
        )
        entries = [self.before.entries, self.after.entries]
        if stopped and self.before.entries is None:
            entries.append([])
        key = found.key in (None, self.before.key) or KEY.fullmatch(found.key or b"") is not None
        return files and found.entries in entries and key

    def is_done(self, verb: Verb, found: Left) -> bool:
        """Whether each file is as it should become."""
        drawn = verb.key and all(map(_is_json, found.files.values()))
        return (found.files == self.after.files or drawn) and found.entries == self.after.entries


def contents_of(place: Path) -> dict[str, bytes]:
    """All files in a folder, by their names."""
    found = (path for path in place.rglob("*") if path.is_file())
    return {str(path.relative_to(place)): path.read_bytes() for path in found}


def _is_json(content: bytes | None) -> bool:
    try:
        return content == OLD or isinstance(json.loads(content or b"null"), dict)
    except ValueError:
        return False


def _fill(place: Path) -> None:
    """Write what verbs read."""
    import tacit

    lines = [",".join(cell) for cell, count in ROWS.items() for _ in range(count)]
    (place / "table.csv").write_text("\n".join(["x,y", *lines, ""]))
    (place / "intent.json").write_text('{"x": ["a"], "y": ["p"]}')
    (place / "intent.json").chmod(0o600)
    (place / "shown.json").write_text('{"x": ["a", "b", "c"], "y": ["p", "q"]}')
    (place / "home").mkdir()
    (place / "home" / "key").write_text(f"Tacit key 1: of a test.\n{'5' * 64}\n")
    (place / "home" / "key").chmod(0o600)
    market = tacit.load(str(place / "table.csv"))
    how = tacit.Procedure.of(method="greedy", against="em-f", limit="1/2")
    true = market.intent({"x": ["a"], "y": ["p"]})
    tacit.Campaign.start(place / "need.tacit", PASSPHRASE, _cost=1).protect(market, true, how)
    ordered = tacit.Campaign.start(place / "ordered.tacit", PASSPHRASE, _cost=1)
    ordered.protect(market, true, how)
    plan = ordered.purchase(market, buy=6, seed=1).purchase.to_plan()
    came = [f"{o['cell']['x']},{o['cell']['y']}" for o in plan for _ in range(o["count"])]
    (place / "came.csv").write_text("\n".join(["x,y", *came, ""]))
