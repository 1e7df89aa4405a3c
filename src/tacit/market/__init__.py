"""What is on offer: building a market from any source, and asking it about boxes."""

from tacit.market.market import Frontier, Growth, Market, Mass, Peak
from tacit.market.purchase import Purchase

__all__ = ["Frontier", "Growth", "Market", "Mass", "Peak", "Purchase"]
