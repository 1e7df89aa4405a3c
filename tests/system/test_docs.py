"""Every command the documents show runs as shown."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/topics/purchases.md",
    "docs/topics/paper.md",
    "docs/topics/optimal.md",
    "docs/topics/promises.md",
    "docs/topics/informed.md",
    "docs/topics/sealed.md",
    "docs/topics/what-a-post-gives-away.md",
    "docs/topics/asking-twice.md",
    "docs/topics/export.md",
    "docs/topics/statistics.md",
)
LINKED = sorted(
    [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
        *(ROOT / "docs").rglob("*.md"),
    ]
)


@pytest.mark.process
@pytest.mark.parametrize("page", PAGES)
def test_commands_run_as_shown(page: str, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), flags=re.DOTALL)
    assert blocks
    folder = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for line in "".join(blocks).splitlines():
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (line, done.stderr)


def test_the_tutorials_numbers_are_what_comes_out(tmp_path: Path) -> None:
    import tacit

    market = tacit.load(str(ROOT / "examples" / "panel.market.toml"))
    want = market.intent((ROOT / "examples" / "want.sql").read_text())
    result = tacit.protect(market, want, method="greedy")
    assert result.true_mass.cells == 16
    assert result.published.to_json()["age"] == ["30 to 44", "45 to 59"]
    assert result.published.to_json()["category"] == ["travel", "garden"]
    assert max(c.upper for c in result.confidences if c.attacker != "informed") == 0.25
    assert round(float(result.utility) * 100) == 45
    assert result.mass.records == 119
    assert result.headline.sure == 1
    found = tacit.audit(market, want, result).finding
    assert found is not None
    assert found.confidence.remaining == 1
    sealed = tacit.protect(market, want)
    assert (sealed.holds, sealed.true_mass.records) == (True, 54)
    assert sealed.proof.sealed.considered == 1_545
    assert round(sealed.proof.sealed.expected("records")) == 180


@pytest.mark.parametrize("page", LINKED, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("quickstart.py", "Publication(sealed"),
        ("sealed.py", "Within the limit: every attacker"),
        ("hide.py", "country: 14% sure before the post, 27% after"),
        ("purchase.py", "the purchase adds nothing to the post"),
        ("statistics.py", "the limit is kept at the upper end"),
    ],
)
def test_the_examples_run(script: str, says: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "examples" / script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout


def test_groups_and_trees_of_the_reference_are_read_as_shown(tmp_path: Path) -> None:
    import tacit

    page = (ROOT / "docs" / "reference" / "market-file.md").read_text()
    (toml,) = re.findall(r"```toml\n(\[market\]\ntable = \"firms.*?)```", page, flags=re.DOTALL)
    (regions,) = re.findall(r"```csv\n(country.*?)```", page, flags=re.DOTALL)
    firms = "city,colour,state,industry\nBarcelona,red,Utah,3111\nBasel,blue,Guam,3121\nOslo,red,Utah,52\n"
    for name, text in (("m.toml", toml), ("regions.csv", regions), ("firms.csv", firms)):
        (tmp_path / name).write_text(text)
    market = tacit.load(str(tmp_path / "m.toml"))
    asked = {
        "city = 'Barcelona'": 2,
        "colour = 'orange'": 2,
        "state = 'West'": 2,
        "industry = '31*'": 2,
    }
    for condition, records in asked.items():
        assert market.mass(market.intent(condition)).records == records


def test_the_reference_lists_every_dialect() -> None:
    from tacit.intents.dialects import known_dialects

    page = (ROOT / "docs" / "reference" / "command-line.md").read_text()
    (listed,) = re.findall(r"`--dialect` is one of (.*?)\.", page, flags=re.DOTALL)
    assert [name.strip() for name in listed.split(",")] == known_dialects()
