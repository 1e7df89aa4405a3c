"""Options that verbs share, each declared once."""

from __future__ import annotations

from typing import Annotated

import typer

_POST = "What is published"
_WHOM = "Whom to hold"
_DRAW = "The draw"
_TEST = "The observers' test"
_INFORMED = "Those who know the method"
_BUYING = "Those who know how you buy"
_QUERY = "The query"
OVER_TIME = "Over time"
_DIALECT = "The SQL of the seller's database."
_TABLE = "The table's name in the seller's database."

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="adult, synthetic, a table (a file, a folder of Parquet files, or the address of a database), "
        "or a market file.",
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
        "The attackers to hold, with commas between; em-f=0.1 gives one a limit of its own. By default "
        "all who look at posts.",
        _WHOM,
        metavar="NAMES",
    ),
]
AuditAgainst = Annotated[
    str | None,
    _file(
        "Whom you ask about, with commas between; em-f=0.1 gives one a limit of its own. All others are "
        "judged too.",
        _WHOM,
        metavar="NAMES",
    ),
]
Limit = Annotated[
    str, typer.Option(metavar="SHARE", help="How sure anyone may be at most of what you want.")
]
AuditLimit = Annotated[
    str | None,
    _file(
        "How sure anyone may be at most; by default what the post was made for, or 0.3.",
        metavar="SHARE",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
MethodName = Annotated[
    str,
    typer.Option(
        metavar="sealed|optimal|greedy",
        help="One that holds even against someone who knows it, the cheapest against others, or the "
        "paper's.",
    ),
]
PostMethod = Annotated[
    str,
    typer.Option(
        metavar="sealed|optimal|greedy",
        help="How to publish, if nothing is published yet.",
        rich_help_panel=_POST,
    ),
]
MadeBy = Annotated[
    str | None,
    _file(
        "How the post was made, if its file does not say; by default every method is suspected, and the "
        "worst counts.",
        _INFORMED,
        metavar="sealed|optimal|greedy",
    ),
]
MadeFor = Annotated[
    str | None,
    _file(
        "With --made-by: the attackers it was made to hold; by default those of --against.",
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
        help="What decides the draw, for tests and papers; as secret as the true intent.",
        rich_help_panel=_DRAW,
        show_default=False,
    ),
]
Fresh = Annotated[
    bool,
    typer.Option(
        "--fresh",
        help="Draw anew, where asking again would give the same. Post one draw only.",
        rich_help_panel=_DRAW,
    ),
]
BuySeed = Annotated[
    int | None,
    typer.Option(
        help="What decides the draw; by default a key of yours, so that asking twice gives the same.",
        rich_help_panel=_DRAW,
        show_default=False,
    ),
]
Published = Annotated[
    str | None,
    _file("The post, or what protect --keep wrote; without it one is found as protect does."),
]
PublishedToAudit = Annotated[
    str | None,
    _file(
        "The post, or better what protect --keep or --json wrote, which says how it was made; without "
        "it the true intent is judged as if posted."
    ),
]
Purchased = Annotated[
    str | None,
    _file("What was bought, as purchase --out wrote it, which says how it was chosen."),
]
BuyAgainst = Annotated[
    str | None,
    _file(
        "Whose test to pass or to show first (purchase, purchase-f, purchase-fc), and those who saw "
        "the post, if it is yet to be found. By default purchase-f and all that fit.",
        _WHOM,
        metavar="NAMES",
    ),
]
Buy = Annotated[
    int | None,
    _file("Buy Q records.", metavar="Q"),
]
Need = Annotated[
    int | None,
    _file("Or get M wanted records, with those bought before.", metavar="M"),
]
Budget = Annotated[
    str | None,
    _file("Or spend at most C: as many records as that buys.", metavar="C"),
]
Odds = Annotated[
    str,
    typer.Option(
        metavar="SHARE", help="The chance to have what is needed, or to stay within a budget."
    ),
]
Design = Annotated[
    str | None,
    _file(
        "How to draw blindly: simple (a simple random sample), stratified (each price has its share), "
        "weighted (more of what is cheap), quotas (enough for each want that could be behind the post). "
        "By default simple; for a need quotas, unless a simple sample has the same size for each of those.",
        _DRAW,
        metavar="NAME",
    ),
]
Allocate = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="How to choose: blend draws blindly, and adds nothing to the post; optimal, mc, mcmc, "
        "g-mcmc and genetic pass the paper's test, and tell more to one who knows them.",
        rich_help_panel=_TEST,
    ),
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
    str,
    typer.Option(
        metavar="records|cost",
        help="With --need: the smallest or the cheapest.",
        rich_help_panel=_TEST,
    ),
]
Supply = Annotated[
    str,
    typer.Option(
        metavar="finite|endless",
        help="For purchase-f: whether blind draws use the stock up.",
        rich_help_panel=_TEST,
    ),
]
OnlyOver = Annotated[
    bool,
    typer.Option(
        "--only-over",
        help="For purchase-f: test only cells bought more than their share.",
        rich_help_panel=_TEST,
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
OutPost = Annotated[str | None, _file("Write the post alone, as JSON: for the market.")]
OutKeep = Annotated[
    str | None,
    _file("Write the post and how it was made, for you alone: audit and purchase take it."),
]
OutPlan = Annotated[str | None, _file("Write the plan as JSON: how many records of each cell.")]
OutLetter = Annotated[
    str | None, _file("Write the order as a letter, for a seller who draws the sample.")
]
Dialect = Annotated[
    str,
    typer.Option(metavar="NAME", help=_DIALECT, rich_help_panel=_QUERY),
]
TableName = Annotated[
    str | None,
    _file(_TABLE, _QUERY, "--seller-table", metavar="NAME"),
]
RowId = Annotated[
    str | None,
    _file(
        "A column that tells rows apart: with it and --seed the query draws the same rows each time.",
        _QUERY,
        metavar="COLUMN",
    ),
]
PostFile = Annotated[
    str,
    typer.Argument(
        metavar="POST.json",
        help="The post, or whatever file of protect or purchase holds it; - for standard input.",
        show_default=False,
    ),
]
ExportAs = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="sql|json|odrl|text",
        help="A condition or query, JSON, a request by the W3C's ODRL, or a letter.",
        show_default=False,
    ),
]
ExportMarket = Annotated[
    str | None,
    _file("The market that the post was made in.", None, "--market", metavar="DATA"),
]
ExportDialect = Annotated[str, typer.Option("--dialect", metavar="NAME", help=_DIALECT)]
ExportTable = Annotated[str | None, _file(_TABLE, None, "--seller-table", metavar="NAME")]
OutExport = Annotated[str | None, _file("Write it to a file.")]
OutReport = Annotated[str | None, _file("Write a private HTML report with pictures.")]
OutSql = Annotated[
    str | None, _file("Write a query that draws the purchase in the seller's database.")
]
OutPlot = Annotated[str | None, _file("Draw the curves: a .png or .svg file.")]
OutCsv = Annotated[str | None, _file("Write the points as CSV.")]
