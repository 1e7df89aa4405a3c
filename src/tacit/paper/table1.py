"""Table 1: published intents on the Adult data, every record costing 1."""

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

NAME = "table1"
TITLE = "Table 1, the Adult data"
SHOWS = (
    "What each attacker knows if the true intent is published as it is, and after the greedy expansion. "
    "Against attackers who can't tell which cells are empty, a few empty cells hide the intent for "
    "next to nothing; against those who know the distribution, disguise is expensive."
)

_BARE_1 = "100% 56.0 56.0 100% 56 56 100%"
_BARE_2 = "83.0 83.0 100% 83 83 100%"

SETTINGS = (
    Setting(
        "true intent of 1 cell",
        "adult",
        TRUE_INTENT_1,
        {
            "pi-uniform": (0.5, f"100% {_BARE_1}", "25% 25% 58.0 56.0 96.6% 58 56 96.6%"),
            "em-fc": (0.5, f"- {_BARE_1}", "- 10.1% 557.0 56.0 10.1% 557 56 10.1%"),
            "em-f": (0.5, f"- {_BARE_1}", "- 10.1% 557.0 56.0 10.1% 557 56 10.1%"),
            "em-c": (0.5, f"- {_BARE_1}", "- 25% 58.0 56.0 96.6% 58 56 96.6%"),
        },
    ),
    Setting(
        "true intent of 2 cells",
        "adult",
        TRUE_INTENT_2,
        {
            "pi-uniform": (1, f"50% 100% {_BARE_2}", "12.5% 25% 85.0 83.0 97.6% 85 83 97.6%"),
            "em-fc": (0.6, f"- 67.5% {_BARE_2}", "- 8.4% 669.0 83.0 12.4% 669 83 12.4%"),
            "em-f": (0.6, f"- 67.5% {_BARE_2}", "- 8.4% 669.0 83.0 12.4% 669 83 12.4%"),
            "em-c": (0.5, f"- 50% {_BARE_2}", "- 25% 84.0 83.0 98.8% 84 83 98.8%"),
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
    one, two = (setting.title for setting in SETTINGS)
    fall_1, fall_2 = (_fall(found, title, "em-fc", 1) for title in (one, two))
    gap = [
        _number(found[title, "em-c", "expansion"][7])
        - _number(found[title, "em-f", "expansion"][7])
        for title in (one, two)
    ]
    return [
        Claim(
            "Without protection PI-uniform reaches 100%.",
            all(found[title, "pi-uniform", "none"][1] == "100%" for title in (one, two)),
            "100% and 100%",
        ),
        Claim(
            "Expansion lowers the confidence of EM-fc by 89.9% and 59.1%.",
            (round(fall_1, 1), round(fall_2, 1)) == (89.9, 59.1),
            f"{fall_1:.1f}% and {fall_2:.1f}%",
        ),
        Claim(
            "Against EM-c utility is higher than against EM-f or EM-fc by over 86%.",
            min(gap) > 86,
            f"{gap[0]:.1f} and {gap[1]:.1f} percentage points",
        ),
    ]


def _fall(
    found: dict[tuple[str, str, str], tuple[str, ...]], title: str, attacker: str, at: int
) -> float:
    bare, wide = found[title, attacker, "none"][at], found[title, attacker, "expansion"][at]
    return _number(bare) - _number(wide)


def _number(text: str) -> float:
    return float(text.rstrip("%"))
