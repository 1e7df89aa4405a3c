"""Pictures, as SVG text that can stand inside a page."""

from __future__ import annotations

import io
import re
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tacit._display import percent, visible, visible_lines
from tacit.errors import MissingExtra
from tacit.report.style import ATTACKER_COLOURS, DISGUISE, EXPOSED, INK, MUTED, WANTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.attackers.confidence import Confidence
    from tacit.market.market import Market

MOST_BARS = 12


def market_figure(market: Market) -> str:
    """How many records hold each value, one panel per dimension."""
    dimensions = market.space.dimensions[:12]
    columns = min(3, len(dimensions))
    rows = -(-len(dimensions) // columns)
    tallest = max(min(len(d), MOST_BARS) for d in dimensions)
    figure, axes = new_figure(3.6 * columns, (0.26 * tallest + 0.75) * rows, rows, columns)
    for axis, dimension in zip(axes, dimensions, strict=False):
        _value_bars(axis, dimension, market.records_by_value(dimension.name))
    for axis in axes[len(dimensions) :]:
        axis.set_visible(False)
    return as_svg(figure, "Records by value, for each dimension")


def _value_bars(axis: Any, dimension: Any, counts: list[int]) -> None:
    pairs = list(zip(map(str, dimension.values), counts, strict=True))
    shown, rest = pairs[:MOST_BARS], pairs[MOST_BARS:]
    if rest:
        shown = [
            *pairs[: MOST_BARS - 1],
            (f"{len(rest) + 1} more", sum(n for _, n in pairs[MOST_BARS - 1 :])),
        ]
    labels = [_short(label, 22) for label, _ in shown]
    numbers = [count for _, count in shown]
    bars = axis.barh(range(len(shown)), numbers, color=WANTED, height=0.7)
    axis.bar_label(bars, [f"{n:,}" for n in numbers], padding=3, fontsize=8, color=MUTED)
    axis.set_yticks(range(len(shown)), labels, fontsize=8)
    axis.set_ylim(max(len(shown), 4) - 0.4, -0.6)
    axis.set_xlim(0, max([*numbers, 1]) * 1.3)
    axis.set_xticks([])
    axis.set_title(_short(dimension.name, 44), fontsize=9, fontweight="bold", loc="left")
    plain(axis, "left")


def confidence_figure(
    bare: Sequence[Confidence], now: Sequence[Confidence], limit: Fraction
) -> str:
    """How sure each attacker is, from unprotected to now, with the limit."""
    figure, (axis,) = new_figure(7.2, 0.5 * len(now) + 1.1)
    for i, (before, after) in enumerate(zip(bare, now, strict=True)):
        a, b = float(before.upper), float(after.upper)
        colour = ATTACKER_COLOURS.get(after.attacker, INK)
        axis.plot([b, a], [i, i], color=DISGUISE, linewidth=3, zorder=1, solid_capstyle="round")
        axis.scatter([a], [i], s=60, facecolor="white", edgecolor=EXPOSED, linewidth=2, zorder=2)
        axis.scatter([b], [i], s=60, color=colour, zorder=3)
        if abs(a - b) > 0.03:
            axis.annotate(
                percent(before.upper),
                (a, i),
                (9, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
                color=MUTED,
            )
        axis.annotate(
            percent(after.upper),
            (b, i),
            (0, 9),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=INK,
        )
    axis.axvline(float(limit), color=INK, linewidth=1, linestyle="--", zorder=0)
    axis.text(float(limit), -0.72, f" limit {percent(limit)}", fontsize=8, color=INK, va="bottom")
    axis.set_yticks(range(len(now)), [c.attacker for c in now], fontsize=9)
    axis.set_ylim(len(now) - 0.5, -0.85)
    axis.set_xlim(0, 1.12)
    axis.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"], fontsize=8)
    axis.set_xlabel(
        "confidence in the most exposed wanted record (open: unprotected, filled: now)", fontsize=8
    )
    plain(axis, "bottom")
    return as_svg(figure, "How sure each attacker is, before and after")


def price_figure(rows: Sequence[tuple[str, int, int]]) -> str:
    """Wanted and disguise records of several publications, given as name, wanted, published."""
    figure, (axis,) = new_figure(7.2, 0.5 * len(rows) + 1.0)
    wanted, published = [w for _, w, _ in rows], [p for _, _, p in rows]
    places = range(len(rows))
    axis.barh(places, wanted, color=WANTED, height=0.6, label="wanted")
    disguise = [p - w for w, p in zip(wanted, published, strict=True)]
    bars = axis.barh(places, disguise, left=wanted, color=DISGUISE, height=0.6, label="disguise")
    shares = [
        f"{p:,}  ({percent(Fraction(w, p) if p else 0)} wanted)"
        for w, p in zip(wanted, published, strict=True)
    ]
    axis.bar_label(bars, shares, label_type="edge", padding=4, fontsize=9, color=INK)
    axis.set_yticks(places, [name for name, _, _ in rows], fontsize=9)
    axis.set_ylim(len(rows) - 0.5, -0.6)
    axis.set_xlim(0, max([*published, 1]) * 1.32)
    axis.tick_params(axis="x", labelsize=8)
    axis.set_xlabel("records paid for", fontsize=8)
    axis.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.18), ncols=2)
    plain(axis, "bottom")
    return as_svg(figure, "Records wanted and records bought as disguise")


def new_figure(
    width: float, height: float, rows: int = 1, columns: int = 1
) -> tuple[Any, list[Any]]:
    """A figure and its panels."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("drawing pictures", "plots") from None
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def _short(name: str, most: int) -> str:
    """A name that came from a table, with so many letters at most."""
    shown = visible(name)
    return shown if len(shown) <= most else shown[: most - 2] + "…"


def plain(axis: Any, keep: str) -> None:
    """Take away every line around a panel but one."""
    for side in ("top", "right", "left", "bottom"):
        axis.spines[side].set_visible(side == keep)
        axis.spines[side].set_color(DISGUISE)
    axis.tick_params(length=0, colors=INK)


def as_svg(figure: Any, title: str) -> str:
    """The figure as SVG to stand inside a page, the same for the same input."""
    hidden = {"Date": None, "Creator": None}
    drawn = visible_lines(saved(figure, "svg", transparent=True, metadata=hidden).decode())
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn, flags=re.DOTALL)
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)


def saved(figure: Any, kind: str, **how: Any) -> bytes:
    """The figure as a file's content; no name is taken for a formula."""
    import matplotlib
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)
    file = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "tacit"}), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about letters that a font lacks, and room
        figure.savefig(file, format=kind, **how)
    return file.getvalue()
