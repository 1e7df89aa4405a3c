"""Table 2: published intents on the synthetic data, costs differing by cell."""

from __future__ import annotations

from tacit.paper._expansion import TRUE_INTENT_1, TRUE_INTENT_2, Row, Setting, rows

TITLE = "Table 2, the synthetic data"

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


def run() -> list[Row]:
    """Compute the table's 16 rows."""
    return rows(SETTINGS)
