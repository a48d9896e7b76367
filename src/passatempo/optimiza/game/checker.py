"""A second program that judges the record of a game: it deals again, and follows the path by the rules of paths.

Alone, the score is a level. X and Y are computed as they are defined, the expert by its rule, and Z over all paths, by
a recurrence with a state for every cell and the used cells of its number; where equal numbers hang together these may
be too many, and then a path that claims Z is taken at its word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.json import convert
from passatempo.core.random import Random
from passatempo.games.records import rules_in, wrong_result
from passatempo.optimiza.checker import backward_sum, leading
from passatempo.optimiza.game.rules import PRESETS, GameRules
from passatempo.optimiza.greedy import Expert
from passatempo.optimiza.json import BoardJson, load_board
from passatempo.optimiza.model import Board, copies
from passatempo.optimiza.rules import onward, places, value_at, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from passatempo.games.records import Head, Record, TurnLine

    Place = tuple[int, int]

MOST_STATES = 200_000  # of the recurrence: a second or two


def check(record: Record) -> tuple[str, ...]:
    """List what is wrong with a record, one sentence a fault, each with its turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "optimiza", "0", {"preset": "path"}, [{"name": "you"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, [2, 3]), TurnLine(2, 1, [2, 3]))))
    ('turn 2, seat 1: (2, 3) breaks the rule not-straight',)
    """
    return tuple(_faults(record))


def _faults(record: Record) -> Iterator[str]:
    try:
        rules = rules_in(record.head, GameRules, PRESETS, "path")
        board = _board(record.head, rules)
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != rules.seats:
        yield f"the head: {len(record.head.seats)} seats, but {rules.seats} play"
    path: list[Place] = []
    stopped = False
    for line in record.turns:
        fault = "the game was over" if stopped or _ends(board, path) else _fault(rules, board, path, line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        if isinstance(line.move, dict):
            stopped = True
        else:
            path.append((line.move[0] - 1, line.move[1] - 1))
    if record.end is not None:
        is_over = stopped or _ends(board, path)
        yield from wrong_result(record.end.result, _result(rules, board, path) if is_over else None)


def _board(head: Head, rules: GameRules) -> Board:
    """Deal again: each number as often as it must occur, shuffled."""
    if head.deal is not None:
        board = load_board(convert(head.deal, BoardJson, "the deal"))
        if (board.n, board.variant) != (rules.N, rules.variant):
            raise FormatError("the board dealt is of other rules")
        return board
    cells = [value for value in range(1, rules.N + 1) for _ in range(copies(rules.variant, rules.N, value))]
    return Board(rules.N, tuple(Random(int(head.seed or 0), "optimiza", "deal").shuffle_copy(cells)), rules.variant)


def _ends(board: Board, path: list[Place]) -> bool:
    return bool(path) and verdict(board, path).finished


def _fault(rules: GameRules, board: Board, path: list[Place], line: TurnLine) -> str:
    """Say what is wrong with a turn."""
    due = len(path) % 2 + 1 if rules.duel else 1
    if line.seat != due:
        return f"seat {due} is to move"
    move = line.move
    if move == {"stop": True}:
        return "" if path and not rules.duel else "stopping is not allowed here"
    if not (isinstance(move, list) and [type(part) for part in move] == [int, int]):
        return f"{quote(move)} is neither a cell nor a stop"
    found = verdict(board, [*path, (move[0] - 1, move[1] - 1)])
    if not found.legal:
        return f"({move[0]}, {move[1]}) breaks the rule {found.rule}"
    return "no move is possible from there" if rules.duel and not path and found.finished else ""


def _result(rules: GameRules, board: Board, path: list[Place]) -> dict[str, Any]:
    """Return the result of a path, as far as it is known."""
    total = sum(value_at(board, place) for place in path)
    if rules.duel:
        winner = (len(path) - 1) % 2
        scores = [total, -total] if winner == 0 else [-total, total]
        return {"winners": [winner + 1], "scores": scores, "how": "won"}
    level = _level(board, total)
    if level is None:
        return {}
    won = level == 4
    return {"winners": [1] if won else [], "scores": [level], "how": "won" if won else "finished"}


def _level(board: Board, total: int) -> int | None:
    """Return the highest of X, Y, expert and Z that a sum reaches, 0 for none; None where Z is not known."""
    before = leading(board)
    ends = [backward_sum(board, before, end) for end in places(board)]
    least = [0, ends[board.cells.index(board.n)], max(ends), max(Expert(board).sum)]
    best = _Best(board).value
    if best is None:
        return None
    return max(at for at, value in enumerate([*least, best]) if total >= value)


class _Best:
    """The greatest sum of a path, by a recurrence over the used cells of one number."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ahead = {place: sorted(onward(board, place)) for place in places(board)}
        self.known: dict[tuple[Place, frozenset[Place]], int] = {}

    @property
    def value(self) -> int | None:
        """The greatest sum; None where there are too many states."""
        try:
            return max(self.best(place, frozenset([place])) for place in self.ahead)
        except OverflowError:
            return None

    def best(self, place: Place, used: frozenset[Place]) -> int:
        """Return the greatest sum from a cell on."""
        if (place, used) not in self.known:
            if len(self.known) >= MOST_STATES:
                raise OverflowError
            own, most = value_at(self.board, place), 0
            for target in self.ahead[place]:
                if value_at(self.board, target) > own:
                    most = max(most, self.best(target, frozenset([target])))
                elif target not in used:
                    most = max(most, self.best(target, used | {target}))
            self.known[place, used] = own + most
        return self.known[place, used]
