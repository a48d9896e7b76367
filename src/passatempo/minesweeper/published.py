"""The command `published`: the exam's four tasks one by one, and the boards that refute its program."""

from __future__ import annotations

from collections.abc import Iterator  # noqa: TC003  the command line reads the signature
from typing import TYPE_CHECKING, NamedTuple

from passatempo.core.errors import SolverUnavailable
from passatempo.core.outcome import Status
from passatempo.minesweeper import asp, exact, matrix
from passatempo.minesweeper.text import read, write_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from passatempo.core.outcome import Outcome
    from passatempo.minesweeper.model import Board, Certain

EXAMPLE = "01#1#"  # the smallest board on which the program loses a safe cell


class Trial(NamedTuple):
    """A board that shows a fault, and which."""

    grid: str
    fault: str
    why: str


TRIALS = (
    Trial("01#1#", "F1", "opened cells may hold mines: the safe (1, 5) is lost"),
    Trial("##1/212", "F2", "no layout at all, so imposing a mine fails for every cell: all are called safe"),
    Trial("2#", "F3", "no layout either, but here posting fails already: nothing is called safe"),
    Trial("##1/21#", "F4", "no layout, but mines under opened cells make some"),
    Trial("00#", "F5", "propagation binds the number of the covered cell, which then looks opened"),
    Trial("00##", "F5", "here one of two stays unbound, and is found"),
)

MEANS = (
    "What is run: its labeling, by CP-SAT (who searches does not change whether there is a solution); clingo; the",
    "method exact. What is our model: ECLiPSe's propagation while constraints are posted, on which F3 and F5 hang.",
    "ECLiPSe itself was not run; the program carried over to SWI-Prolog says the same on all six boards.",
)


def published(grid: str | None = None) -> Iterator[str]:
    """Answer the exam's four tasks one by one, and put its program to the boards that refute it.

    Parameters
    ----------
    grid
        A board of your own, its rows ended by a slash, in place of all that.
    """
    try:
        from passatempo.minesweeper import cp_published
        from passatempo.solvers import asp as clingo
    except ImportError as error:
        raise SolverUnavailable("the published program", "solvers") from error
    del cp_published, clingo
    if grid is not None:
        yield from _table([Trial(grid, "", "")])
        return
    yield from _tasks(read(EXAMPLE))
    yield ""
    yield "The published program, to the letter, on the boards that refute it:"
    yield from _table(TRIALS)
    yield ""
    yield from MEANS


def _tasks(board: Board) -> Iterator[str]:
    """Answer the tasks on one board."""
    from passatempo.minesweeper import cp

    yield f"The exam's tasks, the last three on the board {EXAMPLE}"
    entries = matrix.read_matrix(matrix.EXAMPLE)
    shown = ", ".join(f"[{', '.join(row)}]" for row in entries)
    yield f"1.3 neighbours(2, 1, [{shown}]) = [{', '.join(matrix.around(2, 1, entries)['neighbours'])}]"
    for column in (3, 5):
        asked = read(EXAMPLE, click=(1, column))
        judged = cp.click_by_assumption(asked).answer
        verdict = "" if judged is None else judged.verdict.replace("_", " ")
        yield f"1.1 can (1, {column}) hold a mine? {'no: it is safe' if verdict == 'safe' else f'yes: {verdict}'}"
    yield f"1.2 all safe cells: {_named(cp.safe_by_assumption(board))}"
    for text in (EXAMPLE, "#1#", "2#"):
        column = len(text)
        stands = _has_answer_set(read(text, click=(1, column)))
        true = exact.click(read(text, click=(1, column))).answer
        meant = "" if true is None else true.verdict.replace("_", " ")
        yield f"2   click.lp on {text}, click (1, {column}): {'an answer set' if stands else 'no answer set'} ({meant})"
    found = asp.safe(board)
    sure = "" if found.answer is None else " ".join(map(write_place, found.answer.sure_mines))
    yield f"    safe.lp, brave and cautious consequences: safe {_named(found)}, sure mines {sure}"


def _has_answer_set(board: Board) -> bool:
    """Run the program that has an answer set exactly if the click is safe."""
    from passatempo.solvers import asp as clingo

    return clingo.solve(asp.export_click(board, "clingo")).status is Status.SOLVED


def _table(trials: Sequence[Trial]) -> Iterator[str]:
    """Set what the program says beside the truth."""
    from passatempo.minesweeper import cp_published

    rows = [("fault", "board", "it calls safe", "truth", "")]
    for trial in trials:
        board = read(trial.grid)
        rows.append((trial.fault, trial.grid, _named(cp_published.safe(board)), _named(exact.safe(board)), trial.why))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _named(found: Outcome[Certain]) -> str:
    """Name the safe cells of an outcome."""
    if found.answer is None:
        return "contradictory" if found.status is Status.IMPOSSIBLE else found.status.value
    return " ".join(map(write_place, found.answer.safe)) or "none"
