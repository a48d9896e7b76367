"""How fast Corrado searches, mended and to the letter: ``python -m pytest benchmarks/test_mnk.py -p benchmark -s``."""

import statistics
import sys
import time

import pytest
from tests.mnk.test_corrado import Player

from passatempo.core.limits import Limits
from passatempo.mnk import Position, Rules
from passatempo.mnk.corrado import player as corrado
from passatempo.mnk.corrado import published
from passatempo.mnk.corrado.board import BucketOrder, CorradoBoard
from passatempo.mnk.corrado.evaluation import evaluation_of

BOARDS = [(6, 6, 4), (10, 10, 5), (15, 15, 5), (50, 50, 10), (70, 70, 10)]
PLAYERS = {"corrado": corrado.move, "corrado-avl": published.move}
MOVES = 40

each_board = pytest.mark.parametrize(("m", "n", "k"), BOARDS, ids=str)


def opening(m, n, k):
    """Return the board after four moves of Corrado's own, each of 3000 nodes."""
    position = Position(Rules(m, n, k), bytes(m * n))
    for _ in range(4):
        row, column = corrado.move(position, Limits(nodes=3000)).answer.move
        position = position.play(row * n + column)
    return position


@each_board
def test_nodes_a_second_and_depth(m, n, k):
    position = opening(m, n, k)
    rates = {name: [] for name in PLAYERS}
    depths = {}
    for _ in range(5):
        for name, move in PLAYERS.items():
            began = time.process_time()
            outcome = move(position, Limits(nodes=20_000))
            rates[name].append(outcome.stats["nodes"] / (time.process_time() - began) / 1000)
            depths[name] = outcome.answer.depth
    for name, found in rates.items():
        spread = f"{statistics.median(found):.1f} ({min(found):.1f}, {max(found):.1f})"
        sys.stdout.write(f"\n{m},{n},{k} {name}: {spread} thousand nodes/s, depth {depths[name]} in 20,000 nodes\n")


@each_board
def test_f_kept_against_f_counted(benchmark, m, n, k):
    position = opening(m, n, k)
    board = CorradoBoard(position, position.to_move, BucketOrder)
    cell = board.move_order.candidate_moves()[0]

    def kept():
        board.place_mark(cell, position.to_move)
        board.take_back()

    benchmark(kept)
    began = time.process_time()
    for _ in range(20):
        evaluation_of(position, position.to_move)
    benchmark.extra_info["ms counted anew"] = (time.process_time() - began) / 20 * 1e3


@pytest.mark.parametrize(("m", "n", "k"), [(10, 10, 5), (50, 50, 10)], ids=str)
def test_lateness_at_one_second_a_move(m, n, k):
    """Play Corrado against himself with one timer for each side, and tell how long the moves took."""
    position = Position(Rules(m, n, k), bytes(m * n))
    players, took = {1: Player(m, n), 2: Player(m, n)}, []
    while len(took) < MOVES:
        player = players[position.to_move]
        began = time.perf_counter()
        row, column = player.choose(position, Limits(seconds=1)).answer.move
        took.append(time.perf_counter() - began)
        position = position.play(row * n + column)
        if position.result:
            position = Position(position.rules, bytes(m * n))
            players = {1: Player(m, n), 2: Player(m, n)}
    spread = f"{statistics.median(took):.3f} (most {max(took):.3f})"
    late = sum(second > 1 for second in took)
    sys.stdout.write(f"\n{m},{n},{k}: {spread} s a move, {late} of {MOVES} late\n")


def test_mended_against_published():
    """Play one game with each side on eight boards, 4000 moves made for each move, and tell who won."""
    won = {"corrado": 0, "corrado-avl": 0, "draw": 0}
    boards = [(3, 3, 3), (4, 4, 3), (5, 5, 4), (6, 6, 4), (7, 7, 4), (7, 7, 5), (10, 10, 5), (15, 15, 5)]
    for m, n, k in boards:
        for names in (("corrado", "corrado-avl"), ("corrado-avl", "corrado")):
            position = Position(Rules(m, n, k), bytes(m * n))
            literal = published.PublishedPlayer(position.rules)
            choose = {"corrado": corrado.move, "corrado-avl": literal.choose}
            while position.result is None:
                name = names[position.to_move - 1]
                row, column = choose[name](position, Limits(nodes=4000)).answer.move
                position = position.play(row * n + column)
            won[names["XO".index(position.result)] if position.result != "draw" else "draw"] += 1
    sys.stdout.write(f"\n{won} in {2 * len(boards)} games\n")
