"""What comes back from the library can be read: outcomes, answers and instances print as the command line prints them.

Tests: core/value.py, core/outcome.py
"""

import json
import pickle
import re
from copy import deepcopy
from dataclasses import asdict, replace
from fractions import Fraction
from importlib import import_module

import msgspec
import numpy as np
import pandas as pd
import pytest

from passatempo import Cancel, Cell, cards, games, machiavelli, minesweeper, mnk, optimiza
from passatempo.cli.main import run
from passatempo.core.errors import PassatempoError, Unanswered, UsageError
from passatempo.core.json import encode, keys_of, plain_data
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.queries import ask, question_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.core.value import Answer, Instance
from passatempo.render.svg import Svg

ROW = ["pastime", "question", "status", "value", "bound", "stopped"]
ROW += ["method", "seconds", "checked", "confirmed_by", "reason", "answer"]
NODES = 400
LIMITS = Limits(seconds=60, nodes=NODES)  # the nodes make both runs end alike
CASES = [
    (name, problem, example)
    for name in BUILT_IN
    for problem in pastime(name).problems
    for example in pastime(name).examples
]
each_case = pytest.mark.parametrize(
    ("name", "problem", "example"), CASES, ids=[f"{name}-{problem.name}-{example}" for name, problem, example in CASES]
)
CLOCK = re.compile(r" · [\d.e+-]+ (s|ms|µs)\b")


def inputs_of(name, problem, instance):
    """Return inputs of a question that has nothing to ask without them."""
    if problem.name == "judge":
        return {"path": [[1, 1]]}
    if (name, problem.name) == ("cards", "rank"):
        found = import_module("passatempo.cards").order(instance, nodes=NODES)
        return {"sequence": list(found.answer.sequence if found.answer else instance.cards)}
    return {}


def asked(name, problem, example):
    """Ask as the library does; None where the example does not fit the question."""
    game = pastime(name)
    instance = import_module(f"passatempo.{name}").example(example)
    inputs = inputs_of(name, problem, instance)
    try:
        return ask(problem, question_of(game, problem, instance, ask_inputs=inputs), limits=LIMITS, explain=0), inputs
    except ValueError:
        return None, inputs


@pytest.mark.quick(40)
@each_case
def test_what_is_printed_is_what_the_command_line_prints(name, problem, example, capsys):
    outcome, inputs = asked(name, problem, example)
    words = [f"--{key}={json.dumps(value)}" for key, value in inputs.items()]
    if problem.required:  # the command line wants to be told what the library chooses
        row, column = import_module(f"passatempo.{name}").example(example).asked
        words += ["--cell", str(row + 1), str(column + 1)]
    limits = ["--nodes", str(NODES), "--seconds", "60", "--explain", "0"]
    code = run([name, problem.name, "--example", example, *limits, *words])
    printed = capsys.readouterr().out
    assert (outcome is None) == (code == 2)
    if outcome is None:
        return
    assert CLOCK.sub("", str(outcome)) == CLOCK.sub("", printed.rstrip("\n"))
    if outcome.answer is not None:
        rows = str(outcome).split("\n")
        assert rows[: str(outcome.answer).count("\n") + 1] == str(outcome.answer).split("\n")


@pytest.mark.parametrize(
    ("name", "problem"),
    [(name, problem) for name in BUILT_IN for problem in pastime(name).problems],
    ids=lambda one: getattr(one, "name", one),
)
def test_every_answer_reads_draws_and_serialises(name, problem):
    module = import_module(f"passatempo.{name}")
    kind = getattr(module, getattr(module, problem.name).__annotations__["return"][len("Outcome[") : -1])
    assert issubclass(kind, Answer)
    outcomes = (asked(name, problem, example)[0] for example in pastime(name).examples)
    outcome = next(one for one in outcomes if one is not None and one.answer is not None)
    answer = outcome.result()
    assert isinstance(answer, kind)
    assert str(answer) not in ("", repr(answer))
    assert not str(answer).startswith(f"{kind.__name__}(")
    assert answer._repr_svg_() == answer.svg() == outcome.svg()
    assert answer.to_json() == outcome.to_json()["answer"]
    assert set(answer.to_json()) <= set(keys_of(problem.wiring.json.keys))
    copy = pickle.loads(pickle.dumps(answer))
    assert (copy, str(copy), hash(copy)) == (answer, str(answer), hash(answer))
    assert "asked" not in repr(answer)
    assert copied(outcome)


def copied(outcome):
    """Return whether copies of an outcome are equal in every form, and short."""
    for copy in (pickle.loads(pickle.dumps(outcome)), deepcopy(outcome), replace(outcome, seconds=9.0, stats={"x": 1})):
        assert (copy, hash(copy), str(copy.answer)) == (outcome, hash(outcome), str(outcome.answer))
        assert (repr(copy.answer), repr(copy), {copy}) == (repr(outcome.answer), repr(outcome), {outcome})
    for record in (outcome, outcome.answer, getattr(outcome.asked.about, "instance", outcome.asked.about)):
        assert len(repr(record)) <= 120
        assert "\n" not in repr(record)
        assert isinstance(record.svg(), Svg)
    with pytest.raises(UsageError, match=r"neither true nor false: compare outcome\.status"):
        bool(outcome)
    assert bool(outcome.answer)
    page = outcome._repr_html_()
    assert str(outcome.svg()) in page
    assert outcome.status.value in page
    row = outcome.to_dict()
    assert list(row) == ROW
    assert {type(cell) for cell in row.values()} <= {str, int, float, bool, type(None)}
    assert row["answer"].split(" / ")[0] == str(outcome.answer).split("\n")[0]
    fields = repr(asdict(outcome))
    assert "Problem(" not in fields
    return "Method(" not in fields


@pytest.mark.parametrize("name", BUILT_IN)
def test_instances_read(name):
    module = import_module(f"passatempo.{name}")
    for example in pastime(name).examples:
        instance = module.example(example)
        assert isinstance(instance, Instance)
        assert str(instance) == module.write(instance)
        assert "(" not in str(instance).split("\n")[0]
        assert instance._repr_svg_().startswith("<svg")


def test_an_answer_is_not_tied_to_the_first_who_asked():
    """A method may give the same object twice; each outcome's own knows its own question."""
    problem = pastime("cards").problem("count")
    same = import_module("passatempo.cards.answers").Count(1, 12)
    first, second = (
        ask(problem, question_of(pastime("cards"), problem, text), limits=LIMITS).asked
        for text in ("1 1 1 2 2", "3 3 3 4 4")
    )
    one, two = first.bind_answer(same), second.bind_answer(same)
    assert one == two == same
    assert (one.asked, two.asked, same.asked) == (first, second, None)


def test_an_answer_without_a_question_says_so():
    alone = import_module("passatempo.cards.answers").Count(1, 12)
    assert str(alone) == repr(alone) == "Count(sequences=1, models=12)"
    assert alone._repr_svg_() is None
    with pytest.raises(Unanswered, match="call the library's function"):
        alone.to_json()


def test_the_105_cards_are_numbers_with_names():
    names = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    numbers = {name: number for number, name in enumerate(names)} | {"JK": 52}
    numbers |= {f"JK={name}": 64 + number for number, name in enumerate(names)}
    assert len(numbers) == 105
    for name, number in numbers.items():
        card = machiavelli.Card(name)
        assert card is machiavelli.Card(number) is machiavelli.Card(np.int8(number)) is machiavelli.Card(name.lower())
        assert card is machiavelli.Card(card) is pickle.loads(pickle.dumps(card)) is deepcopy(card)
        assert (card, hash(card)) == (number, hash(number))
        assert (str(card), repr(card), f"{card}", f"{card:>5}", f"{card:d}") == (*[name] * 3, f"{name:>5}", str(number))
        assert (
            json.loads(json.dumps(card))
            == json.loads(encode([card]))[0]
            == plain_data({"card": card})["card"]
            == number
        )
        assert machiavelli.read([[card]], jokers=1).table[0][0] == number
    assert sorted(map(machiavelli.Card, (52, 3, 70))) == [3, 52, 70]
    assert np.array([machiavelli.Card("4H")]).dtype.kind == "i"
    for wrong in ("", "4X", 53, -1, 2.5, None, True, print, 10**30, "JOKER"):
        with pytest.raises(PassatempoError):
            machiavelli.Card(wrong)


def test_cells_and_squares_are_pairs_from_zero():
    assert repr(Cell(np.int64(0), 2.0)) == "Cell(0, 2)"
    assert (str(Cell(0, 2)), str(mnk.Square(1, 2)), repr(mnk.Square("c2"))) == ("(1, 3)", "c2", "Square('c2')")
    for cell in (Cell(1, 2), mnk.Square("c2"), mnk.Square(1, 2)):
        assert (cell, hash(cell), cell.row, cell.column, [*cell]) == ((1, 2), hash((1, 2)), 1, 2, [1, 2])
        for copy in (pickle.loads(pickle.dumps(cell)), deepcopy(cell)):
            assert (copy, type(copy), repr(copy)) == (cell, type(cell), repr(cell))
        assert json.loads(json.dumps(cell)) == msgspec.json.decode(msgspec.json.encode(cell)) == [1, 2]
        assert np.array([cell]).tolist() == [[1, 2]]
        assert sorted([cell, (0, 9), (1, 3)]) == [(0, 9), (1, 2), (1, 3)]
    for wrong in ((-1, 0), (0.5, 1), (True, 1), ("a", 1), (None, 0)):
        with pytest.raises(PassatempoError):
            Cell(*wrong)
        with pytest.raises(PassatempoError):
            mnk.Square(*wrong)
    with pytest.raises(PassatempoError, match="not a square"):
        mnk.Square("2c")


def test_answers_hold_cards_cells_and_squares():
    play = machiavelli.lay("3S 4S 5S | 7H 7D 7C", hand="6S 2H").result()
    step = play.steps[0]
    assert {type(card) for card in (*play.laid, *play.kept_in_hand, *play.melds[0], *step.take, *step.places[0])} == {
        machiavelli.Card
    }
    assert [
        str(card) for cards_, _ in machiavelli.unlock("3S 4S 5S", hand="7S").result().single.cards for card in cards_
    ]
    for groups in (
        machiavelli.arrange("3S 4S 5S").result().melds,
        machiavelli.enumerate("3S 4S 5S").result().arrangements[0],
    ):
        assert str(groups[0][0]) == "3S"
    board = optimiza.example("four")
    hint = optimiza.hint(board, path=optimiza.best(board).result().places[:2]).result()
    routes = optimiza.enumerate(board).result().routes
    assert {type(cell) for cell in (hint.next, *hint.route.places, *routes[0].places)} == {Cell}
    seen = minesweeper.example("beginner")
    chances, reasons = minesweeper.chances(seen).result(), minesweeper.explain(seen).result().reasons
    guess, certain = minesweeper.guess(seen).result(), minesweeper.safe(seen).result()
    cells = [
        *chances.near,
        reasons[0].cell,
        *reasons[0].because,
        guess.cell,
        *guess.equal,
        *certain.safe,
        *seen.covered_cells,
    ]
    assert {type(cell) for cell in cells} == {Cell}
    assert len(seen.covered_cells) == seen.covered
    value = mnk.value(m=3, n=3, k=3, all_moves=True).result()
    move = mnk.move(m=3, n=3, k=3).result()
    assert {type(square) for square in (*value.best_moves, value.moves[0][0], move.move, *move.line)} == {mnk.Square}
    again = mnk.read(f"{move.move}", m=3, n=3, k=3)
    assert (
        mnk.read(None, m=3, n=3, k=3, moves=[move.move])
        == mnk.read(None, m=3, n=3, k=3, moves=[str(move.move)])
        == again
    )


@pytest.mark.parametrize("example", ["four", "clustered"])
def test_an_answer_passed_back_is_right(example):
    board = optimiza.example(example)
    best = optimiza.best(board)
    for path in (best.result().places, [*best.result().places], np.array(best.result().places) + 1):
        verdict = optimiza.judge(board, path=path).result()
        assert (verdict.legal, verdict.score) == (True, best.value)
    seen = minesweeper.example("beginner")
    for cell in minesweeper.safe(seen).result().safe:
        assert minesweeper.click(seen, click=cell).result().verdict == "safe"


def test_the_value_of_a_count_is_its_number():
    counts = (
        (cards.count("1 1 2 2 3 3 4", D=4), 12, "sequences"),
        (machiavelli.count("3S 4S 5S 6S 7S 8S"), 2, "arrangements"),
        (optimiza.count("1 1/1 2"), optimiza.count("1 1/1 2", method="reference").value, "optimal_paths"),
    )
    for outcome, number, key in counts:
        said = outcome.to_json()
        assert (outcome.value, said["value"], said["answer"][key], outcome.to_dict()["value"]) == (
            *(number, str(number), str(number), number),
        )
        instance = outcome.asked.about
        module = import_module(f"passatempo.{said['pastime']}")
        assert module.check(instance, said) == []
        assert [one.rule for one in module.check(instance, said | {"value": "99"})] == ["wrong-value"]
    many = cards.count(range(1, 10_001))
    assert len(repr(many)) <= 120
    assert many.to_json()["value"] == many.to_json()["answer"]["sequences"]
    assert len(many.to_json()["value"]) > 4300  # digits, more than Python writes at once
    assert cards.check(many.asked.about, many.to_json()) == cards.check(many.asked.about, many) == []


def test_outcomes_are_rows_of_a_frame():
    outcomes = [minesweeper.click("#1", click=(1, 1)), machiavelli.arrange("7H 8H"), cards.count("1 1 2 2 3", D=2)]
    frame = pd.DataFrame([outcome.to_dict() for outcome in outcomes])
    assert list(frame.columns) == ROW
    assert list(frame.status) == ["solved", "impossible", "solved"]
    assert frame.answer[1] is None or np.isnan(frame.answer[1])
    assert "impossible" in outcomes[1]._repr_html_()
    fraction = Outcome(Status.SOLVED, answer=1, value=Fraction(1, 4))
    assert fraction.to_dict()["value"] == 0.25
    assert (fraction.to_dict()["pastime"], fraction._repr_html_(), repr(fraction)) == (
        *(None, None, "<Outcome solved, value Fraction(1, 4)>"),
    )


def test_a_switch_has_its_old_names_for_two_versions():
    switch = Cancel()
    with pytest.warns(DeprecationWarning, match=r"Cancel\.throw leaves in version 0\.5: use Cancel\.cancel"):
        switch.throw()
    with pytest.warns(DeprecationWarning, match=r"use Cancel\.cancelled"):
        assert switch.thrown
    assert switch.cancelled


def test_games_and_their_tables_are_one_line():
    match = games.play("mnk", ["reference", "reference"], k=3)
    table = games.tournament("mnk", ["reference", "corrado"], games=1, m=2, n=2, k=2)
    rates = minesweeper.win_rates(["search", "search"], preset="beginner-8", games=5)
    field = minesweeper.Minefield(1, 4, b"\0\0\0\1", first=0, clicks=(minesweeper.PlayedClick(40, "open", (0,)),))
    for record in (match, match.record, table, rates, minesweeper.judge(field)):
        assert re.match(rf"<?{type(record).__name__}\b", repr(record))
        assert len(repr(record)) <= 120
