"""Makes panel.csv, the made-up consumer panel of the examples. Same seed, same file."""

from __future__ import annotations

import csv
import random
from datetime import date, timedelta
from pathlib import Path

COUNTRIES = {"Germany": 5, "France": 4, "Italy": 3, "Spain": 3, "Japan": 4, "Korea": 2, "India": 3}
BANDS = ["under 20k", "20k to 50k", "50k to 100k", "over 100k"]
CATEGORIES = {"groceries": 9, "travel": 3, "electronics": 3, "health": 2, "garden": 1}
DEAR = {"travel": 0.15, "electronics": 0.10, "health": 0.25}


def main(rows: int = 4000, seed: int = 11) -> None:
    """Write the table beside this script."""
    rng = random.Random(seed)
    with (Path(__file__).parent / "panel.csv").open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["household", "country", "age", "income", "category", "bought", "price"])
        for number in range(rows):
            country = rng.choices(list(COUNTRIES), list(COUNTRIES.values()))[0]
            category = rng.choices(list(CATEGORIES), list(CATEGORIES.values()))[0]
            age = min(90, max(18, round(rng.gauss(46, 16))))
            band = BANDS[min(3, max(0, round(rng.gauss(1.4 + (age > 35) * 0.4, 0.9))))]
            bought = date(2025, 1, 1) + timedelta(days=rng.randrange(365))
            price = round(0.20 + DEAR.get(category, 0.05) + 0.10 * BANDS.index(band), 2)
            out.writerow(
                [f"H{number:05d}", country, age, band, category, bought.isoformat(), price]
            )


if __name__ == "__main__":
    main()
