"""The published player's faults, each where it can be seen, and four facts of its program that the text leaves open.

The numbers are those of docs/texts/mnk.md; the values of f were found by running the published program.

Tests: corrado/published.py
"""

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits, silent
from passatempo.core.outcome import Status, StopReason
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.mnk import Position, Rules, read
from passatempo.mnk.corrado import player as corrado
from passatempo.mnk.corrado import published
from passatempo.mnk.corrado.board import BucketOrder, CorradoBoard
from passatempo.mnk.corrado.evaluation import evaluation_of, run_weight
from passatempo.mnk.corrado.player import CorradoSearch, DelayWatch, SearchSettings, Timer, usable_seconds
from passatempo.mnk.corrado.published import AvlTree
from passatempo.mnk.reference import ends
from passatempo.mnk.rules import O, X
from passatempo.mnk.text import position_of

from .oracle import Oracle
from .test_corrado import Player

CORNERS = ((0, 0), (0, 14), (14, 0), (14, 14))
FEW = Limits(nodes=6000)


def fifteen(crosses, noughts):
    """Return a position on 15 x 15, five in a row."""
    rows = [["."] * 15 for _ in range(15)]
    for cells, mark in ((crosses, "X"), (noughts, "O")):
        for row, column in cells:
            rows[row][column] = mark
    return position_of(k=5, board=["".join(row) for row in rows])


def winning_cells(position, mark):
    """Return the cells where a side would complete a line."""
    found, cells = [], bytearray(position.cells)
    for cell in position.legal:
        cells[cell] = mark
        found += [position.place(cell)] if ends(position.rules, cells, cell) else []
        cells[cell] = 0
    return found


GAP = fifteen([(7, 5), (7, 6), (7, 8), (7, 9)], CORNERS)
HALF_OPEN_FOUR = fifteen([(7, 5), (7, 6), (7, 7), (7, 8)], [(7, 4), *CORNERS[1:]])
OPEN_THREE = fifteen([(7, 6), (7, 7), (7, 8)], CORNERS[:3])


def test_1_the_last_coefficient_breaks_the_pattern():
    assert [run_weight(1, free, 5, own=True) for free in (1, 2)] == [1, 2]
    assert [run_weight(2, free, 5, own=True) for free in (1, 2)] == [3, 4]
    assert run_weight(3, 1, 5, own=True) == 1  # where the pattern says 5; an open single mark counts more


def test_2_a_gap_is_never_looked_over():
    assert winning_cells(GAP, X) == [(7, 7)]
    assert winning_cells(HALF_OPEN_FOUR, X) == [(7, 9)]
    assert (evaluation_of(GAP, X).f, evaluation_of(HALF_OPEN_FOUR, X).f) == (20, 88)


def test_3_the_weights_do_not_grow_with_the_threat():
    assert run_weight(3, 2, 5, own=True) == 100
    assert run_weight(4, 1, 5, own=True) == 80  # although it forces a reply
    assert run_weight(4, 0, 5, own=True) == 0


def test_4_the_two_sides_do_not_see_opposite_values():
    assert [evaluation_of(OPEN_THREE, side).f for side in (X, O)] == [109, -1309]
    assert [evaluation_of(HALF_OPEN_FOUR, side).f for side in (X, O)] == [88, -2008]


def test_5_a_win_at_once_is_put_off():
    position = read("k: 3\n. O . O .\n. . X . X\n. . . . .")
    assert winning_cells(position, X) == [(1, 3)]
    assert published.move(position, FEW).answer.move != (1, 3)
    mended = corrado.move(position, FEW)
    assert (mended.answer.move, mended.answer.proven, mended.answer.plies) == ((1, 3), "win", 1)


def test_6_a_column_may_hold_more_than_k_plus_one_marks_of_a_side():
    position = read("k: 2\nX .\n. O\nX .\n. O\nX .\n. O\nX .\n. O\nX .")
    assert position.result is None
    assert [row[0] for row in position.rows].count("X") == 5 > position.rules.k + 1


def test_7_the_root_passes_no_bound_on():
    position = fifteen([(7, 7), (7, 8)], [(6, 7), (6, 8)])

    found = []
    for manner in (SearchSettings(), SearchSettings(passes_bound=False)):
        search = CorradoSearch(CorradoBoard(position, X, BucketOrder), manner, Deadline(Limits()))
        search.search_root(2)
        found.append((search.best_line[0][0], search.best_line[1], search.deadline.node_count))
    (move, value, fewer), (same_move, same_value, more) = found
    assert (move, value) == (same_move, same_value)
    assert fewer * 1.5 < more


def test_8a_deleting_an_absent_cell_removes_another():
    tree = AvlTree()
    tree.insert(1, 30)
    tree.delete(1, 31)
    assert tree.cells() == []


def test_8b_cells_without_a_marked_neighbour_stay_candidates():
    position = position_of(15, 15, 5, moves=[(8, 8), (1, 1)])
    player = published.PublishedPlayer(position.rules, depth=2)
    move = player.choose(position, Limits()).answer.move
    after = position.play(move[0] * 15 + move[1])
    order = player.follow(after).move_order
    strays = [cell for cell in order.candidate_moves() if not any(after.cells[c] for c in around(after.rules, cell))]
    assert len(strays) > len(order.candidate_moves()) / 2
    mended = CorradoBoard(after, O, BucketOrder).move_order
    assert all(any(after.cells[c] for c in around(after.rules, cell)) for cell in mended.candidate_moves())
    assert set(order.candidate_moves()) - set(strays) == set(mended.candidate_moves())


def around(rules, cell):
    row, column = divmod(cell, rules.n)
    rows, columns = range(max(0, row - 1), min(rules.m, row + 2)), range(max(0, column - 1), min(rules.n, column + 2))
    return [r * rules.n + c for r in rows for c in columns if (r, c) != (row, column)]


def test_8c_the_order_depends_on_the_history():
    first = position_of(5, 5, 4, moves=[(2, 2), (4, 4)])
    other = position_of(5, 5, 4, moves=[(2, 2), (4, 4)]).rows
    assert position_of(5, 5, 4, board=other).cells == first.cells
    tree = published.PublishedPlayer(first.rules)
    fresh = tree.follow(first).move_order.candidate_moves()
    tree.choose(first, Limits(nodes=300))
    assert tree.follow(first).move_order.candidate_moves() != fresh
    mended = [
        CorradoBoard(p, X, BucketOrder).move_order.candidate_moves() for p in (first, position_of(k=4, board=other))
    ]
    assert mended[0] == mended[1]


def test_9_an_empty_list_of_candidates_is_not_looked_for():
    position = position_of(5, 5, 4, moves=[(3, 3), (1, 1)])
    player = published.PublishedPlayer(position.rules)
    player.follow(position).move_order.tree = AvlTree()
    outcome = player.choose(position, FEW)
    assert outcome.status is Status.UNKNOWN
    assert "empty" in outcome.reason


def test_10_f_says_nothing_where_k_is_2():
    position = read("k: 2\nX . .\n. . .\n. . O")
    assert evaluation_of(position, X).f == -5760
    assert position.play(1).result == "X"  # although X wins at once
    assert corrado.move(position, FEW).answer.proven == "win"


def test_11_the_share_of_time_can_fall_below_nothing():
    timer = Timer.at_start(3, 3)
    for _ in range(31):
        timer = timer.after_move(0)
    assert timer.percent < 0
    player = Player(3, 3)
    position = read("k: 3\nX . .\n. O .\n. . .")
    for _ in range(31):
        player.choose(position, Limits(seconds=0.0001))
    assert player.timer.percent == corrado.LOWEST


def test_11_the_share_may_use_all_but_a_hundredth():
    assert Timer(99.0).search_seconds(1.0) == pytest.approx(0.99)
    assert usable_seconds(1.0, Timer(99.0)) == pytest.approx(0.7)


def test_11_a_search_stops_the_sooner_the_longer_the_machine_pauses():
    watch = DelayWatch(Limits(seconds=0.7), hard_limit=1.0)
    assert watch.poll() is False
    watch.last_poll -= 0.4  # as if the processor had been away for 0.4 s
    assert watch.poll() is True
    assert watch.stop_reason is StopReason.SECONDS


def test_13_a_cell_that_touches_no_mark_is_never_tried():
    position = read("k: 3\n. X O\nX . .\n. . .")
    worth = Oracle(3, 3, 3).moves(tuple(position.cells))
    assert [cell for cell, (value, _) in worth.items() if value == 1] == [8]  # c3 alone wins
    assert 8 not in published.PublishedPlayer(position.rules).follow(position).move_order.candidate_moves()
    assert corrado.move(position, Limits(nodes=10**6)).answer.move == (2, 2)


def test_fact_a_neighbours_come_straight_before_diagonal():
    tree = published.TreeOrder(Rules(3, 3, 3), marks := bytearray(9))
    marks[4] = X
    tree.add_mark(4)
    assert tree.candidate_moves() == [1, 7, 3, 5, 0, 2, 6, 8]  # N, S, W, E, NW, NE, SW, SE


def test_fact_b_a_cell_that_becomes_free_comes_before_its_neighbours():
    tree = published.TreeOrder(Rules(3, 3, 3), marks := bytearray(9))
    marks[4] = X
    tree.add_mark(4)
    marks[4] = 0
    tree.remove_mark(4)
    assert tree.candidate_moves() == [4, 1, 7, 3, 5, 0, 2, 6, 8]  # all of key 0


def test_fact_c_every_depth_searches_the_list_of_the_first(monkeypatch):
    position = position_of(5, 5, 4, moves=[(2, 2), (4, 4)])
    board = published.PublishedPlayer(position.rules).follow(position)
    search = CorradoSearch(board, published.PUBLISHED, Deadline(Limits()))
    first, value, searched = board.move_order.candidate_moves(), search.score_move, []

    def recorded(cell, *rest):
        if not board.move_path:
            searched.append(cell)
        return value(cell, *rest)

    monkeypatch.setattr(search, "score_move", recorded)
    search.deepen_iteratively(silent, 2)
    assert board.move_order.candidate_moves() != first  # a new list would differ
    search.deepen_iteratively(silent, 2)
    assert searched == first * 4


def test_fact_d_the_count_of_a_node_falls_for_an_absent_cell_too():
    tree = AvlTree()
    tree.insert(2, 30)
    tree.insert(2, 31)
    tree.delete(2, 99)
    assert tree.cells() == [30, 31]
    tree.delete(2, 30)  # the count is 1, so the node goes with both
    assert tree.cells() == []


def test_fact_d_the_successor_hands_over_its_count():
    tree = AvlTree()
    for key, cell in ((2, 30), (1, 31), (3, 32), (3, 33)):
        tree.insert(key, cell)
    tree.delete(2, 30)
    assert (tree.keys(), tree.cells()) == ([3, 1], [32, 33, 31])
    tree.delete(3, 32)
    assert tree.cells() == [33, 31]


def test_the_tree_keeps_its_order_and_its_balance():
    tree = AvlTree()
    for key, cell in ((3, 1), (1, 2), (2, 3), (3, 4), (5, 5), (4, 6), (8, 7), (0, 8), (6, 9)):
        tree.insert(key, cell)
    assert tree.cells() == [7, 9, 5, 6, 1, 4, 3, 2, 8]
    assert tree.root.height <= 4
    tree.delete(3, 1)
    tree.delete(5, 5)
    tree.delete(2, 3)
    assert tree.cells() == [7, 9, 6, 4, 2, 8]
    assert tree.keys() == [8, 6, 4, 3, 1, 0]


def test_the_published_player_knows_no_options():
    with pytest.raises(UsageError, match="options"):
        published.move(Position(Rules(3, 3, 3, torus=True), bytes(9)))


def test_what_the_published_player_says_is_not_checked():
    outcome = ask(pastime("mnk").problem("move"), read("k: 3\nX . .\n. O .\n. . ."), method="corrado-avl", limits=FEW)
    assert outcome.checked is False
