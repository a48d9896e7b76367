"""Prolog read as text, never executed, and the published fact ``schema(Rows, Columns, Matrix)`` of ``schema1.pl``."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.json import count_of
from passatempo.core.text import Piece, clean, refuse_large, split_keys
from passatempo.minesweeper.model import COVERED, MOST_CELLS, UNKNOWN, Board, Place
from passatempo.minesweeper.text import KEYS, read_board_keys, with_keys

HIGHEST = 8
_LONGEST = 9  # digits; longer numbers are mistakes
MOST_CLAUSES = MOST_CELLS + 1000  # one fact per cell, and some others
_SCHEMA = re.compile(r"\bschema\s*\(\s*[0-9]+\s*,\s*[0-9]+\s*,\s*\[")
_FACT = re.compile(r"\b(?:matr|schema|click)\s*\(")
_PROGRAM = re.compile(r"\b[a-z]\w*\s*\(|:-")
Kind: TypeAlias = Literal["variable", "integer", "atom", "string", "row", "sign"]

_BLANK = r"\s++|%[^\n]*+|/\*.*?\*/"
_STRING = r"""'(?:[^'\\]++|\\.|'')*+'|"(?:[^"\\]++|\\.|"")*+\""""
_TOKEN = re.compile(
    rf"""(?P<blank>{_BLANK})
      | (?P<integer>[+-]?[0-9]+)
      | (?P<word>[^\W\d]\w*)
      | (?P<string>{_STRING})
      | (?P<row>\[\s*+(?:[0-8_]\s*+,\s*+)*+[0-8_]\s*+\])
      | (?P<sign>:-|\?-|-->|.)""",
    re.VERBOSE | re.DOTALL,
)
NECKS = (":-", "?-", "-->")
_HEAD = re.compile(r"(?!_)[^\W\d]\w*+")
_CELLS = {ord(","): None, ord("_"): COVERED} | {ord(str(digit)): digit for digit in range(HIGHEST + 1)}


def _clause_pattern(points: str) -> re.Pattern[str]:
    """Return the pattern of a clause, with the full stops that it may contain, and of the sign that ends it."""
    return re.compile(rf"""(?:{_BLANK})*+((?:[^.'"%/]++|{_STRING}|{_BLANK}|/(?!\*){points})*+)(.?)""", re.DOTALL)


# A full stop ends a clause if a blank, a comment or the end of the text follows. In answer set programs it always does.
_CLAUSE, _TIGHT_CLAUSE = _clause_pattern(r"|\.(?!\s|%|\Z)"), _clause_pattern("")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a program and its place; a list of numbers and blank variables is one word."""

    kind: Kind
    text: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause without its full stop, and the predicate of its head (empty for a directive or a constraint)."""

    piece: Piece
    name: str

    @property
    def tokens(self) -> Iterator[Token]:
        """Yield its words without comments."""
        for match in _TOKEN.finditer(self.piece.text):
            kind, lexeme = match.lastgroup or "", match.group()
            if kind == "word":
                kind = "variable" if lexeme[0] == "_" or lexeme[0].isupper() else "atom"
            if kind != "blank":
                yield Token(kind, lexeme, self.piece.sub_piece(*match.span()))  # type: ignore[arg-type]


def clauses(program: Piece, remarks: list[str], predicates: frozenset[str], *, tight: bool = False) -> Iterator[Clause]:
    """Yield the clauses of some predicates, and then add remarks about the rest of the program.

    Parameters
    ----------
    program
        The text of the program.
    remarks
        A list to which the remarks are appended.
    predicates
        The predicates to read.
    tight
        Whether a clause may follow a full stop without a blank, as in answer set programs.

    Raises
    ------
    FormatError
        If a comment or a quoted name does not end.

    Examples
    --------
    >>> from passatempo.core.text import Piece
    >>> remarks = []
    >>> [clause.name for clause in clauses(Piece.of_text("a(1). :- b. c(X) :- a(X)"), remarks, frozenset("a"))]
    ['a']
    >>> remarks
    ['directives are ignored, nothing is executed', 'clauses of c are ignored', 'the final full stop is missing']
    """
    skip_predicates, end = set[str](), "."
    for number, match in enumerate((_TIGHT_CLAUSE if tight else _CLAUSE).finditer(program.text)):
        if match[2] not in ("", "."):
            open_construct = "comment that starts here" if match[2] == "/" else f"text quoted by {match[2]}"
            kind = "open-comment" if match[2] == "/" else "open-quote"
            raise program.sub_piece(*match.span(2)).fault(f"the {open_construct} does not end", kind=kind)
        if not match[1]:
            continue
        if number > MOST_CLAUSES:
            refuse_large(number, 1, MOST_CLAUSES, "the number of clauses", program.sub_piece(*match.span(1)))
        head, end = _HEAD.match(match[1]), match[2]
        name = head[0] if head and not head[0][0].isupper() else ""
        if name in predicates:
            yield Clause(program.sub_piece(*match.span(1)), name)
        else:
            skip_predicates.add(name)
    if "" in skip_predicates:
        remarks.append("directives are ignored, nothing is executed")
    if skip_predicates - {""}:
        remarks.append(f"clauses of {', '.join(sorted(skip_predicates - {''}))} are ignored")
    if not end:
        remarks.append("the final full stop is missing")


def matches(text: str, **keys: Any) -> bool:
    """Return whether a text is a program, but not one of answer set facts."""
    return program_of(text, keys) == "pl"


def program_of(text: str, keys: Mapping[str, Any]) -> str:
    """Return the format of a program; answer set facts never have a list."""
    if "grid" in keys or not ("(" in text or ":-" in text):
        return ""
    clean_source = split_keys(clean(text), KEYS)[1].text
    if _PROGRAM.search(clean_source) is None:
        return ""
    return (
        "asp" if _FACT.search(clean_source) and not _SCHEMA.search(clean_source) and "[" not in clean_source else "pl"
    )


def read(text: str, **keys: Any) -> Board:
    """Read the board of a Prolog fact; other clauses are ignored with a remark.

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
    _, program, board_keys = read_board_keys(text, keys)
    remarks: list[str] = []
    schema_clauses = clauses(program, remarks, frozenset({"schema"}))
    schema = next(schema_clauses, None)
    if schema is None:
        raise FormatError("there is no fact schema(Rows, Columns, Matrix)", where=program.location, kind="no-schema")
    rows, columns, cells, name_remarks = _read_schema(_Cursor(schema))
    for second in schema_clauses:
        raise second.piece.fault("this is a second fact schema/3", kind="second-schema")
    return with_keys(Board(rows, columns, bytes(cells), remarks=(*remarks, *name_remarks)), board_keys)


class _Cursor:
    """A reader of the tokens of a clause."""

    def __init__(self, clause: Clause) -> None:
        self.tokens = clause.tokens
        self.last_token = Token("sign", "", clause.piece)

    def next_token(self) -> Token:
        """Return the next token."""
        token = next(self.tokens, None)
        if token is None:
            raise self.last_token.piece.fault("the fact ends too early: a bracket is not closed", kind="open-bracket")
        self.last_token = token
        return token

    def expect_sign(self, *signs: str) -> str:
        """Read one of these signs."""
        token = self.next_token()
        if token.text not in signs:
            raise token.piece.error(f"was found, but {' or '.join(signs)} is expected", kind="syntax")
        return token.text

    def read_integer(self, quantity: str) -> int:
        """Read an integer of at least 0."""
        token = self.next_token()
        if token.kind == "integer" and len(token.text) > _LONGEST:
            raise token.piece.error(f"is too large a number of {quantity}", kind="too-large")
        if token.kind != "integer" or int(token.text) < 0:
            raise token.piece.error(f"is not a number of {quantity}", kind="bad-size")
        return int(token.text)


def _read_schema(cursor: _Cursor) -> tuple[int, int, bytearray, list[str]]:
    """Read the fact from its name on."""
    cursor.expect_sign("schema")
    cursor.expect_sign("(")
    rows = cursor.read_integer("rows")
    size = cursor.last_token.piece
    cursor.expect_sign(",")
    columns = cursor.read_integer("columns")
    refuse_large(rows, columns, MOST_CELLS, piece=size)
    cursor.expect_sign(",")
    cursor.expect_sign("[")
    names: dict[str, list[Place]] = {}
    row_count, cells = _read_rows(cursor, columns, names)
    cursor.expect_sign(")")
    for token in cursor.tokens:
        if token.text in NECKS:
            raise size.fault("schema/3 must be a fact, it has a body", kind="not-a-fact")
        raise token.piece.error("follows the fact, but a full stop is expected", kind="syntax")
    if row_count != rows:
        row_phrase = f"{count_of(rows, 'row')} {'is' if rows == 1 else 'are'}"
        raise size.fault(f"{row_phrase} declared, {row_count} given", kind="wrong-size")
    name_remarks = []
    for name, places in names.items():
        if len(places) > 1:
            (r1, c1), (r2, c2) = places[:2]
            named = f"({r1 + 1},{c1 + 1}) and ({r2 + 1},{c2 + 1})"
            count = "two covered cells," if len(places) == 2 else f"{len(places)} covered cells, of them"
            name_remarks.append(f"variable {name} names {count} {named}: they are read as two separate cells")
    return rows, columns, cells, name_remarks


def _read_rows(cursor: _Cursor, columns: int, names: dict[str, list[Place]]) -> tuple[int, bytearray]:
    """Read the rows of the matrix after its first bracket."""
    cells, row_count = bytearray(), 0
    row = cursor.next_token()
    if row.text == "]":
        return row_count, cells
    while True:
        before = len(cells)
        if row.kind == "row":
            cells += "".join(row.text[1:-1].split()).translate(_CELLS).encode("latin-1")
        elif row.text != "[":
            raise row.piece.error("was found, but [ or ] is expected", kind="syntax")
        else:
            token = cursor.next_token()
            while token.text != "]":
                cells.append(_read_cell(token, (row_count, len(cells) - before), names))
                if len(cells) > MOST_CELLS or cursor.expect_sign(",", "]") == "]":
                    break
                token = cursor.next_token()
        width, row_count = len(cells) - before, row_count + 1
        if width != columns:
            fault_message = f"row {row_count} has {width} {'cell' if width == 1 else 'cells'}, {columns} expected"
            raise row.piece.fault(fault_message, kind="ragged")
        if cursor.expect_sign(",", "]") == "]":
            return row_count, cells
        row = cursor.next_token()


def _read_cell(token: Token, place: Place, names: dict[str, list[Place]]) -> int:
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
    token_phrase = f"atom {token.text} is" if token.kind == "atom" else f"{token.text!r} is"
    raise token.piece.fault(f"{named}: {token_phrase} neither a variable nor an integer", kind="bad-cell")


def write(board: Board) -> str:
    r"""Write the board as the published Prolog fact, which has no flags and no mine count.

    Raises
    ------
    UsageError
        If the fact cannot describe the board.

    Examples
    --------
    >>> write(Board(1, 2, bytes([COVERED, 1])))
    'schema(1, 2, [\n  [_,1]\n]).\n'
    """
    refuse_board(board, "a Prolog fact schema/3")
    mines_comment = "" if board.mines is None else f"% mines: {board.mines} (not part of the fact)\n"
    return mines_comment + write_matrix(board)


def write_matrix(board: Board) -> str:
    r"""Write only the fact, with a variable for every cell without a number.

    >>> write_matrix(Board(1, 2, bytes([UNKNOWN, 1])))
    'schema(1, 2, [\n  [_,1]\n]).\n'
    """
    rows = []
    for row in range(board.rows):
        codes = board.cells[row * board.columns : (row + 1) * board.columns]
        rows.append("  [" + ",".join(str(code) if code < UNKNOWN else "_" for code in codes) + "]")
    return f"schema({board.rows}, {board.columns}, [\n" + ",\n".join(rows) + "\n]).\n"


def refuse_board(board: Board, form: str) -> None:
    """Raise the error for a board that a format of plain squares cannot describe."""
    if board.variant != "square" or board.offsets:
        raise UsageError(f"{form} cannot describe a neighbourhood: only plain square boards are possible")
    if UNKNOWN in board.cells:
        raise UsageError(f"{form} cannot describe an opened cell without its number")
