"""The guess, by every policy, against brute force.

Tests: exact/guess.py, checker.py, words.py, drawing.py
"""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError, UsageError
from passatempo.core.outcome import Outcome, Status, StopReason
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.minesweeper import read
from passatempo.minesweeper.checker import check_guess
from passatempo.minesweeper.drawing import draw_guess
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.json import GUESS
from passatempo.minesweeper.model import Candidate, Guess, is_covered
from passatempo.minesweeper.words import show_guess

from ..positions import layouts, position
from .guesses import covered, guesses, shown, won_by_best_play

PROBLEM = pastime("minesweeper").problem("guess")
DATA = Path(__file__).parents[2] / "data" / "minesweeper"
METHODS = [method.name for method in PROBLEM.methods]


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
        outcome = ask(PROBLEM, board, method="least-chance")
        best = max((shares(board, cell, found) for cell in covered), default=(0, 0)) if found else (0, 0)
        if not found:
            assert outcome.status is Status.IMPOSSIBLE
            continue
        if not best[0]:  # every covered cell holds a mine
            assert (outcome.status, outcome.answer) == (Status.SOLVED, Guess((), win=Fraction(1)))
            continue
        assert outcome.status is (Status.SOLVED if best[0] == 1 else Status.FEASIBLE)  # a rule of thumb proves nothing
        safe = tuple(board.place(cell) for cell in covered if not any(cell in mines for mines in found))
        assert outcome.answer.safe == safe
        chosen = outcome.answer.candidates[0]
        assert (chosen.safety, chosen.zero) == best
        assert shares(board, board.cell(*chosen.place), found) == best
        assert outcome.answer.win == (1 if len(found) == 1 else None)


def test_a_spoiled_guess():
    board = read("1##/###", mines=1)
    answer = ask(PROBLEM, board, method="least-chance").answer
    assert check_guess(board, answer) == []
    assert check_guess(board, GUESS.load(GUESS.dump(answer))) == []
    opened = Candidate((0, 0), Fraction(1), Fraction(0))
    for candidates, rule in (
        ((), "won"),
        ((opened,), "not-covered"),
        ((replace(answer.candidates[0], safety=Fraction(2)),), "safety"),
        ((replace(answer.candidates[0], zero=Fraction(3, 2)),), "zero"),
        ((replace(answer.candidates[0], zero=Fraction(0)), answer.candidates[1]), "order"),
    ):
        assert rule in [violation.rule for violation in check_guess(board, replace(answer, candidates=candidates))]


@pytest.mark.parametrize(
    ("grid", "mines", "status", "cell", "win"),
    [
        ("####/####", 8, Status.SOLVED, None, 1),  # all covered cells are mines: the game is won
        ("####/####", 0, Status.SOLVED, (0, 0), 1),  # one layout is left, and it has no mine
        ("#1", None, Status.SOLVED, None, 1),
        ("01#1#", None, Status.SOLVED, (0, 4), 1),  # one layout is left
        (
            "1##/###",
            1,
            Status.SOLVED,
            (0, 2),
            Fraction(2, 3),
        ),  # a cell is certainly safe, then one of two may be a guess
        ("01\nreading: position", None, Status.IMPOSSIBLE, None, None),
        ("0", None, Status.SOLVED, None, 1),  # nothing is covered
        ("1##", None, Status.FEASIBLE, (0, 2), None),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_games_that_are_won_or_safe(grid, mines, status, cell, win, method):
    outcome = ask(PROBLEM, read(grid, mines=mines), method=method)
    assert outcome.status is status
    win = None if win == Fraction(2, 3) and method == "least-chance" else win  # it solves no endgame
    if outcome.answer is not None:
        assert (outcome.answer.cell, outcome.answer.win, outcome.answer.exact) == (cell, win, win is not None)
        assert GUESS.load(GUESS.dump(outcome.answer)) == outcome.answer


def test_an_answer_whose_cell_is_not_its_first_candidate_is_refused():
    shape = GUESS.dump(ask(PROBLEM, read("1##/###", mines=1)).answer)
    for wrong in (replace(shape, cell=(1, 2)), replace(shape, safety="1/2"), replace(shape, exact=False)):
        with pytest.raises(FormatError, match="first candidate"):
            GUESS.load(wrong)


def test_safe_cells_off_the_board_are_told():
    board = read("##1/212")
    guess = ask(PROBLEM, read("01#1#")).answer
    assert check_guess(board, replace(guess, safe=((10**20, 0), (-1, -1))))


@pytest.mark.parametrize("method", ["search", "two-step"])
def test_what_the_policies_say_of_small_positions(method):
    """Safe cells, safety and the chance to win, against all layouts and the best play through them."""
    weighed = 0
    for seed in range(150):
        board = position(seed)
        found = list(layouts(board))
        outcome = ask(PROBLEM, board, method=method)
        if not found:
            assert outcome.status is Status.IMPOSSIBLE
            continue
        answer = outcome.answer
        covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        assert answer.policy == ("least-chance" if board.mines is None else method)
        assert answer.safe == tuple(board.place(c) for c in covered if not any(c in mines for mines in found))
        assert check_guess(board, answer) == []
        assert GUESS.load(GUESS.dump(answer)) == answer
        for candidate in answer.candidates:
            assert candidate.safety == shares(board, board.cell(*candidate.place), found)[0]
        assert answer.exact or board.mines is None or len(found) > 1000
        if answer.exact and answer.cell is not None and board.mines is not None:
            opened = frozenset(range(len(board.cells))) - set(covered)
            won = won_by_best_play(board.surface, found, opened, len(board.cells), {})
            assert answer.win == Fraction(won, len(found))
            assert outcome.status is Status.SOLVED
            good = answer.safe or tuple(
                board.place(cell) for cell in covered if won_by(board, found, opened, cell) == won
            )
            assert answer.equal == good
            weighed += 1
    assert weighed > 40


def won_by(board, found, opened, cell):
    """Count the layouts that are won by opening a cell, and the best play from there on."""
    parts = {}
    for layout in found:
        if cell not in layout:
            parts.setdefault(shown(board.surface, cell, layout), []).append(layout)
    size = len(board.cells)
    return sum(won_by_best_play(board.surface, part, opened | {cell}, size, {}) for part in parts.values())


@pytest.mark.parametrize("method", METHODS)
def test_a_cell_that_is_alike_is_as_good(method):
    """What symmetry says: the corners of an untouched field, both cells of a pair that nothing tells apart."""
    field = ask(PROBLEM, read("/".join(["#" * 9] * 9), mines=40), method=method).answer
    corners = {(0, 0), (0, 8), (8, 0), (8, 8)}
    assert corners.isdisjoint(field.equal) or corners <= set(field.equal)
    assert {(r, 8 - c) for r, c in field.equal} == {(c, r) for r, c in field.equal} == set(field.equal)
    assert field.cell in field.equal


def test_a_pair_is_named_as_a_pair():
    """Nothing that is opened later tells (1, 1) from (2, 1); the rest is far too much for an endgame."""
    answer = ask(PROBLEM, read("/".join(["#1" + "0" * 6 + "1" + "#" * 14] * 2), mines=8)).answer
    assert (answer.exact, answer.candidates[0].value) == (False, None)
    assert (answer.cell, answer.equal) == ((0, 0), ((0, 0), (1, 0)))


def test_equal_cells_that_are_not_are_refused():
    for board, method in ((read("1##/###", mines=2), "search"), (read("1##/###"), "least-chance")):
        answer = ask(PROBLEM, board, method=method).answer
        assert len(answer.equal) > 1
        assert check_guess(board, answer) == []
        others = tuple(place for place in answer.equal if place != answer.cell)
        for equal, rule in ((others, "equal"), (answer.equal[::-1], "order"), ((*answer.equal, (5, 5)), "not-covered")):
            assert rule in [fault.rule for fault in check_guess(board, replace(answer, equal=equal))]
    board = read("####")
    one = ask(PROBLEM, board, method="least-chance").answer
    first, second = Candidate((0, 1), Fraction(1, 2), Fraction(1, 2)), Candidate((0, 2), Fraction(1, 2), Fraction(1, 4))
    said = replace(one, candidates=(first, second))
    assert check_guess(board, replace(said, equal=((0, 1),))) == []
    assert [fault.rule for fault in check_guess(board, replace(said, equal=((0, 1), (0, 2))))] == ["equal"]
    alike = replace(said, candidates=(first, replace(second, zero=Fraction(1, 2))), equal=((0, 1),))
    assert [fault.rule for fault in check_guess(board, alike)] == ["equal"]
    safe = ask(PROBLEM, read("01#1#")).answer
    assert [fault.rule for fault in check_guess(read("01#1#"), replace(safe, equal=((0, 2), (0, 4))))] == ["equal"]


def test_the_settings_of_a_policy():
    """As `win-rate --policy` takes them: three layouts are left, too many for an endgame of two."""
    board = read("1##/###", mines=1)
    assert ask(PROBLEM, board, method="search:layouts=3,dense_layouts=0").answer.win == Fraction(2, 3)
    assert ask(PROBLEM, board, method="search:layouts=2,dense_layouts=0").answer.win is None
    assert ask(PROBLEM, board, method="two-step:alive=1,layouts=5000").method == "two-step:alive=True,layouts=5000"
    for written, told in (
        ("search:layouts=20000", "out of range"),
        ("search:kind=0", "'kind=0' is not a setting of search"),
        ("least-chance:layouts=5", "has no settings"),
    ):
        with pytest.raises(UsageError, match=told):
            ask(PROBLEM, board, method=written)


@pytest.mark.parametrize("stop", [StopReason.MEMORY, StopReason.SECONDS])
def test_safe_cells_are_the_answer_where_counting_stops(stop, monkeypatch):
    """A large board of 22 % mines, half opened, is too wide to be counted; others take too long."""
    params = Params("custom", 100, 150, 3330, "square", "opening", "flood", 0.5)
    board = generate(params, Random(1, "x"))
    if stop is StopReason.SECONDS:
        late = Outcome(Status.UNKNOWN, stopped=stop, stats={"nodes": 1})
        monkeypatch.setattr("passatempo.minesweeper.exact.methods.count", lambda board, limits: (None, late))
    outcome = ask(PROBLEM, board)
    answer = outcome.answer
    assert (outcome.status, outcome.stopped) == (Status.FEASIBLE, stop)
    assert answer.safe == answer.equal == ask(pastime("minesweeper").problem("safe"), board).answer.safe
    assert (answer.cell, answer.safety, answer.win) == (answer.safe[0], 1, None)
    assert check_guess(board, answer) == []


def test_an_expert_position_is_weighed():
    rows = ["#" * 30 for _ in range(16)]
    rows[0] = "1" + rows[0][1:]
    board = read("/".join(rows), mines=99)
    outcome = ask(PROBLEM, board)
    answer = outcome.answer
    assert (outcome.status, answer.policy, answer.exact) == (Status.FEASIBLE, "search", False)
    assert answer.cell == answer.candidates[0].place
    assert all(one.value is not None and one.progress is not None for one in answer.candidates)
    assert check_guess(board, answer) == []
    assert "policy search" in show_guess(board, answer)
    assert "o" in show_guess(board, answer)
    assert "Where to click next" in draw_guess(board, answer)
    for wrong in (answer.candidates[::-1], (answer.candidates[0], *reversed(answer.candidates[1:]))):
        assert "order" in [fault.rule for fault in check_guess(board, replace(answer, candidates=wrong, equal=()))]
    sure = replace(answer.candidates[0], progress=Fraction(2))
    assert "progress" in [fault.rule for fault in check_guess(board, replace(answer, candidates=(sure,)))]


@pytest.mark.parametrize("method", ["search", "two-step", "search:deep=2,second=0.5", "two-step:deep=2,alive=1"])
def test_no_cell_further_down_has_a_greater_value(method):
    """On grids where the cell that is best two clicks ahead is not so a click later, and in games.

    Only the order of the values is looked at here; test_play.py has their definitions.
    """
    grids = json.loads((DATA / "guess.json").read_text(encoding="utf-8"))["cases"]
    boards = [read("#", grid=grid, mines=mines) for grid, mines in grids]
    boards += islice(guesses(covered(9, 14, 28), seed=4), 25)
    seen, left_out = 0, 0
    for board in boards:
        outcome = ask(PROBLEM, board, method=method)
        first, *others = outcome.answer.candidates
        seen += len(others)
        left_out += sum(one.value is None for one in others if first.value is not None)
        assert [one for one in others if (one.value or 0) > (first.value or 0)] == []
        told = re.findall(r"value (\d\.\d+)", show_guess(board, outcome.answer))
        assert told == sorted(told, reverse=True)
    assert seen > 20
    assert (left_out > 0) == (method != "two-step")  # which looks no deeper


def test_boards_on_which_the_least_chance_decides():
    large = read("/".join(["1" + "#" * 39] + ["#" * 40] * 39), mines=300)
    assert ask(PROBLEM, large).answer.policy == "least-chance"
    assert ask(PROBLEM, read("1##")).answer.policy == "least-chance"
    won = ask(PROBLEM, read("####/####", mines=8)).answer
    assert "svg" in draw_guess(read("####/####", mines=8), won)
