"""A whole minefield, with the clicks of a player if it was played: what every record and file of a game is read as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, UsageError, quote
from passatempo.core.json import count_of, dump_places, encode, plain_data
from passatempo.core.methods import suggest
from passatempo.minesweeper.model import COVERED, FLAG, MOST_CELLS, Board, Cell, Variant, is_covered
from passatempo.minesweeper.record import PASTIME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from passatempo.minesweeper.surface import Surface

GameOutcome: TypeAlias = Literal["won", "lost", "unfinished"]
FIELD_FORMATS = ("link", "mbf", "tatham")  # of whole minefields only
LONGEST_SIDE = 255  # rows and columns of the files of other programs
LINK_SIZES = {(9, 9): "1", (16, 16): "2", (16, 30): "3"}  # rows and columns
BASE_32 = "0123456789abcdefghijklmnopqrstuv"


@dataclass(frozen=True, slots=True)
class PlayedClick:
    """A click that opened something.

    Parameters
    ----------
    ms
        The milliseconds from the start of the game; None if they are unknown.
    action
        Whether the click opened a cell, or the cells around a number.
    opens
        The covered cells that it opened, without those that zeros opened next to them.
    hit
        Whether there was a mine in one of them.
    flags
        The covered cells with a flag, which no zero opens. Flags on mines may be left out.
    """

    ms: int | None
    action: Literal["open", "chord"]
    opens: tuple[Cell, ...]
    hit: bool = False
    flags: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Minefield:
    r"""A minefield, and how it was played.

    Parameters
    ----------
    rows, columns
        The size.
    mine
        A byte for each cell in reading order, 1 for a mine; any sequence of flags is accepted.
    variant
        The neighbourhood.
    first
        The cell opened first; None if it is unknown.
    clicks
        The clicks that opened something, in order; empty if the field was not played.
    format, program, player
        Where it comes from.
    moved
        Whether the program moved mines during play.

    Examples
    --------
    >>> played = Minefield(1, 4, b"\0\0\0\1", first=0, clicks=(PlayedClick(40, "open", (0,)),))
    >>> played.outcome, [board.cells.hex() for board in played.positions()]
    ('won', ['ffffffff', '000001ff'])
    """

    rows: int
    columns: int
    mine: bytes
    variant: Variant = "square"
    first: Cell | None = None
    clicks: tuple[PlayedClick, ...] = ()
    format: str = field(default="", compare=False)
    program: str = field(default="", compare=False)
    player: str = field(default="", compare=False)
    moved: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "mine", bytes(map(bool, self.mine)))

    @property
    def mines(self) -> int:
        """The number of mines."""
        return self.mine.count(1)

    def positions(self) -> Iterator[Board]:
        """Yield the position before each click and after the last one; a mine that is hit stays covered."""
        cells, surface = bytearray([COVERED]) * len(self.mine), None
        for click in self.clicks:
            cells = cells.replace(bytes([FLAG]), bytes([COVERED]))
            for cell in click.flags:
                cells[cell] = FLAG if is_covered(cells[cell]) else cells[cell]
            yield (board := self.board(cells))
            surface = surface or board.surface
            open_cells(surface, self.mine, cells, click.opens)
        yield self.board(cells)

    def board(self, cells: Iterable[int]) -> Board:
        """Return the position with these visible codes."""
        return Board(self.rows, self.columns, bytes(cells), self.mines, self.variant)

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None if the field was not played."""
        if not self.clicks:
            return None
        *_, last = self.positions()
        return "lost" if self.clicks[-1].hit else "won" if last.covered == self.mines else "unfinished"

    def to_json(self) -> dict[str, Any]:
        """Return the field and the outcome as in JSON, which `load` reads without the clicks; cells count from 1."""
        places = [divmod(cell, self.columns) for cell, mine in enumerate(self.mine) if mine]
        field_json: dict[str, Any] = {"rows": self.rows, "columns": self.columns, "mines": dump_places(places)}
        if self.variant != "square":
            field_json["variant"] = self.variant
        field_json["first"] = None if self.first is None else dump_places([divmod(self.first, self.columns)])[0]
        if self.clicks:
            source = {"format": self.format, "program": self.program, "player": self.player}
            field_json |= source | {"clicks": len(self.clicks), "outcome": self.outcome}
        plain_json: dict[str, Any] = plain_data(field_json)
        return plain_json


@dataclass(frozen=True, slots=True)
class FieldKeys:
    """The keys of a whole minefield in JSON. The last five say where a game comes from, and are ignored."""

    rows: int
    columns: int
    mines: list[tuple[int, int]]
    first: tuple[int, int] | None = None
    variant: Variant = "square"
    format: str = ""
    program: str = ""
    player: str = ""
    clicks: int = 0
    outcome: str | None = None


def field_of_keys(keys: FieldKeys) -> Minefield:
    """Return the field of its JSON, without the clicks of a game."""
    if not (keys.rows > 0 < keys.columns and keys.rows * keys.columns <= MOST_CELLS):
        raise FormatError(f"{keys.rows} x {keys.columns} is not the size of a field", where="rows", kind="field-size")
    mine = bytearray(keys.rows * keys.columns)
    for place in keys.mines:
        cell = _cell_at(keys, place, "mines")
        if mine[cell]:
            raise FormatError(f"({place[0]}, {place[1]}) is listed twice", where="mines")
        mine[cell] = 1
    first = None if keys.first is None else _cell_at(keys, keys.first, "first")
    return Minefield(keys.rows, keys.columns, bytes(mine), keys.variant, first)


def _cell_at(keys: FieldKeys, place: tuple[int, int], name: str) -> Cell:
    """Return the cell at a row and a column from 1."""
    row, column = place
    if not (1 <= row <= keys.rows and 1 <= column <= keys.columns):
        raise FormatError(f"({row}, {column}) lies off the field of {keys.rows} x {keys.columns}", where=name)
    return (row - 1) * keys.columns + column - 1


def open_cell(surface: Surface, field: bytes, cells: bytearray, cell: Cell) -> tuple[Cell, ...]:
    """Open one cell without a mine, and return its neighbours."""
    near = surface.neighbours(cell)
    cells[cell] = sum([field[n] for n in near])
    return near


def open_cells(surface: Surface, field: bytes, cells: bytearray, clicks: Iterable[Cell]) -> int:
    """Open cells without a mine and all cells around each zero; return how many were opened.

    >>> cells = bytearray([COVERED]) * 4
    >>> open_cells(Board(1, 4, bytes(cells)).surface, bytes([0, 0, 0, 1]), cells, [0]), list(cells)
    (3, [0, 0, 1, 255])
    """
    open_count, stack = 0, list(clicks)
    while stack:
        cell = stack.pop()
        if field[cell] or cells[cell] != COVERED:
            continue
        near = open_cell(surface, field, cells, cell)
        open_count += 1
        if cells[cell] == 0:
            stack.extend(near)
    return open_count


def minefield_of(value: Board | Minefield) -> Minefield:
    """Return a whole minefield; raises `UsageError` if it is a position."""
    if isinstance(value, Board):
        raise UsageError(f"this is a position ({count_of(value.covered, 'covered square')}); 'safe' answers it")
    return value


def field_rows(mine: Sequence[int], columns: int) -> list[str]:
    """Write the mines of a field, 1 for a mine, as rows of * and . signs.

    >>> field_rows([0, 1, 0, 0], 2)
    ['.*', '..']
    """
    signs = "".join([".*"[is_mine] for is_mine in mine])
    return [signs[at : at + columns] for at in range(0, len(signs), columns)]


def write(value: Board | Minefield, form: str) -> str | bytes:
    r"""Write a whole minefield as `json`, `text`, `link`, `mbf` (bytes), or `tatham`, a game ID of Tatham's Mines.

    Raises
    ------
    UsageError
        If it is a position, or the format holds no such field.

    Examples
    --------
    >>> field = Minefield(2, 3, b"\0\0\1\0\0\0", first=3)
    >>> write(field, "text"), write(field, "link"), write(field, "mbf"), write(field, "tatham")
    ('..*\n...\nfirst: 2 1\n', '?b=32&m=40\n', b'\x03\x02\x00\x01\x02\x00', '3x2:0,1,u20\n')
    """
    if isinstance(value, Board):
        raise UsageError(f"the format {form} holds a whole field; this is a position")
    if form in (*PASTIME.formats, "svg"):
        raise UsageError(f"the format {form} holds a position; this is a whole field")
    forms = ("json", "text", *FIELD_FORMATS)
    if form not in forms:
        raise UsageError(f"{quote(form)} is not a format of a field{suggest(form, forms)} ({', '.join(forms)})")
    if form == "json":
        return encode(value.to_json()) + "\n"
    return _write_text(value) if form == "text" else _write_foreign(value, form)


def _write_text(minefield: Minefield) -> str:
    """Write a field as rows, with key lines for what they do not show."""
    lines = field_rows(minefield.mine, minefield.columns)
    lines += [] if minefield.mines else ["reading: field"]
    lines += [] if minefield.variant == "square" else [f"variant: {minefield.variant}"]
    if minefield.first is not None:
        row, column = divmod(minefield.first, minefield.columns)
        lines.append(f"first: {row + 1} {column + 1}")
    return "\n".join(lines) + "\n"


def _write_foreign(minefield: Minefield, form: str) -> str | bytes:
    """Write a field for another program."""
    rows, columns, mine = minefield.rows, minefield.columns, minefield.mine
    if minefield.variant != "square":
        raise UsageError(f"the format {form} holds a square field; this one is {minefield.variant}")
    if max(rows, columns) > LONGEST_SIDE:
        raise UsageError(
            f"the format {form} holds at most {LONGEST_SIDE} rows and columns; this field is {rows} x {columns}"
        )
    if form == "mbf":
        places = [divmod(cell, columns) for cell, is_mine in enumerate(mine) if is_mine]
        head = bytes([columns, rows]) + len(places).to_bytes(2, "big")
        return head + b"".join([bytes([column, row]) for row, column in places])
    width = 5 if form == "link" else 4  # bits of a digit
    bits = bytes(mine) + bytes(-len(mine) % width)
    digits = "".join([BASE_32[int(bits[at : at + width].hex()[1::2], 2)] for at in range(0, len(bits), width)])
    if form == "link":
        length = len(str(max(rows, columns)))
        size = LINK_SIZES.get((rows, columns), f"{columns:0{length}}{rows:0{length}}")
        return f"?b={size}&m={digits}\n"
    first = "" if minefield.first is None else "{1},{0},".format(*divmod(minefield.first, columns))
    return f"{columns}x{rows}:{first}u{digits}\n"
