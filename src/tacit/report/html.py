"""Self-contained HTML pages: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tacit._display import either_or, how_many, percent, visible_lines
from tacit._version import __version__
from tacit.attackers.registry import what_sees
from tacit.intents.box import ALL
from tacit.report import plots
from tacit.report.outsiders import OTHERS_NOT_KNOWN, OUTSIDERS, outsiders
from tacit.report.priced import priced_rows, priced_title
from tacit.report.style import DISGUISE, EXPOSED, INK, MUTED, SAFE, WANTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from tacit.attackers.confidence import Confidence
    from tacit.candidates.secrets import GivenAway
    from tacit.intents.intent import Intent
    from tacit.market.market import Market
    from tacit.publishing.as_known import AsKnown
    from tacit.publishing.headline import Headline
    from tacit.publishing.publication import Publication

MANY_COLUMNS = 10

_STYLE = f"""
:root {{ color-scheme: light; }}
body {{ font: 16px/1.55 system-ui, sans-serif; color: {INK}; background: #fff; margin: 0; }}
main {{ max-width: 64rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }}
h1 {{ font-size: 1.85rem; line-height: 1.2; margin: 0 0 .5rem; }}
h2 {{ font-size: 1.3rem; margin: 2.75rem 0 .5rem; }}
p.lead {{ font-size: 1.15rem; color: {MUTED}; margin-top: 0; }}
table {{ border-collapse: collapse; margin: 1rem 0; font-size: .92rem; }}
table.wide {{ font-size: .78rem; }} table.wide td, table.wide th {{ padding-right: .6rem; }}
caption {{ text-align: left; font-weight: 600; padding-bottom: .4rem; }}
th, td {{ text-align: left; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid #E6E9ED; vertical-align: top; }}
th {{ vertical-align: bottom; border-bottom: 2px solid {DISGUISE}; font-weight: 600; }}
td:first-child, td.n {{ white-space: nowrap; }}
td.n, th.n {{ text-align: right; font-variant-numeric: tabular-nums; }}
.good {{ color: {SAFE}; font-weight: 600; }} .bad {{ color: {EXPOSED}; font-weight: 600; }}
.muted {{ color: {MUTED}; }}
figure {{ margin: 1.25rem 0; }} figure svg {{ max-width: 100%; height: auto; }}
figcaption {{ color: {MUTED}; font-size: .9rem; }}
code, pre {{ font: .9rem/1.5 ui-monospace, monospace; background: #F4F6F8; border-radius: 4px; }}
code {{ padding: .1rem .3rem; }} pre {{ padding: .8rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }}
.box {{ border-left: 4px solid {WANTED}; padding: .1rem 1rem; background: #F4F8FB; margin: 1.25rem 0; }}
.scroll {{ overflow-x: auto; }}
@media (max-width: 40rem) {{ td:first-child {{ white-space: normal; }} th, td {{ padding-right: .6rem; }} }}
footer {{ margin-top: 3.5rem; color: {MUTED}; font-size: .85rem; }}
"""


def page(title: str, lead: str, *sections: str) -> str:
    """A whole page; what can't be seen, or that a page may not hold, is written out."""
    return visible_lines(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main>"
        f'<h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>{"".join(sections)}'
        f"<footer>Made by Tacit {__version__}. This page is one file and asks nothing of any "
        f"network.</footer></main></body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A part of a page, with a heading."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def text(words: str) -> str:
    """A paragraph."""
    return f"<p>{escape(words)}</p>"


def figure(svg: str, caption: str) -> str:
    """A picture with what it shows."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Iterable[int] = (),
    caption: str = "",
) -> str:
    """A table; `numbers` says which columns to align right. Cells are HTML already."""
    right = set(numbers)

    def cells(tag: str, values: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if i in right else ''}>{value}</{tag}>"
            for i, value in enumerate(values)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    wide = " class=wide" if len(header) > MANY_COLUMNS else ""
    return (
        f'<div class="scroll"><table{wide}>{title}<thead><tr>{cells("th", [escape(h) for h in header])}'
        f"</tr></thead><tbody>{body}</tbody></table></div>"
    )


def verdict(good: bool, yes: str = "yes", no: str = "no") -> str:
    """A coloured yes or no."""
    return f'<span class="{"good" if good else "bad"}">{yes if good else no}</span>'


def intent_table(intent: Intent) -> str:
    """An intent, box by box and dimension by dimension. Only for intents that may be seen."""
    many = len(intent.boxes) > 1
    rows = []
    for i, box in enumerate(intent.boxes):
        for j, (name, values) in enumerate(box.values().items()):
            listed = ALL if box.is_all(name) else escape(", ".join(map(str, values)))
            rows.append((*([either_or(i) if not j else ""] if many else []), escape(name), listed))
    header = ("", "dimension", "values") if many else ("dimension", "values")
    return table(header, rows)


def market_section(market: Market) -> str:
    """What is on offer."""
    total = market.total
    words = (
        f"{total.records:,} records in {market.filled:,} of {how_many(market.space.size)} cells, worth "
        f"{market.price_of(total)} ({market.priced_by})."
    )
    charged = text(market.terms.sentence) if market.terms.sentence else ""
    notes = "".join(f'<p class="muted">{escape(note)}.</p>' for note in market.notes)
    drawn = figure(plots.market_figure(market), "How many records hold each value.")
    return section("The market", text(words), charged, notes, drawn)


def readers_table(bare: Sequence[Confidence], now: Sequence[Confidence], limit: Fraction) -> str:
    """How sure each attacker is, without protection and with it; plain words before code names."""
    rows = [
        (
            escape(what_sees(after.attacker)),
            percent(before.upper) if not before.by else before.in_words,
            percent(after.upper) if after.known and not after.by else after.in_words,
            verdict(after.within(limit)),
            f'<span class="muted">{escape(after.attacker)}</span>',
        )
        for before, after in zip(bare, now, strict=True)
    ]
    header = ("sees", "posted as it is", "now", "within limit", "")
    return table(header, rows, numbers=(1, 2))


def headline_box(headline: Headline, *, others_hold: bool = True) -> str:
    """How sure the best-informed reader is, beside the limit and the wanted share."""
    return (
        f'<div class="box"><p><strong>{escape(headline.sentence)}.</strong> '
        f"{escape(headline.allowed)}: "
        f"{verdict(headline.holds, 'within the limit', _not_within(headline))}"
        f"{'' if others_hold or not headline.holds else f', {OTHERS_NOT_KNOWN}'}. "
        f"{percent(headline.wanted)} of the post is wanted.</p></div>"
    )


def gives_away_table(told: Sequence[GivenAway]) -> str:
    """What a post tells of each dimension."""
    rows = [
        (
            escape(one.dimension),
            "-" if one.value is None else escape(str(one.value)),
            percent(one.before),
            percent(one.after),
            percent(one.limit),
        )
        for one in told
    ]
    header = ("dimension", "surest value", "before the post", "after", "limit")
    return table(header, rows, numbers=(2, 3, 4))


def _not_within(headline: Headline) -> str:
    return "not within the limit" if headline.known else "not known to be within the limit"


def publication_page(result: Publication) -> str:
    """A buyer's own report. It shows no value of the true intent, but its size: keep it private."""
    mass, wanted, market = result.mass, result.true_mass, result.market
    bought = [("published", result.wanted.records, mass.records)]
    rows = [
        (name, f"{m.records:,}", escape(market.price_of(m)), cells)
        for name, m, cells in priced_rows(wanted, mass, result.matching)
    ]
    bare, now = outsiders(result.unprotected), outsiders(result.confidences)
    return page(
        "What to publish",
        f"{mass.records:,} records by the method {result.method}.",
        headline_box(result.headline, others_hold=result.held),
        section(
            "Post this",
            intent_table(result.published),
            text("As a condition on the table:"),
            f"<pre>{escape(result.published.to_sql())}</pre>",
        ),
        _outsiders_section(bare, now, result.limit, result.as_known) if now else "",
        section("What the post gives away", gives_away_table(result.gives_away))
        if result.gives_away
        else "",
        section(
            priced_title(market),
            figure(plots.price_figure(bought), "Records wanted, and records bought as disguise."),
            table(("", "records", "cost", "cells"), rows, numbers=(1, 2, 3)),
            text(result.worth),
            *(text(f"Note: {note}.") for note in result.notes),
        ),
        market_section(market),
        '<p class="muted">Keep this page to yourself: how much is truly wanted narrows down what is.</p>',
    )


def _outsiders_section(
    bare: Sequence[Confidence],
    now: Sequence[Confidence],
    limit: Fraction,
    known: AsKnown | None,
) -> str:
    """What those make of a post who do not know the method."""
    return section(
        OUTSIDERS,
        figure(
            plots.confidence_figure(bare, now, limit),
            "How sure each had been had the true intent been posted, and is now; the limit is "
            f"{percent(limit)}.",
        ),
        readers_table(bare, now, limit),
        *(text(sentence) for sentence in (known.sentences if known is not None else ())),
    )
