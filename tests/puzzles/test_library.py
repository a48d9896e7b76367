"""Puzzles as functions: made, got, judged and printed by what a program has at hand.

Tests: puzzles/generator.py, puzzles/calendar.py, puzzles/own_boards.py, puzzles/printer.py
"""

import json
from datetime import date, datetime
from itertools import islice
from pathlib import Path

import pytest

from passatempo import Cancel, optimiza, puzzles
from passatempo.core.errors import PassatempoError, Unanswered
from passatempo.core.registry import names, pastime

DAYS = json.loads((Path(__file__).parents[1] / "data/puzzles/daily.json").read_text(encoding="utf-8"))["days"]
ID = "OP1-TR5-PXHKFT-B"


@pytest.mark.parametrize("day", DAYS)
def test_the_puzzles_of_past_days_stay(day):
    assert [puzzle.id for puzzle in puzzles.daily(day)] == DAYS[day]


def test_a_day_is_a_text_or_a_date_with_or_without_a_time():
    days = ("2026-11-23", date(2026, 11, 23), datetime(2026, 11, 23, 23, 59))
    assert [puzzles.daily(day, "optimiza")[0].id for day in days] == [DAYS["2026-11-23"][2]] * 3
    assert puzzles.daily("2026-11-23", "minesweeper", paper=True)[0].kind == "mines"


@pytest.mark.parametrize("name", names())
def test_a_puzzle_says_what_it_is(name):
    first, second = islice(puzzles.make(name, grade=2, seed=3, confirm=True), 2)
    assert first.id != second.id
    assert (first.pastime, first.kind, first.grade) == (name, pastime(name).kinds[0].name, 2)
    assert isinstance(first.instance, pastime(name).wiring.instance_type)
    assert first.confirmed_by == first.to_json()["unique"]["confirmed_by"] != None  # noqa: E711  a chain
    assert puzzles.get(first.id, confirm=True) == first
    assert hash(puzzles.get(first.id)) == hash(first)
    assert puzzles.check(first, first.solution) == puzzles.check(first.id, json.dumps(first.solution)) == []
    assert puzzles.check(json.loads(json.dumps(first.to_json(solution=False))), first.solution) == []
    assert puzzles.check(json.dumps(first.to_json()), first.solution) == []
    assert puzzles.check(first, second.solution) != []


def test_limits_end_a_stream_and_leave_a_single_puzzle_unanswered():
    cancel = Cancel()
    cancel.cancel()
    board = puzzles.get(ID).instance
    for limit in ({"seconds": 0}, {"cancel": cancel}):
        assert list(puzzles.make("optimiza", **limit)) == []
        for call in (
            lambda limit=limit: puzzles.get(ID, **limit),
            lambda limit=limit: puzzles.daily("2026-11-23", "cards", **limit),
            lambda limit=limit: puzzles.make_own("optimiza", board, **limit),
        ):
            with pytest.raises(Unanswered, match="a limit stopped the run"):
                call()


def test_an_own_board_is_a_puzzle_or_says_why_not():
    own = puzzles.make_own("optimiza", puzzles.get(ID).instance, confirm=True)
    assert (own.id, own.to_json()["id"], own.solution) == ("own", None, puzzles.get(ID).solution)
    refused = puzzles.make_own("optimiza", "TR4-9GXXX")
    best = optimiza.best("TR4-9GXXX").value
    assert refused.number == len(refused.witnesses) == 2 == len(refused.texts)
    assert refused.verdict == f"2 paths reach {best}; a puzzle has one."
    assert all(text in str(refused) for text in (refused.verdict, *refused.texts))
    assert refused.to_json()["unique"] is False


def test_a_sheet_is_bytes_and_files(tmp_path):
    first, other = puzzles.get(ID), puzzles.daily("2026-11-23", "cards")[0]
    [pdf] = puzzles.sheet([first, other.id], tmp_path / "a.pdf", locale="it", title="Prova")
    assert pdf.startswith(b"%PDF-")
    assert (tmp_path / "a.pdf").read_bytes() == pdf
    pages = puzzles.sheet((puzzle for puzzle in (first, other)), str(tmp_path / "a-%d.svg"), per_page=1)
    assert [(tmp_path / f"a-{k}.svg").read_bytes().rstrip() for k in (1, 2, 3)] == [page.rstrip() for page in pages]
    sources = puzzles.sheet(first, tmp_path / "folder", day=date(2026, 11, 23), byline="Ada")
    assert len(list((tmp_path / "folder").iterdir())) == len(sources) == 4
    assert json.loads(sources[1])["byline"] == "Ada"
    assert puzzles.sheet(ID)[0].startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: puzzles.sheet([3]), "puzzles: '3' is neither a puzzle nor an ID"),
        (lambda: puzzles.sheet(3), "puzzles: expected"),
        (lambda: puzzles.sheet([puzzles.make_own("optimiza", "TR4-9GXXX")]), "is neither a puzzle nor an ID"),
        (lambda: puzzles.sheet(ID, per_page=3), "per_page: expected one of 1, 2, 4, 6"),
        (lambda: puzzles.sheet(ID, day="x"), "'x' is not a day"),
        (lambda: puzzles.sheet(ID, "a.doc"), "name a .pdf or .svg file"),
        (lambda: puzzles.sheet(DAYS["2026-11-23"][3]), "paper cannot open squares"),
        (lambda: puzzles.check(ID, 3), "answer: expected"),
        (lambda: puzzles.check(ID, [object()]), "answer: "),
        (lambda: puzzles.check({}, "1,1"), "the puzzle has no 'pastime'"),
        (lambda: puzzles.get(ID).hint(0), "counted from 1"),
        (lambda: puzzles.get(ID).hint("x"), "counted from 1"),
        (lambda: puzzles.make("optimiza", grade=9), "grade: 9"),
        (lambda: puzzles.make("chess"), "is not a pastime"),
        (lambda: puzzles.make_own("mnk", "x"), "has no own boards"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(call, words):
    with pytest.raises(PassatempoError) as caught:
        call()
    assert words in str(caught.value)
