"""What a newcomer types: endings of files, slips of the pen, help, and what each command then says.

Tests: cli/app.py, cli/files.py, cli/candidates.py, cli/games/table.py, core/output.py
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from passatempo.cli.app import build_app
from passatempo.cli.main import run
from passatempo.core.methods import suggest, typing_errors
from passatempo.core.output import format_of
from passatempo.core.registry import BUILT_IN, pastime

DATA = json.loads((Path(__file__).parents[1] / "data/cli/front_door.json").read_text(encoding="utf-8"))
CASES = DATA["cases"]
# The command line in a process of its own, without the modules that a case blocks.
START = """\
import sys
sys.modules.update(dict.fromkeys(sys.argv.pop(1).split(",")))
from passatempo.__main__ import main
sys.exit(main())
"""


def said_by(case, capsys):
    """Run the words of a case, in a process of its own if it has standard input or modules to block."""
    if not case.keys() & {"stdin", "block"}:
        return run(case["argv"]), *capsys.readouterr()
    command = [sys.executable, "-c", START, ",".join(["no_such", *case.get("block", ())]), *case["argv"]]
    done = subprocess.run(command, input=case.get("stdin", ""), capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def folded(text):
    return " ".join(text.split())


# Each way in which help is made of docstrings: a command of a pastime, of a tree, one by itself, a schema, the library.
DOCUMENTED = """\
import inspect
from passatempo import cards
from passatempo.cli.main import run
for words in ("mnk match --help", "campaign --help", "sheet --help", "schema mnk"):
    if run(words.split()):
        raise SystemExit(words)
for name in cards.__all__:
    if callable(found := getattr(cards, name)):
        print(name, inspect.getdoc(found))
"""


def test_help_is_the_same_without_docstrings():
    full, bare = (
        subprocess.run([sys.executable, *flags, "-c", DOCUMENTED], capture_output=True, text=True, check=True).stdout
        for flags in ([], ["-OO"])
    )
    assert "Show the progress of a campaign" in full
    assert full == bare


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_command_line_answers_as_a_newcomer_expects(case, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = said_by(case, capsys)
    assert code == case["rc"], err
    for key, stream in (("out", out), ("err", err)):
        for text in case.get(key, ()):
            assert folded(text) in folded(stream)
        for text in case.get(f"not_{key}", ()):
            assert folded(text) not in folded(stream)
    if "file" in case:
        name, held = case["file"]
        assert held.encode() in (tmp_path / name).read_bytes()
    if "json_file" in case:
        json.loads((tmp_path / case["json_file"]).read_text(encoding="utf-8"))
    assert not (tmp_path / case.get("no_file", "none")).exists()


def every_command(app, path=()):
    """Yield each command of the tree that is no group of commands, with the words that lead to it."""
    for name in app:
        if name.startswith("-"):
            continue
        inner = app[name]
        if inner.default_command is not None:
            yield (*path, name), inner
        yield from every_command(inner, (*path, name))


def test_every_option_of_every_command_has_a_text_that_names_options_it_has():
    lacking = []
    trees = [build_app(), *(build_app([name]) for name in BUILT_IN)]
    for tree in trees:
        for path, command in every_command(tree):
            arguments = command.assemble_argument_collection(parse_docstring=True)
            there = {name for argument in arguments for name in argument.names}
            for argument in arguments:
                text = argument.parameter.help or ""
                if argument.show and not text.split("[default")[0].strip():
                    lacking.append(f"{' '.join(path)} {argument.name}")
                if "--out" in text and "--out" not in there:
                    lacking.append(f"{' '.join(path)} {argument.name} names --out")
    assert lacking == []


@pytest.mark.parametrize(
    ("name", "question"), [(name, one.name) for name in BUILT_IN for one in pastime(name).problems]
)
def test_the_example_of_a_question_gets_an_answer(name, question, capsys):
    import shlex

    assert run([name, question, "--help"]) == 0
    shown = folded(capsys.readouterr().out).partition("Example: passatempo ")[2].partition(" \u256d")[0]
    assert run(shlex.split(shown)) in (0, 1)
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "meant", "errors"),
    [("abcd", "abcd", 0), ("abdc", "abcd", 1), ("acd", "abcd", 1), ("", "abc", 3), ("ca", "abc", 3)],
)
def test_typing_errors_are_counted(typed, meant, errors):
    """The figures by hand; that of `ca` is 3 where no letter is touched twice."""
    assert typing_errors(typed, meant) == typing_errors(meant, typed) == errors


def test_only_near_words_are_suggested():
    assert suggest("Tmes", ["times", "items"]).endswith("'times'?")
    assert suggest("ezta", ["zeta"]).endswith("'zeta'?")  # its first two letters exchanged
    assert suggest("limes", ["times"]) == ""  # another first letter
    assert suggest("tim", ["times"]) == ""  # two errors in three letters


@pytest.mark.parametrize("name", ["a.png", "b.PDF", "c.jpeg", "d.html", "e.csv", "f.docx"])
def test_no_file_is_made_whose_name_promises_another_format(name, tmp_path, capsys):
    assert run(["optimiza", "best", "--example", "four", "--out", str(tmp_path / name)]) == 2
    assert "write a picture as .svg, JSON as .json, text as .txt" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_report_has_endings_of_its_own():
    endings = {"html": "html", "csv": "csv"}
    assert [format_of(f"a.{ending}", endings=endings) for ending in ("html", "csv", "out")] == ["html", "csv", "text"]
