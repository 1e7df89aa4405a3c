"""What can be asked of any intent, one box or several."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

from tacit.errors import EmptyIntent, IntentError, SettingError
from tacit.intents.box import Box
from tacit.intents.intent import Intent
from tacit.intents.union import AnyOf
from tacit.space.nominal import Nominal
from tacit.space.space import Space

SPACE = Space((Nominal("x", tuple("abc")), Nominal("y", tuple("pqr"))))


def box(x: str, y: str) -> Box:
    return Box.of(SPACE, {"x": list(x), "y": list(y)})


ONE = box("ab", "pq")
SEVERAL = AnyOf([box("ab", "p"), box("a", "pq")])
BOTH = pytest.mark.parametrize("intent", [ONE, SEVERAL], ids=["box", "several"])


def test_an_intent_is_one_of_two_kinds() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Intent(SPACE)  # type: ignore[abstract]
    assert isinstance(ONE, Intent)
    assert isinstance(SEVERAL, Intent)
    assert not isinstance(SEVERAL, Box)


@pytest.mark.parametrize("name", ["codes", "masks", "is_all", "with_value", "__or__"])
def test_what_only_one_box_has_several_do_not_pretend_to_have(name: str) -> None:
    assert hasattr(ONE, name)
    assert not hasattr(SEVERAL, name)
    assert hasattr(SEVERAL.hull, name)


def test_a_box_and_several_are_joined_by_any_of_not_by_the_hull() -> None:
    with pytest.raises(TypeError):
        ONE | SEVERAL  # type: ignore[operator]
    with pytest.raises(TypeError):
        SEVERAL | ONE  # type: ignore[operator]


@BOTH
def test_the_hull_is_a_box(intent: Intent) -> None:
    assert type(intent.hull) is Box
    assert intent.hull == ONE
    assert intent <= intent.hull
    assert intent.values() == {"x": ["a", "b"], "y": ["p", "q"]}


def test_the_two_kinds_compare_as_sets_of_cells() -> None:
    assert ONE != SEVERAL
    assert SEVERAL != ONE
    assert SEVERAL <= ONE
    assert ONE >= SEVERAL
    assert not ONE <= SEVERAL
    assert not SEVERAL >= ONE
    whole = AnyOf([box("a", "pq"), box("b", "pq")])
    assert whole == ONE
    assert whole == ONE
    assert hash(whole) == hash(ONE)


@BOTH
def test_only_one_box_is_one_box(intent: Intent) -> None:
    if isinstance(intent, Box):
        assert intent.one_box("several will not do.") is intent
    else:
        with pytest.raises(SettingError, match="several will not do"):
            intent.one_box("several will not do.")


@BOTH
def test_what_is_not_empty_is_returned(intent: Intent) -> None:
    assert intent.required() is intent
    nothing = intent & box("c", "r")
    assert nothing.is_empty
    with pytest.raises(EmptyIntent, match="what was asked is empty"):
        nothing.required("what was asked")


@BOTH
def test_values_are_hidden_unless_public(intent: Intent) -> None:
    kind = type(intent).__name__
    assert repr(intent) == str(intent) == f"{kind}(2 dimensions, values hidden)"
    shown = intent.as_public()
    assert type(shown) is type(intent)
    assert shown == intent
    assert "'a'" in repr(shown)
    assert not (shown & intent).public


@BOTH
def test_it_can_be_kept_but_not_changed(intent: Intent) -> None:
    again = pickle.loads(pickle.dumps(intent))
    assert again == intent
    assert again.boxes == intent.boxes
    for name in ("space", "public", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(intent, name, None)


@BOTH
def test_another_space_is_refused(intent: Intent) -> None:
    other = Box.everything(Space((Nominal("x", tuple("abc")),)))
    for ask in (lambda: intent <= other, lambda: other <= intent, lambda: intent & other):
        with pytest.raises(IntentError, match="different spaces"):
            ask()
    with pytest.raises(IntentError, match="different spaces"):
        AnyOf([ONE, other])
    assert intent != other
    assert intent != "an intent"


def test_free_are_the_dimensions_on_which_every_box_has_all_values() -> None:
    assert ONE.free == SEVERAL.free == frozenset()
    assert box("ab", "pqr").free == {1}
    assert AnyOf([box("a", "pqr"), box("c", "pqr")]).free == {1}
    assert AnyOf([box("ab", "p"), box("abc", "q")]).free == frozenset()
    assert Box.everything(SPACE).free == {0, 1}
    assert Box(SPACE, ((), ())).free == frozenset()
