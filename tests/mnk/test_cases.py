"""The cases of tests/data: rules, evaluations, values, and bad input; their cells count from 0, ours from 1.

Tests: corrado/player.py
"""

import json
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import encode, load_question
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.mnk import EvaluateAsk, ValueAsk
from passatempo.mnk.checker import check_evaluation, check_value
from passatempo.mnk.corrado.board import BucketOrder
from passatempo.mnk.corrado.player import Timer
from passatempo.mnk.proof.known_values import board_values
from passatempo.mnk.rules import Rules
from passatempo.mnk.text import position_of

DATA = Path(__file__).parents[1] / "data" / "mnk"
GAME = pastime("mnk")


def cases(name, kind=""):
    found = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [case for case in found if not kind or case["kind"] == kind]


def pairs(cells):
    return [(row + 1, column + 1) for row, column in cells]


def position_in(case):
    board, moves = case.get("board"), case.get("moves")
    return position_of(case["m"], case["n"], case["k"], board, pairs(moves) if moves else None, case.get("to_move"))


@pytest.mark.parametrize("case", cases("rules", "outcome"), ids=str)
def test_outcomes(case):
    told = {"X": "X wins", "O": "O wins", "draw": "draw", None: "open"}
    assert told[position_in(case).result] == case["result"]


@pytest.mark.parametrize("case", cases("rules", "seed_eval"), ids=str)
def test_evaluations(case):
    question = Question(position_in(case), EvaluateAsk(case["me"]))
    outcome = ask(GAME.problem("evaluate"), question, method="corrado")
    found = GAME.problem("evaluate")
    shape = json.loads(encode(_dumped(found, outcome.answer)))
    assert shape == {"A": case["A"], "B": case["B"], "f": case["f"], "runs": case["runs"]}
    assert list(shape["runs"]) == [case["me"], "O" if case["me"] == "X" else "X"]
    assert check_evaluation(question, outcome.answer) == []


def _dumped(problem, answer):

    return problem.wiring.json.dump(answer)


@pytest.mark.parametrize("case", cases("rules", "proximity"), ids=str)
def test_proximity(case):
    marks = bytearray(case["m"] * case["n"])
    for row, column in case["marked"]:
        marks[row * case["n"] + column] = 1
    buckets = BucketOrder(Rules(case["m"], case["n"], 5), marks).buckets
    tiers = [(key, sorted(buckets[key])) for key in range(8, 0, -1) if buckets[key]]
    assert [[key, [list(divmod(cell, case["n"])) for cell in cells]] for key, cells in tiers] == case["tiers"]


@pytest.mark.parametrize("case", cases("rules", "seed_timer"), ids=str)
def test_timer(case):
    timer = Timer.at_start(case["m"], case["n"])
    assert timer.percent == case["start"]
    for left, percent in case["trace_left_ms_then_perc"]:
        timer = timer.after_move(left)
        assert timer.percent == percent


@pytest.mark.parametrize("case", cases("positions", "exact"), ids=lambda case: case["id"])
def test_values_and_every_move(case):
    question = Question(position_in(case), ValueAsk(all_moves=True))
    outcome = ask(GAME.problem("value"), question, method="reference")
    found = _dumped(GAME.problem("value"), outcome.answer)
    assert outcome.status is Status.SOLVED
    assert (found.value, found.plies) == (case["value"], case["plies"])
    assert sorted(found.best_moves) == pairs(case["best_moves"])
    wanted = {f"{r + 1},{c + 1}": told for (r, c), told in _by_cell(case["move_values"])}
    assert found.moves == wanted
    assert check_value(question, outcome.answer) == []


def _by_cell(table):
    return [(tuple(map(int, cell.split(","))), told) for cell, told in table.items()]


@pytest.mark.parametrize("case", cases("values"), ids=lambda case: f"{case['m']},{case['n']},{case['k']}")
def test_the_table_of_known_values_has_the_cases(case):
    values = {(known.m, known.n, known.k): known.value for known in board_values()}
    assert values[case["m"], case["n"], case["k"]] == {"first": "win", "draw": "draw"}[case["value"]]


def bad_cases():
    """Return the bad instances with cells from 1, and the sentence that each must get."""
    for case in cases("bad"):
        keys = dict(case["input"])
        if "moves" in keys:
            keys["moves"] = pairs(keys["moves"])
        yield keys, case["must"].removeprefix("error: ").replace("cell (0,0)", "cell (1,1)")


@pytest.mark.parametrize(("keys", "must"), list(bad_cases()), ids=str)
@pytest.mark.parametrize("question", ["value", "move"])
def test_bad_input_gets_its_sentence(keys, must, question):
    problem = GAME.problem(question)
    if must.startswith("warning: "):
        outcome = ask(problem, load_question(GAME, problem, keys, {}))
        assert must.removeprefix("warning: ") in _shown(problem, load_question(GAME, problem, keys, {}), outcome)
        assert must.removeprefix("warning: ") == outcome.reason
        return
    if must == "not an integer":
        must = "k: expected a whole number"
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        ask(problem, load_question(GAME, problem, keys, {}))
    assert must in str(caught.value)


def _shown(problem, question, outcome):

    return problem.wiring.show(question, outcome.answer)


@pytest.mark.parametrize("keys", [keys for keys, must in bad_cases() if not must.startswith("warning")], ids=str)
def test_bad_input_is_exit_2_and_prints_nothing(keys, tmp_path, capsys):
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(keys), encoding="utf-8")
    assert run(["mnk", "value", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
