"""The market file: read, refused with a word on what to do, and written back."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tacit.errors import CostError, MarketFileError, TacitError
from tacit.intents.box import Box
from tacit.market.market import Market
from tacit.market.sources.counting import market_from_table
from tacit.market.sources.proposal import propose
from tacit.market.sources.recipe import Recipe, dimension_from, read_recipe
from tacit.market.sources.table import open_source
from tacit.market.terms import AS_LISTED, Terms
from tacit.space.grouped import Grouped
from tacit.space.matrix import Matrix
from tacit.space.nominal import Nominal
from tacit.space.numeric import Numeric
from tacit.space.ordinal import Ordinal
from tacit.space.prefix import Prefix
from tacit.space.tree import Tree

TABLE = "age,race,price\n10,White,1\n20,Black,2\n30,Other,3\n70,White,4\n"
HEAD = '[market]\ntable = "people.csv"\n'
RACE = '[dimensions.race]\nkind = "nominal"\nvalues = ["White", "Black", "Other"]\n'


def market_file(folder: Path, content: str, table: str = TABLE) -> Path:
    (folder / "people.csv").write_text(table, encoding="utf-8")
    path = folder / "people.toml"
    path.write_text(content, encoding="utf-8")
    return path


def opened(folder: Path, content: str, table: str = TABLE) -> Market:
    return market_from_table(market_file(folder, content, table))


def same(one: Market, other: Market) -> bool:
    """Whether two markets have the same dimensions, counts and costs in every cell."""
    if one.space != other.space or one.money_tick != other.money_tick:
        return False
    boxes = (
        Box(one.space, tuple((code,) for code in cell))
        for cell in Box.everything(one.space).cells()
    )
    return all(one.mass(box) == other.mass(box) for box in boxes)


def test_every_kind_of_dimension_can_be_written(tmp_path: Path) -> None:
    content = """
    [market]
    table = "people.csv"
    name = "my people"
    [dimensions.age]
    kind = "numeric"
    edges = [17, 24, 61]
    labels = ["child", "young", "working", "retired"]
    order = ["young", "child", "working", "retired"]
    closed = "left"
    integer = true
    [dimensions.years]
    kind = "ordinal"
    column = "age"
    values = [10, 20, 30, 70]
    [dimensions.race]
    kind = "nominal"
    values = ["White"]
    other = "rest"
    [dimensions.branch]
    kind = "tree"
    column = "race"
    tree = {Some = ["White", "Black"], None = ["Other"]}
    [dimensions.near]
    kind = "matrix"
    column = "race"
    values = ["White", "Black", "Other"]
    matrix = [[0, 1, 2], [1, 0, 1.5], [2, 1.5, 0]]
    [cost]
    column = "price"
    empty = 3
    """
    market = opened(tmp_path, content)
    assert [d.kind for d in market.space] == ["numeric", "ordinal", "nominal", "tree", "matrix"]
    assert market.name == "my people"
    assert market.records_by_value("age") == [1, 1, 1, 1]
    assert market.space.dimensions[0].values == ("young", "child", "working", "retired")
    assert market.records_by_value("race") == [2, 2]
    assert market.money(market.total.spend) == 10
    assert market.rule.base * market.rule.tick == 3


def test_bins_of_dates_can_be_written(tmp_path: Path) -> None:
    content = HEAD + '[dimensions.day]\nkind = "numeric"\nedges = [2020-01-01, 2021-01-01]\n'
    market = opened(tmp_path, content, "day\n2019-05-05\n2020-01-01\n2020-01-02\n")
    assert market.records_by_value("day") == [2, 1, 0]


def test_a_table_elsewhere_is_found_by_its_full_path(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = market_file(tmp_path / "data", "")
    other = tmp_path / "m.toml"
    other.write_text(f"[market]\ntable = '{path.with_name('people.csv')}'\n{RACE}")
    assert market_from_table(other).total.records == 4


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    assert opened(tmp_path, "\ufeff" + HEAD + RACE).total.records == 4


def test_missing_values_can_be_looked_for_in_every_column(tmp_path: Path) -> None:
    table = TABLE + ",White,9\n"
    dropping = HEAD + 'missing = "drop"\n'
    assert opened(tmp_path, dropping + RACE, table).total.records == 5
    assert opened(tmp_path, dropping + 'missing-in = "all"\n' + RACE, table).total.records == 4


def test_missing_values_can_be_kept(tmp_path: Path) -> None:
    content = HEAD + 'missing = "keep"\n' + RACE + 'missing-value = "unknown"\n'
    market = opened(tmp_path, content, TABLE + "40,?,1\n")
    assert market.space.dimensions[0].values == ("White", "Black", "Other", "unknown")
    assert market.records_by_value("race") == [2, 1, 1, 1]


def test_a_table_of_prices_stands_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "prices.csv").write_text("race,price\nWhite,1\nBlack,2\nOther,3\n")
    market = opened(tmp_path, HEAD + RACE + '[cost]\ntable = "prices.csv"\n')
    assert market.money(market.total.spend) == 7


def test_prices_per_value_can_be_written(tmp_path: Path) -> None:
    market = opened(
        tmp_path, HEAD + RACE + "[cost]\nbase = 0.5\n[cost.per-value.race]\nBlack = 2\n"
    )
    assert market.money(market.total.spend) == 4


def test_terms_can_be_written(tmp_path: Path) -> None:
    tiers = 'tiers = [{ from = 1000, price = 0.9 }, { from = 10000, price = "3/4" }]\n'
    content = '[terms]\ncurrency = "EUR"\nfee = 2.10\nminimum = 100\n' + tiers
    market = opened(tmp_path, HEAD + RACE + content)
    assert market.terms == Terms.of("EUR", "2.1", 100, [(1000, "9/10"), (10000, "3/4")])
    assert opened(tmp_path, HEAD + RACE).terms == AS_LISTED
    assert opened(tmp_path, HEAD + RACE + "[terms]\n").terms == AS_LISTED


AGE = '[dimensions.age]\nkind = "numeric"\n'

BAD = {
    "malformed": ("[market\n", "not valid TOML"),
    "no table": ("[market]\n" + RACE, "names no table"),
    "no dimensions": (HEAD, "at least one dimension"),
    "unknown part": (HEAD + "[dimension.race]\n", "Did you mean 'dimensions'"),
    "unknown market key": (HEAD + 'mising = "drop"\n' + RACE, "Did you mean 'missing'"),
    "unknown dimension key": (HEAD + RACE + "vallues = []\n", "Did you mean 'values'"),
    "unknown cost key": (HEAD + RACE + "[cost]\neach-one = 2\n", "Did you mean 'each'"),
    "market no table": ("market = 3\n", r"\[market\] of .* must be a table"),
    "dimensions no table": ("dimensions = 3\n" + HEAD, r"\[dimensions\] of .* must be a table"),
    "table no text": ("[market]\ntable = 3\n" + RACE, "table under .* must be text"),
    "count no text": (HEAD + "count = 3\n" + RACE, "count under .* must be text"),
    "missing unknown": (HEAD + 'missing = "skip"\n' + RACE, '"drop" or "keep"'),
    "missing-in unknown": (HEAD + 'missing-in = "some"\n' + RACE, '"all" or "dimensions"'),
    "no kind": (HEAD + "[dimensions.race]\n", "needs a kind: nominal, ordinal"),
    "unknown kind": (HEAD + '[dimensions.race]\nkind = "nominall"\n', "needs a kind"),
    "dimension no table": (HEAD + "[dimensions]\nrace = 3\n", "needs a kind"),
    "no values": (HEAD + '[dimensions.race]\nkind = "nominal"\n', "lacks 'values'"),
    "empty values": (HEAD + '[dimensions.race]\nkind = "nominal"\nvalues = []\n', "no values"),
    "text values": (
        HEAD + '[dimensions.race]\nkind = "nominal"\nvalues = "AB"\n',
        "must be a list",
    ),
    "nested values": (
        HEAD + '[dimensions.race]\nkind = "nominal"\nvalues = [["A"]]\n',
        "must list",
    ),
    "twice": (HEAD + '[dimensions.race]\nkind = "nominal"\nvalues = ["A", "A"]\n', "twice"),
    "other a list": (HEAD + RACE + "other = []\n", "other must be one"),
    "column a number": (HEAD + RACE + "column = 3\n", "column must be text"),
    "no edges": (HEAD + AGE, "lacks 'edges'"),
    "empty edges": (HEAD + AGE + "edges = []\n", "at least one edge"),
    "edges a number": (HEAD + AGE + "edges = 5\n", "edges must be a list"),
    "edges of text": (HEAD + AGE + 'edges = ["a"]\n', "all numbers or all"),
    "edges fall": (HEAD + AGE + "edges = [5, 3]\n", "must rise"),
    "edges mixed": (HEAD + AGE + "edges = [5, 2020-01-01]\n", "all numbers or all"),
    "labels": (HEAD + AGE + 'edges = [5]\nlabels = ["a"]\n', "1 edges, which make 2 bins, but 1"),
    "labels of text": (HEAD + AGE + 'edges = [5]\nlabels = "ab"\n', "labels must be a list"),
    "closed": (HEAD + AGE + 'edges = [5]\nclosed = "both"\n', "left.*right"),
    "integer": (HEAD + AGE + 'edges = [5]\ninteger = "yes"\n', "integer must be true or false"),
    "order": (
        HEAD + '[dimensions.race]\nkind = "ordinal"\nvalues = ["A", "B"]\norder = ["A"]\n',
        "each of its values once",
    ),
    "tree": (HEAD + '[dimensions.race]\nkind = "tree"\ntree = 5\n', "tables and lists"),
    "matrix": (
        HEAD + '[dimensions.race]\nkind = "matrix"\nvalues = ["A", "B"]\nmatrix = [[0, 1]]\n',
        "2 rows of 2 numbers",
    ),
    "ragged matrix": (
        HEAD + '[dimensions.race]\nkind = "matrix"\nvalues = ["A", "B"]\nmatrix = [[0, 1], [1]]\n',
        "race",
    ),
    "matrix of text": (
        HEAD + '[dimensions.race]\nkind = "matrix"\nvalues = ["A"]\nmatrix = [["x"]]\n',
        "race",
    ),
    "two costs": (HEAD + RACE + '[cost]\neach = 1\ncolumn = "price"\n', "one source"),
    "lonely empty": (HEAD + RACE + "[cost]\nempty = 1\n", "only goes with"),
    "cost column": (HEAD + RACE + "[cost]\ncolumn = 3\n", "column under .* must be text"),
    "cost table": (HEAD + RACE + "[cost]\ntable = 3\n", "table under .* must be text"),
    "per-value": (HEAD + RACE + "[cost]\nper-value = 3\n", "needs a table for each dimension"),
    "per-value number": (HEAD + RACE + "[cost.per-value]\nrace = 3\n", "needs a table for each"),
    "terms no table": ("terms = 3\n" + HEAD + RACE, r"\[terms\] of .* must be a table"),
    "unknown terms key": (HEAD + RACE + "[terms]\nfees = 2\n", "Did you mean 'fee'"),
    "currency a number": (HEAD + RACE + "[terms]\ncurrency = 2\n", r"\[terms\]: the currency"),
    "negative fee": (HEAD + RACE + "[terms]\nfee = -2\n", r"\[terms\]: the fee .* 0 or more"),
    "fee a list": (HEAD + RACE + "[terms]\nfee = [2]\n", "fee of an order must be a number"),
    "half a minimum": (HEAD + RACE + "[terms]\nminimum = 1.5\n", "must be a whole number"),
    "tiers a number": (HEAD + RACE + "[terms]\ntiers = 3\n", "tiers under .* must be a list"),
    "tiers of numbers": (HEAD + RACE + "[terms]\ntiers = [3]\n", "tiers under .* must be a list"),
    "unknown tier key": (
        HEAD + RACE + "[terms]\ntiers = [{ form = 3, price = 1 }]\n",
        "Did you mean 'from'",
    ),
    "tier without price": (
        HEAD + RACE + "[terms]\ntiers = [{ from = 3 }]\n",
        "such as .* price = 0.9",
    ),
    "tiers fall": (
        HEAD + RACE + "[terms]\ntiers = [{ from = 3, price = 1 }, { from = 2, price = 1 }]\n",
        "from more records than",
    ),
    "unlisted": (HEAD + RACE.replace(', "Other"', ""), "does not list, such as 'Other'"),
}


@pytest.mark.parametrize(("content", "words"), BAD.values(), ids=BAD.keys())
def test_a_market_file_that_can_not_be_used_says_why(
    tmp_path: Path, content: str, words: str
) -> None:
    with pytest.raises(MarketFileError, match=words):
        opened(tmp_path, content)


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ('each = "dear"', "must be a number"),
        ("each = -1", "negative"),
        ("each = true", "must be a number"),
        ("base = -1", "negative"),
        ("[cost.per-value.rice]\nBlack = 1", "'rice', which is no dimension"),
        ("[cost.per-value.race]\nBlakc = 1", "such as 'Blakc'"),
        ("[cost.per-value.race]\nBlack = []", "must be a number"),
    ],
)
def test_costs_in_a_market_file_that_can_not_be_used_say_why(
    tmp_path: Path, cost: str, words: str
) -> None:
    with pytest.raises(CostError, match=words):
        opened(tmp_path, HEAD + RACE + "[cost]\n" + cost)


def test_a_market_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MarketFileError, match="can't be read"):
        market_from_table(tmp_path / "none.toml")


def test_a_market_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").mkdir()
    with pytest.raises(MarketFileError, match="can't be read"):
        market_from_table(tmp_path / "a.toml")


def test_a_market_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MarketFileError, match="not valid TOML"):
        market_from_table(tmp_path / "a.toml")


def test_a_market_file_whose_table_is_missing_is_refused(tmp_path: Path) -> None:
    path = market_file(tmp_path, HEAD.replace("people", "nobody") + RACE)
    with pytest.raises(TacitError, match="there is no file"):
        market_from_table(path)


DIMENSIONS = [
    Nominal("a", ("x", "y")),
    Nominal("a", ("x", "rest", "none"), other="rest", missing="none", column="b c"),
    Nominal("a", (True, False)),
    Ordinal.of("a", [1, 2.5, 3]),
    Ordinal.of("a", ["lo", "mid", "hi"], order=["mid", "lo", "hi"]),
    Numeric.binned("a", [1, 2.5, 1e-7 + 10]),
    Numeric.binned("a", [1, 2], integer=True, closed="left", missing="(missing)"),
    Numeric.binned("a", [1, 2], ["l", "m", "h"], order=["m", "l", "h"]),
    Numeric.binned("a", [date(2020, 1, 1), date(2021, 1, 1)], closed="left"),
    Tree.of("a", {"N": {"M": ["x"], "O": ["y", "z"]}, "S": ["w"]}),
    Tree.of_paths("a", (), table="regions.csv", missing="none"),
    Tree.by_prefixes("a", ["311", "52"], [2, 3]),
    Tree.by_prefixes("a", (), [1], missing="none"),
    Prefix("a", ("Ba*", "é"), length=2),
    Prefix("a", ("none",), length=1, missing="none"),
    Grouped.of("a", {"in 1 row": ["x", 2], 'say "hi"': ["y"]}, missing="none"),
    Grouped.of("a", {"many": [f"n {i}" for i in range(20_000)]}),
    Nominal("a", tuple(f'"{i}"\n' for i in range(500))),
    Matrix("a", ("x", "y"), ((0, 0.25), (0.25, 0))),
    Nominal('a "quoted".name = [é]\n', ('v "1"', "v\\2", "v\t3", "= #", "")),
]


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_a_dimension_written_and_read_is_the_same(tmp_path: Path, dimension: Any) -> None:
    path = tmp_path / "m.toml"
    recipe = Recipe((dimension,), table="x.csv", missing="keep", name="n", count="k")
    path.write_text(recipe.to_toml(), encoding="utf-8")
    read = read_recipe(path)
    assert read.dimensions == (dimension,)
    assert (read.missing, read.name, read.count) == ("keep", "n", "k")
    assert read.table == str(tmp_path / "x.csv")
    assert dimension_from(dimension.name, dimension.to_spec(), True) == dimension


TABLES = {
    "plain": "age,race,price\n10,White,1\n20,Black,2\n30,Other,3\n70,White,4\n",
    "blanks": "a,b\nx,1\n?,2.5\ny,\nx,2.50\n",
    "odd names": '"a ""b""",c.d,[e],=,é #f,"g\nh"\n1,x,u,2020-01-01,p,q\n2,y,v,2021-06-06,r,s\n',
    "many names": "name,k\n" + "".join(f"n{i % 70},{i % 3}\n" for i in range(400)),
    "numbers": "v,w\n" + "".join(f"{i % 40},{i * 0.37:.2f}\n" for i in range(90)),
    "constant": "id,one,sex\n" + "".join(f"{i},k,{'FM'[i % 2]}\n" for i in range(60)),
}


@pytest.mark.parametrize("content", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("missing", ["drop", "keep"])
def test_a_proposal_written_beside_its_table_gives_the_same_market(
    tmp_path: Path, content: str, missing: str
) -> None:
    (tmp_path / "people.csv").write_text(content, encoding="utf-8")
    recipe = propose(open_source(tmp_path / "people.csv"), missing=missing, table="people.csv")
    (tmp_path / "people.toml").write_text(recipe.to_toml(), encoding="utf-8")
    read = market_from_table(tmp_path / "people.toml")
    direct = market_from_table(tmp_path / "people.csv", missing=missing)
    assert same(read, direct)


@pytest.mark.parametrize(
    "cost",
    [
        {"each": 2.5},
        {"column": "price", "empty": 1},
        {"base": 1, "per-value": {"race": {"White": 2}}},
    ],
)
def test_costs_survive_the_market_file(tmp_path: Path, cost: dict[str, Any]) -> None:
    path = market_file(tmp_path, "")
    table = tmp_path / "people.csv"
    recipe = propose(open_source(table), table="people.csv", cost=cost)
    path.write_text(recipe.to_toml(), encoding="utf-8")
    assert same(market_from_table(path), market_from_table(table, cost=cost))


@pytest.mark.parametrize(
    "terms",
    [
        AS_LISTED,
        Terms("EUR"),
        Terms.of("[é] \"'", fee="1/3", minimum=7),
        Terms.of(fee="0.0000001", tiers=[(1, 1), (10, 0.9), (1000, "1/3")]),
        Terms.of(fee="12345678901234.56789"),
    ],
)
def test_terms_survive_the_market_file(tmp_path: Path, terms: Terms) -> None:
    path = tmp_path / "m.toml"
    written = Recipe((Nominal("a", ("x",)),), table="x.csv", terms=terms).to_toml()
    path.write_text(written, encoding="utf-8")
    assert read_recipe(path).terms == terms
    assert ("[terms]" in written) == (terms != AS_LISTED)
    assert "[[terms" not in written


def test_remarks_become_comments_of_one_line() -> None:
    written = Recipe((Nominal("a", ("x",)),), remarks=("a\nb: left out",)).to_toml()
    assert "# a b: left out" in written


def test_how_a_table_is_written_may_be_said(tmp_path: Path) -> None:
    path = market_file(tmp_path, HEAD + 'encoding = "utf-16"\nsheet = "Q1"\n' + RACE)
    recipe = read_recipe(path)
    assert (recipe.encoding, recipe.sheet) == ("utf-16", "Q1")
    assert tomllib.loads(recipe.to_toml())["market"]["sheet"] == "Q1"
    assert tomllib.loads(recipe.to_toml())["market"]["encoding"] == "utf-16"


def test_and_is_heeded(tmp_path: Path) -> None:
    path = market_file(tmp_path, HEAD + 'encoding = "cp037"\n' + RACE)
    (tmp_path / "people.csv").write_bytes(TABLE.encode("cp037"))
    assert market_from_table(path).total.records == 4
    with pytest.raises(MarketFileError, match="already says how"):
        market_from_table(path, encoding="cp037")
