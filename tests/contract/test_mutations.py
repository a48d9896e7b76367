"""Mutated inputs: every reader and every judge of answers takes them or refuses them in one sentence.

What a reader takes comes back from every format in which it can be written. Proof files, DRAT files, models of solvers
and protocols have mutation tests of their own beside their readers.

Tests: core/asking.py, core/json.py, core/text.py
"""

import json
import random

import pytest

from passatempo.core.asking import ask, instance_of, violations_of
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError
from passatempo.core.json import convert, decode, dump_outcome, encode, load_question
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.registry import BUILT_IN, pastime

QUICK, LONG = 60, 8_000  # mutants of each pastime: 40,000 in all, half of them instances and half answers
GAMES = [pastime(name) for name in BUILT_IN]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

PIECES = [
    "",
    "0",
    "-1",
    "9" * 25,
    "1e9",
    "\0",
    "\ufeff",
    "é",
    "🂡",
    "\ud800",
    '"',
    "{",
    "}",
    "[[]]",
    "null",
    "\\",
    ":",
    "|",
    "\r",
    "\n\n",
]
PIECES += [
    "#",
    "F",
    "?",
    "X",
    "O",
    "JK",
    "AS",
    "_",
    "2147483648",
    "0.5",
    "true",
    '{"a":{}}',
    "k: 0",
    "1/0",
    ";",
    "(",
    ")",
    "[",
    "]",
]


def mutant(draw, text):
    """Change a text in one to three places: cut, doubled, moved, or with something hostile put in."""
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        start = draw.randrange(len(text) + 1)
        end = min(len(text), start + draw.choice([0, 1, 1, 2, 8, 40]))
        piece = draw.choice([draw.choice(PIECES), draw.choice(PIECES), text[start:end] * 2, text[: end - start]])
        text = text[:start] + piece + text[end:]
    return text


def written_in_all_formats(game, instance):
    """Yield an instance as text, as JSON and in every other format that can say it."""
    yield resolve(game.write)(instance)
    yield encode(resolve(game.json).dump(instance))
    for form in game.formats.values():
        try:
            yield str(resolve(form)(instance))
        except (UsageError, InvalidInstance, FormatError):  # this format has no words for it
            continue


def texts(game):
    return [
        text
        for name in game.examples
        for text in written_in_all_formats(game, instance_of(game, game.example(name), {}))
    ]


def read_mutants(game, draw, count):
    known = texts(game)
    for _ in range(count):
        text = mutant(draw, draw.choice(known))
        try:
            instance = instance_of(game, text, {})
        except PassatempoError as error:
            assert "\n" not in str(error), (text, error)
            continue
        assert resolve(game.read)(resolve(game.write)(instance)) == instance, text
        raw = decode(encode(resolve(game.json).dump(instance)))
        assert resolve(game.json).load(convert(raw, resolve(game.json).keys)) == instance, text


def mutated_value(draw, value):
    """Change one thing somewhere in decoded JSON."""
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(list(value))
        return {**value, key: mutated_value(draw, value[key])}
    if isinstance(value, list) and value and draw.random() < 0.85:
        index = draw.randrange(len(value))
        what = draw.random()
        if what < 0.15:
            return value[:index] + value[index + 1 :]
        if what < 0.3:
            return [*value, value[index]]
        return [*value[:index], mutated_value(draw, value[index]), *value[index + 1 :]]
    near = [value + 1, value - 1, -value] if isinstance(value, int) else []
    return draw.choice(
        [*near, *near, None, True, 0, -1, 1, 7, 10**20, 0.5, "", "1/3", "1/0", "x", "AS", [], [1, 1], {}, "win 3"]
    )


def judge_mutants(game, draw, count):
    """Mutate what answers say; a judge lists violations, or the shape is refused."""
    asked = []
    for problem in game.problems:
        for name in game.examples:
            question = load_question(game, problem, resolve_json(game, name), {})
            try:
                outcome = ask(problem, question, limits=Limits(seconds=1), explain=0)
            except UsageError:  # the method does not know these rules
                continue
            if outcome.answer is not None:
                asked.append((problem, question, json.loads(encode(dump_outcome(problem, outcome)))))
    for _ in range(count):
        problem, question, raw = draw.choice(asked)
        shape = resolve(problem.json)
        answer, value = (
            mutated_value(draw, raw["answer"]),
            draw.choice([raw["value"], mutated_value(draw, raw["value"])]),
        )
        try:
            found = shape.load(convert(answer, shape.keys, "the answer"))
            violations_of(problem, question, found, value)
        except PassatempoError as error:
            assert "\n" not in str(error), (answer, error)


def resolve_json(game, name):
    return json.loads(encode(resolve(game.json).dump(instance_of(game, game.example(name), {}))))


@each_game
def test_mutated_instances(game):
    read_mutants(game, random.Random(), QUICK)


@each_game
def test_mutated_answers(game):
    judge_mutants(game, random.Random(), QUICK)


@pytest.mark.long
@each_game
def test_many_mutated_instances(game):
    read_mutants(game, random.Random(f"many {game.name}"), LONG // 2)


@pytest.mark.long
@each_game
def test_many_mutated_answers(game):
    judge_mutants(game, random.Random(f"many {game.name}"), LONG // 2)
