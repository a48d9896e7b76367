"""The repaired programs as files for other systems: SWI-Prolog, ECLiPSe and MiniZinc, each with the board in it."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.minesweeper.formats import prolog
from passatempo.minesweeper.model import UNKNOWN, Board, is_covered
from passatempo.minesweeper.network import network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.minesweeper.model import Cell

_PROGRAMS = {"swi": "safe.pl", "eclipse": "safe.ecl", "minizinc": "click.mzn"}
COVERED_HERE, UNKNOWN_HERE = -1, -2


def _program(form: str) -> str:
    return (files("passatempo.minesweeper.encodings") / _PROGRAMS[form]).read_text(encoding="utf-8")


def export_prolog(board: Board, form: str) -> str:
    """Write the repaired Prolog program, for ``swi`` or ``eclipse``, with the board as the published fact.

    What that fact cannot say, the mine count, opened cells without a number and other neighbourhoods, stands in facts
    of its own.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "mine_count(1)." in export_prolog(read("1#", mines=1), "swi")
    True
    >>> print("".join(further_facts(read("1?#", variant="torus"))), end="")
    opened(1,2).
    own.
    beside(1,1,1,3).
    """
    return f"{_program(form)}\n{prolog.matrix(board)}{''.join(further_facts(board))}"


def further_facts(board: Board) -> Iterator[str]:
    """Yield what the published fact cannot say of a board, each as a line of Prolog."""
    if board.mines is not None:
        yield f"mine_count({board.mines}).\n"
    for cell, code in enumerate(board.cells):
        if code == UNKNOWN:
            yield f"opened({_at(board, cell)}).\n"
    if _own(board):
        yield "own.\n"
        for number in network(board).numbers:
            for cell in number.scope:
                yield f"beside({_at(board, number.cell)},{_at(board, cell)}).\n"


def _own(board: Board) -> bool:
    """Tell whether the eight cells around are not the neighbours."""
    return board.variant != "square" or bool(board.offsets)


def _at(board: Board, cell: Cell) -> str:
    row, column = board.place(cell)
    return f"{row + 1},{column + 1}"


def export_minizinc(board: Board, form: str) -> str:
    """Write the repaired program for one cell, the one that `click` asks about, with the board.

    Raises
    ------
    UsageError
        If the cell that is asked about is not on the board.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "click_column = 2;" in export_minizinc(read("1#"), "minizinc")
    True
    """
    if board.cell(*board.asked) is None:
        raise UsageError("the queried cell is not on the board: pass another one with --cell")
    shown = (
        str(COVERED_HERE if is_covered(code) else UNKNOWN_HERE if code == UNKNOWN else code) for code in board.cells
    )
    row, column = board.asked
    numbers = network(board).numbers if _own(board) else ()
    near = ("{" + ", ".join(str(cell + 1) for cell in number.scope) + "}" for number in numbers)
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "shown": f"array2d(1..{board.rows}, 1..{board.columns}, [{', '.join(shown)}])",
        "mines": -1 if board.mines is None else board.mines,
        "click_row": row + 1,
        "click_column": column + 1,
        "own": "true" if _own(board) else "false",
        "need": f"[{', '.join(str(number.need) for number in numbers)}]",
        "near": f"[{', '.join(near)}]",
    }
    return _program(form) + "\n" + "".join(f"{name} = {value};\n" for name, value in data.items())
