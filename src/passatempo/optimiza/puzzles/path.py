"""The puzzle of the newspaper: find the only path with the greatest sum Z, and beat X and Y on the way."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import prod
from typing import Any

from passatempo.core.errors import FormatError, Violation, WrongAnswer, quote
from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits, Stopped
from passatempo.core.messages import mark, translate
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.optimiza.drawing import FILLED, STEP, draw_board, draw_order
from passatempo.optimiza.exact.levels import count, count_reference, enumerate_best, levels
from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import VARIANTS, Board, Cell, Route, RoutesAsk, Variant
from passatempo.optimiza.rules import judge_path
from passatempo.optimiza.symmetry import SHORT, canonical_board
from passatempo.optimiza.words import show_board, show_route
from passatempo.puzzles.puzzle import (
    PuzzleContent,
    Recipe,
    Refusal,
    count_limits,
    fold_signs,
    grade_of,
    log2_hundredths,
    refuse_own,
)

LEAST_N, MOST_N = 4, 8
KERNEL = Interface.of("optimiza")
BOARDS = 200  # drawn in one attempt: one of some thirty will do where that is rarest
# Load, in hundredths: 2 log2(cells) + log2(product of the legal moves along the path) / 4 + 3 traps. It follows the
# logarithm of the tries that a person needs (Spearman 0.85 over all surfaces and sizes, benchmarks/puzzles), where
# log2(cells) + log2(product) + 1.5 traps, fitted on fewer surfaces, gives 0.71 and puts hard rook boards below easy
# queen boards.
SIZE, TRAP, SHARE = 2, 300, 4
THRESHOLDS = (1100, 1350, 1600, 1900)
_FOLDED = {fold_signs(short): variant for variant, short in SHORT.items()}
# The grades that 5,000 boards of each variant had, for N = 4 to 8.
GRADES: dict[Variant, tuple[str, ...]] = {
    "torus-queen": ("1234", "2345", "2345", "345", "345"),
    "torus-rook": ("12345", "12345", "12345", "2345", "2345"),
    "klein-queen": ("1234", "2345", "2345", "345", "345"),
    "klein-rook": ("12345", "12345", "12345", "2345", "2345"),
    "hex-torus": ("12", "1234", "12345", "12345", "2345"),
    "hex-tri": ("12", "1234", "12345", "12345", "12345"),
}


@dataclass(frozen=True, slots=True)
class PathParams:
    """The kind of board of a puzzle."""

    variant: Variant = field(default="torus-rook", metadata={"help": "shape of the board and directions of a move"})
    N: int = field(default=5, metadata={"help": f"the size, {LEAST_N} to {MOST_N}"})

    def __post_init__(self) -> None:
        if not LEAST_N <= self.N <= MOST_N:
            raise ValueError(f"N: {self.N} is not a whole number from {LEAST_N} to {MOST_N}")


def word(params: PathParams) -> str:
    """Write the parameters into an ID.

    >>> word(PathParams("torus-queen", 7))
    'TQ7'
    """
    return f"{SHORT[params.variant]}{params.N}"


def read_word(text: str) -> PathParams | None:
    """Read the parameters of an ID.

    >>> read_word("TQ7"), read_word("TQ9")
    (PathParams(variant='torus-queen', N=7), None)
    """
    variant, size = _FOLDED.get(text[:2]), text[2:]
    fits = len(size) == 1 and size in "45678"
    return PathParams(variant, int(size)) if variant and fits else None  # type: ignore[arg-type]


def draw_puzzle(params: PathParams, random: Random, deadline: Deadline) -> PuzzleContent[Board] | None:
    """Draw boards until one has a unique best path and X < Y < Z."""
    deadline.check()
    number = VARIANTS.index(params.variant)
    draw_reply = KERNEL.ask("draw", n=params.N, variant=number, state=random.state, boards=BOARDS).reply
    random.state = draw_reply["state"]
    if not draw_reply["cells"]:
        return None
    board = Board(params.N, draw_reply["cells"], params.variant)
    path = KERNEL.ask("best", board=(params.N, number, board.cells), path=()).reply["path"]
    return puzzle_of(board, path, {level.upper(): draw_reply[level] for level in "xyz"})


def puzzle_of(board: Board, path: Sequence[Cell], levels: Mapping[str, int]) -> PuzzleContent[Board]:
    """Make the puzzle of a board from its one best path and its levels."""
    free_targets = _free_targets(board, path)
    choices = prod(map(len, free_targets))
    # A trap is a move to a number other than the smallest in reach.
    smallest = [min(board.cells[cell] for cell in targets) for targets in free_targets]
    traps = sum(
        board.cells[next_cell] > smallest_number for next_cell, smallest_number in zip(path[1:], smallest, strict=True)
    )
    load = SIZE * log2_hundredths(len(board.cells)) + log2_hundredths(choices) // SHARE + TRAP * traps
    features = {
        "cells": len(board.cells),
        "length": len(path),
        "choices_hundredths": log2_hundredths(choices),
        "decisions": sum(len(targets) > 1 for targets in free_targets),
        "traps": traps,
    }
    return PuzzleContent(
        instance=board,
        goal={"score": levels["Z"], "levels": dict(levels)},
        solution={"path": _from_one(map(board.place, path)), "score": levels["Z"]},
        grade=grade_of(load, THRESHOLDS),
        solving_effort=load,
        features=features,
    )


def _free_targets(board: Board, path: Sequence[Cell]) -> list[list[Cell]]:
    """Return the legal moves at each cell of a path but its last."""
    graph, used, free_targets = legal_moves(board), set[int](), []
    for cell in path[:-1]:
        used.add(cell)
        free_targets.append([d for d in graph[cell] if d not in used])
    return free_targets


def make_own(board: Board, limits: Limits) -> PuzzleContent[Board] | Refusal:
    """Make the puzzle of a board with one best path; otherwise try exchanges of two numbers.

    >>> from passatempo.optimiza import read
    >>> make_own(read("2 1 | 1 1"), Limits()).sentence
    '6 paths reach 5; a puzzle has one'
    """
    deadline = Deadline(limits)
    solutions = _best_paths(board, limits)
    if len(solutions) > 1:
        total, phrase = count(board, count_limits(deadline)).answer, f"paths reach {solutions[0]['score']}"
        number = None if total is None else total.number
        return refuse_own(phrase, solutions, number, _exchanges(board), _best_paths, deadline)
    outcome = levels(board, deadline.remaining_limits)
    if outcome.answer is None:
        raise Stopped
    path = [board.cell(row - 1, column - 1) or 0 for row, column in solutions[0]["path"]]
    return puzzle_of(board, path, {"X": outcome.answer.x, "Y": outcome.answer.y, "Z": outcome.answer.z})


def _best_paths(board: Board, limits: Limits) -> list[dict[str, Any]]:
    """Return the best path or, if there are several, two of them; raises `Stopped` at a limit."""
    outcome = enumerate_best(Question(board, RoutesAsk(count=2)), limits)
    if outcome.answer is None or (outcome.status is not Status.SOLVED and len(outcome.answer.routes) < 2):
        raise Stopped
    return [{"path": _from_one(best.places), "score": outcome.value} for best in outcome.answer.routes]


def _exchanges(board: Board) -> Iterator[tuple[dict[str, Any], Board]]:
    """Yield the board with two different numbers exchanged, in reading order."""
    for a, b in combinations(range(len(board.cells)), 2):
        cells = list(board.cells)
        cells[a], cells[b] = cells[b], cells[a]
        if cells[a] != cells[b]:
            yield {"exchange": _from_one([board.place(a), board.place(b)])}, replace(board, cells=tuple(cells))


def _from_one(places: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [[row + 1, column + 1] for row, column in places]


def confirm(params: PathParams, path_puzzle: PuzzleContent[Board], limits: Limits) -> str:
    """Count the best paths by the recurrence in plain Python."""
    outcome = count_reference(path_puzzle.instance, limits)
    if outcome.answer is not None and outcome.answer.number != 1:
        raise WrongAnswer(f"{outcome.answer.number} paths of greatest sum, not one", path_puzzle.instance)
    return "reference" if outcome.answer is not None else ""


def judge(path_puzzle: PuzzleContent[Board], answer: Any) -> list[Violation]:
    """List the errors of a path, which must be legal and reach Z."""
    places = read_path(answer)
    path_verdict = judge_path(path_puzzle.instance, [(row - 1, column - 1) for row, column in places])
    if not path_verdict.legal:
        fault_place = places[path_verdict.broken_move or 0]
        fault_message = (
            f"move {path_verdict.broken_move} to row {fault_place[0]}, column {fault_place[1]}: {path_verdict.rule}"
        )
        return [Violation(path_verdict.rule or "illegal", fault_message, list(fault_place))]
    levels = path_puzzle.goal.get("levels")
    if not isinstance(levels, dict) or any(type(levels.get(name)) is not int for name in "XYZ"):
        raise FormatError("an object with X, Y and Z is expected", where="goal, levels", kind="json-type")
    if path_verdict.score >= levels["Z"]:
        return []
    beaten = [name for name in ("X", "Y") if path_verdict.score >= levels[name]]
    level_message = f"it reaches {' and '.join(beaten)}" if beaten else "it does not reach X"
    return [
        Violation("less", f"the path has {path_verdict.score}; {level_message}, Z is {levels['Z']}", path_verdict.score)
    ]


def read_path(answer: Any) -> list[tuple[int, int]]:
    """Read a path: JSON with the key path, a list of cells, or a text with rows and columns in turn.

    >>> read_path("1,3 4,2"), read_path({"path": [[1, 3], [4, 2]]})
    ([(1, 3), (4, 2)], [(1, 3), (4, 2)])
    """
    if isinstance(answer, dict):
        answer = answer.get("path")
    if isinstance(answer, str):
        numbers = [int(digits) for digits in re.findall(r"\d{1,4}", answer)]
        if re.sub(r"[\d\s,;:()\[\].-]", "", answer) or len(numbers) % 2:
            raise FormatError(f"{quote(answer)} is not a path such as 1,3 4,2 3,3")
        answer = list(zip(numbers[::2], numbers[1::2], strict=True))
    fits = isinstance(answer, list) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and all(type(part) is int for part in pair) for pair in answer
    )
    if not fits or not answer:
        raise FormatError("a path is a list of cells [row, column], the start first", kind="json-type")
    return [(pair[0], pair[1]) for pair in answer]


def hints(path_puzzle: PuzzleContent[Board], locale: str) -> list[str]:
    """Describe the path: its length, its start, and then each move."""
    path = path_puzzle.solution["path"]
    first, *rest = [(f"{row}", f"{column}") for row, column in path]
    start_hint = translate("It begins at row {row}, column {column}.", locale, row=first[0], column=first[1])
    steps = [
        translate("Move {number} goes to row {row}, column {column}.", locale, number=number, row=row, column=column)
        for number, (row, column) in enumerate(rest, 1)
    ]
    return [translate("The path has {number} squares.", locale, number=len(path)), start_hint, *steps]


_SENSES = {
    "torus-queen": mark("across, down or diagonally"),
    "torus-rook": mark("across or down"),
    "klein-queen": mark("across, down or diagonally"),
    "klein-rook": mark("across or down"),
    "hex-torus": mark("along one of the three axes"),
    "hex-tri": mark("along one of the three axes"),
}
_EDGES = {
    "torus": mark("in either direction; whoever leaves the board comes back at the opposite edge"),
    "klein": mark("in either direction; whoever leaves at the left or right comes back at the other side, mirrored"
                  " top to bottom; the top and bottom edges are joined"),
    "hex-torus": mark("in either direction; whoever leaves the board comes back at the opposite edge"),
    "hex-tri": mark("without leaving the board"),
}  # fmt: skip


def rules(params: PathParams | Board, locale: str) -> str:
    """Explain how the piece moves, and state the task."""
    variant = params.variant
    edge = _EDGES.get(variant) or _EDGES[variant.partition("-")[0]]
    sense = translate(_SENSES[variant], locale)
    jump = translate("Start on any square. From a number v, jump exactly v squares {sense}, {edge}.", locale,
               sense=sense, edge=translate(edge, locale))  # fmt: skip
    landing_rule = translate("Never land on a smaller number or on a visited square.", locale)
    task_message = translate(
        "All numbers of the path add up, the first one too: beat X, then Y, and find the only path with Z.", locale
    )
    return " ".join([jump, landing_rule, task_message, translate("No path has more than Z.", locale)])


def goal(path_puzzle: PuzzleContent[Board], locale: str) -> str:
    """Write the levels."""
    return " · ".join(f"{name} {level_sum}" for name, level_sum in path_puzzle.goal["levels"].items())


def route(path_puzzle: PuzzleContent[Board]) -> Route:
    """Return the solution."""
    return Route(tuple((row - 1, column - 1) for row, column in path_puzzle.solution["path"]))


def draw(path_puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Draw the board, or the path on it."""
    return draw_order(path_puzzle.instance, route(path_puzzle)) if is_solved else draw_board(path_puzzle.instance)


def show(path_puzzle: PuzzleContent[Board], is_solved: bool) -> str:
    """Write the board, or the path."""
    return show_route(path_puzzle.instance, route(path_puzzle)) if is_solved else show_board(path_puzzle.instance)


def key(path_puzzle: PuzzleContent[Board]) -> tuple[str, tuple[int, ...]]:
    """Return the board up to the symmetries of its surface."""
    return path_puzzle.instance.variant, canonical_board(path_puzzle.instance).cells


def grades(params: PathParams) -> Sequence[int]:
    """Return the grades that boards of a kind and size have."""
    return [int(digit) for digit in GRADES[params.variant][params.N - LEAST_N]]


PATH = Recipe(
    question="best",
    unique_of="the path of greatest sum",
    proof_method="exact",
    params=PathParams,
    params_word=word,
    read_word=read_word,
    make_puzzle=draw_puzzle,
    make_own=make_own,
    by_grade={
        1: PathParams("torus-rook", 4),
        2: PathParams("torus-rook", 5),
        3: PathParams("torus-rook", 5),
        4: PathParams("torus-queen", 5),
        5: PathParams("torus-queen", 5),
    },
    possible_grades=grades,
    confirm_unique=confirm,
    judge=judge,
    hints=hints,
    draw=draw,
    show=show,
    rules=rules,
    goal=goal,
    symmetry_key=key,
    grey=(FILLED,),
    cell_unit=STEP,
    largest_cell=11,
    revealing_features=("length", "choices_hundredths", "decisions", "traps"),
)
