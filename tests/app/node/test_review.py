"""The judged games of the page, by Node: replays against a count of all layouts, and against the package."""

import base64
import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from app.modules import APP, ROOT, node
from passatempo.core.errors import FormatError
from passatempo.minesweeper import judge
from passatempo.minesweeper.formats.replays import read_file
from passatempo.minesweeper.model import LEVELS

DATA = ROOT / "tests" / "data" / "minesweeper"
FILES = json.loads((DATA / "replay_files.json").read_text(encoding="utf-8"))["files"]
CASES = json.loads((DATA / "judgements.json").read_text(encoding="utf-8"))["cases"]
CONTENTS = {case["file"]: base64.b64decode(case["base64"]) for case in FILES}
HEAD = b"Width: 3\nHeight: 1\nMines: 1\n"
MOVED = bytearray(CONTENTS["7x13_v0.evf"])
MOVED[8] = 5  # the mode, whose program moves mines
FAULTY = {
    "a.avf": b"x",
    "b.avf": b"\3\2",
    "c.rmv": b"*rm",
    "d.mbf": b"\3\1\0",
    "e.mbf": b"\0\1\0\0",
    "f.abf": b"\3\1\0\1\7\0",
    "g.rawvf": HEAD + b"Board:\n*0\n",
    "h.rawvf": HEAD + b"Board:\n*0?\n",
    "i.rawvf": b"Width: x\nBoard:\n*00\n",
    "j.rawvf": HEAD + b"Board:\n**0\n",
    "k.rawvf": HEAD + b"Board:\n*00\nEvents:\n",
    "l.bin": bytes(range(256)),
}
PARTS = {
    f"{len(part)}-{name}": part for name, whole in CONTENTS.items() for part in (whole[:5], whole[: len(whole) // 2])
}


@pytest.fixture(scope="module")
def judged():
    """Return what the page makes of each file, by its name."""
    if not (APP / "kernel" / "minesweeper_files.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    files = CONTENTS | FAULTY | PARTS | {"moved.evf": bytes(MOVED), "empty.avf": b"", "text.txt": b"#1\n", "none": b""}
    request = json.dumps([[name, base64.b64encode(content).decode()] for name, content in files.items()])
    command = [node(), str(Path(__file__).parent / "review.mjs")]
    done = subprocess.run(command, input=request, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(zip(files, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_verdicts_are_those_of_a_count(judged, case):
    """Ten games click by click: verdict, safety and best within 1e-9 of the fractions, luck and avoidable risk."""
    found = judged[case["file"]]
    assert len(found["clicks"]) == len(case["clicks"])
    for click, wanted in zip(found["clicks"], case["clicks"], strict=True):
        assert (click["verdict"], click["isHit"]) == (wanted["verdict"], wanted["hit"])
        assert click["ms"] == round(1000 * wanted["time"])
        for key in ("safety", "best"):
            assert click.get(key) == (wanted[key] and pytest.approx(float(Fraction(wanted[key])), abs=1e-9)), key
    for key in ("luck", "cost"):
        assert found[key] == pytest.approx(float(Fraction(case["totals"][key])), abs=1e-9)
    assert found["isWon"] == (case["outcome"] == "won")


@pytest.mark.parametrize("name", [case["file"] for case in FILES if "outcome" in case])
def test_a_replay_is_judged_as_by_the_package(judged, name):
    """Also the squares that are opened, the safe one with the easiest reason, and the last position."""
    judgement, found = judge(read_file(CONTENTS[name], name.rpartition(".")[2])), judged[name]
    columns = judgement.minefield.columns
    *_, last = judgement.minefield.positions()
    assert bytes(found["cells"]) == last.cells
    for click, wanted in zip(found["clicks"], judgement.clicks, strict=True):
        assert (click["verdict"], tuple(click["opens"])) == (wanted.verdict, wanted.click.opens)
        if wanted.safety is not None:
            assert click["safety"] == pytest.approx(float(wanted.safety), abs=1e-9)
        if wanted.verdict in ("needless", "guess"):
            assert divmod(click["safest"], columns) == wanted.safest
        if wanted.reason:
            assert LEVELS[click["level"]] == wanted.reason.level


@pytest.mark.parametrize("name", [*FAULTY, *PARTS, *[case["file"] for case in FILES if "refused" in case]])
def test_a_fault_has_the_sentence_of_the_package(judged, name):
    """In English; `test_words` compares the other languages."""
    content = (FAULTY | PARTS | CONTENTS)[name]
    suffix = name.rpartition(".")[2]
    try:
        minefield = read_file(content, "" if suffix == "bin" else suffix)
    except FormatError as fault:
        assert judged[name] == str(fault)
    else:
        assert isinstance(judged[name], dict) == bool(minefield.clicks)


def test_what_cannot_be_judged(judged):
    """A field alone, moved mines and an empty file have a sentence; a text is left to its reader."""
    assert judged["8x8.mbf"] == judged["7x13.abf"] == "This is a field that nobody played."
    assert judged["moved.evf"].startswith("This game cannot be judged")
    assert judged["empty.avf"] == "The file is empty."
    assert judged["text.txt"] is judged["none"] is None
