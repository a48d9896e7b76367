"""Presets of rules, and the projection as a text format.

Tests: presets.py, formats/projection.py
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, encode, load_question
from passatempo.core.registry import pastime
from passatempo.machiavelli.formats import projection
from passatempo.machiavelli.formats.notation import LOCALES
from passatempo.machiavelli.json import COUNT, TURN, UNLOCKING, CountJson, TurnJson, UnlockingJson, load_turn
from passatempo.machiavelli.model import ACES, JOKER, Rules, Turn
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


ODD_TURNS = [
    Turn(()),
    Turn((), (0,)),
    Turn(((0,),), ()),
    Turn(((JOKER,),), (JOKER,), Rules(1, "low", 2)),
    Turn(((0, 13, 26, 39), (0, 0, 0)), (51, 51), Rules(10, "wrap")),
    Turn(((9,) * 100,), (), Rules(100, "high", 100)),
    Turn(((JOKER,) * 100,), (), Rules(1, "both", 100)),
    Turn((tuple(range(52)) * 11,), (3, 4), Rules(12)),
    Turn(((9, 22, 35), (64 + 48, 49, 50)), (64 + 3, JOKER), Rules(3, "low", 3)),
    Turn(((38, 25), (12,)), (11, 10), Rules(2, "high")),
    Turn((), (), Rules(7, "wrap", 1)),
]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("turn", ODD_TURNS, ids=range(len(ODD_TURNS)))
def test_every_format_gives_back_what_it_was_made_of(turn, locale):
    """Text gives an equal turn; JSON an equal turn; the projection the same cards in one heap, jokers free again."""
    turn = replace(turn, locale=locale)
    assert read(write(turn)) == turn
    assert read(write(turn)).locale == locale
    assert TURN.load(convert(decode(encode(TURN.dump(turn))), TURN.keys)) == turn
    again = read(projection.write(turn))
    assert (again.table_counts, again.hand_counts) == (turn.table_counts, turn.hand_counts)
    assert (again.hand, again.rules, again.locale) == (turn.hand, turn.rules, locale)
    assert read(projection.write(again)) == again
    assert read(write(again)) == again


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_turn_survives_every_format(data):
    card = st.integers(0, 51) | st.just(JOKER) | st.integers(64, 115)
    table = data.draw(st.lists(st.lists(card, min_size=1, max_size=6).map(tuple), max_size=4).map(tuple))
    hand = data.draw(st.lists(card, max_size=6).map(tuple))
    test_every_format_gives_back_what_it_was_made_of(
        Turn(table, hand, Rules(40, data.draw(st.sampled_from(ACES)), 40)), data.draw(st.sampled_from(LOCALES))
    )


@pytest.mark.parametrize("spelled", ["3S\0 4S 5S", "\0", "3\0S", "3S\0\ufe0f", "JK=\0003S", "3S,\0,4S", "\ufe0f\0"])
def test_a_zero_byte_is_no_blank(spelled):
    for ask in (lambda: read(spelled), lambda: load_turn(TurnJson(table=spelled)), lambda: read("3S", hand=spelled)):
        with pytest.raises(FormatError):
            ask()
    with pytest.raises(FormatError):
        load_turn(TurnJson(table=[spelled]))


@pytest.mark.parametrize("digits", [11, 4_301, 5_981])
def test_numbers_of_thousands_of_digits_are_refused(digits):
    """Python itself refuses to read them, with an error that is none of ours."""
    long = "1" * digits
    rows = [" ".join(["1"] * 12 + [long]), *[" ".join("0" * 13)] * 3]
    for text in ("\n".join(rows), f"3S 4S 5S\ndecks: {long}", f"3S 4S 5S\njokers: {long}"):
        with pytest.raises(FormatError):
            read(text)
    with pytest.raises(FormatError):
        COUNT.load(CountJson("x" + long))
    assert COUNT.dump(COUNT.load(CountJson(long))).arrangements == long


@pytest.mark.parametrize("chance", ["1/0", "1e999999999", "-1/3", "1/2/3", "", "1/", "nan", "٣/4", "1" * 30])
def test_a_chance_is_a_short_fraction(chance):
    with pytest.raises(FormatError, match="probability"):
        UNLOCKING.load(UnlockingJson({}, 0, 0, chance, closes_now=False))


WORDS = ["3S", "4S", "10H", "JK", "JK=7H", "*", "🂡", "5♥️", "|", "hand:", "ace:", "decks:", "\n", " ", ",", ";", "\0"]
WORDS += [
    "table:",
    "1" * 13,
    "0 " * 13,
    "JK 2",
    "S ",
    "//",
    "locale: it",
    "QQ",
    "preset: bga",
    "wrap",
    "-1",
    "\ufe0f",
    "é",
]


@pytest.mark.parametrize("texts", [400, pytest.param(20_000, marks=pytest.mark.long)])
def test_mutated_texts_are_read_or_refused(texts):
    rng = random.Random(8)
    for number in range(texts):
        text = "".join(rng.choice(WORDS) + rng.choice(["", " "]) for _ in range(rng.randint(1, 12)))
        if number % 2:
            text = write(ODD_TURNS[number % len(ODD_TURNS)])
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(text) + 1)
                text = text[:at] + rng.choice([*WORDS, ""]) + text[at + rng.randint(0, 3) :]
        try:
            turn = read(text)
        except (FormatError, InvalidInstance):
            continue
        assert read(write(turn)) == turn
