"""The second program refuses records of games that were not played so: its sentences, on fields that are given.

Tests: game/checker.py
"""

from dataclasses import replace

import pytest

from passatempo.core.errors import quote
from passatempo.core.registry import pastime
from passatempo.games.players import make_players
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import EndLine, Head, Record, TurnLine
from passatempo.games.values import Deal
from passatempo.minesweeper.game.checker import check
from passatempo.minesweeper.game.rules import PRESETS

MINESWEEPER = pastime("minesweeper")
WON = {"winners": [1], "scores": [1], "how": "won"}
LOST = {"winners": [], "scores": [0], "how": "lost"}
LINE = [".*..."]
CORNER = ["...", ".*."]
APART = ["*....", ".....", "....*"]


def moves_of(text):
    """Read moves, as in "open 1 1, flag 1 2"."""
    words = [move.split() for move in text.split(", ")]
    return [{what: [int(row), int(column)]} for what, row, column in words]


def record(field, moves, result=None, **rules):
    """Return a record of a field that is given."""
    said = {"rows": len(field), "columns": len(field[0]), "mines": sum(row.count("*") for row in field), **rules}
    head = Head(1, "minesweeper", "0", said, [{"name": "you"}], "1", {"field": field})
    turns = [TurnLine(turn, 1, move) for turn, move in enumerate(moves, 1)]
    return Record(head, (*turns, *([EndLine(result, len(turns))] if result else [])))


@pytest.mark.parametrize(
    ("field", "moves", "result"),
    [
        (LINE, "open 1 1, open 1 3, open 1 4", WON),
        (LINE, "open 1 1, open 1 5", WON),  # a zero opens all beside it, up to the 1
        (LINE, "flag 1 2, open 1 3, chord 1 3, open 1 1", WON),
        (LINE, "flag 1 2, open 1 5, open 1 1", WON),
        (LINE, "flag 1 4, open 1 3, chord 1 3", LOST),
        (LINE, "open 1 2", LOST),
        (LINE, "flag 1 2, flag 1 2, open 1 2", LOST),
        (CORNER, "open 1 1, flag 1 2, chord 1 1", LOST),  # two cells are opened, one of them a mine
        (CORNER, "open 1 1, flag 2 2, chord 1 1, open 1 3, chord 1 3", WON),
        (APART, "open 1 5", WON),
        (APART, "open 2 1, flag 1 1", None),
    ],
)
def test_sound_records(field, moves, result):
    assert check(record(field, moves_of(moves), result)) == ()


@pytest.mark.parametrize(
    ("field", "moves", "fault"),
    [
        (LINE, "open 1 1, open 1 1", "turn 2, seat 1: it is open"),
        (LINE, "open 1 1, flag 1 1", "turn 2, seat 1: it is open"),
        (LINE, "flag 1 1, open 1 1", "turn 2, seat 1: there is a flag"),
        (LINE, "open 2 1", "turn 1, seat 1: it is outside the field"),
        (LINE, "flag 1 0", "turn 1, seat 1: it is outside the field"),
        (LINE, "open 1 1, chord 1 1", "turn 2, seat 1: there is no number with its flags"),
        (LINE, "chord 1 1", "turn 1, seat 1: there is no number with its flags"),
        (LINE, "flag 1 2, chord 1 1", "turn 2, seat 1: there is no number with its flags"),
        (LINE, "open 1 1, flag 1 2, chord 1 1", "turn 3, seat 1: nothing is left to open"),
        (LINE, "flag 1 2, flag 1 4, open 1 3, chord 1 3", "turn 4, seat 1: there is no number with its flags"),
        (LINE, "open 1 5, flag 1 2, chord 1 4", "turn 3, seat 1: nothing is left to open"),
        (LINE, "open 1 2, open 1 1", "turn 2, seat 1: the game was over"),
        (LINE, "open 1 5, open 1 1, flag 1 2", "turn 3, seat 1: the game was over"),
    ],
)
def test_turns_that_cannot_be(field, moves, fault):
    assert check(record(field, moves_of(moves))) == (fault,)


@pytest.mark.parametrize(
    "move",
    [{"open": [1, 1], "flag": [1, 1]}, {}, "open", {"dig": [1, 1]}, {"open": [1]}, {"open": [1, True]}, {"open": "11"}],
)
def test_what_is_no_move(move):
    assert check(record(LINE, [move])) == (f"turn 1, seat 1: {quote(move)} is no move",)


@pytest.mark.parametrize(("key", "value"), [("winners", []), ("scores", [0]), ("how", "lost")])
def test_the_result_is_that_of_the_field(key, value):
    moves = moves_of("open 1 1, open 1 5")
    told = f"the result: {key} is {quote(value)}, but {quote(WON[key])} by the rules"
    assert check(record(LINE, moves, WON | {key: value})) == (told,)
    assert check(record(LINE, moves[:1], WON)) == ("the record has a result, but the game is not over",)


def test_the_field_dealt_has_the_size_of_the_rules():
    for rules in ({"rows": 2}, {"columns": 6}):
        assert check(record(LINE, [], **rules)) == ("the head: the field dealt has another size",)
    assert check(record(["..*", ".."], [], columns=3)) == ("the head: the field dealt has another size",)


@pytest.mark.parametrize(
    "rules", [{"mines": 75}, {"mines": 72}, {"mines": 40, "first": "safe"}, {"mines": 41, "first": "safe"}]
)
@pytest.mark.parametrize("seed", range(3))
def test_fields_that_are_nearly_full_are_laid_again(rules, seed):
    """Where the mines leave no room, fewer cells around the first are kept; from the half on the free ones are laid."""
    wanted = replace(PRESETS["beginner"].rules, **rules)
    found = Playthrough(MINESWEEPER, make_players(MINESWEEPER, ["guess"]), wanted, "beginner", Deal(seed))
    list(found.replies())
    assert check(found.record) == ()


def test_a_field_without_a_seed_is_that_of_seed_0():
    found = Playthrough(
        MINESWEEPER, make_players(MINESWEEPER, ["guess"]), PRESETS["beginner"].rules, "beginner", Deal(0)
    )
    list(found.replies())
    assert len(found.record.lines) > 5
    assert check(found.record) == check(replace(found.record, head=replace(found.record.head, seed=None))) == ()


@pytest.mark.parametrize("place", [[5, 7], [2, 8], [9, 3], [6, 1]])
def test_a_field_without_a_guess_is_laid_around_the_first_click(place):
    head = Head(1, "minesweeper", "0", {"preset": "beginner", "no_guess": True}, [{"name": "you"}], "3")
    assert check(Record(head, (TurnLine(1, 1, {"open": place}),))) == ()
