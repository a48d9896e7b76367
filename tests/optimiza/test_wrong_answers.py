"""Every sentence of the checker, on boards so small that who is right is seen: each rule broken alone, and at its edge.

Tests: checker.py
"""

from dataclasses import replace

import pytest

from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.optimiza import BestAsk, PathAsk, RoutesAsk, TrailAsk, read
from passatempo.optimiza.checker import (
    check,
    check_best,
    check_duel,
    check_hint,
    check_levels,
    check_number,
    check_routes,
    check_trail,
    key_hint,
    value_of_best,
    value_of_hint,
    value_of_route,
    value_of_trail,
)
from passatempo.optimiza.exact.duel import reference
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import Duel, Hint, Levels, Number, Route, Routes

from ..helpers.watch import Watch

OPTIMIZA = pastime("optimiza")
FOUR = read("2 3 3 3\n1 2 1 1\n4 3 2 1\n2 3 2 1")  # the published board: X = 24, Y = 24, Z = 25
TWO = read("1 1\n1 2")  # from each cell to every other; a best path takes the ones in any order, then the two: 5
LEVELS = Levels(24, 24, 24, 25, 25)
BEST = [
    Route((*ones, (1, 1)))
    for ones in (
        ((0, 0), (0, 1), (1, 0)),
        ((0, 0), (1, 0), (0, 1)),
        ((0, 1), (0, 0), (1, 0)),
        ((0, 1), (1, 0), (0, 0)),
        ((1, 0), (0, 0), (0, 1)),
        ((1, 0), (0, 1), (0, 0)),
    )
]


def rules(violations):
    return [violation.rule for violation in violations]


# ---- Paths ----


def test_where_a_path_is_broken_is_told():
    (fault,) = check(TWO, Route(((1, 5),)))
    assert (fault.text, fault.where) == ("the start at (2, 6) lies off the board", [2, 6])
    (fault,) = check(TWO, Route(((0, 1), (1, 1), (1, 0))))
    assert (fault.text, fault.where) == ("move 2 to (2, 1) is not straight on by the number it leaves", [2, 1])


def test_a_move_may_pass_a_used_cell_unless_the_rule_is_strict():
    """By 2 to the right from the middle of the first row one comes to its first cell, over its last."""
    board = read("2 2 1\n1 1 1\n2 2 3")
    route = Route(((0, 2), (0, 1), (0, 0)))
    assert check(board, route) == []
    assert check_best(board, route) == []
    assert check_best(Question(board, BestAsk()), route) == []
    assert rules(check(board, route, strict=True)) == ["passed"]
    assert rules(check_best(Question(board, BestAsk(strict=True)), route)) == ["passed"]


def test_the_value_is_the_sum_of_the_cells_landed_on():
    route, question = Route(((0, 1), (1, 1))), Question(TWO, None)
    values = (value_of_route(TWO, route), value_of_best(TWO, route), value_of_trail(question, route))
    assert (*values, value_of_hint(question, Hint(route, None, True))) == (3, 3, 3, 3)
    for cells, looks in ((4096, 0), (4097, 1), (8193, 2)):
        watch = Watch()
        assert value_of_route(TWO, Route(((0, 0),) * cells), watch) == cells
        assert watch.looks == looks


# ---- Trails ----


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([(0, 0)], []),
        ([(0, 0), (0, 1), (0, 0), (1, 0), (0, 0)], []),  # there and back are two moves
        ([], [("empty-path", "the trail has no cell", None)]),
        ([(0, 0), (1, 7)], [("off-board", "move 1 lies off the board", [2, 8])]),
        ([(6, 1)], [("off-board", "move 0 lies off the board", [7, 2])]),
        ([(0, 0), (0, 0)], [("illegal-move", "move 1 is not straight on, or goes to a smaller number", 1)]),
        ([(0, 0), (1, 1), (0, 1)], [("illegal-move", "move 2 is not straight on, or goes to a smaller number", 2)]),
        ([(0, 0), (0, 1), (0, 0), (0, 1)], [("used", "move 3 was made before", 3)]),
    ],
)
def test_trails(places, told):
    found = check_trail(Question(TWO, TrailAsk()), Route(tuple(places)))
    assert [(fault.rule, fault.text, fault.where) for fault in found] == told


def test_there_and_back_are_one_move_where_directions_do_not_count():
    for there in ([(0, 0), (0, 1)], [(0, 1), (0, 0)]):
        route = Route((*there, there[0]))
        (fault,) = check_trail(Question(TWO, TrailAsk("undirected")), route)
        assert (fault.rule, fault.where) == ("used", 2)


def test_long_trails_are_looked_at_under_a_deadline():
    """Every 256 moves."""
    board = generate(Params(24, "torus-queen", "dense"), Random(1))
    question = Question(board, TrailAsk())
    places = ask(OPTIMIZA.problem("trail"), question).answer.places
    for moves, looks in ((255, 0), (256, 1), (300, 1)):
        assert len(places) >= moves
        watch = Watch()
        assert check_trail(question, Route(places[:moves]), watch) == []
        assert watch.looks == looks


# ---- Levels ----


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"x_best": None}, []),
        ({"x_best": 25}, []),
        ({"x_best": 26}, ["disordered"]),
        ({"x_best": 23}, ["disordered"]),
        ({"y": 26}, ["disordered", "wrong-y"]),
        ({"y": 23}, ["disordered", "wrong-y"]),
        ({"y": 25}, ["wrong-y"]),
        ({"x": 23}, ["wrong-x"]),
        ({"expert": 26}, ["disordered"]),
        ({"expert": 1}, []),
        ({"z": sum(FOUR.cells)}, []),
        ({"z": sum(FOUR.cells) + 1}, ["too-great"]),
    ],
)
def test_the_levels_of_the_published_board(changed, told):
    assert rules(check_levels(FOUR, replace(LEVELS, **changed))) == told


@pytest.mark.parametrize(("n", "told"), [(8, ["wrong-x", "wrong-y"]), (9, ["wrong-x"]), (20, ["wrong-x"]), (21, [])])
def test_the_greedies_are_done_again_on_boards_that_are_not_too_large(n, told):
    """No board has greedies that reach 1 only: from the cell of a number above 1 the sum is greater."""
    board = generate(Params(n), Random(1))
    assert rules(check_levels(board, Levels(1, 1, 1, 1, 1))) == told


# ---- Numbers and lists of optimal paths ----


@pytest.mark.parametrize(("number", "told"), [(6, []), (5, ["wrong-count"]), (7, ["wrong-count"]), (0, ["no-path"])])
def test_the_optimal_paths_of_three_ones_and_a_two(number, told):
    assert rules(check_number(TWO, Number(number))) == told


def test_paths_are_counted_again_on_boards_of_64_cells():
    board = generate(Params(8, "torus-rook"), Random(1))
    right = ask(OPTIMIZA.problem("count"), board, method="exact").answer
    assert check_number(board, right) == []
    assert rules(check_number(board, Number(right.number + 6))) == ["wrong-count"]  # 64 cells: counted again
    assert check_number(generate(Params(9, "torus-rook"), Random(1)), Number(7)) == []  # 81: taken at its word


def test_counting_again_ends_when_there_is_no_time():
    """The board has more than 4,096 beginnings of paths, and less than 8,192: one look."""
    board = generate(Params(4), Random(1))
    watch = Watch()
    assert rules(check_number(board, Number(7), watch)) == ["wrong-count"]
    assert watch.looks == 1
    assert check_number(board, Number(7), Watch(0)) == []


@pytest.mark.parametrize(
    ("chosen", "complete", "count", "told"),
    [
        (range(6), True, 6, []),
        (range(6), True, 100, []),
        (range(5), False, 100, []),
        (range(5), True, 100, ["incomplete"]),
        (range(6), True, 5, ["too-many"]),
        ([0, 1, 0], False, 100, ["twice"]),
    ],
)
def test_lists_of_optimal_paths(chosen, complete, count, told):
    routes = Routes(tuple(BEST[at] for at in chosen), complete)
    assert rules(check_routes(Question(TWO, RoutesAsk(count)), routes)) == told


def test_paths_of_a_list_are_legal_and_equal():
    question = Question(TWO, RoutesAsk())
    shorter = Route(((0, 0), (1, 1)))
    assert rules(check_routes(question, Routes((BEST[0], shorter), False))) == ["unequal"]
    assert rules(check_routes(question, Routes((shorter,), False))) == ["not-best"]
    assert rules(check_routes(question, Routes((Route(((1, 1), (0, 0))),), False))) == ["not-straight"]


def test_long_lists_are_looked_at_under_a_deadline():
    """Every 64 paths."""
    for paths, looks in ((63, 0), (64, 1), (127, 1), (128, 2)):
        watch = Watch()
        routes = Routes((BEST[0],) * paths, complete=False)
        assert rules(check_routes(Question(TWO, RoutesAsk(1000)), routes, watch)) == ["twice"]
        assert watch.looks == looks


# ---- Hints ----


@pytest.mark.parametrize(
    ("path", "onward", "told"),
    [
        ([(1, 1)], (0, 1), []),
        ([(1, 1)], (1, 1), ["wrong-next"]),
        ([(1, 1)], None, ["wrong-next"]),
        ([(1, 1), (1, 2), (2, 1), (2, 2)], None, []),
        ([], (0, 0), []),
        ([(1, 2)], (0, 1), ["another-beginning"]),
    ],
)
def test_hints(path, onward, told):
    hint = Hint(BEST[0], onward, optimal=True)
    assert rules(check_hint(Question(TWO, PathAsk(path)), hint)) == told
    assert key_hint(Question(TWO, PathAsk(path)), hint) is True


# ---- Duels ----

DUEL = reference(FOUR).answer  # a search of all games in plain Python


@pytest.mark.parametrize(
    ("cell", "points", "told"),
    [
        ((1, 1), 14, []),  # the first player loses: 2, and from the 3 behind it 12
        ((1, 1), 15, ["from (2, 2) a move gives 14, not 15"]),
        ((1, 1), None, []),
        ((2, 1), 7, []),  # the first player wins: 3, and the dead 4
        ((2, 1), 6, ["from (3, 2) a move gives 7, not 6"]),
        ((2, 1), 8, []),  # who would lose nothing by another move is not looked at
        ((2, 0), 5, ["from (3, 1) no move is possible: the sum is 4"]),
    ],
)
def test_the_points_of_a_duel(cell, points, told):
    number = FOUR.cell(*cell)
    spoiled = replace(DUEL, points=(*DUEL.points[:number], points, *DUEL.points[number + 1 :]))
    assert [
        fault.text for fault in check_duel(FOUR, spoiled) if f"from ({cell[0] + 1}, {cell[1] + 1})" in fault.text
    ] == told


def test_a_move_that_wins_is_not_missed():
    """From the 3 beside the dead 4 the first player wins by going there."""
    number = FOUR.cell(2, 1)
    lost = replace(DUEL, mover_wins=(*DUEL.mover_wins[:number], 0, *DUEL.mover_wins[number + 1 :]))
    assert "from (3, 2) a move wins" in [fault.text for fault in check_duel(FOUR, lost)]


def test_the_least_of_the_live_starts():
    """From each one of the small board there is a move, from the two there is none."""
    right = Duel((1, 1, 1, 0), (5, 5, 5, 2), 5)
    assert check_duel(TWO, right) == []
    assert check_duel(TWO, replace(right, least_live=None)) == []
    assert rules(check_duel(TWO, replace(right, least_live=2))) == ["wrong-least"]  # that of the dead start
    unknown = replace(right, points=(None, None, None, 2))
    assert check_duel(TWO, replace(unknown, least_live=0)) == []
    (fault,) = check_duel(TWO, replace(unknown, least_live=1))
    assert fault.text == "the least of the live starts is 0"


def test_a_duel_has_a_value_for_each_cell():
    right = Duel((1, 1, 1, 0), (5, 5, 5, 2), 5)
    assert rules(check_duel(TWO, replace(right, mover_wins=(1, 1, 1)))) == ["wrong-length"]
    assert rules(check_duel(TWO, replace(right, points=(5, 5, 5, 2, 1)))) == ["wrong-length"]
    assert rules(check_duel(TWO, replace(right, mover_wins=(1,) * 5, points=(5,) * 5))) == ["wrong-length"]


def test_large_duels_are_looked_at_under_a_deadline():
    """Every 256 cells."""
    for n, looks in ((15, 0), (16, 1), (22, 1), (23, 2)):
        board = generate(Params(n), Random(1))
        watch = Watch()
        check_duel(board, Duel((1,) * n * n, (None,) * n * n, None), watch)
        assert watch.looks == looks
