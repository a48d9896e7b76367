"""Tables and hands that must go whole, with jokers: a first search, then one for a filling.

Nearly always the first search decides. Of four thousand tables those are taken that it leaves open, and asked of the
search for the best play, which shares only the outlook of a suit with the one for fillings: are all the cards in it?

Tests: exact/arrange.py
"""

import random

import pytest

from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.machiavelli.checker import check, check_play
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.model import ACES, JOKER, LayAsk, Rules, Turn

from .heaps import closes, heap

LOOK = 800  # nodes of the first search where there is no hand


def turns(many):
    for seed in range(many):
        rng = random.Random(seed)
        ace, jokers = seed % 4, 1 + seed // 4 % 3
        counts = heap(rng, ace, rng.choice([2, 2, 3]), rng.randrange(10, 24), rng.randrange(2, 8), rng.randrange(3))
        cards = [card for card in range(JOKER) for _ in range(counts[card])]
        yield Turn((tuple(cards + [JOKER] * jokers),), (), Rules(3, ACES[ace], jokers)), counts, ace, jokers


@pytest.mark.parametrize("many", [4000, pytest.param(60_000, marks=pytest.mark.long)])
def test_what_the_first_search_leaves_open(many):
    opened = found = 0
    for turn, counts, ace, jokers in turns(many):
        own = arrange(turn)
        if own.stats["nodes"] <= LOOK:
            continue
        opened += 1
        assert (own.status is Status.SOLVED) == closes(counts, ace, jokers), turn
        if own.answer is not None:
            found += 1
            assert check(turn, own.answer) == []
    assert opened > many / 400
    assert found > 0


def in_hand(turn, rng):
    """Return the same cards, some of them in the hand, with some of the jokers."""
    cards = list(turn.table[0])
    rng.shuffle(cards)
    hand = rng.randrange(1, 14)
    return Turn((tuple(cards[hand:]),), tuple(cards[:hand]), turn.rules)


def jokers_in_hand(turn, rng):
    """Return the same cards on the table, and the jokers in the hand."""
    cards = [card for card in turn.table[0] if card != JOKER]
    return Turn((tuple(cards),), (JOKER,) * turn.rules.jokers, turn.rules)


@pytest.mark.parametrize("dealt", [in_hand, jokers_in_hand])
def test_hands_that_can_go_whole(dealt):
    """The value decides, not the arrangement: all the cards go where the table can be arranged with them.

    With cards in the hand the first search has three times the nodes, and in half a million hands it left none open
    that can go whole: there the second one says only that they cannot. With jokers alone it finds that they can.
    """
    whole = 0
    for number, (turn, counts, ace, jokers) in enumerate(turns(4000)):
        if arrange(turn).stats["nodes"] <= LOOK:
            continue
        question = Question(dealt(turn, random.Random(number)), LayAsk(brief=True))
        own = lay(question)
        can = closes(counts, ace, jokers)
        assert can == (own.answer is not None and not own.answer.kept_in_hand), turn
        if own.answer is not None:
            assert check_play(question, own.answer) == []
        whole += can
    assert whole > 0
