"""Every figure that the published text states, reproduced or corrected (Optimiza, 26 February 2010, and comments)."""

from math import factorial

import pytest

from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.optimiza import symmetry
from passatempo.optimiza.checker import check, value_of_route
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.exact.boards import (
    boards_with_n_fixed,
    exhaust,
    full_tour,
    smallest_prime,
    sum_bound,
    tour_obstacle,
)
from passatempo.optimiza.formats import id as short_name
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import graph_table
from passatempo.optimiza.model import VARIANTS, Board, Route
from passatempo.optimiza.reference.search import Search
from passatempo.optimiza.symmetry import canonical_board, count_orbits, symmetries


def permute_board(board: Board, permutation: tuple[int, ...]) -> Board:
    """Return the board with every number carried to its image."""
    cells = [0] * len(board.cells)
    for cell, image in enumerate(permutation):
        cells[image] = board.cells[cell]
    return Board(board.n, tuple(cells), board.variant)


def sheet(n):
    return symmetries("torus-queen", n, translations=False)


def test_boards_of_size_4():
    assert factorial(16) // factorial(5) ** 3 == 12_108_096 == 16 * boards_with_n_fixed("torus-queen", 4)
    assert 12_108_096 // 8 == 1_513_512  # the text takes this for the number without symmetric ones
    assert count_orbits("torus-queen", 4, sheet(4)) == 1_514_052
    assert count_orbits("torus-queen", 4, symmetries("torus-queen", 4)) == 96_246


def test_boards_of_size_5():
    boards = factorial(25) // factorial(6) ** 4
    assert boards // 8 == 7_214_823_415_800  # printed as if symmetric ones were counted
    assert count_orbits("torus-queen", 5, sheet(5)) == 7_214_825_898_000
    assert count_orbits("torus-queen", 5, symmetries("torus-queen", 5)) == 288_593_470_032


def test_burnside_against_counting():
    from itertools import permutations

    cells = (1, 1, 1, 1, 2, 2, 2, 2, 3)
    boards = set(permutations(cells))
    assert len(boards) == 630
    for group in (sheet(3), symmetries("torus-queen", 3)):
        classes = {min(tuple(board[c] for c in p) for p in group) for board in boards}
        assert len(classes) == count_orbits("torus-queen", 3, group)


def test_the_score_is_the_squares_advanced_and_the_last_cell():
    board = Board(2, (1, 1, 1, 2))
    route = Route(((0, 0), (1, 1)))  # 1 then 2: one square advanced; the text adds the first cell, which would give 2
    assert check(board, route) == []
    assert value_of_route(board, route) == 3 == 1 + 2
    for seed in range(20):
        board = generate(Params(6), Random(seed))
        places = exact.best(board).answer.places
        values = [board.cells[board.cell(*place)] for place in places]
        assert sum(values) == sum(values[:-1]) + values[-1]  # each cell but the last is left by its own number


def test_moving_by_x_is_moving_by_n_less_x_on_a_torus_only():
    for variant in ("torus-queen", "torus-rook"):
        for n in range(2, 9):
            reach = graph_table(variant, n)
            assert all(set(reach[v][c]) == set(reach[n - v][c]) for v in range(1, n) for c in range(n * n))
    reach = graph_table("klein-queen", 4)
    assert {divmod(c, 4) for c in graph_table("klein-rook", 4)[1][0]} == {(0, 1), (1, 0), (3, 0), (3, 3)}
    assert {divmod(c, 4) for c in graph_table("klein-rook", 4)[3][0]} == {(0, 3), (1, 0), (3, 0), (3, 1)}
    assert set(reach[1][0]) != set(reach[3][0])


def test_cells_of_a_klein_bottle_can_be_told_apart():
    # Cells that a symmetry exchanges have equally many cells at two moves by 1; on a torus all have.
    def signature(variant, n):
        reach = graph_table(variant, n)
        found = []
        for c in range(n * n):
            found.append(
                tuple(len({e for d in reach[v][c] for e in reach[w][d]}) for v in range(1, n) for w in range(1, n))
            )
        return len(set(found))

    assert signature("torus-rook", 5) == 1
    assert signature("klein-rook", 5) > 1


def test_the_state_of_the_comment_lacks_the_cell():
    board = Board(4, (1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 4))
    search = Search(board)
    ones = [c for c, value in enumerate(board.cells) if value == 1]
    futures = {}
    stack = [(cell,) for cell in ones]
    while stack:  # all ways among the ones: what is used, and what can still be had
        path = stack.pop()
        rest = search.reachable_cells(path[-1], [c for c in ones if c not in path])
        futures.setdefault(frozenset(path), set()).add(search.best_sum(path[-1], rest))
        stack += [(*path, d) for d in search.graph[path[-1]] if d in ones and d not in path]
    assert any(len(values) > 1 for values in futures.values())


@pytest.mark.parametrize("n", range(2, 30))
def test_full_tours_exist_exactly_for_primes(n):
    found = full_tour(n, "torus-rook")
    assert (found is not None) == (smallest_prime(n) == n)
    if found is None:
        assert f"size {n}" in tour_obstacle(n)
        assert sum_bound(n) < n * (n * n + 1) // 2
    else:
        board, route = found
        assert check(board, route) == []
        assert value_of_route(board, route) == sum(board.cells) == n * (n * n + 1) // 2
        if n <= 13:
            assert exact.best(board).value == sum(board.cells)


def test_all_boards_of_size_3_have_the_same_optimum():
    found = exhaust(3)
    assert (found.boards, dict(found.histogram)) == (630, {15: 630})
    assert found.paths == 630 * 576


def test_all_boards_of_size_4():
    found = exhaust(4, everything=False)
    listed = "12:68 13:632 14:2020 15:2244 16:1404 17:2678 18:14926 19:11012 20:15168 21:22810 22:26276 23:52702 "
    listed += "24:49498 25:92030 26:179088 27:50104 28:204864 29:5948 30:23284"
    assert {v: k // 16 for v, k in found.histogram.items()} == {
        int(pair.split(":")[0]): int(pair.split(":")[1]) for pair in listed.split()
    }
    assert max(found.histogram) == sum_bound(4) == 30


@pytest.mark.long
def test_all_boards_of_size_4_with_greedies():
    found = exhaust(4, limits=Limits(threads=2))
    assert (found.unique, found.graded, found.most_paths) == (16 * 19_704, 5_460, 1_176)
    rounded = {name: round(found.ratio[name], 3) for name in ("X", "Y", "X_best", "forward")}
    assert rounded == {"X": 0.855, "Y": 0.889, "X_best": 0.991, "forward": 0.873}
    assert found.ratio["expert"] > 0.984  # which one dive from every start reached, trees or not, into any dead end
    rook = exhaust(4, "torus-rook", limits=Limits(threads=2))
    assert (round(rook.mean, 4), max(rook.histogram), rook.unique, rook.most_paths) == (17.1945, 30, 16 * 324_500, 48)


@pytest.mark.long
def test_luis_is_wrong_on_the_klein_bottle():
    found = exhaust(4, "klein-rook", everything=False, limits=Limits(threads=2))
    assert (found.boards, found.histogram[34], round(found.mean, 4)) == (12_108_096, 1024, 18.9713)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_canonical_board_is_the_least_of_all_that_a_symmetry_makes(variant, n):
    for seed in range(4):
        board = generate(Params(n, variant), Random(seed))
        assert canonical_board(board).cells == min(permute_board(board, p).cells for p in symmetries(variant, n))


def looks(board, monkeypatch):
    """Return the canonical board and how many cells were looked at for it."""
    looked, plain = [], symmetry._image_cell
    monkeypatch.setattr(symmetry, "_image_cell", lambda *arguments: looked.append(1) or plain(*arguments))
    return canonical_board(board), len(looked)


# All maps look at one cell; those that find a 1 go on, at most 8 for each of 31 cells, and most end in that row.
MOST_LOOKS = 8 * 900 + 8 * 31 * 30


@pytest.mark.parametrize("kind", ["TQ", "TR", "KQ", "KR", "HT", "H3"])
def test_few_cells_are_looked_at_for_the_canonical_board(kind, monkeypatch):
    first = short_name.read(f"{kind}30-0")  # the first of all boards in the order of their numbers
    found, number = looks(first, monkeypatch)
    assert found == first
    assert len(first.cells) <= number <= MOST_LOOKS


def test_few_cells_are_looked_at_on_any_board(monkeypatch):
    for seed in range(3):
        assert 8 * 900 + 900 <= looks(generate(Params(30), Random(seed)), monkeypatch)[1] <= MOST_LOOKS


def test_names_recreate_boards_and_canonical_forms_are_invariant():
    for variant in ("torus-queen", "klein-rook", "hex-torus", "hex-tri"):
        for seed in range(6):
            board = generate(Params(5, variant), Random(seed))
            assert short_name.read(short_name.write(board)) == board
            group = symmetries(variant, 5)
            assert len({canonical_board(permute_board(board, p)) for p in group[:: max(1, len(group) // 7)]}) == 1
            assert len({exact.best(permute_board(board, p)).value for p in group}) == 1
