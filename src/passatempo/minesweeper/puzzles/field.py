"""A field that can be cleared without a guess: a random one, repaired, with the proof of every step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline
from passatempo.minesweeper.drawing import STEP
from passatempo.minesweeper.exact.methods import near
from passatempo.minesweeper.model import LEVELS, Board, is_covered
from passatempo.minesweeper.puzzles.judging import judge_field
from passatempo.minesweeper.puzzles.params import FieldParams, field_of_word, word_of_field
from passatempo.minesweeper.puzzles.proof import METHOD, Step, ask, clears, opening, rounds
from passatempo.minesweeper.puzzles.telling import draw_field, goal_of_field, hints_of_field, rules_of_field, show_field
from passatempo.puzzles.puzzle import PuzzleContent, Recipe, log2_hundredths

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from passatempo.core.limits import Limits
    from passatempo.core.random import Random


FEW_PAIRS = 3  # steps
WEIGHTS = {"single": 1, "pair": 8, "chain": 64, "count": 64}  # of a round, in the load
Rows: TypeAlias = "tuple[tuple[int, ...], ...]"


def make(params: FieldParams, random: Random, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Lay mines, repair the field by swaps, and prove it; None where it cannot be repaired, or opens at once."""
    rows, columns, mines = params.size
    wanted = {"mines": mines, "first": params.first, "exact": params.hardest == "count"}
    made = ask("make_field", deadline, rows=rows, columns=columns, state=random.state, **wanted)
    random.state = made["state"]
    return puzzle_of(params, made["mine"], deadline) if made["done"] else None


def puzzle_of(params: FieldParams, mine: Sequence[int], deadline: Deadline) -> PuzzleContent[Board] | None:
    """Make the puzzle of a field that needs no guess; None where it opens at once.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> made = puzzle_of(FieldParams("custom", 4, 4, 1), [cell == 11 for cell in range(16)], Deadline(Limits()))
    >>> made.solution["field"], made.grade, made.proof[0]["open"]
    (['....', '....', '...*', '....'], 1, [[4, 4]])
    """
    rows, columns, mines = params.size
    board = opening(rows, columns, mine, params.first)
    steps = rounds(board, mine, deadline, params.hardest)
    if not steps:
        return None
    grid = ["".join(".*"[mine[row * columns + column]] for column in range(columns)) for row in range(rows)]
    first = [places + 1 for places in board.place(params.first)]
    features = features_of(board, mine, steps)
    return PuzzleContent(
        instance=board,
        goal={"first": first, "rows": rows, "columns": columns, "mines": mines, "hardest": params.hardest},
        solution={"field": grid},
        grade=grade_of_rounds(features),
        solving_effort=log2_hundredths(1 + sum(WEIGHTS[level] * features[level] for level in LEVELS)),
        features=features,
        uniqueness_proof=[step_json(board, step) for some in steps for step in some],
    )


def features_of(board: Board, mine: Sequence[int], steps: Sequence[Sequence[Step]]) -> dict[str, int]:
    """Count the rounds of each level, the steps, the clicks that a field needs at least, and buried mines."""
    levels = Counter(some[0].level for some in steps)
    seen = [board.surface.neighbours(cell) for cell in range(len(mine))]
    sides: dict[str, Any] = {"near": near(board.variant), "rows": board.rows, "columns": board.columns}
    return {
        **{level: levels[level] for level in LEVELS},
        "steps": sum(map(len, steps)),
        "opened": len(mine) - board.covered,
        "three_bv": Interface.of("minesweeper").ask("least_clicks", mine=mine, **sides).reply["clicks"],
        "buried": sum(bool(mine[cell]) and all(mine[n] for n in around) for cell, around in enumerate(seen)),
    }


def grade_of_rounds(features: dict[str, int]) -> int:
    """Grade a field by the hardest rule that it needs, and how often pairs are needed.

    >>> [grade_of_rounds({"pair": pair, "chain": 0, "count": 0}) for pair in (0, 3, 4)]
    [1, 2, 3]
    """
    if features["count"]:
        return 5
    if features["chain"]:
        return 4
    return 1 if not features["pair"] else 2 if features["pair"] <= FEW_PAIRS else 3


def step_json(board: Board, step: Step) -> dict[str, Any]:
    """Write a step of a proof, cells from 1.

    >>> step_json(Board(1, 5, bytes([0, 1, 255, 1, 255])), Step((4,), (1, 3), "single"))
    {'open': [[1, 5]], 'because': [[1, 2], [1, 4]], 'level': 'single'}
    """
    places = [[[part + 1 for part in board.place(cell)] for cell in cells] for cells in (step.open, step.because)]
    return {"open": places[0], "because": places[1], "level": step.level}


def mines_of_solution(made: PuzzleContent[Board]) -> list[int]:
    """Return the mines of a puzzle, 1 for each."""
    return [int(sign == "*") for row in made.solution["field"] for sign in row]


def confirm(params: FieldParams, made: PuzzleContent[Board], limits: Limits) -> str:
    """Let the second method clear the field."""
    return METHOD if clears(made.instance, mines_of_solution(made), Deadline(limits)) else ""


def key(made: PuzzleContent[Board]) -> Rows:
    """Return mines and opening up to the symmetries of the field."""
    board, mine = made.instance, mines_of_solution(made)
    both = [2 * is_mine + is_covered(code) for is_mine, code in zip(mine, board.cells, strict=True)]
    return least([both[at : at + board.columns] for at in range(0, len(both), board.columns)])


def grades(params: FieldParams) -> Sequence[int]:
    """Return the grades that fields of these parameters have.

    >>> grades(FieldParams(hardest="pair"))
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
    make_puzzle=make,
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
    possible_grades=grades,
    confirm_unique=confirm,
    judge=judge_field,
    hints=hints_of_field,
    draw=draw_field,
    show=show_field,
    rules=rules_of_field,
    goal=goal_of_field,
    symmetry_key=key,
    grey=("panel",),
    cell_unit=STEP,
)


def turned(rows: Sequence[Sequence[int]]) -> Iterator[Rows]:
    """Yield a matrix in its eight positions; some may be equal.

    >>> sorted(set(turned([[1, 2]])))
    [((1,), (2,)), ((1, 2),), ((2,), (1,)), ((2, 1),)]
    """
    at: Rows = tuple(map(tuple, rows))
    for _ in range(4):
        yield at
        yield at[::-1]
        at = tuple(zip(*at[::-1], strict=True))


def least(rows: Sequence[Sequence[int]]) -> Rows:
    """Return the least of the eight positions of a matrix: of one with other sides, those that lie flat.

    >>> least([[2], [1]])
    ((1, 2),)
    """
    flat = min(len(rows), len(rows[0]))
    return min(at for at in turned(rows) if len(at) == flat)
