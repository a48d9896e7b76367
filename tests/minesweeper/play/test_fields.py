"""Whole minefields: their figures against definitions, their written forms, and the game on a given one.

Tests: puzzles/measures.py, formats/minefield.py, cli/files.py
"""

import io
import json
import random
import re
from pathlib import Path

import pytest

from passatempo import minesweeper
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance, PassatempoError, UsageError
from passatempo.minesweeper import Minefield, PlayedClick, convert, load, measure, read
from passatempo.minesweeper.model import COVERED, Board

from ..puzzle_oracle import can_be_mine

DATA = Path(__file__).parents[2] / "data/minesweeper"
CASES = json.loads((DATA / "measures.json").read_text())["cases"]
FIGURES = ("three_bv", "openings", "islands", "zini", "guess_free", "left")
WHOLE = "this is a whole minefield, whose mines are all known; 'field' measures it, 'play' plays it"


def field_of(text):
    """Read a field of `*` and `.` signs, with its key lines."""
    rows = [line for line in text.splitlines() if ":" not in line]
    keys = dict(line.split(": ") for line in text.splitlines() if ":" in line)
    row, column = map(int, keys["first"].split()) if "first" in keys else (0, 0)
    first = (row - 1) * len(rows[0]) + column - 1 if row else None
    variant = keys.get("variant", "square")
    return Minefield(len(rows), len(rows[0]), bytes(sign == "*" for sign in "".join(rows)), variant, first)


def random_field(dice, variant="square", largest=7, share=None):
    rows, columns = dice.randint(1, largest), dice.randint(1, largest)
    share = dice.choice((0.05, 0.15, 0.25, 0.4)) if share is None else share
    return Minefield(rows, columns, bytes(dice.random() < share for _ in range(rows * columns)), variant)


# ---- Figures ----


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"].replace("\n", "/"))
def test_the_figures_of_the_cases(case):
    minefield = field_of(case["text"])
    figures = measure(minefield).to_json()
    assert {key: figures[key] for key in FIGURES} == {key: case[key] for key in FIGURES}
    assert (figures["level"] == "single") == case["single"]
    assert (figures["grade"] is None, figures["level"] is None) == (not case["guess_free"],) * 2
    assert (figures["rows"], figures["columns"], figures["mines"]) == (
        minefield.rows,
        minefield.columns,
        case["text"].count("*"),
    )
    assert list(figures["first"]) == [*map(int, case["text"].partition("first: ")[2].split())]


class Definitions:
    """The figures from the definitions: whole passes over sets of cells, without queues and running sums."""

    def __init__(self, minefield):
        surface = minefield.board([COVERED] * len(minefield.mine)).surface
        self.columns = minefield.columns
        self.mines = {cell for cell, mine in enumerate(minefield.mine) if mine}
        self.free = {*range(len(minefield.mine))} - self.mines
        self.near = {cell: {*surface.neighbours(cell)} for cell in range(len(minefield.mine))}
        self.zeros = {cell for cell in self.free if not self.near[cell] & self.mines}
        self.openings = [zeros.union(*(self.near[cell] for cell in zeros)) for zeros in self.merged(self.zeros)]
        self.numbers = {cell for cell in self.free if not any(cell in opening for opening in self.openings)}

    def merged(self, cells):
        """Merge touching cells into groups until nothing changes."""
        groups = [{cell} for cell in sorted(cells)]
        for cell in cells:
            touching = [group for group in groups if group & (self.near[cell] | {cell})]
            groups = [group for group in groups if group not in touching] + [set().union(*touching)]
        return groups

    def zini(self):
        """Play greedily; each premium is computed anew from what is open and flagged."""
        opened, flags, clicks = set(), set(), 0
        order = sorted(self.free, key=lambda cell: (cell % self.columns, cell))

        def open_cell(cell):
            opened.add(cell)
            if cell in self.zeros:
                opened.update(next(opening for opening in self.openings if cell in opening))

        def premium(cell):
            homes = [opening for opening in self.openings if cell in opening]
            revealed = sum((opening & self.zeros) <= opened for opening in homes)
            saved = len((self.near[cell] | {cell}) & self.numbers - opened) + min(2, len(homes))
            return (
                (1 if cell in self.zeros else saved)
                - revealed
                - len(self.near[cell] & self.mines - flags)
                - (1 if cell in opened else 2)
            )

        while opened != self.free:
            cell = max(order, key=premium)
            if premium(cell) < 0:
                open_cell(next(cell for cell in order if cell in (self.zeros | self.numbers) - opened))
                clicks += 1
                continue
            clicks += (cell not in opened) + len(self.near[cell] & self.mines - flags) + 1
            open_cell(cell)
            flags |= self.near[cell] & self.mines
            for near in self.near[cell] - self.mines:
                open_cell(near)
        return clicks


@pytest.mark.parametrize("variant", ["square", "torus", "hexagonal", "knight"])
def test_the_clicks_and_groups_of_random_fields(variant):
    dice = random.Random(f"groups {variant}")
    for k in range(120):
        minefield = random_field(dice, variant, 7 if k else 16)
        figures, right = measure(minefield), Definitions(minefield)
        assert figures.openings == len(right.openings)
        assert figures.islands == len(right.merged(right.numbers))
        assert figures.three_bv == len(right.openings) + len(right.numbers)
        assert figures.zini == (right.zini() if variant == "square" else None)
        if right.openings:
            largest = max(map(len, right.openings))
            firsts = [min(opening & right.zeros) for opening in right.openings if len(opening) == largest]
            assert figures.first == divmod(min(firsts), minefield.columns)
        else:
            assert figures.first == (divmod(min(right.free), minefield.columns) if right.free else None)


def test_zini_of_large_fields():
    for seed, size in enumerate(((16, 16, 40), (16, 30, 99), (30, 16, 60))):
        rows, columns, mines = size
        mine = bytearray([1] * mines + [0] * (rows * columns - mines))
        random.Random(seed).shuffle(mine)
        minefield = Minefield(rows, columns, bytes(mine))
        assert measure(minefield).zini == Definitions(minefield).zini()


def deduced(minefield, first, *, single=False):
    """Return the cells that deduction leaves covered: by all layouts, or by single numbers one after the other."""
    definitions, cells = Definitions(minefield), bytearray([COVERED]) * len(minefield.mine)
    opened, fresh = set(), {first}
    while fresh:
        opened |= fresh
        opened = opened.union(*(opening for opening in definitions.openings if opening & definitions.zeros & opened))
        for cell in opened:
            cells[cell] = len(definitions.near[cell] & definitions.mines)
        board, closed = (
            Board(minefield.rows, minefield.columns, bytes(cells), minefield.mines),
            definitions.free - opened,
        )
        fresh = by_single_numbers(definitions, opened) if single else {c for c in closed if not can_be_mine(board, c)}
    return len(definitions.free - opened)


def by_single_numbers(definitions, opened):
    """Return the cells that single numbers prove safe, with the mines that they prove."""
    sure, before = set(), None
    while sure != before:
        before = set(sure)
        for cell in opened:
            closed, mines = definitions.near[cell] - opened, definitions.near[cell] & definitions.mines
            sure |= closed if len(closed) == len(mines) else set()
    return {
        near
        for cell in opened
        if len(definitions.near[cell] & sure) == len(definitions.near[cell] & definitions.mines)
        for near in definitions.near[cell] - opened - sure
    }


def test_deduction_on_random_fields_against_all_layouts():
    dice, seen = random.Random("deduction"), set()
    for _ in range(70):
        minefield = random_field(dice, largest=6, share=dice.choice((0.1, 0.2, 0.3)))
        free = [cell for cell, mine in enumerate(minefield.mine) if not mine]
        if not free:
            continue
        first = dice.choice(free)
        row, column = divmod(first, minefield.columns)
        figures = measure(minefield, first=(row + 1, column + 1))
        assert figures.left == deduced(minefield, first)
        assert figures.guess_free == (figures.left == 0)
        assert (figures.level == "single") == (deduced(minefield, first, single=True) == 0)
        grades = {"single": (1,), "pair": (2, 3), "chain": (4,), "count": (5,), None: (None,)}
        assert figures.grade in grades[figures.level]
        seen.add(figures.level)
    assert len(seen) >= 4


def test_the_first_cell():
    minefield = field_of("...*\n....\n....\nfirst: 3 4\n")
    assert measure(minefield).first == (2, 3)
    assert measure(minefield, first=(1, 3)).first == (0, 2)
    assert measure(minefield, first=[1, 3]).to_json()["first"] == [1, 3]
    three = type("Whole", (), {"__index__": lambda self: 3})()  # as numbers of numpy are
    assert measure(minefield, first=[1, three]) == measure(minefield, first=(1, 3))
    for first, sentence in {
        (1, 4): "first: (1, 4) is a mine",
        (4, 1): "first: (4, 1) is outside the field of 3 x 4",
        (0, 1): "first: (0, 1) is outside the field of 3 x 4",
        (1,): "first: '[1]' is not a row and a column",
        ("1", "2"): "first: \"['1', '2']\" is not a row and a column",
    }.items():
        with pytest.raises(InvalidInstance, match=f"^{re.escape(sentence)}$"):
            measure(minefield, first=first)
    lost = Minefield(1, 2, b"\1\0", first=0, clicks=(PlayedClick(0, "open", (0,), hit=True),))
    with pytest.raises(InvalidInstance, match="is a mine"):
        measure(lost)
    assert measure(lost, first=(1, 2)).guess_free


@pytest.mark.parametrize(
    ("rows", "columns", "mine", "figures"),
    [
        (1, 1, b"\0", [(0, 0), 1, 1, 0, 1, True, 0, "single", 1]),
        (1, 1, b"\1", [None, 0, 0, 0, 0, True, 0, "single", 1]),
        (2, 2, b"\0\0\0\0", [(0, 0), 1, 1, 0, 1, True, 0, "single", 1]),
        (2, 2, b"\1\1\1\1", [None, 0, 0, 0, 0, True, 0, "single", 1]),
        (1, 3, b"\0\1\0", [(0, 0), 2, 0, 2, 2, True, 0, "count", 5]),
        (1, 4, b"\1\0\0\1", [(0, 1), 2, 0, 1, 2, False, 1, None, None]),
    ],
)
def test_small_and_extreme_fields(rows, columns, mine, figures):
    told = measure(Minefield(rows, columns, mine))
    assert [getattr(told, name) for name in ("first", *FIGURES, "level", "grade")] == figures
    assert f"{rows} x {columns}" in str(told)


def test_the_largest_field_is_measured_and_a_larger_one_refused():
    figures = measure(Minefield(255, 255, bytes(255 * 254) + bytes([0, 1] + [0] * 253)))
    assert (figures.openings, figures.three_bv, figures.level) == (1, 2, "single")
    with pytest.raises(InvalidInstance, match="65025"):
        measure(Minefield(256, 255, bytes(256 * 255)))
    with pytest.raises(PassatempoError, match="1 cell"):
        measure(Minefield(2, 2, b"\0"))
    assert Minefield(1, 3, [0, True, 7]) == Minefield(1, 3, b"\0\1\1")


def test_a_position_is_no_field_and_a_field_no_position():
    with pytest.raises(UsageError, match=r"^this is a position \(3 covered squares\); 'safe' answers it$"):
        measure(read("##1#"))
    minefield = field_of("*..\n...\n")
    for question in ("safe", "click", "chances", "guess", "explain", "layouts", "show", "draw"):
        with pytest.raises(UsageError, match=f"^{WHOLE}$"):
            getattr(minesweeper, question)(minefield)
    with pytest.raises(UsageError, match=f"^{WHOLE}$"):
        minesweeper.check(minefield, {"question": "safe", "answer": {"safe": [], "sure_mines": []}})


# ---- Forms ----


def bits_of(digits, width, cells):
    """Return the bits of digits of so many bits, the high one first, without the padding, which must be 0."""
    bits = [int(digit, 32) >> (width - 1 - k) & 1 for digit in digits for k in range(width)]
    assert len(digits) == -(-cells // width)
    assert not any(bits[cells:])
    return bytes(bits[:cells])


def field_of_link(link):
    b, m = re.fullmatch(r"\?b=(\d+)&m=([0-9a-v]+)\n", link).groups()
    half = len(b) // 2
    columns, rows = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}.get(b) or (int(b[:half]), int(b[half:]))
    return Minefield(rows, columns, bits_of(m, 5, rows * columns))


def field_of_id(game_id):
    columns, rows, x, y, digits = re.fullmatch(r"(\d+)x(\d+):(?:(\d+),(\d+),)?u([0-9a-f]+)\n", game_id).groups()
    size = int(rows), int(columns)
    first = None if x is None else int(y) * size[1] + int(x)
    return Minefield(*size, bits_of(digits, 4, size[0] * size[1]), first=first)


def without_first(minefield):
    return Minefield(minefield.rows, minefield.columns, minefield.mine)


@pytest.mark.parametrize("size", [(9, 9), (16, 16), (16, 30), (30, 16), (1, 1), (1, 7), (8, 10), (9, 100), (255, 255)])
def test_written_fields_read_back_equal(size):
    dice = random.Random(f"{size}")
    for share in (0, 0.2, 1):
        mine = bytes(dice.random() < share for _ in range(size[0] * size[1]))
        minefield = Minefield(*size, mine, first=dice.choice((None, dice.randrange(len(mine)))))
        assert field_of(convert(minefield, "text")) == minefield
        assert field_of_id(convert(minefield, "tatham")) == minefield
        assert field_of_link(convert(minefield, "link")) == without_first(minefield)
        assert load(convert(minefield, "mbf")) == without_first(minefield)
        told = json.loads(convert(minefield, "json"))
        assert told == json.loads(json.dumps(minefield.to_json()))
        assert (told["rows"], told["columns"], len(told["mines"])) == (*size, minefield.mines)


def test_a_field_in_the_spellings_of_other_programs():
    """The field of the case "spellings", whose masked ID was verified with the original program."""
    mines = [(1, 5), (1, 6), (2, 8), (3, 2), (3, 7), (3, 9), (5, 5), (6, 9), (7, 2), (8, 4)]
    cells = [(row - 1) * 9 + column - 1 for row, column in mines]
    minefield = Minefield(9, 9, bytes(cell in cells for cell in range(81)), first=34)
    assert convert(minefield, "mbf").hex() == "0909000a0400050007010102060208020404080501060307"
    assert convert(minefield, "link") == "?b=1&m=1g091800g02g08000\n"
    assert convert(minefield, "tatham") == "9x9:7,3,u0c0090a00080050020000\n"
    text = "....**...\n.......*.\n.*....*.*\n.........\n....*....\n........*\n.*.......\n...*.....\n.........\n"
    assert convert(minefield, "text") == f"{text}first: 4 8\n"
    assert convert(bytes.fromhex("0909000a0400050007010102060208020404080501060307"), "text") == text


def test_what_a_form_cannot_hold_is_refused():
    torus, square = field_of("*.\n..\nvariant: torus\n"), field_of("*.\n..\n")
    assert convert(torus, "text") == "*.\n..\nvariant: torus\n"
    assert convert(Minefield(1, 2, bytes(2)), "text") == "..\nreading: field\n"
    for form in ("pl", "asp", "mine", "minesweepr", "svg"):
        with pytest.raises(UsageError, match=f"^the format {form} holds a position; this is a whole field$"):
            convert(square, form)
    for form in ("mbf", "link", "tatham"):
        with pytest.raises(UsageError, match=f"^the format {form} holds a square field; this one is torus$"):
            convert(torus, form)
        with pytest.raises(UsageError, match=f"^the format {form} holds a whole field; this is a position$"):
            convert("#1", form)
        with pytest.raises(UsageError, match=f"^the format {form} holds at most 255 rows and columns; .* 1 x 256$"):
            convert(Minefield(1, 256, bytes(256)), form)
    with pytest.raises(UsageError, match="'lnk' is not a format of a field, did you mean 'link'"):
        convert(square, "lnk")


# ---- Commands ----


@pytest.fixture
def said(tmp_path, capfdbinary, monkeypatch):
    """Return a function that runs a command in a folder with the file `f.mbf`, and returns its code and output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.mbf").write_bytes(convert(field_of(CASES[0]["text"]), "mbf"))

    def call(*words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = run(["minesweeper", *words])
        out, err = capfdbinary.readouterr()
        return code, out, err.decode()

    return call


def test_the_command_field(said):
    code, out, _ = said("field", "f.mbf", "--first", "3", "1", "--format", "json")
    figures = json.loads(out)
    assert code == 0
    assert figures == json.loads(json.dumps(measure(field_of(CASES[0]["text"])).to_json()))
    keys = "rows columns mines first three_bv openings islands zini guess_free left level grade"
    assert list(figures) == keys.split()
    code, out, _ = said("field", "f.mbf", "--first", "3", "1")
    assert (code, out.decode().splitlines()[:2]) == (0, ["9 x 9, 10 mines", "3BV 13: 3 openings, 4 islands, ZiNi 12"])
    assert b"no guess is needed from (3, 1): level single, grade 1" in out
    for words, sentence in (
        (["f.mbf", "--first", "3", "3"], "--first: (3, 3) is a mine"),
        (["f.mbf", "--first", "3", "10"], "--first: (3, 10) is outside the field of 9 x 9"),
        (["##1"], "this is a position (2 covered squares); 'safe' answers it"),
        (["missing.mbf"], "there is no file 'missing.mbf'"),
    ):
        assert said("field", *words) == (2, b"", f"passatempo: {sentence}\n")


def test_the_command_convert(said, tmp_path, monkeypatch):
    whole = (tmp_path / "f.mbf").read_bytes()
    assert said("convert", "f.mbf", "--to", "text")[1].decode() == CASES[0]["text"].partition("first")[0]
    assert said("convert", "f.mbf", "--to", "mbf") == (0, whole, "")
    assert said("convert", "f.mbf", "--out", "g.mbf") == (0, b"", "")
    assert (tmp_path / "g.mbf").read_bytes() == whole
    assert field_of_link(said("convert", "f.mbf", "--to", "link")[1].decode()) == load(whole)
    stream = io.TextIOWrapper(io.BytesIO(whole))
    monkeypatch.setattr("sys.stdin", stream)
    assert run(["minesweeper", "convert", "--out", "h.mbf"]) == 0
    assert (tmp_path / "h.mbf").read_bytes() == whole
    assert said("convert", "f.mbf", "--to", "pl")[2] == (
        "passatempo: the format pl holds a position; this is a whole field\n"
    )
    assert said("convert", "f.mbf", "--to", "text", "--mines", "3") == (2, b"", f"passatempo: {WHOLE}\n")
    assert said("convert", "missing.mbf", "--to", "text")[2] == "passatempo: there is no file 'missing.mbf'\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert said("convert", "f.mbf", "--to", "mbf") == (
        2,
        b"",
        "passatempo: these are bytes, not a text: pass --out FILE\n",
    )


@pytest.mark.parametrize("command", ["safe", "chances", "guess", "explain", "show", "layouts", "published"])
def test_a_question_about_the_file_of_a_field_is_refused(command, said):
    assert said(command, "f.mbf") == (2, b"", f"passatempo: {WHOLE}\n")


@pytest.mark.parametrize(
    ("locale", "notice"),
    [
        ("en", "a given field: nothing is promised"),
        ("it", "un campo dato: nessuna garanzia"),
        ("es", "un campo dado: sin ninguna garantía"),
    ],
)
def test_a_given_field_is_played_without_a_promise(locale, notice, said, tmp_path):
    play = ("play", "f.mbf", "--no-stats", "--locale", locale, "--record")
    code, out, _ = said(*play, "a.jsonl", typed="show\n1 1\nquit\n")
    assert (code, out.decode().count(notice)) == (0, 2)
    assert said("replay", "a.jsonl", "--check")[:2] == (0, b"1 turn: no rule is broken.\n")
    record = (tmp_path / "a.jsonl").read_text()
    assert json.loads(record.splitlines()[0])["deal"]["field"] == CASES[0]["text"].split("\n")[:9]
    code, out, _ = said(*play, "b.jsonl", typed="3 3\n")
    assert code == 0
    assert notice in out.decode().partition(">")[0]
    lost = json.loads(said("replay", "b.jsonl", "--format", "json")[1])
    assert (lost["judgement"]["outcome"], lost["judgement"]["totals"]["fault"]) == ("lost", "luck")
    assert lost["judgement"]["clicks"][0]["opens"] == [[3, 3]]


def test_a_given_field_takes_no_rules(said):
    for flag in ("--mines", "--rows", "--first", "--preset"):
        value = {"--first": "safe", "--preset": "expert"}.get(flag, "9")
        code, _, err = said("play", "f.mbf", "--no-stats", flag, value)
        assert (code, err) == (2, f"passatempo: {flag}: a given field has its own size and mines\n")
    assert said("play", "##1", "--no-stats")[2] == (
        "passatempo: this is a position (2 covered squares); 'safe' answers it\n"
    )
    code, out, _ = said("play", "--no-stats", "--seed", "1", typed="load f.mbf\nnew\nquit\n")
    assert (code, out.decode().count("nothing is promised")) == (0, 1)


@pytest.mark.parametrize("variant", ["square", "torus"])
def test_the_json_of_a_field_reads_back(variant):
    field = Minefield(2, 3, bytes([0, 0, 1, 0, 0, 1]), variant, first=3)
    back = load(convert(field, "json"))
    assert (back.rows, back.columns, back.mine, back.variant, back.first) == (2, 3, field.mine, variant, 3)
    assert field.to_json() == json.loads(json.dumps(field.to_json()))  # lists, as in the JSON
    with pytest.raises(FormatError, match="whole minefield") as fault:
        read(convert(field, "json"))
    assert fault.value.kind == "field"


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"mines": [[1, 3]]}, r"mines: \(1, 3\) lies off the field of 2 x 2"),
        ({"mines": [[1, 1], [1, 1]]}, r"mines: \(1, 1\) is listed twice"),
        ({"mines": [[1, 1]], "first": [0, 1]}, r"first: \(0, 1\) lies off the field of 2 x 2"),
        ({"mines": [[1, 1]], "rows": 0}, "rows: 0 x 2 is not the size of a field"),
        ({"mines": [["a", 1]]}, "mines"),
        ({"mines": [[1, 1]], "mine": 3}, "unknown key 'mine'"),
    ],
)
def test_damaged_json_of_a_field_is_refused(keys, sentence):
    with pytest.raises(FormatError, match=sentence):
        load(json.dumps({"rows": 2, "columns": 2} | keys))
