"""The Minesweeper module of the app against the package: the same answers on the same boards.

Tests: app/modules.py
"""

from __future__ import annotations

import base64
import json
import time
from itertools import product

import pytest

from app.modules import ROOT, Refused, module
from passatempo.core.random import Random
from passatempo.minesweeper import _kernel, read
from passatempo.minesweeper.exact.methods import kernel_board
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.model import LEVELS, VARIANTS, Board, is_covered, steps_by_variant
from passatempo.minesweeper.policies import POLICIES
from passatempo.minesweeper.reasons import contradiction, reason_of

GENERATED = 120  # boards in the quick tests
BROWSER = 10_000  # cells of a board that the module takes
MANY, SOME = 10_000, 6  # cells of a board that are explained
EXPERT = 480  # cells of the largest level
CERTAIN = (2, 3, 6, 7)  # marks of cells that are safe, or mines
LONG = 5  # seconds, on a busy machine


def boards(*seeds):
    """Make boards of all variants, some of them without a count, some contradictory."""
    for k in seeds or range(GENERATED):
        random = Random(k, "app")
        rows, columns = random.in_range(1, 12), random.in_range(2, 16)
        mines = random.in_range(1, max(1, rows * columns // 4))
        variant = VARIANTS[k % len(VARIANTS)]
        params = Params("custom", rows, columns, mines, variant, "safe", random.choice(["flood", "scatter"]), 0.5)
        made = generate(params, random)
        cells = bytearray(made.cells)
        if k % 5 == 0:  # a number that is wrong, or not
            cells[random.below(len(cells))] = random.below(4)
        yield Board(rows, columns, bytes(cells), None if k % 3 == 0 else mines, variant)


def near(variant):
    return steps_by_variant()[VARIANTS.index(variant)]


def asked(board):
    mines = -1 if board.mines is None else board.mines
    sides = {"near": near(board.variant), "rows": board.rows, "columns": board.columns}
    return sides | {"cells": board.cells, "mines": mines}


def alike(question, **said):
    """Ask the module and the package the same bytes; the reply of both, byte for byte."""
    kernel = module("minesweeper")
    told = kernel.ask(question, seconds=1e18, **said)
    assert kernel.last == _kernel.call(question, kernel.request, None)
    return told


def cases():
    """Return the boards of the case file, each without a count, and with one where it has it."""
    told = json.loads((ROOT / "tests/data/minesweeper/positions.json").read_text(encoding="utf-8"))["cases"]
    for case in told:
        grid = "\n".join([case["grid"]])
        counts = {None, *[found["mines"] for found in (case["with_count"],) if found]}
        for mines in sorted(counts, key=lambda count: count is not None):
            yield read(grid) if mines is None else read(grid, mines=mines)


def surveyed_alike(board, policy=POLICIES["search"]):
    """Compare marks, chances to the last bit, nodes, and the cell to open, with those of the package."""
    alike("survey", board=asked(board))
    if board.mines is not None:
        guessed_alike(board, policy)


def guessed_alike(board, policy):
    """Compare the cell to open, nodes, counts and candidates in their order with those of the package.

    Chances have passed through `exp` of two C libraries, one of which is a last bit away from the other now and then.
    """
    kernel = module("minesweeper_guess")
    told = kernel.ask("guess", seconds=1e18, board=asked(board), policy=policy.settings())
    stop, reply = _kernel.call("guess", kernel.request, None)
    if kernel.last == (stop, reply):
        return
    native, end = kernel.unpacked(kernel.interface.questions["guess"].reply_type, reply, 0)
    assert (kernel.last[0], kernel.last[1][end:]) == (stop, reply[end:])
    assert told.keys() - {"stop", "nodes"} == native.keys()
    assert all(told[name] == native[name] for name in native.keys() - {"candidates"})
    for one, other in zip(told["candidates"], native["candidates"], strict=True):
        assert one["cell"] == other["cell"]
        assert one == pytest.approx(other, rel=1e-12, abs=0, nan_ok=True)


@pytest.mark.parametrize("board", list(boards()))
def test_survey_and_guess(board):
    surveyed_alike(board)


@pytest.mark.parametrize("board", list(cases()))
def test_cases(board):
    """Every board of the case file: survey, guess, contradiction, and the reasons of some certain cells."""
    if len(board.cells) <= BROWSER:
        surveyed_alike(board)
        explained_alike(board, most=SOME)


def test_files_of_players():
    """Each file, complete and cut, and each text is read alike."""
    kernel, plain = module("minesweeper_files"), {"plain": True, "near": steps_by_variant()[0]}
    told = json.loads((ROOT / "tests/data/minesweeper/replay_files.json").read_text(encoding="utf-8"))["files"]
    for content in [base64.b64decode(case["base64"]) for case in told]:
        for part in (content, content[: 2 * len(content) // 3], content[: len(content) // 3]):
            kernel.ask("read_file", seconds=1e18, bytes=part, format=0, reading=0, **plain)
            assert kernel.last == _kernel.call("read_file", kernel.request, None)
    texts = json.loads((ROOT / "tests/data/texts/minesweeper.json").read_text(encoding="utf-8"))
    for content in [case["text"].encode() for case in texts if case["text"]]:
        for reading in range(5):
            kernel.ask("read_file", seconds=1e18, bytes=content, format=7, reading=reading, **plain)
            assert kernel.last == _kernel.call("read_file", kernel.request, None)


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_a_thousand_boards(batch):
    for board in boards(*range(1_000 + 50 * batch, 1_050 + 50 * batch)):
        surveyed_alike(board)
        explained_alike(board, most=SOME)


@pytest.mark.parametrize("sides", [(16, 30), (40, 60), (70, 70), (100, 100), (1, 100), (100, 3)])
def test_large_boards(sides):
    """Boards as large as the page takes them: laid, opened, surveyed and explained as natively.

    Where the mine count is taken in by the saddle-point approximation, chances have passed through `exp` and `lgamma`
    of two C libraries, so that the last bits are not the same.
    """
    rows, columns = sides
    mines, first = rows * columns // 7, rows * columns // 2
    sides = {"near": near("square"), "rows": rows, "columns": columns}
    mine = alike("lay", **sides, mines=mines, opening=True, no_guess=False, seed=b"5", first=first)["mine"]
    cells = bytes([255]) * len(mine)
    for cell in range(first, len(mine), 37):
        if not mine[cell] and cells[cell] == 255:
            cells = bytes(alike("play", **sides, mine=mine, cells=cells, deed=0, cell=cell)["cells"])
    board = Board(rows, columns, cells, mines)
    told = module("minesweeper").ask("survey", board=asked(board))
    native = _kernel.survey(kernel_board(board), True, 60.0, 2**64 - 1, None)
    assert (told["state"], told["nodes"], told["marks"]) == (native.state, native.nodes, list(native.marks))
    chances = list(memoryview(native.chances).cast("d"))
    assert told["chances"] == (chances if len(mine) <= EXPERT else pytest.approx(chances, rel=1e-12, abs=0))
    explained_alike(board, most=SOME)


def test_an_answer_in_time():
    """A question stops at its limit, also on the largest board, and says so."""
    board = {
        "near": near("knight"),
        "rows": 100,
        "columns": 100,
        "cells": bytes([3] * 4_000 + [255] * 6_000),
        "mines": 3_000,
    }
    for question in ("survey", "conflict"):
        began = time.monotonic()
        told = module("minesweeper").ask(question, board=board, seconds=0.1)
        assert told["stop"] in ("done", "seconds")
        assert time.monotonic() - began < LONG


def steps_hold(board, steps):
    """Take steps one by one, each by trying all ways to lay the mines around its numbers; return what they settle."""
    known = {}
    for step in steps:
        scopes = [[n for n in board.surface.neighbours(at) if is_covered(board.cells[n])] for at in step["numbers"]]
        around = sorted({cell for scope in scopes for cell in scope})
        before = {cell: known[cell] for cell in step["known"]}  # what it says that it needs, settled by then
        assert before.keys() <= set(around)
        unknown = [cell for cell in around if cell not in before]
        ways = []
        for mines in product((False, True), repeat=len(unknown)):
            laid = before | dict(zip(unknown, mines, strict=True))
            needs = [board.cells[at] for at in step["numbers"]]
            if all(sum(laid[cell] for cell in scope) == need for scope, need in zip(scopes, needs, strict=True)):
                ways.append(laid)
        assert ways
        assert all(laid[cell] == step["mine"] for laid in ways for cell in step["settled"])
        known |= dict.fromkeys(step["settled"], step["mine"])
    return known


@pytest.mark.parametrize("board", list(boards()))
def test_explain_and_conflict(board):
    explained_alike(board)


def explained_alike(board, most=MANY):
    """Every certain cell has the reason that the twin gives; every contradiction its minimal numbers."""
    sentence, places = contradiction(board)
    told = alike("conflict", board=asked(board))
    native = _kernel.survey(kernel_board(board), False, 60.0, 2**64 - 1, None)
    if native.state == 1:
        assert told["found"]
        if sentence and "covered cell" not in sentence:
            assert told["because"] == [(row - 1) * board.columns + column - 1 for row, column in places]
        return
    assert not told["found"]
    covered = [cell for cell, code in enumerate(board.cells) if is_covered(code)]
    sure = [cell for cell in covered if native.marks and native.marks[cell] in CERTAIN]
    for cell in covered if len(covered) <= most else sure[:: max(1, len(sure) // most)]:
        reasons = alike("explain", board=asked(board), cells=[cell])["reasons"]
        reason = reason_of(board, board.place(cell))
        assert len(reasons) == (reason is not None), cell
        for found in reasons:
            assert (found["cell"], found["mine"], LEVELS[found["level"]]) == (cell, reason.mine, reason.level)
            assert found["because"] == sorted(board.cell(*place) for place in reason.because), cell
            if reason.level in ("single", "pair"):
                assert steps_hold(board, found["steps"])[cell] == reason.mine, cell
            else:
                assert found["steps"] == []


@pytest.mark.parametrize("seed", range(40))
def test_game(seed):
    """A game of random moves is the game of the package, field and clicks included."""
    random = Random(seed, "app game")
    guess_free = seed % 8 == 0
    rows, columns = random.in_range(5, 9), random.in_range(5, 9)
    sides = {"near": near(VARIANTS[seed % 4]), "rows": rows, "columns": columns}
    wanted = {"mines": random.in_range(1, 9), "opening": guess_free or random.below(2) == 1, "no_guess": guess_free}
    first = random.below(rows * columns)
    mine = alike("lay", **sides, **wanted, seed=str(seed).encode(), first=first)["mine"]
    assert (sum(mine), mine[first]) == (wanted["mines"], 0)
    cells, deed, cell = bytes([255]) * len(mine), 0, first
    for _ in range(60):
        told = alike("play", **sides, mine=mine, cells=cells, deed=deed, cell=cell)
        judged = alike("play", **sides, mine=[], cells=cells, deed=deed, cell=cell)
        assert judged["fault"] == told["fault"]
        assert (not told["cells"]) == (told["fault"] != 0)
        if told["won"] or told["hit"]:
            break
        cells, deed, cell = bytes(told["cells"]) or cells, random.below(3), random.below(len(mine))


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel = module("minesweeper")
    good = {"near": near("square"), "rows": 1, "columns": 2, "cells": bytes([1, 255]), "mines": 1}
    for changed, why in (
        ({"rows": 0}, "rows: a number from 1 to 1048576 is needed"),
        ({"cells": bytes([1])}, "cells: one for each cell of the board is needed"),
        ({"cells": b""}, "cells: too many or too few"),
        ({"cells": bytes([99, 255])}, "cells: a number, or a covered or an unknown cell is needed"),
        ({"mines": 3}, "mines: more than there are cells"),
        ({"near": near("square") | {"odd": [0, 0]}}, "offsets: different steps"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("survey", board=good | changed)
    assert kernel.ask("survey", board=good)["marks"] == [0, 3]
    for request in (b"", bytes(16), bytes(200)):
        with pytest.raises(Refused, match=r"the request is|needed|too many"):
            kernel.raw(0, request)
    with pytest.raises(Refused, match="no such question"):
        kernel.raw(99, bytes(16))


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy(name):
    """A row of the table is all that the module needs."""
    for board in boards(*range(0, GENERATED, 4)):
        surveyed_alike(board, POLICIES[name])


def test_settings_out_of_range_are_refused():
    board = asked(read("1#/##", mines=1))
    for changed, why in (({"kind": 2}, "there is no such policy"), ({"second": 1.5}, "second: a number from 0 to 1")):
        with pytest.raises(Refused, match=why):
            module("minesweeper_guess").ask("guess", board=board, policy=POLICIES["search"].settings() | changed)
