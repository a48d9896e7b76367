"""The faces of an explanation: JSON, text and picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

from passatempo.core.pastime import Face
from passatempo.minesweeper.draw import draw_certain
from passatempo.minesweeper.json import dump_places, load_places
from passatempo.minesweeper.model import FLAG, LEVELS, Board, Certain, Explanation, Level, Reason
from passatempo.minesweeper.show import reading
from passatempo.minesweeper.text import write_place

if TYPE_CHECKING:
    from passatempo.render.svg import Svg

MOST_TOLD = 40  # reasons told in text; JSON has all
_HEADS = {
    "single": "one number after the other",
    "pair": "two numbers at a time",
    "chain": "several numbers together",
    "count": "with the mine count",
}


# Why a cell is certain; cells as rows and columns from 1. (A word of Python is a key, which no class may have.)
ReasonJson = TypedDict(
    "ReasonJson",
    {
        "cell": tuple[int, int],
        "is": Literal["safe", "mine"],
        "because": list[tuple[int, int]],
        "level": Level,
        "text": str,
    },
)


@dataclass(frozen=True, slots=True)
class ExplanationJson:
    """The reasons, the easiest first."""

    cells: list[ReasonJson]


def _load(shape: ExplanationJson) -> Explanation:
    reasons = (
        Reason(
            load_places([one["cell"]])[0], one["is"] == "mine", load_places(one["because"]), one["level"], one["text"]
        )
        for one in shape.cells
    )
    return Explanation(tuple(reasons))


def _dump(found: Explanation) -> ExplanationJson:
    return ExplanationJson(
        [
            {
                "cell": dump_places((one.cell,))[0],
                "is": "mine" if one.mine else "safe",
                "because": dump_places(one.because),
                "level": one.level,
                "text": one.text,
            }
            for one in found.reasons
        ]
    )


EXPLANATION = Face(ExplanationJson, _load, _dump)


def show_explanation(board: Board, found: Explanation) -> str:
    """Write the reasons by how easily they are seen.

    >>> from passatempo.minesweeper import read
    >>> from passatempo.minesweeper.explaining import explain
    >>> board = read("1#")
    >>> print(show_explanation(board, explain(board).answer))
    one number after the other
      (1, 2) is a mine: the 1 at (1, 1) touches no other covered cell: a mine is at (1, 2)
    any number of mines: every layout counts once
    """
    rows: list[str] = []
    for level in LEVELS:
        own = [one for one in found.reasons if one.level == level]
        if own:
            rows.append(_HEADS[level])
        for one in own[: max(0, MOST_TOLD - len(rows))]:
            rows.append(f"  {write_place(one.cell)} is {'a mine' if one.mine else 'safe'}: {one.text}")
    if not rows:
        rows.append("no cell is certain")
    elif len(found.reasons) > MOST_TOLD:
        rows.append(f"{len(found.reasons)} certain cells in all")
    return "\n".join([*rows, reading(board)])


def draw_explanation(board: Board, found: Explanation | None) -> Svg:
    """Draw a board with its certain cells.

    >>> from passatempo.minesweeper import read
    >>> "covered, a sure mine" in draw_explanation(read("1#"), Explanation((Reason((0, 1), True, (), "single", ""),)))
    True
    """
    if found is None:
        return draw_certain(board, None)
    safe = tuple(sorted(one.cell for one in found.reasons if not one.mine))
    mines = tuple(sorted(one.cell for one in found.reasons if one.mine))
    wrong = tuple(place for place in safe if board.cells[place[0] * board.columns + place[1]] == FLAG)
    return draw_certain(board, Certain(safe, mines, wrong))
