"""Sets of openings as files, and `openings`, which generates them.

A file names its boards and has one opening per line, in the usual notation of moves; text after ``#`` is ignored::

    board: 15,15,5
    h8 i9 g10    # -12 33

A line may also be a JSON object with `m`, `n`, `k` and `moves`, rows and columns from 1, as written by `match --save`
and ``openings --format json``. The folder ``books`` has some sets, each with a note on how it was generated.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import Any, ClassVar

from passatempo.core.errors import FormatError, InvalidInstance, UsageError, Violation, quote
from passatempo.core.input import read_text
from passatempo.core.json import decode, encode
from passatempo.core.limits import NO_NODES, Cancel, Progress, Report, silent
from passatempo.core.plain import plain_of
from passatempo.core.value import Finding
from passatempo.mnk.formats.notation import moves_of, write_place
from passatempo.mnk.lines import Cell
from passatempo.mnk.matches.openings import consensus_openings, make_judge
from passatempo.mnk.matches.seats import SeatFailure
from passatempo.mnk.model import played, result_sentence
from passatempo.mnk.rules import Rules
from passatempo.mnk.settings import MOST_SIDE, check_integer

SHIPPED = "shipped"  # the name of the sets in the package
BOARD = "board:"
MOST_LINE_CELLS = 1_000_000  # of all lines of a board, approximately; the referee keeps them
MOST_VALUE = 10_000  # of an even opening


def read_board(board: str | tuple[int, int, int], named: str) -> Rules:
    """Read a board such as ``15,15,5``, or its three numbers.

    Raises
    ------
    UsageError
        If the text is not a board, or the board is too large for a match.

    Examples
    --------
    >>> read_board("15,15,5", "--board") == Rules(15, 15, 5)
    True
    >>> read_board("15", "--board")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: --board: '15' is not a board such as 15,15,5
    """
    plain = plain_of(board, named)
    text = ",".join(quote(each).strip("'") for each in plain) if isinstance(plain, list) else str(plain)
    words = [word.strip() for word in text.split(",")]
    if len(words) != 3 or not all(word.isascii() and word.isdecimal() and len(word) <= 9 for word in words):
        raise UsageError(f"{named}: {quote(text)} is not a board such as 15,15,5")
    m, n, k = map(int, words)
    if not (1 <= m <= MOST_SIDE and 1 <= n <= MOST_SIDE and 1 <= k <= MOST_SIDE) or m * n * k > MOST_LINE_CELLS:
        raise UsageError(
            f"{named}: {quote(text)}: rows, columns and marks in a row are from 1 to {MOST_SIDE}, their product up to "
            f"{MOST_LINE_CELLS}"
        )
    return Rules(m, n, k)


def read_book(name: str, boards: tuple[Rules, ...] = ()) -> list[tuple[Rules, tuple[Cell, ...]]]:
    """Read a set of openings, optionally for some boards only.

    Parameters
    ----------
    name
        A file, or "shipped" for the sets of the package.

    Raises
    ------
    UsageError
        If there are no openings for one of the boards.
    FormatError, InvalidInstance
        If a line is not an opening of its board.

    Examples
    --------
    >>> rules, opening = read_book("shipped", (Rules(15, 15, 5),))[0]
    >>> rules.k, 3 <= len(opening) <= 6
    (5, True)
    """
    texts = _package_books(boards) if name == SHIPPED else [read_text(name)]
    book_openings = [opening for text in texts for opening in openings_of(text)]
    for rules in boards:
        if not any(each == rules for each, _ in book_openings):
            raise UsageError(f"--book: {quote(name)} has no openings for {rules.m},{rules.n},{rules.k}")
    if not book_openings:
        raise UsageError(f"--book: {quote(name)} has no openings")
    return [(rules, moves) for rules, moves in book_openings if not boards or rules in boards]


def _package_books(boards: tuple[Rules, ...]) -> list[str]:
    """Return the texts of the package's sets, for some boards or all."""
    folder = files("passatempo.mnk.matches").joinpath("books")
    board_files = {f"{rules.m}-{rules.n}-{rules.k}.txt" for rules in boards}
    return [
        book.read_text("ascii")
        for book in sorted(folder.iterdir(), key=lambda book: book.name)
        if book.name.endswith(".txt") and (not boards or book.name in board_files)
    ]


def openings_of(text: str) -> Iterator[tuple[Rules, tuple[Cell, ...]]]:
    r"""Yield the openings of a text, each with its board.

    >>> [(rules.k, moves) for rules, moves in openings_of("board: 5,5,4\na1 b2   # even")]
    [(4, (0, 6))]
    """
    rules: Rules | None = None
    for number, line in enumerate(text.splitlines(), 1):
        opening_line = line.partition("#")[0].strip()
        try:
            if opening_line.lower().startswith(BOARD):
                rules = read_board(opening_line[len(BOARD) :].strip(), "board")
            elif opening_line.startswith("{"):
                yield _from_json(decode(opening_line))
            elif opening_line:
                yield _check_opening(rules, moves_of(opening_line))
        except FormatError as error:
            raise FormatError(error.message, line=number, kind=error.kind) from None
        except UsageError as error:
            raise FormatError(str(error), line=number) from None
        except InvalidInstance as error:
            raise InvalidInstance([Violation("opening", f"line {number}: {error}")]) from None


def _from_json(raw_opening: Any) -> tuple[Rules, tuple[Cell, ...]]:
    """Read an opening, or the opening of a game, from JSON."""
    board_sizes = {key: raw_opening.get(key) for key in ("m", "n", "k")} if isinstance(raw_opening, dict) else {}
    if any(type(size) is not int for size in board_sizes.values()) or not board_sizes:
        raise FormatError("an object with m, n, k and moves is expected")
    rules = read_board("{m},{n},{k}".format(**board_sizes), "m, n, k")
    moves = raw_opening.get("moves")
    if not isinstance(moves, list) or not all(map(_is_place, moves)):
        raise FormatError(f"moves: a list of [row, column] is expected, not {quote(encode(moves))}")
    opening_length = raw_opening.get("opening", len(moves))
    if type(opening_length) is not int or not 0 <= opening_length <= len(moves):
        raise FormatError(f"opening: 0 to {len(moves)} moves can be given, not {quote(encode(opening_length))}")
    return _check_opening(rules, [(row, column) for row, column in moves[:opening_length]])


def _is_place(raw_place: Any) -> bool:
    return isinstance(raw_place, list) and len(raw_place) == 2 and all(type(number) is int for number in raw_place)


def _check_opening(rules: Rules | None, places: list[tuple[int, int]]) -> tuple[Rules, tuple[Cell, ...]]:
    """Return the board and the cells of moves, given by rows and columns from 1, that leave a game open."""
    if rules is None:
        raise FormatError(f"a line such as '{BOARD} 15,15,5' is expected before the first opening")
    outside = next((place for place in places if not (1 <= place[0] <= rules.m and 1 <= place[1] <= rules.n)), None)
    if outside:
        raise FormatError(f"row {outside[0]}, column {outside[1]} is outside the board")
    moves = tuple((row - 1) * rules.n + column - 1 for row, column in places)
    over = played(rules, moves).result
    if over:
        raise InvalidInstance([Violation("game-over", result_sentence(over))])
    return rules, moves


@dataclass(frozen=True, slots=True)
class Opening(Finding):
    """An opening: its board, its moves, and each judge's value for the side to move."""

    rules: Rules
    moves: tuple[Cell, ...]
    values: tuple[int, ...]
    indent: ClassVar[int] = 0

    def lines(self) -> Iterator[str]:
        """Yield the line of a book."""
        moves = " ".join(write_place(divmod(cell, self.rules.n)) for cell in self.moves)
        yield f"{moves:<24} # {' '.join(map(str, self.values))}"

    def to_json(self) -> dict[str, Any]:
        """Return the board, the moves and the values; rows and columns count from 1."""
        moves = [[cell // self.rules.n + 1, cell % self.rules.n + 1] for cell in self.moves]
        return {"m": self.rules.m, "n": self.rules.n, "k": self.rules.k, "moves": moves, "values": list(self.values)}


class Openings(Finding, list[Opening]):
    """Openings that all judges call even. `head` are the first lines of their book."""

    json_lines = True
    head: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the lines of a book."""
        yield from (*self.head, *map(str, self))

    def to_json(self) -> list[dict[str, Any]]:
        """Return the openings."""
        return [opening.to_json() for opening in self]


def openings(
    *,
    judge: Sequence[str] = ("engine",),
    board: str | tuple[int, int, int] = "15,15,5",
    count: int = 100,
    nodes: int = 100_000,
    even: int = 45,
    seed: int = 0,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Openings:
    """Make openings that all judges call even, for `match --book`.

    Parameters
    ----------
    judge
        engine with its settings, or gomocup:COMMAND for a program that tells its values; may be given more than once.
    board
        The board m,n,k.
    count
        How many openings.
    nodes
        Of the last search of each judge.
    even
        The greatest value, for either side and in the unit of each judge, that is still even.
    seed
        Of the marks drawn.
    report, cancel
        A function that is called with each opening, and a switch. A cancelled run returns those that it found.

    Raises
    ------
    UsageError
        If there is no such judge, or the board has no openings to choose from.

    Examples
    --------
    >>> [opening] = openings(board=(9, 9, 5), count=1, nodes=2000)
    >>> 3 <= len(opening.moves) <= 6, abs(opening.values[0]) <= 45
    (True, True)
    """
    rules = read_board(board, "board")
    check_integer("count", count, 1, NO_NODES)
    check_integer("nodes", nodes, 1, NO_NODES)
    check_integer("even", even, 0, MOST_VALUE)
    check_integer("seed", seed, -(2**63), 2**63 - 1)
    if rules.hopeless or rules.size < 9:
        raise UsageError(f"board: '{rules.m},{rules.n},{rules.k}' has no openings to choose from")
    for name in judge:
        if not isinstance(name, str):
            raise UsageError(f"judge: {quote(name)} is not the name of a judge")
    cancel, found, start_time = cancel or Cancel(), Openings(), time.monotonic()
    judges = [make_judge(name, rules, cancel) for name in judge]
    found.head = (
        f"# judged by {' and '.join(judge)}: {nodes} nodes each, seed {seed}; behind each opening what they say",
        f"# that it is worth to the side to move, which is from {-even} to {even}",
        f"{BOARD} {rules.m},{rules.n},{rules.k}",
    )
    send = report or silent
    try:
        send(Progress(0, done=0, total=count, part=found))
        for verdict in islice(consensus_openings(rules, judges, even, nodes, seed, cancel), count):
            found.append(Opening(rules, verdict.moves, verdict.judge_scores))
            send(Progress(time.monotonic() - start_time, done=len(found), total=count, part=found[-1]))
    except SeatFailure as failure:
        raise UsageError(f"a judge gave no value: {failure}") from None
    finally:
        for each in judges:
            each.close()
    return found
