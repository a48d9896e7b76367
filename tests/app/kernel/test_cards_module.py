"""The cards module of the app against the package: the same rows, counts, numbers and samples.

Tests: app/modules.py
"""

from __future__ import annotations

import json
import struct
from itertools import pairwise
from pathlib import Path

import pytest

from app.modules import Refused, module, refused
from passatempo.cards import _kernel
from passatempo.cards.answers import Ordering, RankAsk, SampleAsk, UnrankAsk
from passatempo.cards.checker import check_ordering, stationary
from passatempo.cards.exact.listing import rank, sample, unrank
from passatempo.cards.game.rules import GameRules
from passatempo.cards.game.turns import start
from passatempo.cards.generate import Params, generate
from passatempo.cards.model import Deal, Distance, multiplicities
from passatempo.core.limits import Limits
from passatempo.core.pastime import Question
from passatempo.core.play.values import Deal as Dealt
from passatempo.core.random import Random

CASES = json.loads((Path(__file__).parents[2] / "data/cards/core.json").read_text(encoding="utf-8"))
RULES = ("", "other-cards", "equal", "too-many-turns", "too-few-turns", "end", "distance")


def deals(*seeds):
    """Make possible and impossible deals of both end rules, some without a distance, some of three equal cards."""
    for k in seeds or range(60):
        random = Random(k, "app cards")
        number, ends = random.between(5, 14), ("interior", "open")[k % 2]
        if k % 5 == 4:
            yield Deal(tuple(random.between(1, 4) for _ in range(number)), (), ends)
        else:
            deal = generate(Params(number, "any", ends), random)
            yield deal if k % 3 else Deal(deal.cards, (), ends)


DEALS = list(deals())


def asked(deal):
    distance = deal.distances[0].value if deal.distances else 0
    return {"cards": deal.cards, "open": deal.open, "distance": distance}


def ask(question, deal, **more):
    return module("cards").ask(question, deal=asked(deal), **more)


def whole(raw):
    return int.from_bytes(bytes(raw), "little")


@pytest.mark.parametrize("case", CASES, ids=[f"{k}-N{case['N']}" for k, case in enumerate(CASES)])
def test_cases(case):
    """The deals of the data file: the interval, how many rows there are, and one of them."""
    distance = (Distance(1, 3, "=", case["D"]),)
    deal = Deal(tuple(case["cards"]), distance, case["ends"])
    if not 1 <= min(deal.cards) <= max(deal.cards) <= 1_000_000 or len(deal.cards) > 400:
        with pytest.raises((Refused, struct.error)):
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
def test_order_and_counts(deal):
    """The row and its places, the interval, and every count are the native kernel's, byte for byte."""
    low = high = asked(deal)["distance"]
    if not low:
        low, high = 1, 400
    _, native = _kernel.order(deal.cards, low, high, deal.open, 60.0, 2**64 - 1, None)
    told = ask("order", deal)
    assert (tuple(told["cards"]), tuple(told["turns"])) == (native or ((), ()))
    found = _kernel.distances(deal.cards, deal.open, 60.0, 2**64 - 1, None)
    told = ask("distances", deal)
    assert (told["low"], told["high"]) == (found.low, found.high)
    if found.low <= found.high:
        _, copies = multiplicities(deal.cards)
        counts = _kernel.counts(bytes(copies), deal.open, 60.0, 2**64 - 1, None)
        assert (told["size"], bytes(told["numbers"])) == (counts.size, counts.numbers)


@pytest.mark.parametrize("number", [21, 60, 101, 201, 400])
def test_counts_of_many_cards(number):
    """Long numbers, whose words the browser sums in halves, are the native ones; so is the row."""
    for ends in ("interior", "open"):
        drawn = generate(Params(number, "possible", ends), Random(number, "app many", ends))
        deal = Deal(drawn.cards, (), ends)
        _, copies = multiplicities(deal.cards)
        counts = _kernel.counts(bytes(copies), deal.open, 60.0, 2**64 - 1, None)
        told = ask("distances", deal)
        assert (told["size"], bytes(told["numbers"])) == (counts.size, counts.numbers)
        _, native = _kernel.order(deal.cards, 1, 400, deal.open, 60.0, 2**64 - 1, None)
        assert tuple(ask("order", deal)["cards"]) == native[0]


@pytest.mark.parametrize("deal", DEALS)
def test_numbers_and_samples(deal):
    """Row k is the package's row k, and has the number k; the same seed draws the same rows."""
    total = whole(ask("row", deal, number=b"")["total"])
    drawn = sample(Question(deal, SampleAsk(3)), Limits(seed=77))
    if not total:
        assert drawn.answer is None
        assert ask("sample", deal, seed=77, skip=0)["cards"] == []
        return
    random = Random(total, "app numbers")
    for number in {0, total - 1, *[random.below(total) for _ in range(4)]}:
        told = ask("row", deal, number=number.to_bytes(16, "little"))
        twin = unrank(Question(deal, UnrankAsk(number + 1))).answer
        assert (tuple(told["cards"]), tuple(told["turns"])) == (twin.sequence, twin.stationary)
        again = ask("number", deal, row=told["cards"])
        assert (whole(again["number"]), whole(again["total"])) == (number, total)
    assert rank(Question(deal, RankAsk(tuple(told["cards"])))).answer.rank == number + 1
    assert ask("row", deal, number=total.to_bytes(16, "little"))["cards"] == []
    for skip, row in enumerate(drawn.answer.sequences):
        assert tuple(ask("sample", deal, seed=77, skip=skip)["cards"]) == row


def test_a_sample_of_many_cards():
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
def test_judge(deal):
    """Rows with cards swapped, lost and repeated: what the checker says, and where it goes wrong first."""
    random = Random(len(deal.cards), "app judge", *deal.cards)
    for k in range(30):
        found = ask("sample", deal, seed=k, skip=0)["cards"]
        row = list(found) if found else random.shuffled(deal.cards)
        for _ in range(random.below(3)):
            i, j = random.below(len(row)), random.below(len(row))
            row[i], row[j] = row[j], row[i]
        if random.below(8) == 0:
            row[random.below(len(row))] = 1 + random.below(9)
        told = ask("judge", deal, row=row)
        points = stationary(row, "UDUD", deal.ends)
        faults = check_ordering(deal, Ordering(tuple(row), points or ()))
        rule = RULES[told["rule"]]
        if not faults:
            assert (rule, tuple(told["turns"])) == ("", points)
            assert told["distance"] == points[2] - points[0]
        elif faults[0].rule in ("missing-card", "extra-card"):
            assert rule == "other-cards"
        elif faults[0].rule == "wrong-distance":
            assert (rule, told["distance"]) == ("distance", points[2] - points[0])
        else:
            assert rule in ("equal", "too-many-turns", "too-few-turns", "end")
            wrong = next((at for at in range(1, len(row) + 1) if not starts(row[:at], deal.ends)), None)
            assert told["position"] == (wrong or len(row))
            assert (rule == "too-few-turns") == (wrong is None)
            assert (rule == "equal") == (wrong is not None and row[wrong - 1] == row[wrong - 2])


@pytest.mark.parametrize("number", [5, 7, 9, 13, 20])
def test_deals(number):
    """The same seed deals the same cards, and asks for the same distance."""
    for seed in (0, 4711, 2**64 - 1):
        dealt_alike(number, seed)


def dealt_alike(number, seed):
    told = module("cards").ask("deal", number=number, seed=seed)
    twin = start(GameRules(number), 1, Dealt(seed)).cards
    assert (tuple(told["cards"]), told["distance"]) == (twin.cards, twin.distances[0].value)


def test_shuffles():
    """The same seed gives the same order of any cards."""
    for deal, seed in ((DEALS[0], 0), (DEALS[7], 2**64 - 1)):
        shuffled_alike(deal, seed)


def shuffled_alike(deal, seed):
    told = module("cards").ask("shuffle", cards=deal.cards, seed=seed)
    assert told["cards"] == Random(seed, "cards", "shuffle").shuffled(deal.cards)


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel = module("cards")
    good = {"cards": [1, 1, 2, 2, 3, 3, 4], "open": False, "distance": 4}
    for changed, why in (
        ({"cards": []}, "cards: too many or too few"),
        ({"cards": [0, 1]}, "cards: a number from 1 to 1000000 is needed"),
        ({"distance": 401}, "distance: a number from 0 to 400 is needed"),
    ):
        with pytest.raises(Refused, match=why):
            kernel.ask("order", deal=good | changed)
    with pytest.raises(Refused, match="row: a row of the deal is needed"):
        kernel.ask("number", deal=good, row=[1, 2, 3, 4])
    with pytest.raises(Refused, match="cards: at most 200 can be numbered"):
        kernel.ask("row", deal=good | {"cards": list(range(1, 202))}, number=b"")
    assert kernel.ask("order", deal=good)["cards"]


def test_damaged_requests():
    """Cut, lengthened and random bytes are answered, or refused with a sentence."""
    kernel, random = module("cards"), Random(1, "app damaged")
    head = struct.pack("<dQ", 1.0, 10_000)
    deal = {"cards": [1, 1, 2, 2, 3, 3, 4], "open": False, "distance": 4}
    values = {"deal": deal, "number": b"\3", "row": [1, 3, 4, 2, 1, 3, 2], "seed": 1, "skip": 0}
    found = 0
    for place, question in enumerate(kernel.interface.questions.values()):
        fields = {name: values.get(name) for name, _ in question.request.fields}
        if question.name == "deal":
            fields["number"] = 7
        if question.name == "shuffle":
            fields["cards"] = deal["cards"]
        if question.name == "number":
            fields["row"] = kernel.ask("order", deal=deal)["cards"]
        complete = head + kernel.packed(question.request, fields)
        kernel.raw(place, complete)
        found += refused(kernel, place, complete, random)
    assert found > 300
