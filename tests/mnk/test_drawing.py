"""Pictures and text: what is to be seen is there, as shapes and words, not by colour alone.

Tests: corrado/evaluation.py, words.py, text.py
"""

import xml.etree.ElementTree as ElementTree

from passatempo.core.pastime import Question
from passatempo.mnk import Choice, EvaluateAsk, Value, read
from passatempo.mnk import drawing as draw
from passatempo.mnk import words as show
from passatempo.mnk.corrado.evaluation import evaluation_of
from passatempo.mnk.rules import X
from passatempo.mnk.text import position_of

WON = position_of(3, 3, 3, moves=[(1, 1), (2, 1), (2, 2), (3, 1), (3, 3)])


def titles(svg):
    root = ElementTree.fromstring(svg)
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]


def test_marks_last_move_and_completed_line():
    found = titles(draw.draw_position(WON))
    assert "X c3, the last move" in found
    assert "a completed line" in found
    assert found.count("O a2") == 1


def test_threats_say_whose_they_are():
    position = read("k: 3\nX X .\nO O .\n. . .")
    found = titles(draw.draw_position(position))
    assert "X threatens c1" in found
    assert "O threatens c2" in found
    assert not any("threatens" in title for title in titles(draw.draw_position(WON)))


def test_a_line_around_a_torus_is_broken_off():
    around = position_of(3, 3, 3, moves=[(1, 1), (2, 1), (2, 3), (3, 1), (3, 2)], torus=True)
    assert around.result == "X"
    assert "a completed line" in titles(draw.draw_position(around))


def test_a_move_and_a_table_of_moves():
    position = read("k: 3\nX X .\nO O .\n. . .")
    assert "ply 1: X c1" in titles(draw.draw_choice(position, Choice((0, 2))))
    value = Value("win", 1, ((0, 2),), (((0, 2), "win", 1), ((1, 2), "draw", None)))
    found = titles(draw.draw_value(Question(position), value))
    assert "c1: W1" in found
    assert "c2: D" in found


def test_the_evaluation_marks_its_runs():
    position = read("k: 4\nX X . .\nO O . .\n. . . .\n. . . .")
    question = Question(position, EvaluateAsk("X"))
    svg = draw.draw_evaluation(question, evaluation_of(position, X))
    found = titles(svg)
    assert "X 2 half: 1" in found
    assert "O 2 half: 1" in found
    assert "f = A - B" in svg


def test_a_large_board_is_drawn_in_part():
    position = position_of(1, 300, 5, moves=[(1, 1), (1, 300)])
    assert "O kn1" not in titles(draw.draw_position(position))


def test_the_last_move_and_the_line_in_text():
    assert show.show_position(WON).splitlines()[1:4] == ["1  [X] .  .", "2   O [X] .", "3   O  . [X]"]


def test_a_board_without_lines_says_so():
    assert "k > max(m,n): no line exists, draw" in show.show_position(read("k: 9\n. ."))


def test_a_long_line_of_play_stays_within_the_board():
    position = read("k: 5\nm: 15\nn: 15")
    line = tuple((i, j) for i in range(5) for j in range(15))
    widths = [
        ElementTree.fromstring(svg).get("viewBox").split()[2]
        for svg in (
            draw.draw_choice(position, Choice(line[0], line)),
            draw.draw_position(position),
        )
    ]
    assert widths[0] == widths[1]
