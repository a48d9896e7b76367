"""Files of at most 64 bytes that state the largest sizes they can: each is refused, and nothing is made of its size.

The tests of a pastime's formats name the bombs of each. A pastime's bombs are read in one process that may take 200 MB
beyond what it holds, and few seconds of processor time for all; the server, which has read good instances before,
answers 422.

Tests: core/text.py
"""

import json
import resource
import subprocess
import sys
from contextlib import suppress

import httpx
import pytest

from passatempo.core.errors import PassatempoError
from passatempo.core.instances import format_instance
from passatempo.core.registry import BUILT_IN, pastime

from ..machiavelli.test_formats import BOMBS as MACHIAVELLI
from ..minesweeper.test_formats import BOMBS as MINESWEEPER
from ..mnk.test_formats import BOMBS as MNK
from ..optimiza.test_formats import BOMBS as OPTIMIZA
from ..web.conftest import served

LONGEST = 64  # bytes
ROOM = 200 << 20  # bytes beyond what the process holds
SECONDS = 20  # of processor time for all bombs of a pastime, the start included: one alone may take one
NINES = "9" * 18
OF_FORMATS = {"machiavelli": MACHIAVELLI, "minesweeper": MINESWEEPER, "mnk": MNK, "optimiza": OPTIMIZA}

BOMBS = {
    "machiavelli": {
        "text": [f"AS 2S 3S\ndecks: {NINES}", f"AS 2S 3S\njokers: {NINES}", "AS 2S 3S\ndecks: 101"],
        "json": [f'{{"table":"AS","decks":{NINES}}}', f'{{"table":"AS","jokers":{NINES}}}'],
    },
    "cards": {
        "text": [f"1 1 2\n{key}: {NINES}" for key in ("N", "M", "D")] + ["1 1 2\nM: 9999999999999999"],
        "json": [f'{{"cards":[1,1,2],"{key}":{NINES}}}' for key in ("N", "M", "D")],
    },
    "optimiza": {
        "text": [
            f"1 1\n1 2\nN: {NINES}",
            "1 1\n1 2\nN: 4001",
            f"2\n1 1\nvariant: hex-tri\nN: {NINES}",
        ],
        "json": [f'{{"board":[[1,1],[1,2]],"N":{NINES}}}'],
    },
    "minesweeper": {
        "text": [f"##\nmines: {'9' * 40}"],
        "json": [f'{{"grid":"##","mines":{"9" * 40}}}'],
    },
    "mnk": {
        "text": [f"m: {NINES}\nn: {NINES}\nk: 3", f"m: 3\nn: 3\nk: {NINES}", f"k: {NINES}\nX O"],
        "json": [
            f'{{"m":{NINES},"n":{NINES},"k":3}}',
            f'{{"m":3,"n":3,"k":{NINES}}}',
            f'{{"m":1,"n":1,"k":{"9" * 40}}}',
        ],
        "moves": [f"m: {NINES}\nn: 1\nk: 3\na1 a2", f"m: 1\nn: {'9' * 40}\nk: 3\na1"],
        "shown": [f"  a\n1 .\n1,1,{NINES} \u00b7 X to move"],
    },
}
BOMBS = {name: texts | OF_FORMATS.get(name, {}) for name, texts in BOMBS.items()}
FLAGS = {
    "machiavelli": ["new --decks 99999", "new --cards 99999999", "new --jokers 99999999", "play --decks 99999999"],
    "cards": ["new --cards 99999999999", "play --N 99999999", "order --cards 1 --N 99999999"],
    "optimiza": ["new --N 99999999", "play --N 99999999", "orbits --n 99999999"],
    "minesweeper": [
        "new --preset custom --rows 8192 --columns 8192 --mines 5",
        "play --rows 99999999 --columns 9",
        "win-rate --rows 99999999 --columns 99999999 --mines 9",
    ],
    "mnk": ["move --m 99999999 --n 1 --k 3", "new --m 99999999 --n 99999999", "play --k 99999999", "play --m 99999999"],
}
FILES = [(name, form, text) for name, forms in BOMBS.items() for form, texts in forms.items() for text in texts]

READER = """
import io, json, resource, sys
from contextlib import redirect_stderr, redirect_stdout
from passatempo.cli.main import run

name, room, calls = sys.argv[1], int(sys.argv[2]), json.load(sys.stdin)
sys.stdin = None
run([name, "show", "--example", json.loads(sys.argv[3])])  # all that a good instance needs is imported
if sys.platform == "linux":
    with open("/proc/self/statm") as file:
        held = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + room, held + room))
told = []
for arguments in calls:
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        code = run(arguments)
    told.append([code, out.getvalue(), error.getvalue()])
print("\\n" + json.dumps(told))
"""


def answers(name, calls):
    """Run commands one after the other in a process of its own, which has little room."""
    room = [sys.executable, "-c", READER, name, str(ROOM), json.dumps(next(iter(pastime(name).examples)))]
    bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))  # noqa: E731
    done = subprocess.run(room, input=json.dumps(calls), capture_output=True, text=True, check=False, preexec_fn=bound)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_every_format_that_is_read_has_a_bomb():
    """Also those that have no reader of their own, because the reader of the pastime's text takes them."""
    for name in BUILT_IN:
        lacking = [form for form in pastime(name).formats if form not in BOMBS[name] and is_read(pastime(name), form)]
        assert lacking == [], f"tests/{name}/test_formats.py: BOMBS lacks a format"


def is_read(game, form):
    """Return whether an example that is written so can be read."""
    for example in game.examples:
        with suppress(PassatempoError):
            return bool(game.read(format_instance(game, game.read(game.example(example)), form)))
    return False


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_too_large_is_refused_before_anything_is_made(name, tmp_path):
    calls = []
    for number, (_, _, text) in enumerate(one for one in FILES if one[0] == name):
        file = tmp_path / f"bomb-{number}"
        file.write_text(text, encoding="utf-8")
        assert file.stat().st_size <= LONGEST, text
        calls += [[name, "show", str(file)], [name, pastime(name).problems[0].name, str(file)]]
    calls += [[name, *words.split()] for words in FLAGS[name]]
    for arguments, (code, out, error) in zip(calls, answers(name, calls), strict=True):
        assert (code, out) == (2, ""), (arguments, out[:200], error)
        assert "too large" in error, (arguments, error)
        assert error.count("\n") == 1, error


@pytest.fixture(scope="module")
def client():
    with served("--api-only") as address, httpx.Client(base_url=address, timeout=60) as opened:
        yield opened


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_server_refuses_what_is_too_large(client, name):
    for text in [text for other, _, text in FILES if other == name]:
        asked = [(f"{name}/instance", json.dumps({"text": text}))]
        asked += [(f"{name}/{pastime(name).problems[0].name}", text)] if text.startswith("{") else []
        for path, body in asked:
            answer = client.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code == 422, (path, text, answer.text)
            assert "too large" in answer.json()["error"]["message"], (path, text, answer.text)
