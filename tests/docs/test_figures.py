"""Headline figures: README says what is kept in figures.json, and the page of figures is made of it."""

import json
import re
from copy import deepcopy
from pathlib import Path

import pytest

import figures

ROOT = Path(__file__).parents[2]
KEPT = json.loads(figures.KEPT.read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_page_is_made_of_what_is_kept():
    assert figures.PAGE.read_text(encoding="utf-8") == figures.page(KEPT)
    assert set(KEPT) == {figure.name for figure in figures.FIGURES}


def test_readme_says_what_is_kept_and_nothing_else():
    table = README.partition("\n| measured | by |\n")[2].partition("\n\n")[0].splitlines()[1:]
    said = figures.sentences(KEPT)
    assert len(table) == len(said)
    for row, (name, sentence) in zip(table, said.items(), strict=True):
        assert sentence in row, name
        what = row.split("|")[1].replace(sentence, "")
        assert not re.search(r"\d[\d.,]* ?(?:%|s|ms|times)\b", re.sub(r"\([^)]*\)", "", what)), what
        (figure,) = (one for one in figures.FIGURES if one.name == name)
        named = re.search(r"`(?:passatempo )?([\w/. -]+)`", row.split("|")[2])[1]
        assert named in figure.command


def test_the_measurements_that_a_claim_comes_from_are_on_its_page():
    """The two ends of the ratio, and the rate of games won, stand where the measurement is told."""
    page = (ROOT / "docs" / "results" / "machiavelli.md").read_text(encoding="utf-8")
    claim = KEPT["machiavelli-published"]["claim"]
    assert f"{claim['low']:,}" in page
    assert f"{claim['high']:,}" in page
    games = KEPT["minesweeper-expert"]["claim"]
    for name in ("results/minesweeper-player.md", "algorithms/minesweeper-player.md"):
        page = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert f"{games['value']} %" in page
        assert f"[{games['low']}, {games['high']}]" in page


def test_exact_figures_are_those_of_the_kernel():
    """Run here and now: they take a second, and a change of them is no matter of the machine."""
    for figure in figures.FIGURES:
        if figure.name in ("mnk-nodes", "mnk-bytes", "mnk-claims", "cards-clauses"):
            value = figure.read(figures.run(figure.quick))
            assert value == KEPT[figure.name]["claim"]["low"], figure.name


def test_a_figure_that_cannot_run_keeps_what_was_there(monkeypatch):
    figure = figures.FIGURES[4]
    kept = {figure.name: deepcopy(KEPT[figure.name])}

    def refused(command):
        raise OSError("exit 1: no such machine")

    monkeypatch.setattr(figures, "FIGURES", (figure,))
    monkeypatch.setattr(figures, "run", refused)
    assert figures.measure(kept, quick=True) == [f"{figure.name}: exit 1: no such machine"]
    assert kept[figure.name] == {**KEPT[figure.name], "why": "exit 1: no such machine"}
    assert "could not run: exit 1: no such machine" in figures.page(kept)


def test_an_exact_figure_that_has_changed_is_a_fault(monkeypatch):
    (figure,) = (one for one in figures.FIGURES if one.name == "cards-clauses")
    kept = {figure.name: deepcopy(KEPT[figure.name])}
    monkeypatch.setattr(figures, "FIGURES", (figure,))
    monkeypatch.setattr(figures, "run", lambda command: "clauses   5,231\n")
    assert figures.measure(kept, quick=True) == ["cards-clauses: 5,231 where 5,230 is claimed"]
    assert "**not the same**" in figures.page(kept)


def test_what_is_not_found_is_said():
    with pytest.raises(ValueError, match="nothing in what was said"):
        figures.FIGURES[0].read("no table")


def test_an_interval_that_is_printed_is_read():
    ratio, games = figures.FIGURES[0], figures.FIGURES[3]
    row = "| published program, HiGHS once | mean, processor time | 11,876 (10,642 to 12,850) | 1,053 (583 to 2,271) |"
    assert (ratio.read(row), ratio.ends(row)) == (1053, [583, 2271])
    said = "search  46.00 % [36.56, 55.74]  3.24 guesses a game"
    assert (games.read(said), games.ends(said)) == (46, [36.56, 55.74])
    assert figures.FIGURES[1].ends("1 to 2") == []


def test_a_run_is_within_where_its_interval_meets_the_claim():
    (games,) = (one for one in figures.FIGURES if one.name == "minesweeper-expert")
    for low, high, told in ((39, 42, "within"), (41.2, 41.3, "within"), (42, 43, "outside"), (39, 40.9, "outside")):
        kept = deepcopy(KEPT)
        kept[games.name]["quick"] |= {"low": low, "high": high}
        assert re.search(rf"games won by `search`.*{told}", figures.page(kept))
