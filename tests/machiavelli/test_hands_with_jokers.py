"""Hands of thirteen cards beside large tables, with jokers: the kernel against an integer program on CP-SAT.

In `test_hands.py` tables are small where there are jokers, so that the kernel's search ends and never gives way to its
own integer program. That lost plays of some hands, of large ones about one in ten thousand. Two to ten decks, none to
four jokers, cards and points. Left out: the groups that stay, which `test_least_change.py` looks at.

Tests: exact/lay.py
"""

import pytest

from hard.machiavelli import start
from passatempo.core.limits import Limits
from passatempo.core.methods import resolve
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import read
from passatempo.machiavelli.checker import check_play, key_of_play
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.model import ACES, LayAsk

LAY = pastime("machiavelli").problem("lay")
PATIENCE = Limits(seconds=60)  # of CP-SAT, which takes some hundredths of a second

# Ten cards and a joker go. The kernel's program said nine: a row of the simplex method went to its wrong bound.
LOST = read(
    "5S 5D 5C 5S 5H 5D 5C AS AH AD AC 5H 6H 7H 8H 2S 2H 2D 2C 6S 6H 6C KS KH KD KC 7S 8S 9S 4S 4H 4D 4C 6S 6D 6C JK\n"
    "hand: 8S KS AH 2H TH 3D 8D 9D JD QD 3C 7C JC JK",
    decks=2,
    ace="both",
    jokers=2,
)


def best(question):
    pytest.importorskip("ortools")
    other = resolve(LAY.choose("cpsat").method.where)(question, PATIENCE)
    assert other.status in (Status.SOLVED, Status.IMPOSSIBLE)
    return other


def assert_same(turn, prefer="cards"):
    question = Question(turn, LayAsk(prefer, brief=True))
    own, other = lay(question), best(question)
    assert (own.status, own.value) == (other.status, other.value), turn
    if own.answer is not None:
        assert check_play(question, own.answer) == []
        assert key_of_play(question, own.answer) == key_of_play(question, other.answer), turn
    return own


def test_a_hand_whose_best_play_was_lost():
    assert assert_same(LOST).value == 10


@pytest.mark.parametrize("hands", [40, pytest.param(6_000, marks=pytest.mark.long)])
def test_large_hands_agree_with_another_program(hands):
    rng = Random(hands, "hands with jokers")
    closed = 0
    for k in range(hands):
        decks, jokers = rng.choice([2, 2, 3, 6, 10]), rng.choice([0, 1, 2, 2, 3, 4])
        turn = start(decks, ACES[k % len(ACES)], jokers, 13, 70, rng.below(2) == 1, rng)
        own = assert_same(turn, rng.choice(["cards", "points"]))
        closed += own.answer is not None and not own.answer.kept_in_hand
    assert 0 < closed < hands
