"""Every sentence of the checker, on tables so small that who is right is seen: each rule broken alone, and at its edge.

Tests: checker.py
"""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from passatempo.core.pastime import Question
from passatempo.machiavelli import EnumerateAsk, LayAsk, UnlockAsk, read
from passatempo.machiavelli.checker import (
    check_arrangement,
    check_count,
    check_listing,
    check_play,
    check_unlocking,
    key_of_listing,
    key_of_play,
    value_of_play,
)
from passatempo.machiavelli.model import (
    JOKER,
    WILD,
    Arrangement,
    Count,
    Drawing,
    Listing,
    Play,
    Rules,
    Step,
    Turn,
    Unlocking,
)

from ..helpers.watch import Watch

TABLE = read("3S 4S 5S 6S | 9H 9D\nhand: 9S KD JK", jokers=1)
LAID = Question(TABLE, LayAsk())
RUN, SET = (2, 3, 4, 5), (8, 21, 34)
PLAY = Play((8,), (JOKER, 38), (RUN, SET), 1)


def rules(violations):
    return [violation.rule for violation in violations]


def texts(violations):
    return [violation.text for violation in violations]


# ---- Arrangements ----


def test_cards_that_are_missing_or_too_many_are_named():
    turn = read("3S 4S 5S | 9S 9H 9D")
    found = check_arrangement(turn, Arrangement(((2, 3, 4), (8, 21, 47))))
    assert [(fault.rule, fault.where) for fault in found] == [("missing-card", "9D"), ("extra-card", "9C")]
    assert texts(found) == ["9D of the table is not placed", "9C is played, but the table does not have it"]


# ---- Plays ----


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"laid": (8, JOKER), "kept_in_hand": (38,), "melds": (RUN, (8, 21, 34, WILD + 47))}, ["wrong-joker"]),
        ({"laid": (8, WILD + 47), "kept_in_hand": (38,), "melds": (RUN, (8, 21, 34, WILD + 47))}, []),
        ({"laid": (8, JOKER), "kept_in_hand": (38,), "melds": (RUN, (8, 21, 34, JOKER))}, ["joker-unnamed"]),
        ({"laid": (8, JOKER), "kept_in_hand": (38,)}, ["missing-card", "wrong-joker"]),
        ({"kept_in_hand": (38,)}, ["wrong-hand"]),
        ({"laid": (), "kept_in_hand": (8, JOKER, 38)}, ["extra-card"]),
        ({"groups_kept": 0}, ["wrong-groups-kept"]),
        ({"groups_kept": 2}, ["wrong-groups-kept"]),
        ({"melds": ((2, 3, 4), (5,), SET)}, ["too-short", "wrong-groups-kept"]),
        ({"steps": (Step((8,), 0, 2, (RUN, SET)),)}, []),
        ({"steps": (Step((8,), 0, 2, (RUN, SET)),), "groups_kept": 0}, ["wrong-groups-kept"]),
        ({"steps": ()}, ["wrong-steps"]),
    ],
)
def test_plays(changed, told):
    assert rules(check_play(LAID, replace(PLAY, **changed))) == told


TO_THE_SET = Step((8,), 0, 2, (RUN, SET))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (TO_THE_SET, ""),
        (replace(TO_THE_SET, places=(RUN, SET, ())), ""),  # a place that is still empty
        (replace(TO_THE_SET, take=()), "no card is moved"),
        (replace(TO_THE_SET, take=(9,)), "TS does not lie there"),
        (replace(TO_THE_SET, take=(8, 8)), "9S does not lie there"),
        (replace(TO_THE_SET, source=-1), "these places do not exist"),
        (replace(TO_THE_SET, source=3), "these places do not exist"),
        (replace(TO_THE_SET, target=0), "these places do not exist"),
        (replace(TO_THE_SET, target=4), "these places do not exist"),
        (replace(TO_THE_SET, source=2), "these places do not exist"),
        (replace(TO_THE_SET, source=1), "9S does not lie there"),
        (replace(TO_THE_SET, places=(RUN,)), "it lists other places"),
        (replace(TO_THE_SET, places=(RUN, SET, (1,))), "it lists other places"),
        (replace(TO_THE_SET, places=(RUN, (21, 34))), "place 2 has other cards than stated"),
        (replace(TO_THE_SET, places=(SET, RUN)), "place 1 has other cards than stated"),
    ],
)
def test_a_step(step, told):
    found = check_play(LAID, replace(PLAY, steps=(step,)))
    assert [(fault.rule, fault.where) for fault in found] == ([("wrong-step", 1)] if told else [])
    assert texts(found) == ([f"step 1: {told}"] if told else [])


def test_steps_from_place_to_place():
    """A card of the run goes away and comes back; what was taken does not lie there any more."""
    away = Step((5,), 1, 3, ((2, 3, 4), SET, (5,)))
    back = Step((5,), 3, 1, (RUN, SET, ()))
    assert check_play(LAID, replace(PLAY, steps=(TO_THE_SET, away, back))) == []
    assert texts(check_play(LAID, replace(PLAY, steps=(TO_THE_SET, away, replace(back, source=1, target=2))))) == [
        "step 3: 6S does not lie there"
    ]
    assert texts(check_play(LAID, replace(PLAY, steps=(TO_THE_SET, away)))) == [
        "the steps do not end with these melds and this hand"
    ]
    onward = Step((2,), 1, 4, ((3, 4), SET, (5,), (2,)))
    home = (
        Step((2,), 4, 1, ((2, 3, 4), SET, (5,), ())),
        Step((5,), 3, 1, (RUN, SET, (), ())),
    )
    assert check_play(LAID, replace(PLAY, steps=(TO_THE_SET, away, onward, *home))) == []


def test_many_steps_are_looked_at_under_a_deadline():
    """Every 64 places: with two places, every 32 steps."""
    there, back = Step((5,), 1, 2, ((2, 3, 4), (5, *SET))), Step((5,), 2, 1, (RUN, SET))
    for pairs, looks in ((15, 0), (16, 1), (31, 1), (32, 2)):
        watch = Watch()
        steps = (TO_THE_SET, *([there, back] * pairs))[: 2 * pairs]
        check_play(LAID, replace(PLAY, steps=steps), watch)
        assert watch.looks == looks


def test_the_value_and_the_key_of_a_play():
    both = replace(PLAY, laid=(8, WILD + 47), kept_in_hand=(38,))
    assert (value_of_play(LAID, PLAY), value_of_play(LAID, both)) == (1, 1)  # a joker counts nothing
    assert value_of_play(LAID, replace(both, laid=(8, JOKER))) == 1
    points = Question(TABLE, LayAsk("points"))
    assert (value_of_play(points, PLAY), value_of_play(points, replace(PLAY, laid=(8, 38)))) == (9, 19)
    assert key_of_play(LAID, PLAY) == (None, False, 0)
    assert key_of_play(LAID, both) == (None, False, 1)
    assert key_of_play(LAID, replace(both, laid=(8, JOKER), kept_in_hand=())) == (None, True, 1)
    assert key_of_play(Question(TABLE, LayAsk("least-change")), PLAY) == (1, False, 0)


# ---- Unlocking cards ----

HAND = read("3S 4S 5S\nhand: 9H 9D")  # two decks: 99 cards are unseen, of most two, of these five one
SINGLE = Drawing((((8,), 2), ((47,), 2)), 4, 99, Fraction(4, 99))
PAIRS = Drawing((((8, 8), 1), ((8, 47), 4), ((2, 21), 1)), 6, comb(99, 2), Fraction(6, comb(99, 2)))
NOTHING = Drawing((), 0, 99, Fraction(0))


@pytest.mark.parametrize(
    ("single", "told"),
    [
        (SINGLE, []),
        (NOTHING, []),
        (replace(SINGLE, cards=(((8,), 1), ((47,), 3))), ["wrong-copies", "wrong-copies"]),
        (replace(SINGLE, cards=(((8,), 2), ((8,), 2))), ["listed-twice"]),
        (replace(SINGLE, good=3), ["wrong-sum"]),
        (replace(SINGLE, unseen=98), ["wrong-sum"]),
        (replace(SINGLE, probability=Fraction(1, 99)), ["wrong-probability"]),
        (replace(SINGLE, cards=(((8,), 2), ((47, 47), 1))), ["wrong-copies", "wrong-sum", "wrong-probability"]),
        (replace(SINGLE, cards=(*SINGLE.cards, ((JOKER,), 0))), ["wrong-copies"]),  # there is none
        (replace(SINGLE, cards=(*SINGLE.cards, ((WILD + 8,), 0))), ["wrong-copies"]),  # nobody draws this
        (Drawing((*SINGLE.cards, ((WILD + 8,), 1)), 5, 99, Fraction(5, 99)), ["wrong-copies"]),
    ],
)
def test_cards_that_unlock(single, told):
    question = Question(HAND, UnlockAsk())
    assert rules(check_unlocking(question, Unlocking(single, None, closes_now=False))) == told


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (PAIRS, []),
        (replace(PAIRS, cards=(((8, 8), 1), ((8, 47), 4), ((47, 8), 1))), ["wrong-copies", "listed-twice"]),
        (replace(PAIRS, cards=(((8, 8), 4), ((8, 47), 1), ((2, 21), 1))), ["wrong-copies", "wrong-copies"]),
        (replace(PAIRS, cards=(*PAIRS.cards, ((21, 21), 0))), ["wrong-copies"]),  # one is in the hand
        (replace(PAIRS, unseen=99), ["wrong-sum"]),
    ],
)
def test_pairs_that_unlock(pairs, told):
    question = Question(HAND, UnlockAsk(pairs=True))
    assert rules(check_unlocking(question, Unlocking(SINGLE, pairs, closes_now=False))) == told


def test_a_joker_is_drawn_as_often_as_there_are():
    turn = replace(HAND, rules=Rules(jokers=3))
    single = Drawing((((JOKER,), 3),), 3, 102, Fraction(3, 102))
    assert check_unlocking(Question(turn, UnlockAsk()), Unlocking(single, None, closes_now=False)) == []
    fewer = Drawing((((JOKER,), 2),), 2, 102, Fraction(2, 102))
    (fault,) = check_unlocking(Question(turn, UnlockAsk()), Unlocking(fewer, None, closes_now=False))
    assert fault.text == "JK can be drawn in 3 ways, not 2"


def test_where_no_card_is_unseen_none_is_drawn():
    turn = Turn(tuple(tuple(range(first, first + 13)) for first in (0, 13, 26, 39)), (), Rules(decks=1))
    right = Drawing((), 0, 0, Fraction(0))
    assert check_unlocking(Question(turn, UnlockAsk()), Unlocking(right, right, closes_now=False)) == []


# ---- Counts and lists ----


def test_a_count_is_not_negative():
    assert [rules(check_count(HAND, Count(number))) for number in (0, 1, -1)] == [[], [], ["negative"]]


@pytest.mark.parametrize(
    ("arrangements", "limit", "told"),
    [
        ([[(2, 3, 4)]], 1, []),
        ([[(4, 3, 2)]], 1, []),
        ([[(2, 3, 4)], [(4, 3, 2)]], 2, ["an arrangement is listed twice"]),
        ([[(2, 3, 4)], [(4, 3, 2)]], 1, ["an arrangement is listed twice", "more than 1 arrangements are listed"]),
        (
            [[(2, 3, 4)], [(2, 3)]],
            2,
            ["arrangement 2: '3S 4S' has fewer than three cards", "arrangement 2: 5S of the table is not placed"],
        ),
    ],
)
def test_lists(arrangements, limit, told):
    listing = Listing(tuple(map(tuple, arrangements)), complete=True)
    assert texts(check_listing(Question(read("3S 4S 5S"), EnumerateAsk(limit)), listing)) == told


def test_long_lists_are_looked_at_under_a_deadline():
    """Every 64 arrangements."""
    question = Question(read("3S 4S 5S"), EnumerateAsk(1000))
    for number, looks in ((63, 0), (64, 1), (127, 1), (128, 2)):
        watch = Watch()
        check_listing(question, Listing((((2, 3, 4),),) * number, complete=True), watch)
        assert watch.looks == looks


def test_the_key_of_a_list():
    listing = Listing((((2, 3, 4),), ((21, 8, 34),)), complete=True)
    assert key_of_listing(None, listing) == (True, 2, {((2, 3, 4),), ((8, 21, 34),)})
    assert key_of_listing(None, replace(listing, complete=False)) == (False, 2, None)
