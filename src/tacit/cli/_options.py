"""Options that verbs share, each declared once."""

from __future__ import annotations

from typing import Annotated

import typer

_POST = "What is published"
_QUESTION = "One question"
_INFORMED = "Those who know the method"
_BUYING = "Those who know how you buy"
OVER_TIME = "Over time"

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="adult, synthetic, a CSV or Parquet file, or a market file made by describe.",
        show_default=False,
    ),
]


def _file(help: str, panel: str | None = None, *names: str, metavar: str = "FILE") -> object:
    return typer.Option(
        *names, metavar=metavar, help=help, rich_help_panel=panel, show_default=False
    )


Want = Annotated[
    str | None,
    _file("The true intent: a file with JSON or an SQL condition, or - for standard input."),
]
Against = Annotated[
    str | None,
    _file(
        "The attackers, with commas between; em-f=0.1 gives one a limit of its own. By default all "
        "that fit.",
        metavar="NAMES",
    ),
]
Limit = Annotated[
    str, typer.Option(metavar="SHARE", help="The highest confidence an attacker may reach.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
MethodName = Annotated[
    str,
    typer.Option(
        metavar="greedy|optimal|sealed",
        help="The paper's method, the best with proof, or one that holds even against someone who "
        "knows it.",
    ),
]
PostMethod = Annotated[
    str,
    typer.Option(metavar="greedy|optimal|sealed", help="How to publish.", rich_help_panel=_POST),
]
MadeBy = Annotated[
    str | None,
    _file(
        "How the post was made; by default what protect --json says of it, or greedy.",
        _INFORMED,
        metavar="greedy|optimal|sealed",
    ),
]
MadeFor = Annotated[
    str | None,
    _file(
        "The attackers it was made to hold; by default those of --against.",
        _INFORMED,
        "--for",
        metavar="NAMES",
    ),
]
Survey = Annotated[
    bool,
    typer.Option(
        "--survey",
        help="Replay the method for every candidate, and say how many it leaves exposed.",
        rich_help_panel=_INFORMED,
    ),
]
Objective = Annotated[str, typer.Option(metavar="records|cost|cells", help="What to make small.")]
Free = Annotated[bool, typer.Option("--free", help="Allow gaps on ordered dimensions.")]
Points = Annotated[
    int,
    typer.Option(help="How many points a curve may have, where not every limit can be looked at."),
]
DrawSeed = Annotated[
    int | None,
    typer.Option(
        help="What decides the draw, of a method that draws; as secret as the true intent.",
        show_default=False,
    ),
]
BuySeed = Annotated[
    int | None,
    typer.Option(
        help="Where chance starts; whoever knows it can replay a drawn purchase.",
        show_default=False,
    ),
]
Published = Annotated[
    str | None,
    _file("The published intent; without it one is found as protect does.", _POST),
]
PublishedToAudit = Annotated[
    str | None,
    _file(
        "The published intent, or what protect --json printed; without it the true intent is judged "
        "as if published."
    ),
]
Purchased = Annotated[
    str | None,
    _file(
        "What was bought, as purchase --json or --out wrote it; alone, only those who saw it are "
        "asked."
    ),
]
BuyAgainst = Annotated[
    str | None,
    _file(
        "One who saw the purchase (purchase, purchase-f, purchase-fc), and those who saw the post, "
        "if it is yet to be found. By default purchase-f and all that fit.",
        metavar="NAMES",
    ),
]
Buy = Annotated[
    int | None,
    _file("Buy Q records: the most wanted ones among them.", _QUESTION, metavar="Q"),
]
Need = Annotated[
    int | None,
    _file("Get M wanted records: the smallest purchase that holds them.", _QUESTION, metavar="M"),
]
Budget = Annotated[
    str | None,
    _file("Spend at most C: the most wanted records for it.", _QUESTION, metavar="C"),
]
Allocate = Annotated[
    str,
    typer.Option(metavar="NAME", help="How to choose: optimal, blend, mc, mcmc, g-mcmc, genetic."),
]
AllocatedBy = Annotated[
    str | None,
    _file(
        "How the purchase was chosen: optimal, blend, mc, mcmc, g-mcmc, genetic. With --survey, "
        "several with commas between.",
        _BUYING,
        metavar="NAME",
    ),
]
SurveyBuy = Annotated[
    int | None,
    _file(
        "With --survey: buy Q records for every candidate, and say what that adds to the post.",
        _BUYING,
        "--buy",
        metavar="Q",
    ),
]
Runs = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="How often a method that draws is replayed for each candidate.",
        rich_help_panel=_BUYING,
    ),
]
BuyObjective = Annotated[
    str, typer.Option(metavar="records|cost", help="With --need: the smallest or the cheapest.")
]
Supply = Annotated[
    str,
    typer.Option(
        metavar="finite|endless", help="For purchase-f: whether blind draws use the stock up."
    ),
]
OnlyOver = Annotated[
    bool,
    typer.Option(
        "--only-over", help="For purchase-f: test only cells bought more than their share."
    ),
]
Again = Annotated[
    bool,
    typer.Option(
        "--again",
        help="Publish something new, though what was published before still holds.",
        rich_help_panel=OVER_TIME,
    ),
]
OutPost = Annotated[str | None, _file("Write the published intent, as JSON to post.")]
OutPlan = Annotated[str | None, _file("Write the plan as JSON.")]
OutReport = Annotated[str | None, _file("Write a private HTML report with pictures.")]
OutSql = Annotated[str | None, _file("Write a query that draws the purchase.")]
OutPlot = Annotated[str | None, _file("Draw the curves: a .png or .svg file.")]
OutCsv = Annotated[str | None, _file("Write the points as CSV.")]
