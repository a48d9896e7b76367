"""Puzzles of Optimiza: unique by an oracle of every size, graded by whole numbers.

Tests: optimiza/puzzles/path.py
"""

import json
from itertools import pairwise
from math import log2
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.optimiza import read
from passatempo.optimiza.exact.levels import count, levels
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS
from passatempo.optimiza.puzzles.path import PATH, PathParams, puzzle_of, read_path

from .puzzle_oracle import best_paths, landings

DATA = Path(__file__).parents[1] / "data" / "puzzles" / "optimiza.json"
SAMPLES = json.loads(DATA.read_text(encoding="utf-8"))["puzzles"]
FOREVER = Deadline(Limits())


def made(variant, n, seed):
    """Return the puzzle of a seed."""
    return PATH.make_puzzle(PathParams(variant, n), Random(seed, "test"), FOREVER)


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample["name"] for sample in SAMPLES])
def test_the_samples_have_the_features_and_the_solution_that_the_prototype_found(sample):
    given, solution = sample["instance"], sample["solution"]
    board = read(json.dumps(given["board"]).replace("[", "").replace("],", "\n").replace("]", "").replace(",", " "),
                 variant=given["variant"])  # fmt: skip
    path = [board.cell(row - 1, column - 1) for row, column in solution["path"]]
    found = puzzle_of(board, path, {name: solution[name] for name in "XYZ"})
    features = sample["features"]
    assert abs(found.features["choices_hundredths"] / 100 - features["choices_bits"]) < 0.02
    assert found.features["traps"] == features["traps"]
    assert found.features["length"] == features["length"]
    assert found.features["decisions"] == features["decisions"]
    assert PATH.judge(found, solution) == []


def unique(puzzle):
    """Tell by the oracle whether the solution is the only best path."""
    board = puzzle.instance
    solution = [(row - 1, column - 1) for row, column in puzzle.solution["path"]]
    best, ways, path = best_paths([list(row) for row in board.rows], board.variant)
    return (best, ways, path) == (puzzle.goal["score"], 1, solution)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solution_is_the_only_best_path(variant):
    puzzles = [made(variant, n, seed) for n in range(4, 9) for seed in range(4)]
    assert all(unique(puzzle) for puzzle in puzzles if puzzle)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_oracle_sees_boards_with_several_best_paths(variant):
    boards = [generate(Params(4, variant), Random(seed, "several")) for seed in range(40)]
    several = 0
    for board in boards:
        best, ways, _ = best_paths([list(row) for row in board.rows], variant)
        assert ways == count(board).answer.number
        assert best == levels(board).answer.z
        several += ways > 1
    assert several


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_solutions_of_hundreds_are_the_only_best_paths(variant):
    """More than 2,000 together, of every size."""
    puzzles = [made(variant, n, seed) for n in range(4, 9) for seed in range(80)]
    assert not [puzzle for puzzle in puzzles if puzzle and not unique(puzzle)]


@pytest.mark.parametrize("n", range(4, 9))
def test_a_grade_is_made_of_choices_and_traps(n):
    for variant in ("torus-rook", "hex-tri"):
        puzzle = made(variant, n, 3)
        board, path = puzzle.instance, [(row - 1, column - 1) for row, column in puzzle.solution["path"]]
        rows = [list(row) for row in board.rows]
        used, choices, traps = set(), 0.0, 0
        for place, to in pairwise(path):
            used.add(place)
            value = rows[place[0]][place[1]]
            ahead = [rows[i][j] for i, j in landings(rows, variant, place) if (i, j) not in used]
            ahead = [number for number in ahead if number >= value]
            choices += log2(len(ahead))
            traps += rows[to[0]][to[1]] > min(ahead)
        load = 2 * log2(len(board.cells)) + choices / 4 + 3 * traps
        assert load - 0.04 < puzzle.solving_effort / 100 <= load
        assert puzzle.grade == 1 + sum(puzzle.solving_effort >= 100 * threshold for threshold in (11, 13.5, 16, 19))


def test_a_path_that_falls_short_or_breaks_a_rule_is_told_why():
    puzzle = made("torus-rook", 5, 1)
    path = puzzle.solution["path"]
    short = PATH.judge(puzzle, {"path": path[:1]})
    assert [fault.rule for fault in short] == ["less"]
    assert f"Z is {puzzle.goal['score']}" in short[0].text
    assert [fault.rule for fault in PATH.judge(puzzle, [*path, path[0]])] in (["used"], ["not-straight"], ["smaller"])
    assert [fault.rule for fault in PATH.judge(puzzle, "1,1 9,9")] == ["off-board"]
    assert PATH.judge(puzzle, " ".join(f"({row}, {column})" for row, column in path)) == []


@pytest.mark.parametrize("answer", ["", "1", "1,2,3", "a1 b2", {}, {"path": 3}, [[1]], [[1, "2"]], None, 5])
def test_what_is_no_path_is_refused(answer):
    with pytest.raises(FormatError):
        read_path(answer)


@pytest.mark.parametrize(("variant", "n"), [("torus-rook", 3), ("torus-rook", 9)])
def test_sizes_beyond_the_kind_are_refused(variant, n):
    with pytest.raises(ValueError, match="is not a whole number from 4 to 8"):
        PathParams(variant, n)
