"""The rules and their options against a second, slower reading of them; positions that cannot occur; sizes.

Tests: generate.py
"""

import random
from itertools import pairwise, product

import pytest

from passatempo.core import queries
from passatempo.core.errors import InvalidInstance
from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.mnk import Position, Rules, ValueAsk, reference
from passatempo.mnk.checker import Board, check_value
from passatempo.mnk.generate import Params, generate
from passatempo.mnk.lines import windows
from passatempo.mnk.model import played
from passatempo.mnk.proof.known_values import board_values
from passatempo.mnk.reference import ends
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.text import position_of


def option_sets():
    return [dict(zip(OPTIONS, values, strict=True)) for values in product((False, True), repeat=len(OPTIONS))]


def rows_of_k(rules):
    """Return the sets of k cells in a row, by stepping from every cell in every direction."""
    found = set()
    for row, column, (down, right) in product(range(rules.m), range(rules.n), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(row + i * down, column + i * right) for i in range(rules.k)]
        if rules.torus:
            cells = [(r % rules.m, c % rules.n) for r, c in cells]
        elif not all(0 <= r < rules.m and 0 <= c < rules.n for r, c in cells):
            continue
        if len(set(cells)) == rules.k:
            found.add(frozenset(r * rules.n + c for r, c in cells))
    return found


@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 4), (2, 2), (2, 5), (3, 3), (3, 4), (4, 6), (5, 1)])
@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 12])
def test_windows_are_the_rows_of_k(m, n, torus, k):
    found = windows(m, n, k, torus)
    assert len(set(found)) == len(found)
    assert set(map(frozenset, found)) == rows_of_k(Rules(m, n, k, torus=torus))


def test_the_number_of_windows_of_a_flat_board():
    for m, n, k in ((15, 15, 5), (70, 70, 10), (3, 8, 4)):
        wide, high = max(0, n - k + 1), max(0, m - k + 1)
        assert len(windows(m, n, k)) == m * wide + n * high + 2 * wide * high


@pytest.mark.parametrize(
    "options", option_sets(), ids=lambda options: "+".join(o for o in options if options[o]) or "-"
)
def test_games_end_as_a_second_reading_of_the_rules_says(options):
    rng = random.Random(str(options))
    for _ in range(25):
        rules = Rules(rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 4), **options)
        position = Position(rules, bytes(rules.size))
        while position.result is None:
            cell = rng.choice(position.legal)
            judged = Board(position).value_of_move(position.place(cell))
            mover, after = position.to_move, position.play(cell)
            told = {None: None, "draw": "draw", ".XO"[mover]: "win", ".XO"[3 - mover]: "loss"}
            assert told[after.result] == judged
            assert ends(rules, after.cells, cell) == bool(after.won)
            position = after


@pytest.mark.quick(10)
@pytest.mark.parametrize(
    "options", option_sets(), ids=lambda options: "+".join(o for o in options if options[o]) or "-"
)
def test_the_checker_accepts_full_searches_and_refuses_what_is_changed(options):
    rng = random.Random(str(options))
    for seed in range(8):
        m, n, k = rng.randint(1, 3), rng.randint(2, 3), rng.randint(2, 3)
        try:
            position = generate(Params(m, n, k, rng.randint(0, min(3, m * n - 1)), **options), Random(seed))
        except ValueError:
            continue
        question = Question(position, ValueAsk(all_moves=True))
        outcome = reference.value(question, Limits())
        assert outcome.status is Status.SOLVED
        value = outcome.answer
        assert check_value(question, value) == []
        if value.plies is not None and not options["maker_breaker"]:
            longer = type(value)(value.value, value.plies + 1, value.best_moves, value.moves)
            assert check_value(question, longer)
        other = {"win": "loss", "loss": "win", "draw": "win"}[value.value]
        assert check_value(question, type(value)(other, value.plies, value.best_moves, value.moves))


def ask(question, **request):
    return Interface.of("mnk").ask(question, **request).reply


def counting_runs(rules, cells):
    """Return the runs of each side that count, as sets of cells: from every mark as far as its line goes both ways."""
    found = {1: set(), 2: set()}
    for cell, step in product(range(rules.size), ((0, 1), (1, 0), (1, 1), (1, -1))):
        run = {cell}
        for sign in (1, -1):
            row, column = divmod(cell, rules.n)
            while True:
                row, column = row + sign * step[0], column + sign * step[1]
                if rules.torus:
                    row, column = row % rules.m, column % rules.n
                elif not (0 <= row < rules.m and 0 <= column < rules.n):
                    break
                if row * rules.n + column in run or cells[row * rules.n + column] != cells[cell]:
                    break
                run.add(row * rules.n + column)
        if cells[cell] and (len(run) == rules.k or (len(run) > rules.k and not rules.exact)):
            found[cells[cell]].add(frozenset(run))
    return found


@pytest.mark.parametrize("seed", range(300))
def test_the_kernel_judges_any_board_as_a_plain_reading_does(seed):
    """Completed lines with their order of cells, faults of every cell, marks that float; also where no game
    leads to the board. Left out: which line comes before which of the same side.
    """
    rng = random.Random(seed)
    options = {option: rng.random() < 0.4 for option in OPTIONS}
    rules = Rules(rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 4), **options)
    cells = bytes(rng.choices((0, 1, 2), (rng.choice((0, 1, 3)), 4, 2), k=rules.size))
    told = ask("position", position=(rules.numbers, cells))
    runs = counting_runs(rules, cells)
    wanted = [*runs[1], *([] if rules.maker_breaker else runs[2])]
    assert len(told["won"]) == len(wanted)
    assert set(map(frozenset, told["won"])) == set(wanted)
    assert [cells[line[0]] for line in told["won"]] == sorted(cells[line[0]] for line in told["won"])
    for line in told["won"]:
        steps = {((b // rules.n - a // rules.n) % rules.m, (b - a) % rules.n) for a, b in pairwise(line)}
        assert len(steps) <= 1, "cells lie in a row, in their order"
    floating = [at for at in range(rules.size - rules.n) if rules.gravity and not cells[at + rules.n]]
    assert list(told["faults"]) == [2 if mark else 3 if at in floating else 0 for at, mark in enumerate(cells)]
    assert list(told["floating"]) == [at for at in floating if cells[at]]
    full = {(False, False): 3, (False, True): 3, (True, False): 2, (True, True): 1}[rules.maker_breaker, rules.misere]
    winner = (cells[told["won"][0][0]] if not rules.misere else 3 - cells[told["won"][0][0]]) if wanted else 0
    assert (told["result"], told["full"]) == (winner or (0 if 0 in cells else full), full)


def test_the_kernel_plays_games_on_the_largest_boards():
    rules = Rules(512, 512, 2**18)
    moves = random.Random(8).sample(range(rules.size), rules.size)
    game = played(rules, moves)
    assert (game.result, game.won, game.legal) == ("draw", (), ())
    assert (game.cells[moves[0]], game.cells[moves[1]]) == (1, 2)
    with pytest.raises(InvalidInstance, match=f"move {rules.size + 1}: the game was over after move {rules.size}"):
        played(rules, [*moves, *moves])
    with pytest.raises(ValueError, match="a board of at most 262144 cells is needed"):
        ask("replay", rules=(513, 512, *rules.numbers[2:]), moves=[])


@pytest.mark.parametrize("cell", [-1, 9, 2**32, -(10**30)])
def test_moves_of_any_number_outside_the_board_are_told(cell):
    for call in (lambda: played(Rules(3, 3, 3), (4, cell)), lambda: Position(Rules(3, 3, 3), bytes(9), (cell,))):
        with pytest.raises(InvalidInstance, match=r"move [12] outside the board"):
            call()
    with pytest.raises(InvalidInstance, match="the move is outside the board"):
        Position(Rules(3, 3, 3), bytes(9)).play(cell)


def test_an_overline_wins_unless_exactly_k_is_asked():
    moves = [(1, 1), (3, 1), (1, 2), (3, 3), (1, 4), (3, 5), (1, 5), (3, 7), (1, 3)]
    assert position_of(3, 8, 4, moves=moves).result == "X"
    assert position_of(3, 8, 4, moves=moves, exact=True).result is None


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"m": 3, "n": 3, "k": 3, "board": ["XXX", ".O.", "OO."]}, "stone counts 3 and 3 cannot occur: X has a line"),
        ({"m": 1, "n": 7, "k": 2, "board": ["XX.O.XX"]}, "stone counts 4 and 1"),
        ({"m": 2, "n": 7, "k": 2, "board": ["XX.X.XX", "O.O.O.O"]}, "lines without a common cell"),
        ({"m": 2, "n": 2, "k": 2, "board": ["X.", ".."], "gravity": True}, "(1,1) floats"),
        (
            {"m": 3, "n": 3, "k": 3, "moves": [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3)]},
            "move 6: the game was over",
        ),
        ({"m": 2, "n": 2, "k": 2, "moves": [(1, 1)], "gravity": True}, "move 1: cell (1,1) has an empty cell below"),
        ({"m": 2, "n": 2, "k": 2, "moves": [(1, 1)], "board": ["..", ".X"]}, "do not lead to this board"),
        ({"m": 3, "n": 3, "k": 3, "moves": [(1, 1)], "to_move": "X"}, "it is O's turn"),
        ({"m": 10**6, "n": 10**6, "k": 5}, "1000000 x 1000000 is too large"),
        ({"m": 10**30, "n": 1, "k": 5}, "too large"),
    ],
)
def test_positions_that_cannot_occur_are_refused(keys, words):
    with pytest.raises(InvalidInstance) as caught:
        position_of(**keys)
    assert words in str(caught.value)


def test_large_boards_and_long_games():
    position = position_of(70, 70, 10, moves=[(1, 1), (70, 70), (1, 70)])
    assert len(position.legal) == 4897
    cells = bytes((1, 2)[(c // 2) % 2] for c in range(4900))  # no ten in a row anywhere
    full = Position(Rules(70, 70, 11), cells)
    assert full.result == "draw"
    assert full.legal == ()


def small(least, most):
    return [known for known in board_values() if least <= known.m * known.n <= most and known.k <= known.m]


@pytest.mark.quick(14)
@pytest.mark.parametrize(
    "known",
    [*small(1, 10), *(pytest.param(known, marks=pytest.mark.long) for known in small(11, 12))],
    ids=lambda known: f"{known.m},{known.n},{known.k}",
)
def test_small_known_values_by_the_full_search(known):
    empty = Position(Rules(known.m, known.n, known.k), bytes(known.m * known.n))
    assert reference.value(Question(empty, ValueAsk())).answer.value == known.value


def test_maker_breaker_values():
    def value(m, n, k, **options):
        empty = Position(Rules(m, n, k, maker_breaker=True, **options), bytes(m * n))
        return reference.value(Question(empty, ValueAsk())).answer

    assert value(3, 3, 3).value == "win"  # although the game for two is a draw
    assert (value(1, 3, 3).value, value(1, 3, 3).plies) == ("loss", 3)
    assert value(2, 2, 2, misere=True).value == "loss"


def test_the_greatest_k_is_a_draw_and_a_greater_one_is_refused():
    for k in (2**18 + 1, 10**20, 10**5000):
        with pytest.raises(InvalidInstance, match="k is too large"):
            position_of(3, 3, k)
    position = position_of(3, 3, 2**18, moves=[(1, 1)])
    assert position.result is None
    for method in ("proof", "reference"):
        assert (
            queries.ask(pastime("mnk").problem("value"), Question(position, ValueAsk()), method=method).answer.value
            == "draw"
        )
    assert queries.ask(pastime("mnk").problem("move"), position, method="corrado").answer.proven == "draw"


@pytest.mark.parametrize("method", ["proof", "reference"])
def test_a_board_too_large_for_a_method_is_unknown(method):
    position = position_of(200, 200, 5, moves=[(100, 100), (1, 1)])
    outcome = queries.ask(
        pastime("mnk").problem("value"), Question(position, ValueAsk()), method=method, limits=Limits(seconds=5)
    )
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.DONE)
    assert "Unknown: the board is too large for a" in str(outcome)


def test_a_full_search_is_not_begun_on_too_many_cells():
    outcome = reference.move(position_of(30, 30, 5, moves=[(1, 1)]), Limits(seconds=1))
    assert (outcome.status, outcome.stopped) == (Status.UNKNOWN, StopReason.DONE)
    assert outcome.reason == "the board is too large for a full search: more than 200 cells are empty"
