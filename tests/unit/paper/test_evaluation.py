"""The whole evaluation: which exhibits run, what is written, and what the page says."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tacit.errors import MarketFileError, SettingError
from tacit.paper import evaluation
from tacit.paper.evaluation import EXHIBITS, ONLY_PAPER, files, page, read_case, run
from tacit.paper.exhibit import Chart, Claim, Exhibit, Line, Sheet
from tacit.report.plots import new_figure
from tests.helpers.cases import small_case


def made() -> Exhibit:
    sheet = Sheet(
        "A <sheet>",
        ("attacker",),
        ("cost", "records"),
        [
            Line(("em-f",), ("1", "2"), ("1", "2"), True),
            Line(("em-c",), ("3", "4"), ("3", "5"), False, "a <tie>"),
            Line(("ours",), ("6", "7")),
        ],
    )
    chart = Chart("figure-9", "what it shows", lambda: new_figure(2, 1)[0], [{"x": 1}, {"x": 2}])
    claims = [Claim("it <holds>", True, "1"), Claim("it does not", False, "2")]
    return Exhibit("table9", "Table 9", "shows", [sheet], [chart], claims, seconds=1.25)


def test_exhibits_are_found_under_their_names() -> None:
    (found,) = run(["figure-1"])
    assert found.name == "figure-1"
    assert found.seconds > 0


def test_an_unknown_exhibit_is_refused_before_any_runs() -> None:
    with pytest.raises(SettingError, match=r"no exhibit 'table9'\. Known are: table1"):
        next(run(["figure-1", "table9"]))


def test_a_case_of_ones_own_skips_what_is_the_papers_alone(tmp_path: Path) -> None:
    names = [exhibit.name for exhibit in run(own=small_case(tmp_path))]
    assert names == [name for name in EXHIBITS if name not in ONLY_PAPER]
    assert list(run(ONLY_PAPER, small_case(tmp_path))) == []


def test_the_papers_words_are_not_said_of_a_case_of_ones_own(tmp_path: Path) -> None:
    (found,) = run(["figure-lambda"], small_case(tmp_path))
    assert found.shows == ""
    assert [chart.caption for chart in found.charts] == [found.title]


def study(folder: Path, text: str) -> Path:
    small_case(folder)
    (folder / "want.sql").write_text("sex = 'F' AND race = 'A'")
    path = folder / "study.toml"
    path.write_text(text)
    return path


def test_a_case_is_read_from_a_file(tmp_path: Path) -> None:
    text = '[study]\ndata = "people.csv"\nwant = "want.sql"\nlimit = 0.4\n'
    case = read_case(study(tmp_path, text))
    assert case.data == str(tmp_path / "people.csv")
    assert case.wanted == {"sex": ["F"], "race": ["A"]}
    assert (case.limit, case.alpha) == (0.4, 0.5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"needs a \[study\]"),
        ('[study]\ndata = "people.csv"\n', r"needs a \[study\]"),
        ('[study]\ndata = "people.csv"\nwant = "want.sql"\nlimits = 1\n', "unknown entry 'limits'"),
    ],
)
def test_a_case_that_can_not_be_used_says_why(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(MarketFileError, match=words):
        read_case(study(tmp_path, text))


def test_every_chart_and_table_becomes_a_file() -> None:
    written = dict(files([made()]))
    assert list(written) == ["figure-9.png", "figure-9.svg", "figure-9.csv", "table9-1.csv"]
    assert written["figure-9.png"].startswith(b"\x89PNG")
    assert written["figure-9.csv"] == b"x\n1\n2\n"
    rows = list(csv.DictReader(io.StringIO(written["table9-1.csv"].decode())))
    assert rows[1] == {
        "attacker": "em-c",
        "cost": "3",
        "records": "4",
        "cost (printed)": "3",
        "records (printed)": "5",
    }
    assert rows[2]["cost (printed)"] == ""


def test_the_page_counts_what_agrees_and_lists_what_does_not() -> None:
    shown = page([made()])
    assert "1 of 2 printed rows agree. 1 of 2 claims" in shown
    exceptions = shown.split("All exceptions")[1].split("</table>")[0]
    assert "em-c" in exceptions
    assert "it does not" in exceptions
    assert "em-f" not in exceptions


def test_the_page_sets_a_printed_number_beside_ours_where_it_differs() -> None:
    shown = page([made()])
    assert '<span class="bad">4</span> <span class="muted">(5)</span>' in shown
    assert "Computed in 1.2 s." in shown
    assert "figure-9.csv" in shown


def test_all_text_of_the_page_is_escaped() -> None:
    shown = page([made()])
    for markup in ("<sheet>", "<tie>", "<holds>"):
        assert markup not in shown
        assert markup.replace("<", "&lt;").replace(">", "&gt;") in shown


def test_a_page_of_ones_own_warns_and_compares_nothing(tmp_path: Path) -> None:
    case = small_case(tmp_path)
    shown = page([made()], case)
    assert "Keep this page to yourself" in shown
    assert "printed rows agree" not in shown


def test_seconds_are_no_difference() -> None:
    line = Line(("mc",), ("1", "0.5"), ("1", "24"), True)
    shown = evaluation._sheet(Sheet("x", ("method",), ("Records", "Seconds"), [line]))
    assert '0.5 <span class="muted">(24)</span>' in shown
    assert '"bad"' not in shown
