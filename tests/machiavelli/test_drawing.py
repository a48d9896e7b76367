"""Tables and hands as pictures.

Tests: model.py, render/playing_cards.py
"""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from passatempo.core.pastime import Question
from passatempo.machiavelli.drawing import (
    draw_arrangement,
    draw_count,
    draw_listing,
    draw_play,
    draw_turn,
    draw_unlocking,
    mark_changes,
    show_arrangement,
    show_turn,
    sort_melds,
)
from passatempo.machiavelli.exact.unlock import unlock
from passatempo.machiavelli.formats.notation import write_cards
from passatempo.machiavelli.model import (
    JOKER,
    NAMES,
    WILD,
    Arrangement,
    Count,
    EnumerateAsk,
    LayAsk,
    Listing,
    Play,
    Rules,
    Turn,
    UnlockAsk,
)
from passatempo.machiavelli.text import read, read_groups
from passatempo.render.colours import COLOURS

ARROWS = {"out": 'd="M-5 0L0-6L5 0Z"', "in": 'd="M-5-6L0 0L5-6Z"'}  # up and down
SVG = "{http://www.w3.org/2000/svg}"
DECK = tuple(range(52))
SUIT_RUNS = tuple(tuple(range(13 * suit, 13 * suit + 13)) for suit in range(4))


def titles(drawing: str) -> list[str]:
    """Return what the groups of a drawing say."""
    return [title.text or "" for title in ElementTree.fromstring(drawing).findall(f".//{SVG}g/{SVG}title")]


def arranged(text: str) -> Arrangement:
    return Arrangement(read_groups(text))


def test_a_turn_is_shown_group_by_group() -> None:
    turn = read("TD JD QD | 5C\nhand: AS JK\njokers: 1")
    assert show_turn(turn) == "TD JD QD |\n5C\nhand: AS JK\njokers: 1"


def test_a_turn_is_shown_in_its_own_notation() -> None:
    turn = read("10Q FQ DQ\nlocale: it")
    assert show_turn(turn) == "10Q FQ DQ\nlocale: it"
    assert show_arrangement(turn, Arrangement(((37, 36, 35),))) == "10Q FQ DQ"
    assert ">F</text>" in draw_turn(turn)


def test_a_long_heap_is_wrapped_and_nothing_is_lost() -> None:
    shown = show_turn(Turn((DECK * 2,)))
    assert max(map(len, shown.splitlines())) <= 100
    assert shown.split() == list(NAMES) * 2


def test_runs_come_first_then_sets() -> None:
    turn = Turn(())
    assert show_arrangement(turn, arranged("5D 5S 5H | 4C 2C 3C | KS QS JS | KH KS KD KC")).splitlines() == [
        "JS QS KS",
        "2C 3C 4C",
        "5S 5H 5D",
        "KS KH KD KC",
    ]


@pytest.mark.parametrize(
    ("ace", "meld", "written"),
    [
        ("both", "AS QS KS", "QS KS AS"),
        ("both", "3S AS 2S", "AS 2S 3S"),
        ("wrap", "2S AS KS", "KS AS 2S"),
        ("high", "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        ("low", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
        ("both", "9H JK=7H 8H", "JK=7H 8H 9H"),
        ("both", "9H 2S JK", "9H 2S JK"),
    ],
)
def test_a_meld_is_written_as_it_is_laid(ace: str, meld: str, written: str) -> None:
    turn = Turn((), (), Rules(ace=ace))  # type: ignore[arg-type]
    assert [write_cards(laid) for laid in sort_melds(read_groups(meld), turn)] == [written]


def test_every_card_is_drawn() -> None:
    turn = Turn((DECK[:20], DECK[20:45]), DECK[45:])
    assert " ".join(titles(draw_turn(turn))).split() == list(NAMES)
    ranks = Counter(
        text.text for text in ElementTree.fromstring(draw_turn(turn)).findall(f".//{SVG}g/{SVG}g/{SVG}g/{SVG}text")
    )
    assert ranks == Counter(dict.fromkeys(["A", *"23456789", "10", "J", "Q", "K"], 4))


def test_before_and_after_hold_every_card() -> None:
    drawing = draw_arrangement(Turn((DECK,)), Arrangement(SUIT_RUNS))
    assert " ".join(titles(drawing)).split() == [*NAMES, *NAMES]


def test_nothing_lies_outside_the_page() -> None:
    drawing = ElementTree.fromstring(draw_turn(Turn((DECK * 10,), (), Rules(10))))
    width, height = float(drawing.attrib["width"]), float(drawing.attrib["height"])
    assert width <= 900
    for fans in drawing.findall(f"{SVG}g"):
        left, top = shift(fans)
        for fan in fans:
            x, y = shift(fan)
            last = shift(fan[-1])
            assert left + x + last[0] + 46 <= width - 20
            assert top + y + 66 <= height - 20


def shift(piece: ElementTree.Element) -> tuple[float, float]:
    """Read ``translate(x y)``."""
    x, y = piece.attrib["transform"].removeprefix("translate(").rstrip(")").split()
    return float(x), float(y)


def test_ten_decks_are_drawn() -> None:
    turn = Turn(tuple(SUIT_RUNS * 10), (), Rules(10))
    drawing = draw_arrangement(turn, Arrangement(SUIT_RUNS * 10))
    assert len(titles(drawing)) == 80
    assert "stroke-accent" not in drawing  # nothing moved


def test_no_cards_at_all_is_a_drawing_too() -> None:
    assert "no cards" in draw_turn(Turn(()))
    assert "no cards" in draw_arrangement(Turn(()), Arrangement(()))
    assert show_arrangement(Turn(()), Arrangement(())) == "no cards"
    assert show_turn(Turn(())) == "table:"


def test_without_an_answer_the_turn_is_drawn() -> None:
    turn = Turn((DECK[:3],), DECK[3:5])
    assert draw_arrangement(turn, None) == draw_turn(turn)


def test_drawing_is_deterministic() -> None:
    turn = read("AS 2S 3S 4S | 4H 4D 4C | KD KH KS KC")
    answer = arranged("AS 2S 3S | 4S 4H 4D 4C | KD KH KS KC")
    assert draw_arrangement(turn, answer) == draw_arrangement(turn, answer)


def test_a_card_that_moved_is_marked_by_place_edge_and_arrow() -> None:
    turn = read("AS 2S 3S 4S | 4H 4D 4C")
    drawing = draw_arrangement(turn, arranged("AS 2S 3S | 4S 4H 4D 4C"))
    assert drawing.count("stroke-accent") == 3  # two edges and the rule
    assert drawing.count('fill-accent"') == 4  # two over cards, two beside the words that say what they mean
    assert drawing.count("translate(72 -8)") == 1  # the four leaves as the last card of its run
    assert drawing.count(ARROWS["out"]) == drawing.count(ARROWS["in"]) == 2
    assert "1 card leaves its group" in drawing
    assert "1 card joins another" in drawing


def test_a_small_table_has_room_for_its_headings() -> None:
    drawing = draw_arrangement(read("AS 2S 3S | 4S"), arranged("AS 2S 3S 4S"))
    heading = "After    4 cards in 1 meld    1 card joins another"
    assert float(ElementTree.fromstring(drawing).attrib["width"]) >= 40 + 8.5 * len(heading)


def test_cards_of_a_heap_are_not_marked() -> None:
    drawing = draw_arrangement(Turn((DECK,)), Arrangement(SUIT_RUNS))
    assert "52 cards in a heap" in drawing
    assert "accent" not in drawing


def test_a_group_that_is_split_in_two_keeps_its_larger_part() -> None:
    out, into = mark_changes([(0, 1, 2, 3, 4, 5, 6)], [(0, 1, 2), (3, 4, 5, 6)])
    assert out == [["out"] * 3 + [""] * 4]
    assert into == [["in"] * 3, [""] * 4]


def test_only_the_copies_that_left_are_marked() -> None:
    out, into = mark_changes([(0, 0, 1)], [(1, 0), (0,)])
    assert out == [["", "out", ""]]
    assert into == [["", ""], ["in"]]


def test_a_joker_that_stands_for_another_card_has_not_moved() -> None:
    out, into = mark_changes([(3, 4, WILD + 5)], [(WILD + 2, 3, 4)])
    assert out == into == [["", "", ""]]
    assert mark_changes([(JOKER, 3, 4)], [(WILD + 2, 3, 4)]) == ([["", "", ""]], [["", "", ""]])


def test_as_many_cards_leave_as_join() -> None:
    before = [DECK[i : i + 5] for i in range(0, 52, 5)]
    out, into = mark_changes(before, SUIT_RUNS)
    assert sum(row.count("out") for row in out) == sum(row.count("in") for row in into) > 0


def test_a_wrong_answer_can_be_drawn() -> None:
    assert "KC" in draw_arrangement(read("AS 2S 3S | 4S"), arranged("AS 2S | KC KC")).split("<style>")[1]


def test_red_suits_are_hollow_and_black_suits_filled() -> None:
    red, black = draw_turn(Turn(((13, 26),))), draw_turn(Turn(((0, 39),)))
    assert red.count("stroke-card-red") == 3 + 1  # two corners, one large picture, one rule
    assert "stroke-card-black" not in red + black
    assert f'fill="none" stroke="{COLOURS["card-red"][0]}" class="stroke-card-red"' in red
    assert "card-red" not in black
    assert (
        len({path.get("d") for drawing in (red, black) for path in ElementTree.fromstring(drawing).iter(f"{SVG}path")})
        == 4
    )


def test_a_joker_shows_what_it_stands_for() -> None:
    drawing = draw_turn(read("JK=7H 8H 9H\nhand: JK\njokers: 2"))
    assert titles(drawing) == ["JK=7H 8H 9H", "JK"]
    assert ">7</text>" in drawing
    assert drawing.count("fill-card-joker ") == 2


def test_a_play_shows_the_hand_and_marks_what_moves() -> None:
    turn = read("3S 4S 5S 6S | 6H 6D\nhand: 9C KD")
    play = Play((), (47, 38), ((2, 3, 4), (5, 18, 31)), 0)
    drawing = draw_play(Question(turn, LayAsk()), play)
    assert "0 cards played" in drawing
    assert "1 card leaves its group" in drawing
    assert "1 card has come" in drawing
    assert titles(drawing)[-2:] == ["3S 4S 5S", "6S 6H 6D"]


def test_laid_cards_are_marked_in_the_hand_and_where_they_lie() -> None:
    turn = read("3S 4S 5S 9H\nhand: 6S 9D 9C KD")
    laid = Play((5, 34, 47), (38,), ((2, 3, 4, 5), (21, 34, 47)), None)
    drawing = draw_play(Question(turn, LayAsk()), laid)
    assert "3 cards played, 1 card kept" in drawing
    assert drawing.count(ARROWS["out"]) == 3 + 1  # one beside the word that says what they mean
    assert "3 cards have come" in drawing


def test_pictures_of_other_answers() -> None:
    turn = read("3S 4S 5S 6S 7S 8S\nhand: 9H 9D")
    found = unlock(turn).answer
    assert "4 of 96 unseen cards, probability 1/24" in draw_unlocking(Question(turn, UnlockAsk()), found)
    assert "2 arrangements" in draw_count(turn, Count(2))
    listing = Listing((((2, 3, 4), (5, 6, 7)), ((2, 3, 4, 5, 6, 7),)), complete=True)
    drawing = draw_listing(Question(turn, EnumerateAsk()), listing)
    assert drawing.count("Arrangement ") >= 2
    for draw, question in [
        (draw_play, Question(turn, LayAsk())),
        (draw_unlocking, Question(turn, UnlockAsk())),
        (draw_count, turn),
        (draw_listing, Question(turn, EnumerateAsk())),
    ]:
        assert draw(question, None) == draw_turn(turn)
