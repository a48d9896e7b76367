"""An independent checker of game records, which makes every move on its own board."""

from collections.abc import Iterator

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.json import convert
from passatempo.games.records import Head, Record, TurnLine, rules_in, wrong_result
from passatempo.mnk.checker import Board
from passatempo.mnk.game.rules import PRESETS, GameRules
from passatempo.mnk.json import PositionJson, load_position
from passatempo.mnk.model import Position

SIDES = 2


def check(record: Record) -> tuple[str, ...]:
    """List the faults of a record, one sentence each, with the turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "mnk", "0", {"preset": "tictactoe"}, [{"name": "X"}, {"name": "O"}])
    >>> check(Record(head, (TurnLine(1, 1, [2, 2]), TurnLine(2, 2, [2, 2]))))
    ('turn 2, seat 2: b2 is occupied',)
    """
    return tuple(_record_faults(record))


def _record_faults(record: Record) -> Iterator[str]:
    try:
        board = Board(_start_position(record.head))
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != SIDES:
        yield f"the head: {len(record.head.seats)} seats, but two sides play"
    over: tuple[int, str] | None = None
    for line in record.turns:
        fault = "the game was over" if over else _turn_fault(board, line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        mover, game_value = board.mark, board.make_move((line.move[0] - 1, line.move[1] - 1))
        over = None if game_value is None else (mover, game_value)
    if record.end is not None:
        yield from wrong_result(record.end.result, None if over is None else _line_outcome(*over))


def _start_position(head: Head) -> Position:
    rules = rules_in(head, GameRules, PRESETS, "tictactoe").board
    if head.deal is None:
        return Position(rules, bytes(rules.size))
    position = load_position(convert(head.deal, PositionJson, "the deal"))
    if position.rules != rules:
        raise FormatError("the position dealt is of other rules")
    return position


def _turn_fault(board: Board, line: TurnLine) -> str:
    if line.seat != board.mark:
        return f"seat {board.mark} is to move"
    move = line.move
    if not (isinstance(move, list) and len(move) == SIDES and all(type(part) is int for part in move)):
        return f"{quote(move)} is not a row and a column"
    return board.move_fault((move[0] - 1, move[1] - 1))


def _line_outcome(mover: int, game_value: str) -> dict[str, object]:
    """Return the result of a game whose last move has the value `worth` for its mover."""
    winner = {"draw": 0, "win": mover, "loss": 3 - mover}[game_value]
    scores = [0, 0] if winner == 0 else [1, -1] if winner == 1 else [-1, 1]
    return {"winners": [winner] if winner else [], "scores": scores, "how": "won" if winner else "draw"}
