"""Tables for a terminal: what they say, and that values are never read as markup."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rich.console import Group

from tacit.attackers.confidence import Confidence
from tacit.attackers.registry import what_sees
from tacit.auditing.audit import audit
from tacit.auditing.protect import protect
from tacit.candidates.secrets import GivenAway
from tacit.informed.finding import in_words
from tacit.informed.survey import HiddenSurvey, Survey
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.publishing.headline import Headline, HiddenValue
from tacit.publishing.procedure import Procedure
from tacit.report import terminal
from tacit.report.outsiders import OUTSIDERS
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tacit.tradeoff import frontier
from tests.helpers.markets import of_four_cells, of_hours
from tests.helpers.rendering import in_colour, on_terminal

GREEN, RED = "\x1b[32m", "31m"
BOLD_GREEN, BOLD_RED = "\x1b[1;32m", "\x1b[1;31m"


def words(text: str) -> list[list[str]]:
    """The cells of each line, which stand apart by two blanks or more."""
    return [[part for part in row.split("  ") if part.strip()] for row in text.splitlines()]


def row_of(text: str, first: str) -> list[str]:
    """The cells of the line that starts with a word."""
    found = [cells for cells in words(text) if cells and cells[0].strip() == first]
    assert found, text
    return [cell.strip() for cell in found[0]]


def test_a_market_lists_its_dimensions_and_what_each_value_holds() -> None:
    shown = on_terminal(terminal.market_view(of_hours()))
    assert "15 records in 4 of 6 cells, worth 15 (every record costs 1)" in shown
    assert row_of(shown, "sex") == ["sex", "nominal", "2", "F 5, M 10"]
    assert row_of(shown, "hours")[-1] == "few 1, some 2, many 12"


def test_amounts_have_their_currency_and_orders_their_terms() -> None:
    """A currency is what a file says, so it is never read as markup."""
    market = of_hours(terms=Terms.of("[red]", fee=25, minimum=2, tiers=[(5, 0.5)]))
    shown = on_terminal(terminal.market_view(market))
    assert "worth 15 [red] (every record costs 1)" in shown
    assert "Each order: 25 [red] fee, at least 2 records; 50% of the list price from 5" in shown
    wanted = market.intent({"sex": ["F"]})
    shown = on_terminal(terminal.price_view(market, market.mass(wanted), market.total))
    assert row_of(shown, "wanted") == ["wanted", "5", "5 [red]", "3"]
    found = frontier(market, wanted, against="em-f")
    assert "15 [red]" in on_terminal(terminal.frontier_view(found))
    assert "Each order" not in on_terminal(terminal.market_view(of_hours()))


def test_many_values_are_counted_not_listed() -> None:
    market = Market.from_cube(Space((Nominal("x", tuple("abcdefghij")),)), [1] * 10)
    shown = on_terminal(terminal.market_view(market))
    assert "h 1 and 2 more" in shown
    assert "i 1" not in shown


def test_values_that_look_like_markup_stay_text() -> None:
    space = Space((Nominal("[red]x", ("[bold]a[/bold]", "[/]")),))
    market = Market.from_cube(space, [1, 2])
    shown = on_terminal(
        terminal.market_view(market), terminal.intent_view("", market.intent({"[red]x": ["[/]"]}))
    )
    assert "[bold]a[/bold] 1, [/] 2" in shown
    assert row_of(shown, "[red]x")


def test_an_intent_is_listed_and_all_is_all() -> None:
    shown = on_terminal(terminal.intent_view("Publish", of_four_cells().intent({"sex": ["F"]})))
    assert "Publish" in shown
    assert row_of(shown, "sex") == ["sex", "F"]
    assert row_of(shown, "race") == ["race", "ALL"]


def test_a_union_says_either_and_or() -> None:
    either = of_four_cells().intent([{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}])
    shown = on_terminal(terminal.intent_view("", either))
    assert row_of(shown, "either") == ["either", "sex", "F"]
    assert row_of(shown, "or") == ["or", "sex", "M"]


def test_attackers_before_and_after_with_a_verdict_in_colour() -> None:
    bare = [Confidence("em-f", Fraction(3, 4)), Confidence("em-c", Fraction(1, 2))]
    now = [
        Confidence("em-f", Fraction(1, 4)),
        Confidence("em-c", Fraction(1, 5), limit=Fraction(1, 10)),
    ]
    view = terminal.readers_view("Sure", bare, now, Fraction(3, 10))
    shown = on_terminal(view)
    assert row_of(shown, what_sees("em-f"))[1:] == ["75%", "25%", "yes", "em-f"]
    assert row_of(shown, what_sees("em-c"))[1:] == ["50%", "20%", "no (10%)", "em-c"]
    assert "within 30%" in shown
    coloured = in_colour(view)
    assert f"{GREEN}yes" in coloured
    assert f"{RED}no" in coloured


def test_without_a_post_what_is_bare_is_judged() -> None:
    bare = [Confidence("em-f", Fraction(3, 4))]
    shown = on_terminal(terminal.readers_view("", bare, None, Fraction(3, 10)))
    assert row_of(shown, what_sees("em-f"))[1:] == ["75%", "no", "em-f"]
    assert "now" not in shown


def test_a_sureness_has_its_lower_end_where_there_is_one() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert terminal.sureness(Confidence("em-f", half)) == "50%"
    assert terminal.sureness(Confidence("em-f", half, lower=half)) == "50%"
    assert terminal.sureness(Confidence("em-f", half, lower=quarter)) == "25% to 50%"
    assert terminal.sureness(Confidence("informed", half, known=False)) == "not known"


class TestTheHeadline:
    def test_it_says_how_sure_what_is_allowed_and_what_is_wanted(self) -> None:
        hidden = (HiddenValue("race", Fraction(1, 5), Fraction(2, 5)),)
        found = Headline(Fraction(1, 4), Fraction(3, 10), Fraction(1, 8), hidden)
        view = terminal.headline_view(found)
        assert on_terminal(view).splitlines()[:2] == [
            f"{found.sentence}.",
            "30% is allowed, 40% for race: within the limit. 12.5% of the post is wanted.",
        ]
        assert BOLD_GREEN in in_colour(view)

    @pytest.mark.parametrize(
        ("found", "words"),
        [
            (Headline(Fraction(1, 2), Fraction(3, 10), Fraction(1)), "NOT within the limit"),
            (
                Headline.not_known(Fraction(3, 10), Fraction(1)),
                "NOT KNOWN to be within the limit",
            ),
        ],
    )
    def test_above_or_not_known_stands_out(self, found: Headline, words: str) -> None:
        view = terminal.headline_view(found)
        assert words in on_terminal(view)
        assert BOLD_RED in in_colour(view)


def test_a_price_sets_what_is_wanted_beside_what_is_published() -> None:
    market = of_four_cells()
    wanted = market.mass(market.intent({"sex": ["F"]}))
    shown = on_terminal(terminal.price_view(market, wanted, market.total))
    assert row_of(shown, "wanted") == ["wanted", "8", "16", "2"]
    assert row_of(shown, "published") == ["published", "12", "24", "4"]
    assert row_of(shown, "share wanted")[1:] == ["66.7%", "66.7%", "50%"]


def test_a_publication_shows_the_post_its_condition_and_its_worth() -> None:
    market = of_four_cells()
    made = protect(
        market, market.intent({"sex": ["F"]}), against="em-f", limit=0.5, method="greedy"
    )
    shown = on_terminal(terminal.publication_view(made))
    assert shown.startswith(made.headline.sentence)
    for part in ("Publish this", "As a condition", "What it costs", OUTSIDERS):
        assert part in shown
    assert row_of(shown, what_sees("em-f"))
    assert f"greedy, 1 value added. {made.worth}" in shown


def test_a_frontier_lists_its_points() -> None:
    market = of_four_cells()
    found = frontier(market, market.intent({"sex": ["F"]}), against="em-f")
    shown = on_terminal(terminal.frontier_view(found))
    assert "What each limit costs: em-f" in shown
    assert row_of(shown, "50%") == ["50%", "12", "24", "4", "optimal"]
    assert "every jump is listed" in shown


def test_an_audit_ends_with_a_verdict() -> None:
    market = of_four_cells()
    women = market.intent({"sex": ["F"]})
    post = market.intent({})
    for limit, verdict, style in (
        (0.5, "Within the limit: every attacker", GREEN),
        (0.4, "Above the limit: em-f (50%), pi-uniform (50%, left out)", BOLD_RED),
    ):
        judged = audit(market, women, post, against="em-f", limit=limit)
        shown = on_terminal(terminal.audit_view(judged), width=200)
        assert shown.startswith(judged.headline.sentence)
        assert shown.splitlines()[-1] == judged.verdict
        assert verdict in judged.verdict
        assert f"{style}{verdict}" in in_colour(terminal.audit_view(judged))
        assert "share wanted" in shown
        assert judged.made_by is not None
        assert f"How it was made: {judged.made_by.method.name} (not told:" in shown


def test_an_audit_of_what_nothing_explains_says_so() -> None:
    market = of_four_cells()
    want = market.intent({"sex": ["F"], "race": ["A"]})
    judged = audit(market, want, market.intent({"sex": ["F"]}), limit=1)
    shown = on_terminal(terminal.audit_view(judged), width=300)
    assert shown.startswith(
        "How sure the best-informed reader is of a record you want is not known"
    )
    assert shown.splitlines()[-1] == judged.verdict
    assert "How it was made" not in shown


class TestWhatAPostGivesAway:
    ROWS = (
        GivenAway("race", "[bold]", Fraction(1, 4), Fraction(3, 5), Fraction(1, 2)),
        GivenAway("sex", "F", Fraction(1, 2), Fraction(1)),
        GivenAway("age", "elderly", Fraction(1, 3), Fraction(1, 3)),
        GivenAway("city", None, Fraction(0), Fraction(0)),
    )

    def test_value_before_after_and_limit(self) -> None:
        shown = on_terminal(Group(*terminal.gives_away_view(self.ROWS)))
        assert row_of(shown, "race") == ["race", "[bold]", "25%", "60%", "50%"]
        assert row_of(shown, "sex") == ["sex", "F", "50%", "100%", "-"]

    def test_where_nothing_changes_a_line_does(self) -> None:
        shown = on_terminal(Group(*terminal.gives_away_view(self.ROWS)))
        assert "Nothing is told of: age, city." in shown
        assert "elderly" not in shown
        alone = on_terminal(Group(*terminal.gives_away_view(self.ROWS[2:])))
        assert "gives away" not in alone
        assert terminal.gives_away_view(()) == []

    def test_an_audit_shows_it_and_for_whom_the_limits_hold(self) -> None:
        market = of_four_cells()
        made = protect(market, {"sex": ["F"]}, against="em-f", limit=0.5, method="greedy")
        judged = audit(market, {"sex": ["F"]}, made, limit=0.5, hide="sex=0.9")
        shown = on_terminal(terminal.audit_view(judged), width=200)
        assert "50% sure of your sex" in shown
        assert "90% for sex" in shown
        assert judged.finding is not None
        assert in_words(judged.finding.margin)[1:] in shown


def test_a_survey_tells_of_hidden_dimensions_beliefs_and_the_margin() -> None:
    share = Fraction(1, 4)
    found = Survey(
        *(Fraction(3, 10), 40, 40, 2, 10, 20, 5, share, Fraction(1)),
        beliefs=2,
        hidden=(HiddenSurvey("race", Fraction(1, 2), Fraction(2, 5)),),
        margin=Fraction(5, 2),
    )
    shown = on_terminal(terminal.survey_view(found, Procedure.of(method="greedy")), width=200)
    assert row_of(shown, "a wanted record or hidden value above its limit")[1:] == ["10", "25%"]
    assert "A wanted value of race: 40% sure at worst, 50% is allowed." in shown
    assert "Each by the surest of 2 beliefs." in shown
    assert "up to 2.5." in shown


def test_a_survey_counts_who_is_exposed() -> None:
    found = Survey(Fraction(3, 10), 40, 40, 2, 10, 20, 5, Fraction(1, 4), Fraction(1))
    how = Procedure.of(method="greedy", against="em-f", limit=0.3)
    shown = on_terminal(terminal.survey_view(found, how), width=200)
    assert "Replaying greedy (against em-f)" in shown
    assert row_of(shown, "tried")[1:] == ["40", "100%"]
    assert row_of(shown, "a wanted record above 30%")[1:] == ["10", "25%"]
    assert row_of(shown, "identified outright")[1:] == ["5", "12.5%"]


def test_a_ledger_lists_what_was_published_and_bought() -> None:
    entries = [
        {
            "when": "2026-01-31",
            "kind": "post",
            "method": "greedy",
            "allocate": None,
            "records": 1234,
        },
        {
            "when": "2026-02-01",
            "kind": "purchase",
            "method": None,
            "allocate": "blend",
            "records": 5,
        },
    ]
    shown = on_terminal(terminal.ledger_view(entries))
    assert row_of(shown, "2026-01-31") == ["2026-01-31", "post", "greedy", "1,234"]
    assert row_of(shown, "2026-02-01") == ["2026-02-01", "purchase", "blend", "5"]
    assert "Nothing was published" in on_terminal(terminal.ledger_view([]))


def test_a_table_sets_numbers_to_the_right() -> None:
    made = terminal.table("title", "name", "[n]", right=["[n]"])
    made.add_row("a", "1")
    assert [column.justify for column in made.columns] == ["left", "right"]
    assert "[n]" in on_terminal(made)
