"""What is typed and shown at the card game: cards, tables, steps, words, in three languages.

Tests: machiavelli/game/notation.py, machiavelli/game/commentary.py
"""

from dataclasses import replace

import pytest

from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.messages import LOCALES
from passatempo.games.values import Deal, Part
from passatempo.machiavelli.formats.notation import write_cards, write_groups
from passatempo.machiavelli.game.commentary import announce_turn, ending, hand_score, show, sort, teach, why
from passatempo.machiavelli.game.notation import WORDS, cards_in_hand, read, write
from passatempo.machiavelli.game.play import play, start, view
from passatempo.machiavelli.game.rules import GameRules
from passatempo.machiavelli.game.state import Draw, FixedDeal, Lay, Pass
from passatempo.machiavelli.text import read_groups

NAMES = ("you", "bob")


def cards(text):
    """Read cards."""
    return sum(read_groups(text), ())


def seen(hand, table, rules=GameRules(jokers=1)):
    """Return the view of the first seat with a hand and a table."""
    state = start(rules, 2, Deal(None, FixedDeal((cards(hand), cards("KC QC")), (), cards("AC 2C"))))
    return view(replace(state, table=read_groups(table)), 0)


def typed(at, *lines, locale="en"):
    """Type the pieces of a turn, and return the view or the move that the last one makes."""
    found = at
    for line in lines:
        found = read(found, line, locale)
        found = found.view if isinstance(found, Part) else found
    return found


def test_cards_are_arranged_with_least_change():
    at = seen("4H 5H 6H 6S 9C", "3S 4S 5S | 9H 9D 9S")
    move = read(at, "4H 5H 6H", "en")
    assert move == Lay(cards("4H 5H 6H"), read_groups("3S 4S 5S | 9H 9D 9S | 4H 5H 6H"))
    assert write(at, move, "en") == "4H 5H 6H"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("9S", "9S is not in the hand"),
        ("9C", "9C fits in no meld of these cards"),
        ("4H 9C", "fits in no meld of these cards"),
        ("ZZ", "'ZZ' is not a card"),
        ("QP", "one in Italian"),
        ("7C > 3", "7C is not in the hand"),
        ("5H > 9", "there is no meld 9"),
        ("2: 4S > 1", "meld 2 has no 4S: it is 9H 9D"),
        ("split 1 3S", "meld 1 cannot be split before 3S: it is 3S 4S 5S"),
        ("split 1", "split needs a meld and the card"),
        ("5H > x", "'x' is neither the number of a meld"),
        ("end", "no step of the turn was typed"),
        ("=", "write the whole table after '='"),
    ],
)
def test_faults_are_told(line, words):
    with pytest.raises((FormatError, InvalidInstance), match=words):
        read(seen("4H 5H 9C", "3S 4S 5S | 9H 9D 9S" if "9C" not in line else "3S 4S 5S | 8H 8D 8S"), line, "en")


def test_a_turn_is_typed_step_by_step():
    at = seen("6H 7H 8H", "3H 4H 5H | 5S 6S 7S 8S")
    after = typed(at, "6H > 1", "7H > 1", "8H > 1", "split 1 6H")
    assert after.draft.table == read_groups("3H 4H 5H | 5S 6S 7S 8S | 6H 7H 8H")
    assert cards_in_hand(after, after.draft) == ()
    move = typed(after, "end")
    assert move == Lay(cards("6H 7H 8H"), read_groups("3H 4H 5H | 5S 6S 7S 8S | 6H 7H 8H"))
    assert typed(after, "reset").draft is None
    half = typed(at, "2: 8S > new", "8H > 3")
    text = show(half, NAMES, "en")
    assert "3  8S 8H ?" in text
    assert "hand: 6H 7H" in text


def test_a_joker_is_laid_and_taken_in_steps():
    at = seen("5H JK 9C 9D", "6H 7H 8H")
    after = typed(at, "9C 9D > new", "JK > 2")
    assert typed(after, "end").new_cards == cards("9D 9C JK=9S")
    moved = typed(after, "2: JK > 1")
    assert write_groups(moved.draft.table) in ("JK=5H 6H 7H 8H | 9D 9C", "6H 7H 8H JK=9H | 9D 9C")


def test_a_whole_table_is_typed():
    at = seen("6S 6H 6D", "3S 4S 5S")
    move = read(at, "= 3S 4S 5S 6S", "en")
    assert move == Lay(cards("6S"), read_groups("3S 4S 5S 6S"))
    odd = Lay(cards("6S"), read_groups("6S 5S 4S 3S"))
    assert write(at, odd, "en") == "6S = 6S 5S 4S 3S"
    assert read(at, write(at, odd, "en"), "en") == odd


@pytest.mark.parametrize("locale", LOCALES)
def test_each_language_has_its_letters_and_words(locale):
    at = seen("6S 6H 6D 6C", "3S 4S 5S")
    move = read(at, write_cards(cards("6H 6D 6C"), locale), locale)
    assert move.new_cards == cards("6H 6D 6C")
    for word, meant in WORDS[locale].items():
        if meant in ("draw", "pass"):
            assert read(at, word, locale) == (Draw() if meant == "draw" else Pass())
    assert isinstance(read(at, "draw", locale), Draw)


def test_no_word_reads_as_a_card():
    for locale in LOCALES:
        for word in (*WORDS["en"], *WORDS[locale]):
            with pytest.raises(FormatError):
                read_groups(word, locale)


def test_what_is_said():
    at = seen("4H 5H 6H 7H 9C", "3S 4S 5S")
    move = read(at, "4H 5H 6H", "en")
    assert teach(at, move, "en") == "1 more card: 7H"
    assert teach(at, Draw(), "en") == "4 more cards: 4H 5H 6H 7H"
    assert teach(at, read(at, "4H 5H 6H 7H", "en"), "en") == ""
    assert announce_turn(at, at, 0, move, NAMES, "en") == "You play 4H 5H 6H, 5 left."
    assert announce_turn(at, at, 1, Draw(), NAMES, "en") == "bob draws: 2 in hand."
    after = seen("4H 5H 6H 7H 9C 2D", "3S 4S 5S")
    assert announce_turn(at, after, 0, Draw(), NAMES, "en") == "You draw: 6 in your hand. The card drawn is 2D."
    assert announce_turn(at, after, 1, Draw(), NAMES, "en").endswith("you: the turn begins by drawing 2D.")
    assert hand_score(at, "", "en") == "The hand is worth 31 points."
    assert "4H 5H 6H 7H 9C" in show(sort(at, "rank", "en").view, NAMES, "en")
    with pytest.raises(FormatError, match="neither suit nor rank"):
        sort(at, "colour", "en")
    assert why(at, "", "en") == "No single card lets you play your whole hand."
    assert why(seen("6S", "3S 4S 5S"), "", "en") == "You can play your whole hand now."
    assert "8S (2)" in why(seen("9S 10S", "3S 4S 5S"), "", "en")


def test_the_end_is_told():
    state = start(GameRules(), 2, Deal(None, FixedDeal((cards("4H 5H 6H"), cards("KC QC")), (), cards("AC"))))
    state = play(state, Lay(cards("4H 5H 6H"), read_groups("4H 5H 6H")))
    assert ending(state, NAMES, "en").splitlines() == ["You have won.", "  you    +20  -", "  bob    -20  QC KC"]
