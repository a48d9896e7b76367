"""The second program refuses records of games that were not played so: every sentence, on noughts and crosses.

Tests: game/checker.py
"""

import pytest

from passatempo.core.errors import quote
from passatempo.games.records import EndLine, Head, Record, TurnLine
from passatempo.mnk.game.checker import check

WON = [[1, 1], [2, 1], [1, 2], [2, 2], [1, 3]]  # X completes the first row
LOST = [[1, 1], [2, 1], [1, 2], [2, 2], [3, 3], [2, 3]]  # O completes the second
DRAWN = [[1, 1], [1, 2], [1, 3], [2, 1], [2, 3], [2, 2], [3, 1], [3, 3], [3, 2]]
WINNER_X = {"winners": [1], "scores": [1, -1], "how": "won"}
WINNER_O = {"winners": [2], "scores": [-1, 1], "how": "won"}
DRAW = {"winners": [], "scores": [0, 0], "how": "draw"}


def record(moves, result=None, seats=2, deal=None, **rules):
    """Return a record: X and O take turns."""
    head = Head(1, "mnk", "0", {"preset": "tictactoe", **rules}, [{"name": "a"}, {"name": "b"}, {}][:seats], deal=deal)
    turns = [TurnLine(turn, 1 + (turn + 1) % 2, move) for turn, move in enumerate(moves, 1)]
    return Record(head, (*turns, *([EndLine(result, len(turns))] if result else [])))


@pytest.mark.parametrize(
    ("moves", "result"), [(WON, WINNER_X), (LOST, WINNER_O), (DRAWN, DRAW), (WON[:3], None), (WON, None), ([], None)]
)
def test_sound_records(moves, result):
    assert check(record(moves, result)) == ()


@pytest.mark.parametrize("result", [WINNER_X, WINNER_O, DRAW])
@pytest.mark.parametrize(("moves", "right"), [(WON, WINNER_X), (LOST, WINNER_O), (DRAWN, DRAW)])
def test_the_result_is_that_of_the_board(moves, right, result):
    wrong = [
        f"the result: {key} is {quote(result[key])}, but {quote(right[key])} by the rules"
        for key in ("winners", "scores", "how")
        if result[key] != right[key]
    ]
    assert list(check(record(moves, result))) == wrong


def test_the_parts_of_a_result_are_told_one_by_one():
    assert check(record(WON, {**WINNER_X, "scores": [0, 0]})) == (
        "the result: scores is '[0, 0]', but '[1, -1]' by the rules",
    )


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ([[1, 1], [1, 1]], "turn 2, seat 2: a1 is occupied"),
        ([[3, 1], [3, 1]], "turn 2, seat 2: a3 is occupied"),
        ([[0, 1]], "turn 1, seat 1: (0,1) is outside the board"),
        ([[1, 4]], "turn 1, seat 1: (1,4) is outside the board"),
        ([[1, 0]], "turn 1, seat 1: (1,0) is outside the board"),
        ([[1, True]], "turn 1, seat 1: '[1, True]' is not a row and a column"),
        ([[1, 2, 3]], "turn 1, seat 1: '[1, 2, 3]' is not a row and a column"),
        ([{"1": 2}], "turn 1, seat 1: \"{'1': 2}\" is not a row and a column"),
        (["ab"], "turn 1, seat 1: 'ab' is not a row and a column"),
        ([*WON, [3, 3]], "turn 6, seat 2: the game was over"),
    ],
)
def test_turns_that_cannot_be(moves, fault):
    assert check(record(moves)) == (fault,)


def test_the_other_side_is_to_move():
    head = record([]).head
    assert check(Record(head, (TurnLine(1, 2, [1, 1]),))) == ("turn 1, seat 2: seat 1 is to move",)
    assert check(Record(head, (TurnLine(1, 1, [1, 1]), TurnLine(2, 1, [1, 2])))) == (
        "turn 2, seat 1: seat 2 is to move",
    )


def test_an_end_that_has_not_come():
    assert check(record(WON[:4], WINNER_X)) == ("the record has a result, but the game is not over",)


@pytest.mark.parametrize("seats", [1, 3])
def test_two_sides_play(seats):
    assert check(record(WON, WINNER_X, seats)) == (f"the head: {seats} seats, but two sides play",)


def test_the_head_is_read():
    assert check(record([], preset="gomoku", k=0))[0].startswith("the head: ")
    (fault,) = check(record([], deal={"m": 3, "n": 4, "k": 3, "board": ["....", "....", "...."]}))
    assert fault == "the head: the position dealt is of other rules"


def test_a_game_may_begin_with_a_position():
    deal = {"m": 3, "n": 3, "k": 3, "board": ["XX.", "OO.", "..."]}
    assert check(record([[1, 3]], WINNER_X, deal=deal)) == ()
    assert check(record([[1, 1]], deal=deal)) == ("turn 1, seat 1: a1 is occupied",)


def test_other_rules_of_the_head():
    """By the rule misere who completes a line loses; of more columns the head tells too."""
    assert check(record(WON, WINNER_O, misere=True)) == ()
    assert check(record([[1, 4]], n=4)) == ()
