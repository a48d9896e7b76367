"""What stands beside an answer: notes that `--quiet` leaves out, pictures in greys, and lines as wide as a terminal.

Tests: cli/notes.py, cli/view.py
"""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from xml.etree import ElementTree

import pytest

from passatempo.cli.main import run
from passatempo.core.registry import BUILT_IN, pastime


def said(capsys, *words):
    code = run(list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("flag", ["--quiet", "-q"])
@pytest.mark.parametrize("at", [0, 1, 2, None])
def test_quiet_leaves_out_notes_and_nothing_else(flag, at, capsys):
    words = ["machiavelli", "tournament", "greedy", "novice", "--games", "2"]
    code, out, err = said(capsys, *words)
    assert (code, err.endswith("ms a game\n")) == (0, True)
    placed = [*words, flag] if at is None else [*words[:at], flag, *words[at:]]
    assert said(capsys, *placed) == (code, out, "")


def test_quiet_does_not_hush_what_is_wrong(capsys):
    code, out, err = said(capsys, "mnk", "value", "--quiet", "--example", "no-such")
    assert (code, out) == (2, "")
    assert "no-such" in err
    code, _, err = said(capsys, "mnk", "show", "--", "-q")
    assert (code, "'q'" in err) == (2, True)


@pytest.mark.parametrize("name", BUILT_IN)
def test_print_draws_in_greys_wherever_a_picture_is_drawn(name, capsys):
    game = pastime(name)
    example = next(iter(game.examples))
    shown = [(problem.name, problem.example or example) for problem in game.problems[:2]]
    commands = [[question, "--example", *words.split(), "--seconds", "2"] for question, words in shown]
    for words in [*commands, ["show", "--example", example], ["new", "--seed", "3"]]:
        code, out, _ = said(capsys, name, *words, "--print")
        assert code in (0, 1), words
        assert ElementTree.fromstring(out).tag.endswith("svg"), words
        assert all(len({tone[1:3], tone[3:5], tone[5:7]}) == 1 for tone in re.findall(r"#[0-9a-f]{6}", out)), words
        assert out.count("#") > 1, words


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("width", [40, 72])
def test_words_are_broken_to_the_width_of_a_terminal(width):
    words = ["machiavelli", "unlock", "--example", "heap"]
    command = [sys.executable, "-m", "passatempo", *words]
    plain = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert max(map(len, plain.splitlines())) > width
    reader, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    place = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")} | {"NO_COLOR": "1"}
    done = subprocess.Popen(command, stdout=terminal, env=place)
    os.close(terminal)
    shown = b""
    while True:
        try:
            piece = os.read(reader, 4096)
        except OSError:  # Linux says so where the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(reader)
    assert done.wait() == 0
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= width
    timed = re.compile(r"[0-9.]+ (ns|µs|ms|s) ")
    assert timed.sub("", shown.decode()).split() == timed.sub("", plain).split()
