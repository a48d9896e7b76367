"""What the kernel tells of boards and paths, against the judge of paths, the plain greedy and the search of the game.

Tests: game/play.py
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from passatempo.core.interface import Interface
from passatempo.core.limits import Deadline, Limits
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.optimiza.exact.best import best
from passatempo.optimiza.exact.duel import DuelSolver, duel
from passatempo.optimiza.exact.judge import hint
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import components, legal_moves
from passatempo.optimiza.greedy import BackwardGreedy
from passatempo.optimiza.model import VARIANTS, Board, PathAsk, row_lengths
from passatempo.optimiza.rules import RULES, fold_place, judge_path, legal_targets, unit_steps

KERNEL = Interface.of("optimiza")
CASES = json.loads((Path(__file__).parents[1] / "data/optimiza/boards.json").read_text(encoding="utf-8"))["cases"]
LARGE = [Params(N=n, variant=VARIANTS[k % 6]) for k, n in enumerate([9, 10, 12, 13, 15, 17, 20, 25, 31, 40])]
SMALL = [Params(N=n, variant=variant) for n in range(2, 9) for variant in VARIANTS]


def boards():
    """Make random boards of every surface and size, and those whose equal numbers hang together."""
    for k, params in enumerate([*SMALL, *LARGE]):
        yield generate(params, Random(k, "app optimiza"))
    for k, variant in enumerate(VARIANTS):
        yield generate(Params(N=7, variant=variant, hardness="clustered"), Random(k, "app optimiza"))


BOARDS = list(boards())
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.variant}-{board.n}")


def asked(board):
    return board.n, VARIANTS.index(board.variant), board.cells


def ask(question, board, **more):
    return KERNEL.ask(question, board=asked(board), **more).reply


def payoffs(board, path):
    return dict(ask("duel", board, path=path)["moves"])


def walk(board, random, length):
    """Walk at random by the rules in plain Python."""
    path = [random.below(len(board.cells))]
    while len(path) < length and (free := [cell for cell in ahead(board, path[-1]) if cell not in path]):
        path.append(random.choice(free))
    return path


def ahead(board, cell):
    return sorted(board.cell(*place) for place in legal_targets(board, board.place(cell)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_boards_of_the_data_file_have_their_optimum_and_x_and_duel(case):
    board = Board(case["N"], tuple(value for row in case["board"] for value in row), case["variant"])
    found, answer, levels = ask("best", board, path=[]), case["answer"], ask("levels", board)
    assert found["value"] == found["bound"] == levels["z"] == answer["optimum"]
    assert levels["x"] == answer.get("X", levels["x"])  # some cases were made for their optimum alone
    if "game" in answer and len(board.cells) <= 25:
        pays = payoffs(board, [])
        for cell, points in pays.items():
            assert abs(points) == answer["game"]["points"][cell]
            assert (points < 0) == bool(answer["game"]["mover_wins"][cell])
        assert min(map(abs, pays.values())) == answer["game"]["A_best_live_start_points"]


@each_board
def test_best_and_levels_are_those_of_the_questions(board):
    found, levels, sums = ask("best", board, path=[]), ask("levels", board), BackwardGreedy(board).end_sums()
    told = judge_path(board, [board.place(cell) for cell in found["path"]])
    assert (told.legal, told.score) == (True, found["value"])
    assert found["value"] == found["bound"] == levels["z"] == levels["bound"] == best(board).value
    assert (levels["x"], levels["y"]) == (sums[board.cells.index(board.n)], max(sums))


@each_board
def test_a_path_goes_on_where_the_judge_says(board):
    random = Random(len(board.cells), "app walks", board.variant)
    for length in (1, 2, 3, 5):
        path = walk(board, random, length)
        places = [board.place(cell) for cell in path]
        told, found = ask("look", board, path=path, duel=False), judge_path(board, places)
        assert list(told["onward"]) == [cell for cell in ahead(board, path[-1]) if cell not in path]
        assert (told["broken"], told["sum"], told["over"]) == (-1, found.score, found.finished)
        hinted = hint(Question(board, PathAsk([(row + 1, column + 1) for row, column in places])))
        after = ask("best", board, path=path)
        assert after["value"] == after["bound"] == hinted.value
        assert list(after["path"]) == [board.cell(*place) for place in hinted.answer.route.places]
        follow_lines(board, path, ask("lines", board, path=path))


def follow_lines(board, path, told):
    """Follow every line: it turns nowhere, and comes to the next cell after as many steps as its number says."""
    begin = 0
    assert len(told["first"]) == len(path) - 1
    for before, after, end in zip(path, path[1:], told["first"], strict=False):
        line = told["units"][begin:end]
        assert len(line) == board.cells[before]
        (row, column), sense = board.place(before), (line[0].out_down, line[0].out_right)
        assert sense in unit_steps(board.variant)
        for k, unit in enumerate(line, 1):
            assert board.cell(*fold_place(board, row + k * sense[0], column + k * sense[1])) == unit.cell
            if k > 1:
                assert (unit.out_down, unit.out_right) == (line[k - 2].in_down, line[k - 2].in_right)
            back = board.place(unit.cell)
            came = fold_place(board, back[0] - unit.in_down, back[1] - unit.in_right)
            assert came == fold_place(board, row + (k - 1) * sense[0], column + (k - 1) * sense[1])
        assert line[-1].cell == after
        begin = end


@each_board
def test_a_broken_path_has_the_rule_that_the_judge_names(board):
    random = Random(board.n, "app broken", board.variant)
    for _ in range(20):
        path = walk(board, random, 4)
        path.append(random.choice([random.below(len(board.cells)), len(board.cells), path[0], path[-1]]))
        places = [board.place(cell) if cell < len(board.cells) else (board.n * 2, 0) for cell in path]
        found, told = judge_path(board, places), ask("look", board, path=path, duel=False)
        assert told["broken"] == (-1 if found.legal else found.broken_move)
        assert told["rule"] == (0 if found.legal else 1 + RULES.index(found.rule))
        assert told["sum"] == found.score
        assert not told["onward"] or found.legal


def options(board, path):
    """Return what each move after a path is worth to its player, by the search of the question `duel`."""
    graph, game = legal_moves(board), DuelSolver(board, Deadline(Limits()))
    game.solve_component(next(part for part in components(board, graph) if path[-1] in part))
    gone, used, found = sum(board.cells[cell] for cell in path), sum(game.cell_bits.get(cell, 0) for cell in path), {}
    for cell in sorted(set(graph[path[-1]]) - set(path)):
        bit = game.cell_bits.get(cell, 0)
        lost, points = game.evaluate(cell, used | bit) if bit else game.fresh_payoffs[cell]
        found[cell] = -gone - points if lost else gone + points
    return found


@pytest.mark.parametrize("board", [board for board in BOARDS if len(board.cells) <= 25], ids=str)
def test_a_duel_is_worth_what_the_question_says(board):
    answer, starts = duel(board, Limits(nodes=200_000)).answer, payoffs(board, [])
    assert starts == {cell: -answer.points[cell] if answer.mover_wins[cell] else answer.points[cell] for cell in starts}
    assert sorted(starts) == list(ask("look", board, path=[], duel=True)["onward"])
    random = Random(board.n, "app duel", board.variant)
    for length in (1, 2, 4):
        path = walk(board, random, length)
        assert payoffs(board, path) == options(board, path)


def test_a_duel_at_a_limit_tells_nothing():
    found = KERNEL.ask("duel", Limits(nodes=3), board=asked(BOARDS[20]), path=[])
    assert (found.stop, found.reply["moves"]) == (StopReason.NODES, ())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seed_deals_what_the_generator_makes(variant):
    for n, seed in ((2, 0), (4, -4711), (7, 2**64), (20, 10**39)):
        said = {"n": n, "variant": VARIANTS.index(variant), "seed": str(seed).encode(), "chosen": False}
        assert (
            KERNEL.ask("deal", **said).reply["cells"]
            == generate(Params(n, variant), Random(seed, "optimiza", "deal")).cells
        )


@pytest.mark.parametrize("variant", VARIANTS)
def test_copies_around_a_board_are_those_of_the_unrolled_plane(variant):
    for n in (2, 5, 8):
        told = KERNEL.ask("shape", n=n, variant=VARIANTS.index(variant)).reply
        lengths, board = row_lengths(variant, n), generate(Params(n, variant), Random(n))
        assert told["lengths"] == lengths
        assert len(told["around"]) == (0 if variant == "hex-tri" else 2 * (len(lengths) + lengths[0]) + 4)
        for one in told["around"]:
            assert board.cell(*fold_place(board, one.row, one.column)) == one.cell


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ((1, 0, (1, 1, 1, 2)), "n: a number from 2 to 60 is needed"),
        ((2, 6, (1, 1, 1, 2)), "variant: a number from 0 to 5 is needed"),
        ((2, 0, (1, 1, 2)), "cells: one for each cell of the board is needed"),
        ((2, 0, (1, 1, 1, 1)), "cells: some number stands too often"),
        ((2, 0, (1, 1, 1, 99)), "cells: a number from 1 to 60 is needed"),
        ((2, 0, ()), "cells: too many or too few"),
    ],
)
def test_what_is_no_board_is_refused(changed, why):
    with pytest.raises(ValueError, match=why):
        KERNEL.ask("best", board=changed, path=[])


def test_what_is_no_path_and_boards_too_large_are_refused():
    for question in ("best", "lines", "duel"):
        with pytest.raises(ValueError, match="path: a legal path is needed"):
            KERNEL.ask(question, board=(2, 0, (1, 1, 1, 2)), path=[0, 0])
    with pytest.raises(ValueError, match="chosen: a board of at most 64 cells is needed"):
        KERNEL.ask("deal", n=9, variant=0, seed=b"1", chosen=True)
    with pytest.raises(ValueError, match="n: a board of at most 64 cells is needed"):
        KERNEL.ask("draw", n=9, variant=0, state=1, boards=1)


@pytest.mark.parametrize("often", [50, pytest.param(1_000, marks=pytest.mark.long)])
def test_threads_get_the_replies_of_one(often):
    board = BOARDS[30]
    said = [("look", {"path": [3], "duel": True}), ("best", {"path": [3]}), ("duel", {"path": [3]}), ("levels", {})]
    alone = [ask(question, board, **more) for question, more in said]

    def again(_):
        return all([ask(question, board, **more) for question, more in said] == alone for _ in range(often))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(again, range(8)))
