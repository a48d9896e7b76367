"""The puzzles of a day: the same for everybody, easy on Monday and hard on Sunday.

Tests: puzzles/calendar.py
"""

from datetime import date, timedelta

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Deadline, Limits
from passatempo.puzzles.calendar import daily_puzzle, grade_of_day, kinds_of_the_day, read_date

MONDAY = date(2026, 11, 23)


def test_a_week_goes_from_easy_to_hard():
    week = [MONDAY + timedelta(days=day) for day in range(7)]
    assert [grade_of_day(day) for day in week] == [1, 2, 2, 3, 3, 4, 5]


def test_a_day_has_the_same_puzzle_again_and_another_day_another():
    for name, kind in kinds_of_the_day():
        ids = [
            daily_puzzle(day, name, kind, Deadline(Limits())).id for day in (MONDAY, MONDAY, MONDAY + timedelta(days=7))
        ]
        assert ids[0] == ids[1] != ids[2]
        assert daily_puzzle(MONDAY, name, kind, Deadline(Limits())).content.grade == 1


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 12, 14), "OP1-TR4-WWM9PS-5"),  # its last two signs can be exchanged, and it was given out
        (date(2027, 4, 30), "OP1-TR5-64J90J-9"),  # the one before it in the day's stream, OP1-TR5-MDV635-S, is left out
    ],
)
def test_a_past_day_keeps_its_puzzle_and_a_later_one_has_none_with_an_exchange_that_passes(day, expected):
    name, kind = next(kinds_of_the_day("optimiza"))
    assert daily_puzzle(day, name, kind, Deadline(Limits())).id == expected


@pytest.mark.parametrize("text", ["2026-02-30", "yesterday", "", "1999-12-31", "3000-01-01", "2026-13-01"])
def test_an_impossible_date_is_refused(text):
    with pytest.raises(UsageError):
        read_date(text)


def test_every_pastime_with_puzzles_has_one_a_day():
    assert [name for name, _ in kinds_of_the_day("optimiza")] == ["optimiza"]
    assert len({name for name, _ in kinds_of_the_day()}) == len(list(kinds_of_the_day()))


def test_a_day_on_paper_has_a_minefield_that_paper_can_hold_and_the_rest_stays():
    screen, paper = (dict(kinds_of_the_day(paper=paper)) for paper in (False, True))
    assert screen.keys() == paper.keys()
    assert {name: kind.code for name, kind in paper.items() if kind is not screen[name]} == {"minesweeper": "SM"}
    assert screen["minesweeper"].code == "SF"
    assert all(kind.paper for kind in paper.values())
