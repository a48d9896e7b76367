"""The engine where only a line of exactly k wins: its wins and losses against a full search, and its lines by hand.

What is left out: boards beyond a full search, where only lines written by hand are looked at.

Tests: engine/search.py
"""

import random

import pytest

from passatempo.core.limits import Deadline, Limits
from passatempo.mnk.engine.search import DECIDED, Engine, move, value_of_score
from passatempo.mnk.engine.weights import CLASSES
from passatempo.mnk.model import Position
from passatempo.mnk.reference import WON, FullSearch, ends
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

from .. import kernel

BOARDS = [
    (3, 4, 3), (4, 4, 3), (3, 5, 3), (2, 7, 3), (1, 9, 3), (4, 5, 4), (3, 6, 4), (2, 8, 5),
    (5, 4, 3), (1, 14, 6), (2, 9, 7),
]  # fmt: skip


def position_of(rules, rng, most_empty):
    """A position with few empty cells, made by moves that end nothing; half of the time marks go beside their like."""
    while True:
        position = Position(rules, bytes(rules.size))
        wanted = rng.randint(2, most_empty)
        while position.empty > wanted:
            cells = bytearray(position.cells)
            free = [cell for cell in position.legal if not ends_with(rules, cells, cell, position.to_move)]
            beside = [cell for cell in free if rng.random() < 0.5 and touches(position, cell)]
            if not free:
                break
            position = position.play(rng.choice(beside or free))
        if position.empty <= most_empty:
            return position


def ends_with(rules, cells, cell, mark):
    cells[cell] = mark
    over = ends(rules, cells, cell) or 0 not in cells
    cells[cell] = 0
    return over


def touches(position, cell):
    n = position.rules.n
    return any(
        position.cells[other] == position.to_move
        for other in (cell - 1, cell + 1, cell - n, cell + n)
        if 0 <= other < position.rules.size
    )


def compared(m, n, k, seed, count):
    """Compare forced ends of the engine with the full search; return how many it called, and how many there are."""
    rules = Rules(m, n, k, exact=True)
    engine, truth = Engine(rules, EngineSettings(table=1)), FullSearch(rules, Deadline(Limits()))
    rng = random.Random(seed)
    called = true = 0
    for _ in range(count):
        position = position_of(rules, rng, 9)
        worth = truth.score_position(bytearray(position.cells), position.to_move)
        engine.clear_table()
        thought = engine.search_to_level(position.cells, position.to_move, Limits(nodes=3000))
        score = thought.lines[0].score
        true += worth != 0
        if abs(score) > DECIDED:
            called += 1
            assert (score > 0) == (worth > 0), (position.rows, score, worth)
            assert worth != 0, (position.rows, score)
            if thought.is_proof:  # a proved length is never shorter than the shortest there is
                found = value_of_score(score)
                assert found is not None
                assert score < 0 or found[1] >= WON - worth
    return called, true


@pytest.mark.quick(3)
@pytest.mark.parametrize(("m", "n", "k"), BOARDS)
def test_no_win_is_wrong_where_only_exactly_k_count(m, n, k):
    called, true = compared(m, n, k, 1, 40)
    assert called >= 0.9 * true


@pytest.mark.long
@pytest.mark.parametrize(("m", "n", "k"), BOARDS)
def test_no_win_is_wrong_where_only_exactly_k_count_in_thousands_of_positions(m, n, k):
    for seed in range(2, 12):
        compared(m, n, k, seed, 100)


def shapes(row, k):
    """The classes of X along a row, for each empty cell."""
    cells = bytes(".XO".index(mark) for mark in row)
    look = kernel.look(1, len(row), k, cells, 1, exact=True)
    return "".join("-" if code < 0 else {"five": "5", "open_four": "F", "four": "f"}.get(CLASSES[code & 15], ".")
                   for code in look.first)  # fmt: skip


@pytest.mark.parametrize(
    ("row", "seen"),
    [
        ("..XXXX.....", ".5----5...."),  # five at either end
        ("..XXX.XX...", ".f---.--f.."),  # the gap would make six; a mark at either end then needs it no more
        (".XX.XX.....", None),
        ("XXXX.X.....", "----.-....."),  # six in a row win nothing, and what touches them neither
        ("OXXXX.X....", "-----.-...."),
        ("XXXXXX.....", "------....."),
        ("OXXXX.OXXXX", "-----5-----"),
    ],
)
def test_lines_that_would_be_too_long_are_none(row, seen):
    found = shapes(row, 5)
    fives = {i for i, shape in enumerate(found) if shape == "5"}
    # by the rule itself: a mark there makes a run of exactly five
    for cell, mark in enumerate(row):
        if mark == ".":
            whole = row[:cell] + "X" + row[cell + 1 :]
            left = len(whole[:cell]) - len(whole[:cell].rstrip("X"))
            right = len(whole[cell + 1 :]) - len(whole[cell + 1 :].lstrip("X"))
            assert (left + 1 + right == 5) == (cell in fives), (row, found)
    if seen is not None and "f" not in seen:
        assert [i for i, s in enumerate(seen) if s == "5"] == sorted(fives)


def test_the_engine_says_what_it_plays(capsys):
    position = Position(Rules(15, 15, 5, exact=True), bytes(225))
    assert move(position, Limits(nodes=2000)).answer.move == (7, 7)
    with pytest.raises(ValueError, match="to 28"):
        kernel.Engine(40, 40, 29, exact=True)
    engine = Engine(Rules(40, 40, 28, exact=True))
    assert engine.search_to_level(bytes(1600), 1, Limits(nodes=50)).lines
