"""What texts mean: the table of signs row by row, lists, emoji, links and game IDs, and texts that were damaged.

Tests: minesweeper/formats/replays.py, minesweeper/text.py
"""

import json
import time
from itertools import product
from pathlib import Path

import pytest

from passatempo import minesweeper
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError
from passatempo.core.random import Random
from passatempo.minesweeper import Board, Minefield, load, text

DATA = Path(__file__).parents[2] / "data" / "minesweeper"
CASES = json.loads((DATA / "recognition.json").read_text(encoding="utf-8"))["cases"]
SPELLINGS = json.loads((DATA / "spellings.json").read_text(encoding="utf-8"))
READINGS = (None, "position", "covered", "field")


def found(given, reading=None):
    """Read a text; return its kind and its rows: those of a position in our signs, those of a field with * and 0."""
    try:
        read = load(given, reading=reading)
    except (FormatError, InvalidInstance) as error:
        is_two = "two readings: " in str(error)
        assert is_two == ("--reading" in str(error))
        return ("two" if is_two else "refused"), None
    if isinstance(read, Board):
        return "position", text.write_grid(read).split("\n")
    row = "".join("0*"[mine] for mine in read.mine)
    return "field", [row[at : at + read.columns] for at in range(0, len(row), read.columns)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:12])
@pytest.mark.parametrize("by_line", [True, False], ids=["line", "keyword"])
def test_what_a_text_means(case, by_line):
    reading = case.get("reading")
    given = f"{case['text']}\nreading: {reading}" if reading and by_line else case["text"]
    kind, rows = found(given, None if by_line else reading)
    assert kind == ("two" if case.get("two") else case["reads"])
    if kind == "position":
        assert rows == case["grid"]
    if kind == "field":
        assert [[i + 1, j + 1] for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == "*"] == case[
            "mines"
        ]


# ---- The table of signs ----


def neighbours(rows, i, j):
    """Return the signs around a square."""
    near = [(i + down, j + right) for down, right in product((-1, 0, 1), repeat=2) if (down, right) != (0, 0)]
    return [rows[r][c] for r, c in near if 0 <= r < len(rows) and 0 <= c < len(rows[0])]


def touch(rows, some, others):
    cells = product(range(len(rows)), range(len(rows[0])))
    return any(rows[i][j] in some and set(neighbours(rows, i, j)) & set(others) for i, j in cells)


def field_of(rows, mine):
    """Return a field with * and 0, or nothing if a digit does not hold, though one from 1 to 8 is there."""
    digits = {sign for row in rows for sign in row} & set("012345678") - {mine}
    for i, j in product(range(len(rows)), range(len(rows[0]))):
        sign = rows[i][j]
        if digits - {"0"} and sign in digits and neighbours(rows, i, j).count(mine) != int(sign):
            return None
    return ["".join("*" if sign == mine else "0" for sign in row) for row in rows]


def meant(rows, reading):  # noqa: C901  one branch for each row of the table
    """Return what the table says: a row of it a paragraph."""
    signs = {sign for row in rows for sign in row}
    marks, digits = signs - set("012345678"), signs & set("12345678")
    free = signs & set(".-")

    def position(pairs=""):
        return "position", [
            "".join(dict(zip(pairs[::2], pairs[1::2], strict=True)).get(s, s) for s in row) for row in rows
        ]

    def field(mine):
        whole = None if "F" in signs else field_of(rows, mine)
        return ("field", whole) if whole else ("refused", None)

    two, refused = ("two", None), ("refused", None)
    if "?" in signs and marks <= set("?#F.-"):
        if not free:
            return {None: two, "position": position(), "covered": position("?#"), "field": refused}[reading]
        return two if reading in (None, "covered") else refused
    if "*" in signs and marks & set("#F?x") and marks <= set("*#F?x.-"):
        return refused if reading == "field" else two
    if "*" in signs and marks <= set("*.-"):
        return field("*") if reading in (None, "field") else refused
    if "#" in signs and free and marks <= set("#F.-"):
        if reading is None and touch(rows, ".-", "#"):
            return two
        return position(".0-0") if reading in (None, "position") else refused
    if free and marks <= set("F.-"):
        if reading is None or (reading == "covered" and len(free) == 2):
            return two
        if reading == "field":
            return refused if digits else field("*")
        return position(".#-#") if reading == "covered" else refused if "-" in free else position(".0")
    if "x" in signs and marks <= set("x.F"):
        if reading is None and touch(rows, ".0", "x"):
            return two
        return {None: position("x#.0"), "position": position("x#.0"), "covered": refused, "field": field("x")}[reading]
    if signs <= set("01") and "1" in signs:
        return {None: two, "position": position(), "covered": refused, "field": field("1")}[reading]
    if marks <= set("#F"):
        return position() if reading in (None, "position") else refused
    return refused


ALPHABETS = (
    "?#F12",
    "?12",
    "?.1",
    "?-#1",
    "*#12",
    "*F1",
    "*?1",
    "*x1",
    "*.0",
    "*-",
    "*.1",
    "*12",
    "*-01",
    "#.12",
    "#-F0",
)
ALPHABETS += (
    "#.",
    ".12",
    "-1",
    ".-1",
    ".F1",
    ".",
    ".-",
    "-",
    "x.12",
    "x0F",
    "x1",
    "x.",
    "x-",
    "01",
    "0",
    "012",
    "#F12",
)
ALPHABETS += ("#9", "?x", "#|", "x#", "F", "?.-#Fx*01")


def grids(alphabet):
    """Return grids of some signs, and fields with their true numbers."""
    for number in range(12):
        random = Random(number, alphabet)
        rows, columns = random.in_range(1, 4), random.in_range(1, 5)
        drawn = ["".join(random.choice(alphabet) for _ in range(columns)) for _ in range(rows)]
        yield drawn
        if "*" in alphabet or "x" in alphabet:
            mine = "*" if "*" in alphabet else "x"
            mines = ["".join(random.choice((mine, "0", "0")) for _ in range(columns)) for _ in range(rows)]
            cells = [[str(neighbours(mines, i, j).count(mine)) for j in range(columns)] for i in range(rows)]
            yield ["".join(mine if mines[i][j] == mine else cells[i][j] for j in range(columns)) for i in range(rows)]


@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_the_table_of_signs(alphabet):
    for rows in grids(alphabet):
        for reading, (join, end) in product(READINGS, (("\n", "\n"), ("\r\n", ""), ("\n\n", "\nmines: 1\n"))):
            given = join.join(rows) + end
            expected = meant(rows, reading)
            if "mines" in end and expected[0] == "field" and sum(row.count("*") for row in expected[1]) != 1:
                expected = ("refused", None)
            assert found(given, reading) == expected, (given, reading)
        parted = "\n".join(" ".join(row) for row in rows)
        assert found(parted.replace(" ", ","), None) == meant(rows, None), parted
        if not {sign for row in rows for sign in row} <= set("*12345678"):
            assert found(parted, None) == meant(rows, None), parted


def test_other_signs_of_covered_squares():
    for sign in "_CH":
        assert found(f"{sign}1\n11") == ("position", ["#1", "11"])
        assert found(f"{sign}#1") == ("refused", None)


# ---- Blanks and slashes ----


def test_blanks_are_free_squares_beside_mines_and_numbers():
    assert found("1*1 \n111 \n    \n") == ("field", ["0*00", "0000", "0000"])
    assert found("*1 \n11 \nfirst: 1 2\n") == ("field", ["*00", "000"])
    assert load("*1 \n11 \nfirst: 1 2\n").first == 1
    assert found("* *\n* *\n", "field")[0] == "two"
    assert found("*1 \n11\n") == ("refused", None)
    assert found("*1 \n11 \n", "covered") == ("refused", None)
    assert found("* 1 1\n1 1 1\n")[0] == "two"
    assert found("# 1\n1 1\n") == ("position", ["#1", "11"])


@pytest.mark.parametrize("rows", [["#1", "11"], ["*.", ".."], ["1xx", "1xx"]])
def test_a_slash_ends_a_row_of_one_line(rows):
    line, kind = "/".join(rows), found("\n".join(rows))
    assert found(line) == found(f" {line} \n\n") == kind
    for doubtful in (f"/{line}", f"{line}/", line.replace("/", "//"), line.replace("/", "/\n"), f"{line}\n{rows[0]}"):
        assert found(doubtful)[0] == "two", doubtful


def test_keys_of_a_field():
    field = load(".*\n..\nfirst: 2 1\nvariant: torus\nmines: 1")
    assert (field.first, field.variant, field.mines) == (2, "torus", 1)
    for line in ("mines: 2", "first: 3 1", "first: one", "offsets: 0 1", "reading: none"):
        with pytest.raises(PassatempoError):
            load(f".*\n..\n{line}")
    with pytest.raises(FormatError, match=r"line 2, column 8: .* this is a position"):
        load("#1\nfirst: 1 1")


def test_a_question_refuses_a_field():
    for given in (".*", "?b=11&m=g", "1x1:u8"):
        for question in (minesweeper.safe, minesweeper.read, minesweeper.show):
            with pytest.raises(
                FormatError, match=r"^this is a whole minefield, whose mines are all known; 'field'"
            ) as raised:
                question(given)
            assert raised.value.kind == "field"


# ---- Lists and emoji ----

LISTS = {
    "[[10, 1], [11, 12]]": {None: ("position", ["#1", "F?"]), "covered": ("refused", None)},
    "[[-1, 1], [1, 1]]": {None: ("field", ["*0", "00"]), "position": ("position", ["#1", "11"])},
    "[[-1, 2], [1, 1]]": {None: ("two", None), "covered": ("position", ["#2", "11"]), "field": ("refused", None)},
    "[[-1, 10], [1, 1]]": {None: ("two", None), "position": ("position", ["##", "11"]), "field": ("refused", None)},
    "[[True, False]]": {None: ("field", ["*0"]), "position": ("refused", None)},
    '[["E", "B"], ["M", "1"]]': {None: ("field", ["00", "*0"])},
    '[["E", "X"], ["M", "2"]]': {None: ("field", ["0*", "*0"])},
    '[["#", "1"], ["1", "1"]]': {None: ("position", ["#1", "11"])},
    "[['x', '.'], ['1', '1']]": {None: ("two", None), "field": ("field", ["*0", "00"])},
    '[["*", " "], [" ", " "]]': {None: ("field", ["*0", "00"])},
    "[[1, 13]]": {None: ("refused", None)},
    "[[1, 9]]": {None: ("refused", None)},
    '[[1, "1"]]': {None: ("refused", None)},
    '[["ab"]]': {None: ("refused", None)},
    "[[1], [1, 1]]": {None: ("refused", None)},
    "[[1, 1]": {None: ("refused", None)},
    "[1, 1]": {None: ("refused", None)},
    "[[[1]]]": {None: ("refused", None)},
    "[]]": {None: ("refused", None)},
    "[[]]": {None: ("refused", None)},
}
EMOJI = {
    "⬜1️⃣\n🚩❓": {None: ("position", ["#1", "F#"]), "field": ("refused", None)},
    "🟦 🟩 🟫\n🔲🔳⬛": {None: ("position", ["###", "###"])},
    ":white_large_square::one:\n:one::one:": {None: ("position", ["#1", "11"])},
    "💣1️⃣\n1️⃣1️⃣": {None: ("field", ["*0", "00"]), "position": ("refused", None)},
    "💣2️⃣\n1️⃣1️⃣": {None: ("refused", None)},
    "💣⬜": {None: ("two", None), "field": ("field", ["*0"]), "position": ("two", None)},
    "💣🚩": {None: ("two", None), "field": ("refused", None)},
    "💣❓": {None: ("two", None), "field": ("refused", None)},
    "||💣||||⬜||": {None: ("field", ["*0"])},
    "||:zero:||||:zero:||": {None: ("field", ["00"])},
    "Board 3\n⬜1️⃣": {None: ("position", ["#1"])},
    "⬜1️⃣\nend": {None: ("refused", None)},
    ":regional_indicator_a::regional_indicator_b:\n1️⃣⬜1️⃣\n2️⃣1️⃣1️⃣": {None: ("position", ["#1", "11"])},
    "🇦🇧\n1️⃣⬜1️⃣\n3️⃣1️⃣1️⃣": {None: ("refused", None)},
    "⬜🔟": {None: ("refused", None)},
    "⬜|1️⃣": {None: ("refused", None)},
    "⬜1️⃣/1️⃣1️⃣": {None: ("position", ["#1", "11"])},
}


@pytest.mark.parametrize("given", [*LISTS, *EMOJI])
def test_lists_and_emoji(given):
    for reading, expected in {**LISTS, **EMOJI}[given].items():
        assert found(given, reading) == expected, reading


def test_the_counts_of_ten_rows():
    digits = [*"123456789"]
    rows = [f"{digit}\ufe0f\u20e3⬜" for digit in digits] + ["🔟⬜"]
    assert found("🇦\n" + "\n".join(rows)) == ("position", ["#"] * 10)
    assert found("\n".join(rows[:8]))[0] == "two"
    assert found("\n".join(rows[:2])) == ("position", ["1#", "2#"])


# ---- Spellings, saved games and damage ----


@pytest.mark.parametrize(
    "case", SPELLINGS["cases"], ids=lambda case: f"{case['field']['rows']}x{case['field']['columns']}"
)
def test_all_spellings_are_one_field(case):
    expected = case["field"]
    spellings = {name: given for name, given in case.items() if name != "field"}
    assert len(spellings) == 11
    for name, given in spellings.items():
        source = bytes.fromhex(given) if name == "mbf_hex" else given
        field = load(source, reading="field" if name == "mine" else None)
        told = field.to_json()
        assert (told["rows"], told["columns"]) == (expected["rows"], expected["columns"]), name
        assert [list(place) for place in told["mines"]] == expected["mines"], name
        assert told["first"] == (expected["first"] if name.startswith("tatham") else None), name


@pytest.mark.parametrize("case", SPELLINGS["files"], ids=lambda case: case["file"])
def test_saved_games_and_lost_games(case, tmp_path):
    (path := tmp_path / case["file"]).write_text(case["text"], encoding="utf-8")
    for source in (path, case["text"], case["text"].encode(), case["text"].replace("\n", "\r\n")):
        if case["file"].endswith(".mine"):
            board = load(source)
            assert (text.write_grid(board).split("\n"), board.mines) == (case["grid"], case["mines"])
        field = load(source, reading="field")
        assert isinstance(field, Minefield)
        assert [list(place) for place in field.to_json()["mines"]] == case.get("field", case["mines"])
        assert "first" not in case or list(field.to_json()["first"]) == case["first"]


def test_a_replay_as_text_keeps_its_lines():
    field = load("Width: 2\nHeight: 1\nMines: 1\nBoard:\n*0\n1 lc 2 1\n1 lr 2 1\n")
    assert (field.mine, field.first, len(field.clicks), field.format) == (b"\1\0", 1, 1, "rawvf")
    assert found("Width: 1\nHeight: 1\nMines: 1\nBoard:\n*\n", "position") == ("refused", None)


def test_the_moves_of_a_saved_game():
    """By hand: the chord at (1, 1) opens nothing, since the flag is taken back; the state is behind three moves."""
    moves = ["F2,0", "O1,0", "C1,0", "F0,0"]
    head = "SAVEFILE:9:Tatham...\nGAME    :5:Mines\nCPARAMS :5:3x1n1\nDESC    :5:1,0,2\nNSTATES :1:5\nSTATEPOS:1:4\n"
    field = load(head + "".join(f"MOVE    :{len(move)}:{move}\n" for move in moves))
    assert (field.mine, field.first) == (b"\0\0\1", 1)
    assert [(click.ms, click.action, click.opens) for click in field.clicks] == [(0, "open", (1,)), (0, "chord", (0,))]
    with pytest.raises(FormatError, match="not of Mines"):
        load(head.replace("Mines", "Tents"))


WRONG = {
    "9x9:12,3,u0": "mine (4, 13) lies off",
    "2x2:uz": "'z' is not a digit in base 16",
    "2x2:u11": "1 digits expected, 2 given",
    "0x2:u1": "a field of 2 x 0 cannot be read",
    "?b=4&m=1": "a link needs b",
    "?b=22&m=3": "there is a mine behind the last square",
    "?b=22&m=w": "'w' is not a digit in base 32",
    "?m=3": "a link needs b",
    "SAVEFILE:3:abc\nGAME    :50:Mines": "a line of a saved game is expected",
    "SAVEFILE:3:abc": "the file ends before",
    "3x2x2\nFM0\n000": "?",
}


@pytest.mark.parametrize(("given", "told"), WRONG.items())
def test_faults_of_ids_and_links(given, told):
    if told == "?":
        assert found(given, "field") == ("field", ["**0", "000"])
        assert found(given.replace("x2\n", "x3\n"), "field") == ("refused", None)
        return
    with pytest.raises(FormatError) as raised:
        load(given)
    assert told in str(raised.value)


SEEDS = [case["text"] for case in CASES[::4]] + [*LISTS, *EMOJI, *WRONG]
SEEDS += [given for name, given in SPELLINGS["cases"][0].items() if name not in ("field", "mbf_hex")]
SEEDS += [case["text"] for case in SPELLINGS["files"] if case["file"].startswith(("8x8", "9x9"))]
HOSTILE = "#F?*x.-0123456789/:,|[]\"' \t\r\n\f\x01⬜💣🇦1️⃣\u200b\ud800ü=&m"


def damaged(given, cuts, changes, name):
    """Yield a text cut at some places, and with one sign changed, taken out or doubled at some."""
    for cut in range(1, cuts):
        yield given[: len(given) * cut // cuts]
    random = Random(changes, name)
    for _ in range(changes):
        at, sign = random.below(len(given)), random.choice(HOSTILE)
        yield given[:at] + random.choice(("", sign, given[at] + sign, sign * 3)) + given[at + 1 :]


def require_sound(given):
    for reading in READINGS:
        start = time.perf_counter()
        try:
            read = load(given, reading=reading)
        except PassatempoError as error:
            assert "\n" not in str(error)
        else:
            assert len(read.cells if isinstance(read, Board) else read.mine) == read.rows * read.columns
        assert time.perf_counter() - start < 2


@pytest.mark.parametrize("number", range(len(SEEDS)))
def test_damaged_texts_are_read_or_refused(number):
    for given in damaged(SEEDS[number], 8, 25, "quick"):
        require_sound(given)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(SEEDS)))
def test_many_damaged_texts_are_read_or_refused(number):
    for given in damaged(SEEDS[number], 40, 400, "long"):
        require_sound(given)
