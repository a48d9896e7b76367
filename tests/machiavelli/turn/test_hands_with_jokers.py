"""Hands of thirteen cards beside large tables, with jokers: the kernel against an integer program on CP-SAT.

In `test_hands.py` tables are small where there are jokers, so that the kernel's search ends and never gives way to its
own integer program. That lost plays of some hands, of large ones about one in ten thousand. Two to ten decks, none to
four jokers, cards and points. Left out: the groups that stay, which `test_least_change.py` looks at. Then
the names of jokers: of groups that stay, and in the words of steps.

Tests: exact/lay.py, groups.py, steps.py, words.py
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from hard.machiavelli import start
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import read
from passatempo.machiavelli.checker import check_play, key_of_play
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.generate import draw_groups
from passatempo.machiavelli.groups import kinds, named
from passatempo.machiavelli.model import ACES, JOKER, WILD, LayAsk, Rules, Turn
from passatempo.machiavelli.rules import LINES
from passatempo.machiavelli.text import read_groups
from passatempo.machiavelli.words import step_sentence

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
    other = LAY.choose("cpsat").load_solver()(question, PATIENCE)
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


@pytest.mark.parametrize("hands", [20, pytest.param(6_000, marks=pytest.mark.long)])
def test_large_hands_agree_with_another_program(hands):
    rng = Random(hands, "hands with jokers")
    closed = 0
    for k in range(hands):
        decks, jokers = rng.choice([2, 2, 3, 6, 10]), rng.choice([0, 1, 2, 2, 3, 4])
        turn = start(decks, ACES[k % len(ACES)], jokers, 13, 70, rng.below(2) == 1, rng)
        own = assert_same(turn, rng.choice(["cards", "points"]))
        closed += own.answer is not None and not own.answer.kept_in_hand
    assert 0 < closed < hands


DATA = Path(__file__).parents[2] / "data" / "machiavelli" / "rules_of_turn.jsonl"


def with_jokers(rng, ace, jokers, most):
    """Make groups of which some cards are jokers, most of them named, and a hand."""
    stock = [2] * JOKER + [jokers]
    table = [list(group) for group in draw_groups(stock, most, LINES[ace], rng)]
    places = [(at, k) for at, group in enumerate(table) for k in range(len(group))]
    for at, k in rng.sample(places, min(len(places), jokers)):
        table[at][k] = WILD + table[at][k] if rng.below(4) else JOKER
    hand = rng.sample([card for card in range(JOKER) for _ in range(stock[card])], rng.in_range(1, 7))
    return Turn(tuple(map(tuple, table)), tuple(sorted(hand)), Rules(2, ace, jokers))


def assert_named(turn, play):
    """Assert that groups that stay have the names they had, and that steps name what lies there before them."""
    ace = turn.rules.ace
    before, after = Counter(map(kinds, turn.table)), Counter(map(kinds, play.melds))
    own = Counter(tuple(sorted(named(group, ace))) for group in turn.table if named(group, ace) is not None)
    names = own & Counter(tuple(sorted(meld)) for meld in play.melds)
    legal = Counter(kinds(group) for group in own.elements())
    assert Counter(kinds(group) for group in names.elements()) == legal & after & before
    places = turn.table
    for step in play.steps:
        assert tuple(filter(None, step.before)) == tuple(filter(None, places))
        said = re.search("^take (?:the run |the set )?(.*?) (?:from|as a whole)", step_sentence(step))
        if step.source:
            (taken,) = read_groups(said[1])
            assert not Counter(taken) - Counter(places[step.source - 1])
            assert kinds(taken) == kinds(step.take)
            renamed = re.search("lay (?:it|them) as (?!a new)", step_sentence(step)) is not None
            assert renamed == (sorted(taken) != sorted(step.take))
        places = step.places


@pytest.mark.parametrize("tables", [60, pytest.param(5_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("prefer", ["cards", "least-change"])
def test_groups_that_stay_keep_the_names_of_their_jokers(prefer, tables):
    kept = moved = 0
    for seed in range(tables):
        rng = Random(seed, "joker names")
        turn = with_jokers(rng, ACES[seed % len(ACES)], 1 + seed % 4, 30)
        question = Question(turn, LayAsk(prefer))
        play = lay(question).answer
        assert check_play(question, play) == []
        assert_named(turn, play)
        kept += play.groups_kept or 0
        moved += any(step.source and max(step.take) > JOKER for step in play.steps)
    assert kept > 3 * tables
    assert moved > tables / 20


@pytest.mark.parametrize("method", ["reference", "cpsat", "ilp-sets"])
def test_other_methods_keep_the_names_too(method):
    if method != "reference":
        pytest.importorskip("ortools")
    for seed in range(8):
        turn = with_jokers(Random(seed, "other names"), ACES[seed % len(ACES)], 2, 9)
        question = Question(turn, LayAsk("least-change" if seed % 2 else "cards"))
        assert_named(turn, LAY.choose(method).load_solver()(question, PATIENCE).answer)


def test_tables_of_others_keep_the_names():
    for line in DATA.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)["instance"]
        if "JK" not in case["table"]:
            continue
        locale = "tiles" if case["preset"] == "rummikub" else "en"
        turn = read(f"{case['table']}\nhand: {case['hand']}", jokers=4, locale=locale)
        assert_named(turn, lay(Question(turn, LayAsk())).answer)


def test_jokers_that_were_renamed_once():
    """A run of queen, king and ace was printed as a set of queens; a step took a joker that lay nowhere."""
    turn = read("QS JK=KS JK=AS | 2H 3H 4H\nhand: AH", jokers=2)
    assert turn.table[0] in lay(Question(turn, LayAsk())).answer.melds
    turn = read("3S 4S 5S JK=6S\nhand: QH KH", jokers=1)
    first, second = lay(Question(turn, LayAsk())).answer.steps
    assert step_sentence(first) == "take JK=6S from 3S 4S 5S JK=6S and lay it as JK=AH in a new group"
    assert step_sentence(second) == "lay QH KH from the hand to JK=AH"


def test_a_joker_of_the_hand_is_not_one_of_a_group_that_stays():
    turn = read("QS JK=KS JK=AS | 2H 3H 4H\nhand: 9C 9D JK", jokers=3)
    play = lay(Question(turn, LayAsk())).answer
    assert turn.table[0] in play.melds
    assert {card for card in play.laid if card > JOKER} <= {WILD + 8, WILD + 21}


def test_a_group_whose_jokers_stand_for_nothing_legal_does_not_stay():
    turn = read("QS JK=2H JK=3H | 2H 3H 4H\nhand: AH", jokers=2)
    question = Question(turn, LayAsk())
    play = lay(question).answer
    assert (play.groups_kept, check_play(question, play)) == (0, [])
