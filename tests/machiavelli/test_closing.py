"""Tables and hands that must go whole, with jokers: a search, and where it does not end an integer program.

Nearly always the search decides. Of four thousand tables those are taken that it leaves open to the program. Tables of
two copies at most and no jokers have another search between a first look and the program: behind 90 nodes from the low
ranks, behind 290 from the high ones. Of those the ones are taken that the first look leaves open; most can be arranged,
the others are asked of CP-SAT as well.

Tests: exact/arrange.py
"""

import random

import pytest

from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import _kernel, read
from passatempo.machiavelli.checker import check_arrangement, check_play
from passatempo.machiavelli.exact.arrange import arrange
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.model import ACES, JOKER, Arrangement, LayAsk, Rules, Turn

from .heaps import LINES, closes, heap

SEARCH = 500  # nodes, before the program is asked
ARRANGE = pastime("machiavelli").problem("arrange")
FIRST, LOW, HIGH = 90, 290, 590  # nodes without jokers, behind which the next search is asked


def turns(many):
    for seed in range(many):
        rng = random.Random(seed)
        ace, jokers = seed % 4, 1 + seed // 4 % 3
        counts = heap(rng, ace, rng.choice([2, 2, 3]), rng.randrange(10, 24), rng.randrange(2, 8), rng.randrange(3))
        cards = [card for card in range(JOKER) for _ in range(counts[card])]
        yield Turn((tuple(cards + [JOKER] * jokers),), (), Rules(3, ACES[ace], jokers)), counts, ace, jokers


@pytest.mark.parametrize("many", [1500, pytest.param(60_000, marks=pytest.mark.long)])
def test_what_the_search_leaves_open(many):
    opened = found = 0
    for turn, counts, ace, jokers in turns(many):
        own = arrange(turn)
        if own.stats["nodes"] <= SEARCH:
            continue
        opened += 1
        assert (own.status is Status.SOLVED) == closes(counts, ace, jokers), turn
        if own.answer is not None:
            found += 1
            assert check_arrangement(turn, own.answer) == []
    assert opened > many / 400
    assert found > 0


# Two copies of each card, with the ace at both ends and on the circle, found by climbs: searches that fix one start of
# a suit after the other take tens of thousands of nodes. Two go with their two jokers, the last does not.
MANY_STARTS = [
    (
        "both",
        "2S 4S 4S 5S 6S 6S 7S 7S 8S 9S 9S TS TS JS QS QS KS AH AH 2H 2H 3H 4H 4H 5H 5H 6H 6H 7H 7H 8H 8H 9H 9H TH TH "
        "JH JH QH KH 3D 4D 5D 5D 6D 6D 7D 7D 8D 8D 9D 9D TD TD JD JD QD KD AC 2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C 8C "
        "8C 9C 9C TC TC JC JC QC JK JK",
        Status.SOLVED,
    ),
    (
        "wrap",
        "2S 2S 3S 3S 4S 5S 5S 6S 6S 7S 7S 8S 8S 9S 9S TS TS JS JS QS QS KS 3H 3H 4H 5H 5H 6H 7H 7H 8H 8H 9H TH JH JH "
        "QH QH AD 2D 2D 3D 3D 5D 6D 6D 7D 7D 8D 8D 9D 9D TD TD JD JD QD KD KD AC AC 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C "
        "8C 9C 9C TC TC JC QC KC KC JK JK",
        Status.SOLVED,
    ),
    (
        "wrap",
        "AS 2S 2S 4S 6S 6S 8S 9S 9S TS TS JS QS QS KS AH 2H 2H 3H 3H 4H 4H 5H 6H 6H 7H 7H 8H 8H 9H 9H TH TH JH QH QH "
        "KH KH AD AD 2D 4D 5D 5D 6D 7D 8D 8D 9D TD JD QD KD AC AC 2C 2C 3C 4C 4C 5C 6C 6C 7C 7C 8C 8C 9C TC TC KC KC "
        "JK JK",
        Status.IMPOSSIBLE,
    ),
]


@pytest.mark.parametrize(("ace", "cards", "status"), MANY_STARTS)
def test_tables_of_many_starts(ace, cards, status):
    turn = read(cards, decks=2, ace=ace, jokers=2)
    own = arrange(turn)
    assert SEARCH < own.stats["nodes"] < 10 * SEARCH
    assert own.status is status
    assert closes(turn.table_counts[:JOKER], ACES.index(ace), 2) == (status is Status.SOLVED)
    if own.answer is not None:
        assert check_arrangement(turn, own.answer) == []


# From a game of bots: fourteen groups lie, with a joker, and a second joker and cards that were laid beside them.
GROUPS = (
    "4C 5C 6C | 2S 3S 4S | 4S 5S 6S | KH KD KC | 6S 7S 8S JK=9S TS | TS JS QS KS | 3H 4H 5H 6H | 9H TH JH | AS AH AC | "
    "3H 4H 5H 6H 7H 8H 9H TH JH | 3D 4D 5D 6D 7D 8D | 8D 9D TD JD QD KD | QS QH QD | 2S 2H 2D"
)
BESIDE = "2C 3C 4C 7C 8C 9C 9C TC QC QC JK"


@pytest.mark.parametrize("many", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_groups_stay_beside_what_the_program_finds(many):
    """What then stays is asked for with all the others, and each play that is met must be the one just found.

    As they lie; and with up to two groups in pieces and up to two of the loose cards gone. As a hand, too.
    """
    base = read(f"{GROUPS} | {BESIDE}", decks=2, ace="both", jokers=2)
    for seed in range(many):
        rng = random.Random(seed)
        groups, loose = list(base.table[:-1]), list(base.table[-1])
        for _ in range(rng.randrange(3) if seed else 0):
            loose += [min(card, JOKER) for card in groups.pop(rng.randrange(len(groups)))]
        for _ in range(rng.randrange(3) if seed else 0):
            loose.remove(rng.choice([card for card in loose if card < JOKER]))
        turn = Turn((*groups, tuple(loose)), (), base.rules)
        counts = turn.table_counts
        *_, (*_, melds), _, _ = _kernel.lay(
            counts[:JOKER], bytes(JOKER), LINES[1], None, counts[JOKER], 0, *Limits().kernel, tuple(groups)
        )
        assert check_arrangement(turn, Arrangement(melds)) == [], seed
        question = Question(Turn(tuple(groups), tuple(loose), base.rules), LayAsk())
        assert check_play(question, lay(question).answer) == [], seed


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


@pytest.mark.quick(1)
@pytest.mark.parametrize(("many", "dealt"), [(1500, in_hand), (4000, in_hand), (4000, jokers_in_hand)])
def test_hands_that_can_go_whole(many, dealt):
    """The value decides, not the arrangement: all the cards go where the table can be arranged with them."""
    whole = 0
    for number, (turn, counts, ace, jokers) in enumerate(turns(many)):
        if arrange(turn).stats["nodes"] <= SEARCH:
            continue
        question = Question(dealt(turn, random.Random(number)), LayAsk(brief=True))
        own = lay(question)
        can = closes(counts, ace, jokers)
        assert can == (own.answer is not None and not own.answer.kept_in_hand), turn
        if own.answer is not None:
            assert check_play(question, own.answer) == []
        whole += can
    assert whole > 0


def tables(many):
    """Make dense tables, a few cards of which were exchanged for others."""
    for seed in range(many):
        turn = generate(Params(70 + seed % 34, 0, "swapped", 2, ACES[seed % 4]), Random(seed))
        yield Turn((turn.cards,), (), turn.rules)


@pytest.mark.parametrize("many", [400, pytest.param(40_000, marks=pytest.mark.long)])
def test_what_the_first_look_leaves_open(many):
    found = {"low": 0, "high": 0, "program": 0}
    for turn in tables(many):
        own = arrange(turn)
        nodes = own.stats["nodes"]
        if nodes <= FIRST:
            continue
        found["low" if nodes <= LOW else "high" if nodes <= HIGH else "program"] += 1
        if own.status is Status.SOLVED:
            assert check_arrangement(turn, own.answer) == []
        else:
            other = ask(ARRANGE, turn, method="cpsat", limits=Limits(seconds=60), explain=0)
            assert own.status is other.status is Status.IMPOSSIBLE
    assert min(found["low"], found["high"]) > 0, found
