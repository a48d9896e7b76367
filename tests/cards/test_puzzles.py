"""Rows to be completed: made alike everywhere, of one order by an oracle of the tests, judged, drawn, and told.

Tests: cards/puzzles/order.py
"""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.cards.json import DEAL, DealJson
from passatempo.cards.puzzles.order import ORDER, OrderParams, puzzle_of
from passatempo.core.errors import PassatempoError, WrongAnswer
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.random import Random
from passatempo.puzzles.puzzle import GRADES, fold_signs

from .puzzle_oracle import rows

CASES = json.loads((Path(__file__).parent.parent / "data/puzzles/cards.json").read_text(encoding="utf-8"))["puzzles"]
JUNK = ("", "x", "1,,", "1 2 3", "99999999999999999999", [], [1, "2"], {}, {"sequence": None}, None, 7, [[1]], [True],
        {"sequence": [1e9]}, "\0", [2**70], "1 " * 10_000)  # fmt: skip


def made(number, n=9):
    """Make so many puzzles."""
    seed, found = 0, []
    while len(found) < number:
        seed += 1
        one = ORDER.make_puzzle(OrderParams(n), Random(seed, "test", n), Deadline(Limits()))
        found += [one] if one else []
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases(case):
    deal = DEAL.load(DealJson(**case["instance"]))
    row = tuple(case["solution"]["sequence"])
    puzzle = puzzle_of(deal, row, case["features"]["orders_without_given"])
    assert rows(deal) == [row]
    assert puzzle.grade == case["grade"]
    assert puzzle.features["free"] == case["features"]["free"]
    assert ORDER.judge(puzzle, case["solution"]) == []
    assert ORDER.judge(puzzle, " ".join(map(str, row))) == []
    assert ORDER.judge(puzzle, row[::-1] if row != row[::-1] else row[1:]) != []


@pytest.mark.parametrize("n", [7, 9, 11])
def test_made_puzzles_have_one_order(n):
    for puzzle in made(25, n):
        assert rows(puzzle.instance) == [tuple(puzzle.solution["sequence"])]
        assert not ORDER.judge(puzzle, puzzle.solution)
        assert puzzle.grade in ORDER.possible_grades(OrderParams(n))


@pytest.mark.long
def test_two_thousand_puzzles_have_one_order():
    for n in (7, 8, 9, 10, 11):
        for puzzle in made(400, n):
            assert rows(puzzle.instance) == [tuple(puzzle.solution["sequence"])], puzzle.instance


def test_no_given_card_can_be_spared():
    from dataclasses import replace

    for puzzle in made(10, 9):
        given = puzzle.instance.given
        for card in given:
            spared = replace(puzzle.instance, given=tuple(pair for pair in given if pair != card))
            assert len(rows(spared)) > 1


def test_the_same_seed_gives_the_same_puzzle_in_another_process():
    code = (
        "from passatempo.cards.puzzles.order import ORDER, OrderParams\n"
        "from passatempo.core.limits import Deadline, Limits\n"
        "from passatempo.core.random import Random\n"
        "print([ORDER.make_puzzle(OrderParams(11), Random(s), Deadline(Limits())) for s in range(20)])\n"
    )
    here = [ORDER.make_puzzle(OrderParams(11), Random(s), Deadline(Limits())) for s in range(20)]
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert there.strip() == str(here)


def test_words_read_back():
    for n in range(7, 16):
        params = OrderParams(n)
        assert ORDER.read_word(fold_signs(ORDER.params_word(params))) == params
    for word in ("", "N", "N6", "N16", "N07", "N1", "N999", "X9", "N9 ", "N٩", "TR5"):
        assert ORDER.read_word(fold_signs(word)) is None
    for n in (6, 16, -1):
        with pytest.raises(ValueError, match="is not a whole number from 7 to 15"):
            OrderParams(n)


def test_grades_have_parameters():
    for grade in GRADES:
        assert grade in ORDER.possible_grades(ORDER.by_grade[grade])


@pytest.mark.parametrize("answer", JUNK, ids=lambda answer: str(answer)[:12])
def test_junk_is_refused(answer):
    puzzle = made(1)[0]
    with contextlib.suppress(PassatempoError):
        assert ORDER.judge(puzzle, answer)


def test_the_judge_names_the_fault():
    puzzle = next(one for one in made(20) if one.instance.given)
    row = list(puzzle.solution["sequence"])
    assert ORDER.judge(puzzle, row[:-1])[0].rule == "missing-card"
    mirrored = ORDER.judge(puzzle, row[::-1])
    assert {fault.rule for fault in mirrored} <= {"wrong-given"}


def test_a_stopped_run_leaves_at_once():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Stopped):
        ORDER.make_puzzle(OrderParams(15), Random(1), Deadline(Limits(cancel=cancel)))


def test_another_method_confirms():
    pytest.importorskip("pysat")
    for puzzle in made(3, 11):
        assert ORDER.confirm_unique(OrderParams(11), puzzle, Limits()) == "sat-position"
    from dataclasses import replace

    puzzle = next(one for one in made(20) if one.instance.given)
    loose = replace(puzzle, instance=replace(puzzle.instance, given=puzzle.instance.given[1:]))
    with pytest.raises(WrongAnswer, match="another order"):
        ORDER.confirm_unique(OrderParams(9), loose, Limits())


def test_mirror_images_are_one_puzzle():
    from dataclasses import replace

    for puzzle in made(10):
        n, deal = len(puzzle.instance.cards), puzzle.instance
        mirrored = replace(deal, given=tuple(sorted((n + 1 - p, card) for p, card in deal.given)))
        assert ORDER.symmetry_key(replace(puzzle, instance=mirrored)) == ORDER.symmetry_key(puzzle)
    assert len({ORDER.symmetry_key(puzzle) for puzzle in made(300, 11)}) > 290


def test_told_and_drawn():
    puzzle = next(one for one in made(20) if one.instance.given)
    assert len(ORDER.show(puzzle, False).splitlines()) == 3
    assert ORDER.show(puzzle, True).splitlines()[0] == " ".join(map(str, puzzle.solution["sequence"]))
    empty, full = ORDER.draw(puzzle, False), ORDER.draw(puzzle, True)
    assert empty.startswith("<svg")
    assert empty != full
    hints = ORDER.hints(puzzle, "en")
    assert hints[1].startswith("The peaks are at")
    assert len(hints) == 3 + puzzle.features["free"]
    assert ORDER.goal(puzzle, "en") == f"peaks {puzzle.goal['apart']} apart"
    assert len(ORDER.rules(OrderParams(), "en")) <= 4 * 95
    assert (
        ORDER.hints(type(puzzle)(instance=puzzle.instance, goal={}, solution={}, grade=1, solving_effort=0), "en") == []
    )
