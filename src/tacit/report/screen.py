"""The screen: the one way in which anything is printed for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.segment import Segment

from tacit._display import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import ConsoleOptions, RenderableType
    from rich.text import Text


class Screen(Console):
    """A console on which a text is a text, wherever it comes from.

    Contract:
        promises: no text controls the terminal, nor is taken for markup or for a picture's name; what
            can't be seen is written out (`tacit._display.visible`). Colours come from styles alone.
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **how)

    def render_str(self, text: str, **how: Any) -> Text:
        """A text to be laid out, with the room that it will take."""
        return super().render_str(visible_lines(text), **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The pieces that are printed; the console's own controls are not text, and stay."""
        for piece in super().render(renderable, options):
            shown = piece.text if piece.control else visible_lines(piece.text)
            yield Segment(shown, piece.style, piece.control)

    def on_broken_pipe(self) -> None:
        """Say so to the caller; Rich would end the process, with files half way."""
        raise BrokenPipeError
