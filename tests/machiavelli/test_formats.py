"""Presets of rules, and the projection as a text format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import load_question
from passatempo.core.registry import pastime
from passatempo.machiavelli import projection
from passatempo.machiavelli.model import JOKER, Rules, Turn
from passatempo.machiavelli.presets import PRESETS
from passatempo.machiavelli.text import read, write

GAME = pastime("machiavelli")
ROWS = "1 1 1 0 0 0 0 0 0 0 0 0 0\n" + "0 0 0 0 0 0 0 0 0 0 0 0 2\n" * 3


def test_a_projection_is_read_row_by_row():
    turn = read(ROWS)
    assert turn.table == ((0, 1, 2, 25, 25, 38, 38, 51, 51),)
    assert read(ROWS.replace(" ", "")) == turn
    assert read("C" + " 0" * 12 + " 2\nD" + " 0" * 12 + " 2\nH" + " 0" * 12 + " 2\nS 1 1 1" + " 0" * 10) == turn
    assert read(ROWS + "JK 1\nhand: 4S\njokers: 1\nace: low") == Turn(
        (((*turn.table[0], JOKER)),), (3,), Rules(2, "low", 1)
    )
    italian = read(
        "// piani\nP 1 1 1" + " 0" * 10 + "\n" + "0 " * 13 + "\n" + "0 " * 13 + "\n" + "0 " * 13, locale="it"
    )
    assert italian.table == ((0, 1, 2),)


@given(
    st.lists(st.integers(0, 3), min_size=52, max_size=52),
    st.integers(0, 2),
    st.sampled_from(["en", "it"]),
    st.lists(st.integers(0, 51), max_size=4, unique=True),
)
def test_projections_survive_writing(counts, jokers, locale, hand):
    cards = tuple(card for card, number in enumerate(counts) for _ in range(number)) + (JOKER,) * jokers
    turn = Turn((cards,) if cards else (), tuple(hand), Rules(4, "high", 2), locale)
    back = read(projection.write(turn))
    assert (back.table_counts, back.hand, back.rules, back.locale) == (turn.table_counts, turn.hand, turn.rules, locale)
    assert read(write(turn)) == turn


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ROWS.replace("1 1 1 0", "1 1 1 0 0"), "line 1, column 1: .* is not a row of 13 numbers"),
        (ROWS.replace("1 1 1 0", "1 1 1 x"), "'1' is a rank without its suit"),
        (ROWS + "0 " * 13, "line 5, column 1: .* is one row too many"),
        (ROWS[:60], "has 3 rows, not four|is not a row"),
        (ROWS.rsplit("\n", 2)[0], "has 3 rows, not four"),
        ("S " + ROWS + "S" + " 0" * 13, "is one row too many"),
        (ROWS + "JK 1 1\njokers: 2", "line 5, column 1: 'JK 1 1' is not a row of 1 number"),
        (ROWS + "X 1", "does not begin with a suit"),
        (ROWS.replace("2", "99999999999"), "copies of a card are too many"),
        (ROWS.replace("2", "3"), "KH occurs 3 times"),
    ],
)
def test_a_wrong_projection_is_refused_at_its_place(text, words):
    with pytest.raises((FormatError, InvalidInstance), match=words):
        read(text)


def test_presets_set_the_rules_of_the_table():
    assert read("3S 4S 5S", preset="peteg").rules == Rules(2, "high", 0)
    assert read("3S 4S 5S\npreset: casinohex\njokers: 2").rules == Rules(2, "wrap", 2)
    assert read("3S 4S 5S\npreset: casinohex", ace="low").rules == Rules(2, "low", 4)
    question = load_question(GAME, GAME.problem("arrange"), {"table": "3S", "preset": "published", "decks": 3}, {})
    assert question.rules == Rules(3, "low", 0)
    assert all(entry.source for entry in PRESETS.values())


def test_an_unknown_preset_is_refused_with_the_list():
    with pytest.raises(FormatError, match=r"'petg' is not one of published, .*did you mean 'peteg'"):
        read("3S 4S 5S", preset="petg")
