"""The playing kernel against the definitions, by lists of all layouts.

Tests: policies.py
"""

from dataclasses import replace
from math import isnan, sqrt
from statistics import fmean, pvariance

import pytest

from passatempo.core.interface import Interface
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import StopReason
from passatempo.core.random import WORD, Random
from passatempo.minesweeper.exact.guess import misfit
from passatempo.minesweeper.model import COVERED, Board, is_covered
from passatempo.minesweeper.policies import POLICIES, SETTINGS, Policy

from .guesses import (
    advise,
    apart,
    asked,
    covered,
    open_cell,
    shown,
    simulate,
    small_guesses,
    weighed,
    won_by_best_play,
)

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
    "unwary": Policy(near_best=0.5, free_best=0.5),
    "few": Policy(most=3, most_free=1),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("opening", [False, True])
def test_the_mines_are_those_of_the_stream_of_a_game(variant, opening):
    board = covered(6, 8, 11, variant)
    games = simulate(board, POLICIES["least-chance"], 20, first=19, opening=opening, seed=2**63 + 5, start=7, keep=True)
    promised = {19, *(board.surface.neighbours(19) if opening else ())}
    room = [cell for cell in range(48) if cell not in promised]
    for index, game in enumerate(games.games, 7):
        stream = Random(0)
        stream.state = (2**63 + 5) % WORD
        stream.state = stream.next_word() ^ index
        stream.state = stream.next_word()
        drawn = [1] * 11 + [0] * (len(room) - 11)
        stream.shuffle(drawn)
        laid = {cell for cell, mine in zip(room, drawn, strict=True) if mine}
        assert {cell for cell, mine in enumerate(game.layout) if mine} == laid
        assert len(laid) == 11
        assert 19 not in laid


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_won_where_all_free_cells_are_open(variant):
    board = covered(7, 7, 9, variant)
    games = simulate(board, POLICIES["search"], 60, first=24, seed=4, keep=True)
    for won, number, game in zip(games.weights, games.guesses, games.games, strict=True):
        layout = frozenset(cell for cell, mine in enumerate(game.layout) if mine)
        cells = bytearray(board.cells)
        clicks = game.clicks
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
    assert sum((part.weights for part in parts), ()) == whole.weights


def endgames(variant, count, most, **kinds):
    policy = replace(POLICIES["search"], layouts=most, dense_layouts=0, pairs=False)
    for board, layouts in small_guesses(variant, count, most, **kinds):
        advised = advise(board, policy)
        size, opened = len(board.cells), frozenset(c for c, code in enumerate(board.cells) if not is_covered(code))
        assert advised.layouts == len(layouts)
        assert advised.won == won_by_best_play(board.surface, layouts, opened, size, {})
        left = [layout for layout in layouts if advised.cell not in layout]
        parts = apart(board.surface, left, [advised.cell])
        after = opened | {advised.cell}
        won = sum(won_by_best_play(board.surface, part, after, size, {}) for part in parts)
        assert won == advised.won  # by the cell that is named


@pytest.mark.parametrize("variant", VARIANTS)
def test_endgames_are_played_to_their_end(variant):
    endgames(variant, 6, 40)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_long_endgames_are_played_to_their_end(variant):
    endgames(variant, 50, 500, seed=11, size=(5, 6, 7))


@pytest.mark.parametrize("name", SWITCHES)
def test_clicks_are_weighed_by_their_definitions(name):
    judge(SWITCHES[name], 3, 30)


@pytest.mark.long
@pytest.mark.parametrize("name", SWITCHES)
def test_many_clicks_are_weighed_by_their_definitions(name):
    judge(SWITCHES[name], 40, 150, seed=21)


def judge(policy, count, most, seed=5):
    """Weigh each candidate from all layouts; one is chosen that is best, or with more clicks ahead nearly so."""
    policy, several = replace(policy, layouts=0, dense_layouts=0), 0
    for variant in VARIANTS:
        for board, layouts in small_guesses(variant, count, most, seed=seed):
            advised = advise(board, replace(policy, deep=0))
            several += len(advised.candidates)
            values = {one.cell: one.value for one in advised.candidates}
            for cell, *told in advised.candidates:
                assert told == pytest.approx(list(map(float, weighed(board, layouts, policy, cell))))
            if values:  # none for a pair that nothing will ever tell apart
                loss = max(values.values()) - values[advise(board, policy).cell]
                assert loss <= (policy.deep_near if policy.deep > 1 else 0) + 1e-9
    assert several > count


def test_the_values_of_a_deeper_look_are_those_behind_the_click():
    """The best values of all positions that a click leads to, in the mean; a look at few cells is the same look.

    Left out: clicks that may leave a safe cell, which counts as the click that is looked at.
    """
    policy = Policy(layouts=0, dense_layouts=0, pairs=False, alive=False, near_best=0, free_best=0)
    every, compared = replace(policy, deep=1000, deep_next=1000, deep_near=1), 0
    for variant in VARIANTS:
        for board, layouts in small_guesses(variant, 4, 12):
            advised = advise(board, every)
            values = {one.cell: one.value for one in advised.candidates}
            if len(values) < 2:  # there is nothing to decide
                continue
            assert values[advised.cell] >= max(values.values()) - 1e-9
            for cell, value in values.items():
                wanted = behind(board, layouts, policy, cell)
                if wanted is not None:
                    assert value == pytest.approx(float(wanted))
                    compared += 1
            few = advise(board, replace(every, deep=2)).candidates
            assert [isnan(one.value) for one in few] == [False] * 2 + [True] * (len(few) - 2)
            assert all(one.value == values[one.cell] for one in few[:2])
    assert compared > 20


def behind(board, layouts, policy, cell):
    """Return the mean of the best values behind a click, by its definition; None if it may leave a safe cell."""
    total = 0
    for part in apart(board.surface, [layout for layout in layouts if cell not in layout], [cell]):
        cells = bytearray(board.cells)
        cells[cell] = shown(board.surface, cell, part[0])
        hidden = [c for c, code in enumerate(cells) if is_covered(code) and any(c not in layout for layout in part)]
        if len(part) > 1 and any(c not in set().union(*part) for c in hidden):
            return None
        after = replace(board, cells=bytes(cells))
        total += len(part) * (max(weighed(after, part, policy, c)[2] for c in hidden) if len(part) > 1 else 1)
    return total / len(layouts)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_least_chance_is_the_least(variant):
    for board, layouts in small_guesses(variant, 10, 200):
        advised = advise(board, POLICIES["least-chance"])
        hidden = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
        mines = {cell: sum(cell in layout for layout in layouts) for cell in hidden}
        assert mines[advised.cell] == min(mines.values())


def far_apart(played, weighed):
    """Return how many standard errors the two means are apart."""
    error = sqrt(pvariance(played) / len(played) + pvariance(weighed) / len(weighed))
    return abs(fmean(played) - fmean(weighed)) / error


@pytest.mark.quick(2)
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
    played = simulate(board, POLICIES[name], 1500, opening=opening, seed=1).weights
    weighed = simulate(board, POLICIES[name], 1500, opening=opening, seed=2, weigh=True).weights
    assert set(played) == {0, 1}
    assert far_apart(played, weighed) < 4
    assert pvariance(weighed) < pvariance(played) / 1.5


def test_stronger_policies_win_more():
    board = covered(16, 16, 40)
    weights = {name: simulate(board, policy, 400, weigh=True).weights for name, policy in POLICIES.items()}
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
    with pytest.raises(ValueError, match="kind: there is no such policy"):
        simulate(covered(8, 8, 10), Policy(kind=2), 1, threads=2)
    assert fmean(simulate(covered(3, 3, 8), POLICIES["search"], 5).weights) == 1


def test_a_budget_that_has_ended_leaves_whole_games():
    cancel = Cancel()
    cancel.cancel()
    board = covered(16, 30, 99)
    stopped = asked(board, Policy(), Limits(cancel=cancel), count=50)
    assert (stopped.stop, stopped.reply["weights"]) == (StopReason.CANCELLED, ())
    short = asked(board, Policy(), Limits(seconds=0.05), count=100_000, threads=2)
    assert short.stop is StopReason.SECONDS
    weights = short.reply["weights"]
    assert weights == simulate(board, Policy(), len(weights)).weights


def test_the_record_of_the_interface_has_the_settings_of_the_rows():
    """The same names, and the same greatest values."""
    record = Interface.of("minesweeper").records["Policy"]
    most = {name: entry.metadata.get("most") for name, entry in SETTINGS.items()}
    assert {name: kind.upper_bound for name, kind in record.typed_fields} == {"kind": None} | most
