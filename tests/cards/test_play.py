"""What the kernel tells of rows, against the checker, the lists of the scan in Python, and verified cases.

Tests: game/play.py
"""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from passatempo.cards import _kernel
from passatempo.cards.answers import Ordering, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.checker import check_ordering, find_stationary
from passatempo.cards.exact.listing import rank, sample, unrank
from passatempo.cards.game.play import GameState
from passatempo.cards.game.rules import GameRules
from passatempo.cards.generate import Params, generate
from passatempo.cards.model import Deal, Distance, multiplicities
from passatempo.core.interface import Interface
from passatempo.core.limits import NO_NODES, NO_SECONDS, Limits
from passatempo.core.outcome import StopReason
from passatempo.core.pastime import Question
from passatempo.core.random import Random

KERNEL = Interface.of("cards")
FREE = (NO_SECONDS, NO_NODES, None)
CASES = json.loads((Path(__file__).parents[1] / "data/cards/core.json").read_text(encoding="utf-8"))
GOOD = ((1, 1, 2, 2, 3, 3, 4), False, 4)
RULES = ("", "other-cards", "equal", "too-many-turns", "too-few-turns", "end", "distance", "last-step", "unfinished")
RULES += ("wrong-gap", "wrong-at", "wrong-first", "wrong-last")


def deals(*seeds):
    """Make possible and impossible deals of both end rules, some without a distance, some of three equal cards."""
    for k in seeds or range(60):
        random = Random(k, "app cards")
        number, ends = random.in_range(5, 14), ("interior", "open")[k % 2]
        if k % 5 == 4:
            yield Deal(tuple(random.in_range(1, 4) for _ in range(number)), (), ends)
        else:
            deal = generate(Params(number, "any", ends), random)
            yield deal if k % 3 else Deal(deal.cards, (), ends)


DEALS = list(deals())


def asked(deal):
    return deal.cards, deal.open, deal.distances[0].value if deal.distances else 0


def ask(question, deal, **more):
    return KERNEL.ask(question, deal=asked(deal), **more).reply


def verdict(deal, row):
    """Judge a row as the game does."""
    return GameState(GameRules(len(deal.cards)), deal, tuple(enumerate(row, 1))).verdict


def whole(raw):
    return int.from_bytes(bytes(raw), "little")


@pytest.mark.parametrize("case", CASES, ids=[f"{k}-N{case['N']}" for k, case in enumerate(CASES)])
def test_the_deals_of_the_data_file_have_their_interval_and_rows(case):
    distance = (Distance(1, 3, "=", case["D"]),)
    deal = Deal(tuple(case["cards"]), distance, case["ends"])
    if not 1 <= min(deal.cards) <= max(deal.cards) <= 1_000_000 or len(deal.cards) > 400:
        with pytest.raises(ValueError, match=r"cards: |a number does not fit"):
            ask("order", deal)
        return
    told = ask("distances", deal)
    interval = (told["low"], told["high"]) if told["low"] <= told["high"] else None
    assert interval == (tuple(case["feasible_D"]) if case.get("feasible_D") else None)
    row = ask("order", deal)
    assert bool(row["cards"]) == (case["status"] == "SAT")
    if row["cards"]:
        assert check_ordering(deal, Ordering(tuple(row["cards"]), tuple(row["turns"]))) == []
    if "sequences" in case and len(deal.cards) <= 200:
        assert whole(ask("row", deal, number=b"")["total"]) == int(case["sequences"])


@pytest.mark.parametrize("deal", DEALS)
def test_row_and_counts_are_those_of_the_questions(deal):
    """The row and its places, the interval, and every count are the native kernel's, byte for byte."""
    low = high = asked(deal)[2]
    if not low:
        low, high = 1, 400
    _, native = _kernel.order(deal.cards, low, high, deal.open, *FREE)
    told = ask("order", deal)
    assert (tuple(told["cards"]), tuple(told["turns"])) == (native or ((), ()))
    _, low, high = _kernel.distances(deal.cards, deal.open, *FREE)
    told = ask("distances", deal)
    assert (told["low"], told["high"]) == (low, high)
    if low <= high:
        _, copies = multiplicities(deal.cards)
        _, *counts = _kernel.counts(bytes(copies), deal.open, *FREE)
        assert [told["size"], bytes(told["numbers"])] == counts


@pytest.mark.parametrize("number", [21, 60, 101, 201, 400])
def test_counts_of_many_cards_are_those_of_the_question(number):
    """Long numbers, whose words the browser sums in halves, are the native ones; so is the row."""
    for ends in ("interior", "open"):
        drawn = generate(Params(number, "possible", ends), Random(number, "app many", ends))
        deal = Deal(drawn.cards, (), ends)
        _, copies = multiplicities(deal.cards)
        _, *counts = _kernel.counts(bytes(copies), deal.open, *FREE)
        told = ask("distances", deal)
        assert [told["size"], bytes(told["numbers"])] == counts
        _, native = _kernel.order(deal.cards, 1, 400, deal.open, *FREE)
        assert tuple(ask("order", deal)["cards"]) == native[0]


@pytest.mark.parametrize("deal", DEALS)
def test_rows_by_number_and_samples_are_those_of_the_questions(deal):
    """Row k is the package's row k, and has the number k; the same seed draws the same rows."""
    total = whole(ask("row", deal, number=b"")["total"])
    drawn = sample(Question(deal, SampleAsk(3)), Limits(seed=77))
    if not total:
        assert drawn.answer is None
        assert ask("sample", deal, seed=77, skip=0)["cards"] == ()
        return
    random = Random(total, "app numbers")
    for number in {0, total - 1, *[random.below(total) for _ in range(4)]}:
        told = ask("row", deal, number=number.to_bytes(16, "little"))
        twin = unrank(Question(deal, UnrankAsk(number + 1))).answer
        assert (tuple(told["cards"]), tuple(told["turns"])) == (twin.sequence, twin.stationary)
        again = ask("number", deal, row=told["cards"])
        assert (whole(again["number"]), whole(again["total"])) == (number, total)
    assert rank(Question(deal, RankAsk(tuple(told["cards"])))).answer.rank == number + 1
    assert ask("row", deal, number=total.to_bytes(16, "little"))["cards"] == ()
    for skip, row in enumerate(drawn.answer.sequences):
        assert tuple(ask("sample", deal, seed=77, skip=skip)["cards"]) == row


def test_samples_of_many_cards_are_those_of_the_question():
    """Numbers of several words are drawn and found as in the package."""
    deal = generate(Params(120, "possible"), Random(3, "app cards"))
    drawn = sample(Question(deal, SampleAsk(2)), Limits(seed=5)).answer.sequences
    for skip, row in enumerate(drawn):
        told = ask("sample", deal, seed=5, skip=skip)
        assert tuple(told["cards"]) == row
        assert whole(ask("number", deal, row=row)["number"]) == whole(told["number"])


def starts(row, ends):
    """Tell whether a row may begin so: the pattern, or with open ends one of its tails, goes on from there."""
    pairs = list(pairwise(row))
    steps = "".join("U" if a < b else "D" for a, b in pairs)
    runs = "".join(step for k, step in enumerate(steps) if k == 0 or step != steps[k - 1])
    patterns = ["UDUD", "DUD"] if ends == "open" else ["UDUD"]
    return all(a != b for a, b in pairs) and any(pattern.startswith(runs) for pattern in patterns)


@pytest.mark.parametrize("deal", DEALS)
def test_a_row_is_judged_as_by_the_checker(deal):
    """Rows with cards swapped, lost and repeated: what the checker says, and where it goes wrong first."""
    random = Random(len(deal.cards), "app judge", *deal.cards)
    for k in range(30):
        found = ask("sample", deal, seed=k, skip=0)["cards"]
        row = list(found) if found else random.shuffle_copy(deal.cards)
        for _ in range(random.below(3)):
            i, j = random.below(len(row)), random.below(len(row))
            row[i], row[j] = row[j], row[i]
        if random.below(8) == 0:
            row[random.below(len(row))] = 1 + random.below(9)
        told = verdict(deal, row)
        points = find_stationary(row, "UDUD", deal.ends)
        faults = check_ordering(deal, Ordering(tuple(row), points or ()))
        if not faults:
            assert (told["faults"], told["turns"]) == ((), points)
            continue
        ((number, position, _, value),) = told["faults"]
        rule = RULES[number]
        if faults[0].rule in ("missing-card", "extra-card"):
            assert rule == "other-cards"
        elif faults[0].rule == "wrong-distance":
            assert (rule, position, value) == ("distance", points[2], points[2] - points[0])
        else:
            assert rule in ("equal", "too-many-turns", "too-few-turns", "end", "last-step")
            wrong = next((at for at in range(1, len(row) + 1) if not starts(row[:at], deal.ends)), None)
            assert position == (wrong or len(row))
            assert (rule in ("too-few-turns", "last-step")) == (wrong is None)
            assert (rule == "equal") == (wrong is not None and row[wrong - 1] == row[wrong - 2])


def demanding(random):
    """Make cards with demands of every kind, and an order that follows the pattern, if sixty tries find one."""
    pattern = "UDUDU"[random.below(2) :][: 2 + random.below(3)]
    if random.below(3) == 0:
        pattern = "UDUD"
    cards = tuple(random.in_range(-2, 3) for _ in range(random.in_range(4, 8)))
    low, points = 1 - 2**53, len(pattern) - 1
    cards = (low, *cards[1:]) if random.below(5) == 0 else cards
    ends = ("interior", "open")[random.below(2)]
    tries = [random.shuffle_copy(cards) for _ in range(60)]
    row = next((one for one in tries if find_stationary(one, pattern, ends)), tries[0])
    pair = (1, points, "=<>"[random.below(3)].replace("<", "<=").replace(">", ">="), random.in_range(1, 5))
    asked = {
        "distances": (Distance(*pair),) * random.below(2) if points > 1 else (),
        "peak_gap": random.below(3) if pattern == "UDUD" and random.below(2) else None,
        "fixed": ((1, random.in_range(1, 4)),) * random.below(2),
        "first": row[0] - random.below(2) if random.below(2) else None,
        "last": row[-1] - random.below(2) if random.below(2) else None,
    }
    return Deal(cards, ends=ends, pattern=pattern, **asked), row


def test_every_demand_is_judged_as_by_the_checker():
    """Each demand of a deal, kept and broken: the checker names the same ones, and the same number that was found."""
    random, seen = Random(9, "demands"), set()
    for _ in range(700):
        deal, row = demanding(random)
        told = verdict(deal, row)
        points = find_stationary(row, deal.pattern, deal.ends)
        rules = [RULES[fault.rule] for fault in told["faults"]]
        if points is None:
            assert rules in ([one] for one in ("equal", "too-many-turns", "too-few-turns", "end", "last-step"))
            continue
        faults = check_ordering(deal, Ordering(tuple(row), points))
        assert [fault.rule for fault in faults] == [rule.replace("distance", "wrong-distance") for rule in rules]
        for fault, one in zip(faults, told["faults"], strict=True):
            assert f" {one.value}," in fault.text
        assert told["turns"] == points
        seen |= {*rules, "" if not rules else "broken"}
    assert seen == {"", "broken", "distance", "wrong-gap", "wrong-at", "wrong-first", "wrong-last"}


def test_a_row_without_a_card_is_not_right():
    deal = Deal((1, 1, 1, 2, 2))
    for row in ((), (1,), (1, 2, 1, 2)):
        (fault,) = verdict(deal, row)["faults"]
        assert RULES[fault.rule] == "unfinished"
    request = {"conditions": ((1, 2), b"U", False, (), (), (), (), ()), "row": (1, 2)}
    assert RULES[KERNEL.ask("judge", **request, positions=(1, 3)).reply["faults"][0].rule] == "other-cards"
    for positions in ((1,), (2, 1), (1, 1)):
        with pytest.raises(ValueError, match="positions: ascending positions of the row are needed"):
            KERNEL.ask("judge", **request, positions=positions)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (((), False, 4), "cards: too many or too few"),
        (((0, 1), False, 4), "cards: a number from 1 to 1000000 is needed"),
        (((1, 2), False, 401), "distance: a number from 0 to 400 is needed"),
    ],
)
def test_what_is_no_deal_is_refused(changed, why):
    with pytest.raises(ValueError, match=why):
        KERNEL.ask("order", deal=changed)


def test_what_is_no_row_or_deck_is_refused():
    with pytest.raises(ValueError, match="row: a row of the deal is needed"):
        KERNEL.ask("number", deal=GOOD, row=[1, 2, 3, 4])
    with pytest.raises(ValueError, match="cards: at most 200 can be numbered"):
        KERNEL.ask("row", deal=(range(1, 202), False, 0), number=b"")
    for cards, why in ((b"", "too many or too few"), (b"\2\1", "ascending cards"), (bytes(33), "too many or too few")):
        with pytest.raises(ValueError, match=why):
            KERNEL.ask("draw", cards=cards, distance=3, most=10, passes=8, state=1)
    with pytest.raises(ValueError, match="most: a number from 0 to 1000000"):
        KERNEL.ask("draw", cards=b"\1", distance=3, most=10**7, passes=8, state=1)


def test_limits_stop_a_puzzle_and_a_number():
    deck = bytes(sorted([*range(1, 9), *range(1, 8)]))
    puzzle = KERNEL.ask("draw", Limits(nodes=50), cards=deck, distance=4, most=3000, passes=8, state=1)
    assert (puzzle.stop, puzzle.reply["row"]) == (StopReason.NODES, ())
    assert KERNEL.ask("row", Limits(nodes=3), deal=GOOD, number=b"").stop is StopReason.NODES


@pytest.mark.parametrize("often", [50, pytest.param(1_000, marks=pytest.mark.long)])
def test_threads_get_the_replies_of_one(often):
    said = [
        ("order", {"deal": GOOD}),
        ("row", {"deal": GOOD, "number": b"\1"}),
        ("draw", {"cards": GOOD[0], "distance": 4, "most": 100, "passes": 8, "state": 5}),
    ]
    alone = [KERNEL.ask(question, **more) for question, more in said]

    def again(_):
        return all([KERNEL.ask(question, **more) for question, more in said] == alone for _ in range(often))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(again, range(8)))
