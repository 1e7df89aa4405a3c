"""Sealed: a published intent that holds even against someone who knows how it was chosen."""
