"""The cells of a board as a page shows them, and the editor of positions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from passatempo.core.json import convert
from passatempo.core.words import mark, say
from passatempo.minesweeper.json import BOARD, BoardJson
from passatempo.minesweeper.model import FLAG, Board, is_covered
from passatempo.minesweeper.text import write_grid
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.frame import Tag

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from passatempo.minesweeper.model import Place
    from passatempo.web.desk import Desk

MOST_CELLS = 2000  # cells and line ends; larger boards are pictures only
SIGNS = "#F?012345678"
SIGN_NAMES = {"#": mark("covered"), "F": mark("flag"), "?": mark("opened, number unknown")}


def board_of(desk: Desk) -> Board:
    """Return the board of a desk."""
    board: Board = BOARD.load(convert(desk.instance, BoardJson))
    return board


def percent(chance: Fraction) -> str:
    """Write a chance for a small cell; never 0 or 100 for what is not certain.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 999)), percent(Fraction(998, 999))
    ('33', '1', '99')
    """
    return str(min(99, max(1, round(100 * chance))))


def cell_of(code: int, place: Place, chance: Fraction | None, extra: str = "") -> Cell:
    """Make a cell from its code, with what the assistant knows of it."""
    where = say("row {row}, column {column}: ", row=place[0] + 1, column=place[1] + 1)
    if not is_covered(code):
        text = "" if code == 0 else str(code) if code < 100 else "?"
        return Cell(text, f"open n{code} {extra}", where + (text or "0"))
    flagged = code == FLAG
    text, kind, said = ("⚑", "covered flag", say("flag")) if flagged else ("", "covered", say("covered"))
    note = ""
    if chance is not None:
        note = "✓" if chance == 0 else "●" if chance == 1 else percent(chance)
        kind += " safe" if chance == 0 else " mine" if chance == 1 else f" shade-{round(chance * 10)}"
        said += say(", safe") if chance == 0 else say(", a mine") if chance == 1 else say(", {p} %", p=note)
        if not flagged and 0 < chance < 1:
            text, note = note, ""
            kind += " chance"
    return Cell(text, f"{kind} {extra}", where + said, note)


def chances_of(board: Board, answer: Mapping[str, Any] | None) -> dict[Place, Fraction]:
    """Return the chance of every covered cell from the JSON of the question `chances`."""
    if not answer:
        return {}
    near = {}
    for key, chance in answer["prob"].items():
        row, _, column = key.partition(",")
        near[int(row) - 1, int(column) - 1] = Fraction(chance)
    other = None if answer["prob_other"] is None else Fraction(answer["prob_other"])
    for cell, code in enumerate(board.cells):
        place = board.place(cell)
        if is_covered(code) and place not in near and other is not None:
            near[place] = other
    return near


def rows_of(board: Board, chances: Mapping[Place, Fraction], extra: Mapping[Place, str]) -> list[list[Cell]]:
    """Make the cells of a board."""
    rows = []
    for i in range(board.rows):
        codes = board.cells[i * board.columns : (i + 1) * board.columns]
        rows.append([cell_of(code, (i, j), chances.get((i, j)), extra.get((i, j), "")) for j, code in enumerate(codes)])
    return rows


# The editor: choose a sign, tap the cells that are to have it.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a position."""
    chosen = {"sign": "#"}
    tools = Tag("div", role="radiogroup", aria_label=say("Sign to put")).classes("segments")
    buttons: dict[str, Tag] = {}

    def choose(sign: str) -> None:
        chosen["sign"] = sign
        for other, button in buttons.items():
            button.props["aria-checked"] = "true" if other == sign else "false"
            button.update()

    with tools:
        for sign in SIGNS:
            label = say(SIGN_NAMES.get(sign, "number {sign}"), sign=sign)
            shown = {"#": "■", "F": "⚑"}.get(sign, sign)
            made = Tag("button", shown, type="button", role="radio", aria_label=label, title=label)
            buttons[sign] = made.classes("button tool").on("click", partial(choose, sign), [])
    choose("#")
    words = controls.line(say("Choose a sign, then tap the cells that are to have it."), "help")

    async def press(row: int, column: int, how: str) -> None:
        async with desk.order:
            grid = [list(line) for line in write_grid(board_of(desk)).splitlines()]
            grid[row][column] = chosen["sign"] if how == "main" else "F"
            await desk.take({**desk.instance, "grid": "\n".join("".join(line) for line in grid)})

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("The position"), press, "mines")
    picture = controls.picture()

    def refresh() -> None:
        small = len(desk.instance["grid"]) <= MOST_CELLS  # larger boards are not even built here
        for part in (tools, words, cells):
            part.set_visibility(small)
        picture.set_content("" if small else desk.picture)
        if not small:
            cells.show([])
            return
        board = board_of(desk)
        shifts = [0.5 * (i % 2) for i in range(board.rows)] if board.variant == "hexagonal" else []
        cells.show(rows_of(board, {}, {}), shifts=shifts)

    refresh()
    return refresh
