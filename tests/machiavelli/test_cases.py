"""The verified cases: tables under the four ace rules, and inputs that must be refused or read.

Tests: json.py
"""

import json
from pathlib import Path

import pytest

from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError
from passatempo.core.json import convert, encode, load_question
from passatempo.core.outcome import Status
from passatempo.core.queries import ask
from passatempo.core.registry import pastime
from passatempo.machiavelli.json import TURN
from passatempo.machiavelli.model import name
from passatempo.machiavelli.text import read

GAME = pastime("machiavelli")
DATA = Path(__file__).parents[1] / "data" / "machiavelli"
CASES = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))["cases"]
BAD_INPUTS = json.loads((DATA / "bad_inputs.json").read_text(encoding="utf-8"))["cases"]


def of_kind(cases, kind):
    return [pytest.param(case, id=case["id"]) for case in cases if case["kind"] == kind]


def instance(case, **rules):
    """Turn a case into the JSON of an instance; `hand` is left out where the case has none."""
    keys = {"table": case["table"], "hand": case.get("hand", ""), **case["rules"], **rules}
    return {key: value for key, value in keys.items() if value is not None}


@pytest.mark.quick(36)
@pytest.mark.parametrize("case", of_kind(CASES, "table"))
@pytest.mark.parametrize("method", ["exact", "reference"])
def test_tables_under_each_ace_rule(case, method):
    problem = GAME.problem("arrange")
    for ace, feasible in case["expect"]["feasible"].items():
        turn = load_question(GAME, problem, instance(case, ace=ace), {})
        outcome = ask(problem, turn, method=method)
        assert outcome.status is (Status.SOLVED if feasible else Status.IMPOSSIBLE), ace


@pytest.mark.parametrize("case", of_kind(CASES, "hand-jokers"))
def test_tables_with_jokers(case):
    turn = load_question(GAME, GAME.problem("arrange"), instance(case), {})
    outcome = ask(GAME.problem("arrange"), turn)
    assert (outcome.status is Status.SOLVED) == case["expect"]["table_feasible"]


@pytest.mark.parametrize("case", of_kind(BAD_INPUTS, "bad"))
def test_bad_inputs_are_refused_by_name(case):
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        load_question(GAME, GAME.problem("arrange"), instance(case), {})
    assert isinstance(caught.value, PassatempoError)
    assert caught.value.kind == case["expect"]["error"]
    for word in case["expect"]["message_must_mention"]:
        assert word in str(caught.value)


@pytest.mark.parametrize("case", of_kind(BAD_INPUTS, "notation"))
def test_notations_are_read(case):
    turn = TURN.load(convert(instance(case), TURN.keys))
    assert TURN.dump(turn).table == case["expect"]["canonical"]
    assert json.loads(encode(TURN.dump(turn)))["table"] == case["expect"]["canonical"]
    assert read(case["table"], **case["rules"]) == turn


def answered(question, case, method="exact", **inputs):
    problem = GAME.problem(question)
    return ask(problem, load_question(GAME, problem, instance(case, **inputs), {}), method=method)


@pytest.mark.parametrize("case", of_kind(CASES, "hand"))
def test_the_best_play_of_a_hand(case):
    wanted = case["expect"]
    most = answered("lay", case)
    assert most.value == wanted["max_cards"]
    assert (not most.answer.kept_in_hand) == wanted["can_close"]
    assert answered("lay", case, prefer="points").value == wanted["max_points"]
    assert answered("unlock", case).answer.closes_now == wanted["can_close"]


@pytest.mark.parametrize("case", of_kind(CASES, "hand-jokers"))
def test_the_best_play_with_jokers(case):
    assert answered("lay", case).value == case["expect"]["max_cards_not_counting_jokers"]


@pytest.mark.parametrize("case", of_kind(CASES, "unlock"))
def test_cards_that_unlock_the_hand(case):
    found = answered("unlock", case).answer
    assert sorted(name(card) for (card,), _ in found.single.cards) == sorted(case["expect"]["unlocking_cards"])
    assert (found.single.good, found.single.unseen) == (case["expect"]["good"], case["expect"]["unseen"])
    assert not found.closes_now


@pytest.mark.parametrize("case", of_kind(CASES, "count"))
def test_numbers_of_arrangements(case):
    wanted = case["expect"]["arrangements"]
    assert answered("count", case).answer.arrangements == wanted
    listing = answered("enumerate", case, limit=wanted).answer
    assert listing.complete
    assert len(listing.arrangements) == wanted
    assert answered("enumerate", case, limit=wanted - 1).answer.complete is False


@pytest.mark.parametrize("case", of_kind(CASES, "least-change"))
def test_most_groups_stay_as_they_are(case):
    outcome = answered("lay", case, prefer="least-change")
    assert outcome.value == case["expect"]["max_cards"]
    assert outcome.answer.groups_kept == case["expect"]["groups_unchanged_max"]
    assert outcome.stats["cards_moved"] >= 0
