"""Greedy: the paper's expansion, one value at a time."""
