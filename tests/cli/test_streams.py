"""Streams that are closed, cannot show every sign, or never end: one sentence, never a crash.

Tests: cli/main.py, cli/answering.py, core/input.py
"""

import itertools
import json
import os
import subprocess
import sys

import pytest

from passatempo.core.registry import BUILT_IN, pastime

COMMAND = f"{sys.executable} -m passatempo"


def shell(line, **keys):
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, **keys)


@pytest.mark.parametrize("closed", [c for n in range(4) for c in itertools.combinations(("0<&-", "1>&-", "2>&-"), n)])
def test_closed_streams(closed):
    words = " ".join(closed)
    listed = shell(f"{COMMAND} list {words}")
    assert listed.returncode == (2 if "1>&-" in closed else 0)
    read = shell(f"{COMMAND} machiavelli arrange - {words}", input=b"3S 4S 5S")
    assert read.returncode == (2 if "0<&-" in closed or "1>&-" in closed else 0)
    wrong = shell(f"{COMMAND} nonsense {words}")
    assert wrong.returncode == 2
    for told in (listed, read, wrong):
        assert b"Traceback" not in told.stderr
        assert len(told.stderr.splitlines()) == (told.returncode != 0 and "2>&-" not in closed)


@pytest.mark.quick(6)
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


@pytest.mark.parametrize(
    "words",
    ["cards decode - published", "cards verify - -", "cards compare -", "minesweeper neighbours -", "mnk analyse -"],
)
def test_own_commands_refuse_a_closed_standard_input(words):
    told = shell(f"{COMMAND} {words} 0<&-")
    assert told.returncode == 2, told
    assert b"Traceback" not in told.stderr


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
    from passatempo.core import asking

    real = asking._run

    def failing(problem, choice, solve, question, *rest, **keys):
        if question.cards == (9, 9, 9):
            raise RuntimeError("planted")
        return real(problem, choice, solve, question, *rest, **keys)

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(asking, "_run", failing)
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
    from passatempo.cli.main import run

    assert run(["cards", "order", "\ud800"]) == 2
    assert "\\ud800" in capsys.readouterr().err
