"""The cards module of the app: the replies of the package, byte for byte, and refusals by a sentence.

Tests: app/modules.py
"""

from __future__ import annotations

import struct

import pytest

from app.modules import Refused, module, refused
from passatempo.cards.generate import Params, generate
from passatempo.core.random import Random

GOOD = {"cards": [1, 1, 2, 2, 3, 3, 4], "open": False, "distance": 4}
CONDITIONS = {
    "cards": [-1, 1, 2, 2, 3, 3, 4],
    "pattern": b"UDUD",
    "open": False,
    "distances": [{"first": 1, "second": 3, "op": ord("<"), "value": 4}],
    "peak_gap": [1],
    "fixed": [{"point": 2, "position": 4}],
    "first": [],
    "last": [-1],
}
JUDGED = {"conditions": CONDITIONS, "positions": range(1, 8), "row": [1, 3, 4, 2, 3, 2, -1]}
MOVES = {
    "cards": [1, 1, 2, -3],
    "given": [{"position": 2, "card": -3}],
    "laid": [{"position": 3, "card": 1}],
    "takes": True,
    "position": 2,
    "card": 0,
}
PUZZLE = {"distance": 4, "most": 3000, "passes": 8, "state": 2**64 - 1}


def requests():
    """Twenty-two requests, of every question and both rules of ends."""
    for k, number in enumerate([7, 13, 60, 120]):
        drawn = generate(Params(number, "possible", ("interior", "open")[k % 2]), Random(k, "app cards"))
        deal = {"cards": drawn.cards, "open": drawn.open, "distance": 0}
        row = module("cards").ask("sample", deal=deal, seed=k, skip=1)["cards"]
        yield "order", {"deal": deal}
        yield "number", {"deal": deal, "row": row}
        yield "sample", {"deal": deal, "seed": k, "skip": k}
        places = range(1, number + 1)
        said = CONDITIONS | {"cards": deal["cards"], "fixed": [], "last": []}
        judged = {"conditions": said, "positions": places, "row": row[::-1]}
        yield ("judge", judged) if k % 2 else ("row", {"deal": deal, "number": b"\3"})
    yield "judge", JUDGED
    yield "moves", MOVES
    yield "distances", {"deal": deal}
    yield "deal", {"number": 11, "pattern": b"UDUD", "most": 5, "distance": 6, "seed": b"20261122"}
    yield "draw", PUZZLE | {"cards": [1, 1, 2, 2, 3, 3, 4, 4, 5]}
    yield "shuffle", {"cards": deal["cards"], "seed": 2**64 - 1}


def test_the_module_replies_as_the_package():
    asked = list(requests())
    assert len(asked) == 22
    assert {question for question, _ in asked} == set(module("cards").interface.questions)
    for question, said in asked:
        module("cards").alike(question, **said)


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel = module("cards")
    with pytest.raises(Refused, match="distance: a number from 0 to 400 is needed"):
        kernel.ask("order", deal=GOOD | {"distance": 401})
    with pytest.raises(Refused, match="row: a row of the deal is needed"):
        kernel.ask("number", deal=GOOD, row=[1, 2, 3, 4])
    assert kernel.ask("order", deal=GOOD)["cards"]


def test_damaged_requests():
    """Cut, lengthened and random bytes are answered, or refused with a sentence."""
    kernel, random = module("cards"), Random(1, "app damaged")
    head, found = struct.pack("<dQ", 1.0, 10_000), 0
    for place, (name, said) in enumerate(
        {
            "deal": {"number": 7, "pattern": b"UDUD", "most": 0, "distance": 0, "seed": b"1"},
            "draw": PUZZLE | {"cards": [1, 1, 2, 2, 3, 3, 4]},
            "distances": {"deal": GOOD},
            "order": {"deal": GOOD},
            "judge": JUDGED,
            "moves": MOVES,
            "number": {"deal": GOOD, "row": kernel.ask("order", deal=GOOD)["cards"]},
            "row": {"deal": GOOD, "number": b"\3"},
            "sample": {"deal": GOOD, "seed": 1, "skip": 0},
            "shuffle": {"cards": GOOD["cards"], "seed": 1},
        }.items()
    ):
        assert list(kernel.interface.questions)[place] == name
        complete = head + kernel.packed(kernel.interface.questions[name].request_type, said)
        kernel.raw(place, complete)
        found += refused(kernel, place, complete, random)
    assert found > 300
