"""Puzzles with one winning first move, which begins a win within a given number of moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from passatempo.core.errors import FormatError, InvalidInstance, Violation, WrongAnswer, quote
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.messages import mark, translate
from passatempo.core.outcome import STOPS
from passatempo.core.random import Random
from passatempo.core.text import Piece
from passatempo.mnk.drawing import STEP, draw_paper
from passatempo.mnk.formats.notation import read_moves, write_place
from passatempo.mnk.lines import Cell, windows
from passatempo.mnk.model import Choice, Place, Position, require_open
from passatempo.mnk.puzzles.winning_line import winning_line
from passatempo.mnk.reference import Attack
from passatempo.mnk.rules import EMPTY, MARKS, O, Rules, X
from passatempo.mnk.words import show_choice, show_position
from passatempo.puzzles.puzzle import PuzzleContent, Recipe, grade_of, log2_hundredths

LEAST_SIDE, MOST_SIDE = 3, 15
LEAST_K, MOST_K = 3, 8
LEAST_MOVES, MOST_MOVES = 2, 4
MOST_NODES = 50_000  # of the proofs of one game, seven times the need of games of 7,7,4 in 4
MOST_JUDGED = 200_000  # positions of the search that checks an answer, some ten seconds
MOST_ANSWERED = 200  # characters of an answer that are read
ONE_MORE, QUIET, DEEP = 800, 400, 1600  # hundredths of load, see `load_of`
THRESHOLDS = (232, 800, 1300, 2400)  # of the grades: over three fours; three moves; a quiet move; four moves


@dataclass(frozen=True, slots=True)
class WinParams:
    """The board, and the length of the win."""

    m: int = field(default=7, metadata={"help": f"rows, {LEAST_SIDE} to {MOST_SIDE}"})
    n: int = field(default=7, metadata={"help": f"columns, {LEAST_SIDE} to {MOST_SIDE}"})
    k: int = field(default=4, metadata={"help": f"marks in a row that win, {LEAST_K} to {MOST_K}"})
    moves: int = field(default=3, metadata={"help": f"own moves of the win, {LEAST_MOVES} to {MOST_MOVES}"})

    def __post_init__(self) -> None:
        for name, setting, lower_bound, upper_bound in (
            ("m", self.m, LEAST_SIDE, MOST_SIDE),
            ("n", self.n, LEAST_SIDE, MOST_SIDE),
            ("k", self.k, LEAST_K, MOST_K),
            ("moves", self.moves, LEAST_MOVES, MOST_MOVES),
        ):
            if not lower_bound <= setting <= upper_bound:
                raise ValueError(f"{name}: {setting} is not a whole number from {lower_bound} to {upper_bound}")
        if self.k > max(self.m, self.n):
            raise ValueError(f"k: on {self.m} x {self.n} no line has {self.k} cells")


class FirstMoves(NamedTuple):
    """The first moves in the order in which a person tries them: those that make a four, a three, and all others."""

    fours: frozenset[Cell]
    threes: frozenset[Cell]
    quiet_moves: frozenset[Cell]


def word(params: WinParams) -> str:
    """Write the parameters into an ID.

    >>> word(WinParams(9, 9, 5, 2))
    '9X9K5W2'
    """
    return f"{params.m}X{params.n}K{params.k}W{params.moves}"


def read_word(text: str) -> WinParams | None:
    """Read the parameters of an ID.

    >>> read_word("9X9K5W2"), read_word("9X9K5W9")
    (WinParams(m=9, n=9, k=5, moves=2), None)
    """
    match = re.fullmatch("([1-9][0-9]?)X([1-9][0-9]?)K([1-9])W([1-9])", text)
    try:
        return WinParams(*map(int, match.groups())) if match else None
    except ValueError:
        return None


def make_puzzle(params: WinParams, random: Random, deadline: Deadline) -> PuzzleContent[Position] | None:
    """Play one game of a weak player up to a position with only one first move of a shortest win."""
    rules = Rules(params.m, params.n, params.k)
    win_puzzle = draw_win(rules, params.moves, random, deadline)
    return None if win_puzzle is None else puzzle_of(Position(rules, win_puzzle[0]), win_puzzle[1], params.moves)


def draw_win(rules: Rules, moves: int, random: Random, deadline: Deadline) -> tuple[bytes, Cell] | None:
    """Return the marks and the first move of a game's first puzzle, from the kernel.

    Raises
    ------
    Stopped
        If the deadline comes first.

    Examples
    --------
    >>> from passatempo.core.random import Random
    >>> cells, first = draw_win(Rules(4, 4, 3), 2, Random(5), Deadline(Limits()))
    >>> cells[first]
    0
    """
    deadline.check()
    m, n, k = rules.m, rules.n, rules.k
    limits, state = replace(deadline.remaining_limits, nodes=None), random.state
    interface_answer = Interface.of("mnk").ask(
        "draw_win", limits, m=m, n=n, k=k, moves=moves, most=MOST_NODES, state=state
    )
    cells, first, random.state = interface_answer.reply.values()
    deadline.charge(STOPS.index(interface_answer.stop))
    return (bytes(cells), first) if first >= 0 else None


def puzzle_of(position: Position, first: Cell, moves: int) -> PuzzleContent[Position]:
    r"""Build the puzzle of a position from its only first move.

    >>> from passatempo.mnk.text import read
    >>> puzzle_of(read("k: 3\n. . O\n. . X\nX O ."), 3, 2).solution
    {'moves': 2, 'first': [2, 1]}
    """
    firsts = firsts_of(position, moves)
    load = load_of(firsts, first, moves)
    row, column = position.place(first)
    return PuzzleContent(
        instance=position,
        goal={"moves": moves},
        solution={"moves": moves, "first": [row + 1, column + 1]},
        grade=grade_of(load, THRESHOLDS),
        solving_effort=load,
        features={
            "moves": moves,
            "empty": position.empty,
            "fours": len(firsts.fours),
            "threes": len(firsts.threes),
            "others": len(firsts.quiet_moves),
            "makes_four": int(first in firsts.fours),
            "makes_three": int(first in firsts.threes),
        },
    )


def firsts_of(position: Position, moves: int) -> FirstMoves:
    r"""Sort the first moves by the line they make: one that lacks one mark (a four at k = 5), two marks, or more.

    Only moves in a line that one side can complete in time count.

    >>> from passatempo.mnk.text import read
    >>> sorted(firsts_of(read("k: 3\n. . O\n. . X\nX O ."), 2).fours)
    [0, 3, 4]
    """
    rules, cells, mover_mark = position.rules, position.cells, position.to_move
    other = O if mover_mark == X else X
    best: dict[Cell, int] = {}  # the fewest empty cells of an own line through a cell
    near: set[Cell] = set()
    for window in windows(rules.m, rules.n, rules.k):
        row = [cells[cell] for cell in window]
        empty = [cell for cell in window if cells[cell] == EMPTY]
        if other not in row:
            best |= {cell: min(len(empty), best.get(cell, rules.k)) for cell in empty}
            near.update(empty if len(empty) <= moves else ())
        elif mover_mark not in row and len(empty) < moves:
            near.update(empty)
    fours = frozenset(cell for cell, missing_count in best.items() if missing_count <= 2)
    threes = frozenset(cell for cell, missing_count in best.items() if missing_count == 3)
    return FirstMoves(fours, threes, frozenset(near - fours - threes))


def load_of(firsts: FirstMoves, first: Cell, moves: int) -> int:
    """Return the load of a puzzle, in hundredths.

    It is the logarithm of twice the mean number of first moves that a person tries, fours before threes before the
    rest. Each further move adds ``ONE_MORE``, and a first move that forces nothing adds ``QUIET``. From four moves on
    it adds ``DEEP`` less one move, so that no shorter win has as much.

    >>> load_of(FirstMoves(frozenset({1, 2, 3}), frozenset({4}), frozenset()), 2, 2)
    200
    """
    fours, threes, rest_count = map(len, firsts)
    if first in firsts.fours:
        return ONE_MORE * (moves - 2) + log2_hundredths(fours + 1) + (DEEP - ONE_MORE) * (moves > 3)
    tries = 2 * fours + threes + 1 if first in firsts.threes else 2 * fours + 2 * threes + rest_count + 1
    return ONE_MORE * (moves - 2) + log2_hundredths(tries) + (DEEP - ONE_MORE) * (moves > 3) + QUIET


def confirm(params: WinParams, win_puzzle: PuzzleContent[Position], limits: Limits) -> str:
    """Try all defences in plain Python: there is no shorter win, and no other first move."""
    moves, (row, column) = win_puzzle.goal["moves"], win_puzzle.solution["first"]
    try:
        attack = Attack(win_puzzle.instance, Deadline(limits))
        first_moves = [] if attack.wins_within(moves - 1) else attack.first_moves(moves)
    except Stopped:
        return ""
    if list(map(win_puzzle.instance.place, first_moves)) != [(row - 1, column - 1)]:
        first_places = (
            ", ".join(write_place(win_puzzle.instance.place(cell)) for cell in first_moves)
            or "none, or a win is shorter"
        )
        raise WrongAnswer(f"the first moves of a win in {moves} are {first_places}", win_puzzle.instance)
    return "reference"


def judge(win_puzzle: PuzzleContent[Position], answer: Any) -> list[Violation]:
    """List the faults of a first move: after it the win must come in time against every defence."""
    position, moves = win_puzzle.instance, win_puzzle.goal.get("moves")
    if type(moves) is not int or not 1 <= moves <= MOST_MOVES:
        raise FormatError(f"goal: {quote(moves)} is not a number of moves, 1 to {MOST_MOVES}")
    if not position.rules.plain or max(position.rules.m, position.rules.n) > MOST_SIDE:
        raise InvalidInstance([Violation("bad-board", f"a puzzle needs plain rules and at most {MOST_SIDE} rows")])
    require_open(position)
    row, column = read_first(answer)
    if not (0 <= row < position.rules.m and 0 <= column < position.rules.n):
        return [Violation("outside", f"{write_place((row, column))} is outside the board", [row + 1, column + 1])]
    cell, place = row * position.rules.n + column, write_place((row, column))
    if position.cells[cell] != EMPTY:
        return [Violation("occupied", f"{place} is not empty", [row + 1, column + 1])]
    try:
        if Attack(position, Deadline(Limits(nodes=MOST_JUDGED))).wins_by(cell, moves):
            return []
    except Stopped:
        if win_puzzle.solution.get("first") == [row + 1, column + 1]:
            return []
    error_message = f"after {place} {MARKS[position.to_move]} does not win in {moves} moves against every defence"
    return [Violation("no-win", error_message, [row + 1, column + 1])]


def read_first(answer: Any) -> Place:
    """Read a first move as row and column from 0: JSON with the key first, a cell, or a text with moves.

    >>> read_first("c2"), read_first({"first": [2, 3]}), read_first([2, 3]), read_first("c2 d4 e5")
    ((1, 2), (1, 2), (1, 2), (1, 2))
    """
    if isinstance(answer, dict):
        answer = answer.get("first", answer.get("move"))
    if isinstance(answer, str):
        first_moves: Sequence[Any] = read_moves(Piece.of_text(answer[:MOST_ANSWERED], "the answer"))
        if not first_moves:
            raise FormatError(f"{quote(answer)} is not a move, such as c2 or 2,3", kind="bad-move")
        answer = first_moves[0]
    if not (isinstance(answer, list | tuple) and len(answer) == 2 and all(type(part) is int for part in answer)):
        raise FormatError("a first move is a cell [row, column]", kind="json-type")
    if not all(-(10**6) < part < 10**6 for part in answer):
        raise FormatError("a first move is a cell of the board", kind="bad-move")
    return answer[0] - 1, answer[1] - 1


_MADE = (
    mark("The first move makes a line that lacks only one mark: the other side must answer it."),
    mark("The first move makes a line that lacks two marks; it does not threaten to win immediately."),
    mark("The first move makes neither a line that lacks one mark nor one that lacks two."),
)


def hints(win_puzzle: PuzzleContent[Position], locale: str) -> list[str]:
    """Describe the effect of the first move, then its row, its column, and the move itself."""
    first = win_puzzle.solution.get("first")
    if not first:
        return []
    row, column = first
    line_features = win_puzzle.features.get("makes_four"), win_puzzle.features.get("makes_three")
    first_hints = (
        [translate(_MADE[0 if line_features[0] else 1 if line_features[1] else 2], locale)]
        if win_puzzle.features
        else []
    )
    return [
        *first_hints,
        translate("It is in row {row}.", locale, row=row),
        translate("It is {place}.", locale, place=write_place((row - 1, column - 1))),
    ]


def rules(params: WinParams, locale: str) -> str:
    """Return the rules of the game and the task.

    >>> rules(WinParams(), "en").partition(".")[0]
    'X and O take turns marking an empty square'
    """
    return " ".join(
        [
            translate("X and O take turns marking an empty square.", locale),
            translate(
            "The first player with {k} marks in a row, across, down or diagonally, wins.", locale, k=params.k
        ),
            translate("Find the only first move with which the side to move wins in the given number of its own moves,"
                " whatever the other side does; no win is shorter.", locale),
        ]
    )  # fmt: skip


_NAMES = {
    3: mark("Three in a row"),
    4: mark("Four in a row"),
    5: mark("Five in a row"),
    6: mark("Six in a row"),
    7: mark("Seven in a row"),
    8: mark("Eight in a row"),
}


def name(params: WinParams, locale: str) -> str:
    """Return the name of the game: how many marks in a row win.

    >>> name(WinParams(7, 7, 4, 3), "it")
    'Quattro in fila'
    """
    return translate(_NAMES[params.k], locale)


def goal(win_puzzle: PuzzleContent[Position], locale: str) -> str:
    """Write which side wins in how many moves."""
    side = MARKS[win_puzzle.instance.to_move]
    return translate("{side} moves and wins in {moves}", locale, side=side, moves=win_puzzle.goal.get("moves", "?"))


def choice(win_puzzle: PuzzleContent[Position]) -> Choice:
    """Return the solution."""
    row, column = win_puzzle.solution["first"]
    return Choice((row - 1, column - 1), proven="win", plies=2 * win_puzzle.solution["moves"] - 1)


def draw(win_puzzle: PuzzleContent[Position], shows_solution: bool) -> str:
    """Draw the position, or the line of play on it."""
    position = win_puzzle.instance
    if not shows_solution:
        return draw_paper(position)
    (row, column), moves = choice(win_puzzle).move, win_puzzle.solution["moves"]
    return draw_paper(position, [*map(position.place, winning_line(position, row * position.rules.n + column, moves))])


def show(win_puzzle: PuzzleContent[Position], shows_solution: bool) -> str:
    """Write the position, or the first move on it."""
    if shows_solution:
        return show_choice(win_puzzle.instance, choice(win_puzzle))
    return f"{show_position(win_puzzle.instance)}\n{goal(win_puzzle, 'en')}"


def key(win_puzzle: PuzzleContent[Position]) -> tuple[Any, ...]:
    """Return the position up to the symmetries of its board, eight for a square and four for a rectangle."""
    rules = win_puzzle.instance.rules
    rows = [win_puzzle.instance.cells[i : i + rules.n] for i in range(0, rules.size, rules.n)]
    images = []
    for grid_rows in (rows, [bytes(column) for column in zip(*rows, strict=True)]):
        for mirror_rows in (grid_rows, grid_rows[::-1]):
            images += [
                (len(mirror_rows), b"".join(mirror_rows)),
                (len(mirror_rows), b"".join(row[::-1] for row in mirror_rows)),
            ]
    return rules.k, win_puzzle.goal["moves"], min(images)


def grades(params: WinParams) -> Sequence[int]:
    """Return the grades that wins of this length can have.

    >>> grades(WinParams())
    (3, 4)
    """
    return {2: (1, 2), 3: (3, 4)}.get(params.moves, (5,))


WIN = Recipe(
    question="move",
    unique_of="the first move of a win in so many own moves, none shorter",
    proof_method="shortest win of the kernel",
    params=WinParams,
    params_word=word,
    read_word=read_word,
    make_puzzle=make_puzzle,
    by_grade={
        1: WinParams(5, 5, 4, 2),
        2: WinParams(9, 9, 5, 2),
        3: WinParams(7, 7, 4, 3),
        4: WinParams(9, 9, 5, 3),
        5: WinParams(7, 7, 4, 4),
    },
    possible_grades=grades,
    confirm_unique=confirm,
    judge=judge,
    hints=hints,
    draw=draw,
    show=show,
    name=name,
    rules=rules,
    goal=goal,
    symmetry_key=key,
    cell_unit=STEP,
    revealing_features=("makes_four", "makes_three"),
)
