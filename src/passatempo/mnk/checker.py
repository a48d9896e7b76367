"""A checker of answers by the rules of the game: moves, lines of play, values, evaluations.

It does not know how an answer was found, and has its own test of completed lines, a walk from the mark. A value cannot
be proved here in linear time, but it must agree with the outcomes within two plies.
"""

from collections import Counter
from itertools import pairwise
from typing import Any, TypeVar

from passatempo.core.errors import Violation
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, poll_stream
from passatempo.core.pastime import Question
from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.model import Choice, Evaluation, GameValue, Place, Position, Value
from passatempo.mnk.rules import Rules

A = TypeVar("A")

_TURNED: dict[GameValue, GameValue] = {"win": "loss", "draw": "draw", "loss": "win"}
_RANK: dict[GameValue, int] = {"loss": 0, "draw": 1, "win": 2}
MOST_REPLIES = 100_000  # pairs of a move and a reply to examine, which takes about a second


class Board:
    """A board on which marks are placed and removed; long computations raise `Stopped` at the deadline."""

    def __init__(self, position: Position, deadline: Deadline | None = None) -> None:
        self.rules: Rules = position.rules
        self.deadline = deadline
        self.cells = bytearray(position.cells)
        self.mark: int = position.to_move
        self.cells_left = position.empty

    def move_fault(self, place: Place) -> str:
        """Return why a move is not legal, or an empty string."""
        m, n = self.rules.m, self.rules.n
        row, column = place
        if not (0 <= row < m and 0 <= column < n):
            return f"({row + 1},{column + 1}) is outside the board"
        if self.cells[row * n + column]:
            return f"{write_place(place)} is occupied"
        if self.rules.gravity and row + 1 < m and not self.cells[(row + 1) * n + column]:
            return f"{write_place(place)} has an empty cell below it"
        return ""

    def make_move(self, place: Place) -> GameValue | None:
        """Make a move; return its value for the side that makes it if it ends the game."""
        self.cells[place[0] * self.rules.n + place[1]] = self.mark
        self.cells_left -= 1
        over = self._over(place)
        self.mark = 3 - self.mark
        return over

    def undo_move(self, place: Place) -> None:
        """Undo the last move."""
        self.cells[place[0] * self.rules.n + place[1]] = 0
        self.cells_left += 1
        self.mark = 3 - self.mark

    def value_of_move(self, place: Place) -> GameValue | None:
        """Return the value of a move for the side that makes it if it ends the game, without making it."""
        over = self.make_move(place)
        self.undo_move(place)
        return over

    def _over(self, place: Place) -> GameValue | None:
        rules = self.rules
        if (self.mark == 1 or not rules.maker_breaker) and self._completes_line(place):
            return "loss" if rules.misere else "win"
        if self.cells_left:
            return None
        if not rules.maker_breaker:
            return "draw"
        return "win" if (self.mark == 1) == rules.misere else "loss"

    def _completes_line(self, place: Place) -> bool:
        """Return whether a mark is part of a line that counts, by walking both ways in four directions."""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            forward = self._walk_length(place, down, right)
            back = 1 if self._is_circular(forward, down, right) else self._walk_length(place, -down, -right)
            length = forward + back - 1
            if length == self.rules.k if self.rules.exact else length >= self.rules.k:
                return True
        return False

    def _is_circular(self, length: int, down: int, right: int) -> bool:
        """Return whether that number of steps around a torus leads back to the start."""
        m, n = self.rules.m, self.rules.n
        return self.rules.torus and length * down % m == 0 and length * right % n == 0

    def _walk_length(self, place: Place, down: int, right: int) -> int:
        """Count equal marks from a place on, including the place itself; around a torus at most once."""
        m, n = self.rules.m, self.rules.n
        row, column = place
        count = 0
        while count == 0 or not self._is_circular(count, down, right):
            if self.cells[row * n + column] != self.mark:
                break
            count += 1
            row, column = row + down, column + right
            if self.rules.torus:
                row, column = row % m, column % n
            elif not (0 <= row < m and 0 <= column < n):
                break
        return count

    def open_cells(self) -> list[Place]:
        """Return the legal moves."""
        places = [divmod(cell, self.rules.n) for cell, mark in enumerate(self.cells) if not mark]
        return [place for place in poll_stream(places, self.deadline, 4096) if not self.move_fault(place)]

    def decisive_cells(self) -> list[Place]:
        """Return the legal moves that could win, namely those next to a mark of the side to move.

        It returns all legal moves near the end, when a full board may decide the game. It also does if a completed line
        loses, since then the test is whether all moves complete one.
        """
        rules = self.rules
        if rules.misere or rules.k == 1 or self.cells_left <= 2:
            return self.open_cells()
        places = [divmod(cell, rules.n) for cell, mark in enumerate(self.cells) if mark == self.mark]
        nearby_places = {(row + i, column + j) for row, column in places for i in (-1, 0, 1) for j in (-1, 0, 1)}
        if rules.torus:
            nearby_places = {(row % rules.m, column % rules.n) for row, column in nearby_places}
        return sorted(place for place in nearby_places if not self.move_fault(place))

    def value_within_two(self, place: Place) -> tuple[GameValue, int] | None:
        """Return the value of a move and its plies if the move and one reply decide the game."""
        over = self.make_move(place)
        try:
            if over:
                return over, 1
            replies = {self.value_of_move(reply) for reply in poll_stream(self.decisive_cells(), self.deadline, 64)}
        finally:
            self.undo_move(place)
        if "win" in replies:
            return "loss", 2
        if replies == {"loss"}:
            return "win", 2
        return None


def check_choice(position: Position, choice: Choice, deadline: Deadline | None = None) -> list[Violation]:
    r"""List the faults of a move: it must be legal, its line playable, and the proved value must fit the line.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.mnk.model import Choice
    >>> from passatempo.mnk.text import read
    >>> [fault.text for fault in check_choice(read("k: 3\n. . O\n. . X\nX O ."), Choice((2, 0)))]
    ['a3 is occupied']
    """
    board = Board(position, deadline)
    fault = board.move_fault(choice.move)
    if fault:
        return [Violation("illegal-move", fault, _json_pair(choice.move))]
    if choice.line and choice.line[0] != choice.move:
        return [Violation("other-line", f"the line begins with {write_place(choice.line[0])}, not with the move")]
    if choice.proven is None:
        return _replay_line(board, choice) if choice.plies is None else [Violation("unproved", "plies without a proof")]
    near_value = board.value_within_two(choice.move)
    faults = _length_faults(position, choice.proven, choice.plies)
    if near_value is not None:
        faults += _value_faults(choice.move, near_value, choice.proven, choice.plies)
    return faults or _replay_line(board, choice)


def _replay_line(board: Board, choice: Choice) -> list[Violation]:
    """Play the line of a move, and compare its end with the proved value."""
    over: GameValue | None = None
    for ply, place in enumerate(choice.line, 1):
        fault = "the game is over before it" if over else board.move_fault(place)
        if fault:
            return [
                Violation("illegal-line", f"ply {ply} of the line, {write_place(place)}: {fault}", _json_pair(place))
            ]
        over = board.make_move(place)
        if over and ply % 2 == 0:
            over = _TURNED[over]
    if choice.proven in ("win", "loss") and choice.plies == len(choice.line) and over != choice.proven:
        return [Violation("no-end", f"the line of {choice.plies} plies does not end in a {choice.proven}")]
    if over and choice.proven and over != choice.proven:
        return [Violation("wrong-end", f"the line ends in a {over}, but a {choice.proven} is claimed as proved")]
    return []


def _length_faults(position: Position, game_value: GameValue, plies: int | None) -> list[Violation]:
    """Check whether a game can end with this value after this number of plies."""
    if plies is None:
        return []
    rules, left = position.rules, position.empty
    if game_value == "draw":
        return [Violation("draw-length", f"a draw has no length, not even {plies}")]
    if not 1 <= plies <= left:
        return [Violation("length", f"a {game_value} in {plies} plies with {left} empty cells")]
    maker = position.to_move == 1
    if rules.maker_breaker and ((game_value == "win") == maker) == rules.misere:
        odd_or_full = plies == left  # a full board decides the game
    else:
        odd_or_full = (plies % 2 == 1) == ((game_value == "win") != rules.misere)
    if odd_or_full:
        return []
    return [Violation("parity", f"a {game_value} cannot come after {plies} plies: it would be the wrong side's move")]


def _value_faults(
    place: Place, near_value: tuple[GameValue, int], game_value: GameValue, plies: int | None
) -> list[Violation]:
    """Compare the claimed value of a move with its value within two plies."""
    if near_value[0] == game_value and plies in (None, near_value[1]):
        return []
    answer_claim = game_value if plies is None else f"{game_value} in {plies}"
    board_claim = f"{near_value[0]} in {near_value[1]}" if near_value[0] != "draw" else "draw"
    return [
        Violation("wrong-value", f"{write_place(place)} is a {board_claim}, not a {answer_claim}", _json_pair(place))
    ]


def check_value(question: Question, value_answer: Value, deadline: Deadline | None = None) -> list[Violation]:
    r"""List the faults of a value that its lengths, the table of moves, and two plies of play reveal.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.model import Value
    >>> from passatempo.mnk.text import read
    >>> said = Value("draw", None, ((2, 2),))
    >>> [fault.text for fault in check_value(Question(read("k: 3\nX X .\nO O .\n. . .")), said)][0]
    'c3 is a loss in 2, not a draw'
    """
    position: Position = question.instance
    board = Board(position, deadline)
    if not value_answer.best_moves:
        return [Violation("no-best-move", "no best move is given")]
    for place in poll_stream(
        (*value_answer.best_moves, *(place for place, _, _ in value_answer.moves)), deadline, 1024
    ):
        fault = board.move_fault(place)
        if fault:
            return [Violation("illegal-move", fault, _json_pair(place))]
    if len(set(value_answer.best_moves)) < len(value_answer.best_moves):
        return [Violation("twice", "a best move is given twice")]
    faults = _length_faults(position, value_answer.value, value_answer.plies)
    faults += _table_faults(position, board, value_answer) if value_answer.moves else []
    return faults or _short_faults(board, value_answer)


def _table_faults(position: Position, board: Board, value_answer: Value) -> list[Violation]:
    """Compare the table of moves with the value."""
    places, legal = [place for place, _, _ in value_answer.moves], board.open_cells()
    if sorted(places) != sorted(legal):
        error_message = f"{count_of(len(places), 'move')} {'is' if len(places) == 1 else 'are'} valued"
        return [Violation("moves", f"{error_message}, {len(legal)} {'is' if len(legal) == 1 else 'are'} legal")]
    table = poll_stream(value_answer.moves, board.deadline, 1024)
    faults = [fault for _, game_value, plies in table for fault in _length_faults(position, game_value, plies)]
    best = max(_RANK[game_value] for _, game_value, _ in value_answer.moves)
    if best != _RANK[value_answer.value]:
        faults.append(
            Violation("not-best", f"the value is {value_answer.value}, but a move is worth more or all are less")
        )
    lengths = {place: plies for place, game_value, plies in value_answer.moves if game_value == value_answer.value}
    exact_plies = [plies for plies in lengths.values() if plies is not None]
    if exact_plies:
        longest = max(exact_plies) if value_answer.value == "loss" else min(exact_plies)
        if value_answer.plies not in (None, longest):
            faults.append(Violation("length", f"plies is {value_answer.plies}, the moves say {longest}"))
        lengths = {place: plies for place, plies in lengths.items() if plies == longest}
    if set(value_answer.best_moves) != set(lengths):
        faults.append(
            Violation("best-moves", f"{len(value_answer.best_moves)} best moves, the table has {len(lengths)}")
        )
    return faults


def _short_faults(board: Board, value_answer: Value) -> list[Violation]:
    """Search two plies after each move of the table, or the best moves, and find wins in one that the answer misses."""
    worth_table = {place: (game_value, plies) for place, game_value, plies in value_answer.moves}
    worth_table |= {
        place: (value_answer.value, value_answer.plies) for place in value_answer.best_moves if place not in worth_table
    }
    faults: list[Violation] = []
    for place, (game_value, plies) in list(worth_table.items())[: max(1, MOST_REPLIES // max(1, board.cells_left))]:
        near_value = board.value_within_two(place)
        if near_value is not None:
            faults += _value_faults(place, near_value, game_value, plies)
    for place in poll_stream(board.decisive_cells(), board.deadline, 64):
        if (
            place not in worth_table
            and board.value_of_move(place) == "win"
            and (value_answer.value != "win" or (value_answer.plies or 1) > 1)
        ):
            faults.append(Violation("missed", f"{write_place(place)} wins at once", _json_pair(place)))
    return faults


def value_key(question: Question, value_answer: Value) -> tuple[Any, ...]:
    r"""Return the parts that every correct answer shares: the value, and the plies, best moves and table if requested.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.model import Value, ValueAsk
    >>> value_key(Question(None, ValueAsk()), Value("win", 3, ((0, 1),)))
    ('win',)
    >>> value_key(Question(None, ValueAsk(shortest=True)), Value("win", 3, ((0, 1),)))
    ('win', 3, ((0, 1),))
    """
    value_ask = question.ask
    if not (value_ask.shortest or value_ask.all_moves):
        return (value_answer.value,)
    table = (tuple(sorted(value_answer.moves)),) if value_ask.all_moves else ()
    return value_answer.value, value_answer.plies, tuple(sorted(value_answer.best_moves)), *table


def value_of_game(question: Question, value_answer: Value) -> int:
    """Return the value as a number: 1 for a win of the side to move, 0 for a draw, -1 for a loss."""
    return _RANK[value_answer.value] - 1


def check_evaluation(question: Question, evaluation: Evaluation, deadline: Deadline | None = None) -> list[Violation]:
    r"""List the faults of an evaluation; this function counts runs itself, by walking from each first mark.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.model import EvaluateAsk, Evaluation
    >>> from passatempo.mnk.text import read
    >>> said = Evaluation("X", 5, 0, (("X", ((1, "closed", 4),)), ("O", ())))
    >>> [fault.text for fault in check_evaluation(Question(read("k: 3\nX"), EvaluateAsk("X")), said)]
    ['A is 0, not 5']
    """
    position: Position = question.instance
    me = question.ask.me or "?XO"[position.to_move]
    if evaluation.me != me or [side for side, _ in evaluation.runs] != [me, "O" if me == "X" else "X"]:
        return [Violation("wrong-side", f"the evaluation should be as {me} sees it, its own runs first")]
    faults = []
    for (side, run_table), name, claim_sum in zip(
        evaluation.runs, "AB", (evaluation.own, evaluation.other), strict=True
    ):
        run_counts = count_runs(position, "?XO".index(side), deadline)
        if dict(run_counts) != {(length, kind): count for length, kind, count in run_table}:
            faults.append(Violation("wrong-runs", f"the runs of {side} are counted wrongly"))
        total = sum(
            count * run_term(length, kind, position.rules.k, name) for (length, kind), count in run_counts.items()
        )
        if claim_sum != total:
            faults.append(Violation("wrong-sum", f"{name} is {total}, not {claim_sum}"))
    return faults


def _json_pair(place: Place) -> list[int]:
    return [place[0] + 1, place[1] + 1]


def run_term(length: int, kind: str, k: int, name: str) -> int:
    """Return the coefficient of a run in A or in B by the published formula.

    >>> run_term(3, "open", 5, "A"), run_term(4, "half", 5, "B"), run_term(5, "closed", 5, "A")
    (100, 2000, 1000000)
    """
    if length >= k:
        return 1_000_000
    near = {"A": {(1, "half"): 80, (1, "open"): 250, (2, "open"): 100}}
    near["B"] = {(1, "half"): 2000, (1, "open"): 5020, (2, "open"): 1300}
    if (k - length, kind) in near[name]:
        return near[name][k - length, kind]
    if (k - length, kind) == (2, "half"):
        return 1
    return {"closed": 0, "half": 2 * length - 1, "open": 2 * length}[kind]


def count_runs(position: Position, mark: int, deadline: Deadline | None) -> Counter[tuple[int, str]]:
    r"""Count the runs of one side by length and kind.

    On a torus of fewer than three rows or columns two directions may follow the same steps; such a run counts once.

    >>> from passatempo.mnk.text import read
    >>> count_runs(read("k: 3\nX X .\nO O ."), 1, None)[2, "half"]
    1
    """
    run_counts, walk_sets = Counter[tuple[int, str]](), set()
    for place in (divmod(cell, position.rules.n) for cell, other in enumerate(position.cells) if other == mark):
        if deadline is not None and place[1] % 64 == 0:
            deadline.check()
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            walk = _walk_run(position, place, step)
            if not walk or frozenset(map(frozenset, pairwise(walk))) in walk_sets:
                continue
            walk_sets.add(frozenset(map(frozenset, pairwise(walk))))
            is_circle = walk[0] == walk[-2]
            free = 0 if is_circle else sum(_mark_at(position, end) == 0 for end in (walk[0], walk[-1]))
            run_counts[len(walk) - 2, ("closed", "half", "open")[free]] += 1
    return run_counts


def _walk_run(position: Position, place: Place, step: Place) -> list[Place]:
    """Walk along a run; return it with the places before and after it, or [] if `place` is not its first cell."""
    mark = _mark_at(position, place)
    if not position.rules.torus and _mark_at(position, _next_place(position, place, (-step[0], -step[1]))) == mark:
        return []  # around a torus every cell may be the first one
    walk = [_next_place(position, place, (-step[0], -step[1])), place]
    while _mark_at(position, walk[-1]) == mark:
        walk.append(_next_place(position, walk[-1], step))
        if walk[-1] == place:  # the run goes around the torus
            return walk
    return walk if _mark_at(position, walk[0]) != mark else []


def _next_place(position: Position, place: Place, step: Place) -> Place:
    row, column = place[0] + step[0], place[1] + step[1]
    return (row % position.rules.m, column % position.rules.n) if position.rules.torus else (row, column)


def _mark_at(position: Position, place: Place) -> int:
    """Return the mark at a place, or -1 off the board."""
    row, column = place
    inside = 0 <= row < position.rules.m and 0 <= column < position.rules.n
    return position.cells[row * position.rules.n + column] if inside else -1
