"""The texts of m,n,k that the app must read as the package does: the file of them is what the package says today.

The app's side of it is `tests/app/node/mnk.test.mjs`.
"""

import json
import re
from pathlib import Path
from unittest.mock import patch

from passatempo.core.errors import FormatError
from passatempo.core.random import Random
from passatempo.mnk.formats import moves as listed
from passatempo.mnk.formats import psq, sgf
from passatempo.mnk.model import Position
from passatempo.mnk.rules import OPTIONS, Rules
from passatempo.mnk.text import read

FILE = Path(__file__).parents[1] / "data" / "texts" / "mnk.json"
SIDES = [(3, 3, 3), (15, 15, 5), (6, 7, 4), (1, 9, 3), (60, 9, 5), (30, 40, 6)]
GOOD = [
    "m: 3\nn: 3\nk: 3\nmoves: b2 a1 c3",
    "// a game\nk: 3\nm: 3\nn: 3\n1. b2 a1 2. 3,3 1,2\n",
    "m: 15\r\nn: 15\r\nk: 5\r\nexact: true\r\nh8; i9, j10 (7,8)",
    "\ufeffm: 2\nn: 30\nk: 3\ntorus: false\naa1 ab2 AC1",
    "m: 4\nn: 4\nk: 3\nmisere: true\ntorus: true\n",
    "(;GM[4]SZ[15];B[hh];W[ih])",
    "( ;FF[4]GM[4]\nSZ[9:7] RU[k=4 torus] C[a \\] b]\n;B[aa];W[ig](;B[bb];W[cc])(;B[dd]))",
    "(;GaMe[4]SiZe[60];B[bh59];W[a1])",
    "Piskvorky 20x15, 11:11, 0\n8,7,0\n9,7,12\nengine.exe\n",
    "piskvorky 7x6, 0:0, 1\n 1 , 2 \n3,4,-5\nrules: k=4 gravity misere\n",
    "m: 3\nn: 3\nk: 3\nb2\na1\nc3",
    "m: 3\nn: 3\nb2 a1\nk: 3\n// a reply\n03. c3 4. a3",
    "m: 3\nn: 3\nk: 3\nmoves: b2 a1\n\n",
    "(;GM[ 04 ]SZ[9]RU[Freestyle]C[(;GM[1\\])]PL[B];B[aa]PL[w];W[ig])",
    "(;SZ[9]RU[exact, k = 4];B[aa](;PL[W];W[ig])(;W[dd]))",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nRenju.exe\n0,Freestyle15_3\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nfreestyle15\n",
]
BAD = [
    "m: 3\nn: 3\nk: 3\nb2 q a1",
    "m: 3\nn: 3\nk: three\nb2",
    "m: 3\nn: 3\nk: 3\ntorus: yes\nb2",
    "m: 3\nn: 3\nk: 3\n1. b2 a1 ?? c3",
    "(;GM[4]SZ[15];B[hh];W[ih]",
    "(;GM[4]SZ[fifteen];B[hh])",
    "(;GM[4]SZ[15];B[h8h])",
    "(;GM[4]SZ[15];B[hh]!)",
    "(;[hh])",
    "Piskvorky fifteen\n8,8,0",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nnothing\n9,9,0",
    "m: 15\nn: 15\nk: 5\n7,7 8,8\n9,9 10,10",
    "m: 15\nn: 15\nk: 5\n7,7\n\n  9,9 10,10",
    "m: 15\nn: 15\nk: 5\n1. b2 a1\n1. c3 b1",
    "m: 15\nn: 15\nk: 5\nmoves: b2 a1\nc3",
    "c3\nm: 15\nn: 15\nk: 5\nmoves: b2 a1",
    "m: 15\nn: 15\nk: 5\nm: 16\nb2 a1",
    "(;GM[4]SZ[15]RU[1];B[hh])",
    "(;GM[4]SZ[15]RU[4];B[hh])",
    "(;GM[4]SZ[15]RU[renju];B[hh])",
    "(;GM[4]SZ[15]RU[k];B[hh])",
    "(;GM[4]SZ[15]RU[k=5\nk=4];B[hh])",
    "(;GM[4]SZ[15]RU[torus exact torus];B[hh])",
    "(;GM[4]SZ[15]RU[k=5]RU[k=4];B[hh])",
    "(;GM[4]RU[free][renju]SZ[15];B[hh])",
    "(;GM[4]SZ[5]SZ[7];B[aa])",
    "(;GM[4]SZ[5]GM[4];B[aa])",
    "(;GM[1]SZ[19];B[pd])",
    "(;\nGM[four]SZ[19];B[pd])",
    "(;GM[4]SZ[5];B[aa])\n(;GM[4]SZ[5];B[bb])",
    "(;GM[4]SZ[5]C[)];B[aa](;W[bb])(;W[cc]))(;SZ[5",
    "(;GM[4]SZ[5]PL[W];B[aa])",
    "(;GM[4]SZ[5];B[aa]PL[B])",
    "(;GM[4]SZ[5]PL[];B[aa])",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\na.exe\nb.exe\n 0,Renju15_3\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nStandard\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n-1, 1\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n0,Freestyle15_3\nrules: k=5\n",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\nrules: k=5 swap\n",
]


def told(text):
    """What the package reads; the moves alone, whether or not they obey the rules."""
    form = next((form for form in (sgf, psq) if form.matches(text)), None)
    if form:
        with patch.object(form, "position_of", dict):
            keys = form.read(text)
    else:
        position = read(text)
        keys = {name: getattr(position.rules, name) for name in ("m", "n", "k", *OPTIONS)}
        keys["moves"] = [(cell // position.rules.n + 1, cell % position.rules.n + 1) for cell in position.moves]
    moves = [(row - 1) * keys["n"] + column - 1 for row, column in keys.pop("moves")]
    return {"text": text, "rules": dict.fromkeys(OPTIONS, False) | keys, "moves": moves}


def fault(text):
    """Where the package finds a fault."""
    try:
        told(text)
    except FormatError as error:
        found = re.match(r"(?:line (\d+), )?(?:column (\d+))?", error.where or str(error))
        return {"text": text, "line": int(found[1] or 1), "column": int(found[2] or 1)}
    raise AssertionError(text)


def games():
    """Games by chance, and how the package writes them."""
    for seed in range(24):
        random = Random(seed, "app five texts")
        rules = Rules(*SIDES[seed % len(SIDES)], *[random.below(4) == 0 for _ in OPTIONS])
        position = Position(rules, bytes(rules.size))
        for _ in range(random.below(12)):
            if position.result is None:
                position = position.play(random.choice(position.legal))
        written = {"list": listed.write(position), "sgf": sgf.write(position), "psq": psq.write(position)}
        face = {name: getattr(rules, name) for name in ("m", "n", "k", *OPTIONS)}
        yield {"rules": face, "moves": list(position.moves), **written}


def written():
    """The file as it must be."""
    said = {
        "format": "mnk-texts-1",
        "source": "written by tests/app/test_mnk_texts.py from the readers of the package",
        "verified_by": "the package and the app read and write them alike",
        "good": [told(text) for text in GOOD],
        "bad": [fault(text) for text in BAD],
        "written": list(games()),
    }
    return json.dumps(said, indent=1, ensure_ascii=True) + "\n"


def test_the_file_is_what_the_package_says():
    assert FILE.read_text(encoding="utf-8") == written()


if __name__ == "__main__":  # after the readers have changed: python tests/app/test_mnk_texts.py
    FILE.write_text(written(), encoding="utf-8")
