"""What callers have: numbers, arrays, frames, files and iterators of other libraries mean the same as the text.

Tests: core/plain.py, core/library.py
"""

import itertools
import json
import re
from collections import OrderedDict, UserDict, deque
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path, PurePosixPath

import numpy as np
import pandas as pd
import pytest

import passatempo
from passatempo import cards, games, machiavelli, minesweeper, mnk, optimiza
from passatempo.core import plain
from passatempo.core.errors import InvalidInstance, PassatempoError, UsageError
from passatempo.core.plain import plain_of
from passatempo.core.registry import BUILT_IN, pastime

CALLS = json.loads((Path(__file__).parents[1] / "data/library/calls.json").read_text(encoding="utf-8"))
NAMES = {"np": np, "pd": pd, "Fraction": Fraction, "Decimal": Decimal, "deque": deque, "passatempo": passatempo}
NAMES |= {module.__name__.split(".")[1]: module for module in (cards, games, machiavelli, minesweeper, mnk, optimiza)}
PYTHON = re.compile(r"__init__|has no attribute|positional arg|NoneType|not iterable|<class|unsupported|interpreted")

# Each pastime: an instance as a text with keys, the same as rows or cards, and whole numbers as keys.
TEXTS = {
    "cards": ("1 1 2 2 3 3 4", [1, 1, 2, 2, 3, 3, 4], {"D": 4}),
    "optimiza": ("1 2 2/2 1 1/1 2 3", [[1, 2, 2], [2, 1, 1], [1, 2, 3]], {"N": 3}),
    "minesweeper": ("##1/###", [[-1, -1, 1], [-1, -1, -1]], {"mines": 2}),
    "mnk": ("X . O\n. X .\n. . .", [[1, 0, -1], [0, 1, 0], [0, 0, 0]], {"k": 3}),
    "machiavelli": ("7H 8H 9H | 4S 4D 4C", [["7H", "8H", "9H"], ["4S", "4D", "4C"]], {"decks": 2}),
}
QUESTIONS = [(name, problem.name) for name in BUILT_IN for problem in pastime(name).problems]
FORMS = {
    "array": np.array,
    "tuple": tuple,
    "deque": deque,
    "iterator": iter,
    "series": lambda rows: pd.Series(rows) if not isinstance(rows[0], list) else pd.DataFrame(rows),
    "objects": lambda rows: np.array(rows, dtype=object),
    "nested iterators": lambda rows: (iter(row) if isinstance(row, list) else row for row in rows),
}


def result_of(outcome):
    return outcome.status, outcome.value, outcome.answer, outcome.bound


def refusal(call):
    """Return the sentence by which a call is refused."""
    with pytest.raises(PassatempoError) as caught:
        call()
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) <= 400
    assert not PYTHON.search(sentence)
    return sentence


@pytest.mark.parametrize("case", CALLS, ids=[case["call"] for case in CALLS])
def test_a_call_is_answered_as_its_plain_form_or_refused_by_name(case):
    want = case["want"]
    if "same" in want:
        assert result_of(eval(case["call"], NAMES)) == result_of(eval(want["same"], NAMES))
    else:
        sentence = refusal(lambda: eval(case["call"], NAMES))
        assert re.search(rf"\b{want.get('names', '').split('_')[0]}", sentence)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("name", "question"), QUESTIONS)
def test_arrays_and_their_numbers_give_the_outcome_of_the_text(name, question, form):
    text, rows, keys = TEXTS[name]
    keys = keys | ({"hand": "TH 2S"} if question in ("lay", "unlock") else {})
    inputs = {"path": [[1, 2], [2, 1]]} if question in ("judge", "hint") else {}
    inputs |= {"sequence": [2, 4, 3, 2, 1, 3, 1]} if question == "rank" else {}
    inputs |= {"click": [1, 2]} if question == "click" else {}
    ask = getattr(import_module(f"passatempo.{name}"), question)
    numbers = {key: np.int16(value) if isinstance(value, int) else value for key, value in keys.items()}
    arrays = {key: np.array(value, dtype=np.uint8) for key, value in inputs.items()}
    expected = ask(text, **keys, **inputs, seconds=20, seed=5)
    given = ask(FORMS[form](rows), **numbers, **arrays, seconds=np.float32(20), seed=Decimal(5), nodes=np.int64(10**9))
    assert result_of(given) == result_of(expected)
    key = pastime(name).wiring.list_key
    assert result_of(ask(**{key: FORMS[form](rows)}, **numbers, **arrays, seed=5)) == result_of(expected)
    assert result_of(ask({key: FORMS[form](rows)}, **numbers, **arrays, seed=5)) == result_of(expected)


@pytest.mark.parametrize("name", BUILT_IN)
def test_bytes_files_and_mappings_are_read(name, tmp_path):
    module, text = import_module(f"passatempo.{name}"), TEXTS[name][0]
    instance = module.read(text, **TEXTS[name][2])
    path = tmp_path / "instance.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    for given in (
        text.encode(),
        bytearray(text.encode()),
        memoryview(text.encode()),
        np.str_(text),
        path,
        TEXTS[name][1],
    ):
        assert module.read(given, **TEXTS[name][2]) == instance
    for mapping in (UserDict(instance.to_json()), OrderedDict(instance.to_json())):
        assert module.show(mapping) == module.show(instance)
    assert module.read(instance) == instance
    with pytest.raises(FileNotFoundError):
        module.show(tmp_path / "absent.txt")
    with pytest.raises(FileNotFoundError):
        module.read(PurePosixPath("-"))  # a file, not standard input
    with path.open() as file:
        assert "file" in refusal(lambda: module.read(file))


@pytest.mark.parametrize(
    "wrong", [None, float("nan"), True, 2.5, "zz", {"x": 1}, [[3]], b"\xff", object(), pd.NaT, print]
)
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_wrong_item_of_an_array_is_refused(name, wrong):
    module, rows = import_module(f"passatempo.{name}"), TEXTS[name][1]
    faulty = [*rows[:-1], [*rows[-1][:-1], wrong]] if isinstance(rows[-1], list) else [*rows[:-1], wrong]
    key = pastime(name).wiring.list_key
    refusal(lambda: module.read(faulty, **TEXTS[name][2]))
    assert key in refusal(lambda: module.read(None, **{**TEXTS[name][2], key: faulty}))


def test_lists_of_cards_and_of_groups_are_tables():
    as_groups = machiavelli.read("7H 8H 9H | 4S 4D 4C").table
    for groups in (["7H 8H 9H", "4S 4D 4C"], [("7H", "8H", "9H"), "4S 4D 4C"], pd.Series(["7H 8H 9H", "4S 4D 4C"])):
        assert machiavelli.read(groups).table == machiavelli.read(None, table=groups).table == as_groups
    assert machiavelli.read(["7H", "8H", "9H"]).table == machiavelli.read("7H 8H 9H").table
    assert machiavelli.lay("7H 8H 9H", hand=np.array(["TH", "2S"])).value == 1


def test_signs_of_the_text_are_rows():
    assert minesweeper.read([list("#F1"), "###"]) == minesweeper.read("#F1/###")
    assert minesweeper.read([[-1, -2, "1"], [0, 8, -3]]).cells == bytes([255, 254, 1, 0, 8, 253])
    assert mnk.read([list("X.O"), "...", [0, "o", 1]], k=3).rows == ("X.O", "...", ".OX")
    assert mnk.read([[1, 2], [0, 0]], k=2) == mnk.read([[1, -1], [0, 0]], k=2)
    for rows in ([1, 2], [[1, " "]], [["/", 1]], [[9]], [[300]], [["##"]]):
        assert "grid" in refusal(lambda rows=rows: minesweeper.read(rows))


def test_places_count_from_one():
    board = optimiza.example("four")
    for path in ([(0, 1), (1, 1)], np.array([[1, 1], [2, 0]]), [[-1, 1]]):
        assert refusal(lambda path=path: optimiza.judge(board, path=path)).endswith(
            "counts from 1; a Cell counts from 0"
        )
    assert refusal(lambda: optimiza.hint(board, path=((0, 1),))) == "path: (0, 1) counts from 1; a Cell counts from 0"
    assert refusal(lambda: minesweeper.click("#1", click=(0, 1))).startswith("click: (0, 1) counts from 1")
    assert refusal(lambda: mnk.move(m=3, n=3, k=3, moves=[(1, 0)])).startswith("moves: (1, 0) counts from 1")
    assert "(0, 0) is not a cell" in refusal(lambda: minesweeper.win_rate("search", click=(0, 0), games=1))
    assert optimiza.judge(json.dumps({**board.to_json(), "path": [[0, 1]]})).result().rule == "off-board"
    assert optimiza.judge({**board.to_json(), "path": [[0, 1]]}).result().rule == "off-board"
    assert minesweeper.click(minesweeper.read("#1", click=(0, 1))).result().verdict == "out_of_range"
    assert minesweeper.click("#1\nclick: 0 1").result().verdict == "out_of_range"


def test_squares_of_five_in_a_row_may_be_names():
    expected = mnk.read("a1 c2", m=3, n=3, k=3)
    for moves in ("a1 c2", ["a1", "c2"], ["a1", (2, 3)], np.array(["a1", "c2"]), [[1, 1], [2, 3]]):
        assert mnk.read(None, m=3, n=3, k=3, moves=moves) == expected
    assert "moves" in refusal(lambda: mnk.read(None, m=3, n=3, k=3, moves=["a1", "zz"]))


def test_limits_and_names_are_checked_everywhere():
    limits = passatempo.Limits(seconds=Fraction(5, 2), nodes=np.int8(3), seed=2.0, threads=Decimal(2))
    assert (limits.seconds, limits.nodes, limits.seed, limits.threads) == (2.5, 3, 2, 2)
    assert [type(number) for number in (limits.nodes, limits.seed, limits.threads)] == [int] * 3
    for name in ("seconds", "nodes", "answers", "memory_mb", "threads", "seed", "cancel"):
        for wrong in ("x", print, [1], True, float("nan"), 1j, np.array([1, 2]), b"\xff"):
            assert name in refusal(lambda name=name, wrong=wrong: passatempo.Limits(**{name: wrong}))
    for name in ("proof", "checkpoint"):
        assert getattr(passatempo.Limits(**{name: "a.txt"}), name) == Path("a.txt")
        assert getattr(passatempo.Limits(**{name: PurePosixPath("a.txt")}), name) == Path("a.txt")
        for wrong in (3, print, ["a.txt"], b"\xff"):
            assert name in refusal(lambda name=name, wrong=wrong: passatempo.Limits(**{name: wrong}))
    for wrong in (3, None, print, "mkn"):
        refusal(lambda wrong=wrong: passatempo.pastime(wrong))


def test_values_within_bounds_are_plain(monkeypatch):
    class Index(int):
        pass

    class Word(str):
        __slots__ = ()

    assert plain_of((1, 2.0, Word("a"), Index(3), range(2), {1: (Fraction(1, 2),)}), "x") == [
        *[1, 2, "a", 3, [0, 1], {"1": [0.5]}]
    ]
    assert [type(one) for one in plain_of((Word("a"), Index(3), np.bool_(True), np.float64(2)), "x")] == [
        *[str, int, bool, int]
    ]
    rows = []
    rows.append(rows)
    assert "8 levels" in refusal(lambda: plain_of(rows, "x"))
    monkeypatch.setattr(plain, "MOST_ITEMS", 100)
    assert plain_of(range(100), "x") == [*range(100)]
    for many in (
        range(101),
        itertools.count(),
        [[1] * 50, [1] * 50],
        dict.fromkeys(range(101)),
        UserDict.fromkeys(range(101)),
    ):
        assert refusal(lambda many=many: plain_of(many, "x")) == "x: more than 100 items are not accepted"


def test_faults_of_a_caller_are_sentences():
    def broken():
        yield 1
        raise KeyError("inside")

    assert refusal(lambda: cards.order(broken())).startswith("the instance: a value of type 'generator'")
    assert refusal(lambda: cards.order("1 1 2", D=2, cards=broken())).startswith("cards: ")
    with pytest.raises((UsageError, InvalidInstance)):
        games.tournament("mnk", broken(), games=1)
