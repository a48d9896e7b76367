"""The second program refuses records of games that were not played so: its sentences, on cards that are given.

Tests: game/checker.py
"""

import pytest

from passatempo.cards.game.checker import check
from passatempo.core.errors import quote
from passatempo.games.records import EndLine, Head, Record, TurnLine

FIVE = {"cards": [1, 1, 1, 2, 2], "D": 2}  # 1 2 1 2 1 and nothing else
WON = {"winners": [1], "scores": [1], "how": "won"}
LEFT = {"winners": [], "scores": [0], "how": "finished"}
STOP = {"stop": True}


def put(*row):
    """Return the moves that lay a row from its beginning."""
    return [{"put": [position, card]} for position, card in enumerate(row, 1)]


def record(moves, result=None, deal=FIVE, seed=None, seats=1, **rules):
    """Return a record of cards that are given."""
    said = {"preset": "mountains", "N": 5, **rules}
    head = Head(1, "cards", "0", said, [{"name": "you"}] * seats, seed, deal)
    turns = [TurnLine(turn, 1, move) for turn, move in enumerate(moves, 1)]
    return Record(head, (*turns, *([EndLine(result, len(turns))] if result else [])))


ROW = put(1, 2, 1, 2, 1)


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (ROW, WON),
        ([STOP], LEFT),
        ([*ROW[:3], STOP], LEFT),
        ([{"put": [3, 2]}, {"take": 3}, *ROW], WON),
        ([{"put": [5, 2]}, {"put": [4, 2]}, {"take": 5}, *put(1, 2, 1), {"put": [5, 1]}], WON),
        (put(1, 2, 2, 1, 1), None),  # full, but two cards stand still
        (put(2, 1, 1, 1, 2), None),
        (ROW[:4], None),
    ],
)
def test_sound_records(moves, result):
    assert check(record(moves, result)) == ()


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ([*ROW, STOP], "turn 6, seat 1: the game was over"),
        ([STOP, *ROW], "turn 2, seat 1: the game was over"),
        ([{"take": 1}], "turn 1, seat 1: position 1 has no card of the person"),
        ([*ROW[:1], {"put": [1, 2]}], "turn 2, seat 1: position 1 is not free"),
        ([{"put": [0, 1]}], "turn 1, seat 1: position 0 is not free"),
        ([{"put": [6, 1]}], "turn 1, seat 1: position 6 is not free"),
        (put(2, 2, 2), "turn 3, seat 1: no card 2 is left"),
        (put(3), "turn 1, seat 1: no card 3 is left"),
    ],
)
def test_turns_that_cannot_be(moves, fault):
    assert check(record(moves)) == (fault,)


@pytest.mark.parametrize(
    "move",
    [
        {"stop": False},
        {"halt": True},
        {"stop": True, "take": 1},
        {"take": True},
        {"take": [1]},
        {"put": 1},
        {"put": [1, 1, 1]},
        {"put": [1, "1"]},
        {"lay": [1, 1]},
        {},
        [1, 1],
        "stop",
    ],
)
def test_what_is_no_move(move):
    assert check(record([move])) == (f"turn 1, seat 1: {quote(move)} is no move",)


@pytest.mark.parametrize(("key", "value"), [("winners", []), ("scores", [0]), ("how", "finished")])
def test_the_result_is_that_of_the_row(key, value):
    told = f"the result: {key} is {quote(value)}, but {quote(WON[key])} by the rules"
    assert check(record(ROW, WON | {key: value})) == (told,)


def test_an_end_that_has_not_come():
    for moves in (ROW[:4], put(1, 2, 2, 1, 1)):
        assert check(record(moves, WON)) == ("the record has a result, but the game is not over",)


def test_a_row_of_the_right_shape_may_have_its_maxima_elsewhere():
    moves, cards = put(1, 3, 2, 1, 2, 4, 3), [1, 1, 2, 2, 3, 3, 4]
    assert check(record(moves, WON, {"cards": cards, "D": 4}, N=7)) == ()
    (fault,) = check(record(moves, WON, {"cards": cards, "D": 2}, N=7))
    assert fault == "the record has a result, but the game is not over"


@pytest.mark.parametrize("rules", [{"N": 6}, {"M": 3}, {"ends": "open"}, {"pattern": "UD"}])
def test_the_cards_dealt_are_those_of_the_rules(rules):
    assert check(record([], **rules)) == ("the head: the cards dealt are of other rules",)


def test_cards_that_are_given_lie_already_and_stay():
    deal = {**FIVE, "given": [[2, 2]]}
    assert check(record([{"take": 2}], deal=deal)) == ("turn 1, seat 1: position 2 has no card of the person",)
    assert check(record([{"put": [2, 1]}], deal=deal)) == ("turn 1, seat 1: position 2 is not free",)
    moves = [{"put": [position, card]} for position, card in ((1, 1), (3, 1), (4, 2), (5, 1))]
    assert check(record(moves, WON, deal=deal)) == ()


def test_no_cards_can_be_dealt():
    """Four runs have four steps at least, and so five cards: of four there is no row."""
    told = ("the head: no cards can be dealt by these rules",)
    assert check(record([], deal=None, seed="1", N=4)) == told
    assert check(record([], deal=None, seed="1", N=3, pattern="UD", M=1)) == told
    assert check(record([], deal=None, seed="1", N=5)) == ()


def test_cards_without_a_seed_are_those_of_seed_0():
    """All that could be laid at the first position is, with both heads."""
    for card in range(1, 6):
        told = check(record(put(card), deal=None, N=7))
        assert told == check(record(put(card), deal=None, seed="0", N=7))
    several = {str(check(record(put(4), deal=None, seed=str(seed), N=7))) for seed in range(9)}
    assert len(several) == 2


@pytest.mark.parametrize("seats", [0, 2])
def test_one_person_plays(seats):
    assert check(record(ROW, WON, seats=seats)) == (f"the head: {seats} seats, but one person plays",)
