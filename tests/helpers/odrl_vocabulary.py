"""The terms of the W3C's ODRL 2.2 that a request may use, and a judge of its structure.

From the ODRL Vocabulary & Expression and Information Model of February 2018. Terms that are left out
here (duties, prohibitions, conflicts) a request of ours never has.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

CONTEXT = "http://www.w3.org/ns/odrl.jsonld"
POLICIES = {"Set", "Offer", "Agreement", "Assertion", "Privacy", "Request", "Ticket"}
ACTIONS = {
    *("use", "transfer", "acceptTracking", "aggregate", "annotate", "anonymize", "archive"),
    *("attribute", "compensate", "concurrentUse", "delete", "derive", "digitize", "display"),
    *("distribute", "ensureExclusivity", "execute", "extract", "give", "grantUse", "include"),
    *("index", "inform", "install", "modify", "move", "nextPolicy", "obtainConsent", "play"),
    *("present", "print", "read", "reproduce", "reviewPolicy", "sell", "stream", "synchronize"),
    *("textToSpeech", "transform", "translate", "uninstall", "watermark"),
}
OPERATORS = {
    *("eq", "neq", "gt", "gteq", "lt", "lteq"),
    *("hasPart", "isA", "isAllOf", "isAnyOf", "isNoneOf", "isPartOf"),
}
TAKES_SEVERAL = {"isAllOf", "isAnyOf", "isNoneOf"}
LOGICAL = {"and", "andSequence", "or", "xone"}
LEFT_OPERANDS = {
    *("absolutePosition", "absoluteSize", "absoluteSpatialPosition", "absoluteTemporalPosition"),
    *("count", "dateTime", "delayPeriod", "deliveryChannel", "device", "elapsedTime", "event"),
    *("fileFormat", "industry", "language", "media", "meteredTime", "payAmount", "percentage"),
    *("product", "purpose", "recipient", "relativePosition", "relativeSize"),
    *("relativeSpatialPosition", "relativeTemporalPosition", "resolution", "spatial"),
    *("spatialCoordinates", "systemDevice", "timeInterval", "unitOfCount", "version"),
    *("virtualLocation",),
}
TYPES = {f"xsd:{name}" for name in ("string", "integer", "double", "boolean", "date")}

PROFILE = "urn:tacit:odrl:1"
OWN_LEFT_OPERANDS = re.compile(
    rf"{PROFILE}:(column|dimension|start:[1-9][0-9]*):(?:[A-Za-z0-9._~-]|%[0-9A-F]{{2}})+"
)
"""The left operands that are the profile's own: its names are percent-encoded, so each is an IRI."""
OWN_TERMS = {f"{PROFILE}:{name}" for name in ("missing", "sender", "table")}


def require_valid(request: dict[str, Any]) -> None:
    """Fail unless it is a request by ODRL 2.2, with Tacit's profile."""
    assert set(request) == {"@context", "@type", "uid", "profile", "permission"}
    assert request["@context"] == CONTEXT
    assert request["@type"] == "Request"
    assert request["@type"] in POLICIES
    assert re.fullmatch(r"urn:tacit:post:[0-9a-f]{64}", request["uid"])
    assert request["profile"] == PROFILE
    assert request["permission"], "a policy has a rule at least"
    for rule in request["permission"]:
        assert set(rule) == {"assignee", "action", "target"}
        assert rule["action"] in ACTIONS
        assert rule["assignee"] in OWN_TERMS
        _require_target(rule["target"])


def _require_target(target: dict[str, Any]) -> None:
    assert set(target) <= {"@type", "source", "refinement"}
    assert target["@type"] == "AssetCollection", "only a collection has refinements"
    assert target["source"] in OWN_TERMS
    for one in target.get("refinement", []):
        if set(one) & LOGICAL:
            ((word, listed),) = one.items()
            assert word in LOGICAL
            assert set(listed) == {"@list"}
            assert len(listed["@list"]) > 1
            for constraint in listed["@list"]:
                _require_constraint(constraint)  # and none that is logical itself
        else:
            _require_constraint(one)


def _require_constraint(one: dict[str, Any]) -> None:
    assert set(one) == {"leftOperand", "operator", "rightOperand"}
    assert one["operator"] in OPERATORS
    own = OWN_LEFT_OPERANDS.fullmatch(one["leftOperand"])
    assert own or one["leftOperand"] in LEFT_OPERANDS
    unquote(one["leftOperand"], errors="strict")
    right = one["rightOperand"]
    assert isinstance(right, list) == (one["operator"] in TAKES_SEVERAL)
    values = right if isinstance(right, list) else [right]
    assert values
    for value in values:
        if set(value) == {"@id"}:
            assert value["@id"] in OWN_TERMS
        else:
            assert set(value) == {"@value", "@type"}
            assert value["@type"] in TYPES
            assert isinstance(value["@value"], str)
