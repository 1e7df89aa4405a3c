"""Campaigns: one buying need over time, with the ledger of all that was published and bought for it."""
