"""What kinds of puzzles share: letters that look alike, exact logarithms, grades.

Tests: puzzles/puzzle.py
"""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from passatempo.puzzles.puzzle import fold_signs, grade_of, log2_hundredths


@given(st.integers(1, 10**40))
def test_hundredths_of_a_binary_logarithm_are_rounded_down(number):
    hundredths = log2_hundredths(number)
    assert 2**hundredths <= number**100 < 2 ** (hundredths + 1)


@given(st.text("abcILOilo019-", max_size=12))
def test_folding_twice_changes_nothing(text):
    assert fold_signs(fold_signs(text)) == fold_signs(text) == fold_signs(text.lower())
    assert not set("ILO") & set(fold_signs(text))


@given(st.integers(0, 10**4), st.lists(st.integers(0, 10**4), min_size=4, max_size=4))
def test_a_grade_counts_the_thresholds_reached(load, thresholds):
    assert grade_of(load, sorted(thresholds)) == 1 + len([one for one in thresholds if Fraction(one) <= load])
