"""What runs on real servers."""
