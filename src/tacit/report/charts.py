"""Line charts and grids for the evaluation, in the house style."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.report.plots import new_figure, plain
from tacit.report.style import ATTACKER_COLOURS, DISGUISE, EXPOSED, INK, LIGHT, MUTED, SAFE, WANTED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tacit.market.mass import Mass
    from tacit.tradeoff import TradeOff

MARKS = {"pi-uniform": "o", "em-f": "^", "em-c": "D", "em-fc": "s"}
ABOVE, BELOW, ROOM = 0.05, 0.055, 0.062
"""Where a label stands beside its point, and how far labels keep apart, in panel heights."""
MUCH = 8
"""Values that differ by more than this factor are drawn on a logarithmic scale."""


@dataclass(frozen=True)
class Curve:
    """One line of a chart.

    Attributes:
        name: what it is called in the legend.
        attacker: whose colour it has.
        points: its values; None where there is none.
        low: for confidences with two bounds, the lower one.
        style: how the line is drawn.
    """

    name: str
    attacker: str
    points: Sequence[float | None]
    low: Sequence[float | None] | None = None
    style: str = "-"


def curves(
    panels: Mapping[str, Sequence[Curve]],
    ticks: Mapping[str, Sequence[str]],
    labels: tuple[str, str],
    columns: int = 1,
    percent: Sequence[str] = (),
) -> Any:
    """Panels of curves over named steps, each point with its value."""
    rows = -(-len(panels) // columns)
    wide = max(len(steps) for steps in ticks.values())
    figure, axes = new_figure(max(3.7, 0.55 * wide + 1.6) * columns, 2.9 * rows, rows, columns)
    for axis, (title, lines) in zip(axes, panels.items(), strict=True):
        _panel(axis, title, lines, ticks[title], title in percent)
        axis.set_xlabel(labels[0], fontsize=8)
        axis.set_ylabel(labels[1], fontsize=8)
    handles, names = axes[-1].get_legend_handles_labels()
    for axis in axes:
        more = zip(*axis.get_legend_handles_labels(), strict=True)
        for handle, name in more:
            if name not in names:
                handles, names = [*handles, handle], [*names, name]
    figure.legend(
        handles, names, loc="outside upper center", ncols=len(names), fontsize=8, frameon=False
    )
    return figure


def _panel(
    axis: Any, title: str, lines: Sequence[Curve], steps: Sequence[str], percent: bool
) -> None:
    places = list(range(len(steps)))
    for line in lines:
        colour = ATTACKER_COLOURS.get(line.attacker, INK)
        shown = [(x, y) for x, y in zip(places, line.points, strict=True) if y is not None]
        xs, ys = [x for x, _ in shown], [y for _, y in shown]
        mark = MARKS.get(line.attacker, "o")
        axis.plot(
            xs,
            ys,
            line.style,
            marker=mark,
            color=colour,
            markersize=4,
            linewidth=1.5,
            label=line.name,
        )
        if line.low is not None:
            low = [y for y in line.low if y is not None]
            axis.fill_between(xs, low, ys, color=colour, alpha=0.15, linewidth=0)
    _scale(axis, [p for line in lines for p in line.points if p is not None], percent)
    for x in places:
        _label(axis, x, lines, percent)
    slanted = max(map(len, steps)) > 6
    axis.set_xticks(
        places,
        steps,
        fontsize=7,
        rotation=20 if slanted else 0,
        ha="right" if slanted else "center",
    )
    axis.set_xlim(-0.45, len(steps) - 0.55)
    axis.tick_params(axis="y", labelsize=7)
    axis.set_title(title, fontsize=9, fontweight="bold", loc="left")
    plain(axis, "bottom")


def _label(axis: Any, x: int, lines: Sequence[Curve], percent: bool) -> None:
    """Write the values at one step, each above or below its point, where there is room for it."""
    here = [(line.points[x], line) for line in lines if line.points[x] is not None]
    here.sort(key=lambda pair: -(pair[0] or 0))
    to_panel = axis.transData + axis.transAxes.inverted()
    heights = [float(to_panel.transform((x, y))[1]) for y, _ in here]
    taken: list[float] = []
    written: set[str] = set()
    for (y, line), height in zip(here, heights, strict=True):
        words = f"{100 * (y or 0):.3g}%" if percent else f"{y:,.0f}"
        marks = [other for other in heights if abs(other - height) > 0.02]
        free = [
            up
            for up, place in ((True, height + ABOVE), (False, height - BELOW))
            if _is_free(place, taken, ROOM) and _is_free(place, marks, ROOM / 2)
        ]
        if words in written or not free:
            continue
        written.add(words)
        taken.append(height + (ABOVE if free[0] else -BELOW))
        axis.annotate(
            words,
            (x, y),
            (0, 5 if free[0] else -10),
            textcoords="offset points",
            ha="center",
            fontsize=6.5,
            color=ATTACKER_COLOURS.get(line.attacker, INK),
        )


def _is_free(height: float, taken: Sequence[float], room: float) -> bool:
    return all(abs(height - other) > room for other in taken)


def _scale(axis: Any, values: Sequence[float], percent: bool) -> None:
    """A scale that starts at 0, or a logarithmic one where values differ by much."""
    low, top = min(values, default=0), max(values, default=1) or 1
    if low > 0 and top / low > MUCH:
        axis.set_yscale("log")
        axis.set_ylim(low / 2.5, top * 2.5)
        axis.minorticks_off()
    else:
        axis.set_ylim(-0.12 * top, 1.2 * top)
    if percent:
        axis.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%" if value >= 0 else "")
    else:
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 0 else "")


def steps_chart(found: TradeOff) -> Any:
    """What each limit costs: one line of steps per attacker, and one for all of them jointly."""
    figure, (axis,) = new_figure(8.0, 4.2)
    in_money = found.objective == "cost"
    top = 0.0
    for name, points in found.curves.items():
        costs = [_worth(found, p.mass) for p in points]
        top = max([top, *costs])
        colour, style = ATTACKER_COLOURS.get(name, INK), "-" if name in MARKS else "--"
        xs = [x for p in points for x in (float(p.upto), float(p.limit))]
        ys = [y for y in costs for _ in range(2)]
        axis.plot(xs, ys, style, color=colour, linewidth=1.6, label=name)
    axis.set_xlim(0, 1.02)
    axis.set_yscale("log")
    axis.set_ylim(None, top * 1.6)
    axis.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
    axis.minorticks_off()
    axis.tick_params(labelsize=8)
    axis.set_xlabel("limit: the highest confidence an attacker may reach", fontsize=8)
    axis.set_ylabel("cost" if in_money else f"{found.objective} published", fontsize=8)
    axis.grid(axis="y", color=DISGUISE, linewidth=0.5)
    axis.set_title("What each limit costs", fontsize=10, fontweight="bold", loc="left")
    axis.legend(fontsize=8, frameon=False)
    plain(axis, "bottom")
    return figure


def _worth(found: TradeOff, mass: Mass) -> float:
    if found.objective == "cost":
        return found.market.money(mass.spend)
    return float(mass.records if found.objective == "records" else mass.cells)


@dataclass(frozen=True)
class Exposure:
    """One row of an exposure chart: shares of true intents, and a mean confidence.

    Attributes:
        name: how posts were made.
        identified: the share found out.
        above: the share exposed above the limit, those found out among them.
        mean: the mean confidence.
    """

    name: str
    identified: float
    above: float
    mean: float


def exposures(groups: Mapping[str, Sequence[Exposure]], limit: float) -> Any:
    """How many true intents are exposed, and how sure the attacker is, group by group."""
    sizes = [len(rows) for rows in groups.values()]
    figure, (shares, means) = new_figure(9.0, 0.3 * (sum(sizes) + 2 * len(sizes)) + 0.9, 1, 2)
    place, ticks, names = 0.0, list[float](), list[str]()
    for title, rows in groups.items():
        shares.text(0, place, title, fontsize=9, fontweight="bold", color=INK, va="center")
        for row in rows:
            place += 1
            ticks.append(place)
            names.append(row.name)
            _exposure(shares, means, place, row, limit)
        place += 1.6
    means.axvline(limit, color=INK, linewidth=1, linestyle="--", zorder=0)
    means.text(limit, -0.35, f" limit {100 * limit:g}%", fontsize=8, color=INK, va="center")
    heads = ("share of true intents", "mean confidence in the most exposed wanted record")
    for axis, head in zip((shares, means), heads, strict=True):
        axis.set_ylim(place - 0.9, -0.8)
        axis.set_xlim(0, 1.16)
        axis.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"], fontsize=8)
        axis.set_xlabel(head, fontsize=8)
        plain(axis, "bottom")
    shares.set_yticks(ticks, names, fontsize=8)
    means.set_yticks(ticks, [""] * len(ticks))
    kinds = {"identified outright": EXPOSED, "above the limit": LIGHT, "within it": DISGUISE}
    handles = [shares.barh([0], [0], color=colour, label=name) for name, colour in kinds.items()]
    figure.legend(handles=handles, loc="outside upper left", ncols=3, fontsize=8, frameon=False)
    return figure


def _exposure(shares: Any, means: Any, place: float, row: Exposure, limit: float) -> None:
    """One row: a bar of shares, and a dot for the mean."""
    shares.barh([place], [1], color=DISGUISE, height=0.62)
    shares.barh([place], [row.above], color=LIGHT, height=0.62)
    shares.barh([place], [row.identified], color=EXPOSED, height=0.62)
    shares.text(1.02, place, f"{100 * row.above:.3g}%", fontsize=8, color=INK, va="center")
    safe = row.mean <= limit
    means.plot([limit, row.mean], [place, place], color=DISGUISE, linewidth=3, zorder=1)
    means.scatter([row.mean], [place], s=40, color=SAFE if safe else EXPOSED, zorder=2)
    words = f"{100 * row.mean:.3g}%"
    means.text(row.mean + 0.025, place, words, fontsize=8, color=INK, va="center")


def expansion_grid(
    across: Sequence[str], up: Sequence[str], boxes: Sequence[tuple[str, set[int], set[int], str]]
) -> Any:
    """Boxes in a grid of two dimensions: title, columns and rows inside, and the added value."""
    figure, axes = new_figure(2.55 * len(boxes), 2.5, 1, len(boxes))
    for n, (axis, (title, columns, rows, new)) in enumerate(zip(axes, boxes, strict=True)):
        for x, column in enumerate(across):
            for y, row in enumerate(up):
                inside = x in columns and y in rows
                added = inside and new in (column, row)
                face = EXPOSED if inside and not added else WANTED if added else "white"
                axis.add_patch(_square(x, y, face))
        axis.set_xlim(-0.1, len(across) + 0.1)
        axis.set_ylim(-0.1, len(up) + 0.1)
        axis.set_xticks([i + 0.5 for i in range(len(across))], across, fontsize=6.5, rotation=35)
        names = up if n == 0 else [""] * len(up)
        axis.set_yticks([i + 0.5 for i in range(len(up))], names, fontsize=6.5)
        axis.set_aspect("equal")
        axis.set_title(title, fontsize=8, loc="left", color=INK)
        for side in axis.spines.values():
            side.set_visible(False)
        axis.tick_params(length=0, colors=MUTED)
    return figure


def _square(x: int, y: int, face: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x + 0.05, y + 0.05), 0.9, 0.9, facecolor=face, edgecolor=DISGUISE)
