"""A minefield for paper: symmetric numbers on a fixed board that leave one layout, without the mine count."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from passatempo.core.errors import WrongAnswer
from passatempo.core.json import count_of
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.minesweeper.drawing import STEP
from passatempo.minesweeper.exact.methods import board_record, count
from passatempo.minesweeper.formats.minefield import field_rows
from passatempo.minesweeper.model import UNKNOWN, Board, is_covered
from passatempo.minesweeper.puzzles import own_positions as own
from passatempo.minesweeper.puzzles.answers import judge_mines
from passatempo.minesweeper.puzzles.field import Rows, mines_of_solution, smallest_matrix
from passatempo.minesweeper.puzzles.params import MinesParams, mines_of_word, word_of_mines
from passatempo.minesweeper.puzzles.presentation import (
    draw_mines,
    goal_of_mines,
    hints_of_mines,
    rules_of_mines,
    show_mines,
)
from passatempo.minesweeper.puzzles.proof import METHOD, ask_kernel, find_certain, places_from_one
from passatempo.puzzles.puzzle import PuzzleContent, Recipe, Refusal, count_limits, log2_hundredths, refuse_own

RULES = ("single", "pair", "any")  # by the hardest that is needed, as the kernel counts them
MANY_PAIRS, MOST_NUMBERS = 3, 6  # rounds of pairs from grade 3 on; numbers of the largest set that is tried
WEIGHT = 8  # each further number that has to be looked at together makes a round this many times as hard


def make_mines_puzzle(params: MinesParams, random: Random, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Lay mines and give as few pairs of numbers as possible; None if they leave several layouts or need large sets."""
    size = {"rows": params.rows, "columns": params.columns, "mines": params.mines}
    reply = ask_kernel("make_mines", deadline, **size, hardest=RULES.index(params.hardest), state=random.state)
    random.state = reply["state"]
    if not reply["done"]:
        return None
    puzzle = puzzle_of(Board(params.rows, params.columns, bytes(reply["cells"])), reply["mine"], deadline)
    return None if puzzle.features["unsettled"] else puzzle


def puzzle_of(board: Board, mine: Sequence[int], deadline: Deadline) -> PuzzleContent[Board]:
    """Build the puzzle of numbers with one layout.

    It has grade 5 if sets of up to six numbers leave cells `unsettled`.

    >>> from passatempo.core.limits import Deadline, Limits
    >>> from passatempo.minesweeper import read
    >>> made = puzzle_of(read("1#/1#/#1"), [0, 0, 0, 1, 0, 0], Deadline(Limits()))
    >>> made.grade, made.solution["field"], made.features["pair"]
    (2, ['..', '.*', '..'], 1)
    """
    steps = ask_kernel("settle", deadline, board=board_record(board), mine=mine)["steps"]
    sizes = [len(next(round_steps).because) for _, round_steps in groupby(steps, key=lambda step: step.round)]
    unsettled = sum(map(is_covered, board.cells)) - sum(len(step.open) + len(step.mine) for step in steps)
    weights = [WEIGHT ** (size - 1) for size in sizes] + [WEIGHT**MOST_NUMBERS] * bool(unsettled)
    return PuzzleContent(
        instance=board,
        goal={"mines": sum(mine), "rows": board.rows, "columns": board.columns},
        solution={"field": field_rows(mine, board.columns)},
        grade=5 if unsettled else grade_of_sizes(sizes),
        solving_effort=log2_hundredths(1 + sum(weights)),
        features={
            "single": sizes.count(1),
            "pair": sizes.count(2),
            "chain": sum(size > 2 for size in sizes),
            "largest": max(sizes, default=0),
            "numbers": sum(code < UNKNOWN for code in board.cells),
            "unsettled": unsettled,
        },
        uniqueness_proof=[_step_json(board, step) for step in steps],
    )


def make_own(board: Board, limits: Limits) -> PuzzleContent[Board] | Refusal:
    """Make the puzzle of a position with one layout, which has the mine count if there is one; otherwise add a number.

    >>> from passatempo.minesweeper import read
    >>> make_own(read("1##", mines=1), Limits()).sentence, make_own(read("1#", mines=2), Limits()).sentence
    ('2 layouts fit; a puzzle has one', 'the one layout has 1 mine, not 2')
    """
    mine_count, deadline = board.mines, Deadline(limits)
    board = replace(own.printable_position(board), mines=None)
    if not own.survey_marks(board, limits):
        return own.refuse_contradictory(board)
    layouts = own.only_layout(board, limits)
    if not layouts:
        total, witnesses = count(board, count_limits(deadline), marginals=False)[0], own.two_layouts(board, limits)
        number = None if total is None else total.solutions
        return refuse_own("layouts fit", witnesses, number, own.number_gifts(board), own.only_layout, deadline)
    if mine_count not in (None, len(layouts[0])):
        return Refusal(f"the one layout has {count_of(len(layouts[0]), 'mine')}, not {mine_count}")
    return puzzle_of(board, own.mine_map(board, layouts[0]), deadline)


def grade_of_sizes(sizes: Sequence[int]) -> int:
    """Grade a minefield by how many numbers each round needs at a time.

    >>> [grade_of_sizes(sizes) for sizes in ([1, 1], [1, 2, 1, 2], [2, 2, 2], [3, 2], [3, 3], [4])]
    [1, 2, 3, 4, 5, 5]
    """
    chains = [size for size in sizes if size > 2]
    if chains:
        return 4 if chains == [3] else 5
    return 1 if 2 not in sizes else 2 if sizes.count(2) < MANY_PAIRS else 3


def _step_json(board: Board, step: Any) -> dict[str, Any]:
    """Write a step of a round, with cells from 1."""
    level = {1: "single", 2: "pair"}.get(len(step.because), "chain")
    places = {key: places_from_one(board, getattr(step, key)) for key in ("open", "mine", "because")}
    return {**places, "level": level}


def confirm_puzzle(params: MinesParams, puzzle: PuzzleContent[Board], limits: Limits) -> str:
    """Confirm a puzzle by an independent method, which must settle every empty square as in the solution."""
    board, mine = puzzle.instance, mines_of_solution(puzzle)
    certain = find_certain(board, limits)
    if certain is None:
        return ""
    empty = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
    found = {**dict.fromkeys(certain.safe, 0), **dict.fromkeys(certain.sure_mines, 1)}
    if found != {board.place(cell): mine[cell] for cell in empty}:
        raise WrongAnswer(f"{METHOD} finds another layout, or several", board)
    return METHOD


def symmetry_key(puzzle: PuzzleContent[Board]) -> Rows:
    """Return the numbers up to the symmetries of the board."""
    board = puzzle.instance
    return smallest_matrix([board.cells[at : at + board.columns] for at in range(0, len(board.cells), board.columns)])


def possible_grades(params: MinesParams) -> Sequence[int]:
    """Return the possible grades of minefields with these parameters.

    >>> possible_grades(MinesParams())
    (1, 2, 3)
    """
    return {"single": (1,), "pair": (1, 2, 3)}.get(params.hardest, (1, 2, 3, 4, 5))


MINES = Recipe(
    question="safe",
    unique_of="the layout",
    proof_method="exact",
    params=MinesParams,
    params_word=word_of_mines,
    read_word=mines_of_word,
    make_puzzle=make_mines_puzzle,
    make_own=make_own,
    by_grade={
        1: MinesParams(8, 8, 12, "single"),
        2: MinesParams(8, 8, 16, "pair"),
        3: MinesParams(10, 10, 25, "pair"),
        4: MinesParams(12, 12, 36, "any"),
        5: MinesParams(12, 12, 36, "any"),
    },
    possible_grades=possible_grades,
    confirm_unique=confirm_puzzle,
    judge=judge_mines,
    hints=hints_of_mines,
    draw=draw_mines,
    show=show_mines,
    rules=rules_of_mines,
    goal=goal_of_mines,
    symmetry_key=symmetry_key,
    cell_unit=STEP,
)
