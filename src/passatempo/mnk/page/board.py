"""The cells of a position as a page shows them, and the editor of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.json import convert
from passatempo.core.words import say
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.json import POSITION, PositionJson
from passatempo.mnk.rules import EMPTY, MARKS, OPTIONS, O, X, ends, landing
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.mnk.model import Position
    from passatempo.web.desk import Desk

SIGNS = ("", "✕", "◯")
SPOKEN = ("empty", "X", "O")
MOST_CELLS = 1600  # larger boards are pictures only


def small(desk: Desk) -> bool:
    """Tell whether the board of a desk is shown cell by cell; larger ones are not even built for a page."""
    said = desk.instance
    return bool(said["m"] * said["n"] <= MOST_CELLS)


def position_of(desk: Desk) -> Position:
    """Return the position of a desk."""
    position: Position = POSITION.load(convert(desk.instance, PositionJson))
    return position


def instance_of(position: Position) -> dict[str, Any]:
    """Write a position as an instance; with its moves where they are known, else with its board."""
    keys: PositionJson = POSITION.dump(position)
    said: dict[str, Any] = {"m": keys.m, "n": keys.n, "k": keys.k}
    said |= {option: True for option in OPTIONS if getattr(position.rules, option)}
    return said | ({"moves": keys.moves} if keys.moves else {"board": keys.board})


def threats(position: Position) -> dict[int, int]:
    r"""Return the cells where a side could complete a line, with 1 for X, 2 for O, 3 for both.

    >>> from passatempo.mnk.text import read
    >>> threats(read("k: 2\nX .\n. ."))
    {1: 1, 2: 1, 3: 1}
    """
    found: dict[int, int] = {}
    if position.result:
        return found
    cells = bytearray(position.cells)
    for cell in landing(position.rules, position.cells):
        for mark in (X, O):
            cells[cell] = mark
            if ends(position.rules, cells, cell):
                found[cell] = found.get(cell, 0) | mark
        cells[cell] = EMPTY
    return found


def rows_of(position: Position, extra: Mapping[int, str], *, warn: bool = True) -> list[list[Cell]]:
    """Make the cells of a position; threats carry the small sign of the side that threatens."""
    warned = threats(position) if warn else {}
    won = {cell for line in position.won for cell in line}
    rows = []
    for row in range(position.rules.m):
        made = []
        for column in range(position.rules.n):
            cell = row * position.rules.n + column
            mark = position.cells[cell]
            sides = warned.get(cell, 0)
            said = f"{write_place((row, column))}, {say(SPOKEN[mark])}"
            who = " ".join(MARKS[m] for m in (X, O) if sides & m)
            said += say(", {sides} could complete a line", sides=who) if sides else ""
            said += say(", in a winning line") if cell in won else ""
            kind = f"mark{mark} {'won' if cell in won else ''} {'last' if cell == position.last else ''}"
            note = "".join(SIGNS[m] for m in (X, O) if sides & m)
            made.append(Cell(SIGNS[mark], f"{kind} {extra.get(cell, '')}", said, note))
        rows.append(made)
    return rows


# The editor: a tap changes a cell from empty to X to O.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a position; a change of one mark may need another, so a position may be wrong for a while."""
    rows: list[list[str]] = []
    words = controls.line(say("Tap a cell to change it: empty, X, O. The history of the game is forgotten."), "help")

    async def press(row: int, column: int, how: str) -> None:
        async with desk.order:
            rows[row][column] = MARKS[(MARKS.index(rows[row][column]) + (1 if how == "main" else 2)) % 3]
            rest = {key: value for key, value in desk.instance.items() if key not in ("moves", "to_move", "board")}
            if not await desk.take({**rest, "board": ["".join(line) for line in rows]}):
                show()

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("The position"), press, "marks")
    picture = controls.picture()

    def show() -> None:
        cells.show([[Cell(SIGNS[MARKS.index(sign)], f"mark{MARKS.index(sign)}", sign) for sign in row] for row in rows])

    def refresh() -> None:
        shown = small(desk)
        words.set_visibility(shown)
        cells.set_visibility(shown)
        picture.set_content("" if shown else desk.picture)
        if shown:
            position = position_of(desk)
            rows[:] = [list(row) for row in position.rows]
            cells.show(rows_of(position, {}))

    refresh()
    return refresh
