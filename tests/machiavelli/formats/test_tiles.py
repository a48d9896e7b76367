"""Tiles: spellings, refusals, the notation of rummikubsolver, files of other programs, what is written; no pictures.

Tests: formats/tiles.py, formats/tile_files.py
"""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from passatempo import machiavelli
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError
from passatempo.core.json import encode
from passatempo.core.queries import instance_of
from passatempo.core.registry import pastime
from passatempo.machiavelli.formats.notation import BLY, NOTATIONS, TILES, write_card, write_cards, write_groups
from passatempo.machiavelli.model import JOKER, WILD, Rules, Turn
from passatempo.machiavelli.text import read, read_groups, write
from passatempo.machiavelli.words import show_turn

DATA = Path(__file__).parents[2] / "data" / "machiavelli"
GAME = pastime("machiavelli")
CASES = [
    json.loads(line) for name in ("tiles", "phrases") for line in (DATA / f"{name}.jsonl").read_text().splitlines()
]
CARDS = [*range(JOKER), JOKER, *range(WILD, WILD + JOKER)]
BLUE = {"color": "blue", "number": 5}


def turn_of(case):
    keys = {key: case[key] for key in ("locale", "preset") if key in case}
    return instance_of(GAME, case["text"], keys if "preset" in keys else {**keys, "jokers": 2})


@pytest.mark.parametrize("case", [one for one in CASES if one["kind"] in ("cards", "file")], ids=lambda one: one["id"])
def test_cases_are_read(case):
    turn = turn_of(case)
    found = write_groups(turn.table)
    if case["kind"] == "cards":
        assert found == case["reads"]
    else:
        assert {"table": found, "hand": write_cards(turn.hand)} == case["reads"]


@pytest.mark.parametrize("case", [one for one in CASES if one["kind"] == "refused"], ids=lambda one: one["id"])
def test_cases_are_refused(case):
    with pytest.raises(FormatError, match=case["names"]):
        turn_of(case)


@pytest.mark.parametrize("locale", NOTATIONS)
def test_every_card_reads_back_what_is_written(locale):
    for card in CARDS:
        assert read_groups(write_card(card, locale), locale) == ((card,),)


@given(st.data())
def test_texts_in_every_notation_read_back(data):
    groups = st.lists(st.lists(st.sampled_from(CARDS), min_size=1, max_size=14).map(tuple), max_size=3).map(tuple)
    hand = data.draw(st.lists(st.sampled_from(CARDS), max_size=5).map(tuple))
    locale = data.draw(st.sampled_from(NOTATIONS))
    preset = data.draw(st.sampled_from([None, "rummikub"]))
    turn = Turn(data.draw(groups), hand, Rules(60, jokers=60), locale, preset=preset)
    for text in (write(turn), show_turn(turn)):
        found = read(text)
        assert found == turn
        assert found.locale == locale


PIECES = [
    *"KRGBOYJLbly*=-,;|# \n10",
    "12",
    "bk",
    "red",
    "azul",
    "jolly",
    "JK=",
    "\ufe0f",
    "🔴",
    "🟦",
    "\u0131",
    "\u212a",
    "²",
    "l'",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from([TILES, BLY]))
@example("1" * 5000 + "R", TILES)
@example("b1-" + "9" * 5000, BLY)
def test_odd_words_are_read_or_refused(text, locale):
    try:
        turn = read(text, locale=locale, preset="rummikub", joker="free", jokers=60, decks=60)
    except PassatempoError as error:
        assert "Traceback" not in str(error)
    else:
        assert read(write(turn)) == turn


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("1r2B K13", "AH 2D KS"),
        ("rosso 7, 8 verde; amarillo12", "7H 8S QC"),
        ("the red 7 l'8 rosso il 9 blu", "7H 8H 9D"),
        ("🟥\ufe0f 1 2🔵 ⬛3", "AH 2D 3S"),
        ("j * joker jolly Comodín comodin MATTA", "JK JK JK JK JK JK JK"),
        ("JK=B7 *=7o j=🔴 3 jolly=gr4", "JK=7D JK=7C JK=3H JK=4S"),
        ("rd1 r2 or3 o4", "AH 2H 3C 4C"),
    ],
)
def test_spellings_of_tiles(text, cards):
    assert write_groups(read_groups(text, TILES)) == cards


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "3G 4K",
            "line 1, column 4: '3G' is green, but '4K' is black: a table has four colours, and green takes the place of"
            " black",
        ),
        ("4K | green 3", "'green 3' is green, but '4K' is black"),
        ("🟧1\nyellow 2", "line 2, column 1: 'yellow 2' is yellow, but '🟧1' is orange"),
        ("K3\nhand: G4", "line 2, column 7: 'G4' is green, but 'K3' is black"),
        ("bk3 b4", "line 1, column 5: 'b4' beside 'bk3': is b black or blue? write bl4"),
        ("4B gr9", "line 1, column 4: '4B' beside 'gr9': is b black or blue? write 4bl"),
        ("R14", "line 1, column 1: 'R14' is not a tile: numbers are 1 to 13"),
        ("R1 blue 0", "line 1, column 4: 'blue 0' is not a tile: numbers are 1 to 13"),
        (
            "R1 l3",
            "line 1, column 4: 'l3' is not a tile; it is one in the notation of rummikubsolver: --locale tiles-bly",
        ),
        ("R1 lr1-3", "'lr1-3' is not a tile; it is one in the notation of rummikubsolver"),
        ("R1 5H", "line 1, column 4: '5H' is not a tile; it is a card in English: --locale en"),
        ("R1 7", "line 1, column 4: '7' is a number without its colour (K, R, B, O)"),
        ("R1 red", "line 1, column 4: 'red' is a colour without its number (1 to 13)"),
        ("R1 pink4", "line 1, column 4: 'pink4' is not a tile: write a colour and a number, as R10, or JK"),
    ],
)
def test_sentences_of_refusals(text, sentence):
    with pytest.raises(FormatError) as error:
        read(text, preset="rummikub")
    assert sentence in str(error.value)


def test_tiles_are_proposed_where_cards_are_read():
    with pytest.raises(FormatError, match="'K7' is not a card; it is a tile: --locale tiles"):
        read("K7 8S")


def test_a_colour_of_the_hand_beside_the_table_in_json():
    with pytest.raises(FormatError, match="'G3' is green, but 'K4' is black"):
        machiavelli.lay(table="K4 K5 K6", hand="G3", preset="rummikub")


def test_the_first_of_two_lines_is_the_table():
    turn = read("blyr1 r9-11 # the board | of today\nb1 l9 j # ours\npreset: rummikub\nlocale: tiles-bly")
    assert write_groups(turn.table) == "AS AD AC AH 9H TH JH"
    assert write_cards(turn.hand) == "AS 9D JK"
    assert write(turn).splitlines()[:2] == ["b1 l1 y1 r1 r9 r10 r11", "hand: b1 l9 j"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("k1", "'k1' is not a tile: write colours of b l y r and a number or a range, as lr1-3, or j"),
        ("r", "'r' is not a tile: write colours"),
        ("j5", "'j5' is not a tile: write colours"),
        ("-r1", "'-r1' is not a tile: write colours"),
        ("r5-3", "'r5-3' is not a tile: numbers are 1 to 13"),
        ("r12-14", "'r12-14' is not a tile: numbers are 1 to 13"),
        ("j=br1", "'j=br1' is not one tile for the joker"),
    ],
)
def test_terms_of_rummikubsolver_that_are_none(text, sentence):
    with pytest.raises(FormatError) as error:
        read_groups(text, BLY)
    assert sentence in str(error.value)


def test_a_joker_among_the_colours_is_one_joker():
    assert read_groups("yrj13", BLY) == ((51, 25, JOKER),)


# ---- Files of other programs ----


def test_sets_may_be_lists_and_a_joker_may_be_free():
    raw = {"board_sets": [[BLUE, {"joker": True}], []], "rack": [], "score": 1.5, "done": False, "who": "x"}
    turn = instance_of(GAME, encode(raw), {})
    assert (write_groups(turn.table), turn.preset, turn.locale) == ("5D JK", "rummikub", TILES)
    assert instance_of(GAME, encode(raw), {"locale": "en", "hand": "7H"}).hand == (19,)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"board_sets": 3}, "board_sets: expected a list: 3"),
        ({"board_sets": [3]}, "board_sets[0]: expected"),
        ({"rack": [[]]}, "rack[0]: expected an object: []"),
        ({"rack": [BLUE], "moves": [1]}, "unknown key 'moves'"),
        ({"rack": [BLUE], "hand": "R1"}, "'hand' is given beside 'rack'"),
        ({"rack": [BLUE | {"number": 14}]}, "rack, tile 1: number: 14 is not one of 1 to 13"),
        ({"rack": [{"color": "blue"}]}, "rack, tile 1: number: null is not one of 1 to 13"),
        ({"rack": [BLUE | {"number": True}]}, "rack[0].number: expected a whole number: true"),
        ({"rack": [BLUE, BLUE | {"color": "pink"}]}, "rack, tile 2: color: 'pink' is not one of black, red"),
        ({"rack": [BLUE | {"joker": 1}]}, "rack[0].joker: expected true or false: 1"),
        (
            {"board_sets": [[{"color": "green", "number": 1}]], "rack": [{"color": "black", "number": 2}]},
            "rack, tile 1, column 1: 'green1' is green, but 'black2' is black",
        ),
    ],
)
def test_files_that_are_refused(raw, sentence):
    with pytest.raises(FormatError) as error:
        instance_of(GAME, encode(raw), {})
    assert sentence in str(error.value)


# ---- What is written ----


def test_answers_show_tiles_and_json_the_names_of_cards():
    found = machiavelli.lay(hand="R10 B10 K10 R1 O2 JK", preset="rummikub", opened=False)
    rows = machiavelli.show(found).splitlines()
    assert rows[0] == "Lay K10 R10 B10, keep R1 O2 JK. The groups are worth 30: enough to open (30)."
    assert rows[3] == " 1. lay K10 R10 B10 from the hand as a new group"
    assert found.to_json()["answer"]["laid"] == ["TS", "TH", "TD"]


def test_json_of_an_instance_has_names_of_cards_and_says_so():
    said = json.loads(machiavelli.convert(read("K1 R10", preset="rummikub"), "json"))
    assert (said["table"], said["locale"]) == ("AS TH", "en")
    assert instance_of(GAME, encode(said), {}).table == ((0, 22),)


@pytest.mark.parametrize(
    ("rules", "table", "sentence"),
    [
        (
            {"preset": "tattoomuse"},
            "QS QH JK",
            "'QS QH JK' does not say what the joker stands for: write JK=QD or JK=QC",
        ),
        (
            {"preset": "rummikub"},
            "R4 JK R5",
            "'R4 JK R5' does not say what the joker stands for: write JK=R3 or JK=R6",
        ),
    ],
)
def test_a_joker_without_a_name_that_may_be_two_cards(rules, table, sentence):
    with pytest.raises(InvalidInstance, match=f"table, group 1: {sentence}"):
        machiavelli.lay(table=table, hand="", **rules)


def test_too_many_tiles_are_named_as_tiles():
    with pytest.raises(InvalidInstance, match="R1 occurs 3 times, but 2 decks hold it 2 times"):
        read("R1 R1 R1", preset="rummikub")
