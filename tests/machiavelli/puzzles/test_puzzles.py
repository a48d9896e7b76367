"""The puzzles `close` and `unlock`: samples, uniqueness by an oracle of its own, sameness, answers, words.

Tests: machiavelli/puzzles/referee.py, machiavelli/puzzles/maker.py, machiavelli/puzzles/sentences.py,
machiavelli/puzzles/recipes.py
"""

import json
import random
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from textwrap import wrap

import pytest

from passatempo.core.errors import FormatError, InvalidInstance, WrongAnswer
from passatempo.core.limits import Cancel, Deadline, Limits, Stopped
from passatempo.core.methods import resolve
from passatempo.core.random import Random
from passatempo.machiavelli import _kernel
from passatempo.machiavelli.json import TurnJson, load_turn
from passatempo.machiavelli.model import ACES, Turn, name
from passatempo.machiavelli.puzzles.maker import (
    CLOSE_LOADS,
    CUTS,
    MOST_OF_ONE_DECK,
    UNLOCK_LOADS,
    PuzzleParams,
    count_ways,
    params_word,
    rank_symmetries,
    read_word,
)
from passatempo.machiavelli.puzzles.recipes import CLOSE, UNLOCK
from passatempo.machiavelli.record import PASTIME
from passatempo.machiavelli.reference.search import legal_melds
from passatempo.machiavelli.rules import LINES
from passatempo.puzzles.puzzle import PuzzleContent, fold_signs, grade_of, log2_hundredths
from puzzles.machiavelli_person import fewest

from .puzzle_oracle import card_of, closes, is_meld, keys, splits

DATA = Path(__file__).parents[2] / "data" / "puzzles" / "machiavelli.json"
SAMPLES = json.loads(DATA.read_text(encoding="utf-8"))["puzzles"]
RECIPES = {"close": CLOSE, "unlock": UNLOCK}
SIZES = ((3, 1), (4, 2), (5, 2), (6, 3))
EVERY = [
    PuzzleParams(groups, hand, decks, ace)
    for groups in range(3, 10)
    for hand in range(1, 7)
    for decks in range(1, 5)
    for ace in ACES
    if decks > 1 or groups <= MOST_OF_ONE_DECK
]


def made_of(sample):
    instance = load_turn(TurnJson(**sample["instance"]))
    return PuzzleContent(
        instance=instance, goal={}, solution=sample["solution"], grade=sample["grade"], solving_effort=0
    )


def puzzles(recipe, params, *names, limits=Limits()):
    """Yield puzzles, one stream an attempt."""
    tries = (recipe.make_puzzle(params, Random(seed, "test", *names), Deadline(limits)) for seed in range(10**7))
    return filter(None, tries)


def some(recipe, number, sizes=SIZES, aces=ACES):
    """Return puzzles of several sizes and ace rules, with their parameters."""
    found = []
    for k in range(number):
        params = PuzzleParams(*sizes[k % len(sizes)], (2, 2, 3)[k % 3], aces[k // 2 % len(aces)])
        found.append((params, next(puzzles(recipe, params, k))))
    return found


@pytest.fixture(scope="module")
def closed():
    return some(CLOSE, 30)


@pytest.fixture(scope="module")
def unlocked():
    return some(UNLOCK, 16)


def cards_of(turn):
    return [*turn.cards, *turn.hand]


# --- samples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["name"])
def test_a_sample_is_solved_by_its_solution(sample):
    made = made_of(sample)
    assert RECIPES[sample["kind"]].judge(made, sample["solution"]) == []
    ace = made.instance.rules.ace
    if sample["kind"] == "close":
        assert splits(cards_of(made.instance), ace) == {tuple(sorted(map(card_of, sample["solution"]["in_sets"])))}
    else:
        assert keys(cards_of(made.instance), ace) == [card_of(sample["solution"]["card"])]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["name"])
def test_a_sample_has_its_grade(sample):
    turn = made_of(sample).instance
    more = [card_of(sample["solution"]["card"])] if sample["kind"] == "unlock" else []
    taken_up = fewest(replace(turn, hand=(*turn.hand, *more)))
    assert taken_up == sample["features"]["taken_up"]
    load = log2_hundredths(count_ways(len(turn.table), taken_up))
    assert abs(load - 100 * sample["features"]["load"]) <= 1
    assert grade_of(load, CLOSE_LOADS if sample["kind"] == "close" else UNLOCK_LOADS) == sample["grade"]


def test_the_cuts_are_the_least_ways_of_their_loads():
    assert tuple(next(n for n in range(1, 999) if log2_hundredths(n) >= load) for load in CLOSE_LOADS) == CUTS


# --- what is made ----------------------------------------------------------------------------------------------------


def judge_by_the_oracle(recipe, params, made):
    """Hold a puzzle to all it promises."""
    turn, ace = made.instance, params.ace
    assert all(is_meld(group, ace) for group in turn.table)
    assert len(turn.hand) == params.hand == made.features["hand"]
    assert recipe.judge(made, made.solution) == []
    more = ()
    if recipe is CLOSE:
        in_sets = tuple(sorted(map(card_of, made.solution["in_sets"])))
        assert splits(cards_of(turn), ace) == {in_sets}
    else:
        more = (card_of(made.solution["card"]),)
        assert not closes(cards_of(turn), ace)
        assert keys(cards_of(turn), ace) == list(more)
        for meld in made.solution["melds"]:
            hand = [card for card in turn.hand if name(card) in meld]
            assert made.grade < 3 or made.solution["card"] not in meld or len(hand) < 2
    taken = (*turn.hand, *more)
    assert all(not is_meld(trio, ace) for trio in _trios(taken))
    simple = sum(any(is_meld((*group, card), ace) for group in turn.table) for card in turn.hand)
    assert simple <= (0 if made.grade >= 3 else len(turn.hand) // 2)
    assert len(set(turn.table)) == len(turn.table)


def groups_to_take_up(made):
    """Find by a person's search how many groups must be taken up."""
    more = [card_of(made.solution["card"])] if "card" in made.solution else []
    return fewest(replace(made.instance, hand=(*made.instance.hand, *more)))


def _trios(cards):
    return [(a, b, c) for a in cards for b in cards for c in cards if len({a, b, c}) == 3]


def test_close_is_unique(closed):
    for params, made in closed:
        judge_by_the_oracle(CLOSE, params, made)
        assert groups_to_take_up(made) == made.features["taken_up"] > 0


def test_unlock_is_unique(unlocked):
    for params, made in unlocked:
        judge_by_the_oracle(UNLOCK, params, made)
        assert groups_to_take_up(made) == made.features["taken_up"] > 0


def test_grade_and_load_follow_from_the_features(closed, unlocked):
    for _, made in closed + unlocked:
        assert made.solving_effort == log2_hundredths(count_ways(made.features["groups"], made.features["taken_up"]))
    assert all(made.grade in CLOSE.possible_grades(params) for params, made in closed)
    assert all(made.grade in UNLOCK.possible_grades(params) for params, made in unlocked)


@pytest.mark.parametrize("kind", RECIPES)
def test_each_grade_has_parameters(kind):
    recipe = RECIPES[kind]
    for grade, params in recipe.by_grade.items():
        assert grade in recipe.possible_grades(params)
    for grade in list(recipe.by_grade)[:2]:
        assert next(made for made in puzzles(recipe, recipe.by_grade[grade], grade) if made.grade == grade)


@pytest.mark.long
@pytest.mark.parametrize("kind", RECIPES)
def test_two_thousand_are_unique(kind):
    """Of all grades, by the parameters that are taken where only a grade is asked for."""
    recipe, number = RECIPES[kind], 0
    per_grade = 2000 // len(recipe.by_grade)
    for grade, params in recipe.by_grade.items():
        good = (made for made in puzzles(recipe, params, "long", grade) if made.grade == grade)
        for made in islice(good, per_grade):
            judge_by_the_oracle(recipe, params, made)
            if made.grade < 4:  # of harder ones that search takes seconds
                assert groups_to_take_up(made) == made.features["taken_up"]
            number += 1
    assert number == 2000


# --- the same for ever -----------------------------------------------------------------------------------------------


FIVE = """
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.machiavelli.puzzles.recipes import CLOSE, UNLOCK
for recipe in (CLOSE, UNLOCK):
    for seed in range(300):
        print(recipe.make_puzzle(recipe.by_grade[2], Random(seed, "process"), Deadline(Limits())))
"""


def test_another_process_makes_the_same(capsys):
    run = subprocess.run(
        [sys.executable, "-c", FIVE], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "77"}
    )
    exec(FIVE, {})
    assert capsys.readouterr().out == run.stdout
    assert "solution" in run.stdout


def test_a_limit_or_a_cancel_ends_an_attempt():
    cancel = Cancel()
    cancel.cancel()
    for limits in (Limits(cancel=cancel), Limits(seconds=0.0)):
        with pytest.raises(Stopped):
            next(puzzles(CLOSE, PuzzleParams(), limits=limits))  # an attempt without a hand to draw looks at no clock


LOW = LINES["low"]


@pytest.mark.parametrize(
    "wrong",
    [(0, 2, 2, LOW), (21, 2, 2, LOW), (5, 0, 2, LOW), (5, 13, 2, LOW), (5, 2, 0, LOW), (5, 2, 11, LOW)]
    + [(5, 2, 2, line) for line in ((13, 13, 0), (0, 6, 0), (0, 15, 0), (0, 14, 1))],
)
def test_the_kernel_refuses_what_is_out_of_range(wrong):
    with pytest.raises(ValueError, match=r"groups|hand|decks|line"):
        _kernel.puzzle(*wrong, False, 3, CUTS, 1, 1e9, 2**62, None)


# --- parameters ------------------------------------------------------------------------------------------------------


def test_every_word_reads_back():
    words = set()
    for params in EVERY:
        written = params_word(params)
        words.add(written)
        assert read_word(fold_signs(written)) == params
        assert set(written) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    assert len(words) == len(EVERY)


@pytest.mark.parametrize(
    "junk",
    ["", "G", "G5", "G2H2", "G10H2", "G5H0", "G5H7", "G5H2D2", "G5H2AB", "G8H2D1", "G5H2D5", "H2G5", "G5H2 ", "Ⅴ"],
)
def test_a_word_that_says_nothing_is_none(junk):
    assert read_word(fold_signs(junk)) is None


def test_random_words_are_read_or_none():
    rng = random.Random(5)
    for _ in range(3000):
        text = "".join(rng.choice("GHDAW123459-") for _ in range(rng.randrange(9)))
        params = read_word(text)
        assert params is None or fold_signs(params_word(params)) == text


@pytest.mark.parametrize(
    "values", [{"groups": 2}, {"groups": 10}, {"hand": 0}, {"hand": 7}, {"decks": 0}, {"ace": "top"}, {"groups": True}]
)
def test_bad_parameters_are_refused_with_a_sentence(values):
    with pytest.raises(ValueError, match=r"^(groups|hand|decks|ace): .* is not "):
        PuzzleParams(**values)


# --- answers ---------------------------------------------------------------------------------------------------------


def test_another_arrangement_solves_too(closed):
    tried = 0
    for _, made in closed:
        if made.features["arrangements"] > 1:
            turn = made.instance
            whole = bytes(sum(card == other for other in cards_of(turn)) for card in range(52))
            *_, found = _kernel.arrangements(whole, turn.rules.line, 500, 1e9, 2**62, None)
            assert len(found) == made.features["arrangements"]
            for melds in found:
                text = " | ".join(" ".join("A23456789TJQK"[c % 13] + "SHDC"[c // 13] for c in meld) for meld in melds)
                assert CLOSE.judge(made, text) == []
                assert CLOSE.judge(made, text.replace(" | ", "\n").lower()) == []
            tried += 1
    assert tried


def test_a_wrong_arrangement_is_told(closed):
    _, made = closed[0]
    melds = made.solution["melds"]
    assert [fault.rule for fault in CLOSE.judge(made, {"melds": melds[1:]})] == ["missing-card"] * len(melds[0])
    assert {fault.rule for fault in CLOSE.judge(made, {"melds": [*melds, melds[0]]})} == {"extra-card"}
    assert "not-a-meld" in {fault.rule for fault in CLOSE.judge(made, {"melds": [[melds[0][0], "AS", "7H"]]})}
    table = [[*group] for group in made.instance.table]
    assert CLOSE.judge(made, " | ".join(" ".join("A23456789TJQK"[c % 13] + "SHDC"[c // 13] for c in g) for g in table))


def test_only_the_missing_card_unlocks(unlocked):
    _, made = unlocked[0]
    rules = {}
    for card in (rank + suit for rank in "A23456789TJQK" for suit in "SHDC"):
        rules[card] = [fault.rule for fault in UNLOCK.judge(made, {"card": card})]
        assert UNLOCK.judge(made, f" {card.lower()} ") == UNLOCK.judge(made, {"card": card})
    assert [card for card, found in rules.items() if not found] == [made.solution["card"]]
    assert {rule for found in rules.values() for rule in found} <= {"hand-stays", "no-copy-left"}


JUNK = [
    None, 7, 1.5, "", "x", "4H 5H", "JK", "7", [], {}, {"melds": None}, {"melds": [7]}, {"melds": [[7]]}, {"melds": 3},
    {"melds": [[["AS"]]]}, {"melds": ["AS | 2S"]}, {"melds": {"a": 1}}, {"card": None}, {"card": 5}, {"card": "ZZ"},
    {"card": "JK=4H"}, {"card": ["4H"]}, "|" * 50, "4H " * 5000, {"melds": [["4H"] * 40]}, {"melds": [["JK=4H"] * 3]},
    "1 2 3 4 5 6 7 8 9 10 11 12 13\n" * 4, "\ud800", "hand: 4H", {"melds": [["4H 5H"]]}, True,
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk)[:30])
def test_junk_is_no_answer(junk, closed, unlocked):
    for recipe, (_, made) in ((CLOSE, closed[0]), (UNLOCK, unlocked[0])):
        try:
            assert recipe.judge(made, junk)
        except (FormatError, InvalidInstance) as error:
            assert str(error)


def test_random_texts_are_judged_or_refused(closed, unlocked):
    rng = random.Random(6)
    for _ in range(400):
        text = "".join(rng.choice("4567TJQK AHSDC|*=\n1") for _ in range(rng.randrange(30)))
        for recipe, (_, made) in ((CLOSE, closed[0]), (UNLOCK, unlocked[0])):
            try:
                recipe.judge(made, text)
            except (FormatError, InvalidInstance):
                continue


# --- the second method -----------------------------------------------------------------------------------------------


def test_a_second_method_confirms(closed, unlocked):
    pytest.importorskip("ortools")
    for params, made in closed[:2]:
        assert CLOSE.confirm_unique(params, made, Limits()) == "cpsat"
    for params, made in unlocked[:1]:
        assert UNLOCK.confirm_unique(params, made, Limits()) == "cpsat"


def test_a_second_method_finds_a_wrong_puzzle(closed, unlocked):
    pytest.importorskip("ortools")
    (params, made), (locked, other) = closed[0], unlocked[0]
    wrong = replace(made, solution={**made.solution, "in_sets": [*made.solution["in_sets"][1:], "AS"]})
    with pytest.raises(WrongAnswer):
        CLOSE.confirm_unique(params, wrong, Limits())
    with pytest.raises(WrongAnswer):
        UNLOCK.confirm_unique(locked, replace(other, solution={**other.solution, "card": "JK"}), Limits())


# --- sameness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ace", ACES)
def test_renamed_ranks_keep_the_melds(ace):
    melds = {frozenset(meld) for meld in legal_melds(LINES[ace])}
    for ranks in rank_symmetries(LINES[ace]):
        assert sorted(ranks) == list(range(13))
        assert {frozenset(13 * (card // 13) + ranks[card % 13] for card in meld) for meld in melds} == melds


def test_puzzles_equal_up_to_names_have_one_key(closed):
    for number, (params, made) in enumerate(closed):
        rng = random.Random(number)
        suits = rng.sample(range(4), 4)
        ranks = rng.choice(rank_symmetries(LINES[params.ace]))

        def renamed(cards, suits=suits, ranks=ranks, rng=rng):
            new = [13 * suits[card // 13] + ranks[card % 13] for card in cards]
            return tuple(rng.sample(new, len(new)))

        turn = made.instance
        table = tuple(rng.sample([renamed(group) for group in turn.table], len(turn.table)))
        twin = replace(made, instance=Turn(table, renamed(turn.hand), turn.rules))
        assert CLOSE.symmetry_key(twin) == CLOSE.symmetry_key(made)
    assert len({CLOSE.symmetry_key(made) for _, made in closed}) == len(closed)


# --- words and pictures ----------------------------------------------------------------------------------------------


def test_the_record_names_both_kinds():
    assert [(kind.name, kind.code, resolve(kind.recipe)) for kind in PASTIME.kinds] == [
        ("close", "MC", CLOSE),
        ("unlock", "MU", UNLOCK),
    ]
    assert {recipe.question for recipe in RECIPES.values()} <= {problem.name for problem in PASTIME.problems}


def test_rules_fit_four_lines_and_goals_are_short(closed):
    for params in EVERY:
        for recipe in RECIPES.values():
            assert len(wrap(recipe.rules(params, "en"), 95)) <= 4
    goal = CLOSE.goal(closed[0][1], "en")
    assert goal.startswith("play the whole hand: ")
    assert len(goal.split()) == 4 + len(closed[0][1].instance.hand)
    assert UNLOCK.goal(closed[0][1], "en") == "find the missing card"


def test_hints_are_sentences_that_hold(closed, unlocked):
    for recipe, found in ((CLOSE, closed), (UNLOCK, unlocked)):
        for _, made in found:
            hints = recipe.hints(made, "en")
            assert all(hint.endswith(".") and "{" not in hint for hint in hints)
            assert hints[0].startswith("Take apart ")
            stay = [hint for hint in hints if hint.startswith("These can stay")]
            kept = len(made.instance.table) - made.features["taken_up"]
            assert sum(hint.count("|") + 1 for hint in stay) == kept
    assert made.solution["card"] not in hints[-1]


def test_pictures_and_texts(closed, unlocked):
    for recipe, found in ((CLOSE, closed), (UNLOCK, unlocked)):
        _, made = found[0]
        for solved in (False, True):
            assert recipe.draw(made, solved).startswith("<svg")
        assert "hand:" in recipe.show(made, False)
        assert recipe.judge(made, recipe.show(made, True) if recipe is CLOSE else made.solution["card"]) == []
    assert recipe.show(made, True).splitlines()[0] == made.solution["card"]


def test_the_solution_is_not_told_by_the_other_features(closed):
    made = closed[0][1]
    assert set(CLOSE.revealing_features) <= set(made.features)
    assert set(made.features) - set(CLOSE.revealing_features) == {"groups", "hand"}
