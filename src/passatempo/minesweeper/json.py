"""The JSON form of boards and answers: small dataclasses, and conversions from and to the model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypedDict

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import (
    decimal_digits,
    dump_fraction,
    dump_places,
    load_places,
    natural,
    row_texts,
)
from passatempo.core.pastime import Shape
from passatempo.core.text import Piece
from passatempo.minesweeper.model import (
    Board,
    Candidate,
    Certain,
    Chances,
    Click,
    Explanation,
    Guess,
    Level,
    Place,
    Reading,
    Reason,
    Variant,
    Verdict,
    distinct,
)
from passatempo.minesweeper.policies import RULE
from passatempo.minesweeper.text import FIELD_REFUSAL, SIGNS, board_of, write_grid

# The sign of each cell that is a number or a sign; codes of cells are signed bytes.
CELL_SIGNS: dict[Any, str] = {(code + 128) % 256 - 128: sign for code, sign in SIGNS.items()}
CELL_SIGNS |= {sign: sign for sign in SIGNS.values()}

# The reason of a certain cell; cells are rows and columns from 1. One key is a Python keyword, so this is no class.
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
class BoardJson:
    """The keys of an instance; only `grid` is required."""

    grid: str = field(metadata={"help": "the rows, each ended by a line end or /"})
    mines: int | None = field(default=None, metadata={"help": "number of mines [default: any number]"})
    variant: Variant = field(default="square", metadata={"help": "neighbourhood of a square"})
    offsets: list[tuple[int, int]] | None = field(default=None, metadata={"help": "neighbourhood as row, column steps"})
    click: tuple[int, int] | None = field(
        default=None,
        metadata={"help": "row and column of the square", "flags": ("cell", "click")},
    )
    reading: Reading | None = field(default=None, metadata={"help": "the meaning of a text that has two"})


def value_keys(keys: dict[str, Any]) -> dict[str, Any]:
    r"""Return the keys of Python values: rows of a grid are texts, or numbers and signs.

    >>> value_keys({"grid": [[-1, 2, -2], "###"]})
    {'grid': '#2F\n###'}
    """
    if not isinstance(rows := keys.get("grid"), list):
        return keys
    signs = "0 to 8, -1 covered, -2 flag"
    return {**keys, "grid": "\n".join(row_texts("grid", rows, CELL_SIGNS, signs))}


def load_board(shape: BoardJson) -> Board:
    """Convert JSON to a board."""
    return board_of(
        Piece.of_text(shape.grid, "grid"),
        mines=shape.mines,
        variant=shape.variant,
        offsets=shape.offsets or (),
        click=shape.click,
        reading=shape.reading,
    )


def refuse_field(raw: Mapping[str, Any], flags: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the keys of a board; raises `FormatError` if they are those of a whole minefield."""
    if isinstance(raw.get("mines"), list):
        raise FormatError(FIELD_REFUSAL, kind="field")
    return raw


def dump_board(board: Board) -> BoardJson:
    """Convert a board to JSON."""
    click = None if board.click is None else dump_places((board.click,))[0]
    return BoardJson(write_grid(board), board.mines, board.variant, list(board.offsets) or None, click)


def load_fraction(text: str) -> Fraction:
    """Read an exact fraction.

    Raises
    ------
    FormatError
        If the text is not a fraction.
    """
    above, bar, below = text.partition("/")
    try:
        return Fraction(natural(above), natural(below) if bar else 1)  # any number of digits is allowed
    except (FormatError, ZeroDivisionError):
        raise FormatError(f"{quote(text)} is not a fraction", kind="number") from None


@dataclass(frozen=True, slots=True)
class CertainJson:
    """Cells as rows and columns from 1."""

    safe: list[tuple[int, int]]
    sure_mines: list[tuple[int, int]]
    wrong_flags: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ClickJson:
    """The verdict on a cell; `witness` is the grid with * on the mines of a layout."""

    verdict: Verdict
    probability: str | None = None
    witness: str | None = None


@dataclass(frozen=True, slots=True)
class ChancesJson:
    """Chances as fractions; `prob` has keys "row,column" from 1, and `without_count` the second reading if requested.

    An estimate has no `solutions`, and its chances are fractions of 10^12. After a limit only the certain chances
    (0 and 1) are known.
    """

    solutions: str | None
    prob: dict[str, str | None]
    prob_other: str | None
    lowest_prob: str | None
    without_count: "ChancesJson | None" = None


BOARD = Shape(BoardJson, load_board, dump_board)
CERTAIN = Shape(
    CertainJson,
    lambda shape: Certain(load_places(shape.safe), load_places(shape.sure_mines), load_places(shape.wrong_flags)),
    lambda found: CertainJson(dump_places(found.safe), dump_places(found.sure_mines), dump_places(found.wrong_flags)),
)


def _load_near(prob: dict[str, str | None]) -> dict[Place, Fraction | None]:
    near = {}
    for key, chance in prob.items():
        row, _, column = key.partition(",")
        near[natural(row) - 1, natural(column) - 1] = None if chance is None else load_fraction(chance)
    return near


def _load_chances(shape: ChancesJson) -> Chances:
    other = None if shape.prob_other is None else load_fraction(shape.prob_other)
    countless_chances = None if shape.without_count is None else _load_chances(shape.without_count)
    solutions = None if shape.solutions is None else natural(shape.solutions)
    return Chances(solutions, _load_near(shape.prob), other, countless_chances)


def _dump_chances(chances: Chances) -> ChancesJson:
    chance_texts = {id(chance): dump_fraction(chance) for chance in distinct(chances.near.values())}
    near = {f"{row + 1},{column + 1}": chance_texts[id(chance)] for (row, column), chance in chances.near.items()}
    countless_chances = None if chances.uncounted is None else _dump_chances(chances.uncounted)
    other, lowest = dump_fraction(chances.other), dump_fraction(chances.lowest)
    solutions = None if chances.solutions is None else decimal_digits(chances.solutions)
    return ChancesJson(solutions, near, other, lowest, countless_chances)


CLICK = Shape(
    ClickJson,
    lambda shape: Click(
        shape.verdict,
        None if shape.probability is None else load_fraction(shape.probability),
        shape.witness or "",
    ),
    lambda click: ClickJson(click.verdict, dump_fraction(click.probability), click.witness or None),
)
CHANCES = Shape(ChancesJson, _load_chances, _dump_chances)


@dataclass(frozen=True, slots=True)
class ExplanationJson:
    """The reasons, easiest first."""

    cells: list[ReasonJson]


def _load_explanation(shape: ExplanationJson) -> Explanation:
    reasons = (
        Reason(
            load_places([cell_json["cell"]])[0],
            cell_json["is"] == "mine",
            load_places(cell_json["because"]),
            cell_json["level"],
            cell_json["text"],
        )
        for cell_json in shape.cells
    )
    return Explanation(tuple(reasons))


def _dump_explanation(explanation: Explanation) -> ExplanationJson:
    return ExplanationJson(
        [
            {
                "cell": dump_places((reason.cell,))[0],
                "is": "mine" if reason.mine else "safe",
                "because": dump_places(reason.because),
                "level": reason.level,
                "text": reason.text,
            }
            for reason in explanation.reasons
        ]
    )


EXPLANATION = Shape(ExplanationJson, _load_explanation, _dump_explanation)


@dataclass(frozen=True, slots=True)
class CandidateJson:
    """A cell from 1, with exact fractions; null if the policy does not compute them or had no time."""

    cell: tuple[int, int]
    safety: str
    progress: str | None = None
    value: str | None = None
    zero: str | None = None


@dataclass(frozen=True, slots=True)
class GuessJson:
    """All certainly safe cells, the cell to open (null if the game is won), and `win` if it is known exactly.

    `equal` lists the cells known to be as good as the cell to open, including this cell.
    """

    cell: tuple[int, int] | None = None
    safety: str | None = None
    win: str | None = None
    exact: bool = False
    safe: list[tuple[int, int]] = field(default_factory=list)
    candidates: list[CandidateJson] = field(default_factory=list)
    policy: str = RULE
    equal: list[tuple[int, int]] = field(default_factory=list)


def _to_json_place(place: Place) -> tuple[int, int]:
    """Convert row and column to count from 1."""
    return place[0] + 1, place[1] + 1


def _load_guess(shape: GuessJson) -> Guess:
    candidates = tuple(
        Candidate(
            load_places([candidate.cell])[0],
            load_fraction(candidate.safety),
            *(
                None if text is None else load_fraction(text)
                for text in (candidate.zero, candidate.progress, candidate.value)
            ),
        )
        for candidate in shape.candidates
    )
    win = None if shape.win is None else load_fraction(shape.win)
    answer = Guess(candidates, load_places(shape.safe), win, shape.policy, load_places(shape.equal))
    shape_summary = (shape.cell, shape.safety and load_fraction(shape.safety), shape.exact)
    if shape_summary != (answer.cell and _to_json_place(answer.cell), answer.safety, answer.exact):
        raise FormatError("cell, safety and exact are not those of the first candidate and of win", kind="answer")
    return answer


def _dump_guess(answer: Guess) -> GuessJson:
    candidates = [
        CandidateJson(
            dump_places((candidate.place,))[0],
            dump_fraction(candidate.safety) or "",
            dump_fraction(candidate.progress),
            dump_fraction(candidate.value),
            dump_fraction(candidate.zero),
        )
        for candidate in answer.candidates
    ]
    cell = answer.cell and _to_json_place(answer.cell)
    return GuessJson(
        cell,
        dump_fraction(answer.safety),
        dump_fraction(answer.win),
        answer.exact,
        dump_places(answer.safe),
        candidates,
        answer.policy,
        dump_places(answer.equal),
    )


GUESS = Shape(GuessJson, _load_guess, _dump_guess)
