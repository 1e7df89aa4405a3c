"""All attackers by name. To add one, write its file and register it here.

* `ATTACKERS`: those who saw the post;
* `OBSERVERS`: those who saw the purchase;
* `INFORMED`: who saw the post and knows how it was made (`tacit.informed`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.attackers.attacker import Attacker
from tacit.attackers.confidence import INFORMED as INFORMED
from tacit.attackers.em_c import EmC
from tacit.attackers.em_f import EmF
from tacit.attackers.em_fc import EmFc
from tacit.attackers.pi_uniform import PiUniform
from tacit.attackers.purchase_alone import PurchaseAlone
from tacit.attackers.purchase_f import PurchaseF
from tacit.attackers.purchase_fc import PurchaseFc

if TYPE_CHECKING:
    from tacit.attackers.observer import Observer

ATTACKERS: dict[str, Attacker] = {}
OBSERVERS: dict[str, Observer] = {}


def register(one: Attacker | Observer) -> None:
    """Make an attacker known by its name, to every verb that takes attackers."""
    if isinstance(one, Attacker):
        ATTACKERS[one.name] = one
    else:
        OBSERVERS[one.name] = one


for _attacker in (PiUniform(), EmF(), EmC(), EmFc()):
    register(_attacker)
for _observer in (PurchaseAlone(), PurchaseF(), PurchaseFc()):
    register(_observer)


def what_sees(name: str) -> str:
    """What an attacker goes by, in a few words for tables."""
    if name.partition(":")[0] == INFORMED:  # one about the value of a dimension sees the same
        return "the post, the market, and how the post was made"
    return ATTACKERS[name].sees if name in ATTACKERS else OBSERVERS[name].sees
