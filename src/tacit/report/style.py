"""Colours, the same for the same thing everywhere, and readable in colour-blind eyes."""

from __future__ import annotations

ATTACKER_COLOURS = {
    "pi-uniform": "#0072B2",
    "em-f": "#D55E00",
    "em-c": "#009E73",
    "em-fc": "#CC79A7",
}
WANTED = "#0072B2"
DISGUISE = "#C9CED6"
EXPOSED = "#D55E00"
LIGHT = "#F2B48A"
SAFE = "#009E73"
INK = "#1F2933"
MUTED = "#6B7785"
