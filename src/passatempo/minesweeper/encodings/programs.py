"""The programs of this folder combined with a board: for clingo in the method `asp`, and as files for other systems."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, Report, Stopped, poll_stream, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.minesweeper import census
from passatempo.minesweeper.encodings import layouts
from passatempo.minesweeper.formats.asp import facts as plain_facts
from passatempo.minesweeper.formats.pl import write_matrix
from passatempo.minesweeper.model import STRIDE, UNKNOWN, Board, Cell, Certain, Click, is_covered
from passatempo.minesweeper.network import network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.solvers.asp import Atom


LARGE = 20_000  # cells; grounding more takes too long for a quick Ctrl-C
PROLOG = {"swi": "safe.pl", "eclipse": "safe.ecl"}
COVERED_HERE, UNKNOWN_HERE = -1, -2  # in MiniZinc
MOST = 2**30  # clingo's numbers have 32 bits; no board has as many mines


def facts(board: Board, deadline: Deadline | None = None) -> Iterator[str]:
    """Yield the facts of any board: those of the published format, and additional ones.

    >>> from passatempo.minesweeper import read
    >>> list(facts(read("#", grid="1?", variant="torus")))
    ['matr(1,2)', 'schema(1,1,1)', 'opened(1,2)', 'own']
    """
    yield from poll_stream(plain_facts(replace(board, mines=None)), deadline, STRIDE)
    if board.mines is not None:
        yield f"mines({min(board.mines, MOST)})"
    for cell, code in enumerate(poll_stream(board.cells, deadline, STRIDE)):
        if code == UNKNOWN:
            yield f"opened({_coordinates(board, cell)})"
        elif code > 8 and not is_covered(code):
            yield f"schema({_coordinates(board, cell)},{code})"
    if _is_custom(board):
        yield "own"
        for number in poll_stream(network(board, deadline).numbers, deadline, STRIDE):
            for cell in number.scope:
                yield f"beside({_coordinates(board, number.cell)},{_coordinates(board, cell)})"


def _coordinates(board: Board, cell: Cell) -> str:
    row, column = board.place(cell)
    return f"{row + 1},{column + 1}"


def program_source(name: str = "safe.lp") -> str:
    """Return the text of a program in this folder."""
    return (files("passatempo.minesweeper.encodings") / name).read_text(encoding="utf-8")


def _atom_cells(board: Board, atoms: frozenset[Atom]) -> list[Cell]:
    return sorted((int(r) - 1) * board.columns + int(c) - 1 for _, (r, c) in atoms)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells by two calls, for the brave and for the cautious consequences.

    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    from passatempo.solvers import asp

    deadline, text = Deadline(limits), program_source()
    consequences: list[list[Cell]] = []
    try:
        board_facts = list(facts(board, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
    for mode in ("brave", "cautious"):
        if deadline.poll():
            return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)
        run = asp.solve(text, board_facts, deadline.remaining_limits, report, mode=mode, large=len(board.cells) > LARGE)
        if run.status is not Status.SOLVED:
            return layouts.refusal_outcome(board, run.status, run.stop_reason)
        consequences.append(_atom_cells(board, run.answer_sets[0]))
    possible, certain_cells = set(consequences[0]), consequences[1]
    never = [cell for cell, code in enumerate(board.cells) if is_covered(code) and cell not in possible]
    return Outcome(Status.SOLVED, census.certain_answer(board, never, certain_cells))


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Decide one cell by an answer set with a mine there and one without.

    >>> from passatempo.minesweeper import read
    >>> click(read("01#1#", click=(1, 5))).answer.verdict
    'safe'
    """
    from passatempo.solvers import asp

    deadline, text = Deadline(limits), program_source()
    try:
        board_facts = list(facts(board, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason)

    def find(cell: Cell | None = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
        if deadline.poll():
            return Status.UNKNOWN, frozenset(), deadline.stop_reason
        rule = "" if cell is None else f":- {'not ' if mine else ''}mine({_coordinates(board, cell)}).\n"
        run = asp.solve(text + rule, board_facts, deadline.remaining_limits, report, large=len(board.cells) > LARGE)
        mines = frozenset(_atom_cells(board, run.answer_sets[0])) if run.answer_sets else frozenset()
        return run.status, mines, run.stop_reason

    return layouts.click(board, find, deadline)


def export(board: Board, form: str) -> str:
    """Write the program `safe` with the facts of a board.

    >>> from passatempo.minesweeper import read
    >>> "schema(1,1,1)." in export(read("1#"), "clingo")
    True
    """
    return program_source() + "\n" + "".join(f"{fact}.\n" for fact in facts(board))


def export_click(board: Board, form: str) -> str:
    """Write the program `click` with the facts of a board and the cell to query.

    >>> from passatempo.minesweeper import read
    >>> "click(1,2)." in export_click(read("1#"), "clingo")
    True
    """
    row, column = board.asked
    click_facts = "".join(f"{fact}.\n" for fact in (*facts(board), f"click({row + 1},{column + 1})"))
    return program_source("click.lp") + "\n" + click_facts


def export_prolog(board: Board, form: str) -> str:
    """Write the repaired Prolog program, for ``swi`` or ``eclipse``, with the board as the published fact.

    The mine count, opened cells without a number and other neighbourhoods do not fit into that fact and become separate
    facts.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "mine_count(1)." in export_prolog(read("1#", mines=1), "swi")
    True
    >>> print("".join(further_facts(read("#", grid="1?#", variant="torus"))), end="")
    opened(1,2).
    own.
    beside(1,1,1,3).
    """
    return f"{program_source(PROLOG[form])}\n{write_matrix(board)}{''.join(further_facts(board))}"


def further_facts(board: Board) -> Iterator[str]:
    """Yield the data that the published fact cannot hold, each as a line of Prolog."""
    if board.mines is not None:
        yield f"mine_count({board.mines}).\n"
    for cell, code in enumerate(board.cells):
        if code == UNKNOWN:
            yield f"opened({_coordinates(board, cell)}).\n"
    if _is_custom(board):
        yield "own.\n"
        for number in network(board).numbers:
            for cell in number.scope:
                yield f"beside({_coordinates(board, number.cell)},{_coordinates(board, cell)}).\n"


def _is_custom(board: Board) -> bool:
    """Return whether the neighbours differ from the eight cells around."""
    return board.variant != "square" or bool(board.offsets)


def export_minizinc(board: Board, form: str) -> str:
    """Write the repaired program for the cell of the question `click`, with the board.

    Raises
    ------
    UsageError
        If the queried cell is not on the board.

    Examples
    --------
    >>> from passatempo.minesweeper import read
    >>> "click_column = 2;" in export_minizinc(read("1#"), "minizinc")
    True
    """
    if board.cell(*board.asked) is None:
        raise UsageError("the queried cell is not on the board: pass another one with --cell")
    cell_codes = (
        str(COVERED_HERE if is_covered(code) else UNKNOWN_HERE if code == UNKNOWN else code) for code in board.cells
    )
    row, column = board.asked
    numbers = network(board).numbers if _is_custom(board) else ()
    near = ("{" + ", ".join(str(cell + 1) for cell in number.scope) + "}" for number in numbers)
    parameters = {
        "rows": board.rows,
        "columns": board.columns,
        "shown": f"array2d(1..{board.rows}, 1..{board.columns}, [{', '.join(cell_codes)}])",
        "mines": -1 if board.mines is None else board.mines,
        "click_row": row + 1,
        "click_column": column + 1,
        "own": "true" if _is_custom(board) else "false",
        "need": f"[{', '.join(str(number.need) for number in numbers)}]",
        "near": f"[{', '.join(near)}]",
    }
    return (
        program_source("click.mzn")
        + "\n"
        + "".join(f"{name} = {parameter};\n" for name, parameter in parameters.items())
    )
