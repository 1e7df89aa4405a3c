"""Intents: what is wanted, as one box of the space or several, and reading them from JSON and SQL."""
