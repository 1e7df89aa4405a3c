"""Figure 1: the running example, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.paper import running_example
from tacit.paper.exhibit import Case, Chart, Claim, Exhibit
from tacit.report.charts import expansion_grid

if TYPE_CHECKING:
    from tacit._progress import Listener

NAME = "figure-1"
TITLE = "Figure 1, the running example"
SHOWS = (
    "Education level by work class, with {Masters, Doctorate} x {Federal-gov} published so far (red). "
    "Education has an order and offers its nearest value; work class has none and offers all that "
    "is left. Each of the four candidates (blue) is scored, and the best one is taken."
)


def exhibit(own: Case | None = None, progress: Listener | None = None) -> Exhibit:
    """Compute and draw the example; it is the same whatever case is studied."""
    found = running_example.run()
    claims = [
        Claim(
            "The accumulated distance of Pre-school is 5, that of Bachelors 3.",
            found.distances == running_example.PRINTED_DISTANCES,
            ", ".join(f"{name} {far}" for name, far in found.distances.items()),
        ),
        Claim(
            "There are four candidates: Bachelors, Without-pay, Private and Self-emp-not-inc.",
            found.candidates == running_example.PRINTED_CANDIDATES,
            ", ".join(found.candidates),
        ),
    ]
    series = [{"candidate": name} for name in found.candidates]
    chart = Chart("figure-1", SHOWS, lambda: _draw(found), series)
    return Exhibit(NAME, TITLE, SHOWS, charts=[chart], claims=claims)


def _draw(found: running_example.RunningExample) -> object:
    education, work = running_example.SPACE.dimensions
    across, up = [str(v) for v in education.values], [str(v) for v in work.values]
    columns = {across.index(v) for v in running_example.PUBLISHED["education"]}
    rows = {up.index(v) for v in running_example.PUBLISHED["work class"]}
    boxes = [("(a) published so far", columns, rows, "")]
    for letter, new in zip("bcdefgh", found.candidates, strict=False):
        wider = columns | {across.index(new)} if new in across else columns
        taller = rows | {up.index(new)} if new in up else rows
        boxes.append((f"({letter}) + {new}", wider, taller, new))
    return expansion_grid(across, up, boxes)
