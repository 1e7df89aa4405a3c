"""Pages: one file, all text escaped, and what a buyer must see on them."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from html import escape
from html.parser import HTMLParser

from tacit._version import __version__
from tacit.attackers.confidence import Confidence
from tacit.auditing.protect import protect
from tacit.market.market import Market
from tacit.market.terms import Terms
from tacit.publishing.headline import Headline, HiddenValue
from tacit.report import html
from tacit.report.outsiders import outsiders
from tacit.report.style import EXPOSED, SAFE
from tacit.space.nominal import Nominal
from tacit.space.space import Space
from tests.helpers.markets import of_four_cells

EVIL = "<script>alert('x')</script>"
SAFE_EVIL = "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;"


class Balance(HTMLParser):
    """Whether every opened tag is closed, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """A tag that closes itself."""


def test_a_page_is_whole_and_asks_nothing_of_any_network() -> None:
    page = html.page("title", "lead", html.section("part", html.text("words")))
    Balance(page)
    assert page.startswith("<!doctype html>")
    assert "<h1>title</h1>" in page
    assert "<h2>part</h2><p>words</p>" in page
    assert f"Made by Tacit {__version__}." in page
    assert not re.search(r"https?://|<script|<link|src=|@import", page)
    assert SAFE in page
    assert EXPOSED in page


def test_every_text_is_escaped() -> None:
    page = html.page(
        EVIL,
        EVIL,
        html.section(EVIL, html.text(EVIL), html.figure("<svg></svg>", EVIL)),
        html.table((EVIL,), [], caption=EVIL),
    )
    assert EVIL not in page
    assert page.count(SAFE_EVIL) == 8  # the title twice


def test_amounts_have_their_currency_and_orders_their_terms() -> None:
    market = replace(of_four_cells(), terms=Terms.of("<b>", fee=25))
    page = html.publication_page(protect(market, {"sex": ["F"]}, method="greedy", limit=0.9))
    assert "worth 24 &lt;b&gt; (" in page
    assert "<p>Each order: 25 &lt;b&gt; fee.</p>" in page
    assert "<b>" not in page


def test_a_table_aligns_numbers_and_shrinks_when_wide() -> None:
    made = html.table(("name", "count"), [("a", "1")], numbers=(1,), caption="people")
    assert "<caption>people</caption>" in made
    assert "<th>name</th><th class=n>count</th>" in made
    assert "<td>a</td><td class=n>1</td>" in made
    assert "class=wide" not in made
    assert "class=wide" in html.table([str(i) for i in range(11)], [])


def test_a_verdict_is_coloured() -> None:
    assert html.verdict(True) == '<span class="good">yes</span>'
    assert html.verdict(False, no="never") == '<span class="bad">never</span>'


def test_an_intent_is_listed_dimension_by_dimension() -> None:
    market = Market.from_cube(
        Space((Nominal("<x>", (EVIL, "b")), Nominal("y", ("p", "q")))), [[1] * 2] * 2
    )
    listed = html.intent_table(market.intent({"<x>": [EVIL]}))
    assert f"<td>&lt;x&gt;</td><td>{SAFE_EVIL}</td>" in listed
    assert "<td>y</td><td>ALL</td>" in listed
    assert EVIL not in listed


def test_a_union_says_either_and_or() -> None:
    either = of_four_cells().intent([{"sex": ["F"], "race": ["A"]}, {"sex": ["M"], "race": ["B"]}])
    listed = html.intent_table(either)
    assert listed.count("<td>either</td>") == listed.count("<td>or</td>") == 1
    assert listed.count("<td></td>") == 2


def test_attackers_stand_with_what_they_see_and_whether_they_are_within() -> None:
    bare = [Confidence("em-f", Fraction(3, 4)), Confidence("em-c", Fraction(1, 2))]
    now = [Confidence("em-f", Fraction(1, 4)), Confidence("em-c", Fraction(2, 5))]
    made = html.readers_table(bare, now, Fraction(3, 10))
    assert "how many records each cell holds" in made
    assert re.search(r"75%.*25%.*good.>yes.*em-f<", made)
    assert re.search(r"50%.*40%.*bad.>no.*em-c<", made)
    unknown = [Confidence("informed", Fraction(1), known=False)]
    assert re.search(r"not known.*bad.>no", html.readers_table(bare[:1], unknown, Fraction(1)))


def test_a_headline_says_how_sure_what_is_allowed_and_what_is_wanted() -> None:
    hidden = (HiddenValue(EVIL, Fraction(1, 5), Fraction(2, 5)),)
    found = Headline(Fraction(1, 4), Fraction(3, 10), Fraction(1, 8), hidden)
    made = html.headline_box(found)
    Balance(made)
    assert escape(found.sentence) in made
    assert f"30% is allowed, 40% for {SAFE_EVIL}: " in made
    assert re.search(r"good.>within the limit", made)
    assert "12.5% of the post is wanted" in made
    assert EVIL not in made
    unknown = html.headline_box(Headline.not_known(Fraction(1), Fraction(1)))
    assert re.search(r"bad.>not known to be within the limit", unknown)
    above = html.headline_box(Headline(Fraction(1), Fraction(1, 2), Fraction(1)))
    assert re.search(r"bad.>not within the limit", above)


def test_a_market_says_what_it_holds_and_what_happened_to_it() -> None:
    market = Market.from_cube(
        Space((Nominal("x", ("a", "b")),)), [1, 2], each=3, notes=("dropped <2> rows",)
    )
    made = html.market_section(market)
    assert "3 records in 2 of 2 cells, worth 9 (every record costs 3)." in made
    assert "dropped &lt;2&gt; rows." in made
    assert "<svg " in made


def test_a_publication_page_shows_the_post_its_price_and_who_is_how_sure() -> None:
    space = Space((Nominal("x", ("a", "b", "c", "d")), Nominal("y", (EVIL, "q"))))
    market = Market.from_cube(space, [[3, 3]] * 4)
    true = market.intent({"x": ["a"], "y": ["q"]})
    result = protect(market, true, against="em-f", limit=0.3, method="greedy")
    page = html.publication_page(result)
    Balance(page)
    assert EVIL not in page
    assert html.intent_table(result.published) in page
    assert escape(result.published.to_sql()) in page
    assert html.headline_box(result.headline) in page
    bare, now = outsiders(result.unprotected), outsiders(result.confidences)
    assert [row.attacker for row in now] == ["em-f"]
    assert html.readers_table(bare, now, result.limit) in page
    assert "<td>wanted</td><td class=n>3</td><td class=n>3</td><td class=n>1</td>" in page
    assert "Keep this page to yourself" in page
    assert page.count("<svg ") == 3
