"""Optimal: the cheapest published intent, with proof."""
