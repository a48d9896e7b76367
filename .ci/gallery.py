"""Run the programs of the gallery and keep what they print and draw: ``python .ci/gallery.py FOLDER``.

The page docs/gallery.md includes these files.
"""

import io
import runpy
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from passatempo import cards, optimiza

PROGRAMS = Path(__file__).parents[1] / "docs" / "gallery"
# What to draw of the values that a program leaves.
PICTURES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "p01_csv": lambda left: left["outcomes"][0],
    "p02_notebook": lambda left: optimiza.best(optimiza.example("four")),
    "p05_counting": lambda left: optimiza.best(left["grid"]),
    "p06_dimacs": lambda left: cards.order(left["deal"]),
    "p07_gomoku": lambda left: left["outcome"],
    "p08_puzzles": lambda left: left["ten"][0],
}


def keep(program: Path, folder: Path) -> None:
    """Run a program as the command line does, and write its output and its picture into a folder."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        left = runpy.run_path(str(program), run_name="__main__")
    (folder / f"{program.stem}.txt").write_text(printed.getvalue(), encoding="utf-8")
    if draw := PICTURES.get(program.stem):
        (folder / f"{program.stem}.svg").write_text(draw(left).svg(), encoding="utf-8")


if __name__ == "__main__":
    made = Path(sys.argv[1])
    made.mkdir(parents=True, exist_ok=True)
    for path in sorted(PROGRAMS.glob("p*.py")):
        keep(path, made)
