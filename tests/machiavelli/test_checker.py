"""The judge against every group of up to five cards, decided by plain counting.

Tests: model.py
"""

from itertools import combinations

import pytest

from passatempo.machiavelli.checker import check_arrangement, fault
from passatempo.machiavelli.model import ACES, JOKER, WILD, Arrangement, Rules, Turn
from passatempo.machiavelli.text import read, read_groups

from .test_lines import windows


def is_meld(cards, ace):
    """Decide by the words of the rules."""
    ranks = ["A23456789TJQK"[card % 13] for card in cards]
    suits = [card // 13 for card in cards]
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(set(suits)) == len(cards)
    return len(set(suits)) == 1 and len(set(ranks)) == len(cards) and frozenset(ranks) in windows(ace, len(cards))


@pytest.mark.parametrize("ace", ACES)
def test_every_group_of_up_to_four_cards_of_two_suits_and_all_ranks(ace):
    deck = [*range(26)]
    for size in (1, 2, 3, 4):
        for cards in combinations(deck, size):
            assert (fault(cards, ace) is None) == is_meld(cards, ace), cards


@pytest.mark.parametrize("ace", ACES)
def test_every_set_of_ranks_of_one_suit(ace):
    for mask in range(1 << 13):
        cards = tuple(rank for rank in range(13) if mask >> rank & 1)
        assert (fault(cards, ace) is None) == is_meld(cards, ace), cards


def test_jokers_count_as_what_they_stand_for():
    assert fault((0, WILD + 1, 2), "low") is None
    assert fault((0, WILD + 1, 1, 2), "low").rule == "identical-cards"
    assert fault((0, JOKER, 2), "low").rule == "joker-unnamed"


@pytest.mark.parametrize(
    ("melds", "rules"),
    [
        ("3S 4S 5S | 9S 9H 9D", []),
        ("3S 4S 5S", ["missing-card"] * 3),
        ("3S 4S 5S 6S | 9S 9H 9D", ["extra-card"]),
        ("3S 4S | 5S | 9S 9H 9D", ["too-short", "too-short"]),
        ("3S 4S 9S | 5S 9H 9D", ["not-a-meld", "not-a-meld"]),
    ],
)
def test_broken_rules_are_listed(melds, rules):
    turn = read("3S 4S 5S | 9S 9H 9D")
    assert [violation.rule for violation in check_arrangement(turn, Arrangement(read_groups(melds)))] == rules


def test_a_table_joker_must_be_laid():
    turn = Turn(((2, 3, JOKER),), (), Rules(jokers=1))
    assert check_arrangement(turn, Arrangement(((2, 3, WILD + 4),))) == []
    assert [violation.rule for violation in check_arrangement(turn, Arrangement(((2, 3, 4),)))] == [
        "missing-card",
        "extra-card",
    ]
