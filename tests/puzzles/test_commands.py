"""The commands of puzzles, as people type them.

Tests: cli/puzzles.py, cli/sheet.py
"""

import json

import pytest

from passatempo.cli.main import run
from passatempo.core.registry import names, pastime

PUZZLED = [name for name in names() if pastime(name).kinds]


def ran(capsys, *words):
    """Run a command; return its exit code, what it printed, and what it complained of."""
    code = run(words)
    told = capsys.readouterr()
    return code, told.out, told.err


@pytest.mark.parametrize("name", PUZZLED)
def test_a_puzzle_of_a_pastime_is_made_named_and_made_again(capsys, name):
    code, told, _ = ran(capsys, name, "puzzle", "--grade", "2", "--seed", "3", "--format", "id")
    assert code == 0
    text = told.strip()
    code, told, _ = ran(capsys, "puzzle", text.lower(), "--format", "json", "--without-solution")
    assert code == 0
    puzzle = json.loads(told)
    assert puzzle["id"] == text
    assert puzzle["grade"] == 2
    assert "solution" not in puzzle
    code, told, _ = ran(capsys, "puzzle", text, "--confirm", "--format", "json")
    puzzle = json.loads(told)
    assert puzzle["unique"]["confirmed_by"]
    code, told, _ = ran(capsys, "puzzle", "check", text, json.dumps(puzzle["solution"]))
    assert (code, told) == (0, "Solved.\n")
    code, told, _ = ran(capsys, "puzzle", text, "--hint", "1")
    assert code == 0
    assert told.strip()


def test_an_answer_in_a_file_and_a_puzzle_in_a_file_are_judged(capsys, tmp_path):
    code, told, _ = ran(capsys, "optimiza", "puzzle", "--format", "json")
    assert code == 0
    puzzle = json.loads(told)
    file, answer = tmp_path / "puzzle.json", tmp_path / "answer.json"
    answer.write_text(json.dumps(puzzle.pop("solution")))
    file.write_text(json.dumps(puzzle))
    assert ran(capsys, "puzzle", "check", str(file), str(answer))[0] == 0
    code, told, _ = ran(capsys, "puzzle", "check", str(file), "1,1")
    assert code == 1
    assert told.startswith("less: ")


def test_several_puzzles_are_lines_or_files(capsys, tmp_path):
    code, told, _ = ran(capsys, "optimiza", "puzzle", "--count", "3", "--format", "json")
    assert code == 0
    assert len({json.loads(line)["id"] for line in told.splitlines()}) == 3
    out = tmp_path / "p-%d.svg"
    assert ran(capsys, "optimiza", "puzzle", "--count", "2", "--format", "svg", "--out", str(out))[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p-1.svg", "p-2.svg"]
    listed = tmp_path / "ids.txt"
    assert ran(capsys, "optimiza", "puzzle", "--count", "2", "--format", "id", "--out", str(listed))[0] == 0
    assert len(listed.read_text().split()) == 2


def test_the_day_has_one_puzzle_of_each_pastime(capsys):
    code, told, _ = ran(capsys, "daily", "--date", "2026-11-23", "--format", "json")
    assert code == 0
    puzzles = [json.loads(line) for line in told.splitlines()]
    assert [puzzle["pastime"] for puzzle in puzzles] == PUZZLED
    assert all(puzzle["grade"] == 1 and puzzle["unique"]["confirmed_by"] for puzzle in puzzles)
    again = ran(capsys, "daily", "--date", "2026-11-23", "--pastime", "optimiza", "--format", "id")[1]
    assert again.strip() in [puzzle["id"] for puzzle in puzzles]


def test_a_limit_ends_with_what_was_found(capsys):
    code, told, said = ran(capsys, "optimiza", "puzzle", "--count", "1000000", "--seconds", "0.05", "--format", "id")
    assert code == 3
    assert len(told.split()) < 1_000_000
    assert "the time is up" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["optimiza", "puzzle", "--kind", "paths"], "is not a kind of puzzle of optimiza, did you mean 'path'?"),
        (["optimiza", "puzzle", "--grade", "0"], "grade: 0 is not a whole number from 1 to 5"),
        (["optimiza", "puzzle", "--count", "0"], "--count: 0"),
        (["optimiza", "puzzle", "--N", "9"], "N: 9 is not a whole number from 4 to 8"),
        (["optimiza", "puzzle", "--seed", "-1"], "seed: -1"),
        (["optimiza", "puzzle", "--format", "svg", "--count", "2"], "several pictures need several files"),
        (["puzzle"], "pass an ID, or check"),
        (["puzzle", "OP1-TR5-RWFANY-A", "--solution", "--without-solution"], "not both"),
        (["puzzle", "check", "OP1-TR5-7F3KQ9-V"], "pass an ID, or check"),
        (["puzzle", "OP1-TR5-7F3KQ8-V"], "the check digit is wrong"),
        (["puzzle", "OP1-TR5-RWFANY-A", "--hint", "99"], "this puzzle has"),
        (["daily", "--date", "2026-02-30"], "is not a day"),
        (["daily", "--pastime", "chess"], "is not a pastime"),
        (["sheet", "--out", "a.pdf"], "no puzzles given: pass IDs, --daily DAY or --pastime NAME"),
        (["sheet", "OP1-TR5-RWFANY-A", "--pastime", "optimiza", "--out", "a.pdf"], "no puzzles given"),
        (["sheet", "OP1-TR5-RWFANY-A", "--out", "a.doc"], "name a .pdf or .svg file"),
        (["sheet", "--pastime", "optimiza", "--count", "0", "--out", "a.pdf"], "--count: 0"),
        (
            ["sheet", "--daily", "today", "--large", "--per-page", "4", "--out", "a.pdf"],
            "--large has at most two puzzles",
        ),
        (["sheet", "--daily", "today", "--byline", "x" * 201, "--out", "a.pdf"], "--byline: 201 characters"),
    ],
)
def test_bad_input_is_one_sentence(capsys, monkeypatch, tmp_path, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, told, said = ran(capsys, *words)
    assert code == 2
    assert told == ""
    assert sentence in " ".join(said.split())
    assert not list(tmp_path.iterdir())


def test_a_sheet_is_written_as_pdf_as_pages_and_for_a_typesetter(capsys, tmp_path):
    ids = ran(capsys, "optimiza", "puzzle", "--count", "2", "--format", "id")[1].split()
    assert ran(capsys, "sheet", *ids, "--out", str(tmp_path / "a.pdf"))[0] == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")
    assert ran(capsys, "sheet", *ids, "--out", str(tmp_path / "a-%d.svg"))[0] == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["a-1.svg", "a-2.svg"]
    assert ran(capsys, "sheet", *ids, "--out", str(tmp_path / "b.svg"))[0] == 2
    assert ran(capsys, "sheet", *ids, "--format", "typ", "--out", str(tmp_path / "folder"))[0] == 0
    assert {"sheet.typ", "sheet.json", "p1.svg", "s2.svg"} <= {path.name for path in (tmp_path / "folder").iterdir()}


def test_confirming_has_what_the_search_leaves_of_the_time(capsys, monkeypatch):
    left = []

    def recorded(puzzle, deadline, confirm):
        left.append(deadline.remaining_limits.seconds)
        return puzzle

    monkeypatch.setattr("passatempo.puzzles.generator.confirmed", recorded)
    assert ran(capsys, "optimiza", "puzzle", "--count", "3", "--confirm", "--seconds", "60")[0] == 0
    assert 60 > left[0] > left[1] > left[2] > 0
