"""The informed figure: rows and groups from surveys, without running any."""

from __future__ import annotations

from fractions import Fraction

from tacit.informed.survey import Survey
from tacit.paper.figure_informed import RUNS, Surveyed, _draw, _listed, _sheet
from tests.helpers.rendering import labels_on

FOUND = Survey(
    Fraction(3, 10),
    40,
    40,
    0,
    exceed=10,
    exceed_any=20,
    alone=4,
    mean=Fraction(1, 4),
    worst=Fraction(1),
)
NONE = Survey(
    Fraction(3, 10),
    40,
    40,
    0,
    exceed=0,
    exceed_any=0,
    alone=0,
    mean=Fraction(1, 5),
    worst=Fraction(3, 10),
)
BOTH = [Surveyed("cells", "greedy", "em-f", FOUND), Surveyed("cells", "sealed", "informed", NONE)]


def test_shares_are_of_all_candidates() -> None:
    assert BOTH[0].share == Fraction(1, 4)
    assert BOTH[0].identified == Fraction(1, 10)


def test_a_survey_is_a_row_that_says_how_posts_were_made() -> None:
    row = BOTH[0].row()
    assert (row["among"], row["method"], row["attacker"]) == ("cells", "greedy", "em-f")
    assert (row["exceed"], row["identified"]) == (10, 4)


def test_the_table_has_a_line_for_each_survey() -> None:
    lines = _sheet(BOTH).lines
    assert [line.labels for line in lines] == [
        ("40 cells", "greedy", "em-f"),
        ("40 cells", "sealed", "informed"),
    ]
    assert lines[0].ours == ("10", "25%", "25%", "4")
    assert lines[1].ours == ("0", "0%", "20%", "0")


def test_surveys_among_the_same_candidates_stand_together() -> None:
    labels = labels_on(_draw([*BOTH, Surveyed("boxes", "greedy", "em-c", FOUND)]))
    assert labels.count("among all 40 cells") == labels.count("among all 40 boxes") == 1
    assert {"greedy, em-f", "sealed", "greedy, em-c"} <= set(labels)


def test_shares_are_listed_in_percent() -> None:
    assert _listed({"em-f": Fraction(1, 4), "em-c": Fraction(1)}) == "em-f 25%, em-c 100%"


def test_sealed_is_made_for_the_informed_attacker_alone() -> None:
    assert [attackers for _, method, attackers in RUNS if method == "sealed"] == [("informed",)]
