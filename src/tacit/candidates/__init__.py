"""Candidates: the true intents that someone who knows the method reckons with, and how likely each is."""
