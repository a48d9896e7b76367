"""What a person reads: numbered boards with a legend, and reasons in which each step is told once.

Tests: words.py, reasons.py
"""

import re

import pytest

from passatempo import minesweeper
from passatempo.core.random import Random
from passatempo.minesweeper import read, write
from passatempo.minesweeper.exact import methods as exact
from passatempo.minesweeper.generate import Params, generate
from passatempo.minesweeper.model import Certain, Explanation, Reason
from passatempo.minesweeper.reasons import explain
from passatempo.minesweeper.words import grid_lines, show_board, show_certain, show_explanation

FIVE = "01#1#"


def cell_at(lines, row, column):
    """Read a cell of a numbered grid of twelve rows by the numbers at its edges alone."""
    tens, units = ["", *lines[:-12]][-2:]
    line = next(line for line in lines[-12:] if line.split()[0] == str(row))
    names, ten = {}, 0
    for at in range(len("12  "), len(units)):
        if units[at] == "0":
            ten = int(tens[: at + 1].split()[-1])
        names[10 * ten + int(units[at])] = at
    return line[names[column]]


@pytest.mark.parametrize("columns", [1, 9, 10, 11, 30, 100, 121])
def test_every_cell_is_found_by_its_row_and_column(columns):
    signs = "".join(str(k % 9) for k in range(12 * columns))
    grid = "\n".join(signs[k : k + columns] for k in range(0, len(signs), columns))
    rows = grid_lines(read(grid), {})
    for row in (1, 2, 10, 12):
        for column in {1, columns, max(1, columns // 2), min(10, columns)}:
            assert cell_at(rows, row, column) == signs[(row - 1) * columns + column - 1]


def test_the_signs_that_are_there_are_explained():
    assert show_board(read("#F?1\nreading: position\nmines: 1")).splitlines() == [
        "   1234",
        "1  #F?1",
        "# covered, F a flag, ? open, its number unknown",
        "reading: position",
        "mines: 1",
    ]
    assert show_board(read("00")).splitlines() == ["   12", "1  00"]
    assert show_certain(read(FIVE), Certain(((0, 4),), ((0, 2),))).splitlines()[-3:] == [
        "   12345",
        "1  01*1+",
        "+ safe, * a sure mine",
    ]


@pytest.mark.parametrize("question", ["safe", "chances", "guess"])
def test_answers_carry_the_numbered_board(question):
    told = str(getattr(minesweeper, question)(read(FIVE)))
    assert "   12345\n1  01" in told
    assert re.search(r"^\+ safe, \* a sure mine$|o open this", told, re.MULTILINE)


def test_the_canonical_text_has_no_numbers():
    assert write(read("#1/#1", mines=1)) == "#1\n#1\nmines: 1\n"


def unnumbered(line):
    return re.sub(r"\[\d+\] ?", "", line)


def test_each_step_is_told_once_and_referred_to(monkeypatch):
    monkeypatch.setenv("COLUMNS", "10000")
    repeated = 0
    for seed in range(12):
        board = generate(Params(), Random(seed, "words"))
        found = explain(board).answer
        shown = show_explanation(board, found)
        steps = {int(n): step for n, step in re.findall(r"\[(\d+)\] ([^;\n]+?)(?=;|\n| \(the pattern)", shown)}
        for step in steps.values():
            assert shown.count(step) == 1, step
        for line in shown.splitlines():
            if line.startswith("  ("):
                cells, _, text = line.strip().partition(": ")
                whole = "; ".join(steps.get(int(k), "") for k in re.findall(r"\[(\d+)\]", text))
                own = {one.text.partition(" (the pattern")[0] for one in found.reasons if str_of(one.cell) in cells}
                assert whole in own or any(unnumbered(text).removesuffix(" there") in said for said in own)
                repeated += cells.count("(") > 1 or bool(re.search(r"\[\d+\];", text))
    assert repeated > 5


def str_of(place):
    return f"({place[0] + 1}, {place[1] + 1})"


def test_cells_with_one_reason_are_grouped(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    said = "the 1 at (1, 1) and the 2 at (1, 3) together leave no layout with a mine at"
    reasons = tuple(
        Reason(cell, False, ((0, 0), (0, 2)), "chain", f"{said} {name}: {name} is safe")
        for cell, name in (((0, 1), "(1, 2)"), ((0, 3), "(1, 4)"))
    )
    assert show_explanation(read("1#2#"), Explanation(reasons)).splitlines() == [
        "several numbers together",
        "  (1, 2), (1, 4) are safe: [1] the 1 at (1, 1) and the 2 at (1, 3) together leave no layout with a",
        "    mine there",
        "any number of mines: every layout counts once",
    ]


def reasons(level, count, row):
    """Return as many reasons of a level, in one row of cells."""
    return [Reason((row, column), False, (), level, f"{level} {column}") for column in range(count)]


@pytest.mark.parametrize(
    ("counts", "shown", "heads"),
    [
        ({"single": 10, "chain": 30}, None, ["one number after the other", "several numbers together"]),
        (
            {"single": 60, "pair": 10, "count": 10},
            40,
            ["with the mine count", "two numbers at a time", "one number after"],
        ),
        ({"single": 30, "chain": 50}, 50, ["several numbers together"]),
    ],
)
def test_the_hardest_reasons_come_first_where_not_all_are_shown(counts, shown, heads):
    found = Explanation(tuple(one for row, (level, n) in enumerate(counts.items()) for one in reasons(level, n, row)))
    rows = show_explanation(read("#"), found).splitlines()
    headed = [row for row in rows if not row.startswith(" ")]
    assert [row[: len(head)] for row, head in zip(headed, heads, strict=False)] == heads
    every = sum(counts.values())
    assert sum(row.startswith("  (") for row in rows) == (shown or every)
    assert (rows[-1] == f"{shown} of {every} shown; --format json has all") == (shown is not None)
    assert headed[len(heads)].startswith("any number of mines")


@pytest.mark.parametrize("question", ["safe", "click", "chances", "guess", "explain"])
def test_an_answer_says_that_flags_are_claims(question):
    ask = getattr(minesweeper, question)
    assert "; flags are claims: they change no answer" in str(ask("3x1x1\nH1F"))
    assert "flags" not in str(ask("3x1x1\nH1H"))


def test_equally_good_cells_are_named():
    assert "equally good: (1, 1) (1, 3)" in str(minesweeper.guess("#1#", mines=1))


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_reasons_are_wrapped_to_the_terminal(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    board = generate(Params(), Random(3, "words"))
    found = explain(board).answer
    rows = show_explanation(board, found).splitlines()
    assert max(map(len, rows[:-1])) <= columns
    assert not any(re.search(r"\(\d+,$", row) for row in rows)  # a cell's name is never broken
    monkeypatch.setenv("COLUMNS", "10000")
    long = show_explanation(board, found)
    assert " ".join(" ".join(rows).split()) == " ".join(long.split())


def test_the_json_of_reasons_keeps_the_whole_chain():
    found = explain(read(FIVE)).answer
    assert found.reasons[-1].text == (
        "the 1 at (1, 2) touches no other covered cell: a mine is at (1, 3); "
        "the 1 at (1, 4) has its mine at (1, 3): (1, 5) is safe"
    )
    assert exact.safe(read(FIVE)).answer.safe == ((0, 4),)
