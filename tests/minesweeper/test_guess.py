"""The guess: least chance of a mine, then the best chance to open a zero, against brute force."""

from dataclasses import replace
from fractions import Fraction

import pytest

from passatempo.core.outcome import Status
from passatempo.core.registry import pastime
from passatempo.minesweeper import read
from passatempo.minesweeper.guess import GUESS, Candidate, check_guess
from passatempo.minesweeper.model import is_covered

from .positions import layouts, position

PROBLEM = pastime("minesweeper").problem("guess")


def shares(board, cell, found):
    """Return the shares of layouts without a mine in a cell, and with none around it either."""
    near = {cell, *board.surface.neighbours(cell)}
    safe = sum(cell not in mines for mines in found)
    return Fraction(safe, len(found)), Fraction(sum(near.isdisjoint(mines) for mines in found), len(found))


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_guesses_against_brute_force(start):
    for seed in range(start, start + 100):
        board = position(seed)
        found = list(layouts(board))
        covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        outcome = PROBLEM.answer(board)
        best = max((shares(board, cell, found) for cell in covered), default=(0, 0)) if found else (0, 0)
        if not best[0]:
            assert outcome.status is Status.IMPOSSIBLE
            continue
        assert outcome.status is Status.FEASIBLE  # a rule of thumb proves nothing
        chosen = outcome.answer.candidates[0]
        assert (chosen.safety, chosen.zero) == best
        assert shares(board, board.cell(*chosen.place), found) == best
        assert outcome.answer.win == (1 if len(found) == 1 else None)


def test_a_spoiled_guess():
    board = read("1##/###", mines=1)
    answer = PROBLEM.answer(board).answer
    assert check_guess(board, answer) == []
    assert check_guess(board, GUESS.load(GUESS.dump(answer))) == []
    opened = Candidate((0, 0), Fraction(1), Fraction(0))
    for candidates, rule in (
        ((), "empty"),
        ((opened,), "not-covered"),
        ((replace(answer.candidates[0], safety=Fraction(2)),), "safety"),
        ((replace(answer.candidates[0], zero=Fraction(3, 2)),), "zero"),
        ((replace(answer.candidates[0], zero=Fraction(0)), answer.candidates[1]), "order"),
    ):
        assert rule in [violation.rule for violation in check_guess(board, replace(answer, candidates=candidates))]
