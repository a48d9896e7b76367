"""The positions and malformed texts of tests/data: every figure was found by at least two independent programs.

Tests: json.py, exact/chances.py
"""

import json
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.minesweeper import Board, ChancesAsk, read
from passatempo.minesweeper.json import CERTAIN, CHANCES

DATA = Path(__file__).parents[1] / "data" / "minesweeper"
GAME = pastime("minesweeper")
POSITIONS = json.loads((DATA / "positions.json").read_text(encoding="utf-8"))["cases"]
MALFORMED = json.loads((DATA / "malformed.json").read_text(encoding="utf-8"))
READINGS = [(case, key) for case in POSITIONS for key in ("without_count", "with_count") if case[key]]

each_position = pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
each_reading = pytest.mark.parametrize(("case", "key"), READINGS, ids=[f"{c['id']}-{key}" for c, key in READINGS])


def methods(question):
    """Name the exact methods of a question that need no extra."""
    return [m.name for m in GAME.problem(question).methods if m.kind == "exact" and not m.needs]


def board_of(case, key, **more):
    return read(case["grid"], mines=case[key]["mines"], **more)


def pairs(places):
    return [list(place) for place in places]


@each_position
def test_the_size_of_the_grid(case):
    board = read(case["grid"])
    assert (board.rows, board.columns, board.covered) == (case["rows"], case["cols"], case["grid"].count("#"))


@each_reading
@pytest.mark.parametrize("method", methods("safe"))
def test_safe(case, key, method):
    outcome = ask(GAME.problem("safe"), board_of(case, key), method=method)
    wanted = case[key]
    if not wanted["consistent"]:
        assert (outcome.status, outcome.answer) == (Status.IMPOSSIBLE, None)
        return
    found = CERTAIN.dump(outcome.answer)
    assert (pairs(found.safe), pairs(found.sure_mines)) == (wanted["safe"], wanted["sure_mines"])


@each_reading
@pytest.mark.parametrize("method", methods("chances"))
def test_chances(case, key, method):
    outcome = ask(GAME.problem("chances"), Question(board_of(case, key), ChancesAsk()), method=method)
    wanted = case[key]
    if not wanted["consistent"]:
        assert (outcome.status, outcome.answer) == (Status.IMPOSSIBLE, None)
        return
    found = CHANCES.dump(outcome.answer)
    assert found.solutions == wanted["solutions"]
    assert (found.prob, found.prob_other) == (wanted["prob"], wanted["prob_other"])
    assert found.lowest_prob == wanted["lowest_prob"]


@pytest.mark.quick(100)
@each_reading
@pytest.mark.parametrize("method", methods("click"))
def test_clicks(case, key, method):
    for asked in case["clicks"]:
        if not asked[key]:
            continue
        outcome = ask(GAME.problem("click"), board_of(case, key, click=asked["click"]), method=method)
        assert outcome.status is Status.SOLVED
        assert outcome.answer.verdict == asked[key], asked["click"]
        assert bool(outcome.answer.witness) == (asked[key] in ("sure_mine", "may_be_mine"))


@pytest.mark.parametrize("case", [case for case in MALFORMED if case["format"] == "grid"], ids=lambda case: case["id"])
def test_malformed_grids(case):
    with pytest.raises((FormatError, InvalidInstance)) as raised:
        read(case["text"])
    told = {"m17": "row 2 has 3 squares, 2 expected", "m18": "line 2, column 2: 'x' (row 2, column 2) is not a cell"}
    assert told[case["id"]] in str(raised.value)


def test_a_board_keeps_its_cells_in_one_buffer():
    buffer = bytearray([255, 1])
    board = Board(1, 2, memoryview(buffer))
    buffer[1] = 8
    assert board.cells == bytes([255, 1])


@pytest.mark.parametrize("method", methods("chances"))
@pytest.mark.parametrize("case", [c for c in POSITIONS if c["with_count"]], ids=lambda case: case["id"])
def test_both_readings_side_by_side(case, method):
    outcome = ask(GAME.problem("chances"), Question(board_of(case, "with_count"), ChancesAsk(both=True)), method=method)
    if not case["with_count"]["consistent"]:
        assert outcome.status is Status.IMPOSSIBLE
        return
    found = CHANCES.dump(outcome.answer)
    for reading, wanted in ((found, case["with_count"]), (found.without_count, case["without_count"])):
        assert (reading.solutions, reading.prob) == (wanted["solutions"], wanted["prob"])
    assert CHANCES.load(found) == outcome.answer
