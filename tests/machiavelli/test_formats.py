"""Presets of rules, and the projection as a text format.

Tests: formats/projection.py, sources.py
"""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo import machiavelli
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, encode
from passatempo.core.messages import LOCALES
from passatempo.core.outcome import Status
from passatempo.core.queries import instance_of
from passatempo.core.registry import pastime
from passatempo.machiavelli.formats import projection
from passatempo.machiavelli.game.rules import PRESETS as GAMES
from passatempo.machiavelli.game.rules import GameRules
from passatempo.machiavelli.json import COUNT, TURN, UNLOCKING, CountJson, TurnJson, UnlockingJson, load_turn
from passatempo.machiavelli.model import ACES, JOKER, Rules, Turn
from passatempo.machiavelli.sources import presets, turn_rules
from passatempo.machiavelli.text import read, write
from passatempo.machiavelli.words import show_turn

# Short texts that state the largest sizes they can.
BOMBS = {"projection": [f"S {'9' * 18} 0 0 0 0 0 0 0 0 0 0 0 {'9' * 18}", f"S:{' ' * 16}{'9' * 18}{' 0' * 12}"]}

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
        (ROWS + "0 " * 13, "line 5, column 1: .* is a fifth row"),
        (ROWS[:60], "has 3 rows, not four|is not a row"),
        (ROWS.rsplit("\n", 2)[0], "has 3 rows, not four"),
        ("S " + ROWS + "S" + " 0" * 13, "is a fifth row"),
        (ROWS + "JK 1 1\njokers: 2", "line 5, column 1: 'JK 1 1' is not a row of 1 number"),
        (ROWS + "X 1", "does not begin with a suit"),
        (
            ROWS.replace("2", "99999999999"),
            "line 2, column 1: a number of copies is too large: it must be <= 400, it is 99999999999",
        ),
        (ROWS.replace("2", "3"), "KH occurs 3 times"),
    ],
)
def test_a_wrong_projection_is_refused_at_its_place(text, words):
    with pytest.raises((FormatError, InvalidInstance), match=words):
        read(text)


# What each source says beside the defaults, written down from the sources by hand.
BGA = {"most_new": 13, "end": "stock"}
SOURCES = {
    "house": {"waits": 1},
    "published": {"ace": "low"},
    "published-rule6": {"ace": "wrap"},
    "wikipedia": {"deal": 15},
    "wikipedia-36": {"deal": 15, "opening": "points:36"},
    "wikipedia-draw": {"deal": 15, "draw": "start"},
    "wikipedia-open": {"deal": 6, "crosses": 4},
    "bga": {"deal": 15, **BGA},
    "bga-it": BGA,
    "bga-jokers": {"jokers": 2, **BGA},
    "bga-wrap": {"ace": "wrap", **BGA},
    "catsatcards": {"deal": 15},
    "peteg": {"ace": "high", "deal": 14, "opening": "own-group", "opening_turn": "continues"},
    "casinohex": {"ace": "wrap", "jokers": 4, "deal": 9, "waits": 0},
    "giocodigitale": {"opening": "own-group", "draw": "start"},
    "tattoomuse": {"jokers": 4, "joker": "hand"},
    "makiaveli": {"deal": 5, "crosses": 4},
    "studenti": {"deal": 3},
    "rummikub": {
        "ace": "low",
        "jokers": 2,
        "joker": "table",
        "opening": "points:30",
        "deal": 14,
        "penalty": 3,
        "timer": 60,
        "points": {"A": 1, "J": 11, "Q": 12, "K": 13, "JK": 30},
        "names": "tiles",
    },
}
OF_TURN = {entry.name: entry.default for entry in fields(Rules)}
QUESTIONS = ["arrange", "count", "enumerate", "lay", "unlock"]


def test_there_are_these_presets():
    assert list(presets()) == list(GAMES) == list(SOURCES)


@pytest.mark.parametrize("name", SOURCES)
def test_a_preset_has_the_rules_of_its_source(name):
    source, values = presets()[name], SOURCES[name]
    assert source.rule_values == values
    assert turn_rules(name) == Rules(**{key: value for key, value in values.items() if key in OF_TURN})
    assert GAMES[name].rules == GameRules(**values)
    assert GAMES[name].rules.turn == turn_rules(name)
    assert source.citation
    assert all(0 < len(quote.split()) <= 15 for quote in source.rule_quotes.values())
    assert set(source.rule_quotes) <= {entry.name for entry in fields(GameRules)}


@pytest.mark.parametrize("name", SOURCES)
def test_the_command_rules_reports_every_field(name, capsys):
    assert run(["machiavelli", "rules", name, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["rules"]) == [entry.name for entry in fields(GameRules)]
    for entry in fields(GameRules):
        assert told["rules"][entry.name] == SOURCES[name].get(entry.name, entry.default), entry.name
    assert told["quotes"] == presets()[name].rule_quotes
    assert (told["preset"], told["source"]) == (name, presets()[name].citation)


CHANGES = {
    "decks": 3,
    "ace": "wrap",
    "jokers": 5,
    "joker": "table",
    "opening": "points:40",
    "opening_turn": "continues",
    "most_new": 7,
    "crosses": 3,
    "points": {"A": 1, "JK": 30},
}


@pytest.mark.parametrize("key", OF_TURN)
def test_every_rule_is_a_flag_a_key_and_a_line_and_wins_over_the_preset(key, capsys):
    value = CHANGES[key]
    written = ",".join(f"{word}={number}" for word, number in value.items()) if key == "points" else str(value)
    wanted = replace(turn_rules("tattoomuse"), **{key: value})
    lines = f"3S 4S 5S\npreset: tattoomuse\n{key}: {written}\n"
    for text in (lines, json.dumps({"table": "3S 4S 5S", "preset": "tattoomuse", key: value})):
        assert instance_of(GAME, text).rules == wanted
    assert instance_of(GAME, "3S 4S 5S\npreset: tattoomuse", {key: value}).rules == wanted
    flag = ["--" + key.replace("_", "-"), written]
    assert run(["machiavelli", "convert", "3S 4S 5S", "--preset", "tattoomuse", *flag, "--to", "json"]) == 0
    assert instance_of(GAME, capsys.readouterr().out).rules == wanted


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"joker": "maybe"}, "joker: 'maybe' is not one of free, hand, table"),
        ({"ace": "up"}, "ace: 'up' is not one of low, both, high, wrap"),
        ({"opening": "36"}, "opening: '36' is not one of none, own-group, points:N"),
        ({"opening": "points:"}, "opening: 'points:' is not one of none, own-group, points:N"),
        ({"opening": "points:-1"}, "opening: 'points:-1' is not one of none, own-group, points:N"),
        ({"opening_turn": "later"}, "opening_turn: 'later' is not one of alone, continues"),
        ({"most_new": -1}, "most_new: -1 is not in 0 to 250"),
        ({"most_new": 251}, "most_new is too large: it must be <= 250, it is 251"),
        ({"crosses": 9}, "crosses is too large: it must be <= 8, it is 9"),
        ({"decks": 0}, "decks: 0 is not a number of decks (1 to 100)"),
        ({"points": {"B": 1}}, "points: 'B' is neither a rank nor a card nor JK"),
        ({"points": {"A": -1}}, "points: -1 is not in 0 to 1000000"),
    ],
)
def test_a_value_that_no_rule_has_is_refused_by_one_sentence(rules, sentence):
    with pytest.raises(InvalidInstance) as caught:
        Rules(**rules)
    assert str(caught.value) == sentence


def test_the_old_name_of_the_rule_for_jokers_is_read():
    assert Rules(joker="exact") == Rules(joker="hand")
    assert read("3S 4S 5S\njoker: exact").rules.joker == "hand"


@pytest.mark.parametrize("question", QUESTIONS)
def test_opened_is_refused_under_rules_without_an_opening(question):
    ask = getattr(machiavelli, question)
    for turn in ({"table": "3S 4S 5S", "preset": "house", "opened": False}, "3S 4S 5S\npreset: house\nopened: no"):
        with pytest.raises(InvalidInstance, match=r"^opened: the rules of house ask for no opening$"):
            ask(turn)
    with pytest.raises(InvalidInstance, match=r"^opened: the rules ask for no opening$"):
        ask({"table": "3S 4S 5S", "opened": False})
    assert ask({"table": "3S 4S 5S", "preset": "house", "opened": True}).status is Status.SOLVED
    assert instance_of(GAME, "3S 4S 5S\npreset: peteg\nopened: no").must_open


BOUND = "3S 4S 5S JK=6S"


def test_the_preset_is_kept_in_every_format():
    turn = read(f"{BOUND}\npreset: tattoomuse\ndecks: 3\ncrosses: 2")
    assert write(turn) == f"{BOUND}\npreset: tattoomuse\ndecks: 3\ncrosses: 2\n"
    assert read(write(turn)) == read(show_turn(turn)) == turn
    assert instance_of(GAME, machiavelli.convert(turn, "json")) == turn
    assert read(projection.write(turn)).preset == "tattoomuse"
    other = instance_of(GAME, turn, {"preset": "casinohex"})
    assert (other.preset, other.rules) == ("casinohex", Rules(2, "wrap", 4))
    assert machiavelli.arrange(read("QS KS AS"), preset="peteg").status is Status.SOLVED
    assert machiavelli.arrange(read("AS 2S 3S"), preset="peteg").status is Status.IMPOSSIBLE


@pytest.mark.parametrize("key", OF_TURN)
def test_rules_and_opening_survive_every_format(key):
    rules = replace(Rules(jokers=1, opening="own-group"), **{key: CHANGES[key]})
    turn = Turn(((2, 3, 4), (64 + 5, 6, 7)), (9,), rules, opened=False)
    assert read(write(turn)) == read(show_turn(turn)) == turn
    assert instance_of(GAME, machiavelli.convert(turn, "json")) == turn
    again = read(projection.write(turn))
    assert (again.rules, again.opened) == (rules, False)


def test_an_unknown_preset_is_refused_with_the_list():
    with pytest.raises(FormatError, match=r"'petg' is not one of house, published, .*did you mean 'peteg'"):
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


@settings(max_examples=60, deadline=None)
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
