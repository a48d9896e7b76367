"""Short names and comma-separated values: each is read again, by its content alone.

Tests: formats/canonical.py, formats/csv.py, formats/id.py
"""

import pytest

from passatempo.core.errors import FormatError
from passatempo.optimiza import PASTIME, convert, read
from passatempo.optimiza.formats import id as short_name
from passatempo.optimiza.model import Board
from passatempo.optimiza.symmetry import canonical_board

# Short texts that state the largest sizes they can.
BOMBS = {"id": ["TQ99-1"], "canonical": ["KR99-1"], "csv": [f"1,1\n1,2\nN: {'9' * 18}"]}


def test_a_name_is_read_between_comments_and_key_lines():
    board = Board(2, (1, 1, 2, 1))
    for text in ("TQ2-1", " tq2-1\n", "// a name\nTQ2-1", "variant: torus-rook\nTQ2-1"):
        assert short_name.matches(text)
        assert read(text) == board


def test_rows_of_numbers_are_no_name():
    for text in ("1 1\n1 2", "1 1\n1 2\nvariant: torus-rook", "// TQ2-1\n1 1\n1 2", "TQ2-1 TQ2-1"):
        assert not short_name.matches(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ZZ9-1", "'ZZ9-1' is not the name of a board, such as TQ4-5M3J"),
        ("TQ2-U", "'TQ2-U' is not the name of a board"),
        ("TQ2-4", "there are only 4 boards of this kind"),
    ],
)
def test_a_wrong_name_is_refused(text, words):
    with pytest.raises(FormatError, match=words):
        read(text)


@pytest.mark.parametrize("example", PASTIME.examples)
def test_examples_are_read_from_what_convert_writes(example):
    board = read(PASTIME.example(example))
    assert read(convert(board, "csv")) == board
    assert read(convert(board, "id")) == board
    assert read(convert(board, "canonical")) == canonical_board(board)
