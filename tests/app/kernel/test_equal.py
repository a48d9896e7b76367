"""A thousand random instances a question: the modules of the app answer as the installed package does.

What is compared of an answer (values, rows, marks, chances to the last bit, nodes where they are those of the package)
stands in the tests of each module, which ask a few instances; here they are asked of as many as are needed until every
question of a module has been asked of a thousand different ones.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import count, cycle

import pytest

from app.kernel import test_machiavelli_module as machiavelli
from app.kernel import test_minesweeper_module as minesweeper
from app.kernel import test_mnk_module as mnk
from app.modules import Module, module
from passatempo.core.random import Random
from passatempo.machiavelli.game.rules import seat_faults
from passatempo.machiavelli.model import ACES

FIRST = 10_000  # seed: the quick tests take those before it
MANY = 1_000
FEWER = {"closings": 100, "choose": 50}  # those that take long
MOVES = ("play", "faults", "best", "can_lay", "fit", "result", "closings")  # of Machiavelli


@pytest.fixture
def asked(monkeypatch):
    """Count the different instances that each question of each module was asked of."""
    seen, plain = defaultdict(set), Module.ask

    def ask(self, question, **said):
        asks = self.interface.questions[question].request
        given = {name: said[name] for name, _ in asks.fields}
        if question == "judge" and "groups" in given:
            seen[self.name, question] |= {(tuple(given["line"].values()), *group["cards"]) for group in given["groups"]}
        else:
            seen[self.name, question].add(hash(self.packed(asks, given)))
        return plain(self, question, **said)

    monkeypatch.setattr(Module, "ask", ask)
    return seen


def until(asked, most, modules, deeds):
    """Do each deed until the questions that it names were asked of so many instances; then all of the modules were."""

    def wanting(questions):
        return any(len(asked[where, name]) < min(most, FEWER.get(name, most)) for where, name in questions)

    for questions, deed, instances in deeds:
        for instance in instances:
            if not wanting(questions):
                break
            deed(*instance)
    told = {(name, one): len(asked[name, one]) for name in modules for one in module(name).interface.questions}
    print({f"{name}.{question}": number for (name, question), number in told.items()})
    assert not wanting(told)


def seeds(first=FIRST):
    return ((seed,) for seed in count(first))


def of(name, *questions):
    return [(name, question) for question in questions]


def each(made):
    """Make instances from seeds, one at a time."""
    return ((instance,) for seed in count(FIRST) for instance in made(seed))


def minesweeper_deeds():
    def asked_all(board):
        minesweeper.surveyed_alike(board)
        minesweeper.explained_alike(board, most=minesweeper.SOME)

    questions = [*of("minesweeper", "survey", "explain", "conflict"), *of("minesweeper_guess", "guess")]
    return [
        (questions, asked_all, each(minesweeper.boards)),
        (of("minesweeper", "lay", "play"), minesweeper.test_game, seeds()),
    ]


def mnk_deeds():
    positions = ((one,) for one in mnk.open_positions(10**6, first=FIRST))
    levels = zip(mnk.open_positions(10**6, first=FIRST), cycle([1, 5, 10]), cycle([2_000]), strict=False)
    return [
        (of("mnk", "position", "replay"), mnk.test_rules, seeds()),
        (of("mnk", "think"), mnk.thought_alike, levels),
        (of("mnk", "threats"), mnk.test_threats, positions),
        (of("mnk", "hold", "step"), mnk.reviewed_alike, ((seed, 5, 150) for seed in count(FIRST))),
    ]


def proof_deeds():
    small = mnk.open_positions(10**6, sides=mnk.SMALL, first=FIRST)
    even = mnk.open_positions(10**6, sides=((4, 4, 4), (3, 3, 3), (4, 5, 4), (3, 5, 4), (5, 5, 5)), first=FIRST)
    return [
        (of("mnk_proof", "value"), mnk.valued_alike, ((one, 20_000) for one in small)),
        (of("mnk_proof", "known", "grades", "trap"), mnk.chosen_alike, ((one,) for one in even)),
    ]


def machiavelli_deeds():
    rules = list(machiavelli.RULES.values())
    random = Random(FIRST, "app equal machiavelli")
    bots = range(4)  # the strong one is asked in its own tests: a game of it takes a minute
    seated = ((one, 2 + k % 3, random.below(2**64)) for k in count() for one in rules)
    dealt = (one for one in seated if not seat_faults(*one[:2]))
    rest = of("machiavelli", "unlock", "arrange", "count")
    games = ((one, tuple(random.sample(bots, 2)), random.below(2**64)) for one in cycle(rules))
    whole = ((one, tuple(random.sample(bots, 2)), random.below(2**64)) for one in cycle(rules))
    strong = ((one, seed) for seed in count(FIRST) for one in rules)
    played = ((one, seed) for seed in count(FIRST) for one in rules)
    drafts = ((one, seed) for seed in count(FIRST) for one in rules)
    groups = ((ace, first) for first in count(FIRST, 600) for ace in ACES)
    return [
        (of("machiavelli", "lay", "plan"), machiavelli.test_lay, each(machiavelli.made_turns)),
        (rest, machiavelli.test_unlock_arrange_count, each(machiavelli.made_turns)),
        (of("machiavelli", "judge"), machiavelli.judged_alike, groups),
        (of("machiavelli", "deal", "begin"), machiavelli.dealt, dealt),
        (of("machiavelli", *MOVES), machiavelli.moved_alike, played),
        (of("machiavelli", "draft", "laid"), machiavelli.drafted_alike, drafts),
        (of("machiavelli", "answer"), machiavelli.bots_agree, games),
        (of("machiavelli", "games"), machiavelli.whole_games_agree, whole),
        (of("machiavelli", "choose"), machiavelli.strong_agrees, strong),
    ]


DEEDS = {
    ("minesweeper", "minesweeper_guess"): minesweeper_deeds,
    ("mnk",): mnk_deeds,
    ("mnk_proof",): proof_deeds,
    ("machiavelli",): machiavelli_deeds,
}


@pytest.mark.long
@pytest.mark.parametrize("modules", DEEDS, ids="-".join)
def test_a_thousand_instances_are_answered_alike(asked, modules):
    until(asked, MANY, modules, DEEDS[modules]())
