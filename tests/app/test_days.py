"""The puzzles of two years that the app has: whole, as the recipe makes them, each solved by its solution.

Tests: web/build/days.py
"""

import gzip
import json
import re
import shutil
from datetime import date

import pytest

from app.modules import APP
from passatempo.core.limits import Deadline, Limits
from passatempo.core.random import Random
from passatempo.puzzles.daily import daily, grade_of_day, kinds_of_the_day
from passatempo.puzzles.identity import read_id
from passatempo.puzzles.making import loaded
from passatempo.web.build import days

FOLDER = APP / "data" / "days"
MONTHS = list(days.months())
MOST = 20_000  # bytes of a month, packed
RECOMPUTED = 6


def test_the_page_knows_which_days_there_are():
    text = (APP / "kernel" / "days.js").read_text(encoding="utf-8")
    assert re.findall(r'export const (?:FIRST|LAST) = "(.*?)"', text) == [str(days.FIRST), str(days.LAST)]
    assert days.check(FOLDER) == (days.LAST - days.FIRST).days + 1
    assert sorted(path.name for path in FOLDER.iterdir()) == [days.path(FOLDER, first).name for first in MONTHS]


@pytest.mark.parametrize("first", MONTHS, ids=lambda first: str(first)[:7])
def test_a_month(first):
    """Every solution is right by the checkers, its grade is the day's, its ID one of the pastime; the file is small."""
    where = days.path(FOLDER, first)
    assert len(gzip.compress(where.read_bytes(), 9)) <= MOST
    kinds = dict(kinds_of_the_day())
    for day, puzzles in days.read(FOLDER, first).items():
        for name, told in puzzles.items():
            identity = read_id(told["id"])
            assert (identity.pastime, identity.kind.name) == (name, told["kind"]) == (name, kinds[name].name)
            assert told["grade"] == grade_of_day(date.fromisoformat(day))
            _, made = loaded({"pastime": name, **told})
            assert identity.recipe.judge(made, told["solution"]) == [], (day, name)


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


def test_the_checkers_see_what_is_wrong():
    """A check that nothing fails proves nothing."""
    for name, told in days.read(FOLDER, MONTHS[5])["2027-04-07"].items():
        _, made = loaded({"pastime": name, **told})
        assert read_id(told["id"]).recipe.judge(made, wrong(name, told)), name


def test_some_days_are_made_again():
    """What is kept is what the recipe of the command line gives: some days by chance, the same in every run."""
    random = Random(11, "days")
    for _ in range(RECOMPUTED):
        day = date.fromordinal(days.FIRST.toordinal() + random.below((days.LAST - days.FIRST).days + 1))
        kept = days.read(FOLDER, day.replace(day=1))[str(day)]
        for name, kind in kinds_of_the_day():
            assert days.entry(daily(day, name, kind, Deadline(Limits()))) == kept[name], (day, name)


def test_no_puzzle_comes_twice():
    """Two years of five a day, all with IDs of their own."""
    ids = [told["id"] for first in MONTHS for day in days.read(FOLDER, first).values() for told in day.values()]
    assert len(ids) == len(set(ids)) == 5 * 731


def test_a_month_that_is_not_there_is_made(tmp_path, monkeypatch, capsys):
    """And one that is there stays as it is; here a month of two days, confirmed by the second methods."""
    first = MONTHS[0]
    monkeypatch.setattr(days, "months", lambda: iter(MONTHS[:2]))
    monkeypatch.setattr(days, "days_of", lambda month: [month.replace(day=2), month.replace(day=3)])
    second = json.loads(days.path(FOLDER, MONTHS[1]).read_text(encoding="utf-8"))["days"]
    kept = days.text(MONTHS[1], second)
    days.path(tmp_path, MONTHS[1]).write_text(kept, encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["days", str(tmp_path)])
    days.main()
    made = json.loads(days.path(tmp_path, first).read_text(encoding="utf-8"))["days"]
    there = json.loads(days.path(FOLDER, first).read_text(encoding="utf-8"))["days"]
    assert made == {day: there[day] for day in ("2026-11-02", "2026-11-03")}
    assert days.path(tmp_path, MONTHS[1]).read_text(encoding="utf-8") == kept
    assert capsys.readouterr().out.endswith(": 4 days\n")


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ('"2026-11-07"', '"2026-11-31"', "not the days of 2026-11"),
        ('"format": 1', '"format": 2', "not the days of 2026-11"),
        ('"mnk": {', '"go": {', "2026-11-01 has not one puzzle of each pastime"),
        ('"grade":5', '"level":5', "2026-11-01 has not one puzzle of each pastime"),
        ("]", "", "Expecting"),
        ('"days"', '"weeks"', "days"),
    ],
)
def test_a_spoilt_month_is_refused(tmp_path, before, after, why):
    shutil.copytree(FOLDER, tmp_path / "days")
    where = days.path(tmp_path / "days", MONTHS[0])
    text = where.read_text(encoding="utf-8").replace('"mnk":{', '"mnk": {')
    assert before in text
    where.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(days.Spoilt, match=re.escape(why)):
        days.check(tmp_path / "days")


def test_a_month_that_is_missing_is_named(tmp_path):
    with pytest.raises(days.Spoilt, match=r"2026-11\.json.*make daily"):
        days.check(tmp_path)
