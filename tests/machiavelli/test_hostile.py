"""Arrays and answers that nobody means well with: refused or judged, never a crash; `make sanitize` runs it.

Tests: machiavelli/exact/arrange.py, machiavelli/checker.py
"""

import random
from fractions import Fraction

import pytest

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, dump_outcome, encode
from passatempo.core.limits import Limits
from passatempo.core.outcome import Outcome, Status
from passatempo.core.pastime import Question
from passatempo.core.queries import violations_of
from passatempo.core.registry import pastime
from passatempo.machiavelli import _kernel, read
from passatempo.machiavelli.exact.arrange import arrange, arrange_many, count, enumerate_arrangements
from passatempo.machiavelli.exact.lay import lay
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.model import ACES, JOKER, EnumerateAsk, LayAsk, Play, Rules, Turn, UnlockAsk

from .heaps import LINES

GAME = pastime("machiavelli")
SOON = Limits(nodes=300, seconds=0.05)  # with a hundred copies of each card one node alone takes seconds


@pytest.mark.parametrize("tries", [150, pytest.param(5_000, marks=pytest.mark.long)])
def test_arrays_of_any_bytes_are_judged_or_refused(tries):
    rng = random.Random(1)
    for number in range(tries):
        most = rng.choice([1, 2, 4, 10, 30, 100, 101, 255])
        tables = bytes(rng.randint(0, most) for _ in range(52 * rng.randint(0, 3) + rng.choice([0, 0, 0, 1])))
        try:
            verdicts = arrange_many(tables, ACES[number % 4], SOON)
        except ValueError:
            assert len(tables) % 52 or max(tables) > 100
            continue
        assert len(verdicts) <= len(tables) // 52
        assert set(verdicts) <= {0, 1}


@pytest.mark.parametrize("tries", [15, pytest.param(1_000, marks=pytest.mark.long)])
def test_turns_of_any_cards_are_answered(tries):
    rng = random.Random(2)
    for _ in range(tries):
        decks, jokers = rng.choice([1, 2, 5, 20, 100]), rng.choice([0, 0, 1, 3, 12, 100])
        copies = [rng.randint(0, decks) for _ in range(52)]
        cards = [card for card, number in enumerate(copies) for _ in range(number) if rng.random() < 0.7]
        rng.shuffle(cards)
        hand = tuple(cards[: rng.randint(0, 30)])
        rest = cards[len(hand) :]
        there = rng.randint(0, jokers)
        cuts = sorted(rng.randint(0, len(rest)) for _ in range(rng.randint(0, 5)))
        table = [tuple(rest[a:b]) for a, b in zip([0, *cuts], [*cuts, len(rest)], strict=True) if a < b]
        table += [(JOKER,)] * there
        turn = Turn(tuple(table), hand + (JOKER,) * (jokers - there), Rules(decks, rng.choice(ACES), jokers))
        heap = Turn((turn.cards,) if table else (), turn.hand, turn.rules)
        arrange(turn, SOON)
        count(turn, SOON)
        enumerate_arrangements(Question(turn, EnumerateAsk(20)), SOON)
        unlock(Question(turn, UnlockAsk(pairs=rng.random() < 0.2)), SOON)
        lay(Question(heap, LayAsk("points", {"A": 0, "K": 10**6}, brief=True)), SOON)
        lay(Question(heap, LayAsk("least-change", brief=True)), SOON)


@pytest.mark.parametrize("ace", range(4))
def test_groups_of_any_kind_are_kept_or_refused(ace):
    rng = random.Random(ace)
    for _ in range(40):
        groups = tuple(
            tuple(rng.choice([rng.randrange(52), rng.randrange(52), JOKER, 64 + rng.randrange(52)]) for _ in range(n))
            for n in (rng.randint(0, 13) for _ in range(rng.randint(0, 8)))
        )
        hand = bytes(rng.randint(0, 2) for _ in range(52))
        _kernel.keep(groups, hand, LINES[ace], None, rng.randint(0, 4), 0.02, 300, None)
        if all(card < 52 for group in groups for card in group):
            _kernel.fewest_moves(groups, hand, LINES[ace], rng.randint(-3, 9), 0, rng.randint(0, 60), 0.02, 300, None)


@pytest.mark.parametrize("jokers", [-1, 251, 2**31 - 1])
def test_numbers_of_jokers_out_of_range_are_refused(jokers):
    free = (1e9, 100, None)
    with pytest.raises(ValueError, match="jokers"):
        _kernel.lay(bytes(52), bytes(52), LINES[0], None, jokers, 0, *free)
    with pytest.raises(ValueError, match="jokers"):
        _kernel.lay(bytes(52), bytes(52), LINES[0], None, 0, jokers, *free)
    with pytest.raises(ValueError, match="jokers"):
        _kernel.unlock(bytes(52), bytes(52), LINES[0], jokers, False, *free)
    with pytest.raises(ValueError, match="jokers"):
        _kernel.keep((), bytes(52), LINES[0], None, jokers, *free)


def test_more_groups_than_a_hundred_decks_hold_are_refused():
    with pytest.raises(ValueError, match="1792"):
        _kernel.keep(((0, 1, 2),) * 1793, bytes(52), LINES[0], None, 0, 1e9, 100, None)


TURN = read("3S 4S 5S | 9H 9D 9C\nhand: 6S 9S KD JK", jokers=2)
ODD = [64 + 3, JOKER, 51, 0, 5, 5, 115]


def answers(rng):
    """Yield answers of every question with cards, numbers and shapes that are wrong."""
    cards = tuple(rng.choice(ODD) for _ in range(rng.choice([0, 1, 3, 14, 300])))
    melds = tuple(tuple(rng.choice(ODD) for _ in range(rng.randint(0, 5))) for _ in range(rng.randint(0, 4)))
    melds = (*melds, cards)
    yield "arrange", {"melds": melds}
    play = {"laid": cards, "kept_in_hand": cards, "melds": melds, "groups_kept": rng.choice([None, -1, 0, 10**30])}
    step = {"take": cards, "source": rng.choice(["hand", -5, 0, 1, 10**20]), "target": rng.choice([-1, 0, 1, 10**20])}
    yield "lay", play | {"steps": rng.choice([None, [], [step | {"places": melds}]])}
    drawing = {"cards": {"JK=3S": 1, "9S 9S": 10**30}, "good": -1, "unseen": 10**30, "probability": "7/3"}
    yield "unlock", drawing | {"closes_now": True, "pairs": rng.choice([None, drawing])}
    yield "count", {"arrangements": "1" * rng.choice([1, 5_000])}
    yield "enumerate", {"arrangements": [melds, [], [cards]], "complete": rng.random() < 0.5}


@pytest.mark.parametrize("tries", [30, pytest.param(2_000, marks=pytest.mark.long)])
def test_any_answer_is_judged(tries):
    rng = random.Random(3)
    names = {JOKER: "JK", 51: "KC", 0: "AS", 5: "6S", 67: "JK=4S", 115: "JK=KC"}

    def named(value):
        if isinstance(value, tuple | list):
            return [named(item) for item in value]
        if isinstance(value, dict):
            return {
                key: item if key in ("groups_kept", "good", "unseen") else named(item) for key, item in value.items()
            }
        return names.get(value, value) if type(value) is int else value

    for _ in range(tries):
        for name, raw in answers(rng):
            problem = GAME.problem(name)
            shape = problem.wiring.json
            said = named(raw)
            if said.get("steps"):
                said["steps"][0] |= {key: raw["steps"][0][key] for key in ("source", "target")}
            try:
                answer = shape.load(convert(decode(encode(said)), shape.keys))
            except (FormatError, InvalidInstance):
                continue
            violations = violations_of(problem, TURN, answer)
            assert all(violation.text for violation in violations)
            if not violations:
                assert encode(dump_outcome(problem, Outcome(Status.SOLVED, answer, Fraction(1, 2))))


def test_a_play_of_three_hundred_aces_is_faulted():
    aces = (0,) * 300
    rules = {v.rule for v in violations_of(GAME.problem("lay"), TURN, Play(aces, aces, (aces,), 0))}
    assert {"identical-cards", "wrong-hand", "missing-card"} <= rules
