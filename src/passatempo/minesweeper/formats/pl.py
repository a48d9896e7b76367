"""Prolog as text, never executed, and the published fact ``schema(Rows, Columns, Matrix)`` of ``schema1.pl``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.json import count_of
from passatempo.core.text import clean, keyed, refuse_large
from passatempo.minesweeper.model import COVERED, MOST_CELLS, UNKNOWN, Board
from passatempo.minesweeper.text import KEYS, split, with_keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from passatempo.core.text import Piece
    from passatempo.minesweeper.model import Place


HIGHEST = 8
_LONGEST = 9  # digits; longer numbers are a slip
_SCHEMA = re.compile(r"\bschema\s*\(\s*[0-9]+\s*,\s*[0-9]+\s*,\s*\[")
_FACT = re.compile(r"\b(?:matr|schema|click)\s*\(")
_PROGRAM = re.compile(r"\b[a-z]\w*\s*\(|:-")
Kind: TypeAlias = Literal["variable", "integer", "atom", "string", "stop", "sign"]

# A full stop ends a clause where a blank, a comment or the end of the text follows.
_TOKEN = re.compile(
    r"""(?P<blank>\s+|%[^\n]*|/\*.*?\*/)
      | (?P<stop>\.(?=\s|%|\Z))
      | (?P<integer>[+-]?[0-9]+)
      | (?P<word>[^\W\d]\w*)
      | (?P<string>'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*")
      | (?P<sign>:-|\?-|-->|.)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a program and where it stands."""

    kind: Kind
    text: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Clause:
    """The tokens of a clause, without its full stop; `stopped` tells whether it has one."""

    tokens: tuple[Token, ...]
    stopped: bool

    @property
    def name(self) -> str:
        """The predicate of its head; empty for a directive or a constraint."""
        first = self.tokens[0]
        return first.text if first.kind == "atom" else ""

    @property
    def is_fact(self) -> bool:
        """Whether it has no body."""
        return all(token.text not in (":-", "?-", "-->") for token in self.tokens)


def tokens(program: Piece, *, tight: bool = False) -> Iterator[Token]:
    """Yield the tokens of a program, comments left out.

    Parameters
    ----------
    program
        Its text.
    tight
        Whether a clause may follow a full stop without a blank, as in answer set programs.

    Raises
    ------
    FormatError
        If a comment or a quoted name does not end.
    """
    text = program.text
    for match in _TOKEN.finditer(text):
        kind, found = match.lastgroup or "", match.group()
        if kind == "blank":
            continue
        piece = program.part(match.start(), match.end())
        if kind == "sign" and found in "'\"":
            raise piece.fault(f"the text quoted by {found} does not end", kind="open-quote")
        if found == "/" and text.startswith("*", match.end()):
            raise piece.fault("the comment that starts here does not end", kind="open-comment")
        if kind == "word":
            kind = "variable" if found[0] == "_" or found[0].isupper() else "atom"
        elif kind == "sign" and found == "." and tight:
            kind = "stop"
        yield Token(kind, found, piece)  # type: ignore[arg-type]


def clauses(program: Piece, *, tight: bool = False) -> Iterator[Clause]:
    """Yield the clauses of a program.

    >>> from passatempo.core.text import Piece
    >>> [clause.name for clause in clauses(Piece.whole("a(1). :- b. c(X) :- a(X)"))]
    ['a', '', 'c']
    """
    held: list[Token] = []
    for token in tokens(program, tight=tight):
        if token.kind != "stop":
            held.append(token)
        elif held:
            yield Clause(tuple(held), True)
            held = []
    if held:
        yield Clause(tuple(held), False)


def remark_directives(found: list[Clause], wanted: frozenset[str]) -> tuple[str, ...]:
    """Say what a program has beside the facts that are read."""
    remarks = []
    if any(not clause.name for clause in found):
        remarks.append("directives are ignored, nothing is executed")
    others = sorted({clause.name for clause in found} - wanted - {""})
    if others:
        remarks.append(f"clauses of {', '.join(others)} are ignored")
    if not found[-1].stopped:
        remarks.append("the final full stop is missing")
    return tuple(remarks)


def matches(text: str, **keys: Any) -> bool:
    """Tell whether a text is a program, but not of answer set facts."""
    return program_of(text, keys) == "pl"


def program_of(text: str, keys: Mapping[str, Any]) -> str:
    """Return the format of a program; answer set facts never have a list."""
    if "grid" in keys or not ("(" in text or ":-" in text):
        return ""
    found = keyed(clean(text), KEYS)[1].text
    if _PROGRAM.search(found) is None:
        return ""
    return "asp" if _FACT.search(found) and not _SCHEMA.search(found) and "[" not in found else "pl"


def read(text: str, **keys: Any) -> Board:
    """Read the board of a Prolog fact; whatever else the file has is left alone, and remarked.

    Raises
    ------
    FormatError
        If there is no such fact, or more than one, or its matrix does not fit.

    Examples
    --------
    >>> board = read("schema(1, 3, [[A, 1, A]]).")
    >>> board.covered, board.remarks
    (2, ('variable A names two covered cells, (1,1) and (1,3): they are read as two separate cells',))
    """
    _, program, said = split(text, keys)
    found = list(clauses(program))
    schemas = [clause for clause in found if clause.name == "schema"]
    if not schemas:
        raise FormatError("there is no fact schema(Rows, Columns, Matrix)", where=program.where, kind="no-schema")
    if len(schemas) > 1:
        raise schemas[1].tokens[0].piece.fault("this is a second fact schema/3", kind="second-schema")
    if not schemas[0].is_fact:
        raise schemas[0].tokens[0].piece.fault("schema/3 must be a fact, it has a body", kind="not-a-fact")
    cursor = _Cursor(schemas[0])
    rows, columns, cells, repeated = _schema(cursor)
    remarks = [*remark_directives(found, frozenset({"schema"})), *repeated]
    return with_keys(Board(rows, columns, bytes(cells), remarks=tuple(remarks)), said)


class _Cursor:
    """Takes the tokens of a clause one by one."""

    def __init__(self, clause: Clause) -> None:
        self.tokens, self.at = clause.tokens, 0

    def take(self) -> Token:
        """Take the next token."""
        if self.at == len(self.tokens):
            raise self.tokens[-1].piece.fault("the fact ends too early: a bracket is not closed", kind="open-bracket")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, *signs: str) -> str:
        """Take one of these signs."""
        token = self.take()
        if token.text not in signs:
            raise token.piece.error(f"was found, but {' or '.join(signs)} is expected", kind="syntax")
        return token.text

    def whole(self, what: str) -> int:
        """Take a whole number from 0."""
        token = self.take()
        if token.kind == "integer" and len(token.text) > _LONGEST:
            raise token.piece.error(f"is too large a number of {what}", kind="too-large")
        if token.kind != "integer" or int(token.text) < 0:
            raise token.piece.error(f"is not a number of {what}", kind="bad-size")
        return int(token.text)


def _schema(cursor: _Cursor) -> tuple[int, int, bytearray, list[str]]:
    """Read the fact from its name on."""
    cursor.expect("schema")
    cursor.expect("(")
    rows = cursor.whole("rows")
    cursor.expect(",")
    columns = cursor.whole("columns")
    refuse_large(rows, columns, MOST_CELLS, piece=cursor.tokens[2].piece)
    cursor.expect(",")
    cursor.expect("[")
    names: dict[str, list[Place]] = {}
    given, cells = _rows(cursor, columns, names)
    cursor.expect(")")
    if cursor.at < len(cursor.tokens):
        raise cursor.take().piece.error("follows the fact, but a full stop is expected", kind="syntax")
    if given != rows:
        said = f"{count_of(rows, 'row')} {'is' if rows == 1 else 'are'}"
        raise cursor.tokens[2].piece.fault(f"{said} declared, {given} given", kind="wrong-size")
    repeated = []
    for name, places in names.items():
        if len(places) > 1:
            (r1, c1), (r2, c2) = places[:2]
            named = f"({r1 + 1},{c1 + 1}) and ({r2 + 1},{c2 + 1})"
            count = "two covered cells," if len(places) == 2 else f"{len(places)} covered cells, of them"
            repeated.append(f"variable {name} names {count} {named}: they are read as two separate cells")
    return rows, columns, cells, repeated


def _rows(cursor: _Cursor, columns: int, names: dict[str, list[Place]]) -> tuple[int, bytearray]:
    """Read the rows of the matrix behind its first bracket."""
    cells, given = bytearray(), 0
    if cursor.expect("[", "]") == "]":
        return given, cells
    while True:
        opening, before = cursor.tokens[cursor.at - 1], len(cells)
        token = cursor.take()
        while token.text != "]":
            cells.append(_cell(token, (given, len(cells) - before), names))
            if cursor.expect(",", "]") == "]":
                break
            token = cursor.take()
        width, given = len(cells) - before, given + 1
        if width != columns:
            told = f"row {given} has {width} {'cell' if width == 1 else 'cells'}, {columns} expected"
            raise opening.piece.fault(told, kind="ragged")
        if cursor.expect(",", "]") == "]":
            return given, cells
        cursor.expect("[")


def _cell(token: Token, place: Place, names: dict[str, list[Place]]) -> int:
    """Read one cell: a variable or an integer."""
    named = f"row {place[0] + 1} column {place[1] + 1}"
    if token.kind == "variable":
        if token.text != "_":
            names.setdefault(token.text, []).append(place)
        return COVERED
    if token.kind == "integer":
        if len(token.text) <= _LONGEST and 0 <= int(token.text) <= HIGHEST:
            return int(token.text)
        raise token.piece.fault(f"{named}: {token.text} is not a value from 0 to {HIGHEST}", kind="bad-number")
    what = f"atom {token.text} is" if token.kind == "atom" else f"{token.text!r} is"
    raise token.piece.fault(f"{named}: {what} neither a variable nor an integer", kind="bad-cell")


def write(board: Board) -> str:
    r"""Write the board as the published Prolog fact; flags and the mine count are not part of it.

    Raises
    ------
    UsageError
        If the fact cannot say what the board is.

    Examples
    --------
    >>> write(Board(1, 2, bytes([COVERED, 1])))
    'schema(1, 2, [\n  [_,1]\n]).\n'
    """
    refuse(board, "a Prolog fact schema/3")
    said = "" if board.mines is None else f"% mines: {board.mines} (not part of the fact)\n"
    return said + matrix(board)


def matrix(board: Board) -> str:
    r"""Write the fact alone, with a variable for every cell that shows no number.

    >>> matrix(Board(1, 2, bytes([UNKNOWN, 1])))
    'schema(1, 2, [\n  [_,1]\n]).\n'
    """
    rows = []
    for row in range(board.rows):
        codes = board.cells[row * board.columns : (row + 1) * board.columns]
        rows.append("  [" + ",".join(str(code) if code < UNKNOWN else "_" for code in codes) + "]")
    return f"schema({board.rows}, {board.columns}, [\n" + ",\n".join(rows) + "\n]).\n"


def refuse(board: Board, form: str) -> None:
    """Raise the error for a board that a format of plain squares cannot say."""
    if board.variant != "square" or board.offsets:
        raise UsageError(f"{form} cannot describe a neighbourhood: only plain square boards are possible")
    if UNKNOWN in board.cells:
        raise UsageError(f"{form} cannot describe an opened cell without its number")
