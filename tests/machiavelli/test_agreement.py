"""Every exact method against the default on instances that `new` makes: all that the right answer fixes is equal.

Tests: machiavelli/reference/methods.py, machiavelli/encodings/ilp.py, machiavelli/encodings/ilp_play.py,
machiavelli/encodings/cp.py
"""

import random

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, outcomes_agree
from passatempo.core.random import Random
from passatempo.core.registry import is_installed, pastime
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.groups import is_heap, named
from passatempo.machiavelli.model import ACES, JOKER, EnumerateAsk, LayAsk, Rules, Turn, UnlockAsk

GAME = pastime("machiavelli")
OTHERS = [
    (problem, method)
    for problem in GAME.problems
    for method in problem.methods[1:]
    if method.kind == "exact" and (not method.needs or is_installed(method.needs))
]
EACH = pytest.mark.parametrize(("problem", "method"), OTHERS, ids=[f"{p.name}-{m.name}" for p, m in OTHERS])
ENOUGH = Limits(seconds=10)


def turn_of(seed: int) -> Turn:
    """Make a turn by `new`: small enough for the plainest method, of every kind, ace rule and number of jokers."""
    rng = random.Random(seed)
    kind = rng.choice(["groups", "groups", "heap", "swapped", "random"])
    turn = generate(
        Params(rng.randint(3, 16), rng.randint(0, 5), kind, rng.randint(1, 3), rng.choice(ACES)), Random(seed)
    )
    jokers = rng.choice([0, 0, 0, 1, 2])
    on_table = rng.randint(0, jokers) if kind != "groups" else 0
    rules = Rules(turn.rules.decks, turn.rules.ace, jokers)
    table = (turn.cards + (JOKER,) * on_table,) if on_table else turn.table
    return Turn(table, turn.hand + (JOKER,) * (jokers - on_table), rules)


def question_of(name: str, seed: int):
    turn = turn_of(seed)
    if name == "lay":
        melds = is_heap(turn) or all(named(group, turn.rules.ace) for group in turn.table)
        return Question(turn, LayAsk(["cards", "points", "least-change" if melds else "cards"][seed % 3]))
    if name == "unlock":
        return Question(turn, UnlockAsk(pairs=False))
    return Question(turn, EnumerateAsk(1 + seed % 60)) if name == "enumerate" else turn


def agreed(problem, method, seeds) -> int:
    """Compare two methods on some questions; return how many both proved."""
    proved = 0
    for seed in seeds:
        question = question_of(problem.name, seed)
        first, second = ask(problem, question, limits=ENOUGH), ask(problem, question, method=method, limits=ENOUGH)
        assert outcomes_agree(problem, question, first, second), (seed, first, second)
        proved += {first.status, second.status} <= {Status.SOLVED, Status.IMPOSSIBLE}
    return proved


@pytest.mark.quick(6)
@EACH
def test_a_method_agrees_with_the_default(problem, method):
    some = 3 if problem.name == "unlock" else 8 if method.needs else 50
    assert agreed(problem, method.name, range(some)) > some // 2


@pytest.mark.long
@EACH
@pytest.mark.parametrize("part", range(10))
def test_a_method_agrees_with_the_default_on_thousands(problem, method, part):
    agreed(problem, method.name, range(1_000 + 500 * part, 1_500 + 500 * part))
