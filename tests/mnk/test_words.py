"""Positions in the terminal: a legend explains the signs that are there.

Tests: words.py
"""

import pytest

from passatempo.mnk import read, show


@pytest.mark.parametrize(
    ("text", "legend"),
    [
        ("k: 3\nX O .\n. X .\n. . .", None),
        ("m: 3\nn: 3\nk: 3\na1 b2", "() the last move"),
        ("m: 3\nn: 3\nk: 3\na1 b2 a2 b3 a3", "[] a completed line"),
    ],
)
def test_signs_around_cells_are_explained(text, legend):
    heads, *lines = show(read(text)).splitlines()
    assert heads.split() == ["a", "b", "c"]
    assert [line.split()[0] for line in lines[:3]] == ["1", "2", "3"]
    assert lines[3:-1] == ([legend] if legend else [])
    assert lines[-1].startswith("3,3,3 · ")
