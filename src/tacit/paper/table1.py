"""Table 1: published intents on the Adult data, every record costing 1."""

from __future__ import annotations

from tacit.paper._expansion import TRUE_INTENT_1, TRUE_INTENT_2, Row, Setting, rows

TITLE = "Table 1, the Adult data"

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


def run() -> list[Row]:
    """Compute the table's 16 rows."""
    return rows(SETTINGS)
