"""Exact values in the plainest Python: a full search of the game with memoisation, for every option of the rules.

It is the specification of the faster methods. Value, plies to the end, and every move's value follow from

    score(p) = best over legal moves of -score(p after the move), one ply further from the end,

where the rules give the score of a finished game. A position is a draw at once if no side has a line left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from passatempo.core.limits import Deadline, Limits, Report, Stopped, silent
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.mnk.lines import DIRECTIONS, Cell, Window, each_window
from passatempo.mnk.model import Choice, GameValue, Position, Value, ValueAsk, require_open
from passatempo.mnk.rules import EMPTY, MARKS, MOST_LISTED, Mark, O, Result, Rules, X, no_line

A = TypeVar("A")

MOST_EMPTY = 200  # no full search finishes with more empty cells, unless no line is left
TOO_MANY = f"the board is too large for a full search: more than {MOST_EMPTY} cells are empty"
WON = 2**20  # more plies than any board has cells; a win in p plies scores WON - p


def landing(rules: Rules, cells: Sequence[int]) -> tuple[Cell, ...]:
    """Return the cells that can be marked, in reading order, even if the game is over."""
    n, last = rules.n, rules.size - rules.n if rules.gravity else 0
    return tuple(c for c, mark in enumerate(cells) if mark == EMPTY and (c >= last or cells[c + n] != EMPTY))


def ends(rules: Rules, cells: Sequence[int], cell: Cell) -> bool:
    """Return whether the mark on a cell is part of a line that counts, so that the move there ended the game."""
    mark = cells[cell]
    if mark == EMPTY or (rules.maker_breaker and mark == O):
        return False
    for down, right in DIRECTIONS:
        ahead = _ahead(rules, cells, cell, down, right)
        back = 0 if ahead < 0 else _ahead(rules, cells, cell, -down, -right)
        length = -ahead if ahead < 0 else 1 + ahead + back
        if length == rules.k or (length > rules.k and not rules.exact):
            return True
    return False


def _ahead(rules: Rules, cells: Sequence[int], cell: Cell, down: int, right: int) -> int:
    """Count equal marks after a cell; minus the length of the circle if they fill it."""
    row, column = divmod(cell, rules.n)
    mark, count = cells[cell], 0
    while True:
        row, column = row + down, column + right
        if rules.torus:
            row, column = row % rules.m, column % rules.n
            if row * rules.n + column == cell:
                return -(count + 1)
        elif not (0 <= row < rules.m and 0 <= column < rules.n):
            return count
        if cells[row * rules.n + column] != mark:
            return count
        count += 1


def undecided(rules: Rules) -> Result:
    """Return the result of a full board without a line."""
    if rules.maker_breaker:
        return "X" if rules.misere else "O"
    return "draw"


class FullSearch:
    """The recurrence for one set of rules, with all scores found so far.

    Parameters
    ----------
    rules
        The rules of the game.
    deadline
        Polled at every position; the search ends with `Stopped` when it expires.
    """

    def __init__(self, rules: Rules, deadline: Deadline) -> None:
        self.rules, self.deadline = rules, deadline
        self.windows: list[Window] | None = [] if rules.listable else None
        if self.windows is not None:
            for number, window in enumerate(each_window(rules.m, rules.n, rules.k, rules.torus)):
                self.windows.append(window)
                if number % 256 == 255:
                    deadline.check()
        self.position_scores: dict[bytes, int] = {}

    def score_position(self, cells: bytearray, mark: Mark) -> int:
        """Return the score of an open position for `mark`, the side to move: 0, WON - plies, or plies - WON."""
        key = bytes(cells)
        best_score = self.position_scores.get(key)
        if best_score is None:
            if self.deadline.step():  # a node examines all lines, and a large board has thousands
                raise Stopped
            moves = landing(self.rules, cells)
            best_score = 0 if self.is_dead(cells) else max(self.score_move(cells, mark, cell) for cell in moves)
            self.position_scores[key] = best_score
        return best_score

    def score_move(self, cells: bytearray, mark: Mark, cell: Cell) -> int:
        """Return the score of a move for the side that makes it, counting the move."""
        cells[cell] = mark
        if ends(self.rules, cells, cell):
            move_score = 1 - WON if self.rules.misere else WON - 1
        elif 0 not in cells:
            over = undecided(self.rules)
            move_score = 0 if over == "draw" else WON - 1 if over == MARKS[mark] else 1 - WON
        else:
            reply = self.score_position(cells, O if mark == X else X)
            move_score = -reply + (reply > 0) - (reply < 0)  # one ply further from the end
        cells[cell] = 0
        return move_score

    def is_dead(self, cells: Sequence[int]) -> bool:
        """Return whether no side has a line left, so that the game is a draw."""
        if self.rules.maker_breaker:
            return False
        if self.windows is None:
            return False
        return all(X in marks and O in marks for marks in ([cells[c] for c in w] for w in self.windows))


def game_value(score: int) -> tuple[GameValue, int | None]:
    """Convert a score to a value and plies.

    >>> game_value(WON - 3), game_value(0), game_value(4 - WON)
    (('win', 3), ('draw', None), ('loss', 4))
    """
    if score == 0:
        return "draw", None
    return ("win", WON - score) if score > 0 else ("loss", WON + score)


def value(question: Question, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Value]:
    r"""Compute the value of a position, the plies to the end, and the value of every move.

    Parameters
    ----------
    question
        An open position with a `ValueAsk`. Lengths and best moves are always given, but only one move if over 10,000.
    limits
        `nodes` counts positions.

    Returns
    -------
    Outcome
        `value` is 1 for a win of the side to move, 0 for a draw, -1 for a loss.

    Raises
    ------
    InvalidInstance
        If the game is over.

    Notes
    -----
    The cost is the number of reachable positions: 3 x 3 takes 0.1 s, 4 x 3 some seconds, 4 x 4 from six marks on.

    Examples
    --------
    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.text import read
    >>> value(Question(read("k: 3\n. . O\n. . X\nX O ."), ValueAsk())).answer
    Value(value='win', plies=3, best_moves=((1, 0),), moves=())
    """
    position: Position = question.instance
    value_ask: ValueAsk = question.ask
    require_open(position)
    deadline = Deadline(limits)
    scores = score_moves(position, deadline)
    stats = {"nodes": deadline.node_count}
    if scores is None:
        reason = TOO_MANY if deadline.stop_reason is StopReason.DONE else ""
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats, reason=reason)
    best = max(scores.values())
    best_value, plies = game_value(best)
    try:
        table = _poll_rows(scores.items(), deadline) if value_ask.all_moves else ()
        moves = tuple((position.place(cell), *game_value(score)) for cell, score in table)
        best_cells: Iterable[Cell] = (cell for cell, score in _poll_rows(scores.items(), deadline) if score == best)
        if len(scores) > MOST_LISTED and not (value_ask.shortest or value_ask.all_moves):
            best_cells = islice(best_cells, 1)  # every move keeps it, and a large board has too many to list
        best_moves = tuple(map(position.place, best_cells))
    except Stopped:
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats)
    value_answer = Value(best_value, plies, best_moves, moves)
    reason = no_line(position.rules, undecided(position.rules))
    return Outcome(Status.SOLVED, value_answer, (best > 0) - (best < 0), stats=stats, reason=reason)


def _poll_rows(sequence: Iterable[A], deadline: Deadline) -> Iterator[A]:
    """Yield items and poll the clock every 4096 items, so that small boards are never cut off."""
    for number, member in enumerate(sequence):
        if number % 4096 == 4095:
            deadline.check()
        yield member


def score_moves(position: Position, deadline: Deadline) -> dict[Cell, int] | None:
    """Return the score of every legal move; None if a limit came first, or if there are too many cells."""
    rules = position.rules
    if rules.hopeless:  # no move matters
        over = undecided(rules)
        won = 0 if over == "draw" else 1 if over == MARKS[position.to_move] else -1
        return dict.fromkeys(position.legal, won * (WON - position.empty))
    cells = bytearray(position.cells)
    try:
        search = FullSearch(rules, deadline)
        if position.empty > MOST_EMPTY and not search.is_dead(cells):
            return None
        return {cell: search.score_move(cells, position.to_move, cell) for cell in position.legal}
    except Stopped:
        return None


def move(position: Position, /, limits: Limits = Limits(), report: Report = silent) -> Outcome[Choice]:
    r"""Find a best move by the full search: the shortest win, else a draw, else the longest loss.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> move(read("k: 3\n. . O\n. . X\nX O .")).answer.move
    (1, 0)
    """
    require_open(position)
    deadline = Deadline(limits)
    scores = score_moves(position, deadline)
    stats = {"nodes": deadline.node_count}
    if scores is None:
        reason = TOO_MANY if deadline.stop_reason is StopReason.DONE else ""
        return Outcome(Status.UNKNOWN, stopped=deadline.stop_reason, stats=stats, reason=reason)
    cell = max(scores, key=lambda cell: scores[cell])
    best_value, plies = game_value(scores[cell])
    place = position.place(cell)
    score = 0 if plies is None else scores[cell]
    return Outcome(Status.SOLVED, Choice(place, (place,), plies or 0, score, best_value, plies), stats=stats)


class Attack:
    r"""Wins in so few moves that all defences can be tried: plain rules, the attacker to move first.

    Parameters
    ----------
    position
        An open position of plain rules.
    deadline
        Counts moves tried; the search ends with `Stopped` when it expires.

    Examples
    --------
    >>> from passatempo.mnk.text import read
    >>> attack = Attack(read("k: 3\n. . O\n. . X\nX O ."), Deadline(Limits()))
    >>> attack.wins_within(1), attack.first_moves(2)
    (False, [3])
    """

    def __init__(self, position: Position, deadline: Deadline) -> None:
        rules = position.rules
        self.deadline, self.k = deadline, rules.k
        self.windows = list(each_window(rules.m, rules.n, rules.k))
        self.cell_windows: list[list[int]] = [[] for _ in range(rules.size)]
        for number, window in enumerate(self.windows):
            for cell in window:
                self.cell_windows[cell].append(number)
        self.mark, self.other = position.to_move, O if position.to_move == X else X
        self.cells = bytearray(rules.size)
        self.marks = {mark: [0] * len(self.windows) for mark in (X, O)}
        for cell, mark in enumerate(position.cells):
            if mark != EMPTY:
                self._place_mark(cell, mark)
        self.memo: dict[tuple[bytes, int, bool], bool] = {}

    def wins_within(self, moves: int) -> bool:
        """Return whether the attacker, who is to move, wins in at most `moves` moves of his own."""
        return self._recall_search(moves, self._can_attack, attacking=True)

    def wins_by(self, cell: Cell, moves: int) -> bool:
        """Return whether the attacker wins in at most `moves` moves, this first one included."""
        self._place_mark(cell, self.mark)
        is_complete = any(self.marks[self.mark][number] == self.k for number in self.cell_windows[cell])
        is_win = is_complete or (moves > 1 and self._recall_search(moves - 1, self._can_hold, attacking=False))
        self._take_back(cell)
        return is_win

    def first_moves(self, moves: int) -> list[Cell]:
        """List the cells that begin a win in at most `moves` moves."""
        return [cell for cell, mark in enumerate(bytes(self.cells)) if mark == EMPTY and self.wins_by(cell, moves)]

    def _recall_search(self, moves: int, search: Callable[[int], bool], *, attacking: bool) -> bool:
        key = bytes(self.cells), moves, attacking
        if key not in self.memo:
            self.deadline.tick()
            self.memo[key] = search(moves)
        return self.memo[key]

    def _place_mark(self, cell: Cell, mark: Mark) -> None:
        self.cells[cell] = mark
        for number in self.cell_windows[cell]:
            self.marks[mark][number] += 1

    def _take_back(self, cell: Cell) -> None:
        for number in self.cell_windows[cell]:
            self.marks[self.cells[cell]][number] -= 1
        self.cells[cell] = EMPTY

    def cells_within(self, mark: Mark, mark_limit: int) -> set[Cell]:
        """Return the empty cells of the lines that a side can complete with at most `mark_limit` marks."""
        mark_counts, other = self.marks[mark], self.marks[O if mark == X else X]
        near = [
            w for w, a, b in zip(self.windows, mark_counts, other, strict=True) if b == 0 and a >= self.k - mark_limit
        ]
        return {cell for window in near for cell in window if self.cells[cell] == EMPTY}

    def _can_attack(self, moves: int) -> bool:
        """Try all moves in a line that either side can complete in time; other moves are useless."""
        if self.cells_within(self.mark, 1):
            return True
        threat_cells = self.cells_within(self.other, 1)
        if moves == 1 or len(threat_cells) > 1:
            return False
        near = threat_cells or self.cells_within(self.mark, moves) | self.cells_within(self.other, moves - 1)
        return any(self.wins_by(cell, moves) for cell in sorted(near))

    def _can_hold(self, moves: int) -> bool:
        """Return whether the attacker wins in `moves` moves against every reply of the other side, who is to move."""
        if self.cells_within(self.other, 1):
            return False
        threats = self.cells_within(self.mark, 1)
        if len(threats) > 1:
            return True
        if not threats and (moves == 1 or not self.wins_within(moves)):
            return False  # the defender may play elsewhere
        for cell in sorted(threats or self.cells_within(self.mark, moves) | self.cells_within(self.other, moves)):
            self._place_mark(cell, self.other)
            beaten = self.wins_within(moves)
            self._take_back(cell)
            if not beaten:
                return False
        return True
