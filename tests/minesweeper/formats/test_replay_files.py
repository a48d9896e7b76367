"""The files of players: field, clicks and outcome, the rules of clicks, and faults with their place.

Tests: minesweeper/formats/minefield.py, minesweeper/formats/replays.py, cli/games/replay.py
"""

import base64
import json
import re
from pathlib import Path

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError
from passatempo.minesweeper import Board, load
from passatempo.minesweeper.formats.replays import read_file
from passatempo.minesweeper.text import FAULTS

FILES = json.loads((Path(__file__).parents[2] / "data/minesweeper/replay_files.json").read_text())["files"]
BYTES = {case["file"]: base64.b64decode(case["base64"]) for case in FILES}
READ = [case for case in FILES if "refused" not in case]
SAMPLES = [case["file"] for case in READ]


def suffix(name):
    return name.rpartition(".")[2]


def clicks_of(minefield):
    """Return the clicks as in the case file."""
    for click in minefield.clicks:
        cells = [[cell // minefield.columns + 1, cell % minefield.columns + 1] for cell in click.opens]
        yield [click.ms / 1000, click.action, cells, click.hit]


@pytest.mark.parametrize("case", READ, ids=SAMPLES)
@pytest.mark.parametrize("by_path", [True, False], ids=["path", "bytes"])
def test_field_clicks_and_outcome(case, by_path, tmp_path):
    (path := tmp_path / case["file"]).write_bytes(BYTES[case["file"]])
    minefield = load(path if by_path else BYTES[case["file"]])
    told = minefield.to_json()
    if "mines" in case:
        assert (told["rows"], told["columns"]) == (case["rows"], case["columns"])
        assert [list(place) for place in told["mines"]] == case["mines"]
    clicks = case.get("clicks", 0)
    assert (list(clicks_of(minefield)) if isinstance(clicks, list) else len(minefield.clicks)) == clicks
    assert minefield.outcome == case.get("outcome")


@pytest.mark.parametrize("case", [case for case in FILES if "refused" in case], ids=lambda case: case["file"])
@pytest.mark.parametrize("by_path", [True, False], ids=["path", "bytes"])
def test_a_cut_or_wrong_file_is_refused_with_its_byte(case, by_path, tmp_path):
    (path := tmp_path / case["file"]).write_bytes(content := BYTES[case["file"]])
    with pytest.raises(FormatError, match=r"^byte \d+: ") as refused:
        load(path if by_path else content)
    if "cut" in case["file"] and by_path:
        assert f"byte {len(content)}: the file ends" in str(refused.value)


def test_a_file_that_is_too_long_is_refused():
    with pytest.raises(FormatError, match="more than the 33554432 bytes"):
        read_file(bytes(2**25 + 1), "avf")


def test_names_are_read_without_control_characters():
    minefield = load(BYTES["7x13_v4.evf"].replace(b"A Player", b"A\x1bPl\xffyer"))
    assert (minefield.program, minefield.player, minefield.format) == ("own 1", "APl\ufffdyer", "evf")


def test_a_text_or_an_unknown_extension_is_read_by_its_content(tmp_path):
    assert isinstance(load("#1"), Board)
    (path := tmp_path / "board.txt").write_text("#1\n")
    assert load(path).cells == load(b"#1\n").cells == b"\xff\x01"
    (path := tmp_path / "game.bin").write_bytes(BYTES["7x13.avf"])
    assert load(path).format == "avf"
    path.write_bytes(b"")
    with pytest.raises(FormatError, match="the file is empty"):
        load(path.rename(tmp_path / "game.avf"))


def test_mines_that_a_program_moves_are_noticed():
    content = bytearray(BYTES["7x13_v0.evf"])  # the mode is the number behind the pixels
    assert not load(bytes(content)).moved
    content[8] = 5
    assert load(bytes(content)).moved


# ---- The rules of clicks of Arbiter, worked out by hand ----


def played(board, events, *, marks="off", keys=""):
    """Read a game: `board` has rows with slashes, `events` are names with the column and row of a cell."""
    rows = board.split("/")
    head = f"Width: {len(rows[0])}\nHeight: {len(rows)}\nMines: {board.count('*')}\nMarks: {marks}\n{keys}"
    lines = [f"{k}.000 {event}" for k, event in enumerate(events.split(", "))]
    minefield = read_file(f"{head}Board:\n{chr(10).join(rows)}\nEvents:\n{chr(10).join(lines)}".encode(), "rawvf")
    return [(click.ms // 1000, click.action, click.opens, click.hit) for click in minefield.clicks]


ROW = "00*00"
RULES = {
    "a left press and release open the cell under the release": ("lc 1 1, lr 2 1", [(1, "open", (1,), False)]),
    "a release without a press does nothing": ("lr 2 1", []),
    "a flag protects a square from the left button": ("rc 2 1, rr 2 1, lc 2 1, lr 2 1", []),
    "a second right click takes the flag back": (
        "rc 2 1, rr 2 1, rc 2 1, rr 2 1, lc 2 1, lr 2 1",
        [(5, "open", (1,), False)],
    ),
    "a right press with the left down turns no flag": (
        "lc 4 1, rc 3 1, rr 3 1, lr 4 1, lc 3 1, lr 3 1",
        [(5, "open", (2,), True)],
    ),
    "a chord uses up both releases": (
        "lc 2 1, lr 2 1, rc 3 1, rr 3 1, lc 2 1, rc 2 1, rr 2 1, lr 5 1",
        [(1, "open", (1,), False), (6, "chord", (0,), False)],
    ),
    "a chord happens at the first release": (
        "lc 2 1, lr 2 1, rc 3 1, rr 3 1, rc 2 1, lc 2 1, lr 2 1, rr 5 1",
        [(1, "open", (1,), False), (6, "chord", (0,), False)],
    ),
    "a middle release chords": (
        "lc 2 1, lr 2 1, rc 3 1, rr 3 1, mc 2 1, mr 2 1",
        [(1, "open", (1,), False), (5, "chord", (0,), False)],
    ),
    "left with shift chords": (
        "lc 2 1, lr 2 1, rc 3 1, rr 3 1, sc 2 1, lr 2 1",
        [(1, "open", (1,), False), (5, "chord", (0,), False)],
    ),
    "the second of two buttons may have an event of its own": (
        "lc 2 1, lr 2 1, rc 3 1, rr 3 1, lc 2 1, cc 2 1, rr 2 1",
        [(1, "open", (1,), False), (6, "chord", (0,), False)],
    ),
    "a chord with a wrong flag hits the mine": (
        "lc 2 1, lr 2 1, rc 1 1, rr 1 1, mc 2 1, mr 2 1, lc 5 1, lr 5 1",
        [(1, "open", (1,), False), (5, "chord", (2,), True)],
    ),
    "a chord with too few flags opens nothing": ("lc 2 1, lr 2 1, mc 2 1, mr 2 1", [(1, "open", (1,), False)]),
    "a flag before the start stays": (
        "pf 3 1, lc 2 1, lr 2 1, mc 2 1, mr 2 1",
        [(2, "open", (1,), False), (4, "chord", (0,), False)],
    ),
    "nothing follows a win": (
        "lc 1 1, lr 1 1, lc 5 1, lr 5 1, lc 3 1, lr 3 1",
        [(1, "open", (0,), False), (3, "open", (4,), False)],
    ),
    "a press off the field before the first opened square means nothing": (
        "lc 9 1, lr 2 1, lc 2 1, lr 2 1",
        [(3, "open", (1,), False)],
    ),
    "a press off the field after it counts": (
        "lc 2 1, lr 2 1, lc 9 1, lr 1 1",
        [(1, "open", (1,), False), (3, "open", (0,), False)],
    ),
    "pixels decide": ("lc 5 1 (17 3), lr 5 1 (17 3)", [(1, "open", (1,), False)]),
}


@pytest.mark.parametrize("rule", RULES)
def test_rules_of_clicks(rule):
    events, clicks = RULES[rule]
    assert played(ROW, events) == clicks


def test_a_question_mark_comes_between_a_flag_and_none():
    flags = "rc 3 1, rr 3 1, rc 3 1, rr 3 1, "
    opening, chord = "lc 2 1, lr 2 1, ", "mc 2 1, mr 2 1"
    assert played(ROW, f"{opening}{flags}rc 3 1, rr 3 1, {chord}", marks="on") == [(1, "open", (1,), False)]
    assert len(played(ROW, f"{opening}{flags}rc 3 1, rr 3 1, {chord}", marks="off")) == 2


def test_squares_have_a_size():
    assert played(ROW, "lc (40 5), lr (40 5)", keys="SquareSize: 30\n") == [(1, "open", (1,), False)]


def test_a_zero_opens_no_flag():
    minefield = read_file(
        b"Width: 5\nHeight: 1\nMines: 1\nBoard:\n0000*\n0 rc 2 1\n0 rr 2 1\n1 lc 1 1\n1 lr 1 1", "rawvf"
    )
    (click,) = minefield.clicks
    assert (click.opens, click.flags) == ((0,), (1,))
    assert [board.cells.hex() for board in minefield.positions()][-1] == "00feffffff"


# ---- The command `replay` ----


def replayed(capsys, *words):
    """Run `replay`; return its exit code, its output and its errors."""
    code = run(["minesweeper", "replay", *map(str, words)])
    return (code, *capsys.readouterr())


def test_replay_judges_a_file(capsys, tmp_path):
    (path := tmp_path / "lost.RMV").write_bytes(BYTES["02_rmv1.rmv"])
    code, out, _ = replayed(capsys, path)
    assert code == 0
    assert f"9 x 9, 12 mines: lost after 2.39 s; {path}" in out
    assert "It was your fault: (6, 3) was safe" in out
    _, out, _ = replayed(capsys, path, "--format", "json")
    assert [click["verdict"] for click in json.loads(out)["judgement"]["clicks"]][-1] == "needless"
    for flag in ("--check", "--bots", "--seat 1", "--game 1", "--format svg"):
        code, _, error = replayed(capsys, path, *flag.split())
        assert (code, flag.split()[0] in error) == (2, True)


def test_replay_lists_a_folder(capsys, tmp_path):
    assert replayed(capsys, tmp_path)[0] == 2
    for name in ("02_rmv1.rmv", "7x13.avf", "7x13.mbf", "8x8_cut_in_events.avf"):
        (tmp_path / name).write_bytes(BYTES[name])
    code, out, _ = replayed(capsys, tmp_path)
    *games, totals = out.splitlines()
    assert code == 0
    assert [line.partition(":")[0] for line in games] == sorted(path.name for path in tmp_path.iterdir())
    assert "8x8_cut_in_events.avf: byte 112: the file ends inside the events" in games
    assert totals.startswith("Games: 2, won: 1, lost by own fault: 1. Clicks: 23,")  # 4 and 19, as in the case file
    told = json.loads(replayed(capsys, tmp_path, "--format", "json")[1])
    assert (told["totals"]["games"], told["totals"]["faults"], len(told["games"])) == (2, 1, 4)


@pytest.mark.parametrize(("name", "told"), [("7x13.mbf", "nobody played"), ("8x8_off.mbf", "byte 5: mine (2, 9)")])
def test_replay_refuses_with_a_sentence(capsys, tmp_path, name, told):
    (path := tmp_path / name).write_bytes(BYTES[name])
    code, _, error = replayed(capsys, path)
    assert (code, told in error) == (2, True)


def test_a_question_refuses_a_file_of_a_field(capsys, tmp_path):
    for name in ("7x13.avf", "7x13.mbf", "7x13_v4.evf", "7x13.rawvf"):
        (path := tmp_path / name).write_bytes(BYTES[name])
        assert run(["minesweeper", "safe", str(path)]) == 2
        assert capsys.readouterr().err.startswith("passatempo: this is a whole minefield, whose mines are all known")
    (path := tmp_path / "board").write_bytes(b"#1\xff")
    assert run(["minesweeper", "safe", str(path)]) == 2
    assert "this is not text in UTF-8" in capsys.readouterr().err


# ---- Faults ----

HEAD = "Width: 2\nHeight: 1\nMines: 1\nBoard:\n"
WRONG = {
    b"\0" * 5 + b"\x09": ("avf", "byte 6: level 9 is none of 3 to 6"),
    b"\x08\x08\0\1\x09\0": ("mbf", "byte 5: mine (1, 10) lies off the field of 8 x 8"),
    b"\x08\x08\0\2\1\0": ("mbf", "byte 6: the file ends inside the mines (1 of 2 read)"),
    b"\x08\x08\0\2\1\0\1\0": ("mbf", "byte 7: mine (1, 2) is listed twice"),
    b"\0\x08\0\0": ("mbf", "byte 1: a field of 8 x 0 cannot be read: it must have 1 to 255 rows and columns"),
    b"*rmv\0\3": ("rmv", "byte 5: version 3 of this format is unknown"),
    b"\5": ("evf", "byte 1: version 5 of this format is unknown"),
    b"AVF": ("rmv", "byte 1: this is not an rmv file"),
    b"\0\1\2\3": ("", "byte 1: this is not text in UTF-8, nor an avf, evf, mbf, mvf, rawvf or rmv file"),
    f"{HEAD}*00\n".encode(): ("rawvf", "line 5: row 1 has 3 squares, 2 expected"),
    f"{HEAD}*x\n".encode(): ("rawvf", "line 5: 'x' is neither a mine (*) nor free (0)"),
    f"{HEAD}**".encode(): ("rawvf", "line 5: the field has 2 mines, 1 expected"),
    f"{HEAD}".encode(): ("rawvf", "line 4: the file ends inside the mines (0 of 1 read)"),
    b"Width: 2\nHeight: 1\nBoard:\n*0\n": (
        "rawvf",
        "line 3: the lines Width, Height and Mines must hold numbers before the board",
    ),
    b"Width: 256\nHeight: 1\nMines: 0\nBoard:\n": (
        "rawvf",
        "line 4: a field of 1 x 256 cannot be read: it must have 1 to 255 rows and columns",
    ),
    HEAD.encode() + b"*0" + b"\n." * 2_000_001: ("rawvf", "line 2000006: the file has more than 2000000 events"),
}


@pytest.mark.parametrize(("content", "told"), WRONG.items(), ids=[told[1][:30] for told in WRONG.values()])
def test_the_sentence_of_a_fault_names_its_place(content, told):
    with pytest.raises(FormatError, match=f"^{re.escape(told[1])}$"):
        read_file(content, told[0])


def require_sound(content, name):
    """Read a damaged file: the fault has a place inside it, or the game is one that can be."""
    try:
        minefield = read_file(content, name)
    except FormatError as fault:
        place = re.match(r"(byte|line) (\d+): ", str(fault))
        assert place is not None, str(fault)
        assert 1 <= int(place[2]) <= len(content)
        return False
    assert len(minefield.mine) == minefield.rows * minefield.columns
    opened = [cell for click in minefield.clicks for cell in click.opens]
    assert len(set(opened)) == len(opened)
    for k, click in enumerate(minefield.clicks):
        assert click.hit == any(minefield.mine[cell] for cell in click.opens)
        assert not click.hit or k == len(minefield.clicks) - 1
    return True


def damage(name, cuts, step):
    """Cut a file at some places, and change bytes at a distance of `step`; read it as its format and as any."""
    content = BYTES[name]
    kept = {max(1, len(content) * k // cuts) for k in range(1, cuts)} | {len(content) - 1}
    for form in (suffix(name), ""):
        for length in kept:
            assert not require_sound(content[:length], form) or suffix(name) not in ("evf", "mbf", "abf")
        for at in range(0, len(content), step):
            for byte in (0, 255, content[at] ^ 1, content[at] ^ 128):
                require_sound(content[:at] + bytes([byte]) + content[at + 1 :], form)


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_files_are_refused_or_read(name):
    damage(name, 10, 23)


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLES)
def test_each_byte_of_a_file_may_be_wrong(name):
    damage(name, 40, 1)


def test_each_fault_has_a_sentence():
    header = Path(__file__).parents[3] / "src/passatempo/minesweeper/kernel/files/bytes.hpp"
    if header.exists():
        faults = re.search(r"enum class FileFault : std::uint8_t \{(.*?)\}", header.read_text(), re.DOTALL)[1]
        names = re.findall(r"^    (\w+)(?=,|$)", faults, re.MULTILINE)
        assert len(names) == len(FAULTS)
