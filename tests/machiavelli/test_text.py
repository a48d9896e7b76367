"""Notations of cards, and the place and kind of every fault.

Tests: text.py, formats/notation.py
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo import machiavelli
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.machiavelli.formats.notation import write_groups
from passatempo.machiavelli.json import TURN
from passatempo.machiavelli.model import ACES, JOKER, WILD, Rules, Turn
from passatempo.machiavelli.sources import presets
from passatempo.machiavelli.text import read, read_groups, write
from passatempo.machiavelli.words import show_turn


@pytest.mark.parametrize(
    ("text", "locale", "cards"),
    [
        ("TD", "en", (35,)),
        ("10d", "en", (35,)),
        ("1c", "en", (39,)),
        ("A♠2♠3♠", "en", (0, 1, 2)),
        ("5♥️5♦️", "en", (17, 30)),
        ("5♡ 5♢", "en", (17, 30)),
        ("\U0001f0a1\U0001f0be\U0001f0dd", "en", (0, 25, 50)),
        ("ASAH10D", "en", (0, 13, 35)),
        ("JK * \U0001f0cf", "en", (JOKER,) * 3),
        ("JK=7H", "en", (WILD + 19,)),
        ("10C FC QC KC", "it", (22, 23, 24, 25)),
        ("RC DC AP 2F 3Q", "it", (25, 24, 0, 40, 28)),
        ("♠A ♥10 ♦K ♧2", "en", (0, 22, 38, 40)),
        ("♠A♥10♠\ufe0f2", "en", (0, 22, 1)),
        ("A♠♠2 3♠", "en", (0, 1, 2)),
        ("JK=♥7 *=7♥", "en", (WILD + 19, WILD + 19)),
        ("♥R ♥10 ♣F", "it", (25, 22, 49)),
        ("JH", "en", (23,)),
    ],
)
def test_spellings_of_cards(text, locale, cards):
    assert sum(read_groups(text, locale), ()) == cards


def test_queen_of_diamonds_and_donna_di_quadri():
    assert read_groups("QD", "en") == ((37,),)
    assert read_groups("QQ DQ", "it") == ((37, 37),)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("AS 2S 3Z", "unknown-suit", "line 1, column 7: '3Z' is not a card: 'Z' is not a suit (S, H, D, C)"),
        ("AS\n11S", "unknown-rank", "line 2, column 1: '11S' is not a card: '11' is not a rank (A, 2 to 10, J, Q, K)"),
        ("A", "incomplete-card", "line 1, column 1: 'A' is a rank without its suit (S, H, D, C)"),
        ("AS ♥", "incomplete-card", "line 1, column 4: '♥' is a suit without its rank (A, 2 to 10, J, Q, K)"),
        ("AS ?", "unknown-card", "line 1, column 4: '?' is not a card"),
        ("AS2S3", "incomplete-card", "line 1, column 5: '3' is a rank without its suit (S, H, D, C)"),
        ("♠X", "unknown-rank", "line 1, column 1: '♠X' is not a card: 'X' is not a rank (A, 2 to 10, J, Q, K)"),
        (
            "AS 1OS",
            "unknown-rank",
            "line 1, column 4: '1OS' is not a card: '1O' is not a rank (A, 2 to 10, J, Q, K); did you mean 10S?",
        ),
        (
            "JOKER",
            "unknown-suit",
            "line 1, column 1: 'JOKER' is not a card: 'O' is not a suit (S, H, D, C); did you mean JK?",
        ),
        ("SA", "unknown-card", "line 1, column 1: 'SA' is not a card; did you mean AS?"),
        ("AS 7cuori", "unknown-card", "line 1, column 4: '7cuori' is not a card"),
        ("AQ 2Q", "unknown-suit", "line 1, column 1: 'AQ' is not a card; it is one in Italian: --locale it"),
        ("AS 10P2P", "unknown-suit", "line 1, column 4: '10P2P' is not a card; it is one in Italian: --locale it"),
        ("AS\nmano: KD", "unknown-key", "line 2, column 1: 'mano:' is not a key: it is hand:"),
        (
            "AS\nhnad: KD",
            "unknown-key",
            "line 2, column 1: 'hnad:' is not a key: the keys are table, hand, locale, preset, "
            "opened, decks, ace, jokers, joker, opening, opening_turn, most_new, crosses, points",
        ),
        ("AS\ndecks: two", "bad-decks", "line 2, column 8: 'two' is not a whole number"),
        ("AS\nace: low\nace: low", "key-twice", "line 3, column 1: 'ace' is repeated"),
        ("AS\ntable: 2S", "stray-text", "line 1, column 1: some cards are outside the line 'table:'"),
        ("10C\nlocale: fr", "bad-locale", "line 2, column 9: 'fr' is not one of en, it, es"),
    ],
)
def test_faults_have_place_and_kind(text, kind, sentence):
    with pytest.raises(FormatError) as caught:
        read(text)
    assert (caught.value.kind, str(caught.value)) == (kind, sentence)


@pytest.mark.parametrize(
    ("keys", "kind"),
    [({"decks": 0}, "bad-decks"), ({"ace": "sideways"}, "bad-ace-rule"), ({"jokers": -1}, "bad-jokers")],
)
def test_rules_that_do_not_exist(keys, kind):
    with pytest.raises(InvalidInstance) as caught:
        read("AS 2S 3S", **keys)
    assert caught.value.kind == kind


def test_too_many_cards_are_each_named():
    with pytest.raises(InvalidInstance, match="7S occurs 3 times, but 2 decks hold it 2 times; JK occurs 1 time"):
        read("7S 7S 7S JK")


def test_an_english_card_in_an_italian_turn_is_told():
    with pytest.raises(FormatError, match="'2S' is not a card; it is one in English: --locale en"):
        read("AP 2S", locale="it")


@pytest.mark.parametrize("written", ["\U0001f0df", "\U0001f0cf", "*", "JK", "jk"])
def test_a_joker_too_many_is_named_as_it_is_written(written):
    said = f"{written.upper()} occurs 1 time, but the rules have no jokers; set the number with --jokers"
    for make in (lambda: read(f"{written} 2S 3S"), lambda: read("2S", hand=written), lambda: of_json(f"2S {written}")):
        with pytest.raises(InvalidInstance) as caught:
            make()
        assert str(caught.value) == said


def of_json(table):
    return TURN.load(TURN.keys(table=table))


@pytest.mark.parametrize(
    ("text", "keys", "said"),
    [
        ("2S 2S", {"decks": 1}, "2S occurs 2 times, but 1 deck holds it 1 time"),
        ("2S 2S 2S", {"decks": 2}, "2S occurs 3 times, but 2 decks hold it 2 times"),
        ("* *", {"jokers": 1}, "* occurs 2 times, but the rules have 1 joker; set the number with --jokers"),
    ],
)
def test_numbers_agree_with_their_nouns(text, keys, said):
    with pytest.raises(InvalidInstance) as caught:
        read(text, **keys)
    assert str(caught.value) == said


def test_flags_win_over_the_text():
    turn = read("AS 2S 3S\nace: low\ndecks: 3", ace="high", decks=1)
    assert turn.rules == Rules(1, "high")


def test_an_italian_turn_keeps_its_notation():
    turn = read("10C FC DC RC\nhand: AP\nlocale: it")
    assert write(turn) == "10C FC DC RC\nhand: AP\nlocale: it\n"


cards = st.integers(0, 51) | st.just(JOKER) | st.integers(WILD, WILD + 51)
groups = st.lists(st.lists(cards, min_size=1, max_size=8).map(tuple), max_size=6).map(tuple)


@given(
    table=groups,
    hand=st.lists(cards, max_size=6).map(tuple),
    locale=st.sampled_from(["en", "it"]),
    ace=st.sampled_from(ACES),
    preset=st.sampled_from([None, *presets()]),
)
def test_reading_what_was_written(table, hand, locale, ace, preset):
    turn = Turn(table, hand, Rules(60, ace, 60), locale, preset)
    for text in (write(turn), show_turn(turn)):
        again = read(text)
        assert (again, again.locale) == (turn, locale)


def test_what_show_prints_is_the_same_instance():
    for name in machiavelli.PASTIME.examples:
        turn = machiavelli.example(name)
        assert read(machiavelli.show(turn)) == turn
    for seed in range(20):
        kind = ("groups", "heap", "swapped", "random")[seed % 4]
        turn = machiavelli.new(
            cards=10 + 4 * seed, hand=seed, kind=kind, jokers=seed % 3, ace=ACES[seed % 4], seed=seed
        )
        assert read(machiavelli.show(turn)) == turn


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("3S 4S 5S\n\n9H 9D 9C", "3S 4S 5S | 9H 9D 9C"),
        ("3S 4S 5S | 6H 7H 8H\n \t\n\n9H 9D 9C | KD", "3S 4S 5S | 6H 7H 8H | 9H 9D 9C | KD"),
        ("\r\n3S 4S 5S\r\n\r\n9H 9D 9C\r\n\r\n", "3S 4S 5S | 9H 9D 9C"),
        ("3S 4S 5S |\n\n| 9H 9D 9C", "3S 4S 5S | 9H 9D 9C"),
        ("3S 4S 5S\n9H 9D 9C", "3S 4S 5S 9H 9D 9C"),
        ("3S 4S 5S\n// a comment\n9H 9D 9C", "3S 4S 5S 9H 9D 9C"),
        ("3S 4S 5S\nace: both\n9H 9D 9C", "3S 4S 5S 9H 9D 9C"),
        ("// a comment\x0b\n\n3S 4S 5S\n\nhand: 6S\n\nace: low", "3S 4S 5S"),
    ],
)
def test_a_blank_line_parts_groups(text, table):
    assert read(text).table == read(table).table
    if ":" not in text and "//" not in text:
        assert read_groups(text) == read(table).table


def test_a_fault_after_a_blank_line_has_its_place():
    with pytest.raises(FormatError, match="line 4, column 4: '9Z' is not a card"):
        read("3S 4S 5S\n\nKD\n9H 9Z\n\nhand: 6S")


@given(table=groups, locale=st.sampled_from(["en", "it"]))
def test_cards_need_no_blanks(table, locale):
    written = write_groups(table, locale)
    assert read_groups(written.replace(" ", ""), locale) == table
