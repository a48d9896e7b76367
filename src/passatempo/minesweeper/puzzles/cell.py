"""A position with one safe cell: a random one, with as many numbers as possible covered again."""

from collections.abc import Sequence

from passatempo.core.errors import WrongAnswer
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.minesweeper import _kernel
from passatempo.minesweeper.drawing import STEP
from passatempo.minesweeper.exact.methods import MINE, SAFE, cells_with_marks, kernel_board
from passatempo.minesweeper.model import LEVELS, UNKNOWN, Board, Cell, Level
from passatempo.minesweeper.puzzles import own_positions as own
from passatempo.minesweeper.puzzles.answers import judge_cell
from passatempo.minesweeper.puzzles.field import Rows, smallest_matrix, step_json
from passatempo.minesweeper.puzzles.params import CellParams, cell_of_word, word_of_cell
from passatempo.minesweeper.puzzles.presentation import draw_cell, goal_of_cell, hints_of_cell, rules_of_cell, show_cell
from passatempo.minesweeper.puzzles.proof import METHOD, ask_kernel, easiest_steps, find_certain, places_from_one
from passatempo.puzzles.puzzle import PuzzleContent, Recipe, Refusal, log2_hundredths, refuse_own

MANY_NUMBERS = 6  # from here on a pair is hard to find
WEIGHTS: dict[Level, int] = {"single": 1, "pair": 3, "chain": 12, "count": 24}


def make_cell_puzzle(params: CellParams, random: Random, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Lay mines, open cells and cover as many as possible; None if more than one cell stays safe."""
    rows, columns, mines = params.rows, params.columns, params.mines
    cell_reply = ask_kernel("make_cell", deadline, rows=rows, columns=columns, mines=mines, state=random.state)
    random.state = cell_reply["state"]
    if not cell_reply["done"]:
        return None
    return puzzle_of(Board(rows, columns, bytes(cell_reply["cells"]), mines), cell_reply["safe"], params, deadline)


def puzzle_of(board: Board, cell: Cell, params: CellParams, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Build the puzzle of a position with one safe cell; None if it needs a harder rule than allowed.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> made = puzzle_of(read("01#1#", mines=1), 4, CellParams(), Deadline(Limits()))
    >>> made.solution, made.grade, made.features["because"]
    ({'cell': [1, 5]}, 1, 2)
    """
    steps = easiest_steps(board, deadline)
    (step,) = steps
    if step.safe_cells != (cell,):
        raise WrongAnswer(f"cell {cell} is not the only safe one", board)
    if LEVELS.index(step.level) > LEVELS.index(params.hardest):
        return None
    numbers = sum(code < UNKNOWN for code in board.cells)
    board_survey = _kernel.survey(kernel_board(board), False, *deadline.remaining_limits.kernel)
    deadline.charge(board_survey.stop)
    return PuzzleContent(
        instance=board,
        goal={"safe": 1},
        solution={"cell": places_from_one(board, [cell])[0]},
        grade=grade_of_level(step.level, numbers),
        solving_effort=log2_hundredths(WEIGHTS[step.level] * numbers * max(1, len(step.because))),
        features={
            "level": 1 + LEVELS.index(step.level),
            "numbers": numbers,
            "because": len(step.because),
            "sure_mines": len(cells_with_marks(board_survey.marks or b"", MINE)),
        },
        uniqueness_proof=[step_json(board, step)],
    )


def make_own(board: Board, limits: Limits) -> PuzzleContent[Board] | Refusal:
    """Make the puzzle of a position with one safe square; otherwise try one more number.

    >>> from passatempo.minesweeper import read
    >>> make_own(read("###"), Limits()).sentence
    'no squares are safe; a puzzle has one'
    """
    board, deadline = own.printable_position(board), Deadline(limits)
    if not own.survey_marks(board, limits):
        return own.refuse_contradictory(board)
    cells = _safe_cells(board, limits)
    made = puzzle_of(board, cells[0], CellParams(), deadline) if len(cells) == 1 else None
    witnesses = [{"cell": place} for place in places_from_one(board, cells)]
    gifts = own.number_gifts(board)
    return made or refuse_own("squares are safe", witnesses, len(cells), gifts, _safe_cells, deadline)


def _safe_cells(board: Board, limits: Limits) -> list[Cell]:
    return cells_with_marks(own.survey_marks(board, limits), SAFE)


def grade_of_level(level: Level, numbers: int) -> int:
    """Grade a position by the rule that it needs, and pairs also by the number of numbers.

    >>> [grade_of_level(level, 6) for level in LEVELS], grade_of_level("pair", 5)
    ([1, 3, 4, 5], 2)
    """
    if level == "pair":
        return 3 if numbers >= MANY_NUMBERS else 2
    return {"single": 1, "chain": 4, "count": 5}[level]


def confirm_puzzle(params: CellParams, cell_puzzle: PuzzleContent[Board], limits: Limits) -> str:
    """Confirm a puzzle by finding its safe cells with an independent method."""
    certain_cells = find_certain(cell_puzzle.instance, limits)
    if certain_cells is None:
        return ""
    if [[row + 1, column + 1] for row, column in certain_cells.safe] != [cell_puzzle.solution["cell"]]:
        raise WrongAnswer(f"{METHOD} finds other safe cells", cell_puzzle.instance)
    return METHOD


def symmetry_key(cell_puzzle: PuzzleContent[Board]) -> tuple[int | None, Rows]:
    """Return the position up to the symmetries of its board, and the mines."""
    board = cell_puzzle.instance
    rows = [list(board.cells[at : at + board.columns]) for at in range(0, len(board.cells), board.columns)]
    return board.mines, smallest_matrix(rows)


def possible_grades(params: CellParams) -> Sequence[int]:
    """Return the possible grades of positions with these parameters.

    >>> possible_grades(CellParams())
    (1, 2, 3, 4, 5)
    """
    return (1, 2, 3) if params.hardest == "pair" else (1, 2, 3, 4, 5)


CELL = Recipe(
    question="safe",
    unique_of="the safe cell",
    proof_method="exact",
    params=CellParams,
    params_word=word_of_cell,
    read_word=cell_of_word,
    make_puzzle=make_cell_puzzle,
    make_own=make_own,
    by_grade={
        1: CellParams(5, 5, 7),
        2: CellParams(),
        3: CellParams(),
        4: CellParams(),
        5: CellParams(),
    },
    possible_grades=possible_grades,
    confirm_unique=confirm_puzzle,
    judge=judge_cell,
    hints=hints_of_cell,
    draw=draw_cell,
    show=show_cell,
    rules=rules_of_cell,
    goal=goal_of_cell,
    symmetry_key=symmetry_key,
    grey=("panel",),
    cell_unit=STEP,
    revealing_features=("level", "because", "sure_mines"),
)
