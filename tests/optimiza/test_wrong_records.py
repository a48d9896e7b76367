"""The second program refuses records of games that were not played so: its sentences, on a board solved by hand.

Tests: game/checker.py
"""

import pytest

from passatempo.core.errors import quote
from passatempo.games.records import EndLine, Head, Record, TurnLine
from passatempo.games.values import Deal
from passatempo.optimiza.game.checker import check
from passatempo.optimiza.game.play import start
from passatempo.optimiza.game.rules import GameRules

FOUR = {"board": [[2, 3, 3, 3], [1, 2, 1, 1], [4, 3, 2, 1], [2, 3, 2, 1]]}
STOP = {"stop": True}
NONE = {"winners": [], "scores": [0], "how": "finished"}
FIRST = {"winners": [1], "scores": [5, -5], "how": "won"}
SECOND = {"winners": [2], "scores": [-7, 7], "how": "won"}


def record(moves, result=None, duel=False, deal=FOUR, seed=None, seats=1, **rules):
    """Return a record: in a duel the seats take turns."""
    head = Head(
        1,
        "optimiza",
        "0",
        {"preset": "path", "N": 4, "duel": duel, **rules},
        [{"name": "a"}] * (2 if duel else seats),
        seed,
        deal,
    )
    turns = [TurnLine(turn, 1 + (turn + 1) % 2 if duel else 1, move) for turn, move in enumerate(moves, 1)]
    return Record(head, (*turns, *([EndLine(result, len(turns))] if result else [])))


@pytest.mark.parametrize(
    ("moves", "result", "duel"),
    [
        ([[2, 1], STOP], NONE, False),  # a path of 1, and X is 24
        ([[3, 1]], NONE, False),  # from the 4 no move goes on
        ([[2, 1], [3, 1]], FIRST | {"scores": [-5, 5], "winners": [2]}, True),
        ([[2, 1], [3, 2], [3, 1]], FIRST | {"scores": [8, -8]}, True),
        ([[2, 1]], None, False),
        ([], None, True),
    ],
)
def test_sound_records(moves, result, duel):
    assert check(record(moves, result, duel)) == ()


@pytest.mark.parametrize(
    ("moves", "duel", "fault"),
    [
        ([[2, 1], STOP, [3, 1]], False, "turn 3, seat 1: the game was over"),
        ([[3, 1], STOP], False, "turn 2, seat 1: the game was over"),
        ([STOP], False, "turn 1, seat 1: stopping is not allowed here"),
        ([STOP], True, "turn 1, seat 1: stopping is not allowed here"),
        ([[2, 1], STOP], True, "turn 2, seat 2: stopping is not allowed here"),
        ([[3, 1]], True, "turn 1, seat 1: no move is possible from there"),
        ([[True, 1]], False, "turn 1, seat 1: '[True, 1]' is neither a cell nor a stop"),
        ([[2, 1, 1]], False, "turn 1, seat 1: '[2, 1, 1]' is neither a cell nor a stop"),
        ([(2, 1)], False, "turn 1, seat 1: '(2, 1)' is neither a cell nor a stop"),
        ([{"stop": False}], False, f"turn 1, seat 1: {quote({'stop': False})} is neither a cell nor a stop"),
        ([[5, 1]], False, "turn 1, seat 1: (5, 1) breaks the rule off-board"),
        ([[2, 1], [4, 4]], False, "turn 2, seat 1: (4, 4) breaks the rule not-straight"),
    ],
)
def test_turns_that_cannot_be(moves, duel, fault):
    assert check(record(moves, duel=duel)) == (fault,)


@pytest.mark.parametrize(("key", "value"), [("winners", [1]), ("scores", [1]), ("how", "won")])
def test_the_result_is_that_of_the_path(key, value):
    wrong = NONE | {key: value}
    told = f"the result: {key} is {quote(value)}, but {quote(NONE[key])} by the rules"
    assert check(record([[2, 1], STOP], wrong)) == (told,)


def test_the_board_dealt_is_that_of_the_rules():
    assert check(record([], N=5)) == ("the head: the board dealt is of other rules",)
    assert check(record([], variant="torus-rook")) == ("the head: the board dealt is of other rules",)
    assert check(record([[2, 1], [2, 1]], duel=True, seats=1)) != ()


@pytest.mark.parametrize("seed", [None, "0", "7"])
def test_a_board_is_dealt_again_by_its_seed(seed):
    """Without a seed it is that of 0; every cell of the game's own board is tried as the first, in a duel."""
    position = start(GameRules(4, duel=True), 2, Deal(int(seed or 0)))
    dead = [cell for cell in range(16) if cell not in position.kernel_view.onward]
    assert dead
    for cell in range(16):
        row, column = position.board.place(cell)
        found = check(record([[row + 1, column + 1]], duel=True, deal=None, seed=seed))
        assert bool(found) == (cell in dead)
