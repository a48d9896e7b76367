"""One token repeated behind the beginning of a text in any format: its reader takes little memory for each byte.

This is what `--memory` counts on: a text that the memory has no room for is not read. Left out: how long reading takes,
since time decides no test, and what the interpreter's own copies of a text take beyond what it traces.

Tests: core/text.py, core/limits.py, core/decoder.py
"""

import random
import tracemalloc

import pytest

from passatempo import machiavelli
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, PassatempoError
from passatempo.core.limits import READING
from passatempo.core.queries import instance_of
from passatempo.core.registry import pastime

from .readers import GAMES, texts_of

# fmt: off
TOKENS = [
    *"aASXx#01.-?*'\"\\/|:;,()[]{}<=\n \t\u2028é♠🂡",
    "10", "\r\n", " \n", ".\n", "1\n", "1 ", "1,", "1, ", "1/", "| ", "''", '"" ', "//\n", "// a\n", "%\n", "/* */",
    "/*", "\\]", "[]", "[],", "[1],", "()", "(;", ";B[aa]", "C[a]", "B[a\\]]", "{},", '{"a":', '"a",', '"":', "1.5,",
    "null,", "1=2, ", "1-3 = 1, ", "mine(1,1).", "schema(1,1,1).", "p. ", "a: b\n", "AS ", "AS\n", "JK ", "a1 ", "a1\n",
    "1. a1 ", "1,1\n", "H1\n",
]
# fmt: on
BEGINNINGS = {  # which no example has
    "mnk": [
        "(;GM[4]SZ[9]RU[k=5]C[",
        "(;GM[4]SZ[9]AB",
        "(;GM[4]SZ[9]AB[aa]",
        "Piskvorky 9x9, 11:11, 0\n",
        "k: 3\n",
        "m: ",
    ],
    "machiavelli": ["AS 2S 3S\nhand: ", "decks: ", "1 1 1 1 1 1 1 1 1 1 1 1 1 ", '{"table":"', '{"table":["AS",'],
    "cards": ["1 1 2\ngiven: ", "1 1 2\ndistance: ", "pattern: ", "N: ", '{"cards":[1,', '{"cards":"'],
    "optimiza": ["2 2\n1 1\n", "N: ", "TQ4-", '{"board":[[', '{"board":[[1],'],
    "minesweeper": ["3x2x3\n", "schema(2,2,[[", "schema(2,2,[['", "matr(2,2). ", "##\n", "mines: ", '{"grid":"'],
}
KNOWN = [  # each byte took 95 to 280 bytes
    ("mnk", "(;GM[4]SZ[9]RU[k=5]C[" + "a" * 12_000),
    ("mnk", "k: 3\n" + ".\n" * 6_000),
    ("mnk", "1\n" * 6_000),
    ("minesweeper", "schema(2,2,[['" + "a" * 12_000),
    ("minesweeper", "matr(2,2). " + "p. " * 4_000),
    ("machiavelli", '{"table":":' + "a" * 12_000 + '"}'),
    ("machiavelli", "1 " * 6_000),
]
QUICK, LONG = 12_000, 4_000_000  # bytes of a text
# What the items cost that an instance may have is bounded, and shows in short texts only.
ROOM = {QUICK: (3 * READING, 100_000), LONG: (READING, 64_000_000)}  # bytes for each byte, and others


def beginnings(game):
    """Return beginnings of texts, those cut from an example of each format too."""
    texts = texts_of(game)
    cut = [text[:at] for text in texts for at in (0, text.find("\n") + 1, len(text) // 2, len(text) - 1, len(text))]
    return list(dict.fromkeys([*BEGINNINGS[game.name], *(text for text in cut if len(text) <= QUICK // 2)]))


def memory_of(game, text):
    """Return how many bytes the reader takes at most."""
    tracemalloc.start()
    try:
        instance_of(game, text, {})
    except PassatempoError as error:
        assert "\n" not in str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("size", [QUICK, pytest.param(LONG, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reading_takes_little_memory_for_each_byte(game, size):
    begun, draw = beginnings(game), random.Random(game.name)
    for token in TOKENS:
        beginning = draw.choice(begun)
        text = beginning + token * ((size - len(beginning)) // len(token))
        memory_of(game, text[:100])  # imports what it needs
        each, others = ROOM[size]
        assert memory_of(game, text) <= each * len(text.encode()) + others, (beginning, token)


@pytest.mark.parametrize(("name", "text"), KNOWN, ids=[text[:20] for _, text in KNOWN])
def test_what_took_much_memory_takes_little(name, text):
    for short in (text[:100], "a"):  # imports what it needs, and compiles the patterns of a refusal
        memory_of(pastime(name), short)
    assert memory_of(pastime(name), text) <= READING * len(text)


def test_the_memory_bounds_what_is_read(tmp_path, capsys):
    text = "AS 2S 3S\n" + "// a\n" * 10_000
    (tmp_path / "turn.txt").write_text(text, encoding="utf-8")
    words = ["machiavelli", "arrange", str(tmp_path / "turn.txt"), "--memory"]
    assert [run([*words, "2"]), run([*words, "1"])] == [0, 2]
    assert f"has more than the {2**20 // READING} bytes that can be read" in capsys.readouterr().err
    assert machiavelli.arrange(text, memory_mb=2).answer
    with pytest.raises(FormatError, match="bytes that can be read"):
        machiavelli.arrange(text, memory_mb=1)
    (tmp_path / "batch").write_text('{"table": "AS 2S 3S"}\n{"table": "' + "AS " * 20_000 + '"}\n', encoding="utf-8")
    assert run(["machiavelli", "arrange", "--batch", str(tmp_path / "batch"), "--memory", "1"]) == 2
    answers = capsys.readouterr().out.splitlines()
    assert '"solved"' in answers[0]
    assert "the line has more than the 32768 bytes that can be read" in answers[1]
