"""How results look: tables in a terminal, pictures, and self-contained HTML pages."""
