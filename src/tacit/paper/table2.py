"""Table 2: published intents on the synthetic data, costs differing by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.paper.exhibit import Case, Claim, Exhibit
from tacit.paper.expansion import (
    TRUE_INTENT_1,
    TRUE_INTENT_2,
    Row,
    Setting,
    own_setting,
    rows,
    sheets,
)

if TYPE_CHECKING:
    from tacit._progress import Listener

NAME = "table2"
TITLE = "Table 2, the synthetic data"
SHOWS = (
    "The same on made-up data in which no cell is empty and prices differ: hiding costs records in "
    "every case, and records and costs part ways."
)

_BARE_1 = "100% 31773.0 31773.0 100% 1513 1513 100%"
_BARE_2 = "58053.0 58053.0 100% 2973 2973 100%"

SETTINGS = (
    Setting(
        "true intent of 1 cell",
        "synthetic",
        TRUE_INTENT_1,
        {
            "pi-uniform": (0.8, f"100% {_BARE_1}", "25% 25% 63430.0 31773.0 50.1% 3222 1513 47.0%"),
            "em-fc": (0.4, f"- {_BARE_1}", "- 29.5% 107825.0 31773.0 29.5% 5715 1513 26.5%"),
            "em-f": (0.4, f"- {_BARE_1}", "- 26.5% 107825.0 31773.0 29.5% 5715 1513 26.5%"),
            "em-c": (0.8, f"- {_BARE_1}", "- 28.8% 63430.0 31773.0 50.1% 3222 1513 47.0%"),
        },
    ),
    Setting(
        "true intent of 2 cells",
        "synthetic",
        TRUE_INTENT_2,
        {
            "pi-uniform": (
                0.6,
                f"50% 100% {_BARE_2}",
                "12.5% 25% 154470.0 58053.0 37.6% 8153 2973 36.5%",
            ),
            "em-fc": (0.5, f"- 54.7% {_BARE_2}", "- 25.2% 125874.0 58053.0 46.1% 6380 2973 46.6%"),
            "em-f": (0.4, f"- 50.9% {_BARE_2}", "- 29.2% 98329.0 58053.0 59.0% 5179 2973 57.4%"),
            "em-c": (0.7, f"- 53.8% {_BARE_2}", "- 29.6% 75150.0 58053.0 77.2% 3954 2973 75.2%"),
        },
    ),
)


def run(progress: Listener | None = None) -> list[Row]:
    """Compute the table's 16 rows."""
    return rows(SETTINGS, progress)


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """The table, with Tacit's own methods beside the paper's and what the text says of it."""
    settings = SETTINGS if own is None else (own_setting(own),)
    title = TITLE if own is None else "Published intents"
    made = sheets(title, settings, progress)
    return Exhibit(NAME, title, SHOWS, made, claims=_claims() if own is None else ())


def _claims() -> list[Claim]:
    """What the paper's text says about the table."""
    found = {(row.setting, row.attacker, row.protection): row.ours for row in run()}
    titles = [setting.title for setting in SETTINGS]

    def expanded(attacker: str, column: int) -> list[float]:
        return [float(found[t, attacker, "expansion"][column].rstrip("%")) for t in titles]

    def bare(attacker: str, column: int) -> list[float]:
        return [float(found[t, attacker, "none"][column].rstrip("%")) for t in titles]

    lost = [100 - value for value in expanded("pi-uniform", 7)]
    falls = [a - b for a, b in zip(bare("em-fc", 1), expanded("em-fc", 1), strict=True)]
    gap = [
        c - max(f, fc)
        for c, f, fc in zip(
            expanded("em-c", 7), expanded("em-f", 7), expanded("em-fc", 7), strict=True
        )
    ]
    return [
        Claim(
            "Against PI-uniform utility falls by 53% and 63.5%.",
            [round(value, 1) for value in lost] == [53.0, 63.5],
            " and ".join(f"{value:.1f}%" for value in lost),
        ),
        Claim(
            "Expansion lowers the confidence of EM-fc by 70.5% and 29.5%.",
            [round(value, 1) for value in falls] == [70.5, 29.5],
            " and ".join(f"{value:.1f}%" for value in falls),
        ),
        Claim(
            "Against EM-c utility is higher than against EM-f or EM-fc by over 20%.",
            min(gap) > 20,
            " and ".join(f"{value:.1f}" for value in gap) + " percentage points",
        ),
    ]
