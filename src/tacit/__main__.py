"""So that `python -m tacit` works like the `tacit` command."""

from tacit.cli import main

main()
