"""Streams that are closed, cannot show every sign, or never end: one sentence, never a crash.

Tests: cli/main.py, cli/answers.py, core/input.py
"""

import itertools
import json
import os
import select
import subprocess
import sys
import time

import pytest

from passatempo.cli.main import plain_signs, run
from passatempo.core.messages import translation
from passatempo.core.registry import BUILT_IN, pastime

COMMAND = f"{sys.executable} -m passatempo"
PATIENCE = 60  # seconds: what never ends fails, what a busy machine delays does not


def shell(line, **keys):
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, **keys)


CLOSED = [c for n in range(4) for c in itertools.combinations(("0<&-", "1>&-", "2>&-"), n)]
CODES = {  # of a command whose input is at its end
    **{f"{name} play --no-stats": 0 for name in BUILT_IN},
    "machiavelli companion new.jsonl": 0,
    "mnk protocol": 0,
    "mnk replay game.jsonl --step": 0,
    "list": 0,
    "doctor": 0,
    "machiavelli lay --table '3S 4S 5S' --hand 6S": 0,
    "machiavelli arrange --table '3S 4S'": 1,
    "mnk value --m 9 --n 9 --k 5 --nodes 10": 3,
    "machiavelli arrange --batch -": 0,
    "machiavelli arrange -": 2,
    "cards decode - published": 2,
    "cards verify - -": 2,
    "cards compare -": 2,
    "minesweeper neighbours -": 2,
    "mnk analyse -": 2,
    "nonsense": 2,
}
RECORD = (
    '{"record": 1, "pastime": "mnk", "version": "0.2.0", "rules": {"m": 3, "n": 3, "k": 3}, '
    '"seats": [{"name": "X"}, {"name": "O"}], "seed": "0"}\n'
    '{"turn": 1, "seat": 1, "move": [2, 2], "ms": 5}\n'
    '{"turn": 2, "seat": 2, "move": [1, 1], "ms": 5}\n'
)


@pytest.mark.quick(6)
@pytest.mark.parametrize("closed", CLOSED, ids=lambda words: " ".join(words) or "none")
@pytest.mark.parametrize("words", CODES)
def test_a_closed_stream_is_the_end_of_the_input_or_is_written_to_in_vain(words, closed, tmp_path):
    (tmp_path / "game.jsonl").write_text(RECORD, encoding="utf-8")
    done = shell(f"{COMMAND} {words} {' '.join(closed)}", input=b"", cwd=tmp_path, timeout=PATIENCE)
    assert done.returncode == CODES[words], done
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (done.returncode == 2 and "2>&-" not in closed), done


def test_no_other_file_takes_the_number_of_a_closed_stream(tmp_path):
    """What is written to standard error would else stand in the first file that is opened."""
    done = shell(f"{COMMAND} machiavelli companion game.jsonl 0<&- 1>&- 2>&-", cwd=tmp_path)
    assert done.returncode == 0
    (head,) = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(head)["pastime"] == "machiavelli"


@pytest.mark.quick(3)
@pytest.mark.parametrize("out", ["terminal", "pipe", "file", "/dev/null", "closed"])
@pytest.mark.parametrize("words", [*list(CODES)[: len(BUILT_IN)], *list(CODES)[len(BUILT_IN) : len(BUILT_IN) + 3]])
def test_control_d_on_a_terminal_is_the_end_of_the_input(words, out, tmp_path):
    pty = pytest.importorskip("pty")  # not on every system
    (tmp_path / "game.jsonl").write_text(RECORD, encoding="utf-8")
    person, program = pty.openpty()
    to = {"terminal": "1>&0", "pipe": "", "file": "1>told", "/dev/null": "1>/dev/null", "closed": "1>&-"}[out]
    streams = {"stdin": program, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    if out == "pipe":
        streams["stdout"] = subprocess.PIPE
    with subprocess.Popen(["/bin/sh", "-c", f"{COMMAND} {words} {to}"], cwd=tmp_path, **streams) as process:
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            if select.select([person], [], [], 0.2)[0]:
                os.read(person, 65536)
            else:
                os.write(
                    person, b"\x04"
                )  # it is pressed when the screen is still: what waits for keys drops older ones
        process.kill()
        _, said = process.communicate()
    os.close(program)
    os.close(person)
    assert (process.returncode, said) == (0, b"")


@pytest.mark.quick(4)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_terminals_without_utf8(encoding, name):
    question, example = pastime(name).demo[0]
    lines = [[name, question, "--example", example], [name, "show", "--example", example], [name, "--help"]]
    code = f"from passatempo.cli.main import run\nfor words in {lines}:\n    assert run(words) == 0"
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=False)
    assert told.returncode == 0, told.stderr
    text = told.stdout.decode(encoding)
    assert "checked" in text
    assert "?" not in text.splitlines()[0]


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}  # a terminal that Python believes to lack UTF-8
# Written by hand: how signs that ASCII lacks are shown there.
SHOWN = dict(zip("áéíóúñ·♥", "aeioun-H", strict=True)) | {"¿": "", "±": "+-"}
SHOWN |= {"à": "a'", "è": "e'", "ì": "i'", "ò": "o'", "ù": "u'", "È": "E'"}


def asked(words, environment, text=""):
    """Run a command line with these variables; return its exit code, its output and its errors, as bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "passatempo", *words],
        input=os.fsencode(text),
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


PLAYS = [[name, "play", "--locale", language, "--seed", "1"] for name in BUILT_IN for language in ("es", "it")]


@pytest.mark.quick(2)
@pytest.mark.parametrize("words", PLAYS, ids=lambda words: f"{words[0]} {words[3]}")
def test_a_game_in_ascii_shows_the_same_with_plain_signs(words):
    text = "regole\nreglas\nxyz ♥\nesci\nsalir\n"
    code, shown, errors = asked([*words, "--no-stats"], {"LC_ALL": "C.UTF-8"}, text)
    expected = "".join(SHOWN.get(sign, sign) for sign in shown.decode())
    assert (code, errors) == (0, b"")
    assert expected.isascii()
    assert asked([*words, "--no-stats"], ASCII, text) == (0, expected.encode(), b"")


def test_every_sign_of_the_catalogues_has_a_plain_one():
    texts = "".join(str(text) for language in ("es", "it") for text in translation(language)._catalog.values())
    signs = {sign for sign in texts if not sign.isascii()}
    assert {sign: plain_signs(UnicodeEncodeError("ascii", sign, 0, 1, ""))[0].decode() for sign in signs} == {
        sign: SHOWN[sign] for sign in signs
    }


@pytest.mark.parametrize("environment", [ASCII, {"PYTHONIOENCODING": "utf-8"}], ids=["ascii", "strict"])
def test_what_is_typed_is_read_as_utf8_and_other_bytes_are_quoted(environment):
    code, shown, errors = asked(["machiavelli", "play", "--no-stats"], environment, "7♥ 8♥\n\udce8\nquit\n")
    assert (code, errors) == (0, b"")
    assert b"7H 8H" in shown.replace("♥".encode(), b"H")
    assert b"'\\udce8' is not a card" in shown


def test_words_that_python_could_not_read_are_read_as_utf8(capsys):
    hearts = ("7\u2665 8\u2665 9\u2665".encode().decode("ascii", "surrogateescape"), "10\udce2\udc99\udca5")
    assert run(["machiavelli", "lay", hearts[0], "--hand", hearts[1]]) == 0
    assert capsys.readouterr().out.startswith("Lay TH: the hand is empty.\n7H 8H 9H TH\n")
    assert run(["machiavelli", "lay", "7H 8H 9H", "--hand", "\udce8"]) == 2
    assert capsys.readouterr() == ("", "passatempo: --hand, column 1: '\\udce8' is not a card\n")


NAMED = """\
import sys
from passatempo.__main__ import main
for name in sys.argv[1:]:
    for line in (
        "optimiza new --out NAME.json", "optimiza best NAME.json", "cards order --batch NAME.jsonl --out NAME.out",
        "mnk value --m 3 --n 3 --k 3 --proof NAME.txt --checkpoint NAME", "mnk verify NAME.txt",
    ):
        sys.argv[1:] = [word.replace("NAME", name) for word in line.split()]
        if code := main():
            sys.exit(f"{line}: {code}")
"""


def test_files_may_have_any_name_in_ascii(tmp_path):
    names = [os.fsdecode("è".encode()), "\udce8"]
    for name in names:
        (tmp_path / f"{name}.jsonl").write_text('{"cards": [1, 1, 2, 2, 3, 3, 4]}\n', encoding="ascii")
    environment = {**os.environ, **ASCII}
    command = [sys.executable, "-c", NAMED, *names]
    done = subprocess.run(command, capture_output=True, env=environment, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    written = {f"{name}{ending}" for name in names for ending in (".json", ".out", ".txt")}
    assert written <= set(os.listdir(tmp_path))


def test_a_board_as_ascii_shows_it_can_be_read(capsys):
    assert run(["mnk", "show", "--example", "threes"]) == 0
    shown = capsys.readouterr().out
    assert "5,5,4 · X to move" in shown
    assert run(["mnk", "evaluate", shown.replace("·", "-")]) == 0


def test_an_endless_line_is_one_error_of_a_batch():
    """A line above the bound is skipped to its end; memory stays bounded."""
    code = """
import subprocess, sys
feed = subprocess.Popen([sys.executable, "-c", '''
import sys
for _ in range(90):
    sys.stdout.write("x" * 2**20)
sys.stdout.write(chr(10) + chr(123) + '"table": "3S 4S 5S"' + chr(125) + chr(10))
'''], stdout=subprocess.PIPE)
probe = '''
import sys
from passatempo.cli.main import run
code = run(["machiavelli", "arrange", "--batch", "-"])
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(code, int(most.split()[1]) // 1024)
'''
done = subprocess.run([sys.executable, "-c", probe], stdin=feed.stdout, capture_output=True)
print(done.stdout.decode())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second, numbers = done.stdout.splitlines()[:3]
    code, memory = map(int, numbers.split())
    assert code == 2
    assert memory <= 300
    assert json.loads(first)["error"]["kind"] == "too-long"
    assert json.loads(second)["status"] == "solved"


def test_one_line_that_fails_does_not_end_a_batch(tmp_path, monkeypatch, capsys):
    """A method that raises what it should not: its line tells it, the others are answered, the exit code is 4."""
    from passatempo.cli.main import run
    from passatempo.core import queries

    real = queries._run_method

    def failing(problem, choice, solve, question, *rest, **keys):
        if question.cards == (9, 9, 9):
            raise RuntimeError("planted")
        return real(problem, choice, solve, question, *rest, **keys)

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(queries, "_run_method", failing)
    lines = ['{"cards": [1, 1, 2, 2, 3, 3, 4]}'] * 100
    lines[49] = '{"cards": [9, 9, 9]}'
    file = tmp_path / "lines"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run(["cards", "order", "--batch", str(file)]) == 4
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == 100
    assert [index for index, line in enumerate(told) if line["status"] == "error"] == [49]
    assert (told[49]["error"]["kind"], told[49]["error"]["line"]) == ("bug", 50)
    assert len(list((tmp_path / "passatempo-reports").iterdir())) == 1


def test_a_name_that_is_no_text_is_refused(capsys):
    assert run(["cards", "order", "\ud800"]) == 2
    assert "\\ud800" in capsys.readouterr().err
