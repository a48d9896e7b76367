"""Text, move lists, SGF, PSQ and JSON: what was written is read again, and what cannot be read is told where.

Tests: json.py, formats/moves.py, formats/notation.py, formats/psq.py, formats/sgf.py, formats/board_text.py
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.json import convert, decode, encode
from passatempo.mnk import Position, Rules, read, write
from passatempo.mnk.formats import moves, psq, sgf
from passatempo.mnk.formats.notation import column_of, letters_of, write_place
from passatempo.mnk.json import POSITION
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.text import position_of
from passatempo.mnk.words import show_position

# Short texts that state the largest sizes they can.
BOMBS = {
    "sgf": [
        "(;GM[4]SZ[1000000]RU[k=3]AB[aa])",
        f"(;GM[4]SZ[{'9' * 18}:{'9' * 18}]AB[aa])",
        f"(;GM[4]SZ[3]RU[k={'9' * 18}])",
    ],
    "psq": [
        f"Piskvorky {'9' * 18}x{'9' * 18}, 11:11, 0\n1,1,0",
        f"Piskvorky 5x5, 1:1, 0\n1,1,0\nrules: k={'9' * 18}",
    ],
}


@st.composite
def positions(draw, *, history=True):
    rules = Rules(
        draw(st.integers(1, 9)),
        draw(st.integers(1, 9)),
        draw(st.integers(1, 6)),
        **{option: draw(st.booleans()) for option in OPTIONS},
    )
    position = Position(rules, bytes(rules.size))
    for _ in range(draw(st.integers(0, rules.size))):
        if position.result:
            break
        position = position.play(draw(st.sampled_from(position.legal)))
    return position if history else Position(rules, position.cells)


@settings(max_examples=150, deadline=None)
@given(position=positions())
def test_games_survive_every_format(position):
    assert read(write(position)) == position
    assert read(moves.write(position)) == position
    assert read(sgf.write(position)) == position
    options = {option: getattr(position.rules, option) for option in OPTIONS}
    assert read(psq.write(position), k=position.rules.k, **options) == position
    assert POSITION.load(convert(decode(encode(POSITION.dump(position))), POSITION.keys)) == position


@settings(max_examples=150, deadline=None)
@given(position=positions(history=False))
def test_boards_without_a_history_survive_too(position):
    assert read(write(position)) == position
    assert read(sgf.write(position)) == position
    assert POSITION.load(convert(decode(encode(POSITION.dump(position))), POSITION.keys)) == position
    if any(position.cells):
        for lossy in (moves.write, psq.write):
            with pytest.raises(FormatError, match="order of the moves"):
                lossy(position)


def test_seventy_by_seventy_in_every_format():
    position = position_of(70, 70, 10, moves=[(1, 1), (70, 70), (35, 36), (1, 70), (53, 27)])
    for text in (write(position), moves.write(position), sgf.write(position)):
        assert read(text) == position
    assert read(psq.write(position), k=10) == position


@pytest.mark.parametrize(
    "text",
    [
        "m: 3\nn: 3\nk: 3\nb2 a1 c3",
        "m: 3\nn: 3\nk: 3\n1. B2 A1 2. C3",
        "m: 3\nn: 3\nk: 3\nmoves: 2,2 1,1 3,3",
        "m: 3\nn: 3\nk: 3\n(2,2), (1,1); (3,3)",
        "m: 3\r\nn: 3\r\nk: 3\r\n1.b2 a1\r\n2.c3\r\n",
        "(;GM[4]SZ[3]RU[k=3];B[bb];W[aa];B[cc])",
        "(;FF[4]GM[4]SZ[3]RU[k=3]C[a \\] b];B[bb](;W[aa];B[cc])(;W[ca]))",
        "Piskvorky 3x3, 11:11, 0\n2,2,5\n1,1,5\n3,3,5\nengine.zip\n-1\n",
    ],
)
def test_one_game_in_many_spellings(text):
    keys = {"k": 3} if text.startswith("P") else {}
    assert read(text, **keys) == position_of(3, 3, 3, moves=[(2, 2), (1, 1), (3, 3)])


@pytest.mark.parametrize(
    "text",
    ["k: 3\nO..\n.X.\n..X", "k: 3\n o _ -\n + x .\n . . X", "// a board\nk: 3\n\nO . .\n\n. X .\n. . X\n"],
)
def test_one_board_in_many_spellings(text):
    assert read(text) == position_of(3, 3, 3, board=["O..", ".X.", "..X"])


def test_sgf_setup_and_sizes():
    position = read("(;GM[4]SZ[4:3]AB[aa][bb]AW[dc]PL[W])")
    assert (position.rows, position.rules.k) == (("X...", ".X..", "...O"), 5)
    assert read("(;GM[4])").rules == Rules(19, 19, 5)


def test_flags_win_over_the_text():
    assert read("k: 3\nX . .\n. . .", k=2, torus=True).rules == Rules(2, 3, 2, torus=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("X . .\n. . .", "k is missing"),
        ("k: 3\nX . Y", "line 2, column 5: 'Y' (row 1, column 3) is not X, O or ."),
        ("k: 3\nX . .\n. .", "row 2 has 2 cells, 3 expected"),
        ("k: three\nX", "line 1, column 4: 'three' is not a whole number"),
        ("k: 3\nm: 2\nX . .", "the board has 1 row, 2 expected"),
        ("m: 3\nn: 3\nk: 3\nb2 hello", "line 4, column 4: 'hello' is not a move"),
        ("m: 3\nn: 3\nk: 3\nb2 b2", "move 2: cell (2,2) occupied"),
        ("m: 3\nn: 3\nk: 3\nb2 d1", "move 2 outside the board"),
        ("k: 3\nX\ntorus: perhaps", "'perhaps' is neither true nor false"),
        ("k: 3\nto_move: X\nX . .", "it is O's turn"),
        ("k: 3\nk: 4\nX", "'k' is repeated"),
        ("(;GM[4]SZ[x])", "'x' is not a size"),
        ("(;GM[4]SZ[3];B[bb];W[a])", "'a' is not a point"),
        ("(;GM[4]SZ[3];B[bb]", "ends before its tree"),
        ("(;GM[4]SZ[3]AB[ff])", "outside the board of 3 x 3"),
        ("Piskvorky", "is not a head"),
        ("Piskvorky 3x3, 0\n1,1,0\nfoo\n2,2,0\n", "line 3, column 1: 'foo' is not a move"),
    ],
)
def test_what_cannot_be_read_is_told_where(text, words):
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        read(text)
    assert words in str(caught.value)


PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[4]SZ[15]RU[1];B[hh])", "line 1, column 17: RU[1]: '1' is not a supported rule"),
        ("(;GM[4]SZ[15]RU[4];B[hh])", "RU[4]: '4' is not a supported rule"),
        ("(;GM[4]SZ[15]RU[renju];B[hh])", "RU[renju]: 'renju' is not a supported rule"),
        ("(;GM[4]SZ[15]RU[k=5 renju];B[hh])", "'renju' is not a supported rule"),
        ("(;GM[4]SZ[15]RU[k];B[hh])", "'k' is not a supported rule"),
        ("(;GM[4]SZ[15]RU[k=5 k=4];B[hh])", "'k=4' stands twice"),
        ("(;GM[4]SZ[15]RU[k=5]RU[k=4];B[hh])", "RU[k=4] and another RU"),
        ("(;GM[4]SZ[5]SZ[7];B[bb])", "SZ[7] and another SZ"),
        ("(;GM[4]SZ[5][7];B[bb])", "SZ[7] and another SZ"),
        ("(;GM[4]SZ[1000000]RU[k=3]AB[aa])", "SZ[1000000]: 1000000 x 1000000 is too large"),
        ("(;GM[4]SZ[5]AB[aa]AW[bb]PL[W])", "PL[W] does not fit: the board has 1 X and 1 O, so X moves"),
        ("(;GM[4]SZ[5]PL[W];B[bb])", "PL[W] does not fit: B[bb] follows, so X moves"),
        ("(;FF[4]GM[1]SZ[19];B[jj];W[kk])", "GM[1] is Go; five in a row is GM[4]"),
        ("(;GM[40])", "GM[40] is kropki"),
        ("(;GM[41])", "GM[41] is no game that is known"),
        ("(;GM[4]C[\\](x)];B[aa](;W[bb])(;W[cc]))\n" * 48, "the file has 48 games; pass a file with one of them"),
        (PSQ + "0,Renju15_3\n", "line 4, column 3: the rule behind the moves: 'Renju' is not a supported rule"),
        (PSQ + "Standard\n", "the rule behind the moves: 'Standard' is not a supported rule"),
        (PSQ + "a.zip\nb.zip\n1,Caro\n", "line 6, column 3: the rule behind the moves: 'Caro' is not a supported rule"),
        (PSQ + "rules: k=4\n0,Freestyle\n", "line 5, column 1: '0,Freestyle' is a second rule after the moves"),
        ("m: 15\nn: 15\nk: 5\n7,7 8,8\n9,9 10,10\n", "line 5, column 1: '9,9 10,10' may continue the game of the line"),
        (
            "m: 15\nn: 15\nk: 5\n1. 7,7 8,8\n1. 9,9 10,10\n",
            "line 5, column 1: '1.' was found before move 3 of the game",
        ),
        ("m: 15\nn: 15\nk: 5\n3. 7,7 8,8\n", "'3.' was found before move 1 of the game, but 1. is expected"),
    ],
)
def test_what_a_file_states_is_never_dropped(text, words):
    """W5, W6, W7, W20, L1: other rules, other games and several games are refused by name."""
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        read(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("(;GM[4]SZ[4:3]RU[k=3 torus];B[bb];W[aa])", Rules(3, 4, 3, torus=True)),
        ("(;GM[4]SZ[15]RU[K = 4, exact])", Rules(15, 15, 4, exact=True)),
        ("(;GM[4]RU[misere]SZ[15])", Rules(15, 15, 5, misere=True)),
        *((f"(;GM[4]SZ[15]RU[{free}])", Rules(15, 15, 5)) for free in ("", "0", "Free", "Freestyle", "gomoku")),
        *((f"{PSQ}{free}\n", Rules(15, 15, 5)) for free in ("0,Freestyle15_3", "Freestyle", "a\nb\n-1", "-1,free")),
        (PSQ + "renju.zip\nb.zip\nrules: k=4 exact\n", Rules(15, 15, 4, exact=True)),
    ],
)
def test_a_rule_that_can_be_said_is_read(text, rules):
    assert read(text).rules == rules


def test_a_turn_that_fits_the_marks_is_read():
    assert read("(;GM[4]SZ[4:3]AB[aa][bb]AW[dc]PL[W])").to_move == 2
    assert read("(;GM[4]SZ[3]RU[k=3];AB[aa]PL[White];W[bb])").rows == ("X..", ".O.", "...")


@pytest.mark.parametrize("text", ["1. b2 a1\n2. c3\n", "b2\na1\nc3\n", "1. b2\n2. a1\n3. c3", "1. b2 a1\n\n   2. c3"])
def test_a_game_may_take_several_lines(text):
    assert read(text, m=3, n=3, k=3) == position_of(3, 3, 3, moves=[(2, 2), (1, 1), (3, 3)])


@settings(max_examples=60, deadline=None)
@given(position=positions())
def test_what_show_prints_is_read(position):
    """P11: board, size, k and options; the order of the moves is not printed."""
    assert read(show_position(position)) == Position(position.rules, position.cells)


SHOWN = "    a  b  c\n1   .  .  O\n2   .  . (X)\n3   X  O  .\n() the last move\n3,3,3 · X to move\n"


def test_a_printed_board_may_lack_its_foot():
    board = read(SHOWN)
    assert read("\n".join(SHOWN.splitlines()[:4]), k=3) == read(SHOWN + "k: 3\n") == board
    assert read(SHOWN, k=2, misere=True).rules == Rules(3, 3, 2, misere=True)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("X to", "O to", "line 6, column 1: '3,3,3 · O to move' does not fit the board above it"),
        ("3,3,3", "3,3,3 renju", "'3,3,3 renju · X to move' does not fit"),
        ("3,3,3", "3,4,3", "row 1 has 3 cells, 4 expected"),
        ("3,3,3", "k: 4\n3,3,3", "k is repeated: the printed board has 3"),
        ("3   X", "4   X", "line 4, column 1: '4' (row 3, column 1) is not X, O or ."),
        ("() the", "() a", "line 5, column 1: '(' (row 4, column 1) is not X, O or ."),
        ("a  b  c", "a  b  d", "'a' is not a move"),
    ],
)
def test_a_printed_board_that_was_changed_is_refused(old, new, words):
    with pytest.raises((FormatError, InvalidInstance)) as caught:
        read(SHOWN.replace(old, new))
    assert words in str(caught.value)


WRITERS = (write, moves.write, sgf.write, psq.write, show_position)
SPLINTERS = st.text("()[];:,.0123456789abXO \n\t\\-kmn\u00b2\u0661\ufb01", max_size=4)


@settings(max_examples=400, deadline=None)
@given(position=positions(), writer=st.sampled_from(WRITERS), data=st.data())
def test_damaged_records_raise_only_the_two_input_errors(position, writer, data):
    text = writer(position)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    try:
        read(text[:start] + data.draw(SPLINTERS) + text[end:])
    except (FormatError, InvalidInstance) as error:
        assert "\n" not in str(error)


def test_columns_are_named_as_in_a_spreadsheet():
    assert [letters_of(column) for column in (1, 26, 27, 52, 53, 70, 703)] == ["a", "z", "aa", "az", "ba", "br", "aaa"]
    assert all(column_of(letters_of(column)) == column for column in range(1, 1000))
    assert write_place((69, 69)) == "br70"


@pytest.mark.parametrize("form", ["text", "json", "moves", "sgf", "psq"])
def test_convert_by_the_command_line(form, tmp_path, capsys):
    game = tmp_path / "game.txt"
    game.write_text("m: 5\nn: 6\nk: 5\nb2 a1 c3\n", encoding="utf-8")
    assert run(["mnk", "convert", str(game), "--to", form]) == 0
    out = tmp_path / "again"
    out.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["mnk", "convert", str(out), "--to", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"] == [[2, 2], [1, 1], [3, 3]]


LARGEST = 2**18
EXTREMES = [
    {"m": 1, "n": 1, "k": 1},
    {"m": 1, "n": 1, "k": LARGEST},
    {"m": 3, "n": 3, "k": LARGEST, "moves": [[2, 2]]},
    pytest.param({"m": LARGEST, "n": 1, "k": 5, "moves": [[LARGEST, 1], [1, 1]]}, marks=pytest.mark.long),
    pytest.param({"m": 1, "n": LARGEST, "k": LARGEST, "torus": True, "moves": [[1, LARGEST]]}, marks=pytest.mark.long),
    {"m": 1, "n": 5000, "k": 5000, "torus": True, "moves": [[1, 5000]]},
    {"m": 53, "n": 2, "k": 3, "board": [".X", *[".."] * 52]},
    {"m": 2, "n": 703, "k": 2, "board": ["." * 702 + "O", "X" + "." * 702]},
    {"m": 1, "n": 5, "k": 3, "board": ["x_o-+"]},
    {"k": 3, "board": ["O", "X"]},
    {"k": 2, "board": ["OX"], "exact": True, "misere": True, "gravity": True, "torus": True, "maker_breaker": True},
    {"m": 2, "n": 2, "k": 5, "gravity": True, "moves": [[2, 1], [1, 1], [2, 2], [1, 2]]},
    {"m": 6, "n": 6, "k": 5, "moves": []},
]
FORMATS = {"text": write, "moves": moves.write, "sgf": sgf.write, "psq": psq.write}


@pytest.mark.parametrize("keys", EXTREMES, ids=lambda keys: ",".join(f"{keys.get(key, '')}" for key in "mnk"))
def test_what_one_reader_takes_every_format_says(keys):
    """A14: an instance that JSON takes is written and read again by each format, or refused for want of its moves."""
    position = POSITION.load(convert(keys, POSITION.keys))
    texts = {"json": encode(POSITION.dump(position))}
    for name, writer in FORMATS.items():
        try:
            texts[name] = writer(position)
        except FormatError as error:
            assert "order of the moves" in str(error), name
            assert any(position.cells), name
            assert not position.moves, name
    for name, text in texts.items():
        again = read(text) if name != "json" else POSITION.load(convert(decode(text), POSITION.keys))
        assert again == position, name
        for other, writer in FORMATS.items():
            if other in texts:
                assert writer(again) == texts[other], (name, other)


@pytest.mark.parametrize("key", ["m", "n", "k"])
@pytest.mark.parametrize("size", [0, -1, 2**18 + 1, 10**17, 10**18 + 1, 10**20, -(10**20), 10**4000])
def test_sizes_out_of_range_are_refused_by_json_and_text_alike(key, size):
    keys = {"m": 3, "n": 3, "k": 3, key: size}
    for load in (
        lambda: POSITION.load(convert(decode(encode_keys(keys)), POSITION.keys)),
        lambda: read(encode_lines(keys)),
        lambda: read("k: 3\n. .\n. .", **{key: size}),
    ):
        with pytest.raises((FormatError, InvalidInstance)) as caught:
            load()
        assert len(str(caught.value)) < 200


def encode_keys(keys):
    return json.dumps(keys)


def encode_lines(keys):
    return "".join(f"{key}: {size}\n" for key, size in keys.items())
