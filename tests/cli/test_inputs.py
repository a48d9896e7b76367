"""What the command line and the library take: each text and number has one meaning, or is refused.

`inputs.jsonl` has a call a line: what it must print or refuse, by patterns; the expected words are those of the fault's
report, not of the program. Numbers in texts and JSON are in tests/core/test_sentences.py.

Tests: cli/flags.py, cli/app.py, cli/files.py, core/queries.py, core/text.py
"""

import gzip
import io
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from cyclopts import CycloptsError, Token

from passatempo import cards, machiavelli, minesweeper, mnk, optimiza
from passatempo.cli.app import build_app, sentence_of
from passatempo.cli.main import run
from passatempo.core.errors import PassatempoError
from passatempo.core.registry import names
from passatempo.render.print_style import in_greys

DATA = Path(__file__).parents[1] / "data" / "cli" / "inputs.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
LIBRARY = {"cards": cards, "machiavelli": machiavelli, "minesweeper": minesweeper, "mnk": mnk, "optimiza": optimiza}
NOT_WHOLE = ["2.5", "2.0", "1e3", "٣", "1_000", " 3", "", "0x3", "x", "3,", "½"]


def has(pattern, text):
    return re.search(pattern, text, re.IGNORECASE)


@pytest.mark.parametrize("case", [case for case in CASES if "run" in case], ids=lambda case: " ".join(case["run"]))
def test_a_command_line_has_one_meaning_or_is_refused(case, capsys, tmp_path, monkeypatch):
    """A word `@name` is a file: of the case, a formula that `export` writes, or a new one."""
    monkeypatch.chdir(tmp_path)
    if "@cnf" in case["run"]:
        Path("cnf").write_text(cards.export(cards.example("published"), "sat-run", "dimacs"), encoding="utf-8")
    for name, text in case.get("file", {}).items():
        packed = text.startswith("gzip:")
        Path(name[1:]).write_bytes(gzip.compress(text[5:].encode()) if packed else text.encode())
    if "text" in case:
        monkeypatch.setattr("sys.stdin", io.StringIO(case["text"]))
    code = run([word.removeprefix("@") for word in case["run"]])
    out, err = capsys.readouterr()
    if "refused" in case:
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
    assert code == case.get("rc", code), err
    assert all(has(pattern, err) for pattern in case.get("refused", ())), err
    assert all(has(pattern, out) for pattern in case.get("says", ()))
    assert not any(has(pattern, out + err) for pattern in case.get("never", ()))


@pytest.mark.parametrize("case", [case for case in CASES if "lib" in case], ids=lambda case: case["lib"])
def test_a_call_has_one_meaning_or_is_refused(case):
    with pytest.raises(PassatempoError) as caught:
        eval(case["lib"], dict(LIBRARY))
    said = str(caught.value)
    assert all(has(pattern, said) for pattern in case["says"]), said
    assert not any(has(pattern, said) for pattern in case.get("never", ()))


def is_whole(hint):
    """Tell whether an option takes whole numbers, alone or several or of a choice."""
    return hint is int or any(type(part) is int or is_whole(part) for part in get_args(hint))


def commands(app, path=()):
    """Yield every command of a tree with its words."""
    for name in app:
        if not name.startswith("-"):
            command = app[name]
            if command.default_command is not None:
                yield (*path, name), command
            yield from commands(command, (*path, name))


@pytest.fixture(scope="module")
def options():
    """Return every option of every command, with the words of the command."""
    app, found = build_app(), []
    for path, command in commands(app):
        with app.app_stack(path):
            found += [(path, one) for one in command.assemble_argument_collection() if one.parse is not False]
    return found


def test_every_option_of_a_whole_number_takes_whole_numbers_only(options):
    seen = set()
    for path, option in options:
        if is_whole(option.hint):
            seen.add(path[0])
            name, count = option.names[0], option.token_count()[0]
            option.tokens.extend(Token(keyword=name, value="2.5", index=at) for at in range(count))
            with pytest.raises(CycloptsError) as caught:
                option.convert_and_validate()
            said = sentence_of(caught.value)
            assert re.fullmatch(rf"{name}: '2\.5' is not .*whole number.*", said), (path, said)
    assert seen == {*names(), "puzzle", "sheet", "campaign", "web"}


def test_every_command_that_draws_prints_in_greys(options):
    for path, option in options:
        choices = option.get_choices(force=True) or ()
        assert ("svg" in choices) == ("print" in choices), path


@pytest.mark.parametrize("text", NOT_WHOLE)
@pytest.mark.parametrize("words", [["mnk", "value", "--k"], ["sheet", "--count"], ["web", "--port"]], ids=" ".join)
def test_whole_numbers_are_decimal_digits(words, text, capsys):
    assert run([*words, text]) == 2
    assert capsys.readouterr().err == f"passatempo: {words[-1]}: {text!r} is not a whole number\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["mnk", "move", "--example", "fork", "--method", "engine:level=2.0"], "'level=2.0': expected a whole number"),
        (["minesweeper", "guess", "1#", "--method", "search:layouts=1_0"], "'layouts=1_0': expected a whole number"),
        (["machiavelli", "play", "--waits", "1.5"], "--waits: '1.5' is not a whole number"),
        (["machiavelli", "arrange", "7H 8H 9H\ndecks: ٣"], "line 2, column 8: '٣' is not a whole number"),
        (["optimiza", "best", "1 1\n1 0_2"], "line 2, column 3: '0_2' (row 2, column 2) is not a number"),
        (["optimiza", "best", "1 1\n1 ٢"], "line 2, column 3: '٢' (row 2, column 2) is not a number"),
        (["optimiza", "judge", "1 1/1 2", "--path", "1.5,1"], "--path: '1.5,1' is neither JSON nor like '1,1 2,3'"),
        (["optimiza", "tour", "5.0"], "N: '5.0' is not a whole number"),
        (["sheet", "--per-page", "3"], "--per-page: '3' is not one of the whole numbers 1, 2, 4, 6"),
        (["cards", "order", "1 1 2", "--seconds", "x"], "--seconds: 'x' is not a number"),
        (["cards", "order", "1 1 2", "--format", "jsn"], "--format: 'jsn' is not one of text, json, svg, print, did"),
    ],
    ids=lambda case: " ".join(case) if isinstance(case, list) else "",
)
def test_other_numbers_and_choices_are_refused_by_name(words, sentence, capsys):
    assert run(words) == 2
    assert capsys.readouterr().err.startswith(f"passatempo: {sentence}")


def test_a_file_of_the_name_is_read_whatever_it_looks_like(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("7H..9H").write_text("3S 4S 5S", encoding="utf-8")
    assert run(["machiavelli", "arrange", "7H..9H"]) == 0
    assert capsys.readouterr().out.startswith("3S 4S 5S\n")


def test_a_printed_puzzle_is_its_picture_in_greys(capsys):
    for words in (["--solution"], []):
        drawn = []
        for form in ("svg", "print"):
            assert run(["puzzle", "OP1-TQ5-3FFDJK-0", "--format", form, *words]) == 0
            drawn.append(capsys.readouterr().out)
        assert "class=" in drawn[0]
        assert drawn[1].strip() == in_greys(drawn[0]).strip()


@pytest.mark.long
def test_a_printed_day_is_a_picture_for_each_pastime(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["daily", "2026-11-22", "--print", "--out", "day-%d.svg"]) == 0
    assert capsys.readouterr().out == ""
    for number in range(1, 1 + len(names())):
        drawn = Path(f"day-{number}.svg").read_text(encoding="utf-8")
        assert drawn.startswith("<svg")
        assert "class=" not in drawn
