"""The rules of a turn: given tables with answers of two other programs, random turns by every method, openings.

The answers of `rules_of_turn.jsonl` come from an integer program over all groups and from a search that puts each
opening, and each choice of freed jokers, on the table first. Openings have a program of two stages here. Not tested:
more than two decks, and jokers of the hand in an opening that continues where a rule binds the jokers of the table.

Tests: sources.py, exact/lay.py, exact/arrange.py, exact/unlock.py, reference/turns.py, encodings/covering.py,
encodings/cp.py, encodings/ilp.py, encodings/ilp_play.py, checker.py
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path

import pytest

from passatempo import machiavelli
from passatempo.core.errors import InvalidInstance, UsageError
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, comparison_key
from passatempo.core.registry import pastime
from passatempo.machiavelli.checker import turn_faults
from passatempo.machiavelli.model import JOKER, WILD, EnumerateAsk, LayAsk, Rules, Turn, UnlockAsk
from passatempo.machiavelli.sources import presets, turn_rules
from passatempo.machiavelli.text import read

from ..test_plays import melds

GAME = pastime("machiavelli")
DATA = Path(__file__).parents[2] / "data" / "machiavelli" / "rules_of_turn.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
ASKS = {
    "arrange": (None, ["reference", "cpsat", "ilp-sets"]),
    "lay": (LayAsk(brief=True), ["reference", "cpsat", "ilp-sets"]),
    "unlock": (UnlockAsk(), ["reference", "cpsat"]),
    "count": (None, ["reference", "cpsat"]),
    "enumerate": (EnumerateAsk(), ["reference", "cpsat"]),
}


def summary(outcome):
    """The status, the value, whether the hand is empty, and the jokers of the hand that are laid."""
    if outcome.answer is None:
        return {"status": outcome.status.value}
    play = outcome.answer
    jokers = sum(card >= JOKER for card in play.laid)
    closes = not play.kept_in_hand
    return {"status": outcome.status.value, "value": outcome.value, "closes": closes, "jokers": jokers}


def test_there_are_cases_of_every_preset():
    assert {case["instance"]["preset"] for case in CASES} == set(presets())


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_given_tables(case):
    assert summary(machiavelli.lay(case["instance"], brief=True)) == case["answer"]


# ---- Random turns ----


def some_rules(rng, name):
    """The rules of a preset, some of them changed."""
    changes = {}
    if rng.random() < 0.4:
        changes |= {"joker": rng.choice(["free", "hand", "table"]), "jokers": rng.choice([2, 4])}
    if rng.random() < 0.3:
        changes |= {"opening": rng.choice(["own-group", "points:20", "points:30"])}
        changes |= {"opening_turn": rng.choice(["alone", "continues"])}
    if rng.random() < 0.25:
        changes["most_new"] = rng.randint(1, 5)
    if rng.random() < 0.25:
        changes["crosses"] = rng.randint(1, 4)
    return replace(turn_rules(name), **changes)


def some_turn(rng, name, most):
    """Groups with jokers in them and single cards, and a hand."""
    rules = some_rules(rng, name)
    base = machiavelli.new(
        seed=rng.randrange(2**30), cards=most, hand=rng.randint(0, 7), ace=rules.ace, jokers=rules.jokers
    )
    table = [list(group) for group in base.table]
    left = rules.jokers - base.hand.count(JOKER)
    for group in table:
        if left and rng.random() < 0.4:
            place = rng.randrange(len(group))
            group[place] += WILD
            left -= 1
    cards = [*chain(*table), *base.hand]
    for card in rng.sample([card for card in range(JOKER) if card not in cards], rng.randint(0, rules.crosses)):
        table.append([card])
    opened = rules.opening == "none" or rng.random() < 0.4
    return Turn(tuple(map(tuple, table)), base.hand, rules, opened=opened)


@pytest.mark.quick(19)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", presets())
def test_another_method_answers_as_exact(name, seed):
    """Every answer passes the checker, which `ask` calls, and has what all right answers share."""
    pytest.importorskip("ortools")
    rng = random.Random(f"{name} {seed}")
    turn = some_turn(rng, name, rng.choice([9, 24, 36]))
    for prefer in ("cards", "points"):
        question = Question(turn, LayAsk(prefer, brief=True))
        outcome = ask(GAME.problem("lay"), question, confirm="cpsat")
        assert outcome.confirmed_by == ("cpsat",), turn


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ASKS)
def test_every_method_answers_every_question_on_small_tables(name, seed):
    pytest.importorskip("ortools")
    rng = random.Random(f"{name} {seed}")
    problem, (asked, methods) = GAME.problem(name), ASKS[name]
    turn = some_turn(rng, rng.choice(list(presets())), rng.choice([3, 9]))
    question = turn if asked is None else Question(turn, asked)
    exact = ask(problem, question)
    for method in methods:
        other = ask(problem, question, method=method, limits=Limits(seconds=60))
        assert other.status is exact.status, (turn, method)
        if exact.answer is not None and name != "arrange":
            assert comparison_key(problem, question, other) == comparison_key(problem, question, exact), (turn, method)


# ---- Openings: a program of two stages ----


def groups_of(hand, jokers, ace):
    """Every group of a hand as its cards and the cards that jokers stand for."""
    for meld in melds(ace):
        there = [card for card in sorted(meld) if card in hand]
        if len(meld) > 5 or len(meld) - len(there) > jokers:
            continue
        for size in range(len(meld) - len(there), min(jokers, len(meld)) + 1):
            for given in combinations(there, len(meld) - size):
                yield given, tuple(card for card in sorted(meld) if card not in given)


def openings(hand, jokers, rules, *, minimal, found=(), worth=0, from_=0):
    """Yield disjoint groups of a hand that open: all, or those to which no group was added after they were enough."""
    enough = worth >= max(1, rules.opening_points)
    if enough:
        yield found
        if minimal:
            return
    every = sorted(groups_of(range(JOKER), 0, rules.ace))
    for number in range(from_, len(every)):
        cards = every[number][0]
        there = [card for card in cards if card in hand]
        for size in range(max(0, len(cards) - len(there)), min(jokers, len(cards)) + 1):
            for given in combinations(there, len(cards) - size):
                left = list(hand)
                for card in given:
                    left.remove(card)
                more = sum(rules.card_points[card] for card in cards) if rules.opening_points else 1
                group = tuple(card if card in given else WILD + card for card in cards)
                yield from openings(
                    left, jokers - size, rules, minimal=minimal, found=(*found, group), worth=worth + more, from_=number
                )


def best_opening(turn):
    """The most cards that a seat lays that opens, and None where it cannot."""
    plain = [card for card in turn.hand if card < JOKER]
    continues = turn.rules.opening_turn == "continues"
    best = None
    for groups in openings(plain, turn.hand.count(JOKER), turn.rules, minimal=continues):
        laid = [card for group in groups for card in group]
        value = sum(card < JOKER for card in laid)
        if continues:
            left = list(turn.hand)
            for card in laid:
                left.remove(min(card, JOKER))
            value += machiavelli.lay(replace(turn, table=(*turn.table, *groups), hand=tuple(left), opened=True)).value
        best = value if best is None else max(best, value)
    return best


def opening_turn(rng):
    """A hand with two thirds of a group or two, and a table."""
    jokers = rng.choice([0, 0, 1])
    rules = Rules(
        ace=rng.choice(["low", "both", "high", "wrap"]),
        jokers=jokers,
        opening=rng.choice(["own-group", "points:15", "points:30"]),
        opening_turn=rng.choice(["alone", "continues"]),
    )
    groups = machiavelli.new(seed=rng.randrange(2**30), cards=rng.choice([15, 20]), hand=3, ace=rules.ace).table
    cards = [card for group in groups[:2] for card in group]
    hand = rng.sample(cards, min(len(cards), 6)) + [JOKER] * jokers
    return Turn(groups[2:], tuple(hand), rules, opened=False)


@pytest.mark.quick(15)
@pytest.mark.parametrize("seed", range(300))
def test_openings_are_those_of_a_program_of_two_stages(seed):
    turn = opening_turn(random.Random(f"opening {seed}"))
    outcome = machiavelli.lay(turn, brief=True)
    best = best_opening(turn)
    assert outcome.value == best, turn
    if best is None:
        assert outcome.status is Status.IMPOSSIBLE
        points = turn.rules.opening_points
        assert outcome.reason == (f"no group of the hand is worth {points}" if points else "the hand holds no group")


# ---- Single rules, by hand ----


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: own-group", 4),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: own-group\nopened: no", 3),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: own-group\nopening_turn: continues\nopened: no", 4),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: points:27\nopened: no", 3),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: points:28\nopened: no", None),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nopening: points:28\nopening_turn: continues\nopened: no", None),
        ("3S 4S 5S\nhand: 9H 9D 9C 6S\nmost_new: 3", 3),
        ("9S 9H 9C JK=9D\nhand: 5S 6S\njokers: 1", 2),
        ("9S 9H 9C JK=9D\nhand: 5S 6S\njokers: 1\njoker: hand", 0),
        ("9S 9H JK=9D | 9C TC JC\nhand: 7S 8S\njokers: 1\njoker: hand", 0),
        ("9S 9H JK=9D\nhand: 9D 6S 7S\njokers: 1\njoker: hand", 3),
        ("9S 9H JK=9D | 9D TD JD QD\nhand: 6S 7S\njokers: 1\njoker: table", 2),
        ("9S 9H JK=9D | 9C TC JC QC\nhand: 6S 7S\njokers: 1\njoker: table", 2),  # either missing suit
        ("9S 9H JK=9D | 9C TC JC QC\nhand: 6S 7S\njokers: 1\njoker: hand", 0),
        ("3S 4S 5S | KD\nhand: 6S\ncrosses: 1", 1),
        ("3S 4S 5S | KD | QC\nhand: 6S\ncrosses: 1", None),
        ("3S 4S 5S | KD\nhand: KS KH\ncrosses: 1", 2),
    ],
)
def test_each_rule_by_hand(text, value):
    turn = read(text)
    for method in ("exact", "reference"):
        outcome = machiavelli.lay(turn, method=method)
        assert outcome.value == value, method


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        ("QS QH JK", "'QS QH JK' does not say what the joker stands for: write JK=QD or JK=QC"),
        ("JK 5S 6S", None),
        ("5S 6S JK", None),
        ("5S 5H 5D JK", None),
    ],
)
def test_a_joker_without_a_name(group, sentence):
    text = f"{group} | 7D 8D 9D\nhand: 7H\njokers: 1\njoker: "
    if sentence is None:
        assert machiavelli.lay(text + "hand").status is Status.SOLVED
    else:
        with pytest.raises(InvalidInstance, match=f"^table, group 1: {sentence}$"):
            machiavelli.lay(text + "hand")
    for other in ("free", "table"):  # of a set of three it stands for either suit then
        assert machiavelli.lay(text + other).status is Status.SOLVED


def test_programs_without_the_rules_refuse_them_by_name():
    pytest.importorskip("ortools")
    for text, rule in (("9S 9H JK=9D\njokers: 1\njoker: table", "joker: table"), ("KD\ncrosses: 2", "crosses: 2")):
        with pytest.raises(UsageError, match=f"the program by counts does not support {rule}"):
            machiavelli.arrange(text, method="ilp")
        with pytest.raises(UsageError, match=f"the program by counts does not support {rule}"):
            machiavelli.export(text, "ilp", "lp")
        assert "rule" in machiavelli.export(text, "ilp-sets", "lp")
    assert machiavelli.arrange("9S 9H 9D\njoker: table\ncrosses: 2", method="ilp").status is Status.SOLVED


def test_the_checker_finds_what_each_rule_forbids():
    bound = ((13 + 8, 26 + 8, WILD + 8),)
    moved = ((13 + 8, 26 + 8, 8), (5, 6, WILD + 7))
    assert not [*turn_faults(Rules(jokers=1), bound, (8, 5, 6), moved)]
    assert not [*turn_faults(Rules(jokers=1, joker="hand"), bound, (8, 5, 6), moved)]
    kept = ((13 + 8, 26 + 8, 39 + 8), (5, 6, WILD + 7))
    for joker in ("hand", "table"):
        found = [one.rule for one in turn_faults(Rules(jokers=1, joker=joker), bound, (5, 6), kept)]
        assert found == ["joker-not-freed"], joker
    crosses = ((1,), (20,))
    assert not [*turn_faults(Rules(crosses=2), crosses, (), crosses)]
    assert [one.rule for one in turn_faults(Rules(crosses=1), crosses, (), crosses)] == ["too-short"]
    assert [one.rule for one in turn_faults(Rules(most_new=2), (), (0, 1, 2), ((0, 1, 2),))] == ["too-many-new"]
    for turn, laid in (("alone", (0, 1, 2)), ("continues", (0, 1, 2))):
        rules = Rules(opening="points:17", opening_turn=turn)
        assert [one.rule for one in turn_faults(rules, (), laid, (laid,), has_opened=False)] == ["not-opened"]
        assert not [*turn_faults(rules, (), laid, (laid,))]
