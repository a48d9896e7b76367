"""The kernel under calls that nobody would make: wrong buffers, hostile numbers, lists that change, tiny limits.

Part of `make sanitize`: what must not happen here would be seen by AddressSanitizer.
"""

import array
import ctypes
from collections import Counter

import pytest

from passatempo.cards import _kernel, interval
from passatempo.cards.checker import check_ordering
from passatempo.cards.exact import methods as exact
from passatempo.cards.exact.methods import arrange
from passatempo.cards.model import Deal
from passatempo.cards.reference import closed_form as closed
from passatempo.core.errors import UsageError
from passatempo.core.limits import NO_NODES, NO_SECONDS, Cancel, Limits
from passatempo.core.random import Random

NO_LIMITS = (NO_SECONDS, NO_NODES, None)
SEVEN = [1, 1, 2, 2, 3, 3, 4]
LEAST, MOST = -(2**63), 2**63 - 1
WHOLE = "bBhHiIlLq"


@pytest.mark.parametrize("code", WHOLE)
def test_every_buffer_of_whole_numbers_is_taken_or_refused(code):
    buffer = array.array(code, SEVEN)
    if code == "L" and buffer.itemsize == 8:  # such numbers may be beyond 64 bits with a sign
        with pytest.raises(UsageError, match="whole numbers"):
            interval(buffer)
        return
    assert interval(buffer) == (2, 4)
    assert arrange(buffer, 4) == arrange(SEVEN, 4)
    assert interval(memoryview(buffer).cast("B").cast(code)) == (2, 4)
    assert interval(memoryview(buffer)[:0]) is None


@pytest.mark.parametrize(
    "wrong",
    [
        array.array("d", [1.0, 2.0]),
        array.array("f", [1.0]),
        array.array("Q", [1, 2**64 - 1]),
        memoryview(array.array("i", range(20)))[::2],
        memoryview(b"\0\1").cast("?"),
        (ctypes.c_double * 3)(1, 2, 3),
        object(),
        5,
        None,
    ],
    ids=lambda wrong: type(wrong).__name__,
)
def test_what_is_no_list_of_cards(wrong):
    for call in (interval, arrange):
        with pytest.raises((TypeError, BufferError, ValueError)):
            call(wrong)


@pytest.mark.parametrize("card", [2**63, -(2**63) - 1, 10**400, 1.5, "x", None, b"1", [1]])
def test_what_is_no_card(card):
    for call in (interval, arrange):
        with pytest.raises((TypeError, OverflowError, UsageError)):
            call([1, 2, card, 3])


class Growing:
    """A number that changes the list it stands in while it is read."""

    def __init__(self, cards, change):
        self.cards, self.change = cards, change

    def __index__(self):
        self.change(self.cards)
        return 2


@pytest.mark.parametrize(
    "change",
    [list.clear, lambda cards: cards.extend(range(10_000)), lambda cards: cards.__delitem__(slice(3, None))],
    ids=["cleared", "grown", "cut"],
)
def test_a_list_that_changes_while_it_is_read(change):
    cards = [1, 1, 2, 2, 3, 3]
    cards.insert(2, Growing(cards, change))
    with pytest.raises(UsageError) as refused:
        interval(cards)
    assert "changed while it was read" in str(refused.value.__cause__)


def test_a_list_whose_cards_are_exchanged_while_it_is_read():
    cards = [1, 1, 2, 2, 3, 3, 4]
    cards[0] = Growing(cards, lambda cards: cards.__setitem__(slice(1, None), [10**6 + k for k in range(6)]))
    interval(cards)


class Failing:
    """A number that is none when it is asked."""

    def __index__(self):
        raise ZeroDivisionError


def test_an_error_while_reading_comes_out():
    with pytest.raises(ZeroDivisionError):
        arrange([1, 2, Failing(), 3])


@pytest.mark.parametrize("cards", [[], [0], [LEAST, MOST], [MOST] * 5, [LEAST] * 3 + [MOST] * 2, list(range(-3, 4))])
@pytest.mark.parametrize(("low", "high"), [(LEAST, MOST), (MOST, LEAST), (0, 0), (-5, 2), (MOST, MOST), (3, 2)])
def test_extreme_cards_and_distances(cards, low, high):
    for free in (False, True):
        stop, answer = _kernel.order(cards, low, high, free, *NO_LIMITS)
        assert stop == 0
        if answer is not None:
            sequence, stationary = answer
            assert Counter(sequence) == Counter(cards)
            assert max(low, 2) <= stationary[2] - stationary[0] <= high


@pytest.mark.parametrize("wide", [1, 3, 1 << 20, (1 << 55) + 7])
@pytest.mark.parametrize("number", [5, 300, 20_000])
def test_cards_far_apart_and_close_together(number, wide):
    rng = Random(7, "kernel", number, wide)
    copies = [2, *(rng.choice((1, 1, 2, 2, 3)) for _ in range(number // 2)), 1]
    ranks = [rank for rank, m in enumerate(copies) for _ in range(m)][:number]
    cards = [-rank * wide % (1 << 62) if wide > 1 << 40 else -rank * wide for rank in ranks]
    rng.shuffle(cards)
    for free in (False, True):
        laid = arrange(cards, free=free)
        assert (laid is None) == (interval(cards, free=free) is None)
        if laid is not None and max(map(abs, cards)) < 2**53:
            assert check_ordering(Deal(tuple(cards), ends="open" if free else "interior"), laid) == []


@pytest.mark.parametrize("copies", [b"", b"\0", b"\5\1", b"\3\1", b"\1\1\xff", b"\1\0\1"])
def test_what_is_no_list_of_copies(copies):
    with pytest.raises(ValueError, match="copies: "):
        _kernel.counts(copies, False, *NO_LIMITS)
    with pytest.raises(ValueError, match="copies: "):
        _kernel.count_between(copies, False, 1, 5, *NO_LIMITS)


def test_counts_of_random_copies():
    """Both kernel functions against the generating function in Python, for every range of distances."""
    rng = Random(8, "copies")
    for _ in range(60):
        copies = [rng.in_range(1, 2), *(rng.in_range(1, 4) for _ in range(rng.below(9)))]
        for free in (False, True):
            truth = closed.counts(copies, free=free)
            stop, size, numbers = _kernel.counts(bytes(copies), free, *NO_LIMITS)
            assert stop == 0
            read = [int.from_bytes(numbers[k : k + size], "little") for k in range(0, len(numbers), size)]
            assert {k: n for k, n in enumerate(read, 1) if n} == truth
            for low, high in ((LEAST, MOST), (1, 3), (3, 1), (2, 2), (0, MOST), (MOST, MOST), (rng.below(9), 12)):
                stop, number = _kernel.count_between(bytes(copies), free, low, high, *NO_LIMITS)
                assert stop == 0
                assert int.from_bytes(number, "little") == sum(n for d, n in truth.items() if low <= d <= high)


@pytest.mark.parametrize("seconds", [-1e300, -1.0, 0.0, 1e-12, 1e308, float("inf"), float("nan")])
@pytest.mark.parametrize("nodes", [0, 1, 2**64 - 1])
def test_limits_that_nobody_would_give(seconds, nodes):
    for cancel in (None, bytearray(1), bytearray(15), bytearray(16), bytearray(b"\1") + bytearray(20), b"\0" * 40):
        assert _kernel.distances(SEVEN, False, seconds, nodes, cancel)[0] in (0, 1, 3, 4)
        assert _kernel.order(SEVEN, 0, 9, False, seconds, nodes, cancel)[0] in (0, 1, 3, 4)
        assert _kernel.counts(b"\1\2\2\2", False, seconds, nodes, cancel)[0] in (0, 1, 2, 3, 4)
        assert _kernel.count_between(b"\1\2\2\2", False, 1, 9, seconds, nodes, cancel)[0] in (0, 1, 2, 3, 4)
    for wrong in (bytearray(), "x", 5, [0]):
        with pytest.raises((TypeError, ValueError, BufferError)):
            _kernel.distances(SEVEN, False, seconds, nodes, wrong)


@pytest.mark.parametrize("wrong", [("x", 1), (1.0, -1), (1.0, 2**64), (None, 1)])
def test_limits_that_are_none(wrong):
    with pytest.raises(TypeError):
        _kernel.distances(SEVEN, False, *wrong, None)


def test_copies_that_no_memory_holds():
    """Three million values: asked for 50 terabytes, with and without a limit on memory, and with one of a kilobyte."""
    copies = bytes([1]) + bytes([2]) * 3_000_000
    for control in (None, bytearray(16), bytearray(b"\0" * 8 + b"\1" + b"\0" * 7)):
        stop, _, numbers = _kernel.counts(copies, False, 1e300, NO_NODES, control)
        assert (stop, numbers) == (3, b"")
        assert _kernel.count_between(copies, True, 1, MOST, 1e300, NO_NODES, control)[0] == 3


def test_a_thrown_switch_ends_every_function():
    cancel = Cancel()
    cancel.cancel()
    spend = Limits(cancel=cancel).kernel
    assert _kernel.distances(SEVEN, False, *spend)[0] == 4
    assert _kernel.order(SEVEN, 0, 9, False, *spend) == (4, None)
    assert _kernel.counts(b"\1\2\2\2", False, *spend)[0] == 4
    assert _kernel.count_between(b"\1\2\2\2", False, 1, 9, *spend)[0] == 4
    assert exact.interval(SEVEN) == (2, 4)
