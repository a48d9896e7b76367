"""Positions and answers as text."""

from collections.abc import Mapping

from passatempo.core.pastime import Question
from passatempo.mnk.corrado.evaluation import KINDS, run_weight
from passatempo.mnk.formats.board_text import LAST, LINE, status_line
from passatempo.mnk.formats.notation import letters_of, write_place
from passatempo.mnk.model import Choice, Evaluation, Place, Position, Value
from passatempo.mnk.rules import MARKS, no_line
from passatempo.render.grid import grid


def show_position(position: Position) -> str:
    r"""Write the board with its coordinates, then the rules and the side to move.

    >>> from passatempo.mnk.text import read
    >>> print(show_position(read("k: 2\nX .\n. .")))
       a b
    1  X .
    2  . .
    2,2,2 · O to move
    """
    signs = [LINE] if position.won else []
    last = position.last is not None and position.last not in set().union(*position.won)
    signs += [LAST] if last else []
    legend = f"{', '.join(signs)}\n" if signs else ""
    return f"{draw_board(position)}\n{legend}{status_line(position)}"


def draw_board(position: Position, marks: Mapping[tuple[int, int], str] | None = None) -> str:
    """Write the board with its coordinates; the last move and completed lines are in brackets."""
    marks = {(-1, -1): "  ", **(marks or {})}  # never empty, so that boards of one game align
    for window in position.won:
        marks |= dict.fromkeys(map(position.place, window), "[]")
    if position.last is not None:
        marks.setdefault(position.place(position.last), "()")
    top = [letters_of(column) for column in range(1, position.rules.n + 1)]
    return grid(position.rows, marks=marks, top=top, side=range(1, position.rules.m + 1))


def place_names(places: tuple[Place, ...]) -> str:
    """Write the names of cells, separated by spaces."""
    return " ".join(map(write_place, places))


def show_choice(position: Position, choice: Choice) -> str:
    """Write a move with its line and the proved value."""
    side = MARKS[position.to_move]
    rows = [f"{side} {write_place(choice.move)}"]
    if choice.proven:
        rows.append(f"proved: {value_sentence(choice.proven, choice.plies)} for {side}")
    if position.rules.hopeless:
        rows.append(no_line(position.rules, position.full_result))
    if len(choice.line) > 1:
        rows.append(f"expects {place_names(choice.line)}")
    if not choice.proven:
        rows.append(f"depth {choice.depth}, score {choice.score}")
    return "\n".join(rows)


def value_sentence(game_value: str, plies: int | None) -> str:
    """Write a value with its plies: ``win in 3``."""
    return game_value if plies is None else f"{game_value} in {plies}"


def show_value(question: Question, value_answer: Value) -> str:
    """Write the value, the best moves, and the table of moves if requested."""
    position: Position = question.instance
    side = MARKS[position.to_move]
    rows = [f"{value_sentence(value_answer.value, value_answer.plies)} for {side}"]
    if position.rules.hopeless:
        rows.append(no_line(position.rules, position.full_result))
    rows.append(f"best: {place_names(value_answer.best_moves)}")
    groups: dict[str, list[Place]] = {}
    for place, game_value, plies in sorted(value_answer.moves, key=_move_rank):
        groups.setdefault(value_sentence(game_value, plies), []).append(place)
    rows += [f"{worth_sentence}: {place_names(tuple(places))}" for worth_sentence, places in groups.items()]
    return "\n".join(rows)


def _move_rank(move_row: tuple[Place, str, int | None]) -> tuple[int, int]:
    """Order moves from best to worst."""
    _, game_value, plies = move_row
    return ("win", "draw", "loss").index(game_value), -(plies or 0) if game_value == "loss" else plies or 0


def show_evaluation(question: Question, evaluation: Evaluation) -> str:
    r"""Write the published evaluation term by term.

    >>> from passatempo.core.pastime import Question
    >>> from passatempo.mnk.corrado.evaluation import evaluation_of
    >>> from passatempo.mnk.text import read
    >>> position = read("k: 3\nX . .\n. O .\n. . .")
    >>> print(show_evaluation(Question(position), evaluation_of(position, 1)))
    f = A - B = 2 - 3901 = -3899 as X sees it
    A, the runs of X: 2
      1 half-open    2 x       1 =       2
      1 closed       2 x       0 =       0
    B, the runs of O: 3901
      1 open         3 x    1300 =    3900
      1 half-open    1 x       1 =       1
    """
    k = question.instance.rules.k
    rows = [f"f = A - B = {evaluation.own} - {evaluation.other} = {evaluation.f} as {evaluation.me} sees it"]
    for (side, runs), name, total in zip(evaluation.runs, "AB", (evaluation.own, evaluation.other), strict=True):
        rows.append(f"{name}, the runs of {side}: {total}")
        for length, kind, count in sorted(runs, key=lambda run: (run[0], KINDS.index(run[1])), reverse=True):
            each = run_weight(length, KINDS.index(kind), k, own=name == "A")
            words = "half-open" if kind == "half" else kind
            rows.append(f"  {length} {words:<10} {count:>3} x {each:>7} = {count * each:>7}")
    return "\n".join(rows)
