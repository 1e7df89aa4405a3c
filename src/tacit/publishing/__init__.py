"""Publishing: choosing the wider intent that is shown to the market."""
