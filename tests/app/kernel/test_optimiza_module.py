"""The Optimiza module of the app: the replies of the package, byte for byte, and refusals by a sentence.

Tests: app/modules.py
"""

from __future__ import annotations

import struct

import pytest

from app.modules import Refused, module, refused
from passatempo.core.random import Random
from passatempo.optimiza.generate import Params, generate
from passatempo.optimiza.model import VARIANTS

GOOD = {"n": 2, "variant": 0, "cells": [1, 1, 1, 2]}


def requests():
    """Twenty requests, of every question and surface."""
    for k, n in enumerate([3, 4, 5, 7, 20]):
        board = generate(Params(n, VARIANTS[k]), Random(k, "app optimiza"))
        asked = {"n": n, "variant": k, "cells": board.cells}
        yield "best", {"board": asked, "path": [k]}
        yield "look", {"board": asked, "path": [k, k + 1], "duel": k % 2 == 0}
    for k in range(2, 4):
        board = generate(Params(9 - 4 * (k % 2), VARIANTS[k + 2]), Random(k, "app optimiza"))
        asked = {"n": board.n, "variant": k + 2, "cells": board.cells}
        path = module("optimiza").ask("best", board=asked, path=[])["path"]
        yield "lines", {"board": asked, "path": path}
        yield "levels", {"board": asked}
        yield "duel", {"board": asked, "path": []}
        yield "shape", {"n": 8, "variant": k}
    yield "deal", {"n": 5, "variant": 1, "seed": b"20261122", "chosen": True}
    yield "draw", {"n": 6, "variant": 4, "state": 2**64 - 1, "boards": 100}


def test_the_module_replies_as_the_package():
    asked = list(requests())
    assert len(asked) == 20
    assert {question for question, _ in asked} == set(module("optimiza").interface.questions)
    for question, said in asked:
        module("optimiza").alike(question, **said)


def test_refusals():
    """What does not fit is refused with a sentence, and the next question is answered again."""
    kernel = module("optimiza")
    with pytest.raises(Refused, match="cells: some number stands too often"):
        kernel.ask("best", board=GOOD | {"cells": [1, 1, 1, 1]}, path=[])
    with pytest.raises(Refused, match="path: a legal path is needed"):
        kernel.ask("duel", board=GOOD, path=[0, 0])
    assert kernel.ask("best", board=GOOD, path=[])["value"] == 5
    with pytest.raises(Refused, match="no such question"):
        kernel.raw(99, bytes(16))


def test_damaged_requests():
    """Cut, lengthened and random bytes are answered, or refused with a sentence."""
    kernel, random = module("optimiza"), Random(1, "app damaged")
    head, found = struct.pack("<dQ", 1.0, 10_000), 0
    values = {"board": GOOD, "path": [0], "duel": False, "n": 4, "variant": 0, "seed": b"1", "chosen": False}
    values |= {"state": 1, "boards": 1}
    for place, question in enumerate(kernel.interface.questions.values()):
        whole = head + kernel.packed(
            question.request_type, {name: values[name] for name, _ in question.request_type.typed_fields}
        )
        kernel.raw(place, whole)
        found += refused(kernel, place, whole, random)
    assert found > 300
