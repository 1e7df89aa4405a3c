"""What Tacit promises about speed, one file per promise. Run them with `make bench`."""
