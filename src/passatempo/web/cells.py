"""A board of cells that are pressed: by mouse, by finger, or by keyboard with the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nicegui.element import Element

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Cell(NamedTuple):
    """What a cell shows.

    Parameters
    ----------
    text
        A few characters.
    kind
        Classes of the style sheet.
    label
        What is read aloud.
    note
        A few characters in the corner.
    """

    text: str
    kind: str = ""
    label: str = ""
    note: str = ""


class Cells(Element, component="cells.js"):
    """A board.

    Parameters
    ----------
    label
        What the board is.
    press
        Called with row and column, from 0, and how: ``main`` (click, Enter, blank) or ``other`` (right click, long
        touch, the key F).
    kind
        Classes of the style sheet for the whole board.
    """

    def __init__(self, label: str, press: Callable[[int, int, str], Any], kind: str = "") -> None:
        super().__init__()
        self._props.update({"label": label, "rows": [], "shifts": [], "overlay": "", "kind": kind, "step": 1.0})
        self.on("press", lambda event: self._pressed(event.args, press))

    def _pressed(self, said: Any, press: Callable[[int, int, str], Any]) -> Any:
        """Hand a press over if it is one of a cell that is shown: what a browser sends anybody can send."""
        rows = self._props["rows"]
        told: dict[str, Any] = said if isinstance(said, dict) else {}
        row, column, how = (told.get(key) for key in ("r", "c", "how"))
        if type(row) is not int or type(column) is not int or how not in ("main", "other"):
            return None
        return press(row, column, how) if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else None

    def show(
        self,
        rows: Sequence[Sequence[Cell]],
        *,
        overlay: str = "",
        shifts: Sequence[float] = (),
        step: float = 1.0,
        kind: str | None = None,
    ) -> None:
        """Show other cells.

        Parameters
        ----------
        rows
            The cells; rows may differ in length.
        overlay
            SVG over the board; a cell is 1 wide, the first one has its middle at (0.5, 0.5).
        shifts
            How far each row is moved to the right, in cells.
        step
            The distance of two rows, in cells.
        kind
            Other classes for the whole board.
        """
        self._props["rows"] = [[list(cell) for cell in row] for row in rows]
        self._props["overlay"], self._props["shifts"], self._props["step"] = overlay, list(shifts), step
        if kind is not None:
            self._props["kind"] = kind
        self.update()
