"""The web page of Optimiza: tap a path of your own, and beat the levels; see the best path, also unrolled."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, cast

from msgspec import Meta
from nicegui import ui

from passatempo.core.json import convert
from passatempo.core.pastime import Question
from passatempo.core.words import mark, say
from passatempo.optimiza.exact.judge import judge
from passatempo.optimiza.geometry import landings
from passatempo.optimiza.json import BOARD, BoardJson, load_places
from passatempo.optimiza.model import Board, PathAsk, Route, Verdict
from passatempo.optimiza.words import show_verdict
from passatempo.optimiza.wrapped import draw_wrapped, unrolled, wraps
from passatempo.web import controls
from passatempo.web.cells import Cell, Cells
from passatempo.web.desk import Page, View
from passatempo.web.frame import Tag
from passatempo.web.state import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from passatempo.web.desk import Answer, Desk

Place = tuple[int, int]
MOST_N = 40  # larger boards are pictures only
HIGH = 0.866
DRAWN = ("best", "trail", "hint")  # questions whose path is drawn here, moves over an edge as they leave and come in
LEVELS = (("X", "X"), ("Y", "Y"), ("expert", mark("expert")), ("Z", mark("Z, the optimum")))


def small(desk: Desk) -> bool:
    """Tell whether the board of a desk is shown cell by cell; larger ones are not even built for a page."""
    return bool(desk.instance["N"] <= MOST_N)


def board_of(desk: Desk) -> Board:
    """Return the board of a desk."""
    board: Board = BOARD.load(convert(desk.instance, BoardJson))
    return board


def layout(board: Board) -> tuple[list[float], float]:
    """Return how far each row is moved to the right, and the distance of two rows, in cells."""
    if board.variant == "hex-tri":
        return [(board.n - 1 - row) / 2 for row in range(board.n)], HIGH
    if board.variant == "hex-torus":
        return [row / 2 for row in range(len(board.rows))], HIGH
    return [], 1.0


def overlay(board: Board, places: Sequence[Place]) -> str:
    """Draw a path over a board of cells of size 1; a move over an edge leaves the board and comes back in."""
    shifts, step = layout(board)

    def middle(place: Place) -> tuple[float, float]:
        row, column = place
        shift = shifts[row] if 0 <= row < len(shifts) else row / 2 if shifts else 0.0
        return column + shift + 0.5, step * row + 0.5

    pieces = []
    for before, after in pairwise(places):
        out = unrolled(board, before, after) or after
        (x, y), (u, v), (a, b) = middle(before), middle(out), middle(after)
        pieces.append(f'<path class="move" d="M{x:.3g} {y:.3g}L{u:.3g} {v:.3g}"/>')
        if out != after:  # the same move, as it comes in at the other edge
            pieces.append(f'<path class="move" d="M{x + a - u:.3g} {y + b - v:.3g}L{a:.3g} {b:.3g}"/>')
        pieces.append(f'<circle class="dot" cx="{a:.3g}" cy="{b:.3g}" r=".11"/>')
    return "".join(pieces)


def rows_of(board: Board, kinds: dict[Place, str], order: dict[Place, int]) -> list[list[Cell]]:
    """Make the cells of a board; `kinds` are their classes, `order` their numbers in a path."""
    rows = []
    for i, values in enumerate(board.rows):
        row = []
        for j, value in enumerate(values):
            number = order.get((i, j))
            said = say("row {row}, column {column}: {value}", row=i + 1, column=j + 1, value=value)
            said += say(", move {number}", number=number) if number else say(", start") if number == 0 else ""
            said += say(", can be reached") if kinds.get((i, j)) == "open" else ""
            kind = f"number {kinds.get((i, j), '')} {'hex' if board.variant.startswith('hex') else ''}"
            row.append(Cell(str(value), kind, said, "" if number is None else str(number + 1)))
        rows.append(row)
    return rows


# The editor: two cells change places, so that the numbers stay those of a board.


def editor(desk: Desk) -> Callable[[], Any]:
    """Build the editor of a board."""
    chosen: list[Place] = []
    words = controls.line(say("Tap two cells to exchange their numbers."), "help")
    picture = controls.picture()

    async def press(row: int, column: int, how: str) -> None:
        if (row, column) in chosen:
            chosen.clear()
        else:
            chosen.append((row, column))
        if len(chosen) == 2:
            (a, b), (c, d) = chosen
            chosen.clear()
            board = [list(line) for line in desk.instance["board"]]
            board[a][b], board[c][d] = board[c][d], board[a][b]
            await desk.take({**desk.instance, "board": board})
        else:
            refresh()

    with Tag("div").classes("cells-holder"):
        cells = Cells(say("The board"), press, "numbers")

    def refresh() -> None:
        shown = small(desk)
        cells.set_visibility(shown)
        words.set_visibility(shown)
        picture.set_content("" if shown else desk.picture)
        if shown:
            board = board_of(desk)
            shifts, step = layout(board)
            cells.show(rows_of(board, dict.fromkeys(chosen, "chosen"), {}), shifts=shifts, step=step)

    refresh()
    return refresh


# Answers: the path on the board, and unrolled.


def answered(desk: Desk, answer: Answer) -> None:
    """Show a path on the board, and unrolled over copies of it."""
    path = (answer.answer or {}).get("path")
    if not path:
        return
    if not small(desk):
        if desk.state.question in DRAWN:
            controls.picture(answer.picture)
        return
    board = board_of(desk)
    places = list(load_places(path))
    if desk.state.question in DRAWN:
        with Tag("div").classes("cells-holder"):
            cells = Cells(say("The path on the board"), lambda row, column, how: None, "numbers still")
        shifts, step = layout(board)
        order = {place: number for number, place in enumerate(places)}
        rows = rows_of(board, dict.fromkeys(places, "used"), order)
        cells.show(rows, overlay=overlay(board, places), shifts=shifts, step=step)
    if wraps(board):
        with controls.disclosure(say("Unrolled over copies of the board")):
            controls.picture(draw_wrapped(board, Route(tuple(places))))


# Play.


Index = Annotated[int, Meta(ge=1, le=MOST_N + 1)]  # a torus of hexagons has a column more than its N says


class PlayKept(Kept):
    """What this view keeps in a link: the cells landed on, and the seed of the last new board."""

    path: Annotated[list[tuple[Index, Index]], Meta(max_length=MOST_N * (MOST_N + 1))] = []  # noqa: RUF012  msgspec copies it
    seed: Annotated[int, Meta(ge=0, lt=2**53 - 1)] = 0


class Play:
    """A path that somebody taps, with judge, undo, hint, and the levels to beat."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.hinted: Place | None = None
        self.levels: dict[str, int] = {}
        self.of: dict[str, Any] = {}  # the instance that the levels are of
        with Tag("div").classes("columns"):
            with Tag("div").classes("stage"), Tag("section", aria_label=say("Board")).classes("instance"):
                self.cells = Cells(say("The board"), self._press, "numbers")
                self.told = controls.line("", "verdict").props("role=status")
            with Tag("div").classes("side"):
                with controls.section(say("Your path"), "question"):
                    controls.line(
                        say(
                            "Begin anywhere. From a cell of number v jump v cells straight on, over the edges too, to "
                            "a cell not yet used whose number is not smaller. What you land on counts."
                        ),
                        "lead",
                    )
                    with controls.row("actions"):
                        controls.button(say("Undo"), self._undo)
                        controls.button(say("Hint"), self._hint)
                        controls.button(say("Clear"), self._clear)
                    self.score = Tag("p").classes("score")
                with controls.section(say("Levels to beat")):
                    self.table = Tag("table").classes("table")
                with controls.section(say("Another board")):
                    self._boards()
        desk.refreshers.append(self.show)

    def _boards(self) -> None:
        """Make the choice of a size for a new board."""
        sizes = {str(n): f"{n} × {n}" for n in (4, 5, 6, 8, 10, 12)}
        chosen = {"size": "6"}
        controls.choice(say("Size"), sizes, "6", lambda size: chosen.update(size=size))

        async def make() -> None:
            self.more.seed += 1
            self.path.clear()
            await self.desk.take_new({"N": int(chosen["size"])}, self.more.seed)

        controls.button(say("New board"), make, "main")

    @property
    def more(self) -> PlayKept:
        """What this view keeps in the address."""
        return cast("PlayKept", self.desk.state.more)

    @property
    def path(self) -> list[tuple[int, int]]:
        """The cells landed on, from 1; kept in the address."""
        return self.more.path

    def _places(self, board: Board) -> list[Place]:
        """Return the path, forgetting one that is of another board."""
        places = [(row - 1, column - 1) for row, column in self.path]
        if any(board.cell(*place) is None for place in places):
            self.path.clear()
            return []
        return places

    async def show(self) -> None:
        """Show board, path, judge and levels."""
        if not small(self.desk):
            self.told.write(say("This board is too large to play on."))
            self.cells.show([])
            return
        board = board_of(self.desk)
        places = self._places(board)
        verdict = self._judged(board)
        reach = self._reach(board, places) if verdict.legal else set()
        kinds = dict.fromkeys(reach, "open") | dict.fromkeys(places, "used")
        kinds |= {places[-1]: "used head"} if places else {}
        kinds |= {self.hinted: "hint"} if self.hinted else {}
        shifts, step = layout(board)
        order = {place: k for k, place in enumerate(places)}
        self.cells.show(rows_of(board, kinds, order), overlay=overlay(board, places), shifts=shifts, step=step)
        if self.of != self.desk.instance:
            self.of = dict(self.desk.instance)
            outcome = await self.desk.asks("levels")
            self.levels = (outcome and outcome["answer"]) or {}
        self._tell(board, verdict)

    def _judged(self, board: Board) -> Verdict:
        said = judge(Question(board, self._asked())).answer
        return said or Verdict(True, 0, False)

    def _asked(self) -> PathAsk:
        return PathAsk(list(self.path))

    def _reach(self, board: Board, places: list[Place]) -> set[Place]:
        """Return the cells that the next move may land on."""
        if not places:
            return set()
        row, column = places[-1]
        value = board.cells[board.cell(row, column) or 0]
        found = landings(board.variant, board.n, row, column, value)
        return {board.place(cell) for cell in found if board.cells[cell] >= value} - set(places)

    def _tell(self, board: Board, verdict: Verdict) -> None:
        """Say what the judge says, the score, and which levels are beaten."""
        words = say("Tap a cell to begin.")
        if self.path:
            words = show_verdict(Question(board, self._asked()), verdict)
        self.told.write(words)
        self.told.classes(replace=f"verdict {'' if verdict.legal else 'impossible'}")
        self.score.write(say("{score} points", score=verdict.score))
        self.table.clear()
        with self.table:
            for key, name in LEVELS:
                if self.levels.get(key) is not None:
                    beaten = verdict.score >= self.levels[key]
                    with Tag("tr"):
                        Tag("th", say(name), scope="row")
                        Tag("td", str(self.levels[key])).classes("figure")
                        Tag("td", say("✓ reached") if beaten else say("not yet"))

    async def _press(self, row: int, column: int, how: str) -> None:
        async with self.desk.order:
            self.hinted = None
            if self.path and not self._judged(board_of(self.desk)).legal:
                self.path.pop()  # a wrong move is taken back by the next one
            if self.path and self.path[-1] == (row + 1, column + 1):
                self.path.pop()
            else:
                self.path.append((row + 1, column + 1))
            await self._moved()

    async def _undo(self) -> None:
        self.hinted = None
        if self.path:
            self.path.pop()
        await self._moved()

    async def _clear(self) -> None:
        self.hinted = None
        self.path.clear()
        await self._moved()

    async def _hint(self) -> None:
        if not small(self.desk):
            return
        outcome = await self.desk.asks("hint", path=list(self.path))
        answer = outcome and outcome["answer"]
        if not answer:
            return
        self.hinted = None
        if answer["next"]:
            row, column = answer["next"]
            self.hinted = (row - 1, column - 1)
        await self.show()
        lost = "" if answer["still_optimal"] in (True, None) else say(" The best path of the board is out of reach.")
        if self.hinted:
            self.told.write(say("Go on to row {row}, column {column}.", row=row, column=column) + lost)
        else:
            self.told.write(say("No move is left.") + lost)

    async def _moved(self) -> None:
        await self.show()
        self.desk.remember()


def play(desk: Desk) -> Any:
    """Build the view to play in."""
    made = Play(desk)
    ui.timer(0, made.show, once=True)
    return made.show


PAGE = Page(editor=editor, answer=answered, plain=DRAWN, views=(View("play", mark("Play"), play),), keeps=PlayKept)
