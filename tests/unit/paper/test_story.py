"""The demo's story: the same numbers in a terminal and on a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tacit._display import percent
from tacit.attackers.registry import ATTACKERS
from tacit.errors import rounded_up
from tacit.paper.story import Story, story_page, story_view, tell_story
from tacit.report import html
from tests.helpers.rendering import on_terminal


@pytest.fixture(scope="module")
def story() -> Story:
    return tell_story()


@pytest.fixture(scope="module")
def shown(story: Story) -> str:
    return on_terminal(*story_view(story), width=200)


def test_one_publication_an_attacker_and_one_for_all(story: Story) -> None:
    assert [made.confidences[0].attacker for made in story.each] == list(ATTACKERS)
    named = [c.attacker for c in story.together.confidences]
    assert named == [*ATTACKERS, "informed"]
    assert all(made.mass.records <= story.together.mass.records for made in story.each)


def test_what_is_allowed_is_above_what_can_be_reached(story: Story) -> None:
    assert story.lowest < story.together.limit
    assert all(made.held for made in (*story.each, story.together, story.sealed, story.hidden))


def test_only_sealed_holds_against_a_rival_who_knows_the_method(story: Story) -> None:
    assert [made.holds for _, made, _ in story.compared] == [False, True, True]
    assert story.together.headline.sure == 1
    assert [one.dimension for one in story.hidden.headline.hidden] == ["race"]


def test_the_terminal_tells_ten_chapters_with_their_numbers(story: Story, shown: str) -> None:
    for i in range(1, 11):
        assert f"{i}. " in shown
    good, rows = story.matches
    assert f"{good} of {rows} rows come out exactly as printed" in shown
    for one in (story.together, story.sealed, story.hidden):
        assert one.headline.sentence in shown
    assert f"{story.exposed.exceed} are exposed above {percent(story.exposed.limit)}" in shown


def test_the_page_says_the_same(story: Story) -> None:
    page = story_page(story)
    assert page.count("<svg ") == 3
    assert f"No limit below {rounded_up(story.lowest)}" in page
    assert f"{story.together.mass.records:,} records" in page
    for one in (story.together, story.sealed, story.hidden):
        assert html.headline_box(one.headline) in page


def test_a_row_that_differs_is_counted_and_marked(story: Story) -> None:
    title, rows = next(iter(story.tables.items()))
    wrong = replace(rows[0], ours=("0%", *rows[0].ours[1:]))
    told = replace(story, tables={title: [wrong, *rows[1:]]})
    assert told.matches == (len(rows) - 1, len(rows))
    assert f'<span class="bad">0%</span> (printed {rows[0].printed[0]})' in story_page(told)
