"""The command line as a stranger uses it: lists, help, completion, schemas, and every way to name an instance.

Tests: cli/completion.py, cli/candidates.py, cli/schema.py, cli/flags.py, cli/files.py, cli/overview.py
"""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from passatempo.cli.app import build_commands
from passatempo.cli.candidates import candidates
from passatempo.cli.main import run
from passatempo.cli.overview import help_text
from passatempo.core.json import encode
from passatempo.core.registry import BUILT_IN, pastime

QUESTIONS = [(name, problem.name) for name in BUILT_IN for problem in pastime(name).problems]
OWN = [(name, entry) for name in BUILT_IN for entry in pastime(name).commands]
ids = pytest.mark.parametrize(("name", "question"), QUESTIONS, ids=["-".join(pair) for pair in QUESTIONS])
own = pytest.mark.parametrize(("name", "entry"), OWN, ids=[f"{name}-{entry.name}" for name, entry in OWN])
# The words of commands that would take long, write files, or need others; and those that print no report at all.
SMALL = {"cards-compare": ["--example", "published", "--seconds", "0.2"], "optimiza-exhaust": ["--n", "2"]}
SMALL |= {"optimiza-orbits": ["--n", "2"], "optimiza-tour": ["5"]}
SMALL |= {"cards-decode": None, "cards-verify": None, "mnk-analyse": None, "mnk-match": None, "mnk-verify": None}
SMALL |= {"machiavelli-odds": ["--example", "hand", "--cards", "3", "--samples", "50"], "machiavelli-review": None}
SMALL |= {"minesweeper-field": None, "minesweeper-layouts": ["--example", "five"]}
SMALL |= {"mnk-openings": ["--count", "3", "--nodes", "500"], "minesweeper-win-rate": ["--games", "200"]}
TALKS = {"mnk-protocol": "a conversation", "machiavelli-companion": "a conversation"}
# Commands that take something by its place and have no --example, and why not.
WITHOUT_EXAMPLE = {
    "replay": "the record of a game, which is no instance",
    "machiavelli play": "a record; a game begins with cards that nobody has seen",
    "minesweeper play": "a record or a whole field; other games begin with mines that nobody has seen",
    "minesweeper field": "a whole field, which is no instance",
    "machiavelli companion": "the record to write",
    "machiavelli review": "the record of a game",
    "machiavelli rules": "the name of a preset",
    "cards verify": "a formula and a proof, which belong together",
    "mnk verify": "a proof, which holds its position",
    "tournament": "names of bots",
    "optimiza tour": "a size",
    "mnk match": "names of players",
}


def said(capsys, *words):
    """Run a command line; return its exit code, standard output and standard error."""
    code = run(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_list_of_one_pastime_and_of_one_question(capsys):
    code, out, _ = said(capsys, "list", "mnk", "value")
    assert (code, out.splitlines()[1].strip().partition(":")[0]) == (0, "value")
    assert "  move" not in out
    for form in (["--format", "json"], ["--json"]):
        code, out, _ = said(capsys, "list", "cards", *form)
        assert [game["name"] for game in json.loads(out)] == ["cards"]
    assert said(capsys, "list", "--help")[0] == 0
    for words in (["cars"], ["cards", "oder"], ["a", "b", "c"], ["--format", "svg"]):
        code, _, err = said(capsys, "list", *words)
        assert code == 2
        assert err.count("\n") == 1


def test_help_is_a_command(capsys):
    assert said(capsys, "help")[1] == said(capsys, "--help")[1]
    assert "Usage: passatempo mnk value [FILE]" in said(capsys, "help", "mnk", "value")[1]


def test_every_command_of_the_overview_has_help(capsys):
    lines = re.findall(r"^  ([^-\s]\S*(?: \S+)*?)  ", help_text(), re.MULTILINE)
    checked = 0
    for line in lines:
        words = [word for word in line.split() if word not in ("QUESTION", "FILE", "[FILE]") and word.islower()]
        head, *rest = line.split()
        names = BUILT_IN if head == "PASTIME" else [head] if "|" not in head else head.split("|")
        for name in names:
            command = [name, *[word for word in rest if re.fullmatch("[a-z]+", word)]]
            if command[1:] == ["export"] and not pastime(name).models:
                continue
            code, out, err = said(capsys, *command, "--help")
            assert (code, err) == (0, ""), command
            assert "Usage" in out or name in ("list",)
            checked += 1
        assert words or head == "PASTIME"
    assert checked > 20


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["mnk", "val"], ["value"]),
        (["cards", "order", "--example", "pub"], ["published"]),
        (["cards", "order", "--method", "sat-r"], ["sat-run"]),
        (["cards", "order", "--confirm", "sat-p"], ["sat-position"]),  # a literal method cannot confirm
        (["minesweeper", "convert", "--to", "mines"], ["minesweepr"]),
        (["machiavelli", "export", "--model", "ilp-s"], ["ilp-sets"]),
        (["machiavelli", "lay", "--prefer", "p"], ["points"]),
        (["minesweeper", "new", "--hel"], ["--help"]),
        (["completion", "--shell", "f"], ["fish"]),
        (["list", "opt"], ["optimiza"]),
        (["nothing", ""], []),
        (["cards", "order", "--sec"], ["--seconds"]),
    ],
    ids=" ".join,
)
def test_words_are_completed(words, expected, capsys):
    assert candidates(words) == expected
    code, out, _ = said(capsys, "--complete", *words)
    assert (code, out.split()) == (0, expected)


@pytest.mark.quick(1)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_and_written_only_when_asked(shell, tmp_path):
    place = os.environ | {"HOME": str(tmp_path), "SHELL": f"/bin/{shell}"}
    command = [sys.executable, "-m", "passatempo", "completion"]
    for words in ([], ["--help"], ["--shell", shell]):
        done = subprocess.run([*command, *words], env=place, capture_output=True, text=True, check=True)
        assert "passatempo" in done.stdout
    assert subprocess.run(
        [sys.executable, "-m", "passatempo", "--install-completion"], env=place, capture_output=True, check=True
    )
    assert list(tmp_path.iterdir()) == []
    done = subprocess.run([*command, "--install"], env=place, capture_output=True, text=True, check=True)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 1
    assert str(written[0]) in done.stdout


def test_bash_completes_by_the_script(tmp_path):
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash")
    script = subprocess.run(
        [sys.executable, "-m", "passatempo", "completion", "--shell", "bash"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (tmp_path / "passatempo").write_text(f'#!/bin/sh\nexec {sys.executable} -m passatempo "$@"\n')
    (tmp_path / "passatempo").chmod(0o755)
    typed = "COMP_WORDS=(passatempo cards order --example wr)\nCOMP_CWORD=4\n_passatempo\necho ${COMPREPLY[@]}\n"
    place = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([bash, "-c", f"{script}\n{typed}"], env=place, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["wrongly-yes"]


@pytest.mark.quick(12)
@ids
def test_schemas_hold_for_what_is_printed(name, question, capsys):
    """A validator that is not ours judges the outcomes of every example."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(said(capsys, "schema", name, question)[1])
    instance = json.loads(said(capsys, "schema", name)[1])
    jsonschema.Draft202012Validator.check_schema(schema)
    inputs = {"rank": ["--sequence", "1 3 1 2 4 2 3"], "judge": ["--path", "1,1"]}.get(question, [])
    judged = 0
    for example in list(pastime(name).examples)[:2]:
        code, out, _ = said(capsys, name, question, "--example", example, "--seconds", "0.3", "--json", *inputs)
        if code in (0, 1, 3):
            jsonschema.validate(json.loads(out), schema)
            judged += 1
        made = json.loads(said(capsys, name, "convert", "--example", example, "--to", "json")[1])
        jsonschema.validate(made, instance)
    assert judged
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(out), "status": "perhaps"} if code == 0 else {}, schema)


def test_an_instance_is_a_file_a_text_or_standard_input(tmp_path, capsys, monkeypatch):
    file = tmp_path / "table.txt"
    file.write_text("3S 4S 5S\n")
    expected = said(capsys, "machiavelli", "arrange", str(file), "--json")[1]
    answers = [json.loads(expected)["answer"]]
    answers.append(json.loads(said(capsys, "machiavelli", "arrange", "3S 4S 5S", "--json")[1])["answer"])
    command = [sys.executable, "-m", "passatempo", "machiavelli", "arrange", "--json"]
    done = subprocess.run(command, input="3S 4S 5S", capture_output=True, text=True, check=True)
    answers.append(json.loads(done.stdout)["answer"])
    assert answers == [answers[0]] * 3
    assert "solved" in said(capsys, "optimiza", "best", "TQ4-6SHGA")[1]
    assert "solved" in said(capsys, "minesweeper", "safe", "01#1#/01###")[1]
    code, _, err = said(capsys, "machiavelli", "arrange", "3S 4S 5X")
    assert code == 2
    assert err == "passatempo: line 1, column 7: '5X' is not a card: 'X' is not a suit (S, H, D, C)\n"
    empty = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert (empty.returncode, "no instance given" in empty.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "as_json"),
    [
        (["mnk", "show", "--m", "3", "--n", "3", "--k", "3", "--moves", "b2 a1"], ["--moves", "[[2,2],[1,1]]"]),
        (["mnk", "show", "--m", "2", "--n", "2", "--k", "2", "--board", "X./.O"], ["--board", '["X.",".O"]']),
        (["optimiza", "judge", "--example", "four", "--path", "1,1 2,2"], ["--path", "[[1,1],[2,2]]"]),
        (["optimiza", "best", "--N", "2", "--board", "1 1/1 2"], ["--board", "[[1,1],[1,2]]"]),
        (
            ["minesweeper", "show", "1#/##", "--offsets", "0,1 0,-1"],
            ["--offsets", "[[0,1],[0,-1]]"],
        ),
        (
            ["machiavelli", "lay", "--example", "hand", "--prefer", "points", "--weights", "A=1,QS=13"],
            ["--weights", '{"A":1,"QS":13}'],
        ),
        (["cards", "order", "--D", "2", "--cards", "1 1 2 2 3"], ["--cards", "[1,1,2,2,3]"]),
        (["machiavelli", "arrange", "--table", "3S 4S 5S"], ["--table", '["3S","4S","5S"]']),
    ],
    ids=lambda words: words[0] + "-" + words[-2],
)
def test_structured_flags_take_json_and_text(words, as_json, capsys):
    first = said(capsys, *words)
    second = said(capsys, *words[:-2], *as_json)
    assert first[0] in (0, 1)
    timeless = [re.sub(r"[\d.]+ (µs|ms|s) ", "", out) for _, out, _ in (first, second)]
    assert timeless[0] == timeless[1]
    code, _, err = said(capsys, *words[:-1], "[[")
    assert code == 2
    assert err.count("\n") == 1


def test_several_pictures_are_several_files(tmp_path, capsys):
    pattern = tmp_path / "board-%d.svg"
    assert said(capsys, "optimiza", "new", "--count", "3", "--format", "svg", "--out", str(pattern))[0] == 0
    for number in (1, 2, 3):
        ElementTree.parse(tmp_path / f"board-{number}.svg")
    code, out, err = said(capsys, "optimiza", "new", "--count", "3", "--format", "svg")
    assert (code, out) == (2, "")
    assert "name-%d.svg" in err


@ids
def test_a_proof_is_written_or_refused(name, question, tmp_path, capsys):
    """Every question, by every exact method: a file that its verifier accepts, or exit code 2."""
    problem = pastime(name).problem(question)
    written = 0
    for method in problem.methods:
        file = tmp_path / f"{method.name}.proof"
        words = [name, question, "--method", method.name, "--proof", str(file)]
        example = {"cards": ["--cards", "1 1 1 2", "--N", "4"]}.get(
            name, ["--example", next(iter(pastime(name).examples))]
        )
        words += ["--m", "3", "--n", "3", "--k", "3"] if name == "mnk" else example
        words += ["--cell", "1", "3"] if question == "click" else []
        if method.proves:
            code, _, _ = said(capsys, *words)
            assert file.is_file() == (code in (0, 1))
            written += file.is_file()
            if name == "mnk":
                assert said(capsys, "mnk", "verify", str(file))[0] == 0
        else:
            code, out, err = said(capsys, *words)
            assert (code, out) == (2, "")
            assert "does not write proofs" in err
            assert not file.exists()
    assert written or not any(method.proves for method in problem.methods)


@pytest.mark.quick(7)
@own
def test_own_commands_say_it_as_json_too(name, entry, capsys):
    key = f"{name}-{entry.name}"
    help_page = said(capsys, name, entry.name, "--help")[1]
    assert re.search(r"Usage: passatempo \S+ \S+( \[?[A-Z]+\]?)*( \[OPTIONS\])?\n", help_page)
    if key in TALKS:
        return
    if entry.name != "certificate":  # which is a file of JSON
        assert "--format" in help_page
    words = SMALL.get(key, ["--example", "four"] if entry.name == "certificate" else [])
    if words is None:  # what it needs is another command's; its own tests ask it for JSON
        return
    code, out, _ = said(capsys, name, entry.name, *words, *([] if entry.name == "certificate" else ["--json"]))
    assert code == 0
    lines = out.strip().splitlines()
    try:
        json.loads(out)
    except ValueError:
        assert all(json.loads(line) is not None for line in lines)


def lacking_examples(name):
    """The commands of a pastime that take something by its place but no built-in instance in place of it."""
    tree = build_commands(pastime(name))
    found = set()
    for word in tree:
        if not word.startswith("-"):
            taken = inspect.signature(tree[word].default_command).parameters
            kinds = {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
            if "example" not in taken and any(one.kind not in kinds for one in taken.values()):
                found.add(word)
    return found


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_command_that_reads_an_instance_takes_an_example(name):
    lacking = lacking_examples(name)
    named = {word for word in lacking if word in WITHOUT_EXAMPLE or f"{name} {word}" in WITHOUT_EXAMPLE}
    assert lacking == named
    exceptions = {word.split()[1] for word in WITHOUT_EXAMPLE if word.startswith(f"{name} ")}
    assert exceptions <= lacking, "an exception that is none"
    assert named  # `replay`, at least: so the walk sees commands without examples


def test_own_commands_take_examples_where_the_file_may_be_left_out_too(capsys):
    code, out, _ = said(capsys, "mnk", "analyse", "--example", "five", "--nodes", "500", "--json")
    assert code == 0
    assert len(json.loads(out)["steps"]) == 10
    code, _, err = said(capsys, "mnk", "analyse", "--example", "fork")
    assert code == 2
    assert "the moves that led to the board are unknown" in err
    assert said(capsys, "mnk", "analyse", "game.txt", "--example", "five")[0] == 2
    assert said(capsys, "mnk", "analyse", "--example", "fiv")[2].count("did you mean 'five'") == 1
    code, out, _ = said(capsys, "minesweeper", "neighbours", "--example", "wall", "--row", "2", "--column", "2")
    assert (code, out) == (0, "[#, #, #, 0, 2, 0, 0, 0]\n")  # ###### over 012210 over 000000
    for more in (["--matrix", "AB/CD"], ["matrix.txt"]):
        assert said(capsys, "minesweeper", "neighbours", *more, "--example", "wall")[0] == 2


@pytest.mark.parametrize("name", BUILT_IN)
def test_examples_stand_for_files(name, tmp_path, capsys):
    """`check` too: an instance from an example, an answer from a file."""
    game = pastime(name)
    for example in game.examples:
        question = game.problems[0].name
        code, out, _ = said(capsys, name, question, "--example", example, "--seconds", "5", "--json")
        if code != 0:
            continue
        answer = tmp_path / "answer.json"
        answer.write_text(out)
        code, out, _ = said(capsys, name, "check", "--example", example, str(answer))
        assert (code, out) == (0, "The answer follows every rule.\n")
        shape = game.wiring.json
        instance = tmp_path / "instance.json"
        instance.write_text(encode(shape.dump(game.read(game.example(example)))))
        assert said(capsys, name, "check", str(instance), str(answer))[0] == 0
        return
    pytest.fail("no example is solved")


@pytest.mark.parametrize("name", BUILT_IN)
def test_an_instance_is_shown_as_json_too(name, capsys):
    example = next(iter(pastime(name).examples))
    code, out, _ = said(capsys, name, "show", "--example", example, "--json")
    assert (code, out) == (0, said(capsys, name, "convert", "--example", example, "--to", "json")[1])


@pytest.mark.parametrize(("name", "example"), [("machiavelli", "wrap"), ("minesweeper", "five")])
def test_the_published_programs_take_examples(name, example, capsys):
    pytest.importorskip("ortools")
    pytest.importorskip("clingo")
    code, out, err = said(capsys, name, "published", "--example", example, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)


def test_what_flags_lack_is_told_by_the_flag(capsys):
    code, _, err = said(capsys, "mnk", "value", "--m", "3", "--n", "3")
    assert code == 2
    assert "--k" in err


@pytest.mark.parametrize("words", ["minesweeper fit", "minesweeper fit V.txt --games 9", "mnk tune W.txt --help"])
def test_a_removed_command_names_where_its_code_is(words, capsys):
    code, out, err = said(capsys, *words.split())
    pair = " ".join(words.split()[:2])
    assert (code, out) == (2, "")
    assert err == f"passatempo: {pair} is no longer in the program: see contrib/training in its source\n"
    assert pair.split()[1] not in said(capsys, pair.split()[0], "--help")[1].split()
    assert (Path(__file__).parents[2] / "contrib" / "training" / "README.md").is_file()


def test_the_completion_needs_no_command_tree():
    program = (
        "import sys\n"
        "from passatempo.cli.main import run\n"
        "run(['--complete', 'mnk', 'val'])\n"
        "print(sorted(name for name in sys.modules if name in ('cyclopts', 'rich')))\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["value", "[]"]
