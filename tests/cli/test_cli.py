"""The command line from outside: exit codes, streams, formats, batches, and how quickly it starts.

Tests: cli/answers.py, cli/app.py, cli/commands.py, cli/demo.py, cli/doctor.py, cli/files.py,
cli/flags.py, cli/progress.py, cli/main.py, cli/overview.py, cli/view.py, core/queries.py, core/report.py,
core/outcome.py
"""

import io
import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from passatempo.cli.main import run
from passatempo.cli.overview import IN_THE_TREE
from passatempo.core import queries
from passatempo.core.registry import BUILT_IN, pastime

GAMES = [pastime(name) for name in BUILT_IN]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def passatempo(*arguments, text=b""):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "passatempo", *arguments], input=text, capture_output=True, check=False
    )


@pytest.fixture
def answer(capsys, monkeypatch):
    """Return a function that runs the command in this process."""

    def run_here(*arguments, text=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text), "utf-8"))
        code = run([*arguments])
        out, err = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, code, out.encode(), err.encode())

    return run_here


def refused(told):
    """Assert that a run was refused with one sentence, and return it."""
    assert told.returncode == 2, told
    assert told.stdout == b""
    sentence = told.stderr.decode()
    assert sentence.startswith("passatempo: ")
    assert sentence.count("\n") == 1
    assert "Traceback" not in sentence
    return sentence


@each_game
def test_a_question_in_every_format(game, capsys):
    question, example = game.demo[0]
    assert run([game.name, question, "--example", example]) == 0
    text = capsys.readouterr().out
    assert text.rstrip().endswith("checked")
    assert run([game.name, question, "--example", example, "--format", "json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["pastime"], outcome["question"], outcome["status"]) == (game.name, question, "solved")
    assert outcome["checked"] is True
    assert run([game.name, question, "--example", example, "--format", "svg"]) == 0
    ElementTree.fromstring(capsys.readouterr().out)


@each_game
def test_batch_equals_single_runs(game, tmp_path, capsys):
    question, _ = game.demo[0]
    instances = []
    for example in game.examples:
        run([game.name, "convert", "--example", example, "--to", "json"])
        instances.append(capsys.readouterr().out.strip())
    file = tmp_path / "batch.jsonl"
    file.write_text("\n".join([*instances, "{", '{"stranger": 1}']) + "\n", encoding="utf-8")
    assert run([game.name, question, "--batch", str(file)]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == len(instances) + 2
    for example, line in zip(game.examples, lines, strict=False):
        run([game.name, question, "--example", example, "--format", "json"])
        told = capsys.readouterr()
        if "error" in line:  # the method does not know these rules
            assert (told.out, line["error"]["message"] in told.err) == ("", True)
            continue
        assert {**json.loads(told.out), "seconds": 0} == {**line, "seconds": 0}
    assert [line["error"]["line"] for line in lines[-2:]] == [len(instances) + 1, len(instances) + 2]


@each_game
def test_new_check_show_convert(game, tmp_path, capsys):
    question, example = game.demo[0]
    assert run([game.name, "new", "--seed", "5", "--count", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run([game.name, "show", "--example", example]) == 0
    assert capsys.readouterr().out.strip()
    instance, answer = tmp_path / "instance.json", tmp_path / "answer.json"
    assert run([game.name, "convert", "--example", example, "--to", "json", "--out", str(instance)]) == 0
    assert run([game.name, question, str(instance), "--format", "json", "--out", str(answer)]) == 0
    assert run([game.name, "check", str(instance), str(answer)]) == 0


def test_impossible_is_1_and_unknown_is_3():
    told = passatempo("machiavelli", "arrange", "--example", "stuck")
    assert (told.returncode, told.stdout.partition(b":")[0]) == (1, b"Impossible")
    told = passatempo("machiavelli", "arrange", "--example", "heap", "--nodes", "0")
    assert (told.returncode, told.stdout[:23]) == (3, b"Unknown: the node limit")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["machiaveli"], ["machiaveli", "did you mean 'machiavelli'"]),
        (["machiavelli", "arange"], ["arange", "arrange"]),
        (["machiavelli", "arrange", "--metod", "x"], ["--metod", "--method"]),
        (["machiavelli", "arrange"], ["FILE"]),
        (["machiavelli", "arrange", "nowhere.txt"], ["nowhere.txt"]),
        (["machiavelli", "arrange", "--example", "hep"], ["hep", "did you mean 'heap'"]),
        (["machiavelli", "arrange", "--example", "heap", "--method", "magic"], ["magic", "exact"]),
        (["machiavelli", "arrange", "--example", "heap", "--ace", "sideways"], ["sideways", "low", "wrap"]),
        (["machiavelli", "arrange", "--example", "heap", "--decks", "two"], ["two", "--decks"]),
        (["machiavelli", "arrange", "--example", "heap", "--seconds", "-1"], ["--seconds"]),
        (["machiavelli", "convert", "--example", "heap", "--to", "jsn"], ["jsn", "did you mean 'json'"]),
        (["list", "--what"], ["list"]),
    ],
)
def test_wrong_usage_is_one_sentence(answer, arguments, words):
    sentence = refused(answer(*arguments))
    for word in words:
        assert word in sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", ["empty"]),
        (b" \n\t", ["empty"]),
        (b"\x89PNG\r\n\x1a\n\x00\x00", ["byte 0x89"]),
        (b"3S 4S\x00 5S", ["NUL byte", "column 6"]),
        (b"{", ["JSON"]),
        (b'{"table": "3S 4S 5S", "tabel": 1}', ["'tabel'", "'table'"]),
        (b'{"table": 7}', ["table", "string"]),
        (b"[1, 2]", ["'[1'"]),
        (b"{} x", ["JSON"]),
        (b"X" * 10_000_000, ["'XXXX"]),
    ],
)
def test_bad_input_is_one_sentence(answer, text, words):
    sentence = refused(answer("machiavelli", "arrange", "-", text=text))
    assert len(sentence) < 400
    for word in words:
        assert word in sentence


def test_nothing_is_left_half_written(tmp_path):
    out = tmp_path / "out.json"
    refused(passatempo("machiavelli", "arrange", "-", "--out", str(out), text=b"3Z"))
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_answer_is_4_and_saves_the_instance(monkeypatch, capsys, tmp_path):
    from passatempo.core.errors import Violation

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(queries, "_call_judge", lambda *_: [Violation("planted", "a planted fault")])
    assert run(["machiavelli", "arrange", "--example", "heap"]) == 4
    told = capsys.readouterr()
    assert told.out == ""
    saved = told.err.rsplit("report it with ", 1)[1].rstrip().rstrip(")")
    with open(saved, encoding="utf-8") as file:
        assert json.load(file)["instance"]["decks"] == 2
    assert os.path.dirname(saved) == str(tmp_path / "passatempo-reports")
    assert os.stat(saved).st_mode & 0o777 == 0o600


HEAVY = ("numpy", "ortools", "clingo", "pysat", "starlette", "uvicorn", "dask", "distributed", "matplotlib")


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["--version"]])
def test_the_overview_imports_nothing_heavy(arguments):
    probe = (
        "import sys; from passatempo.cli.main import run; run(sys.argv[1:]);"
        f"print([m for m in {HEAVY} + ('cyclopts', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", probe, *arguments], capture_output=True, text=True, check=True)
    assert told.stderr.strip() == "[]"
    assert told.stdout


@pytest.mark.quick(3)
@pytest.mark.parametrize("command", IN_THE_TREE)
def test_a_command_of_no_pastime_loads_no_pastime(command):
    probe = "import sys; from passatempo.cli.main import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    told = subprocess.run([sys.executable, "-c", probe, command, "--help"], capture_output=True, text=True, check=True)
    rooms = {
        name.split(".")[1] for name in told.stderr.split() if name.count(".") > 1 and name.startswith("passatempo.")
    }
    assert not rooms & {game.name for game in GAMES}
    assert f"Usage: passatempo {command}" in told.stdout


def test_help_of_a_question_has_flags_and_an_example(answer):
    told = answer("machiavelli", "arrange", "--help").stdout.decode()
    for word in ("--decks", "--ace", "--method", "--batch", "Example"):
        assert word in told


def test_doctor_finds_everything_sound(answer):
    told = passatempo("doctor")
    assert told.returncode == 0, told
    assert b"broken" not in told.stdout
    parts = json.loads(answer("doctor", "--json").stdout)["parts"]
    assert {"part": "pastime mnk", "version": "", "state": "ok"} in parts
    assert [line.split()[0] for line in told.stdout.decode().splitlines()[1:4]] == [row["part"] for row in parts[:3]]


def test_demo_writes_a_page(tmp_path):
    told = passatempo("demo", "--out", str(tmp_path))
    assert told.returncode == 0, told
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for game in GAMES:
        assert f"<h2>{game.label}</h2>" in page
        assert game.rules[:40] in page
        assert list(tmp_path.glob(f"{game.name}-*.svg"))


@pytest.mark.interrupts
def test_an_own_command_shows_a_bar_and_ends_in_good_order_at_ctrl_c():
    reader, terminal = os.openpty()
    words = ["optimiza", "exhaust", "--variant", "hex-tri", "--n", "5", "--threads", "1"]  # many seconds
    run_ = subprocess.Popen([sys.executable, "-m", "passatempo", *words], stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    shown = b""
    while b"optimiza exhaust" not in shown:
        shown += os.read(reader, 4096)
    run_.send_signal(signal.SIGINT)
    out, _ = run_.communicate()
    while b"cancelled" not in shown:
        shown += os.read(reader, 4096)
    os.close(reader)
    assert run_.returncode == 3
    if out:  # on a machine that has no time for it, what was found until then is lost, and nothing else
        assert out.startswith(b"Stopped")
        assert b"mean optimum" in out
    assert b"Traceback" not in shown


CONVERTED = [(game.name, form) for game in GAMES for form in ("json", "svg", *game.formats)]


@pytest.mark.parametrize("most", [2, pytest.param(100, marks=pytest.mark.long)])  # examples
@pytest.mark.parametrize(("name", "form"), CONVERTED)
def test_the_ending_of_a_file_decides_what_convert_writes(name, form, most, tmp_path):
    ending, said, written = tmp_path / f"ending.{form}", tmp_path / "said", 0
    for example in pastime(name).examples:  # a format need not express all of them
        call = [name, "convert", "--example", example]
        codes = run([*call, "--out", str(ending)]), run([*call, "--to", form, "--out", str(said)])
        assert codes[0] == codes[1]
        if codes[0] == 0:
            written += 1
            assert ending.read_text(encoding="utf-8") == said.read_text(encoding="utf-8")
        if written == most:
            break
    assert written
