"""IDs: read back, misread, of later versions.

Tests: puzzles/identity.py
"""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.core.errors import FormatError
from passatempo.puzzles.identity import (
    DIGITS,
    SEEDS,
    Identity,
    check_digit,
    puzzle_kinds,
    read_id,
    recipe_of,
    write_seed,
)

SIGNS = "0123456789ABCDEFGHJKMNPQRSTUVWXYZ"
SAME = str.maketrans("OIL", "011")  # letters that are read as digits
SEED = st.integers(0, SEEDS - 1)


def identities(seed):
    """Return IDs of every kind with the parameters of every grade."""
    found = [
        Identity(name, kind, params, seed)
        for name, kind in puzzle_kinds()
        for params in recipe_of(kind).by_grade.values()
    ]
    return [one for one in found if one.is_sayable()]


@given(SEED)
def test_an_id_reads_back_in_any_case_and_with_letters_for_digits(seed):
    for identity in identities(seed):
        text = str(identity)
        assert read_id(text) == identity
        assert read_id(f" {text.lower()} ") == identity
        assert read_id(text.replace("0", "O").replace("1", "i")) == identity


@given(SEED, st.integers(0, 40), st.sampled_from(SIGNS))
def test_one_wrong_sign_never_passes(seed, place, sign):
    for identity in identities(seed):
        text = str(identity)
        place %= len(text)
        if text[place] not in ("-", sign) and {text[place], sign} not in ({"1", "I"}, {"1", "L"}, {"0", "O"}):
            with pytest.raises(FormatError):
                read_id(text[:place] + sign + text[place + 1 :])


def fits(text):
    """Tell by the formula whether the check digit of an ID fits: places times signs, modulo 37."""
    *body, digit = text.replace("-", "").translate(SAME)
    return sum(place * int(sign, 36) for place, sign in enumerate(body, 1)) % 37 == DIGITS.find(digit)


def exchanges(text):
    """Yield an ID with each two neighbours exchanged that are not equal, the hyphens being left where they are."""
    signs = text.replace("-", "")
    for place in range(len(signs) - 1):
        changed = [*signs[:place], signs[place + 1], signs[place], *signs[place + 2 :]]
        new = "".join("-" if sign == "-" else changed.pop(0) for sign in text)
        if new.translate(SAME) != text.translate(SAME):
            yield new


@pytest.mark.parametrize("number", [2000, pytest.param(200_000, marks=pytest.mark.long)])
def test_no_new_id_passes_with_a_wrong_sign_or_two_neighbours_exchanged(number):
    rng = random.Random(number)
    kinds_with_params = [(*one, params) for one in puzzle_kinds() for params in recipe_of(one[1]).by_grade.values()]
    drawn = (Identity(*rng.choice(kinds_with_params), rng.randrange(SEEDS)) for _ in range(2 * number))
    given_out = list(islice((one for one in drawn if one.is_sayable()), number))
    assert len(given_out) == number
    for identity in given_out:
        text = str(identity)
        assert fits(text)
        assert not any(map(fits, exchanges(text))), text
        place, sign = rng.randrange(len(text)), rng.choice(DIGITS)
        if text[place] != "-" and text[place].translate(SAME) != sign:
            assert not fits(text[:place] + sign + text[place + 1 :]), text


@settings(max_examples=30)
@given(SEED)
def test_two_neighbours_exchanged_are_refused(seed):
    for identity in identities(seed):
        for text in exchanges(str(identity)):
            with pytest.raises(FormatError):
                read_id(text)


def test_an_older_id_is_read_though_its_last_two_signs_can_be_exchanged():
    for text in ("OP1-TQ5-3FFDJK-0", "OP1-TQ5-3FFDJ0-K"):
        assert str(read_id(text)) == text
        assert read_id(text).is_sayable(swaps=True)
        assert not read_id(text).is_sayable()


def test_the_check_digit_is_a_weighted_sum_modulo_37():
    signs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for body in ("0P1-TR5-7F3KQ9", "A", "ZZ"):
        values = [signs.index(sign) for sign in body.replace("-", "")]
        total = sum((place + 1) * value for place, value in enumerate(values)) % 37
        assert check_digit(body) == (DIGITS[total] if total < 32 else "")


@pytest.mark.parametrize("seed", [0, 1, 31, 32, SEEDS - 1])
def test_a_seed_is_six_digits_of_base_32(seed):
    assert sum(DIGITS.index(sign) * 32 ** (5 - place) for place, sign in enumerate(write_seed(seed))) == seed


def with_check(body):
    """Add the check digit to a body that has one."""
    return f"{body}-{check_digit(body)}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a puzzle ID"),
        ("OP1-TR5-7F3KQ9", "is not a puzzle ID"),
        ("OP1--7F3KQ9-V", "is not a puzzle ID"),
        ("x" * 1000, "is not a puzzle ID"),
        ("QQ1-TR5-7F3KQ9-V", "'QQ' is not a kind of puzzle"),
        ("OP1-TR5-7F3KQ8-V", "the check digit is wrong: is a character misread?"),
        (with_check("OP9-TR5-7F3KQ9"), "a later passatempo"),
        (with_check("OP1-TR9-7F3KQ9"), "is not a list of parameters of OP"),
        (with_check("OP1-TR5-7F3K"), "is not a seed of six digits"),
    ],
)
def test_a_bad_id_is_refused_in_one_sentence(text, words):
    with pytest.raises(FormatError, match=words):
        read_id(text)


@given(st.text(max_size=40))
def test_any_text_is_an_id_or_refused(text):
    try:
        read_id(text)
    except FormatError as error:
        assert "\n" not in str(error)
