"""Minesweeper: which cells are certainly safe, and the exact chance of a mine in every other.

The public names are imported when first used, so that listing the pastimes stays quick.
"""

from typing import TYPE_CHECKING, Any

from passatempo.core.pastime import Method, Pastime, Problem, resolve

if TYPE_CHECKING:
    from passatempo.minesweeper.exact import estimate as estimate
    from passatempo.minesweeper.model import Board as Board
    from passatempo.minesweeper.model import Certain as Certain
    from passatempo.minesweeper.model import Chances as Chances
    from passatempo.minesweeper.model import Click as Click
    from passatempo.minesweeper.text import read as read
    from passatempo.minesweeper.text import write as write

_HERE = "passatempo.minesweeper"
_PUBLIC = {
    "Board": "model",
    "Certain": "model",
    "Chances": "model",
    "Click": "model",
    "estimate": "exact",
    "read": "text",
    "write": "text",
}
__all__ = ["PASTIME", *_PUBLIC]


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return resolve(f"{_HERE}.{_PUBLIC[name]}:{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_DIAGRAM = "parts of the board as diagrams of states, all marginals in one backward sweep"
_PLAIN = "layouts counted cell by cell in plain Python"

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
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:safe", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.reference:safe", source=_PLAIN),
            ),
        ),
        Problem(
            name="click",
            question="Can this cell be opened without risk?",
            check=f"{_HERE}.checker:check_click",
            face=f"{_HERE}.json:CLICK",
            show=f"{_HERE}.show:show_click",
            draw=f"{_HERE}.draw:draw_click",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:click", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.reference:click", source=_PLAIN),
            ),
        ),
        Problem(
            name="chances",
            question="How likely is a mine in every covered cell?",
            check=f"{_HERE}.checker:check_chances",
            face=f"{_HERE}.json:CHANCES",
            show=f"{_HERE}.show:show_chances",
            draw=f"{_HERE}.draw:draw_chances",
            explain=f"{_HERE}.explaining:contradiction",
            methods=(
                Method(name="exact", where=f"{_HERE}.exact:chances", source=_DIAGRAM),
                Method(name="reference", where=f"{_HERE}.reference:chances", source=_PLAIN),
            ),
        ),
        Problem(
            name="explain",
            question="Why is each certain cell certain?",
            check=f"{_HERE}.reason_checker:check_explanation",
            face=f"{_HERE}.explanation:EXPLANATION",
            show=f"{_HERE}.explanation:show_explanation",
            draw=f"{_HERE}.explanation:draw_explanation",
            explain=f"{_HERE}.explaining:contradiction",
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
