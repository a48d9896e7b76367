"""Least change with jokers: of the plays that keep most groups one that closes the hand, else one with fewest jokers.

Tests: machiavelli/exact/lay.py, machiavelli/checker.py
"""

import random
from itertools import combinations

import pytest

from passatempo.core.errors import UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, comparison_key, outcomes_agree
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.machiavelli import read
from passatempo.machiavelli.checker import check_play, key_of_play
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.generate import Params, generate
from passatempo.machiavelli.groups import named
from passatempo.machiavelli.model import ACES, JOKER, LayAsk, Play, Rules, Turn
from passatempo.machiavelli.reference import search as reference
from passatempo.machiavelli.rules import LINES

LAY = pastime("machiavelli").problem("lay")
WASTED = """8C 9C TC JC | 4D 5D 6D 7D | 2C 3C 4C 5C 6C
hand: JC 8D AC JK
ace: high
jokers: 1"""


def with_jokers(rng: random.Random) -> Turn:
    """Deal a few groups, some with a joker in a card's place, and a hand near to them that holds jokers too."""
    ace = rng.choice(ACES)
    jokers = rng.randint(1, 3)
    short = [meld for meld in reference.legal_melds(LINES[ace]) if len(meld) <= 5]
    stock = dict.fromkeys(range(52), 2)
    table, free = [], rng.randint(0, jokers - 1)
    while len(table) < 4 and (len(table) < 2 or rng.random() < 0.7):
        meld = rng.choice(short)
        if all(stock[card] for card in meld):
            for card in meld:
                stock[card] -= 1
            if free and rng.random() < 0.4:
                at, free = rng.randrange(len(meld)), free - 1
                stock[meld[at]] += 1
                meld = (*meld[:at], JOKER, *meld[at + 1 :])
            table.append(meld)
    used = sum(card == JOKER for meld in table for card in meld)
    near = [(card + step) % 52 for meld in table for card in meld if card != JOKER for step in (0, 1, 13, 51)]
    hand = []
    for card in rng.sample(near, min(len(near), rng.randint(1, 4))):
        if stock[card]:
            stock[card] -= 1
            hand.append(card)
    return Turn(tuple(table), (*hand, *[JOKER] * (jokers - used)), Rules(2, ace, jokers))


def best(turn: Turn) -> tuple[int, int, bool, int]:
    """Return value, groups kept, closing and minus the jokers laid of the best play: every choice of everything."""
    hand = [card for card in turn.hand if card != JOKER]
    in_hand = len(turn.hand) - len(hand)
    legal = [k for k, group in enumerate(turn.table) if named(group, turn.rules.ace) is not None]
    found = []
    for size in range(len(hand) + 1):
        for laid in set(combinations(sorted(hand), size)):
            for jokers in range(in_hand + 1):
                for kept in range(len(legal) + 1):
                    for stay in combinations(legal, kept):
                        rest = [card for k, group in enumerate(turn.table) if k not in stay for card in group]
                        counts = [0] * 53
                        for card in (*rest, *laid):
                            counts[card] += 1
                        wild = counts[JOKER] + jokers
                        if reference.arrange(tuple(counts[:JOKER]), turn.rules.line, wild) is not None:
                            closes = size == len(hand) and jokers == in_hand
                            found.append((size, kept, closes, -jokers))
    return max(found)


def said(outcome: Outcome[Play]) -> tuple[int, int, bool, int]:
    play = outcome.answer
    jokers = sum(card >= JOKER for card in play.laid)
    return outcome.value, play.groups_kept, not play.kept_in_hand, -jokers


@pytest.mark.parametrize("method", ["exact", "reference", "cpsat", "ilp-sets"])
def test_no_joker_is_wasted(method):
    if method in ("cpsat", "ilp-sets"):
        pytest.importorskip("ortools")
    outcome = ask(LAY, Question(read(WASTED), LayAsk("least-change")), method=method)
    assert said(outcome) == (1, 2, False, 0)


@pytest.mark.parametrize("turns", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_hands_with_jokers_are_laid_as_by_the_plain_method(turns):
    rng = random.Random(20)
    closed = kept = 0
    for _ in range(turns):
        question = Question(with_jokers(rng), LayAsk("least-change"))
        first = ask(LAY, question)
        second = ask(LAY, question, method="reference")
        assert first.status is second.status is Status.SOLVED
        assert said(first) == said(second)
        closed += said(first)[2]
        kept += said(first)[3] < 0
    assert closed > turns // 20
    assert kept > turns // 20


@pytest.mark.parametrize("turns", [15, pytest.param(40, marks=pytest.mark.long)])
def test_the_best_play_is_that_of_trying_everything(turns):
    rng = random.Random(21)
    for _ in range(turns):
        turn = with_jokers(rng)
        question = Question(turn, LayAsk("least-change"))
        assert said(ask(LAY, question)) == best(turn)


@pytest.mark.quick(3)
@pytest.mark.parametrize("prefer", ["cards", "points", "least-change"])
@pytest.mark.parametrize("method", ["ilp-sets", "cpsat"])
def test_programs_lay_as_the_kernel_in_all_that_is_fixed(method, prefer):
    pytest.importorskip("ortools")
    rng = random.Random(f"{method} {prefer}")
    for _ in range(12):
        question = Question(with_jokers(rng), LayAsk(prefer))
        first, second = ask(LAY, question), ask(LAY, question, method=method)
        assert (first.status, first.value) == (second.status, second.value)
        assert comparison_key(LAY, question, first) == comparison_key(LAY, question, second)


def test_a_limit_leaves_a_play_that_keeps_the_rules():
    rng = random.Random(22)
    for _ in range(25):
        question = Question(with_jokers(rng), LayAsk("least-change"))
        full = ask(LAY, question)
        for nodes in (0, 1, 2, 5, 10, 20, 50, 100, 1000):
            cut = ask(LAY, question, limits=Limits(nodes=nodes))
            assert outcomes_agree(LAY, question, full, cut)
            if cut.status is Status.SOLVED:
                assert said(cut) == said(full)
            if cut.answer is not None:
                assert check_play(question, cut.answer) == []


def test_what_right_plays_share_is_compared():
    question = Question(read(WASTED), LayAsk("least-change"))
    right = ask(LAY, question).answer
    wasting = Play((33, 64 + 7), (49, 39), right.melds, 2)
    assert key_of_play(question, right) == (2, False, 0)
    assert key_of_play(question, wasting) == (2, False, 1)
    assert key_of_play(Question(question.instance, LayAsk()), right) == (None, False, 0)


def test_a_method_that_wastes_a_joker_is_found_out_by_another():
    question = Question(read(WASTED), LayAsk("least-change"))
    first = ask(LAY, question)
    kept = tuple(card for card in first.answer.kept_in_hand if card != JOKER)
    wasting = Play((*first.answer.laid, 64 + 7), kept, first.answer.melds, 2)
    assert not outcomes_agree(LAY, question, first, Outcome(Status.SOLVED, wasting, 1, method="reference"))
    assert outcomes_agree(LAY, question, first, Outcome(Status.SOLVED, first.answer, 1, method="reference"))
    with pytest.raises(UsageError, match="the method itself"):
        ask(LAY, question, confirm="exact")


def same(outcome: Outcome[Play]) -> tuple[object, bool, int]:
    """Return what comes before the groups: the value, whether the hand is empty, minus its jokers laid."""
    return outcome.value, not outcome.answer.kept_in_hand, -sum(card >= JOKER for card in outcome.answer.laid)


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("tables", [25, pytest.param(500, marks=pytest.mark.long)])
def test_least_change_keeps_no_more_groups_than_were_proved_to_be_most(ace, tables):
    rng = Random(24, "hands", ace)
    proved = broken = open_ = 0
    for _ in range(tables):
        turn = generate(Params(cards=rng.in_range(40, 60), hand=13, ace=ace), rng)
        first, second = lay(Question(turn, LayAsk(brief=True))), lay(Question(turn, LayAsk("least-change", brief=True)))
        assert check_play(Question(turn, LayAsk()), first.answer) == []
        assert same(first) == same(second)  # without jokers least change gives nothing up
        assert second.stats["groups_kept_proved"] == 1
        most, kept = second.answer.groups_kept, first.answer.groups_kept
        if first.stats["groups_kept_proved"]:
            assert kept == most
            proved += 1
            broken += most < len(turn.table)
        else:
            assert kept <= most
            open_ += 1
    assert proved > tables // 4
    assert broken > tables // 10  # else nothing was asked
    assert open_ or ace in ("low", "high")


def test_a_second_search_without_end_proves_nothing():
    """With fewer nodes than it needs it finds the same play, or one that keeps fewer groups, and says so."""
    turn = generate(Params(cards=40, hand=9), Random(27, "limits"))
    full = lay(Question(turn, LayAsk(brief=True)))
    assert full.stats["groups_kept_proved"] == 1
    assert full.answer.groups_kept < len(turn.table)
    for nodes in range(full.stats["nodes"]):
        cut = lay(Question(turn, LayAsk(brief=True)), limits=Limits(nodes=nodes))
        if cut.answer is None or cut.answer.groups_kept == len(turn.table):
            continue
        assert cut.stats["groups_kept_proved"] == 0
        assert cut.answer.groups_kept <= full.answer.groups_kept


@pytest.mark.parametrize("method", ["reference", "cpsat", "ilp-sets"])
def test_other_methods_say_whether_most_groups_are_kept(method):
    if method != "reference":
        pytest.importorskip("ortools")
    turn = read("AQ 2Q 3Q | DC DQ DF | 10P FP DP RP\nhand: RC RF RQ 4Q\nlocale: it")
    for prefer in ("cards", "least-change"):
        outcome = ask(LAY, Question(turn, LayAsk(prefer)), method=method)
        asked_for = prefer == "least-change" or method == "reference"
        assert outcome.stats["groups_kept_proved"] == int(asked_for)
        assert ("at least" in str(outcome)) == (not asked_for)
        assert outcome.answer.groups_kept <= 2


def test_whatever_no_group_can_lie_in_is_proved_at_once():
    for table in ("", "3S 4S 5S 6S 9H 9D 9C", "3S 4S | 5S", "3S 4S 5S | 9H 9D 9C"):
        outcome = lay(read(f"{table}\nhand: 7S"))
        if outcome.answer is not None:
            assert outcome.stats["groups_kept_proved"] == 1


@pytest.mark.parametrize("decks", [3, 6, 10])
def test_the_nodes_of_the_second_search_are_fixed(decks):
    """3,000, divided by the square of half the copies; those of the first search are counted by cutting it off."""
    turn = generate(Params(cards=26 * decks, hand=13, decks=decks), Random(28, decks))
    copies = max(a + b for a, b in zip(turn.table_counts, turn.hand_counts, strict=True))
    assert copies > 2
    alone = lay(Turn((turn.cards,), turn.hand, turn.rules)).stats["nodes"]
    both = lay(turn)
    assert both.stats["groups_kept_proved"] == 0
    assert alone + 12_000 // copies**2 <= both.stats["nodes"] <= alone + 12_000 // copies**2 + 60


def test_of_equal_plays_with_jokers_the_kernel_takes_the_one_of_trying_everything():
    rng = random.Random(25)
    fewer = 0
    for _ in range(60):
        turn = with_jokers(rng)
        question = Question(turn, LayAsk())
        first, second = ask(LAY, question), ask(LAY, question, method="reference")
        assert same(first) == same(second)
        assert first.stats["groups_kept_proved"] == 1
        assert first.answer.groups_kept == second.answer.groups_kept
        fewer += first.answer.groups_kept < ask(LAY, Question(turn, LayAsk("least-change"))).answer.groups_kept
    assert fewer  # jokers and an empty hand come before the groups


def test_a_set_from_the_hand_leaves_the_run_of_the_table_alone():
    turn = read("AQ 2Q 3Q | DC DQ DF | 10P FP DP RP\nhand: RC RF RQ 4Q\nlocale: it")
    for method in ("exact", "reference"):
        play = ask(LAY, Question(turn, LayAsk()), method=method).answer
        assert play.kept_in_hand == ()
        assert play.groups_kept == 2  # 4Q must go to AQ 2Q 3Q; the others need not be touched


def test_a_limit_that_comes_while_groups_are_spared_leaves_a_best_play():
    turn = generate(Params(cards=60, hand=13), Random(26, "limits"))
    question = Question(turn, LayAsk(brief=True))
    full = lay(question)
    alone = [lay(question, limits=Limits(nodes=nodes)) for nodes in range(0, full.stats["nodes"] + 1, 7)]
    solved = [outcome for outcome in alone if outcome.status is Status.SOLVED]
    assert len({outcome.answer.groups_kept for outcome in solved}) > 1  # the limit came in between
    for outcome in solved:
        assert outcome.value == full.value
        assert check_play(question, outcome.answer) == []
