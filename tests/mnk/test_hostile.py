"""Hostile calls of the kernel's engine and traps: sizes, marks, lists and numbers that nobody should hand over.

Whatever is asked, the answer is an error of Python's or a sound answer: no crash, no memory to speak of, no long work.
`make sanitize` runs this under ASan and UBSan. The kernel of proofs has tests of its own.
"""

import random
import resource
import struct

import pytest

from passatempo.core.interface import Interface
from passatempo.core.limits import Limits
from passatempo.mnk.engine.search import Engine
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

from . import kernel

ODD = (-(2**63), -(2**31), -1, 0, 1, 2, 3, 29, 30, 255, 256, 257, 65534, 65535, 65536, 2**31 - 1, 2**31, 2**63, 2**64)
REFUSALS = (ValueError, TypeError, OverflowError, MemoryError, BufferError, struct.error)
MOST_MB = 600  # that all of it may take, sanitizers aside


def attempt(call, *arguments, **said):
    """Call; what is refused with an error of Python's is well refused."""
    try:
        return call(*arguments, **said)
    except REFUSALS:
        return None


@pytest.fixture(autouse=True)
def modest():
    """Hold the memory that a test takes against a bound."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    taken = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert taken < MOST_MB


@pytest.mark.parametrize("number", ODD)
def test_boards_of_any_size_are_refused_or_played(number):
    for place in (0, 1, 2, 4):
        arguments = [5, 5, 4, b"", 1]
        arguments[place] = number
        engine = attempt(kernel.Engine, *arguments)
        if engine is not None and arguments[0] * arguments[1] < 70000:
            size = arguments[0] * arguments[1]
            attempt(engine.think, bytes(size), 1, 1, 2, 1, 10, 15, [], 1.0, 50)
        if place < 3:
            attempt(kernel.look, *arguments[:3], bytes(25), 1)
    for m, n, k in ((number, 4, 1), (4, number, 1), (number, number, 1), (4, 4, number)):
        for size in (16, m * n if 0 < m * n <= 64 else 16):
            attempt(kernel.Values(m, n, k).ask, "known", bytes(size), 1.0, 200, fresh=False)
        for question, said in (
            ("full", {"wanted": 1}),
            ("full_move", {"depth": 2, "among": []}),
            ("after", {"cell": 0}),
        ):
            attempt(kernel.Values(m, n, k).ask, question, bytes(16), 1.0, 200, **said)


@pytest.mark.parametrize("number", ODD)
def test_numbers_out_of_range_are_refused(number):
    engine, cells = kernel.Engine(5, 5, 4), bytes(25)
    usual = [cells, 1, 1, 2, 1, 10, 15, [], 1.0, 200]
    for place in (1, 2, 3, 4, 5, 6, 9):
        arguments = list(usual)
        arguments[place] = min(number, 64) if place == 2 else number  # 256 threads take their time under sanitizers
        attempt(engine.think, *arguments)
    attempt(engine.think, *usual[:7], [number], *usual[8:])
    for seconds in (-1.0, 0.0, 1e-300, 1e308, float("inf"), float("nan")):
        attempt(engine.think, *usual[:8], seconds, 200)
    values = kernel.Values(4, 4, 4)
    attempt(values.ask, "known", bytes(16), 1.0, min(number, 2000), fresh=False)
    attempt(values.ask, "known", bytes(16), 1.0, 200, fresh=number)
    attempt(values.ask, "grades", bytes(16), 1.0, 200, value=number)
    attempt(values.ask, "trap", bytes(16), 1.0, 200, moves=[number])
    attempt(values.ask, "weigh", bytes(16), 1.0, 200, moves=[0, 0, 1], depth=number)
    attempt(values.ask, "full_move", bytes(16), 1.0, 200, depth=number, among=[number])
    attempt(values.ask, "after", bytes(16), cell=number)


def test_threads_out_of_range_are_refused():
    engine = kernel.Engine(5, 5, 4)
    for threads in (0, 257, 2**31 - 1):
        with pytest.raises(ValueError, match="threads"):
            engine.think(bytes(25), 1, threads, 2, 1, 10, 15, [], 1.0, 50)
    assert (
        Engine(Rules(5, 5, 4), EngineSettings(table=1))
        .search_to_level(bytes(25), 1, Limits(nodes=50, threads=1024))
        .lines
    )


def test_a_search_without_an_engine_is_refused():
    said = {"mark": 1, "fresh": False, "threads": 1, "depth": 1, "lines": 1, "threats": 1, "parts": 15, "among": []}
    for kept in (None, Interface.of("mnk").keep(), kernel.Values(3, 3, 3).kept):
        with pytest.raises(ValueError, match="there is no engine"):
            kernel.ask("search", kept=kept, cells=bytes(9), **said)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_boards_that_cannot_be_are_refused_or_survived(seed):
    rng = random.Random(seed)
    for _ in range(60):
        m, n, k = rng.randrange(1, 8), rng.randrange(1, 8), rng.choice((1, 2, 3, 4, 5, 6, 7, 9, 11, 29))
        cells = bytes(rng.choice((0, 0, 1, 1, 2) if rng.random() < 0.5 else (0, 1, 2)) for _ in range(m * n))
        engine = kernel.Engine(m, n, k)
        for mark in (1, 2):  # any counts of marks, lines of both sides complete, full boards
            found = attempt(engine.think, cells, mark, 1, 6, rng.randrange(1, 4), 50, 15, [], 1.0, 300)
            if found is not None and found.lines:
                assert cells[found.lines[0].cells[0]] == 0
            attempt(kernel.look, m, n, k, cells, mark)
        values, empty = kernel.Values(m, n, k), [c for c, mark in enumerate(cells) if not mark]
        attempt(values.ask, "known", cells, 1.0, 500, fresh=False)
        attempt(values.ask, "grades", cells, 1.0, 500, value=rng.randrange(-1, 2))
        attempt(values.ask, "weigh", cells, 1.0, 500, moves=empty, depth=2)
        attempt(values.ask, "trap", cells, 1.0, 500, moves=empty)


@pytest.mark.parametrize("cells", [b"", bytes(24), bytes(26), bytes([3] * 25), bytes([255] * 25), "x" * 25, None])
def test_cells_of_another_size_or_kind_are_refused(cells):
    engine = kernel.Engine(5, 5, 4)
    with pytest.raises(REFUSALS):
        engine.think(cells, 1)
    with pytest.raises(REFUSALS):
        kernel.look(5, 5, 4, cells, 1)
    with pytest.raises(REFUSALS):
        kernel.Values(5, 5, 4).ask("known", cells, fresh=False)


@pytest.mark.parametrize("weights", [b"", b"123", bytes(10**6), b"\xff" * 322466, bytes(322466)])
def test_weights_of_any_bytes_are_refused_or_played(weights):
    engine = attempt(kernel.Engine, 7, 7, 4, weights)
    if engine is not None:
        assert engine.think(bytes(49), 1, 1, 3, 1, 10, 15, [], 1.0, 300).lines


@pytest.mark.parametrize("cancel", [b"", bytes(1), bytearray(3), bytearray(15), bytearray(16), b"\xff" * 16, "x", 5])
def test_a_switch_of_any_size_is_refused_or_looked_at(cancel):
    attempt(kernel.Engine(5, 5, 4).think, bytes(25), 1, 1, 3, 1, 10, 15, [], 1.0, 300, cancel)
    attempt(kernel.Values(4, 4, 4).ask, "known", bytes(16), 1.0, 300, cancel, fresh=False)


def test_a_table_without_room_is_no_crash():
    for megabytes in (0, 65537, 2**44, 2**63):
        with pytest.raises(REFUSALS):
            kernel.Engine(5, 5, 4, b"", megabytes)
    engine = attempt(kernel.Engine, 5, 5, 4, b"", 65536)  # asked for, not taken
    if engine is not None:
        engine.think(bytes(25), 1, 1, 2, 1, 10, 15, [], 1.0, 50)
