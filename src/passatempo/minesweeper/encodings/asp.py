"""The method `asp`: the programs ``safe.lp`` and ``click.lp`` with the facts of a board, by clingo."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from passatempo.core.limits import Deadline, Limits, Stopped, polled
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.progress import Report, silent
from passatempo.minesweeper import census
from passatempo.minesweeper.encodings import layouts
from passatempo.minesweeper.formats.facts import facts as plain_facts
from passatempo.minesweeper.model import STRIDE, UNKNOWN, Board, Certain, Click, is_covered
from passatempo.minesweeper.network import network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.minesweeper.model import Cell
    from passatempo.solvers.asp import Atom

LARGE = 20_000  # cells; grounding them takes longer than a person waits for Ctrl-C to work
MOST = 2**30  # clingo's numbers have 32 bits; no board has as many mines


def facts(board: Board, deadline: Deadline | None = None) -> Iterator[str]:
    """Yield the facts of any board: those of the published format, and what that format cannot say.

    >>> from passatempo.minesweeper import read
    >>> list(facts(read("1?", variant="torus")))
    ['matr(1,2)', 'schema(1,1,1)', 'opened(1,2)', 'own']
    """
    yield from polled(plain_facts(replace(board, mines=None)), deadline, STRIDE)
    if board.mines is not None:
        yield f"mines({min(board.mines, MOST)})"
    for cell, code in enumerate(polled(board.cells, deadline, STRIDE)):
        if code == UNKNOWN:
            yield f"opened({_at(board, cell)})"
        elif code > 8 and not is_covered(code):
            yield f"schema({_at(board, cell)},{code})"
    if board.variant != "square" or board.offsets:
        yield "own"
        for number in polled(network(board, deadline).numbers, deadline, STRIDE):
            for cell in number.scope:
                yield f"beside({_at(board, number.cell)},{_at(board, cell)})"


def _at(board: Board, cell: Cell) -> str:
    row, column = board.place(cell)
    return f"{row + 1},{column + 1}"


def program(name: str = "safe") -> str:
    """Return the text of a program: ``safe`` or ``click``."""
    return (files("passatempo.minesweeper.encodings") / f"{name}.lp").read_text(encoding="utf-8")


def _cells(board: Board, atoms: frozenset[Atom]) -> list[Cell]:
    return sorted((int(r) - 1) * board.columns + int(c) - 1 for _, (r, c) in atoms)


def safe(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Certain]:
    """Find the certain cells: two calls, for the brave and for the cautious consequences.

    >>> from passatempo.minesweeper import read
    >>> safe(read("01#1#")).answer
    Certain(safe=((0, 4),), sure_mines=((0, 2),), wrong_flags=())
    """
    from passatempo.solvers import asp

    deadline, text = Deadline(limits), program()
    found: list[list[Cell]] = []
    try:
        given = list(facts(board, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
    for mode in ("brave", "cautious"):
        if deadline.poll():
            return Outcome(Status.UNKNOWN, stopped=deadline.stopped)
        run = asp.solve(text, given, deadline.rest, report, mode=mode, large=len(board.cells) > LARGE)
        if run.status is not Status.SOLVED:
            return layouts.refused(board, run.status, run.stopped)
        found.append(_cells(board, run.models[0]))
    possible, sure = set(found[0]), found[1]
    never = [cell for cell, code in enumerate(board.cells) if is_covered(code) and cell not in possible]
    return Outcome(Status.SOLVED, census.found(board, never, sure))


def click(board: Board, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Click]:
    """Judge one cell: an answer set with a mine there, and one without.

    >>> from passatempo.minesweeper import read
    >>> click(read("01#1#", click=(1, 5))).answer.verdict
    'safe'
    """
    from passatempo.solvers import asp

    deadline, text = Deadline(limits), program()
    try:
        given = list(facts(board, deadline))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stopped)

    def find(cell: Cell | None = None, *, mine: bool = True) -> tuple[Status, frozenset[Cell], StopReason]:
        if deadline.poll():
            return Status.UNKNOWN, frozenset(), deadline.stopped
        rule = "" if cell is None else f":- {'not ' if mine else ''}mine({_at(board, cell)}).\n"
        run = asp.solve(text + rule, given, deadline.rest, report, large=len(board.cells) > LARGE)
        mines = frozenset(_cells(board, run.models[0])) if run.models else frozenset()
        return run.status, mines, run.stopped

    return layouts.click(board, find, deadline)


def export(board: Board, form: str) -> str:
    """Write the program `safe` with the facts of a board.

    >>> from passatempo.minesweeper import read
    >>> "schema(1,1,1)." in export(read("1#"), "clingo")
    True
    """
    return program() + "\n" + "".join(f"{fact}.\n" for fact in facts(board))


def export_click(board: Board, form: str) -> str:
    """Write the program `click` with the facts of a board and the cell that is asked about.

    >>> from passatempo.minesweeper import read
    >>> "click(1,2)." in export_click(read("1#"), "clingo")
    True
    """
    row, column = board.asked
    asked = "".join(f"{fact}.\n" for fact in (*facts(board), f"click({row + 1},{column + 1})"))
    return program("click") + "\n" + asked
