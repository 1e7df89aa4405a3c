"""Purchases: choosing how many records to buy of each cell, so that the purchase gives nothing away."""
