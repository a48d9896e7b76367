"""The repaired programs as files for other systems: SWI-Prolog, ECLiPSe and MiniZinc, each with the board in it."""

from __future__ import annotations

from importlib.resources import files

from passatempo.core.errors import UsageError
from passatempo.minesweeper import prolog
from passatempo.minesweeper.model import UNKNOWN, Board, is_covered

_PROGRAMS = {"swi": "safe.pl", "eclipse": "safe.ecl", "minizinc": "click.mzn"}
COVERED_HERE, UNKNOWN_HERE = -1, -2


def _program(form: str) -> str:
    return (files("passatempo.minesweeper") / _PROGRAMS[form]).read_text(encoding="utf-8")


def export_prolog(board: Board, form: str) -> str:
    """Write the repaired Prolog program, for ``swi`` or ``eclipse``, with the board as the published fact.

    Raises
    ------
    UsageError
        If the published fact cannot say what the board is.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "mine_count(1)." in export_prolog(read("1#", mines=1), "swi")
    True
    """
    count = "" if board.mines is None else f"mine_count({board.mines}).\n"
    return f"{_program(form)}\n{prolog.write(board)}{count}"


def export_minizinc(board: Board, form: str) -> str:
    """Write the repaired program for one cell, the one that `click` asks about, with the board.

    Raises
    ------
    UsageError
        If the board is not one of plain squares, or the cell not on it.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "click_column = 2;" in export_minizinc(read("1#"), "minizinc")
    True
    """
    if board.variant != "square" or board.offsets:
        raise UsageError("the MiniZinc program is about the eight cells around: only plain square boards fit")
    if board.cell(*board.asked) is None:
        raise UsageError("the cell that is asked about is not on the board: give another one with --click")
    shown = (
        str(COVERED_HERE if is_covered(code) else UNKNOWN_HERE if code == UNKNOWN else code) for code in board.cells
    )
    row, column = board.asked
    data = {
        "rows": board.rows,
        "columns": board.columns,
        "shown": f"array2d(1..{board.rows}, 1..{board.columns}, [{', '.join(shown)}])",
        "mines": -1 if board.mines is None else board.mines,
        "click_row": row + 1,
        "click_column": column + 1,
    }
    return _program(form) + "\n" + "".join(f"{name} = {value};\n" for name, value in data.items())
