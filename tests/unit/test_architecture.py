"""The floor plan: imports point one way, doors are used, the public door is as promised."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tacit

SRC = Path(tacit.__file__).parent
UNIT = Path(__file__).parent
TESTS = UNIT.parent
LAYERS = [
    ("_version", "_display", "_defaults", "_names"),
    ("errors",),
    ("_exact", "_files", "_doors"),
    ("_progress",),
    ("space",),
    ("intents",),
    ("market",),
    ("attackers",),
    ("candidates",),
    ("publishing", "purchasing"),
    ("informed",),
    ("auditing", "tradeoff"),
    ("campaign",),
    ("export",),
    ("report",),
    ("paper",),
    ("cli",),
    ("__init__", "__main__"),
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
LONGEST_CHAIN = 17
MOST_AT_ROOT = 11
"""Modules that lie at the root: the door, errors, and helpers that every room may use."""
LONGEST_MODULE = 500
MIRRORED = 0.85


def name_of(path: Path) -> str:
    parts = ("tacit", *path.relative_to(SRC).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(SRC.rglob("*.py"))}


def nodes(tree: ast.AST, *, types_too: bool) -> Iterator[ast.AST]:
    """Everything in a module, with or without what only a type checker reads."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            if types_too:
                yield from nodes(child, types_too=True)
            continue
        yield child
        yield from nodes(child, types_too=types_too)


@cache
def imports(name: str, *, types_too: bool) -> frozenset[str]:
    """The modules of Tacit that a module imports, at once or when a function runs."""
    found = set()
    for node in nodes(ast.parse(MODULES[name].read_text()), types_too=types_too):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            dotted = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {one if one in MODULES else node.module for one in dotted}
    return frozenset(one for one in found if one in MODULES and one != name)


def home(module: str) -> str:
    """The room that a module lies in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def test_every_room_has_its_place_in_the_layers() -> None:
    assert {home(name) for name in MODULES} == set(LEVEL)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_one_way(name: str) -> None:
    here = home(name)
    for module in imports(name, types_too=True):
        there = home(module)
        assert there == here or LEVEL[there] < LEVEL[here], f"{name} may not import {module}"


@pytest.mark.parametrize("name", MODULES)
def test_nobody_reaches_into_the_private_modules_of_another_room(name: str) -> None:
    for module in imports(name, types_too=True):
        private = [part for part in module.split(".")[2:] if part.startswith("_")]
        assert not private or home(module) == home(name), f"{name} reaches into {module}"


def test_few_modules_lie_at_the_root() -> None:
    loose = [path.name for path in SRC.glob("*.py")]
    assert len(loose) <= MOST_AT_ROOT, sorted(loose)


def test_no_chain_of_imports_is_long() -> None:
    """However lazily: what runs when everything is used. Imports for type checkers do not run."""
    longest = max((chain(name) for name in MODULES), key=len)
    assert len(longest) <= LONGEST_CHAIN, " > ".join(longest)


@cache
def chain(name: str, above: tuple[str, ...] = ()) -> tuple[str, ...]:
    assert name not in above, f"a circle: {' > '.join((*above, name))}"
    below = (chain(module, (*above, name)) for module in imports(name, types_too=False))
    return (name, *max(below, key=len, default=()))


def test_the_door_is_as_promised() -> None:
    assert sorted(tacit.__all__) == sorted([*tacit._HOMES, "__version__"])
    assert 10 <= len(tacit.__all__) <= 32
    for name in tacit.__all__:
        assert getattr(tacit, name) is not None
        assert name in tacit.__doc__ or name == "__version__"
    with pytest.raises(AttributeError, match="nonsense"):
        tacit.nonsense  # noqa: B018


@pytest.mark.process
@pytest.mark.parametrize("start", ["import tacit", "import tacit.cli"])
def test_starting_up_imports_nothing_heavy(start: str) -> None:
    heavy = [
        "numpy",
        "scipy",
        "pyarrow",
        "duckdb",
        "sqlglot",
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
    long = {n: len(p.read_text().splitlines()) for n, p in MODULES.items()}
    assert not {name: lines for name, lines in long.items() if lines > LONGEST_MODULE}


VERBS = sorted(path for path in (SRC / "cli").glob("*.py") if not path.name.startswith("_"))


@pytest.mark.parametrize("path", VERBS, ids=lambda path: path.stem)
def test_a_verb_parses_calls_and_shows(path: Path) -> None:
    """What decides anything belongs to the rooms below, where Python callers find it too."""
    assert len(path.read_text().splitlines()) < 120
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert complexity(node) <= 10, node.name


def complexity(function: ast.FunctionDef) -> int:
    """McCabe's number: one, and one more for each way that the function may turn."""
    turns = 1
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            turns += len(node.values) - 1
        turns += isinstance(
            node,
            ast.If
            | ast.For
            | ast.While
            | ast.IfExp
            | ast.ExceptHandler
            | ast.With
            | ast.Assert
            | ast.comprehension,
        )
    return turns


def test_a_modules_test_is_found_under_its_name() -> None:
    """`tacit/space/nominal.py` is tested by `tests/unit/space/test_nominal.py`."""
    modules = [path.relative_to(SRC) for path in MODULES.values() if path.stem != "__init__"]
    tested = [p for p in modules if (UNIT / p.parent / f"test_{p.stem.strip('_')}.py").exists()]
    missing = sorted(str(path) for path in set(modules) - set(tested))
    assert len(tested) >= MIRRORED * len(modules), missing


def test_tests_share_helpers_and_not_each_other() -> None:
    """What two test modules need is in `tests/helpers` or a conftest, where a reader looks for it."""
    found = [
        f"{path.relative_to(TESTS)}: {line}"
        for path in sorted(TESTS.rglob("test_*.py"))
        for line in path.read_text().splitlines()
        if re.match(r"(from|import) tests\.\S*\btest_|from tests\S* import test_", line)
    ]
    assert not found
