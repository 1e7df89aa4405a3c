"""Audits: what every attacker would know, side by side, with and without protection."""
