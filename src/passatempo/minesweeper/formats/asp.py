"""The published file ``schema1.asp``: facts ``matr(Rows, Columns)``, ``schema(R, C, V)`` and ``click(R, C)``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.text import refuse_large
from passatempo.minesweeper.formats.pl import HIGHEST, NECKS, clauses, program_of, refuse
from passatempo.minesweeper.model import COVERED, MOST_CELLS, Board, is_covered
from passatempo.minesweeper.text import split, with_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.text import Piece
    from passatempo.minesweeper.formats.pl import Clause
    from passatempo.minesweeper.model import Place

ARITIES = {"matr": 2, "schema": 3, "click": 2, "mines": 1}
_LONGEST = 9  # digits; longer numbers are a slip
_NUMBER = rf"\s*([+-]?[0-9]{{1,{_LONGEST - 1}}})\s*"
_PLAIN = re.compile(rf"\w+\s*\({_NUMBER}(?:,{_NUMBER})?(?:,{_NUMBER})?\)\s*")  # a fact without a comment


@dataclass(slots=True)
class _Found:
    """What the facts said so far."""

    size: tuple[int, int] | None = None
    numbers: dict[Place, tuple[int, Piece]] = field(default_factory=dict)
    clicks: dict[Place, Piece] = field(default_factory=dict)
    mines: int | None = None


def matches(text: str, **keys: Any) -> bool:
    """Tell whether a text is a program of answer set facts."""
    return program_of(text, keys) == "asp"


def read(text: str, **keys: Any) -> Board:
    r"""Read the board of answer set facts, in any order; ``mines(N)`` may be among them, which the original had not.

    Raises
    ------
    FormatError
        If the size is missing, or facts contradict each other or lie off the board.

    Examples
    --------
    >>> board = read("matr(1,2). schema(1,2,1). click(1,1).")
    >>> board.columns, board.cells, board.click
    (2, b'\xff\x01', (0, 0))
    """
    _, program, beside = split(text, keys)
    said, remarks = _Found(), list[str]()
    for clause in clauses(program, remarks, frozenset(ARITIES), tight=True):
        _take(clause, said)
    if said.size is None:
        raise FormatError("the fact matr(Rows, Columns) is missing", where=program.location, kind="no-size")
    rows, columns = said.size
    cells = bytearray([COVERED]) * (rows * columns)
    for (row, column), (value, piece) in said.numbers.items():
        if not (1 <= row <= rows and 1 <= column <= columns):
            told = f"schema({row},{column},{value}) is outside the {rows}x{columns} board"
            raise piece.fault(told, kind="off-board")
        cells[(row - 1) * columns + column - 1] = value
    for (row, column), piece in said.clicks.items():
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise piece.fault(f"click ({row},{column}) is outside the board", kind="off-board")
    asked = list(said.clicks)
    if len(asked) > 1:
        remarks.append(f"{len(asked)} cells are clicked: `click` is about the first of them")
    click = (asked[0][0] - 1, asked[0][1] - 1) if asked else None
    board = Board(rows, columns, bytes(cells), said.mines, click=click, remarks=tuple(remarks))
    return with_keys(board, beside)


def _take(clause: Clause, said: _Found) -> None:
    """Take in one fact."""
    name, piece = clause.name, clause.piece
    plain = _PLAIN.fullmatch(piece.text)
    numbers = [int(number) for number in plain.groups() if number] if plain else []
    if len(numbers) != ARITIES[name]:
        numbers = _arguments(clause, ARITIES[name])
    if name == "matr":
        size = (numbers[0], numbers[1])
        if said.size not in (None, size):
            raise piece.fault("this is a second fact matr/2, different from the first", kind="second-size")
        refuse_large(*size, MOST_CELLS, piece=piece)
        if min(size) < 1:
            raise piece.fault(f"matr({size[0]},{size[1]}) is not the size of a board", kind="bad-size")
        said.size = size
    elif name == "click":
        said.clicks.setdefault((numbers[0], numbers[1]), piece)
    elif name == "mines":
        if said.mines not in (None, numbers[0]) or numbers[0] < 0:
            raise piece.fault(f"mines({numbers[0]}) is not a number of mines, or is repeated", kind="bad-mines")
        said.mines = numbers[0]
    else:
        row, column, value = numbers
        if not 0 <= value <= HIGHEST:
            told = f"schema({row},{column},{value}): {value} is not a value from 0 to {HIGHEST}"
            raise piece.fault(told, kind="bad-number")
        before = said.numbers.setdefault((row, column), (value, piece))[0]
        if before != value:
            told = f"cell ({row},{column}) has two values, {before} and {value}"
            raise piece.fault(told, kind="two-values")


def _arguments(clause: Clause, arity: int) -> list[int]:
    """Read the numbers between the parentheses with care."""
    name, (_, *rest) = clause.name, islice(clause.tokens, 2 * arity + 3)
    if any(token.text in NECKS for token in rest):
        raise clause.piece.fault(f"{name}/{arity} must be a fact, it has a body", kind="not-a-fact")
    signs = ["(", *[","] * (arity - 1), ")"]
    numbers = rest[1::2]
    if [token.text for token in rest[::2]] != signs or len(numbers) != arity:
        told = f"a fact {name} of {arity} {'number' if arity == 1 else 'numbers'} is expected here"
        raise clause.piece.fault(told, kind="syntax")
    for token in numbers:
        if token.kind != "integer":
            raise token.piece.error("is not a whole number", kind="not-a-number")
        if len(token.text) > _LONGEST:
            raise token.piece.error("is too large a number", kind="too-large")
    return [int(token.text) for token in numbers]


def facts(board: Board) -> Iterator[str]:
    """Yield the facts of a board, without their full stops; flags are covered cells.

    >>> list(facts(Board(1, 2, bytes([COVERED, 1]), mines=1)))
    ['matr(1,2)', 'schema(1,2,1)', 'mines(1)']
    """
    yield f"matr({board.rows},{board.columns})"
    for cell, code in enumerate(board.cells):
        if not is_covered(code) and code <= HIGHEST:
            row, column = board.place(cell)
            yield f"schema({row + 1},{column + 1},{code})"
    if board.mines is not None:
        yield f"mines({board.mines})"


def write(board: Board) -> str:
    r"""Write the board as the published facts, with ``mines(N)`` where the count is known.

    Raises
    ------
    UsageError
        If the facts cannot say what the board is.

    Examples
    --------
    >>> write(Board(1, 2, bytes([COVERED, 1]), click=(0, 0)))
    'matr(1,2).\nschema(1,2,1).\nclick(1,1).\n'
    """
    refuse(board, "the format of facts")
    if board.mines is not None and len(str(board.mines)) > _LONGEST:
        raise UsageError(f"the format of facts cannot describe {board.mines} mines")
    if board.click is not None and board.cell(*board.click) is None:
        raise UsageError("the format of facts cannot describe a click off the board")
    click = "" if board.click is None else f"click({board.click[0] + 1},{board.click[1] + 1}).\n"
    return "".join(f"{fact}.\n" for fact in facts(board)) + click
