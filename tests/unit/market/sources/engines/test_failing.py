"""What engines say, in plain words, and with nothing secret in it."""

from __future__ import annotations

import pytest

from tacit.errors import Cancelled, TableError
from tacit.market.sources.engines.failing import Withdrawn, in_plain_words, without_secrets


class Coded(Exception):
    sqlstate: str | None

    def __init__(self, said: str, sqlstate: str | None) -> None:
        super().__init__(said)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Coded("FATAL", "28P01"), "not accepted"),
        (Coded("relation", "42P01"), "no such table"),
        (Coded("canceled", "57014"), "--timeout"),
        (Exception("Connection refused"), "could not be made"),
        (Exception("[TABLE_OR_VIEW_NOT_FOUND] The table"), "no such table"),
        (Exception("Access denied for user"), "not accepted"),
        (Exception("something else"), "could not answer: something else"),
    ],
)
def test_what_errors_mean(error: Exception, words: str) -> None:
    assert words in str(in_plain_words(error, 600))


def test_a_question_without_an_answer() -> None:
    found = in_plain_words(TimeoutError(), 2)
    assert isinstance(found, Withdrawn)
    assert "within 2 seconds" in str(found)


def test_ours_stay_as_they_are() -> None:
    for error in (TableError("ours"), Cancelled(object())):
        assert in_plain_words(error, 1) is error


def test_nothing_secret_is_repeated() -> None:
    said = "postgresql://ann:zqcanary@db failed: password='zqcanary' token=zqcanary, also zqcanary"
    assert "zqcanary" not in without_secrets(said, ["zqcanary"])
    assert "zqcanary" not in without_secrets(said.rpartition(",")[0])
    assert "zqcanary" not in str(in_plain_words(Exception(said), 1, ["", "zqcanary"]))
