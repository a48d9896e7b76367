"""The moves of a game, applied by the kernel, which knows the rules.

A move opens a cell, sets or removes a flag, or opens the cells around a number with all its flags. The mines are laid
after the first click, so that it is safe.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, Violation, quote
from passatempo.core.interface import Interface
from passatempo.core.messages import mark, message
from passatempo.core.pastime import Shape
from passatempo.games.values import Deal, Opening, Result
from passatempo.minesweeper.formats.minefield import Minefield, field_rows, minefield_of
from passatempo.minesweeper.game.rules import GameRules
from passatempo.minesweeper.model import COVERED, FLAG, Board, Cell, Place, is_covered, neighbour_offsets

if TYPE_CHECKING:
    from collections.abc import Mapping

Action: TypeAlias = Literal["open", "flag", "chord"]
ACTIONS: tuple[Action, ...] = ("open", "flag", "chord")
MINE = "*"  # in a given field
FAULTS = (  # in the order of the kernel
    "",
    "",  # the game is over
    mark("{cell} is open already"),
    mark("{cell} has a flag: remove it first"),
    mark("{cell} is covered: choose a number with as many flags around it"),
    mark("flags around the {code} at {cell}: {flags}"),
    mark("nothing is left to open around {cell}"),
)


class Move(NamedTuple):
    """An action, and its row and column from 0."""

    action: Action
    place: Place


@dataclass(frozen=True, slots=True)
class State:
    """The complete state of a game.

    Parameters
    ----------
    rules
        The rules of the game.
    seed
        The seed that lays the mines at the first click.
    mine
        The mines, one byte per cell; empty before the first click.
    cells
        The visible codes, as on a `Board`.
    hit
        The opened mines, which ended the game.
    cells_before
        The visible codes before the last cell was opened.
    click_count
        The number of clicks that opened cells.
    opens
        The cells that the last of these clicks opened, without those that zeros opened next to them.
    """

    rules: GameRules
    seed: int
    mine: bytes
    cells: bytes
    hit: tuple[Cell, ...] = ()
    cells_before: bytes = b""
    click_count: int = 0
    opens: tuple[Cell, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether a mine was opened, or every cell without one."""
        return bool(self.hit) or self.cells.count(COVERED) + self.cells.count(FLAG) == self.rules.mines


@dataclass(frozen=True, slots=True)
class View:
    """The player's view: `mine` and `hit` only after the game, and `has_promise` while no mine can be hit."""

    rules: GameRules
    cells: bytes
    has_promise: bool = False
    mine: bytes = b""
    hit: tuple[Cell, ...] = ()

    @property
    def board(self) -> Board:
        """The position, as a board for the questions."""
        return board_of(self.rules, self.cells)


def board_of(rules: GameRules, cells: bytes) -> Board:
    """Return the position with these visible codes."""
    return Board(rules.rows, rules.columns, cells, rules.mines, rules.variant)


def start(rules: GameRules, seats: int, deal: Deal) -> State:
    r"""Return the covered field; raises `InvalidInstance` if a given field has other rules.

    >>> from passatempo.minesweeper.game.rules import GameRules
    >>> start(GameRules(2, 2, 1), 1, Deal(deal_content=("*.", ".."))).mine
    b'\x01\x00\x00\x00'
    """
    mine = b""
    if deal.deal_content is not None:
        mine = bytes([sign == MINE for row in deal.deal_content for sign in row])
        field_size = (len(deal.deal_content), len(deal.deal_content[0]), sum(mine))
        if field_size != (rules.rows, rules.columns, rules.mines):
            sizes = "{} x {} with {} mines"
            message = f"the field given is {sizes.format(*field_size)}, by the rules it is"
            rules_size = sizes.format(rules.rows, rules.columns, rules.mines)
            raise InvalidInstance([Violation("other-rules", f"{message} {rules_size}")])
    return State(rules, deal.seed or 0, mine, bytes([COVERED]) * rules.size)


def opening(field: Board | Minefield, rules_input: Mapping[str, Any]) -> Opening:
    """Return the game of a whole minefield, without a promise about the first click.

    >>> opening(Minefield(1, 3, bytes([0, 0, 1])), {}).deal.deal_content
    ('..*',)
    """
    minefield = minefield_of(field)
    for name in rules_input:
        raise UsageError(f"--{name.replace('_', '-')}: a given field has its own size and mines")
    rules = GameRules(minefield.rows, minefield.columns, minefield.mines, variant=minefield.variant)
    return Opening(rules, Deal(0, tuple(field_rows(minefield.mine, minefield.columns))))


def seat(state: State) -> int:
    """Return the seat to move; there is only one."""
    return 0


def view(state: State, seat: int) -> View:
    """Return the player's view, with the mines when the game is over."""
    if state.is_over:
        return View(state.rules, state.cells, mine=state.mine, hit=state.hit)
    return View(state.rules, state.cells, has_promise=not state.mine)


def judge(view: View, move: Move) -> tuple[Violation, ...]:
    """List what is wrong with a move.

    >>> from passatempo.minesweeper.game.rules import GameRules
    >>> judge(view(start(GameRules(), 1, Deal()), 0), Move("chord", (2, 3)))[0].text
    '3 4 is covered: choose a number with as many flags around it'
    """
    fault = _move_fault(view, move)
    return (Violation("illegal-move", fault),) if fault else ()


def _move_fault(view: View, move: Move) -> str:
    (row, column), rules = move.place, view.rules
    at = f"{row + 1} {column + 1}"
    if not (0 <= row < rules.rows and 0 <= column < rules.columns):
        outside = mark("{cell} is outside the field of {rows} x {columns}")
        return message(outside, cell=at, rows=rules.rows, columns=rules.columns)
    fault = FAULTS[_ask_move(rules, b"", view.cells, move)["fault"]]
    if "{code}" not in fault:
        return message(fault, cell=at) if fault else ""
    cell = row * rules.columns + column
    flags = sum(view.cells[other] == FLAG for other in rules.surface.neighbours(cell))
    return message(fault, code=view.cells[cell], cell=at, flags=flags)


def play(state: State, move: Move) -> State:
    """Return the state after a legal move; the first opened cell lays the mines."""
    rules, mine = state.rules, state.mine
    if not mine and move.action == "open":
        mine = lay_mines(rules, state.seed, move.place[0] * rules.columns + move.place[1])
    move_reply = _ask_move(rules, mine, state.cells, move)
    last = (state.cells_before, state.click_count, state.opens)
    if move.action != "flag":
        last = (state.cells, state.click_count + 1, _opened_cells(state, move))
    return State(rules, state.seed, mine, bytes(move_reply["cells"]) or state.cells, move_reply["hit"], *last)


def _opened_cells(state: State, move: Move) -> tuple[Cell, ...]:
    """Return the covered cells that a legal click opens by itself."""
    cell = move.place[0] * state.rules.columns + move.place[1]
    near = state.rules.surface.neighbours(cell) if move.action == "chord" else (cell,)
    return tuple([other for other in near if state.cells[other] == COVERED])


def _ask_move(rules: GameRules, mine: bytes, cells: bytes, move: Move) -> dict[str, Any]:
    """Ask the kernel to make a move; without mines it can only report faults and set flags."""
    cell = move.place[0] * rules.columns + move.place[1]
    return ask_kernel("play", rules, mine=mine, cells=cells, deed=ACTIONS.index(move.action), cell=cell)


def ask_kernel(question: str, rules: GameRules, **request: Any) -> dict[str, Any]:
    """Send the kernel a query about a field of these rules."""
    kernel = Interface.of("minesweeper")
    near = kernel.pack("Near", neighbour_offsets(rules.variant))
    return kernel.ask(question, near=near, rows=rules.rows, columns=rules.columns, **request).reply


def lay_mines(rules: GameRules, seed: int, first: Cell) -> bytes:
    """Lay the mines for a first click; returns one byte per cell, 1 for a mine.

    >>> from passatempo.minesweeper.game.rules import GameRules
    >>> mine = lay_mines(GameRules(), 7, 40)
    >>> sum(mine), [mine[cell] for cell in (30, 31, 32, 39, 40, 41, 48, 49, 50)]
    (10, [0, 0, 0, 0, 0, 0, 0, 0, 0])
    """
    mine_rules = {"mines": rules.mines, "opening": rules.first == "opening", "no_guess": rules.no_guess}
    mine_bytes = bytes(ask_kernel("lay", rules, seed=str(seed).encode(), first=first, **mine_rules)["mine"])
    if not mine_bytes:
        raise InvalidInstance([Violation("no-field", "all of 100 fields need a guess")])
    return mine_bytes


def result(state: State) -> Result | None:
    """Return the result of a game, or None while it is open."""
    if not state.is_over:
        return None
    return Result((), (0,), "lost") if state.hit else Result((0,), (1,), "won")


def moves(view: View) -> tuple[Move, ...]:
    """Return the legal moves; none after the end of the game.

    >>> from passatempo.minesweeper.game.rules import GameRules
    >>> len(moves(view(start(GameRules(), 1, Deal()), 0)))
    162
    """
    if view.mine:
        return ()
    places = [view.board.place(cell) for cell in range(len(view.cells))]
    move_options = [Move(action, place) for place in places for action in ACTIONS]
    return tuple([move for move in move_options if not _move_fault(view, move)])


def _load_move(raw: Any) -> Move:
    if isinstance(raw, dict) and len(raw) == 1:
        action, place = next(iter(raw.items()))
        pair = isinstance(place, list) and len(place) == 2
        if action in ACTIONS and pair and all(type(part) is int and 0 < part < 2**31 for part in place):
            return Move(action, (place[0] - 1, place[1] - 1))
    raise FormatError(f"{quote(raw)} is not open, flag or chord with a row and a column", where="move", kind="bad-move")


MOVE = Shape(dict, _load_move, lambda move: {move.action: [move.place[0] + 1, move.place[1] + 1]})


@dataclass(frozen=True, slots=True)
class FieldJson:
    """A field with its mines: rows of ``*`` for a mine and ``.`` for none."""

    field: list[str]


def _load_field(shape: FieldJson) -> tuple[str, ...]:
    rows = shape.field
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or set(row) - {MINE, "."}:
            raise FormatError(f"row {number}: {quote(row)} is not a row of * and . like the first", where="field")
    if not rows or not rows[0]:
        raise FormatError("the field is empty", where="field")
    return tuple(rows)


DEAL = Shape(FieldJson, _load_field, lambda rows: FieldJson(list(rows)))


def instance(view: View) -> Board:
    """Return the position, as a board for the questions."""
    return view.board


def summary(state: State) -> dict[str, int]:
    """Return the statistics of a game: the fewest clicks that win the field, the clicks made, and the cells opened."""
    open_count = sum(not is_covered(code) for code in state.cells)
    fewest_clicks = ask_kernel("least_clicks", state.rules, mine=state.mine)["clicks"] if state.mine else 0
    return {"3bv": fewest_clicks, "clicks": state.click_count, "opened": open_count}
