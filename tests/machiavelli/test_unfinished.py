"""A time limit inside a search: no meld of an answer is built from a search that was not over.

The checker judges what the best play says. Integer games drop their last turn at a limit, so only a kernel that has
assertions sees it there: `make sanitize` runs all of this. Left out: which of these limits falls inside a search.

Tests: machiavelli/exact/lay.py, machiavelli/game/bots.py
"""

import random

import pytest

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import violations_of
from passatempo.core.registry import pastime
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.model import ACES, JOKER, LayAsk, Rules, Turn

from .heaps import LINES

POINTS = [1] * 53
LAY = pastime("machiavelli").problem("lay")
tries = pytest.mark.parametrize("tries", [40, pytest.param(40_000, marks=[pytest.mark.long, pytest.mark.asserted])])


def soon(draw):
    """Return a limit of up to three milliseconds."""
    return Limits(seconds=draw.random() * 0.003)


@tries
def test_a_play_that_was_found_in_time_keeps_the_rules(tries):
    draw = random.Random(1)
    for _ in range(tries):
        pool = draw.sample(range(52), draw.randint(3, 52))  # few kinds have many copies, which take longest
        table, hand = ([draw.choice(pool) for _ in range(draw.randint(2, 30))] for _ in range(2))
        jokers = draw.randint(0, 4)
        there = draw.randint(0, jokers)
        decks = max(map((table + hand).count, pool))
        turn = Turn(
            ((*table, *[JOKER] * there),), (*hand, *[JOKER] * (jokers - there)), Rules(decks, draw.choice(ACES), jokers)
        )
        question = Question(turn, LayAsk(draw.choice(["cards", "points"]), brief=True))
        outcome = lay(question, soon(draw))
        if outcome.answer is not None:
            assert violations_of(LAY, question, outcome.answer, outcome.value) == [], turn


@tries
def test_games_end_at_a_limit(tries):
    draw, interface = random.Random(2), Interface.of("machiavelli")
    for number in range(tries // 4):
        opening = draw.randrange(3)
        turn = [draw.choice([2, 3, 10, 100]), LINES[number % 4], draw.choice([0, 1, 4, 20]), draw.randrange(3)]
        turn += [opening, 30 * (opening == 2), draw.random() < 0.5, draw.choice([0, 3]), draw.choice([0, 4]), POINTS]
        rules = [turn, draw.randint(3, 20), draw.random() < 0.5, draw.choice([-1, 3])]
        rules += [*[draw.random() < 0.5 for _ in range(3)], draw.choice([0, 3]), 1]
        bots = [draw.randrange(4) for _ in range(draw.randint(2, 4))]
        found = interface.ask("games", soon(draw), rules=rules, bots=bots, seed=str(number).encode())
        assert found.reply["end"].over or found.stop is not StopReason.DONE
