"""Minesweeper in the terminal, driven over standard input, and what a record of it must keep.

Tests: game/rules.py, game/play.py, game/presentation.py, game/bots.py, game/checker.py,
game/certainty.py
"""

import io
from dataclasses import replace

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import InvalidInstance
from passatempo.core.limits import Limits
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import make_players, person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import Head, Record, TurnLine, read_record
from passatempo.games.shapes import load_deal
from passatempo.games.values import Deal
from passatempo.minesweeper import reference
from passatempo.minesweeper.checker import check_explanation
from passatempo.minesweeper.formats.minefield import open_cells
from passatempo.minesweeper.game.bots import guess
from passatempo.minesweeper.game.certainty import clears
from passatempo.minesweeper.game.checker import check
from passatempo.minesweeper.game.play import (
    Move,
    ask_kernel,
    judge,
    lay_mines,
    moves,
    play,
    result,
    start,
    summary,
    view,
)
from passatempo.minesweeper.game.presentation import ending
from passatempo.minesweeper.game.rules import PRESETS, GameRules
from passatempo.minesweeper.model import COVERED, VARIANTS, Board, Explanation
from passatempo.minesweeper.reasons import explain, reason_of

MINESWEEPER = pastime("minesweeper")
CORNER = ("*..", "...", "...")  # its one mine


@pytest.fixture
def played(monkeypatch, capsys):
    """Return a function that plays lines of input and returns what was printed."""

    def lines(text, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run(["minesweeper", "play", *arguments]) == code
        told = capsys.readouterr()
        return told.out if code == 0 else told.err

    return lines


@pytest.fixture
def corner(tmp_path):
    """Return the record of a game on three by three cells with a mine in the corner, and one cell open."""
    file = tmp_path / "corner.jsonl"
    rows = [
        '{"record":1,"pastime":"minesweeper","version":"0","rules":{"preset":"beginner","rows":3,"columns":3,"mines":1},'
        '"seats":[{"name":"you"}],"seed":null,"deal":{"field":["*..","...","..."]},"practice":true}',
        '{"turn":1,"seat":1,"move":{"open":[1,2]}}',
    ]
    file.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return str(file)


def begun(field=CORNER):
    """Begin a game on a given field."""
    mines = sum(row.count("*") for row in field)
    return start(GameRules(len(field), len(field[0]), mines), 1, Deal(deal_content=field))


def opened(state, *places):
    for place in places:
        state = play(state, Move("open", place))
    return state


def test_a_field_is_cleared(played, corner):
    told = played("3 3\nshow\nquit\n", corner)
    assert "1  F1." not in told
    assert "1  F10" in told
    assert "The field is clear, in 2 clicks." in told
    assert "over> " in told


def test_a_loss_shows_all_mines_and_what_the_risk_was(played, corner):
    told = played("flag 2 2\nopen 1 1\n", corner)
    assert "1 mine, 1 flag" in told
    assert "1  !1#" in told
    assert "2  #X#" in told
    assert "! the mine that you opened, X a flag without a mine" in told
    # One mine beside the 1: it lies in one of its five covered neighbours, the other three hold none.
    assert "There was a mine at 1 1. It was your fault: (3, 1) was safe: with 1 mine in all, the 1 at" in told
    assert "Bad luck" not in told


def lost(rules, field, *places):
    """Return the end of a game that is lost by the last of these clicks."""
    state = opened(start(rules, 1, Deal(deal_content=field)), *places)
    assert state.hit
    return state


def test_after_a_loss_a_cell_that_was_safe_is_named_with_its_reason():
    """The easiest of them: of numbers that touch, before a count of mines; in three languages."""
    rules = GameRules(3, 5, 2)
    state = lost(rules, ("*....", ".....", "*...."), (0, 1), (2, 1), (1, 4), (0, 0))
    told = ending(state, (), "en")
    assert told.startswith("There was a mine at 1 1. It was your fault: (2, 1) was safe: ")
    assert told.endswith(".")
    assert "is safe." not in told
    assert "(2, 1) era sicura: " in ending(state, (), "it")
    assert "(2, 1) era segura: " in ending(state, (), "es")


def test_flags_and_chords(played, corner):
    told = played("f 1 1\nc 1 2\n", corner)
    assert "The field is clear" in told
    told = played("f 1 1\nf 1 1\nchord 1 2\nflag 1 2\n1 2\nflag 1 1\n1 1\n9 9\nnonsense\n", corner)
    for words in (
        "flags around the 1 at 1 2: 0.",
        "1 2 is open already.",
        "1 1 has a flag: remove it first.",
        "9 9 is outside the field of 3 x 3.",
        "'nonsense' is not a move.",
    ):
        assert words in told


def test_a_chord_beside_a_wrong_flag_loses(played, corner):
    assert "1  !1" in played("f 2 2\nc 1 2\n", corner)


def test_hints_reasons_and_chances(played, corner):
    told = played("hint\nwhy 1 1\nwhy 3 1\nwhy 1 2\nwhy 7 7\nwhy\nchances\n", corner)
    for words in (
        "Open 3 1: it is safe.",
        "1 1 is not certain: a mine with chance 1/5 (20.0 %).",
        "3 1 is safe: ",
        "(with the mine count)",
        "1 2 is open.",
        "7 7 is outside the field of 3 x 3",
        "'' is not a row and a column, such as 3 4.",
        "1  20 (1) 20",
        "3   0   0  0",
    ):
        assert words in told


def test_the_reason_of_a_cell_holds_and_is_as_easy_as_in_the_whole_explanation():
    for seed in range(4):
        state = opened(start(PRESETS["beginner"].rules, 1, Deal(seed)), (4, 4))
        board = view(state, 0).board
        whole = {reason.cell: reason for reason in explain(board).answer.reasons}
        assert whole
        for row in range(9):
            for column in range(9):
                alone, known = reason_of(board, (row, column)), whole.get((row, column))
                assert (alone is None) == (known is None)
                if alone is not None:
                    assert (alone.mine, alone.level) == (known.mine, known.level)
                    assert check_explanation(board, Explanation((alone,))) == []


def test_a_guess_is_told_with_its_chance(played):
    told = played("hint\nflag 1 1\nhint\nwhy 1 1\nchances\n", "--seed", "3", "--first", "safe")
    assert "Open 5 5: the first square has no mine." in told
    assert "Nothing is open yet" in told
    assert "the first square that you open has no mine" in told


def test_whole_turns_are_taken_back_in_practice_only(played):
    assert "play with --practice" in played("5 5\nundo\n", "--seed", "1")
    assert "1  #########" in played("5 5\nundo\n", "--seed", "1", "--practice").rpartition("undo")[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rows", "0"], "rows is 0, it must be at least 1"),
        (["--mines", "81"], "mines is 81, it must be from 1 to 80"),
        (["--no-guess", "--mines", "40"], "no_guess: for square fields"),
        (["--rules", "expret"], "did you mean 'expert'"),
        (["--first", "second"], "second"),
    ],
)
def test_wrong_usage_is_one_sentence(played, arguments, words):
    told = played("", *arguments, code=2)
    assert words in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_first_click_keeps_its_promise_on_every_surface(variant):
    for first in ("safe", "opening"):
        rules = GameRules(8, 9, 20, first, variant)
        for cell in (0, 40, 71):
            mine = lay_mines(rules, 5, cell)
            near = rules.surface.neighbours(cell) if first == "opening" else ()
            assert (sum(mine), sum(mine[n] for n in (cell, *near))) == (20, 0)


def test_a_field_too_full_for_an_opening_has_as_much_of_it_as_fits():
    mine = lay_mines(GameRules(3, 3, 6), 1, 4)
    assert (sum(mine), mine[4]) == (6, 0)


@pytest.mark.parametrize("seed", range(3))
def test_a_field_without_a_guess_is_cleared_by_the_plain_method(seed):
    rules, first = GameRules(no_guess=True), 40
    mine, surface = lay_mines(rules, seed, first), rules.surface
    cells = bytearray([COVERED]) * 81
    open_cells(surface, mine, cells, [first])
    while cells.count(COVERED) > rules.mines:
        found = reference.safe(Board(9, 9, bytes(cells), rules.mines)).answer
        assert found.safe
        open_cells(surface, mine, cells, [9 * row + column for row, column in found.safe])


def test_certainty_of_the_checker_is_that_of_the_plain_method():
    """On random small fields: where it stops, the plain method finds no safe cell either, and nowhere sooner."""
    surface, told = GameRules(5, 5, 7).surface, set()
    around = [surface.neighbours(cell) for cell in range(25)]
    for seed in range(40):
        mine = lay_mines(GameRules(5, 5, 7), seed, 12)
        cells = bytearray([COVERED]) * 25
        open_cells(surface, mine, cells, [12])
        while cells.count(COVERED) > 7:
            found = reference.safe(Board(5, 5, bytes(cells), 7)).answer
            if not found.safe:
                break
            open_cells(surface, mine, cells, [5 * row + column for row, column in found.safe])
        assert clears(list(map(bool, mine)), around, 12) == (cells.count(COVERED) == 7), seed
        told.add(cells.count(COVERED) == 7)
    assert told == {True, False}


@pytest.mark.parametrize("size", [(9, 9, 10), (16, 16, 40)])
def test_a_field_without_a_guess_is_held_to_its_promise(size, monkeypatch):
    rules = GameRules(*size, no_guess=True)
    first = size[0] // 2 * size[1] + size[1] // 2
    around = [rules.surface.neighbours(cell) for cell in range(rules.size)]
    mine = lay_mines(rules, 3, first)
    assert clears(list(map(bool, mine)), around, first)
    others = (lay_mines(GameRules(*size), seed, first) for seed in range(99))
    other = next(one for one in others if not clears(list(map(bool, one)), around, first))
    monkeypatch.setattr("passatempo.minesweeper.game.checker.resolve", lambda _: lambda *_: other)
    said = {"preset": "beginner", "no_guess": True} | dict(zip(("rows", "columns", "mines"), size, strict=True))
    head = Head(1, "minesweeper", "0", said, [{"name": "you"}], "3")
    place = [first // size[1] + 1, first % size[1] + 1]
    assert any("promise" in fault for fault in check(Record(head, (TurnLine(1, 1, {"open": place}),))))


def test_a_view_holds_no_mine_before_the_end():
    """Where the mines that are covered lie does not change what is seen, nor what the bot does."""
    fields = (("*..", "...", "..*"), ("*..", "...", "*.."), ("...", "*..", "*.."))
    views = {view(opened(begun(field), (0, 1)), 0) for field in fields}
    assert len(views) == 1
    assert len({guess(one, Random(1), Limits()) for one in views}) == 1
    lost = view(opened(begun(), (0, 0)), 0)
    assert (lost.mine[0], lost.hit, moves(lost)) == (1, (0,), ())


def test_zeros_open_all_around_them_but_flags():
    state = opened(play(begun(), Move("flag", (1, 2))), (2, 2))
    assert list(state.cells) == [255, 255, 255, 1, 1, 254, 0, 0, 0]
    assert result(state) is None
    state = play(state, Move("flag", (1, 2)))
    assert result(opened(state, (1, 2))).how == "won"


def test_a_given_field_must_be_of_the_rules():
    with pytest.raises(InvalidInstance, match="the field given is 3 x 3 with 1 mines, by the rules it is 9 x 9"):
        start(GameRules(), 1, Deal(deal_content=CORNER))
    assert load_deal(MINESWEEPER.game, None, {"field": list(CORNER)}).deal_content == CORNER


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fewest_clicks_are_one_an_opening_and_one_a_number_beside_none(variant):
    rules = GameRules(9, 8, 9, "safe", variant)
    near = [set(rules.surface.neighbours(cell)) for cell in range(rules.size)]
    for seed in range(10):
        mine = lay_mines(rules, seed, 0)
        shown = [None if mine[cell] else sum(mine[other] for other in near[cell]) for cell in range(rules.size)]
        zeros, clicks, left = {c for c in range(rules.size) if shown[c] == 0}, 0, {*range(rules.size)}
        while zeros:
            clicks, edge = clicks + 1, {zeros.pop()}
            while edge:
                zeros, left = zeros - edge, left - edge - set().union(*[near[cell] for cell in edge])
                edge = set().union(*[near[cell] for cell in edge]) & zeros
        fewest = clicks + sum(shown[cell] is not None for cell in left)
        assert ask_kernel("least_clicks", rules, mine=mine)["clicks"] == fewest


def test_summary_counts_clicks():
    assert summary(opened(begun(), (2, 2))) == {"3bv": 1, "clicks": 1, "opened": 8}


def test_words_of_other_languages_are_read():
    found = Playthrough(MINESWEEPER, (person(),), deal=Deal(1), locale="it")
    found.submit("bandiera 1 1")
    assert judge(found.view(), Move("open", (0, 0)))[0].text.startswith("1 1 has a flag")


# ---- The checker ----


def recorded(preset="beginner", **changed):
    """Return the record of a game of the bot."""
    rules = replace(PRESETS[preset].rules, **changed)
    found = Playthrough(MINESWEEPER, make_players(MINESWEEPER, ["guess"]), rules, preset, Deal(4))
    list(found.replies())
    return found.record


@pytest.mark.parametrize("rules", [{}, {"no_guess": True}, {"mines": 60}, {"variant": "torus"}, {"first": "safe"}])
def test_games_of_the_bot_are_accepted(rules):
    assert check(recorded(**rules)) == ()


def test_every_broken_rule_is_found():
    record = recorded()
    lines = record.lines

    def faults(changed, head=record.head):
        return check(replace(record, head=head, lines=tuple(changed)))

    end = lines[-1]
    assert faults([*lines[:-1], replace(end, result={"winners": [1], "scores": [7], "how": end.result["how"]})])
    assert "outside" in faults([replace(lines[0], move={"open": [10, 1]})])[0]
    assert "no move" in faults([replace(lines[0], move={"dig": [1, 1]})])[0]
    assert "seat 1 is to move" in faults([replace(lines[0], seat=2)])[0]
    assert "no number with its flags" in faults([replace(lines[0], move={"chord": [1, 1]})])[0]
    assert "the game is not over" in faults([lines[0], replace(end, turns=1)])[0]
    assert "it is open" in faults([lines[0], replace(lines[0], turn=2)])[0]
    assert "seats" in faults(lines, replace(record.head, seats=[{"name": "a"}, {"name": "b"}]))[0]
    assert "mines is 99" in faults(lines, replace(record.head, rules={"rows": 2, "columns": 2, "mines": 99}))[0]


def test_another_seed_is_found_out():
    """A field of another seed rarely gives the same result to the same clicks: of ten games some must be refused."""
    record = recorded()
    heads = [replace(record.head, seed=str(seed)) for seed in range(20, 30)]
    assert any(check(replace(record, head=head)) for head in heads)


def test_a_record_goes_on(corner):
    with open(corner, encoding="utf-8") as file:
        record, _ = read_record(file.read())
    assert check(record) == ()
