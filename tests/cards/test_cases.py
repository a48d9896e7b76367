"""The public cases: core, variants, value gap, scale, malformed.

Tests: answers.py, model.py, reference/closed_form.py, exact/methods.py, json.py, reference/methods.py,
reference/search.py
"""

import json
import time
from pathlib import Path

import pytest

from passatempo.cards.answers import Count, ListAsk
from passatempo.cards.checker import check_ordering
from passatempo.cards.exact import listing
from passatempo.cards.exact import methods as exact
from passatempo.cards.json import DEAL
from passatempo.cards.reference import closed_form as closed
from passatempo.cards.reference import methods as reference
from passatempo.cards.reference import search
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode
from passatempo.core.limits import Limits
from passatempo.core.outcome import Status
from passatempo.core.pastime import Question

DATA = Path(__file__).parent.parent / "data" / "cards"
KEYS = {"cards", "N", "M", "D", "ends", "pattern", "distance", "peak_value_gap"}


def cases(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def deal_of(case):
    raw = {key: value for key, value in case.items() if key in KEYS and value is not None}
    return DEAL.load(convert(raw, DEAL.keys))


ANSWERED = [(name, case) for name in ("core", "variants", "value_gap") for case in cases(name)]


@pytest.mark.parametrize(("name", "case"), ANSWERED, ids=[f"{name}-{k}" for k, (name, _) in enumerate(ANSWERED)])
def test_case(name, case):
    deal = deal_of(case)
    possible = case["status"] == "SAT"
    for method in (exact.order, reference.order):
        outcome = method(deal)
        assert (outcome.status is Status.SOLVED) == possible
        assert possible or outcome.reason
        if possible:
            assert check_ordering(deal, outcome.answer) == []
    counted = exact.count(deal).answer
    assert counted == Count(int(case["sequences"]), int(case["models"]))
    assert reference.count(deal).answer == counted
    if len(deal.cards) <= 10:
        assert search.count(deal).answer == counted
    if "feasible_D" in case:
        wanted = case["feasible_D"]
        assert exact.distances(deal).answer.interval == (None if wanted is None else tuple(wanted))
    if "all_sequences" in case:
        listed = listing.enumerate_all(Question(deal, ListAsk())).answer.sequences
        assert sorted(map(list, listed)) == sorted(case["all_sequences"])


@pytest.mark.parametrize("case", cases("scale"), ids=lambda case: case["family"][:5])
def test_scale(case):
    k = case["k"]
    if case["family"].startswith("pairs"):
        cards = [value for value in range(1, k + 1) for _ in range(2)] + [k + 1]
    else:
        cards = [1] * 3 + [value for value in range(2, k + 2) for _ in range(4)] + [k + 2] * 2
    assert len(cards) == case["N"]
    assert exact.interval(cards) == tuple(case["feasible_D"])
    for check in case["checks"]:
        assert (exact.arrange(cards, check["D"]) is not None) == (check["status"] == "SAT")


MALFORMED = {
    "N!=len": ["N is 8 but 7 cards were given"],
    "value>M": ["card 7 has value 5, outside 1..4"],
    "D=0": ["D is 0", "at least 1"],
    "D negative": ["D is -2", "at least 1"],
    "empty": ["no cards"],
    "not integer": ["card 3 is not an integer", "2.5"],
    "string": ["cannot read card 'x'"],
    "broken json": ["not JSON", "line 1"],
    "unknown key": ["'K'"],
}


@pytest.mark.parametrize("case", cases("malformed"), ids=lambda case: case["name"])
def test_malformed(case):
    started = time.process_time()
    if case["name"] in MALFORMED:
        with pytest.raises((FormatError, InvalidInstance)) as caught:
            DEAL.load(convert(decode(case["input"]), DEAL.keys))
        for words in MALFORMED[case["name"]]:
            assert words in str(caught.value)
        assert "\n" not in str(caught.value)
    else:
        deal = DEAL.load(convert(decode(case["input"]), DEAL.keys))
        outcome = exact.order(deal)
        if case["name"] == "missing D":
            assert exact.distances(deal).answer.interval == (2, 4)
        else:
            assert outcome.status is Status.IMPOSSIBLE
            assert "value 1 appears 5 times" in outcome.reason
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("key", "value"),
    [("D", 2**53), ("cards", [-(2**53), 2**53, 5, 2**53, 0]), ("peak_value_gap", 2**53)],
)
def test_great_numbers_cost_nothing(key, value):
    raw = {"cards": [1, 1, 2, 2, 3, 3, 4], key: value}
    assert exact.order(DEAL.load(convert(raw, DEAL.keys)), Limits(seconds=1)).status is not Status.UNKNOWN


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"cards": [1, 2], "pattern": "UU"}, "pattern"),
        ({"cards": [1, 2], "pattern": ""}, "pattern"),
        ({"cards": [1, 2], "pattern": "UD", "D": 2}, "UDUD only"),
        ({"cards": [1, 2], "pattern": "UD", "peak_value_gap": 2}, "UDUD only"),
        ({"cards": [1, 2], "ends": "shut"}, "interior, open"),
        ({"cards": [1, 2], "distance": {"between": [1, 4], "op": "=", "value": 1}}, "1 to 3"),
        ({"cards": [1, 2], "distance": {"between": [1, 3], "op": "<", "value": 1}}, "=, <= or >="),
        ({"cards": [1, 2], "distance": {"between": [1, 3], "value": "x"}}, "whole number"),
        ({"cards": [1, 2], "distance": {"between": 3}}, "list of two"),
        ({"cards": [1, 2], "distance": {"betwen": 3}}, "betwen"),
        ({"cards": [1, 2], "at": {"x": 3}}, "x=3"),
        ({"cards": [1, 2], "at": {"4": 3}}, "no stationary point 4"),
        ({"cards": [1, True]}, "card 2"),
        ({"cards": [2**60]}, "card 1"),
        ({"cards": [1, 2], "M": 0}, "M is 0"),
    ],
)
def test_what_cannot_be_read(raw, words):
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        DEAL.load(convert(raw, DEAL.keys))
    assert words in str(caught.value)


def test_reasons_can_be_checked_by_hand():
    """Each kind of reason, with the figures it names recomputed here from the multiplicities."""
    told = {
        (1, 1, 1, 1, 1, 2, 3, 4, 5): "value 1 appears 5 times",
        (1, 2, 3, 3, 3): "value 3 appears 3 times",
        (1, 1, 2, 2, 2, 2, 3): "value 2 appears 4 times",
        (1, 1, 1, 1, 2, 3, 3): "value 1 appears 4 times",
        (1, 1, 1, 2, 2, 1)[:4]: "there are 4 cards",
        (1, 1, 2, 2, 2): "value 2 appears 3 times",
        (1, 1, 1, 2, 2, 2, 3)[:6]: "value 2 appears 3 times",
    }
    for cards, words in told.items():
        assert words in closed.explain_interval(cards, 2, 2, free=False)
    low = closed.explain_interval((1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4), 4, 4, free=False)
    assert "below the least distance 6" in low
    assert "3 (2 of 4), 2 (2 of 4)" in low
    high = closed.explain_interval((1, 1, 2, 2, 3, 3, 4), 5, 5, free=False)
    assert "above the greatest distance 4" in high
