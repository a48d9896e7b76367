"""Former names of options and arguments work, are not shown, and warn in Python.

Tests: cli/flags.py, games/shapes.py
"""

import pytest

from passatempo import games, minesweeper, mnk
from passatempo.cli.candidates import candidates
from passatempo.cli.main import run
from passatempo.core.errors import UsageError

ID = "OP1-TR5-PXHKFT-B"


def said(capsys, *words):
    """Run a command; return its exit code and all that it printed."""
    code = run(words)
    told = capsys.readouterr()
    return code, told.out + told.err


@pytest.mark.parametrize("command", [["mnk", "play"], ["machiavelli", "tournament"], ["sheet"]], ids=" ".join)
def test_an_alias_is_neither_in_the_help_nor_completed(command, capsys):
    alias, name = ("--language", "--locale") if command == ["sheet"] else ("--rules", "--preset")
    for shown in (said(capsys, *command, "--help")[1].split(), candidates([*command, "--"])):
        assert name in shown
        assert alias not in shown


def test_the_aliases_mean_the_same(capsys, tmp_path):
    bots = ("optimiza", "tournament", "greedy", "random", "--games", "2", "--format", "json")
    told = [said(capsys, *bots, flag, "duel") for flag in ("--preset", "--rules")]
    assert told[0][1].split("}")[:-1] == told[1][1].split("}")[:-1]
    assert told[0][0] == told[1][0] == 0
    assert said(capsys, *bots, "--rules", "dule")[0] == 2
    for flag in ("--locale", "--language"):
        assert run(["sheet", ID, flag, "it", "--out", str(tmp_path / flag[2:])]) == 0
    texts = [(tmp_path / name / "sheet.json").read_text(encoding="utf-8") for name in ("locale", "language")]
    assert texts[0] == texts[1]
    assert "Soluzioni" in texts[0]


def test_a_former_argument_warns_at_the_place_of_the_call():
    calls = (
        lambda: mnk.play(rules="gomoku").preset,
        lambda: games.play("mnk", rules="gomoku").preset,
        lambda: games.tournament("optimiza", ["greedy", "random"], games=1, rules="duel").plan.preset,
    )
    for call, preset in zip(calls, ("gomoku", "gomoku", "duel"), strict=True):
        with pytest.warns(DeprecationWarning, match="rules leaves in version 0.5: use preset") as found:
            assert call() == preset
        assert found[0].filename == __file__
    assert mnk.play(preset="gomoku").preset == "gomoku"


def test_the_beginner_has_two_names(capsys):
    assert minesweeper.new(preset="beginner", seed=4) == minesweeper.new(preset="beginner-9", seed=4)
    matches = [minesweeper.play(preset=name, seed=4) for name in ("beginner", "beginner-9")]
    assert str(matches[0].record) == str(matches[1].record)
    rates = [minesweeper.win_rate("least-chance", preset=name, games=20, seed=1) for name in ("beginner", "beginner-9")]
    assert rates[0].share == rates[1].share
    with pytest.raises(UsageError, match="is not a set of rules"):
        minesweeper.play(preset="beginner-8")


def test_puzzles_speak_the_language_of_locale(capsys):
    for words in (["puzzle", ID], ["optimiza", "puzzle", "--seed", "1"], ["daily", "2026-11-23", "--pastime", "cards"]):
        assert said(capsys, *words) == said(capsys, *words, "--locale", "en")
    assert said(capsys, "puzzle", ID, "--hint", "2", "--locale", "it") == (0, "Comincia alla riga 3, colonna 3.\n")
    told = [said(capsys, "minesweeper", "puzzle", "--locale", locale)[1] for locale in ("en", "it", "es")]
    assert len(set(told)) == 3
    assert said(capsys, "puzzle", ID, "--locale", "xx")[0] == 2
