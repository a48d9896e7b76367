"""Positions and answers: frozen values, no search. The kernel applies the rules of play to positions.

A cell is its number in reading order, from 0: row * n + column. A mark is 0 for an empty cell, 1 for X, 2 for O.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, Self, TypeAlias

from passatempo.core import value
from passatempo.core.errors import FormatError, InvalidInstance, Violation
from passatempo.core.interface import Interface
from passatempo.core.json import count_of
from passatempo.core.messages import mark, message
from passatempo.core.methods import resolve
from passatempo.core.outcome import Outcome, Status
from passatempo.core.value import Answer, Instance, Maker, each
from passatempo.mnk.lines import Cell, Window
from passatempo.mnk.rules import EMPTY, MARKS, Mark, O, Result, Rules, X, no_line

# The codes of the kernel: results, and why a cell cannot be marked.
RESULTS: tuple[Any, ...] = (None, "X", "O", "draw")
LEGAL, OUTSIDE, OCCUPIED, FLOATING, OVER = range(5)
Place: TypeAlias = tuple[int, int]  # row and column, from 0
NOTATION = "passatempo.mnk.formats.notation"  # resolved by name, since it is in a higher layer
GameValue: TypeAlias = Literal["win", "draw", "loss"]  # for the side to move
GAME_VALUES: dict[int, GameValue] = {1: "win", 0: "draw", -1: "loss"}  # as the kernel writes them


class Square(value.Cell):
    """A square of the board, by its name or by row and column from 0. `str` gives the name.

    Raises
    ------
    FormatError, UsageError
        If the text is not a square, or a number is not whole or is negative.

    Examples
    --------
    >>> Square("c2"), str(Square(1, 2)), Square("c2") == (1, 2)
    (Square('c2'), 'c2', True)
    """

    __slots__ = ()

    def __new__(cls, row: Any, column: Any = None) -> Self:
        """Make a square from a name, or from whole numbers of any type."""
        if isinstance(row, str) and column is None:
            row, column = resolve(f"{NOTATION}:read_place")(row)
        return super().__new__(cls, row, column)

    def __repr__(self) -> str:
        """Write the class with the name."""
        return f"Square({str(self)!r})"

    def __str__(self) -> str:
        """Write the name, such as c2."""
        return str(resolve(f"{NOTATION}:write_place")(self))


square_of: Maker = partial(tuple.__new__, Square)  # without a check, for answers


def _square_values(moves: Sequence[tuple[Place, GameValue, int | None]]) -> tuple[Any, ...]:
    return tuple([(square_of(place), *move_value) for place, *move_value in moves])


@dataclass(frozen=True, slots=True)
class Position(Instance):
    """A position, open or finished.

    Parameters
    ----------
    rules
        The rules of the game.
    cells
        The marks in reading order.
    moves
        The game that led here if known, else empty.

    Raises
    ------
    InvalidInstance
        If the position cannot occur: wrong numbers of marks, two winners, floating marks.

    Examples
    --------
    >>> position = Position(Rules(3, 3, 3), bytes(9))
    >>> position.to_move, len(position.legal), position.result
    (1, 9, None)
    >>> position.play(4).play(0).cells.hex()
    '020000000100000000'
    """

    rules: Rules
    cells: bytes
    moves: tuple[Cell, ...] = ()
    _judged: dict[str, Any] = field(init=False, repr=False, compare=False)  # the kernel's reply, queried once

    def __post_init__(self) -> None:
        faults = wrong_cells(self.rules, self.cells)
        if faults:
            raise InvalidInstance(faults)
        reply = Interface.of("mnk").ask("position", position=(self.rules.numbers, self.cells)).reply
        object.__setattr__(self, "_judged", {**reply, "faults": bytes(reply["faults"])})
        faults = position_faults(self, reply["floating"])
        if faults:
            raise InvalidInstance(faults)

    @property
    def to_move(self) -> Mark:
        """The side to move; X moves first."""
        return X if self.cells.count(X) == self.cells.count(O) else O

    @property
    def rows(self) -> tuple[str, ...]:
        """The board row by row, as ``.``, ``X`` and ``O``."""
        cell_signs = self.cells.translate(_WRITTEN).decode()
        return tuple(cell_signs[i : i + self.rules.n] for i in range(0, self.rules.size, self.rules.n))

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        return self.cells.count(EMPTY)

    @property
    def won(self) -> tuple[Window, ...]:
        """The completed lines, whatever their value, those of X first; a longer run is one line with all its cells.

        >>> Position(Rules(1, 5, 3, torus=True), bytes([1, 1, 2, 2, 1])).won
        ((4, 0, 1),)
        """
        windows: tuple[Window, ...] = self._judged["won"]
        return windows

    @property
    def result(self) -> Result | None:
        """The winner or a draw; None while the game is open."""
        over: Result | None = RESULTS[self._judged["result"]]
        return over

    @property
    def full_result(self) -> Result:
        """The result of a full board without a line."""
        over: Result = RESULTS[self._judged["full"]]
        return over

    @property
    def legal(self) -> tuple[Cell, ...]:
        """The legal moves in reading order; none once the game is over."""
        return () if self.result else tuple([at for at, code in enumerate(self._judged["faults"]) if code == LEGAL])

    @property
    def last(self) -> "Cell | None":
        """The last move, if known."""
        return self.moves[-1] if self.moves else None

    def place(self, cell: Cell) -> Place:
        """Return the row and column of a cell, from 0."""
        return divmod(cell, self.rules.n)

    def fault(self, cell: Cell) -> str:
        """Return why a cell cannot be marked, whether or not the game is over, or an empty string."""
        inside = 0 <= cell < self.rules.size
        return _fault(self.rules, cell, self._judged["faults"][cell] if inside else OUTSIDE)

    def play(self, cell: Cell) -> "Position":
        """Return the position after a move.

        Raises
        ------
        InvalidInstance
            If the move is not legal.
        """
        fault = result_sentence(self.result) if self.result else self.fault(cell)
        if fault:
            raise InvalidInstance([Violation("illegal-move", fault, cell)])
        cells = self.cells[:cell] + bytes([self.to_move]) + self.cells[cell + 1 :]
        has_history = self.moves or not any(self.cells)
        return _with_moves(replace(self, cells=cells, moves=()), (*self.moves, cell) if has_history else ())


def _with_moves(position: Position, moves: tuple[Cell, ...]) -> Position:
    """Add moves that are known to lead to a position, because replaying them at each move would be slow."""
    object.__setattr__(position, "moves", moves)
    return position


def _fault(rules: Rules, cell: Cell, code: int) -> str:
    """Return why a cell cannot be marked, from the code of the kernel."""
    if code == OUTSIDE:
        return message(mark("the move is outside the board"))
    name = f"({cell // rules.n + 1},{cell % rules.n + 1})"
    if code == OCCUPIED:
        return message(mark("cell {name} occupied"), name=name)
    if code == FLOATING:
        return message(mark("cell {name} has an empty cell below it: marks fall"), name=name)
    return ""


_WRITTEN = bytes.maketrans(bytes(range(3)), MARKS.encode())


def result_sentence(over: Result) -> str:
    """Return the sentence that a game is over.

    >>> result_sentence("X"), result_sentence("draw")
    ('game already over: X has won', 'game already over: draw')
    """
    return "game already over: draw" if over == "draw" else f"game already over: {over} has won"


def require_open(position: Position) -> None:
    """Raise an error if the game is finished, for questions that need a side to move.

    Raises
    ------
    InvalidInstance
        If the game is over; the message names the winner.
    """
    over = position.result
    if over:
        raise InvalidInstance([Violation("game-over", result_sentence(over))])


def wrong_cells(rules: Rules, cells: bytes) -> list[Violation]:
    """List why bytes are not a board under these rules."""
    if len(cells) != rules.size:
        return [
            Violation("wrong-size", f"the board has {count_of(len(cells), 'cell')}, {rules.m} x {rules.n} expected")
        ]
    if sum(map(cells.count, (EMPTY, X, O))) != len(cells):
        return [Violation("bad-mark", f"a cell holds {max(cells)}, expected 0 (empty), 1 (X) or 2 (O)")]
    return []


def position_faults(position: Position, floating: Sequence[Cell]) -> list[Violation]:
    """List why a position with these floating marks cannot occur."""
    cells = position.cells
    crosses, noughts = cells.count(X), cells.count(O)
    won = {side: [window for window in position.won if cells[window[0]] == side] for side in (X, O)}
    if won[X] and won[O]:
        return [Violation("two-winners", "both players have won")]
    if crosses - noughts not in (0, 1):
        return [Violation("wrong-count", f"stone counts {crosses} and {noughts} cannot occur: X moves first, in turn")]
    last = X if crosses > noughts else O
    for side in (X, O):
        if won[side] and side != last:
            counts = f"stone counts {crosses} and {noughts} cannot occur"
            return [Violation("moved-on", f"{counts}: {MARKS[side]} has a line, and {MARKS[last]} moved after it")]
        if won[side] and not frozenset.intersection(*map(frozenset, won[side])):
            return [Violation("two-lines", f"{MARKS[side]} has lines without a common cell: the first ended the game")]
    if floating:
        row, column = position.place(floating[0])
        text = f"the mark at ({row + 1},{column + 1}) floats: with gravity marks fall"
        return [Violation("floating", text, [row + 1, column + 1])]
    if position.moves and replay_moves(position.rules, position.moves) != cells:
        return [Violation("moves-differ", "the moves do not lead to this board")]
    return []


def replay_moves(rules: Rules, moves: Sequence[Cell]) -> bytes:
    """Play moves from the empty board and return the marks.

    Raises
    ------
    InvalidInstance
        At the first move that is not legal, or that comes after the end of the game.

    Examples
    --------
    >>> replay_moves(Rules(1, 3, 3), (1, 0)).hex()
    '020100'
    """
    # The rest of too many moves does not matter, and the kernel has no negative numbers.
    made = [cell if 0 <= cell < rules.size else rules.size for cell in moves[: rules.size + 1]]
    reply = Interface.of("mnk").ask("replay", rules=rules.numbers, moves=made).reply
    code, number = reply["fault"], reply["made"] + 1
    if code == OVER:
        text = f"move {number}: the game was over after move {number - 1}"
        raise InvalidInstance([Violation("game-over", text, number)])
    if code == OUTSIDE:
        raise InvalidInstance([Violation("outside", f"move {number} outside the board", number)])
    if code != LEGAL:
        text = f"move {number}: {_fault(rules, moves[number - 1], code)}"
        raise InvalidInstance([Violation("occupied", text, number)])
    return bytes(reply["cells"])


def played(rules: Rules, moves: Sequence[Cell]) -> Position:
    """Play moves from the empty board, with the same errors, and return the position.

    >>> played(Rules(1, 3, 2), (0, 2, 1)).result
    'X'
    """
    return _with_moves(Position(rules, replay_moves(rules, moves)), tuple(moves))


def after(rules: Rules, cells: bytes | bytearray, cell: Cell) -> dict[str, bool]:
    """Return whether the mark on a cell `ends` the game, and whether any line is `alive`, for any numbers of marks.

    >>> after(Rules(1, 3, 2), bytes([2, 2, 0]), 0)
    {'ends': True, 'alive': True}
    """
    return Interface.of("mnk").ask("after", position=(rules.numbers, cells), cell=cell).reply


@dataclass(frozen=True, slots=True)
class ValueAsk:
    """The requested parts of a value."""

    shortest: bool = field(default=False, metadata={"help": "also compute the length of the game and all best moves"})
    all_moves: bool = field(default=False, metadata={"help": "also compute the value of every move"})


@dataclass(frozen=True, slots=True)
class EvaluateAsk:
    """The side whose view is taken."""

    me: Literal["X", "O"] | None = field(default=None, metadata={"help": "evaluated side [default: the side to move]"})


@dataclass(frozen=True, slots=True)
class Choice(Answer, move=square_of, line=each(square_of)):
    """A move, and the player's assessment of it.

    Parameters
    ----------
    move
        Row and column, from 0.
    line
        The expected play, beginning with the move.
    depth
        The number of plies searched, including the move.
    score
        The player's score of the position for the side to move, in the unit of the method.
    proven
        The value of the position for the side to move, if proved.
    plies
        Plies to the end of a proved win or loss with best play; None if unknown.
    """

    move: Place
    line: tuple[Place, ...] = ()
    depth: int = 0
    score: int = 0
    proven: GameValue | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Value(Answer, best_moves=each(square_of), moves=_square_values):
    """The value of a position for the side to move.

    Parameters
    ----------
    value
        The result with best play of both sides.
    plies
        Plies to the end of a forced win with best play, with the winning mark; None for a draw or if not requested.
    best_moves
        The moves that keep the value: the shortest wins or the longest losses; only one unless more were requested.
    moves
        Every move with the value that it leads to for the side that makes it, and the plies including the move; empty
        unless requested.
    """

    value: GameValue
    plies: int | None
    best_moves: tuple[Place, ...]
    moves: tuple[tuple[Place, GameValue, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation(Answer):
    """The published evaluation, term by term.

    Parameters
    ----------
    me
        The side whose view is taken.
    own, other
        The sums A and B; f is their difference.
    runs
        For both sides, beginning with `me`, the number of runs of each length and kind ("half", "open", "closed").
    """

    me: Literal["X", "O"]
    own: int
    other: int
    runs: tuple[tuple[str, tuple[tuple[int, str, int], ...]], ...]

    @property
    def f(self) -> int:
        """A - B."""
        return self.own - self.other


def move_history(position: Position) -> tuple[Cell, ...]:
    """Return the moves that led to a position.

    Raises
    ------
    FormatError
        If the order of the moves is unknown.
    """
    if not position.moves and any(position.cells):
        raise FormatError("the order of the moves is not known, and this format has no place for a board", kind="order")
    return position.moves


def without_lines(position: Position, cell: Cell) -> Outcome[Choice]:
    r"""Play a cell when k exceeds every line, and give that as the reason.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> outcome = without_lines(read("k: 3\n. .\n. ."), 0)
    >>> outcome.answer.proven, outcome.reason
    ('draw', 'k > max(m,n): no line exists, draw')
    """
    over = position.full_result
    choice = Choice(position.place(cell), proven="draw")
    if over != "draw":
        choice = replace(choice, proven="win" if over == MARKS[position.to_move] else "loss", plies=position.empty)
    return Outcome(Status.SOLVED, choice, stats={"nodes": 0, "depth": 0}, reason=no_line(position.rules, over))
