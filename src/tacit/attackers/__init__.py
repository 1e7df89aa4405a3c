"""Attackers: how confident someone is about a wanted record, from what they saw and know.

One attacker a file; each docstring tells the scenario first. To add one, write its file and name it
in `ATTACKERS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from tacit.attackers._attacker import Attacker, Confidence
from tacit.attackers.em_c import EmC
from tacit.attackers.em_f import EmF
from tacit.attackers.em_fc import EmFc
from tacit.attackers.pi_uniform import PiUniform
from tacit.errors import SettingError

ATTACKERS: dict[str, Attacker] = {a.name: a for a in (PiUniform(), EmF(), EmC(), EmFc())}


def attackers_named(names: str | Iterable[str]) -> tuple[Attacker, ...]:
    """Find attackers by name, given as a list or as text with commas.

    >>> [attacker.name for attacker in attackers_named("em-f, pi-uniform")]
    ['em-f', 'pi-uniform']
    """
    listed = names.split(",") if isinstance(names, str) else list(names)
    wanted = list(dict.fromkeys(name.strip().lower() for name in listed if name.strip()))
    if not wanted:
        raise SettingError(f"name at least one attacker: {', '.join(ATTACKERS)}.")
    for name in wanted:
        if name not in ATTACKERS:
            close = get_close_matches(name, ATTACKERS, n=1, cutoff=0.5)
            nearest = f" Did you mean '{close[0]}'?" if close else ""
            raise SettingError(
                f"there is no attacker '{name}'.{nearest} Known are: {', '.join(ATTACKERS)}."
            )
    return tuple(ATTACKERS[name] for name in wanted)


__all__ = ["ATTACKERS", "Attacker", "Confidence", "attackers_named"]
