"""The kinds of puzzles: `close`, play the whole hand, and `unlock`, find the card that makes this possible."""

from passatempo.machiavelli.model import Turn
from passatempo.machiavelli.puzzles.maker import (
    MOST_GROUPS,
    PuzzleParams,
    make_close,
    make_unlock,
    params_word,
    read_word,
    symmetry_key,
)
from passatempo.machiavelli.puzzles.referee import confirm_close, confirm_unlock, judge_close, judge_unlock
from passatempo.machiavelli.puzzles.sentences import (
    draw_puzzle,
    goal_of_close,
    goal_of_unlock,
    hints_of_close,
    hints_of_unlock,
    rules_of_close,
    rules_of_unlock,
    show_puzzle,
)
from passatempo.puzzles.puzzle import GRADES, Recipe
from passatempo.render.playing_cards import WIDTH

MOST_LOCKED = 13  # the sum of groups and cards of the hand


def grades_of_close(params: PuzzleParams) -> tuple[int, ...]:
    """Return the grades that occurred in many thousand attempts; few groups give easy puzzles, many do not.

    >>> grades_of_close(PuzzleParams(3, 1)), grades_of_close(PuzzleParams(9, 4))
    ((1, 2, 3, 4), (2, 3, 4, 5))
    """
    lowest = 1 if params.groups < MOST_GROUPS else 2
    return tuple(grade for grade in GRADES if lowest <= grade <= params.groups + 1)


def grades_of_unlock(params: PuzzleParams) -> tuple[int, ...]:
    """Return the grades that occurred; a missing card adds one, so the first grade is impossible.

    A hundred thousand attempts with many groups and a large hand gave no puzzle.

    >>> grades_of_unlock(PuzzleParams(3, 1)), grades_of_unlock(PuzzleParams(9, 4)), grades_of_unlock(PuzzleParams(9, 6))
    ((2, 3, 4, 5), (3, 4, 5), ())
    """
    if params.groups + params.hand > MOST_LOCKED:
        return ()
    return tuple(grade + 1 for grade in grades_of_close(params) if grade < GRADES[-1])


CLOSE: Recipe[PuzzleParams, Turn] = Recipe(
    question="lay",
    unique_of="which cards stand in sets and which in runs",
    proof_method="exact",
    params=PuzzleParams,
    params_word=params_word,
    read_word=read_word,
    make_puzzle=make_close,
    by_grade={
        1: PuzzleParams(5, 2),
        2: PuzzleParams(7, 4),
        3: PuzzleParams(7, 4),
        4: PuzzleParams(6, 3),
        5: PuzzleParams(8, 5),
    },
    possible_grades=grades_of_close,
    confirm_unique=confirm_close,
    judge=judge_close,
    hints=hints_of_close,
    draw=draw_puzzle,
    show=show_puzzle,
    rules=rules_of_close,
    goal=goal_of_close,
    symmetry_key=symmetry_key,
    revealing_features=("taken_up", "arrangements"),
    notes=True,
    cell_unit=WIDTH,
)

UNLOCK: Recipe[PuzzleParams, Turn] = Recipe(
    question="unlock",
    unique_of="the missing card",
    proof_method="exact",
    params=PuzzleParams,
    params_word=params_word,
    read_word=read_word,
    make_puzzle=make_unlock,
    by_grade={2: PuzzleParams(5, 2), 3: PuzzleParams(5, 2), 4: PuzzleParams(6, 2), 5: PuzzleParams(7, 2)},
    possible_grades=grades_of_unlock,
    confirm_unique=confirm_unlock,
    judge=judge_unlock,
    hints=hints_of_unlock,
    draw=draw_puzzle,
    show=show_puzzle,
    rules=rules_of_unlock,
    goal=goal_of_unlock,
    symmetry_key=symmetry_key,
    revealing_features=("taken_up", "arrangements"),
    notes=True,
    cell_unit=WIDTH,
)
