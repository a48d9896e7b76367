"""The judged games of the page, by Node: replays against a count of all layouts, and against the package."""

import base64
import json
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from app.modules import APP, ROOT, node
from passatempo.core.errors import FormatError
from passatempo.core.random import Random
from passatempo.core.registry import pastime
from passatempo.games.players import person
from passatempo.games.playthrough import Playthrough
from passatempo.games.values import Deal
from passatempo.minesweeper import judge
from passatempo.minesweeper.formats.replays import read_file
from passatempo.minesweeper.game.judgement import minefield_of
from passatempo.minesweeper.game.play import ACTIONS, Move
from passatempo.minesweeper.game.play import judge as legal_move_faults
from passatempo.minesweeper.game.rules import GameRules
from passatempo.minesweeper.model import LEVELS

DATA = ROOT / "tests" / "data" / "minesweeper"
FILES = json.loads((DATA / "replay_files.json").read_text(encoding="utf-8"))["files"]
CASES = json.loads((DATA / "judgements.json").read_text(encoding="utf-8"))["cases"]
CONTENTS = {case["file"]: base64.b64decode(case["base64"]) for case in FILES}
HEAD = b"Width: 3\nHeight: 1\nMines: 1\n"
MOVED = bytearray(CONTENTS["7x13_v0.evf"])
MOVED[8] = 5  # the mode, whose program moves mines
VARIANTS = ("square", "torus", "hexagonal", "knight")  # as in text.ts
DEEDS = {"open": "press", "flag": "mark", "chord": "chord"}
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


def review(sources):
    """Return what the page makes of files and records."""
    if not (APP / "kernel" / "minesweeper_files.wasm").exists():
        pytest.skip("the browser app is not made: make app")
    command = [node(), str(Path(__file__).parent / "review.mjs")]
    done = subprocess.run(command, input=json.dumps(sources), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def judged():
    """Return what the page makes of each file, by its name."""
    files = CONTENTS | FAULTY | PARTS | {"moved.evf": bytes(MOVED), "empty.avf": b"", "text.txt": b"#1\n", "none": b""}
    results = review([[name, base64.b64encode(content).decode()] for name, content in files.items()])
    return dict(zip(files, results, strict=True))


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
    judgement = judge(read_file(CONTENTS[name], name.rpartition(".")[2]))
    *_, last = judgement.minefield.positions()
    assert bytes(judged[name]["cells"]) == last.cells
    assert_judged(judged[name], judgement)


def assert_judged(found, judgement):
    """Assert that the clicks are those that the package judges."""
    columns = judgement.minefield.columns
    for click, wanted in zip(found["clicks"], judgement.clicks, strict=True):
        assert (click["verdict"], tuple(click["opens"])) == (wanted.verdict, wanted.click.opens)
        if wanted.safety is not None:
            assert click["safety"] == pytest.approx(float(wanted.safety), abs=1e-9)
        if wanted.verdict in ("needless", "guess"):
            assert divmod(click["safest"], columns) == wanted.safest
        if wanted.reason:
            assert LEVELS[click["level"]] == wanted.reason.level


def played(variant, seed):
    """Play random legal moves, and return the game as the page stores it and as the package judges it."""
    random = Random(seed, "review")
    rules = GameRules(6, 7, random.in_range(4, 9), "opening", variant)
    game = Playthrough(pastime("minesweeper"), (person(),), rules, "beginner", Deal(seed))
    while game.result is None and len(game.moves) < 60:
        move = Move(random.choice(ACTIONS), (random.below(6), random.below(7)))
        if not legal_move_faults(game.view(), move):
            game.play(move)
    moves = [
        {"deed": DEEDS[action], "cell": (row - 1) * 7 + column - 1}
        for line in game.moves
        for action, (row, column) in line.move.items()
    ]
    sides = {"rows": 6, "columns": 7, "mines": rules.mines, "variant": VARIANTS.index(variant)}
    record = sides | {"noGuess": False, "seed": str(seed), "moves": moves, "field": []}
    return record, minefield_of(game.states, game.moves, "")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_game_just_played_is_judged_as_by_the_package(variant):
    """With flags, right and wrong, and chords, on each neighbourhood."""
    games = [game for seed in range(12) if (game := played(variant, seed))[1].clicks]
    chords = 0
    for found, (_, minefield) in zip(review([record for record, _ in games]), games, strict=True):
        assert found["isWon"] == (minefield.outcome == "won")
        assert_judged(found, judge(minefield))
        chords += sum(len(click.opens) > 1 for click in minefield.clicks)
    assert chords


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
    """A field alone and moved mines are not judged; an empty file has a sentence; a text is left to its reader."""
    assert judged["8x8.mbf"] == judged["7x13.abf"] == judged["moved.evf"] == "a field"
    assert judged["empty.avf"] == "The file is empty."
    assert judged["text.txt"] is judged["none"] is None
