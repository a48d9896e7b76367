"""The playing kernel against its plain-Python twin, which looks at lists of all layouts.

Tests: exact/plain_play.py, exact/policies.py
"""

from array import array
from dataclasses import replace
from math import sqrt
from statistics import fmean, pvariance

import pytest

from passatempo.minesweeper import _kernel
from passatempo.minesweeper.exact import plain_play
from passatempo.minesweeper.exact.methods import seen
from passatempo.minesweeper.exact.policies import POLICIES, Policy, misfit
from passatempo.minesweeper.model import COVERED, Board, is_covered

from .guesses import FOREVER, covered, open_cell, simulate, small_guesses

VARIANTS = ("square", "torus", "hexagonal", "knight")
SWITCHES = {
    "search": POLICIES["search"],
    "two-step": POLICIES["two-step"],
    "shallow": Policy(deep=0),
    "wider": Policy(deep=6, deep_next=6, deep_near=0.1),
    "dead cells too": Policy(alive=False),
    "second alone": Policy(second=1, deep=0),
    "hungry": Policy(progress=0.5, deep=0),
    "timid": Policy(near_best=0.99, free_best=0.99),
    "bold": Policy(near_best=0.5, free_best=0.5),
    "few": Policy(most=3, most_free=1),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("opening", [False, True])
def test_the_kernel_lays_the_mines_of_the_twin(variant, opening):
    board = covered(6, 8, 11, variant)
    games = simulate(
        board, POLICIES["least-chance"], 20, first=19, opening=opening, seed=2**63 + 5, start=7, record=True
    )
    for index, game in enumerate(games.records, 7):
        laid = plain_play.lay(board.surface, 11, 19, opening, 2**63 + 5, index)
        assert {cell for cell, mine in enumerate(game.layout) if mine} == laid
        assert len(laid) == 11
        assert 19 not in laid


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_won_where_all_free_cells_are_open(variant):
    board = covered(7, 7, 9, variant)
    games = simulate(board, POLICIES["search"], 60, first=24, seed=4, record=True)
    for won, number, game in zip(array("d", games.weights), array("I", games.guesses), games.records, strict=True):
        layout = frozenset(cell for cell, mine in enumerate(game.layout) if mine)
        cells = bytearray(board.cells)
        clicks = array("I", game.clicks)
        for cell in clicks[:-1] if clicks[-1] in layout else clicks:
            assert is_covered(cells[cell])
            assert cell not in layout
            open_cell(board.surface, cells, cell, layout)
        assert (won == 1) == (sum(map(is_covered, cells)) == 9) == (clicks[-1] not in layout)
        assert number == sum(game.guessed)
        assert clicks[-1] not in layout or game.guessed[-1]  # what is not a guess is safe


@pytest.mark.parametrize("weigh", [False, True])
def test_games_are_the_same_on_any_number_of_threads(weigh):
    board = covered(8, 8, 12)
    whole = simulate(board, POLICIES["search"], 60, weigh=weigh, seed=9)
    for threads in (2, 3):
        again = simulate(board, POLICIES["search"], 60, weigh=weigh, seed=9, threads=threads)
        assert (again.weights, again.guesses) == (whole.weights, whole.guesses)
    parts = [simulate(board, POLICIES["search"], 20, weigh=weigh, seed=9, start=start) for start in (0, 20, 40)]
    assert b"".join(part.weights for part in parts) == whole.weights


def endgames(variant, count, most, **kinds):
    policy = replace(POLICIES["search"], layouts=most, dense_layouts=0, pairs=False)
    for board, layouts in small_guesses(variant, count, most, **kinds):
        advised = _kernel.advise(seen(board), policy.settings(), *FOREVER)
        size, opened = len(board.cells), frozenset(c for c, code in enumerate(board.cells) if not is_covered(code))
        assert advised.layouts == len(layouts)
        assert advised.won == plain_play.won_by_best_play(board.surface, layouts, opened, size, {})
        left = [layout for layout in layouts if advised.cell not in layout]
        parts = plain_play._apart(board.surface, left, [advised.cell])
        after = opened | {advised.cell}
        won = sum(plain_play.won_by_best_play(board.surface, part, after, size, {}) for part in parts)
        assert won == advised.won  # by the cell that is named


@pytest.mark.parametrize("variant", VARIANTS)
def test_endgames_are_played_to_their_end(variant):
    endgames(variant, 6, 40)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_long_endgames_are_played_to_their_end(variant):
    endgames(variant, 50, 500, seed=11, size=(5, 6, 7))


@pytest.mark.parametrize("name", SWITCHES)
def test_the_policy_chooses_as_its_twin(name):
    compare(SWITCHES[name], 2, 30)


@pytest.mark.long
@pytest.mark.parametrize("name", SWITCHES)
def test_the_policy_chooses_as_its_twin_often(name):
    compare(SWITCHES[name], 40, 150, seed=21)


def compare(policy, count, most, seed=5):
    policy = replace(policy, layouts=0, dense_layouts=0)
    for variant in VARIANTS:
        for board, layouts in small_guesses(variant, count, most, seed=seed):
            twin = plain_play.Position(board, layouts, policy)
            advised = _kernel.advise(seen(board), policy.settings(), *FOREVER)
            pair = twin.proven_pair() if policy.pairs else None
            if pair is not None:
                assert advised.cell == pair
                continue
            choices = twin.choose()
            assert float(choices[advised.cell]) == pytest.approx(float(max(choices.values())))
            for one in advised.candidates:
                cell, safety, progress, value, zero = one.cell, one.safety, one.progress, one.value, one.zero
                weighed = twin.weigh(cell)
                told = tuple(map(float, weighed[1:]))
                assert (safety, progress, value, zero) == pytest.approx(told)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_least_chance_is_the_least(variant):
    for board, layouts in small_guesses(variant, 10, 200):
        advised = _kernel.advise(seen(board), POLICIES["least-chance"].settings(), *FOREVER)
        hidden = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        mines = {cell: sum(cell in layout for layout in layouts) for cell in hidden}
        assert mines[advised.cell] == min(mines.values())


def far_apart(played, weighed):
    """Return how many standard errors the two means are apart."""
    error = sqrt(pvariance(played) / len(played) + pvariance(weighed) / len(weighed))
    return abs(fmean(played) - fmean(weighed)) / error


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("board", "opening", "name"),
    [
        (covered(8, 8, 10), False, "search"),
        (covered(8, 8, 10), True, "least-chance"),
        (covered(7, 7, 8), False, "two-step"),
        (covered(8, 8, 12, "hexagonal"), False, "least-chance"),
        (covered(8, 8, 12, "torus"), False, "least-chance"),
        (covered(8, 8, 14, "knight"), False, "least-chance"),
    ],
)
def test_the_survival_weight_is_the_chance_to_win(board, opening, name):
    played = array("d", simulate(board, POLICIES[name], 1500, opening=opening, seed=1).weights)
    weighed = array("d", simulate(board, POLICIES[name], 1500, opening=opening, seed=2, weigh=True).weights)
    assert set(played) == {0, 1}
    assert far_apart(played, weighed) < 4
    assert pvariance(weighed) < pvariance(played) / 1.5


def test_stronger_policies_win_more():
    board = covered(16, 16, 40)
    weights = {name: array("d", simulate(board, policy, 400, weigh=True).weights) for name, policy in POLICIES.items()}
    assert fmean(weights["least-chance"]) < fmean(weights["two-step"]) + 0.01
    assert fmean(weights["least-chance"]) < fmean(weights["search"])


def test_boards_that_the_kernel_does_not_play_on():
    assert misfit(covered(4, 4, None)) == "the mine count is not known"
    assert misfit(covered(40, 40, 200)) == "the board has more than 1000 cells"
    wide = Board(1, 40, bytes([COVERED]) * 40, 1, "square", tuple((0, k) for k in range(1, 17)))
    assert misfit(wide) == "a cell has more than 15 neighbours"
    for board in (covered(40, 40, 200), wide, covered(4, 4, None)):
        with pytest.raises(ValueError, match=r"cells|offsets|mines"):
            simulate(board, POLICIES["search"], 1)
    with pytest.raises(ValueError, match="mines"):
        simulate(covered(3, 3, 6), POLICIES["search"], 1, opening=True)
    assert fmean(array("d", simulate(covered(3, 3, 8), POLICIES["search"], 5).weights)) == 1


def test_a_budget_that_has_ended_leaves_whole_games():
    flag = bytearray([1])
    board = covered(16, 30, 99)
    stopped = _kernel.simulate(seen(board), 0, False, Policy().settings(), False, 1, 0, 50, 1, False, 1e9, flag)
    assert (stopped.stop, stopped.count, stopped.weights) == (4, 0, b"")
    short = _kernel.simulate(seen(board), 0, False, Policy().settings(), False, 1, 0, 100_000, 2, False, 0.05, None)
    assert short.stop == 1
    assert short.weights == simulate(board, Policy(), short.count).weights
