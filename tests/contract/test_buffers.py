"""Arrays of other libraries: every public function that takes a buffer answers right, or refuses.

Tests: core/buffers.py
"""

import array

import pytest

pytest.importorskip("numpy")

import numpy as np

from passatempo import cards, machiavelli, optimiza
from passatempo.cards.exact.methods import interval
from passatempo.core.buffers import octets, words
from passatempo.core.errors import UsageError
from passatempo.machiavelli.exact.arrange import arrange_many
from passatempo.machiavelli.text import read
from passatempo.optimiza.exact.best import greatest_sum

# Every item type that numpy can make, of both byte orders where there are two.
TYPES = sorted(
    {np.dtype(order + code).str for code in np.typecodes["All"] for order in "<>="}
    | {np.dtype("S4").str, np.dtype("U2").str, np.dtype("V3").str}
)
STRUCTURED = np.dtype([("a", "u1"), ("b", "u1")])
ONE_BYTE = {"|u1", "|i1", "|b1"}
TABLES = [read("3S 4S 5S").table_counts[:52], read("3S 4S 6S").table_counts[:52]]
VERDICTS = b"\x01\x00"
SHAPES = [(2, 52), (104,), (1, 2, 52), (2, 1, 52), (8, 13), (104, 1), (2, 4, 13), (52, 2), (26, 4), (2, 52, 1)]


def plain():
    return np.frombuffer(b"".join(TABLES), dtype=np.uint8)


def made(values, dtype):
    """Return the values as items of a type, or None where it has none for them."""
    try:
        return values.astype(dtype)
    except (TypeError, ValueError):
        return None


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", [*TYPES, STRUCTURED], ids=str)
def test_tables_are_judged_right_or_refused(dtype, shape):
    tables = made(plain(), dtype)
    if tables is None:
        pytest.skip("no such items")
    tables = tables.reshape(shape)
    right = dtype in ONE_BYTE and (len(shape) == 1 or shape[-1] == 52)
    if right:
        assert arrange_many(tables, "low") == VERDICTS
    else:
        with pytest.raises(UsageError, match="counts"):
            arrange_many(tables, "low")


def test_arrays_without_tables_have_no_verdicts():
    for shape in [(0,), (0, 52), (3, 0, 52)]:
        assert arrange_many(np.zeros(shape, np.uint8)) == b""
    for shape in [(), (52, 0), (0, 13)]:
        with pytest.raises(UsageError, match="counts"):
            arrange_many(np.zeros(shape, np.uint8))


def test_arrays_with_gaps_and_backwards_are_refused():
    wide = np.zeros((4, 104), np.uint8)
    for gaps in (wide[:, ::2], wide[:, :52], wide.T, wide[::2], np.asfortranarray(wide[:, :52].copy())):
        with pytest.raises(UsageError, match="without gaps"):
            arrange_many(gaps)
    backwards = plain()[::-1]
    with pytest.raises(UsageError, match="without gaps"):
        arrange_many(backwards)


def test_other_buffers_are_judged_alike():
    flat = b"".join(TABLES)
    for same in (flat, bytearray(flat), memoryview(flat), array.array("B", flat), memoryview(flat).cast("c")):
        assert arrange_many(same, "low") == VERDICTS
    for other in (list(flat), "text", None, 5, array.array("i", flat)):
        with pytest.raises(UsageError, match="counts"):
            arrange_many(other)
    with pytest.raises(UsageError, match="multiple of 52"):
        arrange_many(flat[:-1])
    with pytest.raises(ValueError, match="table 2 has more than 100 copies"):
        arrange_many(bytes(52) + bytes(51) + b"\x65")


BOARD = [1, 1, 1, 2]


@pytest.mark.parametrize("shape", [(4,), (2, 2), (4, 1), (1, 2, 2)], ids=str)
@pytest.mark.parametrize("dtype", [*TYPES, STRUCTURED], ids=str)
def test_boards_are_summed_right_or_refused(dtype, shape):
    cells = made(np.array(BOARD), dtype)
    if cells is None:
        pytest.skip("no such items")
    native = np.dtype(dtype).isnative and dtype in {np.dtype("u2").str, np.dtype("i2").str}
    if native:
        assert greatest_sum(cells.reshape(shape), 2)[0] == 5
    else:
        with pytest.raises((TypeError, ValueError)):
            greatest_sum(cells.reshape(shape), 2)


def test_boards_of_another_type_of_the_same_length_in_bytes_are_refused():
    for cells in (np.zeros(8, np.uint8), np.zeros(4, np.float16), np.zeros(2, np.int32), np.zeros(1), b"\0" * 8):
        with pytest.raises((TypeError, ValueError)):
            greatest_sum(cells, 2)


DEAL = [1, 1, 2, 2, 3, 3, 4]
WHOLE = {np.dtype(code).str for code in "bhilqBHIL"} - {np.dtype("u8").str}


@pytest.mark.parametrize("dtype", [*TYPES, STRUCTURED], ids=str)
def test_cards_are_read_right_or_refused(dtype):
    cards = made(np.array(DEAL), dtype)
    if cards is None:
        pytest.skip("no such items")
    if np.dtype(dtype).isnative and dtype in WHOLE:
        assert interval(cards) == (2, 4)
        return
    try:
        said = interval(cards)
    except (TypeError, ValueError):
        return
    assert said == (2, 4)


def test_what_is_asked_for_is_named():
    with pytest.raises(UsageError, match=r"rows: a buffer of single bytes .* format 'd' and shape \(3,\)"):
        octets(np.zeros(3), 3, "rows")
    with pytest.raises(UsageError, match=r"rows of 52 are needed, not the shape \(4, 13\)"):
        octets(np.zeros((4, 13), np.uint8), 52, "counts")
    with pytest.raises(UsageError, match=r"cells: .* not a single number"):
        words(np.uint16(3), "cells")


def test_public_functions_pass_buffers_on():
    """They read arrays themselves, without a copy as a list."""
    tables = plain()
    for given in (tables, tables.reshape(2, 52), bytes(tables), memoryview(tables), array.array("B", bytes(tables))):
        assert machiavelli.arrange_many(given, "low") == VERDICTS
    deck = np.array([1, 1, 2, 2, 3, 3, 4])
    for dtype in ("u1", "i8", "u2"):
        assert cards.interval(deck.astype(dtype)) == cards.interval(memoryview(deck)) == cards.interval(deck.tolist())
    board = np.array([[1, 1], [1, 2]], dtype=np.uint16)
    assert optimiza.greatest_sum(board, 2) == optimiza.greatest_sum(board, np.int8(2)) == greatest_sum(board, 2)
