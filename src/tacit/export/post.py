"""A post as it leaves the house, in the form that its reader takes: one form a file.

What comes out holds the post and nothing else: not what is wanted, nor how or when the post was made,
nor by whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit._display import json_text
from tacit._doors import door
from tacit.errors import IntentError, SettingError, nearest
from tacit.intents.intent import Intent

if TYPE_CHECKING:
    from tacit.publishing.publication import Publication

FORMS = ("sql", "json", "odrl", "text")


@door
def export_post(
    post: Publication | Intent, form: str, *, dialect: str = "duckdb", table: str | None = None
) -> str:
    """Write a post as a text that may be sent to anyone.

    Args:
        post: what `protect` returned, or an intent that is marked public.
        form: `sql`, `json`, `odrl` or `text` (a letter).
        dialect: with `sql`, whose: sqlglot's name for it, such as postgres or spark.
        table: with `sql`, a table as that database writes it: then the text is a whole query, and
            else a condition.

    Contract:
        promises: the text tells the published cells, and nothing else. `Market.intent` reads json,
            odrl and the condition as the same cells.

    >>> import tacit
    >>> market = tacit.load("adult")
    >>> post = market.intent("age > 24 AND race <> 'Other'").as_public()
    >>> tacit.export_post(post, "sql", dialect="postgres")
    "age > 24 AND race IN ('White', 'Black', 'Asian-Pac-Islander', 'Amer-Indian-Eskimo')\\n"
    """
    shown = _to_show(post)
    require_form(form)
    if form != "sql" and (dialect != "duckdb" or table is not None):
        raise SettingError("a dialect or a table goes with sql only.")
    if form == "sql":
        from tacit.export.post_sql import post_sql

        return post_sql(shown, dialect, table)
    if form == "text":
        from tacit.export.post_text import post_text

        return post_text(shown)
    return json_text(content_of(shown, form)) + "\n"


def content_of(post: Intent, form: str) -> dict[str, Any]:
    """A post as the object that json or odrl is the text of."""
    if form == "odrl":
        from tacit.export.post_odrl import post_odrl

        return post_odrl(post)
    from tacit.export.post_json import post_json

    return post_json(post)


def _to_show(post: Any) -> Intent:
    """The published intent, which only leaves if it is marked as one that may be shown."""
    published = getattr(post, "published", post)
    if not isinstance(published, Intent):
        raise IntentError("a post is what protect returned, or an intent that is marked public.")
    if not published.public:
        raise IntentError(
            "this intent is not marked public, and may be what is wanted. Give what protect returned, "
            "or intent.as_public() if it may be shown to everyone."
        )
    return published.required("the post")


def require_form(form: str) -> None:
    """Refuse the name of a form that is not known."""
    if form not in FORMS:
        raise SettingError(
            f"a post can't be exported as '{form}'.{nearest(str(form), FORMS)} Known are: "
            f"{', '.join(FORMS)}.",
            "as",
        )
