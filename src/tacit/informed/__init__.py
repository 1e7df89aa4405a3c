"""Informed: someone who saw the post, or the purchase, and knows how it was made."""
