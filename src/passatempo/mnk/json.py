"""The JSON schema of positions and answers; rows and columns count from 1."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import row_texts
from passatempo.core.pastime import Shape
from passatempo.mnk.formats.notation import moves_of
from passatempo.mnk.model import Choice, Evaluation, GameValue, Place, Position, Value
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.text import position_of

Pair: TypeAlias = tuple[int, int]
SIDES = ("X", "O")
MARK_SIGNS: dict[Any, str] = {0: ".", 1: "X", -1: "O", 2: "O"} | {sign: sign for sign in ".XO_-+xo"}


@dataclass(frozen=True, slots=True)
class PositionJson:
    """The keys of an instance: a board, moves, or both if they agree."""

    m: int | None = field(default=None, metadata={"help": "rows"})
    n: int | None = field(default=None, metadata={"help": "columns"})
    k: int | None = field(default=None, metadata={"help": "marks in a row that win"})
    board: list[str] | None = field(
        default=None,
        metadata={
            "help": 'the marks X and O and "." for an empty square, row by row, "/" between rows, as "X.O/.X./..O"'
        },
    )
    moves: list[Pair] | None = field(
        default=None,
        metadata={"help": "the moves so far", "form": "b2 a1", "text": "passatempo.mnk.formats.notation:moves_of"},
    )
    to_move: Literal["X", "O"] | None = field(
        default=None, metadata={"help": "side to move; must agree with the marks"}
    )
    exact: bool = field(default=False, metadata={"help": "only exactly k in a row win"})
    misere: bool = field(default=False, metadata={"help": "if you complete a line, you lose"})
    gravity: bool = field(default=False, metadata={"help": "marks fall to the lowest empty square of their column"})
    torus: bool = field(default=False, metadata={"help": "lines continue across the edges"})
    maker_breaker: bool = field(default=False, metadata={"help": "only lines of X count; on a full board O wins"})


def value_keys(keys: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of Python values: rows of a board may be numbers or signs, and moves names of squares.

    >>> value_keys({"board": [[1, 0, -1], "..."], "moves": ["a1", [1, 3]]})
    {'board': ['X.O', '...'], 'moves': [(1, 1), [1, 3]]}
    """
    if isinstance(rows := keys.get("board"), list):
        keys = {**keys, "board": row_texts("board", rows, MARK_SIGNS, "0 empty, 1 X, -1 or 2 O")}
    moves = keys.get("moves")
    if isinstance(moves, str | list):
        items = [moves] if isinstance(moves, str) else moves
        squares = [square for move in items for square in (moves_of(move) if isinstance(move, str) else [move])]
        keys = {**keys, "moves": squares}
    return keys


def load_position(shape: PositionJson) -> Position:
    """Build the position."""
    options = {option: getattr(shape, option) for option in OPTIONS}
    return position_of(shape.m, shape.n, shape.k, shape.board, shape.moves, shape.to_move, **options)


def dump_position(position: Position) -> PositionJson:
    """Convert the position to its JSON form."""
    rules = position.rules
    moves = [write_pair(position.place(cell)) for cell in position.moves]
    return PositionJson(
        rules.m,
        rules.n,
        rules.k,
        list(position.rows),
        moves or None,
        "X" if position.to_move == 1 else "O",
        *[getattr(rules, option) for option in OPTIONS],
    )


def write_pair(place: Place) -> Pair:
    """Convert a place to row and column from 1."""
    return place[0] + 1, place[1] + 1


def read_pair(json_pair: Pair) -> Place:
    """Convert row and column from 1 to a place."""
    return json_pair[0] - 1, json_pair[1] - 1


@dataclass(frozen=True, slots=True)
class ChoiceJson:
    """A move with the expected play."""

    move: Pair
    line: list[Pair] = field(default_factory=list)
    depth: int = 0
    score: int = 0
    proven: GameValue | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class ValueJson:
    """The value of a position; `moves` maps ``"r,c"`` to ``"win 3"``, ``"draw"`` or ``"loss 4"``."""

    value: GameValue
    plies: int | None = None
    best_moves: list[Pair] = field(default_factory=list)
    moves: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class EvaluationJson:
    """The published evaluation; `runs` counts runs by ``"length,kind"`` for both sides."""

    A: int
    B: int
    f: int
    runs: dict[str, dict[str, int]]


def load_value(shape: ValueJson) -> Value:
    """Build the value."""
    moves = tuple(_move_value(place, worth_label) for place, worth_label in (shape.moves or {}).items())
    return Value(shape.value, shape.plies, tuple(map(read_pair, shape.best_moves)), moves)


def dump_value(value_answer: Value) -> ValueJson:
    """Convert the value to its JSON form."""
    moves = {
        f"{row + 1},{column + 1}": game_value if plies is None else f"{game_value} {plies}"
        for (row, column), game_value, plies in value_answer.moves
    }
    return ValueJson(
        value_answer.value, value_answer.plies, list(map(write_pair, value_answer.best_moves)), moves or None
    )


def _move_value(place: str, worth_label: str) -> tuple[Place, GameValue, int | None]:
    """Read one entry of the table of moves, such as ``"1,2": "loss 4"``."""
    row, _, column = place.partition(",")
    value_name, _, plies = worth_label.partition(" ")
    if not (_is_number(row) and _is_number(column)):
        raise FormatError(f"{quote(place)} is not a cell such as 1,2", where="moves", kind="bad-move")
    for game_value in ("win", "draw", "loss"):
        if value_name == game_value and (_is_number(plies) or not plies):
            return (int(row) - 1, int(column) - 1), game_value, int(plies) if plies else None
    raise FormatError(f"{quote(worth_label)} is not a value such as 'win 3' or 'draw'", where="moves", kind="bad-value")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def load_evaluation(shape: EvaluationJson) -> Evaluation:
    """Build the evaluation; its view is that of the side whose runs come first."""
    me = next(iter(shape.runs), "X")
    if tuple(sorted(shape.runs)) != tuple(sorted(SIDES)):
        raise FormatError("the runs of X and of O are expected", where="runs", kind="runs")
    if shape.f != shape.A - shape.B:
        raise FormatError(f"A - B is {shape.A - shape.B}, not {shape.f}", where="f", kind="sum")
    runs = tuple(
        (side, tuple(_parse_run(key, count) for key, count in runs_by_kind.items()))
        for side, runs_by_kind in shape.runs.items()
    )
    return Evaluation("X" if me == "X" else "O", shape.A, shape.B, runs)


def _parse_run(key: str, count: int) -> tuple[int, str, int]:
    length, _, kind = key.partition(",")
    if not _is_number(length) or kind not in ("half", "open", "closed"):
        raise FormatError(f"{quote(key)} is not a kind of run such as '2,open'", where="runs", kind="runs")
    return int(length), kind, count


def dump_evaluation(evaluation: Evaluation) -> EvaluationJson:
    """Convert the evaluation to its JSON form."""
    runs = {
        side: {f"{length},{kind}": count for length, kind, count in runs_by_kind}
        for side, runs_by_kind in evaluation.runs
    }
    return EvaluationJson(evaluation.own, evaluation.other, evaluation.f, runs)


POSITION = Shape(PositionJson, load_position, dump_position)
CHOICE = Shape(
    ChoiceJson,
    lambda shape: Choice(
        read_pair(shape.move), tuple(map(read_pair, shape.line)), shape.depth, shape.score, shape.proven, shape.plies
    ),
    lambda choice: ChoiceJson(
        write_pair(choice.move),
        list(map(write_pair, choice.line)),
        choice.depth,
        choice.score,
        choice.proven,
        choice.plies,
    ),
)
VALUE = Shape(ValueJson, load_value, dump_value)
EVALUATION = Shape(EvaluationJson, load_evaluation, dump_evaluation)
