"""Minesweeper: which cells are certainly safe, and the exact chance of a mine in every other.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING

from passatempo.core.pastime import Command, Method, Model, Pastime, Problem, lazy

if TYPE_CHECKING:
    from passatempo.minesweeper.exact import estimate as estimate
    from passatempo.minesweeper.model import Board as Board
    from passatempo.minesweeper.model import Certain as Certain
    from passatempo.minesweeper.model import Chances as Chances
    from passatempo.minesweeper.model import ChancesAsk as ChancesAsk
    from passatempo.minesweeper.model import Click as Click
    from passatempo.minesweeper.text import read as read
    from passatempo.minesweeper.text import write as write

_HERE = "passatempo.minesweeper"
_PUBLIC = {
    "Board": "model",
    "Certain": "model",
    "Chances": "model",
    "ChancesAsk": "model",
    "Click": "model",
    "estimate": "exact",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]
__getattr__ = lazy(_HERE, _PUBLIC)

_DIAGRAM = "parts of the board as diagrams of states, all marginals in one backward sweep"
_PLAIN = "layouts counted cell by cell in plain Python"

_TEXT = "Constraint Programming exam, 5 September 2019"


def _extra(name: str, where: str, source: str, kind: str = "exact") -> Method:
    """Write the record of a method that needs a solver library."""
    return Method(name=name, where=f"{_HERE}.{where}", kind=kind, source=source, needs="solvers")


PASTIME = Pastime(
    name="minesweeper",
    title="which covered cells are certainly safe, and the exact chance of a mine in the others",
    read=f"{_HERE}.text:read",
    write=f"{_HERE}.text:write",
    face=f"{_HERE}.json:BOARD",
    show=f"{_HERE}.show:show_board",
    draw=f"{_HERE}.draw:draw_board",
    params=f"{_HERE}.generate:Params",
    generate=f"{_HERE}.generate:generate",
    remarks=f"{_HERE}.model:remarks",
    formats={
        "pl": f"{_HERE}.prolog:write",
        "asp": f"{_HERE}.facts:write",
        "mine": f"{_HERE}.games:write_mine_file",
        "minesweepr": f"{_HERE}.games:write_minesweepr",
    },
    examples={
        "five": "examples/five.txt",
        "beginner": "examples/beginner.txt",
        "wall": "examples/wall.txt",
        "flags": "examples/flags.txt",
        "hexagons": "examples/hexagons.txt",
        "contradiction": "examples/contradiction.txt",
    },
    demo=(("safe", "beginner"), ("chances", "beginner")),
    commands=(
        Command(
            name="published",
            summary="Answer the exam's four tasks, and put its program to the boards that refute it.",
            where=f"{_HERE}.published:published",
        ),
        Command(
            name="neighbours",
            summary="Task 1.3 of the exam on a matrix of your own: the entries around a cell.",
            where=f"{_HERE}.matrix:neighbours",
        ),
    ),
    models=(
        Model("asp", "the answer set program for all cells", ("clingo",), f"{_HERE}.asp:export"),
        Model("asp-click", "an answer set exactly if the click is safe", ("clingo",), f"{_HERE}.asp:export_click"),
        Model("prolog", "the published program, repaired", ("swi", "eclipse"), f"{_HERE}.exporting:export_prolog"),
        Model("minizinc", "the clicked cell's greatest value", ("minizinc",), f"{_HERE}.exporting:export_minizinc"),
    ),
    page=f"{_HERE}.page:PAGE",
    problems=(
        Problem(
            name="safe",
            question="Which covered cells certainly hold no mine, and which certainly hold one?",
            check=f"{_HERE}.checker:check_certain",
            face=f"{_HERE}.json:CERTAIN",
            show=f"{_HERE}.show:show_certain",
            draw=f"{_HERE}.draw:draw_certain",
            explain=f"{_HERE}.explaining:contradiction",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:safe", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.reference:safe", source=_PLAIN),
                _extra("asp", "asp:safe", "answer set program; brave and cautious consequences"),
                _extra("cp-findall", "cp:safe_by_findall", "the published text, method 1, corrected: all solutions"),
                _extra("cp-maximise", "cp:safe_by_objective", "the published text, method 2, corrected: an objective"),
                _extra("cp-assume", "cp:safe_by_assumption", "the published text, method 3, corrected: an assumption"),
                _extra("sat", "sat:safe", "clauses; tiles, then the whole board"),
                _extra("cp-published", "cp_published:safe", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="click",
            question="Can this cell be opened without risk?",
            check=f"{_HERE}.checker:check_click",
            face=f"{_HERE}.json:CLICK",
            show=f"{_HERE}.show:show_click",
            draw=f"{_HERE}.draw:draw_click",
            explain=f"{_HERE}.explaining:contradiction",
            key=f"{_HERE}.checker:key_of_click",
            evidence="consequences",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:click", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.reference:click", source=_PLAIN),
                _extra("asp", "asp:click", "answer set program"),
                _extra("cp-findall", "cp:click_by_findall", "the published text, method 1, corrected: all solutions"),
                _extra("cp-maximise", "cp:click_by_objective", "the published text, method 2, corrected: an objective"),
                _extra("cp-assume", "cp:click_by_assumption", "the published text, method 3, corrected: an assumption"),
                _extra("sat", "sat:click", "clauses"),
                _extra("cp-published", "cp_published:click", f"{_TEXT}, to the letter", kind="literal"),
            ),
        ),
        Problem(
            name="chances",
            question="How likely is a mine in every covered cell?",
            ask=f"{_HERE}.model:ChancesAsk",
            check=f"{_HERE}.checker:check_readings",
            face=f"{_HERE}.json:CHANCES",
            show=f"{_HERE}.readings:show",
            draw=f"{_HERE}.readings:draw",
            explain=f"{_HERE}.readings:contradiction",
            unique=True,
            evidence="consequences",
            methods=(
                Method(name="exact", where=f"{_HERE}.readings:exact", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.readings:reference", source=_PLAIN),
            ),
        ),
        Problem(
            name="guess",
            question="Which cell is it best to open?",
            check=f"{_HERE}.checker:check_guess",
            face=f"{_HERE}.guess:GUESS",
            show=f"{_HERE}.guess:show_guess",
            draw=f"{_HERE}.draw:draw_guess",
            explain=f"{_HERE}.explaining:contradiction",
            evidence="consequences",
            methods=(
                Method(
                    name="least-chance",
                    where=f"{_HERE}.guess:guess",
                    kind="heuristic",
                    source="the least chance of a mine, then the best chance to open a zero",
                ),
            ),
        ),
        Problem(
            name="explain",
            question="Why is each certain cell certain?",
            check=f"{_HERE}.checker:check_explanation",
            face=f"{_HERE}.explanation:EXPLANATION",
            show=f"{_HERE}.explanation:show_explanation",
            draw=f"{_HERE}.explanation:draw_explanation",
            explain=f"{_HERE}.explaining:contradiction",
            key=f"{_HERE}.checker:key_of_explanation",
            methods=(
                Method(
                    name="exact",
                    where=f"{_HERE}.explaining:explain",
                    source="rules for one and two numbers; minimal sets by conflict-driven search",
                ),
            ),
        ),
    ),
)
