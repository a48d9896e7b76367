"""The puzzles of the days that the app has: made once, the same whenever they are made, each solved by its solution.

Tests: web/build/days.py
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from datetime import date

import pytest

from passatempo.puzzles.calendar import grade_of_day, kinds_of_the_day
from passatempo.puzzles.generator import load_puzzle
from passatempo.puzzles.identity import read_id
from passatempo.web.build import days

# The bytes of two days in the first version of the app that had puzzles: the beginning of their SHA-256.
FIRST_MADE = {"2026-11-30": "8cb57978e256eda0", "2026-12-01": "03d8d5fdc9d12424"}
MOST = 20_000  # bytes of a month, packed


def made(folder, *arguments):
    """Run the module as `make app` does; return its exit code and what it says."""
    line = [sys.executable, "-m", "passatempo.web.build.days", *map(str, arguments[:-2]), folder, *arguments[-2:]]
    told = subprocess.run(line, capture_output=True, text=True, check=False)
    return told.returncode, told.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of two days, in two months."""
    found = tmp_path_factory.mktemp("days")
    assert made(found, "--check", *FIRST_MADE) == (1, "")
    code, told = made(found, *FIRST_MADE)
    assert (code, told.split()) == (0, [str(found / f"{day}.json") for day in FIRST_MADE])
    return found


def puzzles(folder):
    """Yield the day, the pastime and the puzzle of all that a folder has."""
    for path in sorted(folder.iterdir()):
        for name, told in json.loads(path.read_text(encoding="utf-8")).items():
            yield path.stem, name, told


def check(folder):
    """Every solution is right by the checkers, its grade is the day's, its ID one of the pastime; no ID comes twice."""
    kinds, ids = dict(kinds_of_the_day()), set()
    for day, name, told in puzzles(folder):
        identity = read_id(told["id"])
        assert (identity.pastime, identity.kind.name) == (name, told["kind"]) == (name, kinds[name].name)
        assert told["grade"] == grade_of_day(date.fromisoformat(day))
        _, puzzle = load_puzzle({"pastime": name, **told})
        assert identity.recipe.judge(puzzle, told["solution"]) == [], (day, name)
        ids.add(told["id"])
    assert len(ids) == len(kinds) * len(list(folder.iterdir()))


def test_the_solutions_of_two_days(folder):
    check(folder)


@pytest.mark.long
def test_the_solutions_of_a_month(tmp_path):
    assert made(tmp_path, "2028-02-01", "2028-02-29")[0] == 0
    check(tmp_path)
    (month,) = [text for name, text in days.month_files(tmp_path, date(2028, 2, 1)) if name.startswith("data/")]
    assert len(gzip.compress(month.encode(), 9)) <= MOST


def test_a_date_gives_the_same_puzzles_whenever_they_are_made(folder):
    found = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in folder.iterdir()}
    assert found == FIRST_MADE


def test_a_day_that_is_there_is_not_made_again(folder, tmp_path):
    for day in FIRST_MADE:
        (tmp_path / f"{day}.json").write_text("{}", encoding="utf-8")
    assert made(tmp_path, "--check", *FIRST_MADE) == made(tmp_path, *FIRST_MADE) == (0, "")


def test_without_dates_a_week_is_wanted(tmp_path, monkeypatch):
    for number in range(7):
        assert days.main(["--check", str(tmp_path)]) == 1
        (tmp_path / f"{date.today() + number * days.DAY}.json").touch()
    assert days.main(["--check", str(tmp_path)]) == days.main([str(tmp_path)]) == 0


def wrong(name, told):
    """Return an answer that is near the right one, and is none."""
    solution = json.loads(json.dumps(told["solution"]))
    if name == "mnk":
        row, column = solution["first"]
        return {"first": [row, column % told["instance"]["n"] + 1]}
    if name == "minesweeper":
        return {"field": [row[::-1] for row in solution["field"][::-1]]}
    key = {"optimiza": "path", "cards": "sequence", "machiavelli": "melds"}[name]
    return {key: solution[key][1:]}


def test_the_checkers_see_what_is_wrong(folder):
    """A check that nothing fails proves nothing."""
    for _, name, told in puzzles(folder):
        _, puzzle = load_puzzle({"pastime": name, **told})
        assert read_id(told["id"]).recipe.judge(puzzle, wrong(name, told)), name


def test_the_app_has_the_days_around_today_without_a_gap(folder, tmp_path):
    """A file a month, and the bounds; other months go, and what is as it was stays as it is."""
    kept, app = shutil.copytree(folder, tmp_path / "days"), tmp_path / "app"
    for day in FIRST_MADE:
        shutil.copy(kept / f"{day}.json", kept / f"{day.replace('2026', '2027')}.json")
    months = app / "data" / "days"
    for today, year in (("2029-01-01", 2027), ("2026-11-30", 2026), ("2027-12-01", 2027), ("2026-12-01", 2026)):
        days.publish_days(kept, app, date.fromisoformat(today))
        assert sorted(path.name for path in months.iterdir()) == [f"{year}-11.json", f"{year}-12.json"]
        bounds = f'export const FIRST = "{year}-11-30";\nexport const LAST = "{year}-12-01";\n'
        assert (
            (app / "kernel" / "period.ts")
            .read_text(encoding="utf-8")
            .partition("export const GRADES")[0]
            .endswith(bounds)
        )
    for day in FIRST_MADE:
        month = json.loads((months / f"{day[:7]}.json").read_text(encoding="utf-8"))
        assert month == {"format": 1, "days": {day: json.loads((folder / f"{day}.json").read_text(encoding="utf-8"))}}
    times = [path.stat().st_mtime_ns for path in app.rglob("*")]
    days.publish_days(kept, app, date(2026, 11, 30))
    assert times == [path.stat().st_mtime_ns for path in app.rglob("*")]
