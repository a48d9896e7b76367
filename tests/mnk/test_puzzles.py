"""Wins to be found: made alike everywhere, of one first move by an oracle of the tests, judged, drawn, and told.

Tests: mnk/puzzles/win.py, mnk/puzzles/winning_line.py, reference.py
"""

import contextlib
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from passatempo.core.errors import PassatempoError, WrongAnswer
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.random import Random
from passatempo.mnk.json import POSITION, PositionJson
from passatempo.mnk.model import Position
from passatempo.mnk.puzzles.win import WIN, WinParams, puzzle_of
from passatempo.mnk.puzzles.winning_line import winning_line
from passatempo.mnk.reference import Attack
from passatempo.mnk.rules import Rules
from passatempo.mnk.text import read
from passatempo.puzzles.puzzle import GRADES, PuzzleContent, fold_signs

from . import kernel
from .proof import reference as plain_proof
from .puzzle_oracle import Oracle, lines

CASES = json.loads((Path(__file__).parent.parent / "data/puzzles/mnk.json").read_text(encoding="utf-8"))["puzzles"]
JUNK = ("", "x", "zz99", "99999999999999999999,1", [], [1, "2"], {}, {"first": None}, None, 7, [[1, 2]], [True, 1],
        [10**9, 1], [2**70, 1], "\0", "a1;;;;x", "1,1 " * 10_000, {"first": [0, 0]}, [1, 1, 1])  # fmt: skip


def made(number, params=WinParams(), grade=None):
    """Make so many puzzles."""
    seed, found = 0, []
    while len(found) < number:
        seed += 1
        one = WIN.make_puzzle(params, Random(seed, "test", WIN.params_word(params)), Deadline(Limits()))
        found += [one] if one and grade in (None, one.grade) else []
    return found


def draw(m, n, k, moves, most, state):
    return kernel.told("draw_win", m=m, n=n, k=k, moves=moves, most=most, state=state)


def first_of(puzzle):
    row, column = puzzle.solution["first"]
    return (row - 1) * puzzle.instance.rules.n + column - 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_cases(case):
    position = POSITION.load(PositionJson(**case["instance"]))
    row, column = case["solution"]["first"]
    cell = (row - 1) * position.rules.n + column - 1
    puzzle = puzzle_of(position, cell, case["solution"]["moves"])
    assert puzzle.grade == case["grade"]
    assert bool(puzzle.features["makes_four"]) == case["features"]["first_makes_line_of_k_less_1"]
    assert puzzle.features["fours"] == case["features"]["fours"]
    assert WIN.judge(puzzle, case["solution"]) == []
    other = next(c for c, mark in enumerate(position.cells) if mark == 0 and c != cell)
    assert [fault.rule for fault in WIN.judge(puzzle, [1 + part for part in position.place(other)])] == ["no-win"]
    if case["solution"]["moves"] < 4:
        assert Oracle(position).first_moves(case["solution"]["moves"]) == [cell]


@pytest.mark.long
def test_the_case_of_four_moves():
    case = next(case for case in CASES if case["solution"]["moves"] == 4)
    position = POSITION.load(PositionJson(**case["instance"]))
    row, column = case["solution"]["first"]
    assert Oracle(position).first_moves(4) == [(row - 1) * position.rules.n + column - 1]


@pytest.mark.parametrize(
    ("params", "number"), [(WinParams(5, 5, 4, 2), 20), (WinParams(9, 9, 5, 2), 8), (WinParams(7, 7, 4, 3), 8)]
)
def test_made_puzzles_have_one_first_move(params, number):
    for puzzle in made(number, params):
        assert Oracle(puzzle.instance).first_moves(params.moves) == [first_of(puzzle)]
        assert puzzle.grade in WIN.possible_grades(params)
        assert WIN.judge(puzzle, puzzle.solution) == []


@pytest.mark.parametrize(("params", "number"), [(WinParams(5, 5, 4, 2), 6), (WinParams(7, 7, 4, 3), 3)])
def test_the_line_of_play_lasts_as_long_as_any_defence(params, number):
    for puzzle in made(number, params):
        position, line = puzzle.instance, winning_line(puzzle.instance, first_of(puzzle), params.moves)
        assert len(line) == 2 * params.moves - 1
        for ply, cell in enumerate(line):
            if ply % 2 == 0:
                left, attack = params.moves - ply // 2, Attack(position, Deadline(Limits()))
                assert attack.wins_by(cell, left)
                assert left == 1 or not attack.wins_within(left - 1)  # the reply before it delayed the win in full
            position = position.play(cell)
        assert position.result == "XO"[puzzle.instance.to_move == 2]


@pytest.mark.long
def test_two_hundred_puzzles_have_one_first_move():
    numbers = dict(zip(WIN.by_grade.values(), (40, 40, 60, 40, 10), strict=True)) | {WinParams(7, 7, 5, 3): 10}
    for params, number in numbers.items():
        for puzzle in made(number, params):
            assert Oracle(puzzle.instance).first_moves(params.moves) == [first_of(puzzle)], puzzle.instance


@pytest.mark.parametrize(
    ("m", "n", "k", "moves", "games"), [(4, 4, 3, 2, 10), (5, 5, 4, 2, 20), (4, 6, 4, 2, 20), (6, 6, 4, 3, 6)]
)
def test_a_game_ends_at_its_first_position_with_one_first_move(m, n, k, moves, games):
    for seed in range(games):
        drawn = draw(m, n, k, moves, 10**9, Random(seed, "twin").state)
        if drawn.first >= 0:
            assert Oracle(Position(Rules(m, n, k), bytes(drawn.cells))).first_moves(moves) == [drawn.first]
        else:
            assert drawn.cells == ()


def test_the_kernel_refuses_what_is_no_board():
    for numbers in ((0, 5, 3, 2), (600, 1, 3, 2), (30, 30, 3, 2), (5, 5, 0, 2), (5, 5, 17, 2), (5, 5, 4, 1)):
        with pytest.raises(ValueError, match="needed"):
            draw(*numbers, 100, 1)


def test_a_game_is_given_up_after_so_many_nodes():
    given_up = draw(7, 7, 4, 4, 100, Random(1).state)
    assert (given_up.cells, given_up.first) == ((), -1)


def test_the_search_of_all_defences_agrees_with_the_plain_proof():
    """Of lines as sets of empty cells, every move of both sides tried: small boards, up to three moves."""
    rng = Random(4, "attack")
    won = 0
    for _ in range(60):
        rules, cells = Rules(3, 4, 3), bytearray(12)
        for number in range(rng.in_range(0, 6)):
            cells[rng.choice([c for c in range(12) if cells[c] == 0])] = 1 + number % 2
        try:
            position = Position(rules, bytes(cells))
        except PassatempoError:
            continue
        if position.result:
            continue
        oracle = Oracle(position)
        mine, theirs = (
            [line & ~own for line in lines(3, 4, 3) if not line & other]
            for own, other in ((oracle.own, oracle.other), (oracle.other, oracle.own))
        )
        for moves in (1, 2, 3):
            truth = plain_proof.wins(mine, theirs, True, moves)
            won += truth
            assert Attack(position, Deadline(Limits())).wins_within(moves) == truth
            assert oracle.wins(oracle.own, oracle.other, moves) == truth
    assert won > 20


def test_the_same_seed_gives_the_same_puzzle_in_another_process():
    code = (
        "from passatempo.mnk.puzzles.win import WIN, WinParams\n"
        "from passatempo.core.limits import Deadline, Limits\n"
        "from passatempo.core.random import Random\n"
        "print([WIN.make_puzzle(WinParams(), Random(s), Deadline(Limits())) for s in range(20)])\n"
    )
    here = [WIN.make_puzzle(WinParams(), Random(s), Deadline(Limits())) for s in range(20)]
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert there.strip() == str(here)


def test_words_read_back():
    for params in (WinParams(), WinParams(15, 3, 8, 2), WinParams(9, 10, 5, 4), *WIN.by_grade.values()):
        assert WIN.read_word(fold_signs(WIN.params_word(params))) == params
    for word in ("", "7X7", "7X7K4", "7X7K4W", "7X7K4W1", "7X7K4W5", "2X7K4W3", "7X16K4W3", "3X3K4W2", "07X7K4W3",
                 "7X7K9W3", "7X7K4W33", "٧X7K4W3", "7X7K4W3 "):  # fmt: skip
        assert WIN.read_word(fold_signs(word)) is None
    for wrong in ({"m": 2}, {"n": 16}, {"k": 9}, {"moves": 5}, {"m": 3, "n": 3, "k": 4}):
        with pytest.raises(ValueError, match=r"\w+: "):
            WinParams(**wrong)


def test_grades_have_parameters():
    for grade in GRADES:
        assert grade in WIN.possible_grades(WIN.by_grade[grade])


@pytest.mark.parametrize("answer", JUNK, ids=lambda answer: str(answer)[:12])
def test_junk_is_refused(answer):
    puzzle = made(1)[0]
    with contextlib.suppress(PassatempoError):
        assert WIN.judge(puzzle, answer)


def test_puzzles_of_others_are_refused_where_they_are_too_large():
    position = read("k: 5\nm: 20\nn: 20")
    with pytest.raises(PassatempoError, match="at most 15 rows"):
        WIN.judge(PuzzleContent(instance=position, goal={"moves": 3}, solution={}, grade=1, solving_effort=0), "a1")
    for goal in ({}, {"moves": 50}, {"moves": "3"}, {"moves": True}):
        with pytest.raises(PassatempoError, match="not a number of moves"):
            WIN.judge(
                PuzzleContent(instance=read("k: 3\nm: 3\nn: 3"), goal=goal, solution={}, grade=1, solving_effort=0),
                "a1",
            )
    over = PuzzleContent(instance=read("k: 2\nX X\nO ."), goal={"moves": 2}, solution={}, grade=1, solving_effort=0)
    with pytest.raises(PassatempoError, match="already over"):
        WIN.judge(over, "b2")


def test_the_judge_takes_every_move_that_wins_in_time():
    position = read("k: 3\n. . O\n. . X\nX O .")
    puzzle = PuzzleContent(instance=position, goal={"moves": 3}, solution={}, grade=1, solving_effort=0)
    assert WIN.judge(puzzle, "a2") == []
    assert [fault.rule for fault in WIN.judge(puzzle, "c1")] == ["occupied"]
    assert [fault.rule for fault in WIN.judge(puzzle, "d9")] == ["outside"]


def test_a_stopped_run_leaves_at_once():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Stopped):
        WIN.make_puzzle(WinParams(), Random(1), Deadline(Limits(cancel=cancel)))


def test_another_method_confirms():
    for params in (WinParams(5, 5, 4, 2), WinParams()):
        for puzzle in made(3, params):
            assert WIN.confirm_unique(params, puzzle, Limits()) == "reference"
    wrong = replace(puzzle, solution={"moves": 3, "first": [1, 1]})
    with pytest.raises(WrongAnswer, match="first moves of a win in 3"):
        WIN.confirm_unique(params, wrong, Limits())
    assert WIN.confirm_unique(params, puzzle, Limits(nodes=1)) == ""


def turned(puzzle):
    """Turn a puzzle's board by a quarter."""
    rules = puzzle.instance.rules
    rows = [puzzle.instance.cells[i : i + rules.n] for i in range(0, rules.size, rules.n)]
    cells = b"".join(bytes(column) for column in zip(*rows[::-1], strict=True))
    return replace(puzzle, instance=Position(Rules(rules.n, rules.m, rules.k), cells))


def test_turned_boards_are_one_puzzle():
    for params in (WinParams(5, 5, 4, 2), WinParams(4, 6, 4, 2)):
        for puzzle in made(5, params):
            assert WIN.symmetry_key(turned(puzzle)) == WIN.symmetry_key(puzzle)
            mirrored = replace(puzzle.instance, cells=puzzle.instance.cells[::-1])
            assert WIN.symmetry_key(replace(puzzle, instance=mirrored)) == WIN.symmetry_key(puzzle)
    assert len({WIN.symmetry_key(puzzle) for puzzle in made(100)}) > 60


def test_told_and_drawn():
    for puzzle in (*made(1), *made(1, WinParams(9, 9, 5, 3))):
        assert "wins in 3" in WIN.show(puzzle, False)
        empty, full = WIN.draw(puzzle, False), WIN.draw(puzzle, True)
        assert empty.startswith("<svg")
        assert empty != full
        assert len(WIN.hints(puzzle, "en")) == 3
        assert WIN.goal(puzzle, "en").endswith("moves and wins in 3")
    assert len(WIN.rules(WinParams(), "en")) <= 4 * 95
    bare = PuzzleContent(instance=puzzle.instance, goal={}, solution={}, grade=1, solving_effort=0)
    assert WIN.hints(bare, "en") == []
    assert WIN.goal(bare, "en").endswith("wins in ?")
