"""Hostile calls of the kernel's engine and traps: sizes, marks, lists and numbers that nobody should hand over.

Whatever is asked, the answer is an error of Python's or a sound answer: no crash, no memory to speak of, no long work.
`make sanitize` runs this under ASan and UBSan. The kernel of proofs has tests of its own.
"""

import random
import resource

import pytest

from passatempo.core.limits import Limits
from passatempo.mnk import _kernel
from passatempo.mnk.engine.search import Engine
from passatempo.mnk.engine.traps import Traps
from passatempo.mnk.lines import windows
from passatempo.mnk.proof.prover import symmetries
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import EngineSettings

ODD = (-(2**63), -(2**31), -1, 0, 1, 2, 3, 29, 30, 255, 256, 257, 65534, 65535, 65536, 2**31 - 1, 2**31, 2**63, 2**64)
REFUSALS = (ValueError, TypeError, OverflowError, MemoryError, BufferError)
MOST_MB = 600  # that all of it may take, sanitizers aside


def attempt(call, *arguments):
    """Call; what is refused with an error of Python's is well refused."""
    try:
        return call(*arguments)
    except REFUSALS:
        return None


@pytest.fixture(autouse=True)
def modest():
    """Hold the memory that a test takes against a bound."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    taken = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    assert taken < MOST_MB


def values(m=4, n=4, k=4, megabytes=1):
    return _kernel.Values(m, n, [list(line) for line in windows(m, n, k)], symmetries(m, n), megabytes)


@pytest.mark.parametrize("number", ODD)
def test_boards_of_any_size_are_refused_or_played(number):
    for place in range(5):
        arguments = [5, 5, 4, None, 1]
        arguments[place] = number
        engine = attempt(_kernel.Engine, *arguments)
        if engine is not None and arguments[0] * arguments[1] < 70000:
            size = arguments[0] * arguments[1]
            attempt(engine.think, bytes(size), 1, 1, 2, 1, 10, 15, [], 1.0, 50, None)
        if place < 4:
            attempt(_kernel.look, *arguments[:3], bytes(25), 1, None)
    for arguments in ((number, 4, 1), (4, number, 1), (number, number, 1), (4, 4, number)):
        attempt(_kernel.Values, arguments[0], arguments[1], [[0, 1, 2]], [], arguments[2])


@pytest.mark.parametrize("number", ODD)
def test_numbers_out_of_range_are_refused(number):
    engine, cells = _kernel.Engine(5, 5, 4, None, 1), bytes(25)
    usual = [cells, 1, 1, 2, 1, 10, 15, [], 1.0, 200, None]
    for place in (1, 2, 3, 4, 5, 6, 9):
        arguments = list(usual)
        arguments[place] = min(number, 64) if place == 2 else number  # 256 threads take their time under sanitizers
        attempt(engine.think, *arguments)
    attempt(engine.think, *usual[:7], [number], *usual[8:])
    for seconds in (-1.0, 0.0, 1e-300, 1e308, float("inf"), float("nan")):
        attempt(engine.think, *usual[:8], seconds, 200, None)
    traps = values()
    for call in (traps.value, traps.answers):
        attempt(call, bytes(16), number, 1.0, 200, None)
        attempt(call, bytes(16), 1, 1.0, min(number, 2000), None)
    attempt(traps.grade, bytes(16), 1, number, 1.0, 200, None)
    attempt(traps.weigh, bytes(16), 1, [number], 1, 1.0, 200, None)
    attempt(traps.weigh, bytes(16), 1, [0, 0, 1], number, 1.0, 200, None)


def test_threads_out_of_range_are_refused():
    engine = _kernel.Engine(5, 5, 4, None, 1)
    for threads in (-1, 0, 257, 2**31 - 1):
        with pytest.raises(ValueError, match="threads"):
            engine.think(bytes(25), 1, threads, 2, 1, 10, 15, [], 1.0, 50, None)
    assert Engine(Rules(5, 5, 4), EngineSettings(table=1)).think(bytes(25), 1, Limits(nodes=50, threads=1024)).lines


@pytest.mark.quick(2)
@pytest.mark.parametrize("seed", range(4))
def test_boards_that_cannot_be_are_refused_or_survived(seed):
    rng = random.Random(seed)
    for _ in range(60):
        m, n, k = rng.randrange(1, 8), rng.randrange(1, 8), rng.choice((1, 2, 3, 4, 5, 6, 7, 9, 11, 29))
        cells = bytes(rng.choice((0, 0, 1, 1, 2) if rng.random() < 0.5 else (0, 1, 2)) for _ in range(m * n))
        engine = _kernel.Engine(m, n, k, None, 1)
        for mark in (1, 2):  # any counts of marks, lines of both sides complete, full boards
            found = attempt(engine.think, cells, mark, 1, 6, rng.randrange(1, 4), 50, 15, [], 1.0, 300, None)
            if found is not None and found.lines:
                assert cells[found.lines[0][1][0]] == 0
            attempt(_kernel.look, m, n, k, cells, mark, None)
        if m * n <= 36:
            traps = values(m, n, k)
            for call in (traps.value, traps.answers):
                attempt(call, cells, 1, 1.0, 500, None)
            attempt(traps.grade, cells, 1, 100, 1.0, 500, None)
            attempt(traps.weigh, cells, 1, [c for c, mark in enumerate(cells) if not mark], 2, 1.0, 500, None)


@pytest.mark.parametrize(
    "cells", [b"", bytes(24), bytes(26), bytes([3] * 25), bytes([255] * 25), "x" * 25, None, 7, [0] * 25]
)
def test_cells_of_another_size_or_kind_are_refused(cells):
    engine = _kernel.Engine(5, 5, 4, None, 1)
    with pytest.raises(REFUSALS):
        engine.think(cells, 1, 1, 1, 1, 0, 15, [], 1.0, 10, None)
    with pytest.raises(REFUSALS):
        _kernel.look(5, 5, 4, cells, 1, None)
    with pytest.raises(REFUSALS):
        values(5, 5).value(cells, 1, 1.0, 10, None)
    with pytest.raises(REFUSALS):
        Traps(Rules(5, 5, 4))._values.value(cells, 1, *Limits().kernel)


def test_cells_that_are_not_contiguous_are_refused():
    engine = _kernel.Engine(5, 5, 4, None, 1)
    with pytest.raises(REFUSALS):
        engine.think(memoryview(bytes(50))[::2], 1, 1, 1, 1, 0, 15, [], 1.0, 10, None)


@pytest.mark.parametrize(
    ("lines", "images"),
    [
        ([[]], []),
        ([[-1]], []),
        ([[16]], []),
        ([[2**40]], []),
        ([], [[0]]),
        ([], [[0] * 16]),
        ([], [list(range(1, 17))]),
        ([[0, 0, 0]], []),
        ([list(range(16))] * 5000, []),
        ([], []),
    ],
)
def test_lines_and_symmetries_that_cannot_be_are_refused_or_survived(lines, images):
    traps = attempt(_kernel.Values, 4, 4, lines, images, 1)
    if traps is not None:
        traps.value(bytes(16), 1, 1.0, 200, None)


@pytest.mark.parametrize("weights", [b"", b"123", bytes(10**6), b"\xff" * 322466, bytes(322466)])
def test_weights_of_any_bytes_are_refused_or_played(weights):
    engine = attempt(_kernel.Engine, 7, 7, 4, weights, 1)
    if engine is not None:
        assert engine.think(bytes(49), 1, 1, 3, 1, 10, 15, [], 1.0, 300, None).lines


@pytest.mark.parametrize("cancel", [b"", bytes(1), bytearray(3), bytearray(15), bytearray(16), b"\xff" * 16, "x", 5])
def test_a_switch_of_any_size_is_refused_or_looked_at(cancel):
    engine = _kernel.Engine(5, 5, 4, None, 1)
    attempt(engine.think, bytes(25), 1, 1, 3, 1, 10, 15, [], 1.0, 300, cancel)
    attempt(values().value, bytes(16), 1, 1.0, 300, cancel)


def test_a_table_without_room_is_no_crash():
    for megabytes in (0, 65537, 2**44, 2**63):
        with pytest.raises(REFUSALS):
            _kernel.Engine(5, 5, 4, None, megabytes)
    engine = attempt(_kernel.Engine, 5, 5, 4, None, 65536)  # asked for, not taken
    if engine is not None:
        engine.think(bytes(25), 1, 1, 2, 1, 10, 15, [], 1.0, 50, None)
