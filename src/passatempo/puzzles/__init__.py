"""Puzzles of every pastime that has kinds of them: made, named by IDs, confirmed, judged and printed.

>>> from passatempo import puzzles
>>> puzzle = next(puzzles.make("optimiza", grade=3))
>>> puzzles.check(puzzle, puzzle.solution)
[]
"""

from typing import TYPE_CHECKING

from passatempo.core.library import exports

if TYPE_CHECKING:
    from passatempo.puzzles.calendar import daily as daily
    from passatempo.puzzles.display import Puzzle as Puzzle
    from passatempo.puzzles.generator import check as check
    from passatempo.puzzles.generator import get as get
    from passatempo.puzzles.generator import make as make
    from passatempo.puzzles.own_boards import make_own as make_own
    from passatempo.puzzles.printer import sheet as sheet
    from passatempo.puzzles.puzzle import Refusal as Refusal

if not TYPE_CHECKING:
    homes = {
        "calendar": "daily",
        "display": "Puzzle",
        "generator": "check get make",
        "own_boards": "make_own",
        "printer": "sheet",
        "puzzle": "Refusal",
    }
    __all__, __dir__, __getattr__ = exports(__package__, homes)
