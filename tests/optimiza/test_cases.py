"""The boards, paths and malformed texts of tests/data: every figure was found by at least two independent programs.

Tests: model.py, text.py
"""

import json
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.optimiza import PathAsk, RoutesAsk, TrailAsk, read
from passatempo.optimiza.checker import check, value_of_route
from passatempo.optimiza.exact import best as exact
from passatempo.optimiza.text import board_of

DATA = Path(__file__).parents[1] / "data" / "optimiza"
GAME = pastime("optimiza")


def cases(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["cases"]


def having(*keys):
    """Take the boards of which the data say something."""
    found = [case for case in cases("boards") if all(key in case["answer"] for key in keys)]
    return pytest.mark.parametrize("case", found, ids=lambda case: case["id"])


each_board = having()
TRAILS = [
    (case, reading)
    for case in cases("boards")
    for reading in ("directed", "undirected")
    if f"trail_{reading}_optimum" in case["answer"]
]


def board_in(case):
    return board_of(case["board"], case["variant"], case["N"])


@each_board
@pytest.mark.parametrize("method", [exact.best, exact.frontier], ids=["exact", "frontier"])
def test_best(case, method):
    board = board_in(case)
    outcome = method(board)
    assert (outcome.status, outcome.value, outcome.bound) == (Status.SOLVED, *[case["answer"]["optimum"]] * 2)
    assert check(board, outcome.answer) == []
    assert value_of_route(board, outcome.answer) == outcome.value


@having("X")
def test_levels_and_counts(case):
    wanted = case["answer"]
    board = board_in(case)
    levels = ask(GAME.problem("levels"), board).answer
    assert (levels.x, levels.y, levels.z) == (wanted["X"], wanted["Y"], wanted["optimum"])
    assert ask(GAME.problem("count"), board).answer.number == wanted["optimal_paths"]
    found = ask(GAME.problem("enumerate"), Question(board, RoutesAsk(5000))).answer
    assert (len(found.routes), found.complete) == (wanted["optimal_paths"], True)
    assert {value_of_route(board, route) for route in found.routes} == {wanted["optimum"]}


@pytest.mark.parametrize(("case", "reading"), TRAILS, ids=[f"{case['id']}-{reading}" for case, reading in TRAILS])
def test_trails(case, reading):
    key = f"trail_{reading}_optimum"
    outcome = ask(GAME.problem("trail"), Question(board_in(case), TrailAsk(reading)))
    assert (outcome.status, outcome.value) == (Status.SOLVED, case["answer"][key])


@having("game")
def test_duels(case):
    wanted = case["answer"]["game"]
    board = board_in(case)
    found = ask(GAME.problem("duel"), board).answer
    by_matching = ask(GAME.problem("duel"), board, method="matching").answer
    assert by_matching.mover_wins == found.mover_wins
    assert found.least_live == wanted["A_best_live_start_points"]
    if isinstance(wanted["points"], list):
        assert (list(found.mover_wins), list(found.points)) == (wanted["mover_wins"], wanted["points"])
    else:
        assert (sum(found.mover_wins), sum(found.points)) == (wanted["mover_wins"], wanted["points"])


WORDS = {"not a straight": "not-straight", "goes to a smaller": "smaller", "ends on a cell already": "used"}


@pytest.mark.parametrize("case", cases("paths"), ids=lambda case: case["id"])
def test_judge(case):
    question = Question(board_of(case["board"], case["variant"]), PathAsk([tuple(pair) for pair in case["path"]]))
    verdict = ask(GAME.problem("judge"), question).answer
    wanted = case["answer"]
    assert verdict.legal == (wanted["verdict"] == "legal")
    if verdict.legal:
        assert (verdict.score, verdict.finished) == (wanted["score"], wanted["finished"])
    else:
        rule = next(rule for words, rule in WORDS.items() if words in wanted["verdict"])
        assert f"illegal: move {verdict.broken_move} " in wanted["verdict"]
        assert verdict.rule == rule


# What each sentence must name: the place, or the counts.
NAMED = {
    "mal-01": ["4", "2 times", "3", "4 times", "5"],
    "mal-02": ["row 2", "3 cells", "expected 4"],
    "mal-03": ["3 rows of 4", "not square"],
    "mal-04": ["row 4, column 4", "'0'", "1..4"],
    "mal-05": ["row 4, column 4", "'x'", "not a number"],
    "mal-06": ["empty"],
    "mal-07": ["at least 2"],
    "mal-08": ["row 4, column 4", "'5'", "no 4"],
    "mal-09": ["1", "6 times", "3", "4 times"],
}


@pytest.mark.parametrize("case", cases("malformed"), ids=lambda case: case["id"])
def test_malformed(case):
    if case["expect"] == "ok":
        assert exact.best(read(case["text"])).status is Status.SOLVED
        return
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        read(case["text"])
    for word in NAMED[case["id"]]:
        assert word in str(caught.value)


def test_line_ends_commas_and_marks_change_nothing():
    plain = "1 2 3 1\n2 3 1 2\n3 1 2 3\n1 2 3 4\n"
    variants = [plain.replace("\n", "\r\n"), plain.replace(" ", ","), "\ufeff" + plain, plain.replace(" ", "\t")]
    assert {read(text) for text in variants} == {read(plain)}


def test_binary_input_is_refused():
    with pytest.raises(FormatError, match="NUL byte"):
        read("1 2\n\0 1")


def test_reference_agrees_within_its_limits():
    for case in cases("boards"):
        if case["N"] <= 7:
            outcome = ask(GAME.problem("best"), board_in(case), method="reference", limits=Limits(seconds=2))
            assert outcome.status is Status.FEASIBLE or outcome.value == case["answer"]["optimum"]
