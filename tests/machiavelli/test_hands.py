"""Random hands over all options: the kernel against a dynamic program of this file's own, in plain Python.

The program takes the first card left; a card of the table goes into one of the melds around it, a card of the hand may
also stay. Runs of three to five cards are enough, longer ones split. It shares nothing with the package.

Tests: exact/lay.py
"""

import random
from functools import cache
from itertools import combinations

import pytest

from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.model import ACES, JOKER, LayAsk, Rules, Turn

from .test_lines import LOW, windows

POINTS = [11, *range(2, 11), 10, 10, 10] * 4


@cache
def groups(ace):
    """Sets, and runs of three to five cards, by every card they hold."""
    found = [
        tuple(13 * suit + LOW.index(rank) for rank in ranks)
        for suit in range(4)
        for size in (3, 4, 5)
        for ranks in windows(ace, size)
    ]
    found += [
        tuple(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    by_card = {card: [] for card in range(52)}
    for group in set(found):
        for card in group:
            by_card[card].append(tuple(other for other in group if other != card))
    return by_card


def best(turn, points):  # noqa: C901 - the search closes over what is known
    """Greatest value, and fewest jokers of the hand for it; None where there is no play."""
    by_card = groups(turn.rules.ace)
    known = {}

    def search(must, may, wild_must, wild_may):
        """Answer (value, -jokers of the hand) for copies that must, and that may, be laid."""
        card = next((card for card in range(52) if must[card] or may[card]), None)
        if card is None:
            if wild_must == 0:
                return 0, 0
            lacking = max(0, 3 - wild_must)
            return (0, -lacking) if lacking <= wild_may else None
        key = must, may, wild_must, wild_may
        if key in known:
            return known[key]
        found = []
        if not must[card]:
            found.append(search(must, without(may, card), wild_must, wild_may))
        for others in by_card[card]:
            if sum(not must[other] and not may[other] for other in others) > wild_must + wild_may:
                continue
            found.append(lay_group((card, *others), must, may, wild_must, wild_may))
        known[key] = max(filter(None, found), default=None)
        return known[key]

    def lay_group(group, must, may, wild_must, wild_may):
        results = []
        for size in range(min(wild_must + wild_may, len(group) - 1) + 1):
            for wild in combinations(group[1:], size):
                rest = take([card for card in group if card not in wild], must, may)
                if rest is None:
                    continue
                used = min(wild_must, size)
                later = search(*rest[:2], wild_must - used, wild_may - (size - used))
                if later is not None:
                    results.append((later[0] + rest[2], later[1] - (size - used)))
        return max(results, default=None)

    def take(cards, must, may):
        value = 0
        for card in cards:
            if must[card]:
                must = without(must, card)
            elif may[card]:
                may = without(may, card)
                value += points[card]
            else:
                return None
        return must, may, value

    table, hand = turn.table_counts, turn.hand_counts
    return search(table[:52], hand[:52], table[JOKER], hand[JOKER])


def without(counts, card):
    return counts[:card] + bytes([counts[card] - 1]) + counts[card + 1 :]


def some_turn(rng):
    """Groups, sometimes spoilt, and a hand of cards near to them, under any rules."""
    ace, decks, jokers = rng.choice(ACES), rng.choice([1, 2, 2, 2, 3]), rng.choice([0, 0, 0, 1, 2])
    stock = [decks] * 52
    table = []
    for _ in range(rng.randint(0, 3 if jokers else 4)):  # jokers multiply the work of the plain program
        card = rng.randrange(52)
        group = sorted({card, *rng.choice(groups(ace)[card])})
        if all(stock[card] for card in group):
            table += group
            for card in group:
                stock[card] -= 1
    if rng.random() < 0.2 and table:
        stock[table.pop(rng.randrange(len(table)))] += 1
    near = [(card + step) % 52 for card in table for step in (0, 1, 2, 13, 26, 50, 51)] or [*range(52)]
    hand = []
    for _ in range(rng.randint(0, 6 if jokers else 9)):
        card = rng.choice(near) if rng.random() < 0.8 else rng.randrange(52)
        if stock[card]:
            stock[card] -= 1
            hand.append(card)
    split = rng.randint(0, jokers)
    rules = Rules(decks, ace, jokers)
    return Turn(
        (tuple(table + [JOKER] * split),) if table or split else (), tuple(hand + [JOKER] * (jokers - split)), rules
    )


@pytest.mark.parametrize("hands", [400, pytest.param(200_000, marks=pytest.mark.long)])
def test_random_hands_agree_with_a_dynamic_program(hands):
    rng = random.Random(hands)
    impossible = closed = 0
    for _ in range(hands):
        turn = some_turn(rng)
        prefer, points = rng.choice([("cards", [1] * 52), ("points", POINTS)])
        outcome = lay(Question(turn, LayAsk(prefer, brief=True)))
        found = best(turn, points)
        if found is None:
            assert outcome.status is Status.IMPOSSIBLE, turn
            impossible += 1
            continue
        play = outcome.answer
        assert (outcome.status, outcome.value) == (Status.SOLVED, found[0]), turn
        jokers = -sum(card >= JOKER for card in play.laid)
        if play.kept_in_hand or jokers == found[1]:
            assert jokers == found[1], turn
        closed += not play.kept_in_hand
    assert impossible > hands / 50
    assert closed > hands / 50
