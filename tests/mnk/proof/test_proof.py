"""Exact values by proof: the published values, the cases, other rules, limits.

Tests: proof/known_values.py, proof/pairing.py, reference.py
"""

import json
import time
from pathlib import Path

import pytest

from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.mnk import Position, Rules, ValueAsk, reference
from passatempo.mnk.checker import check_value
from passatempo.mnk.proof import methods as proof
from passatempo.mnk.proof.known_values import board_values
from passatempo.mnk.text import position_of, read

DATA = Path(__file__).parents[2] / "data"
VALUE = pastime("mnk").problem("value")
SLOW = {(7, 7, 5)}  # seconds each


def cases(name, kind):
    found = json.loads((DATA / "mnk" / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [case for case in found if case["kind"] == kind]


def position_in(case):
    return position_of(case["m"], case["n"], case["k"], case["board"], None, case["to_move"])


def empty(m, n, k, **options):
    return Position(Rules(m, n, k, **options), bytes(m * n))


def positions(rules, number, name="proof"):
    """Yield open positions after random moves, each number of marks alike."""
    for seed in range(number):
        rng = Random(seed, name, rules.m, rules.n, rules.k)
        position = Position(rules, bytes(rules.size))
        for _ in range(rng.below(rules.size)):
            position = position.play(position.legal[rng.below(len(position.legal))])
            if position.result:
                break
        if not position.result:
            yield position


def sizes(case):
    return case["m"], case["n"], case["k"]


def values():
    for case in cases("values", "value"):
        yield pytest.param(
            case, marks=[pytest.mark.long] if sizes(case) in SLOW else [], id="{},{},{}".format(*sizes(case))
        )


@pytest.mark.parametrize("case", list(values()))
def test_the_public_values(case):
    outcome = ask(VALUE, Question(empty(*sizes(case)), ValueAsk()), method="proof")
    assert outcome.status is Status.SOLVED
    assert outcome.answer.value == {"first": "win", "draw": "draw"}[case["value"]]


@pytest.mark.parametrize("case", cases("positions", "exact"), ids=lambda case: case["id"])
def test_every_move_of_a_position(case):
    answer = ask(VALUE, Question(position_in(case), ValueAsk(all_moves=True)), method="proof").answer
    told = {f"{r},{c}": value if plies is None else f"{value} {plies}" for (r, c), value, plies in answer.moves}
    assert told == case["move_values"]
    assert (answer.value, answer.plies) == (case["value"], case["plies"])
    assert sorted(map(list, answer.best_moves)) == case["best_moves"]


@pytest.mark.parametrize("case", cases("positions", "mate"), ids=lambda case: case["id"])
def test_the_shortest_win_and_all_its_first_moves(case):
    answer = ask(VALUE, Question(position_in(case), ValueAsk(shortest=True)), method="proof").answer
    assert (answer.value, answer.plies) == (case["value"], case["plies"])
    assert sorted(map(list, answer.best_moves)) == sorted(case["winning_moves"])


@pytest.mark.quick(6)
@pytest.mark.parametrize("options", [{}, {"torus": True}, {"maker_breaker": True}], ids=str)
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (3, 4, 2), (2, 5, 3), (1, 9, 3), (3, 3, 1), (3, 3, 4)], ids=str)
def test_positions_are_valued_as_by_the_full_search(size, options):
    for position in positions(Rules(*size, **options), 12):
        if position.empty > 9:
            continue
        for inputs in (ValueAsk(all_moves=True), ValueAsk(shortest=True), ValueAsk()):
            question = Question(position, inputs)
            found, expected = proof.value(question), reference.value(question)
            assert found.value == expected.value, position.rows
            assert check_value(question, found.answer) == []
            if inputs.all_moves:
                assert found.answer == expected.answer, position.rows
            elif inputs.shortest:
                assert found.answer.plies == expected.answer.plies
                assert sorted(found.answer.best_moves) == sorted(expected.answer.best_moves)
            else:
                assert found.answer.best_moves[0] in _keeping(position, expected.answer.value)


def _keeping(position, value):
    table = reference.value(Question(position, ValueAsk(all_moves=True))).answer.moves
    return {place for place, worth, _ in table if worth == value}


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (4, 4, 3)], ids=str)
def test_the_move_keeps_the_value(size):
    for position in positions(Rules(*size), 12, "move"):
        if position.empty > 9:
            continue
        choice = proof.move(position).answer
        expected = reference.move(position).answer
        assert choice.proven == expected.proven
        assert choice.move in _keeping(position, choice.proven)
        if choice.proven == "loss":
            assert choice.plies == expected.plies


def test_more_than_sixty_four_cells_and_more_than_the_widest_state():
    assert proof.value(Question(empty(9, 8, 4), ValueAsk())).answer.value == "win"
    outcome = proof.value(Question(empty(30, 30, 4), ValueAsk()), Limits(nodes=20_000))
    told = "the board is too large for a proof: 900 cells are in open lines, more than 512"
    assert (outcome.stopped, outcome.reason) == (StopReason.DONE, told)
    won = bytearray(900)
    won[435:438], won[0], won[60] = b"\1\1\1", 2, 2
    won[899] = 2
    answer = proof.value(Question(Position(Rules(30, 30, 5), bytes(won)), ValueAsk(shortest=True))).answer
    assert (answer.value, answer.plies) == ("win", 3)


def test_limits_are_kept_and_told():
    question = Question(empty(8, 8, 5), ValueAsk())
    started = time.perf_counter()
    assert proof.value(question, Limits(seconds=0.05)).stopped is StopReason.SECONDS
    assert time.perf_counter() - started < 2  # generous: the machine may be busy
    assert proof.value(question, Limits(nodes=500)).stopped is StopReason.NODES
    cancel = Cancel()
    cancel.cancel()
    assert proof.value(question, Limits(cancel=cancel)).stopped is StopReason.CANCELLED


def test_what_is_proved_is_told_where_a_limit_comes_before_the_rest():
    question = Question(empty(6, 6, 4), ValueAsk(shortest=True))
    whole = proof.value(Question(empty(6, 6, 4), ValueAsk())).stats["nodes"]
    outcome = proof.value(question, Limits(nodes=whole + 5000))
    assert (outcome.status, outcome.answer.value, outcome.answer.plies) == (Status.FEASIBLE, "win", None)


def test_a_finished_game_is_refused():
    with pytest.raises(InvalidInstance, match="X has won"):
        proof.value(Question(read("k: 3\nX X X\nO O .\n. . ."), ValueAsk()))


def test_signature():
    """The same search visits the same nodes; a change is told in the commit that makes it."""
    signatures = json.loads((DATA / "signatures.json").read_text(encoding="utf-8"))["mnk proof"]
    for size, expected in signatures.items():
        outcome = proof.value(Question(empty(*map(int, size.split(","))), ValueAsk()))
        assert {size: dict(outcome.stats)} == {size: expected}


@pytest.mark.long
def test_no_known_value_is_contradicted():
    """Every board of the table of known values, as far as a hundred thousand nodes prove it."""
    proved = 0
    for board in board_values():
        if board.m * board.n <= 100:
            outcome = proof.value(Question(empty(board.m, board.n, board.k), ValueAsk()), Limits(nodes=100_000))
            assert outcome.answer is None or outcome.answer.value == board.value, board
            proved += outcome.answer is not None
    assert proved > 120
