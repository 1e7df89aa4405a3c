"""How often a law is tried."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

SOME = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[
        HealthCheck.differing_executors,  # suites are inherited: one law runs for several classes
        HealthCheck.function_scoped_fixture,  # who is held to it never changes
        HealthCheck.too_slow,
    ],
)
