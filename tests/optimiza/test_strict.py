"""The rule strict: no cell is passed twice, landed on or jumped over.

Tests: exact/judge.py
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Evidence, Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.optimiza import BestAsk, Board, JudgeAsk, read
from passatempo.optimiza.checker import check
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.exact.judge import judge
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.geometry import legal_moves
from passatempo.optimiza.model import VARIANTS, Route
from passatempo.optimiza.reference.search import best_strict, plain_strict
from passatempo.optimiza.rules import first_crossing, judge_path, move_ways
from passatempo.optimiza.text import board_of

GAME = pastime("optimiza")
HARDNESS = ("random", "clustered", "dense")


def boards(number, sizes=range(2, 6)):
    for variant in VARIANTS:
        for n in sizes:
            for seed in range(number):
                yield generate(Params(n, variant, HARDNESS[seed % 3]), Random(seed, "strict", variant, n))


def compare(board):
    """Assert that both searches agree, that the rules alone allow the path, and what follows from the rule."""
    found, plain = best_strict(board, Limits()), plain_strict(board, Limits())
    assert found.status is plain.status is Status.SOLVED
    assert found.value == plain.value
    for outcome in (found, plain):
        assert check(board, outcome.answer, strict=True) == []
        last = outcome.answer.places[-1]
        # The score is the cells advanced and the last number, and no cell is passed twice: so it has a bound.
        assert outcome.value <= len(board.cells) - 1 + board.cells[board.cell(*last)]
    assert found.value <= exact.best(board).value


def test_two_searches_agree_on_every_surface():
    for board in boards(1):
        compare(board)


@pytest.mark.long
def test_two_searches_agree_on_many_boards():
    for board in boards(60):
        compare(board)


def test_on_the_smallest_boards_no_move_jumps_over_anything():
    for board in boards(2, [2]):
        assert best_strict(board, Limits()).value == exact.best(board).value


def test_every_board_of_size_3_loses_its_full_tour():
    # Z is 15 on all 630 boards; passing no cell twice, 8 advanced cells and a last 3 are the most.
    values = set()
    for seed in range(40):
        board = generate(Params(3), Random(seed, "three"))
        assert exact.best(board).value == 15
        values.add(best_strict(board, Limits()).value)
    assert max(values) <= 11


def test_the_sentence_of_the_text_on_a_board_of_ones_twos_and_a_three():
    # 1 2 1     From the first 1 to the 2 beside it: two to the left come down on the 1 in the corner at the right,
    # 2 1 1     over the start, which is passed already; two down are free.
    # 2 2 3
    board = read("1 2 1\n2 1 1\n2 2 3")
    told = judge(Question(board, JudgeAsk([(1, 1), (1, 2), (3, 2)], strict=True))).answer
    assert told.legal
    assert move_ways(board, (0, 1), (2, 1)) == [frozenset({(1, 1), (2, 1)})]
    assert move_ways(board, (0, 1), (0, 2)) == [frozenset({(0, 0), (0, 2)})]
    assert first_crossing(board, [(0, 0), (0, 1), (0, 2)]) == 2


def test_of_two_ways_to_a_cell_the_path_may_take_either():
    # On a torus of 4 a move by 2 leads to the same cell from both sides; which one it was, only later moves tell.
    board = next(b for b in boards(60, [4]) if b.variant == "torus-rook" and b.cells[0] == 2 == b.cells[2])
    assert len(move_ways(board, (0, 0), (0, 2))) == 2
    assert judge_path(board, [(0, 0), (0, 2)], strict=True).legal


def test_the_judge_and_the_checker_agree_on_paths_of_all_kinds():
    rules = set()
    for board in boards(4):
        graph = legal_moves(board)
        for seed in range(12):
            random = Random(seed, "path", *board.cells)
            path = [random.below(len(board.cells))]
            for _ in range(random.below(6)):
                onward = [d for d in graph[path[-1]] if d not in path]
                if not onward:
                    break
                path.append(random.choice(onward) if random.below(8) else random.below(len(board.cells)))
            places = [board.place(cell) for cell in path]
            told = judge(Question(board, JudgeAsk([(i + 1, j + 1) for i, j in places], strict=True))).answer
            assert told == judge_path(board, places, strict=True)
            assert told.legal == (check(board, Route(tuple(places)), strict=True) == [])
            rules.add(told.rule)
            if told.rule == "passed":  # the usual rule allows the move
                kept = [(i + 1, j + 1) for i, j in places[: told.broken_move + 1]]
                assert judge(Question(board, JudgeAsk(kept))).answer.legal
    assert rules == {"", "not-straight", "smaller", "used", "passed"}


def test_paths_that_pass_over_used_cells_break_the_rule():
    data = json.loads((Path(__file__).parents[1] / "data" / "optimiza" / "paths.json").read_text(encoding="utf-8"))
    tried = 0
    for case in data["cases"]:
        if case["N"] <= 5 and case["moves_that_pass_over_used_cells"]:  # counted by another program
            tried += 1
            question = Question(board_of(case["board"], case["variant"]), JudgeAsk(case["path"], strict=True))
            assert judge(question).answer.rule == "passed"
    assert tried == 4


def test_a_path_found_is_finished_as_the_judge_says():
    for board in boards(2):
        route = best_strict(board, Limits()).answer
        given = [(i + 1, j + 1) for i, j in route.places]
        told = judge(Question(board, JudgeAsk(given, strict=True))).answer
        assert (told.legal, told.finished) == (True, True)  # every number is positive


def test_larger_boards_are_refused():
    board = generate(Params(6), Random(1))
    for problem, own in (("best", BestAsk(strict=True)), ("judge", JudgeAsk([(1, 1)], strict=True))):
        with pytest.raises(UsageError, match="boards to N = 5, N is 6"):
            ask(GAME.problem(problem), Question(board, own))


@pytest.mark.parametrize("method", ["frontier", "dp", "cpsat", "greedy", "greedy-ends", "expert"])
def test_methods_that_do_not_know_the_rule_say_so(method):
    with pytest.raises(UsageError, match=f"{method} does not know the rule strict, exact and reference do"):
        ask(GAME.problem("best"), Question(read("1 1\n1 2"), BestAsk(strict=True)), method=method)


def test_both_methods_confirm_each_other():
    board = generate(Params(5, "klein-queen"), Random(3))
    outcome = ask(GAME.problem("best"), Question(board, BestAsk(strict=True)), confirm="reference")
    assert (outcome.evidence, outcome.confirmed_by) == (Evidence.VALUE, ("reference",))


@pytest.mark.parametrize("nodes", [0, 1, 7, 60])
def test_at_a_limit_there_is_a_path_and_a_bound(nodes):
    for board in boards(1, [5]):
        best = best_strict(board, Limits()).value
        for search in (best_strict, plain_strict):
            cut = search(board, Limits(nodes=nodes))
            if cut.status is Status.FEASIBLE:
                assert cut.stopped is StopReason.NODES
                assert cut.value <= best <= cut.bound
                assert check(board, cut.answer, strict=True) == []


def test_the_flag_and_the_key(tmp_path):
    text = "1 2 1\n2 1 1\n2 2 3"
    board = read(text)
    value = best_strict(board, Limits()).value
    assert isinstance(board, Board)
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"board": [[1, 2, 1], [2, 1, 1], [2, 2, 3]], "strict": True}))
    words = [sys.executable, "-m", "passatempo", "optimiza", "best"]
    by_key = subprocess.run([*words, str(file), "--format", "json"], capture_output=True, text=True, check=True)
    assert json.loads(by_key.stdout)["value"] == value
    plain = tmp_path / "board.txt"
    plain.write_text(text)
    by_flag = subprocess.run([*words, str(plain), "--strict"], capture_output=True, text=True, check=True)
    assert f"sum {value} of 15" in by_flag.stdout
    assert "no cell is passed twice" in by_flag.stdout
    usual = subprocess.run([*words, str(plain)], capture_output=True, text=True, check=True)
    assert "sum 15 of 15" in usual.stdout
