"""Imports point one way, the door is as promised, and starting up stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tacit

SRC = Path(tacit.__file__).parent
LAYERS = [
    ("_version", "errors"),
    ("_exact", "_display", "_seal", "_whole"),
    ("_bins", "_tails", "_vault"),
    ("dimension",),
    ("space",),
    ("intent",),
    ("unions",),
    ("_conditions",),
    ("wants",),
    ("market",),
    ("datasets", "attackers", "candidates"),
    ("publish", "purchasing"),
    ("surveys",),
    ("informed",),
    ("informed_purchase",),
    ("auditing", "frontiers", "campaign"),
    ("report",),
    ("paper",),
    ("cli",),
    ("__init__", "__main__"),
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def home(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= set(names) if node.module == "tacit" else {node.module}
    return {name for name in found if name == "tacit" or name.startswith("tacit.")}


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.py")), ids=lambda p: str(p.relative_to(SRC)))
def test_imports_point_one_way(path: Path) -> None:
    here = path.relative_to(SRC).parts[0].removesuffix(".py")
    assert here in LEVEL, f"{here} has no place in the layers"
    for module in imports(path):
        there = home(module)
        assert there == here or LEVEL[there] < LEVEL[here], f"{here} may not import {module}"


def test_the_door_is_as_promised() -> None:
    assert sorted(tacit.__all__) == sorted([*tacit._HOMES, "__version__"])
    assert 10 <= len(tacit.__all__) <= 24
    for name in tacit.__all__:
        assert getattr(tacit, name) is not None
        assert name in tacit.__doc__ or name == "__version__"
    with pytest.raises(AttributeError, match="nonsense"):
        tacit.nonsense  # noqa: B018


@pytest.mark.parametrize("start", ["import tacit", "import tacit.cli"])
def test_starting_up_imports_nothing_heavy(start: str) -> None:
    heavy = [
        "numpy",
        "scipy",
        "pyarrow",
        "duckdb",
        "sqlglot",
        "tomlkit",
        "matplotlib",
        "pandas",
        "polars",
        "cryptography",
    ]
    code = f"{start}; import sys; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_modules_stay_small() -> None:
    long = {p.name: n for p in SRC.rglob("*.py") if (n := len(p.read_text().splitlines())) > 560}
    assert not long
