"""Two players, trails, matchings.

Tests: exact/duel.py, exact/trail.py
"""

from itertools import combinations

import pytest

from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.optimiza import TrailAsk
from passatempo.optimiza.checker import check_trail
from passatempo.optimiza.exact.duel import DuelSolver, duel, inessential_vertices, winners
from passatempo.optimiza.exact.trail import TrailSolver, trail, trail_search
from passatempo.optimiza.game import bots
from passatempo.optimiza.game.play import Position
from passatempo.optimiza.game.rules import GameRules
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import components, legal_moves
from passatempo.optimiza.model import VARIANTS, Route


def plain_value(board, graph, path):
    """Play every game to its end: whether the player to move wins, and the sum of the whole path."""
    onward = [plain_value(board, graph, [*path, d]) for d in graph[path[-1]] if d not in path]
    wins = [points for lost, points in onward if not lost]
    if wins:
        return True, max(wins)
    return False, min((points for _, points in onward), default=sum(board.cells[cell] for cell in path))


def test_values_are_those_of_the_whole_game_tree():
    for variant in VARIANTS:
        for seed in range(4):
            board = generate(Params(3 if "queen" in variant else 4, variant), Random(seed, "duel", variant))
            graph = legal_moves(board)
            found = duel(board).answer
            for cell in range(len(board.cells)):
                assert (bool(found.mover_wins[cell]), found.points[cell]) == plain_value(board, graph, [cell])


def test_matchings_tell_the_winner():
    for variant in VARIANTS:
        for seed in range(20):
            board = generate(Params(6, variant, ("random", "clustered")[seed % 2]), Random(seed, "winner", variant))
            whole = duel(board, Limits(nodes=50_000))
            assert winners(board).answer.mover_wins == whole.answer.mover_wins


def test_at_a_limit_the_winners_are_still_right():
    board = generate(Params(7, "torus-queen", "clustered"), Random(5))
    cut = duel(board, Limits(nodes=20))
    assert cut.status is Status.FEASIBLE
    assert None in cut.answer.points
    assert cut.answer.mover_wins == winners(board).answer.mover_wins


def perfect(game, graph, path):
    """Choose the best move of the game's values."""
    cells = game.board.cells
    onward = []
    for d in graph[path[-1]]:
        if d in path:
            continue
        if cells[d] > cells[path[-1]]:
            lost, points = game.fresh_payoffs[d]
        else:
            lost, points = game.evaluate(d, sum(game.cell_bits[c] for c in [*path, d] if c in game.cell_bits))
        onward.append((not lost, points if not lost else -points, d))
    return max(onward)[2]


def played(board, path):
    """Choose the move of the bot."""
    position = Position(GameRules(board.n, board.variant, duel=True), board, tuple(path))
    return board.cell(*bots.perfect(position, Random(0), Limits()))


def self_play(number):
    """Play games of the perfect player against a random one; count games that end worse than the value says."""
    worse = 0
    for k in range(number):
        random = Random(k, "self-play")
        board = generate(Params(3 + k % 4, VARIANTS[k // 4 % 6]), random)
        graph = legal_moves(board)
        game = DuelSolver(board, Deadline(Limits()))
        start = random.choice([cell for cell, onward in enumerate(graph) if onward])
        side = random.below(2)  # of the perfect player: 0 moves first
        wins, value = game.fresh_payoffs[start]
        path, turn = [start], 0
        while onward := [d for d in graph[path[-1]] if d not in path]:
            if turn % 2 == side:
                part = next(part for part in components(board, graph) if path[-1] in part)
                game.solve_component(part)
                path.append(played(board, path) if k % 10 == 0 else perfect(game, graph, path))
            else:
                path.append(random.choice(onward))
            turn += 1
        won = (turn - 1) % 2 == side
        points = sum(board.cells[cell] for cell in path)
        promised = wins == (side == 0)
        gained = points if won else -points
        worse += gained < (value if promised else -value)
    return worse


@pytest.mark.parametrize("games", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_perfect_player_never_does_worse_than_the_value(games):
    assert self_play(games) == 0


def test_missed_vertices_against_all_matchings():
    random = Random(4, "matchings")
    for _ in range(150):
        n = random.in_range(1, 7)
        edges = [pair for pair in combinations(range(n), 2) if random.below(5) < 2]
        around = [[b if a == v else a for a, b in edges if v in (a, b)] for v in range(n)]
        sizes = [
            chosen
            for size in range(n // 2 + 1)
            for chosen in combinations(edges, size)
            if len({v for edge in chosen for v in edge}) == 2 * size
        ]
        most = max(map(len, sizes))
        greatest = [{v for edge in chosen for v in edge} for chosen in sizes if len(chosen) == most]
        assert inessential_vertices(around) == {v for v in range(n) if any(v not in covered for covered in greatest)}


def test_trails_by_euler_are_those_of_the_search():
    finished = 0
    for variant in VARIANTS:
        for seed in range(12):
            board = generate(Params(3 + seed % 3, variant), Random(seed, "trail", variant))
            question = Question(board, TrailAsk("directed"))
            plain = trail_search(question, Limits(nodes=20_000))
            found = trail(question)
            assert plain.value <= found.value <= plain.bound
            if plain.status is Status.SOLVED:
                finished += 1
                assert plain.value == found.value
    assert finished >= 30


def test_an_undirected_trail_at_a_limit_has_a_true_bound():
    for seed in range(6):
        board = generate(Params(5), Random(seed, "bound"))
        question = Question(board, TrailAsk("undirected"))
        cut, more = trail(question, Limits(nodes=200)), trail(question, Limits(nodes=100_000))
        assert cut.value <= more.value <= more.bound <= cut.bound + 0 or more.bound <= cut.bound
        assert cut.bound >= more.value


class Impatient(Deadline):
    """A deadline that comes after a number of looks at the clock."""

    looks = 0

    def poll(self):
        self.looks -= 1
        return self.looks < 0


def test_a_trail_cut_off_anywhere_has_a_path_and_a_true_bound():
    for variant in VARIANTS:
        board = generate(Params(5, variant, "clustered"), Random(8, "cut", variant))
        for reading, search in (("directed", False), ("directed", True), ("undirected", True)):
            best = trail(Question(board, TrailAsk(reading)), Limits(nodes=100_000))
            for looks in range(26, 120, 3):  # the first 25 are spent on the moves
                deadline = Impatient(Limits())
                deadline.looks = looks
                cut = TrailSolver(board, is_directed=reading == "directed", search=search, deadline=deadline)
                value, bound = max(cut.lower_bounds), max(cut.upper_bounds) + cut.open_gain
                assert value <= best.bound
                assert bound >= best.value
                if value:
                    path = cut.best_path(cut.lower_bounds.index(value))
                    assert sum(board.cells[cell] for cell in path) == value
                    question = Question(board, TrailAsk(reading))
                    assert check_trail(question, Route(tuple(map(board.place, path)))) == []
