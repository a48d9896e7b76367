"""The published file ``schema1.asp``: facts ``matr(Rows, Columns)``, ``schema(R, C, V)`` and ``click(R, C)``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.text import Piece, refuse_large
from passatempo.minesweeper.formats.pl import HIGHEST, NECKS, Clause, clauses, program_of, refuse_board
from passatempo.minesweeper.model import COVERED, MOST_CELLS, Board, Place, is_covered
from passatempo.minesweeper.text import read_board_keys, with_keys

ARITIES = {"matr": 2, "schema": 3, "click": 2, "mines": 1}
_LONGEST = 9  # digits; longer numbers are mistakes
_NUMBER = rf"\s*([+-]?[0-9]{{1,{_LONGEST - 1}}})\s*"
_PLAIN = re.compile(rf"\w+\s*\({_NUMBER}(?:,{_NUMBER})?(?:,{_NUMBER})?\)\s*")  # a fact without a comment


@dataclass(slots=True)
class _BoardFacts:
    """The content of the facts read so far."""

    size: tuple[int, int] | None = None
    place_numbers: dict[Place, tuple[int, Piece]] = field(default_factory=dict)
    click_places: dict[Place, Piece] = field(default_factory=dict)
    mines: int | None = None


def matches(text: str, **keys: Any) -> bool:
    """Return whether a text is a program of answer set facts."""
    return program_of(text, keys) == "asp"


def read(text: str, **keys: Any) -> Board:
    r"""Read the board of answer set facts, in any order; ``mines(N)`` is an addition to the published format.

    Raises
    ------
    FormatError
        If the size is missing, or facts contradict each other or are off the board.

    Examples
    --------
    >>> board = read("matr(1,2). schema(1,2,1). click(1,1).")
    >>> board.columns, board.cells, board.click
    (2, b'\xff\x01', (0, 0))
    """
    _, program, board_keys = read_board_keys(text, keys)
    board_facts, remarks = _BoardFacts(), list[str]()
    for clause in clauses(program, remarks, frozenset(ARITIES), tight=True):
        _add_fact(clause, board_facts)
    if board_facts.size is None:
        raise FormatError("the fact matr(Rows, Columns) is missing", where=program.location, kind="no-size")
    rows, columns = board_facts.size
    cells = bytearray([COVERED]) * (rows * columns)
    for (row, column), (number, piece) in board_facts.place_numbers.items():
        if not (1 <= row <= rows and 1 <= column <= columns):
            fault_message = f"schema({row},{column},{number}) is outside the {rows}x{columns} board"
            raise piece.fault(fault_message, kind="off-board")
        cells[(row - 1) * columns + column - 1] = number
    for (row, column), piece in board_facts.click_places.items():
        if not (1 <= row <= rows and 1 <= column <= columns):
            raise piece.fault(f"click ({row},{column}) is outside the board", kind="off-board")
    click_places = list(board_facts.click_places)
    if len(click_places) > 1:
        remarks.append(f"{len(click_places)} cells are clicked: `click` is about the first of them")
    click = (click_places[0][0] - 1, click_places[0][1] - 1) if click_places else None
    board = Board(rows, columns, bytes(cells), board_facts.mines, click=click, remarks=tuple(remarks))
    return with_keys(board, board_keys)


def _add_fact(clause: Clause, board_facts: _BoardFacts) -> None:
    """Record one fact."""
    name, piece = clause.name, clause.piece
    plain = _PLAIN.fullmatch(piece.text)
    numbers = [int(number) for number in plain.groups() if number] if plain else []
    if len(numbers) != ARITIES[name]:
        numbers = _read_arguments(clause, ARITIES[name])
    if name == "matr":
        size = (numbers[0], numbers[1])
        if board_facts.size not in (None, size):
            raise piece.fault("this is a second fact matr/2, different from the first", kind="second-size")
        refuse_large(*size, MOST_CELLS, piece=piece)
        if min(size) < 1:
            raise piece.fault(f"matr({size[0]},{size[1]}) is not the size of a board", kind="bad-size")
        board_facts.size = size
    elif name == "click":
        board_facts.click_places.setdefault((numbers[0], numbers[1]), piece)
    elif name == "mines":
        if board_facts.mines not in (None, numbers[0]) or numbers[0] < 0:
            raise piece.fault(f"mines({numbers[0]}) is not a number of mines, or is repeated", kind="bad-mines")
        board_facts.mines = numbers[0]
    else:
        row, column, cell_number = numbers
        if not 0 <= cell_number <= HIGHEST:
            fault_message = f"schema({row},{column},{cell_number}): {cell_number} is not a value from 0 to {HIGHEST}"
            raise piece.fault(fault_message, kind="bad-number")
        before = board_facts.place_numbers.setdefault((row, column), (cell_number, piece))[0]
        if before != cell_number:
            fault_message = f"cell ({row},{column}) has two values, {before} and {cell_number}"
            raise piece.fault(fault_message, kind="two-values")


def _read_arguments(clause: Clause, arity: int) -> list[int]:
    """Read the numbers between the parentheses, with exact error messages."""
    name, (_, *rest) = clause.name, islice(clause.tokens, 2 * arity + 3)
    if any(token.text in NECKS for token in rest):
        raise clause.piece.fault(f"{name}/{arity} must be a fact, it has a body", kind="not-a-fact")
    signs = ["(", *[","] * (arity - 1), ")"]
    numbers = rest[1::2]
    if [token.text for token in rest[::2]] != signs or len(numbers) != arity:
        fault_message = f"a fact {name} of {arity} {'number' if arity == 1 else 'numbers'} is expected here"
        raise clause.piece.fault(fault_message, kind="syntax")
    for token in numbers:
        if token.kind != "integer":
            raise token.piece.error("is not a whole number", kind="not-a-number")
        if len(token.text) > _LONGEST:
            raise token.piece.error("is too large a number", kind="too-large")
    return [int(token.text) for token in numbers]


def facts(board: Board) -> Iterator[str]:
    """Yield the facts of a board, without their full stops; flags become covered cells.

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
    r"""Write the board as the published facts, with ``mines(N)`` if the count is known.

    Raises
    ------
    UsageError
        If the facts cannot describe the board.

    Examples
    --------
    >>> write(Board(1, 2, bytes([COVERED, 1]), click=(0, 0)))
    'matr(1,2).\nschema(1,2,1).\nclick(1,1).\n'
    """
    refuse_board(board, "the format of facts")
    if board.mines is not None and len(str(board.mines)) > _LONGEST:
        raise UsageError(f"the format of facts cannot describe {board.mines} mines")
    if board.click is not None and board.cell(*board.click) is None:
        raise UsageError("the format of facts cannot describe a click off the board")
    click = "" if board.click is None else f"click({board.click[0] + 1},{board.click[1] + 1}).\n"
    return "".join(f"{fact}.\n" for fact in facts(board)) + click
