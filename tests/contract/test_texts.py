"""A text means the same wherever it is read, and a text that says what it is belongs to one pastime.

Tests: core/queries.py, cli/files.py
"""

import io
import sys
from importlib import import_module
from itertools import pairwise

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, InvalidInstance
from passatempo.core.instances import format_instance
from passatempo.core.json import decode, encode
from passatempo.core.limits import Limits, silent
from passatempo.core.queries import instance_of
from passatempo.core.registry import BUILT_IN, pastime
from passatempo.web import worker

EXAMPLES = [(name, example) for name in BUILT_IN for example in pastime(name).examples]
each_example = pytest.mark.parametrize(("name", "example"), EXAMPLES)


def read_by(name, text, **keys):
    return import_module(f"passatempo.{name}").read(text, **keys)


@each_example
def test_read_takes_json_as_the_questions_do(name, example):
    """P11: the same instance from JSON and from text; a key that is passed wins over both."""
    game = pastime(name)
    instance = instance_of(game, game.example(example))
    said = encode(game.wiring.json.dump(instance))
    assert read_by(name, game.example(example)) == instance
    assert read_by(name, said) == read_by(name, f"\ufeff\n{said}") == instance
    with pytest.raises(FormatError, match="unknown key 'nonsense'"):
        read_by(name, said, nonsense=1)


def test_a_key_wins_over_json_and_text():
    for text in ("k: 3\nX . .\n. . .", '{"k": 3, "board": ["X..", "..."]}'):
        assert read_by("mnk", text, k=2, torus=True, misere=None) == read_by("mnk", "k: 2\ntorus: true\nX . .\n. . .")


@pytest.mark.parametrize(("name", "example"), [pair for pair in EXAMPLES if pair[0] != "machiavelli"])
def test_what_show_prints_is_read_whole_or_refused(name, example):
    """K1: nothing of it is dropped silently."""
    game = pastime(name)
    instance = instance_of(game, game.example(example))
    try:
        again = instance_of(game, game.wiring.show(instance))
    except (FormatError, InvalidInstance):
        assert name in ("optimiza", "minesweeper")
    else:
        assert again == (instance if name != "mnk" else type(instance)(instance.rules, instance.cells))


# Texts that say what they are; of the JSON and Prolog of each pastime an example is taken below.
SAID = {
    "mnk": [
        "(;FF[4]GM[4]SZ[3]RU[k=3];B[bb];W[aa])",
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n",
        "k: 3\nX . O\n. . .\n",
        "    a  b\n1   X  .\n2   .  .\n2,2,2 · O to move\n",
    ],
    "minesweeper": ["2x2x1\nH1\n11\n", "schema(1, 2, [[_,1]]).", "matr(1,2).\nschema(1,1,1).\n", "#1\nmines: 1\n"],
    "machiavelli": ["AS 2S 3S\nhand: 4S\n"],
    "cards": ["1 1 2 2 3 3 4\nD: 4\n"],
    "optimiza": ["1 1\n1 2\nvariant: torus-rook\n"],
    "": [
        '{"record":1,"pastime":"chess","version":"0.2.0","rules":{},"seats":[]}\n{"turn":1,"seat":1,"move":[2,2]}\n',
        '{"question": "lay", "answer": {}}',
    ],
}
TEXTS = [(name, text) for name, texts in SAID.items() for text in texts]
TEXTS += [
    (name, format_instance(pastime(name), instance_of(pastime(name), pastime(name).example(example)), "json"))
    for name, example in EXAMPLES
    if example == next(iter(pastime(name).examples))
]


@pytest.mark.parametrize(("owner", "text"), TEXTS)
def test_a_text_that_says_what_it_is_belongs_to_one_pastime(owner, text):
    for name in BUILT_IN:
        if name == owner:
            read_by(name, text)
        else:
            with pytest.raises((FormatError, InvalidInstance)):
                read_by(name, text)


@pytest.mark.parametrize(
    ("name", "text", "flags"),
    [
        ("mnk", "..O/..X/XO.", {"k": 3}),
        ("mnk", "(;GM[4]SZ[3]RU[k=3]C[a/b];B[bb])", {}),
        ("mnk", '{"m": 3, "n": 3, "k": 3}', {}),
        ("optimiza", "1 1/1 2", {}),
        ("cards", "1 1 2 2/3 3 4", {}),
        ("minesweeper", "#1/#1", {}),
        ("minesweeper", '{"grid": "#1/#1"}', {"mines": 1}),
        ("machiavelli", "AS 2S 3S/4S 5S 6S", {}),
    ],
)
def test_a_text_is_the_same_as_argument_file_input_key_and_http(name, text, flags, tmp_path, monkeypatch, capsys):
    words = [word for key, value in flags.items() for word in (f"--{key}", str(value))]
    file = tmp_path / "file"
    file.write_text(text, encoding="utf-8")
    found = []
    for source in (text, str(file), "-"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run([name, "convert", source, "--to", "json", *words]) == 0
        found.append(decode(capsys.readouterr().out))
    game = pastime(name)
    found.append(decode(format_instance(game, read_by(name, text, **flags), "json")))
    if not flags:
        asked = {"pastime": name, "body": encode({"text": text}).encode(), "shown": 10**9}
        found.append(decode(worker.instance(asked, Limits(), silent).decode())["instance"])
    assert all(one == other for one, other in pairwise(found))
