"""Plays, steps, unlocking cards, counts with jokers and reasons, against brute force over melds of this file's own.

Tests: exact/arrange.py, exact/conflict.py, encodings/covering.py, encodings/cp.py, json.py, groups.py,
encodings/ilp_play.py, reference/methods.py, rules.py, steps.py, words.py, exact/unlock.py,
reference/arrangements.py
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import pytest

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, encode, load_question
from passatempo.core.limits import Cancel, Limits
from passatempo.core.outcome import Status, StopReason
from passatempo.core.pastime import Question
from passatempo.core.queries import ask, comparison_key
from passatempo.core.registry import pastime
from passatempo.machiavelli import read
from passatempo.machiavelli.checker import (
    check_count,
    check_listing,
    check_play,
    check_unlocking,
    value_of_play,
)
from passatempo.machiavelli.exact.arrange import arrange, count, enumerate_arrangements
from passatempo.machiavelli.exact.conflict import explain, explain_hand
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.groups import count_fixed_groups, named, weights
from passatempo.machiavelli.json import LISTING, PLAY, UNLOCKING
from passatempo.machiavelli.model import (
    ACES,
    JOKER,
    NAMES,
    Count,
    Drawing,
    EnumerateAsk,
    LayAsk,
    Listing,
    Play,
    Rules,
    Step,
    Turn,
    UnlockAsk,
    Unlocking,
)
from passatempo.machiavelli.steps import count_moves, plan_steps, unmendable_reason
from passatempo.machiavelli.words import show_listing, show_play, show_unlocking

from .test_lines import windows

GAME = pastime("machiavelli")


@cache
def melds(ace: str) -> frozenset[frozenset[int]]:
    """All melds as sets of cards."""
    found = {
        frozenset(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    }
    for size, suit in product(range(3, 14), "SHDC"):
        found |= {frozenset(NAMES.index(rank + suit) for rank in ranks) for ranks in windows(ace, size)}
    return frozenset(found)


@cache
def covers(cards: tuple[int, ...], jokers: int, ace: str) -> frozenset[tuple[tuple[int, ...], ...]]:
    """All arrangements of sorted cards and jokers, as sorted tuples of sorted melds; a joker as 64 + its card."""
    found = set()
    if not cards:
        alone = [tuple(sorted(64 + card for card in meld)) for meld in melds(ace) if len(meld) <= jokers]
        for meld in alone:
            found |= {tuple(sorted((meld, *others))) for others in covers((), jokers - len(meld), ace)}
        return frozenset(found) if jokers else frozenset({()})
    for meld in melds(ace):
        if cards[0] not in meld:
            continue
        there = [card for card in meld if card in cards and card != cards[0]]
        for size in range(len(there) + 1):
            wild = len(meld) - 1 - size
            if wild > jokers:
                continue
            for given in combinations(there, size):
                left = list(cards)
                for card in (cards[0], *given):
                    left.remove(card)
                laid = tuple(sorted(c if c in given or c == cards[0] else 64 + c for c in meld))
                found |= {tuple(sorted((laid, *rest))) for rest in covers(tuple(left), jokers - wild, ace)}
    return frozenset(found)


def some_turn(rng: random.Random, ace: str, *, most: int = 13, jokers: int = 0) -> Turn:
    """A few short melds on the table, sometimes spoilt, and a hand of cards near to them."""
    short = sorted(sorted(meld) for meld in melds(ace) if len(meld) <= 5)
    table: list[tuple[int, ...]] = []
    stock = Counter(dict.fromkeys(range(52), 2))
    while sum(map(len, table)) < most - 6 and rng.random() < 0.85:
        meld = rng.choice(short)
        if all(stock[card] for card in meld):
            stock.subtract(meld)
            table.append(tuple(meld))
    near = [card for group in table for card in group] or [20]
    near = [(card + step) % 52 for card in near for step in (0, 1, 13, 51)]
    hand = []
    for card in rng.sample(near, min(len(near), rng.randint(0, 5))):
        if stock[card]:
            stock[card] -= 1
            hand.append(card)
    in_hand = rng.randint(0, jokers)
    groups = [*table, *[(JOKER,)] * rng.randint(0, jokers - in_hand)]
    return Turn(tuple(groups), (*hand, *[JOKER] * in_hand), Rules(2, ace, jokers))


def plays(turn: Turn, points: tuple[int, ...]) -> list[tuple[tuple[int, bool, int], tuple[tuple[int, ...], ...]]]:
    """All plays with all arrangements: value, whether the hand is empty, minus the jokers laid; and the melds."""
    table = [card for card in turn.cards if card != JOKER]
    hand = [card for card in turn.hand if card != JOKER]
    on_table, in_hand = len(turn.cards) - len(table), len(turn.hand) - len(hand)
    found = []
    for size, jokers in product(range(len(hand) + 1), range(in_hand + 1)):
        for chosen in {tuple(sorted(laid)) for laid in combinations(hand, size)}:
            value = sum(points[card] for card in chosen)
            closes = size == len(hand) and jokers == in_hand
            cards = tuple(sorted([*table, *chosen]))
            found += [((value, closes, -jokers), melds) for melds in covers(cards, on_table + jokers, turn.rules.ace)]
    return found


@pytest.mark.quick(4)
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [0, 2])
def test_lay_agrees_with_all_plays(ace, jokers):
    rng = random.Random(f"lay {ace} {jokers}")
    possible = 0
    for _ in range(40 if jokers == 0 else 12):
        turn = some_turn(rng, ace, most=13 if jokers == 0 else 9, jokers=jokers)
        prefer = rng.choice(["cards", "points"])
        question = Question(turn, LayAsk(prefer))
        outcome = ask(GAME.problem("lay"), question)
        every = plays(turn, weights(turn.rules, prefer, None))
        assert (outcome.status is Status.SOLVED) == bool(every)
        if every:
            (value, closes, minus), _ = max(every)
            play = outcome.answer
            assert (outcome.value, outcome.bound) == (value, value)
            assert (not play.kept_in_hand) == closes
            assert -sum(card >= JOKER for card in play.laid) == minus
            possible += 1
    assert possible > 5


@pytest.mark.parametrize("ace", ACES)
def test_least_change_keeps_most_groups(ace):
    rng = random.Random(f"least {ace}")
    for _ in range(25):
        turn = some_turn(rng, ace, most=15)
        if not turn.table:
            continue
        outcome = ask(GAME.problem("lay"), Question(turn, LayAsk("least-change")))
        every = plays(turn, (1,) * 52)
        best = max((key[0], kept_of(turn, melds), -moved_by(turn.table, melds)) for key, melds in every)
        assert (outcome.value, outcome.answer.groups_kept, -outcome.stats["cards_moved"]) == best
        assert outcome.stats["fewest_proved"]
        assert count_moves(turn.table, outcome.answer.melds) == outcome.stats["cards_moved"]


def moved_by(before, after) -> int:
    """Cards that leave their group, by trying every pairing of old and new groups."""
    few, many = sorted([before, after], key=len)
    ways = permutations(range(len(many)), len(few))
    shared = max(sum(overlap(few[k], many[j]) for k, j in enumerate(way)) for way in ways)
    return sum(map(len, before)) - shared


def kept_of(turn: Turn, arrangement) -> int:
    return (Counter(tuple(sorted(group)) for group in turn.table) & Counter(arrangement)).total()


def test_least_change_needs_groups_that_are_melds():
    question = Question(read("3S 4S 5S | 7H 8H\nhand: 9H"), LayAsk("least-change"))
    with pytest.raises(InvalidInstance, match="group 2: '7H 8H' is no meld"):
        lay(question)
    heap = lay(Question(read("3S 4S 5S 7H 8H\nhand: 9H"), LayAsk("least-change")))
    assert (heap.value, heap.answer.groups_kept) == (1, None)


def test_free_jokers_of_groups_that_stay_are_named():
    turn = read("5H JK 7H | 9S 9D JK | 2C 3C 4C\nhand: 5C\njokers: 2")
    outcome = ask(GAME.problem("lay"), Question(turn, LayAsk("least-change")))
    assert (outcome.value, outcome.answer.groups_kept) == (1, 2)
    assert {card for meld in outcome.answer.melds for card in meld if card >= JOKER} == {64 + 18, 64 + 21}


@pytest.mark.parametrize(
    ("group", "ace", "meaning"),
    [
        ("JK JK JK", "both", "JK=AS JK=AH JK=AD"),
        ("QS JK AS", "both", "QS JK=KS AS"),
        ("QS JK AS", "low", None),
        ("KS JK 2S", "wrap", "KS JK=AS 2S"),
        ("7S 7H JK JK", "low", "7S 7H JK=7D JK=7C"),
        ("7S 7H 7D 7C JK", "low", None),
        ("7S JK=7H 7D", "low", "7S JK=7H 7D"),
        ("3S JK JK 7S", "low", None),
    ],
)
def test_free_jokers_stand_for_what_is_missing(group, ace, meaning):
    [cards] = read(group, jokers=3).table
    wanted = None if meaning is None else read(meaning, jokers=3).table[0]
    assert named(cards, ace) == wanted


def test_groups_kept_is_none_for_a_heap_alone():
    for text, kept in [("3S 4S 5S 9H", None), ("3S 4S 5S", 1), ("3S 4S 5S | 9H", 1), ("3S 4S | 5S", 0)]:
        assert count_fixed_groups(read(text), [(2, 3, 4)]) == kept
    assert count_fixed_groups(read("hand: 3S"), []) is None


@pytest.mark.parametrize("seed", range(100))
def test_steps_move_as_few_cards_as_any_pairing(seed):
    rng = random.Random(seed)
    turn = some_turn(rng, "both", most=15)
    before = turn.table
    cards = list(turn.cards) + rng.sample(list(turn.hand), rng.randint(0, len(turn.hand)))
    rng.shuffle(cards)
    cuts = sorted(rng.sample(range(1, len(cards)), min(len(cards) - 1, 3))) if len(cards) > 1 else []
    after = [tuple(cards[a:b]) for a, b in zip([0, *cuts], [*cuts, len(cards)], strict=True) if a < b]
    slots = [*range(len(before)), *[None] * len(after)]
    shared = max(
        (sum(overlap(before[b], after[a]) for a, b in enumerate(way) if b is not None))
        for way in set(permutations(slots, len(after)))
    )
    assert count_moves(before, after) == len(turn.cards) - shared
    laid = list((Counter(cards) - Counter(turn.cards)).elements())
    steps = plan_steps(before, after, laid)
    from_table = sum(len(step.take) for step in steps if step.source)
    assert from_table == count_moves(before, after)
    assert sum(len(step.take) for step in steps) - from_table == len(laid)
    end = Counter(tuple(sorted(place)) for place in (steps[-1].places if steps else before) if place)
    assert end == Counter(tuple(sorted(meld)) for meld in after)


def overlap(group, meld) -> int:
    return (Counter(group) & Counter(meld)).total()


def test_groups_that_stay_are_paired_with_themselves():
    assert plan_steps([(0, 1, 2), (0, 1, 2, 3)], [(0, 1, 2, 3), (2, 0, 1)], ()) == ()


PLAYED = Question(read("3S 4S 5S 6S | 9H 9D\nhand: 9S KD JK", jokers=1), LayAsk())
STEPS = (
    Step((8,), 0, 2, ((2, 3, 4, 5), (8, 21, 34))),
    Step((5,), 1, 3, ((2, 3, 4), (8, 21, 34), (5,))),
    Step((5,), 3, 1, ((2, 3, 4, 5), (8, 21, 34), ())),
)
RIGHT = Play((8,), (JOKER, 38), ((2, 3, 4, 5), (8, 21, 34)), 1, STEPS)


def test_a_right_play_is_not_faulted():
    assert check_play(PLAYED, RIGHT) == []
    assert value_of_play(PLAYED, RIGHT) == 1
    assert value_of_play(Question(PLAYED.instance, LayAsk("points", {"9": 5})), RIGHT) == 5


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("not-a-meld", {"melds": ((2, 3, 4, 5), (8, 21, 35))}),
        ("missing-card", {"melds": ((2, 3, 4), (8, 21, 34))}),
        ("extra-card", {"melds": ((2, 3, 4, 5, 6), (8, 21, 34))}),
        ("wrong-hand", {"kept_in_hand": (38,)}),
        ("wrong-groups-kept", {"groups_kept": 2}),
        ("wrong-groups-kept", {"groups_kept": None}),
        ("wrong-joker", {"laid": (8, 64), "kept_in_hand": (38,), "melds": ((2, 3, 4, 5), (8, 21, 34, 64 + 47))}),
        ("wrong-step", {"steps": (STEPS[1],)}),
        ("wrong-step", {"steps": (replace(STEPS[0], source=1),)}),
        ("wrong-step", {"steps": (replace(STEPS[0], target=5),)}),
        ("wrong-step", {"steps": (replace(STEPS[0], take=()),)}),
        ("wrong-step", {"steps": (replace(STEPS[0], places=((2, 3, 4), (8, 21, 34))),)}),
        ("wrong-steps", {"steps": STEPS[:2]}),
        ("wrong-steps", {"steps": ()}),
    ],
)
def test_a_wrong_play_is_faulted_by_name(rule, changes):
    assert rule in {violation.rule for violation in check_play(PLAYED, replace(RIGHT, **changes))}


def test_wrong_unlocking_cards_are_faulted():
    question = Question(read("3S 4S 5S\nhand: 9H 9D"), UnlockAsk(pairs=True))
    right = unlock(question).answer
    assert check_unlocking(question, right) == []
    single = right.single
    spoilt = [
        replace(single, good=3),
        replace(single, unseen=98),
        replace(single, probability=Fraction(1, 99)),
        replace(single, cards=(((8,), 1), ((47,), 3))),
        replace(single, cards=(((8,), 2), ((8,), 2))),
    ]
    assert all(check_unlocking(question, replace(right, single=wrong)) for wrong in spoilt)
    assert check_count(question.instance, Count(-1))
    listing = Listing((((2, 3, 4),), ((3, 2, 4),)), complete=True)
    assert {v.rule for v in check_listing(Question(read("3S 4S 5S"), EnumerateAsk(1)), listing)} == {
        "listed-twice",
        "too-many",
    }


@pytest.mark.quick(4)
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_unlock_agrees_with_brute_force(ace, jokers):
    rng = random.Random(f"unlock {ace} {jokers}")
    for _ in range(6 if jokers < 2 else 2):
        turn = some_turn(rng, ace, most=10, jokers=jokers)
        held = Counter(turn.cards + turn.hand)
        unseen = {c: (2 if c < JOKER else jokers) - held[c] for c in range(JOKER + 1)}
        answer = ask(GAME.problem("unlock"), Question(turn, UnlockAsk(pairs=jokers == 0))).answer
        assert answer.closes_now == closes(held, ace)
        good = {c: n for c, n in unseen.items() if n and closes(held + Counter([c]), ace)}
        assert dict(answer.single.cards) == {(c,): n for c, n in good.items()}
        assert answer.single.probability == Fraction(sum(good.values()), sum(unseen.values()))
        if answer.pairs is not None:
            near = sorted({(c + step) % 52 for c in held for step in (1, 2, 13, 26, 39, 50, 51)})
            listed = dict(answer.pairs.cards)
            for a, b in rng.sample(list(combinations(near, 2)), min(40, len(near) * (len(near) - 1) // 2)):
                if unseen[a] and unseen[b]:
                    ways = unseen[a] * unseen[b] if closes(held + Counter([a, b]), ace) else 0
                    assert listed.get((a, b), 0) == ways


def closes(held: Counter, ace: str) -> bool:
    cards = tuple(sorted(card for card in held.elements() if card != JOKER))
    return bool(covers(cards, held[JOKER], ace))


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("jokers", [1, 2])
def test_arrangements_with_jokers_agree_with_brute_force(ace, jokers):
    rng = random.Random(f"count {ace} {jokers}")
    some = 0
    for _ in range(25):
        turn = some_turn(rng, ace, most=12 if jokers == 1 else 10, jokers=jokers)
        cards = tuple(sorted(card for card in turn.cards if card != JOKER))
        every = covers(cards, len(turn.cards) - len(cards), ace)
        assert count(turn).answer.arrangements == len(every)
        listing = enumerate_arrangements(Question(turn, EnumerateAsk(10**6))).answer
        assert {tuple(sorted(tuple(sorted(meld)) for meld in a)) for a in listing.arrangements} == every
        assert len(listing.arrangements) == len(every)
        some += len(every) > 1
    assert some > 3


def cannot_be_placed(cards: tuple[int, ...], turn: Turn, rest: list[int]) -> bool:
    """Try every choice of the other cards; jokers among them are left alone by these tests."""
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            if covers(tuple(sorted(cards + others)), 0, turn.rules.ace):
                return False
    return True


@pytest.mark.parametrize("ace", ACES)
def test_a_reason_is_a_smallest_set_that_cannot_be_placed(ace):
    rng = random.Random(f"reason {ace}")
    explained = 0
    for _ in range(60):
        turn = some_turn(rng, ace, most=9)
        spoilt = Turn((turn.cards + turn.hand,), (), turn.rules) if turn.cards else turn
        if len(spoilt.cards) > 11 or arrange(spoilt).status is Status.SOLVED:
            continue
        explained += 1
        reason, conflict = explain(spoilt)
        assert reason
        stuck = tuple(sorted(NAMES.index(text) for text in conflict))
        assert stuck
        for size in range(1, len(stuck) + 1):
            for chosen in {tuple(sorted(chosen)) for chosen in combinations(spoilt.cards, size)}:
                rest = list((Counter(spoilt.cards) - Counter(chosen)).elements())
                stands = cannot_be_placed(chosen, spoilt, rest)
                assert stands or chosen != stuck
                assert not stands or size == len(stuck), "a smaller set cannot be placed"
    assert explained > 5


def test_reasons_of_turns_count_the_hand():
    turn = read("3S 4S 9H\nhand: 5S")
    assert explain(turn)[1] == ("3S",) or explain(turn)[1] == ("9H",) or explain(turn)[1] == ("4S",)
    reason, conflict = explain_hand(Question(turn, LayAsk()))
    assert conflict == ("9H",)
    assert reason == "9H fits in no meld of these cards"
    assert explain(read("3S 4S 9H JK", jokers=1))[1]
    assert explain(read("JK JK", jokers=2))[1] == ("JK",)


def test_a_reason_keeps_to_its_limits():
    turn = read("3S 4S 9H")
    assert explain(turn, Limits(nodes=0)) == ("", ())
    cancel = Cancel()
    cancel.cancel()
    assert explain(turn, Limits(cancel=cancel)) == ("", ())


def test_weights_say_what_a_card_counts():
    turn = read("hand: 3S 4S 5S KH KD KC")
    assert lay(Question(turn, LayAsk("points"))).value == 42
    assert lay(Question(turn, LayAsk("points", {"K": 0, "5S": 100}))).value == 107
    for bad in ({"X": 1}, {"A": -1}):
        with pytest.raises(FormatError, match="weights"):
            lay(Question(turn, LayAsk("points", bad)))
    with pytest.raises(FormatError, match="not cards"):
        lay(Question(turn, LayAsk("cards", {"A": 1})))


def test_questions_are_read_from_json_with_their_inputs():
    raw = {"table": "3S 4S 5S", "hand": "6S", "prefer": "points", "limit": 3}
    question = load_question(GAME, GAME.problem("lay"), raw, {})
    assert question.ask == LayAsk("points")
    with pytest.raises(FormatError, match="'most' is not one of cards, points, least-change"):
        load_question(GAME, GAME.problem("lay"), {**raw, "prefer": "most"}, {})


def test_answers_have_the_keys_of_the_contract():
    question = Question(read("3S 4S 5S | 9H 9D 9C\nhand: 6S KD"), LayAsk())
    said = decode(encode(PLAY.dump(lay(question).answer)))
    assert list(said) == ["laid", "kept_in_hand", "melds", "groups_kept", "steps"]
    assert (said["laid"], said["kept_in_hand"], said["groups_kept"]) == (["6S"], ["KD"], 1)
    assert said["steps"] == [
        {
            "take": ["6S"],
            "source": "hand",
            "target": 1,
            "places": [["3S", "4S", "5S", "6S"], ["9H", "9D", "9C"]],
            "text": "lay 6S from the hand to the run 3S-5S",
        }
    ]
    found = decode(encode(UNLOCKING.dump(unlock(read("3S 4S 5S\nhand: 9H 9D")).answer)))
    assert found == {
        "cards": {"9S": 2, "9C": 2},
        "good": 4,
        "unseen": 99,
        "probability": "4/99",
        "closes_now": False,
    }


def test_answers_survive_json():
    turn = read("5H 6H 7H | 9S 9D 9C\nhand: 4H JK\njokers: 2")
    for shape, answer in [
        (PLAY, lay(Question(turn, LayAsk())).answer),
        (UNLOCKING, unlock(Question(turn, UnlockAsk(pairs=True))).answer),
        (LISTING, enumerate_arrangements(turn).answer),
    ]:
        assert shape.load(convert(decode(encode(shape.dump(answer))), shape.keys)) == answer


def test_a_limit_is_never_a_proof():
    turn = read("3S 4S 5S 6S 7S 8S | 9H 9D 9C\nhand: 6S 7S 9S 2S")
    for prefer in ("cards", "least-change"):
        outcome = lay(Question(turn, LayAsk(prefer)), Limits(nodes=0))
        assert outcome.status in (Status.UNKNOWN, Status.FEASIBLE)
        assert outcome.stopped is StopReason.NODES
    assert unlock(turn, Limits(nodes=0)).status is Status.UNKNOWN
    assert count(turn, Limits(nodes=0)).status is Status.UNKNOWN
    assert enumerate_arrangements(turn, Limits(nodes=0)).status is Status.FEASIBLE
    wild = read("3S 4S 5S 6S 7S 8S JK JK", jokers=2)
    assert count(wild, Limits(nodes=1)).status is Status.UNKNOWN
    assert enumerate_arrangements(wild, Limits(nodes=1)).status is Status.FEASIBLE


def test_answers_in_words():
    turn = read("3Q 4Q 5Q | 9C 9Q 9F\nhand: 6Q\nlocale: it")
    shown = show_play(Question(turn, LayAsk()), lay(Question(turn, LayAsk())).answer)
    assert shown.splitlines() == [
        "Lay 6Q: the hand is empty. 1 of 2 groups stays as it is.",
        "3Q 4Q 5Q 6Q",
        "9C 9Q 9F",
        "Steps:",
        " 1. lay 6Q from the hand to the run 3Q-5Q",
    ]
    question = Question(turn, UnlockAsk(pairs=True))
    told = show_unlocking(question, unlock(question).answer)
    assert told.startswith("You can play your whole hand now.\nWith one card more the whole hand goes: ")
    assert "and " in told
    nothing = Drawing((), 0, 0, Fraction(0))
    assert show_unlocking(question, Unlocking(nothing, nothing, closes_now=False)).count("lets the whole hand go") == 2
    assert show_listing(Question(turn, EnumerateAsk(0)), Listing((), complete=False)) == "none listed"


def test_an_empty_hand_does_not_go():
    nothing = Unlocking(Drawing((), 0, 1, Fraction(0)), Drawing((), 0, 0, Fraction(0)), closes_now=True)
    question = Question(read("2S 3S 4S"), UnlockAsk(pairs=True))
    assert show_unlocking(question, nothing) == "The hand is empty.\nNo card can be laid.\nNo pair can be laid."
    told = show_unlocking(question, unlock(question).answer)
    assert told.startswith("The hand is empty.\nOne card can be laid if it is drawn: AS (x2), 5S (x2)\n4 of 101 unseen")
    one = Unlocking(Drawing((((3,), 1),), 1, 1, Fraction(1)), None, closes_now=False)
    assert "1 of 1 unseen card, probability 1" in show_unlocking(question, one)


def test_a_table_that_does_not_split_agrees_in_number():
    one = "the 1 card of the table does not split into sets and runs (ace both)"
    assert unmendable_reason(Turn(((0,),))) == one
    assert unmendable_reason(Turn(((0,),), (1,))) == f"{one}, even with the card of the hand"
    two = "the 2 cards of the table do not split into sets and runs (ace both)"
    assert unmendable_reason(Turn(((0, 1),), (3, 9))) == f"{two}, whichever of the 2 cards of the hand are added"


@pytest.mark.parametrize(
    ("kept", "groups", "proved", "said"),
    [
        (1, 1, True, "empty. The group stays as it is."),
        (1, 2, True, "empty. 1 of 2 groups stays as it is."),
        (2, 2, True, "empty. 2 of 2 groups stay as they"),
        (1, 2, False, "empty; at least 1 of 2 groups stays as it is."),
        (0, 2, True, "empty.\n"),
        (0, 2, False, "empty.\n"),
    ],
)
def test_groups_that_stay_agree_in_number(kept, groups, proved, said):
    melds = ((0, 1, 2), (16, 17, 18))[:groups]
    turn = Turn(melds, (40,))
    assert said in show_play(Question(turn, LayAsk(brief=True)), Play((40,), (), melds, kept, None, proved))


OTHERS = ["reference", "ilp-sets", "cpsat"]


@pytest.mark.quick(5)
@pytest.mark.parametrize("method", OTHERS)
@pytest.mark.parametrize("prefer", ["cards", "points", "least-change"])
def test_other_methods_lay_as_the_kernel_does(method, prefer):
    if method != "reference":
        pytest.importorskip("ortools")
    rng = random.Random(f"others {method} {prefer}")
    problem = GAME.problem("lay")
    for number in range(12):
        turn = some_turn(rng, ACES[number % 4], most=18, jokers=(number // 4) % 3)
        groups = tuple(group for group in turn.table if group != (JOKER,))
        turn = Turn(groups, turn.hand, turn.rules) if prefer == "least-change" else turn
        question = Question(turn, LayAsk(prefer))
        first, second = ask(problem, question), ask(problem, question, method=method)
        assert (first.status, first.value) == (second.status, second.value)
        assert comparison_key(problem, question, first) == comparison_key(problem, question, second)
        for outcome in (first, second):
            assert outcome.bound in (None, outcome.value)


@pytest.mark.parametrize("method", ["reference", "cpsat"])
def test_other_methods_unlock_count_and_list_as_the_kernel_does(method):
    if method != "reference":
        pytest.importorskip("ortools")
    rng = random.Random(f"others {method}")
    for number in range(4):
        turn = some_turn(rng, ACES[number], most=14, jokers=number % 2)
        for name, inputs in [("unlock", UnlockAsk()), ("enumerate", EnumerateAsk(1000))]:
            first, second = (
                ask(GAME.problem(name), Question(turn, inputs), method=m).answer for m in ("exact", method)
            )
            if name == "unlock":
                assert first == second
            else:
                assert as_sets(first) == as_sets(second)
                assert first.complete
                assert second.complete
        first, second = (ask(GAME.problem("count"), turn, method=m).answer for m in ("exact", method))
        assert first == second


def as_sets(listing: Listing) -> Counter:
    return Counter(tuple(sorted(tuple(sorted(meld)) for meld in melds)) for melds in listing.arrangements)
