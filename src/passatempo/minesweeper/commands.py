"""The commands of this pastime: the tasks of the exam, and the figures of a field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from passatempo.core.errors import FormatError, SolverUnavailable, UsageError, quote
from passatempo.core.input import STANDARD_INPUT, is_file, path_of, read_bytes
from passatempo.core.json import count_of, dump_places
from passatempo.core.library import verb
from passatempo.core.outcome import Outcome, Status
from passatempo.core.plain import plain_of
from passatempo.core.text import split_keys
from passatempo.core.value import Finding
from passatempo.minesweeper.encodings import programs
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.formats.replays import load
from passatempo.minesweeper.model import Board, Certain, Place, Reading
from passatempo.minesweeper.puzzles.measures import Measures, measure
from passatempo.minesweeper.surface import KING, Surface
from passatempo.minesweeper.text import read, write_grid, write_place

if TYPE_CHECKING:
    from passatempo.core.library import Given

KEYS = ("fault", "board", "called_safe", "safe", "why")
EXAMPLE = "01#1#"  # the smallest board on which the program misses a safe cell
MATRIX = "A22B/CDE1/0FG0"  # the matrix of the published text
MOST_ENTRIES = 2**20
BOARD_KEY = re.compile(r"^\s*(?:variant|offsets|mines|click)\s*:", re.MULTILINE)  # a matrix has none of these keys


class Trial(NamedTuple):
    """A board that shows a fault, and the name of the fault."""

    grid: str
    fault: str
    explanation: str


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


@dataclass(frozen=True, slots=True)
class Published(Finding):
    """The answers to the exam's tasks, and what its program says of boards, next to the truth.

    Parameters
    ----------
    tasks
        The lines of the tasks; none for a board of your own.
    trials
        The cells of a row (`KEYS`) for each board.
    """

    tasks: tuple[str, ...]
    trials: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        """Yield the tasks and the table of the boards."""
        if self.tasks:
            yield from (*self.tasks, "", "The published program, to the letter, on the boards that refute it:")
        rows = [("fault", "board", "it calls safe", "truth", ""), *self.trials]
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        for row in rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if self.tasks:
            yield from ("", *MEANS)

    def to_json(self) -> dict[str, Any]:
        """Return the tasks and the rows of the table."""
        return {"tasks": list(self.tasks), "trials": [dict(zip(KEYS, row, strict=True)) for row in self.trials]}


def published(board: Given[Board, Any] = None, /, **keys: Any) -> Published:
    """Answer the exam's four tasks one by one, and put its program to the boards that refute it.

    Parameters
    ----------
    board
        A board of your own, in place of all that.
    keys
        Keys of the board, which override its text.

    Raises
    ------
    SolverUnavailable
        If the solvers are not installed.
    UsageError
        If the board has another neighbourhood than the eight cells around.

    Examples
    --------
    >>> published("2#").trials[0][2:4]
    ('none', 'contradictory')
    """
    own = None if board is None and not keys else _square_board(verb(__package__, "read", board, keys))
    try:
        from passatempo.minesweeper.encodings import cp_published
        from passatempo.solvers import asp as clingo
    except ImportError as error:
        raise SolverUnavailable("the published program", "solvers") from error
    del cp_published, clingo
    if own is not None:
        return Published((), (*_trial_rows([(Trial(write_grid(own).replace("\n", "/"), "", ""), own)]),))
    trials = [(trial, read(trial.grid)) for trial in TRIALS]
    return Published((*_task_lines(read(EXAMPLE)),), (*_trial_rows(trials),))


def _square_board(board: Board) -> Board:
    """Return a board that suits the published program, or refuse its neighbourhood."""
    if board.offsets or board.variant != "square":
        named = "offsets" if board.offsets else f"variant {board.variant}"
        raise UsageError(f"the published program knows the eight cells around, not {named}")
    return board


def _task_lines(board: Board) -> Iterator[str]:
    """Answer the tasks on one board."""
    from passatempo.minesweeper.encodings import cp

    yield f"The exam's tasks, the last three on the board {EXAMPLE}"
    matrix_rows = read_matrix(MATRIX)
    row_display = ", ".join(f"[{', '.join(row)}]" for row in matrix_rows)
    yield f"1.3 neighbours(2, 1, [{row_display}]) = {neighbourhood_of(2, 1, matrix_rows)}"
    for column in (3, 5):
        click_board = read(EXAMPLE, click=(1, column))
        click_answer = cp.click_by_assumption(click_board).answer
        verdict = "" if click_answer is None else click_answer.verdict.replace("_", " ")
        yield f"1.1 can (1, {column}) hold a mine? {'no: it is safe' if verdict == 'safe' else f'yes: {verdict}'}"
    yield f"1.2 all safe cells: {_safe_cells_line(cp.safe_by_assumption(board))}"
    for text in (EXAMPLE, "#1#", "2#"):
        column = len(text)
        stands = _has_answer_set(read(text, click=(1, column)))
        true = exact.click(read(text, click=(1, column))).answer
        true_verdict = "" if true is None else true.verdict.replace("_", " ")
        yield (
            f"2   click.lp on {text}, click (1, {column}): "
            f"{'an answer set' if stands else 'no answer set'} ({true_verdict})"
        )
    safe_outcome = programs.safe(board)
    mine_places = "" if safe_outcome.answer is None else " ".join(map(write_place, safe_outcome.answer.sure_mines))
    yield (
        f"    safe.lp, brave and cautious consequences: safe {_safe_cells_line(safe_outcome)}, sure mines {mine_places}"
    )


def _has_answer_set(board: Board) -> bool:
    """Return whether the program has an answer set, which it has exactly if the click is safe."""
    from passatempo.solvers import asp as clingo

    return clingo.solve(programs.export_click(board, "clingo")).status is Status.SOLVED


def _trial_rows(trials: Sequence[tuple[Trial, Board]]) -> Iterator[tuple[str, ...]]:
    """Yield a row per board: the fault, the board, the cells that the program calls safe, the safe cells, and why."""
    from passatempo.minesweeper.encodings import cp_published

    for trial, board in trials:
        yield (
            trial.fault,
            trial.grid,
            _safe_cells_line(cp_published.safe(board)),
            _safe_cells_line(exact.safe(board)),
            trial.explanation,
        )


def _safe_cells_line(safe_outcome: Outcome[Certain]) -> str:
    """Write the safe cells of an outcome."""
    if safe_outcome.answer is None:
        return "contradictory" if safe_outcome.status is Status.IMPOSSIBLE else safe_outcome.status.value
    return " ".join(map(write_place, safe_outcome.answer.safe)) or "none"


@dataclass(frozen=True, slots=True)
class Neighbours(Finding):
    """A cell of a matrix, its entry, and the entries and cells around it, row by row, from 0."""

    cell: Place
    entry: str
    neighbours: tuple[str, ...]
    cells: tuple[Place, ...]

    def lines(self) -> Iterator[str]:
        """Yield the entries, as the published text writes them."""
        yield f"[{', '.join(self.neighbours)}]"

    def to_json(self) -> dict[str, Any]:
        """Return the entries and the cells; rows and columns count from 1."""
        cell, *cells = map(list, dump_places([self.cell, *self.cells]))
        return {"cell": cell, "entry": self.entry, "neighbours": list(self.neighbours), "cells": cells}

    def json_text(self) -> str:
        """Write the JSON on a line, with blanks."""
        return json.dumps(self.to_json(), ensure_ascii=False)


def read_matrix(text: str) -> tuple[tuple[str, ...], ...]:
    """Read a matrix of words.

    A row ends at a line end or a slash. Blanks or commas separate its entries. Without them, each character is an
    entry. A Prolog list of lists, as in the published text, is accepted too.

    Raises
    ------
    FormatError
        If there is no entry, or the rows differ in length.

    Examples
    --------
    >>> read_matrix("A22/CDE")
    (('A', '2', '2'), ('C', 'D', 'E'))
    >>> read_matrix("[[A, 2, 2], [C, D, E]]") == read_matrix("A 2 2 / C D E") == read_matrix("A22/CDE")
    True
    """
    matrix_source = text.strip().removesuffix(".").strip()
    if matrix_source.startswith("[") and matrix_source.endswith("]"):
        matrix_source = matrix_source[1:-1].replace("],", "]/")
        row_sources = [_strip_brackets(row) for row in matrix_source.split("/") if row.strip()]
    else:
        row_sources = [row for line in text.splitlines() for row in line.split("/") if row.strip()]
    key = next(filter(BOARD_KEY.match, row_sources), None)
    if key is not None:
        raise FormatError(f"{quote(key.strip())}: a matrix has the eight cells around; name a board by --example")
    has_separators = any(sign in row.strip() for row in row_sources for sign in ", \t")
    rows = tuple(tuple(row.replace(",", " ").split() if has_separators else row.strip()) for row in row_sources)
    if not rows or not rows[0]:
        raise FormatError("the matrix is empty", kind="empty")
    if sum(map(len, rows)) > MOST_ENTRIES:
        raise FormatError(f"the matrix has more than {MOST_ENTRIES} entries", kind="too-large")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise FormatError(
                f"row {number} has {count_of(len(row), 'entry', 'entries')}, {len(rows[0])} expected", kind="ragged"
            )
    return rows


def _strip_brackets(row: str) -> str:
    """Strip the brackets from a row of a Prolog list."""
    row_source = row.strip()
    if not (row_source.startswith("[") and row_source.endswith("]")) or "[" in row_source[1:] or "]" in row_source[:-1]:
        raise FormatError(f"{quote(row_source)} is not a row in brackets", kind="syntax")
    return row_source[1:-1].replace(",", ", ")


def neighbourhood_of(
    row: int, column: int, matrix: Sequence[Sequence[str]], surface: Surface | None = None
) -> Neighbours:
    """Return the entries around a cell, row by row, without the cell itself.

    Parameters
    ----------
    row, column
        The cell, from 1.
    matrix
        The entries, row by row.
    surface
        The neighbourhood, instead of the eight cells around.

    Raises
    ------
    UsageError
        If the cell is not on the matrix.

    Examples
    --------
    >>> neighbourhood_of(2, 1, read_matrix(MATRIX)).neighbours
    ('A', '2', 'D', '0', 'F')
    """
    rows, columns = len(matrix), len(matrix[0])
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise UsageError(
            f"({row}, {column}) is not a cell of a matrix of {count_of(rows, 'row')} and {count_of(columns, 'column')}"
        )
    surface = surface or Surface(rows, columns, KING, KING)
    places = [divmod(cell, columns) for cell in sorted(surface.neighbours((row - 1) * columns + column - 1))]
    entries = tuple(matrix[r][c] for r, c in places)
    return Neighbours((row - 1, column - 1), matrix[row - 1][column - 1], entries, tuple(places))


def _matrix_text(matrix: object) -> str:
    """Write the rows of a matrix as its text."""
    rows = plain_of(matrix, "matrix")
    wrong = [entries for entries in rows if not isinstance(entries, list | str)] if isinstance(rows, list) else [rows]
    if wrong:
        raise UsageError(f"matrix: {quote(wrong[0])} is not a row")
    return "\n".join([",".join(map(str, entries)) for entries in rows])


def neighbours(
    given: Given[Board, Any] = None,
    /,
    *,
    matrix: str | Sequence[Sequence[object]] | None = None,
    row: int = 2,
    column: int = 1,
    **keys: Any,
) -> Neighbours:
    """Answer task 1.3 on a matrix of one's own: the entries around a cell, row by row, without the cell.

    Parameters
    ----------
    given
        The text of a matrix: rows of one-character entries, or with blanks or commas between them, or a list of lists
        as in Prolog; or a board with its neighbourhood. Without any that of the published text.
    matrix
        The same in place of a file; a slash ends a row. Also its rows.
    row, column
        The cell, from 1.
    keys
        Keys of the board, which override its text.

    Raises
    ------
    FormatError, UsageError
        If there is no such matrix or cell.

    Examples
    --------
    >>> print(neighbours())
    [A, 2, D, 0, F]
    >>> neighbours(matrix=[[1, 2], [3, 4]], row=1).neighbours
    ('2', '3', '4')
    """
    if given is not None and matrix is not None:
        raise UsageError("no matrix given: pass FILE, --matrix or --example")
    text, surface = MATRIX if given is None else given, None
    if matrix is not None:
        text = matrix if isinstance(matrix, str) else _matrix_text(matrix)
    if keys or not isinstance(text, str) or (given is not None and BOARD_KEY.search(text)):
        board: Board = verb(__package__, "read", text, keys)
        text, surface = write_grid(board), board.surface
        row, column = (row, column) if board.click is None else (board.click[0] + 1, board.click[1] + 1)
    # Remarks of the reader are dropped.
    return neighbourhood_of(row, column, read_matrix(split_keys(text, ())[1].text.strip()), surface)


def field(file: str, /, *, first: tuple[int, int] | None = None, reading: Reading | None = None) -> Measures:
    """Measure a whole minefield: 3BV, openings, islands, ZiNi, and whether it needs a guess.

    Parameters
    ----------
    file
        The field: a file, or its text; - for standard input.
    first
        Row and column of the square to open first, from 1.
    reading
        The meaning of a text that has two.
    """
    is_stream = file in ("-", STANDARD_INPUT)
    source = read_bytes(file) if is_stream else path_of(file) if is_file(file) else file
    return measure(load(source, reading=reading), first=first)
