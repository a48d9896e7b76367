"""The Optimiza module of the app against the package: the same boards, paths, levels and duels.

Tests: app/modules.py
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from app.modules import Refused, module, refused
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.play.values import Deal
from passatempo.core.random import Random
from passatempo.optimiza import _kernel
from passatempo.optimiza.exact.best import best
from passatempo.optimiza.exact.duel import duel, options
from passatempo.optimiza.exact.hint import hint
from passatempo.optimiza.game.rules import GameRules
from passatempo.optimiza.game.turns import start
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.greedy import Backward
from passatempo.optimiza.model import VARIANTS, Board, PathAsk, row_lengths
from passatempo.optimiza.rules import RULES, folded, onward, senses, verdict

CASES = json.loads((Path(__file__).parents[2] / "data/optimiza/boards.json").read_text(encoding="utf-8"))["cases"]
LARGE = [Params(N=n, variant=VARIANTS[k % 6]) for k, n in enumerate([9, 10, 12, 13, 15, 17, 20, 25, 31, 40])]
SMALL = [Params(N=n, variant=variant) for n in range(2, 9) for variant in VARIANTS]


def boards():
    """Make random boards of every surface and size, and those whose equal numbers hang together."""
    for k, params in enumerate([*SMALL, *LARGE]):
        yield generate(params, Random(k, "app optimiza"))
    for k, variant in enumerate(VARIANTS):
        yield generate(Params(N=7, variant=variant, hardness="clustered"), Random(k, "app optimiza"))


BOARDS = list(boards())
TINY = [board for board in BOARDS if len(board.cells) <= 25]


def asked(board):
    return {"n": board.n, "variant": VARIANTS.index(board.variant), "cells": board.cells}


def ask(question, board, **more):
    return module("optimiza").ask(question, board=asked(board), **more)


def walk(board, random, length):
    """Walk at random by the rules in plain Python."""
    path = [random.below(len(board.cells))]
    while len(path) < length:
        ahead = sorted(map(board_cell(board), onward(board, board.place(path[-1]))))
        free = [cell for cell in ahead if cell not in path]
        if not free:
            break
        path.append(random.choice(free))
    return path


def board_cell(board):
    return lambda place: board.cell(*place)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case):
    """The boards of the data file: the optimum, X, and the game for two."""
    board = Board(case["N"], tuple(value for row in case["board"] for value in row), case["variant"])
    told, answer = ask("best", board, path=[]), case["answer"]
    assert told["value"] == told["bound"] == answer["optimum"]
    levels = ask("levels", board)
    assert levels["z"] == answer["optimum"]
    assert levels["x"] == answer.get("X", levels["x"])  # some cases were made for their optimum alone
    if "game" in answer and len(board.cells) <= 25:
        pays = {one["cell"]: one["points"] for one in ask("duel", board, path=[])["moves"]}
        for cell, points in pays.items():
            assert abs(points) == answer["game"]["points"][cell]
            assert (points < 0) == bool(answer["game"]["mover_wins"][cell])
        assert min(abs(points) for points in pays.values()) == answer["game"]["A_best_live_start_points"]


@pytest.mark.parametrize("board", BOARDS)
def test_best_and_levels(board):
    """The best path, nodes included, is the native kernel's; X and Y are the plain greedy's."""
    native = _kernel.best(board.packed, board.n, VARIANTS.index(board.variant), 0, 60.0, 2**64 - 1, None)
    told = ask("best", board, path=[])
    assert (told["value"], told["bound"], told["path"]) == (native.value, native.bound, list(native.path))
    assert told["nodes"] == native.nodes
    sums, levels = Backward(board).sums(), ask("levels", board)
    assert (levels["x"], levels["y"]) == (sums[board.cells.index(board.n)], max(sums))
    assert (levels["z"], levels["bound"]) == (native.value, native.bound)


@pytest.mark.parametrize("board", BOARDS)
def test_paths(board):
    """Random walks: the sum, where they go on, what is best from there, and the lines between their cells."""
    random = Random(len(board.cells), "app walks", board.variant)
    for length in (1, 2, 3, 5):
        path = walk(board, random, length)
        places = [board.place(cell) for cell in path]
        told = ask("look", board, path=path, duel=False)
        ahead = sorted(map(board_cell(board), onward(board, places[-1])))
        assert told["onward"] == [cell for cell in ahead if cell not in path]
        found = verdict(board, places)
        assert (told["broken"], told["sum"], told["over"]) == (-1, found.score, found.finished)
        hinted = hint(Question(board, PathAsk([(row + 1, column + 1) for row, column in places])))
        after = ask("best", board, path=path)
        assert after["value"] == after["bound"] == hinted.value
        assert after["path"] == [board.cell(*place) for place in hinted.answer.route.places]
        lines_hold(board, path, ask("lines", board, path=path))


def lines_hold(board, path, told):
    """Follow every line: it turns nowhere, and comes to the next cell after as many steps as its number says."""
    steps, begin = told["units"], 0
    assert len(told["first"]) == len(path) - 1
    for before, after, end in zip(path, path[1:], told["first"], strict=False):
        line = steps[begin:end]
        assert len(line) == board.cells[before]
        (row, column), sense = board.place(before), (line[0]["out_down"], line[0]["out_right"])
        assert sense in senses(board.variant)
        for k, unit in enumerate(line, 1):
            place = folded(board, row + k * sense[0], column + k * sense[1])
            assert board.cell(*place) == unit["cell"]
            if k > 1:
                assert (unit["out_down"], unit["out_right"]) == (line[k - 2]["in_down"], line[k - 2]["in_right"])
            back = board.place(unit["cell"])
            came = folded(board, back[0] - unit["in_down"], back[1] - unit["in_right"])
            assert came == folded(board, row + (k - 1) * sense[0], column + (k - 1) * sense[1])
        assert line[-1]["cell"] == after
        begin = end


@pytest.mark.parametrize("board", BOARDS)
def test_broken_paths(board):
    """Random cells in turn, some off the board: the first broken move and its rule are the judge's."""
    random = Random(board.n, "app broken", board.variant)
    for _ in range(20):
        path = walk(board, random, 4)
        path.append(random.choice([random.below(len(board.cells)), len(board.cells), path[0], path[-1]]))
        rows = board.cells
        places = [board.place(cell) if cell < len(rows) else (board.n * 2, 0) for cell in path]
        found = verdict(board, places)
        told = ask("look", board, path=path, duel=False)
        assert told["broken"] == (-1 if found.legal else found.broken_move)
        assert told["rule"] == (0 if found.legal else 1 + RULES.index(found.rule))
        assert told["sum"] == found.score
        assert (told["onward"] == []) or found.legal


@pytest.mark.parametrize("board", TINY)
def test_duel(board):
    """What every start and every move is worth, on boards of at most 25 cells."""
    outcome = duel(board, Limits(nodes=200_000))
    starts = {one["cell"]: one["points"] for one in ask("duel", board, path=[])["moves"]}
    points, wins = outcome.answer.points, outcome.answer.mover_wins
    assert starts == {c: -points[c] if wins[c] else points[c] for c in starts}
    assert sorted(starts) == ask("look", board, path=[], duel=True)["onward"]
    random = Random(board.n, "app duel", board.variant)
    for length in (1, 2, 4):
        path = walk(board, random, length)
        told = {one["cell"]: one["points"] for one in ask("duel", board, path=path)["moves"]}
        assert told == {cell: -sum_ if lost else sum_ for cell, (lost, sum_) in options(board, path).items()}


def test_a_duel_at_a_limit_tells_nothing():
    told = ask("duel", TINY[-1], path=[], nodes=3)
    assert (told["stop"], told["moves"]) == ("nodes", [])


@pytest.mark.parametrize("variant", range(6))
def test_deals(variant):
    """The same seed deals the same board, at random and chosen."""
    for n, seed in ((2, 0), (4, 4711), (7, 2**64 - 1), (20, 20261122)):
        dealt_alike(n, variant, seed)
    for n, seed in ((4, 4711), (5, 20261122), (8, 1)):
        chosen_alike(n, variant, seed)


def dealt_alike(n, variant, seed):
    told = module("optimiza").ask("deal", n=n, variant=variant, seed=seed, chosen=False)
    assert tuple(told["cells"]) == start(GameRules(n, VARIANTS[variant]), 1, Deal(seed)).board.cells


def chosen_alike(n, variant, seed):
    told = module("optimiza").ask("deal", n=n, variant=variant, seed=seed, chosen=True)
    state = Random(seed, "optimiza", "deal").state
    assert bytes(told["cells"]) == _kernel.draw_board(n, variant, state, 2000).cells


@pytest.mark.parametrize("variant", range(6))
def test_shapes(variant):
    """Rows, and copies around the board as the unrolled plane has them."""
    for n in (2, 5, 8):
        shaped_alike(n, variant)


def shaped_alike(n, variant):
    told = module("optimiza").ask("shape", n=n, variant=variant)
    lengths = row_lengths(VARIANTS[variant], n)
    assert told["lengths"] == list(lengths)
    board = generate(Params(N=n, variant=VARIANTS[variant]), Random(n))
    if VARIANTS[variant] == "hex-tri":
        assert told["around"] == []
        return
    assert len(told["around"]) == 2 * (len(lengths) + lengths[0]) + 4
    for one in told["around"]:
        assert board.cell(*folded(board, one["row"], one["column"])) == one["cell"]


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel = module("optimiza")
    good = {"n": 2, "variant": 0, "cells": [1, 1, 1, 2]}
    for changed, why in (
        ({"n": 1}, "n: a number from 2 to 60 is needed"),
        ({"variant": 6}, "variant: a number from 0 to 5 is needed"),
        ({"cells": [1, 1, 2]}, "cells: one for each cell of the board is needed"),
        ({"cells": [1, 1, 1, 1]}, "cells: some number stands too often"),
        ({"cells": [1, 1, 1, 99]}, "cells: a number from 1 to 60 is needed"),
        ({"cells": []}, "cells: too many or too few"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("best", board=good | changed, path=[])
    for question in ("best", "lines", "duel"):
        with pytest.raises(Refused, match="path: a legal path is needed"):
            kernel.ask(question, board=good, path=[0, 0])
    with pytest.raises(Refused, match="chosen: a board of at most 64 cells is needed"):
        kernel.ask("deal", n=9, variant=0, seed=1, chosen=True)
    assert kernel.ask("best", board=good, path=[])["value"] == 5
    with pytest.raises(Refused, match="no such question"):
        kernel.raw(99, bytes(16))


def test_damaged_requests():
    """Cut, lengthened and random bytes are answered, or refused with a sentence."""
    kernel, random = module("optimiza"), Random(1, "app damaged")
    board = BOARDS[20]
    head = struct.pack("<dQ", 1.0, 10_000)
    values = {"board": asked(board), "path": [0], "duel": False, "n": 4, "variant": 0, "seed": 1, "chosen": False}
    found = 0
    for place, question in enumerate(kernel.interface.questions.values()):
        whole = head + kernel.packed(question.request, {name: values[name] for name, _ in question.request.fields})
        kernel.raw(place, whole)
        found += refused(kernel, place, whole, random)
    assert found > 300


def test_the_best_of_the_largest_boards_is_told_in_time():
    """N = 60 on every surface: the answer of the package."""
    for variant in VARIANTS:
        board = generate(Params(N=60, variant=variant), Random(60, variant))
        told = ask("best", board, path=[])
        assert told["value"] == best(board).value
