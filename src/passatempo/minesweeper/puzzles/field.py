"""A field that can be cleared without a guess: a random one, repaired, with the proof of every step."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.minesweeper.drawing import STEP
from passatempo.minesweeper.exact.methods import pack_neighbourhood
from passatempo.minesweeper.formats.minefield import field_rows
from passatempo.minesweeper.model import LEVELS, Board, is_covered
from passatempo.minesweeper.puzzles.answers import judge_field
from passatempo.minesweeper.puzzles.params import FieldParams, field_of_word, word_of_field
from passatempo.minesweeper.puzzles.presentation import (
    draw_field,
    goal_of_field,
    hints_of_field,
    rules_of_field,
    show_field,
)
from passatempo.minesweeper.puzzles.proof import (
    METHOD,
    ProofStep,
    ask_kernel,
    clears_field,
    first_position,
    places_from_one,
    play_rounds,
)
from passatempo.puzzles.puzzle import PuzzleContent, Recipe, log2_hundredths

FEW_PAIRS = 3  # steps
WEIGHTS = {"single": 1, "pair": 8, "chain": 64, "count": 64}  # of a round, for the load
Rows: TypeAlias = "tuple[tuple[int, ...], ...]"


def make_field_puzzle(params: FieldParams, random: Random, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Lay mines, repair the field by swaps, and prove it; None if the repair fails or the field opens at once."""
    rows, columns, mines = params.size
    field_request = {"mines": mines, "first": params.first, "exact": params.hardest == "count"}
    field_reply = ask_kernel("make_field", deadline, rows=rows, columns=columns, state=random.state, **field_request)
    random.state = field_reply["state"]
    return puzzle_of(params, field_reply["mine"], deadline) if field_reply["done"] else None


def puzzle_of(params: FieldParams, mine: Sequence[int], deadline: Deadline) -> PuzzleContent[Board] | None:
    """Build the puzzle of a field without guesses; None if it opens at once.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> made = puzzle_of(FieldParams("custom", 4, 4, 1), [cell == 11 for cell in range(16)], Deadline(Limits()))
    >>> made.solution["field"], made.grade, made.uniqueness_proof[0]["open"]
    (['....', '....', '...*', '....'], 1, [[4, 4]])
    """
    rows, columns, mines = params.size
    board = first_position(rows, columns, mine, params.first)
    steps = play_rounds(board, mine, deadline, params.hardest)
    if not steps:
        return None
    [first] = places_from_one(board, [params.first])
    features = features_of(board, mine, steps)
    return PuzzleContent(
        instance=board,
        goal={"first": first, "rows": rows, "columns": columns, "mines": mines, "hardest": params.hardest},
        solution={"field": field_rows(mine, columns)},
        grade=grade_of_rounds(features),
        solving_effort=log2_hundredths(1 + sum(WEIGHTS[level] * features[level] for level in LEVELS)),
        features=features,
        uniqueness_proof=[step_json(board, step) for round_steps in steps for step in round_steps],
    )


def features_of(board: Board, mine: Sequence[int], steps: Sequence[Sequence[ProofStep]]) -> dict[str, int]:
    """Count the rounds of each level, the steps, the fewest clicks that clear the field, and the buried mines."""
    levels = Counter(round_steps[0].level for round_steps in steps)
    cell_neighbours = [board.surface.neighbours(cell) for cell in range(len(mine))]
    sides: dict[str, Any] = {"near": pack_neighbourhood(board.variant), "rows": board.rows, "columns": board.columns}
    return {
        **{level: levels[level] for level in LEVELS},
        "steps": sum(map(len, steps)),
        "opened": len(mine) - board.covered,
        "three_bv": Interface.of("minesweeper").ask("least_clicks", mine=mine, **sides).reply["clicks"],
        "buried": sum(
            bool(mine[cell]) and all(mine[n] for n in near_cells) for cell, near_cells in enumerate(cell_neighbours)
        ),
    }


def grade_of_rounds(features: Mapping[Any, int]) -> int:
    """Grade a field by the hardest rule that it needs, and by how often it needs pairs.

    >>> [grade_of_rounds({"pair": pair, "chain": 0, "count": 0}) for pair in (0, 3, 4)]
    [1, 2, 3]
    """
    if features["count"]:
        return 5
    if features["chain"]:
        return 4
    return 1 if not features["pair"] else 2 if features["pair"] <= FEW_PAIRS else 3


def step_json(board: Board, step: ProofStep) -> dict[str, Any]:
    """Write a step of a proof, with cells from 1.

    >>> step_json(Board(1, 5, bytes([0, 1, 255, 1, 255])), ProofStep((4,), (1, 3), "single"))
    {'open': [[1, 5]], 'because': [[1, 2], [1, 4]], 'level': 'single'}
    """
    opened, because = places_from_one(board, step.safe_cells), places_from_one(board, step.because)
    return {"open": opened, "because": because, "level": step.level}


def mines_of_solution(field_puzzle: PuzzleContent[Board]) -> list[int]:
    """Return the mines of a puzzle, one entry per cell, 1 for a mine."""
    return [int(sign == "*") for row in field_puzzle.solution["field"] for sign in row]


def confirm_puzzle(params: FieldParams, field_puzzle: PuzzleContent[Board], limits: Limits) -> str:
    """Confirm a puzzle by clearing its field with an independent method."""
    return METHOD if clears_field(field_puzzle.instance, mines_of_solution(field_puzzle), Deadline(limits)) else ""


def symmetry_key(field_puzzle: PuzzleContent[Board]) -> Rows:
    """Return the mines and the opening up to the symmetries of the field."""
    board, mine = field_puzzle.instance, mines_of_solution(field_puzzle)
    cell_codes = [2 * is_mine + is_covered(code) for is_mine, code in zip(mine, board.cells, strict=True)]
    return smallest_matrix([cell_codes[at : at + board.columns] for at in range(0, len(cell_codes), board.columns)])


def possible_grades(params: FieldParams) -> Sequence[int]:
    """Return the possible grades of fields with these parameters.

    >>> possible_grades(FieldParams(hardest="pair"))
    (1, 2, 3)
    """
    return (1, 2, 3) if params.hardest == "pair" else (1, 2, 3, 4, 5)


FIELD = Recipe(
    question="safe",
    unique_of="no guess is needed after the first opening",
    proof_method="exact",
    params=FieldParams,
    params_word=word_of_field,
    read_word=field_of_word,
    make_puzzle=make_field_puzzle,
    complete_params=lambda given: (
        {"preset": "custom", **given} if given.keys() & {"rows", "columns", "mines"} else given
    ),
    by_grade={
        1: FieldParams(),
        2: FieldParams(),
        3: FieldParams("intermediate"),
        4: FieldParams("expert"),
        5: FieldParams("expert"),
    },
    possible_grades=possible_grades,
    confirm_unique=confirm_puzzle,
    judge=judge_field,
    hints=hints_of_field,
    draw=draw_field,
    show=show_field,
    rules=rules_of_field,
    goal=goal_of_field,
    symmetry_key=symmetry_key,
    grey=("panel",),
    cell_unit=STEP,
)


def matrix_symmetries(rows: Sequence[Sequence[int]]) -> Iterator[Rows]:
    """Yield a matrix in its eight orientations; some may be equal.

    >>> sorted(set(matrix_symmetries([[1, 2]])))
    [((1,), (2,)), ((1, 2),), ((2,), (1,)), ((2, 1),)]
    """
    at: Rows = tuple(map(tuple, rows))
    for _ in range(4):
        yield at
        yield at[::-1]
        at = tuple(zip(*at[::-1], strict=True))


def smallest_matrix(rows: Sequence[Sequence[int]]) -> Rows:
    """Return the smallest of the eight orientations of a matrix, wider than high unless it is square.

    >>> smallest_matrix([[2], [1]])
    ((1, 2),)
    """
    flat = min(len(rows), len(rows[0]))
    return min(at for at in matrix_symmetries(rows) if len(at) == flat)
