"""Reasons and conflicts, most of all those that need the mine count, each judged anew by CaDiCaL: none is left out.

Tests: minesweeper/reasons.py, minesweeper/propagation.py
"""

import os
import random
import time
from dataclasses import replace
from statistics import median

import pytest

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import read
from passatempo.minesweeper.checker import check_explanation
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.model import UNKNOWN, is_covered
from passatempo.minesweeper.reasons import contradiction, explain, reason_of

from ...hard.minesweeper import CONTRADICTION, FEW_MINES
from ..fields import layouts, random_board
from .cardinality import Cardinality, assert_minimal
from .contradictions import CONTRADICTIONS
from .late import played, readings
from .plain import minimal_reasons

GAME = pastime("minesweeper")
SOON = 0.1  # seconds of the processor
SOON *= 4 if "LD_PRELOAD" in os.environ else 1  # `make sanitize`: kernels that are watched take several times as long


@pytest.mark.parametrize("seed", range(4))
def test_the_judge_against_brute_force(seed):
    dice = random.Random(seed)
    for _ in range(60):
        board = random_board(dice)
        cells = [cell for cell, code in enumerate(board.cells) if code < UNKNOWN]
        hidden = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        value = (dice.choice(hidden), dice.random() < 0.5) if hidden and dice.random() < 0.7 else None
        fitting = [mines for mines in layouts(board) if value is None or (value[0] in mines) == value[1]]
        counted = board.mines is not None
        judge = Cardinality(board, cells, counted=counted, value=value)
        assert judge.leaves_a_layout(cells, counted=counted) == bool(fitting)


def assert_explained(board):
    """Judge every reason of a position, or its conflict; return the reasons."""
    outcome = explain(board)
    if outcome.status is Status.IMPOSSIBLE:
        assert_contradictory(board)
        return ()
    found, reasons = exact.safe(board).answer, outcome.answer.reasons
    assert sorted(one.cell for one in reasons if not one.mine) == list(found.safe)
    assert sorted(one.cell for one in reasons if one.mine) == list(found.sure_mines)
    for reason in reasons:
        cells = [board.cell(*at) for at in reason.because]
        value = (board.cell(*reason.cell), not reason.mine)
        assert_minimal(board, cells, counted=reason.level == "count", value=value)
    assert not check_explanation(board, outcome.answer)
    return reasons


def assert_contradictory(board):
    """Judge the conflict of a contradictory position; return its cells."""
    reason, conflict = contradiction(board)
    if board.mines is not None and board.mines > board.covered:
        assert reason.startswith(f"{board.covered} covered cell")
        return ()
    cells = [board.cell(row - 1, column - 1) for row, column in conflict]
    counted = "mine" in reason.replace("too many mines, are around", "")
    assert cells
    assert counted == (exact.safe(replace(board, mines=None)).status is Status.SOLVED)
    assert_minimal(board, cells, counted=counted)
    return cells


@pytest.mark.quick(2)
@pytest.mark.parametrize("start", range(0, 16, 4))
def test_late_positions_have_minimal_reasons(start):
    for seed in range(start, start + 4):
        for board in readings(seed):
            assert_explained(board)


@pytest.mark.long
@pytest.mark.parametrize("start", range(16, 300, 10))
def test_300_late_positions_have_minimal_reasons(start):
    """Every cell of 300 positions, with the true mine count and two wrong ones."""
    for seed in range(start, min(300, start + 10)):
        for board in readings(seed):
            assert_explained(board)


@pytest.mark.parametrize("seed", range(10))
def test_expert_games_have_minimal_reasons(seed):
    assert_explained(played(seed))


@pytest.mark.long
@pytest.mark.parametrize("start", range(10, 200, 10))
def test_200_expert_games_have_minimal_reasons(start):
    """Expert games stopped at random depths, with the true mine count."""
    assert sum(len(assert_explained(played(seed))) for seed in range(start, start + 10))


@pytest.mark.long
def test_a_reason_costs_a_millisecond():
    """Median 1 ms, worst 50 ms of processor time a cell; the set-up of a position counts among its cells."""
    times = []
    for board in [played(seed) for seed in range(100)] + [board for seed in range(60) for board in readings(seed)]:
        found = exact.safe(board).answer
        if found is None:
            continue
        certain = len(found.safe) + len(found.sure_mines)
        started = time.process_time()
        explain(board)
        whole = time.process_time() - started
        assert whole < 0.05 * max(1, certain)
        times += [whole / certain] * certain if certain else []
    assert median(times) < 0.001


@pytest.mark.quick(20)
@pytest.mark.parametrize("kind", CONTRADICTIONS)
def test_every_kind_of_contradiction_has_a_minimal_conflict_at_once(kind):
    board = CONTRADICTIONS[kind]
    assert exact.safe(board).status is Status.IMPOSSIBLE
    contradiction(board)
    started = time.process_time()
    contradiction(board)
    assert time.process_time() - started < SOON
    assert_contradictory(board)


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", [0, 1, 4, 5, 8, 9])
def test_sets_with_the_mine_count_are_those_of_plain_removal(seed):
    """On 8 x 8 and 9 x 9 boards: the same numbers, not just as few. The farthest from the cell are removed first."""
    for board in readings(seed):
        numbers = [cell for cell, code in enumerate(board.cells) if code < UNKNOWN]
        outcome = explain(board)
        if outcome.answer is None:
            conflict = [board.cell(row - 1, column - 1) for row, column in contradiction(board)[1]]
            if exact.safe(replace(board, mines=None)).answer is not None:
                assert conflict == minimal_reasons(board, None, numbers, Deadline(Limits()))
            continue
        for reason in [one for one in outcome.answer.reasons if one.level == "count"][:4]:
            cell = board.cell(*reason.cell)
            order = sorted(numbers, key=lambda at, cell=cell: -distance(board, at, cell))
            plain = minimal_reasons(board, (cell, not reason.mine), order, Deadline(Limits()))
            because = [board.cell(*place) for place in reason_of(board, reason.cell).because]
            assert because == sorted(plain)


def distance(board, first, second):
    """Return the king's moves between two cells."""
    return max(abs(a - b) for a, b in zip(board.place(first), board.place(second), strict=True))


def test_the_position_whose_reasons_did_not_end():
    board = read(FEW_MINES, mines=10)
    outcome = ask(GAME.problem("explain"), board, limits=Limits(nodes=200_000))
    assert (outcome.status, outcome.stopped, len(outcome.answer.reasons)) == (Status.SOLVED, StopReason.DONE, 27)
    assert sum(one.level == "count" for one in outcome.answer.reasons) == 21
    assert_explained(board)


def test_the_contradiction_whose_conflict_did_not_end():
    board = read(CONTRADICTION, mines=96)
    reason, _ = contradiction(board, Limits(nodes=2_000_000))
    assert reason.endswith("and the 96 mines in all cannot all hold")
    assert_contradictory(board)


@pytest.mark.parametrize("question", [problem.name for problem in GAME.problems])
@pytest.mark.parametrize(("grid", "mines"), [("##1/212", None), ("#1#/###", 0), ("1#", 5)])
def test_every_question_of_a_contradictory_board_has_its_conflict(question, grid, mines):
    problem = GAME.problem(question)
    board = read(grid, mines=mines)
    if question == "click":  # its outcome is solved: the verdict says it
        assert ask(problem, board).answer.verdict == "contradiction"
        return
    outcome = ask(problem, board)
    assert outcome.status is Status.IMPOSSIBLE
    assert (outcome.reason, outcome.conflict) == contradiction(board)
    assert outcome.conflict or mines == 5


def test_fewer_reasons_under_limits_are_true_ones():
    board = read(FEW_MINES, mines=10)
    every = {reason.cell: reason for reason in explain(board).answer.reasons}
    for nodes in (*range(51), 64, 100, 1000, 4000):
        outcome = explain(board, Limits(nodes=nodes))
        if outcome.status is Status.SOLVED:
            assert len(outcome.answer.reasons) == len(every)
        elif outcome.answer is not None:
            assert outcome.stopped is StopReason.NODES
            assert all(every[one.cell].mine == one.mine for one in outcome.answer.reasons)
            assert not check_explanation(board, outcome.answer)
