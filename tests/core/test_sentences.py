"""Sentences to a user: what was written stands in them, and numbers agree with their nouns.

Tests: core/json.py
"""

import re
from dataclasses import fields

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError
from passatempo.core.json import convert, count_of, encode
from passatempo.core.registry import BUILT_IN, pastime

SHAPES = {name: pastime(name).wiring.json.keys for name in BUILT_IN}
VALUES = [2.5, -1.5, True, "a word", [1, "two"], {"a": 1}, [[1.5, 2]], [[["deep"]]]]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_wrong_type_quotes_its_key_and_its_value(name):
    """Every key of an instance with values of eight other types (K10)."""
    shape = SHAPES[name]
    refused = 0
    for key in [entry.name for entry in fields(shape)]:
        for value in VALUES:
            try:
                convert({key: value}, shape)
            except FormatError as error:
                if error.kind == "missing-key":
                    continue  # this key had the right type, another is not there
                refused += 1
                assert key in str(error)
                assert innermost(str(error)) in written_in(value), (key, value, str(error))
                assert " got " not in str(error)
    assert refused > 2 * len(fields(shape))


def innermost(sentence):
    """Return what a sentence quotes: the JSON behind its last colon, or what is not one of its choices."""
    choices = re.search(r": (.*) is not one of", sentence)
    return choices[1].strip("'") if choices else sentence.rpartition(": ")[2]


def written_in(value):
    """List what may be quoted of a value: it, or a part of it, as JSON or as a bare word."""
    parts = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    own = [value] if isinstance(value, str) else []
    return [encode(value), *own, *(text for part in parts for text in written_in(part))]


@pytest.mark.parametrize(
    ("name", "question", "instance", "said"),
    [
        ("machiavelli", "arrange", '{"table": "2S", "decks": 2.5}', "decks: expected a whole number: 2.5"),
        ("mnk", "value", '{"m": 2.5, "n": 3, "k": 3}', "m: expected a whole number: 2.5"),
        (
            "mnk",
            "value",
            '{"m": 3, "n": 3, "k": 3, "moves": [[1.5, 2]]}',
            "moves[0][0]: expected a whole number: 1.5",
        ),
        ("minesweeper", "safe", '{"grid": "1#", "mines": 1.5}', "mines: expected a whole number: 1.5"),
        ("cards", "order", '{"cards": [1, 1, 2], "D": 2.5}', "D: expected a whole number: 2.5"),
    ],
)
def test_the_instances_of_the_fault_quote_the_value(name, question, instance, said, tmp_path, capsys):
    file = tmp_path / "instance.json"
    file.write_text(instance, encoding="utf-8")
    assert run([name, question, str(file)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"passatempo: {said}\n")


def test_a_number_agrees_with_its_noun():
    assert [count_of(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert count_of(2, "entry", "entries") == "2 entries"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cards", "order", "--cards", "1"], "there is 1 card, but"),
        (["cards", "order", "--cards", "1 2"], "there are 2 cards, but"),
        (["minesweeper", "safe", "--grid", "1#", "--mines", "2"], "1 covered cell cannot hold 2 mines"),
        (["minesweeper", "safe", "--grid", "00#/0", "--mines", "2"], "row 2 has 1 square, 3 expected"),
        (["minesweeper", "neighbours", "--matrix", "AB/C"], "row 2 has 1 entry, 2 expected"),
        (["minesweeper", "neighbours", "--matrix", "A"], "a matrix of 1 row and 1 column"),
        (["optimiza", "best", "--board", "[[1, 2, 3]]"], "1 row of 3: not square"),
        (["machiavelli", "new", "--decks", "0", "--cards", "60"], "decks: 0 is not a number of decks"),
    ],
)
def test_sentences_that_count_agree_in_number(arguments, said, capsys):
    run(arguments)
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert not re.search(r"\b1 [a-z]+s\b(?<!s of)", told.err)
