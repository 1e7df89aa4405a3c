"""Attackers: how confident someone is about a wanted record, from what they saw and know.

One attacker a file; each docstring tells the scenario first. `registry.py` names them all.
"""
