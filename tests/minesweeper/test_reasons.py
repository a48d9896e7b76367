"""Reasons of late positions, most of all those that need the mine count, judged anew by a second solver.

Tests: minesweeper/reasons/method.py, minesweeper/reasons/minimal.py, minesweeper/settling.py
"""

import time

import pytest

from passatempo.core.asking import ask
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.registry import pastime
from passatempo.minesweeper import read
from passatempo.minesweeper.checker import check_explanation
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.network import network
from passatempo.minesweeper.reasons.method import contradiction, explain

from ..hard.minesweeper import CONTRADICTION, FEW_MINES
from .late import readings

solvers = pytest.importorskip("pysat.solvers")
card = pytest.importorskip("pysat.card")
GAME = pastime("minesweeper")


class Totals:
    """A board as clauses, its numbers switched on by assumptions, its mine count by a totalizer over all cells."""

    def __init__(self, board):
        net = network(board)
        self.letter = {cell: i for i, cell in enumerate(net.covered, 1)}
        top = len(self.letter)
        self.switch = {}
        clauses = []
        for number in net.numbers:
            top += 1
            self.switch[number.cell] = top
            letters = [self.letter[cell] for cell in number.scope]
            if number.need > len(letters):
                clauses.append([-top])
                continue
            form = card.CardEnc.equals(letters, number.need, top_id=top, encoding=card.EncType.seqcounter)
            clauses += [[*clause, -self.switch[number.cell]] for clause in form.clauses]
            top = max(top, form.nv)
        count = top + 1
        letters = list(self.letter.values())
        if board.mines > len(letters):
            clauses.append([-count])
        else:
            form = card.CardEnc.equals(letters, board.mines, top_id=count, encoding=card.EncType.totalizer)
            clauses += [[*clause, -count] for clause in form.clauses]
        self.count = count
        self.solver = solvers.Cadical195(bootstrap_with=clauses)

    def leaves_a_layout(self, cells, *, counted, value=None):
        """Tell whether a layout fits these numbers, the mine count if it is asked for, and a value in a cell."""
        assumed = [self.switch[cell] for cell in cells] + ([self.count] if counted else [])
        if value:
            assumed.append(self.letter[value[0]] * (1 if value[1] else -1))
        return self.solver.solve(assumptions=assumed)


class Recount:
    """The same by counting the layouts of the board with all other numbers unknown: the reference, in plain Python.

    For a conflict-driven solver some of these questions are proofs by pigeonholes, which do not end.
    """

    def __init__(self, board):
        self.board = board

    def leaves_a_layout(self, cells, *, counted, value=None):
        from dataclasses import replace

        from passatempo.minesweeper.model import UNKNOWN, is_covered
        from passatempo.minesweeper.settling import mines_of

        board = self.board
        kept = set(cells)
        shown = bytes(code if is_covered(code) or at in kept else UNKNOWN for at, code in enumerate(board.cells))
        numbers = [(number.need, number.scope) for number in network(replace(board, cells=shown)).numbers]
        mines = mines_of(numbers, value, None)
        near = {cell for _, scope in numbers for cell in scope} | ({value[0]} if value else set())
        free = board.covered - len(near)
        if not counted:
            return mines != 0
        return any(mines >> m & 1 for m in range(max(0, board.mines - free), board.mines + 1))


def places(board, cells):
    return [board.cell(row - 1, column - 1) for row, column in cells]


def judged(board, judge, cells, *, counted, value=None):
    """Assert that numbers leave no layout, and that any one of them left out they leave one."""
    assert not judge.leaves_a_layout(cells, counted=counted, value=value)
    for left_out in cells:
        assert judge.leaves_a_layout([cell for cell in cells if cell != left_out], counted=counted, value=value)
    if counted:  # the count is used only where all numbers together do not do
        every = [cell for cell, code in enumerate(board.cells) if code < 200]
        assert judge.leaves_a_layout(every, counted=False, value=value)


def check_position(board, judge_of, most_counted=None):
    """Judge every reason of a position, or its conflict; return how many cells there are, and how many are left out."""
    outcome = explain(board)
    if outcome.status is Status.IMPOSSIBLE:
        reason, conflict = contradiction(board)
        assert reason
        counted = exact.safe(without_count(board)).status is Status.SOLVED
        assert ("in all" in reason or reason.endswith("mine cannot hold")) == counted or "covered cells for" in reason
        if "covered cells for" not in reason:
            judged(board, judge_of(board), places(board, conflict), counted=counted)
        return 1, 0
    found = exact.safe(board).answer
    reasons = outcome.answer.reasons
    assert sorted(one.cell for one in reasons if not one.mine) == list(found.safe)
    assert sorted(one.cell for one in reasons if one.mine) == list(found.sure_mines)
    judge = judge_of(board)
    done = 0
    for reason in sorted(reasons, key=lambda one: one.level != "count"):
        if most_counted is not None and done >= most_counted:
            break
        value = (board.cell(*reason.cell), not reason.mine)
        judged(board, judge, [board.cell(*at) for at in reason.because], counted=reason.level == "count", value=value)
        done += 1
    assert not check_explanation(board, outcome.answer)
    return done, (len(reasons) - done if most_counted is None else 0)


def without_count(board):
    from dataclasses import replace

    return replace(board, mines=None)


@pytest.mark.parametrize("start", range(0, 16, 4))
def test_late_positions_have_minimal_reasons(start):
    """Of each position the reasons of up to eight cells, those that need the mine count first; conflicts whole."""
    for seed in range(start, start + 4):
        for board in readings(seed):
            check_position(board, Recount, most_counted=8)


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 300, 10))
def test_300_late_positions_have_minimal_reasons(start):
    """Every cell of 300 positions, with the true mine count and two wrong ones; nothing is skipped."""
    skipped = cells = 0
    for seed in range(start, start + 10):
        for board in readings(seed):
            done, left = check_position(board, Recount)
            cells += done
            skipped += left
    assert cells
    assert skipped == 0


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, 60, 10))
def test_small_late_positions_by_a_totalizer(start):
    """The same by CaDiCaL on 8 x 8 and 9 x 9 boards, where pigeonholes are few."""
    for seed in range(start, start + 10):
        if seed % 4 < 2:
            for board in readings(seed):
                check_position(board, Totals)


@pytest.mark.long
def test_reasons_with_the_mine_count_cost_milliseconds():
    """5 ms a cell on 8 x 8, 15 ms on expert boards, the mean of a position; processor time, three times that here."""
    for seed in range(80):
        for board in readings(seed):
            started = time.process_time()
            outcome = explain(board)
            spent = time.process_time() - started
            certain = 1 if outcome.answer is None else max(1, len(outcome.answer.reasons))
            assert spent / certain < 3 * (0.005 if board.columns <= 9 else 0.015), (seed, board.mines)
            started = time.process_time()
            contradiction(board) if outcome.answer is None else None
            assert time.process_time() - started < 0.1


def test_the_position_whose_reasons_did_not_end():
    board = read(FEW_MINES, mines=10)
    outcome = ask(GAME.problem("explain"), board, limits=Limits(nodes=200_000))
    assert (outcome.status, outcome.stopped, len(outcome.answer.reasons)) == (Status.SOLVED, StopReason.DONE, 27)
    assert sum(one.level == "count" for one in outcome.answer.reasons) == 21
    check_position(board, Totals)


def test_the_contradiction_whose_conflict_did_not_end():
    board = read(CONTRADICTION, mines=96)
    reason, conflict = contradiction(board, Limits(nodes=2_000_000))
    assert reason.endswith("and the 96 mines in all cannot all hold")
    judged(board, Recount(board), places(board, conflict), counted=True)


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
