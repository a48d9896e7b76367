"""Cards in words in three languages, and the lines of a companion that begin with a verb of the first person.

Tests: formats/full_names.py, formats/wordlist.py
"""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passatempo.core.errors import FormatError, PassatempoError
from passatempo.core.messages import LOCALES, retranslate_error
from passatempo.machiavelli.formats.notation import reads_cards, write_groups
from passatempo.machiavelli.formats.wordlist import words
from passatempo.machiavelli.game.companion import Companion
from passatempo.machiavelli.game.rules import PRESETS, GameRules
from passatempo.machiavelli.model import JOKER
from passatempo.machiavelli.text import read_groups

DATA = Path(__file__).parents[2] / "data" / "machiavelli" / "phrases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text().splitlines()]
SAID = [one for one in CASES if one["kind"] == "companion"]


def plain_line(line):
    return (
        {"event": line.event} if hasattr(line, "event") else {"turn": line.turn, "seat": line.seat, "move": line.move}
    )


@pytest.mark.parametrize("case", SAID, ids=lambda one: one["id"])
def test_cases_of_a_companion(case):
    table = Companion(GameRules(), tuple(case["seats"].split(",")), case["locale"])
    for line in case["before"]:
        table.read_event(line)
    assert table.answer(case["typed"]) is None
    assert list(map(plain_line, table.read_event(case["typed"]))) == case["lines"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_in_every_word_is_read(locale):
    said = words()[locale]
    for (rank, names), (suit, suits) in product(enumerate(said["ranks"]), enumerate(said["suits"])):
        for name, of, word in product(names.split(), ["", *said["of"]], suits.split()):
            for text in (f"{name} {of} {word}", f"{name}{of}{word}", f"{name} {of}  {word}".upper()):
                assert read_groups(text, locale) == ((13 * suit + rank,),), text


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_is_cards_in_letters(locale):
    said = words()[locale]
    rows = [*said["ranks"], *said["suits"], *said["others"], *said["of"], *words()["jokers"]]
    assert [word for row in rows for word in row.split() if reads_cards(word, locale)] == []


@pytest.mark.parametrize(
    ("text", "locale", "cards"),
    [
        ("SetteCuori", "it", "7H"),
        ("10Cuori, 10 di cuori; dieci cuori", "it", "TH TH TH"),
        ("il 7 di fiori l'asso di cuori l’8 di picche", "it", "7C AH 8S"),
        ("7 8 9 di cuori 7, 8 di picche", "it", "7H 8H 9H 7S 8S"),
        ("R di picche 7P", "it", "KS 7S"),
        ("JK=re di cuori jolly=7 di fiori *=3 cuori", "it", "JK=KH JK=7C JK=3H"),
        ("as de TREBOLES 2 de Corazón", "es", "AC 2H"),
        ("2 de corazo\u0301n | comodi\u0301n", "es", "2H | JK"),
        ("the seven of hearts, an ace of spades | a joker", "en", "7H AS | JK"),
        ("ace of clubs 10 of diamonds", "en", "AC TD"),
        ("7 8 9\ndi\ncuori", "it", "7H 8H 9H"),
    ],
)
def test_phrases(text, locale, cards):
    assert write_groups(read_groups(text, locale)) == cards


@pytest.mark.parametrize(
    ("text", "locale", "sentence"),
    [
        ("7 C", "it", "line 1, column 1: '7' is a rank without its suit (P, C, Q, F)"),
        ("7 | cuori", "it", "line 1, column 1: '7' is a rank without its suit (P, C, Q, F)"),
        ("7 di denari", "it", "line 1, column 6: 'denari' is a suit of another pack: here the suits are picche, cuori"),
        ("RE DI BASTONI", "it", "'BASTONI' is a suit of another pack"),
        ("7 de oros", "es", "'oros' is a suit of another pack: here the suits are picas, corazones"),
        ("king of cups", "en", "'cups' is a suit of another pack: here the suits are spades, hearts"),
        ("7P J", "it", "line 1, column 4: 'J' is a rank without its suit (P, C, Q, F); write JK for a joker"),
        ("7 di cuorix", "it", "line 1, column 1: '7' is a rank without its suit"),
        ("78 di cuori", "it", "line 1, column 1: '78' is not a card"),
        ("11 di cuori", "it", "line 1, column 1: '11' is not a card"),
        ("JK=7 8 di cuori", "it", "'JK=7 8 di cuori' is not one card for the joker"),
        ("7 di cuori", "en", "'7' is not a card; it is one in Italian: --locale it"),
    ],
)
def test_refusals(text, locale, sentence):
    with pytest.raises(FormatError) as error:
        read_groups(text, locale)
    assert sentence in str(error.value)


PIECES = [
    "7",
    "asso",
    "di",
    "de",
    "of",
    "cuori",
    "trébol",
    "jolly",
    "JK=",
    "*",
    "il",
    "l'",
    "the",
    "coppe",
    " ",
    "|",
    ",",
]
PIECES += ["\u0131", "\u212a", "\u017f", "e\u0301", "\u0130", "\n"]


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join), st.sampled_from(LOCALES))
def test_odd_words_are_read_or_refused(text, locale):
    try:
        groups = read_groups(text, locale)
    except PassatempoError as error:
        assert "Traceback" not in str(error)
    else:
        assert read_groups(write_groups(groups, locale), locale) == groups


# ---- A companion ----


def companion(locale="it", seats=("me", "bob"), preset="house"):
    return Companion(PRESETS[preset].rules, seats, locale)


@pytest.mark.parametrize(
    ("locale", "line", "sentence"),
    [
        ("it", "pesca 7F", "who? say a name (me, bob) or 'pesco'"),
        ("it", "cala 7F 8F 9F", "who? say a name (me, bob) or 'calo'"),
        ("it", "draws", "who? say a name (me, bob) or 'pesco'"),
        ("es", "baja 7T", "who? say a name (me, bob) or 'bajo'"),
        ("en", "holds 7H", "who? say a name (me, bob) or 'hold'"),
    ],
)
def test_the_third_person_needs_a_name(locale, line, sentence):
    table = companion(locale)
    assert table.answer(line) is None
    with pytest.raises(FormatError) as error:
        table.read_event(line)
    assert str(error.value) == sentence
    assert locale == "en" or retranslate_error(error.value, locale) != sentence


def test_a_seat_that_is_called_like_a_verb_wins():
    table = companion(seats=("calo", "bob"))
    table.read_event("calo ha asso 2 3 4 5 6 7 8 9 10 fante donna re di picche")
    assert table.read_event("calo ha calato 2 3 4 di picche")[0].seat == 1


@pytest.mark.parametrize(
    ("locale", "lines"),
    [
        (
            "it",
            [
                "ho asso di picche 2 3 4 5 6 7 8 9 10 fante donna re di cuori",
                "ho pescato 7P",
                "bob ha pescato",
                "passo",
            ],
        ),
        ("es", ["tengo as de picas 2 3 4 5 6 7 8 9 10 jota reina rey de corazones", "he robado 7P", "bob ha robado"]),
        ("en", ["I have the ace of spades, 2 3 4 5 6 7 8 9 10 jack queen king of hearts", "drew 7S", "bob has drawn"]),
    ],
)
def test_verbs_of_the_past(locale, lines):
    table = companion(locale)
    moves = [line for said in lines[:3] for line in table.read_event(said)]
    assert [getattr(line, "move", None) for line in moves] == [None, {"draw": True}, None, {"draw": True}]


def test_one_card_behind_a_question_is_a_play():
    table = companion("en", preset="rummikub")
    table.read_event("hold K10 K11 K12 K13 R1 R2 R3 B5 B6 B7 O1 O2 O3 red 7")
    table.read_event("lay K11 K12 K13")
    table.read_event("bob draws")
    assert table.answer("lay K10") is None
    assert table.read_event("lay K10")[0].move == {"lay": ["TS"], "table": [["TS", "JS", "QS", "KS"]]}
    assert JOKER not in table.view.hand


def test_a_companion_of_rummikub_shows_and_refuses_in_tiles():
    table = companion("it", preset="rummikub")
    table.read_event("ho R1 R2 R3 K4 K5 K6 B7 O8 9 rosso JK 10 blu O11 O12 O13")
    assert "K4 K5 K6 R1 R2 R3 R9 B7 B10 O8 O11 O12 O13 JK" in table.answer("tavolo")
    with pytest.raises(PassatempoError) as error:
        table.read_event("calo R1")
    assert "R1" in retranslate_error(error.value, table.locale) or "30" in retranslate_error(error.value, table.locale)
