"""Mutated texts: every reader of the package takes them or refuses them in one sentence, in little memory.

The readers are named in `readers`; every judge of answers has mutated answers too. What a proof, a model or a formula
that is taken must be true of, tests beside their readers say.

Tests: core/queries.py, core/json.py, core/text.py
"""

import json
import random
import resource
import sys
import time
from contextlib import contextmanager
from functools import cache

import pytest

from passatempo.core.errors import PassatempoError, UsageError, WrongAnswer
from passatempo.core.json import convert, dump_outcome, encode, load_question
from passatempo.core.limits import Limits
from passatempo.core.queries import ask, instance_of, violations_of

from .readers import GAMES, NAMES, mutated_value, readers

QUICK, LONG, JUDGED = 40, 200_000, 4_000  # mutants of each reader; of all readers; of each pastime's answers
ROOM = 200 << 20  # bytes beyond what the process holds
READERS = cache(readers)
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
    """Change a text in one to three places: cut, doubled, moved, or something hostile put in; of JSON often a value."""
    if text.startswith("{") and draw.random() < 0.5:
        lines = text.split("\n")
        at = draw.randrange(len(lines))
        if lines[at].startswith("{"):
            lines[at] = json.dumps(mutated_value(draw, json.loads(lines[at])))
            return "\n".join(lines)
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        start = draw.randrange(len(text) + 1)
        end = min(len(text), start + draw.choice([0, 1, 1, 2, 8, 40]))
        piece = draw.choice([draw.choice(PIECES), draw.choice(PIECES), text[start:end] * 2, text[: end - start]])
        text = text[:start] + piece + text[end:]
    return text


@contextmanager
def little_room():
    """Let the process take 200 MB beyond what it holds."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:
            held = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def read_mutants(name, draw, count):
    """Put mutants of a reader's texts to it; return the longest time that one took, in seconds of the processor."""
    texts, read = READERS()[name]
    slowest = 0.0
    with little_room():
        for _ in range(count):
            text = mutant(draw, draw.choice(texts))
            before = time.process_time()
            try:
                read(text)
            except WrongAnswer:
                raise
            except PassatempoError as error:
                assert "\n" not in str(error), (text, error)
            except Exception as error:
                raise AssertionError(f"{name}: {type(error).__name__} of {text!r}") from error
            slowest = max(slowest, time.process_time() - before)
    return slowest


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
        shape = problem.wiring.json
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
    return json.loads(encode(game.wiring.json.dump(instance_of(game, game.example(name), {}))))


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_takes_mutated_texts_or_refuses_them(name):
    read_mutants(name, random.Random(), QUICK)


@each_game
def test_mutated_answers(game):
    judge_mutants(game, random.Random(), QUICK)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_many_mutated_texts(name):
    read_mutants(name, random.Random(f"many {name}"), LONG // len(NAMES))


@pytest.mark.long
@each_game
def test_many_mutated_answers(game):
    judge_mutants(game, random.Random(f"many {game.name}"), JUDGED)
