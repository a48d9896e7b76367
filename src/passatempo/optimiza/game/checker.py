"""An independent checker of game records, which deals again and checks the path by the rules.

Alone, the score is a level. X, Y and the expert are computed by their definitions, and Z by a recurrence whose states
are a cell and the used cells of its number. If equal numbers form large components, the states may be too many. Then a
claim of Z is accepted unchecked.
"""

from collections.abc import Iterator
from typing import Any

from passatempo.core.errors import FormatError, InvalidInstance, quote
from passatempo.core.json import convert
from passatempo.core.random import Random
from passatempo.games.records import Head, Record, TurnLine, rules_in, wrong_result
from passatempo.optimiza.checker import backward_sum, list_predecessors
from passatempo.optimiza.game.rules import PRESETS, GameRules
from passatempo.optimiza.greedy import ExpertGreedy
from passatempo.optimiza.json import BoardJson, load_board
from passatempo.optimiza.model import Board, copy_count
from passatempo.optimiza.rules import all_places, judge_path, legal_targets, number_at

Place = tuple[int, int]

MOST_STATES = 200_000  # of the recurrence: a second or two


def check(record: Record) -> tuple[str, ...]:
    """List the errors of a record, one sentence each, with its turn.

    >>> from passatempo.games.records import Head, Record, TurnLine
    >>> head = Head(1, "optimiza", "0", {"preset": "path"}, [{"name": "you"}], "7")
    >>> check(Record(head, (TurnLine(1, 1, [2, 3]), TurnLine(2, 1, [2, 3]))))
    ('turn 2, seat 1: (2, 3) breaks the rule not-straight',)
    """
    return tuple(_record_faults(record))


def _record_faults(record: Record) -> Iterator[str]:
    try:
        rules = rules_in(record.head, GameRules, PRESETS, "path")
        board = _deal_board(record.head, rules)
    except (FormatError, InvalidInstance) as error:
        yield f"the head: {error}"
        return
    if len(record.head.seats) != rules.seats:
        yield f"the head: {len(record.head.seats)} seats, but {rules.seats} play"
    path: list[Place] = []
    is_stopped = False
    for line in record.turns:
        fault = "the game was over" if is_stopped or _is_final(board, path) else _move_fault(rules, board, path, line)
        if fault:
            yield f"turn {line.turn}, seat {line.seat}: {fault}"
            return
        if isinstance(line.move, dict):
            is_stopped = True
        else:
            path.append((line.move[0] - 1, line.move[1] - 1))
    if record.end is not None:
        is_over = is_stopped or _is_final(board, path)
        yield from wrong_result(record.end.result, _game_outcome(rules, board, path) if is_over else None)


def _deal_board(head: Head, rules: GameRules) -> Board:
    """Deal again: each number as often as it must occur, shuffled."""
    if head.deal is not None:
        board = load_board(convert(head.deal, BoardJson, "the deal"))
        if (board.n, board.variant) != (rules.N, rules.variant):
            raise FormatError("the board dealt is of other rules")
        return board
    cells = [number for number in range(1, rules.N + 1) for _ in range(copy_count(rules.variant, rules.N, number))]
    return Board(rules.N, tuple(Random(int(head.seed or 0), "optimiza", "deal").shuffle_copy(cells)), rules.variant)


def _is_final(board: Board, path: list[Place]) -> bool:
    return bool(path) and judge_path(board, path).finished


def _move_fault(rules: GameRules, board: Board, path: list[Place], line: TurnLine) -> str:
    """Describe the errors of a turn."""
    due = len(path) % 2 + 1 if rules.duel else 1
    if line.seat != due:
        return f"seat {due} is to move"
    move = line.move
    if move == {"stop": True}:
        return "" if path and not rules.duel else "stopping is not allowed here"
    if not (isinstance(move, list) and [type(part) for part in move] == [int, int]):
        return f"{quote(move)} is neither a cell nor a stop"
    path_verdict = judge_path(board, [*path, (move[0] - 1, move[1] - 1)])
    if not path_verdict.legal:
        return f"({move[0]}, {move[1]}) breaks the rule {path_verdict.rule}"
    return "no move is possible from there" if rules.duel and not path and path_verdict.finished else ""


def _game_outcome(rules: GameRules, board: Board, path: list[Place]) -> dict[str, Any]:
    """Return the result of a path, as far as it is known."""
    total = sum(number_at(board, place) for place in path)
    if rules.duel:
        winner = (len(path) - 1) % 2
        scores = [total, -total] if winner == 0 else [-total, total]
        return {"winners": [winner + 1], "scores": scores, "how": "won"}
    level = _level_index(board, total)
    if level is None:
        return {}
    won = level == 4
    return {"winners": [1] if won else [], "scores": [level], "how": "won" if won else "finished"}


def _level_index(board: Board, total: int) -> int | None:
    """Return the highest of X, Y, expert and Z that a sum reaches, 0 for none; None where Z is not known."""
    before = list_predecessors(board)
    ends = [backward_sum(board, before, end) for end in all_places(board)]
    level_sums = [0, ends[board.cells.index(board.n)], max(ends), max(ExpertGreedy(board).cell_sums)]
    best = _BestSum(board).board_sum
    if best is None:
        return None
    return max(at for at, level_sum in enumerate([*level_sums, best]) if total >= level_sum)


class _BestSum:
    """The greatest sum of a path, by a recurrence over the used cells of one number."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.legal_targets = {place: sorted(legal_targets(board, place)) for place in all_places(board)}
        self.best_sums: dict[tuple[Place, frozenset[Place]], int] = {}

    @property
    def board_sum(self) -> int | None:
        """The greatest sum; None where there are too many states."""
        try:
            return max(self.best_from(place, frozenset([place])) for place in self.legal_targets)
        except OverflowError:
            return None

    def best_from(self, place: Place, used: frozenset[Place]) -> int:
        """Return the greatest sum from a cell on."""
        if (place, used) not in self.best_sums:
            if len(self.best_sums) >= MOST_STATES:
                raise OverflowError
            cell_number, best_suffix = number_at(self.board, place), 0
            for target in self.legal_targets[place]:
                if number_at(self.board, target) > cell_number:
                    best_suffix = max(best_suffix, self.best_from(target, frozenset([target])))
                elif target not in used:
                    best_suffix = max(best_suffix, self.best_from(target, used | {target}))
            self.best_sums[place, used] = cell_number + best_suffix
        return self.best_sums[place, used]
