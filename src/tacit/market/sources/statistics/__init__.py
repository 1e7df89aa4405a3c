"""Markets known by statistics: samples, tables of some dimensions, dictionaries, released counts."""
