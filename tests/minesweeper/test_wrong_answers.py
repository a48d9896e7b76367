"""Every sentence of the checker, on boards so small that who is right is seen: each rule broken alone, and at its edge.

Tests: checker.py
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from passatempo.core.limits import Stopped
from passatempo.core.pastime import Question
from passatempo.minesweeper import ChancesAsk, read
from passatempo.minesweeper.checker import (
    check_certain,
    check_chances,
    check_click,
    check_explanation,
    check_guess,
    check_readings,
    key_of_click,
    key_of_explanation,
    number_scopes,
)
from passatempo.minesweeper.model import (
    MOST_MINES,
    Board,
    Candidate,
    Certain,
    Chances,
    Click,
    Explanation,
    Guess,
    Reason,
)

from ..helpers.watch import Watch

HALF = Fraction(1, 2)
PAIR = read("#1#")  # one of two cells is a mine
LONG = Board(1, 1025, bytes([0xFF] * 1025))


def rules(violations):
    return [violation.rule for violation in violations]


# ---- Certain cells ----


@pytest.mark.parametrize(
    ("grid", "safe", "mines", "told"),
    [
        ("#2#", (), ((0, 0), (0, 2)), []),
        ("#0#", ((0, 0), (0, 2)), (), []),
        ("#1#", ((0, 0), (0, 2)), (), ["number"]),
        ("#1#", (), ((0, 0), (0, 2)), ["number"]),
        ("#1#", ((0, 0), (0, 0)), (), ["order"]),
        ("#1#", ((0, 2), (0, 0)), (), ["order"]),
        ("#1#", ((0, 1),), (), ["not-covered"]),
        ("#1#", ((5, 5),), (), ["not-covered"]),
        ("1#/##", (), ((0, 1), (1, 1)), ["number"]),  # the second row is not read as the first
        ("1#/##", (), ((1, 0), (1, 1)), ["number"]),
        ("1#/##", ((0, 1), (1, 0), (1, 1)), (), ["number"]),
        ("1#/##", ((0, 1), (1, 0)), ((1, 1),), []),
    ],
)
@pytest.mark.parametrize("watch", [False, True])
def test_certain_cells_that_no_layout_has(grid, safe, mines, told, watch):
    found = Certain(safe, mines)
    assert rules(check_certain(read(grid), found, Watch() if watch else None)) == told


def test_a_cell_that_is_said_to_be_both_is_the_first_of_those():
    """Four cells are listed, two of them on both sides."""
    board = read("#1#/###")
    (fault,) = check_certain(board, Certain(((0, 0), (0, 2), (1, 0)), ((0, 2), (1, 0), (1, 1))))
    assert (fault.rule, fault.where) == ("both", (0, 2))


def test_a_number_of_mines_that_leaves_no_room():
    board = read("#1##", mines=2)
    assert check_certain(board, Certain((), ((0, 3),))) == []
    assert check_certain(replace(board, mines=1), Certain((), ((0, 0),))) == []  # as many as are sure
    assert rules(check_certain(replace(board, mines=1), Certain((), ((0, 0), (0, 3))))) == ["mines"]
    assert rules(check_certain(replace(board, mines=3), Certain(((0, 3),), ()))) == ["mines"]
    assert check_certain(board, Certain(((0, 3),), ())) == []  # as many as are left


def test_a_safe_cell_with_a_flag_is_a_wrong_one():
    board = read("##/F0")  # the flag, in the second row, is beside the 0
    safe = ((0, 0), (0, 1), (1, 0))
    assert check_certain(board, Certain(safe, (), ((1, 0),))) == []
    assert rules(check_certain(board, Certain(safe, ()))) == ["wrong-flags"]
    assert rules(check_certain(board, Certain(safe, (), ((0, 0),)))) == ["wrong-flags"]
    assert check_certain(read("###/0F#"), Certain(((1, 1),), (), ((1, 1),))) == []


def test_long_lists_are_looked_at_under_a_deadline():
    """Every 512 cells: 0, 512 and 1024; the time to print what was found is kept."""
    watch = Watch()
    assert len(list(number_scopes(LONG, watch))) == 0
    assert watch.looks == 3
    watch = Watch()
    places = tuple((0, column) for column in range(1025))
    assert rules(check_certain(LONG, Certain(places[::-1], ()), watch)) == ["order"]
    assert (watch.earlier, watch.looks) == ([3.0], 1 + 3)  # half as long again as the two seconds of looking
    watch = Watch()
    assert check_certain(LONG, Certain(places, ()), watch) == []
    assert (watch.earlier, watch.looks) == ([3.0], 1)


# ---- One cell ----


@pytest.mark.parametrize(
    ("asked", "click", "told"),
    [
        ((5, 5), Click("out_of_range"), []),
        ((5, 5), Click("out_of_range", HALF), ["probability"]),
        ((5, 5), Click("out_of_range", None, "*1#"), ["probability"]),
        ((5, 5), Click("safe", Fraction(0)), ["range"]),
        ((0, 0), Click("out_of_range"), ["range"]),
        ((0, 1), Click("already_open"), []),
        ((0, 1), Click("already_open", HALF), ["probability"]),
        ((0, 1), Click("already_open", None, "*1#"), ["probability"]),
        ((0, 1), Click("safe", Fraction(0)), ["open"]),
        ((0, 0), Click("already_open"), ["open"]),
        ((0, 1), Click("contradiction"), []),
        ((0, 0), Click("contradiction", HALF), ["probability"]),
        ((0, 0), Click("may_be_mine", HALF, "*1#"), []),
        ((0, 0), Click("may_be_mine", None, "*1#"), []),  # too wide to be counted
        ((0, 0), Click("may_be_mine", Fraction(0), "*1#"), ["probability"]),
        ((0, 0), Click("may_be_mine", Fraction(1), "*1#"), ["probability"]),
        ((0, 0), Click("sure_mine", Fraction(1), "*1#"), []),
        ((0, 0), Click("sure_mine", HALF, "*1#"), ["probability"]),
        ((0, 0), Click("safe", Fraction(0)), []),
        ((0, 0), Click("safe", Fraction(1)), ["probability"]),
        ((0, 0), Click("safe", Fraction(0), "*1#"), ["witness"]),
    ],
)
def test_what_is_said_of_a_cell(asked, click, told):
    assert rules(check_click(replace(PAIR, click=asked), click)) == told


@pytest.mark.parametrize(
    ("witness", "mines", "told"),
    [
        ("*1#", 1, []),
        ("*1#", None, []),
        ("*1", 1, ["the witness has not the size of the board"]),
        ("#1*", 1, ["the witness has no mine at (1, 1)"]),
        ("**#", 2, ["the witness has a mine under (1, 2)"]),
        ("*1#", 2, ["the witness has 1 mine, not 2"]),
        ("*1*", 2, ["the witness breaks the number 1 at (1, 2)"]),
        ("*1*", None, ["the witness breaks the number 1 at (1, 2)"]),
        ("#1#", None, ["the witness has no mine at (1, 1)", "the witness breaks the number 1 at (1, 2)"]),
    ],
)
def test_a_witness_is_looked_at_number_by_number(witness, mines, told):
    board = replace(PAIR, click=(0, 0), mines=mines)
    assert [fault.text for fault in check_click(board, Click("may_be_mine", HALF, witness))] == told


# ---- Chances ----

ALONE = read("1##", mines=1)  # the cell beside the number is the mine, the other is not
RIGHT = Chances(1, {(0, 1): Fraction(1)}, Fraction(0))
UNKNOWN = Chances(None, {(0, 1): None}, None)


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        (RIGHT, []),
        (replace(RIGHT, solutions=0), ["solutions"]),
        (replace(RIGHT, other=None), ["other"]),
        (replace(RIGHT, other=Fraction(1)), ["mines"]),
        (replace(RIGHT, near={}), ["number", "cells", "mines"]),
        (replace(RIGHT, near={(0, 1): Fraction(1), (0, 2): Fraction(0)}), ["cells"]),
        (replace(RIGHT, near={(0, 1): Fraction(2)}, other=Fraction(-1)), ["number", "chance"]),
        (replace(RIGHT, near={(0, 1): HALF}, other=HALF), ["number"]),
        (UNKNOWN, []),
        (replace(UNKNOWN, solutions=1), ["solutions"]),
        (replace(UNKNOWN, other=Fraction(0)), []),
        (replace(UNKNOWN, other=Fraction(2)), ["chance", "mines"]),
        (replace(UNKNOWN, near={(0, 1): Fraction(0)}), ["number", "other"]),
        (replace(UNKNOWN, near={}), ["number", "cells", "other"]),
    ],
)
@pytest.mark.parametrize("watch", [False, True])
def test_chances_of_one_layout(chances, told, watch):
    assert rules(check_chances(ALONE, chances, Watch() if watch else None)) == told


@pytest.mark.parametrize(
    ("near", "told"),
    [
        ({(0, 0): None, (0, 2): None}, []),
        ({(0, 0): Fraction(1), (0, 2): None}, []),
        ({(0, 0): Fraction(0), (0, 2): None}, []),
        ({(0, 0): Fraction(2), (0, 2): None}, ["number", "chance"]),
        ({(0, 0): Fraction(-1), (0, 2): None}, ["number", "chance"]),
    ],
)
def test_chances_that_are_known_leave_room_for_those_that_are_not(near, told):
    assert rules(check_chances(PAIR, Chances(None, near, None))) == told
    three = read("##/3#", mines=None)
    assert check_chances(three, Chances(None, {(0, 0): Fraction(1), (0, 1): None, (1, 1): None}, None)) == []
    short = Chances(None, {(0, 0): Fraction(0), (0, 1): None, (1, 1): None}, None)
    assert rules(check_chances(three, short)) == ["number"]


def test_a_cell_that_is_left_out_counts_nothing():
    """Its chance is 0, so that the sums are right without it."""
    board = read("1#/#1/##")
    right = {(0, 1): Fraction(1), (1, 0): Fraction(0), (2, 0): Fraction(0), (2, 1): Fraction(0)}
    assert check_chances(board, Chances(1, right, None)) == []
    del right[1, 0]
    assert rules(check_chances(board, Chances(1, right, None))) == ["cells"]


def test_without_a_mine_count_the_cells_apart_are_evens():
    board = replace(ALONE, mines=None)
    assert check_chances(board, replace(RIGHT, solutions=2, other=HALF)) == []
    assert rules(check_chances(board, replace(RIGHT, solutions=2))) == ["other"]


def test_all_cells_beside_a_number_leave_no_other():
    board = read("#1#", mines=1)
    right = Chances(2, {(0, 0): HALF, (0, 2): HALF}, None)
    assert check_chances(board, right) == []
    assert rules(check_chances(board, replace(right, other=HALF))) == ["other"]


def test_both_readings_are_judged():
    question = Question(ALONE, ChancesAsk(both=True))
    uncounted = replace(RIGHT, solutions=2, other=HALF)
    assert check_readings(question, RIGHT) == []
    assert check_readings(question, replace(RIGHT, uncounted=uncounted)) == []
    assert rules(check_readings(question, replace(RIGHT, uncounted=RIGHT))) == ["other"]
    assert rules(check_readings(question, replace(RIGHT, other=None))) == ["other"]


def test_chances_are_looked_at_under_a_deadline():
    """Once for each number and once for each different chance; ten times the two seconds of looking are kept."""
    board = read("#1#/###/#1#", mines=2)
    third, edge = Fraction(1, 4), Fraction(3, 8)
    near = {(0, 0): third, (0, 2): third, (1, 0): edge, (1, 1): Fraction(-1, 2)}
    near |= {(1, 2): edge, (2, 0): third, (2, 2): third}
    watch = Watch()
    check_chances(board, Chances(3, near, None), watch)
    assert (watch.looks, watch.earlier) == (2 + 3, [20.0])
    for most in range(5):
        with pytest.raises(Stopped):
            check_chances(board, Chances(3, near, None), Watch(most))


# ---- Guesses ----


def candidate(column, safety=HALF, **more):
    return Candidate((0, column), safety, **more)


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        (Guess((candidate(0), candidate(2)), win=HALF), []),
        (Guess((candidate(0),), win=Fraction(0)), []),
        (Guess((candidate(0),), win=Fraction(3, 4)), ["win"]),
        (Guess((candidate(0),), win=Fraction(-1, 4)), ["win"]),
        (Guess((candidate(1),)), ["not-covered"]),
        (Guess((candidate(9),)), ["not-covered"]),
        (Guess((candidate(0, Fraction(0)),)), ["safety"]),
        (Guess((candidate(0, Fraction(3, 2)),)), ["safety"]),
        (Guess((candidate(0), candidate(2, Fraction(1, 3)))), ["safety"]),
        (Guess((candidate(0), candidate(2, Fraction(1, 3))), policy="search"), []),
        (Guess((candidate(0, zero=HALF),)), []),
        (Guess((candidate(0, zero=Fraction(3, 4)),)), ["zero"]),
        (Guess((candidate(0, zero=HALF + Fraction(1, 10**7)),)), ["zero"]),
        (Guess((candidate(0, zero=HALF + Fraction(1, 10**7)),), policy="search"), []),  # told in floating point
        (Guess((candidate(0, zero=HALF),), policy="search"), []),
        (Guess((candidate(0, zero=Fraction(3, 4)),), policy="search"), ["zero"]),
        (Guess((candidate(0, progress=Fraction(1)),)), []),
        (Guess((candidate(0, progress=Fraction(3, 2)),)), ["progress"]),
        (Guess((candidate(0, progress=Fraction(-1)),)), ["progress"]),
        (Guess((candidate(0), candidate(2, zero=HALF))), ["order"]),
        (Guess((candidate(0), candidate(2, zero=HALF)), policy="search"), []),
        (Guess((candidate(0), candidate(2, Fraction(1, 3), zero=Fraction(1, 3))), policy="a newcomer's"), []),
        (Guess((candidate(0), candidate(2, zero=Fraction(3, 4))), policy="a newcomer's"), ["zero"]),
        (Guess((candidate(0, value=HALF), candidate(2, value=Fraction(1))), policy="search"), ["order"]),
        (Guess((candidate(0, Fraction(1)),)), ["safe"]),
        (Guess((candidate(0), candidate(2, Fraction(1))), policy="search"), ["safe"]),
        (Guess((candidate(0), candidate(0), candidate(0, Fraction(1))), policy="search"), ["safe"]),
        (Guess((candidate(0),), ((0, 0),)), ["safe"]),
        (Guess((candidate(0), candidate(2)), ((0, 0), (0, 2))), ["safe", "number"]),
        (Guess((), win=Fraction(1)), ["number"]),  # two mines beside a 1
        (Guess((), win=HALF), ["won"]),
        (Guess((), ((0, 0),), win=Fraction(1)), ["won"]),
    ],
)
def test_what_is_told_of_candidates(guess, told):
    assert rules(check_guess(PAIR, guess)) == told


@pytest.mark.parametrize(
    ("values", "told"),
    [((3, 1, 2), ["order"]), ((0, 2, 1), ["order"]), ((3, 2, None), []), ((None, 2, None), ["order"]), ((3, 3), [])],
)
def test_the_candidates_are_ordered_by_value(values, told):
    """A candidate without a value is last."""
    board = read("#####")
    values = [None if value is None else Fraction(value, 4) for value in values]
    row = tuple(candidate(column, value=value) for column, value in enumerate(values))
    assert rules(check_guess(board, Guess(row, policy="search"))) == told


def test_a_safe_cell_with_a_flag_off_the_board():
    """Places off the board are told, however near its edges, and no flag is looked for there."""
    board = read("#F/0#")
    for place in ((0, 2), (1, 2), (2, 0), (0, -1), (-1, 0), (9, 9)):
        guess = Guess((Candidate((0, 1), Fraction(1)),), (place,))
        assert "not-covered" in rules(check_guess(board, guess)), place


def test_the_safe_cells_of_a_guess_may_have_flags():
    board = read("###/0FF")
    places = ((0, 0), (0, 1), (1, 1))
    assert check_guess(board, Guess((Candidate((1, 1), Fraction(1)),), places)) == []


def test_a_game_that_is_won():
    assert check_guess(read("#2#"), Guess((), win=Fraction(1))) == []


# ---- Explanations ----


def reason(cell, mine, because, level="single"):
    return Reason(cell, mine, because, level, "")


@pytest.mark.parametrize(
    ("grid", "mines", "reasons", "told"),
    [
        ("#2#", None, [reason((0, 0), True, ((0, 1),)), reason((0, 2), True, ((0, 1),))], []),
        ("#2#", None, [reason((0, 0), True, ((0, 1),)), reason((0, 0), True, ((0, 1),))], ["twice"]),
        ("#2#", None, [reason((0, 0), True, ((0, 1),), "pair"), reason((0, 2), True, ((0, 1),))], ["order"]),
        ("#2#", None, [reason((0, 0), False, ((0, 1),))], ["unsettled"]),
        ("#1#", None, [reason((0, 0), False, ((0, 1),))], ["unsettled"]),
        ("#0#", None, [reason((0, 0), False, ((0, 1),))], []),
        ("#0#", None, [reason((0, 0), True, ((0, 1),))], ["unsettled"]),
        ("#2#", None, [reason((0, 1), True, ((0, 1),))], ["not-covered"]),
        ("#2#", None, [reason((4, 4), True, ((0, 1),))], ["not-covered"]),
        ("#2?", None, [reason((0, 0), True, ((0, 2),))], ["no-number"]),
        ("#2#", None, [reason((0, 0), True, ((0, 2),))], ["no-number"]),
        ("#2#", None, [reason((0, 0), True, ((0, 7),))], ["no-number"]),
        ("#1##", None, [reason((0, 3), False, ((0, 1),), "count")], ["count"]),
        ("#1##", 1, [reason((0, 3), False, ((0, 1),), "count")], []),
        ("#1##", 2, [reason((0, 3), True, ((0, 1),), "count")], []),
        ("#1##", 2, [reason((0, 3), False, ((0, 1),), "count")], ["unsettled"]),
        ("#1##", 1, [reason((0, 3), True, ((0, 1),), "count")], ["unsettled"]),
        ("#1##", 1, [reason((0, 3), False, ((0, 1),), "chain")], ["unsettled"]),
        ("#1###", 2, [reason((0, 3), False, ((0, 1),), "count")], ["unsettled"]),  # it may be that one or the other
        ("#1###", 3, [reason((0, 3), True, ((0, 1),), "count")], []),
        ("##", 0, [reason((0, 0), False, (), "count")], []),
        ("##", 1, [reason((0, 0), False, (), "count")], ["unsettled"]),
        ("##", 1, [reason((0, 0), True, (), "count")], ["unsettled"]),
        ("##", 2, [reason((0, 0), True, (), "count")], []),
        ("##", MOST_MINES, [reason((0, 0), True, (), "count")], []),  # a contradiction settles everything
    ],
)
def test_the_numbers_named_settle_the_cell(grid, mines, reasons, told):
    board = read("#", grid=grid, mines=mines)
    assert rules(check_explanation(board, Explanation(tuple(reasons)))) == told


def test_each_reason_is_looked_at_under_a_deadline():
    watch = Watch()
    reasons = tuple(reason((0, column), True, ((0, 1),)) for column in (0, 2))
    assert check_explanation(read("#2#"), Explanation(reasons), watch) == []
    assert watch.looks == 2


# ---- What a right answer fixes ----


def test_right_answers_are_compared_by_what_is_fixed():
    assert key_of_click(PAIR, Click("may_be_mine", HALF, "*1#")) == ("may_be_mine", HALF)
    explained = Explanation((reason((0, 0), True, ((0, 1),)),))
    assert key_of_explanation(read("#2#"), explained) == {((0, 0), True, "single")}
