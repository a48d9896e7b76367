"""Make the notebook and the pictures of the tour from docs/tour.md: ``python .ci/tour.py``.

A command that asks a question becomes a call of the library, whose outcome a notebook shows as a picture. A command
with ``--out`` writes a picture of the page.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PASTIMES = ("machiavelli", "cards", "optimiza", "minesweeper", "mnk")
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"^!\[.*\n\n?", re.MULTILINE)  # pictures, which the outcomes show
DOWNLOAD = re.compile(r"\{download\}`(.*?) <.*?>`")


def call(command: str) -> str:
    """Return the call of the library that asks what a command asks.

    >>> call("passatempo mnk move --example threes --nodes 2000")
    'mnk.move(mnk.example("threes"), nodes=2000)'
    """
    name, question, *words = shlex.split(command)[1:]
    given, keys = [], []
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            given.append(json.dumps(word))
        elif word == "--example":
            given.append(f"{name}.example({json.dumps(words.pop(0))})")
        else:
            value = words.pop(0)
            keys.append(f"{word[2:].replace('-', '_')}={value if value.isdigit() else json.dumps(value)}")
    return f"{name}.{question}({', '.join(given + keys)})"


def cells(page: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each cell."""
    text, imported = "", set()
    for part in re.split(r"(^```.*?^```\n)", page, flags=re.DOTALL | re.MULTILINE):
        block = BLOCK.fullmatch(part)
        lines = re.findall(r"^\$ (.*)", block[2], re.MULTILINE) if block and block[1] == "console" else []
        calls = [call(line) for line in lines if line.split()[1] in PASTIMES and "--out" not in line]
        code = [block[2].strip()] if block and block[1] == "python" else calls
        if not code:
            text += part
        elif text.strip():
            yield "markdown", text
            text = ""
        for one in code:
            name = one.partition(".")[0]
            is_new = name in PASTIMES and name not in imported
            imported.add(name)
            yield "code", f"from passatempo import {name}\n\n{one}" if is_new else one
    yield "markdown", text


def notebook(page: str) -> str:
    """Return the text of the notebook."""
    page = DOWNLOAD.sub(r"\1", SHOWN.sub("", page))
    made = []
    for number, (kind, text) in enumerate(cells(page)):
        text = re.sub(r"\n{3,}", "\n\n", text.strip())
        cell = {"cell_type": kind, "id": f"cell-{number:02}", "metadata": {}, "source": text.splitlines(keepends=True)}
        made.append(cell | ({"execution_count": None, "outputs": []} if kind == "code" else {}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    book = {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    page = (DOCS / "tour.md").read_text(encoding="utf-8")
    (DOCS / "tour.ipynb").write_text(notebook(page), encoding="utf-8")
    for line in re.findall(r"^\$ passatempo (.* --out .*)", page, re.MULTILINE):
        run = [sys.executable, "-m", "passatempo", *shlex.split(line)]
        subprocess.run(run, cwd=DOCS / "pictures" / "tour", check=True)
