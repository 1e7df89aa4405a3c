"""One version, wherever it is asked for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from typer.testing import CliRunner

import tacit
from tacit._version import __version__
from tacit.cli import make_app

ROOT = Path(__file__).parents[2]


def test_the_version_is_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_the_door_and_the_command_line_say_the_same() -> None:
    assert tacit.__version__ == __version__
    assert CliRunner().invoke(make_app(), ["--version"]).stdout.strip() == __version__


def test_the_package_takes_its_version_from_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    where = project["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    module, _, name = where.rpartition(".")
    assert "version" in project["project"]["dynamic"]
    assert (module, name) == ("tacit._version", "__version__")
