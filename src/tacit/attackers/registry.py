"""Attackers: how confident someone is about a wanted record, from what they saw and know.

One attacker a file; each docstring tells the scenario first. To add one, write its file and name it
in `ATTACKERS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit._exact import Number, share
from tacit.attackers.em_c import EmC
from tacit.attackers.em_f import EmF
from tacit.attackers.em_fc import EmFc
from tacit.attackers.pi_uniform import PiUniform
from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc
from tacit.errors import SettingError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from tacit.attackers.attacker import Attacker
    from tacit.attackers.observer import Observer

ATTACKERS: dict[str, Attacker] = {a.name: a for a in (PiUniform(), EmF(), EmC(), EmFc())}
"""Those who saw the post."""

OBSERVERS: dict[str, Observer] = {o.name: o for o in (PurchaseAlone(), PurchaseF(), PurchaseFc())}
"""Those who saw the purchase."""

INFORMED = "informed"
"""Who saw the post and knows how it was made: see `tacit.informed`."""

SEES: dict[str, str] = {
    **{name: attacker.sees for name, attacker in ATTACKERS.items()},
    **{name: observer.sees for name, observer in OBSERVERS.items()},
    INFORMED: "the post, the market, and how the post was made",
}
"""What each attacker goes by, in a few words for tables."""


def without_informed(names: str | Iterable[str]) -> tuple[list[str], bool, Fraction | None]:
    """Names without the informed attacker, whether it was among them, and its own limit if any.

    >>> without_informed("em-f, informed=0.2")
    (['em-f'], True, Fraction(1, 5))
    """
    listed = [n.strip() for n in (names.split(",") if isinstance(names, str) else names)]
    pairs = {name: name.partition("=") for name in listed if name}
    found = [n for n, (name, _, _) in pairs.items() if name.strip().lower() == INFORMED]
    limits = [pairs[n][2] for n in found if pairs[n][1]]
    rest = [name for name in pairs if name not in found]
    return rest, bool(found), share("limit", limits[-1].strip()) if limits else None


def limits_named(
    names: str | Iterable[str], limit: Number
) -> tuple[tuple[Attacker, ...], dict[str, Fraction]]:
    """Find attackers who saw the post, and those limits that are their own: `em-f=0.1, em-c`.

    >>> limits_named("em-f=0.1, em-c", 0.3)[1]
    {'em-f': Fraction(1, 10)}
    """
    share("limit", limit)
    listed = names.split(",") if isinstance(names, str) else list(names)
    pairs = [name.partition("=") for name in listed]
    found = attackers_named([name for name, _, _ in pairs])
    own = {n.strip().lower(): share("limit", value.strip()) for n, mark, value in pairs if mark}
    return found, own


def attackers_named(names: str | Iterable[str]) -> tuple[Attacker, ...]:
    """Find attackers who saw the post, by name, given as a list or as text with commas.

    >>> [attacker.name for attacker in attackers_named("em-f, pi-uniform")]
    ['em-f', 'pi-uniform']
    """
    posts, purchases = split_names(names)
    if purchases:
        raise SettingError(
            f"{purchases[0]} looks at purchases, not at posts: it goes with a purchase. "
            f"Those who look at posts are: {', '.join(ATTACKERS)}."
        )
    return tuple(ATTACKERS[name] for name in posts)


def observers_named(names: str | Iterable[str]) -> tuple[Observer, ...]:
    """Find attackers who saw the purchase, by name."""
    posts, purchases = split_names(names)
    if posts:
        raise SettingError(
            f"{posts[0]} looks at posts, not at purchases. Those who look at purchases are: "
            f"{', '.join(OBSERVERS)}."
        )
    return tuple(OBSERVERS[name] for name in purchases)


def split_names(names: str | Iterable[str]) -> tuple[list[str], list[str]]:
    """Sort names into those who look at posts and those who look at purchases."""
    listed = names.split(",") if isinstance(names, str) else list(names)
    wanted = list(dict.fromkeys(name.strip().lower() for name in listed if name.strip()))
    known = [*ATTACKERS, *OBSERVERS, INFORMED]
    if not wanted:
        raise SettingError(f"name at least one attacker: {', '.join(known)}.")
    for name in wanted:
        if name not in known:
            raise SettingError(
                f"there is no attacker '{name}'.{nearest(name, known)} "
                f"Known are: {', '.join(known)}."
            )
    return [n for n in wanted if n in ATTACKERS], [n for n in wanted if n in OBSERVERS]
