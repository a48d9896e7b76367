"""The mended player: f kept up to date, its search against a plain minimax, its rules, its clock.

Tests: corrado/player.py, corrado/board.py
"""

import json
import random
import time
from pathlib import Path

import pytest

from passatempo.core.limits import Cancel, Deadline, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.mnk import Position, Rules, read
from passatempo.mnk.corrado import player as corrado
from passatempo.mnk.corrado.board import FEW, BucketOrder, CorradoBoard
from passatempo.mnk.corrado.evaluation import evaluation_of
from passatempo.mnk.corrado.player import CorradoSearch, SearchSettings, Timer
from passatempo.mnk.rules import O, X
from passatempo.mnk.text import position_of

from .oracle import OPTIONS, Oracle


def random_game(rng, rules):
    """Yield the positions of a random game, from the empty board to its end."""
    position = Position(rules, bytes(rules.size))
    yield position
    while position.result is None:
        position = position.play(rng.choice(position.legal))
        yield position


@pytest.mark.parametrize("seed", range(40))
def test_f_and_the_buckets_follow_every_move(seed):
    rng = random.Random(seed)
    rules = Rules(rng.randint(1, 8), rng.randint(1, 8), rng.randint(1, 6))
    me = rng.choice((X, O))
    board, before = None, []
    for position in random_game(rng, rules):
        if board is None:
            board = CorradoBoard(position, me, BucketOrder)
        else:
            before.append(board.f)
            won = board.place_mark(position.last, 3 - position.to_move)
            assert won == bool(position.won)
        assert board.f == evaluation_of(position, me).f
        assert board.move_order.buckets == BucketOrder(rules, bytearray(position.cells)).buckets
    for f in reversed(before):
        board.take_back()
        assert board.f == f
    assert not any(board.move_order.neighbour_counts)


def minimax(position, me, extra, path=()):
    """Return the value of a position by the definition: f at the leaves, distance of a win, no cuts."""
    over = position.result
    if over == "draw":
        return 0
    if over:
        return (corrado.MATE - len(path)) * (1 if over == ".XO"[me] else -1)
    if extra == 0:
        return evaluation_of(position, me).f
    marks = [divmod(cell, position.rules.n) for cell, mark in enumerate(position.cells) if mark]
    near = [
        cell
        for cell in position.legal
        if any(max(abs(r - i), abs(c - j)) == 1 for i, j in marks for r, c in [divmod(cell, position.rules.n)])
    ]
    values = [minimax(position.play(cell), me, extra - 1, (*path, cell)) for cell in near]
    return max(values) if position.to_move == me else min(values)


@pytest.mark.quick(4)
@pytest.mark.parametrize("seed", range(12))
def test_alpha_beta_finds_the_minimax_value(seed):
    rng = random.Random(seed)
    position = rng.choice([p for p in random_game(rng, Rules(4, 4, rng.choice((3, 4)))) if p.moves][:4])
    if position.result:
        position = position_of(4, 4, 3, moves=[(2, 2), (1, 1)])
    me = position.to_move
    for extra in range(3):
        found = []
        for manner in (SearchSettings(), SearchSettings(passes_bound=False)):
            search = CorradoSearch(CorradoBoard(position, me, BucketOrder), manner, Deadline(Limits()))
            search.search_root(extra)
            found.append(search.best_line)
        assert found[0][1] == found[1][1] == minimax(position, me, extra + 1)
        assert found[0][0][0] == found[1][0][0]


def keeps_the_value(position):
    """Return whether the move of `corrado` is one of the best by brute force; many nodes, so that no clock runs."""
    rules = position.rules
    oracle = Oracle(rules.m, rules.n, rules.k, **{option: getattr(rules, option) for option in OPTIONS})
    values = {cell: value for cell, (value, _) in oracle.moves(tuple(position.cells)).items()}
    row, column = corrado.move(position, Limits(nodes=10**8)).answer.move
    return values[row * rules.n + column] == max(values.values())


@pytest.mark.parametrize(
    "text",
    [
        "k: 3\nX . . . X . O",  # the moves that draw: c1, which touches no mark, and d1
        "k: 3\nO X . . . . . . . X .",  # more depths than candidates are needed
        "k: 3\n. X O\nX . .\n. . .",
        "k: 3\n. . .\n. . .\n. . X\ngravity: true",
        "k: 3\n. . .\n. . O\n. . X\ngravity: true",
        "k: 4\nO . . O\nO . . X\nO . X X\nX X O X\ngravity: true",
        "k: 2\n. O X O X O . . X O X . .\nexact: true\nmisere: true",
    ],
)
def test_keeps_the_value_where_few_cells_are_empty(text):
    assert keeps_the_value(read(text))


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(200))
def test_keeps_the_value_of_random_positions_with_few_empty_cells(seed):
    rng = random.Random(seed)
    m, n = rng.choice([(1, 12), (2, 7), (3, 4), (3, 6), (4, 4), (5, 2), (5, 5)])
    rules = Rules(m, n, rng.randint(2, 4), gravity=rng.random() < 0.5)
    cells = Oracle(m, n, rules.k, gravity=rules.gravity).position(rng.randint(4, FEW), rng)
    if cells is not None:
        assert keeps_the_value(Position(rules, bytes(cells)))


def test_all_cells_are_tried_up_to_nine():
    for empty in (FEW, FEW + 1):
        order = BucketOrder(Rules(1, empty + 1, 3), bytearray([1, *[0] * empty]))
        assert order.candidate_moves() == ([1, *range(2, empty + 1)] if empty == FEW else [1])


def test_the_first_mark_goes_to_the_centre():
    for m, n, centre in ((3, 3, (1, 1)), (4, 6, (2, 3)), (1, 2, (0, 1)), (70, 70, (35, 35))):
        outcome = corrado.move(Position(Rules(m, n, 1 if m == 1 else 3), bytes(m * n)))
        assert outcome.answer.move == centre
    falls = corrado.move(Position(Rules(6, 7, 4, gravity=True), bytes(42)))
    assert falls.answer.move == (5, 3)


@pytest.mark.parametrize("text", ["k: 3\nX X .\nO O .\n. . .", "k: 3\nX . .\nO O .\nX . .", "k: 4\nX X X .\nO O O ."])
def test_wins_at_once_and_blocks(text):
    position = read(text)
    row = 0 if "X X" in text else 1
    assert corrado.move(position, Limits(nodes=5000)).answer.move == (row, len(position.rows[0]) - 1)


def test_a_depth_that_is_cut_off_is_dropped():
    position = position_of(9, 9, 5, moves=[(5, 5), (4, 5), (5, 6), (6, 4)])
    for nodes in (100, 500, 2000, 8000):
        outcome = corrado.move(position, Limits(nodes=nodes))
        search = CorradoSearch(CorradoBoard(position, X, BucketOrder), SearchSettings(), Deadline(Limits()))
        search.search_root(outcome.answer.depth - 1)
        assert position.place(search.best_line[0][0]) == outcome.answer.move
        assert outcome.stopped is StopReason.NODES


@pytest.mark.parametrize("option", ["exact", "misere", "gravity", "torus", "maker_breaker"])
def test_plays_whole_games_under_every_option(option):
    position = Position(Rules(4, 4, 3, **{option: True}), bytes(16))
    while position.result is None:
        row, column = corrado.move(position, Limits(nodes=300)).answer.move
        position = position.play(row * 4 + column)
    assert position.result in ("X", "O", "draw")


def test_misere_avoids_completing_a_line():
    position = read("k: 3\nX X .\nO O .\n. . .\nmisere: true")
    assert corrado.move(position, Limits(nodes=3000)).answer.move not in ((0, 2),)


def test_no_line_at_all_is_a_proved_draw():
    outcome = corrado.move(read("k: 5\nX . .\n. O ."))
    assert (outcome.status, outcome.answer.proven) == (Status.SOLVED, "draw")


def test_a_thrown_cancel_still_gives_a_move():
    cancel = Cancel()
    cancel.cancel()
    outcome = corrado.move(position_of(9, 9, 5, moves=[(5, 5)]), Limits(cancel=cancel))
    assert outcome.stopped is StopReason.CANCELLED
    assert outcome.answer.move


def test_the_same_nodes_give_the_same_move():
    position = position_of(10, 10, 5, moves=[(5, 5), (4, 5), (6, 6)])
    first, second = (corrado.move(position, Limits(nodes=3000)) for _ in range(2))
    assert (first.answer, first.stats) == (second.answer, second.stats)


SIGNATURES = json.loads((Path(__file__).parents[1] / "data" / "mnk" / "signatures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SIGNATURES["cases"], ids=str)
def test_the_signature_of_the_search(case):
    position = position_of(case["m"], case["n"], case["k"], moves=case["moves"])
    search = CorradoSearch(CorradoBoard(position, position.to_move, BucketOrder), SearchSettings(), Deadline(Limits()))
    search.search_root(2)
    assert search.deadline.node_count == case["nodes"]


class Player:
    """Corrado over a whole game: how long he searches follows how much time was left before."""

    def __init__(self, m, n):
        self.timer = Timer.at_start(m, n)

    def choose(self, position, limits):
        """Choose a move, and adapt the share of the limit that the next search may use."""
        clock = Deadline(limits)
        outcome = corrado.choose_move(position, limits, self.timer)
        limit = corrado.LIMIT if limits.seconds is None else limits.seconds
        timer = self.timer.after_move((limit - clock.run_seconds) * 1000)
        self.timer = timer if timer.percent >= corrado.LOWEST else Timer(corrado.LOWEST)
        return outcome


@pytest.mark.long
@pytest.mark.parametrize(("m", "n", "k"), [(10, 10, 5), (50, 50, 10)])
def test_never_late_at_one_second_a_move(m, n, k):
    position, player, late = Position(Rules(m, n, k), bytes(m * n)), Player(m, n), []
    for _ in range(60):
        began = time.perf_counter()
        row, column = player.choose(position, Limits(seconds=1)).answer.move
        late.append(time.perf_counter() - began)
        position = position.play(row * n + column)
        if position.result:
            position = Position(position.rules, bytes(m * n))
    assert max(late) < 1.0
